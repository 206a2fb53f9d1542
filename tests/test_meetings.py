"""What a meeting speaks of, in which order, and where its recording ends."""

from itertools import groupby

import pytest

from microworlds.generation.session_plans import Exchange
from microworlds.suites.memorydoc import conversations
from microworlds.suites.memorydoc.conversations import ConversationMaker
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


def test_some_recordings_end_with_their_last_item_and_who_writes_later_ones_is_given_the_whole(monkeypatch):
    scenario = worlds.bundle(0).scenario
    given: list[tuple[str, ...]] = []

    class Author:
        waiting = None

        def write(self, task, own, **how):
            given.append(own.prior)
            return worlds.AUTHOR.write(task, own, **how)

    maker = ConversationMaker(worlds.CONVERSATIONS, Author())

    def made(share: float):
        given.clear()
        monkeypatch.setattr(conversations, "_BROKEN_OFF", share)
        return maker.conversations(scenario)[-1].sessions

    whole, ended = made(0.0), made(1.0)
    for plan, before, after in zip(scenario.plans, whole, ended, strict=True):
        acts = {beat.id: beat.act for beat in plan.beats}
        assert after.utterances == before.utterances[: len(after.utterances)]
        assert after.facts == before.facts
        *_, last = (turn for turn in after.utterances if turn.beats)
        follow = len(after.utterances) - 1 - after.utterances.index(last)
        assert follow <= (acts[last.beats[-1]] in conversations._ANSWERED) or len(after.utterances) == 6
    assert [
        text for session, text in zip(whole, given[-1], strict=False) if session.utterances[-1].text not in text
    ] == []
    assert len(given[-1]) == len(whole) - 1
    assert sum(len(own.utterances) for own in ended) < sum(len(own.utterances) for own in whole)
