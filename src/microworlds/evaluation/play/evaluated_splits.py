"""Which questions the systems are asked, and which settings an answer depends on.

Source: MemoryDocDataSet 5.1 (the test split alone).
"""

from typing import Literal

from microworlds.core.records import Record

PLAYERS = ("systems", "oracles")  # the two parts of a suite's section that are played
ROLES: tuple[Literal["answerer"], Literal["memory_extractor"]] = ("answerer", "memory_extractor")


class AnswersParams(Record):
    """The splits asked about, and whether to search all their worlds in one memory too; see conf/config.yaml."""

    splits: tuple[str, ...]
    pool: bool


def sections(suite: str, player: str) -> tuple[str, ...]:
    """The sections of params.yaml that the answers of ``systems.NAME`` or ``oracles.NAME`` depend on, by dotted name.

    Stage config writes them to a file for each, ``SUITE.PLAYER.json``, on which the answer cell depends.
    """
    return "seed", *(f"models.{role}" for role in ROLES), "embedder", f"{suite}.answers", f"{suite}.{player}"
