"""How far plans bear out the facts that were read, as the facts stage hands it on to the cards."""

from __future__ import annotations

from microworlds.core.records import Record


class Kind(Record):
    """Facts of one kind: read, held against a plan, right; and of what the texts are sure to state, how much was read.

    ``precision`` and ``recall`` are None where nothing could be compared. ``asked`` is False if precision is too low.
    """

    extracted: int
    checked: int
    right: int
    planned: int
    found: int
    precision: float | None
    recall: float | None
    asked: bool


class FactCheck(Record):
    """The outcome; ``note`` says what was not checked, ``precision_least`` from which precision a kind is asked."""

    note: str
    precision_least: float
    kinds: dict[str, Kind]

    @property
    def precision(self) -> float | None:
        """The share of the facts of all kinds that are right; None if none could be checked."""
        checked = sum(kind.checked for kind in self.kinds.values())
        return round(sum(kind.right for kind in self.kinds.values()) / checked, 4) if checked else None

    @property
    def left_out(self) -> frozenset[str]:
        """Kinds that are not asked."""
        return frozenset(name for name, kind in self.kinds.items() if not kind.asked)
