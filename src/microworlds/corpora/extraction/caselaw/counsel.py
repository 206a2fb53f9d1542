"""Lawyers and their town, from the lines of a caption that end "for appellant" and the like.

A line mixes persons, offices, firms and towns between commas. Every piece must be understood, and every line of a
side, before the side's lawyers are named: a question may count them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from microworlds.corpora.extraction.document_facts import DocumentFact, fact, legible
from microworlds.corpora.extraction.gazetteer import FIFTY

_FOR = re.compile(
    r",?\s+(?:(?:were|was) on (?:the|a|his|her|"
    r"their) briefs?,?\s+)?(?:argued,?\s+)?(?:[Aa]ttorneys?\s+)?for\s+(?:the\s+|"
    r"designated\s+)*(?P<who>(?:(?!\bfor\b).)+?)\.?$"
)
_APPELLANT = re.compile(r"(?i)\b(?:ap-?pel-?lants?|pe-?ti-?tion-?ers?)\b")
_APPELLEE = re.compile(r"(?i)\b(?:ap-?pel-?lees?|re-?spon-?dents?)\b")
_ASIDE = re.compile(r"(?i)\bami-?c|\bin-?ter-?ve-?nor|\bguardian ad litem|\bin support of\b")
_CLUTTER = re.compile(
    r"(?i)\s*\((?:argued|orally|on (?:the )?briefs?|of counsel)\)|,?\s+(?:appointed|assigned|"
    r"under\s+appointment)\s+(?:by|under)\b[^,]*(?=,|$)|,?\s*pro hac vice\b|,?\s+argued\b"
)
_SPLIT = re.compile(r",\s*with whom\s+|\s+with whom\s+|,\s+and\s+|,\s+|\s+and\s+|;\s+")
_PERSON = re.compile(
    r"[A-Z][\w.'’-]*(?:\s(?:(?:[A-Z]\.)+|[A-Z][\w'’-]+|van|von|de|der|du|la|St\.)){0,3}\s(?:Mc|Mac|"
    r"O['’]|D['’]|De|Di|La|Le|Van)?[A-Z][\w'’-]*[a-z](?:\s(?:II|III|IV|Jr\.?|Sr\.?))?"
)
_OF_FIRM = re.compile(rf"(?P<person>{_PERSON.pattern})[\0\s]+of\s+(?P<firm>[A-Z].*)")
_INITIAL = re.compile(r"(?:^|\s)(?:[A-Z]\.)+(?:\s|[A-Z])")
_ESQUIRE = re.compile(r"Esqs?\.?|Esquires?")
_SUFFIX = re.compile(r"(?:Jr|Sr)\.?|II|III|IV")
_OFFICE = re.compile(
    r"(?i)\b(?:attorney|atty|counsel|solicitor|prosecutor|defender|general|director|deputy|chief|"
    r"assistant|asst|dep|dist|district|department|dept|office|bureau|division|"
    r"commission|commonwealth|united states|justice|legal|service|services|project|university|of the|"
    r"city of|county of|town of|clinic|center|law|was|were|brief|briefs|no|counsel-in-charge)\b"
)
_FIRM = re.compile(
    r"&|\b(?:LLP|LLC|PLLC|P\.?\s?A|P\.?\s?C|L\.?L\.?P|L\.?L\.?C|PC|PA|Associates|Firm|Group|Offices?|Chtd|Ltd|Inc)\b\.?"
)
_FIRM_END = re.compile(r"^(?:LLP|LLC|PLLC|P\.\s?A\.?|P\.\s?C\.?|L\.L\.P\.?|L\.L\.C\.?|PC|PA|Chartered|Chtd\.?|Ltd\.?)$")
_STATE = re.compile(rf"[A-Z]{{2}}|[A-Z][a-z]+\.|D\.C\.|N\.[A-Z]\.|S\.[A-Z]\.|W\. ?Va\.|DC|{FIFTY}")
_TOWN = re.compile(r"[A-Z][a-z]+(?:-[a-z]+)?|(?:[A-Z][a-z]+|St\.)\s[A-Z][a-z]+|Washington")
_TOWN_WORD = re.compile(
    r"\b(?:New|North|South|East|West|Camp|Fort|San|Santa|Los|Las|St\.|Mount|Port|Lake|Grand|Little|"
    r"Long|El|La|Salt|Saint|Upper|Lower|Des|Baton|Palm|Cedar|Kansas|Great)\s"
    r"|\s(?:City|Hill|Hills|Park|Valley|Chester|Castle|Grove|Square|Meeting|Rapids|Falls|Springs|"
    r"Beach|Rock|Orleans|York|Haven|Town|Point|Heights|Island|Creek|Ridge|Village|Church|Barre|Bend|"
    r"Moines|Wayne|Worth|Worth|Diego|Francisco|Angeles|Jose|Louis|Paul)$"
)


def read(text: str, start: int, end: int) -> Iterator[DocumentFact]:
    """Lawyers of both sides and the town of the appealing side's, from the caption between ``start`` and ``end``."""
    sides: dict[str, list[tuple[int, int]] | None] = {"counsel_appellant": [], "counsel_appellee": []}
    towns: list[tuple[int, int]] = []
    for line in re.compile(r"[^\n]+").finditer(text, start, end):
        match = _FOR.search(text, *line.span())
        if match is None or line.start() == start or _ASIDE.search(text, *line.span()):
            continue
        side = _side(match["who"])
        persons, town = _people(text, line.start(), match.start())
        if side is None or persons is None:
            for name in sides if side is None else (side,):
                sides[name] = None
            continue
        known = sides[side]
        if known is not None:
            known.extend(persons)
        if side == "counsel_appellant" and town is not None:
            towns.append(town)
    for attribute, spans in sides.items():
        yield from (fact(attribute, text, span) for span in spans or ())
    if sides["counsel_appellant"]:
        yield from (fact("counsel_city", text, town) for town in towns)


