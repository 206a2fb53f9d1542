"""The strict judge, offline: see ``microworlds.reading.general.judging``.

Source: MemoryDocDataSet 3.3 (the five categories), 3.6, Appendix B.5.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from microworlds.reading.general.judging.given import Nature
from microworlds.reading.general.judging.judge import STRICT, Attitude, judge
from microworlds.suites.memorydoc.tasks.judge import JudgeGiven, JudgeWritten, PairLabels
from microworlds.suites.memorydoc.world import Category

_MANY = 3
"""Utterances cited from which a question is hardly about one fact."""
_FITS: Mapping[Category, Callable[[Nature], bool]] = {
    "single_hop": lambda own: not own.chosen and own.written <= 1 and own.spoken <= _MANY,
    "multi_hop": lambda own: own.written + own.spoken > 1,
    "temporal": lambda own: own.timed,
    "knowledge_update": lambda own: own.changing or max(own.written, own.spoken) > 1,
}
"""What a question of each category is like; one that has no answer is adversarial."""


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
            PairLabels(
                pair=pair.id, answer_correct=made.correctness[pair.id], category_fits=_fits(pair.category, nature)
            )
            for pair, nature in zip(given.pairs, made.natures.values(), strict=True)
        ),
        flagged_qa_ids=made.flagged,
        notes=made.notes,
    )


def _fits(category: Category, nature: Nature) -> bool:
    """Whether a question may be of a category."""
    return category == "adversarial" if not nature.answerable else category in _FITS and _FITS[category](nature)
