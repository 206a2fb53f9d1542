"""The lines of a text that was printed on pages, without what only the pages needed.

Line numbers, page numbers, running heads and lines struck twice go; a caption's two columns come one below the other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise

from microworlds.corpora.expressions import regex

_TIMES = 3  # rows of a caption in columns; pages that make a sequence of numbers
_EDGE = 3  # lines at the top and the bottom of a page among which it stands


@dataclass(frozen=True)
class Line:
    """What stands in a line, its columns, and how many empty lines, a page's end or a line across came before."""

    text: str
    indent: int
    end: int
    gap: int = 0
    turned: bool = False
    ruled: bool = False

    @property
    def first(self) -> int:
        """Characters of the first word."""
        return len(self.text.split()[0])


def page_lines(text: str) -> list[Line]:
    """The lines that are not empty, without numbers of lines and pages, and running heads."""
    return _unpaged(list(_lines(_columns(_unnumbered(text.expandtabs().split("\n"))))))


def _lines(raw: Sequence[str]) -> Iterator[Line]:
    gap, turned, ruled = 0, False, False
    for line in raw:
        turned |= "\f" in line
        line = line.replace("\f", "").rstrip()
        if regex("pages.rule").fullmatch(line):
            gap += 1
            ruled = ruled or bool(line.strip())
            continue
        text = " ".join(line.split())
        yield Line(text, len(line) - len(line.lstrip()), len(line), gap, turned, ruled)
        gap, turned, ruled = 0, False, False


def _unnumbered(raw: list[str]) -> list[str]:
    """Without the numbers that stand before the lines of a pleading: most lines have one, each one more."""
    found = [(place, regex("pages.line_number").match(line)) for place, line in enumerate(raw) if line.strip()]
    numbers = [(place, int(match["number"])) for place, match in found if match]
    steps = sum(two[1] in (1, one[1] + 1) for one, two in pairwise(numbers))
    if len(numbers) < 12 or len(numbers) < 0.6 * len(found) or steps < 0.9 * (len(numbers) - 1):
        return raw
    bare = list(raw)
    for place, match in found:
        if match:
            bare[place] = " " * match.end("number") + raw[place][match.end("number") :]
    return bare


def _columns(raw: list[str]) -> list[str]:
    """The two columns of a caption that a row of signs divides, one below the other."""
    kept: list[str] = []
    place = 0
    while place < len(raw):
        rows = list(_divided(raw, place))
        if len(rows) < _TIMES:
            kept.append(raw[place])
            place += 1
            continue
        for side in ("left", "right"):
            kept += ["", *((row[side] or "").rstrip() for row in rows), ""]
        place += len(rows)
    return kept


def _divided(raw: list[str], place: int) -> Iterator[re.Match[str]]:
    """The lines from a place on that one sign in about one column divides."""
    first = None
    for line in raw[place:]:
        match = regex("pages.divided").fullmatch(line.lstrip("\f"))
        first = first or match
        if match is None or first is None or match["bar"] != first["bar"]:
            return
        if abs(match.start("bar") - first.start("bar")) > 3:
            return
        yield match


def _unpaged(lines: list[Line]) -> list[Line]:
    """Without page numbers and running heads; the line after one begins a page."""
    gone = _page_marks(lines)
    gone |= _running(lines, gone)
    kept: list[Line] = []
    gap, turned = 0, False
    for place, line in enumerate(lines):
        if place in gone:
            gap, turned = gap + line.gap + 1, True
            continue
        kept.append(replace(line, gap=line.gap + gap, turned=line.turned or turned))
        gap, turned = 0, False
    return kept


def _running(lines: list[Line], gone: set[int]) -> set[int]:
    """Places of heads and feet: short lines near the edges of pages, on two pages or more and hardly anywhere else."""
    masked = [_masked(line.text) for line in lines]
    near: set[int] = set()
    for turn in sorted(gone | {place for place, line in enumerate(lines) if line.turned}):
        for way in (range(turn - 1, -1, -1), range(turn, len(lines))):
            near |= set(islice((place for place in way if place not in gone), _EDGE))
    times, often = Counter(masked), Counter(masked[place] for place in near)
    runs = {place for place in near if often[masked[place]] > 1 and times[masked[place]] <= often[masked[place]] + 1}
    return {place for place in runs if len(lines[place].text) <= 100 and place >= _EDGE}


def _masked(text: str) -> str:
    return re.sub(r"\d+", "#", text.casefold())


def _page_marks(lines: list[Line]) -> set[int]:
    """Places of lines that number pages: they say so, stand at a page's edge, or count up through the text."""
    said = {place for place, line in enumerate(lines) if regex("pages.page").fullmatch(line.text)}
    runs: dict[str, list[tuple[int, list[int]]]] = {}
    for place, line in enumerate(lines):
        numbers = [int(number) for number in re.findall(r"\d+", line.text)]
        if numbers and len(line.text) <= 100 and max(numbers) < 10**9:
            runs.setdefault(_masked(line.text), []).append((place, numbers))
    for head, found in runs.items():
        if head == "#":
            said |= _bare(lines, found, said)
        elif len(found) >= _TIMES and _counts_up([numbers for _, numbers in found]):
            said |= {place for place, _ in found}
    return said


def _counts_up(rows: list[list[int]]) -> bool:
    """True if one number of the rows goes up by one or two from each to the next, and the others stay."""
    columns = list(zip(*rows, strict=True))
    moving = [column for column in columns if len(set(column)) > 1]
    return len(moving) == 1 and all(1 <= two - one <= 2 for one, two in pairwise(moving[0]))


def _bare(lines: list[Line], found: list[tuple[int, list[int]]], said: set[int]) -> set[int]:
    """Numbers alone that number pages: beside a page's edge, or a sequence with nothing close by."""
    alone: list[tuple[int, int]] = []
    edges: set[int] = set()
    for place, (number,) in found:
        after = lines[place + 1] if place + 1 < len(lines) else None
        closes = lines[place].gap and (after.turned if after else bool(edges))
        if place - 1 in said or lines[place].turned or closes:
            edges.add(place)
        elif lines[place].gap and (after is None or after.gap):
            alone.append((place, number))
    chain: list[tuple[int, int]] = []
    for place, number in alone:
        if not chain or number == chain[-1][1] + 1:
            chain.append((place, number))
    return edges | ({place for place, _ in chain} if len(chain) >= _TIMES else set())


def once(lines: list[Line]) -> list[Line]:
    """Without lines that begin or end the line before them once more (struck twice to look bold)."""
    kept: list[Line] = []
    for line in lines:
        text = "".join(filter(str.isalnum, line.text))
        above = "".join(filter(str.isalnum, kept[-1].text)) if kept else ""
        if len(text) > 2 and line.gap == 0 and (above.startswith(text) or above.endswith(text)):
            continue
        kept.append(line)
    return kept
