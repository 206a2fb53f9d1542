"""Systems: every plug-in plays a small invented episode with the offline author."""

import pickle

import pytest
from pydantic import ValidationError

from microworlds.core import tokens
from microworlds.core.records import Question, Span
from microworlds.evaluation.play.answers import prove
from microworlds.retrieval.chunks import Chunking, indexed
from microworlds.systems.base import Searching, Tools, tasks
from microworlds.systems.memory import MemorySystem
from microworlds.systems.rag import Rag
from tests.small_episode import BLIND, NAMES, QUESTIONS, START, TAPE, example, played, session, tools_fixture  # noqa: F401 (fixtures)

BOTH = Rag(kinds=("session", "document"), k=4, chunk=Chunking(tokens=40, overlap=8))
TEXTS = {observation.id: observation.text for observation in TAPE}


# --- the contract of every system


def test_the_systems_of_the_paper_are_there():
    assert {"truncated", "rag", "memory", "empty", "extracted", "external", "mem0"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_question_gets_an_answer_and_what_was_retrieved_exists(name, tools, tmp_path):
    answers = played(example(name), tools, tmp_path)
    assert [answer.question for answer in answers] == [question.id for question in QUESTIONS]
    for answer in answers:
        assert answer.text
        assert answer.abstained == (answer.text == tasks.ABSTAIN)
        assert len(set(answer.retrieved)) == len(answer.retrieved)
        assert all(span.end <= len(TEXTS[span.observation]) for span in answer.retrieved)
        assert answer.context == answer.retrieved[: len(answer.context)]
        assert (answer.context_tokens > 0) == bool(answer.context)
    assert bool(answers[0].retrieved) == (name not in BLIND)


@pytest.mark.parametrize("name", NAMES)
def test_a_system_that_retrieves_finds_what_it_observed(name, tools, tmp_path):
    memory = example(name).open(tools, tmp_path)
    for observation in TAPE:
        memory.observe(observation)
    prove(memory, TAPE)
    if isinstance(memory, Searching):
        assert memory.find(QUESTIONS[0].text)


THINGS = "anchor barley candle drum easel flute garnet harp ink jar kettle lamp mallet needle oar pitcher quill rope saddle tile".split()  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_of_many_utterances_the_one_that_was_asked_for_is_among_the_first(name, tools, tmp_path):
    tape = [
        session(
            number,
            *(("Ines Pardo", f"In the {place} we keep one {thing} that nobody has ever used.") for thing in THINGS),
        )
        for number, place in enumerate(("attic", "cellar", "garden", "stable", "tower"), start=1)
    ]
    memory = example(name).open(tools, tmp_path)
    for observation in tape:
        memory.observe(observation)
    prove(memory, tape)
    if isinstance(memory, Searching) and name != "memory":  # that one notes ten facts a session
        (part,) = [own for own in tape[3].parts if " oar " in tape[3].text[own.start : own.end]]
        found = memory.find("In the stable we keep one oar that nobody has ever used.")
        assert any(span.observation == "s4" and span.start <= part.start < span.end for span in found[:3])


@pytest.mark.parametrize("name", NAMES)
def test_the_same_tape_gives_the_same_answers(name, tools, tmp_path):
    recipe = example(name)
    again = type(recipe).model_validate_json(recipe.model_dump_json())
    assert played(recipe, tools, tmp_path / "a") == played(again, tools, tmp_path / "b")


@pytest.mark.parametrize("name", NAMES)
def test_a_question_changes_nothing(name, tools, tmp_path):
    memory = example(name).open(tools, tmp_path)
    for observation in TAPE:
        memory.observe(observation)
    first = [memory.answer(question) for question in QUESTIONS]
    assert [memory.answer(question) for question in reversed(QUESTIONS)] == first[::-1]


@pytest.mark.parametrize("name", NAMES)
def test_two_memories_of_one_recipe_share_nothing(name, tools, tmp_path):
    recipe = example(name)
    one, other = recipe.open(tools, tmp_path / "one"), recipe.open(tools, tmp_path / "other")
    one.observe(TAPE[0])
    other.observe(TAPE[1])
    known = [{span.observation for span in memory.answer(QUESTIONS[0]).retrieved} for memory in (one, other)]
    assert known == ([set(), set()] if name in BLIND else [{"s1"}, {"s2"}])


@pytest.mark.parametrize("name", NAMES)
def test_what_is_observed_after_a_question_counts_for_the_next(name, tools, tmp_path):
    memory = example(name).open(tools, tmp_path)
    memory.observe(TAPE[1])
    memory.answer(QUESTIONS[0])
    memory.observe(TAPE[0])
    other = example(name).open(tools, tmp_path / "other")
    other.observe(TAPE[1])
    other.observe(TAPE[0])
    assert memory.answer(QUESTIONS[0]) == other.answer(QUESTIONS[0])


@pytest.mark.parametrize("name", NAMES)
def test_a_memory_that_observed_nothing_abstains(name, tools, tmp_path):
    answer = example(name).open(tools, tmp_path).answer(QUESTIONS[0])
    assert (answer.abstained, answer.retrieved, answer.context_tokens) == (True, (), 0)


@pytest.mark.parametrize("name", NAMES)
def test_a_setting_that_is_unknown_or_too_small_is_refused(name):
    recipe = example(name)
    with pytest.raises(ValidationError):
        type(recipe).model_validate({**recipe.model_dump(), "kk": 3})
    for key, value in recipe.model_dump().items():
        if isinstance(value, int):
            least = type(recipe).model_json_schema()["properties"][key].get("minimum", 1)
            with pytest.raises(ValidationError):
                type(recipe).model_validate({**recipe.model_dump(), key: least - 1})


@pytest.mark.parametrize("name", NAMES)
def test_a_recipe_travels_to_another_process(name):
    assert pickle.loads(pickle.dumps(example(name))) == example(name)


# --- retrieval-augmented generation


@pytest.mark.parametrize("k", [1, 2, 4])
def test_k_passages_are_retrieved_of_the_kinds_asked_for(tools, tmp_path, k):
    for kinds, known in ((("session",), {"s1", "s2"}), (("document",), {"d"}), (("document", "session"), set(TEXTS))):
        for answer in played(BOTH.model_copy(update={"kinds": kinds, "k": k}), tools, tmp_path):
            assert len(answer.context) == k
            assert answer.context == answer.retrieved[:k]
            assert {span.observation for span in answer.retrieved} <= known


@pytest.mark.parametrize("name", ["bm25", "profile_store", "rag", "rag_fused"])
@pytest.mark.parametrize("limit", [1, 30, 60, 90, 10_000])
def test_of_the_best_those_are_shown_that_fit_beside_the_better_ones(name, limit, tools, tmp_path):
    recipe = example(name).model_copy(update={"k": 8})
    free = played(recipe, tools, tmp_path)
    for answer, other in zip(
        played(recipe.model_copy(update={"context_tokens": limit}), tools, tmp_path), free, strict=True
    ):
        assert answer.context_tokens <= limit
        assert answer.retrieved == other.retrieved
        left = [span for span in other.context if span not in answer.context]
        assert answer.context == tuple(span for span in other.context if span not in left)
        assert bool(left) == (other.context_tokens > limit)
        # what is left out had no room, even where worse ones had
        best = [chunk.passage() for chunk in map(_chunk, other.context)]
        for place, span in enumerate(other.context):
            shown = [one for one, own in zip(best[:place], other.context, strict=False) if own in answer.context]
            assert (span in answer.context) == (tokens.count(tasks.context([*shown, best[place]])) <= limit)


def _chunk(span):
    observation = next(one for one in TAPE if one.id == span.observation)
    every = indexed(observation, BOTH.chunk if observation.kind == "document" else None)
    return next(one for one in (*every, *indexed(observation, Chunking(tokens=64, overlap=8))) if one.span == span)


def test_rag_finds_the_answer_where_it_may_look(tools, tmp_path):
    conversation = played(Rag(kinds=("session",), k=3, chunk=None), tools, tmp_path)
    documents = played(BOTH.model_copy(update={"kinds": ("document",)}), tools, tmp_path)
    both = played(BOTH, tools, tmp_path)
    assert (conversation[0].text, both[0].text) == ("$4,300", "$4,300")
    assert (documents[1].text, both[1].text) == ("$18,250", "$18,250")
    assert [answer.text for answer in both][3] == tasks.ABSTAIN


def test_systems_that_index_the_same_texts_share_one_table(tools, tmp_path):
    own = Tools(tools.author, tools.embedder, tmp_path / "indexes")
    for kinds in (("document",), ("session", "document")):
        played(BOTH.model_copy(update={"kinds": kinds}), own, tmp_path)
    assert len([path for path in own.indexes.iterdir() if path.is_dir()]) == 1


def test_documents_without_a_way_to_cut_them_are_refused():
    with pytest.raises(ValidationError, match="say how documents are cut"):
        Rag(kinds=("document",), k=3, chunk=None)


# --- memory system


def test_facts_are_found_with_the_utterances_they_come_from(tools, tmp_path):
    memory = MemorySystem(facts=10, k=1).open(tools, tmp_path)
    memory.observe(TAPE[0])
    signed = Question(id="q", text="Who signed the survey?", asked_at=START)
    asked, told = TAPE[0].parts[1:3]
    answer = memory.answer(signed)
    assert (
        answer.context
        == answer.retrieved[:2]
        == (
            Span(observation="s1", start=asked.start, end=asked.end),
            Span(observation="s1", start=told.start, end=told.end),
        )
    )
    assert not answer.quoted
    assert memory.answer(QUESTIONS[0]).text == "$4,300"


def test_a_memory_system_knows_nothing_of_documents(tools, tmp_path):
    memory = MemorySystem(facts=10, k=50).open(tools, tmp_path)
    for observation in TAPE:
        memory.observe(observation)
    assert {span.observation for span in memory.answer(QUESTIONS[1]).retrieved} == {"s1", "s2"}


class Talkative:
    """An author that notes more facts than it may, and of an utterance that does not exist."""

    def write(self, task, given, *, key, sample=0, refused=()):
        if task.name == "memories":
            return tasks.MemoriesWritten(
                facts=tuple(tasks.Fact(text=f"{key} {n}", utterances=("u?",)) for n in range(20))
            )
        return tasks.AnswerWritten(text=str(len(given.passages)))


def test_an_author_is_held_to_the_number_of_facts_and_to_utterances_that_exist(tools, tmp_path):
    own = Tools(Talkative(), tools.embedder, tools.indexes)
    answer = played(MemorySystem(facts=3, k=50), own, tmp_path)[0]
    assert (answer.text, answer.retrieved) == ("6", ())
