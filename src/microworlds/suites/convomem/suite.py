"""ConvoMem: what its questions are labelled with, and how its results are shown.

Source: ConvoMem 3.3 and Table 2.
"""

from microworlds.suites.base import Labels, Suite
from microworlds.suites.convomem.histories import SIZES
from microworlds.suites.convomem.question_categories import every
from microworlds.suites.convomem.records import TWIN

_RESTS_ON = {
    "user_facts": "what the user told",
    "assistant_facts": "what the assistant told",
    "changing_facts": "something that was told and then told otherwise: the last holds",
    "abstention": "an affair of which other things were told: nothing answers it",
    TWIN: "what was told of another affair, asked as the question beside it that nothing answers",
    "preferences": "what the user likes and dislikes, told in passing",
    "implicit_connections": "circumstances of the user, told in passing, of which the request says nothing",
}

SUITE = Suite(
    labels=Labels(
        columns={
            "category": tuple(_RESTS_ON),
            "context_size": tuple(map(str, SIZES)),
            "evidence_count": tuple(str(k) for k in range(1, 7)),
            "depth": ("early", "middle", "late"),
        },
        unanswerable=tuple(name for name, own in every().items() if not own.answerable),
        whole={},
        levels=("turn", "session"),
        metric="accuracy",
        paired=("pair", "context_size"),
        crossed=("context_size", "evidence_count"),
        note="The same question is asked at every size of history. An answer is right if it says what is right and "
        "nothing that held before; for preferences and implicit connections, which have a rubric and no expected "
        "answer, if it has the words that the rubric asks for: F1 does not apply to them.",
        meanings=_RESTS_ON,
    ),
    splits=("test",),
)
