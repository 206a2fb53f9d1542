"""Titles of cases and agreements: in headings, in captions, in running text."""

from __future__ import annotations

import re
from functools import lru_cache

from microworlds.reading.answering import lexicon

DOCUMENT_NOUN = (
    r"(?:opinion|ruling|case|decision|judge?ment|precedent|authority|matter|appeal|agreement|contract|lease|licen[cs]e|"
    r"deal|paper|document|instrument|pact|arrangement|draft|memorandum of understanding|side letter|"
    r"policy|NDA|sublease|subcontract|addendum|deed|decree)"
)
"""What people call a document."""

_SUFFIX = r"(?:Inc|LLC|L\.L\.C|LLP|L\.P|LP|Ltd|Co|Corp|Jr|Sr|et al|II|III|N\.A|S\.A|GmbH|PLC|plc)\b"
_VERSUS = re.compile(r"\s(?:v|vs|V)\.?\s(?=[A-Z“\"])")
_IN_RE = re.compile(
    r"\b(?:In [Rr]e:?|In the Matter of|Matter of|(?:In re )?(?:the )?Estate of|Ex parte|Guardianship of|Petition of)\s"
    r"(?:the )?[A-Z][\w’'&-]*\.?(?:\s(?:(?:of|the|and|&)\s){0,2}[A-Z][\w’'&-]*(?:\.(?=\s[A-Z]))?)*"
)
_NAME = r"[A-Z][\w’'&-]*"
_AGREEMENT = re.compile(
    r"\b(?:[A-Z][\w&’'-]*[ -](?:(?:and|of|for|to|the|&)\s)*){1,8}(?:Agreement|Contract|Lease|License|Licence|Amendment|"
    r"Side Letter|Addendum|Memorandum of Understanding|Plan|Guaranty)\b"
    r"|\b[A-Z][A-Z &’',-]{2,70}(?:AGREEMENT|CONTRACT|LEASE)\b"
)
_RUNNING = re.compile(
    rf"\b(?:{_NAME}\.?(?:,\s(?:Inc|LLC|Ltd|Co|Corp)\b\.?)?\s(?:(?:of|the|and|&|ex|rel\.|for|in|de|la)\s){{0,2}}){{1,6}}"
    rf"vs?\.?\s(?:the\s)?{_NAME}(?:\.(?=\s[A-Z]))?"
    rf"(?:\s(?:(?:of|the|and|&|for)\s){{0,2}}{_NAME}(?:\.(?=\s[A-Z]))?){{0,5}}"
)
_ROLES = r"(?:Appell(?:ant|ee)s?|Plaintiffs?|Defendants?|Petitioners?|Respondents?|Claimants?|Intervenors?|Below|Cross)"
_ROLE = re.compile(_ROLES)
_CITES = re.compile(r"[(\[]\d{4}|\d{1,4}\s[A-Z][\w.]*\s?(?:2d|3d)?\s\d")
_OPENS_CASE = re.compile(r"(?:In re|In the Matter of|IN RE|IN THE MATTER OF|Ex parte|Estate of)\b")
_OPENS_AGREEMENT = re.compile(
    r"(?!SECTION|ARTICLE|EXHIBIT|SCHEDULE|TERMINATION|THIS|THE|END|\d).{3,}\b(?:AGREEMENT|CONTRACT|LEASE)\.?"
)
_CAPTION_WORDS = frozenset("of the and a an v for in et al ex rel as by on its his her to".split())
_LEAD = re.compile(
    r"^(?:(?:See|In|And|But|So|The|Then|Read|On|For|With|About|From|If|While|After|Before|Is|Was|Since|Under|Per)\s)+"
)
_REPORTER = re.compile(r"\b\d{1,4}\s(?:[A-Z][\w.’']*\s?){1,4}(?:2d|3d|4th)?\s?\d{1,5}\b")
GENERIC = lexicon.terms(
    """
    state commonwealth people united states america inc llc corp corporation company co ltd llp lp board
    department city county town agreement contract lease license estate matter re in v vs the of and court
    supreme reports appellant appellee plaintiff defendant petitioner respondent ex parte petition application
    guardianship services master document section opinion opinions volume vol no amended restated government
    district director commissioner secretary limited between by january february march april may june july
    august september october november december
    """
)
"""Terms that name no document in particular."""


