"""What the caption of an opinion states: parties and their roles, court, docket number, dates, bench.

A caption is read line by line, and each kind of line by its own signs, so that reports of different courts and
centuries can be read: roles beside the names ("X, Appellant, v. Y, Appellee.") or none, dates with a label or in
brackets with the court, a bench introduced by Before, Panel or Present. A title without roles says who sued only where
counsel are named for a plaintiff and a defendant; titles that join several cases, and sides with several parties, are
left alone.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import dropwhile

from microworlds.core import value_types
from microworlds.corpora.extraction import regex
from microworlds.corpora.extraction.caselaw.court_judges import bench
from microworlds.corpora.extraction.document_facts import DocumentFact, Page, fact, legible, trimmed, whole_days


@dataclass(frozen=True)
class Side:
    """A party as the caption names it, on one side of the v., and what it is called there."""

    span: tuple[int, int]
    roles: str


@dataclass(frozen=True)
class Parties:
    """The two sides of a title, or none where it has not just two."""

    sides: tuple[Side, ...]

    def named(self, page: Page, start: int, end: int) -> bool:
        """True if a sentence has a role in it, or a telling word of the name of one of these parties."""
        return self._pattern(page.text).search(page.plain, start, end) is not None

    def _pattern(self, text: str) -> re.Pattern[str]:
        names = " ".join(text[slice(*side.span)] for side in self.sides)
        words = [word for word in re.findall(r"[A-Za-z’'-]{4,}", names) if not regex("captions.common").fullmatch(word)]
        words += [initials for side in self.sides if len(initials := _initials(text[slice(*side.span)])) > 2]
        said = "|".join([regex("captions.own").pattern, *map(re.escape, words)])
        return re.compile(rf"\b(?:{said})\b", re.IGNORECASE)

    def prosecuted(self, text: str) -> bool:
        """True if a state or its police or parole authority is on one side."""
        return any(regex("captions.state").search(text[slice(*side.span)]) for side in self.sides)


@dataclass(frozen=True)
class Caption:
    """What was read: facts, and the parties where the title has just two sides."""

    facts: tuple[DocumentFact, ...]
    parties: Parties


def read(text: str, start: int, end: int) -> Caption:
    """The caption between ``start`` and ``end`` of ``text``."""
    lines = [(match.start(), match.end()) for match in re.compile(r"[^\n]+").finditer(text, start, end)]
    stop = next((index for index, line in enumerate(lines) if index and _ends_title(text[slice(*line)])), len(lines))
    title = next((line for line in lines[:stop] if regex("captions.versus").search(text, *line)), None)
    if title is None:
        # the court or the number stands above the title
        titles = [line for line in lines if _is_title(text, *line)]
        title = titles[0] if len(titles) == 1 else None
    stop = 0 if lines and _ends_title(text[slice(*lines[0])]) else stop
    sides = tuple(_sides(text, *title)) if title else ()
    sides = sides if len(sides) == 2 else ()
    found = (
        *_with_roles(text, sides),
        *_without_roles(text, sides, start, end),
        *_courts(text, lines[stop:]),
        *_dockets(text, lines),
        *_dates(text, lines[stop:]),
        *_bench(text, lines),
        *_below(text, lines),
    )
    return Caption(found, Parties(sides))


def _ends_title(line: str) -> bool:
    return bool(
        regex("captions.docket").match(line)
        or (regex("captions.court").match(line) and not regex("captions.versus").search(line))
        or line.startswith("(")
        or value_types.parse_date(line[:60])
    )


def _is_title(text: str, start: int, end: int) -> bool:
    """True for a line with a v. and a party's role, not for one that names counsel or cites a case."""
    versus = regex("captions.versus").search(text, start, end) is not None
    return versus and regex("captions.roles").search(text, start, end) is not None and end - start < 600


def _courts(text: str, lines: list[tuple[int, int]]) -> Iterator[DocumentFact]:
    for start, end in lines:
        match = regex("captions.court").match(text, start, end)
        if match is None or end - start > 140 or regex("captions.versus").search(text, start, end):
            continue
        if regex("captions.no_court").search(text, start, end):
            continue
        first, last = match.span("court")
        in_the = regex("captions.in_the").match(text, first, last)
        first = in_the.end() if in_the else first
        _, last = trimmed(text, first, last, "", " .,")
        place = regex("captions.place").search(text, first, last)
        if not legible(text[first:last]) or text[first:last].endswith(" No"):
            return
        yield fact("court", text, (first, place.start() if place else last))
        if place:
            yield fact("county", text, place.span("county"))
        return


def _dockets(text: str, lines: list[tuple[int, int]]) -> list[DocumentFact]:
    """The docket number; nothing where a line gives several, for then no one number is the case's."""
    found = []
    for start, end in lines[:12]:
        match = regex("captions.docket").match(text, start, end) or regex("captions.code").match(text, start, end)
        if match is None or end - start > 60:
            continue
        first, last = trimmed(text, *match.span("docket"), "", " .,")
        remark = regex("captions.remark").search(text, first, last)
        last = remark.start() if remark else last
        number = text[first:last]
        listed = len(re.findall(r"\d-|-\d", number)) > 4 or number.count(",") > 1
        if listed or re.search(r"(?i)\b(?:nos|numbers)\b", number):
            return []
        if legible(number) and re.search(r"\d", number):
            found.append(fact("docket", text, (first, last)))
    return found


