"""What a description is compared by: its telling words, and how many of them a turn has."""

from __future__ import annotations

import re
from collections.abc import Sequence

from microworlds.reading.answering import lexicon, passages

_CONTRACTED = re.compile(r"(?:n['’]t|['’](?:ve|s|d|ll|m|re))\b")
IDLE = lexicon.terms(
    """
    opinion ruling case decision judgment judgement precedent authority matter appeal agreement contract document
    paper lease deal bring mention raise name cite speak talk discuss send share show flag table introduce offer
    present propose suggest produce give put forward refer pull come call pick find circulate hand pass point
    court judge day date number docket decide argue submit hear file write author year month week time long people
    who whom first also tell say ask remind know take lawyer counsel attorney party appellant appellee
    petitioner respondent plaintiff defendant side order below trial tribunal result outcome affirm reverse hold
    holding standard statute provision section act law cite old early earliest town city county place
    many much most full whole complete after before now current present go back make want use what who there else
    something anything someone way around right behind along whatever whoever whichever level matter central main
    elapse pass lie count between gap argument submission hearing issue state come become get did does didn have has
    meant supposed need must still more less one two three four pair former latter other another oldest newest late
    later latest young youngest recent ancient furthest name write penned pen sign exactly please remind curious
    wonder mind today moment day days question answer
    """
)
"""Terms that any question about a document may have, or any way of bringing one up."""
_OPINION = frozenset(
    number for word in "praise like dislike doubt read".split() for number in lexicon.classes(lexicon.term(word))
)
INTRODUCING = (
    frozenset(
        number
        for word in "bring send mention raise propose suggest share present introduce cite circulate".split()
        for number in lexicon.classes(lexicon.term(word))
    )
    - _OPINION
)
"""Synonym classes of bringing something up; what one thinks of it, or does with it, tells documents apart."""


def introduces(one: str) -> bool:
    """True for a word that may stand for bringing a document up."""
    return not INTRODUCING.isdisjoint(lexicon.classes(one))


def terms(text: str) -> list[str]:
    """Terms of the content words, those of hyphenated words one by one."""
    return lexicon.content(_parted(text))


def covered(wanted: Sequence[str], text: str, weights: Sequence[float] = ()) -> float:
    """The weighted share of terms that a text has; a synonym counts half."""
    weights = weights or [1.0] * len(wanted)
    if not wanted:
        return 0.0
    own, classes = _analysed(text)
    return sum(_match(one, own, classes) * weight for one, weight in zip(wanted, weights, strict=True)) / sum(weights)


def _analysed(text: str) -> tuple[frozenset[str], frozenset[int]]:
    """Terms and synonym classes of a text, hyphenated words taken apart."""
    return passages.analysed(_parted(text))


def _parted(text: str) -> str:
    """A text with hyphenated words and contractions taken apart."""
    return _CONTRACTED.sub(" ", re.sub(r"(?<=\w)[-–—/](?=[^\W\d])", " ", text))


def _match(one: str, own: frozenset[str], classes: frozenset[int]) -> float:
    return 1.0 if one in own else 0.5 if any(number in classes for number in lexicon.classes(one)) else 0.0
