"""What lines and paragraphs of an opinion state, each taken by itself: caption lines, heads of writings, sentences.

The extractors of ``corpora.extraction`` say what may be asserted of a whole opinion; a reader is given some of its
lines, must answer from them, and knows what is asked. So the extractors' own recognisers come first, and where they
keep silent the same signs are read more freely.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from microworlds.core.value_types import sameness
from microworlds.corpora.attributes import OPINION
from microworlds.corpora.extraction import opinion_facts
from microworlds.corpora.extraction.document_facts import DocumentFact
from microworlds.reading.casework import lines, prose
from microworlds.reading.casework.library import Case
from microworlds.reading.casework.lines import Values

_WHOLE = 2500
"""Characters from which a passage may be an opinion as a whole."""


@dataclass(frozen=True)
class Stated:
    """A value that a passage states of its document; ``rank`` 0 is the extractors' own reading, more is freer."""

    value: str
    passage: int
    rank: float


def stated(case: Case, attribute: str, question: str) -> list[Stated]:
    """Values of an attribute that a document's passages state, best first, each value once.

    ``question`` tells apart several things of one kind: the ruling on the demurrer and the judgment.
    """
    found: list[Stated] = []
    later = -1 if attribute == "outcome" else 1
    for place, (passage, text) in enumerate(case.texts):
        for value, rank in _in_text(attribute, text, question):
            found.append(Stated(value, passage, rank + later * place * 0.05))
    if attribute in ("dissenter", "concurrer"):
        found = _apart(case, found)
    found.sort(key=lambda one: one.rank)
    kind = OPINION[attribute].kind
    distinct: dict[object, Stated] = {}
    for one in found:
        distinct.setdefault(sameness(kind, one.value), one)
    return _fuller(list(distinct.values())) if attribute == "statute" else list(distinct.values())


def _apart(case: Case, found: list[Stated]) -> list[Stated]:
    """The judges who wrote apart: a bare name tells of one only beside another's, or where it is all that is shown.

    A line like "Judge THORNE." heads the opinion of the court as well as a dissent.
    """
    bare = [one for one in found if one.rank >= _BARE]
    named = {one.value.lower() for one in bare}
    if len(case.texts) == 1 or len(named) < len(found):
        return found
    return bare[1:] if len(named) > 1 else []


_BARE = 2.0
"""The rank of a name that stands alone."""


def _fuller(found: list[Stated]) -> list[Stated]:
    """The provisions with the first as it is named most fully: Section 4 of the Wharves Act rather than Section 4."""
    longer = [one for one in found[1:] if found and one.value.startswith(f"{found[0].value} of")]
    return [*longer[:1], *(one for one in found if one not in longer[:1])]


@lru_cache(maxsize=1 << 10)
def _whole(text: str) -> tuple[DocumentFact, ...]:
    return opinion_facts.facts(text)


@lru_cache(maxsize=1 << 12)
def _in_text(attribute: str, text: str, question: str) -> tuple[tuple[str, float], ...]:
    """Values in one passage with their rank."""
    if len(text) > _WHOLE:
        exact = tuple((item.value, 0.0) for item in _whole(text) if item.attribute == attribute)
        if exact:
            return exact
    reader = _READERS.get(attribute)
    return tuple(reader(attribute, text, question)) if reader is not None else ()


def _party(attribute: str, text: str, question: str) -> Values:
    del question
    yield from ((item.value, 0.0) for item in _whole(text) if item.attribute == attribute)


_READERS: dict[str, Callable[[str, str, str], Values]] = {
    **dict.fromkeys("court docket decided_on argued_on submitted_on panel".split(), lines.caption),
    **dict.fromkeys("author dissenter concurrer".split(), lines.judge),
    **dict.fromkeys("counsel_appellant counsel_appellee counsel_city".split(), lines.lawyers),
    **dict.fromkeys("ruled_below_on filed_on incident_on".split(), lines.course),
    **dict.fromkeys("holding issue standard".split(), prose.clause),
    **dict.fromkeys("tribunal_below judge_below county".split(), prose.below),
    **dict.fromkeys("award fine price claimed sentence".split(), prose.money),
    **dict.fromkeys("appellant appellee plaintiff defendant".split(), _party),
    "outcome": prose.outcome,
    "statute": prose.statute,
    "earliest_precedent": prose.earliest,
}
