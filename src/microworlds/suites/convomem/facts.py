"""What the messages of a core make known, as facts of the persona's ledger.

Source: ConvoMem A.2 (dependency of the answer on every piece); DESIGN 3.
"""

from collections.abc import Iterator

from microworlds.core.records import Span
from microworlds.generation.ledger import Fact, Ledger
from microworlds.suites.convomem.records import Asked, CorePlan, Stated


def facts(plan: CorePlan, piece: int, source: Span) -> tuple[Fact, ...]:
    """The facts that the message of a piece makes known, ``source`` being the message."""
    return tuple(
        fact
        for number, stated in enumerate(plan.messages[piece])
        for fact in _facts(stated, f"{plan.id}-m{piece + 1}-f{number + 1}", _before(plan, piece), source)
    )


def _before(plan: CorePlan, piece: int) -> str | None:
    """The id of the fact that the first statement of this piece supersedes, if it tells a change."""
    return f"{plan.id}-m{piece}-f1" if plan.messages[piece][0].changes else None


def _facts(stated: Stated, id_: str, before: str | None, source: Span) -> Iterator[Fact]:
    if stated.item is None:
        yield Fact(
            id=id_, subject=stated.subject, attribute=stated.attribute, value=stated.value, meaning=stated.meaning,
            source=source, supersedes=before if stated.changes else None,
        )  # fmt: skip
        return
    one = f"{stated.subject}/{stated.item}"
    yield Fact(id=id_, subject=one, attribute="part_of", value=stated.subject, source=source)
    yield Fact(
        id=f"{id_}-amount", subject=one, attribute="amount", value=stated.value, meaning=stated.meaning, source=source
    )


def planned(plan: CorePlan) -> tuple[Fact, ...]:
    """All facts of a core before it has words: each message is a source of its own."""
    return tuple(
        fact
        for piece in range(plan.k)
        for fact in facts(plan, piece, Span(observation=f"{plan.id}-m{piece + 1}", start=0, end=1))
    )


def answer(plan: CorePlan, asked: Asked) -> str | None:
    """The one answer that the facts of a core give; None if they give none, or several."""
    found = list(Ledger(planned(plan)).answer(asked.query))
    return found[0] if len(found) == 1 else None
