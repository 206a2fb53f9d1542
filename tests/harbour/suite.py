"""Which ship lay at which berth: questions on a harbour's log, by how far back the answer lies."""

from microworlds.suites.base import Labels, Suite

SUITE = Suite(
    labels=Labels(
        columns={"category": ("arrival", "stay")}, unanswerable=(), whole={}, levels=("turn", "session"), note="F1 is of a ship's name.",
        meanings={"arrival": "It rests on one line of the log.", "stay": "It rests on two."},
    ),
    splits=("test",),
)  # fmt: skip
