"""What a world's people work on follows from its texts; names of things come from there, other ones in the test split."""

import random
from collections import Counter

import pytest

from microworlds.core.errors import ItemError
from microworlds.core.records import Observation, Part, Span
from microworlds.generation.ledger import Fact
from microworlds.suites.memorydoc import scenarios
from microworlds.suites.memorydoc.storyline.matter import matter, subjects
from microworlds.suites.memorydoc.storyline.mentions import Mentions
from microworlds.suites.memorydoc.world import DocumentFacts
from tests import worlds

WILLS, SHIPS = "wills and estates", "shipping and carriage"
SPOKEN = {
    **{
        f"w{number}": Counter({"undue influence": 4, "testamentary capacity": 3, "the easement": 2})
        for number in range(3)
    },
    **{f"s{number}": Counter({"seaworthiness": 5, "marine peril": 5, "self-defense": 4}) for number in range(6)},
}
TOPICS = {name: WILLS if name.startswith("w") else SHIPS for name in SPOKEN}


def made(topic, seed, split="train"):
    return matter(worlds.domain(), split, topic, SPOKEN, TOPICS, random.Random(seed))


def test_points_are_subjects_of_texts_of_the_worlds_own_topic_before_others():
    for seed in range(20):
        assert set(made(WILLS, seed).points[:3]) == set(SPOKEN["w0"])
        assert set(made(SHIPS, seed).points[:3]) == set(SPOKEN["s0"])


def test_no_two_points_share_a_word_and_four_are_needed():
    spoken = {f"w{number}": Counter({"proof of loss": 3, "late proof": 3, "notice": 3}) for number in range(3)}
    with pytest.raises(ItemError, match="treat 2 common subjects, and a matter needs 4"):
        matter(worlds.domain(), "train", WILLS, spoken, dict.fromkeys(spoken, WILLS), random.Random(1))


def test_a_subject_is_spoken_of_by_its_whole_name():
    text = "The easement, and an Easement. Due process! Self-defense; not shelf-defense."
    assert subjects(text, ("the easement", "due process", "self-defense", "notice")) == {
        "the easement": 2,
        "due process": 1,
        "self-defense": 1,
    }


def test_a_worlds_topic_is_drawn_of_those_that_several_texts_share():
    topics = [WILLS] * 4 + [SHIPS] * 3 + ["mining and public lands"]
    drawn = {scenarios.label(topics, random.Random(seed)) for seed in range(60)}
    assert drawn == {WILLS, SHIPS}
    assert scenarios.label([WILLS, SHIPS], random.Random(1)) in (WILLS, SHIPS)


def test_nothing_is_called_alike_in_the_test_split_and_in_the_others():
    train, test = made(WILLS, 1), made(WILLS, 1, "test")
    assert not {name for name, _ in train.standings.values()} & {name for name, _ in test.standings.values()}
    assert not set(train.uses) & set(test.uses)
    assert not set(train.meetings) & set(test.meetings)


def test_a_span_of_several_turns_is_a_passage_for_each():
    text = "Ada: When?\nBo: Monday.\n"
    parts = (Part(id="u1", start=5, end=10, speaker="Ada"), Part(id="u2", start=15, end=22, speaker="Bo"))
    seen = Observation(id="s", kind="session", title="Call", text=text, parts=parts)
    read = seen.passages(Span(observation="s", start=5, end=22))
    assert [(one.speaker, one.text) for one in read] == [("Ada", "When?"), ("Bo", "Monday.")]
    (inside,) = seen.passages(Span(observation="s", start=16, end=19))
    assert (inside.speaker, inside.text) == ("Bo", "ond")


def test_a_rule_is_told_of_a_text_only_where_it_bears_on_a_point_or_nothing_else_is_known():
    rule, issue = "delay is no ground for refusing an amendment", "whether the owner had notice of the step"
    target = worlds.bundle(0).document_facts[0].targets[0]

    def known(points, **stated):
        facts = tuple(
            Fact(id=name, subject=target.id, attribute=name, value=value, source=Span(observation="d", start=0, end=1))
            for name, value in stated.items()
        )
        own = DocumentFacts(document=target.document, targets=(target,), facts=facts)
        mentions = Mentions(planner=None, matter=None, document_facts=[own], spoken_of={}, wanted=0, given=0)
        return mentions._known(target, points)

    assert known(["constructive notice"], issue=issue, rule=rule) == {"issue": issue}
    assert known(["constructive notice", "leave for an amendment"], issue=issue, rule=rule) == {
        "issue": issue, "rule": rule,
    }  # fmt: skip
    assert known(["constructive notice"], rule=rule) == {"rule": rule}
