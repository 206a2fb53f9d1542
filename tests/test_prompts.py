"""Prompts say what Appendix B says they must, and what the stage will hold the reply against."""

from __future__ import annotations

from datetime import UTC, datetime
from threading import Lock
from time import sleep

import pytest

from microworlds.authors.llm import messages
from microworlds.authors.probe import concerns
from microworlds.core import plugins, seeds
from microworlds.core.errors import ItemError
from microworlds.core.parallel import Waiting
from microworlds.core.records import Passage, Rejection
from microworlds.corpora.attributes import OPINION
from microworlds.generation.session_plans import Exchange
from microworlds.llm import schema
from microworlds.suites.memorydoc import conversations, facts, questions, scenarios
from microworlds.suites.memorydoc.facts import located
from microworlds.suites.memorydoc.offline import question as offline_question
from microworlds.suites.memorydoc.questions import given_for
from microworlds.suites.memorydoc.tasks.base import GLOSSES
from microworlds.suites.memorydoc.tasks.facts import Stated
from microworlds.suites.memorydoc.tasks.question import QUESTION, asked, forms
from microworlds.suites.memorydoc.tasks.session import SESSION
from microworlds.suites.memorydoc.verdicts import VerdictMaker, VerdictsParams
from microworlds.suites.memorydoc.view import View
from microworlds.suites.memorydoc.world import CATEGORIES, Questions, Verdict
from microworlds.systems.base import tasks
from tests import worlds


class Listener:
    """Writes as the offline author does, and keeps every prompt."""

    waiting = None

    def __init__(self) -> None:
        self.heard = []

    def write(self, task, given, *, key, sample=0, refused=()):
        self.heard.append((task, given, messages(task, given, None, refused)))
        return worlds.AUTHOR.write(task, given, key=key, sample=sample)


@pytest.fixture(scope="module")
def heard():
    listener = Listener()
    scenario = scenarios.ScenarioMaker(worlds.domain(), worlds.SCENARIOS, listener, worlds.SEED).scenario(
        worlds.outline(0)
    )[-1]
    conversations.ConversationMaker(worlds.CONVERSATIONS, listener).conversations(scenario)
    questions.QuestionMaker(worlds.questions_params(), listener, worlds.SEED).questions(worlds.bundle(0))
    return listener.heard


def of(heard, name):
    return [(given, said[1].content) for task, given, said in heard if task.name == name]


def test_a_prompt_has_a_role_and_a_request_and_names_the_fields_of_the_reply(heard):
    for task, _, (system, user) in heard:
        assert (system.role, user.role) == ("system", "user")
        assert "one JSON object" in system.content
        assert all(field in system.content for field in task.output.model_fields)
        assert "{" not in user.content.replace("{{", "").split("For instance")[0]


def test_a_session_is_given_its_people_documents_past_and_every_word_that_must_be_said(heard):
    given = of(heard, "session")
    assert len(given) == 5
    for own, prompt in given:
        for beat in own.plan.beats:
            assert beat.id in prompt
            assert all(f'"{text}"' in prompt for text in beat.says)
        assert all(persona.communication_style in prompt for persona in own.personas)
        assert all(before in prompt for before in own.prior)
        assert f"never fewer than {own.utterances_least} or more than {own.utterances_most}" in prompt
        assert f"{own.plan.time:%B %d, %Y}" in prompt
    assert [len(own.prior) for own, _ in given] == [0, 1, 2, 3, 4]


def test_events_are_given_their_rules(heard):
    ((given, prompt),) = of(heard, "event_graph")
    assert f"exactly {given.count} events" in prompt
    assert f"at least {given.months} months" in prompt
    assert "directed acyclic graph" in prompt
    assert all(f"- {name} ({phase})" in prompt for name, phase in given.names.items())
    assert all(document.id in prompt for document in given.documents)


def test_a_question_is_told_what_to_ask_and_what_not_to_say(heard):
    for given, prompt in of(heard, "question"):
        assert given.answer in prompt
        assert all(f"- {text}" in prompt for text in given.forbidden)
        assert asked(given) in prompt
        assert all(meeting in prompt for meeting in given.meetings)
        assert len(given.meetings) == 5


