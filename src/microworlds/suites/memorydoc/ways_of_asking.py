"""The ways in which a question without an answer can be put: those in which questions with one are.

Otherwise the way of asking would tell that there is no answer.

Source: issue 14, section 1; MemoryDocDataSet 3.3 (adversarial type).
"""

import random
from collections.abc import Iterator, Sequence
from typing import Any

from microworlds.suites.memorydoc.categories.base import Text
from microworlds.suites.memorydoc.categories.multi_hop import AMOUNTS, COMPARED
from microworlds.suites.memorydoc.categories.temporal import ACROSS, DATES, WITHIN, unit_for
from microworlds.suites.memorydoc.view import BROUGHT, View
from microworlds.suites.memorydoc.world import Described, Proposal

# the way in which a question is put, if not its form's own; fields of the proposal that change with it; its slots
Way = tuple[str, dict[str, Any], dict[str, str]]


def of_texts(view: View, rng: random.Random, proposal: Proposal, beside: Sequence[Text]) -> Iterator[Way]:
    """The same false premise or gap in the ways in which answerable questions of documents are put.

    A document that is asked about wrongly is compared with another, ``beside`` it, or two of its dates with each other;
    a place that nobody gave away is asked for as it is now; and who brought or reads it is asked too.
    """
    asks, (thing,) = proposal.asks, proposal.things
    if proposal.form == "no_standing":
        thing = Described(how=rng.choice(("standing", "standing_now")), slots=thing.slots)
    if thing.how in ("purpose", "reader", "standing"):
        yield "who_brought", {"source": "chat_only", "asks": "brought_by", "things": (thing,), "targets": ()}, {}
    if thing.how in BROUGHT:
        yield "who_reads", {"source": "chat_only", "asks": "reader", "things": (thing,), "targets": ()}, {}
    if thing.how == "standing_now":
        yield "value", {"things": (thing,)}, {"changes": "1"}
    for early, late in WITHIN:
        if asks == early and view.known(proposal.targets[0] if proposal.targets else "").get(late):
            like = [known for target in sorted(view.targets) if {early, late} <= (known := view.known(target)).keys()]
            if like:
                usual = rng.choice(like)
                unit = unit_for(usual[early].value, usual[late].value)
                yield "interval_within", {"asks": f"{early}_to_{late}", "things": (thing,)}, {"unit": unit}
    other = rng.choice(beside) if beside else None
    if other and other.target not in proposal.targets and asks in other.terms and other.described != thing:
        things, which = _beside(rng, thing, other.described)
        both = {"things": things}
        if asks in ACROSS:
            yield "order", both, which
        if asks in COMPARED:
            yield "same", both, which
        if asks in AMOUNTS:
            yield "greater", both, which


def _beside(rng: random.Random, thing: Described, other: Described) -> tuple[tuple[Described, ...], dict[str, str]]:
    """Two things in the order in which they are asked about, and which of them is asked about wrongly."""
    things = (thing, other) if rng.random() < 0.5 else (other, thing)
    return things, {"wrong_thing": "AB"[things.index(thing)]}


def of_work(proposal: Proposal) -> Iterator[Way]:
    """What was never settled of the team's work, asked for as it is now; what never changed, as if it had."""
    if proposal.form != "unchanged":
        yield "work_now", {}, {"old": proposal.slots["other_value"], "changes": "1"}
    elif proposal.asks in DATES:
        yield "moved_by", {}, {"unit": "days", "changes": "1"}
