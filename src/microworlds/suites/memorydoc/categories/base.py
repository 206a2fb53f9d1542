"""What all categories share: a draft of a question is proposed only if the ledger proves it.

Source: MemoryDocDataSet 3.3 (categories), 3.4 (the source dimension and its structural conditions).
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

from microworlds.generation.ledger import Fact, faults
from microworlds.generation.queries import Get, Term, Value
from microworlds.suites.memorydoc.view import WORK_KINDS, Reference, View
from microworlds.suites.memorydoc.world import Category, Described, Proposal, SourceTag

_FEW_TARGETS = 12  # a world of so few texts (agreements) has one rival for what is read; others have two
_CLAUSE_WORDS = 40
IN_WORDS = {2: "two", 3: "three", 4: "four"}
# asked of nobody: a title gives them away, they are not one value, or no passage proves them (oldest, most cited)
UNASKED = frozenset(
    "appellant appellee plaintiff defendant party name citation amended_value statute earliest_precedent".split()
)


class QuestionCategory(Protocol):
    """One category: ``propose`` yields proven proposals for as long as it can."""

    def propose(self, view: View, rng: random.Random) -> Iterator[Proposal]:
        """Proposals of all sources and forms, in an order that the generator draws."""
        ...


@dataclass(frozen=True)
class Draft:
    """A question that may or may not hold."""

    category: Category
    source: SourceTag
    form: str
    asks: str
    things: tuple[Described, ...]
    query: Term
    kind: str
    derived: bool = False
    targets: tuple[str, ...] = ()
    slots: dict[str, str] = field(default_factory=dict)
    reveals: frozenset[str] = frozenset()


def proven(view: View, draft: Draft) -> Proposal | None:
    """The draft with its answer and evidence, or None if the ledger or a structural condition refuses it."""
    results = view.ledger.answer(draft.query)
    if len(results) != 1:
        return None
    answer, found = next(iter(results.items()))
    support = sorted(found.support)
    facts = [view.ledger.by_id[fact] for fact in support]
    if draft.source == "hybrid" and not _is_hybrid(view, draft, answer, facts):
        return None
    if not draft.derived and _is_told(draft, answer):
        return None
    if draft.kind == "clause" and len(answer.split()) > _CLAUSE_WORDS:
        return None
    if faults(view.ledger, draft.query, answer):
        return None
    return Proposal(
        category=draft.category,
        source=draft.source,
        form=draft.form,
        asks=draft.asks,
        things=draft.things,
        slots=draft.slots,
        query=draft.query,
        answer=answer,
        answer_kind=draft.kind,
        derived=draft.derived,
        evidence=tuple(support),
        targets=draft.targets,
        distractors=distractors(view, facts),
    )


def _is_hybrid(view: View, draft: Draft, answer: str, facts: list[Fact]) -> bool:
    """The structural conditions of section 3.4, and rivals in other documents for everything that is read there.

    A document is named outright by some utterance in the evidence; the conversations alone, by ledger or by text,
    do not give what must be read.
    """
    read = [fact for fact in facts if fact.subject in view.targets]
    pointed = {fact.value for fact in facts if fact.attribute == "target"}
    if not read or not {fact.subject for fact in read} <= pointed:
        return False
    if view.chat.answer(draft.query):
        return False
    said = {fact.value for fact in read} | ({answer} if not draft.derived else set())
    if any(is_said(view, value) for value in said - draft.reveals):
        return False
    least = 1 if len(view.targets) <= _FEW_TARGETS else 2
    return all(
        len({rival.value for rival in view.rivals(fact.subject, fact.attribute)} - {fact.value}) >= least
        for fact in read
    )


def _is_told(draft: Draft, answer: str) -> bool:
    """True if the words that the question will be made of already hold the answer."""
    told = " ".join(text for thing in draft.things for text in thing.slots.values()).lower()
    return re.search(rf"(?<!\w){re.escape(answer.lower())}(?!\w)", told) is not None


def is_said(view: View, value: str) -> bool:
    """True if the words of ``value`` stand in a session, one after the other."""
    return re.search(rf"(?<!\w){re.escape(value.lower())}(?!\w)", _chat_text(view)) is not None


def _chat_text(view: View) -> str:
    return "\n".join(f"{turn.text}" for session in view.sessions for turn in session.utterances).lower()


def distractors(view: View, facts: list[Fact]) -> int:
    """How many facts of the same kind as those the answer rests on stand elsewhere in the world."""
    count = 0
    for fact in facts:
        if fact.subject in view.targets:
            count += len(view.rivals(fact.subject, fact.attribute))
        elif fact.attribute in WORK_KINDS:
            like = {fact.attribute, f"proposed_{fact.attribute}", f"misstated_{fact.attribute}"}
            count += sum(other.attribute in like and other.id != fact.id for other in view.chat.facts)
    return count


def asked_of(view: View, reference: Reference) -> list[tuple[str, Term, str]]:
    """Attributes of a reference's target that can be asked: name, term and kind of answer."""
    return [
        (attribute, Get(of=reference.to_target, attribute=attribute), view.attributes[attribute].kind)
        for attribute in sorted(view.known(reference.target))
        if attribute not in UNASKED
    ]


def asked_of_named(view: View, target: str) -> list[tuple[str, Term, str]]:
    """The same for a target that the question names."""
    return [
        (attribute, Get(of=Value(value=target), attribute=attribute), view.attributes[attribute].kind)
        for attribute in sorted(view.known(target))
        if attribute not in UNASKED
    ]


def shuffled(rng: random.Random, items: list[Draft]) -> list[Draft]:
    """The drafts in an order that the generator draws."""
    rng.shuffle(items)
    return items
