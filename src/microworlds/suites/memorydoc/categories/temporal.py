"""Temporal: order and distance in time, over at least two dates.

Source: MemoryDocDataSet Table 2, Table 8 (at least two distinct events or timestamps).
"""

import random
from collections.abc import Iterator
from datetime import date
from itertools import permutations
from typing import Literal

from microworlds.core.value_types import format_date, parse_date
from microworlds.generation.queries import Before, Changed, Derive, Get, Term, Value
from microworlds.suites.memorydoc.categories.base import Draft, Proven, Text, by_name, pairs, through, work
from microworlds.suites.memorydoc.view import View
from microworlds.suites.memorydoc.world import Described, SourceTag

WITHIN = (
    ("filed_on", "decided_on"),
    ("incident_on", "filed_on"),
    ("ruled_below_on", "appealed_on"),
    ("arrested_on", "filed_on"),
    ("incident_on", "arrested_on"),
    ("agreement_on", "filed_on"),
    ("effective_on", "expires_on"),
    ("signed_on", "effective_on"),
)
# of which one asks whose was first
ACROSS = ("decided_on", "effective_on", "expires_on", "signed_on")
DATES = ("due_on", "held_on")
_DAYS_OVER, _MONTHS_OVER = 10, 3  # past a whole number of months or years


def _drafts(view: View, rng: random.Random) -> Iterator[Draft]:
    """Intervals and orders."""
    for reference in view.references:
        if not reference.changes:
            yield from _within(view, through(view, reference), "hybrid")
    for target in sorted(view.targets):
        yield from _within(view, by_name(view, target), "doc_only")
    yield from _work(view)
    yield from _came_up(view)
    for source, one, two in pairs(view, rng, permutations):
        yield from _across(source, one, two)


def whole_day(text: str) -> date | None:
    """The day that a text names, if it names one."""
    parsed = parse_date(text)
    return parsed.whole() if parsed is not None else None


def unit_for(first: str, second: str) -> Literal["days", "months", "years"]:
    """Days up to four months, then months up to three years, then years: as people would say it."""
    days = [day for day in map(whole_day, (first, second)) if day is not None]
    distance = abs((days[1] - days[0]).days) if len(days) == 2 else 0
    return "days" if distance <= 120 else "months" if distance <= 1095 else "years"


def is_round(first: str, second: str) -> bool:
    """True if nobody need ask how months or years are counted: not much more has passed than a whole number of them."""
    days = [day for day in map(whole_day, (first, second)) if day is not None]
    unit = unit_for(first, second)
    if len(days) < 2 or unit == "days":
        return True
    early, late = sorted(days)
    months = (late.year - early.year) * 12 + late.month - early.month - (late.day < early.day)
    if unit == "years":
        return months % 12 <= _MONTHS_OVER
    return (late.day - early.day) % 31 <= _DAYS_OVER


def _within(view: View, text: Text, source: SourceTag) -> Iterator[Draft]:
    """How long from one date of a document to another."""
    known, things, targets = view.known(text.target), (text.described,), (text.target,)
    for early, late in WITHIN:
        if early in text.terms and late in text.terms and is_round(known[early].value, known[late].value):
            unit = unit_for(known[early].value, known[late].value)
            query = Derive(how="interval", terms=(text.terms[early], text.terms[late]), unit=unit)
            asks, slots = f"{early}_to_{late}", {"unit": str(unit)}
            yield Draft(source, "interval_within", asks, things, query, "interval", True, targets, slots)


def _across(source: SourceTag, one: Text, two: Text) -> Iterator[Draft]:
    """Which of two documents' dates comes first."""
    things, targets = (one.described, two.described), (one.target, two.target)
    for attribute in ACROSS:
        if attribute in one.terms and attribute in two.terms:
            order = Derive(how="order", terms=(one.terms[attribute], two.terms[attribute]))
            yield Draft(source, "order", attribute, things, order, "order", True, targets)


def _work(view: View) -> Iterator[Draft]:
    """How far a date of the team's own work moved, and how long it is until one."""
    today = view.bundle.asked_at.date()
    for attribute in DATES:
        for subject in view.work(attribute):
            thing, of = work(view, subject), Value(value=subject)
            changes = len(view.chat.states(subject, attribute)) - 1
            now: Term = Get(of=of, attribute=attribute)
            if changes:
                old = Before(of=of, attribute=attribute, changes=changes)
                now = Changed(of=of, attribute=attribute, changes=changes)
                moved, slots = Derive(how="interval", terms=(old, now), unit="days"), {"changes": str(changes)}
                yield _span("moved_by", attribute, thing, moved, slots)
            for found in view.chat.answer(now).values():
                asked = format_date(today)
                if found.meaning > today.isoformat() and is_round(found.meaning, asked):
                    unit = unit_for(found.meaning, asked)
                    left = Derive(how="interval", terms=(now, Value(value=asked)), unit=unit)
                    yield _span("left", attribute, thing, left, {})


def _span(form: str, asks: str, thing: Described, query: Derive, slots: dict[str, str]) -> Draft:
    slots = {"unit": str(query.unit), **slots}
    return Draft("chat_only", form, asks, (thing,), query, "interval", True, slots=slots)


def _came_up(view: View) -> Iterator[Draft]:
    """Who of two people brought something first."""
    brought = [own for own in view.references if own.described.how == "brought"]
    for one, two in permutations(brought, 2):
        if one.target != two.target:
            order = Derive(how="order", terms=tuple(Get(of=own.term, attribute="brought_at") for own in (one, two)))
            yield Draft("chat_only", "came_up", "brought_at", (one.described, two.described), order, "order", True)


CATEGORY = Proven("temporal", _drafts)
