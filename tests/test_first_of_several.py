"""Of what a text may state more than once the first is meant, and a question says so."""

from __future__ import annotations

import random
import re
from types import SimpleNamespace

import pytest

from microworlds.core.errors import ItemError
from microworlds.core.records import Span
from microworlds.generation.ledger import Fact
from microworlds.suites.memorydoc.categories.adversarial import CATEGORY
from microworlds.suites.memorydoc.categories.base import ALONE, askable, says_first
from microworlds.suites.memorydoc.offline import question
from microworlds.suites.memorydoc.question_properties import likeness
from microworlds.suites.memorydoc.question_selection import _REPEATS, Chosen
from microworlds.suites.memorydoc.questions import check
from microworlds.suites.memorydoc.tasks.question import asked
from microworlds.suites.memorydoc.view import View
from microworlds.suites.memorydoc.world import Described
from tests.test_question_wording import THINGS, every_given, of_form
from tests.worlds import SEED, bundle, questions_params


def test_of_what_a_text_may_state_more_than_once_the_first_is_asked_for():
    several = [given for given in every_given() if says_first(given)]
    assert {given.asks for given in several} >= {"holding", "followed", "relied_on", "appellant_argument"}
    for given in several:
        for attempt in range(4):
            check(question.write(given, random.Random(attempt)).question, given)
        assert 'the word "first"' in asked(given)
    single = of_form("value", "docket", THINGS[:1], "opinion")
    check("What is the docket number of it?", single)
    assert 'the word "first"' not in asked(single)


@pytest.mark.parametrize(
    "text", ["What did the court hold in it?", "What did the court hold in the case at the First call?"]
)
def test_a_first_meeting_does_not_say_that_the_first_of_several_is_meant(text):
    thing = Described(how="brought_at", slots={"by": "Olga", "at": "first call", "date": "May 3, 2022"})
    given = of_form("value", "holding", (thing,), "opinion")
    with pytest.raises(ItemError, match='the word "first"'):
        check(text, given)
    check("What did the court hold first in the case at the first call?", given)


def test_what_a_text_is_known_to_state_once_is_asked_for_without_first():
    for given in every_given():
        if says_first(given):
            alone = given.model_copy(update={"slots": {**given.slots, ALONE: "yes"}})
            assert not says_first(alone)
            for attempt in range(4):
                worded, plain = (question.write(own, random.Random(attempt)).question for own in (given, alone))
                assert plain == " ".join(re.sub(r"\bfirst\b", "", worded).split())
                check(plain, alone)
            assert 'the word "first"' not in asked(alone)


def test_a_question_without_an_answer_is_put_both_ways_and_chosen_like_one_that_has_one():
    """Otherwise the word would tell that there is none."""
    proposed = list(CATEGORY.propose(View(_of_several(bundle(1))), random.Random(1)))
    with_first = [own for own in proposed if says_first(own)]
    assert with_first
    for own in with_first:
        alone = own.model_copy(update={"slots": {**own.slots, ALONE: "yes"}})
        assert alone in proposed
        assert likeness(own, own) > likeness(alone, own)
        assert likeness(alone, alone) > likeness(own, alone)


def test_what_stands_alone_is_asked_for_before_the_first_of_several(monkeypatch):
    views = []
    for world in (_of_several(bundle(number)) for number in range(1, 4)):
        alone = tuple(
            own.model_copy(update={"alone": tuple(f.id for f in own.facts if f.attribute == "followed")[::2]})
            for own in world.document_facts
        )
        views.append(View(world.model_copy(update={"document_facts": alone})))

    def saying_first():
        return sum(says_first(item) for view in views for item in Chosen(view, questions_params(), SEED).items)

    for mark in ("title", "piled"):  # what is followed is a title, and that costs too
        monkeypatch.setitem(_REPEATS, mark, 0.0)
    preferred = saying_first()
    monkeypatch.setattr("microworlds.suites.memorydoc.question_selection._FIRST", 0.0)
    assert preferred < saying_first()


@pytest.mark.parametrize(("who", "asked_for"), [("The appellant", True), ("Petrakis", False)])
def test_what_a_side_argues_is_asked_where_its_passage_names_the_side(who, asked_for):
    text = f"{who} argues that the notice came too late."
    said = Fact(
        id="f",
        subject="t",
        attribute="appellant_argument",
        value="the notice came too late",
        source=Span(observation="d", start=0, end=len(text)),
    )
    view = SimpleNamespace(known=lambda target: {said.attribute: said}, texts={"d": text})
    assert askable(view, "t") == [said.attribute] * asked_for


def _of_several(world):
    """The world as if what its texts state of dockets were the cases that they follow."""
    stated = tuple(
        own.model_copy(update={"facts": tuple(
            fact.model_copy(update={"attribute": "followed"}) if fact.attribute == "docket" else fact for fact in own.facts
        )}) for own in world.document_facts
    )  # fmt: skip
    return world.model_copy(update={"document_facts": stated})
