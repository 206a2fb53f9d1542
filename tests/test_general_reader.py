"""The general reader: which text is meant, what is answered and what is not, on small invented passages."""

from datetime import UTC, datetime

import pytest

from microworlds.core.records import Passage
from microworlds.reading.reader import ABSTAIN, Reader, Reading
from microworlds.reading.references import descriptions, ranked

ASKED_AT = datetime(2025, 7, 1, tzinfo=UTC)
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
CHAT = (
    said("Ida Moreau", "The inspection will be on June 20."),
    said("Tom Reyes", "I suggest Harlow Cranes for the lift."),
    said("Ida Moreau", "No, they are too slow. Let's use Petrel Lifting instead."),
    said("Tom Reyes", "We had to move the inspection: it is June 27 now.", JULY),
    said("Ida Moreau", "The permit cost $310. Sorry, I misread it, $370.", JULY),
    said("Tom Reyes", "Last Sunday I found a wallet in the harbour park.", JULY),
)


def answer(question, passages, **options):
    return Reader().read(question, passages, asked_at=ASKED_AT, **options).text


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
    assert descriptions("The one Ann asked me to check is badly drafted.") == ["The one Ann asked me to check"]
    assert descriptions("Is the case Ida sent older than the one Tom liked?") == [
        "the case Ida sent older",
        "the one Tom liked",
    ]


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
def test_a_text_meant_by_what_was_said_of_it_is_read(question, expected):
    assert answer(question, BRIDGE) == expected


def test_support_names_the_passages_of_the_bridge_and_of_the_answer():
    reading = Reader().read("Who wrote the opinion in the case that Ida sent round?", BRIDGE, asked_at=ASKED_AT)
    assert set(reading.support) == {0, 5}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("When is the inspection now?", "June 27"),
        ("When was the inspection originally going to be?", "June 20"),
        ("Which company do we use for the lift?", "Petrel Lifting"),
        ("How much did the permit cost?", "$370"),
        ("When did Tom find a wallet?", "July 9, 2023"),
        ("Where did Tom find a wallet?", "the harbour park"),
        ("Where did Ida find a wallet?", ABSTAIN),
        ("When is the auction now?", ABSTAIN),
        ("Why did Harlow Cranes sue Petrel Lifting?", ABSTAIN),
    ],
)
def test_chat_is_read_by_who_says_what_and_what_holds_last(question, expected):
    assert answer(question, CHAT).startswith(expected)


def test_nothing_given_is_abstained_from_or_guessed_by_kind():
    assert Reader().read("When was it signed?", (), asked_at=ASKED_AT) == Reading(ABSTAIN, True, ())
    assert "2023" in answer("When did the ferry sink?", [said("Ida", "Rowan paid on May 2, 2023.")], may_abstain=False)
