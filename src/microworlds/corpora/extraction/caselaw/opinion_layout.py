"""Where an opinion's caption, its writings and their footnotes stand.

Parts say it where a corpus has them; without parts the first line that names a judge or calls itself an opinion
ends the caption.

Source: the layout of static.case.law (head_matter, then opinions with type and author).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from microworlds.core.records import Part
from microworlds.corpora.extraction import regex

Role = Literal["main", "dissent", "concurrence", "mixed"]
_CAPTION = frozenset(("caption", "head_matter", "head matter"))
_REACH = 20_000  # characters: no caption with its headnotes is longer


@dataclass(frozen=True)
class Writing:
    """One opinion: its role, where its head stands, and where its own words end and footnotes begin."""

    role: Role
    start: int
    end: int
    body: int


@dataclass(frozen=True)
class Layout:
    """A caption and the writings after it, in order."""

    caption: tuple[int, int]
    writings: tuple[Writing, ...]

    @property
    def main(self) -> Writing | None:
        """The opinion of the court, if there is exactly one."""
        mains = [writing for writing in self.writings if writing.role == "main"]
        return mains[0] if len(mains) == 1 else None


def layout(text: str, parts: Sequence[Part]) -> Layout:
    """Where things stand in ``text``: as ``parts`` say if any has a title, else as far as the lines show it."""
    titled = [part for part in parts if part.title]
    captions = [part for part in titled if (part.title or "").strip().lower() in _CAPTION]
    opinions = [part for part in titled if part not in captions]
    start = text.find("\n") + 1
    if not opinions:
        start, end = (captions[0].start, captions[0].end) if captions else (start, opening(text, start))
        return Layout((start, end), tuple(_cut(text, end, len(text))))
    caption = (captions[0].start, captions[0].end) if captions else (start, opinions[0].start)
    return Layout(caption, tuple(piece for part in opinions for piece in _cut(text, part.start, part.end, part.title)))


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        yield start, stop
        start = stop + 1


def _opens(text: str, start: int, end: int) -> bool:
    """True if the line from ``start`` to ``end`` is the head of an opinion."""
    if regex("opinion_layout.heading").match(text, start, end):
        return True
    match = regex("judges.writer").match(text, start, end)
    return match is not None and regex("opinion_layout.after_name").match(text, match.end(), end) is not None


def opening(text: str, start: int) -> int:
    """Where the caption ends: the first line that opens an opinion, or else the first long paragraph."""
    lines = list(_lines(text, start, min(len(text), start + _REACH)))
    opening = (first for first, last in lines if _opens(text, first, last))
    long = (first for first, last in lines[1:] if last - first > 400)
    return next(opening, next(long, start))


def _cut(text: str, start: int, end: int, title: str | None = None) -> Iterator[Writing]:
    """The writings from ``start`` to ``end``, cut where a judge begins to dissent or to concur.

    A part of the corpus may hold more than its title says, so parts are cut as well.
    """
    cuts = [start]
    for first, last in _lines(text, start, end):
        if first - cuts[-1] > 200 and last - first < 120 and _opens(text, first, last):
            head = _head(text, first, end)
            if regex("opinion_layout.dissents").search(head) or regex("opinion_layout.concurs").search(head):
                cuts.append(first)
    for first, last in zip(cuts, [*cuts[1:], end], strict=True):
        if last > first:
            yield _writing(text, first, last, title or "" if first == start else "")


def _writing(text: str, start: int, end: int, title: str) -> Writing:
    for first, last in _lines(text, start, min(end, start + 600)):
        if not regex("opinion_layout.votes").match(text, first, last):
            start = first
            break
    signs = f"{title}\n{_head(text, start, end)}"
    dissents, concurs = regex("opinion_layout.dissents").search(signs), regex("opinion_layout.concurs").search(signs)
    role: Role = "mixed" if dissents and concurs else "dissent" if dissents else "concurrence" if concurs else "main"
    marked = regex("opinion_layout.footnotes").search(text, start, end)
    return Writing(role, start, end, min(marked.start() if marked else end, _numbered_notes(text, start, end)))


def _numbered_notes(text: str, start: int, end: int) -> int:
    """Where the lines ``1. ...``, ``2. ...`` that close a writing begin; ``end`` if it closes otherwise.

    An opinion whose paragraphs are numbered has no such notes: they begin after its first third.
    """
    for first in regex("opinion_layout.first_note").finditer(text, start + (end - start) // 3, end):
        lines = [
            regex("opinion_layout.note").match(text, *line)
            for line in _lines(text, first.end(), end)
            if text[slice(*line)].strip()
        ]
        if all(line is not None and int(line["number"]) == place for place, line in enumerate(lines, start=1)):
            return first.start()
    return end


def _head(text: str, start: int, end: int) -> str:
    """The short lines at the top, which name the writer and say whether they dissent."""
    lines: list[str] = []
    for first, last in _lines(text, start, min(end, start + 400)):
        if last - first > 120 or len(lines) == 4:
            break
        lines.append(text[first:last])
    return "\n".join(lines)
