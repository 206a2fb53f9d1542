"""What a meeting speaks of, and in which order."""

import random
from collections import Counter
from itertools import chain, cycle, groupby, repeat

import pytest

from microworlds.generation import session_planner
from microworlds.generation.person_names import first_name
from microworlds.generation.session_plans import Exchange
from microworlds.suites.memorydoc.categories import adversarial
from microworlds.suites.memorydoc.conversations import ConversationMaker
from microworlds.suites.memorydoc.tasks import session
from microworlds.suites.memorydoc.view import BROUGHT, View
from tests import worlds

NUMBERS = range(8)
EVERY = pytest.mark.parametrize("number", NUMBERS)


def thing(exchange: Exchange) -> str:
    """The point or piece of work that an exchange is about."""
    return next((beat.slots[name] for beat in exchange.beats for name in ("subject", "work") if name in beat.slots), "")


@EVERY
def test_a_document_is_given_a_place_at_a_later_meeting_than_it_was_brought_to(number):
    known: set[str] = set()
    for plan in worlds.bundle(number).scenario.plans:
        claims = [claim for beat in plan.beats for claim in beat.claims]
        holders = {claim.value for claim in claims if claim.attribute == "holder"}
        named_again = {claim.subject: claim.value for claim in claims if claim.attribute == "target"}
        assert {named_again.get(holder, holder) for holder in holders} <= known
        known |= set(named_again) | set(named_again.values())


@EVERY
def test_what_is_said_of_one_thing_stands_together(number):
    for plan in worlds.bundle(number).scenario.plans:
        runs = [name for name, _ in groupby(map(thing, plan.exchanges))]
        assert len(runs) == len(set(runs))


def test_a_meeting_has_two_exchanges_and_speaks_of_no_other_document_where_one_takes_a_place():
    counts: Counter[int] = Counter()
    for number in NUMBERS:
        for plan in worlds.bundle(number).scenario.plans:
            spoken_of = ["noun" in beat.slots and beat.slots.get("ref") != "it" for beat in plan.beats]
            acts = {beat.act for beat in plan.beats if "noun" in beat.slots}
            assert len(plan.exchanges) <= 2
            assert sum(spoken_of) <= 2
            assert "restand" not in acts or acts <= {"restand", "doubt"}
            counts[len(plan.exchanges)] += 1
    assert counts[2] > counts[1]


def test_people_say_whose_a_document_is_and_to_which_meeting_only_where_somebody_brought_several():
    by_meeting, alone = 0, 0
    for number in NUMBERS:
        brought: Counter[str] = Counter()
        for plan in worlds.bundle(number).scenario.plans:
            earlier = Counter(brought)
            brought.update(first_name(beat.speaker) for beat in plan.beats if beat.act == "introduce")
            for beat in plan.beats:
                ref = beat.slots.get("ref")
                if ref == "brought":
                    assert earlier[beat.slots["by"]] == 1
                    assert "at" not in beat.slots
                    alone += 1
                elif ref == "brought_at":
                    assert brought[beat.slots["by"]] > 1
                    assert beat.slots["at"]
                    by_meeting += 1
    assert alone > 2 * by_meeting


def test_a_question_names_the_meeting_only_where_somebody_brought_several():
    hows: Counter[str] = Counter()
    for world in (worlds.brought_by(worlds.bundle(number), alternately()) for number in NUMBERS):
        view = View(world)
        brought = Counter(fact.value for fact in view.chat.facts if fact.attribute == "brought_by")
        for how, slots in ((own.described.how, own.described.slots) for own in view.references):
            if how in BROUGHT:
                assert (brought[slots["by"]] == 1) == (how == "brought") == ("at" not in slots)
                hows[how] += 1
    assert min(hows["brought"], hows["brought_at"]) > 0


def alternately():
    return cycle((0, 1))


def all_but_one():
    return chain((1,), repeat(0))


