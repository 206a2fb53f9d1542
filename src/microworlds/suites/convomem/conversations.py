"""Stage conversations: one for each piece of evidence, 80 to 120 messages, the evidence planted where it falls.

Every conversation is made in the same way and has one planted exchange, so that nothing but its words tells for which
question it counts: what is evidence for one is a filler for all others. What leads from one thing to the next never
touches what is planted.

Source: ConvoMem A.1 and A.3 (evidence embedded in conversations; fillers made as they are); specs/convomem.md 0.4, 9.5.
"""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from itertools import accumulate

from pydantic import Field, model_validator

from microworlds.core import canary, jsonl, params, seeds, stage
from microworlds.core.errors import run
from microworlds.core.parallel import ordered_map
from microworlds.core.records import Evidence, Observation, Part, Record, Span, transcript
from microworlds.generation.grammar import Writer
from microworlds.generation.threads import Thread, joints, threads
from microworlds.suites.convomem import affairs
from microworlds.suites.convomem.facts import facts
from microworlds.suites.convomem.records import (
    Conversation,
    Core,
    Message,
    Persona,
    PersonaConversations,
    PersonaCores,
    ReleasedCore,
)
from microworlds.suites.convomem.scale import PersonasParams

STAGE = "conversations"
_WORD = re.compile(r"\w+")
SPEAKERS = {"user": "User", "assistant": "Assistant"}
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")
_GOES_ON = 0.5  # share of what is talked about that goes on from an earlier conversation, if anything can
_LATER = timedelta(days=30)  # a thread goes on so long after it began, at least
_OPENS, _HOURS = 8, 13  # conversations are held from 8 to 21 o'clock
_NOON, _EVENING = 12, 17
_TURN = 5  # by so much a persona's phrases begin after those of the persona before
_AROUND = 4  # messages with which a conversation begins and ends
_ASKED_ON, _GONE_ON = 0.2, 0.5  # the assistant asks for more, or else the user says that there is more; or neither


class ConversationsParams(Record):
    """See conf/config.yaml, section convomem.conversations."""

    messages_least: int = Field(ge=2)
    messages_most: int = Field(ge=4)

    @model_validator(mode="after")
    def _in_order(self) -> ConversationsParams:
        if self.messages_least + 20 > self.messages_most:
            raise ValueError(
                f"messages_most is {self.messages_most}: it has to be 20 above messages_least, {self.messages_least}, "
                "since conversations are made of whole threads"
            )
        return self


@dataclass(frozen=True)
class Section:
    """What is said of one thing in a row; what is planted is of no thread."""

    thread: str | None
    messages: tuple[Message, ...]


@dataclass
class Deck:
    """The threads of a side in an order of chance; those dealt come again when all have been.

    A thread goes on in a later conversation: ``begun`` has what was begun, with the time of that conversation.
    Nothing ``unwanted`` is said in them: nobody and nothing of whom the persona's own affairs tell.
    """

    threads: Sequence[Thread]
    rng: random.Random
    unwanted: Unwanted
    left: list[Thread] = field(default_factory=list)
    begun: deque[tuple[datetime, str, list[list[str]]]] = field(default_factory=deque)
    pools: Mapping[str, list[str]] = field(init=False)

    def __post_init__(self) -> None:
        pools = affairs.tables().pools
        self.pools = {
            name: [one for one in pools[f"thread_{name}"] if not self.unwanted.within(one)]
            for name in ("name", "city", "firm")
        }

    def deal(self, moment: datetime, told: Collection[str | None]) -> Section:
        """A part of a thread that is not among ``told``, for the conversation of a moment.

        The part is its first, or the next if it was begun in a conversation long enough before.
        """
        goes_on = self.begun and self.begun[0][0] + _LATER <= moment and self.begun[0][1] not in told
        if goes_on and self.rng.random() < _GOES_ON:
            _, name, parts = self.begun.popleft()
        else:
            name, parts = self._next(told)
        if parts[1:]:
            self.begun.append((moment, name, parts[1:]))
        return Section(name, tuple(_messages(parts[0])))

    def _next(self, others: Collection[str | None]) -> tuple[str, list[list[str]]]:
        while True:
            free = [at for at, thread in enumerate(self.left) if thread.id not in others]
            if not free:
                more = list(self.threads)
                self.rng.shuffle(more)
                self.left = [*more, *self.left]
                continue
            thread = self.left.pop(free[-1])
            said = thread.said(self._slots(), self.rng)
            if not any(self.unwanted.within(text) for part in said for text in part):
                return thread.id, said

    def _slots(self) -> Mapping[str, str]:
        first, second = self.rng.sample(self.pools["name"], 2)
        city, firm = (self.rng.choice(self.pools[name]) for name in ("city", "firm"))
        return {"name": first, "name2": second, "city": city, "firm": firm, "day": self.rng.choice(_DAYS)}


