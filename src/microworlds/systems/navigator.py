"""Navigator: first which texts are meant, then what stands in them.

It shows an author what was said about the question and how the texts begin, and asks which texts are meant; then it
retrieves inside those alone. It knows no language. Where no text is meant it is RAG over everything.

Source: MemoryDocDataSet 6.5, the two-stage system that the paper leaves open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, zip_longest
from pathlib import Path

import numpy as np
from pydantic import Field

from microworlds.core import tokens
from microworlds.core.records import PARTS, Answer, Observation, Passage, Question, Record, Span
from microworlds.retrieval.chunks import Chunk, Chunking, indexed, sections
from microworlds.retrieval.hybrid import EXAMPLE, HybridIndex, HybridSettings
from microworlds.retrieval.lexical import Lexical, Postings, best, terms
from microworlds.systems.base import Tools, answered, tasks

_SAID = tuple(kind for kind in PARTS if kind != "document")


class Navigator(Record):
    """The best ``utterances`` and, of each of the first ``texts`` that are meant, its head and the ``k`` best chunks.

    Of further texts that are meant it takes the head alone. Whoever says which are meant sees those utterances with
    ``reach`` others on each side, and the first ``heading_characters`` of at most ``headings`` texts. ``k`` chunks of
    everything are the way out where none is.
    """

    utterances: int = Field(gt=0, examples=[8])
    reach: int = Field(ge=0, examples=[1])
    headings: int = Field(gt=0, examples=[20])
    heading_characters: int = Field(gt=0, examples=[200])
    texts: int = Field(gt=0, examples=[2])
    k: int = Field(gt=0, examples=[3])
    chunk: Chunking = Field(examples=[Chunking(tokens=64, overlap=8)])
    ranking: HybridSettings = Field(examples=[EXAMPLE])

    def open(self, tools: Tools, folder: Path) -> NavigatorMemory:
        """See ``System.open``; keeps nothing in ``folder``."""
        return NavigatorMemory(self, tools)


@dataclass(frozen=True)
class Text:
    """What can be meant: a document, or a section of one; ``head`` is what is shown of it."""

    whole: Chunk
    head: Passage


@dataclass
class NavigatorMemory:
    """What was observed, by utterance, window and text, and how it is searched once there is a question."""

    recipe: Navigator
    tools: Tools
    chunks: tuple[Chunk, ...] = ()
    texts: tuple[Text, ...] = ()
    search: _Search | None = None

    def observe(self, observation: Observation) -> None:
        """See ``Memory.observe``."""
        self.search = None
        self.chunks += tuple(indexed(observation, self.recipe.chunk))
        if observation.kind == "document":
            self.texts += tuple(_texts(observation, self.recipe.heading_characters))

    @property
    def kinds(self) -> tuple[str, ...]:
        """See ``Searching``."""
        return tuple(PARTS)

    def find(self, text: str) -> list[Span]:
        """See ``Searching``: what is listed where no text is meant, since that is an author's to say."""
        search = self._opened()
        said = [search.said[at] for at in search.utterances(text)]
        return [chunk.span for chunk in (*search.windows(text), *said)]

    def answer(self, question: Question) -> Answer:
        """See ``Memory.answer``; in the prompt utterances stand in order of time, and pieces as in their text."""
        search = self._opened()
        said = search.utterances(question.text)
        located = self._located(search, question, said)
        found: list[list[Chunk]] = []
        for place, (text, _) in enumerate(located):
            before = list(chain.from_iterable(found))
            own = search.inside(text, question.text) if place < self.recipe.texts else [search.head(text)]
            found.append([chunk for chunk in own if not any(_within(chunk, read) for read in before)])
        if not located:
            found = [[window] for window in search.windows(question.text)]
        said = list(dict.fromkeys(chain(said, *(leading for _, leading in located))))
        read = [search.said[at] for at in sorted(said)]
        read += [chunk for own in found for chunk in sorted(own, key=lambda chunk: chunk.span.start)]
        listed = [*chain.from_iterable(found), *(search.said[at] for at in said)]
        return answered(
            self.tools.author,
            question,
            [chunk.passage() for chunk in read],
            [chunk.span for chunk in listed],
            sources=[(chunk.span,) for chunk in read],
        )

    def _opened(self) -> _Search:
        if self.search is None:
            self.search = _Search(self.recipe, self.tools, self.chunks, self.texts)
        return self.search

    def _located(self, search: _Search, question: Question, said: Sequence[int]) -> list[tuple[Chunk, list[int]]]:
        """The texts that the author says are meant, the likeliest first, and the utterances that lead to each."""
        if not self.texts:
            return []
        shown = {f"u{number}": at for number, at in enumerate(search.around(said), start=1)}
        texts = {f"t{number}": at for number, at in enumerate(search.headings(question.text, said), start=1)}
        given = tasks.LocateGiven(
            question=question.text,
            asked_at=question.asked_at,
            utterances=tuple(_named(search.said[at].passage(), id_) for id_, at in shown.items()),
            headings=tuple(_named(self.texts[at].head, id_) for id_, at in texts.items()),
        )
        located = self.tools.author.write(tasks.LOCATE, given, key=question.id).texts
        leading: dict[int, list[int]] = {}
        for meant in located:
            leading.setdefault(texts[meant.text], []).extend(shown[id_] for id_ in meant.utterances)
        return [(self.texts[at].whole, own) for at, own in leading.items()]


