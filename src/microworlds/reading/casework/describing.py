"""What a text says of the document it means: by name, person, meeting, place held, act and subject."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from microworlds.core.text import stems
from microworlds.reading.answering.context import Context, Turn
from microworlds.reading.casework import vocabulary
from microworlds.reading.casework.library import Library, Mention
from microworlds.reading.casework.talk import Talk

_FRAME = frozenset(
    stems("""
        a an the this that these those what which who whom whose when where why how do does did is are was were
        be been being has have had can could will would should shall may might must of in on at by for from to
        with under between before after and or but if as since because while than then there here it its he she
        him her his hers they them their we us our ours you your i my me mine one ones some any all each both
        either neither not no yes also only just now today currently present presently latest court judge
        justice opinion ruling case decision judgment judgement precedent authority matter appeal argument argue
        decide write author wrote written pen deliver issue hand down came come get got give go number docket
        date day month year long many much full whole complete pass lie apart hear hearing file counsel attorney
        lawyer appellant appellee petitioner respondent party plaintiff defendant outcome result hold holding
        conclude statute section provision act standard review apply same different earlier later first last
        oldest earliest recent old new young town county state tribunal lower below trial affirm reverse dissent
        concur join separate please tell remind name know want need think like say said mention bring brought
        raise table flag share show introduce suggest propose find found produce speak spoke put forward offer
        talk recommend pick pull read reading assign study persuade impress interval team people someone
        somebody person it'd don't isn't that's there's what's who's let's submit submission ask thing page up
        material record far anyone recall remember remind detail lost forgot check summary file help colleague mind
        out over into about such so very really quite own s t d ll re ve m
    """)
)  # fmt: skip
"""Stems that say nothing of which document is meant."""
_SMALL = frozenset(
    stems("""
        a an the this that these those what which who whom whose when where why how do does did is are was were be been
        being has have had can could will would should shall may might must of in on at by for from to with under and
        or but if as it its he she him her his they them their we us our you your i my me not no so just very
    """)
)  # fmt: skip
"""Stems that join others, and are part of no name."""
_TERMS = re.compile(
    r"\bstandard[\s-]of[\s-]review\b|\bburden[\s-]of[\s-]proof\b|\border[\s-]of[\s-]argument\b", re.IGNORECASE
)
_ASKS_STANDARD = re.compile(
    r"\b(?:what|which|same|identical)\s(?:\w+\s){0,2}standard|standard of review\b[^?]{0,50}\b(?:same|identical)",
    re.IGNORECASE,
)
_THEIRS = re.compile(r"\btheir\b(?!\s+opponents?\b)", re.IGNORECASE)
"""Who asks about a team says their for what its members call our."""
_SECTIONS = re.compile(
    r"(?:(?<=\bthe\s)|(?<=\bour\s)|(?<=\bthat\s))(?!oral\b)[\w-]+\sargument(?:\ssection)?\b"
    r"|\b(?!(?:which|what|statutory|federal|state|code|that|same|the|of|under|one)\b)[\w-]+\s(?:section|"
    r"paragraph)\b(?!\s+(?:of|\d))"
    r"|\b(?:[\w-]+\s)?(?:letter|outline|table|brief)\b(?!\s+(?:of|\d))",
    re.IGNORECASE,
)
"""Parts of the team's own papers, whose names have words in common with what opinions state."""


@dataclass(frozen=True)
class Description:
    """What a text says of the document it means."""

    text: str
    mentions: tuple[Mention, ...]
    role: str | None
    act: str | None
    people: tuple[str, ...]
    occasion: frozenset[int] | None
    topics: frozenset[str]

    @property
    def says_something(self) -> bool:
        """True if there is anything to go by."""
        return bool(self.mentions or self.role or self.people or self.occasion is not None or self.topics)


