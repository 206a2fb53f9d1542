"""From a question about a team's cases to its answer, or to the decision that nothing here bears one.

Each form of question is tried in turn; the first that recognises the question answers or refuses it.
"""

from __future__ import annotations

import re

from microworlds.core.value_types import sameness
from microworlds.corpora.attributes import OPINION
from microworlds.reading.answering.context import Context, kept
from microworlds.reading.answering.deriving import Known
from microworlds.reading.casework import clauses, comparing, recalled, teamwork
from microworlds.reading.casework.aspects import asks_time, aspects
from microworlds.reading.casework.comparing import YES_NO
from microworlds.reading.casework.finding import Refused, by_kind, cased, facts_of, known, unknown, unstated
from microworlds.reading.casework.following import Meant
from microworlds.reading.casework.pointing import NOUN, by_wording, one
from microworlds.reading.casework.resolving import Resolver
from microworlds.reading.casework.stating import Stated

_TWOFOLD = re.compile(r"\band (?:how (?:much|many|long)|who|what|when|which|where)\b|\bjoin(?:ed|s)\b", re.IGNORECASE)


def lately(context: Context, question: str) -> Known | None:
    """What a clause states, or what holds now of the team's own work, for a question that nothing else answers."""
    resolver, text = desk(context), " ".join(question.split())
    return clauses.stating(resolver, text) or teamwork.lately(resolver, text)


@kept
def desk(context: Context) -> Resolver:
    """What resolves descriptions in these passages."""
    return Resolver(context)


def answer(context: Context, question: str) -> Known | Refused | None:
    """The answer to a question about cases; None if it is none."""
    resolver = desk(context)
    text = " ".join(question.split())
    if not resolver.bringing() and not resolver.library.mentions(question):
        return teamwork.moved(resolver, text) or teamwork.standing(resolver, text)
    for form in _FORMS:
        found = form(resolver, text)
        if found is not None:
            return found
    return None


def held(resolver: Resolver, text: str) -> list[tuple[str, tuple[int, ...]]] | None:
    """The fact asked for, of every document that held the place a question describes, oldest first.

    None if it describes no such place. A document whose passages do not state the fact is left out; where a question
    asks for no fact, the title stands for it.
    """
    wanted = resolver.describe(text)
    if wanted.role is None or wanted.mentions:
        return None
    asked = aspects(resolver.asked_text(text))
    found: list[tuple[str, tuple[int, ...]]] = []
    for meant in resolver.holders(wanted):
        turn = (resolver.turns[meant.turns[0]].passage,) if meant.turns else ()
        facts = facts_of(resolver, meant, asked[0], text) if asked else None
        if facts is not None:
            found.append((facts[1][0].value, (*turn, facts[1][0].passage)))
        elif not asked and meant.key is not None:
            found.append((resolver.library.title(meant.key), turn))
    return found


def _value(resolver: Resolver, text: str) -> Known | Refused | None:
    """One fact of one document."""
    wanted = () if _TWOFOLD.search(text) else aspects(resolver.asked_text(text))
    if not (NOUN.search(text) or resolver.library.mentions(text) or resolver.describe(text).role):
        return None
    meant = one(resolver, text)
    if not meant.keys:
        return unknown(resolver, text) if wanted else None
    for attribute in wanted[:1] if wanted[:1] in _STRICT or asks_time(text) else wanted[:2]:
        found = facts_of(resolver, meant, attribute, text)
        if found:
            return _stated(resolver, meant, attribute, found[1])
    if not wanted and meant.sure and not _TWOFOLD.search(text) and not YES_NO.search(text):
        typed = by_kind(resolver, meant, resolver.asked_text(text))
        return _stated(resolver, meant, *typed) if typed else None
    if not wanted:
        return None
    described = resolver.describe(text)
    other = by_wording(resolver, text) if described.role is None and described.occasion is None else None
    if other is not None and other.key not in meant.keys:
        return Refused(f"no {wanted[0]} stated, and another document may be meant", None)
    return unstated(resolver, wanted[0], meant)


_STRICT = (
    ("dissenter",),
    ("concurrer",),
    ("fine",),
    ("sentence",),
    ("award",),
    ("price",),
    ("claimed",),
    ("judge_below",),
)
"""What must be stated as such: no other fact that a question's words may ask for will do."""


def _stated(resolver: Resolver, meant: Meant, attribute: str, facts: list[Stated]) -> Known:
    best = facts[0]
    kind = OPINION[attribute].kind
    together = [each.value for each in facts if each.rank < 0.5 and each.passage == best.passage]
    said = ", ".join(together) if attribute == "dissenter" and len(together) > 1 else best.value
    said = cased(said) if kind == "person" else said
    return known(resolver, said, sameness(kind, best.value), (meant,), (best.passage,), kind)


_FORMS = (
    clauses.agreed, recalled.people, recalled.checked, comparing.counted, comparing.extreme, teamwork.surfaced,
    comparing.compared, teamwork.moved, comparing.interval, _value, teamwork.standing,
)  # fmt: skip
"""Ways to answer, in the order in which they are tried."""
