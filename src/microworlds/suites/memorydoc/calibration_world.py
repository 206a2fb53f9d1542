"""A world as a release has it, and what can be told from its ledger of answers that are not right.

Source: issue 4, section 2.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from pydantic import AwareDatetime

from microworlds.core.text import stems
from microworlds.generation.ledger import Fact, Ledger
from microworlds.generation.queries import first_states
from microworlds.quality.answer_variants import same
from microworlds.suites.memorydoc.world import QAPair

FLIPPED = {"yes": "no", "no": "yes", "before": "after", "after": "before"}
_SPOKEN_OF = frozenset(
    "target holder brought_by brought_at purpose reader praised_by doubted_by appellant appellee plaintiff defendant "
    "party name".split()
)
_ALSO = ("docket", "court", "author")


@dataclass(frozen=True)
class CalibrationWorld:
    """A world as a release has it: its pairs, its ledger, when its questions are asked; ``others`` are all pairs."""

    id: str
    pairs: tuple[QAPair, ...]
    ledger: Ledger
    asked_at: AwareDatetime
    others: tuple[QAPair, ...]

    @cached_property
    def _by_attribute(self) -> Mapping[str, list[Fact]]:
        found: dict[str, list[Fact]] = defaultdict(list)
        for fact in self.ledger.facts:
            found[fact.attribute].append(fact)
        return found

    def fact(self, pair: QAPair) -> Fact | None:
        """The fact that a pair's answer is the value of."""
        cited = {piece.span for piece in pair.evidence}
        return next((f for f in self.ledger.facts if f.value == pair.answer and f.source in cited), None)

    def rival(self, pair: QAPair, rng: random.Random) -> str | None:
        """A value of the same kind that is not the answer: another thing's in this world, or in another world."""
        if pair.answer in FLIPPED:
            return FLIPPED[pair.answer]
        fact = self.fact(pair)
        near = [own.value for own in self._by_attribute[fact.attribute]] if fact else []
        far = [own.answer for own in self.others if own.answer_kind == pair.answer_kind and _unit(own) == _unit(pair)]
        for values in (near, far):
            rivals = sorted({value for value in values if not same(pair.answer_kind, value, pair.answer)})
            if rivals:
                return rng.choice(rivals)
        return None

    def stale(self, pair: QAPair) -> str | None:
        """What the answer was before anything changed; None where nothing did, or the answer is what it was."""
        if pair.category != "knowledge_update" or pair.query is None:
            return None
        found = list(self.ledger.answer(first_states(pair.query)))
        if len(found) != 1 or same(pair.answer_kind, found[0], pair.answer):
            return None
        return found[0]

    def named(self, explanation: str) -> str | None:
        """The longest value of a fact, other than who or what is spoken of, that stands in an explanation."""
        values = [fact.value for fact in self.ledger.facts if fact.attribute not in _SPOKEN_OF]
        there = {value for value in values if re.search(rf"(?<!\w){re.escape(value)}(?!\w)", explanation)}
        return max(sorted(there), key=len, default=None)

    def nearest(self, pair: QAPair) -> str | None:
        """The answer to the answerable question that shares most of its words with this one."""
        asked = set(stems(pair.question))
        given = [own for own in (*self.pairs, *self.others) if own.adversarial_type is None]
        if not given:
            return None
        alike = [len(asked & words) / len(asked | words) for words in (set(stems(own.question)) for own in given)]
        return given[alike.index(max(alike))].answer

    def also(self, pair: QAPair, rng: random.Random) -> str | None:
        """Something else that is known of what the answer is known of, of another kind."""
        fact = self.fact(pair)
        if fact is None or fact.subject not in pair.targets:
            return None
        others = [other for other in self.ledger.facts if other.subject == fact.subject]
        own = [other.value for other in others if other.attribute in _ALSO and other.attribute != fact.attribute]
        return rng.choice(own) if own else None


def _unit(pair: QAPair) -> str:
    return pair.answer.partition(" ")[2] if pair.answer_kind in ("interval", "duration", "number") else ""
