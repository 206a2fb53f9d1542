"""What of a proposal counts when a world's questions are chosen: how it is put, what it asks, and where that stands.

Source: MemoryDocDataSet 3.5 (Table 4).
"""

from collections import Counter
from collections.abc import Iterator

from microworlds.generation.ledger import Fact
from microworlds.generation.selection import Property
from microworlds.suites.memorydoc import question_categories
from microworlds.suites.memorydoc.categories.base import HEAD, POINT, says_first
from microworlds.suites.memorydoc.view import View
from microworlds.suites.memorydoc.world import Proposal


def likeness(one: Proposal, other: Proposal) -> int:
    """How much alike two proposals are put: by form, what they speak of and what they ask for; 0 by another form."""
    if form_of(one) != form_of(other):
        return 0
    things = [thing.how for thing in one.things] == [thing.how for thing in other.things]
    return 1 + 4 * things + 2 * (_several(one) == _several(other)) + (one.asks == other.asks)


def _several(proposal: Proposal) -> tuple[bool, bool]:
    """How a proposal says which of several is meant: as the first, or as the one on a point."""
    return says_first(proposal), POINT in proposal.slots


def form_of(proposal: Proposal) -> str:
    """The phrases by which a proposal is put; those that are put by the same are not told apart."""
    form = proposal.slots.get("put_as", proposal.form)
    return question_categories.rule_of(form) or form


def properties(proposal: Proposal, label: str) -> list[Property]:
    """What a proposal is and asks, with its label of difficulty."""
    known = "|".join(f"{thing.how}:{sorted(thing.slots.items())}" for thing in proposal.things)
    return [
        ("kind", proposal.answer_kind),
        *((("valued", proposal.answer_kind),) if proposal.answer_kind != "none" else ()),
        ("form", f"{proposal.category}:{proposal.form}:{proposal.slots.get('put_as', '')}"),
        ("source", proposal.source),
        *((("first", ""),) if says_first(proposal) else ()),
        ("asks", proposal.asks if proposal.adversarial_type is None else f"unanswerable {proposal.asks}"),
        ("difficulty", label),
        ("answer", proposal.answer),
        ("fact", f"{proposal.asks}:{known}"),
        *(("target", target) for target in proposal.targets),
        *(("how", thing.how) for thing in proposal.things),
    ]


def places(view: View, proposal: Proposal) -> Iterator[Property]:
    """Where in its text each piece of evidence stands: evidence is to stand all over the texts."""
    for fact in (view.ledger.by_id[name] for name in proposal.evidence):
        yield from _place(view, fact)
        turns = view.turns.get(fact.source.observation, ())
        said = (at for at, turn in enumerate(turns) if turn.start < fact.source.end and fact.source.start < turn.end)
        yield from (("said", str(10 * at // len(turns))) for at in said)


def _place(view: View, fact: Fact) -> Iterator[Property]:
    """The head or the tenth after it in which a fact of a document begins, and what it states."""
    target = view.targets.get(fact.subject)
    if target is not None:
        place = fact.source.start - target.start - HEAD
        tenth = 10 * place // max(1, target.end - target.start - HEAD)
        yield ("head", "") if place < 0 else ("tenth", str(tenth))
        yield ("stated", fact.attribute)


def clumsy(view: View, proposal: Proposal) -> Iterator[Property]:
    """What makes a question hard to say: what a document is for, a point, and one by which the document is called."""
    point = proposal.slots.get(POINT)
    if point:
        yield ("point", "")
    for thing in proposal.things:
        if thing.how == "purpose":
            yield ("purpose", "")
        if point and view.tells(thing, point):
            yield ("echo", "")


def rich(view: View) -> Counter[Property]:
    """The tenths in which the world's texts state more than in most, as if each had been met: the others come first."""
    stated = [place for target in view.targets for fact in view.known(target).values() for place in _place(view, fact)]
    counts = Counter(place for place in stated if place[0] == "tenth")
    return Counter(place for place, count in counts.items() if count > counts.total() / len(counts))
