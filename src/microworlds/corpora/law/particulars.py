"""The particulars of a case's story: sums, days, people and whatever else its matter's phrases call for."""

import random
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from functools import partial

from microworlds.core.value_types import format_amount, in_words
from microworlds.corpora.law.case_plan import Facts
from microworlds.corpora.law.compiled import Rules
from microworlds.corpora.law.invented_names import Person
from microworlds.corpora.law.jurisdictions import Era
from microworlds.corpora.law.matters import Matter
from microworlds.corpora.law.pen import Pen
from microworlds.generation.grammar import Slot

# what a dollar of today was, roughly, in the money of the time
_SCALE = {"old": 0.035, "mid": 0.16, "new": 1.0}


def settled(facts: Facts, matter: Matter, rules: Rules, rng: random.Random) -> Facts:
    """The plan with its particulars."""
    sums = _sums(facts, matter, rng)
    days = _days(facts, matter, rng)
    people = _people(facts, rules, rng)
    sentence = _term(rng, *matter.months) if matter.months and facts.below_winner == "p" else None
    found = replace(facts, sums=sums, days=days, people=people, sentence=sentence)
    return replace(found, words=_words(found, rules, rng))


def _sums(facts: Facts, matter: Matter, rng: random.Random) -> dict[str, str]:
    values: dict[str, float] = {}
    for name, bounds in matter.money.items():
        if len(bounds) == 3:
            values[name] = values[str(bounds[0])] * rng.uniform(float(bounds[1]), float(bounds[2]))
        else:
            low, high = bounds
            values[name] = low * (high / low) ** rng.random()
    if facts.below_winner == "d":
        values.pop("award", None)
    if matter.route != "civil" and facts.below_winner == ("d" if matter.route == "criminal" else "p"):
        values.pop("fine", None)
    return {name: _stated(rng, value, facts.land.era) for name, value in values.items()}


def _days(facts: Facts, matter: Matter, rng: random.Random) -> dict[str, date]:
    """The days of the story, and that of the hearing below; none of them on which nothing could be after."""
    known = {"incident": facts.incident, "filed": facts.filed, "ruled": facts.ruled}
    days: dict[str, date] = {}
    for name, (anchor, first, last) in matter.days.items():  # type: ignore[misc]
        day = (known | days)[anchor] + timedelta(days=rng.randint(int(first), int(last)))
        days[name] = min(day, facts.filed - timedelta(days=1))
    if facts.mode != "summary":
        days["hearing_on"] = _weekday(facts.ruled - timedelta(days=rng.randint(1, 25)))
    return days


def _weekday(day: date) -> date:
    return day - timedelta(days=max(0, day.weekday() - 4))


def _people(facts: Facts, rules: Rules, rng: random.Random) -> dict[str, Person]:
    """Who the phrases ``as.<key>`` describe: each another surname."""
    taken = {party.person.last for party in (facts.p, facts.d) if party.person} | {facts.judge.last}
    people: dict[str, Person] = {}
    for rule in rules:
        if rule.startswith("as."):
            key = rule.removeprefix("as.")
            person = facts.land.person(rng)
            while person.last in taken:
                person = facts.land.person(rng)
            taken.add(person.last)
            people[key] = person
    return people


def _words(facts: Facts, rules: Rules, rng: random.Random) -> dict[str, str]:
    """What each rule ``k.<name>`` and ``as.<key>`` gives, in the order in which they stand; later ones know earlier."""
    towns = rng.sample([town for town in (facts.region.seat, *facts.region.towns) if town != facts.home], 3)
    streets = rng.sample(facts.region.streets, 3)
    words = {f"street.{letter}": street for letter, street in zip("abc", streets, strict=True)}
    words |= {f"town.{letter}": town for letter, town in zip("abc", towns, strict=True)}
    slots: dict[str, Slot] = {
        "home": facts.home,
        "land": facts.land.name,
        "p.short": facts.p.short,
        "d.short": facts.d.short,
        **{f"{side}.last": party.person.last for side, party in (("p", facts.p), ("d", facts.d)) if party.person},
        **{f"{side}.{form}": facts.party(side).pronoun(form) for side in ("p", "d") for form in ("he", "his", "him")},
        "x": partial(facts.land.surname, rng),
        "year.before": lambda: str(facts.incident.year - rng.randint(2, 14)),
    }
    pen = Pen(rules, rng, facts.tags, slots, words, facts.people)
    for rule in rules:
        if rule.startswith(("k.", "as.")) and pen.has(rule):
            words[rule], _, later = pen.write(rule).partition("=")
            if later:
                words[f"{rule}.the"] = later
    return words


def _stated(rng: random.Random, value: float, era: Era) -> str:
    """About ``value`` of today's money in the money of the time: mostly a round sum, sometimes to the cent."""
    amount = value * _SCALE[era]
    kind = rng.random()
    if kind < 0.6 and amount > 100:
        step = 10 ** max(1, len(str(int(amount))) - 2)
        return format_amount(Decimal(max(step, round(amount / step) * step)))
    if kind < 0.9 or amount < 5:
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
