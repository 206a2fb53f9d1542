"""An opinion that came as plain text: its caption and its writing, found by their lines.

What a caption says over several lines (who sues whom, which court, before whom) is put on one line each, as reports
print it, and a judge's name before the first sentence gets a line of its own. A text is an opinion if it says who the
parties are and names a court or a docket number before the first prose.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from microworlds.core import value_types
from microworlds.core.records import Part
from microworlds.corpora.expressions import regex
from microworlds.corpora.extraction.caselaw.opinion_layout import opening

_LINES = 90  # no caption has more
_SIDE = 10  # lines of one side's names and roles


@dataclass(frozen=True)
class OpinionText:
    """The lines of an opinion: what stands before its caption, the caption, and the writing."""

    before: tuple[str, ...]
    caption: tuple[str, ...]
    writing: tuple[str, ...]

    @property
    def parties(self) -> str:
        """The line of the caption that says whose case it is."""
        return next((line for line in self.caption if regex("opinion_text.title").search(line)), "")

    def under(self, title: str, identity: str) -> tuple[str, tuple[Part, ...]]:
        """The text with the title as its first line, and where its caption and the writing stand."""
        before = "\n".join([title, *self.before])
        caption, writing = "\n".join(self.caption), "\n".join(self.writing)
        first, second = len(before) + 1, len(before) + len(caption) + 2
        parts = (
            Part(id=f"{identity}-p01", start=first, end=second - 1, title="caption"),
            Part(id=f"{identity}-p02", start=second, end=second + len(writing), title="opinion"),
        )
        return f"{before}\n{caption}\n{writing}", parts


def opinion_text(text: str) -> OpinionText | None:
    """The opinion that a cleaned text is; None if it is none."""
    lines = [regex("opinion_text.mark").sub("", piece) for line in text.split("\n") for piece in _bylines(line)]
    lines = [*_told(_apart(lines[:_LINES]), (_bench,)), *lines[_LINES:]]
    zone = _zone(lines)
    head = lines[:zone]
    start = _after_errata(head)
    caption = _told(head[start:], (_parties, _named))
    made = OpinionText(tuple(head[:start]), tuple(caption), tuple(lines[zone:]))
    forms = (regex("opinion_text.court"), regex("opinion_text.docket"))
    placed = any(form.match(line) for line in caption for form in forms)
    return made if made.parties and placed and made.writing else None


def _zone(lines: Sequence[str]) -> int:
    """How many lines come before the writing: up to its heading or the judge's name, or else to the first prose."""
    whole = "\n".join(lines)
    zone = whole[: opening(whole, 0)].count("\n")
    if not zone:
        prose = (place for place, line in enumerate(lines[:_LINES]) if _is_prose(line))
        zone = next(prose, 0)
    # a heading, and below it the judge
    headed = zone + 1 < len(lines) and regex("opinion_text.judge_alone").fullmatch(lines[zone + 1])
    return zone + 1 if headed else zone


def _is_prose(line: str) -> bool:
    words = line.split()
    return len(words) >= 15 and sum(word[0].islower() for word in words) >= len(words) / 2 and not _is_bound(line)


def _bylines(line: str) -> Iterator[str]:
    """A line, or the judge's name before its first sentence and the rest."""
    match = regex("opinion_text.byline").match(line)
    if match is None:
        yield line
    else:
        yield match["by"].strip()
        yield match["rest"]


def _apart(lines: Sequence[str]) -> list[str]:
    """The lines, without a day from the beginning or the end of one that says something else."""
    pieces: list[str] = []
    for line in lines:
        days = [span for span in value_types.find("date", line) if span[0] == 0]
        rest = line[days[0][1] :].strip() if days else ""
        if days and regex("opinion_text.after_day").match(rest):
            pieces += [line[: days[0][1]], rest]
        else:
            pieces.append(line)
    return pieces


def _after_errata(lines: Sequence[str]) -> int:
    """Where the caption begins: at the first court after the last list of errata."""
    errata = [place for place, line in enumerate(lines) if regex("opinion_text.errata").match(line)]
    if not errata:
        return 0
    courts = (place for place, line in enumerate(lines) if place > errata[-1] and _is_court(line))
    return next(courts, 0)


def _is_court(line: str) -> bool:
    return len(line) < 90 and not line.endswith(",") and regex("opinion_text.court").search(line) is not None


def _is_bound(line: str) -> bool:
    """True for a line that belongs to no party: a court, a number, a day, counsel, the bench."""
    return _is_court(line) or regex("opinion_text.bound").match(line) is not None or bool(value_types.parse_date(line))


def _told(lines: Sequence[str], spans: Sequence[Callable[[Sequence[str], int], int | None]]) -> list[str]:
    """The lines, each statement that one of ``spans`` knows the end of on one."""
    told: list[str] = []
    place = 0
    while place < len(lines):
        end = next((end for span in spans if (end := span(lines, place))), place + 1)
        told.append(" ".join(lines[place:end]))
        place = end
    return told


def _parties(lines: Sequence[str], place: int) -> int | None:
    """The end of the names and roles around a ``v.`` that begin at a place; None if none does."""
    versus = next((at for at in range(place, min(place + _SIDE, len(lines))) if _is_versus(lines[at])), None)
    if versus is None or any(_is_bound(line) or _is_prose(line) for line in lines[place:versus]):
        return None
    if versus > place and not regex("opinion_text.versus").match(lines[versus]):
        return None
    end = versus + 1 + (regex("opinion_text.versus_alone").fullmatch(lines[versus]) is not None)
    while end < min(versus + _SIDE, len(lines)) and not _is_bound(lines[end]):
        closed = lines[end - 1].endswith(".") and regex("opinion_text.role").search(lines[end - 1])
        if closed and not regex("opinion_text.role").search(lines[end]):
            break
        end += 1
    return end


def _is_versus(line: str) -> bool:
    return regex("opinion_text.versus").search(line) is not None and len(line) < 200


def _bench(lines: Sequence[str], place: int) -> int | None:
    """The end of a list of judges that begins at a place."""
    if not regex("opinion_text.before").match(lines[place]):
        return None
    if lines[place].endswith(".") and regex("opinion_text.judge").search(lines[place]):
        return None
    end = place + 1
    while end < min(place + 8, len(lines)) and regex("opinion_text.judges").fullmatch(lines[end]):
        titled = [regex("opinion_text.judge").search(line) is not None for line in lines[place : end + 1]]
        if any(titled[:-1]) and not titled[-1]:
            break
        end += 1
        if titled[-1] and lines[end - 1].endswith("."):
            break
    return end


def _named(lines: Sequence[str], place: int) -> int | None:
    """The end of a court's name, or of what is appealed from, that begins at a place and takes several lines."""
    end = place + 1
    while end < min(place + 5, len(lines)) and len(lines[end - 1]) < 100 and not _is_party(lines[end]):
        carried = regex("opinion_text.carried").match(lines[end]) and regex("opinion_text.carries").search(lines[place])
        if not carried and not regex("opinion_text.open").search(lines[end - 1]):
            break
        end += 1
    return end if end > place + 1 else None


def _is_party(line: str) -> bool:
    return regex("opinion_text.role").search(line) is not None or re.match(r"(?i)nos?\.", line) is not None
