"""Decisions that an opinion may cite, and how it does: in full the first time, short afterwards.

There are old ones that every case of a land shares, and members of earlier volumes. An old decision has the same name,
citation, facts and outcome wherever it is cited.
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial

from microworlds.core.seeds import generator
from microworlds.corpora.law import invented_names
from microworlds.corpora.law.case_plan import Facts, Issue, Side
from microworlds.corpora.law.compiled import START, Rules
from microworlds.corpora.law.jurisdictions import LANDS, Land
from microworlds.corpora.law.pen import Pen, parted, polished
from microworlds.corpora.law.planner import all_rules, volume_label, volume_plan
from microworlds.generation.grammar import Node, Slot

_PER_ISSUE = 26
_BACK = 3  # earlier volumes of the same reporter that are cited
_RECENT = 8  # members of volumes among what one issue may cite


@dataclass(frozen=True)
class Authority:
    """A decision that can be cited; ``case`` is set if it is a member of a volume that exists."""

    key: str
    name: str
    volume: int
    reporter: str
    page: int
    pages: int
    year: int
    winner: Side
    case: Facts | None = None

    @property
    def short(self) -> str:
        """The name that later references use: the first party's, or the second's where the first is a government."""
        first, _, second = self.name.partition(" v. ")
        return second if first in _GOVERNMENTS else first

    @property
    def cite(self) -> str:
        """``112 Tam.2d 45``."""
        return f"{self.volume} {self.reporter} {self.page}"


_GOVERNMENTS = frozenset(land.government for land in LANDS)


@dataclass(frozen=True)
class Precedent:
    """An old decision with what happened in it and what was held, and how a case may be like or unlike it."""

    case: Authority
    story: str
    held: str
    like: tuple[Node, ...]
    unlike: tuple[Node, ...]


@cache
def classics(seed: int, land: Land, route: str, issue: str) -> tuple[Authority, ...]:
    """The older decisions on an issue in a land, oldest first."""
    rng = generator(seed, "law", land.key, "classics", issue)
    found = [_classic(rng, land, route, f"{land.key}/{issue}/{index}") for index in range(_PER_ISSUE)]
    return tuple(sorted(found, key=lambda authority: (authority.year, authority.key)))


def _classic(rng: random.Random, land: Land, route: str, key: str) -> Authority:
    home = land
    if rng.random() < (0.85 if land.era == "old" else 0.1):
        home = rng.choice([other for other in LANDS if other.style != "headnotes" and other is not land])
    age = round(2 + 58 * rng.random() ** 1.7)
    year = max(1841, land.first_year - age)
    if home.era == "old":  # its reports began shortly before its first volume
        year = home.first_year - rng.randint(1, 9)
    reporters = home.earlier_reporters
    start = 1840 if home.era != "old" else 1885
    span = max(40, home.first_year - start)
    place = min(len(reporters) - 1, max(0, (year - start) * len(reporters) // span))
    since = start + place * span // len(reporters)
    volume = 1 + max(0, (year - since) * 5 // 2) + rng.randint(0, 2)
    if home.era == "old":
        volume = rng.randint(1, home.first_volume - 1)
    page = rng.randint(1, 1180)
    winner: Side = "p" if rng.random() < 0.5 else "d"
    return Authority(key, _name(rng, home, route), volume, reporters[place], page, rng.randint(3, 14), year, winner)


def _name(rng: random.Random, land: Land, route: str) -> str:
    one, two = (land.surname(rng) for _ in range(2))
    if route == "criminal":
        return f"{land.government} v. {one}"
    draw = rng.random()
    if draw < 0.5:
        return f"{one} v. {two}"
    lists, town = invented_names.LISTS, partial(invented_names.town, rng)
    if route == "civil":
        bodies = [f"{town()} {rng.choice(lists['trade'])} Co.", f"{two} & {land.surname(rng)}", f"{town()} City"]
    else:
        bodies = [f"{town()} Board of {rng.choice(lists['board'])}", f"{town()} City"]
        bodies += [f"{town()} {rng.choice(lists['trade'])} Co.", two]
    body = rng.choice(bodies)
    return f"{one} v. {body}" if draw < 0.85 else f"{body} v. {one}"


@cache
def recent(seed: int, number: int, issue: str) -> tuple[Authority, ...]:
    """Members of this volume and of those shortly before it that decided the issue, oldest first."""
    volumes = range(number - _BACK * len(LANDS), number + 1, len(LANDS))
    return tuple(found for earlier in volumes if earlier >= 0 for found in _deciding(seed, earlier).get(issue, ()))


@cache
def _deciding(seed: int, number: int) -> Mapping[str, Sequence[Authority]]:
    """The members of a volume by the issues that they decided."""
    found: dict[str, list[Authority]] = defaultdict(list)
    for facts in volume_plan(seed, number):
        for own in facts.issues:
            found[own.name].append(_real(facts, own.winner, volume_label(number)))
    return found


def _real(facts: Facts, winner: Side, volume: int) -> Authority:
    """A case of a volume as an authority."""
    reporter, page, pages = facts.land.reporter, facts.first_page, facts.last_page - facts.first_page + 1
    return Authority(facts.key, facts.title, volume, reporter, page, pages, facts.decided.year, winner, facts)


def recent_before(seed: int, number: int, facts: Facts, issue: str) -> tuple[Authority, ...]:
    """Those of ``recent`` that were decided before a case."""
    return tuple(authority for authority in recent(seed, number, issue) if authority.key < facts.key)


def pool(seed: int, number: int, facts: Facts, issue: str) -> tuple[Authority, ...]:
    """What a case may cite on an issue."""
    return classics(seed, facts.land, facts.route, issue) + recent_before(seed, number, facts, issue)[-_RECENT:]


def precedents(seed: int, facts: Facts, issue: Issue, side: Side, rng: random.Random) -> Iterator[Precedent]:
    """Old decisions on an issue for a side, each another story; an old decision has the same story each time."""
    rules = all_rules(facts.matter)
    lines = [line for line in rules.get(f"{issue.name}.case.{side}", ()) if line.admitted(_times(facts))]
    cases = [case for case in classics(seed, facts.land, facts.route, issue.name) if case.winner == side]
    rng.shuffle(cases)
    told: set[int] = set()
    for case in cases if lines else ():
        own = generator(seed, "law", "story", case.key)
        place = own.randrange(len(lines))
        if place not in told:
            told.add(place)
            story, held, like, unlike = parted(lines[place].nodes)
            pen = _old_pen(rules, own, frozenset(("mid",)))
            yield Precedent(case, pen.expand(story), pen.expand(held), like, unlike)


def _times(facts: Facts) -> frozenset[str]:
    """Old cases are told by the time, the kind of story and who complains, whatever else the present case is."""
    return frozenset((facts.land.era, facts.scenario, f"{facts.appellant}app"))


@cache
def provision(land: Land, matter: str, issue: str) -> str:
    """The words of the provision that governs an issue in a land, the same in all its cases."""
    pen = _old_pen(all_rules(matter), generator(land.key, "code", issue), frozenset(("mid",)))
    return polished(START + pen.write(f"{issue}.code"))


def _old_pen(rules: Rules, rng: random.Random, tags: frozenset[str]) -> Pen:
    """A pen that knows of names and places, but of no case."""
    land = LANDS[0]
    names: dict[str, Slot] = {
        "person.last": lambda: land.surname(rng),
        "town": lambda: invented_names.town(rng),
        "street": lambda: invented_names.street(rng),
    }
    return Pen(rules, rng, tags, names, {}, {})


class Citing:
    """The citations of one case's opinions."""

    def __init__(self, facts: Facts, pen: Pen) -> None:
        self.facts = facts
        self.pen = pen
        self.cited: dict[str, Authority] = {}
        self.mentions: dict[str, int] = {}
        self._pool: list[Authority] = []
        self._deck: list[Authority] = []

    def use(self, authorities: Sequence[Authority]) -> None:
        """The decisions that the coming issue may cite."""
        self._pool = list(authorities)
        self._deck = []

    def cite(self) -> str:
        """One of the pool, with a page."""
        return self.of(self.next(), pin=True)

    def next(self) -> Authority:
        """The next of the pool."""
        if not self._deck:
            self._deck = list(self._pool)
            self.pen.rng.shuffle(self._deck)
        return self._deck.pop()

    def of(self, authority: Authority, *, pin: bool = False) -> str:
        """The decision cited: name, reporter, page and year, or its short form if the opinion has it already."""
        rng = self.pen.rng
        page = authority.page + rng.randint(0, max(0, authority.pages - 1))
        if authority.key in self.cited:
            if not pin:
                return authority.short
            form = rng.random()
            if form < 0.6:
                return f"{authority.short}, {authority.volume} {authority.reporter} at {page}"
            return f"{authority.short}, supra, at {page}" if form < 0.85 else authority.short
        self.cited[authority.key] = authority
        pages = f", {page}" if pin and page != authority.page and rng.random() < 0.75 else ""
        return f"{authority.name}, {authority.cite}{pages} ({authority.year})"

    def at(self, authority: Authority) -> str:
        """A sentence that names the page of a decision just spoken of."""
        page = authority.page + self.pen.rng.randint(0, max(0, authority.pages - 1))
        return self.pen.rng.choice(
            (f"Id. at {page}.", f"{authority.volume} {authority.reporter} at {page}.", f"Id. at {page}.", "")
        )

    def statute(self, issue: Issue) -> str:
        """The provision that governs an issue: in full at first, then by number, or as ``the statute``.

        The case's own statute is named by its number more often than any other.
        """
        if issue.section is None:
            return self.pen.rng.choice(("the statute", "the common law rule"))
        rng = self.pen.rng
        count = self.mentions.get(issue.section, 0)
        main = issue.section == self.facts.statute
        if count and rng.random() < (0.45 if main else 0.7):
            return (
                rng.choice(("the statute", "the Act", "that section", "the provision"))
                if issue.act is None
                else rng.choice(("the statute", "the Act", f"the {issue.act}", "that provision"))
            )
        if count and not main and self.mentions.get(self.facts.statute or "", 0) <= count + 1:
            return "the statute"
        self.mentions[issue.section] = count + 1
        return issue.section if not count or rng.random() < 0.3 else self._short(issue.section)

    @staticmethod
    def _short(section: str) -> str:
        if "§" in section:
            return "§ " + section.rpartition("§")[2].strip()
        return section.partition(" of the ")[0]

    def earliest(self) -> Authority | None:
        """The oldest decision cited; the first by name where several are as old."""
        return min(self.cited.values(), key=lambda authority: (authority.year, authority.name), default=None)
