import random
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

import pytest

from microworlds.core.records import Observation, Part, Passage, transcript
from microworlds.reading.question_judge import support
from microworlds.reading.question_judge.spoken import Talk
from microworlds.suites.memorydoc.offline import judge_lenient, judge_strict
from microworlds.suites.memorydoc.tasks.judge import JudgedPair, JudgeGiven, JudgeWritten
from microworlds.suites.memorydoc.world import Persona

PEOPLE = ("Ada Birch", "Bruno Castell", "Cleo Damar")
VOLUME = "Quell opinions, 7 Quell 1 to 7 Quell 90"
ORRIN = f"{VOLUME}, Orrin v. Tasker, 7 Quell 12"
PELL = f"{VOLUME}, Pell v. Harbour Board, 7 Quell 30"
LOWE = f"{VOLUME}, Lowe v. Sandry, 7 Quell 55"
MIRE = f"{VOLUME}, Mire v. Yates, 7 Quell 71"
SAID = {
    "Opening call, March 4, 2024": (
        ("Ada Birch", "Good morning. For the estoppel chapter I have Orrin v. Tasker, 7 Quell 12. Short and dry."),
        ("Bruno Castell", "Then I add Pell v. Harbour Board, 7 Quell 30, because somebody has to think of the harbour."),
        ("Ada Birch", "The mock hearing is on May 6, by the way."),
        ("Cleo Damar", "The survey will cost us $4,000."),
    ),
    "Spring review, April 15, 2024": (
        ("Bruno Castell", "Lowe v. Sandry, 7 Quell 55. A gloomy judgment, but a clear one."),
        ("Cleo Damar", "As our anchor case I want Pell v. Harbour Board, 7 Quell 30. Any objections?"),
        ("Ada Birch", "None from me. The survey has become dearer, it is $5,250 now."),
    ),
    "Closing talk, June 3, 2024": (
        ("Cleo Damar", "Forget the old one: our anchor case is Lowe v. Sandry, 7 Quell 55, from this day on."),
        ("Bruno Castell", "And for costs there is the case docketed as No. 881-K."),
        ("Ada Birch", "I will copy them all for the folder."),
    ),
}  # fmt: skip


def at(title: str) -> datetime:
    return datetime.strptime(title.split(", ", 1)[1], "%B %d, %Y").replace(hour=9, tzinfo=UTC)


def session(number: int, title: str, turns: tuple[tuple[str, str], ...]) -> Observation:
    said = [
        Part(id=f"s{number}-u{place}", start=0, end=0, speaker=speaker, time=at(title))
        for place, (speaker, _) in enumerate(turns)
    ]
    text, parts = transcript(said, (words for _, words in turns))
    return Observation(id=f"s{number}", kind="session", title=title, text=text, time=at(title), parts=parts)


def sessions(said: dict[str, tuple[tuple[str, str], ...]] = SAID) -> tuple[Observation, ...]:
    return tuple(session(number, title, turns) for number, (title, turns) in enumerate(said.items()))


def turn(start: str) -> Passage:
    return next(
        Passage(text=words, source=title, speaker=speaker, time=at(title))
        for title, turns in SAID.items()
        for speaker, words in turns
        if words.startswith(start)
    )


def page(heading: str, text: str) -> Passage:
    return Passage(text=text, source=heading)


@dataclass(frozen=True)
class Ask:
    question: str
    answer: str
    evidence: tuple[Passage, ...]
    category: str = "single_hop"
    answerable: bool = True


def given(*asks: Ask, held: tuple[Observation, ...] = (), documents: tuple[Passage, ...] = ()) -> JudgeGiven:
    held = held or sessions()
    return JudgeGiven(
        world="w000",
        label="harbour law",
        personas=tuple(
            Persona(name=name, role="associate", expertise_domain="ports", communication_style="dry", relationships=())
            for name in PEOPLE
        ),
        sessions=held,
        documents=documents or OPENINGS,
        asked_at=max(one.time for one in held if one.time) + timedelta(days=1),
        pairs=tuple(
            JudgedPair(
                id=f"q{number:02d}",
                category=ask.category,
                question=ask.question,
                answer=ask.answer,
                answerable=ask.answerable,
                evidence=ask.evidence,
            )
            for number, ask in enumerate(asks, start=1)
        ),
    )


