"""What a question asks: the form of its answer, the kind of value, the state of affairs, the things it compares.

General English only: it goes by question words, head nouns, comparatives and connectives.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from microworlds.reading.general import changes, wanted, words

AUXILIARY = (
    r"(?:was|were|is|are|am|did|does|do|has|have|had|can|could|will|would|shall|should|may|might|must|"
    r"isn['’]t|wasn['’]t|didn['’]t|doesn['’]t|aren['’]t|weren['’]t|hasn['’]t|won['’]t)"
)
_WH = r"(?:what|which|who|whom|whose|when|where|why|how)"
_OPENING = words.regex("questions.opening")
_COMMAND = words.regex("questions.command")
_END = words.regex("questions.end")
_TAIL = words.regex("questions.tail")
_ASIDE = words.regex("questions.aside")
_SINGULAR = re.compile(r"(?:ss|us|is|does|has|was|business|news|always|[^s])$", re.IGNORECASE)
_ORDER = words.regex("questions.order")
_DEGREE = words.regex("questions.degree")
_INTERVAL = words.regex("questions.interval")
_COUNTED_IN = re.compile(r"\bin (?:full |whole )?(?P<unit>days|weeks|months|years)\b", re.IGNORECASE)
_BETWEEN = words.regex("questions.between")
_SPANS = words.regex("questions.spans")
_AFTER = words.regex("questions.after")
_SUM = words.regex("questions.sum")
_DIFFERENCE = words.regex("questions.difference")
_SAME = words.regex("questions.same")
_THE_SAME = words.regex("questions.the_same")
_THAN = words.regex("questions.than")
_EVENT = re.compile(r"\b(?P<word>before|after|prior to|ahead of)\b\s+(?P<b>\S+\s.+)$", re.IGNORECASE)
_MODAL = words.regex("questions.modal")


@dataclass(frozen=True)
class Asked:
    """A question understood.

    ``clause`` is its main clause, ``lead`` what comes before and after it. ``form`` is value, list, yes_no, or how the
    two ``operands`` are compared, ``word`` the word that compares, ``unit`` what an interval is counted in.
    """

    text: str
    clause: str
    lead: str
    form: str
    kinds: wanted.Kinds
    noun: str | None
    first: bool
    latest: bool
    operands: tuple[str, str] | None = None
    word: str = ""
    unit: str = ""


@lru_cache(maxsize=1 << 10)
def understood(question: str) -> Asked:
    """What the question asks."""
    text = _TAIL.sub("", " ".join(question.split()).strip().rstrip("?!. "))
    lead, clause = _split(text)
    kinds, noun = wanted.kinds(clause)
    first = changes.FIRST.search(text) is not None
    base = Asked(text, clause, lead, "value", kinds, noun, first, not first and changes.LATEST.search(text) is not None)
    for build in (_order, _choose, _sum, _difference, _interval, _compared):
        found = build(base)
        if found:
            return found
    if re.match(rf"{AUXILIARY}\s", clause, re.IGNORECASE) and not _COMMAND.match(clause):
        return replace(base, form="yes_no", kinds=("yes_no",))
    if noun and not _SINGULAR.search(noun) and kinds[0] in ("open", "person", "organisation", "place", "title"):
        return replace(base, form="list")
    return base


def _split(text: str) -> tuple[str, str]:
    """What comes before the question word of the main clause, and the clause."""
    aside = _ASIDE.match(text)
    after = aside.end() if aside and _OPENING.match(text, aside.end() - 1) else 0
    places = [match.start("ask") for match in _OPENING.finditer(text) if match.start("ask") >= after]
    if not places or _COMMAND.match(text):
        return "", text
    opens = re.compile(rf"{_WH}\b|{AUXILIARY}\s", re.IGNORECASE)
    start = places[-1] if places[0] and not opens.match(text[: places[-1]].strip()) else places[0]
    end = _END.search(text[start:])
    tail = text[start + end.end() :] if end else ""
    clause = text[start : start + end.start()] if end else text[start:]
    return (text[:start] + " " + tail).strip(" ,;:—–-"), clause.strip()


def bare(text: str) -> str:
    """A text without the auxiliary that opens it."""
    return re.sub(rf"^\s*{AUXILIARY}\s+", "", text.strip(" ,"), flags=re.IGNORECASE)


def plain(text: str) -> str:
    """A question without the words that say how things are to be compared."""
    return _SUM.sub(" ", _DIFFERENCE.sub(" ", text))


def _order(base: Asked) -> Asked | None:
    match = _ORDER.search(base.text)
    if not match:
        return None
    two = re.match(
        rf"(?P<a>.+?),\s+or\s+{AUXILIARY}\s+(?P<b>.+?)(?:\s(?:before|after)\s\w+)?[:,]?$", base.text[: match.start()]
    )
    if two and len(base.text[match.end() :].split()) < 2:
        return replace(base, form="order", operands=(two["b"], bare(two["a"])), word=match["pair"].lower())
    left = bare(re.sub(r"\b(?:come|happen|take place|occur|fall)$", "", base.text[: match.start()].strip()))
    right = base.text[match.end() :].strip(" ,")
    colon = re.match(
        r":\s*(?P<a>.+?)\s(?:relative to|compared (?:to|with)|against)\s(?P<b>.+)$", base.text[match.end() :]
    )
    if colon:
        left, right = colon["a"], colon["b"]
    left = bare(re.split(r"(?<=[,:])\s(?=" + AUXILIARY + r"\s)", left)[-1]) if left else base.lead
    return replace(base, form="order", operands=(left, right), word=match["pair"].lower()) if left and right else None


def _choose(base: Asked) -> Asked | None:
    """Which of two is earlier, later, more or less."""
    degree = _DEGREE.search(base.clause)
    if not degree or not re.match(r"(?:\w+ )?(?:which|what|who|whose|when)\b", base.clause, re.IGNORECASE):
        return None
    rest = base.clause[degree.end() :]
    tail = re.search(r"[,:;—–-]\s*(?P<rest>[^,:;]+?(?:,)?\s+or\s+.+)$", rest)
    pair = re.match(r"(?P<a>.+?),?\s+or\s+(?P<b>.+)$", tail["rest"] if tail else re.sub(r"^,?\s+", "", rest))
    if not pair:
        return None
    word = next(name for name in ("early", "late", "more", "less") if degree[name])
    return replace(base, form="choose", operands=(pair["a"].strip(" ,"), pair["b"].strip(" ,")), word=word)


def _difference(base: Asked) -> Asked | None:
    if not _DIFFERENCE.search(base.clause) or re.search(r"\b(?:days|weeks|months|years)\b", base.text):
        return None
    between = re.search(r"\bdifference between\s+(?P<a>.+?)\s+and\s+(?P<b>.+)$", base.clause, re.IGNORECASE)
    than = re.search(r"\bthan\s+(?P<b>.+)$", base.clause, re.IGNORECASE)
    if between:
        return replace(base, form="difference", operands=(between["a"], between["b"]))
    if than:
        rest = _DIFFERENCE.sub(" ", base.clause[: than.start()])
        return replace(base, form="difference", operands=(bare(rest), than["b"]))
    return replace(base, form="difference")


def _sum(base: Asked) -> Asked | None:
    asks = re.match(r"(?:\w+ )?(?:how (?:much|many|long)|what|which)\b", base.clause, re.IGNORECASE)
    if not asks or not _SUM.search(base.clause):
        return None
    rest = _SUM.sub(" ", base.clause)
    pair = re.search(r"\b(?:for|of|by|in|the)\s+(?P<a>[^,]+?)\s+and\s+(?P<b>[^,]+)$", rest, re.IGNORECASE)
    return replace(base, form="sum", operands=(pair["a"].strip(), pair["b"].strip()) if pair else None)


def _interval(base: Asked) -> Asked | None:
    ask = _INTERVAL.search(base.text)
    counted = _COUNTED_IN.search(base.text)
    if not ask:
        return None
    unit = (ask["unit"] or (counted["unit"] if counted else "time")).lower().rstrip("s")
    rest = base.text[ask.end() :] if _BETWEEN.search(base.text[ask.end() :]) else base.text
    between = _BETWEEN.search(rest)
    if between is None and re.search(r"\bapart\b", base.text):
        between = re.search(r"\b(?:are|is|were|lie)\s(?P<a>.+?)\s+and\s+(?P<b>[^,]+)", base.text, re.IGNORECASE)
    if between and (_SPANS.search(base.text) or counted):
        pair = _spelled_out(between["a"].strip(" ,"), between["b"].strip(" ,"))
        return replace(base, form="interval", operands=pair, unit=unit)
    if unit == "time" and _MODAL.search(rest):
        return None
    operands = _around_after(base.text[ask.end() :])
    return replace(base, form="interval", operands=operands, unit=unit) if operands else None


def _spelled_out(a: str, b: str) -> tuple[str, str]:
    """The two things with what "that" stands for put in its place: the start of A and that of B."""
    start = re.match(r"(?P<head>.*?)\s+(?P<of>of|in|under)\s", a)
    return (
        (a, re.sub(rf"^(?:that|those|the one) {start['of']}\b", f"{start['head']} {start['of']}", b))
        if start
        else (a, b)
    )


def _around_after(rest: str) -> tuple[str, str] | None:
    """The two events of: how many days after A did B, how many days did B come after A."""
    after = _AFTER.search(rest)
    if not after or len(rest[after.end() :].split()) < 2:
        return None
    before, behind = rest[: after.start()].strip(" ,"), rest[after.end() :].strip(" ,")
    if re.search(r"\b(?:notice|warning)\b", before, re.IGNORECASE):
        return None
    if before:
        return behind, bare(before)
    split = re.search(rf"^(?P<a>.+?),?\s+{AUXILIARY}\s+(?P<b>.+)$", behind, re.IGNORECASE)
    return (split["a"].strip(), split["b"].strip()) if split else None


def _compared(base: Asked) -> Asked | None:
    """A yes-no question about two things: are they the same, is one more, earlier."""
    if not re.match(rf"{AUXILIARY}\s", base.clause, re.IGNORECASE):
        return None
    rest = bare(base.clause)
    than = _THAN.search(rest)
    if than:
        pair = rest[: than.start()].strip(), than["b"] or than["c"]
        return replace(base, form="more", operands=pair, word=(than["word"] or "more").lower())
    if _SAME.search(rest):
        return _the_same(base, rest)
    event = _EVENT.search(rest)
    if not event:
        return None
    word = "after" if event["word"].lower() == "after" else "earlier"
    return replace(base, form="more", operands=(rest[: event.start()].strip(), event["b"]), word=word)


def _the_same(base: Asked, rest: str) -> Asked | None:
    """Did the same judge write A and B: the noun says what is compared. Does A match B: anything both state."""
    shared = _THE_SAME.search(rest)
    match = shared or _SAME.search(rest)
    assert match is not None
    noun = shared["noun"].lower() if shared else base.noun
    left, right = rest[: match.start()].strip(" ,"), rest[match.end() :].strip(" ,")
    right = re.sub(r"^(?:with|to|from|as|between)\s", "", right)
    if shared or not left or not right:
        other = re.sub(r"\bboth\b", " ", f"{left} {right}".strip())
        pair = re.split(r"\s+(?:and|as)\s+", other, maxsplit=1)
        if len(pair) != 2:
            return None
        left, right = pair
    kinds = (wanted.by_noun(noun) if noun else None) or (("outcome",) if noun == "way" else ("open",))
    word = "different" if re.search(r"\bdiffer", rest) else "same"
    clause = rest[: match.start()] + " " + rest[match.end() :]
    return replace(
        base,
        form="same",
        clause=clause,
        kinds=kinds if shared else ("open",),
        noun=noun,
        operands=(left, right),
        word=word,
    )
