"""What a corpus hands over.

Source: MemoryDocDataSet 4.2 and Appendix A, stage 1; the layout of static.case.law.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal, Protocol

from pydantic import Field

from microworlds.core.records import Part, Record, Rejection


class Source(Record):
    """One text as it was published: an opinion of a case with its caption, an agreement, any other text.

    ``parts`` are spans of ``text`` with titles: caption and opinions of a case, articles of an agreement.
    Sources of one ``volume`` and ``jurisdiction``, in order of ``order``, are consecutive. ``group`` numbers the
    batch in which a growing corpus made it: a group is complete once any of it exists.
    """

    id: str
    kind: Literal["opinion", "agreement", "text"]
    title: str
    text: str = Field(min_length=1)
    volume: str
    jurisdiction: str
    order: int
    group: int = 0
    court: str | None = None
    date: str | None = None
    docket: str | None = None
    citation: str | None = None
    licence: str = Field(min_length=1)
    attribution: str
    parts: tuple[Part, ...] = ()


class Corpus(Protocol):
    """A corpus: frozen settings with one method."""

    def gather(self, cache: Path, documents: int) -> Iterator[Source | Rejection]:
        """Sources in a stable order, and what was refused and why.

        ``documents`` is how many documents of 20,000-50,000 tokens are needed: a corpus that can grow makes at least
        so many, and what it made for fewer is the beginning of what it makes for more; others give all they have.
        ``cache`` is a folder outside the tree for what was downloaded.
        """
        ...
