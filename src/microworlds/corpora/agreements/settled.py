"""What an agreement settles before it is written: names, numbers and references, its favourite turns of phrase.

Each function gives slots for the grammar: a constant, or something drawn afresh each time.
"""

import random
from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import partial

from microworlds.corpora.agreements import rules
from microworlds.corpora.agreements.lexicon import Vocabulary, plural_of
from microworlds.corpora.agreements.names import Names
from microworlds.corpora.agreements.plan import Party, Plan
from microworlds.corpora.agreements.polish import reference
from microworlds.corpora.agreements.settling import Duration, Rate
from microworlds.corpora.agreements.style import HouseStyle
from microworlds.corpora.agreements.types import TOPICS, AgreementType
from microworlds.generation.grammar import Slot

# a drafter's favourite turn of phrase comes this often; else any, the favourite included
_FAVOURED = 0.9
REDACTED, _REDACTED_SHARE = "[***]", 0.4
_DAYS = (2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 15, 20, 21, 25)
_HOURS = (2, 3, 4, 6, 8, 12, 16, 18, 24, 36, 48, 72)
_PERCENTS = tuple(map(Decimal, (2, 3, 5, 5, 10, 10, 15, 20, 25)))


def called(party: Party, style: HouseStyle) -> str:
    """A party as running text names it."""
    if style.short_names or not party.role:
        return party.short
    return f"the {party.role}" if style.the_roles else party.role


def constants(plan: Plan, kind: AgreementType, style: HouseStyle, rng: random.Random) -> dict[str, Slot]:
    """The parties, the subject and the facts, as this agreement writes them."""
    first, second = plan.parties
    slots: dict[str, Slot] = {
        "a": called(first, style),
        "b": called(second, style),
        "as": first.short,
        "bs": second.short,
        "b_role": (second.role or "partner").lower(),
        "p.g": plan.guarantor.short if plan.guarantor else "",
        "title": plan.title,
        "subject": f"the {kind.subject}",
        "subject_n": kind.subject,
        "fees": f"the {kind.fees}",
        "fees_n": kind.fees,
        "order": kind.order,
        "order.s": plural_of(kind.order),
        "unit": rng.choice(kind.units),
        "address": "given in this Article" if plan.notice_towns else "stated in the preamble",
    }
    slots |= {f"v.{name}": style.figures.value(value) for name, value in plan.facts.stated().items()}
    alone = plan.facts.arbitrators is not None and plan.facts.arbitrators.count == 1
    slots["arbitrators"] = "arbitrator" if alone else "arbitrators"
    if plan.facts.governing_law and rng.random() < 0.6:
        slots["v.governing_law"] = f"the State of {plan.facts.governing_law}"
    return slots


def goods(kind: AgreementType, words: Vocabulary) -> dict[str, Slot]:
    """What is dealt in: what running text calls it, and what it is in the words of the trade."""

    def named() -> str:
        words.last_plural = True
        return kind.goods

    chief = words.all("good")
    return {
        **{f"good{form}": named for form in ("", ".s", ".a", ".and", ".or")},
        "goods.list": f"{', '.join(chief[:-1])} and {chief[-1]}",
        "work.list": "{}, {} and {}".format(*words.all("process")),
    }


def numbers(style: HouseStyle, year: int, rng: random.Random) -> dict[str, Slot]:
    """Lengths of time, shares, sums and counts that are nobody's terms but those of their sentence.

    Where a legend says that the copy is redacted, some sums and shares are.
    """
    figures = style.figures

    def days() -> str:
        qualifier = rng.choices(("", "business", "calendar"), (7, 2, 1))[0]
        return figures.duration(Duration(count=rng.choice(_DAYS), unit="day", qualifier=qualifier))

    def redacted() -> str:
        return REDACTED if style.legend and rng.random() < _REDACTED_SHARE else ""

    return {
        "days": days,
        "hours": lambda: f"{figures.count(rng.choice(_HOURS))} hours",
        "months": lambda: figures.duration(Duration(count=rng.choice((2, 3, 4, 6, 8, 9, 12, 18)), unit="month")),
        "years": lambda: figures.duration(Duration(count=rng.choice((2, 3, 4, 5, 6)), unit="year")),
        "n": lambda: figures.count(rng.choice((2, 3, 3, 4, 4, 5, 6, 8))),
        "pct": lambda: redacted() or figures.rate(Rate(percent=rng.choice(_PERCENTS))),
        "money": lambda: redacted() or figures.amount(rng.randrange(1_000, 60_000, 500)),
        "year": lambda: str(year - rng.randint(1, 9)),
    }


def invented(names: Names, subject: str) -> dict[str, Slot]:
    """Names of places, persons, firms and boards."""
    board = names.board(subject)
    return {
        "brand": names.brand(),
        "body": board,
        "town": names.town,
        "place": partial(names.pick, "state"),
        "person": names.person,
        "company": lambda: names.firm()[0],
        "code": names.code,
    }


def references(topics: Sequence[str], schedules: Sequence[str]) -> dict[str, Slot]:
    """References to articles and schedules, those that the agreement lacks replaced by wider ones."""
    slots: dict[str, Slot] = {
        "r.any": "this Agreement",
    }
    for rule in rules.names(""):
        topic, dot, rest = rule.partition(".")
        if dot and rest == "heading":
            slots[f"r.{topic}"] = reference(topic) if topic in topics else "this Agreement"
    for kind in ("levels", "milestones", "people"):
        slots[f"r.schedule.{kind}"] = reference(f"schedule.{kind}") if kind in schedules else "the Contract File"
    slots["r.schedule.prices"] = reference("schedule.prices")
    return slots


def habits(write: Callable[[str], str], rng: random.Random) -> dict[str, Slot]:
    """Turns of phrase and synonyms, of each of which the drafter has a favourite."""
    return {rule: _habit(rule, write, rng) for rule in rules.names("h.") if len(rules.alternatives(rule)) > 1}


def _habit(rule: str, write: Callable[[str], str], rng: random.Random) -> Slot:
    pool = rules.alternatives(rule)
    weights = [line.weight for line in rules.grammar().rules[rule]]
    favourite = rng.choices(pool, weights)[0]
    return lambda: write(favourite if rng.random() < _FAVOURED else rng.choices(pool, weights)[0])


def lists(several: Callable[[str, int, int], list[str]]) -> dict[str, Slot]:
    """Lists drawn from rules `li.<name>`: as items (`li.`), joined in the line (`and.`), as long runs (`many.`)."""

    def joined(rule: str, least: int, most: int, comma: str, conjunction: str) -> str:
        lines = several(rule, least, most)
        return f"{comma.join(lines[:-1])}{conjunction}{lines[-1]}"

    slots: dict[str, Slot] = {}
    for rule in rules.names("li."):
        name = rule.removeprefix("li.")
        last = "or" if name in TOPICS.joined_by_or else "and"
        slots[rule] = partial(joined, rule, 3, 6, ";^ ", f"; {last}^ ")
        slots[f"and.{name}"] = partial(joined, rule, 2, 4, ", ", " and ")
        slots[f"many.{name}"] = partial(joined, rule, 5, 8, ", ", " and ")
        slots[f"many_or.{name}"] = partial(joined, rule, 5, 8, ", ", " or ")
    return slots
