"""Questions about the cases a team talks of: which document is meant, and what its lines state."""

import os
import re
import subprocess
import sys
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from microworlds.core.records import Passage
from microworlds.reading.casework import aspects, clauses, finding, library
from microworlds.reading.casework.describing import feeling
from microworlds.reading.reader import ABSTAIN, Reader
from microworlds.reading.reference import State, candidates, states

ASKED_AT = datetime(2031, 1, 1, tzinfo=UTC)
KICKOFF, SUMMER, AUTUMN = (
    "Kickoff, March 4, 2030",
    "Summer check-in, June 11, 2030",
    "Exhibit workshop, October 2, 2030",
)
DAYS = {
    KICKOFF: datetime(2030, 3, 4, 9, tzinfo=UTC),
    SUMMER: datetime(2030, 6, 11, 9, tzinfo=UTC),
    AUTUMN: datetime(2030, 10, 2, 9, tzinfo=UTC),
}
ORR, PIKE, VANE = (
    "Talland opinions, 40 Tal.3d 1 to 40 Tal.3d 99, Orr v. Lumley Mills, Inc., 40 Tal.3d 61",
    "Talland opinions, 41 Tal.3d 200 to 41 Tal.3d 290, In re Pike Estate, 41 Tal.3d 212",
    "Talland opinions, 9 Tal. 1 to 9 Tal. 80, Vane v. Holt, 9 Tal. 44",
)


def said(session, speaker, text):
    return Passage(text=text, source=session, speaker=speaker, time=DAYS[session])


def written(source, *lines):
    return [Passage(text=line, source=source) for line in lines]


TALK = [
    said(
        KICKOFF,
        "Greta Amsel",
        "For the notice section I would go with the case at 40 Tal.3d 61. Dry, but it settles it.",
    ),
    said(KICKOFF, "Ilya Borg", "In re Pike Estate, 41 Tal.3d 212 is worth a look, on costs above all."),
    said(KICKOFF, "Ilya Borg", "Nadia, could you read it before the next call?"),
    said(SUMMER, "Nadia Quist", "I have been through what Greta brought to the kickoff. Brilliant, every page."),
    said(SUMMER, "Ilya Borg", "Our lead authority, if nobody minds, is In re Pike Estate."),
    said(SUMMER, "Nadia Quist", "And Vane v. Holt, 9 Tal. 44 belongs in the appendix, I think."),
    said(AUTUMN, "Greta Amsel", "New plan: the lead authority is now the one Nadia found for the appendix."),
    said(AUTUMN, "Ilya Borg", "The survey costs $4,100. No, sorry, $3,900."),
    said(AUTUMN, "Nadia Quist", "They redrew the survey, so we pay $5,250 for it."),
]
PAPERS = [
    *written(ORR, "No. 88-212.", "Supreme Court of Talland.", "Argued May 4, 1988.", "Decided: Sept. 2, 1988."),
    *written(ORR, "THORNE, Associate Justice:", "For these reasons, the judgment of the Circuit Court is reversed."),
    *written(PIKE, "No. 90-7.", "Court of Appeals of Talland.", "Argued Jan. 9, 1990.", "Decided: March 30, 1990."),
    *written(PIKE, "ABLE, J.", "Judgment affirmed."),
    *written(VANE, "May 12, 1902.)", "ABLE, District Judge.", "The demurrer is overruled.", "No. 45."),
]
ALL = [*TALK, *PAPERS]


def answer(question, passages=ALL):
    return Reader().read(question, passages, asked_at=ASKED_AT).text


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who wrote the case that Greta brought to the kickoff?", "Thorne"),
        ("What is the docket number of the opinion Nadia was so taken with?", "No. 88-212"),
        ("When was the case argued that Nadia was asked to read?", "Jan. 9, 1990"),
        ("Which court decided the notice case?", "Supreme Court of Talland"),
        ("How did the appeal end in In re Pike Estate?", "affirmed"),
        ("What happened to the demurrer in our present lead authority?", "overruled"),
        ("Who was the first to bring us the case that now leads the argument?", "Nadia"),
    ],
)
def test_a_case_is_found_by_what_was_said_of_it_and_its_lines_answer(question, expected):
    assert answer(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Did one judge write both the case on Nadia's reading list and the one now leading our argument?", "yes"),
        ("Do the notice case and In re Pike Estate come from the same court?", "no"),
        ("Was the notice case decided before or after the case Nadia was told to read?", "before"),
        ("How many days passed between argument and decision in In re Pike Estate?", "80 days"),
        ("How many full months after argument was Greta's case from the kickoff decided?", "3 months"),
        ("How many years lie between Vane v. Holt and In re Pike Estate?", "87 years"),
        ("Two cases came up at the kickoff. When was the older one decided?", "Sept. 2, 1988"),
        ("Of the two cases from the kickoff, in how many was the judgment reversed?", "1"),
        ("Which was decided first, the notice case or In re Pike Estate?", "Orr v. Lumley Mills, Inc."),
    ],
)
def test_two_documents_are_compared_by_the_facts_that_their_lines_state(question, expected):
    assert answer(question) == expected


