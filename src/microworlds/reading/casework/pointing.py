"""Which document a question, or a part of it, is about: by what is understood of it, else by its wording."""

from __future__ import annotations

import re
from dataclasses import replace

from microworlds.reading.answering import questions, references, referents
from microworlds.reading.casework.describing import Description
from microworlds.reading.casework.following import Meant
from microworlds.reading.casework.resolving import Resolver

NOUN = re.compile(
    r"\b(?:opinions?|rulings?|cases?|decisions?|judge?ments?|precedents?|authorit(?:y|ies)|matters?|appeals?|"
    r"fallback|"
    r"backup|one|reading|find|pick|suggestion|what(?:ever)?\s+[A-Z]\w+)\b"
)
"""What a question calls a document."""


_CLAIMED = re.compile(
    r"\b[A-Z][a-z]+\b[^?.]*?\b(?:sa(?:id|y|ys)|recall\w*|remember\w*|recollect\w*|claim\w*|stated?|thought|told|memory|recollection)"
    r"\b[^?]*?\b(?:of|in|for|from|on)\s+(?P<which>(?:(?:the|that|this)\s+(?:[\w-]+\s+){0,2}?(?:opinion|ruling|case|decision|"
    r"judge?ment|precedent|authority|find)|what\s+[A-Z])\b[^?.]*)"
)
"""What somebody said of a document, and from there on which document it was."""
_AFTERWARDS = re.compile(
    r"\b(?:in\sline\b|correct(?:ly)?\b|right(?:ly)?\b|accurate(?:ly)?\b|true\b|borne\sout\b|what\sthe\stext\b).*$"
)
"""What a question asks of that, which tells nothing of the document."""
_PLAIN = 2.0
"""The fit from which what a document was brought for settles which is meant."""


def one(resolver: Resolver, text: str) -> Meant:
    """The document a question is about, or the only one that is talked of if it says nothing of which."""
    claimed = _CLAIMED.search(text)
    text = _AFTERWARDS.sub(" ", claimed["which"]) if claimed else text
    wanted = resolver.describe(text)
    found = described(resolver, wanted, text)
    if found.keys or wanted.role or wanted.occasion is not None or not NOUN.search(text):
        return found
    if wanted.people:
        return _only(resolver, wanted) if all(name in resolver.talk.people for name in wanted.people) else found
    found = resolver.only_place()
    if found.keys:
        return found
    keys = tuple(dict.fromkeys(key for turn in resolver.bringing() for key in resolver.keys(turn)))
    return Meant(keys, (), 0.3, sure=False) if len(keys) == 1 else Meant()


def _only(resolver: Resolver, wanted: Description) -> Meant:
    """The one document talked of, if whoever is named said something at all about it."""
    keys = tuple(dict.fromkeys(key for turn in resolver.bringing() for key in resolver.keys(turn)))
    spoke = any(resolver.talk.by(turn, name) for turn in resolver.turns for name in wanted.people)
    return Meant(keys, (), 0.3, sure=False) if len(keys) == 1 and spoke else Meant()


def described(resolver: Resolver, wanted: Description, text: str) -> Meant:
    """The document of a description; where person, meeting and place do not settle it, its words do."""
    found = resolver.meant(wanted)
    if wanted.role and not (found.keys and found.sure):
        worded = by_wording(resolver, text)
        return worded if worded and resolver.shares(wanted, worded) else found
    if wanted.mentions or wanted.role or (wanted.occasion is not None and not found.keys):
        return found
    acted = wanted.act in ("assigned", "praised", "doubted") and wanted.people
    if (
        found.keys
        and found.sure
        and (acted or wanted.occasion is not None or (found.fit >= _PLAIN and len(found.keys) == 1))
    ):
        return found
    if wanted.people and wanted.occasion is not None and not found.sure:
        return replace(found, keys=())
    worded = by_wording(resolver, text)
    if worded is not None:
        return worded
    return found if found.sure else replace(found, keys=())


def by_wording(resolver: Resolver, text: str) -> Meant | None:
    """The document of which somebody said what a question says of it, in much the same words."""
    state = questions.understood(text).state
    for referent in referents.find(text):
        links = references.resolve(resolver.context, referent.words, state)
        if links:
            named = [key for turn in links[0].turns for key in resolver.keys(resolver.turns[turn])]
            key = resolver.library.key_of(links[0].document) if not named else named[0]
            return Meant((key,), links[0].turns, 0.8, worded=True) if key else None
    return None
