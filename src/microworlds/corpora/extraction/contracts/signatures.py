"""Who signs an agreement, and the towns of its parties' addresses for notices.

Both are lists that must be whole: a signature line without a name, or an address without a town that can be read,
leaves the list out.

Source: MemoryDocDataSet 4.3; the layout of agreements filed with the SEC.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from microworlds.corpora.extraction.document_facts import DocumentFact, fact, legible
from microworlds.corpora.extraction.gazetteer import POSTAL, STATES

_WORD = r"(?:[A-Z][\w’'-]+|[A-Z]\.(?:[A-Z]\.)?|[A-Z](?=\s))"
_PERSON = rf"{_WORD}(?:[ \t](?:(?:de|van|von|der|la|di)[ \t])?{_WORD}){{0,3}}(?:[ \t][A-Z][\w’'-]+)"
_LINE = re.compile(
    r"(?<![A-Za-z])(?:By|BY|by)\s?:(?!\s*[A-Z][^\n:_]{2,60}?(?:LLC|Inc|LP|L\.P|Ltd|Corp|Corporation|LLP|INC|"
    r"CORPORATION)\b)"
)
_MARK = re.compile(rf"/[sS]/\s*(?:(?:Dr|Mr|Ms|Mrs|Prof)\.\s+)?(?P<name>{_PERSON})?")
_NAMED = re.compile(
    rf"(?<![A-Za-z])(?:Print(?:ed)?\s)?(?:Name|NAME)\s?:\s*(?:(?:Dr|Mr|Ms|Mrs|Prof)\.\s+)?(?P<name>{_PERSON})?"
)
_UNDER = re.compile(
    rf"(?<![A-Za-z])(?:By|BY)\s?:\s*_{{3,}}\s+(?P<name>{_PERSON})(?=,?\s+(?:Title|President|Chief|Vice|Senior|"
    r"Managing|Director|Chairman|Executive|Secretary|Treasurer|General|Authorized)\b|\s{2,}|\s*\n)"
)
_NO_NAME = re.compile(
    r"(?i)\b(?:Title|Print(?:ed)?|Name|Date|By|Its|President|Chief|Officer|Director|Vice|Inc|LLC|Corporation|"
    r"Company|Chairman|"
    r"Senior|Managing|Secretary|Treasurer|General|Executive|Attorney|Counsel|Member|Manager|Partner|Authorized|"
    r"Source|Exhibit|Schedule|Accepted|Agreed|Signature|Witness|Global|Head|EVP|CEO|CFO|SVP|VP)\b"
)
_CLOSING = re.compile(
    r"(?i)\bin witness whereof\b|\bvery truly yours\b|\bhave (?:each )?(?:duly )?(?:executed|caused)\b|"
    r"\b(?:do|has) hereby execute|\bsignature page\b|\bhas caused this"
)
_ANNEX = re.compile(r"\n\s*(?:EXHIBIT|Exhibit|SCHEDULE|Schedule|APPENDIX|Appendix|ANNEX|Annex|ATTACHMENT)\s+[A-Z0-9]")
_REACH = 6000  # characters that the signatures of an agreement may take


def signatories(text: str) -> Iterator[DocumentFact]:
    """Who signs, if every signature line of the block has a name."""
    block = _block(text)
    if block is None:
        return
    lines = max(len(list(_LINE.finditer(text, *block))), len(list(_MARK.finditer(text, *block))))
    for pattern in (_NAMED, _MARK, _UNDER):
        spans = [span for match in pattern.finditer(text, *block) if (span := _name(match)) is not None]
        if lines and len(spans) >= lines:
            yield from (fact("signatory", text, span) for span in spans)
            return


def _name(match: re.Match[str]) -> tuple[int, int] | None:
    """The name on a signature line, without the office or the next label that the line may run into."""
    start, end = match.span("name")
    if start < 0:
        return None
    stop = _NO_NAME.search(match.string, start, end)
    words = match.string[start : stop.start() if stop else end].rstrip()
    line = re.split(r"\n|\s{2,}", words)[0]
    first, *others = line.split(" ")
    if first in others:  # the name is printed again beside its mark
        line = " ".join([first, *others[: others.index(first)]])
    full = [word for word in line.split() if len(word.rstrip(".")) > 1]
    return (start, start + len(line)) if len(full) >= 2 and legible(line) else None


def _block(text: str) -> tuple[int, int] | None:
    """The signatures of the agreement itself: after its closing words, before its annexes."""
    for closing in reversed(list(_CLOSING.finditer(text))):
        annex = _ANNEX.search(text, closing.end())
        end = min(closing.end() + _REACH, annex.start() if annex else len(text))
        if (_LINE.search(text, closing.end(), end) or _MARK.search(text, closing.end(), end)) and not _in_annex(
            text, closing.start()
        ):
            return _first_closing(text, closing.start()), end
    return None if _CLOSING.search(text) else (len(text) // 3, len(text))


def _first_closing(text: str, at: int) -> int:
    """Where the closing words that lead to ``at`` begin: signature pages repeat them."""
    start = at
    for closing in reversed(list(_CLOSING.finditer(text, max(0, at - _REACH), at))):
        if not _ANNEX.search(text, closing.end(), at):
            start = closing.start()
    return start


def _in_annex(text: str, at: int) -> bool:
    """True after the heading of an annex that follows earlier closing words: forms in annexes are not signed."""
    earlier = next(
        (match for match in _CLOSING.finditer(text) if match.start() > len(text) // 3 and match.end() < at), None
    )
    return earlier is not None and _ANNEX.search(text, earlier.end(), at) is not None


_NOTICE = re.compile(
    r"(?:If|if|IF)\s+(?:(?:notice|notices|addressed|sent|delivered)\s+(?:is|are)?\s*)?(?:to|TO)\s+(?:the\s+)?[A-Z&“\"]|"
    r"\b(?:Notices?|notices?)\s+(?:to|for)\s+[A-Z][\w&. ]{1,40}:|Address for Notices?:|"
    r"\bIn the case of\s+[A-Z]|(?<=[\s:])To\s+(?:the\s+)?[A-Z][\w&. ]{1,40}:"
)
_COPY = re.compile(r"(?i)\b(?:with )?(?:a )?(?:[a-z-]+ )?(?:copy|copies)\b[^:\n]{0,80}(?:to\b|:)")
_TOWN = re.compile(
    rf"(?:(?<=[\s,;])|(?<=^))(?P<town>[A-Z][a-z’'.-]+(?:\s[A-Z][a-z’'.-]+){{0,2}}),?\s+(?:{POSTAL}|{STATES})"
    rf"[\s,]+\d{{5}}\b"
)
_TOWN_ABROAD = re.compile(
    r"(?<=[\s,])(?P<town>London|Tokyo|Paris|Toronto|Montreal|Vancouver|Dublin|Geneva|Zurich|Basel|Munich|Berlin|"
    r"Frankfurt|Amsterdam|Brussels|Stockholm|Copenhagen|Oslo|Milan|Rome|Madrid|Barcelona|Tel Aviv|Singapore|"
    r"Hong Kong|Shanghai|Beijing|Seoul|Sydney|Melbourne|Mumbai|Osaka)\b"
)
_TOWN_BEFORE = re.compile(
    r"\b(?:[A-Z]{1,2}-)?\d{4,5}\s+(?P<town>[A-Z][\w’'.-]+(?:\s[A-Z][\w’'.-]+){0,2}?)(?:\s\d)?,?\s+(?:Germany|"
    r"Switzerland|"
    r"Austria|France|Italy|Spain|Belgium|Denmark|Sweden|Norway|Finland|The Netherlands|Netherlands|Israel)\b"
)
_STREET = re.compile(
    r"(?:Street|St|Avenue|Ave|Road|Rd|Drive|Dr|Boulevard|Blvd|Lane|Way|Suite|Floor|Plaza|Parkway|Place|Court|"
    r"North|South|East|West|Square|Center|Building|Box|Circle|NE|NW|SE|SW|Terrace|Highway|Row|Broadway)\b\.?"
)
_CLOSE = re.compile(
    r"\n\s*\d{1,2}\.\d{1,2}\.?\s+[A-Z]|\b(?:Section|SECTION|ARTICLE)\s+\d|\n\s*\(\w\)\s+[A-Z]|IN WITNESS"
)


_ADDRESSED = re.compile(
    r"(?i:\bnotices?\b[^\n]{0,900}?\b(?:address(?:es)?|as follows|below)\b[^.:\n]{0,80}:)(?=\s*[A-Z][\w&.,’' ]{1,34}:)"
)
_PARTY_LABEL = re.compile(r"(?:\n|\s{2,}|:)\s*(?P<label>[A-Z][\w&.,’' ]{1,34}):")
_CONTACT = re.compile(
    r"(?i)\b(?:att(?:n|ention)|fax|facsimile|telecopy|telecopier|e-?mail|tel|telephone|phone|address|copy|copies|"
    r"number|no|source|cc)\b"
)


def notice_cities(text: str) -> list[DocumentFact]:
    """Towns of the parties' addresses for notices, if each address has one that can be read."""
    groups: list[list[re.Match[str]]] = []
    for head in _NOTICE.finditer(text):
        if groups and head.start() - groups[-1][-1].end() < 1600:
            groups[-1].append(head)
        else:
            groups.append([head])
    groups = [group for group in groups if len(group) >= 2] or _labelled(text)
    full = [found for group in groups if (found := _addresses(text, group))]
    return full[0] if len(full) == 1 else []


