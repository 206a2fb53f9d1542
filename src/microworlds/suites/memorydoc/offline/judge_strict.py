"""The strict judge, offline: see ``microworlds.reading.question_judge``.

Source: MemoryDocDataSet 3.3 (the five categories), 3.6, Appendix B.5.
"""

import random
import re

from microworlds.reading import values
from microworlds.reading.question_judge import findings, judge, likert, support
from microworlds.reading.question_judge.judge import STRICT, Attitude
from microworlds.reading.question_judge.spoken import Pair, Talk
from microworlds.suites.memorydoc.tasks.judge import JudgedPair, JudgeGiven, JudgeWritten, PairLabels

_MANY = 3
"""Utterances cited from which a question is hardly about one fact."""
_TIMED = re.compile(
    r"\b(?:when|dates?|days?|months?|years?|weeks?|hours?|before|after|earli\w+|later|latest|long|first|last|order|time)\b",
    re.IGNORECASE,
)


def write(given: JudgeGiven, rng: random.Random) -> JudgeWritten:
    """The judgement; nothing is drawn."""
    return written(given, STRICT)


def written(given: JudgeGiven, attitude: Attitude) -> JudgeWritten:
    """The judgement of one attitude: findings on the pairs, and scores of the world."""
    headings = [opening.source for opening in given.documents]
    talk = Talk([persona.name for persona in given.personas], given.sessions, headings, given.asked_at)
    pairs = [Pair(one.id, one.question, one.answer, one.answerable, one.evidence) for one in given.pairs]
    worst = judge.worst(talk, pairs, attitude)
    return JudgeWritten(
        persona_consistency=likert.score(likert.personas(talk), attitude.defects),
        temporal_coherence=likert.score(likert.times(talk), attitude.defects),
        document_grounding_accuracy=likert.score(likert.documents(talk, pairs), attitude.defects),
        labels=tuple(
            PairLabels(
                pair=pair.id,
                answer_correct=worst[pair.id].weight < attitude.rejects,
                category_fits=_fits(pair),
            )
            for pair in given.pairs
        ),
        flagged_qa_ids=tuple(name for name, one in worst.items() if one.weight >= attitude.flags),
        notes=judge.notes(worst, attitude),
    )


def _fits(pair: JudgedPair) -> bool:
    """Whether a question may be of its category, from its form, its answer and how much is cited for it."""
    written = len({piece.source for piece in pair.evidence if piece.speaker is None})
    spoken = sum(piece.speaker is not None for piece in pair.evidence)
    if not pair.answerable or pair.category == "adversarial":
        return pair.answerable == (pair.category != "adversarial")
    if pair.category == "single_hop":
        return written <= 1 and spoken <= _MANY and not support.is_choice(pair.answer)
    if pair.category == "multi_hop":
        return written + spoken > 1
    if pair.category == "temporal":
        stated = any(values.find(kind, pair.answer) for kind in ("date", "duration"))
        return stated or _TIMED.search(pair.question) is not None
    return pair.category != "knowledge_update" or findings.changing(pair.question) or max(written, spoken) > 1
