"""Systems: every plug-in plays a small invented episode with the real embedder, the real LanceDB and the offline author."""

import os
import pickle
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from microworlds.authors.offline import OfflineAuthor
from microworlds.core import plugins, tokens
from microworlds.core.records import Observation, Part, Passage, Question, Span
from microworlds.evaluation.play.answers import prove
from microworlds.retrieval.chunks import Chunk, Chunking, sections
from microworlds.retrieval.embedding import Embedder, EmbedderSettings
from microworlds.systems.base import Searching, Tools, tasks
from microworlds.systems.base.offline import memories
from microworlds.systems.base.offline.statements import stated
from microworlds.systems.memory import MemorySystem
from microworlds.systems.rag import Rag
from microworlds.systems.truncated import Truncated, fitting

PACKAGE = "microworlds.systems"
NAMES = plugins.names(PACKAGE, "SYSTEM")
# they retrieve nothing, on purpose
BLIND = {"empty"}
START = datetime(2024, 3, 5, 10, tzinfo=UTC)
BOTH = Rag(kinds=("session", "document"), k=4, chunk=Chunking(tokens=40, overlap=8))


def session(number: int, *said: tuple[str, str]) -> Observation:
    time = START + timedelta(weeks=3 * number)
    text = ""
    parts = []
    for at, (speaker, words) in enumerate(said):
        start = len(text) + len(speaker) + 2
        text += f"{speaker}: {words}\n"
        parts.append(Part(id=f"s{number}-u{at}", start=start, end=start + len(words), speaker=speaker, time=time))
    return Observation(
        id=f"s{number}", kind="session", title=f"Call {number}", text=text, time=time, parts=tuple(parts)
    )


def document(*sections: tuple[str, str]) -> Observation:
    text = "QUILL REPORTS\n\n"
    parts = []
    for title, words in sections:
        parts.append(Part(id=f"d-{title}", start=len(text), end=len(text) + len(words), title=title))
        text += f"{words}\n\n"
    return Observation(id="d", kind="document", title="4 Quill", text=text, parts=tuple(parts))


TAPE = (
    session(
        1,
        ("Ines Pardo", "Good morning. The survey of the orchard came back, and it cost $4,300."),
        ("Tom Reyes", "Who signed the survey?"),
        ("Ines Pardo", "Judit Vance did. I'll send it to the county by Friday."),
        ("Tom Reyes", "Fine. I want the fence moved before we meet the neighbours again."),
    ),
    session(
        2,
        ("Tom Reyes", "The neighbours refused. We should read Brandt v. Elm Orchard before the hearing on May 2."),
        ("Ines Pardo", "I've asked Judit Vance to testify. The hearing was moved to May 9, 2024."),
    ),
    document(
        ("Brandt v. Elm Orchard", "The boundary fence stood for twenty years. The court awarded $18,250 to Brandt. " * 3),
        ("In re Salt Pond", "The petition to drain the pond was denied. Judge Okafor wrote for the court. " * 3),
    ),
)  # fmt: skip
QUESTIONS = tuple(
    Question(id=f"q{at}", text=text, asked_at=START + timedelta(weeks=10))
    for at, text in enumerate(
        (
            "How much did the survey of the orchard cost?",
            "How much did the court award to Brandt?",
            "When is the hearing now?",
            "Which bank financed the lighthouse?",
        )
    )
)
TEXTS = {observation.id: observation.text for observation in TAPE}


@pytest.fixture(scope="module")
def tools(tmp_path_factory):
    settings = EmbedderSettings(model="bundled", window=128, precision="fp32")
    embedder = Embedder(settings, tmp_path_factory.mktemp("vectors"))
    return Tools(OfflineAuthor(seed=1), embedder, tmp_path_factory.mktemp("indexes"))


def example(name):
    """A recipe with the example of each field."""
    kind = plugins.load(PACKAGE, "SYSTEM", name)
    return kind(**{key: field.examples[0] for key, field in kind.model_fields.items()})


def played(recipe, tools, folder, tape=TAPE):
    memory = recipe.open(tools, folder)
    for observation in tape:
        memory.observe(observation)
    return [memory.answer(question) for question in QUESTIONS]


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
def test_a_setting_that_is_unknown_or_not_positive_is_refused(name):
    recipe = example(name)
    with pytest.raises(ValidationError):
        type(recipe).model_validate({**recipe.model_dump(), "kk": 3})
    for key, value in recipe.model_dump().items():
        if isinstance(value, int):
            with pytest.raises(ValidationError):
                type(recipe).model_validate({**recipe.model_dump(), key: 0})


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


