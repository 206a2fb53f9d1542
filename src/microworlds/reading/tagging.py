"""A rough part-of-speech tagger: closed classes, verb lists, endings, and the word before.

It is meant for finding the edges of phrases, not for grammar: nine words in ten are enough.
"""

from dataclasses import dataclass
from functools import lru_cache

from microworlds.reading import words as lexicon

_TAGS = {word: tag for tag in "DIOCSXRY" for word in lexicon.listed(f"tag_{tag}")}
"""Tags of the words of closed classes."""
_ADJECTIVES = lexicon.listed("adjective")
_NOUNS = lexicon.listed("noun")
_NOUN_ENDINGS = ("er", "or", "ment", "tion", "sion", "ance", "ence", "ity", "ness", "ship", "ist", "ism", "dom", "ure")
_ADJECTIVE_ENDINGS = ("ous", "ful", "ive", "able", "ible", "less", "ical", "ish", "ary", "ic", "al")


@dataclass(frozen=True)
class Word:
    """A token with its place in the text, its tag and its term."""

    text: str
    start: int
    end: int
    tag: str
    term: str


@lru_cache(maxsize=1 << 12)
def words(text: str) -> tuple[Word, ...]:
    """The tokens of a sentence with their tags.

    D determiner, A adjective, N noun, P name, M number, V verb, X auxiliary, I preposition, O pronoun, C and/or,
    S clause opener, R adverb, Y interjection, ``.`` punctuation.
    """
    found: list[Word] = []
    for match in lexicon.TOKEN.finditer(text):
        token = match.group()
        tag = _tag(token, found)
        found.append(Word(token, match.start(), match.end(), tag, lexicon.term(token)))
    return tuple(found)


def _tag(token: str, before: list[Word]) -> str:
    """The tag of a token, given those before it."""
    first = token[0]
    if first.isdigit() or first in "$€£":
        return "M"
    if not first.isalpha():
        return "."
    lower = token.lower().replace("’", "'")
    previous = before[-1] if before else None
    opening = previous is None or previous.text in '.!?:;“"('
    closed = _TAGS.get(lower)
    if closed and not (token.isupper() and len(token) > 1 and closed in "OSIC"):
        return closed
    if first.isupper() and not (opening and is_common(lower)):
        return "P"
    return _open(lower, previous)


def is_common(lower: str) -> bool:
    """True if a capitalised word that opens a sentence is probably no name."""
    return (
        lower in lexicon.STOP
        or lexicon.term(lower) in lexicon.COMMON
        or lower in _NOUNS
        or lower in _ADJECTIVES
        or lexicon.is_verb(lower)
        or lower.endswith(("ing", "ly", "ed", "tion", "ness"))
    )


def _open(lower: str, previous: Word | None) -> str:
    """The tag of a word of an open class: by what may follow the word before, then by lists, then by ending."""
    tag = previous.tag if previous else "."
    verb = lexicon.is_verb(lower)
    if lower in _ADJECTIVES:
        return "A"
    if lower.endswith("ly") and len(lower) > 4:
        return "R"
    if lower.endswith(_NOUN_ENDINGS) and not (verb and tag in "OXR") and not lexicon.is_base(lower):
        return "N"
    if verb and tag in "DAM" and not lower.endswith(("ing", "ed")):
        return "N"
    if verb and (tag in "OXR" or (previous is not None and previous.text.lower() == "to")):
        return "V"
    if verb and (lower.endswith("ing") or lexicon.is_form(lower)):
        return "V" if tag != "D" else "N"
    if lower.endswith("ed") and len(lower) > 4:
        return "V" if tag not in "D" else "A"
    if verb and lower not in _NOUNS and tag not in "I":
        return "V"
    if lower.endswith(_ADJECTIVE_ENDINGS) and len(lower) > 5:
        return "A"
    return "N"
