"""LongMemEval's questions, and by which label results are shown.

Source: Wu et al. 2024.
"""

from microworlds.suites.base import Labels, Suite

_LABELS = Labels(
    columns={
        "category": (
            "single_session_user", "single_session_assistant", "single_session_preference", "multi_session",
            "temporal_reasoning", "knowledge_update",
        )
    },
    unanswerable=(),
    whole={},
    levels=("chunk", "turn", "session"),
    note="F1 is of words. LongMemEval itself has a language model judge answers: many are sentences, and those of "
    "single-session-preference describe a good one. F1 compares systems with one another, not with its figures. "
    "Questions whose published id ends in _abs cannot be answered; they are in the abstention table of their type.",
)  # fmt: skip

SUITE = Suite(labels=_LABELS, splits=("test",))
