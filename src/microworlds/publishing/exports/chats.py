"""An episode as chats alone, for shapes without documents: a document is pasted as a session of its own, or left out.

A pasted document is a session in which ``DOCUMENT``, nobody of the world, reads it out: a turn a section, and one for
each text between sections. Nobody of the world can do it: who brought or praised a document is what questions ask
about. Sessions need dates there, and a document without one is dated a minute before what follows on its episode.
A log is a session in which its apps speak.

Source: issue 4, section 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

from microworlds.core.errors import UserError
from microworlds.core.records import Gold, Observation, Question, Record, Span, attributed
from microworlds.publishing.exports.base import FullEpisode, Made, Unit
from microworlds.retrieval.chunks import sections

DOCUMENT = "Document"
ROLES = ("user", "assistant")
HOW_ROLES = "everybody is `user`, with the name before what is said; who was called user or assistant stays so"
HOW_PASTED = (
    f"each document is a session in which a speaker called {DOCUMENT} gives its sections, a turn each, "
    "dated a minute before what follows in the episode"
)


class ChatFormat(Record):
    """The option of every shape that has sessions only."""

    documents: Literal["paste", "leave-out"] | None = None

    def write(self, episodes: Iterable[FullEpisode], split: str, folder: Path) -> Made:
        """See ``Format.write``."""
        made = Made()
        self.write_worlds(worlds(episodes, self, made), folder, made)
        if made.counts["documents pasted"]:
            made.how["documents"] = HOW_PASTED
        return made

    def write_worlds(self, worlds: Iterable[World], folder: Path, made: Made) -> None:
        """Write the files, noting in ``made`` where turns and questions come from, and what stands for what."""
        raise NotImplementedError


@dataclass(frozen=True)
class Turn:
    """What somebody says; ``span`` is that text in its observation, without the speaker's name."""

    speaker: str
    text: str
    span: Span

    @property
    def message(self) -> tuple[str, str]:
        """Role and text, where a shape knows only a user and an assistant."""
        role = (self.speaker or "").lower()
        if role in ROLES:
            return role, self.text
        return ROLES[0], attributed(self.text, self.speaker)


@dataclass(frozen=True)
class Chat:
    """A session, or a document as one."""

    id: str
    title: str
    time: datetime
    turns: tuple[Turn, ...]


@dataclass(frozen=True)
class Exported:
    """A question, and the turns that hold its evidence as (chat, turn), counted from 0, in order."""

    question: Question
    gold: Gold
    turns: tuple[tuple[int, int], ...]

    @property
    def chats(self) -> tuple[int, ...]:
        """The chats that hold evidence, in order."""
        return tuple(dict.fromkeys(chat for chat, _ in self.turns))


@dataclass(frozen=True)
class World:
    """An episode as chats in its order, and the questions that can be asked of them."""

    id: str
    chats: tuple[Chat, ...]
    asked: tuple[Exported, ...]


def worlds(episodes: Iterable[FullEpisode], own: ChatFormat, made: Made) -> Iterator[World]:
    """The episodes as chats; counts them, and what is left out, in ``made``.

    Raises:
        UserError: there are documents, and nobody said what to do with them; or an episode has no date at all.
    """
    for full in episodes:
        found = [item for item in full.observations if item.kind == "document"]
        if found and own.documents is None:
            raise UserError(
                f"{full.episode.id} has {len(found)} documents, and this format has sessions only. Say "
                "--documents paste (each becomes a session of its own) or --documents leave-out (and all questions "
                "that need one)."
            )
        paste = own.documents == "paste"
        kept = [item for item in full.observations if paste or item.kind != "document"]
        times = _times(full.episode.id, kept)
        chats = tuple(chat for item, time in zip(kept, times, strict=True) if (chat := _chat(item, time)).turns)
        made.counts["worlds"] += 1
        made.counts["sessions"] += sum(item.kind != "document" for item in kept)
        made.counts["turns"] += sum(len(chat.turns) for chat in chats)
        made.counts["documents pasted"] += len(found) if paste else 0
        made.counts["dates made up"] += sum(item.time is None for item in kept)
        made.left_out["documents"] += 0 if paste else len(found)
        asked = tuple(_asked(full, chats, made))
        made.counts["questions"] += len(asked)
        yield World(full.episode.id, chats, asked)


def _asked(full: FullEpisode, chats: Sequence[Chat], made: Made) -> Iterator[Exported]:
    there = {chat.id for chat in chats}
    for question in full.episode.questions:
        gold = full.gold[question.id]
        if any(piece.span.observation not in there for piece in gold.evidence):
            made.left_out["questions that need a document"] += 1
            continue
        turns = (
            (at, number)
            for piece in gold.evidence
            for at, chat in enumerate(chats)
            for number, turn in enumerate(chat.turns)
            if turn.span.overlaps(piece.span)
        )
        yield Exported(question, gold, tuple(dict.fromkeys(turns)))


def _chat(item: Observation, time: datetime) -> Chat:
    turns = []
    for chunk in sections(item):
        speaker = chunk.speaker or (DOCUMENT if item.kind == "document" else "")
        text = chunk.text.strip()
        if text:
            start = chunk.span.start + chunk.text.index(text)
            turns.append(Turn(speaker, text, Span(observation=item.id, start=start, end=start + len(text))))
    return Chat(item.id, item.title, time, tuple(turns))


def _times(world: str, items: Sequence[Observation]) -> list[datetime]:
    """A date for each: its own, else a minute before the next one's, else a minute after the one before."""
    times: list[datetime | None] = [item.time for item in items]
    for at in reversed(range(len(times) - 1)):
        following = times[at + 1]
        if times[at] is None and following is not None:
            times[at] = following - timedelta(minutes=1)
    for at in range(1, len(times)):
        before = times[at - 1]
        if times[at] is None and before is not None:
            times[at] = before + timedelta(minutes=1)
    dated = [time for time in times if time is not None]
    if len(dated) < len(times):
        raise UserError(f"{world} has no date in its episode, and this format needs one for each session.")
    return dated


def places(world: World, made: Made, name: str) -> None:
    """Note where every turn of a world comes from; ``name`` is filled with chat, and the turn's number from 1."""
    made.units += [
        Unit(id=name.format(world=world.id, chat=chat.id, session=at, turn=number), span=turn.span)
        for at, chat in enumerate(world.chats, start=1)
        for number, turn in enumerate(chat.turns, start=1)
    ]
