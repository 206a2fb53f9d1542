"""The fact ledger: queries, and the proof that an answer needs all its evidence."""

import pytest
from pydantic import TypeAdapter

from microworlds.core.records import Span
from microworlds.generation.derived import derive
from microworlds.generation.ledger import Ledger, faults, pieces
from microworlds.generation.queries import Before, Both, Changed, Derive, Each, Get, Having, Term, Value
from tests.ledger_facts import fact

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
        fact("f11", "s1", "award", "$1,200", 5),
        fact("f12", "s2", "award", "$300.50", 6),
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
    query = Each(how="sum", of=anns, path=("target", "award"), count=2)
    assert faults(LEDGER, query, "$1,500.50") == []
    assert LEDGER.answer(query.model_copy(update={"count": 3})) == {}
    assert LEDGER.answer(query.model_copy(update={"count": 1})) == {}


# --- no piece of evidence can be spared


def test_evidence_that_says_the_same_twice_can_be_spared_and_is_refused():
    twice = Ledger((*LEDGER.facts, fact("f11", "s1", "author", "Berg", 11)))
    query = Get(of=Value(value="s1"), attribute="author")
    assert list(twice.answer(query)) == ["Berg"]
    assert faults(twice, query, "Berg") == ["still one answer without o[3:4]", "still one answer without o[11:12]"]


def test_one_piece_that_can_be_spared_among_others_that_cannot_is_named():
    # "Ann brought it to the first session" was said in two places, and either of them is enough
    also = tuple(
        fact(f"x{at}", "m1", *own, 12) for at, own in enumerate([("brought_by", "Ann"), ("brought_at", "w-s01")])
    )
    elsewhere = (fact("f1", "m1", "target", "s1", 13), *LEDGER.facts[1:])
    query = Get(of=Get(of=BROUGHT, attribute="target"), attribute="author")
    assert faults(Ledger(elsewhere), query, "Berg") == []
    assert faults(Ledger(elsewhere + also), query, "Berg") == [
        "still one answer without o[1:2]",
        "still one answer without o[12:13]",
    ]


def test_a_piece_without_which_another_single_answer_comes_can_be_spared_too():
    query = Get(of=Value(value="w/brief"), attribute="due_on")
    assert list(LEDGER.answer(query)) == ["June 9"]
    assert faults(LEDGER, query, "June 9") == ["still one answer without o[8:9]"]  # it would be June 1


def test_a_piece_without_which_several_answers_come_is_needed():
    later = fact("g9", "s9", "author", "Dahl", 30, supersedes="f7")
    rival = fact("g8", "s1", "author", "Ek", 31, supersedes="g7")
    ledger = Ledger((*LEDGER.facts, later, rival))
    query = Get(of=Value(value="s1"), attribute="author")
    assert set(ledger.without([later.source]).answer(query)) == {"Berg", "Ek"}
    assert faults(ledger, query, "Ek") == []


def test_what_rests_on_no_passage_is_not_proven():
    assert faults(LEDGER, Value(value="Berg"), "Berg") == ["no evidence"]


def test_an_answer_that_nothing_gives_or_one_of_several_is_not_proven():
    assert faults(LEDGER, Get(of=Value(value="s9"), attribute="author"), "Berg") == [
        "the ledger gives nothing instead of 'Berg' alone"
    ]
    anns = Having(attribute="brought_by", value=Value(value="Ann"))
    query = Get(of=Get(of=anns, attribute="target"), attribute="author")
    assert faults(LEDGER, query, "Berg") == ["the ledger gives ['Berg', 'Dahl'] instead of 'Berg' alone"]


def test_pieces_are_the_distinct_passages_of_the_support_in_order():
    found = LEDGER.answer(Get(of=Get(of=BROUGHT, attribute="target"), attribute="author"))["Berg"]
    assert found.support == {"f1", "f2", "f3", "f7"}
    assert [span.start for span in pieces(LEDGER, found.support)] == [1, 3]


# --- what a reader who missed a passage can still say


def test_what_one_misses_adds_up():
    less = LEDGER.without([LEDGER.by_id["f7"].source]).without([LEDGER.by_id["f8"].source])
    assert less.answer(Get(of=Value(value="s1"), attribute="author")) == {}
    assert less.answer(Get(of=Value(value="s2"), attribute="author")) == {}
    assert less.states("s1", "author") == []
    assert less.answer(Having(attribute="author", value=Value(value="Berg"))) == {}


def test_who_missed_the_change_takes_the_old_state_for_the_present_one():
    less = LEDGER.without([LEDGER.by_id["h2"].source])
    assert list(less.answer(Having(attribute="holder", value=Value(value="m1")))) == ["w:lead"]


def test_what_held_before_anything_changed_needs_every_state():
    query = Before(of=Value(value="w/brief"), attribute="due_on", changes=1)
    assert faults(LEDGER, query, "June 1") == []
    assert faults(LEDGER, Changed(of=Value(value="w/brief"), attribute="due_on", changes=1), "June 1") == [
        "the ledger gives ['June 9'] instead of 'June 1' alone"
    ]


