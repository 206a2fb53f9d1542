"""Of what a text states on several points the one on a point is asked for, and a question says on which."""

from __future__ import annotations

import random
import re

import pytest

from microworlds.core.errors import ItemError
from microworlds.corpora.law.planner import volume_plan
from microworlds.corpora.law.reporter import text_of, write_case
from microworlds.suites.memorydoc.categories.adversarial import CATEGORY
from microworlds.suites.memorydoc.categories.base import POINT, by_name, says_first, values
from microworlds.suites.memorydoc.facts import without
from microworlds.suites.memorydoc.offline import question
from microworlds.suites.memorydoc.planned import check as against_plans
from microworlds.suites.memorydoc.planned import plans
from microworlds.suites.memorydoc.planned.check import point_of
from microworlds.suites.memorydoc.planned.comparable import Planned, thing
from microworlds.suites.memorydoc.question_properties import likeness
from microworlds.suites.memorydoc.questions import check
from microworlds.suites.memorydoc.tasks.question import asked
from microworlds.suites.memorydoc.view import View
from microworlds.suites.memorydoc.world import Described
from tests.test_question_wording import every_given
from tests.worlds import SUBJECTS, bundle

_HEADING = re.compile(r"(?m)^[IVX]+\. (.+)$")


def test_what_is_planned_on_a_point_stands_under_its_heading():
    found = 0
    for case in volume_plan(23, 3):
        record, written = write_case(23, 3, case)
        _, *parts = _HEADING.split(text_of(record)) if not case.order else [""]
        sections = {title.lower(): body for title, body in zip(parts[::2], parts[1::2], strict=True)}
        plan = plans.of_opinion(case, written)
        for attribute in ("followed", "distinguished", "holding"):
            for value in written.stated.get(attribute, ()):
                words = point_of(attribute, value, plan)
                titles = {said.lower() for said in words}
                own = [body for title, body in sections.items() if title in titles]
                if own:
                    found += 1
                    assert any(_bare(value) in _bare(body) for body in own)
    assert found > 40


def _bare(text):
    return " ".join(re.findall(r"\w+", text.lower()))


def test_a_value_is_on_a_point_if_it_is_the_only_one_on_it_and_on_no_other():
    points = (
        ("A v. B", ("notice",)),
        ("C v. D", ("waiver", "the waiver")),
        ("E v. F", ("damages",)),
        ("G v. H", ("damages",)),
        ("I v. J", ("costs",)),
        ("I v. J", ("fees",)),
    )
    cases = tuple((thing("followed", value), words) for value, words in points)
    plan = {"followed": Planned(tuple(dict(cases)), points=cases), "docket": Planned((thing("docket", "No. 1"),))}
    on = {value: point_of("followed", value, plan) for value, _ in (*points, ("K v. L", ()))}
    assert on == {
        "A v. B": ("notice",), "C v. D": ("waiver", "the waiver"), "E v. F": (), "G v. H": (), "I v. J": (), "K v. L": ()
    }  # fmt: skip
    assert point_of("docket", "No. 1", plan) == point_of("reason", "x", plan) == ()


@pytest.fixture(scope="module")
def world():
    """A world whose texts follow one case each on a point, where what they state of dockets would be."""
    own = bundle(1)
    stated = []
    for number, each in enumerate(own.document_facts):
        facts = tuple(
            fact.model_copy(update={"attribute": "followed"}) if fact.attribute == "docket" else fact
            for fact in each.facts
        )
        names = [fact.id for fact in facts if fact.attribute == "followed"]
        words = ("no such words", f"the {SUBJECTS[number % 2].upper()}")
        stated.append(each.model_copy(update={"facts": facts, "points": dict.fromkeys(names, words)}))
    return own.model_copy(update={"document_facts": tuple(stated)})


