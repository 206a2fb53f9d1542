"""Multi-hop: two facts or more, chained or compared, across sessions or between conversation and document.

Source: MemoryDocDataSet Table 2 (did what the document says match what was said in the meeting?), Table 8.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from microworlds.generation.queries import Both, Derive, Each, Get, Having, Term, Value
from microworlds.suites.memorydoc.categories.base import IN_WORDS, Draft, asked_of, asked_of_named, proven, shuffled
from microworlds.suites.memorydoc.view import Reference, View
from microworlds.suites.memorydoc.world import Described, Proposal

_COMPARED = (
    "author",
    "court",
    "outcome",
    "county",
    "judge_below",
    "tribunal_below",
    "standard",
    "governing_law",
    "forum",
)
_AMOUNTS = frozenset({"award", "fine", "price", "claimed", "liability_cap", "insurance_minimum", "upfront_payment"})


class MultiHop:
    """Chains through the conversation, comparisons, sums, counts, and checks of what somebody recalled."""

    def propose(self, view: View, rng: random.Random) -> Iterator[Proposal]:
        """See ``QuestionCategory.propose``."""
        drafts = [*_chains(view), *_recalled(view), *_counts(view), *_work(view), *_through(view)]
        pairs = [pair for pair in combinations(view.references, 2) if pair[0].target != pair[1].target]
        drafts += [draft for pair in rng.sample(pairs, min(150, len(pairs))) for draft in _compared(view, *pair)]
        named = list(combinations(sorted(view.targets), 2))
        drafts += [draft for pair in rng.sample(named, min(200, len(named))) for draft in _named(view, *pair)]
        for draft in shuffled(rng, drafts):
            proposal = proven(view, draft)
            if proposal is not None and proposal.answer != "0":
                yield proposal


def _chains(view: View) -> Iterator[Draft]:
    """A value in a document that takes two utterances to find."""
    for reference in view.references:
        if reference.hops >= 2 and not reference.changes:
            for attribute, term, kind in asked_of(view, reference):
                yield Draft(
                    "multi_hop", "hybrid", "chain", attribute, (reference.described,), term, kind,
                    targets=(reference.target,),
                )  # fmt: skip


def _recalled(view: View) -> Iterator[Draft]:
    """Whether what somebody recalled matches the document."""
    for fact in view.chat.facts:
        if not fact.attribute.startswith("recalled_"):
            continue
        attribute = fact.attribute.removeprefix("recalled_")
        session = view.session_of[fact.source.observation]
        speaker = next(
            turn.speaker.split()[0]
            for turn, part in zip(session.utterances, session.observation().parts, strict=True)
            if part.start == fact.source.start
        )
        for reference in view.references:
            if reference.mention == fact.subject and not reference.changes:
                said: Term = Get(of=reference.term, attribute=fact.attribute)
                read: Term = Get(of=reference.to_target, attribute=attribute)
                yield Draft(
                    "multi_hop", "hybrid", "match", attribute, (reference.described,),
                    Derive(how="same", terms=(said, read)), "yes_no", True, (reference.target,),
                    {"person": speaker, **view.when(session.id)}, frozenset({fact.value}),
                )  # fmt: skip


def _counts(view: View) -> Iterator[Draft]:
    """How many of the documents brought to a session came out alike."""
    if view.subject != "opinion":
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
                yield Draft("multi_hop", "hybrid", "count", "outcome", (thing,), query, "number", True, targets, slots)


def _compared(view: View, one: Reference, two: Reference) -> Iterator[Draft]:
    """Two documents, each found through the conversation."""
    if one.changes or two.changes:
        return
    terms = {attribute: term for attribute, term, _ in asked_of(view, one)}
    others = {attribute: term for attribute, term, _ in asked_of(view, two)}
    things, targets = (one.described, two.described), (one.target, two.target)
    for attribute in sorted(set(terms) & set(others)):
        pair = (terms[attribute], others[attribute])
        if attribute in _COMPARED:
            yield Draft(
                "multi_hop",
                "hybrid",
                "same",
                attribute,
                things,
                Derive(how="same", terms=pair),
                "yes_no",
                True,
                targets,
            )
        if attribute in _AMOUNTS:
            for how, kind in (("greater", "yes_no"), ("sum", "amount"), ("difference", "amount")):
                query = Derive(how=how, terms=pair)
                yield Draft("multi_hop", "hybrid", how, attribute, things, query, kind, True, targets)


def _named(view: View, one: str, two: str) -> Iterator[Draft]:
    """Two documents that the question names."""
    terms = {attribute: term for attribute, term, _ in asked_of_named(view, one)}
    others = {attribute: term for attribute, term, _ in asked_of_named(view, two)}
    things = (view.named(one), view.named(two))
    for attribute in sorted(set(terms) & set(others)):
        pair = (terms[attribute], others[attribute])
        if attribute in _COMPARED:
            yield Draft(
                "multi_hop", "doc_only", "same", attribute, things, Derive(how="same", terms=pair), "yes_no", True,
                (one, two),
            )  # fmt: skip
        if attribute in _AMOUNTS:
            for how, kind in (("greater", "yes_no"), ("sum", "amount"), ("difference", "amount")):
                query = Derive(how=how, terms=pair)
                yield Draft("multi_hop", "doc_only", how, attribute, things, query, kind, True, (one, two))


def _work(view: View) -> Iterator[Draft]:
    """Two pieces of the team's own work put together."""
    for one, two in combinations(view.work("fee", most=1), 2):
        things = tuple(Described(how="work", slots=view.work_slots(subject)) for subject in (one, two))
        pair = tuple(Get(of=Value(value=subject), attribute="fee") for subject in (one, two))
        for how, kind in (("sum", "amount"), ("difference", "amount"), ("greater", "yes_no")):
            query = Derive(how=how, terms=pair)
            yield Draft("multi_hop", "chat_only", f"work_{how}", "fee", things, query, kind, True)
    for one, two in combinations(view.work("owner", most=1), 2):
        things = tuple(Described(how="work", slots=view.work_slots(subject)) for subject in (one, two))
        pair = tuple(Get(of=Value(value=subject), attribute="owner") for subject in (one, two))
        query = Derive(how="same", terms=pair)
        yield Draft("multi_hop", "chat_only", "work_same", "owner", things, query, "yes_no", True)


