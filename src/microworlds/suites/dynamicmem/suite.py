"""DynamicMem: what its questions are labelled with, and how its results are shown.

Source: DynamicMem, temporal checkpoint evaluation: curves over checkpoints, retention and update (spec 3.7).
"""

from microworlds.suites.base import Labels, Suite
from microworlds.suites.dynamicmem.checkpoints import TRANSITIONS
from microworlds.suites.dynamicmem.templates import UNKNOWN

_RESTS_ON = {
    "state_completion": "a state whose name is given: its fields are to be filled",
    "open_state": "what there is or what has changed, with no word of which or how many",
    "personalized_service": "a task that needs a state, of which it has not a word",
    "temporal": "what held on a day, when it changed, why",
    UNKNOWN: "something that no log tells",
}

SUITE = Suite(
    labels=Labels(
        columns={
            "category": tuple(_RESTS_ON),
            "checkpoint": tuple(map(str, range(1, 6))),
            "family": ("attributes", "collections", "habits", "preferences", "all"),
            "transition": (*TRANSITIONS, "open"),
            "unchanged": tuple(map(str, range(1, 6))),
            "changed": tuple(map(str, range(2, 6))),
        },
        unanswerable=(UNKNOWN,),
        whole={},
        levels=("entry", "log"),
        metric="completion",
        note="Every question has a template to fill. Completion is the paper's score of a field, 0.8 for its core and "
        "0.2 for its detail, by exact matchers; a question counts the mean of its fields, however many (macro). "
        "`field_accuracy` wants every field letter by letter. F1 compares all fields as one text.",
        meanings=_RESTS_ON,
        worlds_least=5,
    ),
    splits=("test",),
)