@dataclass(frozen=True)
class ConversationMaker:
    """Makes the conversations of a persona."""

    params: ConversationsParams
    days: PersonasParams
    seed: int

    def conversations(self, own: PersonaCores) -> PersonaConversations:
        """One for each piece of evidence of the persona's cores, in order of time."""
        pieces = [(core, piece) for core in own.cores for piece in range(core.plan.k)]
        pieces.sort(key=lambda item: (item[0].plan.places[item[1]], item[0].plan.id, item[1]))
        rng = seeds.generator(self.seed, "convomem", STAGE, own.persona.number)
        unwanted = _unwanted(own.persona)
        decks = {side: Deck(threads(side), rng, unwanted) for side in ("personal", "professional")}
        made = [
            self._conversation(own.persona, number, core, piece, decks[core.plan.side])
            for number, (core, piece) in enumerate(pieces, start=1)
        ]
        return PersonaConversations(persona=own.persona, cores=own.cores, by=own.by, conversations=tuple(made))

    def _conversation(self, persona: Persona, number: int, core: Core, piece: int, deck: Deck) -> Conversation:
        exchange, held_at = core.exchanges[piece], self._time(core.plan.places[piece])
        wanted = deck.rng.randint(self.params.messages_least + 6, self.params.messages_most - 6)
        size = len(exchange.messages) + _AROUND
        parts: list[Section] = []
        while size + 4 < wanted:
            parts.append(deck.deal(held_at, [part.thread for part in parts]))
            size += len(parts[-1].messages)
        place = round(deck.rng.random() * len(parts))  # at either end half as often as at a joint
        parts.insert(place, Section(None, exchange.messages))
        joint = Writer(joints(), deck.rng, turn=_TURN * persona.number + number)
        tags = {_part_of_day(held_at), *(["again"] if number > 1 else [])}
        messages = tuple(_joined(parts, joint, frozenset(tags)))
        before = _AROUND // 2 + sum(len(part.messages) for part in parts[:place])
        made = Conversation(
            id=f"{persona.id}-c{number:04d}",
            persona=persona.id,
            number=number,
            time=held_at,
            core=core.plan.id,
            piece=piece,
            messages=messages,
            evidence=before + exchange.evidence,
            threads=tuple(part.thread for part in parts if part.thread),
            facts=(),
        )
        return made.model_copy(update={"facts": facts(core.plan, piece, evidence_span(made))})

    def _time(self, place: float) -> datetime:
        day, rest = divmod(place * self.days.days, 1)
        opens = datetime.combine(self.days.first_day, time(_OPENS), UTC) + timedelta(days=int(day))
        return opens + timedelta(minutes=int(rest * _HOURS * 60))


def _messages(part: Iterable[str]) -> Iterator[Message]:
    for at, text in enumerate(part):
        yield Message(speaker="assistant" if at % 2 else "user", text=affairs.capital(text))


def _part_of_day(moment: datetime) -> str:
    return "morning" if moment.hour < _NOON else "afternoon" if moment.hour < _EVENING else "evening"


