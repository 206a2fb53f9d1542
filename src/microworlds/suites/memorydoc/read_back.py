"""What a language model wrote, read back by one that wrote nothing of it, and held against the ledger.

Source: issue 15, section 2 (nobody checks meaning); ConvoMem 3.2 (positive and negative checks).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from microworlds.authors.base import Author
from microworlds.core.errors import ItemError
from microworlds.core.records import Passage, Span
from microworlds.generation.person_names import first_name
from microworlds.generation.session_plans import Beat, Claim, SessionPlan
from microworlds.suites.memorydoc.tasks.check_question import CHECK_QUESTION, CheckQuestionGiven
from microworlds.suites.memorydoc.tasks.check_session import CHECK_SESSION, CheckSessionGiven, Expected, Known
from microworlds.suites.memorydoc.tasks.same_value import agrees
from microworlds.suites.memorydoc.view import WORK_KINDS, View
from microworlds.suites.memorydoc.world import Proposal, Scenario, Utterance, lines

_PEOPLE = frozenset({"brought_by", "reader"})
_STATES = ("proposed_", "misstated_")
_RIVALS = 6  # passages that a question is asked of and must not follow from, at most


def session(checker: Author, scenario: Scenario, plan: SessionPlan, turns: Sequence[Utterance]) -> None:
    """Refuse a session from which a reader takes something else than its plan claims.

    Raises:
        ItemError: what is read differently, or contradicts what was settled; or the reader failed.
    """
    given = _Heard(scenario, plan).given(turns)
    written = checker.write(CHECK_SESSION, given, key=plan.id)
    read = {own.id: own.value for own in written.read}
    faults = [
        f"{fact.value!r} is to be understood ({fact.attribute} of {', '.join(fact.slots.values())}), and "
        + (f"{read.get(fact.id)!r} is" if read.get(fact.id) else "nothing definite is")
        for fact in given.facts
        if not agrees(fact.kind, fact.value, read.get(fact.id) or "")
    ]
    faults += [f"it contradicts what was settled, or adds to it: {line}" for line in written.contradicts]
    if faults:
        raise ItemError("; ".join(faults))


@dataclass(frozen=True)
class _Heard:
    """A session in its place among those of its world."""

    scenario: Scenario
    plan: SessionPlan

    def given(self, turns: Sequence[Utterance]) -> CheckSessionGiven:
        """What is handed to who reads it back."""
        return CheckSessionGiven(
            title=f"{self.plan.name}, {self.plan.time:%A, %B %d, %Y}",
            present=self.plan.personas,
            documents=tuple(Known(label=label, known=self._known(label)) for label in self._labels.values()),
            settled=tuple(self._settled()),
            text=lines(tuple(turns), self.plan.time)[0],
            facts=tuple(self._facts()),
        )

    @cached_property
    def _before(self) -> list[SessionPlan]:
        return [own for own in self.scenario.plans if own.time < self.plan.time]

    @cached_property
    def _targets(self) -> dict[str, str]:
        """The document of each mention."""
        claims = [claim for own in self.scenario.plans for beat in own.beats for claim in beat.claims]
        return {claim.subject: claim.value for claim in claims if claim.attribute == "target"}

    @cached_property
    def _labels(self) -> dict[str, str]:
        """A label for each document of which was or is spoken, in the order in which they came up."""
        own = [self._targets[name] for beat in self._beats() for name in self._mentions(beat)]
        return {target: f"D{number}" for number, target in enumerate(dict.fromkeys(own), start=1)}

    def _beats(self) -> Iterator[Beat]:
        return chain.from_iterable(own.beats for own in (*self._before, self.plan))

    def _mentions(self, beat: Beat) -> Iterator[str]:
        for claim in beat.claims:
            name = claim.value if claim.attribute == "holder" else claim.subject
            if name in self._targets:
                yield name

    def _known(self, label: str) -> str:
        """How a document is called, and who brought it before this session, and what for."""
        target = next(name for name, own in self._labels.items() if own == label)
        said = []
        for own in (*self._before, self.plan):
            for beat in own.beats:
                claims = {claim.attribute: claim for claim in beat.claims if self._targets.get(claim.subject) == target}
                if "target" in claims and "target" in beat.slots:
                    said.append(f"called {beat.slots['target']}")
                if "brought_by" in claims and own is not self.plan:
                    purpose = f" for the {claims['purpose'].value}" if "purpose" in claims else ""
                    said.append(f"brought up by {claims['brought_by'].value} at the {own.name}{purpose}")
        return "; ".join(dict.fromkeys(said))

    def _settled(self) -> Iterator[str]:
        """What was settled before, a line each, the last state of each thing."""
        last: dict[tuple[str, str], Claim] = {}
        for own in self._before:
            last |= {(c.subject, c.attribute): c for beat in own.beats for c in beat.claims}
        for (subject, attribute), claim in last.items():
            if attribute in WORK_KINDS:
                yield f"the {subject.split('/', 1)[1]}: {attribute.replace('_', ' ')} {claim.value}"
            elif attribute == "holder":
                standing = self.scenario.standings[subject.split(":", 1)[1]][0]
                yield f"the {standing} is {self._labels[self._targets[claim.value]]}"
            elif attribute == "reader":
                yield f"{claim.value} is to read {self._labels[self._targets[subject]]}"

    def _facts(self) -> Iterator[Expected]:
        claims = [(beat, claim) for beat in self.plan.beats for claim in beat.claims]
        final = {(claim.subject, claim.attribute): claim.id for _, claim in claims}
        for beat, claim in claims:
            if final[claim.subject, claim.attribute] == claim.id and (fact := self._fact(beat, claim)):
                yield fact

    def _fact(self, beat: Beat, claim: Claim) -> Expected | None:
        """What is asked for a claim; None of those that follow from others."""
        slots, kind, value = {"speaker": first_name(beat.speaker)}, "", claim.value
        name = next(
            (claim.attribute.removeprefix(s) for s in _STATES if claim.attribute.startswith(s)), claim.attribute
        )
        if claim.attribute == "holder":
            slots["standing"] = self.scenario.standings[claim.subject.split(":", 1)[1]][0]
            kind, value = "label", self._labels[self._targets[claim.value]]
        elif claim.subject in self._targets and claim.attribute not in ("target", "brought_at"):
            slots["document"] = self._labels[self._targets[claim.subject]]
            slots["name"] = beat.slots.get("target", slots["document"])
            kind = "person" if claim.attribute in _PEOPLE else "clause"
        elif name in WORK_KINDS:
            slots["work"], kind = claim.subject.split("/", 1)[1], WORK_KINDS[name]
        if not kind:
            return None
        return Expected(id=claim.id, attribute=claim.attribute, slots=slots, kind=kind, value=value)


def question(
    checker: Author, view: View, item: str, wording: str, proposal: Proposal, evidence: Sequence[Span]
) -> None:
    """Refuse a wording that a reader does not answer from its evidence, or does answer from its rivals.

    Raises:
        ItemError: which of the two, and what was read; or the reader failed.
    """
    answer = proposal.answer if proposal.adversarial_type is None else None
    _asked(checker, view, item, wording, proposal.answer_kind, answer, evidence)
    if answer is not None and (rivals := rival_spans(view, proposal)):
        _asked(checker, view, item, wording, proposal.answer_kind, None, rivals)


def _asked(
    checker: Author, view: View, item: str, wording: str, kind: str, answer: str | None, spans: Sequence[Span]
) -> None:
    passages: list[Passage] = [read for piece in view.evidence(spans) for read in view.cited(piece)]
    given = CheckQuestionGiven(
        question=wording, asked_at=view.bundle.asked_at, passages=tuple(passages), kind=kind, answer=answer
    )
    written = checker.write(CHECK_QUESTION, given, key=item)
    said = (written.answer or "") if written.verdict == "answered" else ""
    if answer is None and said:
        raise ItemError(f"nothing of this kind is to follow from {_sources(passages)}, and {said!r} was read there")
    if answer is not None and not agrees(kind, answer, said):
        raise ItemError(f"{answer!r} is to follow from {_sources(passages)}, and {said or written.verdict!r} was read")


def _sources(passages: Sequence[Passage]) -> str:
    return ", ".join(dict.fromkeys(piece.heading for piece in passages))


def rival_spans(view: View, proposal: Proposal) -> list[Span]:
    """Where other documents, or other work, state what is asked for, in the order of the world's facts."""
    facts = [view.ledger.by_id[name] for name in proposal.evidence]
    found = []
    for fact in facts:
        if fact.subject in view.targets:
            found += [rival.source for rival in view.rivals(fact.subject, fact.attribute)]
        elif fact.attribute in WORK_KINDS:
            others = view.chat.facts
            found += [own.source for own in others if own.attribute == fact.attribute and own.subject != fact.subject]
    own_spans = {fact.source for fact in facts}
    return [span for span in dict.fromkeys(found) if span not in own_spans][:_RIVALS]
