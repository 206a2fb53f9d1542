"""What a world's people work on follows from its texts; names of things come from there, other ones in the test split."""

import random
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count, permutations
from types import SimpleNamespace

import pytest

from microworlds.core.errors import ItemError
from microworlds.core.records import Observation, Part, Span
from microworlds.generation.ledger import Fact
from microworlds.generation.session_planner import PlannedSession, SessionPlanner
from microworlds.generation.session_plans import Event
from microworlds.suites.memorydoc.storyline import matter as matters
from microworlds.suites.memorydoc.storyline.matter import label, matter, subjects
from microworlds.suites.memorydoc.storyline.mentions import Mentions
from microworlds.suites.memorydoc.storyline.standings import Standings
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


DECIDED = dict.fromkeys(SPOKEN, frozenset())


def made(topic, seed, split="train", decided=DECIDED):
    return matter(worlds.domain(), split, topic, SPOKEN, decided, TOPICS, random.Random(seed))


def test_points_are_subjects_of_texts_of_the_worlds_own_topic_before_others():
    for seed in range(20):
        assert set(made(WILLS, seed).points[:3]) == set(SPOKEN["w0"])
        assert set(made(SHIPS, seed).points[:3]) == set(SPOKEN["s0"])


def test_no_two_points_share_a_word_and_three_are_needed():
    spoken = {f"w{number}": Counter({"proof of loss": 3, "late proof": 3, "notice": 3}) for number in range(3)}
    with pytest.raises(ItemError, match="treat 2 common subjects, and a matter needs 3"):
        matter(
            worlds.domain(),
            "train",
            WILLS,
            spoken,
            dict.fromkeys(spoken, frozenset()),
            dict.fromkeys(spoken, WILLS),
            random.Random(1),
        )


def test_a_subject_is_spoken_of_by_its_whole_name():
    text = "The easement, and an Easement. Due process! Self-defense; not shelf-defense."
    assert subjects(text, ("the easement", "due process", "self-defense", "notice")) == {
        "the easement": 2,
        "due process": 1,
        "self-defense": 1,
    }


def test_a_worlds_topic_is_drawn_of_those_that_several_texts_share():
    topics = dict(enumerate([WILLS] * 4 + [SHIPS] * 3 + ["mining and public lands"]))
    none = dict.fromkeys(topics, frozenset())
    drawn = {label(topics, none, [frozenset(topics)], random.Random(seed)) for seed in range(60)}
    assert drawn == {WILLS, SHIPS}
    assert label({0: WILLS, 7: SHIPS}, none, [frozenset((0, 7))], random.Random(1)) in (WILLS, SHIPS)


def pairs(names, points):
    """Each of three targets decided another two of three points."""
    return {name: frozenset(set(points) - {point}) for name, point in zip(names, points, strict=True)}


def test_a_world_is_of_a_topic_whose_texts_decided_enough_points_of_their_own():
    topics = dict(enumerate([WILLS] * 3 + [SHIPS] * 4 + ["mining and public lands"] * 2))
    points = ("undue influence", "testamentary capacity", "proof of loss")
    documents = [frozenset(topics)]
    decided = dict.fromkeys(topics, frozenset({"the easement"})) | pairs((0, 1, 2), points)
    assert {label(topics, decided, documents, random.Random(seed)) for seed in range(40)} == {WILLS}
    # as many texts of another topic decided one of these points: it is nobody's own
    others = decided | dict.fromkeys((3, 4), frozenset(points[:1]))
    assert {label(topics, others, documents, random.Random(seed)) for seed in range(40)} == {WILLS, SHIPS}


def test_of_topics_with_enough_points_it_is_one_on_which_most_documents_have_something():
    topics = {f"{topic}{place}": topic for topic in (WILLS, SHIPS) for place in range(4)}
    decided = dict.fromkeys(topics, frozenset[str]())
    decided |= pairs([f"{WILLS}{place}" for place in range(3)], ("undue influence", "due process", "laches"))
    decided |= pairs([f"{SHIPS}{place}" for place in range(3)], ("proof of loss", "the easement", "delay"))
    apart = [frozenset({f"{WILLS}{place}", f"{SHIPS}{place}"}) for place in range(4)]
    assert {label(topics, decided, apart, random.Random(seed)) for seed in range(40)} == {WILLS, SHIPS}
    together = [frozenset(topics) - {f"{SHIPS}0"}, frozenset({f"{SHIPS}0"})]
    assert {label(topics, decided, together, random.Random(seed)) for seed in range(40)} == {SHIPS}


