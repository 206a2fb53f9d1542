"""Temporal: order and distance in time, over at least two dates.

Source: MemoryDocDataSet Table 2, Table 8 (at least two distinct events or timestamps).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Literal

from microworlds.core.value_types import parse_date
from microworlds.generation.queries import Before, Changed, Derive, Each, Get, Having, Term, Value
from microworlds.suites.memorydoc.categories.base import IN_WORDS, Draft, asked_of, asked_of_named, proven, shuffled
from microworlds.suites.memorydoc.view import Reference, View
from microworlds.suites.memorydoc.world import Described, Proposal

_WITHIN = (
    ("argued_on", "decided_on"),
    ("submitted_on", "decided_on"),
    ("filed_on", "decided_on"),
    ("incident_on", "decided_on"),
    ("incident_on", "filed_on"),
    ("ruled_below_on", "decided_on"),
    ("ruled_below_on", "argued_on"),
    ("effective_on", "expires_on"),
    ("signed_on", "effective_on"),
)
_ACROSS = ("decided_on", "argued_on", "filed_on", "incident_on", "effective_on", "expires_on", "signed_on")
_DATES = ("due_on", "held_on")


class Temporal:
    """Intervals, orders, and the earliest or latest of several."""

    def propose(self, view: View, rng: random.Random) -> Iterator[Proposal]:
        """See ``QuestionCategory.propose``."""
        drafts = [*_within(view), *_extremes(view), *_work(view), *_sessions(view)]
        pairs = [p for p in permutations(view.references, 2) if p[0].target != p[1].target]
        drafts += [draft for pair in rng.sample(pairs, min(150, len(pairs))) for draft in _across(view, *pair)]
        named = list(permutations(sorted(view.targets), 2))
        drafts += [draft for pair in rng.sample(named, min(120, len(named))) for draft in _named(view, *pair)]
        for draft in shuffled(rng, drafts):
            proposal = proven(view, draft)
            if proposal is not None:
                yield proposal


def unit_for(first: str, second: str) -> Literal["days", "months", "years"]:
    """Days up to four months, then months up to three years, then years: as people would say it."""
    days = [parsed.whole() for parsed in (parse_date(first), parse_date(second)) if parsed is not None]
    whole = [day for day in days if day is not None]
    distance = abs((whole[1] - whole[0]).days) if len(whole) == 2 else 0
    return "days" if distance <= 120 else "months" if distance <= 1095 else "years"


def _asked_in(unit: str) -> dict[str, str]:
    """The words for a unit: how months are counted must be said."""
    return {"unit": unit if unit == "days" else f"full {unit}"}


def _within(view: View) -> Iterator[Draft]:
    """How long from one date of a document to another."""
    for reference in view.references:
        if not reference.changes:
            terms = {attribute: term for attribute, term, _ in asked_of(view, reference)}
            yield from _intervals(view, reference.target, terms, (reference.described,), "hybrid")
    for target in sorted(view.targets):
        terms = {attribute: term for attribute, term, _ in asked_of_named(view, target)}
        yield from _intervals(view, target, terms, (view.named(target),), "doc_only")


def _intervals(
    view: View,
    target: str,
    terms: dict[str, Term],
    things: tuple[Described, ...],
    source: Literal["hybrid", "doc_only"],
) -> Iterator[Draft]:
    known = view.known(target)
    for early, late in _WITHIN:
        if early in terms and late in terms:
            unit = unit_for(known[early].value, known[late].value)
            query = Derive(how="interval", terms=(terms[early], terms[late]), unit=unit)
            asks = f"{early}_to_{late}"
            yield Draft(
                "temporal", source, "interval_within", asks, things, query, "interval", True, (target,), _asked_in(unit)
            )


def _across(view: View, one: Reference, two: Reference) -> Iterator[Draft]:
    if one.changes or two.changes:
        return
    terms = {attribute: term for attribute, term, _ in asked_of(view, one)}
    others = {attribute: term for attribute, term, _ in asked_of(view, two)}
    things, targets = (one.described, two.described), (one.target, two.target)
    for attribute in _ACROSS:
        if attribute in terms and attribute in others:
            pair = (terms[attribute], others[attribute])
            query: Term = Derive(how="order", terms=pair)
            yield Draft("temporal", "hybrid", "order", attribute, things, query, "order", True, targets)
            unit = unit_for(view.known(one.target)[attribute].value, view.known(two.target)[attribute].value)
            query = Derive(how="interval", terms=pair, unit=unit)
            yield Draft(
                "temporal", "hybrid", "interval", attribute, things, query, "interval", True, targets, _asked_in(unit)
            )


def _named(view: View, one: str, two: str) -> Iterator[Draft]:
    terms = {attribute: term for attribute, term, _ in asked_of_named(view, one)}
    others = {attribute: term for attribute, term, _ in asked_of_named(view, two)}
    things = (view.named(one), view.named(two))
    for attribute in _ACROSS:
        if attribute in terms and attribute in others:
            pair = (terms[attribute], others[attribute])
            query = Derive(how="order", terms=pair)
            yield Draft("temporal", "doc_only", "order", attribute, things, query, "order", True, (one, two))


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
        for date in ("decided_on", "effective_on"):
            for how in ("earliest", "latest"):
                query = Each(how=how, of=of, path=("target", date), count=many)
                yield Draft("temporal", "hybrid", how, date, (thing,), query, "date", True, targets)


def _work(view: View) -> Iterator[Draft]:
    """Dates of the team's own work: how far one moved, which of two comes first, how far apart they are."""
    for attribute in _DATES:
        for subject in view.work(attribute, 2, 3):
            changes = len(view.chat.states(subject, attribute)) - 1
            old = Before(of=Value(value=subject), attribute=attribute, changes=changes)
            new = Changed(of=Value(value=subject), attribute=attribute, changes=changes)
            thing = Described(how="work", slots=view.work_slots(subject))
            query: Term = Derive(how="interval", terms=(old, new), unit="days")
            yield Draft(
                "temporal", "chat_only", "moved_by", attribute, (thing,), query, "interval", True,
                slots={"unit": "days", "changes": str(changes)},
            )  # fmt: skip
    dated = [(subject, attribute) for attribute in _DATES for subject in view.work(attribute, most=1)]
    for (one, first), (two, second) in combinations(dated, 2):
        pair = (Get(of=Value(value=one), attribute=first), Get(of=Value(value=two), attribute=second))
        things = tuple(
            Described(how="work", slots={**view.work_slots(subject), "attribute": attribute})
            for subject, attribute in ((one, first), (two, second))
        )
        yield Draft(
            "temporal", "chat_only", "work_order", first, things, Derive(how="order", terms=pair), "order", True
        )
        query = Derive(how="interval", terms=pair, unit="days")
        yield Draft(
            "temporal", "chat_only", "work_interval", first, things, query, "interval", True, slots={"unit": "days"}
        )


def _sessions(view: View) -> Iterator[Draft]:
    """Whether a document was brought up before or after something about the work changed."""
    changed = [fact for fact in view.chat.facts if fact.attribute.endswith("_changed_at")]
    counts = Counter((fact.subject, fact.attribute) for fact in changed)
    for fact in changed:
        if counts[fact.subject, fact.attribute] > 1:
            continue
        attribute = fact.attribute.removesuffix("_changed_at")
        for reference in view.references:
            if reference.described.how == "purpose" and reference.hops == 1:
                brought: Term = Get(of=reference.term, attribute="brought_at")
                moved: Term = Get(of=Value(value=fact.subject), attribute=fact.attribute)
                thing = Described(how="work", slots=view.work_slots(fact.subject))
                yield Draft(
                    "temporal", "chat_only", "brought_order", attribute, (reference.described, thing),
                    Derive(how="order", terms=(brought, moved)), "order", True,
                )  # fmt: skip


CATEGORY = Temporal()
