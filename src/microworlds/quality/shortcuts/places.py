"""Places: where evidence stands, against where it would by chance.

Source: issue 14, section 1 (spread evenly over the tenths of a section and of a document; within chance).
"""

from collections.abc import Iterator, Sequence
from statistics import fmean

from microworlds.core.records import Observation, Part
from microworlds.quality.shortcuts.inputs import DECIMALS, Measured, World, measured, parts, parts_at
from microworlds.quality.shortcuts.leaks import meant_documents

_TENTHS = 10
# a piece of evidence, or a question: for each place whether it is there, and by what chance
Row = tuple[str, Sequence[bool], Sequence[float]]


class Place(Measured):
    """The share of evidence in one place, and what ``chance`` gives; ``of`` says of what the place is one."""

    of: str
    place: str
    chance: float

    @property
    def name(self) -> str:
        """The place and its two shares, in words."""
        return f"{self.place} of a {self.of}, {self.value:.3f} where chance gives {self.chance:.3f}"

    @property
    def departure(self) -> Measured:
        """How far from chance it is, above or below."""
        up = self.value >= self.chance
        far = [end if end is None else round(end - self.chance, DECIMALS) for end in (self.value, self.low, self.high)]
        value, low, high = far if up else [end if end is None else -end for end in (far[0], far[2], far[1])]
        return Measured(value=value or 0.0, n=self.n, worlds=self.worlds, low=low, high=high)


def of_utterances(worlds: Sequence[World]) -> tuple[Place, ...]:
    """Evidence at the first or the last of a session's utterances, and in its tenths."""
    ends: list[Row] = []
    tenths: list[Row] = []
    for world in worlds:
        for text, piece in world.evidence(of_documents=False):
            count = len(text.parts)
            own = [_TENTHS * each // count for each in range(count)]
            for place in parts_at(text, piece.span) if count > 1 else ():
                ends.append((world.id, (place == 0, place == count - 1), (1 / count, 1 / count)))
                tenths.append((world.id, _one(own[place]), [own.count(tenth) / count for tenth in range(_TENTHS)]))
    return (*_places("session", ("first utterance", "last utterance"), ends), *_in_tenths("session", tenths))


def of_documents(worlds: Sequence[World], head: int) -> tuple[Place, ...]:
    """The document meant, where it is one, among those of its world; evidence in its tenths, and those of a section.

    Of a section the tenths are those after its head.
    """
    most = max((len(world.documents) for world in worlds), default=0)
    meant: list[Row] = []
    whole: list[Row] = []
    inside: list[Row] = []
    even = [1 / _TENTHS] * _TENTHS
    for world in worlds:
        count = len(world.documents)
        for own in meant_documents(world):
            if len(own) == 1:
                there = [text.id in own for text in world.documents] + [False] * (most - count)
                chance = [1 / count] * count + [0.0] * (most - count)
                meant.append((world.id, (*there, world.documents[-1].id in own), (*chance, 1 / count)))
        for text, piece in world.evidence(of_documents=True):
            whole.append((world.id, _one(_TENTHS * piece.span.start // len(text.text)), even))
            section = _section(text, piece.span.start)
            at = piece.span.start - section.start - head
            if at >= 0:
                inside.append((world.id, _one(_TENTHS * at // (section.end - section.start - head)), even))
    names = [*(f"document {place + 1}" for place in range(most)), "last document"]
    return (
        *_places("world", names, meant),
        *_in_tenths("document", whole),
        *_in_tenths("section after its head", inside),
    )


def heads(worlds: Sequence[World], head: int) -> Measured | None:
    """The share of document evidence that begins within so many characters of the beginning of its section.

    Only sections count of which that is half at most: of the articles of a contract a head is nearly all.
    """
    rows = [
        (world.id, piece.span.start - section.start < head)
        for world in worlds
        for text, piece in world.evidence(of_documents=True)
        if (section := _section(text, piece.span.start)).end - section.start >= 2 * head
    ]
    return measured([there for _, there in rows], [world for world, _ in rows]) if rows else None


def _section(text: Observation, character: int) -> Part:
    """The section in which a character stands; the whole text if in none."""
    return next(
        (part for part in parts(text) if part.start <= character < part.end), Part(id="", start=0, end=len(text.text))
    )


def _one(place: int) -> list[bool]:
    return [place == each for each in range(_TENTHS)]


def _in_tenths(of: str, rows: Sequence[Row]) -> Iterator[Place]:
    return _places(of, [f"tenth {tenth + 1}" for tenth in range(_TENTHS)], rows)


def _places(of: str, names: Sequence[str], rows: Sequence[Row]) -> Iterator[Place]:
    """Each place; the intervals of all of them hold together."""
    if not rows:
        return
    clusters = [world for world, _, _ in rows]
    for at, name in enumerate(names):
        found = measured([there[at] for _, there, _ in rows], clusters, together=len(names))
        if found is not None:
            chance = fmean(chances[at] for _, _, chances in rows)
            yield Place(**dict(found), of=of, place=name, chance=round(chance, DECIMALS))
