"""Stage answers, one cell a system: the system plays the episodes of a release, and never sees its gold.

Source: MemoryDocDataSet 5.1, Appendix A, stage 7; DESIGN 1.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from microworlds import caches, jsonl, params, plugins, stage
from microworlds.authors.base import Author
from microworlds.authors.roles import author
from microworlds.errors import ItemError, UserError, run
from microworlds.evaluation.asked import AnswersParams
from microworlds.parallel import ordered_map
from microworlds.records import Answer, Ask, Episode, Observation, Rejection
from microworlds.retrieval.embedding import Embedder, EmbedderSettings
from microworlds.systems.base import System, Tools

STAGE = "answers"


@dataclass(frozen=True)
class Player:
    """Plays tapes with one system; each tape has a memory of its own."""

    system: System
    author: Author
    embedder: EmbedderSettings

    def play(self, tape: tuple[Episode, Sequence[Observation]]) -> list[Answer | Rejection]:
        """An answer to every question of a tape, in order, and a rejection for each step that failed.

        A question that failed is answered with nothing: it stays in every denominator. What a memory could not take
        in it does not know.
        """
        episode, observations = tape
        by_id = {observation.id: observation for observation in observations}
        tools = Tools(self.author, _embedder(self.embedder), caches.folder("indexes"))
        answers: list[Answer | Rejection] = []
        with tempfile.TemporaryDirectory() as folder:
            memory = self.system.open(tools, Path(folder))
            for step in episode.steps:
                item = step.question.id if isinstance(step, Ask) else step.observation
                try:
                    if isinstance(step, Ask):
                        answers.append(memory.answer(step.question))
                    else:
                        memory.observe(by_id[step.observation])
                except ItemError as error:
                    answers.append(Rejection(stage=STAGE, item=item, reason=str(error)))
                    if isinstance(step, Ask):
                        answers.append(Answer(question=item, text="", abstained=False))
        return answers


@cache
def _embedder(settings: EmbedderSettings) -> Embedder:
    """One for all threads of a process, so that the model is loaded once."""
    return Embedder(settings, caches.folder("vectors"))


def tapes(release: Path, splits: Sequence[str]) -> Iterator[tuple[Episode, list[Observation]]]:
    """The episodes of some splits, each with its observations."""
    episodes = [episode for split in splits for episode in jsonl.read(release / f"{split}.episodes.jsonl", Episode)]
    wanted = {name for episode in episodes for name in episode.observed}
    found = {item.id: item for item in jsonl.read(release / "observations.jsonl", Observation) if item.id in wanted}
    for episode in episodes:
        missing = [name for name in episode.observed if name not in found]
        if missing:
            raise UserError(f"{release}: observation {missing[0]} of {episode.id} is missing. Run `dvc repro` again.")
        yield episode, [found[name] for name in episode.observed]
    if not episodes:
        raise UserError(f"{release}: no world is in {', '.join(splits)}: ask about other splits or make more worlds.")


def system(own: dict[str, Any]) -> System:
    """The recipe that a section of memorydoc.systems names.

    Raises:
        UserError: no such kind of system, or a value it does not take.
    """
    settings = {key: value for key, value in own.items() if key != "kind"}
    recipe: System = params.checked(plugins.load("microworlds.systems", "SYSTEM", own["kind"]), own["kind"], settings)
    return recipe


def main() -> None:
    """A release and a system's name in, its answers out."""
    name, release, out = stage.paths("system", "release", "answers")
    own = params.tree()["memorydoc"]["systems"].get(str(name))
    if own is None:
        raise UserError(f"params.yaml has no memorydoc.systems.{name}. Run `make params`.")
    splits = params.section(AnswersParams, "memorydoc.answers").splits
    answerer = author("answerer", "memorydoc", f"{STAGE}@{name}")
    player = Player(system(own), answerer, params.section(EmbedderSettings, "embedder"))
    played = ordered_map(player.play, tapes(release, splits), label=str(name), waiting=answerer.waiting)
    stage.write(out, chain.from_iterable(played))


if __name__ == "__main__":
    run(main)
