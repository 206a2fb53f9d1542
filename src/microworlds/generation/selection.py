"""Choosing items one by one, so that what is chosen is balanced in many properties at once.

Each time the item is taken that fits best with those before it: what would fill up a label that has enough, or
repeats what is there, costs.

Source: MemoryDocDataSet 3.5 (Table 4: kinds, forms and difficulty in balance).
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Property = tuple[str, str]
"""A name and a value: ("difficulty", "hard")."""
_FILLING, _OVERFULL = 4.0, 6.0

T = TypeVar("T")


@dataclass(frozen=True)
class Cap:
    """What a further item costs where a property has been met so often."""

    met: int
    cost: float


@dataclass
class Selection(Generic[T]):
    """What has been chosen so far, and how often each property occurs among it.

    ``wanted`` says how many items are to have a property, ``repeats`` by a property's name what each that has the
    same value already costs.
    """

    properties: Callable[[T], Sequence[Property]]
    wanted: Mapping[Property, float]
    repeats: Mapping[str, float]
    caps: Mapping[str, Cap]
    items: list[T] = field(default_factory=list)
    counts: Counter[Property] = field(default_factory=Counter)

    def take(self, pool: list[T], fitting: Sequence[T]) -> None:
        """Choose the best of ``fitting``, the first of equals, and take it out of the pool."""
        best = fitting[min(range(len(fitting)), key=lambda place: (self.cost(fitting[place]), place))]
        pool.remove(best)
        self.items.append(best)
        self.counts.update(self.properties(best))

    def drop(self, place: int) -> T:
        """Take back what was chosen at a place."""
        item = self.items.pop(place)
        self.counts.subtract(self.properties(item))
        return item

    def cost(self, item: T) -> float:
        """How badly an item fits with what has been chosen."""
        properties = self.properties(item)
        cost = 0.0
        for known in properties:
            if known in self.wanted:
                filled = self.counts[known] / max(self.wanted[known], 0.1)
                cost += _FILLING * filled + _OVERFULL * (filled >= 1)
        for place, (name, value) in enumerate(properties):
            # an item that has a property twice repeats itself
            count = self.counts[name, value] + properties[:place].count((name, value))
            cost += self.repeats.get(name, 0.0) * count
            if name in self.caps and count >= self.caps[name].met:
                cost += self.caps[name].cost
        return cost