@pytest.mark.parametrize(
    "question",
    [
        "Who wrote the case that Greta brought to the summer check-in?",
        "Who wrote the case that Ilya brought to the exhibit workshop in October 2030?",
        "What is the docket number of the case we show to clients?",
        "Who dissented in the case that Nadia was asked to read?",
        "When was our present lead authority argued?",
    ],
)
def test_nothing_is_answered_from_another_document_or_for_a_place_that_nothing_holds(question):
    assert answer(question) == ABSTAIN


def test_without_the_passage_that_states_the_fact_no_rival_answers():
    left = [one for one in ALL if "THORNE" not in one.text]
    assert answer("Who wrote the case that Greta brought to the kickoff?", left) == ABSTAIN


def test_without_the_utterance_that_names_the_case_nothing_is_answered():
    assert answer("Who wrote the case that Greta brought to the kickoff?", [*TALK[1:], *PAPERS]) == ABSTAIN


def test_what_somebody_recalled_is_held_against_the_text():
    right = said(AUTUMN, "Ilya Borg", "I believe it was Thorne who wrote the case Greta brought to the kickoff.")
    wrong = said(AUTUMN, "Ilya Borg", "I believe it was Marlow who wrote the case Greta brought to the kickoff.")
    question = "Ilya said at the exhibit workshop who wrote the notice case. Was he right?"
    assert answer(question, [*ALL, right]) == "yes"
    assert answer(question, [*ALL, wrong]) == "no"


def test_a_docket_number_leads_to_the_document_that_shows_it():
    call = said(SUMMER, "Greta Amsel", "For the costs point there is the case docketed as No. 90-7.")
    assert answer("Who wrote the opinion on the costs point?", [call, *PAPERS]) == "Able"


def test_the_last_sum_that_was_not_taken_back_is_what_holds():
    assert answer("How much do we pay for the survey now?") == "$5,250"
    assert [one.value for one in states("How much do we pay for the survey?", ALL)] == ["$3,900", "$5,250"]


def test_a_sum_that_was_only_proposed_and_turned_down_is_no_state():
    proposed = [
        said(AUTUMN, "Greta Amsel", "How about $6,000 for the survey?"),
        said(AUTUMN, "Ilya Borg", "No, too expensive."),
    ]
    assert [one.value for one in states("How much do we pay for the survey?", [*ALL, *proposed])] == [
        "$3,900",
        "$5,250",
    ]


def test_a_case_proposed_for_a_place_and_turned_down_does_not_hold_it():
    proposed = [
        said(AUTUMN, "Ilya Borg", "Then Orr v. Lumley Mills, Inc. should be our lead authority instead."),
        said(AUTUMN, "Nadia Quist", "We voted it down before and I vote no again, we decided against it."),
    ]
    question = "What is the docket number of our lead authority now?"
    assert candidates(question, [*ALL, *proposed]) == ("Vane v. Holt",)
    assert [one.value for one in states(question, [*ALL, *proposed])] == ["No. 90-7", "No. 45"]


def test_the_states_of_a_place_are_those_of_every_document_that_held_it():
    found = states("What is the docket number of our lead authority?", ALL)
    assert [one.value for one in found] == ["No. 90-7", "No. 45"]
    assert all(isinstance(one, State) and one.passages for one in found)
    assert states("Who signed the lease?", ALL) == ()


def test_one_candidate_is_unambiguous_several_are_ambiguous_and_none_is_no_reference():
    assert candidates("Who wrote the case that Greta brought to the kickoff?", ALL) == ("Orr v. Lumley Mills, Inc.",)
    assert candidates("Who wrote the case that was brought to the kickoff?", ALL) == (
        "Orr v. Lumley Mills, Inc.",
        "In re Pike Estate",
    )
    assert candidates("Who wrote the case that Greta brought to the exhibit workshop?", TALK[:3]) == ()


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Whose pen did that ruling come from?", "author"),
        ("Who broke with the majority and dissented?", "dissenter"),
        ("From which lower court had the appeal been taken?", "tribunal_below"),
        ("In what town does the petitioner's attorney have her office?", "counsel_city"),
        ("Which of the precedents it cites is the oldest?", "earliest_precedent"),
        ("What did the court hold?", "holding"),
        ("When was it submitted on briefs?", "submitted_on"),
        ("By what standard of review did the judges proceed? What standard of review did they apply?", "standard"),
    ],
)
def test_the_fact_asked_for_is_told_by_the_words_of_a_question(question, expected):
    assert aspects.aspects(question)[0] == expected


