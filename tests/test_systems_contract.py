"""The contract of every system over the checkpoints of an episode: a memory persists, and a question changes nothing."""

import sqlite3
from datetime import timedelta

import pytest

from microworlds.core.records import Observation, Part, Question, transcript
from microworlds.evaluation.play.answers import prove
from microworlds.retrieval.chunks import sections
from microworlds.systems.base import Searching, answered, tasks
from tests.small_episode import BLIND, NAMES, QUESTIONS, START, TAPE, example, tools_fixture  # noqa: F401 (a fixture)

EXTRA = (
    Question(id="x1", text="Who wrote for the court?", asked_at=START),
    Question(id="x2", text="Which ship carried the salt?", asked_at=START),
)


def log(number, *entries):
    """A day of a log: (app, what it says)."""
    time = START + timedelta(days=number)
    parts = [Part(id=f"l{number}-e{at}", start=0, end=0, speaker=app, time=time) for at, (app, _) in enumerate(entries)]
    text, parts = transcript(parts, [said for _, said in entries])
    return Observation(id=f"l{number}", kind="log", title=f"Day {number}", text=text, time=time, parts=parts)


LOGS = (
    log(1, ("Fitbit", "Logged a workout of 45 minutes at the Elm Street gym."), ("Chase", "Paid a bill of $82.10 to Brook Energy.")),
    log(2, ("Spotify", "Added the song Blue Lantern to the playlist for morning runs."), ("Gmail", "Sent an email to Dr. Okafor about the move to June 9.")),
)  # fmt: skip


def contents(folder):
    """What lies in a folder: the rows of databases, the bytes of other files."""
    found = {}
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        data = path.read_bytes()
        if data.startswith(b"SQLite format 3"):
            with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as opened:
                data = tuple(opened.iterdump())
        found[str(path.relative_to(folder))] = data
    return found


def asked(memory, questions=QUESTIONS):
    return [memory.answer(question) for question in questions]


@pytest.mark.parametrize("name", NAMES)
def test_what_was_observed_before_a_checkpoint_is_there_after_it(name, tools, tmp_path):
    memory = example(name).open(tools, tmp_path)
    memory.observe(TAPE[0])
    first = memory.answer(QUESTIONS[0])
    for observation in TAPE[1:]:
        memory.observe(observation)
        asked(memory)
    last = memory.answer(QUESTIONS[0])
    prove(memory, TAPE)
    if name not in BLIND:
        assert {span.observation for span in first.retrieved} == {"s1"}
        assert "s1" in {span.observation for span in last.retrieved}


@pytest.mark.parametrize("name", NAMES)
def test_questions_in_between_leave_answers_and_folder_as_they_would_have_been(name, tools, tmp_path):
    folders = tmp_path / "asked", tmp_path / "quiet"
    curious, quiet = (example(name).open(tools, folder) for folder in folders)
    for observation in TAPE:
        for memory in (curious, quiet):
            memory.observe(observation)
        before = contents(folders[0])
        asked(curious, EXTRA)
        if isinstance(curious, Searching):
            curious.find("salt")
        assert contents(folders[0]) == before
    assert asked(curious) == asked(quiet)
    assert contents(folders[0]) == contents(folders[1])


@pytest.mark.parametrize("name", NAMES)
def test_what_an_answer_cites_was_before_the_answerer_and_says_it(name, tools, tmp_path):
    memory = example(name).open(tools, tmp_path)
    for observation in TAPE:
        memory.observe(observation)
    cost, *_, unknown = asked(memory)
    assert unknown.abstained
    assert unknown.cited == ()
    assert all(any(span.overlaps(shown) for shown in cost.context) for span in cost.cited)
    if name not in BLIND:
        texts = {observation.id: observation.text for observation in TAPE}
        assert any(cost.text in texts[span.observation][span.start : span.end] for span in cost.cited)


@pytest.mark.parametrize("name", NAMES)
def test_a_template_is_filled_field_by_field(name, tools, tmp_path):
    memory = example(name).open(tools, tmp_path)
    memory.observe(TAPE[0])
    template = '{"cost": "{survey.cost}"}'
    answer = memory.answer(
        Question(id="t", text="What of the survey of the orchard?", asked_at=START, template=template)
    )
    assert answer.fields == ({} if name in BLIND else {"survey.cost": "$4,300"})
    assert answer.text == (tasks.ABSTAIN if name in BLIND else "survey.cost: $4,300")
    assert answer.abstained == (name in BLIND)
    assert {span.observation for span in answer.cited} == (set() if name in BLIND else {"s1"})


class Filler:
    """An author that fills a field there is not, leaves one open, and cites a passage there is not."""

    def write(self, task, given, *, key, sample=0, refused=()):
        self.prompt = task.render(given)
        filled = {"days": "ABSTAIN", "place": "gym", "mood": "good"}
        fields = tuple(tasks.Filled(field=field, value=value) for field, value in filled.items())
        return tasks.FillWritten(fields=fields, cited=("2", "7", "2"))


def test_of_what_an_author_fills_in_only_what_belongs_there_is_kept():
    author = Filler()
    chunks = [chunk for observation in LOGS for chunk in sections(observation)]
    asked = Question(id="t", text="Where and when?", asked_at=START, template="{place} on {days}, from {start}")
    answer = answered(author, asked, [chunk.passage() for chunk in chunks[:3]], [chunk.span for chunk in chunks[:3]])
    assert (answer.text, answer.fields, answer.cited) == ("place: gym", {"place": "gym"}, (chunks[1].span,))
    assert "(1) Fitbit: Logged a workout" in author.prompt
    assert "Fields: place, days, start" in author.prompt


@pytest.mark.parametrize("name", NAMES)
def test_the_entries_of_a_log_are_remembered_like_what_was_said(name, tools, tmp_path):
    memory = example(name).open(tools, tmp_path)
    for observation in LOGS:
        memory.observe(observation)
    prove(memory, LOGS)
    answer = memory.answer(Question(id="q", text="How much was the bill paid to Brook Energy?", asked_at=START))
    if name in BLIND:
        return
    bill = LOGS[0].parts[1]
    assert any(span.observation == "l1" and span.start <= bill.start < span.end for span in answer.context)
    assert "82.10" in answer.text
