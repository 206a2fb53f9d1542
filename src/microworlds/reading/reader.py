"""The offline reader: answers a question from passages, or abstains. No language model, no learning at run time.

It understands the question, finds which text is meant, picks sentences, then a value of the kind asked for, works an
answer out where the question wants one, and says ABSTAIN when the passages do not bear an answer.

Source: MemoryDocDataSet 5.2 and 5.3 (answering, abstention).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from microworlds.core import value_types
from microworlds.core.records import Passage
from microworlds.reading import answering, deriving, question_forms, words
from microworlds.reading.answering import Known
from microworlds.reading.context import Context, analysed
from microworlds.reading.question_forms import Asked

ABSTAIN = "ABSTAIN"
_DECISIVE = ("order", "choose", "same", "more")
"""Forms that no single value can answer."""
_FROM_TODAY = words.regex("reader.from_today")
"""How one asks for the days from the day of the question to another, or back to it."""


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
        context = analysed(tuple(passages))
        today = value_types.format_date(asked_at.date())
        asked = question_forms.understood(
            _FROM_TODAY.sub(rf"how many \g<unit> are there between \g<what> and {today}", question)
        )
        found = _answer(context, asked) if context.units else None
        if found is not None and (found.confidence >= self.threshold or not may_abstain):
            return Reading(found.text, False, found.support)
        if may_abstain:
            return Reading(ABSTAIN, True, ())
        return Reading(answering.likeliest(context, asked), False, ())


def _answer(context: Context, asked: Asked) -> Known | None:
    """The answer, or None if nothing of the kind asked for is there."""
    if asked.form in deriving.FORMS:
        worked_out = deriving.answer(context, asked)
        if worked_out is not None or asked.form in _DECISIVE:
            return worked_out
    return answering.yes_no(context, asked) if asked.form == "yes_no" else answering.value(context, asked)
