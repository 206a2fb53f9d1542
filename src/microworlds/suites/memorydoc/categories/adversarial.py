"""Adversarial: the premise is false, or nothing in the world answers.

Each carries a near miss as evidence: the fact that looks like an answer. An unanswerable question has been checked
against the full text of every observation, not only against the ledger.

Source: MemoryDocDataSet 3.3 (adversarial type), Table 2, Table 8.
"""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import yaml

from microworlds.core.text import places
from microworlds.core.value_types import PATTERNS
from microworlds.generation.ledger import Fact
from microworlds.generation.queries import Both, Having, Value
from microworlds.suites.memorydoc.categories.base import (
    ALONE,
    POINT,
    SHORT,
    UNASKED,
    Text,
    askable,
    by_name,
    is_said,
    says_first,
    through,
    work,
)
from microworlds.suites.memorydoc.categories.temporal import DATES
from microworlds.suites.memorydoc.view import BROUGHT, WORK_KINDS, Reference, View
from microworlds.suites.memorydoc.ways_of_asking import of_texts, of_work
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
_UNANSWERABLE = frozenset({"absent", "unsettled"})  # of the forms; the others have a false premise


class Adversarial:
    """False premises and unanswerable questions, each beside its near miss, in every way in which it can be put."""

    def propose(self, view: View, rng: random.Random) -> Iterator[Proposal]:
        """See ``QuestionCategory.propose``."""
        proposals = [
            *_absent(view, rng),
            *_wrong_person(view, rng),
            *_wrong_session(view, rng),
            *_wrong_reader(view, rng),
            *_no_standing(view, rng),
            *_no_purpose(view, rng),
            *_unsettled(view, rng),
            *_unchanged(view),
        ]
        rng.shuffle(proposals)
        beside = {
            "hybrid": [own for own in map(partial(through, view), view.references) if own.described.how in SHORT],
            "doc_only": [by_name(view, target) for target in sorted(view.targets)],
        }
        for proposal in proposals:
            for put in _ways(view, rng, proposal, beside.get(proposal.source, [])):
                yield put
                if says_first(put):
                    yield put.model_copy(update={"slots": {**put.slots, ALONE: "yes"}})
                    yield from _on_points(view, put)


def _ways(view: View, rng: random.Random, proposal: Proposal, beside: Sequence[Text]) -> Iterator[Proposal]:
    """A proposal in every way in which it can be put."""
    ways = of_work(proposal) if proposal.source == "chat_only" else of_texts(view, rng, proposal, beside)
    for way, changed, slots in ways:
        yield proposal.model_copy(update={**changed, "slots": {**proposal.slots, **slots, "put_as": way}})
    if proposal.form != "unchanged":
        yield proposal


def _on_points(view: View, put: Proposal) -> Iterator[Proposal]:
    """A proposal that asks for one of several, with the point on which the text that it is about states its own."""
    for target in put.targets:
        fact = view.known(target).get(put.asks)
        point = view.point(fact, put.things[0]) if fact else None
        if point:
            yield put.model_copy(update={"slots": {**put.slots, POINT: point}})


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
    about = view.about[target]
    return any(not "a" <= about[at - 1 : at] <= "z" for cue in CUES[attribute] for at in places(about, cue))


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
    """A document is said to have been brought by somebody who brought none, or several but none to that session."""
    for reference in view.references:
        if reference.described.how in BROUGHT:
            session = view.facts_on(reference.mention, "brought_at")[0].value
            there = reference.described.how == "brought_at"
            people = view.session_of[session].personas if there else [own.name for own in view.scenario.personas]
            names = [name.split()[0] for name in people]
            # a meeting is named beside those alone who brought several, so that it does not tell
            several = [name for name in names if view.brought[name] > 1 and not _brought(view, name, session)]
            others = several if there else [name for name in names if not view.brought[name]]
            for attribute in askable(view, reference.target):
                if others:
                    wrong = rng.choice(others)
                    said = reference.described.slots | {"by": wrong}
                    slots = {"wrong": wrong, "right": reference.described.slots["by"]}
                    yield _false_premise(view, reference, "wrong_person", attribute, said, slots)


def _wrong_session(view: View, rng: random.Random) -> Iterator[Proposal]:
    """A document is said to have been brought to a session to which that person brought none."""
    for reference in view.references:
        if reference.described.how == "brought_at":
            by = reference.described.slots["by"]
            others = [session.id for session in view.sessions if not _brought(view, by, session.id)]
            for attribute in askable(view, reference.target):
                if others:
                    wrong = view.when(rng.choice(others))
                    slots = {"by": by, "wrong_at": wrong["at"]}
                    yield _false_premise(view, reference, "wrong_session", attribute, {"by": by, **wrong}, slots)


