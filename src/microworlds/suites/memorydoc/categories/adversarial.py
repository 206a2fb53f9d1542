"""Adversarial: the premise is false, or nothing in the world answers.

Each carries a near miss as evidence: the fact that looks like an answer. An unanswerable question has been checked
against the full text of every observation, not only against the ledger.

Source: MemoryDocDataSet 3.3 (adversarial type), Table 2, Table 8.
"""

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import yaml

from microworlds.core.value_types import PATTERNS
from microworlds.generation.ledger import Fact
from microworlds.generation.queries import Both, Having, Value
from microworlds.suites.memorydoc.categories.base import HEAD, SHORT, UNASKED, Text, askable, by_name, through, work
from microworlds.suites.memorydoc.categories.multi_hop import AMOUNTS, COMPARED
from microworlds.suites.memorydoc.categories.temporal import ACROSS, WITHIN, asked_in, unit_for
from microworlds.suites.memorydoc.view import WORK_KINDS, Reference, View
from microworlds.suites.memorydoc.world import Described, Proposal, SourceTag

# words without which a text does not speak of an attribute
CUES: Mapping[str, list[str]] = yaml.safe_load(Path(__file__).with_name("cues.yaml").read_text(encoding="utf-8"))
# of what kind of work a question makes sense, by what else was said of it: any of these, and none of those
_HELD = "held_on venue length"  # it takes place
_SENSE = {
    "held_on": (_HELD, ""),
    "venue": (_HELD, ""),
    "due_on": ("quantity owner", f"fee {_HELD}"),
    "fee": (f"outside {_HELD}", ""),
    "owner": ("due_on quantity fee choice held_on", "outside"),
    "outside": ("fee", "owner choice"),
}
# and who asks for the date of something will take the day it is due
_DATES = frozenset({"due_on", "held_on"})
_IN_HEADS = 0.15  # of what stands in heads
_PLAINLY = 0.2  # of those that can be put in another way
_ROLES = {"reader": "wrong_reader", "doubted_by": "wrong_judge", "praised_by": "wrong_judge"}
_UNANSWERABLE = frozenset({"absent", "unsettled"})  # of the forms; the others have a false premise


class Adversarial:
    """False premises and unanswerable questions, each beside its near miss."""

    def propose(self, view: View, rng: random.Random) -> Iterator[Proposal]:
        """See ``QuestionCategory.propose``."""
        proposals = [
            *_absent(view, rng),
            *_wrong_person(view, rng),
            *_wrong_session(view, rng),
            *_wrong_role(view, rng),
            *_no_standing(view, rng),
            *_unsettled(view, rng),
            *_turned_down(view),
        ]
        rng.shuffle(proposals)
        known = [own for own in map(partial(through, view), view.references) if own.described.how in SHORT]
        named = [by_name(view, target) for target in sorted(view.targets)]
        for proposal in proposals:
            beside = known if proposal.source == "hybrid" else named if proposal.source == "doc_only" else []
            yield _put_otherwise(view, rng, proposal, beside)


