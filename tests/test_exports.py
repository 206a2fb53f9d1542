"""Exports: what is written in somebody else's shape is read back, and is the same."""

import json
from pathlib import Path

import pytest

from microworlds import cli
from microworlds.core.errors import UserError
from microworlds.core.records import Ask, Episode, Evidence, Gold, Observation, Observe, Question, Span
from microworlds.publishing.exports import chats
from microworlds.publishing.exports.base import FullEpisode, Made, export
from microworlds.publishing.exports.beir import Beir
from microworlds.suites.imported import importing as imported
from microworlds.suites.imported.locomo import release as locomo
from microworlds.suites.imported.longmemeval import release as longmemeval
from tests.exported_release import read, released_fixture, split_fixture, touched, units  # noqa: F401 (fixtures)
from tests.test_systems_contract import LOGS

CHATS = ("locomo", "longmemeval", "convomem")


def origins(folder):
    return [json.loads(line) for line in (folder / "questions.jsonl").read_text().splitlines()]


def plain(text):
    return " ".join(text.split())


def test_locomo_read_back_is_the_same_chats_questions_answers_and_evidence(released, split, tmp_path):
    export("locomo", released, tmp_path / "out", split, {"documents": "paste"})
    observations, questions, gold = read(released, split)
    back = list(locomo.episodes(tmp_path / "out" / "locomo.json"))
    assert [episode.faults for episode in back] == [{} for _ in back]
    spans = units(tmp_path / "out")
    asked = {row["id"]: row["question"] for row in origins(tmp_path / "out")}
    assert sorted(asked.values()) == sorted(questions)
    for episode in back:
        said = {
            part.id.replace("-D", ":D", 1): (part, own) for own in episode.observations for part in own.parts
        }  # the importer's id of D1:2 of w000 is w000-D1:2
        assert list(said) == [name for name in spans if name.startswith(f"{episode.id}:")]
        for name, (part, own) in said.items():
            original = observations[spans[name].observation]
            assert own.text[part.start : part.end] == plain(original.text[spans[name].start : spans[name].end])
            assert original.time in (None, own.time)
        for number, (question, found) in enumerate(zip(episode.questions, episode.gold, strict=True), start=1):
            mine = gold[asked[f"{episode.id}#{number}"]]
            assert (question.text, question.asked_at) == (
                questions[mine.question].text,
                questions[mine.question].asked_at,
            )
            assert (found.answer, found.answerable) == (mine.answer, mine.answerable)
            held = {name for name, (part, own) in said.items() for e in found.evidence
                    if e.span == Span(observation=own.id, start=part.start, end=part.end)}  # fmt: skip
            assert held == touched({name: spans[name] for name in said}, mine) != set()
            expected = {"knowledge_update": "single_hop"}.get(mine.labels["category"], mine.labels["category"])
            assert found.labels["category"] == expected


def test_longmemeval_read_back_is_the_same_haystacks_questions_answers_and_evidence(released, split, tmp_path):
    export("longmemeval", released, tmp_path / "out", split, {"documents": "paste"})
    observations, questions, gold = read(released, split)
    spans = units(tmp_path / "out")
    published = json.loads((tmp_path / "out" / "longmemeval.json").read_text())
    asked = {row["id"]: row["question"] for row in origins(tmp_path / "out")}
    back = {
        episode.gold[0].labels["published"]: episode
        for episode in longmemeval.episodes(tmp_path / "out" / "longmemeval.json")
    }
    assert set(back) == set(asked)
    assert sorted(asked.values()) == sorted(questions)
    for entry in published:
        episode, mine = back[entry["question_id"]], gold[asked[entry["question_id"]]]
        (question,), (found,) = episode.questions, episode.gold
        assert episode.faults == {}
        assert (question.text, question.asked_at) == (questions[mine.question].text, questions[mine.question].asked_at)
        assert (found.answer, found.answerable) == (mine.answer, mine.answerable)
        said = {
            f"{session}/{number}": (part, own)
            for session, own in zip(entry["haystack_session_ids"], episode.observations, strict=True)
            for number, part in enumerate(own.parts, start=1)
        }
        for name, (part, own) in said.items():
            original = observations[spans[name].observation]
            assert own.text[part.start : part.end].endswith(original.text[spans[name].start : spans[name].end])
            assert original.time in (None, own.time)
        held = {name for name, (part, own) in said.items() for e in found.evidence
                if e.span == Span(observation=own.id, start=part.start, end=part.end)}  # fmt: skip
        assert held == touched({name: spans[name] for name in said}, mine) != set()