def strict(*asks: Ask, held: tuple[Observation, ...] = ()) -> JudgeWritten:
    return judge_strict.write(given(*asks, held=held), random.Random(1))


def lenient(*asks: Ask, held: tuple[Observation, ...] = ()) -> JudgeWritten:
    return judge_lenient.write(given(*asks, held=held), random.Random(1))


OPENINGS = tuple(page(heading, heading.split(", ", 2)[2]) for heading in (ORRIN, PELL, LOWE, MIRE))
ORRIN_DECIDED = page(ORRIN, "Decided: May 9, 2011.")
PELL_DECIDED = page(PELL, "Decided: October 2, 2009.")
LOWE_DECIDED = page(LOWE, "Decided: July 21, 2010.")
ESTOPPEL = Ask(
    "When was the ruling for the estoppel chapter decided?", "May 9, 2011", (turn("Good morning"), ORRIN_DECIDED)
)
SURVEY = Ask(
    "What does the survey cost now?", "$5,250", (turn("The survey will"), turn("None from me")), "knowledge_update"
)
ANCHOR = Ask(
    "When was our present anchor case decided?",
    "July 21, 2010",
    (turn("As our anchor"), turn("Forget the old"), LOWE_DECIDED),
    "knowledge_update",
)
GONE = Ask(
    "Who dissented in Lowe v. Sandry?",
    "Lowe v. Sandry names no dissenter; in Orrin v. Tasker it was TARN.",
    (page(LOWE, "Before HALE and MOSS, Judges."), page(ORRIN, "TARN, Judge, dissenting.")),
    "adversarial",
    False,
)
GOOD = (ESTOPPEL, SURVEY, ANCHOR, GONE)
FAULTS = {
    "gold not in the evidence": Ask(ESTOPPEL.question, "April 1, 1998", ESTOPPEL.evidence),
    "gold whose passage is missing": Ask(ESTOPPEL.question, ESTOPPEL.answer, ESTOPPEL.evidence[:1]),
    "wrong section": Ask(ESTOPPEL.question, "October 2, 2009", (turn("Good morning"), PELL_DECIDED)),
    "wrong section with the turn that names it": Ask(
        ESTOPPEL.question, "October 2, 2009", (turn("Then I add"), PELL_DECIDED)
    ),
    "stale value": Ask(SURVEY.question, "$4,000", SURVEY.evidence[:1], "knowledge_update"),
    "stale value beside the current one": Ask(SURVEY.question, "$4,000", SURVEY.evidence, "knowledge_update"),
    "stale document": Ask(
        ANCHOR.question, "October 2, 2009", (turn("As our anchor"), PELL_DECIDED), "knowledge_update"
    ),
    "ambiguous reference": Ask(
        "When was the judgment decided that Bruno brought?", "July 21, 2010", (turn("Lowe v. Sandry"), LOWE_DECIDED)
    ),
}


def correct(written):
    return {label.pair: label.answer_correct for label in written.labels}


def fits(written):
    return {label.pair: label.category_fits for label in written.labels}


@pytest.mark.parametrize("ask", GOOD, ids=lambda ask: ask.question)
def test_a_good_pair_passes_both_judges(ask):
    for written in (strict(ask), lenient(ask)):
        assert correct(written) == {"q01": True}
        assert fits(written) == {"q01": True}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_strict_judge_rejects_and_flags_every_fault(fault):
    written = strict(FAULTS[fault])
    assert correct(written) == {"q01": False}
    assert written.flagged_qa_ids == ("q01",)


@pytest.mark.parametrize("fault", ["gold not in the evidence", "wrong section", "stale value", "ambiguous reference"])
def test_the_lenient_judge_rejects_plain_faults(fault):
    assert correct(lenient(FAULTS[fault])) == {"q01": False}


def test_a_description_that_fits_one_document_is_not_ambiguous():
    narrow = Ask("When was the judgment decided that Bruno brought to the spring review?", "July 21, 2010",
                 (turn("Lowe v. Sandry"), LOWE_DECIDED))  # fmt: skip
    assert correct(strict(narrow)) == {"q01": True}


