"""What a session says that nobody planned: other documents, other values, a value beside the wrong work.

What the plan claims is checked to be there; this is the other half: what a writer adds must not be taken for something
that was settled.

Source: issue 15, section 2; MemoryDocDataSet 3.2 (what a conversation says is what its world knows).
"""

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence

from microworlds.core.errors import ItemError
from microworlds.core.value_types import find, parse_amount, parse_date
from microworlds.generation.session_plans import SessionPlan, Turn

_NAMED = re.compile(r"\b[A-Z][\w.'’&-]* v\. [A-Z][\w'’-]*")
_SENTENCE = re.compile(r"(?<=[.?!])\s+(?=[A-Z\"“])")
_KINDS = ("date", "amount")


def check(turns: Sequence[Turn], plan: SessionPlan, plans: Sequence[SessionPlan], heard: Iterable[str]) -> None:
    """Refuse a session that says what its plan does not.

    ``plans`` are those of all sessions of the world, ``heard`` the texts of those before this one.

    Raises:
        ItemError: a turn names a document that its items do not name, says a date or an amount that is neither in the
            plan nor was said before, or says of a piece of work what is another's.
    """
    names = {beat.slots["target"] for own in plans for beat in own.beats if "target" in beat.slots}
    said = [text for beat in plan.beats for text in (*beat.says, *beat.slots.values())]
    days = [f"{own.time:%B} {own.time.day}, {own.time.year}" for own in plans]
    known = {value for text in (*said, *heard, *days) for value in _values(text, plan)}
    works = _works(plans, plan)
    for turn in turns:
        rest = turn.text
        for beat in plan.beats:
            if beat.id in turn.beats and "target" in beat.slots:
                rest = rest.replace(beat.slots["target"], "")
        others = [name for name in names if name in rest] or _NAMED.findall(rest)
        if others:
            raise ItemError(f"{sorted(others)[0]!r} is named in a turn none of whose items names it")
        for kind, value, words in _found(turn.text, plan):
            if (kind, value) not in known:
                raise ItemError(f"{words!r} is said, which is neither in the plan nor was said before")
        for sentence in _SENTENCE.split(turn.text):
            _beside(sentence, plan, works)


def _beside(sentence: str, plan: SessionPlan, works: dict[str, set[Hashable]]) -> None:
    """Nothing, if each value of a sentence that names some work is a value of one of these.

    Raises:
        ItemError: one is another's.
    """
    named = [work for work in works if re.search(rf"\b{re.escape(work)}\b", sentence)]
    for kind, value, words in _found(sentence, plan) if named else ():
        owners = {work for work, values in works.items() if (kind, value) in values}
        if owners and owners.isdisjoint(named):
            raise ItemError(f"{words!r} is said of the {named[0]}, and is that of the {sorted(owners)[0]}")


def _works(plans: Sequence[SessionPlan], plan: SessionPlan) -> dict[str, set[Hashable]]:
    """The values that each piece of work has or had, or nearly had, up to a session."""
    works: dict[str, set[Hashable]] = {}
    for own in plans:
        if own.time <= plan.time:
            for beat in own.beats:
                if "work" in beat.slots:
                    texts = [text for name, text in beat.slots.items() if name != "reason"]
                    values = {value for text in texts for value in _values(text, own)}
                    works.setdefault(beat.slots["work"], set()).update(values)
    return works


def _values(text: str, plan: SessionPlan) -> Iterator[Hashable]:
    return ((kind, value) for kind, value, _ in _found(text, plan))


def _found(text: str, plan: SessionPlan) -> Iterator[tuple[str, Hashable, str]]:
    """Dates, by month and day, and amounts of a text, with their words."""
    for kind in _KINDS:
        for start, end in find(kind, text):
            words = text[start:end]
            if kind == "amount":
                yield kind, parse_amount(words), words
            elif (day := parse_date(words, plan.time.year)) and day.month:
                yield kind, (day.month, day.day), words
