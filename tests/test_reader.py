"""The reader from question to answer: on its cases, on small invented passages, on LoCoMo where it is at hand."""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from benchmarks import reader_inputs

from microworlds.core.records import Passage
from microworlds.reading.reader import ABSTAIN, Reader, Reading
from microworlds.reading.references import descriptions, ranked
from tests import reader_cases
from tests.reader_cases import ASKED_AT

LOCOMO = Path("/work/shared/data/locomo/locomo.json")
JUNE = datetime(2023, 6, 9, 10, tzinfo=UTC)  # a Friday
JULY = datetime(2023, 7, 14, 10, tzinfo=UTC)


def said(speaker, text, time=JUNE, source="Team call"):
    return Passage(text=text, source=source, speaker=speaker, time=time)


def written(source, text):
    return Passage(text=text, source=source)


SPOKEN = (
    said("Ida Moreau", "I have sent round Calder v. Ossing. Please read it before we meet again."),
    said("Tom Reyes", "For the appendix I would look at Brandt v. Lowe, which nobody has mentioned."),
    said("Ida Moreau", "Could you summarise that one, Tom?"),
    said("Tom Reyes", "On reflection we should open with the one Ida sent round.", JULY, "Second call"),
    said("Ida Moreau", "The case for the appendix is Merrow v. Slate instead, from now on.", JULY, "Second call"),
)
WRITTEN = (
    written("14 W.R. 55, Calder v. Ossing", "No. 4-118. Decided May 3, 1999. STARK, J. The judgment is affirmed."),
    written("17 W.R. 902, Brandt v. Lowe", "No. 7-204. Decided June 8, 2004. DUNN, J. The judgment is reversed."),
    written("21 W.R. 7, Merrow v. Slate", "No. 9-310. Decided July 1, 2009. OAKES, J. A barge carried salt. Vacated."),
)
BRIDGE = (*SPOKEN, *WRITTEN)


def answer(question, passages, **options):
    return Reader().read(question, passages, asked_at=ASKED_AT, **options).text


@pytest.mark.parametrize(("part", "least"), [("held_out", 0.7), ("develop", 0.8)])
def test_the_cases_are_answered_and_abstained_from_well_enough(part, least):
    found = reader_cases.scores(part)
    assert found.f1 >= least
    assert found.false_abstention <= 0.12
    assert found.abstention >= 0.7


def test_held_out_and_develop_cases_share_no_context_and_have_enough_to_abstain_from():
    for part, count, unanswerable in (("held_out", 60, 15), ("develop", 281, 54)):
        found = list(reader_cases.cases(part))
        assert len(found) == count
        assert sum(not case.answers for case in found) == unanswerable


def test_nothing_given_is_abstained_from_or_guessed_by_kind():
    assert Reader().read("When was it signed?", (), asked_at=ASKED_AT) == Reading(ABSTAIN, True, ())
    guess = Reader().read("Who signed the lease?", (), asked_at=ASKED_AT, may_abstain=False)
    assert not guess.abstained
    assert guess.text not in ("", ABSTAIN)


def test_one_that_may_not_abstain_gives_a_value_of_the_kind_asked_for():
    passages = [said("Ida Moreau", "The deposit was $4,200 and Rowan paid it on May 2, 2023.")]
    assert answer("How much did Harlow charge for the crane?", passages) == ABSTAIN
    assert answer("How much did Harlow charge for the crane?", passages, may_abstain=False).startswith("$4,200")
    assert "2023" in answer("When did the ferry sink?", passages, may_abstain=False)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Who wrote the opinion that Ida sent round?", 0),
        ("When was the case decided that Tom was asked to summarise?", 1),
        ("Which judge wrote the case for the appendix?", 2),
        ("Which judge wrote what was at first the case for the appendix?", 1),
        ("What is the outcome of the case about the barge?", 2),
        ("What was decided in 17 W.R. 902?", 1),
        ("What was held in Merrow v. Slate?", 2),
    ],
)
def test_the_text_that_is_meant_comes_first(question, text):
    assert ranked(question, SPOKEN, WRITTEN)[0].text == text


