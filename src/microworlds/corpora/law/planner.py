"""Plans the cases of a volume: who, what, when, and how it ended, without a word of text.

A volume depends on the seed and its number alone. Its cases are in order of decision, and so of their pages.
"""

import random
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from functools import cache

from microworlds.core.seeds import generator
from microworlds.core.value_types import format_amount, in_words
from microworlds.corpora.law import parties
from microworlds.corpora.law.case_plan import Facts, Issue, Separate, SeparateKind, Side, other
from microworlds.corpora.law.compiled import Rules, rules
from microworlds.corpora.law.invented_names import Person
from microworlds.corpora.law.jurisdictions import LANDS, Era, Land, Lawyer, Realm, realm
from microworlds.corpora.law.matters import MATTERS, OUTCOMES, Matter, Scenario

CHARACTERS = 1_500_000  # of a volume, as planned: about 350,000 tokens of cl100k_base
ORDERS = 0.08  # share of orders of a few lines
_PAGE = 2_700  # characters
_LONG = 28_000
# phrase files that every opinion is written with
_ALWAYS = ("lexicon", "details", "evidence", "background", "discourse", "proceedings", "separate", "orders")
_SHARES = {"claimed": (0.25, 1.9), "award": (0.12, 0.97), "fine": (0.02, 0.3)}
# what a dollar of today was, roughly, in the money of the time
_SCALE = {"old": 0.035, "mid": 0.16, "new": 1.0}


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
        key = f"{number:03d}-{index:03d}"
        planner = _Planner(generator(seed, "law", number, index), place, key, decided, length)
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
            lengths.append(max(2_500, min(140_000, round(rng.lognormvariate(9.83, 0.74)))))
    return lengths


def _weekday(day: date) -> date:
    return day - timedelta(days=max(0, day.weekday() - 4))


