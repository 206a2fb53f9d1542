"""What a meeting speaks of, and in which order."""

import random
from collections import Counter
from collections.abc import Iterable
from itertools import chain, cycle, groupby, repeat

import pytest

from microworlds.generation.person_names import first_name
from microworlds.generation.session_plans import Exchange
from microworlds.suites.memorydoc.categories import adversarial
from microworlds.suites.memorydoc.tasks import session
from microworlds.suites.memorydoc.view import BROUGHT, View
from microworlds.suites.memorydoc.world import WorldBundle
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


def test_a_meeting_speaks_of_two_documents_unless_one_has_to_come_up():
    counts = []
    for number in NUMBERS:
        for plan in worlds.bundle(number).scenario.plans:
            spoken = [beat for beat in plan.beats if "noun" in beat.slots and beat.slots.get("ref") != "it"]
            counts.append(len(spoken) + sum(beat.act == "restand" for beat in spoken))
    assert max(counts) <= 4
    assert sum(count <= 2 for count in counts) >= 0.8 * len(counts)
    assert counts.count(2) > len(NUMBERS)


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
    for number in NUMBERS:
        view = View(worlds.bundle(number))
        brought = Counter(fact.value for fact in view.chat.facts if fact.attribute == "brought_by")
        for how, slots in ((own.described.how, own.described.slots) for own in view.references):
            if how in BROUGHT:
                assert (brought[slots["by"]] == 1) == (how == "brought") == ("at" not in slots)
                hows[how] += 1
    assert hows["brought"] > hows["brought_at"] > 0


def brought_by_two(world: WorldBundle, turns: Iterable[int]) -> WorldBundle:
    """The world as if its first two people had brought all that was brought: whose turn it is, one after another."""
    names = (first_name(world.scenario.personas[own].name) for own in turns)
    sessions = tuple(
        session.model_copy(
            update={
                "facts": tuple(
                    fact.model_copy(update={"value": next(names)}) if fact.attribute == "brought_by" else fact
                    for fact in session.facts
                )
            }
        )
        for session in world.conversations.sessions
    )
    return world.model_copy(update={"conversations": world.conversations.model_copy(update={"sessions": sessions})})


def alternately():
    return cycle((0, 1))


def all_but_one():
    return chain((1,), repeat(0))


def test_who_is_wrongly_said_to_have_brought_a_document_to_a_meeting_brought_several_to_others():
    hows: Counter[str] = Counter()
    made = [
        brought_by_two(worlds.bundle(number), turns()) for number in NUMBERS for turns in (alternately, all_but_one)
    ]
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


def test_who_writes_is_told_whether_the_first_and_the_last_turn_carry_items_and_never_both_of_a_single_one():
    told = Counter()
    for number in NUMBERS:
        for plan in worlds.bundle(number).scenario.plans:
            said = session._frame(plan)
            both = "The first turn already" in said, "the last turn carries" in said
            assert len(plan.beats) > 1 or both != (True, True)
            told.update([both])
    assert set(told) == {(False, False), (False, True), (True, False), (True, True)}