def test_a_point_is_said_in_words_of_the_text_that_tell_of_no_text_in_particular(world, monkeypatch):
    view = View(world)
    fact = next(fact for own in world.document_facts for fact in own.facts if fact.attribute == "followed")
    own = next(words[1] for name, words in view.points.items() if name == fact.id)
    unsaid, saying = (Described(how="reader", slots={"reader": text}) for text in ("Ada", f"memo on {own[4:].lower()}"))
    monkeypatch.setitem(view.about, fact.subject, f"it is about {own[4:].lower()} here")
    for speaking in range(2, 5):
        for name in [name for name in view.about if name != fact.subject]:
            speaks = name in list(view.about)[:speaking]
            monkeypatch.setitem(view.about, name, own[4:].lower() if speaks else "nothing")
        view._found.clear()
        count = sum(own[4:].lower() in text for text in view.about.values())
        assert view.point(fact, unsaid) == (own if count >= 3 else None)
        assert view.point(fact, saying) == own
    view._found.clear()
    monkeypatch.setitem(view.about, fact.subject, "nothing")
    assert view.point(fact, saying) is None


def test_facts_that_are_left_out_take_their_points_with_them(world):
    own = world.document_facts[0].model_copy(update={"points": {}})
    names = [fact.id for fact in own.facts[:2]]
    ordered = against_plans.Ordered(points=dict.fromkeys(names, ("notice",)))
    assert without(own, frozenset(names[:1]), ordered).points == {names[1]: ("notice",)}
    assert "points" not in without(own, frozenset(), against_plans.Ordered()).model_dump()


def test_a_question_for_what_is_stated_on_a_point_says_so_and_does_without_first():
    said = 0
    for given in every_given():
        if says_first(given):
            own = given.model_copy(update={"slots": {**given.slots, POINT: "the late notice"}})
            assert not says_first(own)
            assert "what is stated on the late notice is meant" in asked(own)
            for attempt in range(4):
                text = question.write(own, random.Random(attempt)).question
                assert " first " not in text
                if " on the late notice in " in text:  # what is not noted by points has no place for one
                    check(text, own)
                    said += 1
            with pytest.raises(ItemError, match="on which of several points"):
                check("What did the court hold in the case that Olga has to read?", own)
            check("What did the court hold on late-notice grounds in the case that Olga has to read?", own)
    assert said > 100


def test_a_point_by_which_the_text_is_known_is_not_said_twice():
    (given, *_) = (own for own in every_given() if own.asks == "holding" and own.things[0].how == "purpose")
    point = given.things[0].slots["purpose"].removeprefix("the ")
    text = question.write(given.model_copy(update={"slots": {**given.slots, POINT: point}}), random.Random(1)).question
    assert " on that point " in text
    assert text.count(point) == 1


def test_a_name_that_has_the_point_does_not_say_what_is_asked_on_it():
    (given, *_) = (own for own in every_given() if own.asks == "holding" and own.things[0].how == "purpose")
    purpose = given.things[0].slots["purpose"]
    own = given.model_copy(update={"slots": {**given.slots, POINT: purpose.removeprefix("the ")}})
    with pytest.raises(ItemError, match="on which of several points"):
        check(f"What did the court hold in the case we have for {purpose}?", own)
    check(f"What did the court hold on that in the case we have for {purpose}?", own)
    check(f"What did the court hold on {own.slots[POINT]} in the case Olga brought up?", own)


def test_nobody_asks_on_one_point_of_a_text_that_is_known_by_another(world, monkeypatch):
    view = View(world)
    fact = next(fact for own in world.document_facts for fact in own.facts if fact.attribute == "followed")
    (_, own) = view.points[fact.id]
    for name in view.about:
        monkeypatch.setitem(view.about, name, own.lower())
    other = next(point for point in view.scenario.points if point.lower() != own.lower())
    assert view.point(fact, Described(how="reader", slots={"reader": "Ada"})) == own
    assert view.point(fact, Described(how="purpose", slots={"purpose": f"memo on {other}"})) is None


def test_texts_are_asked_for_what_they_state_on_points_with_and_without_an_answer(world):
    view = View(world)
    for target in view.targets:
        for draft in values(view, "doc_only", "value", by_name(view, target)):
            fact = view.known(target)[draft.asks]
            assert draft.slots.get(POINT) == view.point(fact, draft.things[0])
    proposed = list(CATEGORY.propose(view, random.Random(1)))
    on_points = [own for own in proposed if POINT in own.slots]
    assert on_points
    for own in on_points:
        plain = own.model_copy(update={"slots": {name: text for name, text in own.slots.items() if name != POINT}})
        assert plain in proposed
        assert likeness(own, own) > likeness(plain, own)
