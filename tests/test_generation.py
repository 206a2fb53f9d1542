"""What any suite's writer needs, used with records that no suite has."""

import random
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest

from microworlds.core.errors import FinalItemError, ItemError
from microworlds.core.records import Part, Record, transcript
from microworlds.generation import event_graph, session_plans
from microworlds.generation.queries import AsOf, Before, Changed, Get, Value, first_states
from microworlds.generation.selection import Cap, Selection
from microworlds.generation.session_planner import SessionPlanner
from microworlds.generation.splits import rounded_evenly
from microworlds.generation.wording import ASKED_BEFORE, Wording, WordingLoop

START = datetime(2026, 3, 2, 9, tzinfo=UTC)


class Line(Record):
    text: str


def voyages(*causes):
    return [
        session_plans.Event(
            id=f"v{n}",
            time=START + timedelta(days=40 * n),
            name="voyage",
            description="out and back",
            personas=("Ada Quay", "Ben Mole"),
            documents=(f"d{n % 3}",),
            depends_on=own,
        )
        for n, own in enumerate(causes)
    ]


@pytest.mark.parametrize(
    ("events", "fault"),
    [
        (voyages((), ("v0",), ("v1",)), None),
        (voyages(("v2",), ("v0",), ("v1",)), "the events form a cycle"),
        (voyages((), ("v2",), ()), "v1 comes before what it depends on"),
        (voyages((), ("v7",)), "an event depends on an unknown one"),
        ([*voyages(()), *voyages(())], "an event id is used twice"),
        (voyages(()), "the events span less than 2 months"),
        ([], "the events span less than 2 months"),
    ],
)
def test_events_are_a_graph_in_time_or_it_is_said_why_not(events, fault):
    found = event_graph.faults(events, 2)
    assert (fault in found) if fault else found == []


def test_chosen_events_refer_to_everything_in_order_of_time():
    events = voyages(*[()] * 9)
    chosen = event_graph.covering(events, ("d0", "d1", "d2"), 4, random.Random(3))
    assert len(chosen) == 4
    assert chosen[0] is events[0]
    assert chosen[-1] is events[-1]
    assert {"d0", "d1", "d2"} == {name for own in chosen for name in own.documents}
    assert all(one.time < two.time for one, two in pairwise(chosen))
    with pytest.raises(ItemError):
        event_graph.covering(events, ("d0", "d9"), 4, random.Random(3))


def test_working_times_are_office_hours_and_span_the_months():
    times = event_graph.working_times(date(2026, 3, 2), 6, 4, random.Random(1))
    assert len(times) == 6
    assert times == sorted(times)
    assert all(own.weekday() < 5 and 9 <= own.hour <= 16 for own in times)
    assert (times[-1] - times[0]).days >= 4 * 30


def selection(**changes):
    settings = {"wanted": {}, "repeats": {}, "caps": {}} | changes
    return Selection(properties=lambda own: [("letter", own[0]), ("digit", own[1])], **settings)


def taken(own, pool, count):
    for _ in range(count):
        own.take(pool, pool)
    return own.items


@pytest.mark.parametrize(
    ("settings", "items"),
    [
        ({}, ["a1", "a2", "a3"]),
        ({"repeats": {"letter": 1.0}}, ["a1", "b1", "c2"]),
        ({"repeats": {"letter": 1.0, "digit": 0.5}}, ["a1", "b2", "c2"]),
        ({"caps": {"letter": Cap(2, 9.0)}}, ["a1", "a2", "b1"]),
        ({"wanted": {("letter", "a"): 1, ("letter", "b"): 2, ("letter", "c"): 1}}, ["a1", "b1", "c2", "b2"]),
    ],
)
def test_what_fits_best_with_what_was_chosen_is_chosen_next(settings, items):
    pool = ["a1", "a2", "a3", "b1", "b2", "c2"]
    assert taken(selection(**settings), pool, len(items)) == items
    assert sorted([*pool, *items]) == ["a1", "a2", "a3", "b1", "b2", "c2"]


def test_an_item_that_has_a_property_twice_repeats_itself():
    said = {"twice": [("at", "a"), ("at", "a")], "once each": [("at", "a"), ("at", "b")]}
    selection = Selection(properties=lambda item: said[item], wanted={}, repeats={"at": 1.0}, caps={})
    assert [selection.cost(item) for item in said] == [1.0, 0.0]
    capped = Selection(properties=lambda item: said[item], wanted={}, repeats={}, caps={"at": Cap(1, 5.0)})
    assert [capped.cost(item) for item in said] == [5.0, 0.0]