def _put_otherwise(view: View, rng: random.Random, proposal: Proposal, beside: Sequence[Text]) -> Proposal:
    """The same false premise or gap in one of the ways in which answerable questions are put, by draw.

    Otherwise the way of asking would tell that there is no answer. A document that is asked about wrongly is compared
    with another, ``beside`` it, or two of its dates with each other; a place that nobody gave away is asked for as it
    is now.
    """
    ways: list[tuple[str, str, tuple[Described, ...], dict[str, str]]] = []
    asks, (thing,) = proposal.asks, proposal.things
    if proposal.form == "no_standing":
        ways.append(("", asks, (Described(how="standing_now", slots=thing.slots),), {}))
    for early, late in WITHIN:
        if asks == early and view.known(proposal.targets[0] if proposal.targets else "").get(late):
            like = [known for target in sorted(view.targets) if {early, late} <= (known := view.known(target)).keys()]
            if like:
                usual = rng.choice(like)
                unit = asked_in(unit_for(usual[early].value, usual[late].value))
                ways.append(("interval_within", f"{early}_to_{late}", (thing,), unit))
    other = rng.choice(beside) if beside else None
    if other and other.target not in proposal.targets and asks in other.terms and other.described != thing:
        both = tuple(rng.sample((thing, other.described), 2))
        hybrid = proposal.source == "hybrid"
        far = asked_in(rng.choice(("months", "years", "years", "years")))
        apart = [("interval", asks, both, far)] if hybrid else []
        ways += [("order", asks, both, {}), *apart] if asks in ACROSS else []
        ways += [("same", asks, both, {})] if asks in COMPARED else []
        ways += [("greater", asks, both, {})] if asks in AMOUNTS else []
    if not ways or (rng.random() < _PLAINLY and proposal.form != "no_standing"):
        return proposal
    way, asks, things, slots = rng.choice(ways)
    put = {"put_as": way} if way else {}
    return proposal.model_copy(update={"asks": asks, "things": things, "slots": {**proposal.slots, **slots, **put}})


def unspoken(view: View, target: str) -> list[str]:
    """Attributes of which neither the ledger nor the text of the target, nor any session, says anything."""
    stated = {fact.attribute for fact in view.ledger.facts if fact.subject == target}
    return [
        attribute
        for attribute in view.attributes
        if attribute in CUES and attribute not in UNASKED and attribute not in stated
        if not _speaks_of(view, target, attribute)
    ]


def _speaks_of(view: View, target: str, attribute: str) -> bool:
    """True if a cue of the attribute stands in the target's text, or beside its name in any other observation."""
    cues = re.compile("|".join(rf"(?<![a-z]){re.escape(cue)}" for cue in CUES[attribute]))
    return cues.search(view.about[target]) is not None


def _absent(view: View, rng: random.Random) -> Iterator[Proposal]:
    """A document, found through the conversation or named, does not speak of what is asked, and others do."""
    missing = {target: unspoken(view, target) for target in sorted(view.targets)}
    found = [reference for reference in view.references if not reference.changes]
    texts: list[tuple[SourceTag, Text, list[Fact]]] = [
        *(("hybrid", through(view, reference), _pointing(view, reference)) for reference in found),
        *(("doc_only", by_name(view, target), []) for target in missing),
    ]
    for source, text, pointing in texts:
        title = view.targets[text.target].heading
        for attribute in missing[text.target]:
            rivals = view.rivals(text.target, attribute)
            if len(rivals) < (2 if source == "hybrid" else 1):
                continue
            # what few texts state is asked for of few, and would tell that this one does not
            if rng.random() * len(view.targets) > len({rival.subject for rival in rivals}):
                continue
            near = rng.choice(rivals)
            other = view.targets[near.subject].heading
            slots = {"title": title, "other_title": other, "other_value": near.value}
            answer = f"{title} does not state it; {near.value} is what {other} states."
            facts = (*pointing, near)
            yield _unproven(source, "absent", attribute, text.described, slots, answer, facts, len(rivals), text.target)


def _unproven(
    source: SourceTag,
    form: str,
    asks: str,
    thing: Described,
    slots: dict[str, str],
    answer: str,
    near: Iterable[Fact],
    distractors: int,
    *targets: str,
) -> Proposal:
    """A question that nothing answers, so that nothing proves it; the facts of its near miss are its evidence."""
    return Proposal(
        category="adversarial",
        source=source,
        form=form,
        asks=asks,
        things=(thing,),
        slots=slots,
        query=None,
        answer=answer,
        answer_kind="none",
        derived=False,
        evidence=tuple(dict.fromkeys(fact.id for fact in near)),
        targets=targets,
        distractors=distractors,
        adversarial_type="unanswerable" if form in _UNANSWERABLE else "false_premise",
    )


