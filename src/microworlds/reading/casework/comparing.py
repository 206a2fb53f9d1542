"""Two or more documents set beside each other: order, sameness, counts, the earliest and latest, intervals."""

from __future__ import annotations

import re

from microworlds.core import value_types
from microworlds.core.value_types import sameness
from microworlds.reading.answering.deriving import Known
from microworlds.reading.casework import operands
from microworlds.reading.casework.aspects import DATES, asks_time, aspects, dates
from microworlds.reading.casework.finding import (
    STEMS,
    Refused,
    acts,
    facts_of,
    known,
    same_fact,
    spell,
    unknown,
    unstated,
)
from microworlds.reading.casework.following import Meant
from microworlds.reading.casework.pointing import one
from microworlds.reading.casework.resolving import Resolver
from microworlds.reading.casework.stating import Stated

_COUNTS = re.compile(
    r"\bhow\smany\s(?:(?:affirm|revers|vacat|dismiss|remand|grant)\w*|of|were|did|ended|cases|rulings|opinions|"
    r"decisions|judge?ments|came|was|had)\b|\bin\show\s"
    r"many\b",
    re.IGNORECASE,
)
ORDER = re.compile(
    r"\bbefore\b[^?]{0,12}\bor\b[^?]{0,12}\bafter\b|\bafter\b[^?]{0,12}\bor\b[^?]{0,12}\bbefore\b|\bearlier or "
    r"later\b|\bbefore\b[^?]{0,110},?\sor\s(?:was\sit\s|only\s)?after\b|\bfirst\b[^?]*\bbefore\b[^?]*\bsecond\b"
    r"|\bsooner or later\b",
    re.IGNORECASE,
)
_ASKS = re.compile(r"\b(?:what|which|who|whom|whose|when|where|how)\b", re.IGNORECASE)
SAME = re.compile(
    r"\bsame\b|\bidentical\b|\bone\sand\sthe\b|\b(?:one|single)\s(?:judge|court|justice|lower|tribunal|"
    r"standard|author)\b|"
    r"\balso\s(?:write|wrote|decide|author|issue|come|hear|the)\w*|"
    r"\b(?:judge|court|justice|author|tribunal)\b[^?]{0,80}\balso\b|"
    r"\bthe\s(?:judge|court|justice|author|tribunal)\s(?:who|that|which)\s(?:also\s)?(?:wrote|decided|handed|"
    r"issued|authored|"
    r"delivered|heard|gave)\b|\bin\scommon\b|\bshare\b|\bcome\sfrom\sthe\scourt\sthat|\bcourt\sthat\salso\b|\b"
    r"differ\w*\b|\balike\b|\bboth\b",
    re.IGNORECASE,
)
YES_NO = re.compile(
    r"(?:^|[.?!;:—–]\s+|^[^,:.]{0,40},\s*|\bI mean,\s)(?:and\s)?(?:did|does|do|was|were|is|are|has|have|had|"
    r"could|can|"
    r"would)\b",
    re.IGNORECASE,
)
_LATE = re.compile(r"\b(?:youngest|newest|newer|later|latest|(?:most|more)\srecent|last)\b", re.IGNORECASE)
_EARLY = re.compile(
    r"\b(?:oldest|older|earlier|earliest|first(?! (?:instance|client|meeting|call|session)))\b", re.IGNORECASE
)
_SEVERAL = re.compile(
    r"\b(?:of\s(?:the|those|these|them|all)|pair|two|three|four|five|both|several|altogether|in\sall|between\s"
    r"them)\b",
    re.IGNORECASE,
)
UNIT = re.compile(r"\b(days?|weeks?|months?|years?)\b", re.IGNORECASE)
SPAN = re.compile(
    r"\b(?:days|weeks|months|years)\s(?:from|between|after)\b|\bdifference\sin\s(?:days|weeks|months|years)\b|\b"
    r"apart\b|\bhow\s(?:many|long|far|much\stime|much\sof\sa\sgap)\b|\bnumber\sof\s(?:days|weeks|months|years)|"
    r"\b"
    r"(?:full|whole|complete[d]?)\s(?:days|weeks|months|years)|\bgap\b|\binterval\b",
    re.IGNORECASE,
)
_ASKED_STEMS = {
    "uph": "affirm",
    "overturn": "revers",
    "threw out": "dismiss",
    "thrown out": "dismiss",
    "sent back": "remand",
}
_EARLY_CITED = re.compile(r"\b(?:cite|cited|cites|precedent)\b", re.IGNORECASE)