def test_what_is_dropped_no_longer_counts():
    own = selection(repeats={"letter": 1.0})
    taken(own, ["a1", "b2"], 2)
    assert own.drop(0) == "a1"
    assert (own.items, own.cost("a3"), own.cost("b3")) == (["b2"], 0.0, 1.0)


@pytest.mark.parametrize("offset", [0.0, 0.5])
def test_rounding_is_exact_in_the_mean(offset):
    assert sum(rounded_evenly(2.3, number, offset) for number in range(1000)) == pytest.approx(2300, abs=2)


def loop(said, items, substitutes=1):
    """Words ``items``: ``said`` has for each what its attempts say, None for one that fails."""
    waiting = [*items[2:]]

    def begin(place, first):
        def write(attempt, reasons):
            assert len(reasons) == attempt - first
            text = said[items[place]][attempt - first]
            if text is None:
                raise ItemError("no words")
            return Line(text=text)

        return Wording("words", f"i{place}", first, 2, write)

    def replace(place):
        if not waiting:
            raise ItemError("nothing is left")
        items[place] = waiting.pop(0)

    return WordingLoop(begin, replace, lambda own: own.text, substitutes, None)


def test_what_cannot_be_worded_gives_its_place_to_another():
    own = loop({"x": [None, "Where is it?"], "y": [None, None], "z": ["When was it?"]}, ["x", "y", "z"])
    assert [line.text for line in own.settled(2)] == ["Where is it?", "When was it?"]
    assert [(one.item, one.attempt) for one in own.rejections] == [("i0", 0), ("i1", 0), ("i1", 1)]


def test_no_two_are_in_the_same_words():
    own = loop({"x": ["Where is it?"], "y": ["Where IS it?", "Where was it?"]}, ["x", "y"])
    assert [line.text for line in own.settled(2)] == ["Where is it?", "Where was it?"]
    assert [one.reason for one in own.rejections] == [ASKED_BEFORE]


@pytest.mark.parametrize(
    ("items", "why"), [(["x", "y"], "nothing is left"), (["x", "y", "y", "y"], "no valid wording")]
)
def test_a_world_whose_questions_cannot_be_worded_is_given_up(items, why):
    with pytest.raises(ItemError, match=why):
        loop({"x": ["Where is it?"], "y": [None, None]}, items).settled(2)


def test_what_failed_for_good_is_not_tried_again():
    def write(attempt, reasons):
        raise FinalItemError("never")

    wording = Wording("words", "i0", 0, 3, write)
    assert wording.next() is None
    assert len(wording.rejections) == 1


def test_a_plan_has_each_beat_once_and_a_session_speaks_of_one_thing():
    planner = SessionPlanner.of(
        "w0", ["Ada Quay", "Ben Mole"], voyages((), ()), [("berths",)] * 2, [9, 6], random.Random(2)
    )
    first, second = planner.sessions
    known = planner.claim("ship", "berth", "seven")
    planner.place(first, "stated", planner.beat("state", planner.speaker(first), [known], ["seven"]))
    assert planner.with_room() == [second]
    moved = planner.claim("ship", "berth", "nine", known)
    changes = [planner.beat("change", planner.speaker(second), [moved], ["nine"]) for _ in range(3)]
    planner.place(second, "changed", *changes)
    assert planner.with_room() == []
    plans = planner.plans()
    assert [[len(exchange.beats) for exchange in plan.exchanges] for plan in plans] == [[1], [3]]
    assert [plan.since for plan in plans] == [None, "five weeks"]
    assert plans[1].beats[0].claims[0].supersedes == plans[0].beats[0].claims[0].id == "w0-c001"
    assert planner.everyone == ("Ada", "Ben")


def test_a_query_of_what_changed_becomes_one_of_what_was_first():
    berth = Changed(of=Value(value="ship"), attribute="berth", changes=2)
    query = AsOf(of=Get(of=berth, attribute="quay"), at=date(2026, 5, 1))
    before = Before(of=Value(value="ship"), attribute="berth", changes=2)
    assert first_states(query) == AsOf(of=Get(of=before, attribute="quay"), at=date(2026, 5, 1))


def spoken(plan, **changes):
    """A session of one turn a beat, with another's text or speaker where said."""
    return [
        Said(speaker=beat.speaker, text=f"It is {' and '.join(beat.says)}.", beats=(beat.id,)).model_copy(
            update=changes
        )
        for beat in plan.beats
    ]


