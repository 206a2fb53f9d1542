"""By which labels the results of MemoryDocDataSet are shown.

Source: MemoryDocDataSet 5.3, Tables 6 and 7.
"""

from microworlds.suites.labels import Labels

LABELS = Labels(
    columns={
        "source": ("hybrid", "doc_only", "chat_only"),
        "category": ("single_hop", "multi_hop", "temporal", "knowledge_update", "adversarial"),
        "difficulty": ("easy", "medium", "hard"),
    },
    unanswerable=("adversarial",),
    whole={
        "table6": ("source", "F1 by source, all questions (the paper's Table 6)"),
        "table7": ("category", "F1 by category, all questions (the paper's Table 7)"),
    },
    levels=("chunk", "turn", "session", "section", "document"),
    note="F1 claims are made on answerable questions. Gold of adversarial questions is prose about what is wrong with "
    "them, so abstaining there does not score F1: the tables of the paper's shape, over all questions, stand further "
    "down.",
)