def test_of_two_that_are_compared_both_come_first():
    found = ranked("Is the case Ida sent round older than the one Tom should summarise?", SPOKEN, WRITTEN)
    assert {one.text for one in found[:2]} == {0, 1}


def test_a_text_that_is_not_there_is_not_found():
    assert ranked("Who wrote the opinion that Ida sent round?", SPOKEN, WRITTEN[1:]) == []


def test_utterances_that_say_so_are_named():
    assert ranked("Who wrote the opinion that Ida sent round?", SPOKEN, WRITTEN)[0].utterances[0] == 0


def test_descriptions_end_where_the_sentence_goes_on():
    assert descriptions("The one Ann asked me to check is badly drafted.") == ("The one Ann asked me to check",)
    assert descriptions("Is the case Ida sent older than the one Tom liked?") == (
        "the case Ida sent older",
        "the one Tom liked",
    )


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who wrote the opinion in the case that Ida sent round?", "Stark"),
        ("What is the docket number of the ruling Tom was asked to summarise?", "No. 7-204"),
        ("How was the case we should open with decided?", "affirmed"),
        ("When was the decision Ida asked everybody to read handed down?", "May 3, 1999"),
        ("Was the case Ida circulated decided before or after Brandt v. Lowe?", "before"),
        ("Which was decided first, Brandt v. Lowe or the case Ida sent?", "Calder v. Ossing"),
        ("Did the same judge write both Calder v. Ossing and Brandt v. Lowe?", "no"),
        ("How many years lie between Calder v. Ossing and Brandt v. Lowe?", "5 years"),
        ("Who wrote the opinion in Hewitt v. Pool?", ABSTAIN),
    ],
)
def test_a_document_meant_by_what_was_said_of_it_is_found(question, expected):
    assert answer(question, BRIDGE) == expected


def test_the_same_kind_of_fact_of_another_case_is_not_taken():
    without = [one for one in BRIDGE if "Calder v. Ossing" not in one.source]
    assert answer("Who wrote the opinion in the case that Ida sent round?", without) == ABSTAIN


def test_support_names_the_passages_of_the_bridge_and_of_the_answer():
    reading = Reader().read("Who wrote the opinion in the case that Ida sent round?", BRIDGE, asked_at=ASKED_AT)
    assert set(reading.support) == {0, 5}
    two_steps = Reader().read("How was the case we should open with decided?", BRIDGE, asked_at=ASKED_AT)
    assert {3, 5} <= set(two_steps.support)


STATES = (
    said("Ida Moreau", "The inspection will be on June 20."),
    said("Tom Reyes", "I suggest Harlow Cranes for the lift."),
    said("Ida Moreau", "No, they are too slow. Let's use Petrel Lifting instead."),
    said("Tom Reyes", "We had to move the inspection: it is June 27 now.", JULY),
    said("Ida Moreau", "The permit cost $310. Sorry, I misread it, $370.", JULY),
    said("Tom Reyes", "Last Sunday I found a wallet in the harbour park.", JULY),
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("When is the inspection now?", "June 27"),
        ("When was the inspection originally going to be?", "June 20"),
        ("Which company do we use for the lift?", "Petrel Lifting"),
        ("How much did the permit cost?", "$370"),
        ("When did Tom find a wallet?", "July 9, 2023"),
        ("Where did Tom find a wallet?", "the harbour park"),
    ],
)
def test_the_last_valid_state_counts_unless_an_earlier_one_is_asked_for(question, expected):
    assert answer(question, STATES).startswith(expected)


@pytest.mark.parametrize(
    "question",
    [
        "Where did Ida find a wallet?",
        "When is the auction now?",
        "Why did Harlow Cranes sue Petrel Lifting?",
    ],
)
def test_what_the_passages_do_not_bear_is_abstained_from(question):
    assert answer(question, STATES) == ABSTAIN


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("When did Lena visit the mill?", "May 26, 2023"),
        ("When will the boiler be replaced?", "June 23, 2023"),
        ("How many days are there between the visit to the mill and the replacement of the boiler?", "28 days"),
    ],
)
def test_relative_dates_are_told_from_the_day_they_were_said(question, expected):
    passages = [
        said("Lena Frost", "I visited the mill two weeks ago."),
        said("Omar Haddad", "The boiler will be replaced two weeks from today."),
    ]
    assert answer(question, passages) == expected