class Said(Record):
    speaker: str
    text: str
    beats: tuple[str, ...]


def planned():
    planner = SessionPlanner.of("w0", ["Ada Quay", "Ben Mole"], voyages(()), [("berths",)], [6], random.Random(2))
    claim = planner.claim("ship", "berth", "seven")
    planner.place(planner.sessions[0], "stated", planner.beat("state", "Ada Quay", [claim], ["seven"]))
    return planner.plans()[0]


def test_what_was_planned_and_said_is_a_fact_where_it_was_said():
    plan = planned()
    turns = spoken(plan)
    session_plans.check(turns, plan)
    text, parts = transcript([Part(id="u1", start=0, end=0, speaker="Ada Quay")], [turn.text for turn in turns])
    (fact,) = session_plans.facts(plan, turns, parts)
    assert (fact.value, text[fact.source.start : fact.source.end]) == ("seven", "It is seven.")
    assert (fact.source.observation, fact.valid_from) == (plan.id, plan.time)


def test_a_company_may_be_called_as_who_speaks_of_it():
    plan = planned()
    (exchange,) = plan.exchanges
    beat = exchange.beats[0].model_copy(update={"slots": {"client": "Ada Shipping"}, "says": ("Ada",)})
    plan = plan.model_copy(update={"exchanges": (exchange.model_copy(update={"beats": (beat,)}),)})
    # who speaks is known: a name that is to be said need not be where it is the speaker's own
    session_plans.check([Said(speaker="Ada Quay", text="I wrote to Ada Shipping.", beats=(beat.id,))], plan)
    with pytest.raises(ItemError, match="speaks of himself by name"):
        session_plans.check([Said(speaker="Ada Quay", text="Ada wrote to Ada Shipping.", beats=(beat.id,))], plan)


def test_a_question_and_its_answer_make_a_fact_known_together():
    plan = planned()
    beat = plan.beats[0].id
    turns = [
        Said(speaker="Ben Mole", text="Which berth?", beats=(beat,)),
        Said(speaker="Ada Quay", text="It is seven.", beats=(beat,)),
    ]
    session_plans.check(turns, plan)
    said = [Part(id=f"u{place}", start=0, end=0, speaker=turn.speaker) for place, turn in enumerate(turns)]
    text, parts = transcript(said, [turn.text for turn in turns])
    (fact,) = session_plans.facts(plan, turns, parts)
    assert text[fact.source.start : fact.source.end] == "Which berth?\nAda Quay: It is seven."
    aside = Said(speaker="Ben Mole", text="Cold today.", beats=())
    session_plans.check([turns[0], aside, turns[1]], plan)  # what was said between belongs to it
    with pytest.raises(ItemError, match="takes 11 turns"):
        session_plans.check([turns[0], *[aside] * 9, turns[1]], plan)
    with pytest.raises(ItemError, match="is spoken by Ben Mole"):
        session_plans.check(turns[::-1], plan)


def test_exchanges_come_in_any_order_and_what_belongs_to_one_in_its_own():
    planner = SessionPlanner.of("w0", ["Ada Quay", "Ben Mole"], voyages(()), [("berths",)], [10], random.Random(2))
    (session,) = planner.sessions
    first, second, third = (planner.beat("state", "Ada Quay", (), [value]) for value in ("seven", "eight", "nine"))
    planner.place(session, "stated_two", first, second)
    planner.place(session, "stated", third)
    plan = planner.plans()[0]
    turns = {
        beat.says[0]: Said(speaker="Ada Quay", text=f"It is {beat.says[0]}.", beats=(beat.id,)) for beat in plan.beats
    }
    session_plans.check([turns[value] for value in ("nine", "seven", "eight")], plan)
    session_plans.check([turns[value] for value in ("seven", "nine", "eight")], plan)
    with pytest.raises(ItemError, match="of one exchange"):
        session_plans.check([turns[value] for value in ("eight", "nine", "seven")], plan)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"text": "It is eight."}, "does not say 'seven'"),
        ({"text": "It is\nseven."}, "line break"),
        ({"speaker": "Ben Mole"}, "is spoken by Ben Mole"),
        ({"speaker": "Cy Keel"}, "does not take part"),
        ({"beats": ()}, "not all there"),
        ({"text": "It is seven, as Ada said."}, "Ada speaks of himself by name"),
    ],
)
def test_a_session_that_departs_from_its_plan_is_refused(changes, why):
    plan = planned()
    with pytest.raises(ItemError, match=why):
        session_plans.check(spoken(plan, **changes), plan)
