"""Stage verdicts: a strict and a lenient judge on every world, and what each catches of faults put in on purpose.

Source: MemoryDocDataSet 3.6, 4.6, Appendix A, stage 5, Appendix B.5.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from pydantic import Field

from microworlds import jsonl, params, seeds, stage
from microworlds.authors.base import Author, Task
from microworlds.authors.roles import author, seed
from microworlds.errors import ItemError, run
from microworlds.parallel import ordered_map
from microworlds.records import Record, Rejection
from microworlds.suites.memorydoc.materials import Judged, judged, materials, view_of
from microworlds.suites.memorydoc.seeding import Seeder
from microworlds.suites.memorydoc.tasks.judge import (
    JUDGE_LENIENT,
    JUDGE_STRICT,
    JudgedPair,
    JudgeGiven,
    JudgeWritten,
)
from microworlds.suites.memorydoc.view import View
from microworlds.suites.memorydoc.world import Judge, QAPair, Questions, Verdict, asked_after

STAGE = "verdicts"
_TASKS: dict[Judge, Task[JudgeGiven, JudgeWritten]] = {"strict": JUDGE_STRICT, "lenient": JUDGE_LENIENT}


class VerdictsParams(Record):
    """See conf/config.yaml, section memorydoc.verdicts."""

    seeded_every: int = Field(ge=0)


@dataclass(frozen=True)
class VerdictMaker:
    """Has both judges look at a world. Every world is kept, whatever they say (agreement_threshold 0.0)."""

    params: VerdictsParams
    generator: Author
    judges: dict[Judge, Author]
    seed: int

    def verdicts(self, judged: Judged) -> list[Verdict | Rejection]:
        """A verdict of each judge, or a rejection where a judge gave none: an error is never a verdict."""
        view = view_of(judged.material)
        world = view.scenario.id
        pairs = judged.questions.pairs
        every = self.params.seeded_every
        rng = seeds.generator(self.seed, STAGE, world)
        seeded = every > 0 and view.scenario.number % every == 0
        made: list[Verdict | Rejection] = []
        try:
            faulty = tuple(Seeder(view, self.generator, rng).faulty(pairs)) if seeded else ()
        except ItemError as error:
            made.append(Rejection(stage=STAGE, item=f"{world}-seeded", reason=str(error)))
            faulty = ()
        for judge, author_ in self.judges.items():
            try:
                made.append(self._verdict(view, judge, author_, pairs, faulty))
            except ItemError as error:
                made.append(Rejection(stage=STAGE, item=f"{world}-{judge}", reason=str(error)))
        return made

    def _verdict(
        self, view: View, judge: Judge, judging: Author, pairs: tuple[QAPair, ...], faulty: tuple[QAPair, ...]
    ) -> Verdict:
        world = view.scenario.id
        written = judging.write(_TASKS[judge], given_to_judge(view, pairs), key=world)
        seeded: dict[str, bool] = {}
        if faulty:
            again = judging.write(_TASKS[judge], given_to_judge(view, faulty), key=f"{world}-seeded")
            seeded = _by_pair(again.qa_answer_correctness, faulty)
        return Verdict(
            world=world,
            judge=judge,
            persona_consistency=written.persona_consistency,
            temporal_coherence=written.temporal_coherence,
            document_grounding_accuracy=written.document_grounding_accuracy,
            correctness=_by_pair(written.qa_answer_correctness, pairs),
            category_accuracy=_by_pair(written.qa_category_accuracy, pairs),
            flagged=tuple(pair.id for number, pair in _numbered(pairs) if number in written.flagged_qa_ids),
            notes=written.notes,
            seeded=seeded,
        )


def _numbered(pairs: tuple[QAPair, ...]) -> list[tuple[str, QAPair]]:
    """The pairs under names that tell a judge nothing of a fault."""
    return [(f"q{number:02d}", pair) for number, pair in enumerate(pairs, start=1)]


def _by_pair(labels: dict[str, bool], pairs: tuple[QAPair, ...]) -> dict[str, bool]:
    """The labels under the pairs' own ids.

    Raises:
        ItemError: a pair was not labelled, or something else was.
    """
    numbered = _numbered(pairs)
    if set(labels) != {number for number, _ in numbered}:
        raise ItemError("the judge did not label every pair once")
    return {pair.id: labels[number] for number, pair in numbered}


def given_to_judge(view: View, pairs: tuple[QAPair, ...]) -> JudgeGiven:
    """What a judge sees of a world and of pairs on it."""
    return JudgeGiven(
        world=view.scenario.id,
        label=view.scenario.label,
        personas=view.scenario.personas,
        sessions=tuple(session.observation() for session in view.sessions),
        asked_at=asked_after(view.sessions),
        pairs=tuple(
            JudgedPair(
                id=number,
                category=pair.category,
                question=pair.question,
                answer=pair.answer,
                answerable=pair.adversarial_type is None,
                evidence=tuple(view.cited(piece) for piece in pair.evidence),
            )
            for number, pair in _numbered(pairs)
        ),
    )


def main() -> None:
    """Worlds and questions in, verdicts out."""
    *sources, questions, out = stage.paths("documents", "facts", "scenarios", "conversations", "questions", "verdicts")
    maker = VerdictMaker(
        params.section(VerdictsParams, "memorydoc.verdicts"),
        author("generator"),
        {"strict": author("judge_strict"), "lenient": author("judge_lenient")},
        seed(),
    )
    worlds = judged(materials(*sources), jsonl.read(questions, Questions))
    stage.write(out, chain.from_iterable(ordered_map(maker.verdicts, worlds, label="verdicts")))


if __name__ == "__main__":
    run(main)