def test_convomem_holds_every_question_with_its_messages_and_conversations(released, split, tmp_path):
    export("convomem", released, tmp_path / "out", split, {"documents": "paste"})
    observations, questions, gold = read(released, split)
    spans = units(tmp_path / "out")
    seen = []
    for row in origins(tmp_path / "out"):
        file, _, number = row["id"].partition("#")
        case = json.loads((tmp_path / "out" / "test_cases" / f"{file}.json").read_text())
        item, mine = case["evidenceItems"][int(number) - 1], gold[row["question"]]
        assert (item["question"], item["answer"]) == (questions[mine.question].text, mine.answer)
        assert item["category"] == mine.labels["category"] == Path(file).parent.name
        assert case["contextSize"] == len(case["conversations"])
        texts = [message["text"] for own in item["conversations"] for message in own["messages"]]
        assert item["message_evidences"]
        assert all(message["text"] in texts for message in item["message_evidences"])
        wanted = touched(spans, mine)
        assert sorted({name.partition("/")[0] for name in wanted}) == sorted(own["id"] for own in item["conversations"])
        assert len(item["message_evidences"]) == len(wanted)
        for own in case["conversations"]:
            for number_, message in enumerate(own["messages"][1:], start=1):
                span = spans[f"{own['id']}/{number_}"]
                assert message["text"].endswith(observations[span.observation].text[span.start : span.end])
        seen.append(row["question"])
    assert sorted(seen) == sorted(questions)


@pytest.mark.parametrize("name", CHATS)
def test_documents_are_not_lost_in_silence(released, split, tmp_path, name, capsys):
    with pytest.raises(UserError, match=r"has \d documents, and this format has sessions only.*--documents paste"):
        export(name, released, tmp_path / "out", split, {"documents": None})
    assert list(tmp_path.iterdir()) == []
    arguments = ["export", name, str(released), str(tmp_path / "out"), "--split", split, "--documents", "leave-out"]
    assert run(arguments) == 0
    report = json.loads((tmp_path / "out" / "export.json").read_text())
    observations, questions, gold = read(released, split)
    documents = {item.id for item in observations.values() if item.kind == "document"}
    needing = {own.question for own in gold.values() if documents & {piece.span.observation for piece in own.evidence}}
    assert report["left_out"]["documents"] == len(documents)
    assert report["left_out"]["questions that need a document"] == len(needing)
    assert {row["question"] for row in origins(tmp_path / "out")} == set(questions) - needing
    assert f"{len(needing)} questions that need a document" in capsys.readouterr().out


def run(arguments):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["microworlds", *arguments])
        with pytest.raises(SystemExit) as end:
            cli.main()
    return end.value.code


