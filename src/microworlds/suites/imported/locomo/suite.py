"""LoCoMo's questions, and by which label results are shown.

Source: Maharana et al. 2024.
"""

from microworlds.suites.base import Labels, Suite

_LABELS = Labels(
    columns={"category": ("single_hop", "multi_hop", "temporal", "open_domain", "adversarial")},
    unanswerable=("adversarial",),
    whole={},
    levels=("chunk", "turn", "session"),
    note="F1 is of words as they are. LoCoMo's code stems them, splits answers to multi-hop questions at commas and "
    "counts adversarial ones by a phrase, so its figures are others. F1 claims are made on answerable questions; from "
    "adversarial ones a system should abstain.",
)

SUITE = Suite(labels=_LABELS, splits=("test",))
