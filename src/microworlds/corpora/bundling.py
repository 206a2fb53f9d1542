"""Sources into bundles of a document's length: which belong together, and what is left over.

Opinions and short texts of one volume and jurisdiction are bundled in page order. How long a bundle shall be is drawn
for each source that could begin one, and the cuts are then chosen together: first so that the fewest tokens are left
over, then so that the bundles come closest to their lengths. An agreement or another text that is long enough by
itself is a bundle of one; an opinion is bundled with its neighbours even then, since a document has a section for
each opinion and people say which one they mean.

Source: MemoryDocDataSet 4.2 and Appendix A, stage 1; issue 2, section 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pydantic import Field, model_validator

from microworlds.core import seeds, tokens
from microworlds.core.records import Record, Rejection
from microworlds.corpora.duplicates import Seen
from microworlds.corpora.records import Source

BETWEEN = "\n\n"
"""What stands between two sources of a bundle."""
# joining two texts changes their number of tokens by this much at most
_SLACK = 2


class Limits(Record):
    """How sources are bundled.

    ``tokens_skew`` shapes the lengths drawn between ``tokens_min`` and ``tokens_max``: 1 spreads them evenly, more
    makes short ones more frequent, and so more documents of the same sources. A source whose caption and opinions (or
    whose text) have fewer than ``section_min_characters`` is absorbed: its text stays in the bundle, but it is no
    section, since nobody would refer to it. ``resemblance`` is the share of 5-word sequences from which two sources
    count as the same.
    """

    tokens_min: int = Field(ge=1)
    tokens_max: int = Field(ge=1)
    tokens_skew: float = Field(ge=1.0)
    section_min_characters: int = Field(ge=0)
    resemblance: float = Field(ge=0.5, le=1.0)

    @model_validator(mode="after")
    def _ordered(self) -> Limits:
        if self.tokens_max < self.tokens_min:
            raise ValueError(f"tokens_max ({self.tokens_max}) is below tokens_min ({self.tokens_min})")
        return self


@dataclass(frozen=True)
class Bundle:
    """Sources in order, and the number of cl100k_base tokens of ``text``."""

    sources: tuple[Source, ...]
    tokens: int

    @property
    def text(self) -> str:
        """The sources' texts, one after the other."""
        return BETWEEN.join(source.text for source in self.sources)


@dataclass(frozen=True)
class _Counted:
    source: Source
    tokens: int
    is_section: bool


def bundles(sources: Iterable[Source | Rejection], limits: Limits, seed: int) -> Iterator[Bundle | Rejection]:
    """Bundles volume by volume, and a rejection for each source that is in none; rejections given are passed on.

    Sources of one volume must come one after the other. Bundles of a volume are in order of jurisdiction (as they
    first appear) and then of their first source.
    """
    seen = Seen(limits.resemblance, limits.section_min_characters)
    volumes: set[str] = set()
    held: list[Source] = []
    for item in sources:
        if isinstance(item, Rejection):
            yield item
            continue
        reason = seen.duplicate(item)
        if reason is not None:
            yield _refused(item, reason)
            continue
        if held and held[-1].volume != item.volume:
            yield from _volume(held, limits, seed)
            held = []
        if not held and item.volume in volumes:
            raise ValueError(f"sources of volume {item.volume} do not come one after the other ({item.id})")
        volumes.add(item.volume)
        held.append(item)
    yield from _volume(held, limits, seed)


def is_section(source: Source, limits: Limits) -> bool:
    """True if people would refer to the source: its opinions, or its text, are long enough."""
    opinions = [part.end - part.start for part in source.parts if part.title != "caption"]
    length = sum(opinions) if source.kind == "opinion" and opinions else len(source.text)
    return length >= limits.section_min_characters


def _refused(source: Source, reason: str) -> Rejection:
    return Rejection(stage="bundling", item=source.id, reason=reason)


def _volume(sources: Sequence[Source], limits: Limits, seed: int) -> Iterator[Bundle | Rejection]:
    jurisdictions: dict[str, list[Source]] = {}
    for source in sources:
        jurisdictions.setdefault(source.jurisdiction, []).append(source)
    for members in jurisdictions.values():
        yield from _jurisdiction(sorted(members, key=lambda source: (source.order, source.id)), limits, seed)


def _jurisdiction(sources: Sequence[Source], limits: Limits, seed: int) -> Iterator[Bundle | Rejection]:
    found: list[Bundle] = []
    run: list[_Counted] = []
    for source in sources:
        many = tokens.count(source.text)
        if many > limits.tokens_max:
            yield _refused(source, f"{many} tokens, more than tokens_max ({limits.tokens_max})")
        elif many >= limits.tokens_min and source.kind != "opinion":
            found.append(Bundle((source,), many))
        else:
            run.append(_Counted(source, many, is_section(source, limits)))
    cuts = _cuts(run, limits, seed)
    for start, end in cuts:
        members = tuple(counted.source for counted in run[start:end])
        found.append(Bundle(members, tokens.count(BETWEEN.join(source.text for source in members))))
    yield from sorted(found, key=lambda bundle: (bundle.sources[0].order, bundle.sources[0].id))
    yield from _left_over(run, cuts, limits)


def _left_over(run: Sequence[_Counted], cuts: Sequence[tuple[int, int]], limits: Limits) -> Iterator[Rejection]:
    used = {index for start, end in cuts for index in range(start, end)}
    left = [counted for index, counted in enumerate(run) if index not in used]
    total = sum(counted.tokens for counted in left)
    for counted in left:
        yield _refused(
            counted.source,
            f"left over: {counted.tokens} of {total} tokens of {counted.source.volume}, {counted.source.jurisdiction}, "
            f"that fit no document of {limits.tokens_min} to {limits.tokens_max}",
        )


def _cuts(run: Sequence[_Counted], limits: Limits, seed: int) -> list[tuple[int, int]]:
    """Begin and end of each bundle: the fewest tokens left over, then the least deviation from the lengths drawn."""
    wanted = [_length(counted.source, limits, seed) for counted in run]
    best: list[tuple[int, int]] = [(0, 0)] + [(1 << 62, 0)] * len(run)
    came: list[tuple[int, bool]] = [(0, False)] * (len(run) + 1)
    for start, first in enumerate(run):
        left, deviation = best[start]
        if (left + first.tokens, deviation) < best[start + 1]:
            best[start + 1], came[start + 1] = (left + first.tokens, deviation), (start, False)
        total = 0
        sections = 0
        for end in range(start + 1, len(run) + 1):
            total += run[end - 1].tokens
            sections += run[end - 1].is_section
            slack = _SLACK * (end - start - 1)
            if total + slack > limits.tokens_max:
                break
            if total - slack >= limits.tokens_min and sections:
                reached = (left, deviation + abs(total - wanted[start]))
                if reached < best[end]:
                    best[end], came[end] = reached, (start, True)
    cuts = []
    end = len(run)
    while end > 0:
        start, taken = came[end]
        if taken:
            cuts.append((start, end))
        end = start
    return cuts[::-1]


def _length(source: Source, limits: Limits, seed: int) -> int:
    """The length in tokens of a bundle that begins with the source."""
    share: float = seeds.generator(seed, "bundle", source.id).random() ** limits.tokens_skew
    return limits.tokens_min + round(share * (limits.tokens_max - limits.tokens_min))
