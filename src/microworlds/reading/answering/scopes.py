"""Which documents a question is about, and whether one that it takes for granted is not there."""

from __future__ import annotations

import re
from dataclasses import dataclass

from microworlds.reading.answering import lexicon, naming, references, referents, titles
from microworlds.reading.answering.asked import State
from microworlds.reading.answering.context import Context
from microworlds.reading.answering.naming import Link

_CASE = re.compile(r"\bv\.\s|^(?:In|Ex|Matter|Estate)\b")


@dataclass(frozen=True)
class Scope:
    """The documents a question is about, best first.

    ``asked`` is true if it is about a particular document at all; ``lost`` if that one is not to be found; ``named`` if
    it was named rather than described. ``phrases`` are the places in the question that mean the document.
    """

    links: tuple[Link, ...] = ()
    asked: bool = False
    lost: bool = False
    named: bool = False
    phrases: tuple[tuple[int, int], ...] = ()


def scope(context: Context, text: str, state: State = None) -> Scope:
    """The documents that a question, or part of one, is about."""
    phrases = [one for one in referents.find(text) if one.words.strip()]
    if not context.documents and not titles.cases(text):
        return Scope(asked=bool(phrases))
    named = naming.named(context, text)
    if named.links:
        return Scope(named.links, True, named=True, phrases=_name_spans(context, text, named.links))
    lost = named.absent
    for referent in phrases:
        found = references.resolve(context, referent.words, state)
        if found:
            by_kind = not referent.after and "'" not in referent.before.replace("’", "'")
            return Scope(found, True, named=by_kind, phrases=((referent.start, referent.end),))
        if referent.noun in referents.FINDS:
            continue
        lost = lost or naming.is_anchored(context, referent.words) or naming.unheard_of(context, referent)
    return Scope(asked=lost, lost=lost)


def _name_spans(context: Context, text: str, links: tuple[Link, ...]) -> tuple[tuple[int, int], ...]:
    """Where a text names the documents that it was found to mean.

    The parties of an agreement stay: a question about it may be about one of them.
    """
    names: frozenset[str] = frozenset().union(*(context.documents[link.document].names for link in links))
    spans = [
        span for span in (*titles.cases(text), *titles.agreements(text)) if titles.names(text[slice(*span)]) & names
    ]
    if not any(_CASE.search(context.documents[link.document].title) for link in links):
        return tuple(sorted(spans))
    for match in lexicon.TOKEN.finditer(text):
        known = match.group()[0].isupper() and lexicon.term(match.group()) in names
        if known and not any(start <= match.start() < end for start, end in spans):
            spans.append(match.span())
    return tuple(sorted(spans))
