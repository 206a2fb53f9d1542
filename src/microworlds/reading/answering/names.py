"""Names in a sentence: persons, organisations, and whatever else is written with capitals.

Shapes only: capitals, titles, company suffixes, and the words that no name consists of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from microworlds.core import value_types
from microworlds.reading.answering import lexicon, titles, wording
from microworlds.reading.answering.value import Value

_CAP = r"(?:[A-Z][\w’'-]*[a-zé]|[A-Z][A-Z’'-]{2,}|[A-HJ-Z]\.)"
_TITLE = (
    r"(?:(?:Chief|Associate|Presiding|President|Vice|Senior|Hon\.|Honorable|Acting)\s+){0,2}"
    r"(?:Mr|Mrs|Ms|Dr|Prof|Professor|Judge|Justice|Magistrate|Chancellor|Commissioner|Sir|Dame|Captain|Officer"
    r"|Detective|Attorney)\.?"
)
_PERSON = re.compile(
    rf"(?P<title>\b{_TITLE}\s+)?(?P<name>\b{_CAP}(?:\s+(?:de|van|von|la|di|O’|O')\b(?=\s[A-Z]))?(?:\s+{_CAP}){{0,3}}"
    r"(?:,\s+(?:Jr|Sr)\.|\s+(?:II|III|IV)\b)?)"
)
_KEPT_TITLE = re.compile(r"(?:Dr|Prof|Professor|Sir|Dame)\b")
_NOT_PERSON = lexicon.terms(
    """
    court state commonwealth county city town university company agreement contract section article act code
    board department street avenue road inc llc llp corp ltd co trust bank association foundation institute
    services systems group partners monday tuesday wednesday thursday friday saturday sunday january february
    march april may june july august september october november december america united states the party parties
    supplier buyer customer contractor licensee licensor lessor lessee landlord tenant seller purchaser
    plaintiff defendant appellant appellee petitioner respondent supreme superior circuit district appeals
    division clause exhibit schedule notice invoice opinion order judgment reversed affirmed vacated dismissed
    before decided argued submitted no docket estate matter general assistant president manager director chief
    officer attorney public defender esquire honorable justice judge christmas easter english french german law
    rule constitution amendment congress legislature government federal national international north south east
    west new pdf operator client consultant provider vendor effective date term termination confidential
    information side letter master supply nos one two three four five
    """
)
_OPENERS = frozenset(
    """
    sure happy glad gladly none bad nobody everybody everyone somebody fine welcome hello morning afternoon
    evening congrats sorry agreed right correct exactly indeed perhaps maybe besides however meanwhile anyway
    alright great nice cool wow legal finance client change customer purpose sixty fifty forty thirty twenty ten
    nine eight seven six five four three two one training delivery news renewal liability except either neither
    fees
    """.split()
)
_MONTHS = frozenset((*(month[:3] for month in value_types.MONTHS if month != "May"), "Sept"))
_SUFFIX = wording.joined(r"""
    Inc | LLC | L\.L\.C | LLP | L\.P | LP | Ltd | Limited | Co | Corp | Corporation | Company | Trust | Bank
    | Association | Associates | Foundation | Institute | University | College | Department | Board | Commission
    | Agency | Authority | Partners | Partnership | Group | Holdings | Systems | Services | Press | Union | School
    | Hospital | Church | Club | Committee | Council | Bureau | Office | Fund | Society | Center | Centre | GmbH | AG
    | S\.A | PLC | Labs | Laboratories | Industries | Technologies | Solutions | Logistics | Pharmaceuticals | Energy
    | Motors | Airlines | Railway | Insurance | Capital | Ventures | Works | Foods | Products | Consulting | Media
    | Studios | Stores | Brothers | Sons
