"""Printing an agreement: numbers, headings, lists, references, running lines, and the span of every part."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from microworlds.core.records import Part
from microworlds.corpora.agreements.polish import REFERENCE
from microworlds.corpora.agreements.prose import Section
from microworlds.corpora.agreements.style import HouseStyle

_PARTY = re.compile(r"(?<=[a-z,;(“] )Part(y|ies)\b")


@dataclass
class Labels:
    """How everything that can be referred to is cited."""

    rng: random.Random
    articles: dict[str, str] = field(default_factory=dict)
    sections: dict[str, str] = field(default_factory=dict)
    within: dict[str, list[str]] = field(default_factory=dict)

    def add(self, topic: str, article: str, sections: Mapping[str, str], every: Sequence[str]) -> None:
        """Take in an article: its own reference, those of its sections by key, and all of them."""
        self.articles[topic] = article
        self.sections |= sections
        self.within[topic] = list(every)

    def cite(self, key: str) -> str:
        """The reference for a key: a section, an article (ending `!`: the article itself), a schedule."""
        if key in self.sections:
            return self.sections[key]
        topic = key.removesuffix("!")
        if topic == key and self.within.get(topic) and self.rng.random() < 0.6:
            return self.rng.choice(self.within[topic])
        return self.articles[topic]

    def resolved(self, text: str) -> str:
        """The text with every reference written out."""
        return REFERENCE.sub(lambda match: self.cite(match.group(1)), text)


class Printer:
    """Collects paragraphs into one text, a running line after every page, and remembers where the parts are."""

    def __init__(self, style: HouseStyle, running: Sequence[str]) -> None:
        """``running`` are the lines at the foot of every page, before its number."""
        self._style = style
        self._running = tuple(running)
        self._pieces: list[str] = []
        self._length = 0
        self._page, self._page_start = 1, 0
        self._parts: list[tuple[str, int, int]] = []

    def part(self, title: str, paragraphs: Iterable[str]) -> None:
        """Print a part; its span is without the space around it."""
        start = self._length
        for number, paragraph in enumerate(paragraphs):
            if number:
                self._turn_page()
            self._put(paragraph)
        self._parts.append((title, start, self._length - len(self._style.gap)))

    def _put(self, paragraph: str) -> None:
        text = paragraph + self._style.gap
        if self._style.straight_quotes:
            text = text.replace("“", '"').replace("”", '"')
        self._pieces.append(text)
        self._length += len(text)

    def _turn_page(self) -> None:
        if self._length - self._page_start > self._style.page and (self._running or self._style.footer):
            for line in (*self._running, str(self._page)):
                self._put(line)
            self._page += 1
            self._page_start = self._length

    def text(self) -> str:
        """Everything printed."""
        return "".join(self._pieces).rstrip()

    def parts(self, id: str) -> tuple[Part, ...]:
        """The parts in order, their ids derived from the agreement's."""
        return tuple(
            Part(id=f"{id}-p{number:02d}", start=start, end=end, title=title)
            for number, (title, start, end) in enumerate(self._parts)
        )


def section_paragraphs(section: Section, label: str, style: HouseStyle) -> Iterator[str]:
    """The paragraphs of a section under its label."""
    body = _PARTY.sub(lambda match: f"part{match.group(1)}", section.body) if style.small_party else section.body
    lead = f"{label} " if label else ""
    if section.caption:
        caption = section.caption.upper() if style.caption == "upper" else section.caption
        if style.caption == "line":
            yield f"{lead}{caption}"
            lead = ""
        else:
            lead += f"{caption}{':' if style.caption == 'colon' else '.'} "
    first, *rest = body.split("¶")
    yield from _listed(lead + first, style)
    for paragraph in rest:
        yield from _listed(paragraph, style)


def _listed(text: str, style: HouseStyle) -> Iterator[str]:
    """The text with its lists labelled, in the line or broken into lines."""
    line = ""
    for block in text.split("^^"):
        head, *items = block.split("^")
        line += head
        labelled = [f"{style.item_label(number)} {item.strip()}" for number, item in enumerate(items, start=1)]
        if not labelled:
            continue
        if style.broken_lists:
            yield line.strip()
            yield from (style.indent + item for item in labelled[:-1])
            yield style.indent + labelled[-1]
            line = ""
        else:
            line = f"{line.rstrip()} {' '.join(labelled)}"
    if line.strip():
        yield line.strip()


def section_refs(
    style: HouseStyle, article: int, sections: Sequence[Section], running: int
) -> tuple[list[str], dict[str, str], list[str]]:
    """Labels of an article's sections, references to those with keys of their own, and references to all."""
    labels, by_key, every = [], {}, []
    for number, section in enumerate(sections, start=1):
        labels.append(style.section_label(article, number, running + number))
        reference = style.section_reference(article, number, running + number)
        every.append(reference)
        if not section.key.startswith("op."):
            by_key[section.key] = reference
    return labels, by_key, every
