"""Which questions the systems are asked, and which settings an answer depends on.

Source: MemoryDocDataSet 5.1 (the test split alone).
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from microworlds.core.records import Record

PLAYERS = ("systems", "oracles")  # the two parts of a suite's section that are played
ROLES: tuple[Literal["answerer"], Literal["memory_extractor"]] = ("answerer", "memory_extractor")


class AnswersParams(Record):
    """The splits asked about, and whether to search all their worlds in one memory too; see conf/config.yaml."""

    splits: tuple[str, ...]
    pool: bool


class ValidationParams(Record):
    """The oracle that reads evidence to validate it, and how many questions at most, evenly of every kind."""

    oracle: str
    questions: int = Field(ge=1)


def played(answers: Path, section: Mapping[str, Any]) -> dict[str, Path]:
    """The answers of all systems and oracles of a suite's section, by name; those that were left out have none."""
    files = {name: answers / f"{name}.jsonl" for group in PLAYERS for name in section[group]}
    return {name: path for name, path in files.items() if path.stat().st_size}


def sections(suite: str, player: str) -> tuple[str, ...]:
    """The sections of params.yaml that the answers of ``systems.NAME`` or ``oracles.NAME`` depend on, by dotted name.

    Stage config writes them to a file for each, ``SUITE.PLAYER.json``, on which the answer cell depends.
    """
    return "seed", *(f"models.{role}" for role in ROLES), "embedder", f"{suite}.answers", f"{suite}.{player}"
