"""How an answer stands to what it mentions: it says that it holds, that it held once, that it does not; or is open."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from microworlds.reading import words

Standing = Literal["holds", "former", "denied"]
NOW, _BESIDE, _MAYBE = (words.regex(f"grading.{name}") for name in ("now", "beside", "maybe"))
_FORMER, _FORMERLY = words.regex("grading.former"), words.regex("grading.formerly")
_DENIED, _NOT_THIS = words.regex("grading.denied"), words.regex("grading.not_this")
_NEAR = 60
"""How many characters before and after a mention tell how it is meant."""
_OR_AFTER = re.compile(r"[\"”')\].]*\s*,?\s*(?:\(?or\b|/|and/or\b)|\?.*\w", re.IGNORECASE)
_NAMES = r"[A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*)*"
_LIST = re.compile(rf"(?!Not?\b){_NAMES}(?:\s*(?:,|;|/|&|\band\b)\s*{_NAMES})+")


@dataclass(frozen=True)
class Mention:
    """Something that an answer mentions; ``key`` is what it amounts to."""

    start: int
    end: int
    key: object
    standing: Standing = "holds"


def claimed(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """What an answer settles on: what it says holds; if that is nothing, what it says held."""
    made: list[Mention] = []
    floor = 0
    for number, one in enumerate(mentions):
        ceiling = mentions[number + 1].start if number + 1 < len(mentions) else len(text)
        after = text[one.end : min(ceiling, one.end + _NEAR)]
        made.append(replace(one, standing=_standing(text[max(floor, one.start - _NEAR) : one.start], after)))
        formerly = _FORMERLY.search(after)
        floor = one.end + (formerly.end() if formerly else 0)  # what is said of one thing says nothing of the next
    holding = [one for one in made if one.standing == "holds"]
    return holding or [one for one in made if one.standing == "former"]


def _standing(before: str, after: str) -> Standing:
    """How something is meant, by the words before and after it."""
    before = re.split(r"[.!?;]\s", before)[-1]
    if _NOT_THIS.search(after) or (_DENIED.search(before) and not re.search(r"\bif\b", before, re.IGNORECASE)):
        return "denied"
    former, now = ([match.end() for match in shape.finditer(before)] for shape in (_FORMER, NOW))
    return "former" if _FORMERLY.search(after) or max(former, default=-1) > max(now, default=-1) else "holds"


def undecided(text: str, mentions: Sequence[Mention]) -> bool:
    """Whether several things that an answer mentions are left beside one another."""
    rest = text
    for one in mentions:
        rest = rest[: one.start] + " " * (one.end - one.start) + rest[one.end :]
    asked = any(text[one.end : one.end + 1] == "?" for one in mentions) or rest.rstrip().endswith("?")
    return asked or _BESIDE.search(rest) is not None or _MAYBE.search(rest) is not None


def beside(text: str, start: int, end: int) -> bool:
    """Whether something else is put beside a stretch of words, as if either might be meant."""
    rest = f"{text[:start]} {text[end:]}"
    listed = _LIST.fullmatch(text.strip(" .")) is not None and rest.strip(" .") != ""
    doubts = _BESIDE.search(rest) is not None or len(_MAYBE.findall(rest)) > 1
    return listed or doubts or _OR_AFTER.match(text, end) is not None
