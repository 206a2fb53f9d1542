"""The offline reader: answers a question from passages, or abstains. No language model, no learning at run time.

It understands the question, finds which text is meant, picks sentences, then a value of the kind asked for, works an
answer out where the question wants one, and says ABSTAIN when the passages do not bear an answer.

Source: MemoryDocDataSet 5.2 and 5.3 (answering, abstention).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from microworlds.core import value_types
from microworlds.core.records import Passage
from microworlds.reading.general import answers, deriving, questions, words
from microworlds.reading.general.answers import Known
from microworlds.reading.general.context import Context, analysed
from microworlds.reading.general.questions import Asked

ABSTAIN = "ABSTAIN"
_DECISIVE = ("order", "choose", "same", "more")
"""Forms that no single value can answer."""
_AGO = words.regex("reader.ago")
_UNTIL = words.regex("reader.until")
_NOW = re.compile(r"\b(?P<how>between|from|and|until|till|to)\s(?:today|now)\b", re.IGNORECASE)

_IN_CHARGE = words.regex("reader.in_charge")


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
        asked = questions.understood(_in_person(context, _outright(question, asked_at)))
        found = _answer(context, asked) if context.units else None
        if found is not None and (found.confidence >= self.threshold or not may_abstain):
            return Reading(found.text, False, found.support)
        if may_abstain:
            return Reading(ABSTAIN, True, ())
        guess = answers.guess(context, asked)
        return Reading(guess.text, False, guess.support)


def _answer(context: Context, asked: Asked) -> Known | None:
    """The answer, or None if nothing of the kind asked for is there."""
    if asked.form in deriving.FORMS:
        worked_out = deriving.answer(context, asked)
        if worked_out is not None or asked.form in _DECISIVE:
            return worked_out
    return answers.yes_no(context, asked) if asked.form == "yes_no" else answers.value(context, asked)


def _in_person(context: Context, question: str) -> str:
    """The question with whoever is in charge of something by name, if what was said tells it."""
    match = _IN_CHARGE.search(question)
    if not match or not context.turns:
        return question
    found = answers.value(context, questions.understood(f"Who is in charge of {match['what']}?"))
    return f"{question[: match.start()]}{found.text}{question[match.end() :]}" if found else question


def _outright(question: str, asked_at: datetime) -> str:
    """The question with what ago, until and now mean on its own day said in dates."""
    today = value_types.format_date(asked_at.date())
    text = _AGO.sub(
        lambda m: f"how many {m['unit']} are there between {m['what'].rstrip('?. ')} and {today}?", question
    )
    text = _UNTIL.sub(lambda m: f"how many {m['unit']} are there between {today} and {m['what']}", text)
    return _NOW.sub(rf"\g<how> {today}", text) if re.search(r"\bhow (?:many|long)\b", text, re.IGNORECASE) else text