def _joined(parts: Sequence[Section], joint: Writer, tags: frozenset[str]) -> Iterator[Message]:
    """The sections one after another, with a beginning, an end, and often a word that leads from one to the next.

    ``tags`` say of which part of the day it is, and whether there was a conversation before.
    """
    more = joint.write("ready")
    yield from _messages([joint.write("hello", tags), more])
    for at, part in enumerate(parts):
        first, *between, last = part.messages
        chance = joint.rng.random()
        if part.thread and not more and chance < _GONE_ON:
            first = _led(first, joint.write("next"), first.text)
        asks = part.thread and at + 1 < len(parts) and joint.rng.random() < _ASKED_ON
        more = joint.write("more") if asks else ""
        yield from (first, *between, _led(last, last.text, more))
    yield from _messages([joint.write("bye"), joint.write("wish")])


def _led(message: Message, *texts: str) -> Message:
    return message.model_copy(update={"text": affairs.capital(" ".join(filter(None, texts)))})


@dataclass(frozen=True)
class Unwanted:
    """Names that no thread may say; ``signs`` has the rarest word of each, as a search for thousands is slow."""

    pattern: re.Pattern[str]
    signs: frozenset[str]

    def within(self, text: str) -> bool:
        """Whether a text has any of them."""
        return not self.signs.isdisjoint(_WORD.findall(text)) and self.pattern.search(text) is not None


def _rarity(word: str) -> tuple[bool, int]:
    return word[0].isupper(), len(word)


def _unwanted(persona: Persona) -> Unwanted:
    """The names of the persona's affairs, and the values that are names."""
    told = [stated for plan in persona.plans for message in plan.messages for stated in message]
    names = {word for stated in told if stated.attribute != "minds" for word in (stated.name, stated.value)}
    names |= {word for name in names for word in name.split() if name.istitle() and len(word) > 3}
    texts = sorted((name for name in names if name), key=lambda name: (-len(name), name))
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, texts))})(?!\w)")
    return Unwanted(pattern, frozenset(max(_WORD.findall(name), key=_rarity) for name in texts))


def observation(conversation: Conversation) -> Observation:
    """The conversation as systems get it."""
    turns = [
        Part(
            id=f"{conversation.id}-m{at:03d}", start=0, end=0, speaker=SPEAKERS[message.speaker], time=conversation.time
        )
        for at, message in enumerate(conversation.messages, start=1)
    ]
    text, parts = transcript(turns, (message.text for message in conversation.messages))
    return Observation(
        id=conversation.id, kind="session", title="Conversation", text=text, time=conversation.time, parts=parts
    )


def evidence_span(conversation: Conversation) -> Span:
    """Where the message of the evidence stands in the text of the conversation."""
    lengths = [len(SPEAKERS[own.speaker]) + 2 + len(own.text) + 1 for own in conversation.messages]
    start = [0, *accumulate(lengths)][conversation.evidence]
    own = conversation.messages[conversation.evidence]
    start += len(SPEAKERS[own.speaker]) + 2
    return Span(observation=conversation.id, start=start, end=start + len(own.text))


def released(own: PersonaConversations) -> list[ReleasedCore]:
    """The cores of a persona with the places of their evidence."""
    found = {(item.core, item.piece): item for item in own.conversations}
    return [
        ReleasedCore(
            plan=core.plan,
            question=core.question,
            twin=core.twin,
            evidence=tuple(_evidence(found[core.plan.id, piece]) for piece in range(core.plan.k)),
            canary=canary.SENTENCE,
        )
        for core in own.cores
    ]


def _evidence(item: Conversation) -> Evidence:
    return Evidence(span=evidence_span(item), text=item.messages[item.evidence].text)


def held(own: PersonaConversations) -> dict[str, datetime]:
    """When each conversation of a persona was held, in order."""
    return {item.id: item.time for item in own.conversations}


def main() -> None:
    """Cores in, conversations out."""
    cores, out = stage.paths("cores", "conversations")
    maker = ConversationMaker(
        params.section(ConversationsParams, "convomem.conversations"),
        params.section(PersonasParams, "convomem.personas"),
        params.seed(),
    )
    people = jsonl.read(cores, PersonaCores)
    made = ordered_map(maker.conversations, people, label=STAGE, count=jsonl.count(cores))
    stage.write(out, made)


if __name__ == "__main__":
    run(main)