def _labelled(text: str) -> list[list[re.Match[str]]]:
    """Addresses that stand after the names of the parties and a colon, rather than after "if to"."""
    groups = []
    for opening in _ADDRESSED.finditer(text):
        close = _CLOSE.search(text, opening.end(), opening.end() + 2500)
        end = close.start() if close else min(len(text), opening.end() + 2500)
        heads = [
            head for head in _PARTY_LABEL.finditer(text, opening.end() - 1, end) if not _CONTACT.search(head["label"])
        ]
        groups += [heads] if len(heads) >= 2 else []
    return groups


def _addresses(text: str, heads: list[re.Match[str]]) -> list[DocumentFact]:
    """A town or more for each of ``heads``, each of which opens an address; none if one has none."""
    found = []
    for number, head in enumerate(heads):
        end = heads[number + 1].start() if number + 1 < len(heads) else head.end() + 500
        close = _CLOSE.search(text, head.end(), end)
        copy = _COPY.search(text, head.end(), end)
        towns = _towns(text, head.end(), min([end, *(match.start() for match in (close, copy) if match)]))
        if not towns:
            return []
        found += [fact("notice_city", text, span) for span in towns]
    return found if len(heads) >= 2 else []


def _towns(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Towns beside state or country and postal code, without the street whose name they may run on from."""
    matches = [
        match for pattern in (_TOWN, _TOWN_BEFORE) for match in pattern.finditer(text, start, min(end + 6, len(text)))
    ]
    if not matches:
        matches = [match for match in [_TOWN_ABROAD.search(text, start, end)] if match]
    spans = []
    for match in sorted(matches, key=lambda match: match.start("town")):
        first, last = match.span("town")
        for street in _STREET.finditer(text, first, last):
            if street.end() < last and text[street.end()].isspace():
                first = street.end() + 1
        words = re.split(r"\n|\s{2,}", text[first:last])[-1].strip()
        if len(words) < 3:
            return []
        spans.append((last - len(words), last))
    return spans
