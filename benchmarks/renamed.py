"""Worlds whose roles, purposes and works have other names, everywhere they are said, asked and answered.

A reader that understands what a text is for by the words that conversation and question share loses nothing by it; one
that knows our generator's words does. Documents stay as they are. Only words change: the same questions are asked of
the same evidence, so what is lost is lost pair by pair.

Source: issue 13, section 1.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

import yaml
from benchmarks.document_first import Found
from benchmarks.reader_inputs import Read, World

from microworlds.core.records import Ask, Evidence, Gold, Observation, Part, Question, Span
from microworlds.core.text import WORD, stem

_CLOSED = frozenset("a an the of to in on at for and or be is our most all".split())
_VOWEL = re.compile(r"[aeiou]", re.IGNORECASE)


@dataclass(frozen=True)
class Renames:
    """Other names: of each variant of each role, of purposes (with their article) and of works (without one).

    ``bare`` are works that never have an article, ``events`` names of events that a work's name stands in.
    """

    roles: dict[str, dict[str, str]]
    purposes: dict[str, str]
    works: dict[str, str]
    bare: tuple[str, ...]
    events: dict[str, str]

    def groups(self) -> Iterator[dict[str, str]]:
        """Names that belong to one thing, old and new: the variants of a role, a purpose, a work."""
        yield from self.roles.values()
        for names in (self.purposes, self.works):
            yield from ({old: new} for old, new in names.items())

    def names(self) -> dict[str, str]:
        """All names as they stand in a text, the longest first; a purpose also without its article."""
        every = dict(pair for names in (*self.roles.values(), self.events) for pair in names.items())
        for old, new in self.purposes.items():
            every[_bare(old)] = _bare(new)
        for old, new in self.works.items():
            alone = len(old.split()) == 1 and old not in self.bare
            every[f"the {old}" if alone else old] = f"the {new}" if alone else new
        return dict(sorted(every.items(), key=lambda pair: (-len(pair[0]), pair[0])))


def _bare(purpose: str) -> str:
    """A purpose without what stands before it: "our answer on" is "the answer on" to others."""
    return purpose.removeprefix("the ").removeprefix("our ")


def load(file: Path) -> Renames:
    """The names of a file."""
    data = yaml.safe_load(file.read_text(encoding="utf-8"))
    return Renames(data["roles"], data["purposes"], data["works"], tuple(data["bare"]), data["events"])


def content(text: str) -> set[str]:
    """The stems of a text's open-class words."""
    words = (part for word in WORD.findall(text.lower()) for part in word.removesuffix("'s").strip("'").split("-"))
    return {stem(word) for word in words if word not in _CLOSED}


@dataclass(frozen=True)
class _Edits:
    """A text with other words in it, and where each character of the old one is now."""

    text: str
    changed: tuple[tuple[int, int, int], ...]  # start and end in the old text, and how much longer it became

    def at(self, place: int) -> int:
        """A place of the old text in the new one; a span's end that stands behind a change moves with it."""
        return place + sum(more for _, end, more in self.changed if end <= place)


class Renamer:
    """Puts other names in."""

    def __init__(self, renames: Renames) -> None:
        self._names = renames.names()
        # a title, such as that of an event, has no article
        self._titled = self._names | renames.works
        self._pattern = _pattern(self._names)
        self._title_pattern = _pattern(self._titled)

    def edited(self, text: str) -> _Edits:
        """A text with its names replaced, in the case in which they stand, with ``a`` or ``an`` before them."""
        changed, pieces, last = [], [], 0
        for match in self._pattern.finditer(text):
            new = _fitted(match, self._names)
            pieces += [text[last : match.start()], new]
            last = match.end()
            changed.append((match.start(), match.end(), len(new) - len(match[0])))
        return _Edits("".join([*pieces, text[last:]]), tuple(changed))

    def text(self, text: str) -> str:
        """The same without places."""
        return self.edited(text).text

    def title(self, text: str) -> str:
        """A title with its names replaced."""
        return self._title_pattern.sub(lambda match: _fitted(match, self._titled), text)

    def world(self, world: World) -> World:
        """A world with other names in sessions, questions and gold."""
        edits = {one.id: self.edited(one.text) for one in world.observations if one.kind != "document"}
        observations = tuple(self._observation(one, edits.get(one.id)) for one in world.observations)
        steps = tuple(
            Ask(question=self._question(step.question)) if isinstance(step, Ask) else step
            for step in world.episode.steps
        )
        return World(
            world.episode.model_copy(update={"steps": steps}),
            observations,
            {name: self._gold(gold, edits) for name, gold in world.gold.items()},
            world.held_out,
        )

    def _observation(self, one: Observation, edits: _Edits | None) -> Observation:
        if edits is None:
            return one
        parts = tuple(_moved(part, edits) for part in one.parts)
        return one.model_copy(update={"text": edits.text, "parts": parts, "title": self.title(one.title)})

    def _question(self, question: Question) -> Question:
        return question.model_copy(update={"text": self.text(question.text)})

    def _gold(self, gold: Gold, edits: dict[str, _Edits]) -> Gold:
        pieces = tuple(_piece(piece, edits.get(piece.span.observation)) for piece in gold.evidence)
        # an answer that is read in a document says what it says there
        told = gold.labels["source"] == "chat_only" or not gold.answerable
        answer = self.text(gold.answer) if told or gold.answer.lower() in self._titled else gold.answer
        return gold.model_copy(update={"evidence": pieces, "answer": answer})


