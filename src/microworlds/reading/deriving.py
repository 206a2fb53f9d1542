"""Answers that are worked out of two things: order, intervals, sums, differences, comparisons.

Each of the things compared is found by itself, as an answer to a smaller question.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal

from microworlds.core import value_types
from microworlds.reading import (
    answering,
    arithmetic,
    finding,
    question_forms,
    references,
    scopes,
    search,
    states,
    titles,
    value_roles,
    values,
    words,
)
from microworlds.reading.answering import Known
from microworlds.reading.context import Context
from microworlds.reading.question_forms import Asked
from microworlds.reading.scopes import Scope

_COMPARED = ("amount", "number", "duration", "date", "percent", "person", "place", "organisation")
_QUANTITIES = ("amount", "number", "duration", "percent")
_DATED = re.compile(r"before|after|prior|earlier|later|sooner|older|newer|younger")
_LESS = re.compile(r"before|prior|preced|earl|soon|old|low|small|short|less|few|cheap")
_SURE = 0.5
"""How sure one is of when something was said."""
_DAY_OF = re.compile(r"\b(?:day|date|time) of (?:the )?\w+", re.IGNORECASE)
_CLEARER = 0.15
"""How much better one of two things must be found by itself not to take over the text of the other."""
_OF_A_DATE = words.regex("deriving.of_a_date")
_TOLD = words.regex("deriving.told")
"""What happens by being said: its day is that of the conversation."""


def answer(context: Context, asked: Asked) -> Known | None:
    """The answer worked out, or None if one of the things compared is not to be found."""
    by_date = asked.form in ("order", "interval") or asked.word in ("early", "late") or _DATED.match(asked.word)
    parts = _dates(context, asked) if by_date else _alike(context, asked) if asked.form == "same" else []
    parts = parts or _pair(context, asked, asked.kinds if asked.kinds[0] in _COMPARED else _QUANTITIES)
    text = _FORMS[asked.form](context, asked, parts) if len(parts) > 1 else None
    if text is None:
        return None
    support = dict.fromkeys(number for part in parts for number in part.support)
    return Known(text, text, _sure(parts), tuple(support), "derived")


def _sure(parts: Sequence[Known]) -> float:
    """How sure what follows from several things known is; the weaker one counts more."""
    sure = sorted(part.confidence for part in parts)
    return 0.6 * sure[0] + 0.4 * sure[-1]


def _order(context: Context, asked: Asked, parts: Sequence[Known]) -> str | None:
    first = arithmetic.less(parts[0].key, parts[1].key)
    pair = sorted(asked.word.removesuffix(" than").split(" or "), key=lambda word: _LESS.match(word) is None)
    return None if first is None else pair[0 if first else 1]


def _choose(context: Context, asked: Asked, parts: Sequence[Known]) -> str | None:
    """Which of two comes first, last, has more, has less."""
    first = arithmetic.less(parts[0].key, parts[1].key)
    if first is None or asked.operands is None:
        return None
    chosen = asked.operands[0 if first == (asked.word in ("early", "less")) else 1]
    scope = scopes.scope(context, chosen)
    name = context.title(scope.links[0].text) if scope.links and scope.described else ""
    return name or question_forms.bare(chosen.strip(" ,?"))


def _same(context: Context, asked: Asked, parts: Sequence[Known]) -> str | None:
    same = arithmetic.equal(parts[0], parts[1])
    return None if same is None else "yes" if same == (asked.word != "different") else "no"


def _more(context: Context, asked: Asked, parts: Sequence[Known]) -> str | None:
    """Whether one thing is more, less, earlier, later than another."""
    less = arithmetic.less(parts[0].key, parts[1].key)
    return None if less is None else "yes" if less == (_LESS.match(asked.word) is not None) else "no"


_FORMS: dict[str, Callable[[Context, Asked, Sequence[Known]], str | None]] = {
    "order": _order,
    "choose": _choose,
    "same": _same,
    "more": _more,
    "interval": lambda context, asked, parts: arithmetic.between(parts[0].key, parts[1].key, asked.unit),
    "sum": lambda context, asked, parts: arithmetic.written(parts, lambda numbers: sum(numbers, Decimal(0))),
    "difference": lambda context, asked, parts: arithmetic.written(parts[:2], lambda two: abs(two[0] - two[1])),
}
FORMS = frozenset(_FORMS)
"""Forms of question that are answered here."""


def _alike(context: Context, asked: Asked) -> list[Known]:
    """Two things of the kind asked for, else of the kind that both state most surely."""
    tried = [(kind,) for kind in _COMPARED] if asked.kinds[0] == "open" else [asked.kinds]
    pairs = [parts for kinds in tried if len(parts := _pair(context, asked, kinds)) == 2]
    return max(pairs, key=lambda parts: round(_sure(parts), 1), default=[])


def _part(
    context: Context, asked: Asked, text: str, kinds: tuple[str, ...], shared: Scope, other: str = ""
) -> Known | None:
    """One of the things compared, as an answer to a smaller question.

    What the other one says of a text holds for this one too, unless this one is clear without it. If both are described
    and seem to mean the same text, they mean the two that fit best together.
    """
    scope, beside = scopes.scope(context, text), scopes.scope(context, other)
    alike = scope.links and scope.described and beside.described and scope.documents == beside.documents
    pair = references.apart(context.talk, text, other) if alike else None
    if pair and max(one.text for one in pair) < context.talk.present:
        scope = replace(scope, links=(pair[0],))
    if scope.lost:
        return None
    goal = finding.sought(context, asked, text, kinds, scope)
    if not any(value_roles.asked(goal.clause, kind) for kind in kinds):
        goal = replace(goal, clause=f"{goal.clause} {references.without(asked.clause)}")
    found = states.settle(context, goal, finding.candidates(context, goal))
    if not scope.asked and shared.links:
        narrow = replace(goal, scope=replace(shared, described=False, about=text))
        within = states.settle(context, narrow, finding.candidates(context, narrow))
        if within and (not found or found[0].cover <= within[0].cover + _CLEARER):
            goal, found = narrow, within
    return answering.known(context, asked, goal, found[0]) if found else None


def _dates(context: Context, asked: Asked) -> list[Known]:
    """When the two things were."""
    a, b = asked.operands or ("", "")
    return [one for text, other in ((a, b), (b, a)) if (one := _when(context, asked, text, other))]


def _when(context: Context, asked: Asked, text: str, other: str) -> Known | None:
    """When something was: a date that is stated, a text's own date, an event."""
    said = values.find("date", text)
    if said and not re.search(r"[a-z]{4,}", text.replace(said[0].text, "")):
        return Known(said[0].text, said[0].key, 1.0, (), "date")
    if _TOLD.search(text) and context.turns:
        return _told(context, text)
    named = _DAY_OF.search(text) or _DAY_OF.search(other) or _DAY_OF.search(asked.text)
    if named and not _OF_A_DATE.search(references.without(text)):
        text = f"{named.group()} of {text.replace(named.group(), ' ')}"
    if not _OF_A_DATE.search(titles.without_nouns(text)):
        match = _OF_A_DATE.search(titles.without_nouns(f"{other} {asked.text}"))
        text = f"{match.group() if match else 'decided dated made'} of {text}"
    return _part(context, asked, text, ("date", "saying"), scopes.scope(context, asked.text), other)


