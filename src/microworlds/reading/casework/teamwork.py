"""The team's own work: what holds now, by how much it moved, what surfaced before it changed."""

from __future__ import annotations

import re

from microworlds.core import value_types
from microworlds.reading.answering.deriving import Known
from microworlds.reading.casework import changing, operands
from microworlds.reading.casework.comparing import ORDER, SPAN, UNIT
from microworlds.reading.casework.describing import words
from microworlds.reading.casework.finding import Refused, known, spell
from microworlds.reading.casework.following import Meant
from microworlds.reading.casework.pointing import NOUN
from microworlds.reading.casework.resolving import Resolver

_WORK = re.compile(
    r"\b(?:chang\w+|mov\w+|reschedul\w+|rearrang\w+|revis\w+|shift\w*|postpon\w+|brought forward|put back|"
    r"hand(?:ed|ing|s)?(?! down)|swap\w*|switch\w*|cut|rais\w+|extend\w*|increas\w+)\b",
    re.IGNORECASE,
)
_COMPUTED = re.compile(
    r"\b(?:differ\w*|total|together|altogether|combined|sum|both|between|more|less|higher|lower|larger|smaller|"
    r"cheaper|dearer|save[ds]?|than|by how much|"
    r"rise|rose|drop\w*|fell|each|per|original\w*|initial\w*|first)\b",
    re.IGNORECASE,
)
DOC = re.compile(r"\b(?:opinion|ruling|case|decision|judge?ment|precedent|agreement|contract|lease)s?\b", re.IGNORECASE)


def surfaced(resolver: Resolver, text: str) -> Known | Refused | None:
    """Whether a document was brought before or after something of the team's own work changed."""
    if not ORDER.search(text) or not (
        _WORK.search(text) or len(dict.fromkeys(key for turn in resolver.turns for key in resolver.keys(turn))) == 1
    ):
        return None
    best: tuple[float, Meant, changing.Change] | None = None
    for left, right in operands.halves(resolver, text):
        for case, work in ((left, right), (right, left)):
            found = _change(resolver, work)
            if found is None or not NOUN.search(case):
                continue
            meant = resolver.meant(resolver.describe(case))
            if meant.keys and meant.turns and (best is None or meant.fit + found[0] > best[0]):
                best = (meant.fit + found[0], meant, found[1])
    if best is None:
        best = _only_change(resolver, text)
    if best is None:
        return None
    _, meant, change = best
    brought = next((turn for turn in resolver.turns if meant.key in resolver.keys(turn)), None)
    if brought is None or brought.session == resolver.turns[change.turn].session:
        return Refused("the two cannot be told apart")
    word = "before" if brought.number < change.turn else "after"
    return known(resolver, word, word, (meant,), (brought.passage, change.passage), "order")


def _only_change(resolver: Resolver, text: str) -> tuple[float, Meant, changing.Change] | None:
    """The document of one half of a question, and the only turn about anything else."""
    others = [
        turn for turn in resolver.turns if not resolver.keys(turn) and not NOUN.search(resolver.said[turn.number])
    ]
    if len(others) != 1:
        return None
    for left, right in operands.halves(resolver, text):
        for case in (left, right):
            meant = resolver.meant(resolver.describe(case)) if NOUN.search(case) else Meant()
            if meant.keys and meant.turns:
                return 0.1, meant, changing.Change("", others[0].number, others[0].passage)
    return None


def lately(resolver: Resolver, text: str) -> Known | None:
    """The last value given for what a question is about, for one that nothing else answers."""
    if DOC.search(text) or _COMPUTED.search(text) or resolver.library.mentions(text) or resolver.talk.names(text):
        return None
    given = changing.history(resolver, text)
    if not given or not _TEAM.search(text):
        return None
    last = given[-1]
    return known(resolver, last.text, last.day or last.text, (), (last.passage,), changing.kind_asked(text) or "")


_TEAM = re.compile(r"\b(?:we|our|us|the)\b", re.IGNORECASE)


def _change(resolver: Resolver, text: str) -> tuple[float, changing.Change] | None:
    """The last turn in which a thing of the team's own is said to be otherwise, and how much of its name it has."""
    if not _WORK.search(text):
        return None
    wanted = changing.topic(resolver, _WORK.sub(" ", text))
    turns = [turn for turn in changing.about(resolver, wanted) if not resolver.keys(turn)]
    if not turns:
        return None
    last = turns[-1]
    return float(len(wanted & words(resolver.said[last.number]))), changing.Change("", last.number, last.passage)


def moved(resolver: Resolver, text: str) -> Known | Refused | None:
    """By how much a day or a sum of the team's own was moved."""
    if not SPAN.search(text) and not re.search(r"\bby how much\b|\bdifference\b", text, re.IGNORECASE):
        return None
    unit = UNIT.search(text)
    if not re.search(
        r"\b(?:shift|mov|slip|push|postpon|chang|extend|delay|put|bring|brought|advanc|rais|cut|drop|ris|rose|"
        r"fell|increas|earlier|later|differ)\w*",
        text,
    ) or DOC.search(text):
        return None
    kind = "date" if unit else changing.kind_asked(text) or "amount"
    given = changing.history(resolver, text, kind)
    if len(given) < 2:
        return None
    first, last = given[0], given[-1]
    passages = (first.passage, last.passage)
    if kind == "date" and first.day and last.day and unit:
        said = spell(min(first.day, last.day), max(first.day, last.day), unit[1].lower().rstrip("s"))
        return known(resolver, said, said, (), passages, "duration")
    sums = value_types.parse_amount(first.text), value_types.parse_amount(last.text)
    if kind == "amount" and sums[0] is not None and sums[1] is not None:
        said = value_types.format_amount(abs(sums[0] - sums[1]))
        return known(resolver, said, said, (), passages, "amount")
    return None


def standing(resolver: Resolver, text: str) -> Known | Refused | None:
    """What holds now of the team's own work, where sums are given for it, or anything else more than once."""
    if DOC.search(text) or _COMPUTED.search(text) or _BEFORE.search(text):
        return None
    if resolver.library.mentions(text) or resolver.talk.names(text):
        return None
    kind = changing.kind_asked(text)
    given = changing.history(resolver, text, kind)
    if not given or (kind != "amount" and len(given) < 2) or not changing.whole(resolver, text, given[-1].turn):
        return None
    chosen = given[-1]
    return known(resolver, chosen.text, chosen.day or chosen.text, (), (chosen.passage,), kind or "")


_BEFORE = re.compile(
    r"\b(?:before|previous\w*|earlier|used to|at first|formerly|old|how many|how long)\b", re.IGNORECASE
)
