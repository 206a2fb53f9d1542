"""Which questions the systems are asked.

Source: MemoryDocDataSet 5.1 (the test split alone).
"""

from __future__ import annotations

from microworlds.core.records import Record


class AnswersParams(Record):
    """The splits asked about, and whether to search all their worlds in one memory too; see conf/config.yaml."""

    splits: tuple[str, ...]
    pool: bool