def referred(resolver: Resolver, text: str) -> tuple[Meant, ...]:
    """What each description in a question means: of both things it compares, else of the one it is about."""
    spans_two = SPAN.search(text) and set(dates(resolver.asked_text(text))) == {"decided_on"}
    if ORDER.search(text) or (SAME.search(text) and YES_NO.search(text)) or spans_two:
        couple = operands.pair(resolver, text)
        if couple is not None:
            return couple
    if _SEVERAL.search(text) and (_LATE.search(text) or _EARLY.search(text) or _COUNTS.search(text)):
        return (operands.several(resolver, text),)
    return (one(resolver, text),)


def counted(resolver: Resolver, text: str) -> Known | Refused | None:
    """Of how many of several documents something is true."""
    if not _COUNTS.search(text):
        return None
    wanted = {
        stem
        for stem in STEMS
        if re.search(rf"\b{stem}(?:e[ds]?|ing|s|als?|ions?|y|ies|ied|ances?|ances|ed)?\b", text.lower())
    }
    wanted |= {stem for word, stem in _ASKED_STEMS.items() if re.search(rf"\b{word}", text.lower())}
    if not wanted:
        return None
    meant = operands.several(resolver, text)
    found = [(key, facts_of(resolver, Meant((key,)), "outcome", "")) for key in meant.keys]
    if not found or any(facts is None for _, facts in found):
        return Refused("not all outcomes stated")
    count = sum(wanted <= acts(facts[1][0].value) for _, facts in found if facts)
    return known(
        resolver, str(count), count, (meant,), tuple(facts[1][0].passage for _, facts in found if facts), "number"
    )


def compared(resolver: Resolver, text: str) -> Known | Refused | None:
    """Order, sameness or size of two documents' facts."""
    order = ORDER.search(text)
    same = SAME.search(text) and (YES_NO.search(text) or not _ASKS.search(text))
    first = re.search(
        r"\bwhich\s(?!date|day|court|judge)[^?]*\b(?:first|earlier|later|last|older|newer)\b", text, re.IGNORECASE
    ) and not _EARLY_CITED.search(text)
    if not order and not same and not first:
        return None
    couple = operands.pair(resolver, text)
    if couple is None:
        return unknown(resolver, text) or Refused("two documents not made out", None)
    if not all(meant.turns or meant.sure for meant in couple) and (order or first):
        return Refused("which of two documents comes first in the question is not made out", None)
    left = re.sub(r"\bboth\b", " ", resolver.asked_text(text))
    asked = dates(left)[:1] if order or first else aspects(left)[:1]
    if not asked:
        return None
    left_facts, right_facts = (facts_of(resolver, meant, asked[0], text) for meant in couple)
    if left_facts is None or right_facts is None:
        return unstated(resolver, asked[0], *couple)
    passages = (left_facts[1][0].passage, right_facts[1][0].passage)
    values = (left_facts[1][0].value, right_facts[1][0].value)
    if not order and not first:
        alike = same_fact(asked[0], *values)
        opposite = re.search(r"\bdiffer\w*", text) and not re.search(r"\bsame\b|\bor\b", text)
        alike = not alike if opposite else alike
        return known(resolver, "yes" if alike else "no", alike, couple, passages, "yes_no")
    days = [value_types.parse_date(value) for value in values]
    if days[0] is None or days[1] is None or days[0] == days[1]:
        return Refused("days cannot be told apart")
    if first and not order:
        late = re.search(r"\b(?:later|last|newer)\b", text) is not None
        title = resolver.library.title((left_facts if (days[0] < days[1]) != late else right_facts)[0])
        return known(resolver, title, title, couple, passages, "title")
    pairs = ("earlier", "later") if re.search(r"\bearlier or later\b", text) else ("before", "after")
    word = pairs[days[0] > days[1]]
    return known(resolver, word, word, couple, passages, "order")


