"""Plans the cases of a volume: who, what, when, and how it ended, without a word of text.

A volume depends on the seed and its number alone. Its cases are in order of decision, and so of their pages.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from functools import cache

from microworlds.core.seeds import generator
from microworlds.corpora.law import particulars, parties
from microworlds.corpora.law.case_plan import Facts, Issue, Mode, Separate, SeparateKind, Side, other
from microworlds.corpora.law.compiled import Rules, rules
from microworlds.corpora.law.invented_names import Person
from microworlds.corpora.law.jurisdictions import LANDS, Land, Lawyer, Realm, realm
from microworlds.corpora.law.matters import MATTERS, OUTCOMES, Matter, Scenario

CHARACTERS = 1_650_000  # of a volume, as planned: about 330,000 tokens of cl100k_base
ORDERS = 0.08  # share of orders of a few lines
_PAGE = 2_700  # characters
# phrase files that every opinion is written with
_ALWAYS = ("frames", "course", "reasoning", "separate", "orders")
# an opinion of so many characters has another issue
_STEPS = (5_000, 8_500, 12_500, 16_500)
_LONG = 15_000  # characters; a longer opinion may have two questions that any case may raise, a shorter one has one
_PAPERS = 0.3  # share of a defendant's victories that came without a trial


def land_of(number: int) -> Land:
    """The jurisdiction of a volume: they take turns."""
    return LANDS[number % len(LANDS)]


def volume_label(number: int) -> int:
    """What a volume has on its back: the number among its jurisdiction's."""
    return land_of(number).first_volume + number // len(LANDS)


