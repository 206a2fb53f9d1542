"""Which text a question is about, and whether one that it takes for granted is not there."""

from dataclasses import dataclass
from functools import lru_cache

from microworlds.reading import references, titles, words
from microworlds.reading.context import Context
from microworlds.reading.references import Meant


@dataclass(frozen=True)
class Scope:
    """The texts a question is about, best first.

    ``asked`` is true if it is about a particular text at all; ``lost`` if that one is not to be found; ``described`` if
    it was not named. ``about`` is the question without the words that mean the text.
    """

    links: tuple[Meant, ...]
    asked: bool
    lost: bool
    described: bool
    about: str

    @property
    def documents(self) -> frozenset[int]:
        """Numbers of the texts meant."""
        return frozenset(link.text for link in self.links)


@lru_cache(maxsize=4)  # each keeps all that its question was asked of
def scope(context: Context, text: str, of_text: bool = False) -> Scope:
    """The texts that a question, or part of one, is about; ``of_text`` if only a text has what it asks for."""
    talk = context.talk
    text = references.named_by_deed(talk, text)
    parts = [part for part in references.descriptions(text) if any(map(talk.tells, words.content(part)))]
    named = talk.named(text)
    if named:
        there = tuple(one for one in references.resolved(talk, text) if one.text in named and one.text < talk.present)
        return Scope(there, True, not there and bool(context.documents), False, titles.without(text))
    if context.documents and any(titles.names(text[slice(*span)]) for span in titles.spans(text)):
        return Scope((), True, True, False, text)
    parts = parts or ([text] if of_text else [])
    tried = [" ".join(parts), *parts] if len(parts) > 1 else parts
    every = (references.resolved(talk, part, whole=text)[:1] for part in tried)
    found = [link for links in every for link in links if link.fit >= references.enough(talk)]
    if found:
        best = max(found, key=lambda one: one.fit)
        held = best.text < talk.present
        lost = not held and bool(context.documents)
        return Scope((best,) if held else (), True, lost, True, references.without(text))
    anchored = any(_anchored(context, part) for part in parts) and bool(context.documents)
    return Scope((), anchored, anchored, True, text)


def _anchored(context: Context, part: str) -> bool:
    """True if a description says what people did with a text, or has words that no passage has."""
    terms = [one for one in words.content(part) if context.talk.tells(one) or one in context.speaker_terms]
    return any(one in context.speaker_terms or not context.mentions(one) for one in terms)
