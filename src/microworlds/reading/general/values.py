"""Values in a sentence, by kind: where they stand, what they say, and what they amount to when compared.

Shapes come from ``microworlds.core.value_types``; names go by capitals, titles and company suffixes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache

from microworlds.core import value_types
from microworlds.reading import moments
from microworlds.reading.general import tagging, titles, words

Key = object
_PERSON = words.regex("values.person")
_ORGANISATION = words.regex("values.organisation")
_RUN = words.regex("values.run")
_START = re.compile(r"(?:^|[.!?:“\"])\s*$")
_IN_A_PLACE = words.regex("values.in_a_place")
_PART_OF_TITLE = words.regex("values.part_of_title")
_CITED = re.compile(r",?\s+(?:vs?\.\s|(?:[A-Z][\w.’']*\s+)*\d+\s+[A-Z])|,\s+\d+\s+[A-Z]")
_SITS = words.regex("values.sits")
_COURT = words.regex("values.court")
_PLACES = tuple(words.regex(f"values.{name}") for name in ("address", "region", "after_preposition"))
_SPOT = words.regex("values.spot")
_LAW = words.regex("values.law")
_GOVERNS = words.regex("values.governs")
_ACTS = {
    "affirm": "affirmed", "revers": "reversed", "vacat": "vacated", "remand": "remanded", "dismiss": "dismissed",
    "den": "denied", "grant": "granted", "overrul": "overruled", "sustain": "sustained", "quash": "quashed",
    "modif": "modified", "set aside": "set aside", "annul": "annulled", "uph": "upheld", "reinstat": "reinstated",
    "overturn": "overturned", "discharg": "discharged", "enforc": "enforced", "revok": "revoked",
    "confirm": "confirmed", "suspend": "suspended", "reject": "rejected",
}  # fmt: skip
_OUTCOME = words.regex("values.outcome")
_STEP = words.regex("values.step")
_HOLDS = words.regex("values.holds")
_ISSUE = words.regex("values.issue")
_NUMBER = words.regex("values.number")
_WORDED = words.regex("values.worded")
_DOCKET = words.regex("values.docket")
_FREQUENCY = words.regex("values.frequency")
_STANDARD = words.regex("values.standard")
_FIGURE = re.compile(r"(?:\d|\b(?:times|once|twice|dollars|euros|pounds))\s+(?:\w+\s+)?$")


@dataclass(frozen=True)
class Value:
    """A stretch of a sentence; ``key`` is what it amounts to when compared, ``prior`` what speaks for it by itself."""

    start: int
    end: int
    text: str
    kind: str
    key: Key
    prior: float = 0.0


def find(kind: str, text: str, said: datetime | None = None, near: date | None = None) -> list[Value]:
    """Values of a kind in a sentence; ``said`` and ``near`` are what its dates are told from."""
    return list(_kept(kind, text, said if kind == "date" else None, near if kind == "date" else None))


@lru_cache(maxsize=1 << 16)
def _kept(kind: str, text: str, said: datetime | None, near: date | None) -> tuple[Value, ...]:
    if kind == "date":
        return tuple(
            Value(one.start, one.end, one.words, "date", (one.first, one.last))
            for one in moments.find(text, said, near)
        )
    finder = _FINDERS.get(kind)
    return tuple(finder(text) if finder else _shapes(kind, text))


def _shapes(kind: str, text: str) -> Iterator[Value]:
    """Values of a kind whose shape tells it; $400 a month is a rate and no duration."""
    for start, end in value_types.find(kind, text):
        shown = text[start:end]
        if not (kind == "duration" and re.match(r"an?\s", shown, re.IGNORECASE) and _FIGURE.search(text[:start])):
            yield Value(start, end, shown, kind, _key(kind, shown))


def _key(kind: str, text: str) -> Key:
    if kind == "amount":
        return value_types.parse_amount(text)
    if kind == "duration":
        return value_types.parse_duration(text)
    figure = re.search(r"\d+(?:\.\d+)?", text) if kind == "percent" else None
    return Decimal(figure.group()) if figure else re.sub(r"\W+", " ", text.lower()).strip()


def _amounts(text: str) -> Iterator[Value]:
    """Sums of money, sixty thousand included."""
    shapes = list(_shapes("amount", text))
    yield from shapes
    for match in _WORDED.finditer(text):
        number = value_types.parse_number(match["count"])
        if number is not None and not any(one.start <= match.start() < one.end for one in shapes):
            scale = 1_000 if match["scale"].lower() == "thousand" else 1_000_000
            yield Value(match.start(), match.end(), match.group(), "amount", Decimal(number * scale))


def _numbers(text: str) -> Iterator[Value]:
    """Counts: figures and words that are no part of a date, an amount, a docket number or a citation."""
    others = ("date", "amount", "percent", "docket", "citation", "statute")
    taken = [span for kind in others for span in value_types.find(kind, text)]
    for match in _NUMBER.finditer(text):
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
    for match in _DOCKET.finditer(text):
        yield Value(*match.span("value"), match["value"], "docket", match["value"].lower())


def _persons(text: str) -> Iterator[Value]:
    """Persons, as they are read out: without Judge and Mr, with Dr, and not in capitals."""
    for match in _PERSON.finditer(text):
        start, name = _without_opener(text, match.start("name"), match["name"])
        before, after = text[:start], text[start + len(name) :]
        sure = bool(match["title"]) or (name.isupper() and _SITS.match(after) is not None)
        if _is_no_name(name) or _PART_OF_TITLE.search(before) or _CITED.match(after):
            continue
        if not sure and (_IN_A_PLACE.search(before) or _is_other(name, before)):
            continue
        kept = match["title"] and start == match.start("name") and re.match(r"(?:Dr|Prof|Sir|Dame)", match["title"])
        begin = match.start("title") if kept else start
        whole = re.sub(r"['’]s?$", "", text[begin : start + len(name)]).strip()
        yield Value(begin, begin + len(whole), read_out(whole), "person", _surname(name))


def _without_opener(text: str, start: int, name: str) -> tuple[int, str]:
    """A name without what belongs to no name before it: FAIRCHILD, J. Margot Tremblay; Yesterday Ann."""
    office = re.match(r"(?:[CP]\.\s?)?J\.\s+", name)
    if office and re.search(r"[A-Z]{3,},\s*$", text[:start]):
        start, name = start + office.end(), name[office.end() :]
    while True:
        first, _, rest = name.partition(" ")
        opens = _START.search(text[:start]) is not None and is_word(first)
        if not rest.strip() or not (opens or words.term(first) in words.listed_terms("no_person")):
            return start, name
        start += len(name) - len(rest.lstrip())
        name = rest.lstrip()


def _is_no_name(name: str) -> bool:
    plain = name.rstrip(".")
    months = {month[:3] for month in value_types.MONTHS if month != "May"} | {"Sept"}
    return len(name.strip(".")) < 2 or bool(re.match(r"I(?:['’]\w+)?$", name)) or name.endswith("-") or plain in months


def _is_other(name: str, before: str) -> bool:
    """True if a capitalised run names something else than a person, or nothing."""
    if any(words.term(part) in words.listed_terms("no_person") for part in name.split()) or name.lower() in words.STOP:
        return True
    return _START.search(before) is not None and is_word(name)


def read_out(name: str) -> str:
    """A name without capitals throughout: KOWALCZYK is Kowalczyk."""
    return re.sub(r"\b[A-Z][A-Z’'-]{2,}\b", lambda match: match.group().title(), name)


def _surname(name: str) -> str:
    parts = [part for part in re.sub(r",?\s+(?:Jr|Sr|II|III|IV)\.?$", "", name).split() if len(part.strip(".")) > 1]
    return re.sub(r"['’]s?$", "", parts[-1].lower()) if parts else name.lower()


def is_word(word: str) -> bool:
    """True if a capitalised word is likely capitalised only because it opens a sentence."""
    lower = re.sub(r"['’]\w+$", "", word.lower())
    return lower in words.listed("opener") or tagging.is_common(lower) or bool(words.classes(words.term(lower)))


def _organisations(text: str) -> Iterator[Value]:
    """Companies, boards, institutes; a Nevada corporation is a description."""
    for match in _ORGANISATION.finditer(text):
        if match.group().split()[-1][:1].islower():
            continue
        shown = re.sub(r"^(?:The|In|At|For|By|And|On|With|From|As)\s+", "", match.group().strip(" ,"))
        shown = shown if re.search(r"\b(?:Inc|Ltd|Co|Corp)\.$", shown) else shown.rstrip(".")
        start = match.start() + match.group().find(shown)
        name = read_out(shown) if shown.isupper() else shown
        yield Value(start, start + len(shown), name, "organisation", shown.lower().strip("."))


def _choices(text: str) -> Iterator[Value]:
    """Runs of capitalised words: names of things that one can choose."""
    for match in _RUN.finditer(text):
        start, shown = match.start(), match.group()
        first = shown.split()[0]
        if _START.search(text[:start]) and is_word(first):
            rest = shown[len(first) :].lstrip()
            start, shown = start + len(shown) - len(rest), rest
        shown = re.sub(r"['’]s?$", "", shown).rstrip(".")
        telling = [word for word in shown.split() if words.term(word) not in words.listed_terms("no_choice") | {"i"}]
        if len(shown) > 1 and telling and not re.fullmatch(r"I['’]?\w*", shown):
            yield Value(start, start + len(shown), shown, "choice", shown.lower().removeprefix("the "))


def _courts(text: str) -> Iterator[Value]:
    """Courts and boards by their names, without the article."""
    for match in _COURT.finditer(text):
        group = next(name for name in ("court", "lower", "board") if match[name])
        shown = re.sub(r"^(?:The|In|From|By|Before|This|That|Our)\s+", "", match[group].strip(" ,"))
        if len(shown.split()) > 1:
            start = match.start(group) + match[group].find(shown)
            yield Value(start, start + len(shown), shown, "court", shown.lower())


def _places(text: str) -> Iterator[Value]:
    """Places: named ones, and spots such as a quarry, which count for less."""
    taken: list[tuple[int, int]] = []
    for pattern in (*_PLACES, _SPOT):
        for match in pattern.finditer(text):
            shown, (start, end) = match["place"], match.span("place")
            ends = shown.split()[-1:] if pattern is _SPOT else [shown.split()[0], shown.split()[-1]]
            nowhere = any(words.term(word) in words.listed_terms("no_place") for word in ends)
            if nowhere or any(low < end and start < high for low, high in taken):
                continue
            taken.append((start, end))
            key = shown.lower().removeprefix("the ")
            yield Value(start, end, shown, "spot" if pattern is _SPOT else "place", key, -0.1 * (pattern is _SPOT))


def _laws(text: str) -> Iterator[Value]:
    """The states and countries whose law is spoken of; where a sentence says that it governs, that speaks for them."""
    governs = _GOVERNS.search(text) is not None
    for match in _LAW.finditer(text):
        group = next(name for name in match.groupdict() if match[name])
        if not re.match(r"(?:Applicable|Federal|Common|Such|Choice|No|This|Any|State)\b(?! of)", match[group]):
            shown = match[group].title().replace(" Of ", " of ") if match[group].isupper() else match[group]
            prior = 0.4 * governs - 0.3 * bool(re.fullmatch(r"(?:the )?United States(?: of America)?", shown))
            key = re.sub(r"^(?:state|commonwealth) of ", "", shown.lower())
            yield Value(*match.span(group), shown, "law", key, prior)


def _outcomes(text: str) -> Iterator[Value]:
    """What a court did, each stretch of verbs as one, in participles: we AFFIRM in part is affirmed in part."""
    for match in _OUTCOME.finditer(text):
        found: dict[str, None] = {}
        for step in _STEP.finditer(match.group()):
            stem = next(stem for stem in _ACTS if step["verb"].lower().startswith(stem))
            found[_ACTS[stem] + (" in part" if step["part"] else "")] = None
        shown = " and ".join(found)
        yield Value(match.start(), match.end(), shown, "outcome", shown)


def _clauses(kind: str, pattern: re.Pattern[str]) -> Callable[[str], Iterator[Value]]:
    """A finder of what a court says it holds or decides, to the end of the sentence; surest where it holds now."""

    def finder(text: str) -> Iterator[Value]:
        match = pattern.search(text)
        if match is None:
            return
        start, end = match.start("clause") if kind == "issue" else match.end(), len(text.rstrip(' .;"”'))
        verb = "" if kind == "issue" else match["verb"].lower()
        prior = (
            0.4 if not verb else 0.7 if verb.startswith("hold") else 0.5 if verb.startswith(("conclu", "are")) else 0.25
        )
        if len(text[start:end].split()) > 3:
            prior = 0.1 if verb in ("held", "concluded", "found", "determined", "ruled") else prior
            yield Value(start, end, text[start:end], kind, text[start:end].lower(), prior)

    return finder


def _titles(text: str) -> Iterator[Value]:
    for start, end in titles.spans(text):
        yield Value(start, end, text[start:end], "title", text[start:end].lower())


def _matching(kind: str, pattern: re.Pattern[str]) -> Callable[[str], Iterator[Value]]:
    def finder(text: str) -> Iterator[Value]:
        for match in pattern.finditer(text):
            yield Value(match.start(), match.end(), match.group(), kind, match.group().lower())

    return finder


_FINDERS: dict[str, Callable[[str], Iterator[Value]]] = {
    "amount": _amounts, "number": _numbers, "person": _persons, "organisation": _organisations, "choice": _choices,
    "court": _courts, "place": _places, "law": _laws, "outcome": _outcomes, "docket": _dockets, "title": _titles,
    "holding": _clauses("holding", _HOLDS), "issue": _clauses("issue", _ISSUE),
    "frequency": _matching("frequency", _FREQUENCY), "standard": _matching("standard", _STANDARD),
}  # fmt: skip