def test_a_worlds_topic_does_not_hang_on_the_order_in_which_points_are_met():
    # who takes the notice period first can take neither the fee notice nor the period rent
    by = {"fee notice": (0, 1), "notice period": (0, 2), "period rent": (0, 3), "waiver": (1, 2)}
    topics = dict(enumerate([WILLS] * 4 + [SHIPS] * 3))
    for order in permutations(by):
        decided = {name: tuple(word for word in order if name in by[word]) for name in topics}
        assert {label(topics, decided, [frozenset(topics)], random.Random(seed)) for seed in range(9)} == {WILLS}


def test_points_are_what_texts_decided_before_what_they_only_speak_of_and_no_two_are_one():
    decided = {name: {"the easement", "testamentary capacity", "laches", "delay"} for name in ("w0", "w1", "s0")}
    decided |= {"w2": {"testamentary capacity"}, "s1": {"laches", "delay"}}
    known = {name: frozenset(decided.get(name, ())) for name in SPOKEN}
    for seed in range(20):
        points = made(WILLS, seed, decided=known).points
        assert set(points[:3]) in ({"the easement", "testamentary capacity", one} for one in ("laches", "delay"))


def test_what_a_target_decided_is_what_it_states_on_points_or_what_its_question_names():
    own = worlds.bundle(0).document_facts[0]
    target, other, *_ = own.targets
    stated = {"a": (target, "holding"), "b": (target, "issue"), "c": (other, "issue")}
    facts = tuple(
        Fact(
            id=name,
            subject=on.id,
            attribute=kind,
            value=f"{name} of the easement",
            source=Span(observation="d", start=0, end=1),
        )
        for name, (on, kind) in stated.items()
    )
    known = DocumentFacts(document=own.document, targets=(target, other), facts=facts, points={"a": ("Late Notice",)})
    found = matters.decided(known, ("the late notice", "the easement", "laches"))
    assert found == {target.id: {"the late notice"}, other.id: {"the easement"}}


def test_nothing_is_called_alike_in_the_test_split_and_in_the_others():
    train, test = made(WILLS, 1), made(WILLS, 1, "test")
    assert not {name for name, _ in train.standings.values()} & {name for name, _ in test.standings.values()}
    assert not set(train.uses) & set(test.uses)
    assert not set(train.meetings) & set(test.meetings)


def test_every_place_is_on_a_point_and_says_it():
    own = made(WILLS, 1)
    assert own.standings
    assert all(point in own.points and point in name for name, point in own.standings.values())


def test_a_span_of_several_turns_is_a_passage_for_each():
    text = "Ada: When?\nBo: Monday.\n"
    parts = (Part(id="u1", start=5, end=10, speaker="Ada"), Part(id="u2", start=15, end=22, speaker="Bo"))
    seen = Observation(id="s", kind="session", title="Call", text=text, parts=parts)
    read = seen.passages(Span(observation="s", start=5, end=22))
    assert [(one.speaker, one.text) for one in read] == [("Ada", "When?"), ("Bo", "Monday.")]
    (inside,) = seen.passages(Span(observation="s", start=16, end=19))
    assert (inside.speaker, inside.text) == ("Bo", "ond")


def test_of_a_text_is_told_what_bears_on_a_point_or_what_it_is_about_if_it_decided_none():
    rule, issue = "delay is no ground for refusing an amendment", "whether the owner had notice of the step"
    held = "the owner knew of the step"
    target = worlds.bundle(0).document_facts[0].targets[0]

    def known(points, decided=(), on=(), **stated):
        facts = tuple(
            Fact(id=name, subject=target.id, attribute=name, value=value, source=Span(observation="d", start=0, end=1))
            for name, value in stated.items()
        )
        own = DocumentFacts(
            document=target.document, targets=(target,), facts=facts, points={"holding": on} if on else {}
        )
        mentions = Mentions(
            planner=None, matter=None, document_facts=[own], spoken_of={},
            decided={target.id: frozenset(decided)},
        )  # fmt: skip
        return mentions.known(target, points)

    assert known(["constructive notice"], issue=issue, rule=rule) == {"issue": issue}
    assert known(["constructive notice", "leave for an amendment"], issue=issue, rule=rule) == {
        "issue": issue, "rule": rule,
    }  # fmt: skip
    assert known(["constructive notice"], rule=rule) == {"rule": rule}
    assert known(["constructive notice"], ["constructive notice"], rule=rule) == {}
    on = ("Constructive Notice",)
    assert known(["the constructive notice"], on=on, holding=held, rule=rule) == {"gist": held}
    assert known(["costs"], on=on, holding=held, rule=rule) == {"rule": rule}