@pytest.mark.parametrize(
    ("name", "options"), [*((name, {"documents": "paste"}) for name in CHATS), ("beir", {"unit": "turn"})]
)
def test_the_same_release_gives_the_same_bytes(released, split, tmp_path, name, options):
    for out in ("a", "b"):
        export(name, released, tmp_path / out, split, options)
    files = sorted(path.relative_to(tmp_path / "a") for path in (tmp_path / "a").rglob("*") if path.is_file())
    assert files == sorted(path.relative_to(tmp_path / "b") for path in (tmp_path / "b").rglob("*") if path.is_file())
    assert all((tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes() for file in files)


def test_an_export_that_fails_leaves_nothing_behind(released, split, tmp_path, monkeypatch):
    from microworlds.publishing.exports import beir as module

    monkeypatch.setattr(module, "_relevant", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        export("beir", released, tmp_path / "out", split, {"unit": "turn"})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("locmo", {}, r"no format called 'locmo' \(did you mean 'locomo'\?\)"),
        ("beir", {}, "--unit: Field required"),
        ("beir", {"unit": "word"}, "--unit word: it is one of chunk, turn"),
        ("beir", {"unit": "chunk"}, "--unit chunk needs --tokens and --overlap"),
        ("beir", {"unit": "turn", "tokens": 9, "overlap": 1}, "are for --unit chunk"),
        ("beir", {"unit": "chunk", "tokens": 9, "overlap": 9}, "must be less than a chunk"),
        ("locomo", {"unit": "turn"}, "locomo has no option --unit"),
    ],
)
def test_a_wrong_name_or_option_is_named(released, split, tmp_path, name, options, message):
    with pytest.raises(UserError, match=message):
        export(name, released, tmp_path / "out", split, options)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_in_use_a_split_that_is_not_and_a_damaged_release_are_errors(released, split, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("keep")
    with pytest.raises(UserError, match="is there already and not empty"):
        export("beir", released, tmp_path / "out", split, {"unit": "turn"})
    assert (tmp_path / "out" / "mine.txt").read_text() == "keep"
    with pytest.raises(UserError, match="has no split 'tests'"):
        export("beir", released, tmp_path / "new", "tests", {"unit": "turn"})
    damaged = tmp_path / "damaged"
    damaged.mkdir()
    for file in released.iterdir():
        (damaged / file.name).write_bytes(file.read_bytes())
    with (damaged / "observations.jsonl").open("a") as file:
        file.write("\n")
    with pytest.raises(UserError, match=r"not exported: observations.jsonl: its SHA-256 is not the manifest's"):
        export("beir", damaged, tmp_path / "new", split, {"unit": "turn"})
    with pytest.raises(UserError, match="is no release"):
        export("beir", tmp_path, tmp_path / "new", split, {"unit": "turn"})
    assert not (tmp_path / "new").exists()


def test_an_imported_benchmark_can_be_exported_too(tmp_path):
    one = Observation(id="c-s01", kind="session", title="Session 1", text="user: Hi.\n", time="2023-05-08T13:56:00Z")
    part = {"id": "c-s01-u01", "start": 6, "end": 9, "speaker": "user"}
    one = Observation.model_validate(one.model_dump() | {"parts": [part]})
    question = {"id": "c-q1", "text": "Who?", "asked_at": "2023-05-09T13:56:00Z"}
    gold = {"question": "c-q1", "answer": "me", "answerable": True, "labels": {"category": "single_session_user"},
            "evidence": [{"span": {"observation": "c-s01", "start": 6, "end": 9}, "text": "Hi."}]}  # fmt: skip
    episode = imported.ImportedEpisode(id="c", observations=(one,), questions=(question,), gold=(gold,), faults={})
    imported.write("longmemeval", tmp_path / "in", [episode])
    export("longmemeval", tmp_path / "in", tmp_path / "out", "test", {})
    (entry,) = json.loads((tmp_path / "out" / "longmemeval.json").read_text())
    assert entry["haystack_sessions"] == [[{"role": "user", "content": "Hi.", "has_answer": True}]]
    assert entry["question_type"] == "single-session-user"


def test_a_log_is_exported_by_entry_and_among_chats_as_a_session_of_its_apps(tmp_path):
    question = Question(id="q", text="How much was paid?", asked_at="2024-06-01T09:00:00Z")
    bill = LOGS[0].parts[1]
    span = Span(observation="l1", start=bill.start, end=bill.end)
    evidence = (Evidence(span=span, text=LOGS[0].text[bill.start : bill.end]),)
    own = Gold(question="q", answer="$82.10", answerable=True, evidence=evidence, labels={})
    steps = (*(Observe(observation=log.id) for log in LOGS), Ask(question=question))
    full = FullEpisode(Episode(id="w", steps=steps), LOGS, {"q": own})
    for unit, ids in (("entry", ["l1-e0", "l1-e1", "l2-e0", "l2-e1"]), ("log", ["l1", "l2"])):
        (tmp_path / unit).mkdir()
        made = Beir(unit=unit).write([full], "test", tmp_path / unit)
        assert [one.id for one in made.units] == ids
        relevant = (tmp_path / unit / "qrels" / "test.tsv").read_text().splitlines()[1:]
        assert relevant == [f"q\t{'l1-e1' if unit == 'entry' else 'l1'}\t1"]
    made = Made()
    (world,) = chats.worlds([full], chats.ChatFormat(), made)
    assert [[turn.message[1] for turn in chat.turns] for chat in world.chats] == [log.text.splitlines() for log in LOGS]
    assert [own.turns for own in world.asked] == [((0, 1),)]
