"""What systems put before an author, and what the offline one makes of it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from microworlds.core import tokens
from microworlds.core.records import Span
from microworlds.retrieval.chunks import Chunk, sections
from microworlds.systems.base import tasks
from microworlds.systems.base.offline import memories
from microworlds.systems.base.offline.statements import stated
from microworlds.systems.truncated import Truncated, fitting
from tests.small_episode import NAMES, QUESTIONS, START, TAPE, example, passage, played, tools_fixture  # noqa: F401 (fixtures)

# --- truncated context


@pytest.mark.parametrize("keep", ["first", "last"])
@pytest.mark.parametrize("limit", [1, 5, 12, 40, 77, 100, 160, 100_000])
def test_a_context_window_is_never_overrun_and_filled_as_far_as_it_goes(tools, tmp_path, limit, keep):
    answer = played(Truncated(context_tokens=limit, keep=keep), tools, tmp_path)[0]
    whole = tasks.context(chunk.passage() for observation in TAPE for chunk in sections(observation))
    assert answer.context_tokens <= limit
    # a heading or a speaker's name that would be the last is left out, and of the oldest whole sentences
    assert answer.context_tokens >= min(limit, tokens.count(whole)) - (14 if keep == "first" else 32)


LIMITED = [name for name in NAMES if "context_tokens" in type(example(name)).model_fields and name != "external"]


@pytest.mark.parametrize("name", LIMITED)
def test_what_ranks_shows_no_more_than_fits_into_its_limit(tools, tmp_path, name):
    recipe = example(name)
    free = played(recipe.model_copy(update={"context_tokens": None}), tools, tmp_path / "free")[0]
    held = played(recipe.model_copy(update={"context_tokens": 40}), tools, tmp_path / "held")[0]
    assert 0 < held.context_tokens <= 40 < free.context_tokens


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


def test_heads_are_every_utterance_and_how_each_section_begins_and_claim_no_more(tools, tmp_path):
    answer = played(Truncated(context_tokens=None, keep="first", section_characters=40), tools, tmp_path)[0]
    document = TAPE[2]
    said = [span for span in answer.retrieved if span.observation != "d"]
    assert [(span.observation, span.end) for span in said] == [(own.id, own.parts[-1].end) for own in TAPE[:2]]
    heads = [document.text[span.start : span.end] for span in answer.retrieved if span.observation == "d"]
    assert heads[0].strip() == "QUILL REPORTS"
    assert heads[1:] == [document.text[part.start : part.start + 40] for part in document.parts]
    assert not answer.ranked


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
        "import sys; sys.path.insert(0, sys.argv[1]); from test_systems_context import noted\n"
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
