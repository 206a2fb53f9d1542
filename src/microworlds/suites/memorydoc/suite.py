"""MemoryDocDataSet: what its questions are labelled with, and how its results are shown.

Source: MemoryDocDataSet 5.3, Tables 6 and 7.
"""

from microworlds.suites.base import Labels, Suite
from microworlds.suites.memorydoc import question_categories

_CATEGORIES = question_categories.every()

SUITE = Suite(
    labels=Labels(
        columns={
            "source": ("hybrid", "doc_only", "chat_only"),
            "category": tuple(_CATEGORIES),
            "difficulty": ("easy", "medium", "hard"),
        },
        unanswerable=tuple(name for name, own in _CATEGORIES.items() if not own.answerable),
        whole={
            "table6": ("source", "F1 by source, all questions (the paper's Table 6)"),
            "table7": ("category", "F1 by category, all questions (the paper's Table 7)"),
        },
        levels=("chunk", "turn", "session", "section", "document"),
        note="F1 claims are made on answerable questions. Gold of adversarial questions is prose about what is wrong "
        "with them, so abstaining there does not score F1: the tables of the paper's shape, over all questions, stand "
        "further down.",
        meanings={name: f"It rests on {own.rests_on}." for name, own in _CATEGORIES.items()},
    )
)
