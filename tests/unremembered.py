"""A small release of no suite, clean or with one leak planted, and a reader that follows what it is given."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from microworlds.core import seeds
from microworlds.core.records import (
    Ask,
    Episode,
    Evidence,
    Gold,
    Observation,
    Observe,
    Part,
    Passage,
    Question,
    Span,
    transcript,
)  # fmt: skip
from microworlds.quality.shortcuts.inputs import World

WORDS = "mill barge lantern harvest quarry ledger orchard saddle kettle bridge wharf anvil meadow cellar tunnel".split()
DOCUMENTS, SECTIONS, LINES, SESSIONS, TURNS, QUESTIONS = 4, 3, 40, 4, 10, 12
HEAD = 6 * 50  # characters: so many lines
CATEGORIES = ("far", "near", "none")


@dataclass(frozen=True)
class Plan:
    """Where things are put, each drawn at random if nothing is planted."""

    number: Callable[[random.Random, int, str], int] = lambda rng, place, category: rng.randrange(1_000_000)
    order: Callable[[random.Random, str], float] = lambda rng, category: rng.random()
    wait: Callable[[random.Random, str], int] = lambda rng, category: rng.randrange(60, 10_000)
    document: Callable[[random.Random], int] = lambda rng: rng.randrange(DOCUMENTS)
    line: Callable[[random.Random], int] = lambda rng: rng.randrange(LINES)
    turn: Callable[[random.Random], int] = lambda rng: rng.randrange(TURNS)
    tail: Callable[[random.Random], int] = lambda rng: rng.randrange(4)
    wording: Callable[[random.Random, str, str], str] = field(
        default=lambda rng, category, answer: rng.choice(
            ("Is {} open?", "Tell me if {} is open.", "And {}, is it open?")
        )
    )


def filler(rng: random.Random) -> str:
    """A line of fifty characters, the line break among them."""
    return " ".join(rng.choices(WORDS, k=8))[:48].ljust(48, "e") + "."


def worlds(plan: Plan, count: int = 24) -> list[World]:
    """So many worlds after a plan."""
    return [_world(plan, number, seeds.generator("unremembered", number)) for number in range(count)]


def _world(plan: Plan, number: int, rng: random.Random) -> World:
    lines = [[[filler(rng) for _ in range(LINES)] for _ in range(SECTIONS)] for _ in range(DOCUMENTS)]
    said = [[filler(rng) + " mill" * rng.randrange(4) for _ in range(TURNS)] for _ in range(SESSIONS)]
    taken: set[tuple[int, ...]] = set()

    def free(draw: Callable[[], tuple[int, ...]]) -> tuple[int, ...]:
        place = next(place for place in iter(draw, None) if place not in taken)
        taken.add(place)
        return place

    made = []
    for at in range(QUESTIONS):
        category, answer = CATEGORIES[at % 3], "yes no".split()[rng.randrange(2)]
        name, key = f"the {rng.choice(WORDS)} of {chr(65 + at)}arn", f"K{number:02d}{at:02d}"
        session, turn = free(lambda: (rng.randrange(SESSIONS), plan.turn(rng)))
        document, section, line = free(lambda: (plan.document(rng), rng.randrange(SECTIONS), plan.line(rng)))
        said[session][turn] = f"We call {key} {name} from now on".ljust(48, "n") + "." + " mill" * plan.tail(rng)
        lines[document][section][line] = f"Entry {key} is open: {answer}."[:48].ljust(49, " ")
        made.append((category, answer, name, (session, turn), (document, section, line)))
    texts = [*(_document(number, at, own) for at, own in enumerate(lines)), *(_session(number, at, own) for at, own in enumerate(said))]  # fmt: skip
    return _asked(plan, number, rng, texts, made)


def _document(number: int, at: int, sections: list[list[str]]) -> Observation:
    text, parts = "", []
    for own in sections:
        start = len(text)
        text += "\n".join(own) + "\n"
        parts.append(Part(id=f"d{at}-{len(parts)}", start=start, end=len(text), title="A section"))
    return Observation(id=f"w{number}-d{at}", kind="document", title="A text", text=text, parts=tuple(parts))


def _session(number: int, at: int, said: list[str]) -> Observation:
    time = datetime(2024, 1, 1, tzinfo=UTC) + timedelta(days=at)
    text, parts = transcript([Part(id=f"u{turn}", start=0, end=0, speaker="Ada") for turn in range(TURNS)], said)
    return Observation(id=f"w{number}-s{at}", kind="session", title="A call", text=text, time=time, parts=parts)


def _asked(plan: Plan, number: int, rng: random.Random, texts: Sequence[Observation], made: Sequence[tuple]) -> World:  # type: ignore[type-arg]
    by_id = {text.id: text for text in texts}
    gold, asked = {}, []
    for at, (category, answer, name, spoken, written) in enumerate(made):
        id_ = f"w{number}-{plan.number(rng, at, category):06d}"
        waited = timedelta(minutes=plan.wait(rng, category))
        wording = plan.wording(rng, category, answer).format(name if category != "none" else f"{name[:-4]}Zarn")
        asked.append((plan.order(rng, category), Question(id=id_, text=wording, asked_at=texts[-1].time + waited)))
        gold[id_] = Gold(
            question=id_, answer=answer, answerable=category != "none",
            evidence=tuple(_evidence(by_id, number, spoken, written)),
            labels={"category": category, "answer_kind": "yes_no"},
        )  # fmt: skip
    asked.sort(key=lambda own: own[0])
    steps = (*(Observe(observation=text.id) for text in texts), *(Ask(question=own) for _, own in asked))
    return World(Episode(id=f"w{number}", steps=steps), by_id, gold)


def _evidence(by_id: dict[str, Observation], number: int, spoken: tuple[int, ...], written: tuple[int, ...]) -> Iterator[Evidence]:  # fmt: skip
    turn = by_id[f"w{number}-s{spoken[0]}"].parts[spoken[1]]
    start = by_id[f"w{number}-d{written[0]}"].parts[written[1]].start + 50 * written[2]
    for name, first, last in ((f"s{spoken[0]}", turn.start, turn.end), (f"d{written[0]}", start, start + 49)):
        span = Span(observation=f"w{number}-{name}", start=first, end=last)
        yield Evidence(span=span, text=by_id[span.observation].text[first:last])


def reader(question: Question, passages: Sequence[Passage]) -> str | None:
    """What the entry says whose key somebody said the name is of; None if either is missing."""
    told = "\n".join(passage.text for passage in passages)
    name = re.search(r"the \w+ of \w+", question.text)
    key = name and re.search(rf"We call (\w+) {name[0]} ", told)
    entry = key and re.search(rf"Entry {key[1]} is open: (\w+)", told)
    return entry[1] if entry else None
