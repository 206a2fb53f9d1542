"""Published ConvoMem: its categories, and by which labels results are shown.

Source: ConvoMem 3.3.
"""

from microworlds.suites.base import Labels, Suite

CATEGORIES = {
    "user_evidence": "user_facts",
    "assistant_facts_evidence": "assistant_facts",
    "changing_evidence": "changing_facts",
    "abstention_evidence": "abstention",
    "preference_evidence": "preferences",
    "implicit_connection_evidence": "implicit_connections",
}
OTHER = "other"

SUITE = Suite(
    labels=Labels(
        columns={
            "category": (*CATEGORIES.values(), OTHER),
            "evidence_count": tuple(str(k) for k in range(1, 7)),
        },
        unanswerable=("abstention",),
        whole={},
        levels=("turn", "session"),
        metric="accuracy",
        note="The published answers are sentences: accuracy without a judge is a lower bound here. Rubrics say no "
        "words, so only a language model can judge them.",
    ),
    splits=("test",),
)
