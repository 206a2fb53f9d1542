"""Where evidence stands: in a persona's time, and in histories of every size.

The k messages of a core cut the time into k + 1 gaps. Cores of one k come in blocks of k + 1, which have the same gaps,
each turned by one: so that over a block every gap is as long as any other on average, and evidence is spread as if it
had been placed uniformly, however few cores there are.

A history takes conversations of each gap in proportion to its length by Sainte-Lague's method, which never takes one
away when a seat is added: so smaller histories are parts of larger ones.

Source: ConvoMem 3.3.2 (context sizes); specs/convomem.md 0.2 and 9.5 (depth and gap controlled, contexts nested).
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from itertools import pairwise

from microworlds.core import seeds
from microworlds.core.errors import ItemError


def places(seed: int, k: int, number: int) -> tuple[float, ...]:
    """Where the ``k`` messages of the core of this number, among those of its k, stand between 0 and 1."""
    block, turn = divmod(number, k + 1)
    rng = seeds.generator(seed, "places", k, block)
    weights = [rng.expovariate(1) for _ in range(k + 1)]
    turned = weights[turn:] + weights[:turn]
    ends = [sum(turned[: at + 1]) / sum(turned) for at in range(k)]
    return tuple(round(end, 6) for end in ends)


def shares(gaps: Sequence[float], room: Sequence[int], seats: int, key: str) -> list[int]:
    """How many of ``seats`` conversations stand in each gap, none in more than has ``room``.

    Ties are settled by chance, the same for every number of seats. With one seat more only one gap has more.

    Raises:
        ItemError: there are fewer conversations than seats.
    """
    if seats > sum(room):
        raise ItemError(f"{sum(room)} other conversations, and {seats} are needed")
    taken = [0] * len(gaps)
    queue = [(_claim(gap, 0), seeds.digest(key, at, 0), at) for at, gap in enumerate(gaps) if room[at]]
    heapq.heapify(queue)
    for _ in range(seats):
        _, _, at = heapq.heappop(queue)
        taken[at] += 1
        if taken[at] < room[at]:
            heapq.heappush(queue, (_claim(gaps[at], taken[at]), seeds.digest(key, at, taken[at]), at))
    return taken


def _claim(gap: float, taken: int) -> float:
    """Sainte-Lague's quotient, smallest first."""
    return (2 * taken + 1) / gap if gap > 0 else float("inf")


def history(evidence: Sequence[int], time: Sequence[float], size: int, key: str) -> list[int]:
    """The numbers of the conversations of a history of ``size``, ascending; those of ``evidence`` are among them.

    ``time`` has for each conversation of the persona where it stands between 0 and 1, ascending.

    Raises:
        ItemError: more evidence than the size, or fewer conversations than it.
    """
    if len(evidence) > size:
        raise ItemError(f"{len(evidence)} pieces of evidence do not go into {size} conversations")
    bounds = [-1, *evidence, len(time)]
    ends = [0.0, *(time[at] for at in evidence), 1.0]
    rooms = [list(range(low + 1, high)) for low, high in pairwise(bounds)]
    gaps = [high - low for low, high in pairwise(ends)]
    taken = shares(gaps, [len(room) for room in rooms], size - len(evidence), key)
    chosen = [
        other
        for at, (room, count) in enumerate(zip(rooms, taken, strict=True))
        for other in _ordered(room, f"{key}/{at}")[:count]
    ]
    return sorted([*evidence, *chosen])


def _ordered(room: list[int], key: str) -> list[int]:
    """In an order of chance: the first few are those of every larger number."""
    shuffled = list(room)
    seeds.generator("fillers", key).shuffle(shuffled)
    return shuffled
