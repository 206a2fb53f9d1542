"""What a question refers to, and how what it asks for stood over time, according to given passages.

For those who judge questions and answers rather than answer: ``candidates`` tells a question that means one document
from one that could mean several or none; ``states`` tells a current answer from a stale one.

Source: MemoryDocDataSet 3.3 (ambiguous and stale questions), 3.4 (Hybrid questions).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from microworlds.core.records import Passage
from microworlds.reading.answering import context as contexts
from microworlds.reading.casework import answering, changing, comparing


@dataclass(frozen=True)
class State:
    """A value that what is asked for had at some time; ``passages`` are the indices of where that is said."""

    value: str
    passages: tuple[int, ...]


def candidates(question: str, passages: Sequence[Passage]) -> tuple[str, ...]:
    """Titles of the documents that the question's description may mean, in the order in which they were spoken of.

    One: the passages leave no doubt. Several: the question is ambiguous, any of them fits as well as another. None:
    nothing in the passages is what it describes. A document need not have a passage of its own to be meant; what an
    utterance calls by citation or docket number is given by its title if any passage shows it, else as it was called.
    A question that compares documents has those of each of its descriptions.
    """
    context = contexts.analysed(tuple(passages))
    resolver = answering.desk(context)
    found: dict[str, None] = {}
    for meant in comparing.referred(resolver, " ".join(question.split())):
        for key in meant.keys:
            found.setdefault(resolver.library.title(key))
    return tuple(found)


def states(question: str, passages: Sequence[Passage]) -> tuple[State, ...]:
    """The values that the passages give for what is asked, oldest first; the last one holds now.

    For a question about a document that holds some place (the lead authority, the fallback) these are the facts asked
    for, one for each document that held it, as far as their passages state them; for one about the team's own work,
    the values it was given: proposals that were turned down and slips corrected at once are none. Neighbouring equal
    values count once. Empty if nothing of the kind is said.
    """
    context = contexts.analysed(tuple(passages))
    resolver = answering.desk(context)
    text = " ".join(question.split())
    held = answering.held(resolver, text)
    found = held if held is not None else [(one.text, (one.passage,)) for one in changing.history(resolver, text)]
    distinct: list[State] = []
    for value, where in found:
        if not distinct or distinct[-1].value != value:
            distinct.append(State(value, where))
    return tuple(distinct)