@cache
def volume_plan(seed: int, number: int) -> tuple[Facts, ...]:
    """The cases of a volume, in page order."""
    land = land_of(number)
    place = realm(seed, land)
    ordinal = number // len(LANDS)
    rng = generator(seed, "law", "volume", number)
    lengths = _lengths(rng)
    first = land.first_year * 12 + ordinal * land.months_a_volume
    days = sorted(rng.randrange(30 * land.months_a_volume) for _ in lengths)
    opening = date(first // 12, first % 12 + 1, 1)
    cases: list[Facts] = []
    matters = _matters(rng, land)
    page = rng.randint(1, 9)
    for index, (length, day) in enumerate(zip(lengths, days, strict=True)):
        decided = _weekday(opening + timedelta(days=day))
        last = page + max(0, round(length / _PAGE) - (0 if length > _PAGE else 1))
        key = f"{number:03d}-{index:03d}"
        planner = _Planner(generator(seed, "law", number, index), place, key, decided, length, next(matters))
        cases.append(planner.case((page, last)))
        page = last + (1 if length > 900 or rng.random() < 0.5 else 0)
    return tuple(cases)


def _lengths(rng: random.Random) -> list[int]:
    """Planned lengths in characters until the volume is full; an order has a few hundred."""
    lengths: list[int] = []
    while sum(lengths) < CHARACTERS:
        if rng.random() < ORDERS:
            lengths.append(rng.randint(150, 800))
        else:
            lengths.append(max(2_500, min(21_000, round(rng.lognormvariate(9.35, 0.5)))))
    return lengths


def _matters(rng: random.Random, land: Land) -> Iterator[Matter]:
    """The matters of a volume's cases: dealt like cards, so that neighbours are about different things."""
    open_ = [
        own for own in MATTERS.values() for _ in range(own.weight) if any(land.era in s.eras for s in own.scenarios)
    ]
    while True:
        rng.shuffle(open_)
        yield from open_


def _weekday(day: date) -> date:
    return day - timedelta(days=max(0, day.weekday() - 4))


class _Planner:
    """Draws the facts of one case, decided on a day, of about ``length`` characters."""

    def __init__(self, rng: random.Random, place: Realm, key: str, decided: date, length: int, matter: Matter) -> None:
        self.rng, self.realm, self.land = rng, place, place.land
        self.key, self.decided, self.length = key, decided, length
        self.order = length < 1_000
        self.matter = matter
        self.scenario = rng.choice([own for own in matter.scenarios if self.land.era in own.eras])
        self.region = rng.choice(place.regions)
        ordinal, towns = int(key[-3:]), self.region.towns
        self.home = self.region.seat if ordinal % 2 else towns[ordinal % len(towns)]
        middle = self.land.middle
        self.bench = middle if middle and not self.order and rng.random() < 0.7 else self.land.supreme

    def case(self, pages: tuple[int, int]) -> Facts:
        """The facts."""
        rng, land, matter, scenario = self.rng, self.land, self.matter, self.scenario
        p, d = (parties.party(kind, rng, self.realm, self.region, self.home) for kind in (scenario.p, scenario.d))
        below_winner: Side = "p" if rng.random() < matter.p_wins else "d"
        appellant = other(below_winner)
        mode = self._mode(below_winner)
        outcome = rng.choice([own.name for own in OUTCOMES.values() for _ in range(own.share)])
        tags = case_tags(land, matter, scenario, mode, below_winner, appellant)
        issues = self._issues(tags, outcome, appellant)
        if "in part" in outcome and len({issue.winner for issue in issues}) < 2:
            outcome = "reversed and remanded"
            issues = tuple(replace(issue, winner=appellant) for issue in issues)
        tags |= {f"{issue.name}{issue.winner}" for issue in issues}
        panel = self._panel()
        author = None if self.order or rng.random() < 0.05 else rng.choice(panel)
        dates = self._dates()
        counsel = self._counsel(), self._counsel()
        judge = land.person(rng) if matter.tribunal else rng.choice(self.region.judges)
        docket = self._docket()
        planned = Facts(
            key=self.key, land=land, region=self.region, home=self.home, bench=self.bench, matter=matter.name,
            route=matter.route, scenario=scenario.name, tags=tags, p=p, d=d, appellant=appellant,
            below_winner=below_winner, counsel=counsel, tribunal=self._tribunal(), judge=judge, mode=mode, panel=panel,
            author=author, separate=self._separate(panel, author), issues=issues, outcome=outcome, order=self.order,
            length=self.length, first_page=pages[0], last_page=pages[1], decided=self.decided, docket=docket,
            docket_below=self._docket_below(dates["filed"]), incident=dates["incident"], filed=dates["filed"],
            ruled=dates["ruled"], appealed=dates["appealed"], argued=dates.get("argued"),
            submitted=dates.get("submitted"),
        )  # fmt: skip
        return particulars.settled(planned, matter, all_rules(matter.name), rng)

    def _mode(self, below_winner: Side) -> Mode:
        if self.matter.tribunal:
            return "board"
        papers = 0.0 if self.land.era == "old" else _PAPERS * self.matter.papers
        if self.matter.route == "civil" and below_winner == "d" and self.rng.random() < papers:
            return "summary"
        return "jury" if self.rng.random() < self.matter.jury else "bench"

    def _issues(self, tags: frozenset[str], outcome: str, appellant: Side) -> tuple[Issue, ...]:
        own, shared = (list(names) for names in issue_names(self.matter.name, tags))
        self.rng.shuffle(shared)
        count = 1 + sum(self.length > step for step in _STEPS)
        # what the case is about comes first; the last question of a long opinion is one that any case may raise
        of_own = min(len(own), count)
        names = sorted(self.rng.sample(own, of_own), key=own.index)
        names += shared[: min(1 + (self.length > _LONG), count - of_own)]
        winners = self._winners(len(names), of_own, outcome, appellant)
        return tuple(Issue(name, winner, *self._section(name)) for name, winner in zip(names, winners, strict=True))

    def _winners(self, count: int, own: int, outcome: str, appellant: Side) -> list[Side]:
        """Who prevails on each issue, the first ``own`` of which are those on which the claim itself depends.

        One who claims must prevail on all of these; one who defends, on any.
        """
        appellee = other(appellant)
        if outcome == "affirmed":
            return [appellee] * count
        rest: list[Side] = [self.rng.choice((appellant, appellee)) for _ in range(count)]
        if appellant == "p":
            return ([appellant] * own + ([appellee] * count if "in part" in outcome else rest))[:count]
        if "in part" in outcome:
            mixed: list[Side] = [appellant, appellee]
            self.rng.shuffle(mixed)
            return (mixed + [appellee] * count)[:count]
        return [appellant, *rest][:count]

    def _section(self, name: str) -> tuple[str | None, str | None]:
        """The provision that governs an issue in this land, and its act; (None, None) if the common law does."""
        rules_ = all_rules(self.matter.name)
        if f"{name}.code" not in rules_:
            return None, None
        rng = generator(self.land.key, "code", name)
        act = "".join(part for part in rules_[f"{name}.act"][0].nodes if isinstance(part, str))
        section = f"{rng.randint(2, 98)}{rng.choice(('', '0', '1', '2', '4', '05', '12'))}"
        title = generator(self.land.key, "title", act).randint(3, 61)
        return self.land.section.format(title=title, section=section, act=act, name=self.land.name), act

    def _counsel(self) -> tuple[Lawyer, ...]:
        return tuple(self.rng.sample(self.realm.lawyers, self.rng.choice((1, 1, 1, 2, 2, 3))))

    def _tribunal(self) -> str:
        land, region = self.land, self.region
        if self.matter.tribunal:
            return parties.tribunal(self.matter.tribunal, land, region, self.home)
        return land.trial_court.format(land.county.format(region.name) if land.style != "headnotes" else region.name)

    def _panel(self) -> tuple[Person, ...]:
        sitting = self.realm.bench(self.bench is self.land.middle, self.decided.year)
        if len(sitting) <= self.bench.panel:
            return tuple(sitting)
        chosen = sorted(self.rng.sample(range(len(sitting)), self.bench.panel))
        return tuple(sitting[place] for place in chosen)

    def _separate(self, panel: tuple[Person, ...], author: Person | None) -> tuple[Separate, ...]:
        rng = self.rng
        others = [judge for judge in panel if judge is not author]
        if author is None or self.length < 6_000 or len(others) < 2 or rng.random() > 0.17:
            return ()
        kind: SeparateKind = rng.choice(
            ("dissent",) * 6 + ("concurrence",) * 4 + ("concurring-in-part-and-dissenting-in-part",)
        )
        judge = rng.choice(others)
        joining = [j for j in others if j is not judge and len(panel) > 3 and rng.random() < 0.2]
        return (Separate(kind, judge, tuple(joining[: (len(panel) - 1) // 2 - 1])),)

    def _dates(self) -> dict[str, date]:
        rng = self.rng
        heard = _weekday(self.decided - timedelta(days=rng.randint(20, 210)))
        appealed = _weekday(heard - timedelta(days=rng.randint(90, 330)))
        ruled = _weekday(appealed - timedelta(days=rng.randint(9, 29)))
        filed = _weekday(ruled - timedelta(days=rng.randint(120, 640)))
        gap = (2, 50) if self.matter.route == "criminal" else (40, 800)
        incident = filed - timedelta(days=rng.randint(*gap))
        dates = {"incident": incident, "filed": filed, "ruled": ruled, "appealed": appealed}
        if not self.order:
            dates["argued" if rng.random() < 0.68 else "submitted"] = heard
        return dates

    def _docket(self) -> str:
        rng, year = self.rng, self.decided.year - 1
        number = rng.randint(3, 899)
        division = rng.choice(("C.D.", "E.D.", "W.D.")) if self.bench is self.land.middle else "S.D."
        registry, kind = rng.choice(("Kes", "Mar", "Dun", "Hol", "Pen")), rng.choice(("CV", "AA", "CF", "FM"))
        return self.land.docket.format(
            number=number, division=division, year=year, decade=f"{year % 100:02d}", registry=registry, kind=kind,
            serial=6000 + number + 60 * (year - 1949),
        )  # fmt: skip

    def _docket_below(self, filed: date) -> str:
        number = self.rng.randint(101, 4999)
        kind = {"civil": "Civ.", "criminal": "Crim.", "agency": "File"}[self.matter.route]
        return f"{kind} No. {number}" if self.land.era != "new" else f"{kind} No. {filed.year}-{number}"


def case_tags(
    land: Land, matter: Matter, scenario: Scenario, mode: Mode, below_winner: Side, appellant: Side
) -> frozenset[str]:
    """What the phrases of a case may be chosen by, but for the issues."""
    return frozenset(
        (
            land.era, matter.name, matter.route, scenario.name, mode, f"{below_winner}won", f"{appellant}app",
            "papers" if mode == "summary" else "trial",
        )
    )  # fmt: skip


@cache
def own_rules(matter: str) -> Rules:
    """The rules of a matter's own phrases and issues."""
    return rules(f"matters/{matter}", *(f"issues/{name}" for name in MATTERS[matter].also))


@cache
def all_rules(matter: str) -> Rules:
    """The rules that a matter's cases are written with: its own, those of its route, and those of every opinion."""
    also = (f"issues/{name}" for name in MATTERS[matter].also)
    return rules(*_ALWAYS, f"matters/{matter}", *also, f"issues/{MATTERS[matter].route}")


@cache
def issue_names(matter: str, tags: frozenset[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names of the issues that a case with these tags may raise: the matter's own, and those shared with others."""
    own = own_rules(matter)
    names = [
        rule[:-2]
        for rule, lines in all_rules(matter).items()
        if rule.endswith(".q") and any(line.admitted(tags) for line in lines)
    ]
    return tuple(name for name in names if f"{name}.q" in own), tuple(name for name in names if f"{name}.q" not in own)
