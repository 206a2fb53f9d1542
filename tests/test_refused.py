"""What becomes of worlds, sessions, questions and judgments whose texts are refused."""

from __future__ import annotations

from itertools import repeat
from threading import Lock
from time import sleep

import pytest

from microworlds.authors.probe import concerns
from microworlds.core.errors import ItemError
from microworlds.core.parallel import Waiting
from microworlds.core.records import Rejection
from microworlds.suites.memorydoc import conversations, facts, questions, scenarios
from microworlds.suites.memorydoc.tasks.facts import Stated
from microworlds.suites.memorydoc.verdicts import VerdictMaker, VerdictsParams
from microworlds.suites.memorydoc.world import Questions, Verdict
from tests import worlds
from tests.listening import Listener, of


class Stubborn(Listener):
    """Refuses some items, or words some questions in ways that will not do."""

    def __init__(self, task, keys, say=None):
        super().__init__()
        self.task, self.keys, self.say = task, keys, say

    def write(self, task, given, *, key, sample=0, refused=()):
        written = super().write(task, given, key=key, sample=sample, refused=refused)
        if task.name == self.task and any(key.startswith(own) for own in self.keys):
            if self.say is None:
                raise ItemError("no valid reply")
            return self.say(written)
        return written


def test_a_world_whose_events_fail_every_attempt_is_left_out():
    author = Stubborn("event_graph", ["w000"])
    made = scenarios.ScenarioMaker(worlds.domain(), worlds.SCENARIOS, author, worlds.SEED).scenario(worlds.outline(0))
    assert [(one.item, one.attempt) for one in made] == [("w000", 0), ("w000", 1), ("w000", 2)]


def test_a_world_whose_session_fails_every_attempt_asks_for_no_more():
    author = Stubborn("session", ["w000-s02"])
    made = conversations.ConversationMaker(worlds.CONVERSATIONS, author).conversations(worlds.bundle(0).scenario)
    assert [(one.item, one.attempt) for one in made] == [("w000-s02", 0), ("w000-s02", 1), ("w000-s02", 2)]
    assert len(of(author.heard, "session")) == 1 + 3


def test_what_a_stage_refuses_it_says_to_whoever_tries_again():
    author = Stubborn("session", ["w000-s02"], lambda written: written.model_copy(update={"utterances": ()}))
    conversations.ConversationMaker(worlds.CONVERSATIONS, author).conversations(worlds.bundle(0).scenario)
    said = ["\n- 0 utterances, not 6 to 16" in prompt for _, prompt in of(author.heard, "session")]
    assert said == [False, False, True, True]


def test_a_question_that_cannot_be_worded_is_replaced_by_another_of_its_category():
    params = worlds.questions_params()
    own = worlds.bundle(0)
    before = questions.QuestionMaker(params, worlds.AUTHOR, worlds.SEED).questions(own)[-1]
    author = Stubborn("question", ["w000-q07"], lambda written: written.model_copy(update={"question": "Why?"}))
    author.keys = ["w000-q07"]

    def once(written):  # the first proposal cannot be worded, its substitute can
        heard = [given for given, _ in of(author.heard, "question") if given.number == 7]
        return (
            written.model_copy(update={"question": "Why?"})
            if len({given.form + given.answer for given in heard}) == 1
            else written
        )

    author.say = once
    made = questions.QuestionMaker(params, author, worlds.SEED).questions(own)
    after = made[-1]
    assert isinstance(after, Questions)
    assert len(made) - 1 >= params.attempts
    assert all("a question of 1 words" in one.reason for one in made[: params.attempts])
    assert [pair.category for pair in after.pairs] == [pair.category for pair in before.pairs]
    assert after.pairs[6].question != before.pairs[6].question
    told = [prompt for given, prompt in of(author.heard, "question") if given.number == 7]
    assert "'Why?'" in told[1]  # it is told what was refused


class Busy(Listener):
    """Writes for several at once, the last of them first, and words two questions alike."""

    def __init__(self, threads):
        super().__init__()
        self.waiting, self.lock, self.now, self.most = Waiting(threads), Lock(), 0, 0

    def write(self, task, given, *, key, sample=0, refused=()):
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
        sleep(0.05 if key < "w000-q07" else 0)
        written = super().write(task, given, key=key, sample=sample, refused=refused)
        with self.lock:
            self.now -= 1
        if task.name == "question" and key in ("w000-q05", "w000-q09") and sample == 0:
            return written.model_copy(update={"question": "What was settled about it in the end?"})
        return written