class _Search:
    """What was observed up to a question; utterances and texts are known by number, in the order of the episode."""

    def __init__(self, recipe: Navigator, tools: Tools, chunks: tuple[Chunk, ...], texts: Sequence[Text]) -> None:
        self._recipe = recipe
        self._embedder = tools.embedder
        self._index = HybridIndex(chunks, tools.embedder, recipe.ranking)
        self.said = [chunk for chunk in chunks if chunk.kind != "document"]
        self._heads = [text.head for text in texts]
        self._number = {chunk.span: at for at, chunk in enumerate(self.said)}

    def utterances(self, question: str) -> list[int]:
        """The utterances that stand best towards a question, the best first."""
        found = self._index.search(question, self._recipe.utterances, _SAID)
        return [self._number[chunk.span] for chunk in found]

    def windows(self, question: str) -> list[Chunk]:
        """The windows of documents that stand best towards a question, the best first."""
        return self._index.search(question, self._recipe.k, ("document",))

    def around(self, said: Iterable[int]) -> list[int]:
        """Utterances and their neighbours in the same session, in order of time."""
        reach, last = self._recipe.reach, len(self.said)
        near = {other for at in said for other in range(max(0, at - reach), min(last, at + reach + 1))
                if self.said[other].span.observation == self.said[at].span.observation}  # fmt: skip
        return sorted(near)

    def headings(self, question: str, said: Iterable[int]) -> list[int]:
        """The texts whose heads are shown, in order: all, or of too many those with the words of what was said.

        The question and each utterance in turn choose the text that has most of their words (BM25).
        """
        most = self._recipe.headings
        if len(self._heads) <= most:
            return list(range(len(self._heads)))
        queries = [question, *(self.said[at].text for at in said)]
        scores = [self._lexical.scores(terms(query)) for query in queries]
        chosen = [[at for at in best(own, most) if own[at] > 0] for own in scores]
        ranked = dict.fromkeys(at for rank in zip_longest(*chosen) for at in rank if at is not None)
        return sorted(list(ranked)[:most])

    def head(self, text: Chunk) -> Chunk:
        """What a text begins with."""
        return text.cut(0, self._recipe.heading_characters)

    def inside(self, text: Chunk, question: str) -> list[Chunk]:
        """The pieces of a text that are most like the question, and its head."""
        chunking = self._recipe.chunk
        own = [text.cut(*span) for span in tokens.windows(text.text, chunking.tokens, chunking.overlap)]
        vectors = self._embedder.embed([chunk.text for chunk in own]).astype(np.float64)
        asked = self._embedder.embed([question])[0].astype(np.float64)
        return [own[at] for at in dict.fromkeys((*best(vectors @ asked, self._recipe.k), 0))]

    @cached_property
    def _lexical(self) -> Lexical:
        heads = Postings(terms(f"{head.source} {head.text}") for head in self._heads)
        return Lexical([heads], self._recipe.ranking.bm25)


def _texts(observation: Observation, characters: int) -> Iterator[Text]:
    """A document, then its sections, if it has some with a title; then nothing of the document but that is shown."""
    span = Span(observation=observation.id, start=0, end=len(observation.text))
    whole = Chunk(
        span=span, kind=observation.kind, text=observation.text, source=observation.title, time=observation.time
    )
    own = [chunk for chunk in sections(observation) if chunk.source != observation.title]
    for chunk in (whole, *own):
        shown = 0 if own and chunk is whole else characters
        yield Text(chunk, chunk.passage().model_copy(update={"text": chunk.text[:shown]}))


def _named(passage: Passage, id_: str) -> Passage:
    return passage.model_copy(update={"id": id_})


def _within(one: Chunk, other: Chunk) -> bool:
    of_one = one.span.observation == other.span.observation
    return of_one and other.span.start <= one.span.start and one.span.end <= other.span.end


SYSTEM = Navigator
