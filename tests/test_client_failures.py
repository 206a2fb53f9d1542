"""The client against the loopback server: what fails, what is tried again, what stops a run."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from microworlds.authors.llm import outcome
from microworlds.core import stage
from microworlds.core.errors import ItemError, UserError
from microworlds.core.records import Rejection
from microworlds.llm import costs
from microworlds.llm.records import Reply
from tests.calling import MODEL, NOTE, NoteGiven, NoteWritten, Office
from tests.client_calls import server_fixture, totals  # noqa: F401 (fixtures)


@pytest.mark.parametrize(
    ("fault", "word"), [("401", "key was refused"), ("404", "no such model"), ("credit", "no credit")]
)
def test_what_no_repetition_helps_stops_the_run_at_once_with_one_line(server, tmp_path, fault, word):
    server.control(faults={fault: 1.0})
    office = Office(tmp_path, server.url, max_concurrency=8)
    with pytest.raises(UserError, match=word) as caught:
        office.notes(200)
    assert "\n" not in str(caught.value)
    assert server.stats()["requests"] <= 8
    assert totals(office)["calls"] == 0
    # nothing of it was stored: with the right key the run goes on
    server.control(faults={})
    assert len(Office(tmp_path, server.url).notes(200)) == 200


def test_a_prompt_that_is_too_long_is_its_items_fault(server, tmp_path):
    server.control(faults={"context": 1.0}, matching="topic 3.")
    office = Office(tmp_path, server.url)
    made = office.notes(10)
    refused = [one for one in made if isinstance(one, Rejection)]
    assert [one.item for one in refused] == ["topic 3"]
    assert "too_long" in refused[0].reason
    # definitive: it is stored, and not asked again
    server.control(faults={})
    assert Office(tmp_path, server.url).notes(10) == made
    assert server.stats()["requests"] == 10


def test_more_attempts_draw_new_samples_for_what_was_rejected_and_for_nothing_else(server, tmp_path):
    server.control(faults={"malformed": 1.0}, matching="topic 3.")
    made = Office(tmp_path, server.url).notes(10)
    assert isinstance(made[3], Rejection)
    assert "3 malformed" in made[3].reason
    server.control(faults={})
    again = Office(tmp_path, server.url, attempts=5).notes(10)
    assert isinstance(again[3], NoteWritten)
    assert again[:3] + again[4:] == made[:3] + made[4:]
    assert server.stats()["requests"] == 9 + 3 + 1


def prompts(office: Office) -> list[str]:
    """The office's prompts, in order, from now on."""
    asked: list[str] = []
    ask = office.author.ask
    office.author = replace(
        office.author, ask=lambda request, judged: asked.append(request.messages[1].content) or ask(request, judged)
    )
    return asked


def test_each_attempt_is_told_why_those_before_it_were_refused(server, tmp_path):
    server.control(schedule=["malformed", "schema", "truncated", None])
    office = Office(tmp_path, server.url, attempts=4)
    asked = prompts(office)
    made = office.note("rain")
    plain, *others = asked
    assert "refused" not in plain
    assert all(one.startswith(f"{plain}\n\nWhat was written for this before was refused.") for one in others)
    assert [one.count("\n- ") for one in others] == [1, 2, 3]
    assert "\n- the reply was no JSON: " in others[0]
    assert "\n- town: missing" in others[1]
    assert others[2].endswith("\n- the reply was cut off: it was too long")
    # a run that finds them stored takes the same path
    again = Office(tmp_path, server.url, attempts=4)
    assert again.note("rain") == made
    assert server.stats()["requests"] == 4


def test_a_rejection_says_what_was_wrong_with_the_last_reply(server, tmp_path):
    server.control(schedule=["malformed", "schema"])
    refused = Office(tmp_path, server.url, attempts=2).note("rain")
    assert "no valid reply in 2 attempts: 1 malformed, 1 schema; the last: town: missing" in refused.reason


