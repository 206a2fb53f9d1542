"""Which questions the systems are asked.

Source: MemoryDocDataSet 5.1 (the test split alone).
"""

from __future__ import annotations

from microworlds.records import Record


class AnswersParams(Record):
    """The splits asked about; see conf/config.yaml, section memorydoc.answers."""

    splits: tuple[str, ...]