# --- truncated context


@pytest.mark.parametrize("keep", ["first", "last"])
@pytest.mark.parametrize("limit", [1, 5, 12, 40, 77, 100, 160, 100_000])
def test_a_context_window_is_never_overrun_and_filled_as_far_as_it_goes(tools, tmp_path, limit, keep):
    answer = played(Truncated(context_tokens=limit, keep=keep), tools, tmp_path)[0]
    whole = tasks.context(chunk.passage() for observation in TAPE for chunk in sections(observation))
    assert answer.context_tokens <= limit
    # a heading or a speaker's name that would be the last is left out, and of the oldest whole sentences
    assert answer.context_tokens >= min(limit, tokens.count(whole)) - (14 if keep == "first" else 32)


def test_sessions_come_before_documents_and_what_was_cut_is_not_claimed(tools, tmp_path):
    memory = Truncated(context_tokens=90, keep="first").open(tools, tmp_path)
    for observation in reversed(TAPE):
        memory.observe(observation)
    shown = memory.answer(QUESTIONS[0]).retrieved
    assert [span.observation for span in shown] == ["s2", "s1"]
    assert shown[0].end == TAPE[1].parts[-1].end
    assert shown[1].end < TAPE[0].parts[-1].end


def test_full_context_is_all_there_is_in_order_and_a_limit_leaves_out_the_oldest(tools, tmp_path):
    whole = Truncated(context_tokens=None, keep="last")
    assert [span.observation for span in played(whole, tools, tmp_path)[0].retrieved] == ["s1", "s2", "d"]
    shown = played(whole.model_copy(update={"context_tokens": 200}), tools, tmp_path)[0].retrieved
    assert [span.observation for span in shown] == ["s2", "d"]
    assert shown[0].start > TAPE[1].parts[0].start
    assert shown[-1].end == TAPE[2].parts[-1].end
    everything = Truncated(context_tokens=None, keep="first")
    assert [span.observation for span in played(everything, tools, tmp_path)[0].retrieved] == ["s1", "s2", "d"]


@given(st.lists(st.text("ab .\n'é漢", min_size=1, max_size=30), min_size=1, max_size=6), st.integers(1, 60))
def test_what_fits_is_a_beginning_of_the_chunks_within_the_limit(texts, limit):
    chunks = [
        Chunk(span=Span(observation=f"o{at}", start=0, end=len(text)), kind="session", text=text, source=f"o{at}")
        for at, text in enumerate(texts)
    ]
    kept = fitting(chunks, limit)
    assert tokens.count(tasks.context(chunk.passage() for chunk in kept)) <= limit
    assert [chunk.text for chunk in kept[:-1]] == texts[: max(0, len(kept) - 1)]
    if kept:
        assert texts[len(kept) - 1].startswith(kept[-1].text)
        assert len(kept[-1].text) == kept[-1].span.end


# --- tasks and what the offline author makes of them


def passage(text, source="Call 1", speaker=None, time=None):
    return Passage(text=text, source=source, speaker=speaker, time=time)


def test_the_context_names_each_source_once_and_each_speaker():
    text = tasks.context(
        [
            passage("Hello.", speaker="Ines", time=START),
            passage("Hi.", speaker="Tom", time=START),
            passage("The court awarded it.", source="4 Quill, Brandt"),
        ]
    )
    assert text == "[Call 1, 2024-03-05]\nInes: Hello.\nTom: Hi.\n\n[4 Quill, Brandt]\nThe court awarded it."


def test_the_prompt_has_all_that_is_given_and_names_the_token_for_abstaining():
    given = tasks.AnswerGiven(question="Who?", asked_at=START, passages=(passage("Judit signed."),))
    prompt = tasks.ANSWER.render(given)
    assert all(piece in prompt for piece in ("Who?", "Judit signed.", "Call 1", "2024-03-05"))
    assert tasks.ABSTAIN in tasks.ANSWER.system
    said = (tasks.Said(id="u7", text="We sold it.", speaker="Tom"),)
    prompt = tasks.MEMORIES.render(tasks.MemoriesGiven(title="Call 1", time=START, utterances=said, most=10))
    assert all(piece in prompt for piece in ("u7", "Tom", "We sold it.", "Call 1", "Tuesday, 2024-03-05", "10"))


