"""The parts of the reader by themselves: dates, comparisons, descriptions of documents, roles, titles, sums."""

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from microworlds.reading.answering import (
    comparisons,
    cues,
    deriving,
    dispositions,
    names,
    passages,
    phrases,
    questions,
    referents,
    subjects,
    titles,
    values,
    wanted,
)
from microworlds.reading.answering.asked import Asked
from microworlds.reading.answering.deriving import Known

from microworlds.core import text, value_types
from microworlds.reading import moments

SAID = datetime(2023, 6, 9, 10, tzinfo=UTC)  # a Friday


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("We met yesterday.", date(2023, 6, 8), date(2023, 6, 8)),
        ("Two weeks from today, then.", date(2023, 6, 23), date(2023, 6, 23)),
        ("I went there last Tuesday.", date(2023, 6, 6), date(2023, 6, 6)),
        ("Let's talk next Monday.", date(2023, 6, 12), date(2023, 6, 12)),
        ("She started three months ago.", date(2023, 3, 1), date(2023, 3, 31)),
        ("It was last week.", date(2023, 5, 29), date(2023, 6, 4)),
        ("He moved here last year.", date(2022, 1, 1), date(2022, 12, 31)),
        ("It is due on July 3.", date(2023, 7, 3), date(2023, 7, 3)),
        ("Make it the 15th.", date(2023, 6, 15), date(2023, 6, 15)),
        ("Decided Aug. 5, 2010.", date(2010, 8, 5), date(2010, 8, 5)),
    ],
)
def test_a_date_means_what_it_means_on_the_day_it_is_said(said, first, last):
    found = moments.find(said, SAID)
    assert [(one.first, one.last) for one in found] == [(first, last)]


def test_a_date_that_does_not_exist_is_no_day():
    assert not [one for one in moments.find("It is due on February 30, 2023.", SAID) if one.day]


@pytest.mark.parametrize(
    ("question", "form", "operands"),
    [
        ("Was the lease signed before or after the audit?", "order", ("the lease signed", "the audit")),
        ("Which came first, the audit or the sale?", "choose", ("the audit", "the sale")),
        ("How many days lie between the audit and the sale?", "interval", ("the audit", "the sale")),
        ("How many days after the audit was the sale?", "interval", ("the audit", "the sale")),
        ("How much did the lamps and the paint cost together?", "sum", ("lamps", "the paint cost")),
        ("What is the difference between the rent and the fee?", "difference", ("the rent", "the fee")),
        ("Does the rent match the fee?", "same", ("the rent", "the fee")),
        ("Is the rent higher than the fee?", "more", ("the rent", "the fee")),
        ("Who paid the rent?", "value", None),
        ("Did Ann pay the rent?", "yes_no", None),
    ],
)
def test_a_question_is_taken_apart_into_what_it_compares(question, form, operands):
    asked = questions.understood(question)
    assert asked.form == form
    assert asked.operands == operands


def test_only_a_question_that_compares_is_derived():
    assert comparisons.derived(Asked("Who left?", "Who left", "", "value", ("person",))) is None


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Who signed it", "person"),
        ("How much was it", "amount"),
        ("What was the boat worth", "amount"),
        ("How early must they object", "duration"),
        ("Which court sat", "court"),
        ("What did the court hold", "holding"),
        ("What did the court do", "outcome"),
        ("What is the docket number of it", "docket"),
        ("On which day did it close", "date"),
        ("Where is it", "place"),
        ("Why did they leave", "reason"),
    ],
)
def test_the_kind_of_value_wanted_is_told_by_the_question(question, kind):
    assert wanted.kinds(question)[0][0] == kind


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Who wrote the opinion that Ann sent round?", "that Ann sent round"),
        ("When was the case we lead with decided?", "we lead with"),
        ("What does the ruling Ann likes say about notice?", "Ann likes"),
        ("How long does the consulting agreement run?", "consulting"),
        ("When was the case decided?", ""),
    ],
)
def test_what_is_said_of_a_document_is_parted_from_what_is_asked(question, words):
    assert [one.words for one in referents.find(question)] == [words]


def test_a_clause_put_at_the_end_is_read_as_if_it_stood_by_its_noun():
    assert (
        questions.understood("When was the case decided that Ann sent?").clause
        == "When was the case that Ann sent decided"
    )


def test_a_value_has_the_role_that_the_words_around_it_give():
    sentence = "Argued May 2, 1999. Decided June 3, 2000."
    argued, decided = values.find("date", sentence)
    assert cues.stated(argued, sentence) == "argued"
    assert cues.fits(decided, sentence, "When was it handed down") is True
    assert cues.fits(argued, sentence, "When was it handed down") is False


def test_the_permit_is_not_the_inspection():
    assert subjects.differ("How much did the inspection cost", "The permit cost $310.")
    assert not subjects.differ("How much did the permit cost", "The permit cost $310.")
    assert not subjects.differ("When does the lease end", "The term ends on May 3.")


def test_several_opinions_in_one_text_are_told_apart():
    page = "ALDER v. BIRCH\n\nNo. 1-22. Decided May 3, 1999.\n\nCEDAR v. DOGWOOD\n\nNo. 3-44. Decided June 4, 2001."
    found = [(section.title, len(section.sentences)) for section in passages.sections(page)]
    assert [title for title, _ in found if title] == ["Alder v. Birch", "Cedar v. Dogwood"]
    assert titles.caption("See Alder v. Birch, 12 Q.R. 5 (1999).") is None


def test_persons_are_read_without_titles_and_capitals():
    assert [one.text for one in names.persons("FINCH, HALE and DORSEY, JJ., dissent.")] == ["Finch", "Hale", "Dorsey"]
    assert [one.text for one in names.persons("We asked Ms. Della Ortiz about it.")] == ["Della Ortiz"]
    assert not list(names.persons("A witness moved to Oregon."))


def test_a_rate_is_no_duration_and_a_citation_no_end_of_a_sentence():
    assert not values.find("duration", "The rent is $400 a month.")
    assert [one.text for one in values.find("duration", "It ran for a month.")] == ["a month"]
    assert len(text.sentences("We rely on 61 Cal. 2d 340. It is old.")) == 2


def test_sums_keep_the_currency():
    parts = [
        Known("EUR 9,500", Decimal(9500), 1.0, (0,), "amount"),
        Known("EUR 400", Decimal(400), 1.0, (0,), "amount"),
    ]
    assert deriving.total(parts) == "EUR 9,900"
    assert value_types.parse_amount("GBP 1,150 a day") == Decimal(1150)
    dollars = [
        Known("$1,250", Decimal(1250), 1.0, (0,), "amount"),
        Known("$430.50", Decimal("430.50"), 1.0, (0,), "amount"),
    ]
    assert deriving.gap(*dollars) == "$819.50"


def test_time_between_is_counted_in_the_unit_asked_for():
    start, end = (date(2022, 7, 1),) * 2, (date(2022, 11, 2),) * 2
    assert deriving.between(start, end, "day") == "124 days"
    assert deriving.between(end, start, "month") == "4 months"
    assert deriving.between(start, (date(2022, 8, 1), date(2022, 8, 31)), "day") is None
    assert deriving.earlier(start, end) is True
    assert deriving.earlier(start, start) is None


def test_outcomes_are_put_as_participles():
    assert [one.text for one in dispositions.find("Order vacated and case remanded.")] == ["vacated and remanded"]


def test_a_phrase_answers_who_only_if_it_means_people():
    found = {one.text for one in phrases.find("open", "My uncle paid $300 in October.", "Who paid")}
    assert "uncle" in found
    assert not found & {"$300", "October"}
