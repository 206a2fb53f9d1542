"""Stage answers, one cell a system: the system plays the episodes of a release, and never sees its gold.

Source: MemoryDocDataSet 5.1, Appendix A, stage 7; DESIGN 1.
"""

import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain
from operator import call
from pathlib import Path
from typing import Any, overload

from microworlds.authors.base import Author
from microworlds.authors.roles import author, of_player
from microworlds.core import caches, params, stage, text
from microworlds.core.errors import ItemError, UnwrittenError, UserError, run
from microworlds.core.lazy_records import Keyed, keyed
from microworlds.core.parallel import once, ordered_map, together
from microworlds.core.records import Answer, Ask, Episode, Observation, Question, Rejection, Span
from microworlds.evaluation.play import timing
from microworlds.evaluation.play.evaluated_splits import ROLES, AnswersParams, asked_episodes
from microworlds.retrieval import recorded_vectors
from microworlds.retrieval.embedding import Embedder, EmbedderSettings
from microworlds.systems.base import Memory, Searching, System, Tools

STAGE = "answers"


# sentences by which an observation is looked for, how many words one has at least, and among how many of the first
# spans of its kind it has to be found
_PROBES = 5
_PROBE_WORDS = 6
_PROBE_DEPTH = 10
# observations that a process keeps: those of one episode are mostly those of the next
_READ = 1024
# of so many questions a record may lack the answer to one: another machine may rank two passages the other way round
_UNWRITTEN = 20


@dataclass(frozen=True)
class Player:
    """Plays episodes with one system; each episode has a memory of its own.

    ``extractor`` is who extracts, None: whoever answers. ``proving`` is the episode before whose first question the
    memory has to prove that it indexed what it was given.
    """

    system: System
    author: Author
    embedder: EmbedderSettings
    extractor: Author | None = None
    proving: str | None = None

    def pooled(self, episodes: Sequence[tuple[Episode, Sequence[Observation]]]) -> dict[str, tuple[Span, ...]]:
        """What the system lists for each question where one memory holds all these episodes; nothing if it cannot find.

        Observations are handed over episode by episode, and only then is anything asked, of no author. What a memory
        could not take in it does not know.

        Raises:
            UserError: the memory cannot search.
        """
        with tempfile.TemporaryDirectory() as folder:
            memory = self.system.open(self._tools(), Path(folder))
            if not isinstance(memory, Searching):
                return {}
            for _, observations in episodes:
                for observation in observations:
                    with suppress(ItemError):
                        memory.observe(observation)
            try:
                asked = [question for episode, _ in episodes for question in episode.questions]
                return {question.id: tuple(memory.find(question.text)) for question in asked}
            except ItemError as error:
                raise UserError(f"{type(memory).__name__} cannot find in what all worlds gave it: {error}") from error

    def _tools(self) -> Tools:
        return Tools(self.author, _embedder(self.embedder), caches.folder("indexes"), self.extractor)

    def play(self, full: tuple[Episode, Sequence[Observation]]) -> list[Answer | Rejection]:
        """An answer to every question of an episode, in order, and a rejection for each step that failed.

        A question that failed is answered with nothing: it stays in every denominator. What a memory could not take
        in it does not know.

        Raises:
            UserError: the memory did not index what it was given, or says that it retrieved what there is not.
        """
        return self.timed(full)[0]

    def timed(
        self, full: tuple[Episode, Sequence[Observation]]
    ) -> tuple[list[Answer | Rejection], timing.EpisodeTimes]:
        """What ``play`` gives, and the seconds of each step, those that failed too.

        Opening a memory, and having it prove that it indexed, are in no step. Work that a memory puts off is in the
        step that it is done in.

        Raises:
            UserError: see ``play``.
        """
        episode, observations = full
        times = timing.EpisodeTimes()
        by_id = {observation.id: observation for observation in observations}
        answers: list[Answer | Rejection] = []
        handed: dict[str, Observation] = {}
        failed: set[str] = set()
        unproved = episode.id == self.proving
        with tempfile.TemporaryDirectory() as folder:
            memory = self.system.open(self._tools(), Path(folder))
            for step in episode.steps:
                item = step.question.id if isinstance(step, Ask) else step.observation
                try:
                    if isinstance(step, Ask):
                        if unproved:
                            prove(memory, [own for name, own in handed.items() if name not in failed])
                            unproved = False
                        with timing.stopwatch(times.answering):
                            answer = memory.answer(step.question)
                        answers.append(_sound(answer, step.question, handed))
                    else:
                        handed[item] = by_id[item]
                        with timing.stopwatch(times.taking_in):
                            memory.observe(by_id[item])
                except ItemError as error:
                    answers.append(Rejection(stage=STAGE, item=item, reason=str(error)))
                    failed.add(item)
                    if isinstance(step, Ask):
                        answers.append(Answer(question=item, text="", abstained=False))
        return answers, times


