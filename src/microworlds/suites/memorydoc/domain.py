"""What a domain says of its people and their work, as conf/domain/*.yaml gives it.

Source: MemoryDocDataSet 3.2 (personas, events), Appendix C.
"""

from typing import Literal

from pydantic import Field

from microworlds.core.records import Record


class Range(Record):
    """Whole numbers from ``low`` to ``high`` in steps, and what they count."""

    unit: str = ""
    low: int = 0
    high: int = 0
    step: int = 1
    options: tuple[str, ...] = ()


class Domain(Record):
    """The words of a domain; see the comments in conf/domain/caselaw.yaml."""

    name: str
    genre: Literal["law_reports", "agreements"]
    subject: Literal["opinion", "agreement"]
    field: str
    document_nouns: tuple[str, ...] = Field(min_length=1)
    topics: dict[str, tuple[str, ...]]
    roles: dict[str, tuple[str, ...]] = Field(min_length=5)
    relations: tuple[str, ...] = Field(min_length=1)
    client_kinds: tuple[str, ...] = Field(min_length=1)
    matters: tuple[str, ...] = Field(min_length=1)
    events: dict[str, Literal["opening", "middle", "closing"]] = Field(min_length=10)
    standings: dict[str, tuple[str, ...]] = Field(min_length=4)
    purposes: tuple[str, ...] = Field(min_length=8)
    work: dict[str, dict[str, Range]] = Field(min_length=12)
    venues: tuple[str, ...] = Field(min_length=6)
    reasons: tuple[str, ...] = Field(min_length=6)
