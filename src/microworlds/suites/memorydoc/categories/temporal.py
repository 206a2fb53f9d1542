"""Temporal: order and distance in time, over at least two dates.

Source: MemoryDocDataSet Table 2, Table 8 (at least two distinct events or timestamps).
"""

import random
from collections import Counter
from collections.abc import Iterator
from datetime import date
from itertools import combinations, permutations
from typing import Literal

from microworlds.core.value_types import format_date, parse_date
from microworlds.generation.queries import Before, Changed, Derive, Each, Get, Having, Term, Value
from microworlds.suites.memorydoc.categories.base import IN_WORDS, Draft, Proven, Text, by_name, pairs, through, work
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
# of which one asks whose was first: of documents found through the conversation, and of those that are named
THROUGH = ("decided_on", "effective_on", "expires_on", "signed_on")
ACROSS = (*THROUGH, "filed_on")
DATES = ("due_on", "held_on")
_CAME_UP = ("brought", "standing", "standing_now")  # how documents are known whose coming up is asked about
_DAYS_OVER, _MONTHS_OVER = 10, 3  # past a whole number of months or years


def _drafts(view: View, rng: random.Random) -> Iterator[Draft]:
    """Intervals, orders, and the earliest or latest of several."""
    for reference in view.references:
        if not reference.changes:
            yield from _within(view, through(view, reference), "hybrid")
    for target in sorted(view.targets):
        yield from _within(view, by_name(view, target), "doc_only")
    yield from _extremes(view)
    yield from _work(view)
    yield from _meetings(view)
    for source, one, two in pairs(view, rng, permutations, 150, 120):
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
    for attribute in THROUGH if source == "hybrid" else ACROSS:
        if attribute in one.terms and attribute in two.terms:
            order = Derive(how="order", terms=(one.terms[attribute], two.terms[attribute]))
            yield Draft(source, "order", attribute, things, order, "order", True, targets)


def _extremes(view: View) -> Iterator[Draft]:
    """The earliest or latest date among the documents brought to a session, or by a person."""
    brought = [fact for fact in view.chat.facts if fact.attribute in ("brought_at", "brought_by")]
    for (attribute, value), many in sorted(Counter((fact.attribute, fact.value) for fact in brought).items()):
        if not 2 <= many <= 4:
            continue
        of: Term = Having(attribute=attribute, value=Value(value=value))
        slots = view.when(value) if attribute == "brought_at" else {"by": value}
        thing = Described(how=f"all_{attribute}", slots={"count": IN_WORDS[many], **slots})
        targets = tuple(sorted(view.chat.answer(Get(of=of, attribute="target"))))
        for asks in ("decided_on", "effective_on"):
            for how in ("earliest", "latest"):
                query = Each(how=how, of=of, path=("target", asks), count=many)
                yield Draft("hybrid", how, asks, (thing,), query, "date", True, targets)


def _work(view: View) -> Iterator[Draft]:
    """Dates of the team's own work: how far one moved, which of two comes first, how far apart they are."""
    for attribute in DATES:
        for subject in view.work(attribute, 2, 3):
            changes = len(view.chat.states(subject, attribute)) - 1
            old = Before(of=Value(value=subject), attribute=attribute, changes=changes)
            new = Changed(of=Value(value=subject), attribute=attribute, changes=changes)
            query = Derive(how="interval", terms=(old, new), unit="days")
            things, slots = (work(view, subject),), {"unit": "days", "changes": str(changes)}
            yield Draft("chat_only", "moved_by", attribute, things, query, "interval", True, slots=slots)
    dated = [(subject, attribute) for attribute in DATES for subject in view.work(attribute)]
    for (one, first), (two, second) in combinations(dated, 2):
        pair = (_now(view, one, first), _now(view, two, second))
        both = (work(view, one, attribute=first), work(view, two, attribute=second))
        order, apart = Derive(how="order", terms=pair), Derive(how="interval", terms=pair, unit="days")
        yield Draft("chat_only", "work_order", first, both, order, "order", True)
        yield Draft("chat_only", "work_interval", first, both, apart, "interval", True, slots={"unit": "days"})


def _meetings(view: View) -> Iterator[Draft]:
    """How long ago a document came up or a date was moved, how long it is until a date, and what came up first."""
    asked = format_date(view.bundle.asked_at.date())

    def drafts(form: str, asks: str, thing: Described, term: Term) -> Iterator[Draft]:
        for found in view.chat.answer(term).values():
            if whole_day(found.meaning) != whole_day(asked) and is_round(found.meaning, asked):
                unit = unit_for(found.meaning, asked)
                query = Derive(how="interval", terms=(term, Value(value=asked)), unit=unit)
                yield Draft("chat_only", form, asks, (thing,), query, "interval", True, slots={"unit": unit})

    known = [own for own in view.references if own.described.how in _CAME_UP]
    came_up = [(own, Get(of=own.term, attribute="brought_at")) for own in known]
    for own, when in came_up:
        if own.described.how != "brought":  # who brought it and when is said in one breath
            yield from drafts("ago", "brought_at", own.described, when)
    for (one, first), (two, second) in permutations(came_up, 2):
        if one.target != two.target:
            both, order = (one.described, two.described), Derive(how="order", terms=(first, second))
            yield Draft("chat_only", "came_up", "brought_at", both, order, "order", True)
    for attribute in DATES:
        for subject in view.work(attribute):
            thing, day = work(view, subject), _now(view, subject, attribute)
            moved = Get(of=Value(value=subject), attribute=f"{attribute}_changed_at")
            yield from drafts("moved_ago", attribute, thing, moved)
            if all(found.meaning > view.bundle.asked_at.date().isoformat() for found in view.chat.answer(day).values()):
                yield from drafts("left", attribute, thing, day)


def _now(view: View, subject: str, attribute: str) -> Term:
    """What was settled about a piece of work, as it stands now."""
    changes, of = len(view.chat.states(subject, attribute)) - 1, Value(value=subject)
    return Changed(of=of, attribute=attribute, changes=changes) if changes else Get(of=of, attribute=attribute)


CATEGORY = Proven("temporal", _drafts)
