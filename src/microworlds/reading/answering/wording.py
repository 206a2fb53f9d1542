"""Patterns of English, written as lists of words and phrases over several lines.

Alternatives are parted by a bar with a space on each side; a bar without spaces is the ordinary one inside a group.
"""

from __future__ import annotations

import re

AUXILIARY = (
    r"(?:was|were|is|are|am|did|does|do|has|have|had|can|could|will|would|shall|should|may|might|must|"
    r"isn['’]t|wasn['’]t|didn['’]t|doesn['’]t|aren['’]t|weren['’]t|hasn['’]t|won['’]t)"
)
WH = r"(?:what|which|who|whom|whose|when|where|why|how)"
_BREAK = re.compile(r"\s*\n\s*")
_BAR = re.compile(r"(?:^|\s+)\|(?:\s+|$)")


def joined(text: str) -> str:
    """The alternatives of a text as one group.

    >>> joined("go with | settled? on")
    '(?:go with|settled? on)'
    """
    body = _BREAK.sub(" ", text.strip())
    return "(?:" + _BAR.sub("|", body).strip("|") + ")"


def words(text: str) -> re.Pattern[str]:
    """A pattern of whole words and phrases, in any case."""
    return re.compile(rf"\b{joined(text)}\b", re.IGNORECASE)


def parts(text: str) -> re.Pattern[str]:
    """The same without word boundaries."""
    return re.compile(joined(text), re.IGNORECASE)


def without(text: str, *patterns: re.Pattern[str]) -> str:
    """A text with what the patterns match turned into spaces, so that places in it stay what they were."""
    for pattern in patterns:
        text = pattern.sub(lambda match: " " * len(match.group()), text)
    return text
