"""Two phases: one author extracts what bears on the question, another answers from the extracts alone.

Everything observed is read anew for each question, in blocks of ``per_block`` observations (block-based) or all at once
(single-pass).

Source: ConvoMem 3.4.5 (blocks of 10 conversations; a cheaper model may extract).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import Field

from microworlds.core.records import Answer, Observation, Passage, Question, Record, Span
from microworlds.retrieval.chunks import Chunk, sections
from microworlds.systems.base import Tools, answered, tasks

_NOWHERE = "Notes"


class Extracted(Record):
    """Observations are read ``per_block`` at a time; null: all at once."""

    per_block: int | None = Field(gt=0, examples=[2])

    def open(self, tools: Tools, folder: Path) -> ExtractedMemory:
        """See ``System.open``; keeps nothing in ``folder``, since extracts are asked for again at no cost."""
        return ExtractedMemory(self, tools)


@dataclass
class ExtractedMemory:
    """What was observed, each observation by utterance and section."""

    recipe: Extracted
    tools: Tools
    observed: tuple[tuple[Chunk, ...], ...] = ()

    def observe(self, observation: Observation) -> None:
        """See ``Memory.observe``."""
        self.observed += (tuple(sections(observation)),)

    def answer(self, question: Question) -> Answer:
        """See ``Memory.answer``; retrieved are the extracts, in the order of the episode."""
        # what is extracted twice is shown once
        extracts: dict[tuple[Span | None, str], Passage] = {}
        step = self.recipe.per_block or max(1, len(self.observed))
        for number in range(0, len(self.observed), step):
            block = [chunk for chunks in self.observed[number : number + step] for chunk in chunks]
            for passage, span in self._extracted(question, block, f"{question.id}-b{number // step + 1}"):
                extracts.setdefault((span, passage.text), passage)
        spans = dict.fromkeys(span for span, _ in extracts if span is not None)
        # a span as long as its extract is where that stands word for word
        quoted = all(span is not None and span.end - span.start == len(text) for span, text in extracts)
        passages = list(extracts.values())
        sources = [() if span is None else (span,) for span, _ in extracts]
        return answered(
            self.tools.author, question, passages, list(spans), sources=sources, ranked=False, quoted=quoted
        )

    def _extracted(self, question: Question, block: list[Chunk], key: str) -> Iterator[tuple[Passage, Span | None]]:
        """The block's extracts. One whose passage does not exist keeps its text and comes from nowhere."""
        given = tasks.ExtractGiven(
            question=question.text, asked_at=question.asked_at, passages=tuple(chunk.passage() for chunk in block)
        )
        extractor = self.tools.extractor or self.tools.author
        for extract in extractor.write(tasks.EXTRACT, given, key=key).extracts:
            if extract.passage > len(block):
                yield Passage(text=extract.text, source=_NOWHERE), None
                continue
            chunk = block[extract.passage - 1]
            at = chunk.text.find(extract.text)
            # what does not stand there word for word comes from the whole chunk
            found = chunk if at < 0 else chunk.cut(at, at + len(extract.text))
            yield chunk.passage().model_copy(update={"text": extract.text}), found.span


SYSTEM = Extracted
