"""Multi-hop: two facts or more, chained or compared, across sessions or between conversation and document.

Source: MemoryDocDataSet Table 2 (did what the document says match what was said in the meeting?), Table 8.
"""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from microworlds.generation.queries import Derive, Each, Get, Having, Term, Value
from microworlds.suites.memorydoc.categories.base import IN_WORDS, Draft, Proven, Text, pairs, through, values, work
from microworlds.suites.memorydoc.view import BROUGHT, View
from microworlds.suites.memorydoc.world import Described, SourceTag

COMPARED = frozenset("author court outcome county judge_below tribunal_below standard governing_law forum".split())
AMOUNTS = frozenset(
    "award fine price claimed offered expenses loan rent wage paid tax policy_limit liability_cap insurance_minimum "
    "insurance_aggregate upfront_payment deposit unit_price".split()
)
_SUMS = (("sum", "amount"), ("difference", "amount"))
_GREATER = ("greater", "yes_no")


def _drafts(view: View, rng: random.Random) -> Iterator[Draft]:
    """Chains through the conversation, comparisons, sums and counts."""
    for reference in view.references:
        if reference.hops >= 2 and not reference.changes:
            yield from values(view, "hybrid", "chain", through(view, reference))
    yield from _counts(view)
    yield from _work(view)
    yield from _through(view)
    for source, one, two in pairs(view, rng, combinations, 150, 200):
        yield from _compared(source, one, two)


def _counts(view: View) -> Iterator[Draft]:
    """How many of the documents brought to a session came out alike."""
    if view.scenario.subject != "opinion":
        return
    brought = [fact for fact in view.chat.facts if fact.attribute == "brought_at"]
    for session, many in sorted(Counter(fact.value for fact in brought).items()):
        if 2 <= many <= 4:
            of: Term = Having(attribute="brought_at", value=Value(value=session))
            for outcome in ("affirmed", "reversed", "dismissed"):
                query = Each(how="count", of=of, path=("target", "outcome"), count=many, equal=outcome)
                slots = {"count": IN_WORDS[many], "outcome": outcome}
                thing = Described(how="all_brought_at", slots=view.when(session))
                targets = tuple(sorted(view.chat.answer(Get(of=of, attribute="target"))))
                yield Draft("hybrid", "count", "outcome", (thing,), query, "number", True, targets, slots)


def _compared(source: SourceTag, one: Text, two: Text) -> Iterator[Draft]:
    """Two documents."""
    things, targets = (one.described, two.described), (one.target, two.target)
    for attribute in sorted(set(one.terms) & set(two.terms)):
        pair = (one.terms[attribute], two.terms[attribute])
        if attribute in COMPARED:
            same = Derive(how="same", terms=pair)
            yield Draft(source, "same", attribute, things, same, "yes_no", True, targets)
        if attribute in AMOUNTS:
            how, kind = _GREATER  # nobody adds up what two cases or contracts are about
            yield Draft(source, how, attribute, things, Derive(how=how, terms=pair), kind, True, targets)


def _work(view: View) -> Iterator[Draft]:
    """Two pieces of the team's own work put together."""
    for attribute, derived in (("fee", (*_SUMS, _GREATER)), ("owner", (("same", "yes_no"),))):
        for subjects in combinations(view.work(attribute, most=1), 2):
            things = tuple(work(view, subject) for subject in subjects)
            pair = tuple(Get(of=Value(value=subject), attribute=attribute) for subject in subjects)
            for how, kind in derived:
                query = Derive(how=how, terms=pair)
                yield Draft("chat_only", f"work_{how}", attribute, things, query, kind, True)


def _through(view: View) -> Iterator[Draft]:
    """Who reads what somebody brought; what the one who looks after something brought."""
    for reference in view.references:
        if reference.described.how in BROUGHT and not reference.changes:
            query: Term = Get(of=reference.term, attribute="reader")
            if len(view.chat.states(reference.mention, "reader")) == 1:
                yield Draft("chat_only", "who_reads", "reader", (reference.described,), query, "person")
        if reference.described.how in ("standing", "reader") and reference.hops >= 2:
            query = Get(of=reference.term, attribute="brought_by")
            yield Draft("chat_only", "who_brought", "brought_by", (reference.described,), query, "person")


CATEGORY = Proven("multi_hop", _drafts, frozenset({"0"}))
