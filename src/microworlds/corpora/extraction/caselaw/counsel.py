"""Lawyers and their town, from the lines of a caption that end "for appellant" and the like.

A line mixes persons, offices, firms and towns between commas. Every piece must be understood, and every line of a
side, before the side's lawyers are named: a question may count them.
"""

import re
from collections.abc import Iterator

from microworlds.corpora.extraction import regex
from microworlds.corpora.extraction.document_facts import DocumentFact, fact, legible, trimmed


def read(text: str, start: int, end: int) -> Iterator[DocumentFact]:
    """Lawyers of both sides and the town of the appealing side's, from the caption between ``start`` and ``end``."""
    sides: dict[str, list[tuple[int, int]] | None] = {"counsel_appellant": [], "counsel_appellee": []}
    towns: list[tuple[int, int]] = []
    for line in re.compile(r"[^\n]+").finditer(text, start, end):
        match = regex("counsel.for").search(text, *line.span())
        if match is None or line.start() == start or regex("counsel.aside").search(text, *line.span()):
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
    appellant, appellee = regex("counsel.appellant").search(who), regex("counsel.appellee").search(who)
    if bool(appellant) == bool(appellee) or len(who) > 90:
        return None
    return "counsel_appellant" if appellant else "counsel_appellee"


def _people(text: str, start: int, end: int) -> tuple[list[tuple[int, int]] | None, tuple[int, int] | None]:
    """Persons named between ``start`` and ``end`` and the town they end with; None for a piece not understood."""
    pieces = _pieces(text, start, end)
    if not pieces:
        return None, None
    words = [text[slice(*piece)] for piece, _ in pieces]
    esquires = any(regex("counsel.esquire").fullmatch(word) or word.endswith((" Esq.", " Esquire")) for word in words)
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
    plain = regex("counsel.clutter").sub(lambda match: "\0" * len(match.group()), text[start:end])
    at, joined = 0, False
    for match in [*regex("counsel.split").finditer(plain), None]:
        first, last = trimmed(plain, at, match.start() if match else len(plain), " \0.", " \0")
        firm = regex("counsel.of_firm").fullmatch(plain, first, last)
        if firm:
            pieces += [(firm.span("person"), joined), (firm.span("firm"), False)]
        elif last > first:
            pieces.append(((first, last), joined))
        if match:
            at, joined = match.end(), "and" in match.group() or "whom" in match.group()
    return [((start + first, start + last), after_and) for (first, last), after_and in pieces]


def _town(words: list[str]) -> int | None:
    """Index of the piece that names a town: the last, or the last but one if a state follows."""
    last, name = len(words) - 1, words[-1]
    state = regex("counsel.state").fullmatch(name)
    compound = regex("counsel.town_word").search(name)
    if last > 1 and state and not compound and regex("counsel.town").fullmatch(words[last - 1]):
        return last - 1
    signed = last > 1 and any(map(regex("counsel.esquire").search, words[: last - 1]))
    if signed and _is_town(words, last) and _is_town(words, last - 1):
        return last - 1  # a state that is not in the list
    if state and name not in ("Washington", "New York"):
        return None
    plain = last > 0 and regex("counsel.town").fullmatch(name) and not regex("counsel.office").search(name)
    return last if plain and (" " not in name or compound) else None


def _is_town(words: list[str], index: int) -> bool:
    """True if the piece could be the name of a place, and is neither an office nor a firm."""
    word = words[index]
    office = regex("counsel.office").search(word) or regex("counsel.esquire").search(word) or _in_firm(words, index)
    return regex("counsel.town").fullmatch(word) is not None and not office


def _kind(words: list[str], index: int, town: int | None, *, first: bool, joined: bool, esquires: bool) -> str:
    word = words[index]
    following = words[index + 1] if index + 1 < len(words) else ""
    if regex("counsel.suffix").fullmatch(word):
        return "suffix"
    if (town is not None and index >= town) or (index and not following and regex("counsel.state").fullmatch(word)):
        return "place"
    if regex("counsel.esquire").fullmatch(word) or regex("counsel.office").search(word):
        return "office"
    if regex("counsel.firm_end").match(following) or " " not in word:
        return "office" if _in_firm(words, index) else "unknown"
    if not regex("counsel.person").fullmatch(word):
        return "unknown"
    if esquires:
        return "person" if joined or _before_esquire(words[index + 1 :]) else "office"
    return "person" if first or joined or regex("counsel.initial").search(word) else "unknown"


def _before_esquire(words: list[str]) -> bool:
    """True if Esq. comes next, or Esquires after nothing but persons."""
    for place, word in enumerate(words):
        if regex("counsel.esquire").fullmatch(word):
            return place == 0 or word == "Esquires" or regex("counsel.suffix").fullmatch(words[0]) is not None
        if not regex("counsel.person").fullmatch(word) and not regex("counsel.suffix").fullmatch(word):
            return False
    return False


def _in_firm(words: list[str], index: int) -> bool:
    """True if a firm's name, told by its & or its ending, runs through the piece at ``index``."""
    return any(
        regex("counsel.firm").search(word) and all(" " not in between for between in words[index + 1 : later])
        for later, word in enumerate(words)
        if later > index
    )
