"""Yes or no: whether something is so, by what was said of it last."""

from __future__ import annotations

import re
from collections.abc import Sequence

from microworlds.reading.answering import decisions, premises, ranking, wording
from microworlds.reading.answering.asked import Asked
from microworlds.reading.answering.context import Context
from microworlds.reading.answering.deriving import Known
from microworlds.reading.answering.ranking import Scored

_LOOKED_AT = 12
_SURER = 0.1
"""What a question of yes or no needs less: there is always one of two answers."""
_NEGATED = wording.parts(r"""
    \b(?:not|never|no longer|nobody|none|cannot|neither|nor|refus\w+|declin\w+|without)\b | n['’]t\b | ^\s*no\b
""")
_YES = re.compile(
    r"^\s*(?:yes|yeah|yep|yup|sure|right|agreed|correct|exactly|indeed|absolutely|of course|definitely|ok(?:ay)?)\b",
    re.IGNORECASE,
)


def answer(context: Context, asked: Asked) -> Known | None:
    """Yes or no, None if nothing speaks of it."""
    scored = ranking.scored(context, ranking.query(context, asked.clause))[:_LOOKED_AT]
    if not scored:
        return None
    so, unit = _verdict(context, scored)
    confidence = scored[0].full * premises.named(context, asked) + _SURER
    return Known("yes" if so else "no", so, confidence, (context.units[unit].passage,), "yes_no")


def _verdict(context: Context, scored: Sequence[Scored]) -> tuple[bool, int]:
    """Whether what is asked is so, by the last word on it, and the sentence that says so."""
    best = scored[0]
    near = [
        one for one in scored if one.own >= 0.7 * best.own and one.full >= 0.6 * best.full and one.unit.turn is not None
    ] or [best]
    last = max(near, key=lambda one: (one.unit.turn or 0, one.full)) if best.unit.turn is not None else best
    said, where = _NEGATED.search(last.unit.sentence.text) is None, last.unit.number
    if last.unit.turn is None:
        return said, where
    turn = context.turns[last.unit.turn]
    for other in context.turns[turn.number + 1 : turn.number + 3]:
        if other.session != turn.session:
            break
        if decisions.REFUSED.search(other.text):
            return False, other.units[0]
        if _YES.search(other.text):
            return said, where
    return said, where