def test_the_day_a_question_is_asked_on_counts():
    passages = [said("Lena Frost", "The hearing is on August 1, 2023."), said("Omar Haddad", "I chose blue.", JULY)]
    question = "How many days are left until the hearing?"
    assert Reader().read(question, passages, asked_at=JULY).text == "18 days"
    question = "How many days ago was the hearing?"
    assert Reader().read(question, passages, asked_at=datetime(2023, 8, 11, tzinfo=UTC)).text == "10 days"


def test_amounts_and_counts_are_added_and_subtracted():
    passages = [
        said("Lena Frost", "The scaffolding came to $1,250 and the paint to $430."),
        said("Omar Haddad", "We bought twelve lamps in May and thirty in June."),
    ]
    assert answer("How much did the scaffolding and the paint cost together?", passages) == "$1,680"
    assert answer("By how much did the scaffolding exceed the paint?", passages) == "$820"


def test_short_dated_facts_of_a_memory_system_are_read_like_what_was_said():
    facts = [
        Passage(text="Ida Moreau sent round Calder v. Ossing.", source="memory", time=JUNE),
        Passage(text="The filing deadline was moved from July 3 to July 10.", source="memory", time=JULY),
        *WRITTEN,
    ]
    assert answer("Who wrote the case that Ida sent round?", facts) == "Stark"
    assert answer("What is the filing deadline?", facts).startswith("July 10")


def test_the_answer_is_the_same_whatever_the_hash_seed():
    script = (
        "import json; import reader_cases as r; from microworlds.reading.reader import Reader;"
        "print(json.dumps([[c.id, o.text, o.support] for c in list(r.cases('develop'))[::7]"
        " for o in [Reader().read(c.question, c.passages, asked_at=r.ASKED_AT)]]))"
    )
    tests = Path(__file__).parent
    runs = []
    for seed in ("0", "41"):
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": f"{tests.parent / 'src'}{os.pathsep}{tests}"}
        done = subprocess.run(
            [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
        )
        runs.append(json.loads(done.stdout))
    assert len(runs[0]) == 41
    assert runs[0] == runs[1]


def test_reading_knows_nothing_of_what_writes():
    script = (
        "import sys, microworlds.reading.reader;"
        "writing = ('microworlds.suites', 'microworlds.corpora');"
        "print([name for name in sys.modules if name.startswith(writing)])"
    )
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1] / "src")}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_an_answer_is_found_among_sixty_thousand_tokens():
    filler = "The tenant of lot {n} agreed to mend the fence by the river before the end of that season. "
    opinions = [
        written(f"{n} W.R. {n}, Alder{n} v. Birch{n}", "".join(filler.format(n=k) for k in range(170)))
        for n in range(18)
    ]
    assert answer("Who wrote the opinion in the case that Ida sent round?", [*BRIDGE, *opinions]) == "Stark"
    assert answer("What is the docket number of Brandt v. Lowe?", [*BRIDGE, *opinions]) == "No. 7-204"


@pytest.mark.skipif(not LOCOMO.exists(), reason="LoCoMo is not here")
def test_locomo_is_answered_no_worse_than_when_last_measured():
    asked = [
        one for world in reader_inputs.locomo(LOCOMO) if not world.held_out for one in reader_inputs.evidence(world)
    ]
    scores = {}
    for one in reader_inputs.read(Reader(), asked):
        scores.setdefault(one.asked.labels["category"], []).append(one.score)
    mean = {category: sum(found) / len(found) for category, found in scores.items()}
    assert mean["single_hop"] > 0.31
    assert mean["multi_hop"] > 0.2
    assert mean["temporal"] > 0.6
    assert mean["adversarial"] > 0.68
