"""Validation: what a reader has to find in all of the evidence, and must not find in less."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from microworlds.config.compose import composed
from microworlds.core.records import (
    Answer,
    Ask,
    Episode,
    Evidence,
    Gold,
    Observation,
    Observe,
    Part,
    Question,
    Rejection,
    Span,
)
from microworlds.evaluation.play import validation
from microworlds.evaluation.play.answers import Player
from microworlds.pipeline import dry_run
from microworlds.retrieval.embedding import EmbedderSettings
from microworlds.systems.base.tasks import AnswerWritten
from microworlds.systems.truncated import Truncated

WHEN = datetime(2024, 7, 1, tzinfo=UTC)


def piece(at: int) -> Evidence:
    return Evidence(span=Span(observation=f"c{at}", start=6, end=12), text=f"said {at}")


def gold(name: str, k: int, answer: str = "May 4", **more: object) -> Gold:
    labels = {"category": "facts", "evidence_count": str(k), "world": "p1", **more.pop("labels", {})}  # type: ignore[dict-item]
    return Gold.model_validate(
        {
            "question": name,
            "answer": answer,
            "answerable": True,
            "evidence": [piece(at) for at in range(k)],
            "labels": labels,
            **more,
        }
    )


def reply(name: str, text: str) -> Answer:
    return Answer(question=name, text=text, abstained=text == "ABSTAIN")


def test_every_piece_is_left_out_once_and_of_a_change_the_last_alone():
    assert [(view, len(own)) for view, own in validation.views(gold("q", 3))] == [
        ("all", 3), ("again", 3), ("none", 0), ("without", 2), ("without", 2), ("without", 2),
    ]  # fmt: skip
    changed = [(view, [one.text for one in own]) for view, own in validation.views(gold("q", 3, stale=("May 1",)))]
    assert changed[2:] == [("none", []), ("before", ["said 0", "said 1"])]
    assert [view for view, _ in validation.views(gold("q", 1))] == ["all", "again", "none"]
    assert [view for view, _ in validation.views(gold("q", 2, answerable=False))] == ["all", "again"]


def test_a_question_is_read_on_the_parts_of_its_evidence_and_on_nothing_else():
    text = "User: said 0\nAssistant: fine"
    turns = (Part(id="t1", start=0, end=12, speaker="User"), Part(id="t2", start=13, end=28, speaker="Assistant"))
    held = [Observation(id=f"c{at}", kind="session", title="Conversation", text=text, parts=turns) for at in range(2)]
    steps = (
        Observe(observation="c0"),
        Observe(observation="c1"),
        Ask(question=Question(id="q", text="When?", asked_at=WHEN)),
        Ask(question=Question(id="r", text="Who?", asked_at=WHEN)),
    )
    made = list(
        validation.read_episodes(
            [(Episode(id="e", steps=steps), held)], {"q": gold("q", 2), "r": gold("r", 1)}, frozenset({"q"})
        )
    )
    assert [(episode.questions[0].id, len(seen)) for episode, seen in made] == [
        ("q/all/0", 2), ("q/again/1", 2), ("q/none/2", 0), ("q/without/3", 1), ("q/without/4", 1),
    ]  # fmt: skip
    assert {one.text for _, seen in made for one in seen} == {"said 0"}


READS = [
    (["May 4", "May 4", "ABSTAIN", "ABSTAIN", "May 1"], "pass"),
    (["May 1", "May 4", "ABSTAIN", "ABSTAIN", "ABSTAIN"], "fail"),  # not found
    (["May 4", "May 1", "ABSTAIN", "ABSTAIN", "ABSTAIN"], "fail"),  # found once, not again
    (["May 4", "May 4", "May 4", "ABSTAIN", "ABSTAIN"], "fail"),  # guessed
    (["May 4", "May 4", "ABSTAIN", "ABSTAIN", "May 4"], "fail"),  # a piece was not needed
    (["May 4", "May 4", None, "ABSTAIN", "ABSTAIN"], "error"),
]


@pytest.mark.parametrize(("answers", "expected"), READS)
def test_a_question_passes_only_if_all_its_readings_are_as_they_should_be(answers, expected):
    own = {"q": gold("q", 2)}
    names = [f"q/{view}/{at}" for at, (view, _) in enumerate(validation.views(own["q"]))]
    given = [
        Rejection(stage="validation", item=name, reason="no reply") if text is None else reply(name, text)
        for name, text in zip(names, answers, strict=True)
    ]
    found = validation.verdicts(given, own)
    of = validation.settled(found, own, None)
    assert of == {"q": expected}
    (kind,) = validation.validated(found, of, own)
    assert (kind.n, kind.passed, kind.failed, kind.errors) == (
        1, expected == "pass", expected == "fail", expected == "error",
    )  # fmt: skip


CHANGED = [
    ("May 1", "pass"),
    ("ABSTAIN", "fail"),  # what held before cannot be read in what was said before
    ("May 4", "fail"),  # the last piece was not needed
]


@pytest.mark.parametrize(("before", "expected"), CHANGED)
def test_without_the_last_change_the_answer_is_one_that_held_before(before, expected):
    own = {"q": gold("q", 2, stale=("May 1",))}
    said = [reply("q/all/0", "May 4"), reply("q/again/1", "May 4"), reply("q/none/2", "ABSTAIN")]
    found = validation.verdicts([*said, reply("q/before/3", before)], own)
    of = validation.settled(found, own, None)
    assert of == {"q": expected}
    (kind,) = validation.validated(found, of, own)
    assert (kind.stale, kind.again) == (before == "May 1", 1)


def test_the_second_reading_is_another_sample():
    asked = []

    class Writer:
        waiting = None

        def write(self, task, given, *, key, sample=0, refused=()):
            asked.append((key, sample))
            return AnswerWritten(text="May 4")

    player = Player(Truncated(context_tokens=None, keep="first"), Writer(), EmbedderSettings.model_construct())  # type: ignore[arg-type]
    steps = [Ask(question=Question(id=name, text="When?", asked_at=WHEN)) for name in ("q/all/0", "q/again/1")]
    for step in steps:
        validation.played(player, (Episode(id=step.question.id, steps=(step,)), ()))
    assert asked == [("q/all/0", 0), ("q/again/1", 1)]


def test_what_nothing_answers_passes_only_together_with_its_twin():
    own = {
        "a": gold("a", 1, "nothing", answerable=False, labels={"pair": "p"}),
        "b": gold("b", 1, labels={"pair": "p"}),
    }
    declined = [reply(name, "ABSTAIN") for name in ("a/all/0", "a/again/1", "b/all/0", "b/again/1", "b/none/2")]
    found = validation.verdicts(declined, own)
    assert validation.settled(found, own, None) == {"a": "pass", "b": "fail"}
    assert validation.settled(found, own, "pair") == {"a": "fail", "b": "fail"}


def test_only_a_judge_can_tell_of_a_rubric_without_words_and_that_is_an_error():
    own = {"q": gold("q", 1, rubric=("It is kind.",))}
    found = validation.verdicts([reply("q/all/0", "a kind answer"), reply("q/none/1", "ABSTAIN")], own)
    assert validation.settled(found, own, None)["q"] == "error"


def test_a_sample_has_as_many_of_every_kind_and_each_wording_once():
    own, episodes = {}, []
    for at in range(40):
        for size in (2, 4):
            name = f"q{at}-{size}"
            own[name] = gold(name, 1 + at % 4, labels={"category": "facts" if at % 2 else "changes"})
            steps = (Ask(question=Question(id=name, text=f"When {at}?", asked_at=WHEN)),)
            episodes.append(Episode(id=name, steps=steps))
    drawn = validation.chosen(episodes, own, 12)
    assert len(drawn) == 12
    assert {name[-2:] for name in drawn} == {"-2"}
    kinds = [(own[name].labels["category"], own[name].labels["evidence_count"]) for name in drawn]
    assert {kinds.count(kind) for kind in kinds} == {3}
    assert len(validation.chosen(episodes, own, 2000)) == 40
    assert validation.chosen(reversed(episodes[:2]), own, 1) != validation.chosen(episodes[:2], own, 1)


def test_what_is_read_by_somebody_of_its_own_is_recorded_and_played_back_as_answers_are():
    tree = composed([])
    assert dry_run.answerers(tree)["convomem.validation"]["kind"] == "recorded"
    assert "convomem.validation" not in dry_run.answerers(composed(["model=offline"]))
    other = dry_run.with_answerers(tree, lambda _: {"kind": "offline"})
    assert other["convomem"]["validation"]["answerer"] == {"kind": "offline"}
    assert tree["convomem"]["validation"]["answerer"]["kind"] == "recorded"
