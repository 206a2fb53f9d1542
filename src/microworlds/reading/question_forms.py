"""What a question asks: the form of its answer, the kind of value, the state of affairs, the things it compares.

General English only: it goes by question words, head nouns, comparatives and connectives.
"""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from microworlds.reading import changes, wanted, words

AUXILIARY = (
    r"(?:was|were|is|are|am|did|does|do|has|have|had|can|could|will|would|shall|should|may|might|must|"
    r"isn['’]t|wasn['’]t|didn['’]t|doesn['’]t|aren['’]t|weren['’]t|hasn['’]t|won['’]t)"
)
_WH = r"(?:what|which|who|whom|whose|when|where|why|how)"
_SINGULAR = re.compile(r"(?:ss|us|is|does|has|was|business|news|always|[^s])$", re.IGNORECASE)
_UNITS = re.compile(r"\b(?P<unit>day|week|month|year|hour)s\b", re.IGNORECASE)
_SUM = words.regex("questions.sum")
_RELATIVE = re.compile(r"\s(?:relative to|compared (?:to|with)|against)\s")
_ASKS = re.compile(r"(?:\w+ )?(?:how (?:much|many|long)|what|which|who|whose|when)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Asked:
    """A question understood.

    ``clause`` is its main clause. ``form`` is value, list, yes_no, or how the two ``operands`` are compared, ``word``
    the word that compares, ``unit`` what an interval is counted in.
    """

    text: str
    clause: str
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
    text = words.regex("questions.tail").sub("", " ".join(question.split()).strip().rstrip("?!. "))
    clause = _main_clause(text)
    kinds, noun = wanted.kinds(clause)
    first = changes.FIRST.search(text) is not None
    base = Asked(text, clause, "value", kinds, noun, first, not first and changes.LATEST.search(text) is not None)
    for build in (_order, _choose, _sum, _difference, _interval, _same, _more):
        found = build(base)
        if found:
            return found
    if re.match(rf"{AUXILIARY}\s", clause, re.IGNORECASE) and not words.regex("questions.command").match(clause):
        return replace(base, form="yes_no", kinds=("yes_no",))
    if noun and not _SINGULAR.search(noun) and kinds[0] in ("open", "person", "organisation", "place", "title"):
        return replace(base, form="list")
    return base


def _main_clause(text: str) -> str:
    """The clause that asks: from its question word to the end of the sentence."""
    aside = words.regex("questions.aside").match(text)
    after = aside.end() if aside and words.regex("questions.opening").match(text, aside.end() - 1) else 0
    places = [
        match.start("ask") for match in words.regex("questions.opening").finditer(text) if match.start("ask") >= after
    ]
    if not places or words.regex("questions.command").match(text):
        return text
    opens = re.compile(rf"{_WH}\b|{AUXILIARY}\s", re.IGNORECASE)
    start = places[-1] if places[0] and not opens.match(text[: places[-1]].strip()) else places[0]
    return words.regex("questions.end").split(text[start:])[0].strip()


def bare(text: str) -> str:
    """A text without the auxiliary that opens it."""
    return re.sub(rf"^\s*{AUXILIARY}\s+", "", text.strip(" ,"), flags=re.IGNORECASE)


def plain(text: str) -> str:
    """A question without the words that say how things are to be compared."""
    return _SUM.sub(" ", words.regex("questions.difference").sub(" ", text))


def _order(base: Asked) -> Asked | None:
    """Was A before or after B; B, or was A before it; where A stands relative to B."""
    match = words.regex("questions.order").search(base.text)
    if not match:
        return None
    left, right = base.text[: match.start()].strip(" ,:"), base.text[match.end() :].strip(" ,:")
    if len(right.split()) < 4 and (two := re.search(rf",\s+or\s+{AUXILIARY}\s", left)):
        left, right = left[two.end() :], left[: two.start()]
    elif not left:
        left, *rest = _RELATIVE.split(right, maxsplit=1)
        right = " ".join(rest)
    left = bare(re.split(rf"(?<=[,:])\s(?={AUXILIARY}\s)", left)[-1])
    return replace(base, form="order", operands=(left, bare(right)), word=match["pair"].lower()) if right else None


def _choose(base: Asked) -> Asked | None:
    """Which of two is earlier, later, more or less."""
    degree = words.regex("questions.degree").search(base.clause)
    pair = degree and re.search(r"[,:;—–-]\s*(?P<a>[^,:;]+?),?\s+or\s+(?P<b>.+)$", base.clause[degree.end() :])
    if not degree or not pair or not _ASKS.match(base.clause):
        return None
    return replace(base, form="choose", operands=(pair["a"], pair["b"]), word=degree.lastgroup or "")


def _difference(base: Asked) -> Asked | None:
    """The difference between A and B, how much more A is than B."""
    found = words.regex("questions.difference").search(base.clause)
    if not found or _UNITS.search(base.text):
        return None
    pair = re.search(r"(?P<a>.+?)\s+(?:and|than)\s+(?P<b>.+)$", base.clause[found.end() :])
    return replace(base, form="difference", operands=(bare(pair["a"]), pair["b"]) if pair else None)


def _sum(base: Asked) -> Asked | None:
    """What A and B come to together."""
    if not _SUM.search(base.clause) or not _ASKS.match(base.clause):
        return None
    rest = _SUM.sub(" ", base.clause)
    pair = re.search(r"\b(?:for|of|by|in|the)\s+(?P<a>[^,]+?)\s+and\s+(?P<b>[^,]+)$", rest, re.IGNORECASE)
    return replace(base, form="sum", operands=(pair["a"].strip(), pair["b"].strip()) if pair else None)


def _interval(base: Asked) -> Asked | None:
    """How long it was between A and B, in the unit asked for."""
    ask = words.regex("questions.interval").search(base.text)
    counted = _UNITS.search(base.text)
    pattern = words.regex("questions.between")
    parts = (base.text[ask.end() :], base.text[: ask.start()], base.text) if ask else ()
    between = next((found for part in parts if (found := pattern.search(part))), None)
    if not ask or not between or not (words.regex("questions.spans").search(base.text) or counted):
        return None
    return replace(
        base,
        form="interval",
        operands=(between["a"], between["b"]),
        unit=counted["unit"].lower().rstrip("s") if counted else "time",
    )


def _more(base: Asked) -> Asked | None:
    """Is A more than B, was A before B."""
    rest, than = bare(base.clause), words.regex("questions.than").search(bare(base.clause))
    if not than or rest == base.clause:
        return None
    word = (than["word"] or than["event"] or "more").lower()
    return replace(base, form="more", operands=(rest[: than.start()].strip(), than["b"]), word=word)


def _same(base: Asked) -> Asked | None:
    """Did the same judge write A and B: the noun says what is compared. Does A match B: anything both state."""
    rest = bare(base.clause)
    shared = words.regex("questions.the_same").search(rest)
    match = shared or words.regex("questions.same").search(rest)
    if not match or rest == base.clause:
        return None
    left, right = rest[: match.start()].strip(" ,"), rest[match.end() :].strip(" ,")
    right = re.sub(r"^(?:with|to|from|as|between)\s", "", right)
    if shared or not left or not right:
        other = re.sub(r"\bboth\b", " ", f"{left} {right}".strip())
        left, _, right = re.sub(r"\s+as\s+", " and ", other, count=1).partition(" and ")
    noun = shared["noun"].lower() if shared else ""
    kinds = wanted.by_noun(noun) or (("outcome",) if noun == "way" else ("open",))
    clause = rest[: match.start()] + " " + rest[match.end() :]
    word = "different" if "differ" in rest else "same"
    same = replace(base, form="same", clause=clause, kinds=kinds, operands=(left, right), word=word)
    return same if right else None