def _side(who: str) -> str | None:
    appellant, appellee = _APPELLANT.search(who), _APPELLEE.search(who)
    if bool(appellant) == bool(appellee) or len(who) > 90:
        return None
    return "counsel_appellant" if appellant else "counsel_appellee"


def _people(text: str, start: int, end: int) -> tuple[list[tuple[int, int]] | None, tuple[int, int] | None]:
    """Persons named between ``start`` and ``end`` and the town they end with; None for a piece not understood."""
    pieces = _pieces(text, start, end)
    if not pieces:
        return None, None
    words = [text[slice(*piece)] for piece, _ in pieces]
    esquires = any(_ESQUIRE.fullmatch(word) or word.endswith((" Esq.", " Esquire")) for word in words)
    town = _town(words)
    persons: list[tuple[int, int]] = []
    for index, (piece, joined) in enumerate(pieces):
        word = words[index]
        kind = _kind(words, index, town, first=index == 0, joined=joined, esquires=esquires)
        if kind == "unknown":
            return None, None
        if kind == "person":
            if not legible(word, text[start:end]) or re.search(r"-[a-z]", word):
                return None, None
            persons.append(piece)
        elif kind == "suffix" and persons and pieces[index - 1][0] == persons[-1]:
            persons[-1] = (persons[-1][0], piece[1])
    return persons, pieces[town][0] if town is not None else None


def _pieces(text: str, start: int, end: int) -> list[tuple[tuple[int, int], bool]]:
    """Spans between commas and ands, without clutter, and whether "and" or "with whom" came before each."""
    pieces: list[tuple[tuple[int, int], bool]] = []
    at, joined = start, False
    plain = _CLUTTER.sub(lambda match: "\0" * len(match.group()), text[start:end])
    for match in [*_SPLIT.finditer(plain), None]:
        stop = start + match.start() if match else end
        first, last = at, stop
        while first < last and plain[first - start] in " \0.":
            first += 1
        while last > first and plain[last - 1 - start] in " \0":
            last -= 1
        firm = _OF_FIRM.fullmatch(plain, first - start, last - start)
        if last > first:
            pieces.append(((first, start + firm.end("person") if firm else last), joined))
        if firm:
            pieces.append(((start + firm.start("firm"), last), False))
        if match:
            at, joined = start + match.end(), "and" in match.group() or "whom" in match.group()
    return pieces


def _town(words: list[str]) -> int | None:
    """Index of the piece that names a town: the last, or the last but one if a state follows."""
    last = len(words) - 1
    if (
        last > 0
        and _STATE.fullmatch(words[last])
        and not _TOWN_WORD.search(words[last])
        and last > 1
        and _TOWN.fullmatch(words[last - 1])
    ):
        return last - 1
    name = words[last]
    if (
        last > 1
        and any(map(_ESQUIRE.search, words[: last - 1]))
        and _is_town(words, last)
        and _is_town(words, last - 1)
    ):
        return last - 1  # a state that is not in the list
    if _STATE.fullmatch(name) and name not in ("Washington", "New York"):
        return None
    plain = last > 0 and _TOWN.fullmatch(name) and not _OFFICE.search(name) and not _FIRM.search(name)
    return last if plain and (" " not in name or _TOWN_WORD.search(name)) else None


def _is_town(words: list[str], index: int) -> bool:
    """True if the piece could be the name of a place, and is neither an office nor a firm."""
    word = words[index]
    office = _OFFICE.search(word) or _FIRM.search(word) or _ESQUIRE.search(word) or _in_firm(words, index)
    return _TOWN.fullmatch(word) is not None and not office


def _kind(words: list[str], index: int, town: int | None, *, first: bool, joined: bool, esquires: bool) -> str:
    word = words[index]
    following = words[index + 1] if index + 1 < len(words) else ""
    if _SUFFIX.fullmatch(word):
        return "suffix"
    if (town is not None and index >= town) or (index and not following and _STATE.fullmatch(word)):
        return "place"
    if _ESQUIRE.fullmatch(word) or _OFFICE.search(word) or _FIRM.search(word):
        return "office"
    if _FIRM_END.match(following) or " " not in word:
        return "office" if _in_firm(words, index) else "unknown"
    if not _PERSON.fullmatch(word):
        return "unknown"
    if esquires:
        return "person" if joined or _before_esquire(words[index + 1 :]) else "office"
    return "person" if first or joined or _INITIAL.search(word) else "unknown"


def _before_esquire(words: list[str]) -> bool:
    """True if Esq. comes next, or Esquires after nothing but persons."""
    for place, word in enumerate(words):
        if _ESQUIRE.fullmatch(word):
            return place == 0 or word == "Esquires" or _SUFFIX.fullmatch(words[0]) is not None
        if not _PERSON.fullmatch(word) and not _SUFFIX.fullmatch(word):
            return False
    return False


def _in_firm(words: list[str], index: int) -> bool:
    """True if a firm's name, told by its & or its ending, runs through the piece at ``index``."""
    return any(
        _FIRM.search(word) and all(" " not in between for between in words[index + 1 : later])
        for later, word in enumerate(words)
        if later > index
    )
