"""The invented jurisdictions: their courts, reporters, codes, ways of printing a case, and the people in office.

Which jurisdictions there are is fixed in lands.yaml; who sits, which towns and counties there are and who practises
law there follows from the seed.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Literal

import yaml
from pydantic import TypeAdapter

from microworlds.core.seeds import generator
from microworlds.core.value_types import MONTHS
from microworlds.corpora.law import invented_names
from microworlds.corpora.law.invented_names import Person, Sex

Era = Literal["old", "mid", "new"]
Style = Literal["submitted", "before", "paragraphs", "briefs", "headnotes", "heard", "syllabus"]


@dataclass(frozen=True, eq=False)
class Bench:
    """An appellate court: its name, how the caption and citations shorten it, and how its members are called."""

    name: str
    short: str
    seats: int
    panel: int
    chief: str
    member: str
    chief_after: str
    member_after: str
    members_after: str


@dataclass(frozen=True, eq=False)
class Land:
    """A jurisdiction, as lands.yaml has it (which says what some of these mean)."""

    key: str
    name: str
    long: str
    government: str
    short: str
    era: Era
    style: Style
    docket: str
    first_year: int
    first_volume: int
    months_a_volume: int
    reporter: str
    earlier_reporters: tuple[str, ...]
    section: str
    county: str
    trial_court: str
    supreme: Bench
    families: tuple[str, ...]
    headed: float
    heard: tuple[str, str]
    caption: tuple[str, ...]
    middle: Bench | None = None
    day_first: bool = False
    neutral: str | None = None
    panel: str = ""

    def person(self, rng: random.Random, sex: Sex | None = None) -> Person:
        """An invented person of this land and its time."""
        return invented_names.person(rng, self.families, old=self.era == "old", sex=sex)

    def surname(self, rng: random.Random) -> str:
        """A surname of this land."""
        return invented_names.surname(rng, self.families)

    def official(self, rng: random.Random) -> Person:
        """A judge or lawyer: as often a woman as the land's time had it."""
        share = {"old": 0.0, "mid": 0.08, "new": 0.38}[self.era]
        return self.person(rng, "f" if rng.random() < share else "m")

    def written(self, day: date) -> str:
        """A date as the land writes it in running text.

        >>> LANDS[0].written(date(1987, 5, 3))
        'May 3, 1987'
        """
        month = MONTHS[day.month - 1]
        return f"{day.day} {month} {day.year}" if self.day_first else f"{month} {day.day}, {day.year}"


def _lands() -> tuple[Land, ...]:
    tree = yaml.load(Path(__file__).with_name("lands.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
    return TypeAdapter(tuple[Land, ...]).validate_python(tree["lands"])


LANDS = _lands()


@dataclass(frozen=True)
class Judge:
    """An appellate judge and the years of service, both inclusive."""

    person: Person
    since: int
    until: int


@dataclass(frozen=True)
class Lawyer:
    """A member of the bar."""

    person: Person
    town: str
    firm: str


@dataclass(frozen=True)
class Region:
    """A county, province or division with its seat, other towns, streets and trial judges."""

    name: str
    seat: str
    towns: tuple[str, ...]
    streets: tuple[str, ...]
    judges: tuple[Person, ...]


@dataclass(frozen=True, eq=False)
class Realm:
    """A land as one seed peoples it."""

    land: Land
    regions: tuple[Region, ...]
    lawyers: tuple[Lawyer, ...]
    supreme: tuple[Judge, ...]
    middle: tuple[Judge, ...]

    def bench(self, middle: bool, year: int) -> list[Person]:
        """Who sits in a year, in order of seniority, the chief first."""
        judges = self.middle if middle else self.supreme
        sitting = [judge for judge in judges if judge.since <= year <= judge.until]
        return [judge.person for judge in sorted(sitting, key=lambda judge: (judge.since, judge.person.last))]


@cache
def realm(seed: int, land: Land) -> Realm:
    """The people and places of a land under a seed."""
    rng = generator(seed, "law", land.key)
    regions = tuple(_region(rng, land) for _ in range(9))
    towns = [town for region in regions for town in (region.seat, *region.towns)]
    lawyers = tuple(_lawyer(rng, land, towns) for _ in range(110))
    surnames: set[str] = set()
    supreme, middle = (
        tuple(judge for _ in range(bench.seats if bench else 0) for judge in _seat(rng, land, surnames))
        for bench in (land.supreme, land.middle)
    )
    return Realm(land, regions, lawyers, supreme, middle)


def _region(rng: random.Random, land: Land) -> Region:
    towns = tuple(invented_names.town(rng) for _ in range(6))
    name = land.surname(rng) if rng.random() < 0.4 else invented_names.town(rng).split()[-1]
    if land.era == "old":
        name = ("First", "Second", "Third", "Fourth")[rng.randrange(4)]
    judges = tuple(land.official(rng) for _ in range(3))
    return Region(name, towns[0], towns[1:], tuple(invented_names.street(rng) for _ in range(10)), judges)


def _lawyer(rng: random.Random, land: Land, towns: list[str]) -> Lawyer:
    person = land.official(rng)
    partners = [person.last] + [land.surname(rng) for _ in range(rng.choice((1, 1, 2, 3)))]
    rng.shuffle(partners)
    joined = f"{', '.join(partners[:-1])} & {partners[-1]}"
    ending = {"old": "", "mid": "", "new": rng.choice(("", "", ", P.C.", " LLP", ", P.A.", ", L.L.C."))}[land.era]
    return Lawyer(person, rng.choice(towns), joined + ending)


def _seat(rng: random.Random, land: Land, surnames: set[str]) -> Iterator[Judge]:
    """One seat's judges, one after the other, from well before the first volume on; no surname twice on a court."""
    year = land.first_year - rng.randint(6, 16)
    while year < land.first_year + 80:
        person = land.official(rng)
        while person.last in surnames:
            person = land.person(rng, person.sex)
        surnames.add(person.last)
        served = rng.randint(7, 19)
        yield Judge(person, year, year + served - 1)
        year += served