@pytest.mark.parametrize("structured", ["json", "prompt"])
def test_a_reply_in_one_code_fence_is_taken_and_nothing_else_is_repaired(server, tmp_path, structured):
    server.control(schedule=["fence", "prose"])
    office = Office(tmp_path, server.url, attempts=1, structured=structured)
    assert isinstance(office.note("rain"), NoteWritten)
    assert "1 prose" in office.note("snow").reason


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ('```json\n{"town": "Aix", "count": 3}\n```', "valid"),
        (' ```\n{"town": "``` Aix", "count": 3}``` \n', "valid"),
        ('```json\n{"town": "Aix", "count": 3}\n```\nI hope this helps.', "prose"),
        ('```json\n{"town": "Aix", "count": 3}\n```\n```json\n{"town": "Aix", "count": 4}\n```', "prose"),
        ('```json\n{"town": "Aix", "count": 3,}\n```', "malformed"),
        ('```json\n{"town": "Aix", "count": "many"}\n```', "schema"),
        ("```json\n```", "empty"),
    ],
)
def test_what_a_fenced_reply_is_worth(text, worth):
    assert outcome(NoteWritten, Reply(text=text, finish="stop")) == worth


def test_more_attempts_of_a_stage_keep_what_succeeded_at_a_later_one(server, tmp_path):
    """Attempts of the stage and of the author together, as in conversations and questions."""

    def noted(office, attempts):
        def make(topic, attempt, refused):
            written = office.author.write(NOTE, NoteGiven(topic=topic), key=topic, sample=attempt, refused=refused)
            if topic == "topic 3" and attempt < 4:
                raise ItemError("breaks a rule of its stage")
            return written

        topics = [f"topic {number}" for number in range(6)]
        return [stage.attempted("notes", topic, range(attempts), partial(make, topic))[0] for topic in topics]

    server.control(faults={"malformed": 1.0}, matching="topic 4.")
    first = noted(Office(tmp_path, server.url, attempts=2), 3)
    assert first[3] is None
    assert first[4] is None
    before = server.stats()["requests"]
    server.control(faults={})
    again = noted(Office(tmp_path, server.url, attempts=2), 6)
    assert [one for one in again if one is not again[3] and one is not again[4]] == [
        first[0],
        first[1],
        first[2],
        first[5],
    ]
    assert again[3] is not None
    assert again[4] is not None
    assert server.stats()["requests"] == before + 2 + 1  # two more for topic 3, whose fifth attempt will do, one for 4


def test_what_fails_for_good_is_not_tried_again_by_its_stage(server, tmp_path):
    server.control(faults={"context": 1.0})
    author = Office(tmp_path, server.url).author
    made, refused = stage.attempted(
        "notes",
        "one",
        range(5),
        lambda attempt, _: author.write(NOTE, NoteGiven(topic="one"), key="one", sample=attempt),
    )
    assert made is None
    assert len(refused) == server.stats()["requests"] == 1


def test_one_item_that_never_gets_a_reply_is_rejected_and_can_be_asked_again(server, tmp_path):
    server.control(faults={"500": 1.0}, matching="topic 3.")
    made = Office(tmp_path, server.url, patience_seconds=1.0, max_concurrency=2).notes(30)
    assert [one.item for one in made if isinstance(one, Rejection)] == ["topic 3"]
    server.control(faults={})
    assert all(isinstance(one, NoteWritten) for one in Office(tmp_path, server.url).notes(30))


def test_a_server_that_is_gone_stops_the_run_and_one_that_comes_back_does_not(server, tmp_path):
    server.down(3.0)
    assert len(Office(tmp_path, server.url, patience_seconds=20).notes(10)) == 10
    server.down()
    office = Office(tmp_path, server.url, patience_seconds=1.0)
    with pytest.raises(UserError, match=r"gave no reply for \d s.* run the same command again later"):
        office.notes(30)
    server.up()
    assert len(Office(tmp_path, server.url).notes(30)) == 30


def test_a_server_that_goes_down_amid_many_calls_and_comes_back(server, tmp_path):
    server.control(latency=0.05)
    office = Office(tmp_path, server.url, patience_seconds=120)
    office.notes(10)
    server.down(2.0)
    assert all(isinstance(note, NoteWritten) for note in office.notes(100))
    assert totals(office)["calls"] == 100


def test_a_store_that_is_no_database_is_a_clear_error(tmp_path):
    (tmp_path / "responses.db").write_bytes(b"not a database, but long enough to be looked at by somebody" * 20)
    with pytest.raises(UserError, match="cannot open the response store"):
        Office(tmp_path, "http://127.0.0.1:1")


def test_the_progress_note_says_what_was_paid(server, tmp_path):
    office = Office(tmp_path, server.url)
    assert office.waiting.note() == "$0.00, 0 tokens"
    office.notes(3)
    assert office.waiting.note().endswith(f"{totals(office)['tokens_in'] + totals(office)['tokens_out']:,} tokens")
    assert MODEL in {line["model"] for line in costs.summed(office.store, "test", "suite")["lines"]}