def test_a_question_when_somebody_of_the_team_acted_asks_for_no_fact_of_a_case():
    assert aspects.aspects("When did Nadia bring the decision to us?") == ()


def test_headings_give_title_and_citation_wherever_the_citation_stands():
    assert library.heading_parts(ORR) == ("Orr v. Lumley Mills, Inc.", "40 Tal.3d 61")
    assert library.heading_parts("9 Tal. 44, Vane v. Holt") == ("Vane v. Holt", "9 Tal. 44")


def test_praise_that_is_denied_is_blame():
    assert feeling("I loved it.") == (1, 0)
    praise, blame = feeling("She was not impressed.")
    assert praise == 0
    assert blame > 0


def test_intervals_are_completed_units():
    assert finding.spell(date(2020, 1, 31), date(2020, 2, 29), "month") == "0 months"
    assert finding.spell(date(2019, 6, 1), date(2021, 5, 31), "year") == "1 year"


def test_names_in_capitals_are_written_as_names_and_outcomes_compared_by_what_they_do():
    assert finding.cased("QUINBY") == "Quinby"
    assert finding.same_fact("outcome", "REVERSED", "is reversed")
    assert not finding.same_fact("outcome", "reversed", "reversed and remanded")


def test_a_clause_answers_where_the_words_of_a_question_find_nothing():
    case = library.Case(
        "x", "Supply Agreement", "", (), ((0, "A party in breach has twelve (12) days to cure it after notice."),)
    )
    assert clauses.aspects("How long does one have to cure a breach?")[0] == "cure_period"
    assert clauses.stated(case, "cure_period") == [("twelve (12) days", 0)]


def test_a_long_row_of_names_is_parted_once_and_not_in_every_way():
    row = "Appearing were " + " ".join(f"Alder{chr(97 + n % 26)}" for n in range(40)) + " went home without a dissent."
    script = (
        "import sys; from microworlds.reading.casework import lines\n"
        "print(len(list(lines.judge('dissenter', sys.stdin.read(), ''))))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    # a minute ends what would take for ever
    subprocess.run([sys.executable, "-c", script], input=row, text=True, env=environment, timeout=60, check=True)


def test_no_run_of_words_of_the_held_out_phrases_is_known_to_the_reader():
    source = Path(__file__).parents[1] / "src" / "microworlds"
    rooms = ("suites/memorydoc/offline/phrases", "suites/memorydoc/categories")
    phrases = [path.read_text() for room in rooms for path in (source / room).glob("*.txt")]
    held = [line for text in phrases for line in text.splitlines() if line.startswith("!held")]
    segments = [seg.lower().split() for line in held for seg in re.split(r"[\[\]|<>.?!:;,—]", line)]
    runs = {" ".join(seg[at : at + 5]) for seg in segments for at in range(len(seg) - 4)}
    assert len(runs) > 60
    known = " ".join(path.read_text().lower() for path in (source / "reading").rglob("*.py"))
    assert sorted(run for run in runs if run in known) == []


@pytest.mark.parametrize("name", ["? Moss", "*Lena* Moss", "(Lena Moss"])
def test_a_speaker_whose_name_is_no_word_is_read_like_any_other(name):
    talk = [
        said(KICKOFF, name, "For the notice section I would go with the case at 40 Tal.3d 61. Dry, but it settles it.")
    ]
    talk.append(
        said(
            KICKOFF,
            "Ilya Borg",
            f"{name.split()[0]}, could you read In re Pike Estate, 41 Tal.3d 212 before the next call?",
        )
    )
    talk.append(said(KICKOFF, "Ilya Borg", "Vane v. Holt, 9 Tal. 44 is for whoever has time to read it."))
    days = {"Moss brought to the kickoff": "Sept. 2, 1988", "Moss was asked to read": "March 30, 1990"}
    for which, day in days.items():
        asked = f"When was the case that {which} decided?"
        assert Reader().read(asked, [*talk, *PAPERS], asked_at=ASKED_AT).text == day
