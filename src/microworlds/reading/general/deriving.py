"""Answers that are worked out of two things: order, intervals, sums, differences, comparisons.

Each of the things compared is found by itself, as an answer to a smaller question.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal

from microworlds.core import value_types
from microworlds.reading.general import (
    answers,
    arithmetic,
    finding,
    questions,
    references,
    roles,
    scopes,
    search,
    states,
    titles,
    values,
    wanted,
    words,
)
from microworlds.reading.general.answers import Known
from microworlds.reading.general.context import Context
from microworlds.reading.general.finding import Found
from microworlds.reading.general.questions import Asked
from microworlds.reading.general.scopes import Scope

_COMPARED = ("amount", "number", "duration", "date", "percent", "person", "place", "organisation")
_QUANTITIES = ("amount", "number", "duration", "percent")
_EARLIER, _LATER = ("earlier", "sooner", "older"), ("after", "later", "newer", "younger")
_SURE = 0.5
"""How sure one is of when something was said."""
_DAY_OF = re.compile(r"\b(?:day|date|time) of (?:the )?\w+", re.IGNORECASE)
_CLEARER = 0.15
"""How much better one of two things must be found by itself not to take over the text of the other."""
_RELATED = 0.45
"""The share of the best cover that a second value must have to be the other thing compared."""
_OF_A_DATE = words.regex("deriving.of_a_date")
_TOLD = words.regex("deriving.told")
"""What happens by being said: its day is that of the conversation."""


def answer(context: Context, asked: Asked) -> Known | None:
    """The answer worked out, or None if one of the things compared is not to be found."""
    return _FORMS[asked.form](context, asked)


def _joined(parts: Sequence[Known], text: str) -> Known:
    """What follows from several things known; the weaker one counts more for how sure it is."""
    support = dict.fromkeys(number for part in parts for number in part.support)
    sure = sorted(part.confidence for part in parts)
    return Known(text, text, 0.6 * sure[0] + 0.4 * sure[-1], tuple(support), "derived")


def _order(context: Context, asked: Asked) -> Known | None:
    left, right = _dates(context, asked)
    first = arithmetic.earlier(left.key, right.key) if left and right else None
    if left is None or right is None or first is None:
        return None
    pair = re.split(r"\s+or\s+", asked.word.removesuffix(" than"))
    early = next((word for word in pair if re.match(r"before|earlier|prior|sooner|precede", word)), "before")
    late = next((word for word in pair if word != early), "after")
    return _joined([left, right], early if first else late)


def _choose(context: Context, asked: Asked) -> Known | None:
    """Which of two comes first, last, has more, has less."""
    by_date = asked.word in ("early", "late")
    left, right = _dates(context, asked) if by_date else _quantities(context, asked)
    if left is None or right is None or asked.operands is None:
        return None
    first = arithmetic.earlier(left.key, right.key) if by_date else arithmetic.less(left.key, right.key)
    if first is None:
        return None
    chosen = asked.operands[0 if first == (asked.word in ("early", "less")) else 1]
    scope = scopes.scope(context, chosen)
    name = context.documents[scope.links[0].text].title if scope.links and scope.described else ""
    return _joined([left, right], name or re.sub(r"^(?:was|is|did|does)\s+", "", chosen.strip(" ,?")))


def _quantities(context: Context, asked: Asked) -> tuple[Known | None, Known | None]:
    """How much each of the two has of what is compared."""
    kinds = asked.kinds if asked.kinds[0] not in ("open", "title") else _COMPARED[:4]
    subject = asked.clause.split(",")[0]
    a, b = (
        _part(context, asked, f"{subject} {option}", kinds, scopes.scope(context, option))
        for option in asked.operands or ("", "")
    )
    return a, b


def _interval(context: Context, asked: Asked) -> Known | None:
    left, right = _dates(context, asked)
    text = arithmetic.between(left.key, right.key, asked.unit) if left and right else None
    return _joined([left, right], text) if left and right and text else None


def _sum(context: Context, asked: Asked) -> Known | None:
    parts = _pair(context, asked, asked.kinds if asked.kinds[0] in _COMPARED else _QUANTITIES[:3])
    text = arithmetic.written(parts, lambda numbers: sum(numbers, Decimal(0))) if len(parts) >= 2 else None
    return _joined(parts, text) if text else None


def _difference(context: Context, asked: Asked) -> Known | None:
    parts = _pair(context, asked, asked.kinds if asked.kinds[0] in _COMPARED else _QUANTITIES)
    text = arithmetic.written(parts[:2], lambda numbers: abs(numbers[0] - numbers[1])) if len(parts) >= 2 else None
    return _joined(parts, text) if text else None


def _same(context: Context, asked: Asked) -> Known | None:
    """Whether two things are the same: of the kind asked for, else of the kind that both state most surely."""
    kinds = asked.kinds if asked.kinds[0] != "open" else _COMPARED
    for word in re.findall(r"[a-z]+", asked.clause.lower()) if asked.kinds[0] == "open" else ():
        found = wanted.by_noun(word)
        if found and found[0] in _COMPARED and word not in ("person", "case", "party"):
            kinds = found
            break
    tried = [(kind,) for kind in kinds] if kinds == _COMPARED else [kinds]
    pairs = [parts for some in tried if len(parts := _pair(context, asked, some)) == 2]
    if not pairs:
        return None
    best = max(pairs, key=lambda parts: round(_joined(parts, "").confidence, 1))
    same = arithmetic.equal(best[0], best[1])
    return None if same is None else _joined(best, "yes" if same == (asked.word != "different") else "no")


def _more(context: Context, asked: Asked) -> Known | None:
    """Whether one thing is more, less, earlier, later than another."""
    if asked.word in _EARLIER + _LATER:
        left, right = _dates(context, asked)
        first = arithmetic.earlier(left.key, right.key) if left and right else None
        if left and right and first is not None:
            return _joined([left, right], "yes" if first == (asked.word in _EARLIER) else "no")
    parts = _pair(context, asked, _QUANTITIES)
    lower = arithmetic.less(parts[0].key, parts[1].key) if len(parts) == 2 else None
    if lower is None:
        return None
    asks_less = re.match(r"(?:lower|small|short|less|least|few|cheap|more$)", asked.word) is not None
    asks_less = asks_less and (asked.word != "more" or " below " in asked.text or " under " in asked.text)
    return _joined(parts, "yes" if lower == asks_less else "no")


_FORMS: dict[str, Callable[[Context, Asked], Known | None]] = {
    "order": _order, "choose": _choose, "interval": _interval, "sum": _sum, "difference": _difference, "same": _same,
    "more": _more,
}  # fmt: skip
FORMS = frozenset(_FORMS)
"""Forms of question that are answered here."""


def _part(
    context: Context, asked: Asked, text: str, kinds: tuple[str, ...], shared: Scope, other: str = ""
) -> Known | None:
    """One of the things compared, as an answer to a smaller question.

    What the other one says of a text holds for this one too, unless this one is clear without it. If both are described
    and seem to mean the same text, they mean the two that fit best together.
    """
    scope = scopes.scope(context, text)
    if scope.described and scope.links and other:
        beside = scopes.scope(context, other)
        pair = (
            references.apart(context.talk, text, other)
            if beside.described and beside.documents == scope.documents
            else None
        )
        if pair and max(one.text for one in pair) < context.talk.present:
            scope = replace(scope, links=(pair[0],))
    if scope.lost:
        return None
    goal = finding.sought(context, asked, text, kinds, scope)
    if not any(roles.asked(goal.clause, kind) for kind in kinds):
        predicate = asked.clause
        for part in references.descriptions(predicate):
            predicate = predicate.replace(part, " ", 1)
        goal = replace(goal, clause=f"{goal.clause} {predicate}")
    found = states.settle(context, goal, finding.candidates(context, goal))
    if not scope.asked and shared.links:
        narrow = replace(goal, scope=replace(shared, described=False, about=text))
        within = states.settle(context, narrow, finding.candidates(context, narrow))
        if within and (not found or found[0].cover <= within[0].cover + _CLEARER):
            goal, found = narrow, within
    return answers.known(context, asked, goal, found[0]) if found else None


def _dates(context: Context, asked: Asked) -> tuple[Known | None, Known | None]:
    """When the two things were."""
    if asked.operands is None:
        return None, None
    a, b = asked.operands
    return _when(context, asked, a, b), _when(context, asked, b, a)


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
    plain, beside, whole = (titles.without_nouns(one) for one in (text, other, asked.text))
    if not _OF_A_DATE.search(plain):
        match = _OF_A_DATE.search(beside) or _OF_A_DATE.search(whole)
        text = f"{match.group() if match else 'decided dated made'} of {text}"
    return _part(context, asked, text, ("date", "saying"), scopes.scope(context, asked.text), other)


def _told(context: Context, text: str) -> Known | None:
    """When something was said: by the first who named the text meant, else by the sentence with most of its words."""
    links = references.resolved(context.talk, text) if references.descriptions(text) else []
    turns = context.talk.naming(links[0].text)[:1] if links else ()
    spoken = [unit.number for unit in context.units if unit.turn is not None]
    best = search.scored(context, search.query(context, text), spoken)
    turn = context.turns[turns[0]] if turns else context.turns[best[0].unit.turn or 0] if best else None
    if turn is None or turn.time is None:
        return None
    day = turn.time.date()
    return Known(value_types.format_date(day), (day, day), _SURE, (turn.passage,), "date")


def _pair(context: Context, asked: Asked, kinds: tuple[str, ...]) -> list[Known]:
    """The two things compared, or, where the question does not part them, the two best values that differ."""
    whole = scopes.scope(context, asked.text)
    if asked.operands and all(asked.operands):
        a, b = asked.operands
        lead = questions.plain(_of_both(asked.clause, a, b)) if asked.form in ("sum", "same") else ""
        texts = [f"{lead} {text}".strip() if len(text.split()) < 4 else text for text in (a, b)]
        found = [
            one for text, other in (texts, texts[::-1]) if (one := _part(context, asked, text, kinds, whole, other))
        ]
        if len(found) == 2 and (found[0].support[-1:] != found[1].support[-1:] or found[0].key != found[1].key):
            return found
    goal = finding.sought(
        context, asked, questions.plain(asked.text), kinds, Scope((), False, False, False, asked.text)
    )
    several = [one for one in finding.candidates(context, goal) if not states.refused(context, one)]
    return [answers.known(context, asked, goal, one) for one in _two(several, asked.form == "sum")]


def _of_both(clause: str, a: str, b: str) -> str:
    """What is asked of both things: a question without the words for either."""
    if a in clause and b in clause:
        return clause.replace(a, " ").replace(b, " ")
    return references.without(titles.without(clause))


def _two(found: list[Found], all_of_them: bool) -> list[Found]:
    """The best value and another of its kind: in the same sentence if nothing beside it is as much to the point."""
    if not found:
        return []
    first = found[0]
    near = [one for one in found if one.value.kind == first.value.kind and one.cover >= _RELATED * first.cover]
    inside = [one for one in near if one.place.unit.number == first.place.unit.number]
    beside = [one for one in near if one not in inside and one.value.key != first.value.key]
    if len(inside) > 1 and (all_of_them or not beside or first.cover > 1.2 * beside[0].cover):
        return inside
    return [first, *beside[:1]]
