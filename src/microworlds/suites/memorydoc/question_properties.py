"""What of a proposal counts when a world's questions are chosen: how it is put, what it asks, and where that stands.

Source: MemoryDocDataSet 3.5 (Table 4).
"""

from collections import Counter
from collections.abc import Iterator
from statistics import fmean

from microworlds.core.records import Part
from microworlds.generation.ledger import Fact
from microworlds.generation.selection import Property
from microworlds.suites.memorydoc import question_categories
from microworlds.suites.memorydoc.categories.base import HEAD, POINT, says_first
from microworlds.suites.memorydoc.view import View
from microworlds.suites.memorydoc.world import Proposal

_SHORTEST = frozenset({"brought", "standing", "standing_now", "name", "work"})  # of two or three words


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
        ("asks", proposal.asks if proposal.adversarial_type is None else f"unanswerable {proposal.asks}"),
        ("difficulty", label),
        ("answer", proposal.answer),
        ("fact", f"{proposal.asks}:{known}"),
        *(("target", target) for target in proposal.targets),
        *(("how", thing.how) for thing in proposal.things),
    ]


def places(view: View, proposal: Proposal) -> Iterator[Property]:
    """Where in its text each piece of evidence stands, and in longer turns than most: it is to stand all over them.

    A Hybrid question is open to whoever reads heads alone if all that it cites of documents stands there.
    """
    facts = [view.ledger.by_id[name] for name in proposal.evidence]
    stated = [place for fact in facts for place in _place(view, fact)]
    yield from stated
    if proposal.source == "hybrid" and ("head", "") in stated and not any(name == "tenth" for name, _ in stated):
        yield ("open", "")
    for source in dict.fromkeys(fact.source for fact in facts):
        turns = view.turns.get(source.observation, ())
        said = [at for at, turn in enumerate(turns) if turn.start < source.end and source.start < turn.end]
        yield from (("said", str(10 * at // len(turns))) for at in said)
        if said and fmean(_length(turns[at]) for at in said) > fmean(map(_length, turns)):
            yield ("long", "")


def _length(turn: Part) -> int:
    return turn.end - turn.start


def _place(view: View, fact: Fact) -> Iterator[Property]:
    """The head or the tenth after it in which a fact of a document begins, and what it states."""
    target = view.targets.get(fact.subject)
    if target is not None:
        place = fact.source.start - target.start - HEAD
        tenth = 10 * place // max(1, target.end - target.start - HEAD)
        yield ("head", "") if place < 0 else ("tenth", str(tenth))
        yield ("stated", fact.attribute)


def clumsy(view: View, proposal: Proposal) -> Iterator[Property]:
    """What makes a question hard to say or one that nobody asks, and that it has two such things.

    A document called by its use, a point, a title or an interval of a document asked, the first of several; two
    documents by their names, which nobody compares of whom the team has not spoken; a name of
    more than three words, which costs beside another such thing alone and which those by use are, too; and a point that
    tells the document.
    """
    point, asked = proposal.slots.get(POINT), view.attributes.get(proposal.asks)
    marks = {
        "title": asked is not None and asked.kind == "title",
        "point": point is not None,
        "purpose": any(thing.how == "purpose" for thing in proposal.things),
        "words": any(thing.how not in _SHORTEST for thing in proposal.things),
        "interval": bool(proposal.targets) and "_to_" in proposal.asks,
        "first": says_first(proposal),
        "unlike": proposal.source == "doc_only" and len(proposal.things) > 1,
    }
    yield from ((name, "") for name, met in marks.items() if met)
    yield from (("piled", "") for _ in range(sum(marks.values()) - 1))
    if any(point and view.tells(thing, point) for thing in proposal.things):
        yield ("echo", "")


def rich(view: View) -> Counter[Property]:
    """The tenths in which the world's texts state more than in most, as if each had been met: the others come first."""
    stated = [place for target in view.targets for fact in view.known(target).values() for place in _place(view, fact)]
    counts = Counter(place for place in stated if place[0] == "tenth")
    return Counter(place for place, count in counts.items() if count > counts.total() / len(counts))
