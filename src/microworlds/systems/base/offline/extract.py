"""What bears on a question in a part of the record: the sentences that say most of it, and the documents they lead to.

Two rankings by the words of the question, one of what was said and one of what is written. In documents that the
question or a chosen utterance means, sentences are preferred, and the opening ones, which say what it is, come along.

Source: ConvoMem 3.4.5 (extraction before answering).
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from microworlds.reading.answering import context, ranking, references, referents
from microworlds.reading.answering.ranking import Scored
from microworlds.systems.base.tasks import Extract, ExtractGiven, ExtractWritten

# sentences taken of conversations, of documents, and of each document that is meant
_SAID, _WRITTEN, _MEANT = 16, 12, 16
# documents that one phrase of a question means, at most
_DOCUMENTS = 3
# the least share of the question that a sentence must say, with what surrounds it
_LEAST = 0.15


def write(given: ExtractGiven, rng: random.Random) -> ExtractWritten:
    """The extracts, in the order of the passages; nothing is drawn, so the generator is not used."""
    read = context.analysed(given.passages)
    scored = [one for one in ranking.scored(read, ranking.query(read, given.question)) if one.full >= _LEAST]
    said = _best(scored, None, _SAID)
    links = [
        link
        for phrase in referents.find(given.question)
        for link in references.resolve(read, phrase.words)[:_DOCUMENTS]
    ]
    turns = {turn for link in links for turn in link.turns} | {
        one.unit.turn for one in said if one.unit.turn is not None
    }
    chosen = {unit for turn in turns for unit in read.turns[turn].units}
    chosen |= {one.unit.number for one in _best(scored, tuple(range(len(read.documents))), _WRITTEN)}
    for document in dict.fromkeys(link.document for link in links):
        units = read.documents[document].units
        chosen |= {unit for unit in units if read.units[unit].sentence.in_caption}
        chosen |= {one.unit.number for one in _best(scored, (document,), _MEANT)}
    ordered = sorted((read.units[unit].passage, read.units[unit].sentence.start, unit) for unit in chosen)
    return ExtractWritten(
        extracts=tuple(
            Extract(passage=passage + 1, text=read.units[unit].sentence.text) for passage, _, unit in ordered
        )
    )


def _best(scored: Sequence[Scored], documents: tuple[int, ...] | None, most: int) -> list[Scored]:
    """The best of what was said, or of what is written in these documents."""
    if documents is None:
        return [one for one in scored if one.unit.turn is not None][:most]
    return [one for one in scored if one.unit.document in documents][:most]