def test_the_attitudes_part_over_an_answer_in_other_words_than_the_evidence():
    held = page(ORRIN, "We conclude that the owner of the pier may not deny the lease.")
    ask = Ask("What did the court hold in Orrin v. Tasker?", "that the owner may not dispute the lease", (held,))
    assert correct(strict(ask)) == {"q01": False}
    assert correct(lenient(ask)) == {"q01": True}


def test_an_interval_is_right_if_two_dates_of_the_evidence_lie_so_far_apart():
    pages = (page(ORRIN, "Argued: March 1, 2011."), ORRIN_DECIDED)
    question = "How many days passed between argument and decision in Orrin v. Tasker?"
    assert correct(strict(Ask(question, "69 days", pages, "temporal"))) == {"q01": True}
    assert correct(lenient(Ask(question, "55 days", pages, "temporal"))) == {"q01": False}


def test_a_before_that_is_an_after_is_refused():
    pages = (ORRIN_DECIDED, PELL_DECIDED)
    question = "Was Orrin v. Tasker decided before or after Pell v. Harbour Board?"
    assert correct(lenient(Ask(question, "after", pages, "temporal"))) == {"q01": True}
    assert correct(lenient(Ask(question, "before", pages, "temporal"))) == {"q01": False}


def test_an_answer_with_another_name_is_no_paraphrase():
    held = page(ORRIN, "Appeal from the Harbour Court of Quell, Third Division.")
    ask = Ask("Which court ruled first in Orrin v. Tasker?", "Harbour Court of Quell, Fourth Division", (held,))
    assert correct(lenient(ask)) == {"q01": False}


def test_an_objection_that_rests_on_what_nobody_says_is_doubted():
    invented = Ask(GONE.question, "Kestrel Freight v. Dunmore states it, on January 3, 1777.", GONE.evidence,
                   "adversarial", False)  # fmt: skip
    assert correct(strict(invented)) == {"q01": False}


def test_a_question_filed_under_the_wrong_category_is_told():
    asks = (
        Ask(ESTOPPEL.question, ESTOPPEL.answer, ESTOPPEL.evidence, "adversarial"),
        Ask(GONE.question, GONE.answer, GONE.evidence, "single_hop", False),
        Ask("Who wrote the opinion in Orrin v. Tasker?", "HALE", (page(ORRIN, "HALE, Judge."),), "temporal"),
        Ask(ESTOPPEL.question, ESTOPPEL.answer, ESTOPPEL.evidence[1:], "knowledge_update"),
        Ask("Was Orrin v. Tasker decided before or after Lowe v. Sandry?", "after", (ORRIN_DECIDED, LOWE_DECIDED)),
    )
    for written in (strict(*asks), lenient(*asks)):
        assert not any(fits(written).values())


def test_every_pair_gets_its_labels_and_the_strict_judge_flags_whatever_the_lenient_one_does():
    asks = (*GOOD, *FAULTS.values())
    hard, soft = strict(*asks), lenient(*asks)
    ids = {f"q{number:02d}" for number in range(1, len(asks) + 1)}
    assert set(correct(hard)) == set(fits(soft)) == ids
    assert set(soft.flagged_qa_ids) < set(hard.flagged_qa_ids)
    assert all(correct(soft)[one] for one in ids if correct(hard)[one])


def test_the_notes_say_which_answers_were_rejected_and_why():
    written = strict(*GOOD, FAULTS["gold not in the evidence"])
    assert written.notes == "1 of 5 answers rejected: the evidence does not state the answer (q05)."
    assert strict(*GOOD).notes == "Every answer is borne out by its evidence."


def test_a_verdict_depends_on_nothing_but_the_world():
    asks = (*GOOD, *FAULTS.values())
    for judge in (judge_strict, judge_lenient):
        assert judge.write(given(*asks), random.Random(1)) == judge.write(given(*asks), random.Random(2))


def test_a_coherent_world_has_full_scores():
    for written in (strict(*GOOD), lenient(*GOOD)):
        assert written.persona_consistency == 5
        assert written.temporal_coherence == 5
        assert written.document_grounding_accuracy == 5


def test_sessions_out_of_order_cost_temporal_coherence():
    assert strict(*GOOD, held=sessions()[::-1]).temporal_coherence < 4