""")
_ORGANISATION = re.compile(
    rf"\b(?:[A-Z][\w’'&-]*\.?,?\s+(?:(?:of|and|&)\s+(?:the\s+)?)?){{1,6}}(?i:{_SUFFIX})\b\.?"
    r"(?:\s+of\s+(?:the\s+)?[A-Z]\w+(?:\s+[A-Z]\w+)?)?"
    r"|\b[A-Z][\w’'-]+(?:,?\s+[A-Z][\w’'-]+)*\s+&\s+[A-Z][\w’'-]+(?:\s+(?:LLP|LLC|Inc|Co)\b\.?)?"
    r"|\b(?:Board|Department|Bureau|Office|Institute|University|Bank|Commission|City|Town|County)\s+of\s+"
    r"(?:the\s+)?[A-Z]\w+(?:\s+(?:and\s+)?[A-Z]\w+)*"
    r"|\b[A-Z]\w+\s+(?:Institute|Association|Centre|Center|Chamber|Court)\s+(?:of|for)\s+[A-Z]\w+(?:\s+[A-Z]\w+)*"
)
_RUN = re.compile(r"\b[A-Z][\w’'-]*(?:\s+(?:(?:of|the|and|&|de)\s+){0,2}[A-Z][\w’'-]*\.?)*")
_SENTENCE_START = re.compile(r"(?:^|[.!?:“\"])\s*$")
_IN_A_PLACE = re.compile(
    r"(?:,\s+(?:of|in)|\b(?:in|at|near)|\b(?:mov|fl[iye]|travel|drov|driv|went|go|return|relocat|sail|back)\w*\s(?:\w+\s)?to)"
    r"\s+(?:the\s+)?$"
)
_PART_OF_TITLE = re.compile(
    r"\b(?:Court|State|County|City|Commonwealth|District|Division|Kingdom|Institute|University|Appeals)\s+(?:of|for)\s+"
    r"(?:the\s+)?$|\bvs?\.\s+$"
)
_CITED = re.compile(r",?\s+(?:vs?\.\s|(?:[A-Z][\w.’']*\s+)*\d+\s+[A-Z])|,\s+\d+\s+[A-Z]")
_SITS = re.compile(r",\s*(?:C\.?\s?|P\.?\s?)?JJ?\.")


def persons(text: str) -> Iterator[Value]:
    """Persons, as they are read out: without Judge and Mr, with Dr, and not in capitals."""
    for match in _PERSON.finditer(text):
        start, name = _without_opener(text, *_without_office(text, match.start("name"), match["name"]))
        before, after = text[:start], text[start + len(name) :]
        if _is_no_name(name) or _PART_OF_TITLE.search(before) or _CITED.match(after):
            continue
        sure = bool(match["title"]) or (name.isupper() and _SITS.match(after) is not None)
        if not sure and (_IN_A_PLACE.search(before) or _is_other(name, before)):
            continue
        titled = match["title"] and start == match.start("name") and _KEPT_TITLE.match(match["title"])
        begin = match.start("title") if titled else start
        whole = re.sub(r"['’]s?$", "", text[begin : start + len(name)]).strip()
        yield Value(begin, begin + len(whole), read_out(whole), "person", _surname(name))


def _without_office(text: str, start: int, name: str) -> tuple[int, str]:
    """A name without the J. of the judge before it: FAIRCHILD, J. Margot Tremblay taught."""
    office = re.match(r"(?:[CP]\.\s?)?J\.\s+", name)
    if office and re.search(r"[A-Z]{3,},\s*$", text[:start]):
        return start + office.end(), name[office.end() :]
    return start, name


def _without_opener(text: str, start: int, name: str) -> tuple[int, str]:
    """A name without the words before it that only open the sentence, or belong to no name."""
    while True:
        first, _, rest = name.partition(" ")
        opens = _SENTENCE_START.search(text[:start]) is not None and is_word(first)
        if not rest.strip() or not (opens or lexicon.term(first) in _NOT_PERSON):
            return start, name
        start += len(name) - len(rest.lstrip())
        name = rest.lstrip()


def _is_no_name(name: str) -> bool:
    plain = name.rstrip(".")
    return len(name.strip(".")) < 2 or bool(re.match(r"I(?:['’]\w+)?$", name)) or name.endswith("-") or plain in _MONTHS


def _is_other(name: str, before: str) -> bool:
    """True if a capitalised run names something else than a person, or nothing."""
    if any(lexicon.term(part) in _NOT_PERSON for part in name.split()) or name.lower() in lexicon.STOP:
        return True
    return _SENTENCE_START.search(before) is not None and is_word(name)


def read_out(name: str) -> str:
    """A name without capitals throughout: KOWALCZYK is Kowalczyk."""
    return re.sub(r"\b[A-Z][A-Z’'-]{2,}\b", lambda match: match.group().title(), name)


def _surname(name: str) -> str:
    parts = [part for part in re.sub(r",?\s+(?:Jr|Sr|II|III|IV)\.?$", "", name).split() if len(part.strip(".")) > 1]
    return re.sub(r"['’]s?$", "", parts[-1].lower()) if parts else name.lower()


def is_word(word: str) -> bool:
    """True if a capitalised word is likely capitalised only because it opens a sentence."""
    lower = re.sub(r"['’]\w+$", "", word.lower())
    one = lexicon.term(lower)
    if lower in _OPENERS or lower in lexicon.STOP or lower in lexicon.COMMON or lexicon.is_form(lower):
        return True
    return one in lexicon.verb_stems() or bool(lexicon.classes(one)) or lower.endswith(("ing", "ly", "ed", "tion"))


def organisations(text: str) -> Iterator[Value]:
    """Companies, boards, institutes."""
    for match in _ORGANISATION.finditer(text):
        if match.group().split()[-1][:1].islower():
            continue  # a Nevada corporation is a description
        words = re.sub(r"^(?:The|In|At|For|By|And|On|With|From|As)\s+", "", match.group().strip(" ,"))
        words = words if re.search(r"\b(?:Inc|Ltd|Co|Corp)\.$", words) else words.rstrip(".")
        start = match.start() + match.group().find(words)
        shown = read_out(words) if words.isupper() else words
        yield Value(start, start + len(words), shown, "organisation", words.lower().strip("."))


def choices(text: str) -> Iterator[Value]:
    """Runs of capitalised words: names of things that one can choose."""
    for match in _RUN.finditer(text):
        start, words = match.start(), match.group()
        first = words.split()[0]
        if _SENTENCE_START.search(text[:start]) and is_word(first):
            rest = words[len(first) :].lstrip()
            start, words = start + len(words) - len(rest), rest
        words = re.sub(r"['’]s?$", "", words).rstrip(".")
        telling = [word for word in words.split() if lexicon.term(word) not in titles.GENERIC | _CALENDAR]
        if len(words) > 1 and telling and not re.fullmatch(r"I['’]?\w*", words):
            yield Value(start, start + len(words), words, "choice", words.lower().removeprefix("the "))


_CALENDAR = lexicon.terms(
    """
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
    september october november december court law section article judge justice
    """
)
