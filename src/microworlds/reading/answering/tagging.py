"""A rough part-of-speech tagger: closed classes, verb lists, endings, and the word before.

It is meant for finding the edges of phrases, not for grammar: nine words in ten are enough.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from microworlds.reading.answering import lexicon

_CLOSED = {
    "D": """
        a an the this that these those each every some any no another either neither both all several many
        few my your his her its our their whose
        """,
    "I": """
        of in on at by for with from to into onto upon about over under between during through against per
        via within without among toward towards across after before since until till behind beside besides
        beyond near despite as like than off around along except including regarding concerning
        """,
    "O": """
        i you he she it we they me him us them myself yourself himself herself itself ourselves themselves
        someone somebody something everyone everybody everything anyone anybody anything nobody nothing one
        ones mine yours theirs
        """,
    "C": """
        and or but nor yet plus
        """,
    "S": """
        because if while although though unless whereas so that when where who which whom whether how why
        what once 'cause cause
        """,
    "X": """
        am is are was were be been being has have had do does did will would shall should can could may
        might must cannot won't don't didn't doesn't isn't wasn't aren't weren't haven't hasn't hadn't can't
        couldn't wouldn't shouldn't gonna i'm i've i'd i'll we're we've we'd we'll you're you've you'll
        they're they've they'll it's he's she's that's there's what's here's who's let's
        """,
    "R": """
        not never always often also just only even still already soon now then here there too very really
        quite so again almost maybe perhaps ever yet instead rather definitely actually finally recently
        lately usually together away back well more most less least up down out twice once later yesterday
        today tomorrow tonight
        """,
    "Y": """
        yes yeah yep yup no nope oh wow hey hi hello ok okay please thanks thank sure hmm haha aww congrats
        """,
}
"""Words of closed classes by tag."""
_TAGS = {word: tag for tag, words in _CLOSED.items() for word in words.split()}
_ADJECTIVES = frozenset(
    """
    good great big small new old young long short high low own other same different last next first second third
    early late many few little large huge happy sad hard easy nice best better worst bad worse main major whole
    full free open safe special real true tough cool awesome amazing beautiful proud excited scared lucky close
    local public private final original current present former recent upcoming due ready sure certain several
    fun red blue green black white yellow purple pink brown gray grey dark light hot cold warm fresh strong weak
    single sorry
    """.split()
)
_NOUNS = frozenset(
    """
    work book play plan place name run walk show trip call move visit dance paint study group support love help
    talk need plant cook offer award order claim notice rent lease charge fine sentence judgment record report
    bill fee house dog cat way day year week month time thing people life home friend family kid kids mom dad
    job school car park class course center shelter store shop studio business team community event project
    meeting food judge trial witness ruling holding author counsel draft finding
    """.split()
)
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
        return _closed(lower, closed, previous)
    if first.isupper() and not (opening and is_common(lower)):
        return "P"
    return _open(lower, previous)


def is_common(lower: str) -> bool:
    """True if a capitalised word that opens a sentence is probably no name."""
    return (
        lower in lexicon.STOP
        or lower in lexicon.COMMON
        or lower in _NOUNS
        or lower in _ADJECTIVES
        or lexicon.is_form(lower)
        or lexicon.term(lower) in lexicon.verb_stems()
        or lower.endswith(("ing", "ly", "ed", "tion", "ness"))
    )


def _closed(lower: str, closed: str, previous: Word | None) -> str:
    if lower == "that" and previous is not None and previous.tag in "NPV":
        return "S"
    if lower == "her" and previous is not None and previous.tag == "V":
        return "D"
    return closed


def _open(lower: str, previous: Word | None) -> str:
    """The tag of a word of an open class: by what may follow the word before, then by lists, then by ending."""
    tag = previous.tag if previous else "."
    verb = lexicon.is_form(lower) or lexicon.term(lower) in lexicon.verb_stems()
    if lower in _ADJECTIVES:
        return "A"
    if lower.endswith("ly") and len(lower) > 4:
        return "R"
    if lower.endswith(_NOUN_ENDINGS) and not (verb and tag in "OXR") and lower not in lexicon.verbs():
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
