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
_CAP = r"(?:[A-Z][\w’'-]*[a-zé]|[A-Z][A-Z’'-]{2,}|[A-HJ-Z]\.)"
_TITLE = (
    r"(?:(?:Chief|Associate|Presiding|President|Vice|Senior|Hon\.|Honorable|Acting)\s+){0,2}"
    r"(?:Mr|Mrs|Ms|Dr|Prof|Professor|Judge|Justice|Magistrate|Chancellor|Commissioner|Sir|Dame|Captain|Officer|"
    r"Detective|Attorney)\.?"
)
_PERSON = re.compile(
    rf"(?P<title>\b{_TITLE}\s+)?(?P<name>\b{_CAP}(?:\s+(?:de|van|von|la|di|O’|O')\b(?=\s[A-Z]))?(?:\s+{_CAP}){{0,3}}"
    r"(?:,\s+(?:Jr|Sr)\.|\s+(?:II|III|IV)\b)?)"
)
_COMPANY = "|".join(words.listed("company"))
_ORGANISATION = re.compile(
    rf"\b(?:[A-Z][\w’'&-]*\.?,?\s+(?:(?:of|and|&)\s+(?:the\s+)?)?){{1,6}}(?i:{_COMPANY})\b\.?"
    r"(?:\s+of\s+(?:the\s+)?[A-Z]\w+(?:\s+[A-Z]\w+)?)?"
    r"|\b[A-Z][\w’'-]+(?:,?\s+[A-Z][\w’'-]+)*\s+&\s+[A-Z][\w’'-]+(?:\s+(?:LLP|LLC|Inc|Co)\b\.?)?"
    r"|\b(?:Board|Department|Bureau|Office|Institute|University|Bank|Commission|City|Town|County)\s+of\s+"
    r"(?:the\s+)?[A-Z]\w+(?:\s+(?:and\s+)?[A-Z]\w+)*"
    r"|\b[A-Z]\w+\s+(?:Institute|Association|Centre|Center|Chamber|Court)\s+(?:of|for)\s+[A-Z]\w+(?:\s+[A-Z]\w+)*"
)
_RUN = re.compile(r"\b[A-Z][\w’'-]*(?:\s+(?:(?:of|the|and|&|de)\s+){0,2}[A-Z][\w’'-]*\.?)*")
_START = re.compile(r"(?:^|[.!?:“\"])\s*$")
_IN_A_PLACE = re.compile(
    r"(?:,\s+(?:of|in)|\b(?:in|at|near)|\b(?:mov|fl[iye]|travel|drov|driv|went|go|return|relocat|sail|back)\w*\s(?:\w+\s)?to)"
    r"\s+(?:the\s+)?$"
)
_PART_OF_TITLE = re.compile(
    r"\b(?:Court|State|County|City|Commonwealth|District|Division|Kingdom|Institute|University|Appeals)\s+(?:of|for)\s+"
    r"(?:the\s+)?$|\bvs?\.\s+$"
)
_CITED = re.compile(r",?\s+(?:vs?\.\s|(?:[A-Z][\w.’']*\s+)*\d+\s+[A-Z])|,\s+\d+\s+[A-Z]")
_SITS = re.compile(
    r",\s*(?:(?:C\.?\s?|P\.?\s?)?JJ?\.|(?:(?:Chief|Associate|Presiding|Senior|District|Circuit)\s)*(?:Judge|Justice|Chancellor)\b)"
)
_NAME = r"[A-Z][\w’'-]+"
_COURT = re.compile(
    rf"\b(?:the\s+)?(?P<court>(?:United States|U\.S\.|{_NAME}(?:\s+(?:of\s+)?{_NAME})?)?\s*(?:(?:Supreme|Superior|District|Circuit|"
    r"Appeals|Appellate|County|Probate|Family|Chancery|Common Pleas|Commonwealth|Bankruptcy|Municipal|Magistrate|Tax|"
    r"Juvenile|Orphans['’]|High|Trial|Land|Commercial|Crown)\s+)*(?:Judicial\s+)?Courts?"
    r"(?:\s+of\s+(?:the\s+)?[A-Z]\w+(?:\s+(?:of\s+)?(?:the\s+)?[A-Z]\w+)*)?(?:\s+for\s+(?:the\s+)?[A-Z]\w+(?:\s+[A-Z]\w+)*)?"
    r"(?:,\s+[A-Z]\w+\s+(?:County|Division|Department|District|Circuit))*)"
    r"|\b(?:the\s+)?(?P<lower>(?:district|superior|trial|probate|circuit|family|county|tax|appellate|bankruptcy|lower|"
    r"supreme|chancery|magistrate|municipal)\s+court(?:\s+of\s+(?:the\s+)?[A-Z]\w+(?:\s+(?:of\s+)?[A-Z]\w+)*)?"
    r"|court of (?:appeals?|common pleas|chancery|claims))"
    rf"|\b(?P<board>(?:{_NAME}\s+){{0,5}}(?:Board|Commission|Tribunal|Panel|Division)"
    r"(?:\s+of\s+[A-Z]\w+(?:\s+(?:and\s+)?[A-Z]\w+)*)?)"
)
_PLACES = tuple(
    re.compile(text)
    for text in (
        rf"\b(?:Road|Street|Avenue|Boulevard|Lane|Drive|Way|Place|Floor|Suite \w+|Rd|St|Ave)\b\.?,\s+(?P<place>{_NAME}"
        rf"(?:\s+{_NAME})?)",
        r"\b(?P<place>(?:State|Commonwealth|County|City|Town|Province|Kingdom|Republic|District|Village|Borough)"
        r"\s+of\s+[A-Z]\w+(?:\s+[A-Z]\w+)*|[A-Z]\w+(?:\s+[A-Z]\w+)?\s+(?:County|Parish|Township|Street|Avenue|Harbou?r|"
        r"Island|Beach|Park|Valley))\b",
        r"\b(?:[Ii]n|[Aa]t|[Nn]ear|[Ff]rom|[Tt]o|[Oo]f|[Ff]or|[Ii]nto|[Aa]round|[Vv]isit(?:ed)?|[Tt]hrough|[Vv]ia|[Ii]s|[Bb]e)"
        rf"\s+(?P<place>(?:the\s+)?{_NAME}(?:,?\s+(?:of\s+)?{_NAME}){{0,3}})",
    )
)
_SPOT = re.compile(
    r"\b(?:in|at|into|to|near|outside|inside|by|from|on|around)\s+"
    r"(?P<place>(?:the|a|an|my|our|his|her|their|your)\s+(?:[\w’'-]+\s+){0,2}?\w+)\b(?=[\s.,!?;]|$)"
)
_LAW = re.compile(
    r"\b(?:[Ll]aws?|LAWS?|statutes)\s+(?:of|OF)\s+(?:the\s+|THE\s+)?(?P<law>(?:(?i:State|Commonwealth|Kingdom|Republic|"
    rf"Province|Country)\s+(?i:of)\s+)?{_NAME}(?:\s+(?:(?:of|and)\s+)?{_NAME})*)|\b(?P<adjective>{_NAME}(?:\s+{_NAME})?)\s+law\b"
    rf"|\b[Gg]overning [Ll]aw:?\s(?:the )?(?P<stated>(?:State of )?{_NAME}(?:\s{_NAME})?)"
)
_GOVERNS = words.pattern(r"govern\w* | constru\w* | interpret\w* | subject to the laws? | applies")
_ACTS = {
    "affirm": "affirmed", "revers": "reversed", "vacat": "vacated", "remand": "remanded", "dismiss": "dismissed",
    "den": "denied", "grant": "granted", "overrul": "overruled", "sustain": "sustained", "quash": "quashed",
    "modif": "modified", "set aside": "set aside", "annul": "annulled", "uph": "upheld", "reinstat": "reinstated",
    "overturn": "overturned", "discharg": "discharged", "enforc": "enforced", "revok": "revoked",
    "confirm": "confirmed", "suspend": "suspended", "reject": "rejected",
}  # fmt: skip
_VERB = (
    r"(?:affirm|revers|vacat|remand|dismiss|den(?:y|ied)|grant|overrul|sustain|quash|modif|set aside|annul|uph[eo]ld|"
    r"reinstat|overturn|discharg|enforc|revok|confirm|suspend|rejected)"
)
_AND = (
    r"(?:,\s*|\s+)(?:(?:and|but)\s+)?(?:(?:the\s+)?(?:case|matter|cause|judgment|order|proceedings?)\s+)?"
    r"(?:(?:is|are|was|were|be|we|it)\s+)?(?:hereby\s+)?"
)
_OUTCOME = re.compile(rf"\b{_VERB}\w*(?:\s+in\s+part)?(?:{_AND}{_VERB}\w*(?:\s+in\s+part)?)*", re.IGNORECASE)
_STEP = re.compile(rf"(?P<verb>{_VERB})\w*(?P<part>\s+in\s+part)?", re.IGNORECASE)
_HOLDS = re.compile(
    r"\b(?:we|(?:this|the) court|I|court)\b(?P<gap>[^.;:]{0,60}?)\b(?P<verb>holds?|concludes?|finds?|determines?|"
    r"decides?|rules?|are (?:satisfied|persuaded|convinced)|held|concluded|found|determined|ruled)\b[^.;:]{0,50}?"
    r"(?:\bthat\b|,? as a matter of law,? that\b|:)\s*",
    re.IGNORECASE,
)
_ISSUE = re.compile(
    r"\b(?:issue|question|inquiry|point|determine|decide|consider|asks?|presented|appeal|is|was)\b[^.;]{0,60}?"
    r"\b(?P<clause>whether\b)",
    re.IGNORECASE,
)
_COUNT = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|hundred|\d+)"
_NUMBER = re.compile(
    rf"(?<![$€£\w.,/-])(?:\d{{1,3}}(?:,\d{{3}})+|\d+(?:\.\d+)?|{_COUNT}(?:[\s-](?:and\s)?{_COUNT})*)(?![\w/%-])(?!\.\d)",
    re.IGNORECASE,
)
_WORDED = re.compile(rf"\b(?P<count>{_COUNT}(?:[\s-]+{_COUNT})*)\s+(?P<scale>thousand|million)\b(?!\s+[a-z]+s\b)", re.IGNORECASE)
_DOCKET = re.compile(r"\b(?i:docket|case|file)\s+(?:(?i:number|no\.)\s+|#)?(?P<value>(?=[\w-]*\d)[A-Z0-9][\w-]*)")
_PERIOD = r"(?:day|week|month|year|quarter)"
_FREQUENCY = words.pattern(rf"""
    (?:once|twice|(?:\w+) times)(?: or \w+)? (?:a|per|every|each) {_PERIOD} | every (?:other )?(?:single )?(?:{_PERIOD}|
    morning|evening|night|weekend|\w+day|(?:\w+ )?(?:days|weeks|months)) | daily | weekly | monthly | quarterly
    | annually | yearly | (?:a|one|two|three|four|five|\d+)(?: or \w+)? (?:times? )?(?:a|per) {_PERIOD}
    | once in a while | all the time | regularly | always | often | rarely | on weekends
""")
_STANDARD = words.pattern(r"""
    de novo | abuse of discretion | clear(?:ly)? (?:erroneous|error) | substantial evidence | plenary
    | arbitrary(?:,? (?:and|or) capricious)? | plain error | manifest(?:ly)? \w+ | rational basis | strict scrutiny
""")
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
            Value(one.start, one.end, one.words, "date", (one.first, one.last)) for one in moments.find(text, said, near)
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
        telling = [word for word in shown.split() if words.term(word) not in words.listed_terms("no_choice")]
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
        prior = 0.4 if not verb else 0.7 if verb.startswith("hold") else 0.5 if verb.startswith(("conclu", "are")) else 0.25
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
