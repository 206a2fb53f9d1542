"""How far turns take up the turn before: by hand on small conversations, and on ones that are broken on purpose."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from microworlds.quality.cohesion import cohesion, content, reference
from microworlds.suites.memorydoc.cards import cohesion as shown
from microworlds.suites.memorydoc.quality import spoken
from tests import worlds

LOCOMO = Path("/work/shared/data/locomo/locomo.json")


@dataclass(frozen=True)
class Turn:
    speaker: str
    text: str


def said(*texts):
    return [Turn(("Ada Pike", "Bo Lund")[at % 2], text) for at, text in enumerate(texts)]


TALK = said(
    "The lease on the mill runs out in May.",
    "Then we renew the lease.",
    "At what rent, $900?",
    "No, $900 was the old rent, Ada.",
    "The fence is down again.",
    "Who fixes fences round here?",
)


def test_likeness_and_what_is_taken_up_are_counted_over_neighbours_and_over_all_other_pairs_of_a_world():
    found = cohesion([[TALK[:4], TALK[4:]]])
    assert found.turns == 4
    # lease mill runs | renew lease | rent 900 | 900 old rent || fence | fixes fences round
    assert found.likeness == round((2 / 5 + 0 + 4 / 5 + 2 / 4) / 4, 4)
    assert found.taken_up == 0.75
    assert (found.likeness_apart, found.taken_up_apart) == (0.0, 0.0)


def test_all_that_is_no_neighbour_counts_as_apart_within_a_world_and_not_between_worlds():
    one, other = said("A fence.", "A gate.", "A fence."), said("A fence.")
    assert cohesion([[one]]).taken_up_apart == 1.0
    assert cohesion([[one], [other]]) == cohesion([[one]])
    assert cohesion([[one, other]]).taken_up_apart == 0.75  # 3 of 4 pairs
    assert cohesion([[other]]).turns == cohesion([]).turns == 0


@pytest.mark.parametrize(
    "text", ["Oh yes, thank you so much, Ada!", "Well, what do you think about it, Bo?", "Pike's?"]
)
def test_assent_and_the_names_of_those_present_are_no_content(text):
    assert content(text, frozenset({"ada", "pike", "bo"})) == frozenset()


def test_answers_that_do_not_follow_their_questions_are_not_like_their_neighbours():
    topics = ("fence", "mill", "lease", "harvest", "bridge", "school", "orchard", "ferry")
    session = [turn for topic in topics for turn in said(f"How is the {topic}?", f"The {topic} again!")]
    whole, broken = cohesion([[session]]), cohesion([[session[::2] + session[1::2]]])
    assert (whole.taken_up, broken.taken_up) == (0.5333, 0.0)
    assert whole.likeness == 0.5333 > whole.likeness_apart
    assert broken.likeness == 0.0 < broken.likeness_apart


def test_a_release_measures_its_own_and_its_card_shows_a_published_data_set_beside_it():
    own = [worlds.judged(number) for number in range(2)]
    found = cohesion(map(spoken, own))
    assert found.turns == sum(len(session) - 1 for world in own for session in spoken(world))

    class About:
        quality = {"cohesion": found.model_dump()}  # noqa: RUF012

    card = shown(About)
    assert f"| {found.taken_up:.1%} | {reference().figures.taken_up:.1%} |" in card
    assert "LoCoMo" in card.splitlines()[0]
    About.quality = {}
    assert shown(About) == "Not measured."


@pytest.mark.skipif(not LOCOMO.exists(), reason="needs the shared LoCoMo file")
def test_the_figures_of_the_published_data_set_are_those_that_its_file_gives():
    from benchmarks.naturalness import material

    assert cohesion(material.spoken(LOCOMO)) == reference().figures
