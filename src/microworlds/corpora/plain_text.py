"""A text as it was typed or printed, without what only its pages needed: each paragraph becomes one line.

Margins, wrapped and double-spaced lines, page numbers, running heads, line numbers, words divided at line ends and
lines printed twice (bold type) go. Notes at the feet of pages are collected at the end, one line each, so that no
sentence is interrupted. Headings, lines of a caption and quotations set in keep lines of their own. A text whose lines
are paragraphs already is only tidied. Whatever looks for anything in a text does so afterwards.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import unescape

from microworlds.corpora.expressions import regex
from microworlds.corpora.pages import Line, once, page_lines

_NARROWEST, _WIDEST = 45, 130  # columns between which lines are taken for wrapped ones


def cleaned(text: str) -> str:
    """The paragraphs of a text, one a line, without empty lines; notes of pages at the end."""
    raw = unescape(text).replace("\xa0", " ").replace("\u200b", "").replace("\xad\n", "-\n").replace("\xad", "")
    lines = page_lines(raw)
    narrow = [replace(line, end=line.indent + len(line.text)) for line in lines]
    # spaces between words make the lines of some texts even, and those of others uneven
    lines, width = max(((own, _width(own)) for own in (lines, narrow)), key=lambda pair: _evenness(*pair))
    if not width:
        return "\n".join(line.text for line in lines)
    lines = once(lines)
    body, notes = _parted(lines)
    return "\n".join([*_paragraphs(body, width, raw), *_notes(notes, raw)])


def _width(lines: list[Line]) -> int:
    """The column at which lines were wrapped; 0 for a text whose lines are paragraphs."""
    long = [line for line in lines if len(line.text) > 40]
    margin = _margin(long)
    ends = sorted(line.end for line in long if line.indent <= margin + 2)
    if len(ends) < 8:
        return 0
    width = ends[len(ends) * 19 // 20 - (len(ends) % 20 == 0)]
    longest = max(line.end for line in lines)
    near = sum(end >= 0.8 * width for end in ends)
    return width if _NARROWEST <= width <= _WIDEST and longest <= 2 * width and near >= 0.4 * len(ends) else 0


def _margin(lines: Sequence[Line]) -> int:
    """The column in which most lines begin."""
    return Counter(line.indent for line in lines).most_common(1)[0][0] if lines else 0


def _evenness(lines: Sequence[Line], width: int) -> float:
    """The share of lines that end near the column."""
    ends = [line.end for line in lines if len(line.text) >= 40]
    return sum(end >= 0.92 * width for end in ends) / len(ends) if width and ends else 0.0


def _parted(lines: list[Line]) -> tuple[list[Line], list[Line]]:
    """The lines of the pages, and those of the notes at their feet."""
    starts = [place for place, line in enumerate(lines) if line.turned or not place]
    body: list[Line] = []
    notes: list[Line] = []
    double = _spaced(lines)
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        page = lines[start:end]
        foot = _foot(page, _last(notes), double=double)
        rest = _carried_on(page[:foot]) if notes and double else foot
        if rest < foot and (page[rest].text[0].islower() or not regex("plain_text.ended").search(notes[-1].text)):
            foot = rest
        body += page[:foot]
        notes += page[foot:]
    # pages that cannot be told from each other
    place = 1
    while double and place < len(body):
        mark = _mark(body[place]) if body[place].gap > 1 else None
        if mark and _follows(mark, _last(notes)):
            end = next((at for at in range(place + 1, len(body)) if body[at].gap), len(body))
            if end > place + 1 or not mark.isdigit():
                notes += body[place:end]
                del body[place:end]
                continue
        place += 1
    return body, notes


def _last(notes: Sequence[Line]) -> int:
    """The number of the last note."""
    number = 0
    for line in notes:
        mark = _mark(line) or ""
        number = int(mark) if mark.isdigit() and _follows(mark, number) else number
    return number


def _follows(mark: str, number: int) -> bool:
    """True for a star, or a number that is the next or, if a note was not recognised, one soon after."""
    return not mark.isdigit() or number < int(mark) <= number + (3 if number else 1)


def _spaced(lines: Sequence[Line]) -> bool:
    """True if an empty line stands between most lines of the text."""
    long = [line for line in lines if len(line.text) > 40]
    return 2 * sum(line.gap > 0 for line in long) > len(long)


def _foot(page: Sequence[Line], number: int, *, double: bool) -> int:
    """Where the notes of a page begin: at a star or at the number after the last, with close lines to the page's end.

    Where all lines are close, a line drawn across must stand above.
    """
    for place, line in enumerate(page):
        mark = _mark(line)
        if not place or not mark or not line.gap or not _follows(mark, number):
            continue
        rest = page[place + 1 :]
        if 2 * sum(not below.gap or _mark(below) is not None for below in rest) >= len(rest) and (double or line.ruled):
            return place
    return len(page)


def _carried_on(page: Sequence[Line]) -> int:
    """Where close lines begin that end a double-spaced page and are not set in: the rest of the last page's note."""
    end = len(page)
    while end > 1:
        start = end - 1
        while start > 0 and not page[start].gap:
            start -= 1
        block = page[start:end]
        if len(block) < 2 or max(line.end for line in block) - min(line.indent for line in block) < _NARROWEST:
            break
        end = start
    return end


