"""What a court says it holds, and the question it says it decides."""

from __future__ import annotations

import re
from collections.abc import Iterator

from microworlds.reading.answering.value import Value

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
_OTHER_COURT = re.compile(
    r"\b(?:trial|district|circuit|superior|lower|county|family|probate|appellate|supreme)\s+court\b"
    r"|\b(?:in|see)\s+[A-Z]",
    re.IGNORECASE,
)
_PAST = ("held", "concluded", "found", "determined", "ruled")


def find(kind: str, text: str) -> Iterator[Value]:
    """The clause of a holding or an issue, to the end of the sentence, with how surely it is this court's own."""
    end = len(text.rstrip(' .;"”'))
    match = (_ISSUE if kind == "issue" else _HOLDS).search(text)
    if match is None:
        return
    start = match.start("clause") if kind == "issue" else match.end()
    words = text[start:end]
    if len(words.split()) > 3:
        yield Value(start, end, words, kind, words.lower(), 0.4 if kind == "issue" else _sure(match))


def _sure(match: re.Match[str]) -> float:
    """How surely a sentence states what this court itself holds: we hold, less so we find, least the court held."""
    verb = match["verb"].lower()
    own = 0.7 if verb.startswith("hold") else 0.5 if verb.startswith(("conclu", "are")) else 0.25
    own = 0.1 if verb in _PAST else own
    other = _OTHER_COURT.search(match.string[: match.start("verb")]) is not None or "not" in match["gap"].split()
    return own - 0.3 * other
