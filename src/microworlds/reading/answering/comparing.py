"""Answers to questions that compare: worked out from the two things compared."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from microworlds.reading.answering import deriving, naming, operands, scopes, wanted
from microworlds.reading.answering.asked import Asked
from microworlds.reading.answering.context import Context
from microworlds.reading.answering.deriving import Known

_COMPARED = ("amount", "number", "duration", "date", "percent", "person", "place", "organisation")
_QUANTITIES = ("amount", "number", "duration", "percent")
_EARLIER = ("earlier", "sooner", "older")
_LATER = ("after", "later", "newer", "younger")


def answer(context: Context, asked: Asked) -> Known | None:
    """The answer worked out, or None if one of the things compared is not to be found."""
    return _FORMS[asked.form](context, asked)


def _joined(parts: Sequence[Known], text: str) -> Known:
    """What follows from several things known; the weaker one counts more for how sure it is."""
    support = dict.fromkeys(number for part in parts for number in part.support)
    sure = sorted(part.confidence for part in parts)
    return Known(text, text, 0.6 * sure[0] + 0.4 * sure[-1], tuple(support), "derived")


def _order(context: Context, asked: Asked) -> Known | None:
    left, right = operands.dates(context, asked)
    first = deriving.earlier(left.key, right.key) if left and right else None
    if left is None or right is None or first is None:
        return None
    words = re.split(r"\s+or\s+", asked.word.removesuffix(" than"))
    early = next((word for word in words if re.match(r"before|earlier|prior|sooner|precede", word)), "before")
    late = next((word for word in words if word != early), "after")
    return _joined([left, right], early if first else late)


def _choose(context: Context, asked: Asked) -> Known | None:
    """Which of two comes first, last, has more, has less."""
    by_date = asked.word in ("early", "late")
    left, right = operands.dates(context, asked) if by_date else _quantities(context, asked)
    if left is None or right is None or asked.operands is None:
        return None
    first = deriving.earlier(left.key, right.key) if by_date else deriving.less(left.key, right.key)
    if first is None:
        return None
    chosen = asked.operands[0 if first == (asked.word in ("early", "less")) else 1]
    return _joined([left, right], _called(context, chosen))


def _quantities(context: Context, asked: Asked) -> tuple[Known | None, Known | None]:
    """How much each of the two has of what is compared."""
    kinds = asked.kinds if asked.kinds[0] not in ("open", "title") else _COMPARED[:4]
    subject = asked.clause.split(",")[0]
    a, b = (
        operands.part(context, asked, f"{subject} {option}", kinds, scopes.scope(context, option))
        for option in asked.operands or ("", "")
    )
    return a, b


def _called(context: Context, option: str) -> str:
    """What to call one of two things: the title of a document meant by a description, else its own words."""
    scope = scopes.scope(context, option)
    if scope.links and scope.phrases and not naming.named(context, option).links:
        return context.documents[scope.links[0].document].title
    return re.sub(r"^(?:was|is|did|does)\s+", "", option.strip(" ,?"))


def _interval(context: Context, asked: Asked) -> Known | None:
    left, right = operands.dates(context, asked)
    text = deriving.between(left.key, right.key, asked.unit) if left and right else None
    return _joined([left, right], text) if left and right and text else None


def _sum(context: Context, asked: Asked) -> Known | None:
    parts = operands.pair(context, asked, asked.kinds if asked.kinds[0] in _COMPARED else _QUANTITIES[:3])
    text = deriving.total(parts) if len(parts) >= 2 else None
    return _joined(parts, text) if text else None


def _difference(context: Context, asked: Asked) -> Known | None:
    parts = operands.pair(context, asked, asked.kinds if asked.kinds[0] in _COMPARED else _QUANTITIES)
    text = deriving.gap(parts[0], parts[1]) if len(parts) >= 2 else None
    return _joined(parts, text) if text else None


def _same(context: Context, asked: Asked) -> Known | None:
    """Whether two things are the same: of the kind asked for, else of the kind that both state most surely."""
    given = "same" in asked.text.lower() and asked.kinds[0] != "open"
    kinds, noun = (asked.kinds, asked.noun) if given else _compared_kinds(asked)
    tried = [(kind,) for kind in kinds] if kinds == _COMPARED else [kinds]
    pairs = [operands.pair(context, replace(asked, noun=noun), some) for some in tried]
    pairs = [parts for parts in pairs if len(parts) == 2]
    if not pairs:
        return None
    best = max(pairs, key=lambda parts: round(_joined(parts, "").confidence, 1))
    same = deriving.equal(best[0], best[1])
    return None if same is None else _joined(best, "yes" if same == (asked.word != "different") else "no")


def _compared_kinds(asked: Asked) -> tuple[tuple[str, ...], str | None]:
    """Which kind of value is compared, and what is counted if it is a number of things."""
    counted = re.search(r"\bnumber of (?:\w+ )?(?P<noun>\w+)", asked.clause, re.IGNORECASE)
    if counted:
        return ("number",), counted["noun"].lower()
    for word in re.findall(r"[a-z]+", asked.clause.lower()):
        found = wanted.by_noun(word)
        if found and found[0] in _COMPARED and word not in ("person", "case", "party"):
            return found, asked.noun
    return _COMPARED, asked.noun


def _more(context: Context, asked: Asked) -> Known | None:
    """Whether one thing is more, less, earlier, later than another."""
    if asked.word in _EARLIER + _LATER:
        left, right = operands.dates(context, asked)
        first = deriving.earlier(left.key, right.key) if left and right else None
        if left and right and first is not None:
            return _joined([left, right], "yes" if first == (asked.word in _EARLIER) else "no")
    parts = operands.pair(context, asked, _QUANTITIES)
    less = deriving.less(parts[0].key, parts[1].key) if len(parts) == 2 else None
    if less is None:
        return None
    asks_less = re.match(r"(?:lower|small|short|less|least|few|cheap)", asked.word) is not None
    return _joined(parts, "yes" if less == asks_less else "no")


_FORMS: dict[str, Callable[[Context, Asked], Known | None]] = {
    "order": _order, "choose": _choose, "interval": _interval, "sum": _sum, "difference": _difference, "same": _same,
    "more": _more,
}  # fmt: skip
FORMS = frozenset(_FORMS)
"""Forms of question that are answered here."""
