"""Exports: what is written in somebody else's shape is read back, by our importers and by tools for retrieval."""

import csv
import importlib.util
import json
from pathlib import Path

import pytest

from microworlds import cli
from microworlds.core import jsonl
from microworlds.core.errors import UserError
from microworlds.core.records import Ask, Episode, Evidence, Gold, Observation, Observe, Question, Span
from microworlds.evaluation.play.answers import episodes
from microworlds.evaluation.retrieval_scores import Retrieval, measures
from microworlds.metrics.ranking import DEPTHS
from microworlds.publishing.exports import chats
from microworlds.publishing.exports.base import FullEpisode, Made, Unit, export
from microworlds.publishing.exports.beir import Beir
from microworlds.suites.imported import importing as imported
from microworlds.suites.imported.locomo import release as locomo
from microworlds.suites.imported.longmemeval import release as longmemeval
from microworlds.suites.memorydoc import release
from tests import worlds
from tests.test_systems_contract import LOGS

CHATS = ("locomo", "longmemeval", "convomem")
UNITS = ("turn", "session", "section", "document")


@pytest.fixture(scope="module")
def released(tmp_path_factory):
    folder = tmp_path_factory.mktemp("exports")
    (folder / "quality.json").write_text("{}")
    (folder / "release").mkdir()
    made = [worlds.judged(number) for number in range(2)]
    release.write(folder / "release", made, [], folder / "quality.json", worlds.SEED, worlds.RULES)
    return folder / "release"


@pytest.fixture(scope="module")
def split(released):
    return next(name for name in ("train", "val", "test") if (released / f"{name}.gold.jsonl").stat().st_size)


def read(folder, split):
    """Observations, questions and gold of a split, by id."""
    played = list(episodes(folder, [split]))
    observations = {item.id: item for _, own in played for item in own}
    questions = {question.id: question for episode, _ in played for question in episode.questions}
    return observations, questions, {item.question: item for item in jsonl.read(folder / f"{split}.gold.jsonl", Gold)}


def units(folder):
    return {unit.id: unit.span for unit in jsonl.read(folder / "units.jsonl", Unit)}


def origins(folder):
    return [json.loads(line) for line in (folder / "questions.jsonl").read_text().splitlines()]


def plain(text):
    return " ".join(text.split())


def touched(spans, gold):
    """Which of these spans hold evidence of a question."""
    return {name for name, span in spans.items() if any(span.overlaps(piece.span) for piece in gold.evidence)}


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


def beir(folder, split):
    """Corpus, queries and qrels as BEIR's own loader reads them."""
    corpus = {row["_id"]: row for row in map(json.loads, (folder / "corpus.jsonl").read_text().splitlines())}
    queries = {row["_id"]: row["text"] for row in map(json.loads, (folder / "queries.jsonl").read_text().splitlines())}
    qrels = {}
    with (folder / "qrels" / f"{split}.tsv").open(newline="") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_MINIMAL)
        assert next(rows) == ["query-id", "corpus-id", "score"]
        for query, unit, score in rows:
            qrels.setdefault(query, {})[unit] = int(score)
    return corpus, queries, qrels


@pytest.mark.parametrize("unit", UNITS)
def test_beir_has_every_question_and_qrels_of_units_that_are_there(released, split, tmp_path, unit):
    report = export("beir", released, tmp_path / "out", split, {"unit": unit})
    observations, questions, gold = read(released, split)
    corpus, queries, qrels = beir(tmp_path / "out", split)
    spans = units(tmp_path / "out")
    assert queries == {id_: question.text for id_, question in questions.items()}
    assert set(corpus) == set(spans)
    for id_, span in spans.items():
        assert corpus[id_]["text"].endswith(observations[span.observation].text[span.start : span.end])
    for id_, own in gold.items():
        assert set(qrels.get(id_, {})) == (touched(spans, own) if own.answerable else set())
    assert report.counts["questions with qrels"] == len(qrels) > 0
    handed = (tmp_path / "out" / "corpus.jsonl").read_text() + (tmp_path / "out" / "queries.jsonl").read_text()
    assert not any(word in handed for word in ("answerable", "adversarial", "single_hop", "hybrid", "difficulty"))


def test_beir_chunks_are_turns_and_windows_and_cover_all_evidence(released, split, tmp_path):
    export("beir", released, tmp_path / "out", split, {"unit": "chunk", "tokens": 64, "overlap": 8})
    _, _, qrels = beir(tmp_path / "out", split)
    observations, _, gold = read(released, split)
    spans = units(tmp_path / "out")
    assert {observations[span.observation].kind for span in spans.values()} == {"session", "document"}
    assert set(qrels) == {id_ for id_, own in gold.items() if own.answerable}
    for id_, judged in qrels.items():
        for piece in gold[id_].evidence:
            assert any(spans[unit].overlaps(piece.span) for unit in judged)


@pytest.mark.skipif(importlib.util.find_spec("pytrec_eval") is None, reason="pytrec_eval-terrier is not installed")
@pytest.mark.parametrize("unit", UNITS)
def test_recall_by_trec_eval_on_the_qrels_is_that_of_our_evaluation(released, split, tmp_path, unit):
    import pytrec_eval

    export("beir", released, tmp_path / "out", split, {"unit": unit})
    corpus, queries, qrels = beir(tmp_path / "out", split)
    spans = units(tmp_path / "out")
    observations, _, gold = read(released, split)
    retrieval = Retrieval(observations)
    ours, lists = {}, {}
    for query in qrels:
        # a ranking by shared words, cut off, so that some evidence is missed
        words = set(queries[query].lower().split())
        order = sorted(corpus, key=lambda id_: (-len(words & set(corpus[id_]["text"].lower().split())), id_))[
            : len(corpus) // 2
        ]
        lists[query] = {id_: float(len(order) - rank) for rank, id_ in enumerate(order)}
        found = tuple(spans[id_] for id_ in order)
        own = {made.level: made for made in retrieval.rankings(found, gold[query], frozenset(observations))}
        ours[query] = measures(own[unit])
    depths = ",".join(map(str, DEPTHS))
    asked = {f"recall.{depths}", f"success.{depths}", f"ndcg_cut.{depths}", "recip_rank"}
    theirs = pytrec_eval.RelevanceEvaluator(qrels, asked).evaluate(lists)
    values = [ours[query]["fraction", k] for query in qrels for k in DEPTHS]
    assert 0 < sum(values) < len(values)
    for query, own in ours.items():
        assert own["mrr", None] == pytest.approx(theirs[query]["recip_rank"])
        for k in DEPTHS:
            assert own["fraction", k] == pytest.approx(theirs[query][f"recall_{k}"])
            assert own["any", k] == theirs[query][f"success_{k}"]
            assert own["ndcg", k] == pytest.approx(theirs[query][f"ndcg_cut_{k}"])


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
