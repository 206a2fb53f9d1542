"""What the documents meant state, and what to say when they state nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from microworlds.core.value_types import sameness
from microworlds.corpora.attributes import OPINION
from microworlds.reading.answering.deriving import Known
from microworlds.reading.casework.following import Meant
from microworlds.reading.casework.pointing import NOUN
from microworlds.reading.casework.resolving import Resolver
from microworlds.reading.casework.stating import Stated, stated

_SURE = 0.9
STEMS = ("affirm", "revers", "vacat", "remand", "dismiss", "den", "grant", "quash", "overrul", "sustain", "set aside",
          "modif", "disbar", "suspend", "discharg", "annul", "refus", "transfer")  # fmt: skip


@dataclass(frozen=True)
class Refused:
    """Nothing here answers the question: the document meant is not known, or does not say.

    ``passages`` are where it might still be said in words that no recogniser knows; None if nothing was made out.
    """

    reason: str
    passages: tuple[int, ...] | None = ()


def facts_of(resolver: Resolver, meant: Meant, attribute: str, question: str) -> tuple[str, list[Stated]] | None:
    """The document among those meant that states the attribute, the last first, with what it states."""
    for key in reversed(meant.keys):
        case = resolver.library.cases.get(key)
        found = stated(case, attribute, question) if case is not None else []
        if found:
            return key, found
    return None


def known(
    resolver: Resolver, text: str, key: object, meant: tuple[Meant, ...], passages: tuple[int, ...], kind: str
) -> Known:
    """An answer with the passages it rests on: those that lead to the documents, and those that state it."""
    turns = [resolver.turns[turn].passage for each in meant for turn in each.turns]
    return Known(text, key, _SURE, tuple(dict.fromkeys([*turns, *passages])), kind)


def by_kind(resolver: Resolver, meant: Meant, question: str) -> tuple[str, list[Stated]] | None:
    """The attribute and values of the only kind of fact that a document's lines state and the question may want.

    Where no word of a question tells which fact is wanted, a caption line may: if all that is shown of a document is
    "Argued March 22, 2010.", a question for a day is about that day.
    """
    texts = [
        text for key in meant.keys if key in resolver.library.cases for _, text in resolver.library.cases[key].texts
    ]
    if not texts or max(map(len, texts)) > _LINE:
        return None
    wanted = next((attributes for pattern, attributes in _WANTED if pattern.search(question)), ())
    stating: dict[str, list[Stated]] = {}
    for attribute in wanted:
        found = facts_of(resolver, meant, attribute, question)
        if found is not None and found[1][0].rank < _FREE:
            stating[attribute] = found[1]
    distinct = {(facts[0].passage, facts[0].value) for facts in stating.values()}
    if len(distinct) != 1:
        return None
    attribute = next(iter(stating))
    return attribute, stating[attribute]


_LINE = 160
"""The most characters of a caption line."""
_FREE = 2.2
"""The rank from which a reading is too free to tell what a line is."""
_WANTED = (
    (re.compile(r"\b(?:how much|what (?:sum|amount|price|figure)|amount)\b", re.IGNORECASE),
        ("award", "fine", "price", "claimed")),
    (re.compile(r"\bhow long\b", re.IGNORECASE), ("sentence",)),
    (re.compile(r"\b(?:when|date|day|month|year)\b", re.IGNORECASE),
        ("decided_on", "argued_on", "submitted_on", "filed_on", "ruled_below_on", "incident_on")),
    (re.compile(r"\b(?:court|tribunal|bench|body|agency|board)\b", re.IGNORECASE), ("court", "tribunal_below")),
    (re.compile(r"\b(?:where|town|city|place|county)\b", re.IGNORECASE), ("counsel_city", "county")),
    (re.compile(r"\b(?:who|whom|whose|judge|justice|lawyer|counsel|attorney)\b", re.IGNORECASE),
        ("author", "judge_below", "counsel_appellant", "counsel_appellee")),
    (re.compile(r"\bnumber\b", re.IGNORECASE), ("docket",)),
    (re.compile(r"\b(?:what|how|which)\b", re.IGNORECASE),
        ("outcome", "holding", "standard", "statute", "earliest_precedent", "issue")),
)  # fmt: skip


def cased(name: str) -> str:
    """A name that is printed in capitals, as it is written elsewhere.

    >>> cased("McCULLOUGH"), cased("COHN JUBELIRER"), cased("A. K. Delaney")
    ('McCullough', 'Cohn Jubelirer', 'A. K. Delaney')
    """
    return re.sub(r"(?<=[A-Z])[A-Z’']+(?![a-z])", lambda match: match.group().lower(), name)


def unknown(resolver: Resolver, text: str) -> Refused | None:
    """A refusal if the question's description of a document is understood and fits nothing."""
    wanted = resolver.describe(text)
    understood = wanted.role is not None or wanted.occasion is not None
    return Refused("no document meant") if understood and (NOUN.search(text) or wanted.role) else None


def unstated(resolver: Resolver, attribute: str, *meant: Meant) -> Refused:
    """A refusal that leaves the documents' own passages to be searched for other words."""
    if not all(any(key in resolver.library.cases for key in each.keys) for each in meant):
        return Refused(f"no passage of the document that would state {attribute}")
    keys = [key for each in meant for key in each.keys if key in resolver.library.cases]
    passages = tuple(dict.fromkeys(passage for key in keys for passage, _ in resolver.library.cases[key].texts))
    if any(each.worded for each in meant):
        return Refused(f"no {attribute} stated", None)
    return Refused(f"no {attribute} stated", passages)


def acts(outcome: str) -> set[str]:
    """The acts that an outcome names.

    >>> sorted(acts("reversed and this matter is remanded"))
    ['remand', 'revers']
    """
    plain = outcome.lower()
    return {stem for stem in STEMS if re.search(rf"\b{stem}", plain)}


def same_fact(attribute: str, left: str, right: str) -> bool:
    """True if two documents state the same of an attribute."""
    if attribute == "outcome":
        return acts(left) == acts(right)
    kind = OPINION[attribute].kind
    if kind == "person":
        return _last(left) == _last(right)
    if kind == "court":
        return _court(left) == _court(right)
    return sameness(kind, left) == sameness(kind, right)


def _last(name: str) -> str:
    return re.sub(r",?\s(?:Jr|Sr|II|III|IV)\.?$", "", name.replace("’", "'")).split()[-1].lower()


def _court(name: str) -> str:
    return re.sub(r"[^a-z ]", "", re.sub(r"(?i)^(?:in )?the ", "", name).lower()).strip()


def spell(first: date, last: date, unit: str) -> str:
    """The completed units between two days.

    >>> spell(date(2010, 3, 31), date(2010, 9, 2), "month"), spell(date(2010, 1, 1), date(2010, 1, 2), "day")
    ('5 months', '1 day')
    """
    days = (last - first).days
    months = (last.year - first.year) * 12 + last.month - first.month - (last.day < first.day)
    count = {"day": days, "week": days // 7, "month": months, "year": months // 12}[unit]
    return f"{count} {unit}{'' if count == 1 else 's'}"