@pytest.mark.parametrize(
    ("reply", "abstains"),
    [("ABSTAIN", True), (" ABSTAIN.", True), ('"ABSTAIN"', True), ("ABSTAIN: it is not said.", True),
     ("abstain", False), ("He will ABSTAIN", False), ("ABSTAINED", False), ("", False)],
)  # fmt: skip
def test_abstaining_is_the_reserved_token_first_and_in_capitals(reply, abstains):
    assert tasks.abstains(reply) == abstains


@pytest.mark.parametrize(
    ("said", "statement"),
    [
        ("I've read it, and I think we're late.", "Ines Pardo has read it, and Ines Pardo thinks the team is late."),
        ("We don't need my notes.", "Ines Pardo said: The team does not need Ines Pardo's notes."),
        ("I also prefer the second draft.", "Ines Pardo also prefers the second draft."),
        ("I'd better go.", "Ines Pardo had better go."),
        ("I'd sell our half myself.", "Ines Pardo would sell the team's half."),
        ("He wrote \"I owe you my house\" to us.", 'Ines Pardo said: He wrote "I owe you my house" to the team.'),
        ("Part I is done.", "Ines Pardo said: Part I is done."),
        ("The hearing is tomorrow.", "Ines Pardo said: The hearing is tomorrow (March 6, 2024)."),
        ("The hearing is on May 2.", "Ines Pardo said: The hearing is on May 2, 2024."),
        ("It was due on May 2, 2023.", "Ines Pardo said: It was due on May 2, 2023."),
        ("We call every Friday.", "Ines Pardo said: The team call every Friday."),
    ],
)  # fmt: skip
def test_a_statement_names_its_speaker_and_its_days(said, statement):
    assert stated(said, "Ines Pardo", START) == statement


def noted(*said, most=10):
    utterances = tuple(tasks.Said(id=f"u{at}", text=text, speaker=who) for at, (who, text) in enumerate(said))
    given = tasks.MemoriesGiven(title="Call", time=START, utterances=utterances, most=most)
    return memories.write(given, None).facts


def test_facts_prefer_what_is_decided_and_counted_to_small_talk():
    facts = noted(
        ("Ines", "It is so nice to see all of you here again today."),
        ("Tom", "The weather was lovely and the drive was not bad at all."),
        ("Ines", "We decided to pay Elm Orchard $4,300 by March 20."),
        most=1,
    )
    assert facts[0].text == "Ines said: The team decided to pay Elm Orchard $4,300 by March 20, 2024."
    assert facts[0].utterances == ("u2",)


def test_facts_do_not_depend_on_the_hash_seed():
    script = (
        "import sys; sys.path.insert(0, sys.argv[1]); from test_systems import noted\n"
        "name = lambda kind, n: kind + ''.join(chr(97 + int(digit)) for digit in str(n)) + 'x'\n"
        # all of the same worth, each with words that stand once, twice, up to nine times
        "said = [('Ines', ' '.join(name('zbdfghjklm'[r], n // r) for r in range(1, 10)) + '.') for n in range(90)]\n"
        "print([fact.text for fact in noted(*said, most=40)])"
    )
    command = [sys.executable, "-c", script, str(Path(__file__).parent)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    outs = {
        subprocess.run(command, env=environment | {"PYTHONHASHSEED": seed}, capture_output=True, check=True).stdout
        for seed in ("0", "1", "7")
    }
    assert len(outs) == 1


def test_an_answer_is_kept_with_its_question_and_a_pronoun_with_its_noun():
    facts = noted(
        ("Tom", "Who signed the survey?"),
        ("Ines", "Judit Vance did."),
        ("Tom", "The ruling in Brandt v. Elm helps the neighbours. It was reversed in 2011, though."),
    )
    assert any(
        fact.text == "Who signed the survey? Ines said: Judit Vance did." and fact.utterances == ("u0", "u1")
        for fact in facts
    )
    assert any("Brandt v. Elm" in fact.text and "2011" in fact.text for fact in facts)


def test_no_more_facts_than_asked_for_and_none_twice():
    said = [("Ines", f"We will file motion {number} with the county on June {number}.") for number in range(1, 25)]
    said += said[:3]
    assert len(noted(*said, most=10)) <= 10
    texts = [fact.text for fact in noted(*said, most=50)]
    assert len(texts) == len(set(texts))


def test_a_session_in_which_nothing_is_stated_has_no_facts():
    assert noted(("Ines", "Hello?"), ("Tom", "Hi.")) == ()