def _mark(line: Line) -> str | None:
    """The number or star with which a note begins."""
    match = regex("plain_text.note").match(line.text)
    return match["mark"] if match else None


def _paragraphs(lines: list[Line], width: int, text: str) -> Iterator[str]:
    """The lines joined to paragraphs."""
    known = _known(text)
    shape = _Shape.of(lines, width)
    paragraph = ""
    carried = False
    for place, line in enumerate(lines):
        carried = bool(paragraph) and _goes_on(lines, place, shape, carried=carried)
        if paragraph and not carried:
            yield paragraph
            paragraph = ""
        paragraph = _joined(paragraph, line.text, known)
    yield paragraph


def _notes(lines: list[Line], text: str) -> Iterator[str]:
    """The lines of notes joined, each from its mark to the next one's."""
    known = _known(text)
    number = 0
    note = ""
    for line in lines:
        mark = _mark(line)
        if mark and _follows(mark, number):
            number = int(mark) if mark.isdigit() else number
            if note:
                yield _marked(note)
            note = ""
        note = _joined(note, line.text, known)
    if note:
        yield _marked(note)


def _known(text: str) -> Counter[str]:
    return Counter(word.casefold() for word in re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", text))


def _marked(note: str) -> str:
    match = regex("plain_text.note").match(note)
    if match is None:
        return note
    return f"{match['mark']}{'.' if match['mark'].isdigit() else ''} {note[match.end() :].strip()}"


def _local(lines: list[Line], place: int, width: int) -> int:
    """The column at which lines around a place end: that of its block, if it is set in or narrower."""
    line = lines[place]
    start, end = place - 1, place + 1
    while start > 0 and lines[start].gap <= line.gap and abs(lines[start].indent - line.indent) <= 1:
        start -= 1
    while end < len(lines) and lines[end].gap <= line.gap and abs(lines[end].indent - line.indent) <= 1:
        end += 1
    own = max(one.end for one in lines[max(0, start) : end])
    return min(width, own) if end - start >= 3 and own - line.indent >= width / 2 else width


@dataclass(frozen=True)
class _Shape:
    """How the paragraphs of a text look: where their lines begin and end, and how far their first line is set in."""

    width: int
    margin: int
    first: int
    double: bool
    even: bool

    @staticmethod
    def of(lines: Sequence[Line], width: int) -> _Shape:
        long = [line.indent for line in lines if len(line.text) > 40]
        margin = _margin([line for line in lines if len(line.text) > 40])
        deeper = Counter(indent for indent in long if indent > margin + 1).most_common(1)
        first = deeper[0][0] if deeper and 10 * deeper[0][1] >= len(long) / 2 else margin
        return _Shape(width, margin, first, _spaced(lines), _evenness(lines, width) > 0.75)

    def flush(self, line: Line) -> bool:
        """True if the line begins at the margin; a little space may stand for a sign that was lost."""
        return line.indent <= max(self.margin + 2, (2 * self.first + self.margin) // 3)


def _goes_on(lines: list[Line], place: int, shape: _Shape, *, carried: bool) -> bool:
    """True if a line carries on the paragraph of the line above, which carried on one itself or did not."""
    above, line = lines[place - 1], lines[place]
    width = _local(lines, place, shape.width)
    ended = regex("plain_text.ended").search(above.text) is not None
    set_in = not shape.flush(above)
    centred = set_in and above.end < (0.6 if abs(above.indent - shape.first) <= 2 else 0.8) * shape.width
    block = set_in and carried
    if line.turned:
        marked = shape.first > shape.margin
        return shape.flush(line) and above.end >= 0.75 * width and not centred and (marked or not ended)
    if line.gap > (2 if shape.double else 0):
        return False
    if regex("plain_text.divided_word").search(above.text) and line.text[0].islower() and shape.flush(line):
        return True
    aligned = line.indent > shape.margin + 2 and abs(above.indent - line.indent) < 2
    if shape.flush(line) and shape.first > shape.margin and not (centred or block or aligned):
        close = ended and shape.double and not line.gap and above.end + 1 + line.first <= shape.width
        full = above.end + 1 + line.first > shape.width or above.end >= (0.93 if shape.even else 0.75) * shape.width
        return full and not close
    if line.indent > above.indent + 1 or (shape.flush(line) and (centred or block)):
        return False
    after = lines[place + 1].indent if place + 1 < len(lines) else 0
    if not shape.flush(line) and min(abs(above.indent - line.indent), abs(after - line.indent)) > 1:
        return False
    if line.text[0].islower() and not ended and shape.flush(line) and above.end >= 0.6 * width:
        return True
    return above.end + 1 + line.first > width


def _joined(before: str, after: str, known: Counter[str]) -> str:
    """Two lines as one; a hyphen at the end goes if the word is written without it, or its pieces are no words."""
    if not before:
        return after
    match = regex("plain_text.divided_word").search(before)
    rest = re.match(r"[^\W\d_]+", after)
    if match is None or rest is None:
        return before + after if before.endswith(("-", "—", "–")) and rest else f"{before} {after}"
    first, second = match[1].casefold(), rest[0].casefold()
    whole = known[first + second]
    hyphened = known[f"{first}-{second}"]
    alone = known[second] > 1 and known[first] > 1
    if rest[0][0].isupper() or hyphened > whole or (not whole and alone):
        return before + after
    return before[:-1] + after