def prove(memory: Memory, seen: Sequence[Observation]) -> None:
    """Nothing, if the memory finds at least half of what it was given, of each kind it says it finds, by its own text.

    A memory without ``find`` is not looked into. No author is asked.

    Raises:
        UserError: it finds less: it is broken, and its score would say nothing.
    """
    if not isinstance(memory, Searching):
        return
    name = type(memory).__name__
    for kind in memory.kinds:
        given = [observation for observation in seen if observation.kind == kind]
        try:
            of_kind = {observation.id for observation in given}
            missed = [observation.id for observation in given if not _finds(memory, observation, of_kind)]
        except ItemError as error:
            raise UserError(f"{name} cannot find what it was given: {error}") from error
        if 2 * len(missed) > len(given):
            raise UserError(
                f"{name} did not index what it was given: of {len(given)} observations of kind {kind} it finds "
                f"{len(given) - len(missed)} by their own sentences (not {missed[0]}). Its answers were not scored: "
                "see that observe() keeps what it gets and find() gives spans of it."
            )


def _finds(memory: Searching, observation: Observation, of_kind: Collection[str]) -> bool:
    """Whether one of several sentences, spread over the observation, leads back to it; True if it has none.

    It has to stand among the first that are found of its kind.
    """
    sentences = [observation.text[start:end] for start, end in text.sentences(observation.text)]
    long = [sentence for sentence in sentences if len(text.words(sentence)) >= _PROBE_WORDS] or sentences
    probes = [long[number * len(long) // _PROBES] for number in range(_PROBES)] if long else []
    for probe in dict.fromkeys(probes):
        found = [span.observation for span in memory.find(probe) if span.observation in of_kind]
        if observation.id in found[:_PROBE_DEPTH]:
            return True
    return not probes


def _sound(answer: Answer, question: Question, handed: Mapping[str, Observation]) -> Answer:
    """The answer, if it is one to this question and retrieved only what was observed.

    Raises:
        UserError: it is not.
    """
    if answer.question != question.id:
        raise UserError(f"asked {question.id}, the system answered {answer.question!r}: Answer.question is its id.")
    for span in (*answer.retrieved, *(answer.context or ()), *(answer.cited or ())):
        if span.observation not in handed or span.end > len(handed[span.observation].text):
            raise UserError(
                f"{question.id}: the system retrieved or cites {span.start}-{span.end} of {span.observation!r}, "
                "which it did not observe. A span is an observation's id and characters of its text."
            )
    return answer


@once
def _embedder(settings: EmbedderSettings) -> Embedder:
    """One for all threads of a process, so that the model is loaded once."""
    return Embedder(settings, caches.folder("vectors"), recorded_vectors.FOLDER)


@dataclass(frozen=True)
class Observed(Sequence[Observation]):
    """Observations of a release by their ids, read where they are reached: so much is handed to other processes."""

    release: Path
    ids: tuple[str, ...]

    @overload
    def __getitem__(self, index: int) -> Observation: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Observation]: ...
    def __getitem__(self, index: int | slice) -> Observation | Sequence[Observation]:
        if isinstance(index, slice):
            return Observed(self.release, self.ids[index])
        return _observation(self.release, self.ids[index])

    def __len__(self) -> int:
        return len(self.ids)


@lru_cache(_READ)
def _observation(release: Path, name: str) -> Observation:
    return _index(release)[name]


@once
def _index(release: Path) -> Keyed[Observation]:
    return keyed(Observation, [release / "observations.jsonl"], "id")


def episodes(
    release: Path, splits: Sequence[str], wordings: int | None = None
) -> Iterator[tuple[Episode, Sequence[Observation]]]:
    """The episodes of some splits that are played, each with its observations; see ``AnswersParams``."""
    episodes, known = asked_episodes(release, splits, wordings), _index(release)
    for episode in episodes:
        missing = [name for name in episode.observed if name not in known]
        if missing:
            raise UserError(f"{release}: observation {missing[0]} of {episode.id} is missing. Run `dvc repro` again.")
        yield episode, Observed(release, episode.observed)
    if not episodes:
        raise UserError(f"{release}: no world is in {', '.join(splits)}: ask about other splits or make more worlds.")


def system(name: str) -> System:
    """The recipe in a section of params.yaml.

    Raises:
        UserError: no such section or kind of system, or a value it does not take.
    """
    recipe: System = params.plugin("microworlds.systems", "SYSTEM", name)
    return recipe


def kept(name: str, made: Iterable[Answer | Rejection]) -> list[Answer | Rejection]:
    """What a system made; of a system whose answers are recorded for other texts than it has here, no answer.

    Where a record lacks only a few, they are failures as any other.
    """
    everything = list(made)
    refused = [item for item in everything if isinstance(item, Rejection)]
    unwritten = {item.item for item in refused if item.reason == UnwrittenError.reason}
    asked = len(everything) - len(refused)
    if _UNWRITTEN * len(unwritten) <= asked:
        return everything
    print(
        f"{name} is left out: of {asked} questions {len(unwritten)} have no recorded answer with what it has here. "
        "`microworlds written record --answers` has a language model answer (docs/models.md)."
    )
    return [*refused]


def main() -> None:
    """A suite's release and a system's name in, its answers out."""
    suite, name, release, out = stage.paths("suite", "system", "release", "answers")
    place = f"{suite}.systems.{name}"
    recipe, tree = system(place), of_player(place, params.tree())
    own = params.section(AnswersParams, f"{suite}.answers")
    answerer, extractor = (author(role, str(suite), f"{STAGE}@{name}", tree) for role in ROLES)
    found = list(episodes(release, own.splits, own.wordings))
    settings = params.section(EmbedderSettings, "embedder")
    player = Player(recipe, answerer, settings, extractor, proving=found[0][0].id)
    # all episodes before the pool: a system that cannot prove that it indexed is stopped before it is asked there
    work: list[Callable[[], Any]] = [partial(player.timed, full) for full in found]
    work += [partial(player.pooled, found)] if own.pool else []
    waiting = together(answerer.waiting, extractor.waiting)
    done = list(ordered_map(call, work, label=str(name), waiting=waiting))
    pool = done.pop() if own.pool else {}
    times: list[timing.EpisodeTimes] = []
    made = chain.from_iterable(timing.apart(done, times))
    stage.write(out, kept(str(name), (_with_pool(item, pool) for item in made)))
    timing.write(str(suite), str(name), times, out)


def _with_pool(item: Answer | Rejection, pool: Mapping[str, tuple[Span, ...]]) -> Answer | Rejection:
    if isinstance(item, Rejection) or not pool:
        return item
    return item.model_copy(update={"pooled": pool[item.question]})


if __name__ == "__main__":
    run(main)
