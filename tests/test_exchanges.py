"""The library of exchanges: every dialogue is whole, and one is found for whatever is wanted."""

import random
from collections import Counter
from itertools import product

import pytest

from microworlds.generation.exchanges.dialogues import Dialogue, Library, Wanted, dialogues, parsed
from microworlds.generation.grammar import NoPhraseError, referred

# kind: what must be said for each of its facts; None: it makes nothing known
KINDS = {
    "brought": [{"target", "purpose"}],
    "brought_open": [{"target"}],
    "brought_given": [{"target", "purpose"}, {"B"}],
    "brought_taken": [{"target", "purpose"}, set()],
    "made": [{"ref", "standing"}],
    "made_agreed": [{"ref", "standing"}],
    "replaced": [{"ref", "standing"}],
    "replaced_agreed": [{"ref", "standing"}],
    "stated": [{"work", "value"}],
    "stated_two": [{"work", "one"}, {"two"}],
    "disputed": [{"other"}, {"value"}],
    "corrected": [{"work", "wrong", "value"}],
    "corrected_by": [{"work", "wrong", "value"}],
    "changed": [{"work", "value"}],
    **dict.fromkeys(("open_first", "open_later", "close", "bridge", "next", "talk", "aside")),
}
ATTRIBUTES = "due_on held_on fee quantity length owner outside venue choice".split()
EVERY = [pytest.param(own, id=f"{own.kind}-{number}") for number, own in enumerate(dialogues())]


def evidence(own: Dialogue) -> list[set[str]]:
    """For each fact the slots that stand in its turns, however they are put."""
    found: list[set[str]] = []
    pending: set[str] = set()
    begun = False
    for turn in own.turns:
        said = set.intersection(*(set(referred(saying.nodes)) for saying in turn.sayings))
        begun = begun or turn.plus
        if begun or turn.stars:
            pending |= said
        if turn.stars:
            found += [pending] * turn.stars
            pending, begun = set(), False
    return found


@pytest.mark.parametrize("own", EVERY)
def test_a_dialogue_is_whole(own):
    assert own.kind in KINDS
    assert 1 <= len(own.turns) <= 6
    assert all(one.role != other.role for one, other in zip(own.turns, own.turns[1:], strict=False))
    assert all(any(not saying.voices for saying in turn.sayings) for turn in own.turns)
    wanted = KINDS[own.kind]
    assert len(own.tellers) == len(wanted or ())
    for needed, said in zip(wanted or (), evidence(own), strict=True):
        assert needed <= said, own.turns[0].sayings[0].nodes


def test_there_are_several_hundred_dialogues_and_many_for_each_kind():
    counts = Counter(own.kind for own in dialogues())
    assert set(counts) == set(KINDS)
    assert counts.total() >= 500
    assert min(counts.values()) >= 6
    assert 0.08 < sum(own.held for own in dialogues()) / counts.total() < 0.25


@pytest.mark.parametrize(
    ("kind", "attribute"),
    [*(("stated", name) for name in ATTRIBUTES), *product(("changed", "disputed", "corrected"), ("due_on", "held_on"))],
)
def test_there_is_a_dialogue_for_whatever_is_settled(kind, attribute):
    library = Library("caselaw", held_out=False, turn=3, rng=random.Random(1))
    assert len(library._deck(kind, attribute)) >= 3


SMALL = """
== stated fee
B+: What's the bill for <work>?
A*: <value>.
A*@brisk: <value>, next.
B: <value> it is, <A>.

== stated fee !held
A*: The bill for <work> is <value>.

== stated fee @contracts
C: And <work>?
A*: <value>, <C>.
"""
SLOTS = {"work": "the trip", "value": "$40"}
VOICES = {"Ada Quay": "brisk", "Ben Mole": "warm", "Cy Keel": "wry"}


def library(monkeypatch, domain="caselaw", held_out=False) -> Library:
    made = tuple(parsed(SMALL))
    monkeypatch.setattr("microworlds.generation.exchanges.dialogues.dialogues", lambda: made)
    return Library(domain, held_out, 0, random.Random(4))


def wanted(**changes) -> Wanted:
    own = {"kind": "stated", "told": ("Ada Quay",), "slots": SLOTS, "others": ("Ben Mole",), "voices": VOICES}
    return Wanted(**{**own, "attribute": "fee", "says": (("$40",),), **changes})


def test_turns_are_spoken_by_who_tells_and_by_somebody_else_each_in_the_own_voice(monkeypatch):
    spoken = library(monkeypatch).exchange(wanted())
    assert [(turn.speaker, turn.text, turn.facts) for turn in spoken] == [
        ("Ben Mole", "What's the bill for the trip?", (0,)),
        ("Ada Quay", "$40, next.", (0,)),
        ("Ben Mole", "$40 it is, Ada.", ()),
    ]


def test_nothing_follows_the_last_fact_where_it_is_to_end_there(monkeypatch):
    spoken = library(monkeypatch).exchange(wanted(ends_told=True))
    assert [turn.text for turn in spoken] == ["What's the bill for the trip?", "$40, next."]


@pytest.mark.parametrize("name", ["Ben Mole", "Cy Keel"])
def test_who_spoke_last_does_not_begin_where_another_can(monkeypatch, name):
    spoken = library(monkeypatch).exchange(wanted(others=("Ben Mole", "Cy Keel"), after=name))
    assert spoken[0].speaker != name


def test_what_is_kept_for_the_test_split_or_another_domain_is_not_used(monkeypatch):
    assert len(library(monkeypatch).exchange(wanted())) == 3
    held = library(monkeypatch, held_out=True)
    assert {len(held.exchange(wanted(others=("Ben Mole", "Cy Keel")))) for _ in range(2)} == {1, 3}
    other = library(monkeypatch, "contracts")
    assert {other.exchange(wanted(others=("Ben Mole", "Cy Keel")))[0].text for _ in range(2)} == {
        "What's the bill for the trip?",
        "And the trip?",
    }


@pytest.mark.parametrize(
    "changes",
    [
        {"attribute": "venue"},
        {"slots": {"work": "the trip"}},
        {"others": ()},
        {"says": (("forty dollars",),)},
        {"told": ("Ada Quay", "Ben Mole")},
    ],
)
def test_where_no_dialogue_fits_it_is_said(monkeypatch, changes):
    with pytest.raises(NoPhraseError, match="no exchange 'stated'"):
        library(monkeypatch).exchange(wanted(**changes))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("A: Hello.", "line 1"),
        ("== stated fee\nA Hello.", "no turn"),
        ("==stated", "no heading"),
        ("== s\nA: [x", "'\\['"),
    ],
)
def test_a_file_that_is_not_understood_names_the_line(text, why):
    with pytest.raises(ValueError, match=why):
        parsed(text)


def test_a_turn_that_points_at_a_document_helps_to_make_known_what_is_said_of_it():
    """Else a title stands in a turn that carries no item of the plan, and the session is refused for it."""
    pointing = 0
    for dialogue in dialogues():
        fact, begun = 0, False
        for place, turn in enumerate(dialogue.turns):
            begun = begun or turn.plus
            carried = set(range(fact, fact + (turn.stars or begun)))
            if not dialogue.tellers and place == 0:
                carried = {0}  # it makes nothing known, and its first turn stands for it
            names = {name for saying in turn.sayings for name in referred(saying.nodes)}
            for number, marks in enumerate(({"ref", "target"}, {"ref2", "target2"})):
                assert number in carried or not names & marks, (dialogue.kind, names)
                pointing += bool(names & marks)
            if turn.stars:
                fact, begun = fact + turn.stars, False
    assert pointing > 100
