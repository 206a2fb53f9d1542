"""Who writes in which role, as the configuration says.

Source: MemoryDocDataSet 4.1 and 5.1 (one model generates, another answers); DESIGN 5.
"""

from __future__ import annotations

from typing import Literal

from microworlds import params
from microworlds.authors.base import Author
from microworlds.authors.offline import OfflineAuthor
from microworlds.records import Record

Role = Literal["generator", "extractor", "answerer", "judge_strict", "judge_lenient"]


class ModelParams(Record):
    """The author of one role; see conf/model/*.yaml."""

    kind: Literal["offline"]


class SeedParams(Record):
    """See conf/seed/*.yaml."""

    value: int


def seed() -> int:
    """The seed of params.yaml."""
    return params.section(SeedParams, "seed").value


def author(role: Role) -> Author:
    """The author that params.yaml names for a role."""
    params.section(ModelParams, f"models.{role}")
    return OfflineAuthor(seed())
