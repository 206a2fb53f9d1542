"""What a meeting speaks of, and in which order."""

import random
from collections import Counter
from itertools import chain, cycle, repeat

import pytest

from microworlds.generation.session_plans import thing
from microworlds.suites.memorydoc.categories import adversarial
from microworlds.suites.memorydoc.conversations import ConversationMaker
from microworlds.suites.memorydoc.scenarios import ScenarioMaker
from microworlds.suites.memorydoc.storyline.mentions import Mentions
from microworlds.suites.memorydoc.tasks import session
from microworlds.suites.memorydoc.view import BROUGHT, View
from tests import worlds

NUMBERS = range(8)
EVERY = pytest.mark.parametrize("number", NUMBERS)


@EVERY
def test_a_place_goes_to_what_is_brought_to_the_meeting_or_was_before(number):
    known: set[str] = set()
    for plan in worlds.bundle(number).scenario.plans:
        claims = [claim for beat in plan.beats for claim in beat.claims]
        known |= {text for claim in claims if claim.attribute == "target" for text in (claim.subject, claim.value)}
        assert {claim.value for claim in claims if claim.attribute == "holder"} <= known


@EVERY
def test_a_meeting_speaks_of_one_thing_and_of_no_document_but_what_is_brought_or_changes_places(number):
    for plan in worlds.bundle(number).scenario.plans:
        assert len(set(map(thing, plan.exchanges))) == len(plan.concerns) == 1
        acts = [beat.act for beat in plan.beats if "noun" in beat.slots]
        assert acts in ([], ["introduce"], ["introduce", "assign"], *PLACES)


PLACES = ["introduce", "stand"], ["stand"], ["introduce", "restand"], ["restand"]


@EVERY
def test_a_world_is_given_up_if_a_meeting_is_left_with_nothing_to_speak_of(number, monkeypatch):
    monkeypatch.setattr(Mentions, "_fresh", lambda *_: [])  # no document can come up
    maker = ScenarioMaker(worlds.domain(), worlds.SCENARIOS, worlds.AUTHOR, worlds.SEED)
    assert "a meeting is left with no document to speak of" in maker.scenario(worlds.outline(number))[-1].reason


def test_a_date_is_settled_and_changed_and_a_place_given_and_given_anew():
    for number in NUMBERS:
        acts = Counter(beat.act for plan in worlds.bundle(number).scenario.plans for beat in plan.beats)
        assert acts["change"] == acts["restand"] == 1
        assert acts["stand"] in (1, 2)


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
    longer = worlds.SCENARIOS.model_copy(update={"sessions": 8, "events_least": 8})
    monkeypatch.setattr(worlds, "SCENARIOS", longer)  # in more meetings more documents are brought
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


def test_lawyers_bring_documents_and_nobody_a_second_one_while_one_of_them_there_has_brought_none():
    for number in NUMBERS:
        scenario, brought = worlds.bundle(number).scenario, set[str]()
        lawyers = {own.name for own in scenario.personas if own.role in worlds.domain().deciders}
        for plan in scenario.plans:
            for beat in plan.beats:
                if beat.act == "introduce":
                    free = (lawyers.intersection(plan.personas) or set(plan.personas)) - brought
                    assert beat.speaker in (free or set(plan.personas) - brought or plan.personas)
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


def test_what_happens_in_a_session_begins_at_its_ends_more_often_than_at_any_turn_between():
    begins: Counter[int] = Counter()
    for number in NUMBERS:
        for plan in worlds.bundle(number).scenario.plans:
            for again in range(20):
                named = plan.model_copy(update={"id": f"{plan.id}-{again}"})
                starts = session._starts(named, 22)
                assert starts == sorted(starts)
                assert len(starts) == len(plan.concerns)
                begins.update(starts)
    assert set(begins) == {1, *range(4, 14), 16}  # what takes seven turns ends with the last
    assert min(begins[1], begins[16]) > 2 * max(begins[start] for start in range(4, 14))
    assert begins[16] > begins[1]  # whoever writes ends an item late, or short


def test_who_writes_is_told_from_which_turn_each_thing_is_talked_of():
    scenario = worlds.bundle(0).scenario
    maker = ConversationMaker(worlds.CONVERSATIONS, worlds.AUTHOR)
    for plan in scenario.plans:
        given = maker._given(scenario, plan, ())
        asked, turns = session.SESSION.render(given), session._turns(given)
        for start, own in zip(session._starts(plan, turns), plan.concerns, strict=True):
            assert f"{session._from(start, turns)}\n- {own[0].id}: " in asked
    assert "first turn" in session._from(1, 17)
    assert "last turn" in session._from(11, 17)
    assert "turn 5" in session._from(5, 17)
