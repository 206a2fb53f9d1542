"""Has items worded until all are: what will not do is worded again, and in the end gives its place to another.

Source: MemoryDocDataSet Appendix A, stage 4 (malformed items are retried, then discarded).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from pydantic import BaseModel

from microworlds.core import stage
from microworlds.core.errors import ItemError
from microworlds.core.parallel import Waiting, ordered_map
from microworlds.core.records import Rejection
from microworlds.core.text import normalized

ASKED_BEFORE = "the same question was asked before"

W = TypeVar("W", bound=BaseModel)


@dataclass
class Wording(Generic[W]):
    """One item being worded: from attempt ``first`` on, of which each that fails leaves a rejection.

    ``write`` gets the number of the attempt and why those before it were refused.
    """

    stage: str
    item: str
    first: int
    attempts: int
    write: Callable[[int, tuple[str, ...]], W]
    rejections: list[Rejection] = field(default_factory=list)

    def next(self) -> W | None:
        """What the first attempt from here on that will do makes; None if none does."""
        before = tuple(one.reason for one in self.rejections)
        attempts = range(self._attempt, self.first + self.attempts)
        made, refused = stage.attempted(
            self.stage, self.item, attempts, lambda attempt, later: self.write(attempt, (*before, *later))
        )
        self.rejections += refused
        return made

    def refuse(self, reason: str) -> None:
        """What the last attempt made will not do after all."""
        self.rejections.append(Rejection(stage=self.stage, item=self.item, reason=reason, attempt=self._attempt))

    @property
    def _attempt(self) -> int:
        return self.first + len(self.rejections)


@dataclass
class WordingLoop(Generic[W]):
    """Words items at places; no two of them in the same words.

    ``begin`` is the wording of what stands at a place (from 0), from the number of an attempt on. ``replace`` puts
    another there, at most ``substitutes`` times. ``tried`` are all wordings, by place.
    """

    begin: Callable[[int, int], Wording[W]]
    replace: Callable[[int], None]
    words: Callable[[W], str]
    substitutes: int
    waiting: Waiting | None
    tried: dict[int, list[Wording[W]]] = field(default_factory=dict)

    def settled(self, places: int) -> tuple[W, ...]:
        """What was made for each place.

        All that are open are worded at once, and settled in their order: so it does not matter who was first.

        Raises:
            ItemError: neither what stood at a place nor any substitute could be worded.
        """
        for place in range(places):
            self._begin(place)
        settled: dict[int, W] = {}
        while still := [place for place in self.tried if place not in settled]:
            taken = {normalized(self.words(own)) for own in settled.values()}
            open_ = [self.tried[place][-1] for place in still]
            made = ordered_map(Wording.next, open_, label=None, waiting=self.waiting or Waiting(1))
            for place, wording, own in zip(still, open_, list(made), strict=True):
                if own is None:
                    self._substitute(place, wording.item)
                elif normalized(self.words(own)) in taken:
                    wording.refuse(ASKED_BEFORE)
                else:
                    taken.add(normalized(self.words(own)))
                    settled[place] = own
        return tuple(settled[place] for place in range(places))

    @property
    def rejections(self) -> tuple[Rejection, ...]:
        """Why wordings failed, in order of places."""
        return tuple(one for place in sorted(self.tried) for own in self.tried[place] for one in own.rejections)

    def _begin(self, place: int) -> None:
        turns = self.tried.setdefault(place, [])
        turns.append(self.begin(place, sum(own.attempts for own in turns)))

    def _substitute(self, place: int, item: str) -> None:
        if len(self.tried[place]) > self.substitutes:
            raise ItemError(f"{item}: no valid wording of {1 + self.substitutes} proposals")
        self.replace(place)
        self._begin(place)