def test_a_deadline_that_lies_behind_costs_temporal_coherence():
    late = {
        title: (*turns, ("Ada Birch", "The reply is due on January 9, 2024, so hurry."))
        for title, turns in SAID.items()
    }
    assert strict(*GOOD, held=sessions(late)).temporal_coherence < 5


def test_a_meeting_recalled_before_it_was_held_costs_temporal_coherence():
    early = {
        title: (*turns, ("Ada Birch", "As we agreed at the closing talk, I keep it.")) for title, turns in SAID.items()
    }
    assert strict(*GOOD, held=sessions(early)).temporal_coherence < 5


def test_strangers_and_people_who_speak_of_themselves_cost_persona_consistency():
    strange = {title: tuple(("Ewan Frost", words) for _, words in turns) for title, turns in SAID.items()}
    assert strict(*GOOD, held=sessions(strange)).persona_consistency < 3
    selves = {
        title: tuple((name, f"{name.split()[0]} thinks so. {words}") for name, words in turns)
        for title, turns in SAID.items()
    }
    assert strict(*GOOD, held=sessions(selves)).persona_consistency < 3


def test_the_citation_of_another_case_costs_document_grounding():
    mixed = {
        title: tuple((name, words.replace("Sandry, 7 Quell 55", "Sandry, 7 Quell 12")) for name, words in turns)
        for title, turns in SAID.items()
    }
    assert strict(*GOOD, held=sessions(mixed)).document_grounding_accuracy < 4
    hard = strict(*GOOD, held=sessions(mixed)).document_grounding_accuracy
    assert hard <= lenient(*GOOD, held=sessions(mixed)).document_grounding_accuracy


def test_a_document_is_named_by_any_part_of_its_heading_that_is_its_own():
    headings = ["Annals, part 3, Verne & Sons, Inc. v. Otley", *(one.source for one in OPENINGS)]
    talk = Talk(PEOPLE, sessions(), headings, at("Closing talk, June 3, 2024"))
    assert talk.named("I mean Verne & Sons, Inc. v. Otley, and Orrin v. Tasker") == {0, 1}
    assert talk.named("the case at 7 Quell 12") == {1}
    assert talk.named("the case at 7 Quell 121, in part 4 of the Annals") == frozenset()
    assert talk.document(f"{PELL}, Facts") == 2


def test_a_title_that_two_agreements_share_names_neither():
    supply = [f"Supply Agreement, {party} and Orso Ltd." for party in ("Halden Inc.", "Vey Inc.")]
    talk = Talk(PEOPLE, sessions(), supply, at("Closing talk, June 3, 2024"))
    assert [talk.document(one) for one in supply] == [0, 1]
    assert talk.named("the Supply Agreement needs work") == frozenset()
    assert talk.named("Supply Agreement, Vey Inc. and Orso Ltd.") == {1}


@pytest.mark.parametrize(
    ("answer", "text", "share"),
    [
        ("May 9, 2011", "Decided on the 9th of May, 2011.", 1.0),
        ("$5,250", "a price of $5,250.00", 1.0),
        ("affirmed", "The judgment is AFFIRMED.", 1.0),
        ("thirty days", "within 30 days", 1.0),
        ("12 days", "within 30 days", 0.0),
        ("the harbour and the pier", "the pier was old", 0.5),
    ],
)
def test_an_answer_is_stated_by_its_words_or_as_the_same_value(answer, text, share):
    assert support.stated(answer, [page(ORRIN, text)]) == share


def test_sums_and_counts_are_worked_out_and_nothing_else_is():
    pages = [page(ORRIN, "He paid $300."), page(PELL, "She paid $450.")]
    assert support.derivable("$750", pages)
    assert support.derivable("$150", pages)
    assert not support.derivable("$700", pages)
    assert support.derivable("2", pages)
    assert not support.derivable("5", pages)
    held = [Passage(source="call", text="It is moved.", time=datetime(2024, 3, 1, 9, tzinfo=UTC))]
    assert support.derivable("12 days", held, date(2024, 3, 13))
    assert not support.derivable("12 days", held, date(2024, 3, 12))
    assert not support.derivable("12 days", held)