def _pattern(names: dict[str, str]) -> re.Pattern[str]:
    listed = sorted(names, key=lambda name: (-len(name), name))
    either = "|".join(f"[{name[0].upper()}{name[0]}]{re.escape(name[1:])}" for name in listed)
    return re.compile(rf"\b(?:(?P<article>[Aa]n?) )?(?P<name>{either})(?P<own>'s?)?\b(?!-)")


def _fitted(match: re.Match[str], names: dict[str, str]) -> str:
    old = match["name"]
    new = names.get(old) or names[old[0].lower() + old[1:]]
    if match["article"]:
        article = "an" if _VOWEL.match(new) else "a"
        return f"{article.capitalize() if match['article'][0] == 'A' else article} {new}{match['own'] or ''}"
    return f"{new[0].upper() + new[1:] if old[0].isupper() else new}{match['own'] or ''}"


def _moved(part: Part, edits: _Edits) -> Part:
    return part.model_copy(update={"start": edits.at(part.start), "end": edits.at(part.end)})


def _piece(piece: Evidence, edits: _Edits | None) -> Evidence:
    if edits is None:
        return piece
    start, end = edits.at(piece.span.start), edits.at(piece.span.end)
    span = Span(observation=piece.span.observation, start=start, end=end)
    return piece.model_copy(update={"span": span, "text": edits.text[start:end]})


@dataclass(frozen=True)
class Results:
    """What a reader made of the questions of some worlds, and a finder of the Hybrid ones."""

    read: Sequence[Read]
    found: Sequence[Found]


def pairs(worlds: Iterable[World], renames: Renames) -> list[tuple[World, World]]:
    """Each world as it is and renamed, of those in which something is called by these names."""
    renamer = Renamer(renames)
    every = ((world, renamer.world(world)) for world in worlds)
    return [(before, after) for before, after in every if before.observations != after.observations]


@dataclass(frozen=True)
class Lost:
    """What renaming costs: F1 on so many questions with an answer, right documents first on so many Hybrid ones."""

    f1: float
    questions: int
    document: float
    hybrid: int


def lost(before: Results, after: Results, asked: Container[str] | None = None) -> Lost:
    """How much less was reached on the same questions, all of them or only those asked; below 0 if it is more.

    Raises:
        ValueError: the results are not of the same questions.
    """
    scores = [{one.asked.id: one.score for one in own.read if one.asked.answers} for own in (before, after)]
    first = [{one.question.id: float(one.document) for one in own.found} for own in (before, after)]
    if scores[0].keys() != scores[1].keys() or first[0].keys() != first[1].keys():
        raise ValueError("not the same questions")
    f1, document = (
        [old[name] - new[name] for name in old if asked is None or name in asked] for old, new in (scores, first)
    )
    return Lost(fmean(f1) if f1 else 0.0, len(f1), fmean(document) if document else 0.0, len(document))


def reworded(before: Results, after: Results) -> set[str]:
    """The questions whose own words are others."""
    asked = {one.asked.id: one.asked.question for one in before.read}
    return {one.asked.id for one in after.read if asked[one.asked.id] != one.asked.question}
