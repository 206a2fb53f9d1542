"""Of what a text may state more than once the first is meant, and a question says so."""

from __future__ import annotations

import random

import pytest

from microworlds.core.errors import ItemError
from microworlds.suites.memorydoc.offline import question
from microworlds.suites.memorydoc.questions import check
from microworlds.suites.memorydoc.tasks.question import asked, says_first
from microworlds.suites.memorydoc.world import Described
from tests.test_question_wording import THINGS, every_given, of_form


def test_of_what_a_text_may_state_more_than_once_the_first_is_asked_for():
    several = [given for given in every_given() if says_first(given)]
    assert {given.asks for given in several} >= {"holding", "followed", "relied_on", "appellant_argument"}
    for given in several:
        for attempt in range(4):
            check(question.write(given, random.Random(attempt)).question, given, ())
        assert 'the word "first"' in asked(given)
    single = of_form("value", "docket", THINGS[:1], "opinion")
    check("What is the docket number of it?", single, ())
    assert 'the word "first"' not in asked(single)


@pytest.mark.parametrize(
    "text", ["What did the court hold in it?", "What did the court hold in the case at the First call?"]
)
def test_a_first_meeting_does_not_say_that_the_first_of_several_is_meant(text):
    thing = Described(how="brought", slots={"by": "Olga", "at": "first call", "date": "May 3, 2022"})
    given = of_form("value", "holding", (thing,), "opinion")
    with pytest.raises(ItemError, match='the word "first"'):
        check(text, given, ())
    check("What did the court hold first in the case at the first call?", given, ())
