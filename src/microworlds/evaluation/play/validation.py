"""Stage validation: whether a reader finds each answer in the evidence, and not without it.

An oracle is played on the evidence of each question, twice, on none of it, and on all but one piece. A question passes
if the answer is right with all of it both times and wrong otherwise. Of something that changed only the last piece is
left out, and then the answer has to be a value that held before. What nothing answers has to be declined, and its twin
answered. An answer that failed, or that only a judge can tell, is an error, and an error is no pass. What a weak reader
fails says little; what a strong one fails is to be looked at.

The reader is the oracle's, unless ``validation`` has an answerer of its own and a record of what it said here.

Source: ConvoMem A.2 (validation of evidence cores).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, zip_longest
from typing import Literal

from microworlds.authors.base import Author, In, Out, Task
from microworlds.authors.roles import author, of_player, written_by
from microworlds.core import jsonl, params, seeds, stage
from microworlds.core.errors import run
from microworlds.core.parallel import Waiting, ordered_map, together
from microworlds.core.records import Answer, Episode, Evidence, Gold, Observation, Record, Rejection
from microworlds.evaluation.play.answers import Player, episodes, kept, system
from microworlds.evaluation.play.evaluated_splits import ROLES, AnswersParams, ValidationParams
from microworlds.evaluation.play.oracle import FullEpisode, evidence_episode, piece
from microworlds.metrics import accuracy
from microworlds.retrieval.embedding import EmbedderSettings
from microworlds.suites.base import find
from microworlds.systems.base.tasks import ANSWER

STAGE = "validation"
View = Literal["all", "again", "none", "without", "before"]
_EXPECTED: tuple[View, ...] = ("all", "again", "before")  # of which the reading has to be true
Verdict = Literal["pass", "fail", "error"]
_WORST: tuple[Verdict, ...] = ("error", "fail", "pass")
Reading = tuple[str, bool | None]  # a view, and whether the answer from it was right; from that before, whether stale


class Validated(Record):
    """The questions of a category with so many pieces of evidence: how many passed, failed, or had an error.

    Readings: ``right`` with all evidence, ``again`` the same once more, ``guessed`` right with none, ``spared`` right
    although a piece that is needed was missing; ``stale`` gave a value that held before where the last piece of
    something that changed was missing.
    """

    category: str
    evidence_count: str
    n: int
    passed: int
    failed: int
    errors: int
    right: int
    again: int
    guessed: int
    spared: int
    stale: int


class Validation(Record):
    """What a validation came to, who read, and the questions that did not pass."""

    reader: str
    kinds: tuple[Validated, ...]
    failed: tuple[str, ...]
    errors: tuple[str, ...]


def views(own: Gold) -> Iterator[tuple[View, tuple[Evidence, ...]]]:
    """The parts of its evidence that a question is read from."""
    yield "all", own.evidence
    yield "again", own.evidence
    if not own.answerable:
        return
    yield "none", ()
    if own.stale:
        yield "before", own.evidence[:-1]
    elif len(own.evidence) > 1:
        yield from (("without", own.evidence[:at] + own.evidence[at + 1 :]) for at in range(len(own.evidence)))


def chosen(asked: Iterable[Episode], gold: Mapping[str, Gold], most: int) -> frozenset[str]:
    """The questions that are read: each wording of a world once, and of every kind as many, up to ``most``."""
    kinds: dict[tuple[str, str], dict[tuple[str, str], str]] = defaultdict(dict)
    for episode in asked:
        for question in episode.questions:
            labels = gold[question.id].labels
            own = kinds[labels["category"], labels.get("evidence_count", "")]
            own.setdefault((labels.get("world", ""), question.text), question.id)
    drawn = [sorted(own.values(), key=lambda id_: seeds.digest(STAGE, id_)) for own in kinds.values()]
    turns = (name for turn in zip_longest(*drawn) for name in turn if name is not None)
    return frozenset(name for name, _ in zip(turns, range(most), strict=False))


def read_episodes(
    played: Iterable[tuple[Episode, Sequence[Observation]]], gold: Mapping[str, Gold], wanted: frozenset[str]
) -> Iterator[FullEpisode]:
    """An episode for each view of each question wanted; its question is ``ID/VIEW/NUMBER``."""
    for episode, observations in played:
        for question in episode.questions:
            if question.id not in wanted:
                continue
            by_id = {observation.id: observation for observation in observations}
            for at, (view, evidence) in enumerate(views(gold[question.id])):
                named = question.model_copy(update={"id": f"{question.id}/{view}/{at}"})
                yield evidence_episode(named, tuple(piece(by_id[one.span.observation], one.span) for one in evidence))


def verdicts(answers: Iterable[Answer | Rejection], gold: Mapping[str, Gold]) -> dict[str, list[Reading]]:
    """The readings of each question; a value is None if the answer failed, or only a judge can tell."""
    found: dict[str, list[Reading]] = defaultdict(list)
    for answer in answers:
        name = answer.item if isinstance(answer, Rejection) else answer.question
        question, view, _ = name.rsplit("/", 2)
        value = None
        if isinstance(answer, Answer):
            own = accuracy.stale if view == "before" else accuracy.score
            value = own(answer, gold[question])
        found[question].append((view, None if value is None else bool(value)))
    return found


def verdict(read: Sequence[Reading]) -> Verdict:
    """What the readings of a question come to.

    >>> verdict([("all", True), ("none", False)]), verdict([("all", True), ("none", None)])
    ('pass', 'error')
    """
    if any(right is None for _, right in read):
        return "error"
    return "pass" if all(right == (view in _EXPECTED) for view, right in read) else "fail"


def settled(found: Mapping[str, Sequence[Reading]], gold: Mapping[str, Gold], pair: str | None) -> dict[str, Verdict]:
    """The verdict of each question; two that have the label ``pair`` in common have the worse of theirs."""
    own = {question: verdict(read) for question, read in found.items()}
    pairs: dict[str, list[str]] = defaultdict(list)
    for question in own:
        if pair is not None and pair in gold[question].labels:
            pairs[gold[question].labels[pair]].append(question)
    for both in pairs.values():
        own |= dict.fromkeys(both, min((own[question] for question in both), key=_WORST.index))
    return own


def validated(
    found: Mapping[str, Sequence[Reading]], of: Mapping[str, Verdict], gold: Mapping[str, Gold]
) -> list[Validated]:
    """What the readings come to, by category and number of pieces."""
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for question, read in found.items():
        labels = gold[question].labels
        own = counts[labels["category"], labels.get("evidence_count", "")]
        own.update(["n", of[question]])
        own.update({f"true {view}" for view, right in read if right})
    return [
        Validated(
            category=category, evidence_count=k, n=own["n"], passed=own["pass"], failed=own["fail"],
            errors=own["error"], right=own["true all"], again=own["true again"], guessed=own["true none"],
            spared=own["true without"], stale=own["true before"],
        )
        for (category, k), own in sorted(counts.items())
    ]  # fmt: skip


@dataclass(frozen=True)
class Again:
    """An author who is asked once more: for another sample of the same."""

    author: Author

    @property
    def waiting(self) -> Waiting | None:
        """As that of the author."""
        return self.author.waiting

    def write(self, task: Task[In, Out], given: In, *, key: str, sample: int = 0, refused: Sequence[str] = ()) -> Out:
        """See ``Author.write``."""
        return self.author.write(task, given, key=key, sample=sample + 1, refused=refused)


def played(player: Player, full: FullEpisode) -> list[Answer | Rejection]:
    """What a player answers to one view of a question."""
    again = full[0].id.rsplit("/", 2)[1] == "again"
    return (replace(player, author=Again(player.author)) if again else player).play(full)


def main() -> None:
    """A release with its gold in; figures, and which questions did not pass, out."""
    suite, release, out = stage.paths("suite", "release", "validation")
    section = f"{suite}.validation"
    own = params.section(ValidationParams, section)
    splits = params.section(AnswersParams, f"{suite}.answers").splits
    gold = {item.question: item for split in splits for item in jsonl.read(release / f"{split}.gold.jsonl", Gold)}
    asked = (episode for split in splits for episode in jsonl.read(release / f"{split}.episodes.jsonl", Episode))
    full = list(read_episodes(episodes(release, splits), gold, chosen(asked, gold, own.questions)))
    oracle = f"{suite}.oracles.{own.oracle}"
    settings = params.section(EmbedderSettings, "embedder")

    def read(place: str) -> tuple[str, list[Answer | Rejection]]:
        tree = of_player(place, params.tree())
        answerer, extractor = (author(role, str(suite), STAGE, tree) for role in ROLES)
        player = Player(system(oracle), answerer, settings, extractor)
        waiting = together(answerer.waiting, extractor.waiting)
        made = ordered_map(partial(played, player), full, label=STAGE, waiting=waiting)
        who = written_by("answerer", str(suite), STAGE, [ANSWER.name], tree)
        return who, kept("the reader whose answers are recorded", chain.from_iterable(made))

    reader, answers = read(section if own.answerer else oracle)
    if not any(isinstance(one, Answer) for one in answers):
        reader, answers = read(oracle)
    found = verdicts(answers, gold)
    paired = find(str(suite)).labels.paired
    of = settled(found, gold, paired[0] if paired else None)
    failed, wrong = (tuple(question for question, one in of.items() if one == kind) for kind in ("fail", "error"))
    kinds = tuple(validated(found, of, gold))
    jsonl.write_text(
        out, Validation(reader=reader, kinds=kinds, failed=failed, errors=wrong).model_dump_json(indent=1) + "\n"
    )
    print(f"{STAGE}: {len(of)} questions read by {reader}; {len(failed)} failed, {len(wrong)} had an error", flush=True)


if __name__ == "__main__":
    run(main)
