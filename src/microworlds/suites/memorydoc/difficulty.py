"""How hard a question is, by structure alone.

Source: MemoryDocDataSet 3.5 (Table 4: easy, medium, hard); the points are ours.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from microworlds.core.records import Record, Span
from microworlds.suites.memorydoc.world import Difficulty


class DifficultyParams(Record):
    """Points of a question and where the labels begin; see conf/config.yaml, section memorydoc.questions.difficulty."""

    distractors_some: int = Field(ge=0)
    distractors_many: int = Field(ge=0)
    sessions_back_far: int = Field(ge=0)
    medium_from: int = Field(ge=0)
    hard_from: int = Field(ge=0)


def labelled(
    evidence: Sequence[Span], sessions: Sequence[str], derived: bool, distractors: int, params: DifficultyParams
) -> Difficulty:
    """Easy, medium or hard; ``sessions`` are the ids of the world's sessions in order.

    One point for each piece of evidence beyond the first; one for some and two for many distractors; one if the
    conversation's evidence lies far back; one if the answer must be derived.
    """
    cited = {span.observation for span in evidence}
    back = [len(sessions) - 1 - place for place, session in enumerate(sessions) if session in cited]
    points = len(evidence) - 1 + derived
    points += (distractors >= params.distractors_some) + (distractors >= params.distractors_many)
    points += bool(back) and max(back) >= params.sessions_back_far
    return "hard" if points >= params.hard_from else "medium" if points >= params.medium_from else "easy"