def test_questions_of_a_world_are_worded_at_once_and_come_out_as_if_one_after_another():
    one, many = Busy(1), Busy(20)
    made = [
        questions.QuestionMaker(worlds.questions_params(), own, worlds.SEED).questions(worlds.bundle(0))
        for own in (one, many)
    ]
    assert one.most == 1
    assert many.most > 5
    assert made[0] == made[1]
    *refused, found = made[0]
    assert [(own.item, own.attempt, own.reason) for own in refused] == [
        ("w000-q09", 0, "the same question was asked before")
    ]
    assert found.pairs[4].question == "What was settled about it in the end?"
    assert len({pair.question for pair in found.pairs}) == len(found.pairs) == 20


def test_both_judges_look_at_a_world_at_once():
    one, many = Busy(1), Busy(20)
    made = [
        VerdictMaker(
            VerdictsParams(seeded_every=0, attempts=1), own, {"strict": own, "lenient": own}, worlds.SEED
        ).verdicts(worlds.judged(0))
        for own in (one, many)
    ]
    assert (one.most, many.most) == (1, 2)
    assert made[0] == made[1]


def test_a_world_none_of_whose_questions_can_be_worded_is_left_out():
    author = Stubborn("question", ["w000-q01"], lambda written: written.model_copy(update={"question": "Why?"}))
    made = questions.QuestionMaker(worlds.questions_params(), author, worlds.SEED).questions(worlds.bundle(0))
    assert not any(isinstance(one, Questions) for one in made)
    assert made[-1].item == "w000"
    assert "no valid wording" in made[-1].reason


@pytest.mark.parametrize("tell", [lambda labels: labels[1:], lambda labels: (*labels, labels[0])])
def test_a_judge_that_does_not_label_every_pair_once_is_asked_again_and_never_guessed_for(tell):
    def short(written):
        return written.model_copy(update={"labels": tell(written.labels)})

    judge = Stubborn("judge_strict", ["w000"], short)
    own = VerdictsParams(seeded_every=0, attempts=2)
    maker = VerdictMaker(own, worlds.AUTHOR, {"strict": judge, "lenient": worlds.AUTHOR}, worlds.SEED)
    made = maker.verdicts(worlds.judged(0))
    assert [one.judge for one in made if isinstance(one, Verdict)] == ["lenient"]
    refused = [one for one in made if isinstance(one, Rejection)]
    assert [(one.item, one.attempt) for one in refused] == [("w000-strict", 0), ("w000-strict", 1)]
    assert "did not label every pair once" in refused[0].reason


class Keyed(Stubborn):
    """Says under which keys it was asked."""

    def __init__(self, task, say=None):
        super().__init__(task, [""], say)
        self.asked = []

    def write(self, task, given, *, key, sample=0, refused=()):
        self.asked.append(key)
        return super().write(task, given, key=key, sample=sample, refused=refused)


def test_every_id_of_a_rejection_leads_to_its_prompt():
    def unfounded(written):
        return written.model_copy(update={"facts": (Stated(attribute="author", value="Reed", quote="by Reed, J."),)})

    own, judged = worlds.bundle(0), worlds.judged(1)
    alone = worlds.brought_by(judged.bundle, repeat(0))  # a faulty question does not say which
    judged = judged.model_copy(update={"bundle": alone})
    verdicts = VerdictsParams(seeded_every=1, attempts=1)
    makers = {
        "facts": lambda author: facts.FactFinder(facts.FactsParams(subject="opinion"), author).own_facts(own.documents[0]),
        "event_graph": lambda author: scenarios.ScenarioMaker(
            worlds.domain(), worlds.SCENARIOS, author, worlds.SEED
        ).scenario(worlds.outline(0)),
        "session": lambda author: conversations.ConversationMaker(worlds.CONVERSATIONS, author).conversations(own.scenario),
        "question": lambda author: VerdictMaker(
            verdicts, author, {"strict": worlds.AUTHOR}, worlds.SEED
        ).verdicts(judged),
        "judge_strict": lambda author: VerdictMaker(
            verdicts, worlds.AUTHOR, {"strict": author}, worlds.SEED
        ).verdicts(judged),
    }  # fmt: skip
    for task, make in makers.items():
        author = Keyed(task, unfounded if task == "facts" else None)
        refused = [one.item for one in make(author) if isinstance(one, Rejection)]
        assert refused, task
        assert all(any(concerns(key, item) for key in author.asked) for item in refused), (task, refused)
