"""Why an answer is wrong: the first rung, on the way from the episode to the answer, on which evidence was lost.

Only what an answer itself shows is used, so that every system is judged alike: what it retrieved and, where it says
so, which spans stood in its prompt. The rung of a question is the lowest that any piece of its evidence stops at.

Source: issue 4, section 2; remnic's benchmark (extraction, index, retrieval and use misses).
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from microworlds.core.records import Answer, Failure, Gold, Record, Score, Span
from microworlds.evaluation.tables import OVERALL

RIGHT = 0.5  # from which an answer counts as right: most of its words and the gold's, or of its fields, are shared
RUNGS: dict[str, str] = yaml.safe_load(Path(__file__).with_name("rungs.yaml").read_text(encoding="utf-8"))
_ORDER = {rung: place for place, rung in enumerate(RUNGS)}
_BEFORE = ("not_observed", "not_indexed", "cut_off", "not_in_list", "ranked_low", "not_in_prompt")


class Ladder(Record):
    """What became of the questions of one system in one column: ``asked`` of them, and how many stopped at a rung.

    ``answerable`` is false for the questions that nothing answers. ``low_ranks`` are the ranks of ``ranked_low``.
    """

    system: str
    column: str
    answerable: bool
    asked: int
    rungs: dict[str, int]
    low_ranks: tuple[int, ...]

    @property
    def of(self) -> str:
        """What it counts, in a word."""
        return "answerable" if self.answerable else "unanswerable"

    @property
    def before(self) -> float | None:
        """Share of the wrong answers of which some evidence never reached the prompt; None if none is wrong.

        What is bounded by memory, not by whoever answers (DynamicMem, failure attribution).
        """
        wrong = sum(self.rungs.values())
        return sum(self.rungs.get(rung, 0) for rung in _BEFORE) / wrong if wrong else None


@dataclass(frozen=True)
class Attribution:
    """Attributes one system's wrong answers. ``kind`` is that of the observation that a span lies in.

    ``indexed`` are the kinds of observation of which the system retrieved anything in any question of the run. A kind
    of which it never did is as good as not indexed, by choice or by fault; None where it retrieves by no merit.
    """

    kind: Callable[[Span], str]
    indexed: Collection[str] | None

    def failure(
        self, answer: Answer, gold: Gold, observed: Collection[str], score: float, of: Collection[int] | None = None
    ) -> Failure | None:
        """What went wrong; None if the answer is right: it scores ``RIGHT``, or nothing answers and it abstains.

        ``score`` is its token F1; for a template completion, for a rubric accuracy. ``of`` are the places of the
        evidence that counts, all if none are given.
        """
        if not answer.text and not answer.abstained:
            return Failure(rung="no_answer")
        if not gold.answerable:
            return None if answer.abstained else Failure(rung="answered")
        if score >= RIGHT:
            return None
        if not gold.evidence:
            return Failure(rung="no_evidence")
        lost = [
            self._lost(answer, own.span, observed, at) for at, own in enumerate(gold.evidence) if of is None or at in of
        ]
        return min(lost, key=lambda failure: _ORDER[failure.rung])

    def _lost(self, answer: Answer, piece: Span, observed: Collection[str], at: int) -> Failure:
        """Where one piece of evidence was lost; ``misread`` or ``abstained`` if it reached the prompt."""
        if piece.observation not in observed:
            return Failure(rung="not_observed", evidence=at)
        if self.indexed is not None and self.kind(piece) not in self.indexed:
            return Failure(rung="not_indexed", evidence=at)
        listed = dict.fromkeys(answer.retrieved)
        rank = first(piece, listed)
        if rank is None:
            return Failure(rung="not_in_list" if answer.ranked else "cut_off", evidence=at)
        rank_shown = rank if answer.ranked else None
        if answer.context is None or not answer.quoted:
            return Failure(rung="prompt_unknown", evidence=at, rank=rank_shown)
        if not covered(piece, answer.context):
            shown = set(answer.context)
            deepest = max((place for place, span in enumerate(listed, start=1) if span in shown), default=0)
            cut = any(span.overlaps(piece) for span in answer.context)
            low = answer.ranked and rank > deepest and not cut
            return Failure(rung="ranked_low" if low else "not_in_prompt", evidence=at, rank=rank_shown)
        return Failure(rung="abstained" if answer.abstained else "misread", evidence=at, rank=rank_shown)


def first(piece: Span, listed: Iterable[Span]) -> int | None:
    """The rank, from 1, of the first of some distinct spans that has any of a piece."""
    return next((rank for rank, span in enumerate(listed, start=1) if span.overlaps(piece)), None)


def covered(piece: Span, spans: Iterable[Span]) -> bool:
    """Whether every character of a span stands in some of the others.

    >>> from microworlds.core.records import Span
    >>> halves = [Span(observation="o", start=4, end=9), Span(observation="o", start=0, end=5)]
    >>> covered(Span(observation="o", start=2, end=8), halves)
    True
    """
    at = piece.start
    for span in sorted((own for own in spans if own.overlaps(piece)), key=lambda own: own.start):
        if span.start > at:
            return False
        at = max(at, span.end)
    return at >= piece.end


def ladders(scores: Sequence[Score], gold: Mapping[str, Gold], label: str, columns: Sequence[str]) -> list[Ladder]:
    """Totals by system and a label's values (and overall), answerable questions and others apart."""
    made = []
    for system in dict.fromkeys(score.system for score in scores):
        own = [score for score in scores if score.system == system]
        for column in (OVERALL, *columns):
            within = [one for one in own if column in (OVERALL, gold[one.question].labels.get(label))]
            for answerable in (True, False):
                chosen = [one for one in within if gold[one.question].answerable == answerable]
                rungs, ranks = stopped([score.failure for score in chosen if score.failure is not None])
                made.append(
                    Ladder(system=system, column=column, answerable=answerable, asked=len(chosen), rungs=rungs,
                           low_ranks=ranks)
                )  # fmt: skip
    return made


def stopped(failures: Sequence[Failure]) -> tuple[dict[str, int], tuple[int, ...]]:
    """How many stopped at each rung, from the first to the last, and the ranks of those ranked too low, ascending."""
    counted = Counter(failure.rung for failure in failures)
    ranks = sorted(one.rank for one in failures if one.rung == "ranked_low" and one.rank is not None)
    return {rung: counted[rung] for rung in RUNGS if counted[rung]}, tuple(ranks)
