"""The invented jurisdictions: their courts, reporters, codes, ways of printing a case, and the people in office.

Which jurisdictions there are is fixed here; who sits, which towns and counties there are and who practises law there
follows from the seed.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Literal

from microworlds.core.seeds import generator
from microworlds.core.value_types import MONTHS
from microworlds.corpora.law import invented_names
from microworlds.corpora.law.invented_names import Person

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
    """A jurisdiction as it is written down here."""

    key: str
    name: str
    long: str
    government: str
    short: str
    era: Era
    style: Style
    first_year: int
    first_volume: int
    months_a_volume: int
    reporter: str
    earlier_reporters: tuple[str, ...]
    code: str
    section: str
    county: str
    trial_court: str
    trial_judge: str
    supreme: Bench
    middle: Bench | None
    families: tuple[tuple[str, int], ...]
    day_first: bool = False
    neutral: str | None = None


def _bench(name: str, short: str, seats: int, panel: int, member: str = "Justice", after: str = "J.") -> Bench:
    chief = {"Justice": "Chief Justice", "Judge": "Presiding Judge", "Associate Judge": "Chief Judge"}.get(
        member, f"Chief {member}"
    )
    chief_after = {"J.": "C.J.", "J.A.": "P.", "A.J.": "C.J."}[after]
    return Bench(
        name,
        short,
        seats,
        panel,
        chief,
        member,
        chief_after,
        after,
        {"J.": "JJ.", "J.A.": "JJ.A.", "A.J.": "A.JJ."}[after],
    )


LANDS: tuple[Land, ...] = (
    Land(
        "tamarond", "Tamarond", "State of Tamarond", "State", "Tam.", "new", "submitted", 2003, 41, 4,
        "Tam.3d", ("Tam.", "Tam.2d"), "{title} Tam. C.", "{title} Tam. C. § {section}", "{} County",
        "Superior Court of Tamarond, {}",
        "Superior Court judge", _bench("Supreme Court of Tamarond", "Tam.", 5, 3), None,
        (("angl", 5), ("roma", 2), ("germ", 2), ("slav", 1), ("east", 1)),
    ),
    Land(
        "verrane", "Verrane", "Commonwealth of Verrane", "Commonwealth", "Verr.", "new", "before", 1996, 118, 3,
        "Verr.App.", ("Verr.", "Verr.Rep."), "{title} Verr. Stat.",
        "Section {section} of the {act}, {title} Verr. Stat. § {section}",
        "{} County", "Court of Common Justice of {}", "Judge of the Court of Common Justice",
        _bench("Supreme Court of Verrane", "Verr.", 7, 7), _bench("Appellate Court of Verrane", "Verr. App. Ct.", 11,
        3, "Judge"),
        (("angl", 3), ("celt", 3), ("slav", 3), ("germ", 2), ("roma", 2), ("east", 1)),
    ),
    Land(
        "norvane", "Norvane", "Territory of Norvane", "Territory", "Norv.", "old", "headnotes", 1898, 3, 7,
        "Norv.", ("Norv.",), "Norvane Code", "section {section} of the {name} Code", "{} precinct",
        "District Court, {} Division",
        "District Judge", _bench("Supreme Court of the Territory of Norvane", "Norv.", 3, 3), None,
        (("angl", 5), ("celt", 3), ("germ", 3), ("slav", 1)),
    ),
    Land(
        "oskelle", "Oskelle", "State of Oskelle", "State", "Osk.", "new", "paragraphs", 1999, 214, 4,
        "Osk.Rep.", ("Osk.", "Osk.Rep."), "{title} O.R.S.A.", "{title} O.R.S.A. § {section}", "{} County",
        "{} District Court",
        "District Court judge", _bench("High Court of Oskelle", "Osk.", 7, 5), None,
        (("angl", 3), ("celt", 2), ("roma", 3), ("germ", 1)), neutral="OSK",
    ),
    Land(
        "aldermere", "Aldermere", "Republic of Aldermere", "Republic", "Ald.", "mid", "heard", 1971, 22, 8,
        "Ald.L.R.", ("A.A.C.", "Ald.L.R."), "{act}", "section {section} of the {act}", "{} Province",
        "Provincial Court at {}",
        "Provincial Court judge", _bench("Court of Appeal of Aldermere", "Ald. C.A.", 7, 3, "Justice of Appeal",
        "J.A."), None,
        (("angl", 3), ("celt", 1), ("east", 3), ("roma", 2), ("slav", 1)), day_first=True,
    ),
    Land(
        "pallister", "Pallister", "District of Pallister", "District", "Pall.", "new", "briefs", 1991, 67, 4,
        "Pall.Rep.", ("Pall.App.", "Pall.Rep."), "Pall. Code", "Pall. Code § {title}-{section}", "the {} ward",
        "Superior Court of the District, {}",
        "Superior Court judge", _bench("District of Pallister Court of Appeals", "Pall.", 9, 3, "Associate Judge",
        "A.J."), None,
        (("angl", 2), ("east", 3), ("roma", 3), ("germ", 1), ("celt", 1)),
    ),
    Land(
        "quenby", "Quenby", "State of Quenby", "State", "Quen.", "mid", "syllabus", 1949, 83, 5,
        "Quen.", ("Quen.O.S.", "Quen."), "Rev. St. Quen.", "R.S. Quen. § {title}.{section}", "{} County",
        "Circuit Court of {}",
        "Circuit Judge", _bench("Supreme Court of Quenby", "Quen.", 5, 5), None,
        (("angl", 4), ("germ", 4), ("celt", 2), ("slav", 2)),
    ),
)  # fmt: skip


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
    supreme: tuple[tuple[Judge, ...], ...]
    middle: tuple[tuple[Judge, ...], ...]

    def bench(self, middle: bool, year: int) -> list[Person]:
        """Who sits in a year, in order of seniority, the chief first."""
        seats = self.middle if middle else self.supreme
        sitting = [judge for seat in seats for judge in seat if judge.since <= year <= judge.until]
        return [judge.person for judge in sorted(sitting, key=lambda judge: (judge.since, judge.person.last))]


@cache
def realm(seed: int, land: Land) -> Realm:
    """The people and places of a land under a seed."""
    rng = generator(seed, "law", land.key)
    regions = tuple(_region(rng, land) for _ in range(9))
    towns = [town for region in regions for town in (region.seat, *region.towns)]
    surnames: set[str] = set()
    return Realm(
        land,
        regions,
        tuple(_lawyer(rng, land, towns) for _ in range(110)),
        tuple(_seat(rng, land, surnames) for _ in range(land.supreme.seats)),
        tuple(_seat(rng, land, surnames) for _ in range(land.middle.seats if land.middle else 0)),
    )


def _region(rng: random.Random, land: Land) -> Region:
    towns = tuple(invented_names.town(rng) for _ in range(6))
    name = invented_names.surname(rng, land.families) if rng.random() < 0.4 else invented_names.town(rng).split()[-1]
    if land.era == "old":
        name = ("First", "Second", "Third", "Fourth")[rng.randrange(4)]
    judges = tuple(
        invented_names.person(rng, land.families, old=land.era == "old", sex=_sex(rng, land.era)) for _ in range(3)
    )
    return Region(name, towns[0], towns[1:], tuple(invented_names.street(rng) for _ in range(10)), judges)


def _sex(rng: random.Random, era: Era) -> invented_names.Sex:
    return "f" if rng.random() < {"old": 0.0, "mid": 0.08, "new": 0.38}[era] else "m"


def _lawyer(rng: random.Random, land: Land, towns: list[str]) -> Lawyer:
    person = invented_names.person(rng, land.families, old=land.era == "old", sex=_sex(rng, land.era))
    partners = [person.last] + [invented_names.surname(rng, land.families) for _ in range(rng.choice((1, 1, 2, 3)))]
    rng.shuffle(partners)
    joined = " & ".join(partners) if len(partners) == 2 else ", ".join(partners[:-1]) + f" & {partners[-1]}"
    ending = {"old": "", "mid": "", "new": rng.choice(("", "", ", P.C.", " LLP", ", P.A.", ", L.L.C."))}[land.era]
    return Lawyer(person, rng.choice(towns), joined + ending)


def _seat(rng: random.Random, land: Land, surnames: set[str]) -> tuple[Judge, ...]:
    """One seat's judges, one after the other, from well before the first volume on; no surname twice on a court."""
    judges = []
    year = land.first_year - rng.randint(6, 16)
    while year < land.first_year + 80:
        person = invented_names.person(rng, land.families, old=land.era == "old", sex=_sex(rng, land.era))
        while person.last in surnames:
            person = invented_names.person(rng, land.families, old=land.era == "old", sex=person.sex)
        surnames.add(person.last)
        served = rng.randint(7, 19)
        judges.append(Judge(person, year, year + served - 1))
        year += served
    return tuple(judges)


def written(day: date, land: Land) -> str:
    """A date as the land writes it in running text.

    >>> written(date(1987, 5, 3), LANDS[0])
    'May 3, 1987'
    """
    month = MONTHS[day.month - 1]
    return f"{day.day} {month} {day.year}" if land.day_first else f"{month} {day.day}, {day.year}"


def month_of(day: date) -> str:
    """``May, 1987``: a month as formal dates end with it."""
    return f"{MONTHS[day.month - 1]}, {day.year}"
