"""Plans the cases of a volume: who, what, when, and how it ended, without a word of text.

A volume depends on the seed and its number alone. Its cases are in order of decision, and so of their pages.
"""

from __future__ import annotations

import random
from datetime import date, timedelta
from functools import cache

from microworlds.core.seeds import generator
from microworlds.corpora.law import amounts, parties
from microworlds.corpora.law.case_plan import Facts, Issue, Outcome, Separate, SeparateKind, Side, other
from microworlds.corpora.law.compiled import Rules, rules
from microworlds.corpora.law.invented_names import Person
from microworlds.corpora.law.jurisdictions import LANDS, Bench, Land, Lawyer, Realm, Region, realm
from microworlds.corpora.law.matters import MATTERS, Matter, Scenario

CHARACTERS = 1_500_000  # of a volume, as planned: about 350,000 tokens of cl100k_base
ORDERS = 0.08  # share of orders of a few lines
_PAGE = 2_700  # characters
_LONG = 28_000
# phrase files that every opinion is written with
_ALWAYS = ("lexicon", "details", "evidence", "background", "discourse", "proceedings", "separate", "orders")
_SHARES = {"claimed": (0.25, 1.9), "award": (0.12, 0.97), "fine": (0.02, 0.3)}
_OUTCOMES: tuple[tuple[Outcome, int], ...] = (
    ("affirmed", 56),
    ("reversed", 8),
    ("reversed and remanded", 17),
    ("vacated and remanded", 7),
    ("affirmed in part, reversed in part and remanded", 9),
)


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
    page = rng.randint(1, 9)
    for index, (length, day) in enumerate(zip(lengths, days, strict=True)):
        decided = _weekday(opening + timedelta(days=day))
        last = page + max(0, round(length / _PAGE) - (0 if length > _PAGE else 1))
        planner = _Planner(generator(seed, "law", number, index), place, f"{number:03d}-{index:03d}")
        cases.append(planner.case(decided, length, (page, last)))
        page = last + (1 if length > 900 or rng.random() < 0.5 else 0)
    return tuple(cases)


def _lengths(rng: random.Random) -> list[int]:
    """Planned lengths in characters until the volume is full; an order has a few hundred."""
    lengths: list[int] = []
    while sum(lengths) < CHARACTERS:
        if rng.random() < ORDERS:
            lengths.append(rng.randint(150, 800))
        else:
            lengths.append(max(2_500, min(140_000, round(rng.lognormvariate(9.83, 0.74)))))
    return lengths


def _weekday(day: date) -> date:
    return day - timedelta(days=max(0, day.weekday() - 4))


