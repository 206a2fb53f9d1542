"""What bears on a question in a part of the record: the sentences that say most of it, and the documents they lead to.

Two rankings by the words of the question, one of what was said and one of what is written. In documents that the
question or a chosen utterance means, sentences are preferred, and the opening ones, which say what it is, come along.

Source: ConvoMem 3.4.5 (extraction before answering).
"""

import random
from collections.abc import Sequence

from microworlds.reading import context, references, search
from microworlds.reading.search import Scored
from microworlds.systems.base.tasks import Extract, ExtractGiven, ExtractWritten

# sentences taken of conversations, of documents, and of each document that is meant
_SAID, _WRITTEN, _MEANT = 16, 12, 16
# documents that a question means, at most, and their first sentences, which say what each is
_DOCUMENTS, _OPENING = 3, 3
# the least share of the question that a sentence must say, with what surrounds it
_LEAST = 0.15


def write(given: ExtractGiven, rng: random.Random) -> ExtractWritten:
    """The extracts, in the order of the passages; nothing is drawn, so the generator is not used."""
    read = context.analysed(tuple(given.passages))
    every = range(len(read.units))
    scored = [one for one in search.scored(read, search.query(read, given.question), every) if one.full >= _LEAST]
    said = _best(scored, None, _SAID)
    meant = references.resolved(read.talk, given.question)[:_DOCUMENTS]
    turns = {turn for one in meant for turn in one.utterances} | {
        one.unit.turn for one in said if one.unit.turn is not None
    }
    chosen = {unit for turn in turns for unit in read.turns[turn].units}
    chosen |= {one.unit.number for one in _best(scored, tuple(range(len(read.documents))), _WRITTEN)}
    for one in (one for one in meant if one.text < len(read.documents)):  # others are only spoken of
        chosen |= set(read.documents[one.text].units[:_OPENING])
        chosen |= {best.unit.number for best in _best(scored, (one.text,), _MEANT)}
    ordered = [read.units[unit] for unit in sorted(chosen, key=lambda unit: (read.units[unit].passage, unit))]
    return ExtractWritten(extracts=tuple(Extract(passage=unit.passage + 1, text=unit.text) for unit in ordered))


def _best(scored: Sequence[Scored], documents: tuple[int, ...] | None, most: int) -> list[Scored]:
    """The best of what was said, or of what is written in these documents."""
    if documents is None:
        return [one for one in scored if one.unit.turn is not None][:most]
    return [one for one in scored if one.unit.document in documents][:most]
