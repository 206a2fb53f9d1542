from datetime import UTC, datetime

import pytest

from microworlds.records import Span
from microworlds.suites.memorydoc.derived import derive
from microworlds.suites.memorydoc.ledger import (
    Both,
    Changed,
    Derive,
    Each,
    Fact,
    Get,
    Having,
    Ledger,
    Value,
    faults,
)

NOW = datetime(2024, 5, 1, tzinfo=UTC)


def fact(name, subject, attribute, value, place, **more):
    span = Span(observation="o", start=place, end=place + 1)
    return Fact(id=name, subject=subject, attribute=attribute, value=value, source=span, **more)


LEDGER = Ledger(
    (
        fact("f1", "m1", "target", "s1", 1),
        fact("f2", "m1", "brought_by", "Ann", 1),
        fact("f3", "m1", "brought_at", "w-s01", 1),
        fact("f4", "m2", "target", "s2", 2),
        fact("f5", "m2", "brought_by", "Ann", 2),
        fact("f6", "m2", "brought_at", "w-s02", 2),
        fact("f7", "s1", "author", "Berg", 3),
        fact("f8", "s2", "author", "Dahl", 4),
        fact("f9", "s1", "decided_on", "May 1, 2003", 5),
        fact("f10", "s2", "decided_on", "June 12, 2003", 6),
        fact("g1", "w/brief", "due_on", "June 1", 7, meaning="2024-06-01"),
        fact("g2", "w/brief", "due_on", "June 9", 8, meaning="2024-06-09", supersedes="g1"),
        fact("h1", "w:lead", "holder", "m1", 9),
        fact("h2", "w:lead", "holder", "m2", 10, supersedes="h1"),
    )
)
BROUGHT = Both(
    terms=(
        Having(attribute="brought_by", value=Value(value="Ann")),
        Having(attribute="brought_at", value=Value(value="w-s01")),
    )
)


def test_a_chain_of_references_leads_to_one_answer_and_needs_every_passage():
    query = Get(of=Get(of=BROUGHT, attribute="target"), attribute="author")
    assert faults(LEDGER, query, "Berg") == []
    assert faults(LEDGER, query, "Dahl") == ["the ledger gives ['Berg'] instead of 'Dahl' alone"]


def test_a_reference_that_fits_two_documents_has_two_answers():
    anns = Having(attribute="brought_by", value=Value(value="Ann"))
    query = Get(of=Get(of=anns, attribute="target"), attribute="author")
    assert set(LEDGER.answer(query)) == {"Berg", "Dahl"}


def test_an_update_needs_the_old_state_as_well_as_the_new():
    query = Changed(of=Value(value="w/brief"), attribute="due_on", changes=1)
    assert faults(LEDGER, query, "June 9") == []
    assert LEDGER.answer(Changed(of=Value(value="w/brief"), attribute="due_on", changes=2)) == {}


def test_what_was_superseded_is_not_current():
    assert list(LEDGER.answer(Get(of=Value(value="w:lead"), attribute="holder"))) == ["m2"]
    assert LEDGER.answer(Having(attribute="holder", value=Value(value="m1"))) == {}


def test_without_a_passage_all_that_it_states_is_gone_and_nothing_else():
    less = LEDGER.without([Span(observation="o", start=1, end=2)])
    assert less.answer(BROUGHT) == {}
    assert list(less.answer(Get(of=Value(value="s1"), attribute="author"))) == ["Berg"]
    assert list(LEDGER.answer(BROUGHT)) == ["m1"]


def test_a_date_that_was_said_without_its_year_is_derived_from_what_it_means():
    old = fact("x", "w/list", "due_on", "May 30", 20, meaning="2024-05-30")
    ledger = Ledger((*LEDGER.facts, old))
    pair = (Get(of=Value(value="w/list"), attribute="due_on"), Get(of=Value(value="w/brief"), attribute="due_on"))
    assert list(ledger.answer(Derive(how="interval", terms=pair))) == ["10 days"]


def test_each_presupposes_its_count():
    anns = Having(attribute="brought_by", value=Value(value="Ann"))
    query = Each(how="earliest", of=anns, path=("target", "decided_on"), count=2)
    assert faults(LEDGER, query, "May 1, 2003") == []
    assert LEDGER.answer(query.model_copy(update={"count": 3})) == {}


@pytest.mark.parametrize(
    ("how", "values", "unit", "expected"),
    [
        ("order", ["May 1, 2003", "June 12, 2003"], "days", "before"),
        ("order", ["June 12, 2003", "May 1, 2003"], "days", "after"),
        ("order", ["June 12, 2003", "June 12, 2003"], "days", None),
        ("interval", ["May 1, 2003", "June 12, 2003"], "days", "42 days"),
        ("interval", ["January 31, 2003", "March 1, 2003"], "months", "1 month"),
        ("interval", ["March 2003", "June 12, 2003"], "days", None),
        ("sum", ["$1,200", "$300.50"], "days", "$1,500.50"),
        ("difference", ["$300", "$1,000"], "days", "$700"),
        ("greater", ["$300", "$1,000"], "days", "no"),
        ("same", ["No. 12, 2003", "no. 12 2003"], "days", "yes"),
        ("same", ["Aug. 5, 2010", "August 5, 2010"], "days", "yes"),
        ("same", ["BERG", "Dahl"], "days", "no"),
        ("count", ["affirmed", "reversed", "Affirmed"], "days", "2"),
    ],
)
def test_derived_answers(how, values, unit, expected):
    assert derive(how, values, unit, "affirmed") == expected


def test_a_query_survives_the_way_through_json():
    from pydantic import TypeAdapter

    from microworlds.suites.memorydoc.ledger import Term

    query = Derive(how="same", terms=(Get(of=BROUGHT, attribute="target"), Value(value="x")))
    adapter = TypeAdapter(Term)
    assert adapter.validate_json(adapter.dump_json(query)) == query
