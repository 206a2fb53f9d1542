"""The fact ledger: what held when, and collections."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from microworlds.generation.ledger import Fact, Ledger, faults
from microworlds.generation.queries import AsOf, Before, Changed, Get, Having, Members, Term, Value
from tests.ledger_facts import fact

NOW = datetime(2024, 5, 1, tzinfo=UTC)


# --- what held when


SUBJECTS, VALUES = ("m", "n"), ("rope", "lamp", "oar")
DAYS = st.integers(0, 6)


@st.composite
def histories(draw):
    """Facts of sets (gear) and of single states (place), in no order of time, some of which held always."""
    facts = []
    for at in range(draw(st.integers(1, 9))):
        day = draw(st.none() | DAYS)
        begun = None if day is None else NOW + timedelta(days=day, minutes=draw(st.integers(0, 1)) * 700 + at)
        removes = draw(st.booleans())
        facts.append(
            fact(
                f"s{at}",
                draw(st.sampled_from(SUBJECTS)),
                "gear",
                draw(st.sampled_from(VALUES)),
                at,
                valid_from=begun,
                removes=removes,
            )
        )
    for subject in SUBJECTS:
        last = None
        for at, day in enumerate(sorted(draw(st.lists(DAYS, max_size=4, unique=True)))):
            name = f"{subject}{at}"
            begun = NOW + timedelta(days=day, hours=3)
            facts.append(
                fact(
                    name,
                    subject,
                    "place",
                    draw(st.sampled_from(VALUES)),
                    100 + len(facts),
                    valid_from=begun,
                    supersedes=last,
                )
            )
            last = name
    return draw(st.permutations(facts))


def replayed(facts, subject, attribute, moment):
    """What an attribute was at a moment: everything that had happened, one after the other."""
    held = set()
    for one in sorted(facts, key=lambda one: one.valid_from or datetime.min.replace(tzinfo=UTC)):
        if (one.subject, one.attribute) == (subject, attribute) and (
            one.valid_from is None or one.valid_from <= moment
        ):
            if attribute == "place":
                held.clear()
            (held.discard if one.removes else held.add)(one.value)
    return held


MOMENTS = st.integers(-24, 8 * 24).map(lambda hours: NOW + timedelta(hours=hours))


@given(histories(), MOMENTS, st.sampled_from(SUBJECTS), st.sampled_from(("gear", "place")))
def test_what_held_at_a_moment_is_what_a_replay_of_all_that_happened_gives(facts, moment, subject, attribute):
    held = replayed(facts, subject, attribute, moment)
    ledger = Ledger(tuple(facts))
    assert set(ledger.answer(AsOf(of=Get(of=Value(value=subject), attribute=attribute), at=moment))) == held
    for value in VALUES:
        having = AsOf(of=Having(attribute=attribute, value=Value(value=value)), at=moment)
        assert (subject in ledger.answer(having)) == (value in held)
    # the present is what is after all that happened
    now = replayed(facts, subject, attribute, NOW + timedelta(days=99))
    assert set(ledger.answer(Get(of=Value(value=subject), attribute=attribute))) == now


@given(histories(), DAYS, st.sampled_from(SUBJECTS))
def test_what_held_on_a_day_is_what_held_at_its_end(facts, day, subject):
    date_of = (NOW + timedelta(days=day)).date()
    end = datetime.combine(date_of, time.max, UTC)
    ledger = Ledger(tuple(facts))
    for attribute in ("gear", "place"):
        get = Get(of=Value(value=subject), attribute=attribute)
        assert ledger.answer(AsOf(of=get, at=date_of)) == ledger.answer(AsOf(of=get, at=end))


@given(histories(), MOMENTS, st.sampled_from(SUBJECTS))
def test_a_set_as_one_answer_is_proven_by_all_its_changes_and_by_no_other_number_of_them(facts, moment, subject):
    begun = [
        one for one in facts if (one.subject, one.attribute) == (subject, "gear") and one in ledger_at(facts, moment)
    ]
    held = replayed(facts, subject, "gear", moment)
    query = Members(of=Value(value=subject), attribute="gear", changes=max(1, len(begun)))
    asked = AsOf(of=query, at=moment)
    found = Ledger(tuple(facts)).answer(asked)
    assert list(found) == ([", ".join(sorted(held))] if held else [])
    if held:
        (own,) = found.values()
        assert own.support == {one.id for one in begun}
        assert faults(Ledger(tuple(facts)), asked, ", ".join(sorted(held))) == []
    other = query.model_copy(update={"changes": query.changes + 1})
    assert Ledger(tuple(facts)).answer(AsOf(of=other, at=moment)) == {}


def ledger_at(facts, moment):
    return [one for one in facts if one.valid_from is None or one.valid_from <= moment]


def test_at_the_moment_from_which_a_fact_holds_it_holds():
    ledger = Ledger(
        (fact("a", "m", "place", "gym", 1), fact("b", "m", "place", "pool", 2, valid_from=NOW, supersedes="a"))
    )
    get = Get(of=Value(value="m"), attribute="place")
    assert list(ledger.answer(AsOf(of=get, at=NOW))) == ["pool"]
    assert list(ledger.answer(AsOf(of=get, at=NOW - timedelta(microseconds=1)))) == ["gym"]
    # a day is that of the fact's own time zone
    late = fact(
        "b", "m", "place", "pool", 2, valid_from=datetime.fromisoformat("2024-05-01T23:30:00-05:00"), supersedes="a"
    )
    assert list(Ledger((ledger.facts[0], late)).answer(AsOf(of=get, at=date(2024, 5, 1)))) == ["pool"]


def test_a_state_that_was_ended_is_no_answer_and_was_one_before():
    begun, ended = (
        fact("a", "m", "habit", "walk", 1, valid_from=NOW),
        fact("b", "m", "habit", "walk", 2, valid_from=NOW + timedelta(days=3), supersedes="a", removes=True),
    )
    ledger = Ledger((begun, ended))
    get = Get(of=Value(value="m"), attribute="habit")
    assert ledger.answer(get) == {}
    assert list(ledger.answer(AsOf(of=get, at=date(2024, 5, 2)))) == ["walk"]
    assert ledger.answer(Changed(of=Value(value="m"), attribute="habit", changes=1)) == {}
    assert list(ledger.answer(Before(of=Value(value="m"), attribute="habit", changes=1))) == ["walk"]


def test_a_fact_that_removes_nothing_is_written_as_before():
    assert "removes" not in fact("a", "m", "place", "gym", 1).model_dump_json()
    ended = fact("a", "m", "place", "gym", 1, removes=True)
    assert Fact.model_validate_json(ended.model_dump_json()) == ended


@pytest.mark.parametrize("at", [NOW, date(2024, 5, 1)])
def test_a_query_of_a_moment_or_a_day_survives_the_way_through_json(at):
    adapter = TypeAdapter(Term)
    query = AsOf(of=Members(of=Value(value="m"), attribute="gear", changes=2), at=at)
    assert adapter.validate_json(adapter.dump_json(query)) == query
