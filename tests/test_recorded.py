"""Texts that were written through the door and lie in the project: recorded, played back, found missing."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace

import pytest
from pydantic import BaseModel

from microworlds.authors import roles
from microworlds.authors.base import Task
from microworlds.authors.offline import OfflineAuthor
from microworlds.authors.recorded import UNNAMED, Folder, RecordedAuthor, Recorder, digest
from microworlds.config import compose
from microworlds.core import stage
from microworlds.core.errors import FinalItemError, UnwrittenError, UserError
from microworlds.core.records import Record, Rejection
from microworlds.suites.memorydoc.conversations import ConversationMaker
from microworlds.suites.memorydoc.questions import QuestionMaker
from microworlds.suites.memorydoc.tasks.check_question import CheckQuestionWritten
from microworlds.suites.memorydoc.tasks.check_session import CheckSessionWritten
from microworlds.suites.memorydoc.world import Conversations, Questions
from tests import worlds
from tests.closure import ROOT


class Given(Record):
    n: int
    more: str = ""


class Grown(Record):
    n: int
    more: str = ""
    new: int | None = None


class Written(Record):
    text: str


TASK = Task("greet", "nowhere", Written, "", lambda given: f"Greet {given.n}.")


@dataclass
class Pen:
    """Writes another text each time, and keeps what it was told."""

    told: list[tuple[str, ...]] = field(default_factory=list)
    samples: list[int] = field(default_factory=list)
    waiting: None = None

    def write(self, task, given, *, key, sample=0, refused=()):
        self.told.append(tuple(refused))
        self.samples.append(sample)
        return task.output(text=f"Hello {given.n}, number {len(self.told)}.")


def test_a_text_is_found_by_its_typed_input_whatever_fields_come_to_it(tmp_path):
    assert digest(Given(n=1)) == digest(Grown(n=1)) == digest(Given(n=1, more=""))
    assert len({digest(Given(n=1)), digest(Given(n=2)), digest(Given(n=1, more="x"))}) == 3
    Recorder(Folder(tmp_path), Pen(), "m", 3).write(TASK, Given(n=1), key="a")
    played = RecordedAuthor(Folder(tmp_path))
    assert played.write(TASK, Grown(n=1), key="a", sample=7).text == "Hello 1, number 1."
    for given, key in ((Given(n=2), "a"), (Given(n=1), "b")):
        with pytest.raises(UnwrittenError):
            played.write(TASK, given, key=key)


def test_another_reading_of_the_same_is_another_sample_and_a_text_of_its_own(tmp_path):
    pen = Pen()
    recorder = Recorder(Folder(tmp_path), pen, "m", 3)
    texts = [
        recorder.write(TASK, Given(n=1), key=f"q/{view}", sample=n).text for n, view in enumerate(("all", "again"))
    ]
    assert pen.samples == [0, 1]
    assert len(set(texts)) == 2


def test_what_was_refused_is_kept_and_what_was_accepted_is_played_at_once(tmp_path):
    pen = Pen()
    recorder = Recorder(Folder(tmp_path), pen, "m", 3)
    recorder.write(TASK, Given(n=1), key="a")
    recorder.write(TASK, Given(n=1), key="a", sample=1, refused=("too short",))
    assert pen.told == [(), ("too short",)]
    # stopped and begun again: nothing is asked for twice
    again = Recorder(Folder(tmp_path), pen, "m", 3)
    assert again.write(TASK, Given(n=1), key="a").text == "Hello 1, number 2."
    assert len(pen.told) == 2
    assert RecordedAuthor(Folder(tmp_path)).write(TASK, Given(n=1), key="a").text == "Hello 1, number 2."
    Folder(tmp_path).tidy()
    (line,) = (tmp_path / "greet.jsonl").read_text().splitlines()
    assert json.loads(line) == {
        "item": "a",
        "given": digest(Given(n=1)),
        "by": "m",
        "written": {"text": "Hello 1, number 2."},
        "refused": [{"why": "too short", "written": {"text": "Hello 1, number 1."}}],
    }


def test_an_item_is_given_up_after_so_many_texts_and_stays_so(tmp_path):
    recorder = Recorder(Folder(tmp_path), Pen(), "m", 2)
    for reasons in ((), ("one",)):
        recorder.write(TASK, Given(n=1), key="a", refused=reasons)
    with pytest.raises(FinalItemError, match="given up after 2 texts: two"):
        recorder.write(TASK, Given(n=1), key="a", refused=("one", "two"))
    with pytest.raises(FinalItemError, match="given up when it was recorded: two"):
        RecordedAuthor(Folder(tmp_path)).write(TASK, Given(n=1), key="a")


def test_what_no_longer_passes_is_said_and_what_was_damaged_too(tmp_path):
    Recorder(Folder(tmp_path), Pen(), "m", 3).write(TASK, Given(n=1), key="a")
    with pytest.raises(FinalItemError, match=r"does not pass any more: too long"):
        RecordedAuthor(Folder(tmp_path)).write(TASK, Given(n=1), key="a", sample=1, refused=("too long",))
    path = tmp_path / "greet.jsonl"
    path.write_text(path.read_text().replace('"text"', '"txt"'))
    with pytest.raises(UserError, match=r"a recorded text of greet is no Written"):
        RecordedAuthor(Folder(tmp_path)).write(TASK, Given(n=1), key="a")


def test_a_stage_stops_with_one_line_that_names_what_is_not_recorded(tmp_path):
    out = tmp_path / "made.jsonl"
    missing = [Rejection(stage="s", item=f"w{n}", reason=UnwrittenError.reason) for n in (1, 1, 2, 3, 4, 5, 6)]
    with pytest.raises(
        UserError, match=r"s: 6 texts are not recorded: w1, w2, w3, w4, w5 and 1 more\. .*model=offline"
    ):
        stage.write_kept("s", out, [*missing, Given(n=1)], 7)
    assert not out.exists()


@dataclass
class Reader:
    """Reads a session or a question as it was meant, but for what ``odd`` makes of it; None: from what is asked."""

    odd: dict[str, BaseModel] = field(default_factory=dict)
    seen: list[tuple[str, object]] = field(default_factory=list)
    waiting: None = None

    def write(self, task, given, *, key, sample=0, refused=()):
        self.seen.append((key, given))
        if key in self.odd:
            return self.odd.pop(key)
        return worlds.AUTHOR.write(task, given, key=key)


def test_a_whole_world_is_recorded_and_played_back_the_same_without_whoever_wrote_it(tmp_path):
    reader = Reader()
    scenario, bundle = worlds.bundle(0).scenario, worlds.bundle(0)
    params = worlds.questions_params()

    def made(author, checker):
        spoken = ConversationMaker(worlds.CONVERSATIONS, author, checker).conversations(scenario)
        asked = QuestionMaker(params, author, worlds.SEED, checker).questions(bundle)
        return spoken, asked

    recorder = Recorder(Folder(tmp_path), worlds.AUTHOR, "the offline author", 3)
    first = made(recorder, Recorder(Folder(tmp_path), reader, "a reader", 3))
    assert isinstance(first[0][-1], Conversations)
    assert isinstance(first[1][-1], Questions)
    played = RecordedAuthor(Folder(tmp_path))
    again = made(played, played)
    assert [own[-1] for own in again] == [own[-1] for own in first]
    # what was recorded is of the tasks that somebody wrote, an item a line
    Folder(tmp_path).tidy()
    assert {path.stem for path in tmp_path.iterdir()} == {"session", "question", "check_session", "check_question"}
    # another session before it, and those after it are orphaned
    lines = (tmp_path / "session.jsonl").read_text().splitlines()
    second = json.loads(lines[1])
    second["written"]["utterances"][0]["text"] += " Good."
    (tmp_path / "session.jsonl").write_text("\n".join([lines[0], json.dumps(second), *lines[2:]]) + "\n")
    other = RecordedAuthor(Folder(tmp_path))
    rejected = ConversationMaker(worlds.CONVERSATIONS, other, None).conversations(scenario)
    assert [(one.item, one.reason) for one in rejected] == [("w000-s03", UnwrittenError.reason)]


def test_a_session_that_is_understood_otherwise_is_written_again():
    scenario = worlds.bundle(0).scenario
    plan = scenario.plans[0]
    reader = Reader()
    ConversationMaker(worlds.CONVERSATIONS, worlds.AUTHOR, reader).conversations(scenario)
    (given,) = [one for key, one in reader.seen if key == plan.id]
    asked = [claim.id for beat in plan.beats for claim in beat.claims]
    assert {fact.id for fact in given.facts} <= set(asked)
    assert len(given.facts) >= len(plan.beats)
    wrong = CheckSessionWritten(
        read=tuple(
            {"id": fact.id, "value": "something else" if n == 0 else fact.value} for n, fact in enumerate(given.facts)
        ),
        contradicts=("They say that nobody ever met.",),
    )
    made = ConversationMaker(worlds.CONVERSATIONS, worlds.AUTHOR, Reader({plan.id: wrong})).conversations(scenario)
    assert isinstance(made[-1], Conversations)
    (refused,) = made[:-1]
    assert refused.item == plan.id
    assert "'something else' is" in refused.reason
    assert given.facts[0].value in refused.reason
    assert "They say that nobody ever met." in refused.reason


@pytest.mark.parametrize(
    ("verdict", "answer", "why"),
    [("answered", "quite another thing", "is to follow from"), ("not answered", None, "is to follow from")],
)
def test_a_question_that_is_answered_otherwise_is_worded_again(verdict, answer, why):
    params, bundle = worlds.questions_params(), worlds.bundle(0)
    plain = QuestionMaker(params, worlds.AUTHOR, worlds.SEED, Reader()).questions(bundle)
    assert len(plain) == 1
    # of the first one the offline author happens to draw the same words again
    _, place, *_ = (n for n, pair in enumerate(plain[-1].pairs) if pair.answer_form == "span")
    item = plain[-1].pairs[place].id
    odd = Reader({item: CheckQuestionWritten(verdict=verdict, answer=answer)})
    made = QuestionMaker(params, worlds.AUTHOR, worlds.SEED, odd).questions(bundle)
    assert [(one.item, why in one.reason) for one in made[:-1]] == [(item, True)]
    assert made[-1].pairs[place].question != plain[-1].pairs[place].question


def test_a_question_that_its_rivals_answer_is_worded_again():
    """Of each answerable question a reader is also shown what other documents state, and must not answer."""
    params, bundle = worlds.questions_params(), worlds.bundle(0)
    reader = Reader()
    QuestionMaker(params, worlds.AUTHOR, worlds.SEED, reader).questions(bundle)
    of_rivals = [(key, one) for key, one in reader.seen if one.answer is None and one.kind != "none"]
    assert len(of_rivals) >= 12
    key = of_rivals[0][0]

    @dataclass
    class Fooled(Reader):
        fooled: bool = False

        def write(self, task, given, *, key: str, sample=0, refused=()):
            if given.answer is None and key == self.only and not self.fooled:
                self.fooled = True
                return CheckQuestionWritten(verdict="answered", answer="May 3")
            return super().write(task, given, key=key)

        only = key

    made = QuestionMaker(params, worlds.AUTHOR, worlds.SEED, Fooled()).questions(bundle)
    (refused,) = made[:-1]
    assert refused.item == key
    assert "nothing of this kind is to follow" in refused.reason


def test_a_phrase_that_others_have_too_often_is_asked_for_anew(tmp_path):
    worn = "he said it to the bookkeeper on the stairs and went"
    texts = iter([f"Once {worn}.", f"Then {worn}.", f"And {worn}.", "He did not say it at all.", f"Again {worn}."])

    class Copyist(Pen):
        def write(self, task, given, *, key, sample=0, refused=()):
            self.told.append(tuple(refused))
            return task.output(text=next(texts))

    pen = Copyist()
    varied = replace(TASK, varied=True)
    recorder = Recorder(Folder(tmp_path), pen, "m", 3)
    assert recorder.write(varied, Given(n=1), key="a").text.startswith("Once")
    assert recorder.write(varied, Given(n=2), key="b").text.startswith("Then")
    again = Recorder(Folder(tmp_path), pen, "m", 3)  # the phrases of a record are known when it is gone on with
    assert again.write(varied, Given(n=3), key="c").text == "He did not say it at all."
    assert "was said in others too often" in pen.told[-1][0]
    # what an item was given to say is its own
    assert again.write(varied, Given(n=4, more=worn), key="d").text.startswith("Again")
    (refused,) = Folder(tmp_path).find("greet", "c", digest(Given(n=3))).refused
    assert refused.written["text"].startswith("And")


COVERED = (("seed", "corpus", "domain.name"), ("scale.worlds",))
RUN = {
    "seed": {"value": 1},
    "corpus": {"kind": "x"},
    "domain": {"name": "caselaw", "roles": {}},
    "scale": {"worlds": 5},
}


@pytest.mark.parametrize(
    ("changed", "lacking"),
    [
        ({}, None),
        ({"scale": {"worlds": 3}}, None),
        ({"domain": {"name": "caselaw", "roles": {"clerk": []}}}, None),  # its own texts are missing then, which stops
        ({"scale": {"worlds": 6}}, "scale.worlds=6, and they are of 5"),
        ({"scale": {"worlds": "max"}}, "scale.worlds=max, and they are of 5"),
        ({"seed": {"value": 2}}, "seed"),
        ({"corpus": {"kind": "y"}}, "corpus"),
        ({"domain": {"name": "contracts"}}, "domain.name"),
    ],
)
def test_a_folder_knows_for_which_runs_it_was_written(tmp_path, changed, lacking):
    assert Folder(tmp_path).lacking(RUN) is None  # nothing is known yet
    for own in ({"scale": {"worlds": 4}}, {}, {"scale": {"worlds": 2}}, {"seed": {"value": 3}}):
        Folder(tmp_path).cover({**RUN, **own}, *COVERED)
    found = [(own.choices["seed"]["value"], own.most["scale.worlds"]) for own in Folder(tmp_path).covers]
    assert found == [(1, 5), (3, 5)]
    assert Folder(tmp_path).lacking({**RUN, **changed}) == lacking
    assert Folder(tmp_path).lacking({**RUN, "seed": {"value": 3}}) is None


def test_where_a_folder_covers_nothing_of_a_run_the_offline_author_writes(tmp_path, monkeypatch, capsys):
    Folder(tmp_path).cover(RUN, *COVERED)
    recorded = {"kind": "recorded", "folder": str(tmp_path)}
    tree = {**RUN, "models": {"generator": recorded, "checker": recorded}}
    monkeypatch.chdir(tmp_path)
    for seed, author in ((1, RecordedAuthor), (2, OfflineAuthor)):
        (tmp_path / "params.yaml").write_text(json.dumps({**tree, "seed": {"value": seed}}))
        assert isinstance(roles.author("generator", "memorydoc", "scenarios"), author)
        assert (roles.checker("memorydoc", "scenarios") is None) == (author is OfflineAuthor)
    assert capsys.readouterr().out.count("has no texts of this run (seed)") == 1


def test_the_default_worlds_are_written_whole():
    tree = compose.composed(["model=recorded"])
    written = Folder(ROOT / tree["models"]["generator"]["folder"]).of_suite("memorydoc").path
    assert Folder(written).covers
    assert Folder(written).lacking(tree) is None
    worlds_of = [f"w{number:03d}" for number in range(tree["scale"]["worlds"])]
    sessions = [f"{world}-s{number:02d}" for world in worlds_of for number in range(1, 6)]
    there = {task: {item for item, _ in Folder(written).of(task)} for task in Folder(written).tasks}
    assert there["personas"] == there["event_graph"] == set(worlds_of)
    assert there["session"] == there["check_session"] == set(sessions)
    assert {f"{world}-q{number:02d}" for world in worlds_of for number in range(1, 21)} <= there["question"]
    assert {text.by for task in there for text in Folder(written).of(task).values()} == {UNNAMED}