class _Planner:
    """Draws the facts of one case."""

    def __init__(self, rng: random.Random, place: Realm, key: str) -> None:
        self.rng = rng
        self.realm = place
        self.land = place.land
        self.key = key

    def case(self, decided: date, length: int, pages: tuple[int, int]) -> Facts:
        """The facts of a case decided on a day, of about ``length`` characters."""
        rng, land = self.rng, self.land
        order = length < 1_000
        matter, scenario = self._matter()
        region = rng.choice(self.realm.regions)
        bench = self._bench(matter, order)
        p = parties.party(scenario.p, rng, self.realm, region, self._home(region))
        d = parties.party(scenario.d, rng, self.realm, region, self._home(region))
        below_winner = self._below_winner(matter, length)
        appellant = other(below_winner)
        jury = rng.random() < matter.jury
        outcome = self._outcome()
        tags = case_tags(land, matter, scenario, jury, below_winner, appellant)
        issues = () if order else self._issues(matter, tags, outcome, appellant, length)
        if len(issues) < 2 and "in part" in outcome:
            outcome = "reversed and remanded"
            issues = tuple(Issue(issue.name, appellant, issue.section, issue.act) for issue in issues)
        panel = self._panel(bench, decided.year, order)
        author = None if order or rng.random() < 0.05 else rng.choice(panel)
        dates = self._dates(matter, decided, order)
        return Facts(
            key=self.key, land=land, region=region, home=self._home(region), bench=bench, matter=matter.name,
            route=matter.route, scenario=scenario.name, tags=tags, p=p, d=d,
            appellant=appellant, below_winner=below_winner,
            counsel=(self._counsel(), self._counsel()), tribunal=self._tribunal(matter, region),
            judge=self._judge(matter, region), jury=jury, panel=panel, author=author,
            separate=self._separate(panel, author, order, length), issues=issues,
            outcome=outcome, order=order, length=length, first_page=pages[0], last_page=pages[1], decided=decided,
            docket=self._docket(decided, bench), docket_below=self._docket_below(dates["filed"], matter),
            incident=dates["incident"], filed=dates["filed"], ruled=dates["ruled"], appealed=dates["appealed"],
            argued=dates.get("argued"), submitted=dates.get("submitted"),
            **self._money(matter, below_winner),
        )  # fmt: skip

    def _below_winner(self, matter: Matter, length: int) -> Side:
        drawn: Side = "p" if self.rng.random() < matter.p_wins else "d"
        # a long opinion needs the many questions that the accused, or one who failed before an agency, can raise
        if length > _LONG and matter.route != "civil":
            return "p" if matter.route == "criminal" else "d"
        return drawn

    def _matter(self) -> tuple[Matter, Scenario]:
        open_ = [(m, [s for s in m.scenarios if self.land.era in s.eras]) for m in MATTERS.values()]
        matter, scenarios = self.rng.choice([(m, s) for m, s in open_ if s for _ in range(m.weight)])
        return matter, self.rng.choice(scenarios)

    def _home(self, region: Region) -> str:
        # the first draw of the case's own generator after the region: the same town for both parties
        return region.seat if int(self.key[-3:]) % 2 else region.towns[int(self.key[-3:]) % len(region.towns)]

    def _bench(self, matter: Matter, order: bool) -> Bench:
        middle = self.land.middle
        return middle if middle is not None and not order and self.rng.random() < 0.7 else self.land.supreme

    def _outcome(self) -> Outcome:
        return self.rng.choice([outcome for outcome, share in _OUTCOMES for _ in range(share)])

    def _issues(
        self, matter: Matter, tags: frozenset[str], outcome: Outcome, appellant: Side, length: int
    ) -> tuple[Issue, ...]:
        own, shared = (list(names) for names in issue_names(matter.name, tags))
        count = max(1, round(length * 0.7 / 4_600))
        self.rng.shuffle(own)
        self.rng.shuffle(shared)
        of_own = min(len(own), count if self.rng.random() < 0.75 else max(1, count - 1))
        names = own[:of_own] + shared[: max(0, count - of_own)]
        winners = self._winners(len(names), outcome, appellant)
        return tuple(
            Issue(name, winner, *self._section(matter, name)) for name, winner in zip(names, winners, strict=True)
        )

    def _winners(self, count: int, outcome: Outcome, appellant: Side) -> list[Side]:
        appellee = other(appellant)
        if outcome == "affirmed":
            return [appellee] * count
        if "in part" in outcome:
            winners = [appellee, appellant] + [self.rng.choice((appellant, appellee)) for _ in range(count)]
            head = winners[:2]
            self.rng.shuffle(head)
            return (head + winners[2:])[:count]
        return [appellant] + [self.rng.choice((appellant, appellee)) for _ in range(count - 1)]

    def _section(self, matter: Matter, name: str) -> tuple[str | None, str | None]:
        """The provision that governs an issue in this land, and its act; (None, None) if the common law does."""
        lines = all_rules(matter.name).get(f"{name}.code")
        if not lines:
            return None, None
        rng = generator(self.land.key, "code", name)
        act = "".join(part for part in all_rules(matter.name)[f"{name}.act"][0].nodes if isinstance(part, str))
        section = f"{rng.randint(2, 98)}{rng.choice(('', '0', '1', '2', '4', '05', '12'))}"
        title = generator(self.land.key, "title", act).randint(3, 61)
        return self.land.section.format(title=title, section=section, act=act, name=self.land.name), act

    def _counsel(self) -> tuple[Lawyer, ...]:
        return tuple(self.rng.sample(self.realm.lawyers, self.rng.choice((1, 1, 1, 2, 2, 3))))

    def _tribunal(self, matter: Matter, region: Region) -> str:
        if matter.tribunal is not None:
            return parties.tribunal(matter.tribunal, self.land, region, self._home(region))
        return self.land.trial_court.format(
            self.land.county.format(region.name) if self.land.style != "headnotes" else region.name
        )

    def _judge(self, matter: Matter, region: Region) -> Person:
        if matter.tribunal is None:
            return self.rng.choice(region.judges)
        return self.land.person(self.rng)

    def _panel(self, bench: Bench, year: int, order: bool) -> tuple[Person, ...]:
        sitting = self.realm.bench(bench is self.land.middle, year)
        if len(sitting) <= bench.panel:
            return tuple(sitting)
        chosen = set(self.rng.sample(range(len(sitting)), bench.panel))
        return tuple(judge for place, judge in enumerate(sitting) if place in chosen)

    def _separate(
        self, panel: tuple[Person, ...], author: Person | None, order: bool, length: int
    ) -> tuple[Separate, ...]:
        rng = self.rng
        others = [judge for judge in panel if judge is not author]
        if order or author is None or length < 6_000 or len(others) < 2 or rng.random() > 0.17:
            return ()
        kind: SeparateKind = rng.choice(
            ("dissent",) * 6 + ("concurrence",) * 4 + ("concurring-in-part-and-dissenting-in-part",)
        )
        judge = rng.choice(others)
        joining = tuple(j for j in others if j is not judge and len(panel) > 3 and rng.random() < 0.2)[
            : (len(panel) - 1) // 2 - 1
        ]
        return (Separate(kind, judge, joining),)

    def _dates(self, matter: Matter, decided: date, order: bool) -> dict[str, date]:
        rng = self.rng
        heard = _weekday(decided - timedelta(days=rng.randint(20, 210)))
        appealed = _weekday(heard - timedelta(days=rng.randint(90, 330)))
        ruled = _weekday(appealed - timedelta(days=rng.randint(9, 29)))
        filed = _weekday(ruled - timedelta(days=rng.randint(120, 640)))
        gap = (2, 50) if matter.route == "criminal" else (40, 800)
        dates = {
            "incident": filed - timedelta(days=rng.randint(*gap)),
            "filed": filed,
            "ruled": ruled,
            "appealed": appealed,
        }
        if not order:
            dates["argued" if rng.random() < 0.68 else "submitted"] = heard
        return dates

    def _docket(self, decided: date, bench: Bench) -> str:
        rng, year = self.rng, decided.year - 1
        number = rng.randint(3, 899)
        division = rng.choice(("C.D.", "E.D.", "W.D.")) if bench is self.land.middle else "S.D."
        registry, kind = rng.choice(("Kes", "Mar", "Dun", "Hol", "Pen")), rng.choice(("CV", "AA", "CF", "FM"))
        return self.land.docket.format(
            number=number, division=division, year=year, decade=f"{year % 100:02d}", registry=registry, kind=kind,
            serial=6000 + number + 60 * (year - 1949),
        )  # fmt: skip

    def _docket_below(self, filed: date, matter: Matter) -> str:
        number = self.rng.randint(101, 4999)
        kind = {"civil": "Civ.", "criminal": "Crim.", "agency": "File"}[matter.route]
        return f"{kind} No. {number}" if self.land.era != "new" else f"{kind} No. {filed.year}-{number}"

    def _money(self, matter: Matter, below_winner: Side) -> dict[str, str | None]:
        rng, era = self.rng, self.land.era
        found: dict[str, str | None] = {}
        value = 0.0
        # what is claimed goes with the price, what is awarded with the claim
        for name in ("price", "claimed", "award", "fine"):
            if name not in matter.money:
                continue
            low, high = matter.money[name]
            if value:
                value = min(high, max(low, value * rng.uniform(*_SHARES[name])))
            else:
                value = low * (high / low) ** rng.random()
            found[name] = amounts.stated(rng, value, era)
        if below_winner == "d":
            found.pop("award", None)
            if matter.route == "criminal":
                found.pop("fine", None)
        elif matter.route == "agency":
            found.pop("fine", None)
        if matter.months and below_winner == "p":
            found["sentence"] = amounts.term(rng, *matter.months)
        return found


def case_tags(
    land: Land, matter: Matter, scenario: Scenario, jury: bool, below_winner: Side, appellant: Side
) -> frozenset[str]:
    """What the phrases of a case may be chosen by."""
    return frozenset(
        (
            land.era, matter.name, matter.route, scenario.name, "jury" if jury else "bench",
            f"{below_winner}won", f"{appellant}app", "trial" if matter.tribunal is None else "board", *matter.setting,
        )
    )  # fmt: skip


@cache
def all_rules(matter: str) -> Rules:
    """The rules that a matter's cases are written with: its own, those of its route, and those of every opinion."""
    return rules(*_ALWAYS, f"matters/{matter}", f"issues/{MATTERS[matter].route}")


@cache
def issue_names(matter: str, tags: frozenset[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names of the issues that a case with these tags may raise: the matter's own, and those shared with others."""
    own = rules(f"matters/{matter}")
    names = [
        rule[:-2]
        for rule, lines in all_rules(matter).items()
        if rule.endswith(".q") and any(line.admitted(tags) for line in lines)
    ]
    return tuple(name for name in names if f"{name}.q" in own), tuple(name for name in names if f"{name}.q" not in own)