POINT = "constructive notice"


def standings(telling, sessions, silent=()):
    """A place on a point that all these targets decided, and on which some say what, with a document for each."""
    source = Span(observation="d", start=0, end=1)
    facts = [
        Fact(id=f"{one.id}{name}", subject=one.id, attribute=name, value=f"the owner knew of the {name}", source=source)
        for one in (*silent, *telling) for name in ("holding", "court", "date")
    ]  # fmt: skip
    every = (*silent, *telling)
    planner = SessionPlanner("w0", ("Ada Quay", "Ben Mole"), tuple(sessions), random.Random(0))
    mentions = Mentions(
        planner=planner, document_facts=[
            DocumentFacts(document=one.id, targets=(one,), facts=tuple(own for own in facts if own.subject == one.id),
                          points={own.id: (POINT,) * (one in telling) for own in facts if own.subject == one.id})
            for one in every
        ],
        matter=SimpleNamespace(standings={"lead": (f"lead case on {POINT}", POINT)}, points=[POINT], uses=[]),
        spoken_of={one.id: Counter({POINT: 3}) for one in every},
        decided={one.id: frozenset((POINT,)) for one in every},
    )  # fmt: skip
    return Standings(mentions)


def alone():
    """Two targets, each of a document of its own."""
    return [one.model_copy(update={"document": one.id}) for one in worlds.bundle(0).document_facts[0].targets[:2]]


def held(documents):
    """A session for each of some documents; none where it speaks of something else."""
    times = (datetime(2026, month, 2, 9, tzinfo=UTC) for month in count(1))
    names = ("Ada Quay", "Ben Mole")
    return [
        PlannedSession(
            f"w0-s{at:02d}", at, Event(id=f"e{at}", time=next(times), name=f"call {at}", description="-", personas=names,
                                       documents=[name or "-"]),
            None, names, (POINT,), 9, room=int(bool(name)),
        )
        for at, name in enumerate(documents, 1)
    ]  # fmt: skip


def acts(session):
    return [beat.act for exchange in session.exchanges for beat in exchange.beats]


def test_what_says_something_on_a_point_is_brought_for_its_place_and_at_last_anything():
    first, second = alone()
    sessions = held([first.id, second.id, first.id])
    places = standings([second], sessions, silent=[first])
    assert not places.put(sessions[0], last=False)
    assert places.put(sessions[1], last=True)
    assert acts(sessions[1]) == ["introduce", "stand"]
    assert places.held["lead"].mention.target == second
    assert not places.replace(sessions[2], last=False)
    assert not places.strange
    assert places.replace(sessions[2], last=True)
    assert places.held["lead"].mention.target == first
    assert places.strange


def test_what_came_up_before_takes_a_place_at_last_and_is_named_or_known_by_who_brought_it():
    (own, _), hows = alone(), Counter()
    for seed in range(12):
        sessions = held([own.id, own.id])
        places = standings([own], sessions)
        places.mentions.planner.rng.seed(seed)
        assert places.mentions.bring_on(sessions[0], POINT)
        assert places.put(sessions[1], last=True)
        (beat,) = sessions[1].exchanges[0].beats
        by = sessions[0].exchanges[0].beats[0].speaker.split()[0]
        hows[beat.slots["ref"]] += 1
        if beat.slots["ref"] == "brought":
            assert (beat.slots["by"], "at" in beat.slots, beat.says) == (by, False, (by,))
        else:
            assert beat.slots["same_as"] == f"what {by} brought to the call 1 as {beat.slots['target']}"
    assert min(hows["brought"], hows["name"]) > 0
    mentions = places.mentions
    other = replace(mentions.every[0], at=2, event="call 2")
    mentions.every.append(other)  # somebody who brought two is asked for by the meeting
    assert mentions.brought(mentions.every[0])["at"] == "call 1"


@pytest.mark.parametrize(
    ("documents", "number", "last", "given"),
    [("ab", 1, False, True), ("a-", 1, False, False), ("a-", 1, True, True), ("-ab", 2, False, True)],
)
def test_a_place_waits_while_nothing_that_could_take_it_later_comes_and_there_is_time(documents, number, last, given):
    named = dict(zip("ab", alone(), strict=True))
    sessions = held([named[name].id if name in named else "" for name in documents])
    places = standings(list(named.values()), sessions)
    assert places.put(sessions[number - 1], last=last) is given
    later = [own for own in sessions if own.room and own.number > number]
    if given and later:
        assert places.replace(later[0], last=False)
        assert acts(later[0]) == ["introduce", "restand"]
        assert places.replaced
