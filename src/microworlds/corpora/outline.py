"""The articles of a text: the headings that make its main sequence, and the pieces between them.

Of the candidates of ``headings`` one family is chosen, the one whose longest consecutive numbering cuts the text most
evenly; lines of a table of contents, numbered lists and cross-references fall out. Very long pieces are cut again.

Source: MemoryDocDataSet 4.2 (documents); issue 2, section 2 (a contract's sections are its articles).
"""

import math
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from microworlds.core.records import Part
from microworlds.corpora.expressions import regex
from microworlds.corpora.headings import Heading, candidates, capitals, markdown

SHORTEST = 150
"""Characters below which a piece is not a part of its own (a running head, an article left out)."""
LONG = 30_000
"""Characters above which a piece is cut again, if it has headings of a lower level."""
_SHORTEST_MEAN = 800

_FIRST = {"markdown": 1.5, "article": 1.0, "chapter": 1.0, "section": 1.0, "part": 0.9, "clause": 0.9, "rule": 0.9}
_FIRST |= {"number": 0.9, "roman": 0.7, "capitals": 0.3}
_LAST = {"decimal": 1.0}


@dataclass(frozen=True)
class _Found:
    """All that can be a heading in one text, without the lines of its table of contents."""

    numbered: tuple[Heading, ...]
    attached: tuple[tuple[Heading, bool], ...]
    marks: tuple[Heading, ...]
    capitals: tuple[Heading, ...]


def parts(text: str, identity: str) -> tuple[Part, ...]:
    """Parts that cover the text from end to end, titled by their headings; none if it has no headings.

    What stands before the first heading is called Preamble. Ids are ``<identity>-p<nn>``.
    """
    found = _found(text)
    cuts = _choose(found, 0, len(text), _FIRST) or _choose(found, 0, len(text), _LAST)
    if not cuts:
        return ()
    cuts += _tail(text, found, cuts[-1].start)
    cuts = [cut for piece in _pieces(cuts, len(text)) for cut in _recut(found, *piece)]
    named = [(0, "Preamble")] if cuts[0].start > 0 else []
    named = _merged([*named, *((cut.start, cut.name) for cut in cuts)], len(text))
    ends = [start for start, _ in named[1:]] + [len(text)]
    return tuple(
        Part(id=f"{identity}-p{place:02d}", start=start, end=end, title=title)
        for place, ((start, title), end) in enumerate(zip(named, ends, strict=True), start=1)
    )


def _found(text: str) -> _Found:
    everything = list(candidates(text))
    prose = [unit.start for unit, _ in everything if unit.is_prose]
    headings = [heading for _, heading in everything if heading is not None]
    listed = _listed(headings, prose)
    heads = Counter(_masked(heading) for heading in headings if heading.title)
    kept = [heading for heading in headings if heading.start not in listed and heads[_masked(heading)] <= 2]
    lettered = capitals(text)
    alone = [one for one, two in zip(lettered, [*lettered[1:], None], strict=False) if _prose_between(prose, one, two)]
    return _Found(
        tuple(heading for heading in kept if heading.family != "attached"),
        tuple((heading, heading.start in listed) for heading in headings if heading.family == "attached"),
        tuple(markdown(text)),
        tuple(alone),
    )


def _masked(heading: Heading) -> tuple[str, str]:
    """What the running heads of all pages have in common, whatever the page."""
    return heading.family, re.sub(r"[\d\s]+", "", heading.title)


def _prose_between(prose: Sequence[int], one: Heading, two: Heading | None) -> bool:
    first = bisect_right(prose, one.start - 1)
    return first < len(prose) and (two is None or prose[first] < two.start)


def _listed(headings: Sequence[Heading], prose: Sequence[int]) -> set[int]:
    """Starts of candidates in runs without prose that hold three of one top level: contents, lists of exhibits."""
    listed: set[int] = set()
    run: list[Heading] = []
    for one, two in zip(headings, [*headings[1:], None], strict=False):
        run.append(one)
        if two is None or _prose_between(prose, one, two):
            times = Counter(heading.family for heading in run if heading.family != "decimal")
            often = {family for family, many in times.items() if many >= 3}
            if often:
                listed.update(heading.start for heading in run if heading.family in {*often, "decimal"})
                # the last of a run may be the first of the body
                peers = [heading.number for heading in run if heading.family == one.family]
                if len(peers) > 1 and peers[-1] < peers[-2]:
                    listed.discard(one.start)
            run = []
    return listed


def _attached(found: _Found, after: int) -> list[Heading]:
    """One heading for each exhibit or schedule after a place: the first that is not in a list, else the last."""
    first: dict[str, Heading] = {}
    last: dict[str, Heading] = {}
    for heading, listed in found.attached:
        if heading.start > after:
            # the pages of Exhibit A are headed Exhibit ...
            key = heading.label.split("-")[0].lower()
            last[key] = heading
            if not listed:
                first.setdefault(key, heading)
    return sorted((first.get(key, last[key]) for key in last), key=lambda heading: heading.start)


