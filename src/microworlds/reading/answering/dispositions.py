"""What a court did, wherever a sentence says it: affirmed, reversed and remanded, dismissed in part."""

from __future__ import annotations

import re
from collections.abc import Iterator

from microworlds.reading.answering.value import Value

_PARTICIPLES = {
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
_DISPOSITION = re.compile(rf"\b{_VERB}\w*(?:\s+in\s+part)?(?:{_AND}{_VERB}\w*(?:\s+in\s+part)?)*", re.IGNORECASE)
_STEP = re.compile(rf"(?P<verb>{_VERB})\w*(?P<part>\s+in\s+part)?", re.IGNORECASE)


def find(text: str) -> Iterator[Value]:
    """What was done, each stretch of verbs as one, in participles."""
    for match in _DISPOSITION.finditer(text):
        shown = in_participles(match.group())
        yield Value(match.start(), match.end(), shown, "outcome", shown)


def in_participles(words: str) -> str:
    """What was done, as participles.

    >>> in_participles("we AFFIRM in part and remand")
    'affirmed in part and remanded'
    """
    found = []
    for match in _STEP.finditer(words):
        stem = next(stem for stem in _PARTICIPLES if match["verb"].lower().startswith(stem))
        found.append(_PARTICIPLES[stem] + (" in part" if match["part"] else ""))
    return " and ".join(dict.fromkeys(found))
