"""Stage oracle: the ceiling. An ordinary system answers each question having observed its gold evidence, nothing else.

The door is the episode, not the system: no memory is ever handed gold, and the program that plays all other systems
(``answers``) cannot read it. This one makes an episode for each question, on which each piece of evidence is an
observation.

Source: DESIGN 1 (an oracle is another episode, played by an ordinary system); issue 4, section 1.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from microworlds.authors.roles import author, of_player
from microworlds.core import params, stage
from microworlds.core.errors import UserError, run
from microworlds.core.parallel import ordered_map, together
from microworlds.core.records import Answer, Ask, Episode, Gold, Observation, Observe, Question, Rejection, Span
from microworlds.evaluation.play import timing
from microworlds.evaluation.play.answers import Player, episodes, kept, system
from microworlds.evaluation.play.evaluated_splits import ROLES, AnswersParams, gold_of
from microworlds.retrieval.embedding import EmbedderSettings

STAGE = "oracle"
FullEpisode = tuple[Episode, tuple[Observation, ...]]


def evidence_episodes(
    played: Iterable[tuple[Episode, Sequence[Observation]]], gold: Mapping[str, Gold]
) -> Iterator[FullEpisode]:
    """An episode for each question of these: its evidence, in the order of the episode it was asked in, and then it.

    Raises:
        UserError: a question has no gold.
    """
    for episode, observations in played:
        by_id = {observation.id: observation for observation in observations}
        order = {name: place for place, name in enumerate(episode.observed)}
        for question in episode.questions:
            if question.id not in gold:
                raise UserError(f"{question.id} has no gold. Run `dvc repro` again.")
            spans = {evidence.span for evidence in gold[question.id].evidence}
            ordered = sorted(spans, key=lambda span: (order[span.observation], span.start, span.end))
            yield evidence_episode(question, tuple(piece(by_id[span.observation], span) for span in ordered))


def evidence_episode(question: Question, observations: tuple[Observation, ...]) -> FullEpisode:
    """These observations, then the question."""
    steps = (*(Observe(observation=item.id) for item in observations), Ask(question=question))
    return Episode(id=question.id, steps=steps), observations


def piece(observation: Observation, span: Span) -> Observation:
    """What a span covers as an observation of its own, with what there is of parts in it."""
    parts = tuple(
        part.model_copy(update={"start": start - span.start, "end": end - span.start})
        for part in observation.parts
        if (start := max(part.start, span.start)) < (end := min(part.end, span.end))
    )
    name = f"{span.observation}@{span.start}-{span.end}"
    covered = observation.text[span.start : span.end]
    return observation.model_copy(update={"id": name, "text": covered, "parts": parts})


def restored(answer: Answer | Rejection) -> Answer | Rejection:
    """The answer, with what it retrieved and cites as spans of the observations that the evidence was taken from."""
    if isinstance(answer, Rejection):
        return answer
    listed = {name: getattr(answer, name) for name in ("retrieved", "context", "cited")}
    return answer.model_copy(
        update={name: tuple(map(_original, spans)) for name, spans in listed.items() if spans is not None}
    )


def _original(span: Span) -> Span:
    name, _, covered = span.observation.rpartition("@")
    start = int(covered.partition("-")[0])
    return Span(observation=name, start=start + span.start, end=start + span.end)


def main() -> None:
    """A release and its gold, and an oracle's name, in, answers from the evidence out."""
    suite, name, release, out = stage.paths("suite", "oracle", "release", "answers")
    place = f"{suite}.oracles.{name}"
    own = params.section(AnswersParams, f"{suite}.answers")
    found = list(episodes(release, own.splits, own.wordings))
    wanted = {question.id for episode, _ in found for question in episode.questions}
    gold = gold_of(release, own.splits, wanted)
    reader, tree = system(place), of_player(place, params.tree())
    answerer, extractor = (author(role, str(suite), f"{STAGE}@{name}", tree) for role in ROLES)
    player = Player(reader, answerer, params.section(EmbedderSettings, "embedder"), extractor)
    asked = evidence_episodes(found, gold)
    waiting = together(answerer.waiting, extractor.waiting)
    times: list[timing.EpisodeTimes] = []
    played = timing.apart(ordered_map(player.timed, asked, label=str(name), waiting=waiting), times)
    stage.write(out, kept(str(name), map(restored, chain.from_iterable(played))))
    timing.write(str(suite), str(name), times, out)


if __name__ == "__main__":
    run(main)