def _dates(text: str, lines: list[tuple[int, int]]) -> Iterator[DocumentFact]:
    for start, end in lines[:14]:
        line = text[start:end]
        if end - start > 160 or regex("captions.other_date").search(line):
            continue
        labels = list(regex("captions.date_label").finditer(text, start, end))
        dates = whole_days(text, start, end)
        if len(dates) == 1 and not labels:
            rest = line.replace(text[slice(*dates[0])], "")
            if regex("captions.date_alone").fullmatch(rest):
                yield fact("decided_on", text, dates[0])
        for label in labels:
            near = [span for span in dates if 0 <= span[0] - label.end() <= 24]
            if near and not any(label.end() <= other.start() < near[0][0] for other in labels):
                yield from _labelled(label["label"].lower(), text, near[0])


def _labelled(label: str, text: str, span: tuple[int, int]) -> Iterator[DocumentFact]:
    if "argued" in label or label == "heard":
        yield fact("argued_on", text, span)
    if "submitted" in label:
        yield fact("submitted_on", text, span)
    if not re.search(r"argued|submitted|heard", label):
        yield fact("decided_on", text, span)


def _bench(text: str, lines: list[tuple[int, int]]) -> list[DocumentFact]:
    found: list[DocumentFact] = []
    for start, end in lines:
        match = regex("captions.bench").match(text, start, end) or regex("captions.bare_bench").match(text, start, end)
        if match is None:
            continue
        names = bench(text, *match.span("names"))
        if found or not names or len(names) < 2:
            return []
        found = [fact("panel", text, span) for span in names]
    return found


def _below(text: str, lines: list[tuple[int, int]]) -> Iterator[DocumentFact]:
    """The court or agency that a line in capitals says is appealed from, and the judge named below it in brackets."""
    for start, end in lines:
        if match := regex("captions.appealed").match(text, start, end):
            yield fact("tribunal_below", text, match.span("tribunal"))
        match = regex("captions.sat_below").match(text, start, end)
        if match and legible(match["judge"]):
            yield fact("judge_below", text, match.span("judge"))


def _initials(name: str) -> str:
    return "".join(word[0] for word in re.findall(r"[A-Z][\w’']+", re.sub(r",?\s(?:INC|LLC|LTD|Inc)\b.*", "", name)))


def _sides(text: str, start: int, end: int) -> Iterator[Side]:
    """Both sides of a title with one v.; none of a title that joins several cases."""
    cuts = list(regex("captions.versus").finditer(text, start, end))
    if len(cuts) != 1 or re.search(
        r"(?i)\bin re\b|\bcross\b|\bappeal of|\bpetition of|\bintervenor|third", text[start:end]
    ):
        return
    for first, last in ((start, cuts[0].start()), (cuts[0].end(), end)):
        every = regex("captions.roles").finditer(text, first, last)
        roles = list(dropwhile(lambda role: not _separate(text, role), every))
        if len(roles) > 1:
            continue
        stop = roles[0].start() if roles else last
        tail = regex("captions.tail").search(text, first, stop)
        span = _named(text, first, tail.start() if tail else stop)
        yield Side(span, roles[0]["roles"] if roles else "")


def _separate(text: str, roles: re.Match[str]) -> bool:
    """True if the role stands after a comma or in brackets, and is no part of a name."""
    return (
        text[roles.start()] in ",("
        or re.match(r",?\s*\(", text[roles.start() : roles.end()]) is not None
        or (text[roles.start()].isspace() and roles["roles"][0].isupper())
    )


def _named(text: str, start: int, end: int) -> tuple[int, int]:
    """The name in a span, without article, and without a full stop that ends no abbreviation."""
    start, end = trimmed(text, start, end, " ,(", " ,;:")
    for article in ("The ", "THE "):
        start += len(article) * text.startswith(article, start)
    while text[start:end].endswith(".") and not regex("captions.abbreviated").search(text[start:end]):
        start, end = trimmed(text, start, end - 1, "", " ,;:")
    return start, end


def plausible_party(name: str) -> bool:
    """True if ``name`` is one party's name, whole and legible."""
    if len(name) < 2 or len(name.split()) > 12 or not legible(name):
        return False
    return regex("captions.doubtful").search(name) is None and regex("captions.name").search(name) is not None


def _with_roles(text: str, sides: tuple[Side, ...]) -> Iterator[DocumentFact]:
    for side, other in zip(sides, sides[::-1], strict=True):
        name = text[slice(*side.span)]
        if not plausible_party(name) or (re.search(r"(?i)(?:ants|ees|ers|ents|iffs)\b", side.roles) and "," in name):
            continue
        appeals, answers = (regex(f"captions.{role}").search(side.roles) for role in ("appeals", "answers"))
        opposed = regex("captions.appeals").search(other.roles)
        if appeals and not answers and not opposed:
            yield fact("appellant", text, side.span)
        if answers and not appeals and (opposed or re.search(r"(?i)appellee", side.roles)):
            yield fact("appellee", text, side.span)
        for role, opposite in (("plaintiff", "defendant"), ("defendant", "plaintiff")):
            if re.search(rf"(?i)\b{role}s?\b", side.roles) and not re.search(rf"(?i){opposite}|counter", side.roles):
                yield fact(role, text, side.span)


def _without_roles(text: str, sides: tuple[Side, ...], start: int, end: int) -> Iterator[DocumentFact]:
    """Plaintiff and defendant of a title without roles, where counsel are named for a plaintiff and a defendant."""
    caption = text[start:end]
    named = [text[slice(*side.span)] for side in sides]
    if any(side.roles for side in sides) or len(set(named)) < 2 or re.search(r"\bfor (?:the )?appell", caption):
        return
    for side, name, role in zip(sides, named, ("plaintiff", "defendant"), strict=True):
        counsel = re.search(rf"(?m), for (?:the )?{role}s?(?:[,.]|$|\sin error)", caption)
        if counsel and plausible_party(name):
            yield fact(role, text, side.span)
