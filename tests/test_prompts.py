"""Prompts say what Appendix B says they must, and what the stage will hold the reply against."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from microworlds.authors.llm import messages
from microworlds.core import plugins, seeds
from microworlds.core.errors import ItemError
from microworlds.core.records import Passage
from microworlds.corpora.attributes import OPINION
from microworlds.generation.person_names import first_name
from microworlds.generation.session_plans import Exchange
from microworlds.llm import schema
from microworlds.suites.memorydoc import conversations, questions, scenarios
from microworlds.suites.memorydoc.facts import located
from microworlds.suites.memorydoc.offline import question as offline_question
from microworlds.suites.memorydoc.questions import given_for
from microworlds.suites.memorydoc.tasks.base import GLOSSES
from microworlds.suites.memorydoc.tasks.facts import Stated
from microworlds.suites.memorydoc.tasks.question import QUESTION, asked, forms
from microworlds.suites.memorydoc.tasks.session import SESSION
from microworlds.suites.memorydoc.view import View
from microworlds.suites.memorydoc.world import CATEGORIES
from microworlds.systems.base import tasks
from tests import worlds
from tests.listening import Listener, of


@pytest.fixture(scope="module")
def heard():
    listener = Listener()
    scenario = scenarios.ScenarioMaker(worlds.domain(), worlds.SCENARIOS, listener, worlds.SEED).scenario(
        worlds.outline(1)
    )[-1]
    conversations.ConversationMaker(worlds.CONVERSATIONS, listener).conversations(scenario)
    questions.QuestionMaker(worlds.questions_params(), listener, worlds.SEED).questions(worlds.bundle(1))
    return listener.heard


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
            own_name = first_name(beat.speaker)  # who speaks is known, and need not be said
            assert all(f'"{text}"' in prompt for text in beat.says if text != own_name)
        assert all(persona.communication_style in prompt for persona in own.personas)
        assert all(before in prompt for before in own.prior)
        assert own.stage
        assert own.stage in " ".join(prompt.split())
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
        assert given.held
        assert all(reader in prompt for reader in given.readers)
        assert all(name in prompt for place in given.held for name in given.standings[place])


def test_a_session_is_told_which_document_a_name_is_and_what_another_takes_the_place_of(heard):
    beats = [(beat, prompt) for given, prompt in of(heard, "session") for beat in given.plan.beats]
    changed = [(beat, prompt) for beat, prompt in beats if beat.act == "restand"]
    assert changed
    brought = [(beat, prompt) for beat, prompt in beats if beat.act == "introduce"]
    assert len(brought) == 3
    assert all(f"(the document: {beat.slots['target']};" in prompt for beat, prompt in brought)
    assert all(f"the one before it is: {beat.slots['instead_of']}" in prompt for beat, prompt in changed)
    for beat, prompt in beats:
        if "standing" in beat.slots:
            place = beat.claims[-1].subject.split(":")[1]
            assert f"{beat.slots['standing']} ({GLOSSES['places'][place]})" in prompt
    given = of(heard, "session")[0][0]
    placed = next(beat for beat, _ in beats if "standing" in beat.slots)
    claim = placed.claims[-1].model_copy(update={"subject": "w000:shelf"})
    slots = {"standing": "case on the shelf", "same_as": "what Ada brings to this meeting as Orr v. Pell"}
    own = placed.model_copy(update={"claims": (*placed.claims[:-1], claim), "slots": slots})
    plan = given.plan.model_copy(update={"exchanges": (Exchange(kind="made", beats=(own,)),)})
    # a place of somebody's own domain, which no gloss knows
    asked = SESSION.render(given.model_copy(update={"plan": plan}))
    assert "(the place: case on the shelf; it is: what Ada brings to this meeting as Orr v. Pell)" in asked


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
