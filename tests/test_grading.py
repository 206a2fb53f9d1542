"""The built-in reader of answers: whether an answer says what is expected, in whatever words."""

from datetime import UTC, datetime

import pytest

from microworlds.evaluation.judgements import right
from microworlds.reading.grading.grade import grade

ASKED = datetime(2024, 6, 3, 9, tzinfo=UTC)
CASES = [
    ("When was it decided?", "March 24, 1999", "on Mar. 24, 1999", "correct"),
    (
        "When was it argued?",
        "Jan. 26, 1949",
        "Argued on the 26th of January, 1949, decided on Feb. 3, 1949.",
        "correct",
    ),
    ("When was it decided?", "March 24, 1999", "March 25, 1999", "incorrect"),
    ("When was it decided?", "March 24, 1999", "March 1999", "partial"),
    ("When was it decided?", "March 24, 1999", "March 24, 1999 or March 25, 1999", "incorrect"),
    (
        "When was it decided?",
        "March 24, 1999",
        "I am not sure whether it was March 24, 1999 or April 2, 1999.",
        "incorrect",
    ),
    ("When was it decided?", "March 24, 1999", "The documents do not say.", "abstained"),
    ("What does it cost?", "$11,500", "It was $9,000 at first, but they raised it to $11,500.", "correct"),
    ("What does it cost?", "$11,500", "It was $11,500 at first and is $12,000 now.", "incorrect"),
    ("What does it cost?", "$11,500", "11.5k", "correct"),
    ("How many?", "16 tabs", "sixteen", "correct"),
    ("How long?", "116 days", "16 weeks and 4 days", "correct"),
    ("How long?", "116 days", "about 4 months", "incorrect"),
    ("Which number?", "Docket No. Pen-98-631", "Pen-98-631", "correct"),
    ("Which number?", "No. 92", "No. 93", "incorrect"),
    ("Who wrote it?", "STROHENHUIS", "Justice Strohenhuis", "correct"),
    ("Who appeared?", "Judith N. Humelstock", "Ruth Humelstock", "incorrect"),
    ("Who appeared?", "Judith N. Humelstock", "Judith", "partial"),
    ("Whose job is it?", "Olga", "It used to be Petra, but Olga took it over.", "correct"),
    ("Whose job is it?", "Petra", "It used to be Petra, but now it is Olga.", "incorrect"),
    ("Whose job is it?", "Olga", "Not Olga but Petra", "incorrect"),
    ("Whose job is it?", "Olga", "Olga, Petra", "incorrect"),
    ("Which court?", "Supreme Court of Verrane", "the Verrane Supreme Court", "correct"),
    ("Which court?", "Supreme Court of Verrane", "Supreme Court of Tamarond", "incorrect"),
    ("What does it cost?", "$11,500", "They raised it from $9,000 to $11,500.", "correct"),
    ("What does it cost?", "$11,500", "$9,000 is wrong, it is $11,500.", "correct"),
    ("Was it the same?", "no", "They were written by different judges.", "correct"),
    ("Before or after?", "before", "After going through both, it came before the other.", "correct"),
    ("What was done?", "reversed and remanded", "The judgment was overturned and the case sent back.", "correct"),
    ("What was done?", "affirmed", "reversed", "incorrect"),
    ("What was held?", "the policy does not cover the loss", "the policy covers the loss", "incorrect"),
    ("What was held?", "the policy does not cover the loss", "The loss is not covered by the policy.", "correct"),
    ("What does she do?", "pottery, camping, painting", "camping and pottery", "partial"),
    ("Who, and when?", "Olga; May 3, 2020", "Olga; May 4, 2020", "incorrect"),
]


@pytest.mark.parametrize(("asked", "want", "answer", "label"), CASES)
def test_a_careful_reader_says(asked, want, answer, label):
    assert grade(asked, want, answer, ASKED, True).label == label


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        ("That was never said.", "abstained"),
        ("Keiko brought nothing to the briefing.", "correct"),
        ("$274", "incorrect"),
        ("The policy does not cover the loss.", "incorrect"),
    ],
)
def test_a_question_without_an_answer_is_declined_or_set_right(answer, label):
    why = "No document came from Keiko at the briefing; Kofi brought one."
    found = grade("How much was the fine in what Keiko brought to the briefing?", why, answer, ASKED, False)
    assert found.label == label
    assert right(found.label, False) == (label != "incorrect")


@pytest.mark.parametrize(
    ("want", "other"),
    [
        ("March 24, 1999", "June 2, 2001"),
        ("$11,500", "$9,250"),
        ("STROHENHUIS", "MEERENSMAN"),
        ("the policy does not cover the loss", "the insurer must pay the whole claim"),
        ("reversed and remanded", "affirmed"),
        ("4 hours", "6 hours"),
        ("yes", "no"),
    ],
)
def test_what_is_left_open_is_wrong_whatever_its_kind_and_what_is_settled_is_not(want, other):
    def label(answer):
        return grade("What was it?", want, answer, ASKED, True).label

    for hedge in (
        f"The two sources disagree: one gives {want}, the other {other}.",
        f"{want}, though it might well be {other}.",
        f"Both {other} and {want} come up and I can't determine which applies.",
        f"{other} is one option; {want} is the other.",
    ):
        assert label(hedge) in ("incorrect", "abstained"), hedge
    assert label(f"They first said {other}, but that was corrected to {want}.") == "correct"
    assert label(f"They first said {want}, but that was corrected to {other}.") == "incorrect"
    assert label(f"I believe it was {want}.") == "correct"


@pytest.mark.parametrize(
    "refusal",
    [
        "I was unable to locate that in the conversation.",
        "The transcript doesn't cover it.",
        "There isn't enough detail here to say.",
        "That is missing from the notes.",
        "It is unclear from the record.",
    ],
)
def test_a_refusal_is_known_in_words_that_no_list_has_whole(refusal):
    assert grade("How much was it?", "$11,500", refusal, ASKED, True).label == "abstained"
    assert grade("How much was it?", "No sum was named.", refusal, ASKED, False).label == "abstained"
