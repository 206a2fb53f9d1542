"""The kinds of matter: which sides there are, in which times they arise, and what is at stake.

They are listed in ``matters.yaml``; the words of each are in ``phrases/matters/<name>.txt``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import yaml
from pydantic import TypeAdapter

from microworlds.corpora.law.case_plan import Route
from microworlds.corpora.law.jurisdictions import Era


@dataclass(frozen=True)
class Scenario:
    """One story that a matter may tell; ``p`` and ``d`` say what the sides are (see ``parties.py``)."""

    name: str
    p: str
    d: str
    eras: tuple[Era, ...] = ("old", "mid", "new")


Range = tuple[int, int] | tuple[str, float, float]  # of money or days, from a base where one is named


@dataclass(frozen=True, eq=False)
class Matter:
    """A kind of case, as matters.yaml has it (which says what these mean)."""

    name: str
    route: Route
    scenarios: tuple[Scenario, ...]
    money: Mapping[str, Range] = field(default_factory=dict)
    days: Mapping[str, Range] = field(default_factory=dict)
    then: int = 2
    also: tuple[str, ...] = ()
    months: tuple[int, int] | None = None
    jury: float = 0.0
    papers: float = 1.0
    p_wins: float = 0.5
    tribunal: str | None = None
    weight: int = 1


@dataclass(frozen=True)
class Outcome:
    """How an appeal may end, as matters.yaml has it."""

    name: str
    share: int
    we: str
    did: str
    tag: str


_TREE = yaml.load(Path(__file__).with_name("matters.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
MATTERS: Mapping[str, Matter] = {
    matter.name: matter for matter in TypeAdapter(tuple[Matter, ...]).validate_python(_TREE["matters"])
}
OUTCOMES: Mapping[str, Outcome] = {
    outcome.name: outcome for outcome in TypeAdapter(tuple[Outcome, ...]).validate_python(_TREE["outcomes"])
}