def _choose(found: _Found, start: int, end: int, families: dict[str, float]) -> list[Heading]:
    """The main sequence between two places: the chain that cuts it most evenly, by family."""
    best: tuple[float, list[Heading]] = (0.0, [])
    for family, weight in families.items():
        for chain in _chains(found, family, start, end):
            if start and not _worth_cutting(chain, start, end):
                continue
            evenness = min(_pieces_effective([heading.start for heading in chain], start, end), 25.0) * weight
            if evenness > best[0]:
                best = (evenness, chain)
    return best[1]


def _chains(found: _Found, family: str, start: int, end: int) -> list[list[Heading]]:
    """The chains of one family worth comparing, each of two headings or more."""
    if family == "markdown":
        marks = [heading for heading in found.marks if start <= heading.start < end]
        levels = sorted({heading.number for heading in marks})
        chains = [[heading for heading in marks if heading.number <= level] for level in levels]
        return [chain for chain in chains if len(chain) >= 2][:1]
    if family == "capitals":
        chain = [heading for heading in found.capitals if start <= heading.start < end]
        return [chain] if len(chain) >= 3 else []
    heads = [heading for heading in found.numbered if heading.family == family and start <= heading.start < end]
    if family == "decimal":
        groups = sorted({heading.number[:-1] for heading in heads})
        chains = [_chain([head for head in heads if head.number[:-1] == group], end) for group in groups]
    else:
        chains = [_chain(heads, end)]
    return [chain for chain in chains if len(chain) >= 3]


def _chain(heads: Sequence[Heading], end: int) -> list[Heading]:
    """The best sequence numbered 1, 2, 3 ...: long, titled, evenly spread; one number may be missing here and there."""
    gains: list[float] = []
    before: list[int] = []
    for place, head in enumerate(heads):
        worth = 1.0 + bool(head.title)
        number = head.number[-1]
        gain, previous = (worth - 2.0 * (number - 1), -1) if number <= 3 else (-math.inf, -1)
        for other in range(place):
            step = number - heads[other].number[-1]
            if step in (1, 2):
                spread = 0.5 * math.log1p(head.start - heads[other].start)
                through = gains[other] + spread + worth - 3.0 * _faults(heads[other], head)
                if through > gain:
                    gain, previous = through, other
        gains.append(gain)
        before.append(previous)
    if not heads:
        return []
    ends = [gain + 0.5 * math.log1p(end - head.start) for gain, head in zip(gains, heads, strict=True)]
    place = max(range(len(heads)), key=lambda index: (ends[index], -index))
    chain = []
    while place >= 0:
        chain.append(heads[place])
        place = before[place]
    return chain[::-1]


def _faults(one: Heading, two: Heading) -> int:
    """How badly the second continues the first: a number left out, another style, a title left out."""
    faults = (two.number[-1] - one.number[-1] - 1) + (two.label[-1].isdigit() != one.label[-1].isdigit())
    return faults + 2 * (two.family in ("number", "roman") and bool(one.title) and not two.title)


def _pieces_effective(starts: Sequence[int], start: int, end: int) -> float:
    """How many pieces of equal length would be as even: exp of the entropy of the pieces' shares."""
    lengths = [two - one for one, two in pairwise([start, *starts, end]) if two > one]
    return math.exp(-sum(length / (end - start) * math.log(length / (end - start)) for length in lengths))


def _tail(text: str, found: _Found, after: int) -> list[Heading]:
    """What follows the last article: signatures, exhibits, schedules."""
    attached = _attached(found, after)
    until = attached[0].start if attached else len(text)
    signatures = regex("outline.signatures").search(text, after, until)
    first = [Heading(signatures.end(), "signatures", (), "", "Signatures")] if signatures else []
    return [*first, *attached]


def _pieces(cuts: Sequence[Heading], end: int) -> list[tuple[Heading, int]]:
    return list(zip(cuts, [*(cut.start for cut in cuts[1:]), end], strict=True))


def _recut(found: _Found, head: Heading, end: int) -> list[Heading]:
    """The piece's heading, and those of the next level if the piece is long and they are not too close."""
    if end - head.start <= LONG:
        return [head]
    families = {name: 1.0 for name in _FIRST | _LAST if name != head.family}
    inner = _choose(found, head.start + 1, end, families)
    if inner and inner[0].start - head.start < SHORTEST:
        inner[0] = replace(inner[0], start=head.start)
        return inner
    return [head, *inner]


def _worth_cutting(chain: Sequence[Heading], start: int, end: int) -> bool:
    """True if most headings have titles, and the pieces are neither very small nor one of them most of the whole."""
    starts = [heading.start for heading in chain]
    longest = max(two - one for one, two in pairwise([start, *starts, end]))
    titled = sum(bool(heading.title) for heading in chain)
    return (
        titled >= 0.7 * len(chain) >= 2
        and end - start >= _SHORTEST_MEAN * len(chain)
        and longest <= 0.7 * (end - start)
    )


def _merged(named: Sequence[tuple[int, str]], end: int) -> list[tuple[int, str]]:
    """Starts and titles without the pieces that are too short: each goes to the one before, the first to the next."""
    kept: list[tuple[int, str]] = []
    for (start, title), until in zip(named, [*(start for start, _ in named[1:]), end], strict=True):
        if until - start >= SHORTEST:
            kept.append((start if kept else 0, title))
    return kept or [(0, named[0][1])]
