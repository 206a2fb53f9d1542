"""Printing an agreement: numbers, headings, lists, references, running lines, and the span of every part."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from microworlds.core.records import Part
from microworlds.corpora.agreements.articles import Article
from microworlds.corpora.agreements.polish import REFERENCE
from microworlds.corpora.agreements.prose import Section
from microworlds.corpora.agreements.style import HouseStyle

_PARTY = re.compile(r"(?<=[a-z,;(“] )(?<!Third )Part(y|ies)\b")


@dataclass
class Labels:
    """How everything that can be referred to is cited."""

    style: HouseStyle
    articles: dict[str, str] = field(default_factory=dict)
    sections: dict[str, str] = field(default_factory=dict)

    def add(self, article: Article) -> None:
        """Take in a numbered article and its sections."""
        self.articles[article.topic] = self.style.article_reference(article.number, article.heading)
        for place, section in enumerate(article.sections, start=1):
            number = article.before + place
            self.sections[section.key] = self.style.section_reference(article.number, place, number)

    def cite(self, key: str) -> str:
        """The reference for a key: a section, an article (ending `!`: the article itself), a schedule."""
        if key in self.sections:
            return self.sections[key]
        return self.articles[key.removesuffix("!")]

    def resolved(self, text: str) -> str:
        """The text with every reference written out."""
        return REFERENCE.sub(lambda match: self.cite(match.group(1)), text)


class Printer:
    """Collects paragraphs into one text and remembers where the parts are.

    The running line stands after the first part that ends a page, so that no article is broken by it.
    """

    def __init__(self, style: HouseStyle, running: str) -> None:
        """``running`` is the line at the foot of a page, before its number; none if empty."""
        self._style = style
        self._running = running
        self._pieces: list[str] = []
        self._length = 0
        self._page_start = 0
        self._parts: list[tuple[str, int, int]] = []

    def part(self, title: str, paragraphs: Iterable[str]) -> None:
        """Print a part; its span is without the space around it."""
        start = self._length
        for paragraph in paragraphs:
            self._put(paragraph)
        self._turn_page()
        self._parts.append((title, start, self._length - len(self._style.gap)))

    def _put(self, paragraph: str) -> None:
        text = paragraph + self._style.gap
        if self._style.straight_quotes:
            text = text.replace("“", '"').replace("”", '"')
        self._pieces.append(text)
        self._length += len(text)

    def _turn_page(self) -> None:
        if self._running and self._length - self._page_start > self._style.page:
            self._put(self._running)
            self._put(str(self._length // self._style.page))
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


def section_paragraphs(section: Section, label: str, labels: Labels) -> Iterator[str]:
    """The paragraphs of a section under its label."""
    style, body = labels.style, labels.resolved(section.body)
    if style.small_party:
        body = _PARTY.sub(lambda match: f"part{match.group(1)}", body)
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