def _pointing(view: View, reference: Reference) -> list[Fact]:
    """Everything said from which it follows which target a reference means."""
    found = view.chat.answer(reference.to_target)[reference.target]
    return [view.chat.by_id[fact] for fact in sorted(found.support)]


def _wrong_person(view: View, rng: random.Random) -> Iterator[Proposal]:
    """A document is said to have been brought by somebody who brought none to that session."""
    for reference in view.references:
        if reference.described.how == "brought":
            session = view.facts_on(reference.mention, "brought_at")[0].value
            names = [name.split()[0] for name in view.session_of[session].personas]
            others = [name for name in names if not _brought(view, name, session)]
            for attribute in _asked(view, rng, reference.target):
                if others:
                    wrong = rng.choice(others)
                    said = reference.described.slots | {"by": wrong}
                    slots = {"wrong": wrong, "right": reference.described.slots["by"]}
                    yield _false_premise(view, reference, "wrong_person", attribute, said, slots)


def _wrong_session(view: View, rng: random.Random) -> Iterator[Proposal]:
    """A document is said to have been brought to a session to which that person brought none."""
    for reference in view.references:
        if reference.described.how == "brought":
            by = reference.described.slots["by"]
            others = [session.id for session in view.sessions if not _brought(view, by, session.id)]
            for attribute in _asked(view, rng, reference.target):
                if others:
                    wrong = view.when(rng.choice(others))
                    slots = {"by": by, "wrong_at": wrong["at"]}
                    yield _false_premise(view, reference, "wrong_session", attribute, {"by": by, **wrong}, slots)


def _wrong_role(view: View, rng: random.Random) -> Iterator[Proposal]:
    """A document is said to have been given to somebody, or weighed by somebody, who had none to read or to weigh."""
    people = [persona.name.split()[0] for persona in view.scenario.personas]
    for reference in view.references:
        how = reference.described.how
        if how not in _ROLES:
            continue
        ((slot, right),) = reference.described.slots.items()
        own = {fact.value for fact in view.chat.facts if fact.attribute == how}
        others = [name for name in people if not any(name == value.split()[0] for value in own)]
        for attribute in _asked(view, rng, reference.target):
            if others:
                wrong, title = rng.choice(others), view.targets[reference.target].heading
                thing = Described(how=how, slots={slot: wrong})
                answer, near = f"{wrong} had none; {right} had {title}.", _pointing(view, reference)
                rivals, slots = (
                    view.rivals(reference.target, attribute),
                    {"wrong": wrong, "right": right, "title": title},
                )
                yield _unproven(
                    "hybrid", _ROLES[how], attribute, thing, slots, answer, near, len(rivals), reference.target
                )


def _asked(view: View, rng: random.Random, target: str) -> list[str]:
    """What is asked of a text, seldom what stands in its head: so it is where there is an answer."""
    known, start = view.known(target), view.targets[target].start
    return [
        name for name in askable(view, target) if known[name].source.start - start >= HEAD or rng.random() < _IN_HEADS
    ]


def _brought(view: View, name: str, session: str) -> bool:
    by = Having(attribute="brought_by", value=Value(value=name))
    at = Having(attribute="brought_at", value=Value(value=session))
    return bool(view.chat.answer(Both(terms=(by, at))))


def _false_premise(
    view: View, reference: Reference, form: str, attribute: str, said: dict[str, str], slots: dict[str, str]
) -> Proposal:
    """A question on what somebody is wrongly said to have brought; the near miss is what was brought."""
    title = view.targets[reference.target].heading
    at = reference.described.slots["at"]
    thing, slots = Described(how="brought", slots=said), {"title": title, "at": at, **slots}
    answer = f"{said['by']} brought no document to the {said['at']}; {title} was brought to the {at}."
    near, rivals = _pointing(view, reference), view.rivals(reference.target, attribute)
    return _unproven("hybrid", form, attribute, thing, slots, answer, near, len(rivals), reference.target)


