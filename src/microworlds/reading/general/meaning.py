"""What a question refers to, and how what it asks for stood over time, according to given passages.

For those who judge questions and answers rather than answer: ``candidates`` tells a question that means one text from
one that could mean several or none; ``states`` tells a current answer from a stale one.

Source: MemoryDocDataSet 3.3 (ambiguous and stale questions), 3.4 (Hybrid questions).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from microworlds.core.records import Passage
from microworlds.reading.general import answers, finding, questions, references, scopes, titles
from microworlds.reading.general import states as standing
from microworlds.reading.general.context import Context, analysed
from microworlds.reading.general.questions import Asked


@dataclass(frozen=True)
class State:
    """A value that what is asked for had at some time; ``passages`` are the indices of where that is said."""

    value: str
    passages: tuple[int, ...]


def candidates(question: str, passages: Sequence[Passage]) -> tuple[str, ...]:
    """Titles of the texts that the question may mean, best first.

    One: the passages leave no doubt. Several: the question is ambiguous, or compares. None: nothing in the passages is
    what it describes. A text need not have a passage of its own to be meant: it is called as it was spoken of.
    """
    talk = analysed(tuple(passages)).talk
    found = references.alike(talk, " ".join(question.split()))
    return tuple(dict.fromkeys(titles.title(talk.headings[one.text].source) for one in found))


def states(question: str, passages: Sequence[Passage]) -> tuple[State, ...]:
    """The values that the passages give for what is asked, oldest first; the last one holds now.

    For a question about a text that holds some place these are the facts asked for, one for each text that held it, as
    far as their passages state them; else the values that the thing had, without what was turned down or put right at
    once. Neighbouring equal values count once. Empty if nothing of the kind is said.
    """
    context = analysed(tuple(passages))
    asked = questions.understood(question)
    scope = scopes.scope(context, asked.text)
    found = _of_texts(context, asked, scope) if scope.links and scope.described else []
    if not found:
        goal = finding.sought(context, asked, asked.text, asked.kinds)
        each = standing.history(context, goal, finding.candidates(context, goal))
        found = [State(answers.shown(context, asked, one), (one.place.unit.passage,)) for one in each]
    return tuple(one for place, one in enumerate(found) if not place or found[place - 1].value != one.value)


def _of_texts(context: Context, asked: Asked, scope: scopes.Scope) -> list[State]:
    """The fact asked for of each text that held the place described."""
    found = []
    for meant in references.held(context.talk, asked.text):
        if meant.text < context.talk.present:
            goal = finding.sought(context, asked, asked.text, asked.kinds, replace(scope, links=(meant,)))
            settled = standing.settle(context, goal, finding.candidates(context, goal))
            if settled:
                known = answers.known(context, asked, goal, settled[0])
                found.append(State(known.text, known.support))
    return found
