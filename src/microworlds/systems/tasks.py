"""What systems ask of an author: to answer a question from passages, and to note the facts of a session.

Source: MemoryDocDataSet 5.2 (up to ten key facts a session) and 5.3 (the reserved token ABSTAIN).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pydantic import AwareDatetime, Field

from microworlds.authors.base import Task
from microworlds.records import Passage, Record

ABSTAIN = "ABSTAIN"
_MODULE = "microworlds.systems"


class AnswerGiven(Record):
    """A question, the moment it is asked, and all there is to answer it from."""

    question: str
    asked_at: AwareDatetime
    passages: tuple[Passage, ...]


class AnswerWritten(Record):
    """The answer, or ``ABSTAIN``."""

    text: str = Field(min_length=1)


class Said(Record):
    """One utterance of a session, under the id by which a fact can refer to it."""

    id: str
    text: str
    speaker: str | None = None


class MemoriesGiven(Record):
    """A session, and how many facts may be noted of it."""

    title: str
    time: AwareDatetime | None
    utterances: tuple[Said, ...]
    most: int = Field(gt=0)


class Fact(Record):
    """One statement that can be understood by itself, and the ids of the utterances that it rests on."""

    text: str = Field(min_length=1)
    utterances: tuple[str, ...] = Field(min_length=1)


class MemoriesWritten(Record):
    """Facts, the most useful first."""

    facts: tuple[Fact, ...]


def abstains(text: str) -> bool:
    """Whether a reply declines: its first word is the reserved token, in capitals, whatever stands around it.

    >>> abstains("**ABSTAIN**. Nothing here says when.")
    True
    >>> abstains("The two judges abstain.")
    False
    """
    return re.match(r"\W*ABSTAIN\b", text) is not None


def context(passages: Iterable[Passage]) -> str:
    """The passages as an answerer reads them: those of one source that follow each other under one heading."""
    return "".join(mark + passage.text for mark, passage in marked(passages))


def marked(passages: Iterable[Passage]) -> Iterator[tuple[str, Passage]]:
    """Each passage and what stands before its text: a heading where the source changes, and who speaks."""
    above = ""
    for passage in passages:
        heading = f"[{passage.source}, {passage.time:%Y-%m-%d}]" if passage.time else f"[{passage.source}]"
        mark = "\n" if above else ""
        if heading != above:
            mark += f"\n{heading}\n" if above else f"{heading}\n"
            above = heading
        yield mark + (f"{passage.speaker}: " if passage.speaker else ""), passage


def _render_answer(given: AnswerGiven) -> str:
    return (
        f"Context:\n\n{context(given.passages) or '(nothing was found)'}\n\n"
        f"The question is asked on {given.asked_at:%Y-%m-%d}.\nQuestion: {given.question}\nAnswer:"
    )


def _render_memories(given: MemoriesGiven) -> str:
    said = "\n".join(f"{one.id} {one.speaker or 'unknown'}: {one.text}" for one in given.utterances)
    when = f"{given.time:%A, %Y-%m-%d}" if given.time else "on an unknown day"
    return f"{given.title}, held {when}.\n\n{said}\n\nNote at most {given.most} facts."


ANSWER = Task[AnswerGiven, AnswerWritten](
    name="answer",
    module=_MODULE,
    output=AnswerWritten,
    system=(
        "You answer questions about conversations and documents from excerpts of them, and from nothing else. Each "
        "excerpt stands under its source and date. Where people in a conversation speak of a document without naming "
        "it, work out from the excerpts which one they mean before you read it. Where a later statement corrects an "
        "earlier one, the later one holds, unless the question asks for the state at an earlier time. Resolve "
        "expressions such as 'next Friday' against the date of the excerpt they stand in. Answer as briefly as the "
        "question allows: a name, a date, an amount, a short clause; no explanation. If the excerpts do not settle "
        f"the question, or it takes something for granted that they contradict, reply with the one word {ABSTAIN}."
    ),
    render=_render_answer,
)

MEMORIES = Task[MemoriesGiven, MemoriesWritten](
    name="memories",
    module=_MODULE,
    output=MemoriesWritten,
    system=(
        "You keep the long-term memory of a team. From the record of one of its sessions, note the facts that someone "
        "may need months later: what was decided, changed or withdrawn, who will do what by when, dates, amounts and "
        "numbers, which document was spoken of and what was said about it, who prefers or objects to what. Each fact "
        "is one sentence that can be understood without the session: people by name and never as I or we, dates "
        "worked out from the day of the session, documents as they were called. Leave out greetings and whatever says "
        "nothing new. For each fact give the ids of the utterances that it rests on. The most useful come first."
    ),
    render=_render_memories,
)