def test_who_is_wrongly_said_to_have_brought_a_document_to_a_meeting_brought_several_to_others(monkeypatch):
    hows: Counter[str] = Counter()
    monkeypatch.setattr(session_planner, "_MOST", 4)  # meetings with more room bring more documents
    bundles = [worlds.bundle.__wrapped__(number) for number in NUMBERS]
    made = [worlds.brought_by(world, turns()) for world in bundles for turns in (alternately, all_but_one)]
    for view in map(View, made):
        for own in adversarial.CATEGORY.propose(view, random.Random(1)):
            if own.form == "wrong_person":
                wrong = own.slots["wrong"]
                thing = next(thing for thing in own.things if thing.slots.get("by") == wrong)
                brought = [
                    view.when(fact.source.observation)["at"]
                    for fact in view.chat.facts
                    if fact.attribute == "brought_by" and fact.value == wrong
                ]
                assert len(brought) > 1 if thing.how == "brought_at" else not brought
                assert thing.slots.get("at") not in brought
                assert f"{own.slots['right']} brought" in own.answer
                hows[thing.how] += 1
    assert min(hows["brought"], hows["brought_at"]) > 0


def test_nobody_brings_a_second_document_while_somebody_present_has_brought_none():
    for number in NUMBERS:
        brought: set[str] = set()
        for plan in worlds.bundle(number).scenario.plans:
            for beat in plan.beats:
                if beat.act == "introduce":
                    assert beat.speaker not in brought or brought.issuperset(plan.personas)
                    brought.add(beat.speaker)


def test_nobody_plans_work_that_is_over_at_the_stage_of_the_matter():
    stages = worlds.domain().stages
    assert [bool(stage.words) for stage in stages] == [True, False]  # the last one fits every name
    assert all(set(stage.over) < set(worlds.domain().work) for stage in stages)
    for number in NUMBERS:
        scenario = worlds.bundle(number).scenario
        stage = worlds.domain().stage(scenario.matter)
        assert scenario.stage == stage.said
        assert not {beat.slots.get("work") for plan in scenario.plans for beat in plan.beats} & set(stage.over)
    names = ("the Ada sentencing appeal", "the Ada coverage dispute")
    assert [worlds.domain().stage(name) for name in names] == [*stages]


def test_a_meeting_has_one_slip_at_most():
    slips = [
        [beat.act for beat in plan.beats].count("correct")
        for number in NUMBERS
        for plan in worlds.bundle(number).scenario.plans
    ]
    assert set(slips) == {0, 1}


def test_what_happens_in_a_session_begins_at_its_ends_more_often_than_at_any_turn_between():
    begins: Counter[int] = Counter()
    for number in NUMBERS:
        for plan in worlds.bundle(number).scenario.plans:
            for again in range(20):
                named = plan.model_copy(update={"id": f"{plan.id}-{again}"})
                starts = session._starts(named, 22)
                assert starts == sorted(starts)
                assert len(starts) == len(plan.exchanges)
                begins.update(starts)
    assert set(begins) == {1, *range(4, 15), 17}  # what takes six turns ends with the last
    assert min(begins[1], begins[17]) > 2 * max(begins[start] for start in range(4, 15))


def test_who_writes_is_told_from_which_turn_each_exchange_is_talked_of():
    scenario = worlds.bundle(0).scenario
    maker = ConversationMaker(worlds.CONVERSATIONS, worlds.AUTHOR)
    for plan in scenario.plans:
        given = maker._given(scenario, plan, ())
        asked, turns = session.SESSION.render(given), session._turns(given)
        for start, exchange in zip(session._starts(plan, turns), plan.exchanges, strict=True):
            assert f"{session._from(start, turns)}\n- {exchange.beats[0].id}: " in asked
    assert "first turn" in session._from(1, 17)
    assert "last turn" in session._from(12, 17)
    assert "turn 5" in session._from(8, 17)
    assert "turn 2" in session._from(4, 17)
