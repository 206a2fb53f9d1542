"""The offline reader: answers a question from passages, or abstains. No language model, no learning at run time.

It understands the question, finds which document is meant, picks sentences, then a value of the kind asked for, works
an answer out where the question wants one, and says ABSTAIN when the passages do not bear an answer.

Source: MemoryDocDataSet 5.2 and 5.3 (answering, abstention).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from microworlds.core.records import Passage
from microworlds.reading.answering import answers as answering
from microworlds.reading.answering import context, present, questions
from microworlds.reading.answering.deriving import Known
from microworlds.reading.casework import answering as casework

ABSTAIN = "ABSTAIN"


@dataclass(frozen=True)
class Reading:
    """An answer, or ``ABSTAIN``; ``support`` are the indices of the passages it rests on."""

    text: str
    abstained: bool
    support: tuple[int, ...]


@dataclass(frozen=True)
class Reader:
    """A general extractive reader. ``threshold`` is the share of a question that an answer's place has to cover."""

    threshold: float = 0.32

    def read(
        self, question: str, passages: Sequence[Passage], *, asked_at: datetime, may_abstain: bool = True
    ) -> Reading:
        """The answer to a question from these passages alone."""
        given = context.analysed(tuple(passages))
        known = casework.answer(given, question)
        if isinstance(known, Known):
            return Reading(known.text, False, known.support)
        if known is not None and may_abstain and known.passages is not None:
            return self._within(question, passages, known.passages, asked_at)
        found = self._searched(question, given, asked_at, may_abstain)
        known = casework.lately(given, question) if found.abstained else None
        return Reading(known.text, False, known.support) if known is not None else found

    def _within(self, question: str, passages: Sequence[Passage], kept: Sequence[int], asked_at: datetime) -> Reading:
        """The answer from what was said and the documents that are meant, which state it in words of their own."""
        if not kept:
            return Reading(ABSTAIN, True, ())
        places = [place for place, one in enumerate(passages) if place in kept or context.is_turn(one)]
        found = self._searched(question, context.analysed(tuple(passages[place] for place in places)), asked_at, True)
        return Reading(found.text, found.abstained, tuple(places[place] for place in found.support))

    def _searched(self, question: str, given: context.Context, asked_at: datetime, may_abstain: bool) -> Reading:
        """The answer by search: sentences that speak of what is asked, values of the kind asked for in them."""
        asked = questions.understood(present.outright(question, asked_at, given))
        answer = answering.answer(given, asked)
        if answer is not None and (answer.confidence >= self.threshold or not may_abstain):
            return Reading(answer.text, False, answer.support)
        if may_abstain:
            return Reading(ABSTAIN, True, ())
        guess = answering.guess(given, asked)
        return Reading(guess.text, False, guess.support)
