"""The faults that a question, its answer and its evidence can have, each put into a sound pair.

Source: issue 2, section 3 (verdicts); MemoryDocDataSet 6.4 (limits of LLM judges).
"""

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from microworlds.authors.base import Author
from microworlds.generation.ledger import Fact
from microworlds.quality.judges import faulty, faulty_id
from microworlds.suites.memorydoc.categories.base import askable
from microworlds.suites.memorydoc.questions import given_for
from microworlds.suites.memorydoc.tasks.question import QUESTION
from microworlds.suites.memorydoc.view import View
from microworlds.suites.memorydoc.world import Described, Proposal, QAPair

FAULTS = ("wrong_section", "stale_value", "gold_not_in_evidence", "ambiguous_reference")


@dataclass(frozen=True)
class Seeder:
    """Puts faults into a world's pairs; ids end in the fault's name."""

    view: View
    author: Author
    rng: random.Random

    def faulty(self, pairs: tuple[QAPair, ...]) -> Iterator[QAPair]:
        """For each kind of fault one pair that has it, where the world allows it."""
        faults = {fault: getattr(self, f"_{fault}") for fault in FAULTS}
        for fault, pair in faulty(pairs, faults, self.rng):
            yield pair.model_copy(update={"id": faulty_id(pair.id, fault)})

    def _read(self, pair: QAPair) -> Fact | None:
        """The one fact that a pair with a span for an answer reads in a document."""
        if pair.answer_form != "span" or pair.source == "chat_only" or len(pair.targets) != 1:
            return None
        cited = [piece.span for piece in pair.evidence]
        for fact in self.view.ledger.facts:
            if fact.subject == pair.targets[0] and fact.value == pair.answer and fact.source in cited:
                return fact
        return None

    def _rival(self, fact: Fact | None) -> Fact | None:
        if fact is None:
            return None
        rivals = [rival for rival in self.view.rivals(fact.subject, fact.attribute) if rival.value != fact.value]
        return self.rng.choice(rivals) if rivals else None

    def _wrong_section(self, pair: QAPair) -> QAPair | None:
        """Answer and passage of another document, behind the same conversation."""
        fact = self._read(pair) if pair.source == "hybrid" else None
        rival = self._rival(fact)
        if fact is None or rival is None:
            return None
        piece = self.view.evidence([rival.source])[0]
        evidence = tuple(piece if old.span == fact.source else old for old in pair.evidence)
        return pair.model_copy(update={"answer": rival.value, "evidence": evidence})

    def _gold_not_in_evidence(self, pair: QAPair) -> QAPair | None:
        """The answer of another document, behind the right evidence."""
        rival = self._rival(self._read(pair))
        if rival is None or any(rival.value in piece.text for piece in pair.evidence):
            return None
        return pair.model_copy(update={"answer": rival.value})

    def _stale_value(self, pair: QAPair) -> QAPair | None:
        """A state that no longer holds, with the utterance that once stated it."""
        if pair.category != "knowledge_update" or pair.source != "chat_only":
            return None
        cited = [piece.span for piece in pair.evidence]
        last = [fact for fact in self.view.chat.facts if fact.source in cited and fact.value == pair.answer]
        before = [fact for fact in self.view.chat.facts if last and fact.id == last[-1].supersedes]
        if not before or before[0].value == pair.answer:
            return None
        evidence = self.view.evidence([before[0].source])
        return pair.model_copy(update={"answer": before[0].value, "evidence": evidence})

    def _ambiguous_reference(self, pair: QAPair) -> QAPair | None:
        """A question on what somebody brought, where that person brought several and it does not say which."""
        if pair.source != "hybrid":
            return None
        brought: dict[str, list[Fact]] = defaultdict(list)
        for fact in self.view.chat.facts:
            if fact.attribute == "brought_by":
                brought[fact.value].append(fact)
        for person, facts in sorted(brought.items()):
            pointed = [self.view.facts_on(fact.subject, "target")[0] for fact in facts]
            targets = sorted({fact.value for fact in pointed})
            if len(targets) < 2:
                continue
            known = [set(askable(self.view, target)) for target in targets]
            for attribute in sorted(set.intersection(*known)):
                values = [self.view.known(target)[attribute] for target in targets]
                if len({fact.value for fact in values}) == len(values):
                    return self._unsaid(pair, person, attribute, pointed[0], values[targets.index(pointed[0].value)])
        return None

    def _unsaid(self, pair: QAPair, person: str, attribute: str, pointed: Fact, value: Fact) -> QAPair:
        proposal = Proposal(
            category="single_hop",
            source="hybrid",
            form="value",
            asks=attribute,
            things=(Described(how="brought", slots={"by": person}),),
            slots={},
            query=None,
            answer=value.value,
            answer_kind=self.view.attributes[attribute].kind,
            derived=False,
            evidence=(pointed.id, value.id),
            targets=(pointed.value,),
        )
        written = self.author.write(QUESTION, given_for(self.view, 0, proposal), key=f"{pair.id}-ambiguous")
        kept = ("category", "form", "answer", "answer_kind", "adversarial_type", "targets", "query")
        changes = {
            "question": written.question,
            "answer_form": "span",
            "evidence": self.view.evidence([pointed.source, value.source]),
        }
        return pair.model_copy(update={**{name: getattr(proposal, name) for name in kept}, **changes})