def extreme(resolver: Resolver, text: str) -> Known | Refused | None:
    """The earliest or latest of several documents: its day, or its title."""
    late, early = _LATE.search(text), _EARLY.search(text)
    if not (late or early) or not _SEVERAL.search(text) or _EARLY_CITED.search(text) or resolver.library.mentions(text):
        return None
    meant = operands.several(resolver, text)
    if len(meant.keys) < 2:
        return None
    asked = dates(resolver.asked_text(text))[0]
    found = [(key, facts_of(resolver, Meant((key,)), asked, text)) for key in meant.keys]
    if any(facts is None for _, facts in found):
        shown = all(key in resolver.library.cases for key in meant.keys)
        return Refused("not all days are stated", None if shown else ())
    days = sorted(
        (day, key, facts[1][0]) for key, facts in found if facts and (day := value_types.parse_date(facts[1][0].value))
    )
    if not days:
        return None
    _, key, best = days[-1 if late else 0]
    passages = tuple(fact.passage for _, _, fact in days)
    if asks_time(re.sub(r"\b(?:which|what) (?:one|case|ruling|decision)\b", "", text)):
        return known(resolver, best.value, sameness("date", best.value), (meant,), passages, "date")
    title = resolver.library.title(key)
    return known(resolver, title, title, (meant,), passages, "title")


def _both_days(resolver: Resolver, meant: Meant, text: str) -> list[tuple[str, list[Stated]] | None] | None:
    """The only two days that a document's lines give, whatever they are called."""
    found = [facts_of(resolver, meant, each, text) for each in sorted(DATES)]
    days = {side[1][0].value: side for side in found if side is not None and side[1][0].rank < 1.0}
    return list(days.values()) if len(days) == 2 else None


def interval(resolver: Resolver, text: str) -> Known | Refused | None:
    """The time between two events of one document, or between the days of two."""
    unit = UNIT.search(text)
    if not SPAN.search(text) or not (unit or re.search(r"\bhow long\b", text, re.IGNORECASE)):
        return None
    if aspects(text)[:1] == ("sentence",) and not unit:
        return None
    wanted = dates(resolver.asked_text(text))
    name = unit[1].lower().rstrip("s") if unit else "day"
    special = [each for each in wanted if each != "decided_on"]
    couple = operands.pair(resolver, text) if not special else None
    if couple is None and not special:
        return unknown(resolver, text) or Refused("two documents not made out", None)
    if couple is not None:
        asked = [(meant, "decided_on") for meant in couple]
    else:
        meant = one(resolver, text)
        if not meant.keys:
            return unknown(resolver, text)
        asked = [(meant, each) for each in wanted[:2]]
    sides = [facts_of(resolver, meant, each, text) for meant, each in asked]
    if couple is None and None in sides:
        sides = _both_days(resolver, asked[0][0], text) or sides
    if len(sides) < 2 or sides[0] is None or sides[1] is None:
        return unstated(resolver, asked[0][1], *(meant for meant, _ in asked))
    days = [value_types.parse_date(side[1][0].value) for side in sides if side]
    whole = [day.whole() for day in days if day]
    if len(whole) < 2 or whole[0] is None or whole[1] is None:
        return Refused("one of the days is not whole")
    said = spell(min(whole[0], whole[1]), max(whole[0], whole[1]), name)
    return known(
        resolver,
        said,
        said,
        tuple(meant for meant, _ in asked),
        tuple(side[1][0].passage for side in sides if side),
        "duration",
    )