def _wrong_reader(view: View, rng: random.Random) -> Iterator[Proposal]:
    """A document is said to have been given to somebody who had none to read."""
    people = [persona.name.split()[0] for persona in view.scenario.personas]
    readers = {fact.value.split()[0] for fact in view.chat.facts if fact.attribute == "reader"}
    others = [name for name in people if name not in readers]
    for reference in view.references:
        if reference.described.how != "reader" or not others:
            continue
        right, title = reference.described.slots["reader"], view.targets[reference.target].heading
        for attribute in askable(view, reference.target):
            wrong, near = rng.choice(others), _pointing(view, reference)
            thing = Described(how="reader", slots={"reader": wrong})
            answer = f"{wrong} had none; {right} had {title}."
            rivals = view.rivals(reference.target, attribute)
            slots = {"wrong": wrong, "right": right, "title": title}
            yield _unproven(
                "hybrid", "wrong_reader", attribute, thing, slots, answer, near, len(rivals), reference.target
            )


def _brought(view: View, name: str, session: str) -> bool:
    """Whether somebody brought something to a session."""
    by = Having(attribute="brought_by", value=Value(value=name))
    at = Having(attribute="brought_at", value=Value(value=session))
    return bool(view.chat.answer(Both(terms=(by, at))))


def _false_premise(
    view: View, reference: Reference, form: str, attribute: str, said: dict[str, str], slots: dict[str, str]
) -> Proposal:
    """A question on what somebody is wrongly said to have brought; the near miss is what was brought."""
    title, right = view.targets[reference.target].heading, reference.described.slots
    thing, slots = Described(how=reference.described.how, slots=said), {"title": title, **slots}
    answer = f"{said['by']} brought no document; {right['by']} brought {title}."
    if "at" in said:
        slots["at"] = right["at"]
        own = f"{right['by']} brought {title} to the {right['at']}"
        answer = f"{said['by']} brought no document to the {said['at']}; {own}."
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
            for attribute in askable(view, reference.target):
                right = rng.choice(view.scenario.standings[reference.described.slots["standing"]])
                words = rng.choice(view.scenario.standings[standing])
                title, target = view.targets[reference.target].heading, reference.target
                thing = Described(how="standing", slots={"standing": standing})
                slots = {"wrong": words, "right": right, "title": title}
                answer, facts = f"Nothing was made the {words}; {title} is the {right}.", [near, *pointing]
                yield _unproven("hybrid", "no_standing", attribute, thing, slots, answer, facts, len(held), target)


def _no_purpose(view: View, rng: random.Random) -> Iterator[Proposal]:
    """A document is said to be for a part of the work for which nobody had one, though another was for the point."""
    had = {fact.value for fact in view.chat.facts if fact.attribute == "purpose"}
    uses = {value.removesuffix(point) for value in had for point in view.scenario.points if value.endswith(point)}
    for reference in view.references:
        right = reference.described.slots.get("purpose", "").removeprefix("the ")
        point = next((point for point in view.scenario.points if right.endswith(point)), None)
        others = [use + point for use in sorted(uses) if use + point not in had] if point else []
        others = [other for other in others if not is_said(view, other)]
        if not others:
            continue
        title, near = view.targets[reference.target].heading, _pointing(view, reference)
        for attribute in askable(view, reference.target):
            wrong = rng.choice(others)
            thing = Described(how="purpose", slots={"purpose": f"the {wrong}"})
            slots = {"wrong": wrong, "right": right, "title": title}
            answer = f"There is none for the {wrong}; {title} is for the {right}."
            rivals = view.rivals(reference.target, attribute)
            yield _unproven(
                "hybrid", "no_purpose", attribute, thing, slots, answer, near, len(rivals), reference.target
            )


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
            if (
                attribute in own
                or (kind == "date" and own.intersection(DATES))
                or not rivals
                or _beside(view, subject, kind)
            ):
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


def _unchanged(view: View) -> Iterator[Proposal]:
    """What was settled once and for all is asked about as if it had been changed."""
    for attribute in WORK_KINDS:
        for subject in view.work(attribute, most=1):
            (fact,) = view.chat.states(subject, attribute)
            answer = f"It was never changed; it was {fact.value} from the first."
            thing, slots = work(view, subject), {"value": fact.value}
            yield _unproven("chat_only", "unchanged", attribute, thing, slots, answer, [fact], 1)


CATEGORY = Adversarial()
