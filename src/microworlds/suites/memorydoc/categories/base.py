"""What all categories share: a draft of a question is proposed only if the ledger proves it.

Source: MemoryDocDataSet 3.3 (categories), 3.4 (the source dimension and its structural conditions).
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, combinations, permutations, zip_longest
from typing import Any, Protocol

from microworlds.corpora.attributes import AGREEMENT, OPINION
from microworlds.generation.ledger import Fact, faults
from microworlds.generation.queries import Get, Term, Value
from microworlds.suites.memorydoc.records import shared
from microworlds.suites.memorydoc.view import WORK_KINDS, Reference, View
from microworlds.suites.memorydoc.world import Category, Described, Proposal, SourceTag

_FEW_TARGETS = 12  # a world of so few texts (agreements) has one rival for what is read; others have two
_CLAUSE_WORDS = 40
_PAIRS = 150  # of documents found through the conversation that are looked at
# asked of nobody: a title gives them away, they are not one value, no passage proves them (oldest, most cited), or
# whose it is would have to be said (what somebody earned)
UNASKED = frozenset(
    "appellant appellee plaintiff defendant party name citation amended_value statute earliest_precedent "
    "counsel_city wage".split()
)


HEAD = 1_000
"""Characters with which a text opens: its caption, what a reader sees who does not read on. Source: issue 14."""


ALONE = "alone"
"""Slot of a question for what its text states once, though others may state it more than once."""


POINT = "point"
"""Slot of a question for the point on which its text states what is asked, where it states others on other points."""


_SIDES = ("appellant", "appellee", "plaintiff", "defendant")
_COMPARING = ("same",)  # forms that ask for no value


class Asking(Protocol):
    """A question to be worded, or the proposal of one."""

    @property
    def form(self) -> str:
        """As in ``Proposal``."""
        ...

    @property
    def asks(self) -> str:
        """As in ``Proposal``."""
        ...

    @property
    def slots(self) -> Mapping[str, str]:
        """As in ``Proposal``."""
        ...


def says_first(given: Asking) -> bool:
    """Whether it asks for what its text may state more than once: the first is meant, and that must be said."""
    of_document = OPINION.get(given.asks) or AGREEMENT.get(given.asks)
    several = of_document is not None and of_document.first and given.form not in _COMPARING
    return several and given.slots.keys().isdisjoint((ALONE, POINT))


SHORT = frozenset({"brought", "reader", "standing"})
"""Ways to speak of a document in a few words: two long ones in a question have to be read twice."""


class QuestionCategory(Protocol):
    """One category: ``propose`` yields proven proposals for as long as it can."""

    def propose(self, view: View, rng: random.Random) -> Iterator[Proposal]:
        """Proposals of all sources and forms, in an order that the generator draws."""


@dataclass(frozen=True)
class Draft:
    """A question that may or may not hold."""

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


@dataclass(frozen=True)
class Proven:
    """A category that proposes each of its drafts that the ledger proves, in an order that is drawn.

    ``drafts`` gives those of a world; ``unasked`` are answers that nobody would ask for.
    """

    name: Category
    drafts: Callable[[View, random.Random], Iterator[Draft]]
    unasked: frozenset[str] = frozenset()

    def propose(self, view: View, rng: random.Random) -> Iterator[Proposal]:
        """See ``QuestionCategory.propose``: one of each kind, then another of each, so that rare kinds come early."""
        drafts = list(self.drafts(view, rng))
        rng.shuffle(drafts)
        kinds: dict[tuple[str, str, str], list[Draft]] = {}
        for draft in drafts:
            kinds.setdefault((draft.source, draft.form, draft.asks), []).append(draft)
        for draft in filter(None, chain.from_iterable(zip_longest(*kinds.values()))):
            proposal = proven(view, self.name, draft)
            if proposal is not None and proposal.answer not in self.unasked:
                yield proposal


def proven(view: View, category: Category, draft: Draft) -> Proposal | None:
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
    return shared(
        Proposal,
        draft,
        category=category,
        answer=answer,
        answer_kind=draft.kind,
        evidence=tuple(support),
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
    return _stands(answer.lower(), told)


def is_said(view: View, value: str) -> bool:
    """True if the words of ``value`` stand in a session, one after the other."""
    return _stands(value.lower(), view.said)


def _stands(words: str, text: str) -> bool:
    """True if ``words`` stand in a text, not as a part of longer ones; most do not, which is soon seen."""
    return words in text and re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text) is not None


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


@dataclass(frozen=True)
class Text:
    """A text as a question speaks of it, with the term of each attribute of it that can be asked."""

    described: Described
    target: str
    terms: Mapping[str, Term]


def through(view: View, reference: Reference) -> Text:
    """The text that a reference finds: what is asked of it must be read there, so nothing that was told of it."""
    names = [name for name in askable(view, reference.target) if (reference.target, name) not in view.told]
    found = reference.to_target
    terms = {name: Get(of=found, attribute=name) for name in names}
    return Text(reference.described, reference.target, terms)


def by_name(view: View, target: str) -> Text:
    """A text that the question names."""
    named = Value(value=target)
    terms = {name: Get(of=named, attribute=name) for name in askable(view, target)}
    return Text(Described(how="name", slots={"title": view.targets[target].title}), target, terms)


def askable(view: View, target: str) -> list[str]:
    """Attributes of a target that can be asked, sorted; what a side argues only if its passage names that side."""
    known = view.known(target)
    return [name for name in sorted(known) if name not in UNASKED and _says_side(view, known[name])]


def _says_side(view: View, fact: Fact) -> bool:
    side = fact.attribute.partition("_")[0]
    said = view.texts[fact.source.observation][fact.source.start : fact.source.end]
    return side not in _SIDES or side in said.lower()


def values(
    view: View, source: SourceTag, form: str, text: Text, slots: dict[str, str] | None = None
) -> Iterator[Draft]:
    """A draft for each attribute of a text that can be asked."""
    for attribute, term in text.terms.items():
        kind, own = view.attributes[attribute].kind, dict(slots or {})
        fact = view.known(text.target)[attribute]
        if fact.id in view.alone:
            own[ALONE] = "yes"
        elif point := view.point(fact, text.described):
            own[POINT] = point
        yield Draft(source, form, attribute, (text.described,), term, kind, targets=(text.target,), slots=own)


def pairs(
    view: View, rng: random.Random, paired: type[combinations[Any] | permutations[Any]]
) -> Iterator[tuple[SourceTag, Text, Text]]:
    """Pairs of texts: by draw some that are found through the conversation in a few words, and all that are named."""
    references = [pair for pair in paired(view.references, 2) if pair[0].target != pair[1].target]
    for one, two in rng.sample(references, min(_PAIRS, len(references))):
        hows = {one.described.how, two.described.how}
        if hows <= SHORT and not one.changes and not two.changes:
            yield "hybrid", through(view, one), through(view, two)
    for own, other in paired([by_name(view, target) for target in sorted(view.targets)], 2):
        yield "doc_only", own, other


def work(view: View, subject: str) -> Described:
    """A piece of the team's own work, as questions speak of it."""
    return Described(how="work", slots=view.work_slots(subject))