class _Planner:
    """Draws the facts of one case, decided on a day, of about ``length`` characters."""

    def __init__(self, rng: random.Random, place: Realm, key: str, decided: date, length: int) -> None:
        self.rng, self.realm, self.land = rng, place, place.land
        self.key, self.decided, self.length = key, decided, length
        self.order = length < 1_000
        open_ = [(m, [s for s in m.scenarios if self.land.era in s.eras]) for m in MATTERS.values()]
        self.matter, scenarios = rng.choice([(m, s) for m, s in open_ if s for _ in range(m.weight)])
        self.scenario = rng.choice(scenarios)
        self.region = rng.choice(place.regions)
        ordinal, towns = int(key[-3:]), self.region.towns
        self.home = self.region.seat if ordinal % 2 else towns[ordinal % len(towns)]
        middle = self.land.middle
        self.bench = middle if middle and not self.order and rng.random() < 0.7 else self.land.supreme

    def case(self, pages: tuple[int, int]) -> Facts:
        """The facts."""
        rng, land, matter, scenario = self.rng, self.land, self.matter, self.scenario
        p, d = (parties.party(kind, rng, self.realm, self.region, self.home) for kind in (scenario.p, scenario.d))
        below_winner = self._below_winner()
        appellant = other(below_winner)
        jury = rng.random() < matter.jury
        outcome = rng.choice([own.name for own in OUTCOMES.values() for _ in range(own.share)])
        tags = case_tags(land, matter, scenario, jury, below_winner, appellant)
        issues = () if self.order else self._issues(tags, outcome, appellant)
        if len(issues) < 2 and "in part" in outcome:
            outcome = "reversed and remanded"
            issues = tuple(replace(issue, winner=appellant) for issue in issues)
        panel = self._panel()
        author = None if self.order or rng.random() < 0.05 else rng.choice(panel)
        dates = self._dates()
        counsel = self._counsel(), self._counsel()
        judge = land.person(rng) if matter.tribunal else rng.choice(self.region.judges)
        return Facts(
            key=self.key, land=land, region=self.region, home=self.home, bench=self.bench, matter=matter.name,
            route=matter.route, scenario=scenario.name, tags=tags, p=p, d=d, appellant=appellant,
            below_winner=below_winner, counsel=counsel, tribunal=self._tribunal(), judge=judge, jury=jury, panel=panel,
            author=author, separate=self._separate(panel, author), issues=issues, outcome=outcome, order=self.order,
            length=self.length, first_page=pages[0], last_page=pages[1], decided=self.decided, docket=self._docket(),
            docket_below=self._docket_below(dates["filed"]), incident=dates["incident"], filed=dates["filed"],
            ruled=dates["ruled"], appealed=dates["appealed"], argued=dates.get("argued"),
            submitted=dates.get("submitted"), **self._money(below_winner),
        )  # fmt: skip

    def _below_winner(self) -> Side:
        drawn: Side = "p" if self.rng.random() < self.matter.p_wins else "d"
        # a long opinion needs the many questions that the accused, or one who failed before an agency, can raise
        if self.length > _LONG and self.matter.route != "civil":
            return "p" if self.matter.route == "criminal" else "d"
        return drawn

    def _issues(self, tags: frozenset[str], outcome: str, appellant: Side) -> tuple[Issue, ...]:
        own, shared = (list(names) for names in issue_names(self.matter.name, tags))
        count = max(1, round(self.length * 0.7 / 4_600))
        self.rng.shuffle(own)
        self.rng.shuffle(shared)
        of_own = min(len(own), count if self.rng.random() < 0.75 else max(1, count - 1))
        names = own[:of_own] + shared[: max(0, count - of_own)]
        winners = self._winners(len(names), outcome, appellant)
        return tuple(Issue(name, winner, *self._section(name)) for name, winner in zip(names, winners, strict=True))

    def _winners(self, count: int, outcome: str, appellant: Side) -> list[Side]:
        appellee = other(appellant)
        if outcome == "affirmed":
            return [appellee] * count
        if "in part" in outcome:
            winners = [appellee, appellant] + [self.rng.choice((appellant, appellee)) for _ in range(count)]
            head = winners[:2]
            self.rng.shuffle(head)
            return (head + winners[2:])[:count]
        return [appellant] + [self.rng.choice((appellant, appellee)) for _ in range(count - 1)]

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

    def _money(self, below_winner: Side) -> dict[str, str | None]:
        rng, era, matter = self.rng, self.land.era, self.matter
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
            found[name] = _stated(rng, value, era)
        if below_winner == "d":
            found.pop("award", None)
            if matter.route == "criminal":
                found.pop("fine", None)
        elif matter.route == "agency":
            found.pop("fine", None)
        if matter.months and below_winner == "p":
            found["sentence"] = _term(rng, *matter.months)
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


def _stated(rng: random.Random, value: float, era: Era) -> str:
    """About ``value`` of today's money in the money of the time: mostly a round sum, sometimes to the cent."""
    amount = value * _SCALE[era]
    kind = rng.random()
    if kind < 0.5 and amount > 100:
        step = 10 ** max(1, len(str(int(amount))) - 2)
        return format_amount(Decimal(max(step, round(amount / step) * step)))
    if kind < 0.75 or amount < 5:
        return format_amount(Decimal(max(1, round(amount))))
    return format_amount(Decimal(round(amount * 100)) / 100)


def _term(rng: random.Random, low: int, high: int) -> str:
    """A term between two numbers of months, in years where it is whole years."""
    months = round(low * (high / low) ** rng.random())
    if months >= 24 and rng.random() < 0.85:
        return _count(rng, round(months / 12), "year")
    return _count(rng, min(months, 23) if months < 24 else months, "month")


def _count(rng: random.Random, number: int, unit: str) -> str:
    word = in_words(number) if number <= 15 and rng.random() < 0.75 else str(number)
    return f"{word} {unit}{'' if number == 1 else 's'}"
