"""The strict judge, offline: see ``microworlds.reading.judging``.

Source: MemoryDocDataSet 3.6, Appendix B.5.
"""

from __future__ import annotations

import random

from microworlds.reading.judging.attitudes import STRICT, Attitude
from microworlds.reading.judging.judge import judge
from microworlds.suites.memorydoc.tasks.judge import JudgeGiven, JudgeWritten, PairLabels


def write(given: JudgeGiven, rng: random.Random) -> JudgeWritten:
    """The judgement; nothing is drawn."""
    return written(given, STRICT)


def written(given: JudgeGiven, attitude: Attitude) -> JudgeWritten:
    """The judgement of one attitude, as the task wants it."""
    made = judge(given, attitude)
    return JudgeWritten(
        persona_consistency=made.persona_consistency,
        temporal_coherence=made.temporal_coherence,
        document_grounding_accuracy=made.document_grounding_accuracy,
        labels=tuple(
            PairLabels(pair=pair, answer_correct=correct, category_fits=made.category_accuracy[pair])
            for pair, correct in made.correctness.items()
        ),
        flagged_qa_ids=made.flagged,
        notes=made.notes,
    )
