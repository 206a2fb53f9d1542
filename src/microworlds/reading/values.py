"""Values in a sentence, by kind: where they stand, what they say, and what they amount to when compared.

Shapes come from ``microworlds.core.value_types``; names go by capitals, titles and company suffixes.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from difflib import get_close_matches
from functools import lru_cache

from microworlds.core import value_types
from microworlds.reading import moments, tagging, titles, words

Key = object
_START = re.compile(r"(?:^|[.!?:“\"])\s*$")
_CITED = re.compile(r",?\s+(?:vs?\.\s|(?:[A-Z][\w.’']*\s+)*\d+\s+[A-Z])|,\s+\d+\s+[A-Z]")
_PLACES = tuple(words.regex(f"values.{name}") for name in ("address", "region", "after_preposition"))


@dataclass(frozen=True)
class Value:
    """A stretch of a sentence; ``key`` is what it amounts to when compared, ``prior`` what speaks for it by itself."""

    start: int
    end: int
    text: str
    kind: str
    key: Key
    prior: float = 0.0


def find(kind: str, text: str, said: datetime | None = None) -> tuple[Value, ...]:
    """Values of a kind in a sentence; ``said`` is what its dates are told from."""
    return _kept(kind, text, said if kind == "date" else None)


@lru_cache(maxsize=1 << 16)
def _kept(kind: str, text: str, said: datetime | None) -> tuple[Value, ...]:
    if kind == "date":
        return tuple(_dates(text, said))
    return tuple(_FINDERS[kind](text) if kind in _FINDERS else _shapes(kind, text))


def _dates(text: str, said: datetime | None) -> Iterator[Value]:
    for one in moments.find(text, said):
        yield Value(one.start, one.end, one.words, "date", (one.first, one.last))


def _shapes(kind: str, text: str) -> Iterator[Value]:
    """Values of a kind whose shape tells it."""
    for start, end in value_types.find(kind, text):
        yield Value(start, end, text[start:end], kind, _key(kind, text[start:end]))


def _key(kind: str, text: str) -> Key:
    if kind == "amount":
        return value_types.parse_amount(text)
    if kind == "duration":
        return value_types.parse_duration(text)
    figure = re.search(r"\d+(?:\.\d+)?", text) if kind == "percent" else None
    return Decimal(figure.group()) if figure else re.sub(r"\W+", " ", text.lower()).strip()


def _numbers(text: str) -> Iterator[Value]:
    """Counts: figures and words that are no part of a date, an amount, a docket number or a citation."""
    others = ("date", "amount", "percent", "duration", "docket", "citation", "statute")
    taken = [span for kind in others for span in value_types.find(kind, text)]
    for match in words.regex("values.number").finditer(text):
        if any(start < match.end() and match.start() < end for start, end in taken):
            continue
        shown = re.sub(r"[\s-]+(?:thousand|and)$", "", match.group())
        number = value_types.parse_number(shown)
        pronoun = shown.lower() == "one" and not re.match(r"\s+[a-z]+\b", text[match.end() :])
        if number is not None and not pronoun:
            yield Value(match.start(), match.start() + len(shown), shown, "number", Decimal(number))


def _dockets(text: str) -> Iterator[Value]:
    for start, end in value_types.find("docket", text):
        shown = text[start:end].rstrip(".,")
        yield Value(start, start + len(shown), shown, "docket", re.sub(r"^\D*(?:nos?|number)\.?\s+", "", shown.lower()))
    for match in words.regex("values.docket").finditer(text):
        yield Value(*match.span("value"), match["value"], "docket", match["value"].lower())


def _persons(text: str) -> Iterator[Value]:
    """Persons, as they are read out: without Judge and Mr, and not in capitals."""
    for match in words.regex("values.person").finditer(text):
        name = _without_opener(text, match.start("name"), match["name"])
        start = match.end("name") - len(name)
        before, after = text[:start], text[match.end("name") :]
        sure = bool(match["title"]) or (name.isupper() and words.regex("values.sits").match(after) is not None)
        if len(name.strip(".")) < 2 or words.regex("values.part_of_title").search(before) or _CITED.match(after):
            continue
        if not sure and (words.regex("values.in_a_place").search(before) or _is_other(name, before)):
            continue
        whole = re.sub(r"['’]s?$", "", name).strip()
        shown = whole.title() if whole.isupper() else whole
        yield Value(start, start + len(whole), shown, "person", whole.split()[-1].lower())


def _without_opener(text: str, start: int, name: str) -> str:
    """A name without what belongs to no name before it: FAIRCHILD, J. Margot Tremblay; Yesterday Ann."""
    if re.search(r"[A-Z]{3,},\s*$", text[:start]):
        name = re.sub(r"^(?:[CP]\.\s?)?J\.\s+", "", name)
    first, _, rest = name.partition(" ")
    opens = _START.search(text[:start]) is not None and is_word(first)
    if rest and (opens or words.term(first) in words.listed_terms("no_person")):
        return _without_opener(text, start + len(name) - len(rest), rest)
    return name


def _is_other(name: str, before: str) -> bool:
    """True if a capitalised run names something else than a person, or nothing."""
    if any(words.term(part) in words.listed_terms("no_person") for part in name.split()) or name.lower() in words.STOP:
        return True
    return _START.search(before) is not None and is_word(name)


def is_word(word: str) -> bool:
    """True if a capitalised word is likely capitalised only because it opens a sentence."""
    lower = re.sub(r"['’]\w+$", "", word.lower())
    return lower in words.listed("opener") or tagging.is_common(lower) or bool(words.classes(words.term(lower)))


def _choices(text: str) -> Iterator[Value]:
    """Runs of capitalised words: names of things that one can choose."""
    for match in words.regex("values.run").finditer(text):
        start, shown = match.start(), match.group()
        first = shown.split()[0]
        if _START.search(text[:start]) and is_word(first):
            rest = shown[len(first) :].lstrip()
            start, shown = start + len(shown) - len(rest), rest
        shown = re.sub(r"['’]s?$", "", shown).rstrip(".")
        telling = [word for word in shown.split() if words.term(word) not in words.listed_terms("no_choice") | {"i"}]
        if len(shown) > 1 and telling and not re.fullmatch(r"I['’]?\w*", shown):
            yield Value(start, start + len(shown), shown, "choice", shown.lower().removeprefix("the "))


def _named(kind: str) -> Callable[[str], Iterator[Value]]:
    """A finder of names of several words, without the article: of courts, of companies, boards and institutes."""

    def finder(text: str) -> Iterator[Value]:
        for match in words.regex(f"values.{kind}").finditer(text):
            whole = match[match.lastgroup or 0].strip(" ,")
            shown = re.sub(r"^(?:The|In|At|For|By|And|On|With|From|As|Before|This|That|Our)\s+", "", whole)
            start = match.start() + match.group().find(shown)
            party = kind == "court" and any(low <= start < high for low, high in titles.spans(text))
            if not party and len(shown.split()) > 1 and (kind == "court" or shown.split()[-1][0].isupper()):
                yield Value(start, start + len(shown), shown, kind, shown.lower().strip("."))

    return finder


def _places(text: str) -> Iterator[Value]:
    """Places: named ones, and spots such as a quarry, which count for less."""
    taken: list[tuple[int, int]] = []
    for pattern in (*_PLACES, words.regex("values.spot")):
        for match in pattern.finditer(text):
            shown, (start, end) = match["place"], match.span("place")
            ends = {words.term(word) for word in (shown.split()[0], shown.split()[-1])}
            if words.listed_terms("no_place").isdisjoint(ends) and not any(a < end and start < b for a, b in taken):
                taken.append((start, end))
                spot = pattern is words.regex("values.spot")
                key = shown.lower().removeprefix("the ")
                yield Value(start, end, shown, "spot" if spot else "place", key, -0.1 * spot)


def _laws(text: str) -> Iterator[Value]:
    """The states and countries whose law is spoken of."""
    for match in words.regex("values.law").finditer(text):
        group = next(name for name in match.groupdict() if match[name])
        if not re.match(r"(?:Applicable|Federal|Common|Such|Choice|No|This|Any|State)\b(?! of)", match[group]):
            shown = match[group].title().replace(" Of ", " of ") if match[group].isupper() else match[group]
            key = re.sub(r"^(?:state|commonwealth) of ", "", shown.lower())
            yield Value(*match.span(group), shown, "law", key, -0.3 * shown.startswith(("United States", "the United")))


def _outcomes(text: str) -> Iterator[Value]:
    """What a court did, each stretch of verbs as one, in participles: we AFFIRM in part is affirmed in part."""
    for match in words.regex("values.outcome").finditer(text):
        found: dict[str, None] = {}
        for step in words.regex("values.step").finditer(match.group()):
            act = get_close_matches(step["verb"].lower(), words.listed("act"), n=1, cutoff=0.0)[0]
            found[act.replace("_", " ") + (" in part" if step["part"] else "")] = None
        shown = " and ".join(found)
        yield Value(match.start(), match.end(), shown, "outcome", shown)


def _holdings(text: str) -> Iterator[Value]:
    """What a court says it holds, to the end of the sentence; surest where it holds now."""
    match = words.regex("values.holds").search(text)
    if match:
        start, end, verb = match.end(), len(text.rstrip(' .;"”')), match["verb"].lower()
        prior = 0.7 if verb.startswith("hold") else 0.1 if verb.endswith(("ed", "held", "found")) else 0.4
        if len(text[start:end].split()) > 3:
            yield Value(start, end, text[start:end], "holding", text[start:end].lower(), prior)


def _matching(kind: str) -> Callable[[str], Iterator[Value]]:
    def finder(text: str) -> Iterator[Value]:
        for match in words.regex(f"values.{kind}").finditer(text):
            yield Value(match.start(), match.end(), match.group(), kind, match.group().lower())

    return finder


_FINDERS: dict[str, Callable[[str], Iterator[Value]]] = {
    "number": _numbers, "person": _persons, "choice": _choices, "place": _places, "law": _laws, "outcome": _outcomes,
    "docket": _dockets, "holding": _holdings, "court": _named("court"), "organisation": _named("organisation"),
    "issue": _matching("issue"), "frequency": _matching("frequency"), "standard": _matching("standard"),
}  # fmt: skip