def _through(view: View) -> Iterator[Draft]:
    """Who reads what somebody brought; what the one who looks after something brought."""
    for reference in view.references:
        if reference.described.how == "brought" and not reference.changes:
            query: Term = Get(of=reference.term, attribute="reader")
            if len(view.chat.states(reference.mention, "reader")) == 1:
                yield Draft("multi_hop", "chat_only", "who_reads", "reader", (reference.described,), query, "person")
        if reference.described.how in ("standing", "reader") and reference.hops >= 2:
            query = Get(of=reference.term, attribute="brought_by")
            yield Draft("multi_hop", "chat_only", "who_brought", "brought_by", (reference.described,), query, "person")
    yield from _brought_by_owner(view)


def _brought_by_owner(view: View) -> Iterator[Draft]:
    """A value in the document that whoever looks after a piece of work brought to a session."""
    for subject in view.work("owner", most=1):
        owner: Term = Get(of=Value(value=subject), attribute="owner")
        for session in view.sessions:
            at: Term = Having(attribute="brought_at", value=Value(value=session.id))
            mention: Term = Both(terms=(Having(attribute="brought_by", value=owner), at))
            found = view.chat.answer(mention)
            targets = view.chat.answer(Get(of=mention, attribute="target"))
            if len(found) == len(targets) == 1:
                thing = Described(how="brought_by_owner", slots={**view.work_slots(subject), **view.when(session.id)})
                reference = Reference(next(iter(found)), next(iter(targets)), mention, thing, 2)
                for attribute, term, kind in asked_of(view, reference):
                    yield Draft(
                        "multi_hop", "hybrid", "chain", attribute, (thing,), term, kind, targets=(reference.target,)
                    )


CATEGORY = MultiHop()
