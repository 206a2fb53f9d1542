"""Playing episodes: what fails is recorded, and stays in every denominator."""

from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from microworlds.authors.offline import OfflineAuthor
from microworlds.core import jsonl
from microworlds.core.errors import ItemError, UnwrittenError, UserError
from microworlds.core.records import Answer, Ask, Episode, Gold, Observation, Observe, Question, Rejection
from microworlds.evaluation.play.answers import Player, episodes, kept
from microworlds.evaluation.play.evaluated_splits import asked_episodes, gold_of
from microworlds.retrieval.embedding import EmbedderSettings

NOW = datetime(2026, 1, 1, tzinfo=UTC)
SEEN = tuple(Observation(id=f"o{n}", kind="session", title="T", text="A line.", time=NOW, parts=()) for n in (1, 2))
ASKED = tuple(Question(id=f"q{n}", text="Who?", asked_at=NOW) for n in (1, 2))
TAPE = Episode(id="w", steps=(*(Observe(observation=o.id) for o in SEEN), *(Ask(question=q) for q in ASKED)))


@dataclass
class Fragile:
    """Cannot take in its first observation, nor answer its first question."""

    def open(self, tools, folder):
        self.seen = []
        return self

    def observe(self, observation):
        if observation.id == "o1":
            raise ItemError("the extractor gave nothing")
        self.seen.append(observation.id)

    def answer(self, question):
        if question.id == "q1":
            raise ItemError("the answerer gave nothing")
        return Answer(question=question.id, text=" ".join(self.seen), abstained=False)


def test_a_step_that_fails_is_recorded_and_the_tape_goes_on(monkeypatch, tmp_path):
    monkeypatch.setenv("MICROWORLDS_CACHE", str(tmp_path))
    player = Player(Fragile(), OfflineAuthor(1), EmbedderSettings(model="bundled", window=256, precision="fp32"))
    made = player.play((TAPE, SEEN))
    assert [item.item for item in made if isinstance(item, Rejection)] == ["o1", "q1"]
    answers = [item for item in made if isinstance(item, Answer)]
    assert [(answer.question, answer.text) for answer in answers] == [("q1", ""), ("q2", "o2")]
    assert not any(answer.abstained for answer in answers)


@pytest.mark.parametrize(("missing", "left"), [(0, 40), (2, 40), (3, 0)])
def test_a_system_is_left_out_if_its_answers_were_recorded_with_other_texts_than_it_has(missing, left, capsys):
    answers = [Answer(question=f"q{n}", text="", abstained=False) for n in range(40)]
    unwritten = [Rejection(stage="answers", item=f"q{n}", reason=UnwrittenError.reason) for n in range(missing)]
    other = Rejection(stage="answers", item="q9", reason="the answerer gave nothing")
    made = kept("rag_both_model", [*answers, *unwritten, other])
    assert sum(isinstance(item, Answer) for item in made) == left
    assert [item for item in made if isinstance(item, Rejection)] == [*unwritten, other]
    said = "rag_both_model is left out: of 40 questions 3 have no recorded answer with what it has here."
    assert (said in capsys.readouterr().out) == (not left)


def test_a_split_without_worlds_is_an_error_that_says_so(tmp_path):
    jsonl.write(tmp_path / "val.episodes.jsonl", [])
    jsonl.write(tmp_path / "observations.jsonl", SEEN)
    with pytest.raises(UserError, match="no world is in val"):
        list(episodes(tmp_path, ["val"]))


def test_of_so_many_wordings_all_episodes_are_played_and_no_others(tmp_path):
    tapes = []
    for at in range(30):
        for size in (2, 4):
            asks = [Ask(question=Question(id=f"q{at}-{size}{n}", text=f"Who {n} {at}?", asked_at=NOW)) for n in "ab"]
            tapes.append(Episode(id=f"e{at}-{size}", steps=tuple(asks)))
    jsonl.write(tmp_path / "test.episodes.jsonl", tapes)
    own = asked_episodes(tmp_path, ["test"], 7)
    assert len(own) == 14
    assert {name.id[:-2] for name in own if name.id.endswith("-2")} == {name.id[:-2] for name in own if "-4" in name.id}
    more = asked_episodes(tmp_path, ["test"], 8)
    assert {one.id for one in own} < {one.id for one in more}
    assert asked_episodes(tmp_path, ["test"], None) == tapes
    gold = [
        Gold(question=question.id, answer="x", answerable=True, evidence=(), labels={})
        for tape in tapes for question in tape.questions
    ]  # fmt: skip
    jsonl.write(tmp_path / "test.gold.jsonl", gold)
    wanted = {question.id for tape in own for question in tape.questions}
    assert set(gold_of(tmp_path, ["test"], wanted)) == wanted
