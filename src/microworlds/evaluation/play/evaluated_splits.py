"""Which questions the systems are asked, and which settings an answer depends on.

Source: MemoryDocDataSet 5.1 (the test split alone).
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from microworlds.core import jsonl, seeds
from microworlds.core.records import Episode, Gold, Record

PLAYERS = ("systems", "oracles")  # the two parts of a suite's section that are played
ROLES: tuple[Literal["answerer"], Literal["memory_extractor"]] = ("answerer", "memory_extractor")


class AnswersParams(Record):
    """The splits asked about, and whether to search all their worlds in one memory too; see conf/config.yaml.

    With ``wordings`` the episodes are played that first ask one of so many questions, drawn by chance: of a question
    that is asked at several sizes, all.
    """

    splits: tuple[str, ...]
    pool: bool
    wordings: int | None = Field(default=None, ge=1)


class ValidationParams(Record):
    """The oracle that reads evidence to validate it, and how many questions at most, evenly of every kind.

    ``answerer`` is who answers for it, if that is another than the oracle's.
    """

    oracle: str
    questions: int = Field(ge=1)
    answerer: dict[str, Any] | None = None


def asked_episodes(release: Path, splits: Sequence[str], wordings: int | None) -> list[Episode]:
    """The episodes of some splits that are played; see ``AnswersParams``."""

    def read() -> Iterator[Episode]:
        return (own for split in splits for own in jsonl.read(release / f"{split}.episodes.jsonl", Episode))

    if wordings is None:
        return list(read())
    texts = {own.questions[0].text for own in read()}
    chosen = frozenset(sorted(texts, key=lambda text: seeds.digest("asked", text))[:wordings])
    return [own for own in read() if own.questions[0].text in chosen]


def gold_of(release: Path, splits: Sequence[str], wanted: Collection[str]) -> dict[str, Gold]:
    """The gold of the questions wanted, by question, in the order of the files."""
    read = (own for split in splits for own in jsonl.read(release / f"{split}.gold.jsonl", Gold))
    return {own.question: own for own in read if own.question in wanted}


def played(answers: Path, section: Mapping[str, Any]) -> dict[str, Path]:
    """The answers of all systems and oracles of a suite's section, by name; those that were left out have none."""
    files = {name: answers / f"{name}.jsonl" for group in PLAYERS for name in section[group]}
    return {name: path for name, path in files.items() if path.stat().st_size}


def sections(suite: str, player: str) -> tuple[str, ...]:
    """The sections of params.yaml that the answers of ``systems.NAME`` or ``oracles.NAME`` depend on, by dotted name.

    Stage config writes them to a file for each, ``SUITE.PLAYER.json``, on which the answer cell depends.
    """
    return "seed", *(f"models.{role}" for role in ROLES), "embedder", f"{suite}.answers", f"{suite}.{player}"
