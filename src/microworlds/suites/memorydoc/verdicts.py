"""Stage verdicts: a strict and a lenient judge on every world, and what each catches of faults put in on purpose.

Source: MemoryDocDataSet 3.6, 4.6, Appendix A, stage 5, Appendix B.5.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain

from pydantic import Field

from microworlds.authors.base import Author
from microworlds.authors.roles import author
from microworlds.core import params, seeds, stage
from microworlds.core.errors import ItemError, run
from microworlds.core.parallel import Waiting, ordered_map, together
from microworlds.core.records import Passage, Record, Rejection, Span
from microworlds.suites.memorydoc.faulty_pairs import Seeder
from microworlds.suites.memorydoc.records import shared
from microworlds.suites.memorydoc.tasks.judge import JUDGES, JudgedPair, JudgeGiven, JudgeWritten, PairLabels
from microworlds.suites.memorydoc.view import View
from microworlds.suites.memorydoc.world import Judge, Judged, QAPair, Verdict, judged

STAGE = "verdicts"
_OPENING = 300
"""Characters of a document that say which it is: title, number, court or parties."""


class VerdictsParams(Record):
    """See conf/config.yaml, section memorydoc.verdicts."""

    seeded_every: int = Field(ge=0)
    attempts: int = Field(ge=1)


@dataclass(frozen=True)
class VerdictMaker:
    """Has both judges look at a world. Every world is kept, whatever they say (agreement_threshold 0.0)."""

    params: VerdictsParams
    generator: Author
    judges: dict[Judge, Author]
    seed: int

    @property
    def waiting(self) -> Waiting | None:
        """How many worlds can be judged at once; see ``Author.waiting``."""
        return together(self.generator.waiting, *(judge.waiting for judge in self.judges.values()))

    def verdicts(self, judged: Judged) -> list[Verdict | Rejection]:
        """A verdict of each judge, or a rejection where a judge gave none: an error is never a verdict."""
        view = View(judged.bundle)
        world = view.scenario.id
        pairs = judged.questions.pairs
        every = self.params.seeded_every
        rng = seeds.generator(self.seed, STAGE, world)
        made: list[Verdict | Rejection] = []
        faulty: tuple[QAPair, ...] = ()
        if every and view.scenario.number % every == 0:
            try:
                faulty = tuple(Seeder(view, self.generator, rng).faulty(pairs))
            except ItemError as error:
                made.append(Rejection(stage=STAGE, item=world, reason=str(error)))
        both = partial(self._of_judge, view, pairs, faulty)
        said = ordered_map(both, self.judges, label=None, waiting=self.waiting or Waiting(1))
        return [*made, *chain.from_iterable(said)]

    def _of_judge(
        self, view: View, pairs: tuple[QAPair, ...], faulty: tuple[QAPair, ...], judge: Judge
    ) -> list[Verdict | Rejection]:
        """What one judge says of the pairs, and of the faulty ones."""
        item = f"{view.scenario.id}-{judge}"

        def attempted(item: str, pairs: tuple[QAPair, ...]) -> tuple[Verdict | None, list[Rejection]]:
            make = partial(self._verdict, view, judge, item, pairs)
            return stage.attempted(STAGE, item, range(self.params.attempts), make)

        verdict, refused = attempted(item, pairs)
        if verdict is None:
            return [*refused]
        # a judge that says nothing of the faulty pairs has still said what it says of the others
        of_faulty, again = attempted(f"{item}-seeded", faulty) if faulty else (None, [])
        seeded = of_faulty.correctness if of_faulty is not None else {}
        return [*refused, *again, verdict.model_copy(update={"seeded": seeded})]

    def _verdict(
        self, view: View, judge: Judge, item: str, pairs: tuple[QAPair, ...], attempt: int, refused: tuple[str, ...]
    ) -> Verdict:
        given = given_to_judge(view, pairs)
        written = self.judges[judge].write(JUDGES[judge], given, key=item, sample=attempt, refused=refused)
        labels = _by_pair(written, pairs)
        return shared(
            Verdict,
            written,
            world=view.scenario.id,
            judge=judge,
            correctness={pair: label.answer_correct for pair, label in labels.items()},
            category_accuracy={pair: label.category_fits for pair, label in labels.items()},
            flagged=tuple(pair.id for number, pair in _numbered(pairs) if number in written.flagged_qa_ids),
            seeded={},
        )


def _numbered(pairs: tuple[QAPair, ...]) -> list[tuple[str, QAPair]]:
    """The pairs under names that tell a judge nothing of a fault."""
    return [(f"q{number:02d}", pair) for number, pair in enumerate(pairs, start=1)]


def _by_pair(written: JudgeWritten, pairs: tuple[QAPair, ...]) -> dict[str, PairLabels]:
    """The labels under the pairs' own ids.

    Raises:
        ItemError: a pair was not labelled, or was twice, or something else was labelled or flagged.
    """
    numbered = _numbered(pairs)
    if sorted(own.pair for own in written.labels) != [number for number, _ in numbered]:
        raise ItemError("the judge did not label every pair once")
    strangers = sorted(set(written.flagged_qa_ids) - {number for number, _ in numbered})
    if strangers:
        raise ItemError(f"the judge flagged {strangers[0]!r}, which is no pair")
    by_number = {own.pair: own for own in written.labels}
    return {pair.id: by_number[number] for number, pair in numbered}


def given_to_judge(view: View, pairs: tuple[QAPair, ...]) -> JudgeGiven:
    """What a judge sees of a world and of pairs on it."""
    return shared(
        JudgeGiven,
        view.scenario,
        world=view.scenario.id,
        sessions=tuple(session.observation() for session in view.sessions),
        documents=tuple(_openings(view)),
        asked_at=view.bundle.asked_at,
        pairs=tuple(
            shared(
                JudgedPair,
                pair,
                id=number,
                answerable=pair.adversarial_type is None,
                evidence=tuple(chain.from_iterable(map(view.cited, pair.evidence))),
            )
            for number, pair in _numbered(pairs)
        ),
    )


def _openings(view: View) -> Iterator[Passage]:
    """How each document begins, under its heading."""
    for target in view.targets.values():
        span = Span(observation=target.document, start=target.start, end=min(target.end, target.start + _OPENING))
        yield from view.cited(*view.evidence([span]))


def main() -> None:
    """Worlds and questions in, verdicts out."""
    *sources, out = stage.paths("documents", "facts", "scenarios", "conversations", "questions", "verdicts")
    maker = VerdictMaker(
        params.section(VerdictsParams, "memorydoc.verdicts"),
        author("generator", "memorydoc", STAGE),
        {"strict": author("judge_strict", "memorydoc", STAGE), "lenient": author("judge_lenient", "memorydoc", STAGE)},
        params.seed(),
    )
    worlds = judged(*sources)
    made = ordered_map(maker.verdicts, worlds, label=STAGE, waiting=maker.waiting)
    stage.write_kept(STAGE, out, chain.from_iterable(made), len(worlds) * len(maker.judges), of=STAGE)


if __name__ == "__main__":
    run(main)
