"""Other forms of an answer: those that people write, and never one of another value."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from itertools import chain, combinations, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from microworlds.core.equivalents import FORMS, equivalents
from microworlds.core.text import normalized
from microworlds.core.value_types import MONTHS, format_date, in_words


@pytest.mark.parametrize(
    ("kind", "answer", "forms"),
    [
        ("date", "Jan. 25, 1991", ["January 25, 1991", "25 January 1991", "25 Jan 1991", "the 25th of January, 1991", "1991-01-25"]),
        ("date", "the 5th day of September, 1991", ["Sept. 5, 1991", "Sep 5, 1991", "September 5th, 1991"]),
        ("date", "April 17", ["Apr. 17", "17 April", "17th of April"]),
        ("date", "February 29", ["29 February"]),
        ("date", "April 1990", ["Apr. 1990"]),
        ("amount", "$1,540", ["1,540 dollars", "1540 dollars", "USD 1540", "US$1,540"]),
        ("amount", "1,540 dollars", ["$1,540"]),
        ("amount", "$1,540.00", ["$1,540"]),
        ("amount", "$2.5 million", ["$2,500,000"]),
        ("amount", "$706.51", ["706 dollars and 51 cents"]),
        ("number", "124 exhibits", ["124"]),
        ("number", "1,240 exhibits", ["1,240", "1240"]),
        ("number", "8 tabs", ["eight tabs", "eight", "8"]),
        ("number", "eleven", ["11"]),
        ("interval", "27 years", ["27"]),
        ("interval", "14 months", ["1 year and 2 months", "1 year, 2 months", "one year and two months", "14"]),
        ("interval", "24 months", ["2 years", "two years"]),
        ("interval", "35 days", ["5 weeks", "five weeks"]),
        ("duration", "six years", ["6 years"]),
        ("duration", "thirty (30) days", ["30 days"]),
        ("duration", "a year", ["1 year", "one year"]),
        ("percent", "5%", ["5 percent", "five per cent"]),
        ("percent", "five percent", ["5%"]),
        ("docket", "Docket No. Hol-98-445", ["Hol-98-445", "No. Hol-98-445"]),
        ("docket", "No. 11 S.D. 2011", ["11 S.D. 2011", "Docket No. 11 S.D. 2011"]),
        ("person", "MELSTONE", ["Judge Melstone", "Justice Melstone", "Melstone, J."]),
        ("person", "Chief Justice Norman G. Braunquist", ["Norman G. Braunquist", "Judge Norman G. Braunquist"]),
        ("person", "MELSTONE, C.J.", ["Melstone"]),
        ("person", "Dr. Edward Adekoro", ["Edward Adekoro", "Mr. Edward Adekoro"]),
        ("person", "Tamsin Delvaux", ["Ms. Tamsin Delvaux"]),
        ("outcome", "Reversed in part and remanded", ["reverse in part and remand"]),
        ("outcome", "vacate", ["vacated"]),
        ("order", "before", ["earlier"]),
        ("title", "State v. Balera & Praoka", ["State vs. Balera & Praoka", "State v. Balera and Praoka"]),
        ("statute", "Pall. Code § 60-6105", ["Pall. Code Section 60-6105", "Pall. Code Sec. 60-6105"]),
        ("statute", "Section 43 of the Norvane Code", ["§ 43 of the Norvane Code"]),
    ],
)  # fmt: skip
def test_an_answer_has_the_forms_that_people_write(kind, answer, forms):
    found = set(map(normalized, equivalents(kind, answer)))
    assert [form for form in forms if normalized(form) not in found] == []


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        ("date", "1991"),
        ("date", "February 30, 1991"),
        ("date", "the evening of May 5, 1991"),
        ("amount", "€5"),
        ("amount", "$5 a month"),
        ("number", "3 million"),
        ("number", "3 or 4 exhibits"),
        ("number", "2.5 acres"),
        ("interval", "no time at all"),
        ("duration", "30 business days"),
        ("duration", "two to three years"),
        ("duration", "2½ years"),
        ("percent", "2.5%"),
        ("docket", "Crim. No. 5"),
        ("person", "Ms. Carver"),
        ("person", "Mrs. John Carver"),
        ("person", "Ada Carver and Bo Carver"),
        ("person", "Ada Carver, Jr."),
        ("yes_no", "yes"),
        ("clause", "the buyer kept 5 goods"),
        ("none", "There was no such call."),
    ],
)
def test_what_is_not_all_of_it_one_value_or_might_be_another_has_no_other_form(kind, answer):
    assert equivalents(kind, answer) == ()


def test_a_length_that_is_stated_keeps_its_unit_and_one_that_is_asked_for_in_a_unit_does_not_need_it():
    assert "17" not in equivalents("duration", "17 months")
    assert "17" in equivalents("interval", "17 months")


@pytest.mark.parametrize("kind", FORMS)
@given(
    text=st.text(max_size=30)
    | st.lists(st.sampled_from("No. 5 ² $5 May ( ) and years § % Dr. a".split())).map(" ".join)
)
def test_whatever_an_answer_is_its_forms_are_new_and_distinct(kind, text):
    forms = list(map(normalized, equivalents(kind, text)))
    assert len({*forms, normalized(text)}) == len(forms) + 1


# --- every value of a range, as it may be written: the forms of one are none of another's


def lengths(size, units):
    for number, unit in product(range(size), units):
        whole = ("months" if unit in ("month", "year") else "days", number * {"week": 7, "year": 12}.get(unit, 1))
        yield whole, f"{number} {unit if number == 1 else f'{unit}s'}"


def dates():
    for day in (date(1991, 1, 1) + timedelta(days) for days in range(1_000)):
        yield day, format_date(day)
        yield day, day.isoformat()
        yield day.timetuple()[1:3], f"{MONTHS[day.month - 1]} {day.day}"
        yield day.timetuple()[:2], f"{MONTHS[day.month - 1]} {day.year}"


def amounts():
    for dollars, cents in product(range(2_000), ("", ".05", ".40", ".5", ".50")):
        yield Decimal(f"{dollars}{cents}"), f"${dollars:,}{cents}"
    yield from ((Decimal(1_000 * dollars), f"${dollars} thousand") for dollars in range(1_000))


def persons():
    for names in chain.from_iterable(
        product("Ada Bo Carver Dunmore Melstone".split(), repeat=size) for size in (1, 2, 3)
    ):
        name = " ".join(names)
        titled = [f"{title} {name}" for title in ("Mr.", "Ms.", "Dr.")]
        whole = titled if len(names) > 1 else []
        yield from ((name, form) for form in (name, name.upper(), f"Judge {name}", f"{name}, J.", *whole))
        yield from ((form, form) for form in (f"Mrs. {name}", *titled) if form not in whole)


ACTS = "affirm reverse vacate remand dismiss deny grant overrule sustain quash modify discharge suspend".split()
VALUES = {
    "date": dates(),
    "amount": amounts(),
    "number": ((number, form) for number in range(2_000) for form in (f"{number} exhibits", in_words(number))),
    "interval": lengths(2_000, ("month",)),
    "duration": lengths(2_000, ("hour", "day", "week", "month", "year")),
    "percent": ((number, form) for number in range(1_000) for form in (f"{number}%", f"{number} percent")),
    "docket": ((own, form.format(own)) for own in range(1_000) for form in ("{}", "No. {}", "Docket No. {}", "Appeal No. {}")),
    "person": persons(),
    "outcome": ((own, " and ".join(own)) for own in chain(combinations(ACTS, 1), permutations(ACTS, 2))),
    "order": (("before", "before"), ("after", "after")),
    "title": ((own, own) for own in map("".join, product(("Ada", "Bo"), (" v. ", " & "), ("Ada", "Bo"), (" v. ", " & "), ("Cy", "Di")))),
    "statute": ((own, form.format(own)) for own in range(1_000) for form in ("Code § {}", "Code Section {}")),
}  # fmt: skip


def test_every_kind_with_other_forms_is_tried():
    assert VALUES.keys() == FORMS.keys()


@pytest.mark.parametrize("kind", VALUES)
def test_the_forms_of_two_values_never_meet(kind):
    every = list(VALUES[kind])
    written, seen = {answer.lower(): value for value, answer in every}, {}
    for value, answer in every:
        for form in equivalents(kind, answer):
            assert seen.setdefault(normalized(form), value) == value, (answer, form)
            assert written.get(form.lower(), value) == value, (answer, form)
    assert len(set(seen.values())) > 1
