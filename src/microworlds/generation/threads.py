"""The library of threads: what people talk about with an assistant, in whole pieces of a conversation.

The files in ``exchanges/assistant/SIDE`` (personal, professional) hold them, in the notation of
``generation.exchanges.dialogues``: ``== topic`` begins a thread, ``== topic then`` its next part; U is the user, A the
assistant. Each part begins with the user and ends with the assistant, so that something else can be said between two.
``joints.txt`` has what leads from one to the next.

Source: ConvoMem A.1 (conversations of 80 to 120 messages between user and assistant).
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from microworlds.generation.exchanges.dialogues import Dialogue, parsed
from microworlds.generation.grammar import Grammar, expanded

_FOLDER = Path(__file__).parent / "exchanges" / "assistant"
_ROLES = ("U", "A")


@dataclass(frozen=True)
class Thread:
    """A thread of a topic: its parts, each of so many turns by user and assistant in turn."""

    id: str
    topic: str
    parts: tuple[Dialogue, ...]

    def __len__(self) -> int:
        """How many messages it has."""
        return sum(len(part.turns) for part in self.parts)

    def said(self, slots: Mapping[str, str], rng: random.Random) -> list[list[str]]:
        """The messages of each part, as the user and the assistant write them in turn."""
        return [
            [expanded(turn.sayings[0].nodes, rng.random, slots.__getitem__) for turn in part.turns]
            for part in self.parts
        ]


@cache
def threads(side: str) -> tuple[Thread, ...]:
    """All threads of a side, in order of file and place."""
    return tuple(
        thread
        for path in sorted((_FOLDER / side).glob("*.txt"))
        for thread in grouped(parsed(path.read_text("utf-8"), path.name), path.stem)
    )


@cache
def joints() -> Grammar:
    """How a conversation begins and ends, and how one goes on to the next thread: the rules of ``joints.txt``."""
    return Grammar.load(_FOLDER / "joints.txt")


def grouped(dialogues: list[Dialogue], name: str) -> list[Thread]:
    """Dialogues as threads: one whose heading says "then" belongs to the one before.

    Raises:
        ValueError: one does not begin with the user, end with the assistant, or take turns.
    """
    found: list[list[Dialogue]] = []
    for dialogue in dialogues:
        roles = tuple(turn.role for turn in dialogue.turns)
        if not roles or roles != _ROLES * (len(roles) // 2):
            raise ValueError(f"{name}, {dialogue.kind}: U and A do not take turns from first to last: {roles}")
        if "then" in dialogue.attributes:
            found[-1].append(dialogue)
        else:
            found.append([dialogue])
    return [Thread(f"{name}-{at:03d}", parts[0].kind, tuple(parts)) for at, parts in enumerate(found, start=1)]
