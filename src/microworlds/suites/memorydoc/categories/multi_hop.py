"""Multi-hop: two facts or more, chained or compared, across sessions or between conversation and document.

Source: MemoryDocDataSet Table 2 (did what the document says match what was said in the meeting?), Table 8.
"""

import random
from collections.abc import Iterator
from itertools import combinations

from microworlds.generation.queries import Derive, Get, Term
from microworlds.suites.memorydoc.categories.base import Draft, Proven, Text, pairs, through, values
from microworlds.suites.memorydoc.view import BROUGHT, View
from microworlds.suites.memorydoc.world import SourceTag

COMPARED = frozenset("author court outcome county judge_below tribunal_below standard governing_law forum".split())
AMOUNTS = frozenset(
    "award fine price claimed offered expenses loan rent wage paid tax policy_limit liability_cap insurance_minimum "
    "insurance_aggregate upfront_payment deposit unit_price".split()
)


def _drafts(view: View, rng: random.Random) -> Iterator[Draft]:
    """Chains through the conversation, and comparisons."""
    for reference in view.references:
        if reference.hops >= 2 and not reference.changes:
            yield from values(view, "hybrid", "chain", through(view, reference))
    yield from _through(view)
    for source, one, two in pairs(view, rng, combinations):
        yield from _compared(source, one, two)


def _compared(source: SourceTag, one: Text, two: Text) -> Iterator[Draft]:
    """Two documents."""
    things, targets = (one.described, two.described), (one.target, two.target)
    for attribute in sorted(set(one.terms) & set(two.terms)):
        pair = (one.terms[attribute], two.terms[attribute])
        if attribute in COMPARED:
            same = Derive(how="same", terms=pair)
            yield Draft(source, "same", attribute, things, same, "yes_no", True, targets)
        if attribute in AMOUNTS:
            greater = Derive(how="greater", terms=pair)  # nobody adds up what two cases or contracts are about
            yield Draft(source, "greater", attribute, things, greater, "yes_no", True, targets)


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