class Transcript:
    """A conversation, with what each of its turns says of documents."""

    def __init__(self, context: Context) -> None:
        """Note which turns name a document."""
        self.context = context
        self.library = Library(context)
        self.talk = Talk(context)
        self.turns = context.turns
        self.said = {turn.number: turn.text for turn in self.turns}
        self._mentions = {number: tuple(self.library.mentions(text)) for number, text in self.said.items()}
        self._named_first: dict[str, int] = {}
        for turn in self.turns:
            for key in self.keys(turn):
                self._named_first.setdefault(key, turn.number)
        self._stems = {number: telling(text) for number, text in self.said.items()}
        self._spread: dict[str, int] = {}
        for turn in self.turns:
            for word in self._stems[turn.number]:
                self._spread[word] = self._spread.get(word, 0) + 1

    def bringing(self) -> list[Turn]:
        """Turns that name a document."""
        return [turn for turn in self.turns if self._mentions[turn.number]]

    def keys(self, turn: Turn) -> tuple[str, ...]:
        """The documents that a turn names."""
        return tuple(key for one in self._mentions[turn.number] for key in one.keys)

    def describe(self, text: str, people: tuple[str, ...] = ()) -> Description:
        """What a text says of a document; ``people`` are those whom its pronouns mean."""
        mentions = tuple(self.library.mentions(text))
        bare = text
        for one in reversed(mentions):
            bare = f"{bare[: one.start]} {bare[one.end :]}"
        role = place_of(self.talk.without_occasions(_THEIRS.sub("our", bare)))
        names = self.talk.names(bare) or people
        spoken = self.talk.occasion(bare)
        topics = self._topics(bare, names, spoken.turns if spoken else frozenset())
        return Description(text, mentions, role, act_of(bare), names, spoken.turns if spoken else None, topics)

    def _topics(self, text: str, names: Iterable[str], turns: Iterable[int]) -> frozenset[str]:
        known = {*stems(" ".join(names))}
        known |= {word for turn in turns for word in stems(self.turns[turn].session.replace("-", " "))}
        return frozenset(one for one in telling(text) if not known & set(one.split()))

    def _bare(self, turn: Turn) -> str:
        text = self.said[turn.number]
        for one in reversed(self._mentions[turn.number]):
            text = f"{text[: one.start]} {text[one.end :]}"
        return text

    def _role(self, turn: Turn) -> str | None:
        return place_of(self._bare(turn))

    def _overlap(self, topics: frozenset[str], turn: Turn) -> float:
        return sum(1.0 / math.sqrt(self._spread.get(word, 1)) for word in topics & self._stems[turn.number])

    def asked_text(self, text: str) -> str:
        """A question without what it says of which document is meant: what is left says what is asked of it."""
        wanted = self.describe(text)
        for one in reversed(wanted.mentions):
            text = f"{text[: one.start]}it{text[one.end :]}"
        if wanted.role and not wanted.mentions and not (wanted.role == "review" and _ASKS_STANDARD.search(text)):
            text = dict(vocabulary.ROLES)[wanted.role].sub(" ", text)
        return _SECTIONS.sub(" ", self.talk.without_occasions(text))


@lru_cache(maxsize=1 << 12)
def place_of(text: str) -> str | None:
    """The place in a team's work that a text names, if any; hyphens make no difference.

    >>> place_of("our second-choice authority"), place_of("our second choice authority")
    ('fallback', 'fallback')
    """
    return next((name for name, pattern in vocabulary.ROLES if names_place(pattern, text)), None)


def names_place(pattern: re.Pattern[str], text: str) -> bool:
    """True if a text has words for a place, with hyphens or without."""
    return any(pattern.search(form) for form in {text, text.replace("-", " ")})


def words(text: str) -> frozenset[str]:
    """Stems of a text; what is one term in several words counts as one."""
    joined = _TERMS.sub(lambda match: re.sub(r"[\s-]+", "", match.group().lower()), text)
    return frozenset(stems(joined.replace("-", " ")))


def telling(text: str) -> frozenset[str]:
    """Stems that may tell which document is meant, and pairs of neighbours of which one does: the notice argument.

    >>> sorted(telling("something for the notice argument"))
    ['notic', 'notic argument', 'someth']
    """
    single = words(text) - _FRAME
    ordered = stems(re.sub(r"[-–—]", " ", text))
    pairs = (
        f"{one} {other}" for one, other in pairwise(ordered) if single & {one, other} and not _SMALL & {one, other}
    )
    return single | frozenset(pairs)


def act_of(text: str) -> str | None:
    """What was done with the document: it is praised, doubted, assigned or brought."""
    good, bad = feeling(text)
    if bad and bad >= good:
        return "doubted"
    if good:
        return "praised"
    if vocabulary.ASSIGNED.search(text):
        return "assigned"
    return "brought" if vocabulary.BROUGHT.search(text) else None


def feeling(text: str) -> tuple[int, int]:
    """How many words of a text praise and how many blame, each turned round where it is denied.

    >>> feeling("She loved it."), feeling("I never loved it.")
    ((1, 0), (0, 1))
    """
    counts = [0, 0]
    for side, pattern in enumerate((vocabulary.PRAISED, vocabulary.DOUBTED)):
        for match in pattern.finditer(text):
            denied = vocabulary.NEGATED.search(text[: match.start()]) is not None
            counts[side ^ denied] += 1
    return counts[0], counts[1]
