"""Which document a phrase means by what was said of it in conversation.

This is the bridge: "the ruling Ann sent round" is the one named in what Ann said when she sent it, or the one meant by
the phrase she used there, so a link may take two steps.

Source: MemoryDocDataSet 3.4 (Hybrid questions) and 6.2 (the navigation problem).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from microworlds.reading.answering import bearing, lexicon, naming, pointing, ranking, referents, sessions
from microworlds.reading.answering.asked import State
from microworlds.reading.answering.context import Context, Turn, Unit, kept
from microworlds.reading.answering.naming import ENOUGH, KIND_TERMS, Link, Mention
from microworlds.reading.answering.ranking import Query

_STEPS = 2
"""How often a phrase may be followed to another phrase."""
_TURN, _PRONOUN, _CHAIN = 0.75, 0.6, 0.75
"""How sure a document is that is named in the sentence beside, meant by a pronoun, or meant by another phrase."""
_PAST_MENTIONS = 24
_IGNORED = KIND_TERMS | frozenset(
    lexicon.term(word)
    for word in (
        "team group everyone everybody somebody someone anybody colleague people partner client other serve become "
        "call "
        "consider regard think say mention raise name cite speak talk discuss up want wish intend plan try like "
        "decide finally eventually ultimately currently originally initially"
    ).split()
)
"""Terms of a phrase that any turn about a document bears out."""


@dataclass(frozen=True)
class _Hit:
    """A sentence that says much of a phrase, and how much."""

    weight: float
    unit: Unit
    turn: Turn


@kept
def resolve(
    context: Context, words: str, state: State = None, steps: int = _STEPS, skipped: int = -1
) -> tuple[Link, ...]:
    """Documents that a phrase means, best first; none if nothing says enough of it.

    ``skipped`` is the turn that uses the phrase: it cannot explain itself.
    """
    direct = naming.named(context, words)
    if direct.links:
        return direct.links
    about = naming.about(context, words)
    if not naming.is_anchored(context, words):
        return about or _spoken(context, words, state, steps, skipped)
    return _spoken(context, words, state, steps, skipped)


def _spoken(context: Context, words: str, state: State, steps: int, skipped: int) -> tuple[Link, ...]:
    """Documents meant in the turns that say most of a phrase."""
    query = ranking.query(context, sessions.without(words), ignored=_IGNORED)
    if not query.terms:
        return ()
    allowed = sessions.allowed(context, words)
    units = [
        unit.number
        for unit in context.units
        if unit.turn is not None and unit.turn != skipped and (allowed is None or unit.turn in allowed)
    ]
    hits = []
    for scored in ranking.scored(context, query, units)[:_PAST_MENTIONS]:
        turn = context.turns[scored.unit.turn or 0]
        weight = bearing.weight(context, query, scored, turn, words)
        if weight >= ENOUGH * 0.8:
            hits.append(_Hit(weight, scored.unit, turn))
    return _meant(context, query, hits, state, steps)


def _meant(context: Context, query: Query, hits: list[_Hit], state: State, steps: int) -> tuple[Link, ...]:
    """The documents that the best of the matching turns mean: of nearly equal ones the last, or as ``state`` says."""
    found = _linked(context, query, hits, state, steps)
    top = max((link.weight for link in found), default=0.0)
    near = [link for link in found if link.weight >= (0.6 if state else 0.9) * top]
    if not near:
        return ()
    last = (min if state == "original" else max)(link.turns[-1] for link in near)
    best = max((link for link in near if link.turns[-1] == last), key=lambda link: (link.weight, -link.document))
    if state is not None:
        return (best,)
    beside = [link for link in found if link.turns[-1] == last and link.weight > 0.97 * best.weight]
    others = {link.document: link for link in beside if link.document != best.document}
    return (best, *(others[number] for number in sorted(others)))


def _linked(context: Context, query: Query, hits: Iterable[_Hit], state: State, steps: int) -> list[Link]:
    """Links to the documents that the matching turns mean; none if the best of them means one that is not there."""
    found: list[Link] = []
    best = 0.0
    for hit in hits:
        if best and hit.weight < (0.55 if state else 0.8) * best:
            break
        mention = mentioned(context, hit.unit.number, steps)
        if mention.absent and not mention.links and hit.weight >= best:
            return []
        for link in _nearest(context, hit.unit, query, mention.links):
            total = hit.weight * (0.5 + 0.5 * link.weight)
            if total >= ENOUGH * 0.8:
                found.append(replace(link, weight=total, turns=(*link.turns, hit.turn.number)))
        if mention.links:
            best = max(best, hit.weight)
    return found


def _nearest(context: Context, unit: Unit, query: Query, links: tuple[Link, ...]) -> tuple[Link, ...]:
    """Of several documents named in a sentence, those named nearest to what it says of the phrase."""
    if len(links) < 2:
        return links
    words = [lexicon.term(word) for word in lexicon.tokens(unit.sentence.text)]
    said = [place for place, one in enumerate(words) if one in query.terms and one not in query.names]
    far = {}
    for link in links:
        names = context.documents[link.document].names
        where = [place for place, one in enumerate(words) if one in names]
        if said and where:
            far[link.document] = sum(min(abs(place - at) for at in where) for place in said)
    if len(far) < len(links):
        return links
    return tuple(link for link in links if far[link.document] == min(far.values()))


@kept
def mentioned(context: Context, unit: int, steps: int) -> Mention:
    """The documents that a sentence of a conversation means: named in it, else around it, else by a phrase."""
    sentence = context.units[unit].sentence.text
    turn = context.turns[context.units[unit].turn or 0]
    direct = _spoken_of(context, sentence, turn, steps)
    if direct.links or direct.absent:
        return direct
    if pointing.BARE.fullmatch(sentence) and turn.number and context.turns[turn.number - 1].session == turn.session:
        before = context.turns[turn.number - 1]
        return _weakened(_spoken_of(context, before.text, before, steps), _PRONOUN, before.number)
    points = pointing.ANAPHOR.search(sentence) is not None
    ways = [_beside(context, turn, range(unit - 1, turn.units[0] - 1, -1), steps)]
    ways += [_before(context, turn, sentence, steps)] if points else []
    ways += [_beside(context, turn, range(unit + 1, turn.units[-1] + 1), steps)]
    ways += [_before(context, turn, sentence, steps)] if not points and pointing.ANAPHOR.search(turn.text) else []
    return next((found for way in ways for found in way if found.links or found.absent), Mention())


def _beside(context: Context, turn: Turn, units: range, steps: int) -> Iterator[Mention]:
    """What other sentences of the turn mean."""
    for other in units:
        yield _weakened(_spoken_of(context, context.units[other].sentence.text, turn, steps), _TURN)


def _before(context: Context, turn: Turn, sentence: str, steps: int) -> Iterator[Mention]:
    """What the turns mean that a pronoun may point to."""
    for before in pointing.antecedents(context, turn, sentence):
        earlier = context.turns[before]
        yield _weakened(_spoken_of(context, earlier.text, earlier, steps), _PRONOUN, before)


def _weakened(mention: Mention, factor: float, *turns: int) -> Mention:
    links = (replace(link, weight=link.weight * factor, turns=(*link.turns, *turns)) for link in mention.links)
    return Mention(tuple(links), mention.absent)


def _spoken_of(context: Context, text: str, turn: Turn, steps: int) -> Mention:
    """Documents named in a text, or meant by a phrase in it."""
    named = naming.named(context, text)
    if named.links or named.absent:
        return named
    for words in pointing.phrases(text):
        about = () if naming.is_anchored(context, words) else naming.about(context, words)
        if about:
            return Mention(about)
        chain = resolve(context, pointing.own_words(words, turn), None, steps - 1, turn.number) if steps > 0 else ()
        if chain:
            return _weakened(Mention(chain), _CHAIN)
    return Mention((), any(pointing.absent(context, referent) for referent in referents.find(text)))