def test_a_session_is_told_which_document_a_name_is_and_what_another_takes_the_place_of(heard):
    beats = [(beat, prompt) for given, prompt in of(heard, "session") for beat in given.plan.beats]
    named = [(beat, prompt) for beat, prompt in beats if beat.slots.get("ref") == "name"]
    changed = [(beat, prompt) for beat, prompt in beats if beat.act == "restand"]
    assert named
    assert changed
    assert all(f"it is: {beat.slots['same_as']}" in prompt for beat, prompt in named)
    assert all(f"the one before it is: {beat.slots['instead_of']}" in prompt for beat, prompt in changed)
    for beat, prompt in beats:
        if "standing" in beat.slots:
            place = beat.claims[-1].subject.split(":")[1]
            assert f"{beat.slots['standing']} ({GLOSSES['places'][place]})" in prompt
    given = of(heard, "session")[0][0]
    placed = next(beat for beat, _ in beats if "standing" in beat.slots)
    claim = placed.claims[-1].model_copy(update={"subject": "w000:shelf"})
    own = placed.model_copy(update={"claims": (*placed.claims[:-1], claim), "slots": {"standing": "case on the shelf"}})
    plan = given.plan.model_copy(update={"exchanges": (Exchange(kind="made", beats=(own,)),)})
    # a place of somebody's own domain, which no gloss knows
    assert "the place: case on the shelf)" in SESSION.render(given.model_copy(update={"plan": plan}))


@pytest.mark.parametrize("category", CATEGORIES)
def test_every_question_that_can_be_proposed_can_be_explained(category):
    plugin = plugins.load("microworlds.suites.memorydoc.categories", "CATEGORY", category)
    seen = set()
    for number in range(4):
        view = View(worlds.bundle(number))
        for proposal in plugin.propose(view, seeds.generator("prompts", number)):
            given = given_for(view, 1, proposal)
            if (given.form, given.asks, tuple(thing.how for thing in given.things)) not in seen:
                seen.add((given.form, given.asks, tuple(thing.how for thing in given.things)))
                assert "_" not in asked(given)
                assert QUESTION.render(given)
    assert seen


def test_whatever_the_offline_author_can_word_can_be_explained():
    rules = set(offline_question._grammar().rules)
    things = {rule.removeprefix("thing.") for rule in rules if rule.startswith("thing.")} - {"agreement"}
    assert things <= set(GLOSSES["things"])
    cores = {rule for rule in rules if "." not in rule} - {"noun"}
    assert cores <= set(forms())
    explained = {rule.removeprefix("explain.") for rule in rules if rule.startswith("explain.")}
    assert explained <= set(forms())


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


@pytest.mark.parametrize(
    ("stated", "fault"),
    [
        (("author", "Reed", "opinion by Reed, J."), None),
        (("author", "Reed", "Reed"), "more than once"),
        (("author", "Reed", "an opinion by Reed"), "not stand in the text"),
        (("author", "Moss", "opinion by Reed, J."), "does not stand in its quote"),
        (("writer", "Reed", "opinion by Reed, J."), "no attribute 'writer'"),
        (("author", " ", "opinion by Reed, J."), "blank"),
        (("decided_on", "Reed", "opinion by Reed, J."), "is no date"),
    ],
)
def test_a_statement_must_stand_in_the_text_once(stated, fault):
    text = "The opinion by Reed, J., of May 3, 1990, was joined by Hale. Reed wrote no more."
    said = Stated(attribute=stated[0], value=stated[1], quote=stated[2])
    if fault is None:
        assert located(text, said, OPINION) == text.index("Reed")
    else:
        with pytest.raises(ItemError, match=fault):
            located(text, said, OPINION)


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

    own, judged = worlds.bundle(0), worlds.judged(0)
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


def test_a_model_is_not_asked_which_passages_it_used_where_its_prompt_shows_no_ids():
    asked_at = datetime(2024, 5, 1, tzinfo=UTC)
    shown = tasks.with_ids([Passage(text="It cost $5.", source="Call", speaker="Ada")])
    given = tasks.AnswerGiven(question="How much?", asked_at=asked_at, passages=shown)
    assert list(schema.of(tasks.AnswerWritten)["properties"]) == ["text"]
    for output in (None, schema.of(tasks.AnswerWritten)):
        said = messages(tasks.ANSWER, given, output)
        plain = given.model_copy(update={"passages": tuple(one.model_copy(update={"id": None}) for one in shown)})
        assert said == messages(tasks.ANSWER, plain, output)
        assert "one JSON object (text)" in said[0].content
        assert "cited" not in said[0].content
    fill = tasks.FillGiven(**given.model_dump(), template="{price}", blanks=("price",))
    system, user = (one.content for one in messages(tasks.FILL, fill, None))
    assert "one JSON object (fields, cited)" in system
    assert "(1) Ada: It cost $5." in user