def _no_standing(view: View, rng: random.Random) -> Iterator[Proposal]:
    """A document is said to hold a place that nobody ever gave to one, though others hold other places."""
    held = {fact.subject.split(":", 1)[1] for fact in view.chat.facts if fact.attribute == "holder"}
    for reference in view.references:
        if reference.described.how not in ("standing", "standing_now"):
            continue
        near = view.facts_on(f"{view.scenario.id}:{reference.described.slots['standing']}", "holder")[-1]
        pointing = _pointing(view, reference)
        for standing in sorted(set(view.scenario.standings) - held):
            for attribute in _asked(view, rng, reference.target):
                right = rng.choice(view.scenario.standings[reference.described.slots["standing"]])
                words = rng.choice(view.scenario.standings[standing])
                title, target = view.targets[reference.target].heading, reference.target
                thing = Described(how="standing", slots={"standing": standing})
                slots = {"wrong": words, "right": right, "title": title}
                answer, facts = f"Nothing was made the {words}; {title} is the {right}.", [near, *pointing]
                yield _unproven("hybrid", "no_standing", attribute, thing, slots, answer, facts, len(held), target)


def _unsettled(view: View, rng: random.Random) -> Iterator[Proposal]:
    """Something about a piece of work that nobody ever settled, though it was settled about another."""
    works = sorted({fact.subject for fact in view.chat.facts if "/" in fact.subject})
    for subject in works:
        own = {fact.attribute.split("_", 1)[-1] for fact in view.chat.facts if fact.subject == subject}
        own |= {fact.attribute for fact in view.chat.facts if fact.subject == subject}
        for attribute, kind in WORK_KINDS.items():
            if not _makes_sense(attribute, own):
                continue
            rivals = [fact for fact in view.chat.facts if fact.attribute == attribute and fact.subject != subject]
            if attribute in own or (kind == "date" and own & _DATES) or not rivals or _beside(view, subject, kind):
                continue
            near = rng.choice(rivals)
            other, thing = near.subject.split("/", 1)[1], work(view, subject)
            slots = {"other_work": other, "other_value": near.value}
            answer = f"Nobody said; {near.value} was said of the {other}."
            yield _unproven("chat_only", "unsettled", attribute, thing, slots, answer, [near], len(rivals))


def _makes_sense(attribute: str, own: set[str]) -> bool:
    """True if one would ask for the attribute of a piece of work of which these are known: a dinner has no pages."""
    of, unlike = _SENSE.get(attribute, ("", ""))
    return not own.isdisjoint(of.split()) and own.isdisjoint(unlike.split())


def _beside(view: View, subject: str, kind: str) -> bool:
    """True if a line that names the work also holds an unclaimed value of the kind, so that it might be an answer."""
    work = view.work_slots(subject)["work"]
    known = {fact.value for fact in view.chat.facts if fact.subject == subject}
    pattern = PATTERNS.get(kind)
    if pattern is None:
        return False
    turns = [turn for session in view.sessions for turn in session.utterances if work in turn.text]
    values = [match.group() for turn in turns for match in pattern.finditer(turn.text)]
    return any(not any(value in own for own in known) for value in values)


def _turned_down(view: View) -> Iterator[Proposal]:
    """A proposal that was turned down is spoken of as if it had been agreed."""
    for fact in view.chat.facts:
        if not fact.attribute.startswith("proposed_"):
            continue
        attribute = fact.attribute.removeprefix("proposed_")
        states = view.chat.states(fact.subject, attribute)
        if not states or any(state.value == fact.value for state in states):
            continue
        thing, slots = work(view, fact.subject), {"other": fact.value, "value": states[0].value}
        answer = f"{fact.value} was turned down; {states[0].value} was settled."
        yield _unproven("chat_only", "turned_down", attribute, thing, slots, answer, [fact, states[0]], 1)


CATEGORY = Adversarial()