def _told(context: Context, text: str) -> Known | None:
    """When something was said: by the first who named the text meant, else by the sentence with most of its words."""
    links = references.resolved(context.talk, text) if references.descriptions(text) else []
    spoken = [unit.number for unit in context.units if unit.turn is not None]
    best = [one.unit.turn or 0 for one in search.scored(context, search.query(context, text), spoken, 1)]
    for number in [*(context.talk.naming(links[0].text) if links else ()), *best][:1]:
        turn = context.turns[number]
        if turn.time is not None:
            day = turn.time.date()
            return Known(value_types.format_date(day), (day, day), _SURE, (turn.passage,), "date")
    return None


def _pair(context: Context, asked: Asked, kinds: tuple[str, ...]) -> list[Known]:
    """The two things compared, or, where the question does not part them, the two best values that differ."""
    whole = scopes.scope(context, asked.text)
    if asked.operands and all(asked.operands):
        a, b = asked.operands
        found = [one for text, other in ((a, b), (b, a)) if (one := _part(context, asked, text, kinds, whole, other))]
        if len(found) == 2 and (found[0].support[-1:] != found[1].support[-1:] or found[0].key != found[1].key):
            return found
    goal = finding.sought(
        context, asked, question_forms.plain(asked.text), kinds, Scope((), False, False, False, asked.text)
    )
    several = [one for one in finding.candidates(context, goal) if not states.refused(context, one)]
    others = [one for one in several[1:] if one.value.kind == several[0].value.kind]
    inside = [one for one in others if one.place.unit.number == several[0].place.unit.number]
    beside = [one for one in others if one not in inside and one.value.key != several[0].value.key]
    return [answering.known(context, asked, goal, one) for one in [*several[:1], *(inside or beside[:1])]]
