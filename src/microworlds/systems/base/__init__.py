"""What a memory system is, and the step that all of them share: to answer from passages.

A system is a frozen recipe. ``open`` gives a fresh memory, which observes and answers; there is no reset. The file
of a system ends ``SYSTEM = X``, and its fields have ``examples``, with which the contract test plays it.

Source: MemoryDocDataSet 3.1 and 5.2; DESIGN 7.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from microworlds.authors.base import Author
from microworlds.core import tokens
from microworlds.core.records import Answer, Observation, Passage, Question, Span
from microworlds.retrieval.embedding import Embedder
from microworlds.systems.base import tasks


@dataclass(frozen=True)
class Tools:
    """What a system works with: who answers, what embeds, and where indexes are kept between runs.

    ``extractor`` is who extracts from what was observed, in systems with two phases; None: whoever answers.
    """

    author: Author
    embedder: Embedder
    indexes: Path
    extractor: Author | None = None


class Memory(Protocol):
    """What one system knows of one episode. A question must not change it."""

    def observe(self, observation: Observation) -> None:
        """Take in one observation, after all that came before it."""
        ...

    def answer(self, question: Question) -> Answer:
        """The answer from what was observed so far.

        Raises:
            ItemError: the author gave no valid answer to this question.
        """
        ...


@runtime_checkable
class Searching(Protocol):
    """A memory that retrieves, and can show what without an answer.

    It is proved to have indexed what it was given, and can be asked what it finds where it holds all worlds.
    """

    @property
    def kinds(self) -> Collection[str]:
        """The kinds of observation that can be found; others it leaves out on purpose."""
        ...

    def find(self, text: str) -> Sequence[Span]:
        """What it would list as retrieved for a question of this text. It changes nothing and asks no author."""
        ...


class System(Protocol):
    """A recipe: frozen settings with one method."""

    def open(self, tools: Tools, folder: Path) -> Memory:
        """A memory that has observed nothing. What it keeps on disk, if anything, lies in ``folder``."""
        ...


def answered(
    author: Author,
    question: Question,
    passages: Sequence[Passage],
    retrieved: Sequence[Span],
    *,
    context: Sequence[Span] | None = None,
    sources: Sequence[Sequence[Span]] | None = None,
    ranked: bool = True,
    quoted: bool = True,
) -> Answer:
    """The author's answer from the passages, in the order given; ``ranked`` if the best of ``retrieved`` is first.

    ``context`` are the spans that the passages were made of, None: all of ``retrieved``; ``quoted`` if the passages
    are their words, not notes made of them. ``sources`` are the spans of each passage, by which what the author cites
    is told; None: one of ``context`` each, if they are as many.
    """
    whole = tuple(retrieved if context is None else context)
    if sources is None and len(whole) == len(passages):
        sources = [(span,) for span in whole]
    text, fields, cited = _written(author, question, tasks.with_ids(passages))
    return Answer(
        question=question.id,
        text=text,
        abstained=tasks.abstains(text),
        retrieved=tuple(retrieved),
        ranked=ranked,
        context=whole,
        quoted=quoted,
        context_tokens=tokens.count(tasks.context(passages)),
        fields=fields,
        cited=None if cited is None or sources is None else _cited(cited, sources),
    )


def _written(
    author: Author, question: Question, passages: tuple[Passage, ...]
) -> tuple[str, dict[str, str] | None, tuple[str, ...] | None]:
    """Text, filled fields and ids of the passages cited; null where there is no template, or nothing is said."""
    if question.template is None:
        given = tasks.AnswerGiven(question=question.text, asked_at=question.asked_at, passages=passages)
        written = author.write(tasks.ANSWER, given, key=question.id)
        return written.text.strip(), None, written.cited
    blanks = tasks.FillGiven(
        question=question.text,
        asked_at=question.asked_at,
        passages=passages,
        template=question.template,
        blanks=question.blanks,
    )
    filled = author.write(tasks.FILL, blanks, key=question.id)
    known = {one.field: one.value for one in filled.fields if not tasks.abstains(one.value)}
    fields = {name: known[name] for name in question.blanks if name in known}
    return tasks.sentence(fields), fields, filled.cited


def _cited(ids: Sequence[str], sources: Sequence[Sequence[Span]]) -> tuple[Span, ...]:
    """The spans of the passages of these ids, each once; an id that no passage has is left out."""
    by_id = {str(at): spans for at, spans in enumerate(sources, start=1)}
    return tuple(dict.fromkeys(span for id_ in ids for span in by_id.get(id_, ())))
