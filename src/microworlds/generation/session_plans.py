"""What a conversation is to contain, decided before anyone writes a word of it.

An author words the plan, and the ledger is what the plan claims and the session says: so whoever writes, every answer
can be proved.

Source: MemoryDocDataSet 3.2 and Appendix A, stages 2 and 3; DESIGN 3 (the fact ledger).
"""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Protocol

from pydantic import AwareDatetime, Field

from microworlds.core.errors import ItemError
from microworlds.core.records import Part, Record, Span, attributed
from microworlds.generation.ledger import Fact

_TURNS = 10  # that a beat may take
_THINGS = ("subject", "work")  # slots that say what an exchange is about


class Event(Record):
    """A dated happening; ``depends_on`` are ids of events that led to it."""

    id: str
    time: AwareDatetime
    name: str
    description: str
    personas: tuple[str, ...] = Field(min_length=1)
    documents: tuple[str, ...] = Field(min_length=1)
    depends_on: tuple[str, ...] = ()


class Claim(Record):
    """Something that an utterance is to state: it becomes a fact of the ledger once it has been said.

    ``id`` is the later fact's id; ``value`` as in ``Fact``.
    """

    id: str
    subject: str
    attribute: str
    value: str
    meaning: str | None = None
    supersedes: str | None = None


class Beat(Record):
    """One thing that happens in a session: who does what, with which words, and what becomes known by it.

    ``slots`` are the words at hand, by role (thread, value, target, other ...). ``says`` are texts that must stand
    verbatim in the turns that it takes, the last of which is by ``speaker``.
    """

    id: str
    act: str
    speaker: str
    addressee: str | None = None
    slots: dict[str, str] = Field(default_factory=dict)
    claims: tuple[Claim, ...] = ()
    says: tuple[str, ...] = ()


class Exchange(Record):
    """Beats that belong together: an exchange of a few turns; ``kind`` says of which sort."""

    kind: str
    beats: tuple[Beat, ...] = Field(min_length=1)


def thing(exchange: Exchange) -> str:
    """What an exchange is about: a point or a piece of work; "" if that is not said."""
    return next((beat.slots[name] for beat in exchange.beats for name in _THINGS if name in beat.slots), "")


class SessionPlan(Record):
    """What one session is to contain: exchanges, in any order.

    ``subjects`` are the points it is about, the first before the others. ``since`` is the time since the session before
    it, in words.
    """

    id: str
    event: str
    name: str
    time: AwareDatetime
    since: str | None
    personas: tuple[str, ...]
    documents: tuple[str, ...]
    subjects: tuple[str, ...]
    utterances: int
    exchanges: tuple[Exchange, ...]

    @property
    def beats(self) -> tuple[Beat, ...]:
        """Those of all exchanges, in order."""
        return tuple(beat for exchange in self.exchanges for beat in exchange.beats)

    @property
    def concerns(self) -> tuple[tuple[Beat, ...], ...]:
        """The beats of each thing that it speaks of, in order."""
        together = groupby(self.exchanges, thing)
        return tuple(tuple(beat for exchange in own for beat in exchange.beats) for _, own in together)


class Turn(Protocol):
    """What somebody says, and the ids of the beats that it carries."""

    @property
    def speaker(self) -> str:
        """The full name."""
        ...

    @property
    def text(self) -> str:
        """The words."""
        ...

    @property
    def beats(self) -> tuple[str, ...]:
        """Ids, in order."""
        ...


def check(turns: Sequence[Turn], plan: SessionPlan) -> None:
    """Refuse a session that departs from its plan.

    A beat may take a few turns, from the first to the last that has its id, the last by its speaker: a question and
    its answer, say, and what was said between.

    Raises:
        ItemError: a turn is blank or more than a line, a stranger speaks or somebody of himself by name, a beat is
            missing, too long, out of order in its exchange, ended by somebody else, or does not say what it must.
    """
    if any(not turn.text.strip() or turn.text.splitlines() != [turn.text] for turn in turns):
        raise ItemError("an utterance is blank or has a line break")
    strangers = sorted({turn.speaker for turn in turns} - set(plan.personas))
    if strangers:
        raise ItemError(f"{strangers[0]} does not take part")
    for turn in turns:
        own = turn.speaker.split()[0]
        if re.search(rf"\b{re.escape(own)}\b", _without(turn.text, plan, own)):
            raise ItemError(f"{own} speaks of himself by name: {turn.text!r}")
    taken = _taken(turns)
    if set(taken) != {beat.id for beat in plan.beats}:
        raise ItemError("the beats are not all there, or there are others")
    for exchange in plan.exchanges:
        ends = [taken[beat.id][1] for beat in exchange.beats]
        if ends != sorted(ends):
            raise ItemError(f"the beats of one exchange are not in order: {exchange.beats[0].id}")
    for beat in plan.beats:
        first, last = taken[beat.id]
        if last - first >= _TURNS:
            raise ItemError(f"{beat.id} takes {last - first + 1} turns, more than {_TURNS}")
        if turns[last].speaker != beat.speaker:
            raise ItemError(f"{beat.id} is spoken by {turns[last].speaker}, not {beat.speaker}")
        said = "\n".join(attributed(turn.text, turn.speaker) for turn in turns[first : last + 1])
        missing = [text for text in beat.says if text not in said]
        if missing:
            raise ItemError(f"{beat.id} does not say {missing[0]!r}")


def _without(text: str, plan: SessionPlan, name: str) -> str:
    """A text without those words of a plan of which a person's name is a part, such as a company's name."""
    for words in sorted({words for beat in plan.beats for words in (*beat.says, *beat.slots.values())}, key=len):
        text = text.replace(words, "") if name in words and words != name else text
    return text


def _taken(turns: Sequence[Turn]) -> dict[str, tuple[int, int]]:
    """The first and the last turn of each beat."""
    taken: dict[str, tuple[int, int]] = {}
    for place, turn in enumerate(turns):
        for beat in turn.beats:
            taken[beat] = (taken.get(beat, (place, place))[0], place)
    return taken


def facts(plan: SessionPlan, turns: Sequence[Turn], parts: Sequence[Part]) -> tuple[Fact, ...]:
    """What the claims of a plan are once its session was held: ``parts`` are the places of the turns in its text."""
    spoken = {
        beat: Span(observation=plan.id, start=parts[first].start, end=parts[last].end)
        for beat, (first, last) in _taken(turns).items()
    }
    return tuple(
        Fact(**claim.model_dump(), source=spoken[beat.id], valid_from=plan.time)
        for beat in plan.beats
        for claim in beat.claims
    )
