"""Whether a question is of the category it is filed under, from its form, its answer and its evidence.

Source: MemoryDocDataSet 3.3 (the five categories).
"""

from __future__ import annotations

from collections.abc import Callable

from microworlds.core.text import normalized
from microworlds.reading.answering import comparing, questions, values
from microworlds.reading.answering.asked import Asked
from microworlds.reading.judging.given import Pair
from microworlds.reading.judging.support import is_choice

_TIMED = ("date", "saying", "duration", "frequency")
_ORDERED = ("before", "after", "earlier", "later", "first", "second")
_MANY = 3
"""Pieces of evidence from which a question is hardly about one fact."""


def doubt(pair: Pair) -> float:
    """How much speaks against a pair's category, 0 to 1."""
    if (pair.category == "adversarial") == pair.answerable:
        return 1.0
    doubt = _DOUBTS.get(pair.category)
    return doubt(pair, questions.understood(pair.question)) if doubt and pair.answerable else 0.0


def _single(pair: Pair, asked: Asked) -> float:
    """One fact: nothing compared or combined, no change of state."""
    if asked.form in comparing.FORMS or is_choice(pair.answer):
        return 0.8
    written, spoken = _pieces(pair)
    if written > 1 or spoken > _MANY:
        return 0.5
    return 0.3 if asked.state is not None and spoken > 1 else 0.0


def _multi(pair: Pair, asked: Asked) -> float:
    """Several facts; not chiefly about time."""
    if len(pair.evidence) < 2:
        return 0.8
    return 0.45 if asked.form in ("order", "interval") or (_is_timed(pair, asked) and asked.form != "value") else 0.0


def _temporal(pair: Pair, asked: Asked) -> float:
    """Dates, order, durations."""
    if not _is_timed(pair, asked):
        return 0.8
    return 0.3 if asked.form == "value" and len(pair.evidence) == 1 else 0.0


def _update(pair: Pair, asked: Asked) -> float:
    """The current or the former state of something that has changed: evidence of both."""
    written, spoken = _pieces(pair)
    if max(written, spoken) < 2:
        return 0.8 if asked.state is None else 0.6
    return 0.3 if asked.state is None else 0.0


def _is_timed(pair: Pair, asked: Asked) -> bool:
    plain = normalized(pair.answer)
    valued = any(values.find(kind, pair.answer) for kind in ("date", "duration"))
    return valued or asked.kinds[0] in _TIMED or plain in _ORDERED or asked.form in ("order", "interval")


def _pieces(pair: Pair) -> tuple[int, int]:
    """How many documents and how many turns are cited."""
    written = {piece.source for piece in pair.evidence if piece.speaker is None}
    return len(written), sum(piece.speaker is not None for piece in pair.evidence)


_DOUBTS: dict[str, Callable[[Pair, Asked], float]] = {
    "single_hop": _single, "multi_hop": _multi, "temporal": _temporal, "knowledge_update": _update
}  # fmt: skip
