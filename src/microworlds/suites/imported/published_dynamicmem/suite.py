"""Published DynamicMem: its families, and by which labels results are shown.

Source: DynamicMem, temporal checkpoint evaluation (spec 1.12, 1.13, 3.7).
"""

from microworlds.suites.base import Labels, Suite

SUITE = Suite(
    labels=Labels(
        columns={
            "category": ("state_completion", "personalized_service"),
            "checkpoint": tuple(map(str, range(1, 6))),
            "family": ("attributes", "collections", "habits", "preferences"),
            "unchanged": tuple(map(str, range(1, 6))),
            "changed": tuple(map(str, range(2, 6))),
        },
        unanswerable=(),
        whole={},
        levels=("entry", "log"),
        metric="completion",
        note="Completion is by exact matchers, not by a judge: of the published values, which are sentences at times, "
        "it is a lower bound. A reminder as it is published has no template and no completion, but a rubric: accuracy "
        "says whether it has the words of every field. Which calls show which field is not published: the step at "
        "which a field failed is that of all calls of its question.",
        worlds_least=5,
    ),
    splits=("test",),
)