@pytest.mark.parametrize(
    "states",
    [
        [("a", None), ("b", None)],  # two beginnings
        [("a", None), ("b", "a"), ("c", "a")],  # two follow the same
        [("a", None), ("b", "x")],  # one follows what nobody said
        [("a", None), ("b", "c"), ("c", "b")],  # two follow each other
        [("a", "b"), ("b", "a")],  # no beginning
    ],
)
def test_states_that_are_no_chain_are_none(states):
    facts = [fact(name, "t", "fee", name, at + 1, supersedes=before) for at, (name, before) in enumerate(states)]
    assert Ledger(tuple(facts)).states("t", "fee") == []
    chain = [
        fact(name, "t", "fee", name, at + 1, supersedes=before)
        for at, (name, before) in enumerate([("b", "a"), ("a", None)])
    ]
    assert [own.id for own in Ledger(tuple(chain)).states("t", "fee")] == ["a", "b"]


def test_an_answer_that_two_subjects_share_rests_on_both():
    both = Ledger(
        (
            fact("a", "m1", "kind", "x", 1),
            fact("b", "m2", "kind", "x", 2),
            fact("c", "m1", "fee", "$5", 3),
            fact("d", "m2", "fee", "$5", 4),
        )
    )
    query = Get(of=Having(attribute="kind", value=Value(value="x")), attribute="fee")
    assert both.answer(query)["$5"].support == {"a", "b", "c", "d"}


def test_terms_that_share_nothing_have_nothing_in_common():
    other = Having(attribute="brought_at", value=Value(value="w-s02"))
    anns = Having(attribute="brought_by", value=Value(value="Ann"))
    assert LEDGER.answer(Both(terms=(BROUGHT, other))) == {}
    assert list(LEDGER.answer(Both(terms=(anns, other)))) == ["m2"]


def test_nothing_is_derived_from_a_value_that_is_missing_or_one_of_several():
    dated = Get(of=Value(value="s1"), attribute="decided_on")
    several = Get(
        of=Get(of=Having(attribute="brought_by", value=Value(value="Ann")), attribute="target"), attribute="decided_on"
    )
    assert LEDGER.answer(Derive(how="order", terms=(several, Value(value="May 9, 2009")))) == {}
    assert LEDGER.answer(Derive(how="order", terms=(dated, several))) == {}
    assert LEDGER.answer(Derive(how="order", terms=(dated, Get(of=Value(value="s9"), attribute="decided_on")))) == {}
    assert LEDGER.answer(Derive(how="order", terms=(dated, dated))) == {}


def test_what_is_found_by_something_else_rests_on_that_too():
    by_subject = Having(attribute="holder", value=BROUGHT)
    before = Ledger(LEDGER.facts[:-1])
    assert before.answer(by_subject)["w:lead"].support == {"f2", "f3", "h1"}
    held = Changed(of=Having(attribute="wanted_by", value=Value(value="Bo")), attribute="due_on", changes=1)
    ledger = Ledger((*LEDGER.facts, fact("x", "w/brief", "wanted_by", "Bo", 50)))
    assert ledger.answer(held)["June 9"].support == {"g1", "g2", "x"}
    anns = Having(attribute="brought_by", value=Value(value="Ann"))
    total = Each(how="sum", of=anns, path=("target", "award"), count=2)
    assert LEDGER.answer(total)["$1,500.50"].support == {"f1", "f2", "f4", "f5", "f11", "f12"}
    terms = tuple(Get(of=Value(value=name), attribute="decided_on") for name in ("s1", "s2"))
    assert LEDGER.answer(Derive(how="order", terms=terms))["before"].support == {"f9", "f10"}


def test_what_changed_more_often_than_was_asked_has_no_answer():
    third = fact("g3", "w/brief", "due_on", "June 20", 10, meaning="2024-06-20", supersedes="g2")
    ledger = Ledger((*LEDGER.facts, third))
    for term in (Changed, Before):
        assert ledger.answer(term(of=Value(value="w/brief"), attribute="due_on", changes=1)) == {}
        assert len(ledger.answer(term(of=Value(value="w/brief"), attribute="due_on", changes=2))) == 1


def test_a_change_is_reckoned_with_by_what_it_means():
    now = Changed(of=Value(value="w/brief"), attribute="due_on", changes=1)
    then = Before(of=Value(value="w/brief"), attribute="due_on", changes=1)
    assert list(LEDGER.answer(Derive(how="interval", terms=(then, now)))) == ["8 days"]


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
        ("greater", ["$300", "$1,000"], "days", "no"),
        ("same", ["No. 12, 2003", "no. 12 2003"], "days", "yes"),
        ("same", ["Aug. 5, 2010", "August 5, 2010"], "days", "yes"),
        ("same", ["BERG", "Dahl"], "days", "no"),
        ("interval", ["May 1, 2003", "May 20, 2003"], "months", None),
        ("interval", ["May 1, 2003", "May 20, 2003"], "weeks", "2 weeks"),
        ("interval", ["May 2, 2003", "May 1, 2005"], "years", "1 year"),
        ("sum", ["$1,200", "two weeks"], "days", None),
        ("sum", ["12", "some"], "days", None),
        ("greater", ["$300", "$300"], "days", None),
        ("greater", ["$1,000", "$300"], "days", "yes"),
        ("same", ["$1,000", "$1,000.00"], "days", "yes"),
        ("same", ["Affirmed", "AFFIRM"], "days", "yes"),
        ("same", ["affirmed", "affirmed in part and reversed in part"], "days", None),
    ],
)
def test_derived_answers(how, values, unit, expected):
    assert derive(how, values, unit) == expected


def test_a_query_survives_the_way_through_json():
    query = Derive(how="same", terms=(Get(of=BROUGHT, attribute="target"), Value(value="x")))
    adapter = TypeAdapter(Term)
    assert adapter.validate_json(adapter.dump_json(query)) == query