def cases(text: str) -> list[tuple[int, int]]:
    """Spans of case titles in running text."""
    spans = []
    for match in _RUNNING.finditer(text):
        lead = _LEAD.match(match.group())
        spans.append((match.start() + (lead.end() if lead else 0), match.end()))
    spans.extend(match.span() for match in _IN_RE.finditer(text) if not any(a <= match.start() < b for a, b in spans))
    return spans


def agreements(text: str) -> list[tuple[int, int]]:
    """Spans of capitalised names of agreements."""
    spans = []
    for match in _AGREEMENT.finditer(text):
        lead = re.match(r"(?:The|This|In|Under|That|Our|An?|Your|And)\s", match.group())
        spans.append((match.start() + (lead.end() if lead else 0), match.end()))
    return spans


@lru_cache(maxsize=1 << 12)
def title(heading: str) -> str:
    """The short title that a heading holds: parties of a case, name of an agreement; else all of it.

    >>> title("31 Tal. 2d 118, Fennimore v. Dray")
    'Fennimore v. Dray'
    """
    plain = _REPORTER.sub("", heading)
    versus = _VERSUS.search(plain)
    if versus:
        left = re.split(rf"[;:|/—–›()\[\]]\s*|,\s+(?!{_SUFFIX})(?=[A-Z])", plain[: versus.start()])[-1]
        right = re.split(rf"\s*[;:|/—–›()\[\]]|,\s+(?!{_SUFFIX})|\.\s*$", plain[versus.end() :])[0]
        return f"{left.strip(' ,.')} v. {right.strip(' ,')}"
    other = _IN_RE.search(plain) or _AGREEMENT.search(plain)
    return other.group().strip(" ,") if other else heading


def caption(line: str) -> str | None:
    """The short title if a whole line is the caption of a case or the title of an agreement.

    >>> caption("Alice FENNIMORE, Appellant, v. Peter DRAY, Appellee.")
    'Fennimore v. Dray'
    """
    if len(line) > 400 or (not line[:1].isupper() and line[:1] not in '“"'):
        return None
    plain = [word for word in line.split()[:25] if word.isalpha() and word.islower() and word not in _CAPTION_WORDS]
    if len(plain) > 3:
        return None
    if len(line) < 160 and _OPENS_CASE.match(line):
        return title(line)
    if len(line) < 90 and line.isupper() and _OPENS_AGREEMENT.fullmatch(line):
        return line.title()
    return _sides(line)


def _sides(line: str) -> str | None:
    """The short title of a caption with two sides; None for a citation."""
    versus = _VERSUS.search(line)
    if not versus or not (_ROLE.search(line) or re.search(r"\b[A-Z]{3,}\b", line) or len(line) < 90):
        return None
    first = re.split(r"\.\s+(?=No|Nos|Civil|Case|Supreme|Superior|Court|C\.A)", line)[0]
    left, right = first[: versus.start()], first[versus.end() :]
    if _CITES.search(first) or len(first) >= 260 or not left or not right:
        return None
    return f"{_surname(left)} v. {_surname(right)}"


def _surname(side: str) -> str:
    """The name by which a side of a caption is called: its words in capitals, else its first name."""
    first = re.split(rf",\s+(?!{_SUFFIX})|\bet al\b|\band\b(?=.*\b{_ROLES})", side.strip())[0]
    capitals = re.findall(r"\b[A-Z][A-Z’'&-]+\b(?:\s[A-Z][A-Z’'&.-]+\b)*", first)
    name = capitals[-1] if capitals and not first.isupper() else first
    return name.strip(" .,").title() if name.isupper() else name.strip(" .,")


def names(text: str) -> frozenset[str]:
    """Terms of the capitalised words that tell one document from another."""
    found = set()
    for word in lexicon.tokens(text):
        if word[0].isupper() and len(word) > 2 and word.lower() not in lexicon.STOP:
            one = lexicon.term(word)
            if one not in GENERIC:
                found.add(one)
    return frozenset(found)
