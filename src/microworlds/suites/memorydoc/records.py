"""The records of documents.

Source: MemoryDocDataSet 3.2 and 4.2 (long documents); issue 2, section 2.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import Field

from microworlds.core import jsonl
from microworlds.core.records import Observation, Part, Record

R = TypeVar("R", bound=Record)


def shared(kind: type[R], own: object, /, **others: Any) -> R:
    """A record of a kind: for each of its fields what ``own`` has of that name, or what is given here."""
    common = {name: getattr(own, name) for name in kind.model_fields if name not in others and hasattr(own, name)}
    return kind(**common, **others)


class Section(Record):
    """What people mean when they refer to a part of a document: an opinion, an article, a text of a collection.

    ``start`` and ``end`` are characters of the document's text, and so are those of ``parts`` (an opinion's caption
    and the opinions of its judges). ``date`` is YYYY, YYYY-MM or YYYY-MM-DD.
    """

    id: str
    title: str
    court: str | None = None
    date: str | None = None
    docket: str | None = None
    citation: str | None = None
    start: int = Field(ge=0)
    end: int = Field(gt=0)
    parts: tuple[Part, ...] = ()

    @property
    def heading(self) -> str:
        """What stands above the section in print: its title, and its citation if it has one."""
        return f"{self.title}, {self.citation}" if self.citation else self.title


class Document(Record):
    """A long document of one jurisdiction; ``tokens`` counts cl100k_base tokens of ``text``.

    Text between sections belongs to none: orders of a few lines, to which nobody refers.
    """

    id: str
    title: str
    kind: Literal["opinion", "agreement", "text"]
    jurisdiction: str
    volume: str
    group: int
    licence: str = Field(min_length=1)
    attribution: str
    tokens: int = Field(gt=0)
    text: str = Field(min_length=1)
    sections: tuple[Section, ...]

    def observation(self) -> Observation:
        """The document as it is handed to a memory: its sections are the observation's parts."""
        parts = tuple(
            Part(id=section.id, start=section.start, end=section.end, title=section.heading)
            for section in self.sections
        )
        return Observation(id=self.id, kind="document", title=self.title, text=self.text, parts=parts)


def read(folder: Path) -> Iterator[Document]:
    """The documents of all shards of a folder, shards in alphabetical order."""
    for path in sorted(folder.glob("*.jsonl")):
        yield from jsonl.read(path, Document)
