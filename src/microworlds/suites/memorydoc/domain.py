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


class Topic(Record):
    """What documents with such words are about, and who has such matters; names of families come before the kinds."""

    words: tuple[str, ...] = Field(min_length=1)
    matters: tuple[str, ...] = Field(min_length=1)
    clients: tuple[str, ...] = Field(min_length=1)
    opponents: tuple[str, ...] = Field(min_length=1)


class Stage(Record):
    """How far matters are whose name has one of some words, or all others; as it is said, and the work that is over."""

    words: tuple[str, ...] = ()
    said: str
    over: tuple[str, ...] = ()


class Frames(Record):
    """Phrases with places for {subject}, {client} and {opponent}: those of the test split and those of the others."""

    train: tuple[str, ...] = Field(min_length=2)
    test: tuple[str, ...] = Field(min_length=2)

    def of(self, split: str) -> tuple[str, ...]:
        """Those of a split."""
        return self.test if split == "test" else self.train


class Domain(Record):
    """The words of a domain; see the comments in conf/domain/caselaw.yaml."""

    name: str
    genre: Literal["law_reports", "agreements"]
    subject: Literal["opinion", "agreement"]
    field: str
    document_nouns: tuple[str, ...] = Field(min_length=1)
    topics: dict[str, Topic] = Field(min_length=2)
    stages: tuple[Stage, ...] = ()
    roles: dict[str, tuple[str, ...]] = Field(min_length=5)
    deciders: tuple[str, ...] = ()
    relations: tuple[str, ...] = Field(min_length=1)
    uses: Frames
    standings: dict[str, Frames] = Field(min_length=4)
    meetings: dict[Literal["opening", "middle", "closing"], Frames]
    work: dict[str, dict[str, Range]] = Field(min_length=12)
    venues: tuple[str, ...] = Field(min_length=6)
    reasons: dict[str, tuple[str, ...]]

    def stage(self, matter: str) -> Stage:
        """How far a matter is: the first stage that its name fits; nothing is said or over where there is none."""
        fitting = (own for own in self.stages if not own.words or any(word in matter for word in own.words))
        return next(fitting, Stage(said=""))
