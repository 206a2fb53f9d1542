"""How much there is of everything, and over which time.

Source: ConvoMem Table 2; issue 16, section 1 (scales).
"""

from __future__ import annotations

from datetime import date

from pydantic import Field, model_validator

from microworlds.core.plugins import nearest
from microworlds.core.records import Record
from microworlds.suites.convomem import affairs
from microworlds.suites.convomem.question_categories import every


class ScaleParams(Record):
    """See conf/convomem/scale: how many personas, and how many cores one has on average, by category and k from 1."""

    personas: int = Field(ge=1)
    cores: dict[str, tuple[float, ...]]
    sizes_most: int = Field(ge=2)

    @model_validator(mode="after")
    def _possible(self) -> ScaleParams:
        known = every()
        for name, rates in self.cores.items():
            if name not in known:
                raise ValueError(f"no category {name!r}{nearest(name, list(known))}: {', '.join(known)}")
            wrong = [k for k, rate in enumerate(rates, start=1) if rate and k not in known[name].counts]
            if wrong:
                allowed = known[name].counts
                raise ValueError(f"{name} with {wrong[0]} pieces of evidence: it has {allowed[0]} to {allowed[-1]}")
        roles = sum(len(group.roles) for group in affairs.tables().groups)
        if self.personas > roles:
            raise ValueError(f"{self.personas} personas, and there are {roles} roles: ask for {roles} at most")
        return self


class PersonasParams(Record):
    """See conf/config.yaml, section convomem.personas: the days on which conversations are held."""

    attempts: int = Field(ge=1)
    first_day: date
    days: int = Field(ge=30)
