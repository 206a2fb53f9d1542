"""`microworlds score`: a file of answers is checked, and comes to the very numbers of the pipeline."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest
import yaml

import microworlds
from microworlds import cli
from microworlds.authors.offline import OfflineAuthor
from microworlds.core import jsonl
from microworlds.core.errors import UserError
from microworlds.core.records import Answer, Gold, Score
from microworlds.evaluation import scores as stage
from microworlds.evaluation.play.answers import Player, episodes
from microworlds.evaluation.system_names import CEILING
from microworlds.evaluation.tables import OVERALL
from microworlds.publishing import submission
from microworlds.publishing.submission import Entry, score
from microworlds.retrieval.embedding import EmbedderSettings
from microworlds.suites.imported import importing
from microworlds.suites.imported.locomo import release as locomo
from microworlds.systems.empty import Empty
from microworlds.systems.truncated import Truncated
from tests import releasing
from tests.test_locomo import sample
from tests.tree import Tree

SPLIT = "test"


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    return releasing.made(tmp_path_factory.mktemp("submission") / "memorydoc", 3)


@pytest.fixture(scope="module")
def answered(release, tmp_path_factory):
    """The answers of two systems to the test split, in files as the stage of answers writes them."""
    folder = tmp_path_factory.mktemp("answers")
    for name, recipe in {"last": Truncated(context_tokens=4_000, keep="last"), "empty": Empty()}.items():
        player = Player(recipe, OfflineAuthor(0), EmbedderSettings(model="bundled", window=256, precision="fp32"))
        jsonl.write(folder / f"{name}.jsonl", (one for full in episodes(release, [SPLIT]) for one in player.play(full)))
    return folder


def rows(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def written(path, answers):
    path.write_text("".join(json.dumps(own) + "\n" for own in answers))
    return path


def plain(release, split=SPLIT):
    """Each question of a split with its gold answer, in the shortest form."""
    return [{"question": own.question, "text": own.answer} for own in jsonl.read(release / f"{split}.gold.jsonl", Gold)]


def said(capsys, monkeypatch, *words):
    monkeypatch.setattr(sys, "argv", ["microworlds", "score", *map(str, words)])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    printed = capsys.readouterr()
    return ended.value.code, printed.out, printed.err


# --- the numbers


def test_the_scores_and_tables_are_those_of_the_stage(release, answered, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    played = {"systems": {"last": {}}, "oracles": {CEILING: {}}}
    tree = {"memorydoc": {"answers": {"splits": [SPLIT], "pool": False}, **played}}
    Path("params.yaml").write_text(yaml.safe_dump(tree))
    # the ceiling is here another system
    shutil.copytree(answered, "answers")
    shutil.copyfile(answered / "empty.jsonl", f"answers/{CEILING}.jsonl")
    paths = ["memorydoc", release, "answers", "scores.jsonl", "results"]
    monkeypatch.setattr(sys, "argv", ["scores", *map(str, paths)])
    stage.main()
    for name, system in (("last", "last"), ("empty", CEILING)):
        out = tmp_path / f"scored-{name}"
        code, printed, _ = said(
            capsys, monkeypatch, answered / f"{name}.jsonl", release, "--name", system, "--out", out
        )
        assert code == 0
        own = [one for one in jsonl.read(tmp_path / "scores.jsonl", Score) if one.system == system]
        assert list(jsonl.read(out / "scores.jsonl", Score)) == own
        tables, ours = (json.loads((folder / "tables.json").read_text()) for folder in (tmp_path / "results", out))
        assert {key: own["rows"][system] for key, own in tables.items() if key in ours} == {
            key: own["rows"][system] for key, own in ours.items()
        }
        assert set(tables) - set(ours) <= {"closed"}  # of two systems
        short = json.loads((tmp_path / "results" / "scores.json").read_text())[system]
        assert json.loads((out / "scores.json").read_text()) == {system: short}
        assert f"{short['f1'][OVERALL]:.3f}" in printed


def test_gold_handed_in_as_plain_answers_is_right_everywhere_and_nothing_is_said_of_retrieval(release, tmp_path):
    answers = [
        {"question": own.question, "answer": own.answer if own.answerable else "ABSTAIN. It was never said."}
        for own in jsonl.read(release / f"{SPLIT}.gold.jsonl", Gold)
    ]
    path = written(tmp_path / "gold.jsonl", answers)
    path.write_text('{"format": 1}\n' + path.read_text() + "\n")
    made = score(Entry(path, release, "gold"))
    assert made.splits == (SPLIT,)
    assert len(made.scores) == 20
    for own in made.scores:
        answerable = made.gold[own.question].answerable
        assert own.values["f1" if answerable else "abstention"] == 1.0
        assert own.values["evidence_recall"] is own.values["document_accuracy"] is own.failure is None
        assert own.rankings == ()


def test_all_splits_that_are_answered_count_unless_one_is_chosen(release, tmp_path):
    path = written(tmp_path / "both.jsonl", [*plain(release), *plain(release, "val")])
    assert score(Entry(path, release, "both")).splits == ("test", "val")
    one = score(Entry(path, release, "both", splits=("val",)))
    assert (one.splits, len(one.scores), one.besides) == (("val",), 20, 20)
    with pytest.raises(UserError, match=r"no split 'tset' \(did you mean 'test'\?\)"):
        score(Entry(path, release, "both", splits=("tset",)))
    with pytest.raises(UserError, match="answers no question of train, but of test, val"):
        score(Entry(path, release, "both", splits=("train",)))


def test_a_question_without_an_answer_is_an_error_or_wrong_and_never_left_out(release, tmp_path, capsys, monkeypatch):
    kept = [own for number, own in enumerate(plain(release)) if number not in (3, 7)]
    path = written(tmp_path / "some.jsonl", kept)
    missing = plain(release)[3]["question"]
    code, _, printed = said(capsys, monkeypatch, path, release)
    assert code == 2
    assert f"2 of 20 questions have no answer, {missing} first" in printed
    made = score(Entry(path, release, "some", missing="wrong"))
    assert (len(made.scores), made.absent) == (20, 2)
    assert next(own for own in made.scores if own.question == missing).values["f1"] == 0.0
    code, printed, _ = said(capsys, monkeypatch, path, release, "--missing", "wrong")
    assert code == 0
    assert "2 without an answer count as wrong" in " ".join(printed.split())


def test_an_imported_benchmark_is_scored_by_its_own_labels(tmp_path, capsys, monkeypatch):
    source = tmp_path / "locomo.json"
    source.write_text(json.dumps([sample()]))
    folder = tmp_path / "release"
    folder.mkdir()
    importing.write("locomo", folder, locomo.episodes(source))
    path = written(tmp_path / "mine.jsonl", plain(folder))
    code, printed, _ = said(capsys, monkeypatch, path, folder)
    assert code == 0
    assert "questions of test, locomo" in printed
    assert "Open-domain" in printed


def test_a_judge_labels_the_answers_too(release, answered, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    tree = {"seed": {"value": 1}, "models": {"grader": {"kind": "offline"}}}
    Path("params.yaml").write_text(yaml.safe_dump(tree))
    code, printed, _ = said(capsys, monkeypatch, answered / "last.jsonl", release, "--judge", "--out", "out")
    assert code == 0
    assert "As judged" in printed
    assert len(rows(Path("out/judged.jsonl"))) == 20


# --- what is not taken


def one(question, **more):
    return {"question": question, "text": "June"} | more


@pytest.mark.parametrize(
    ("changed", "match"),
    [
        (lambda own: [*own, "{"], r"mine\.jsonl, line 21: not JSON"),
        (lambda own: [*own[:4], "[]", *own[4:]], r"line 5: \[\] is no JSON object"),
        (lambda own: [*own[:2], {"question": own[2]["question"]}, *own[3:]], r"line 3: not an answer: text: Field req"),
        (lambda own: [own[0] | {"score": 1}, *own[1:]], r"line 1: not an answer: score: Extra inputs are not"),
        (lambda own: [own[0] | {"answer": "x"}, *own[1:]], r"line 1: not an answer: answer: Extra inputs are not"),
        (lambda own: [*own, own[4]], r"line 21: w000-q05 is answered in line 5 already"),
        (lambda own: [*own[:-1], own[-1] | {"question": "w000-q2O"}], r"line 20: .* asks no question 'w000-q2O' \(did"),
        (lambda own: [{"format": 2}, *own], r"line 1: made by a later microworlds: answers of format 2"),
        (lambda own: [], r"mine\.jsonl holds no answers"),
        (
            lambda own: [own[0] | {"retrieved": [{"observation": "d-9", "start": 0, "end": 3}]}, *own[1:]],
            r"line 1: w000-q01 retrieved 0-3 of 'd-9', which was not observed",
        ),
        (
            lambda own: [own[0] | {"retrieved": [{"observation": "w000-s01", "start": 0, "end": 10**7}]}, *own[1:]],
            r"line 1: w000-q01 retrieved 0-10000000 of 'w000-s01', which was not observed .* or is shorter",
        ),
    ],
)
def test_what_is_wrong_with_a_file_is_named_by_its_line(release, tmp_path, changed, match):
    path = tmp_path / "mine.jsonl"
    made = changed(plain(release))
    path.write_text("".join((own if isinstance(own, str) else json.dumps(own)) + "\n" for own in made))
    with pytest.raises(UserError, match=match):
        score(Entry(path, release, "mine"))


def test_a_file_that_is_not_there_and_a_release_without_its_gold_are_errors(release, tmp_path):
    with pytest.raises(UserError, match=r"cannot read .*nowhere\.jsonl"):
        submission.read(tmp_path / "nowhere.jsonl")
    path = written(tmp_path / "mine.jsonl", plain(release))
    public = tmp_path / "public"
    public.mkdir()
    for each in release.iterdir():
        if each.name != "test.gold.jsonl":
            (public / each.name).write_bytes(each.read_bytes())
    assert len(microworlds.load("memorydoc", split="test", source=public).questions) == 20
    with pytest.raises(UserError, match=r"test\.gold\.jsonl is listed .* its publisher may withhold it"):
        score(Entry(path, public, "mine"))


def test_an_answer_abstains_where_it_says_so_or_begins_with_the_token(tmp_path):
    path = written(
        tmp_path / "mine.jsonl",
        [one("a"), one("b", text="ABSTAIN"), {"question": "c", "abstained": True}, one("d", text="ABSTAIN", abstained=False)],
    )  # fmt: skip
    read = submission.read(path)
    assert [own.abstained for own in read.answers.values()] == [False, True, True, False]
    assert all(not own.ranked for own in read.answers.values())
    assert not read.retrieves
    span = {"observation": "o", "start": 0, "end": 1}
    (own,) = submission.read(written(path, [one("a", retrieved=[span])])).answers.values()
    assert own.ranked
    assert own == Answer(question="a", text="June", abstained=False, retrieved=own.retrieved)


@pytest.mark.pipeline
def test_the_answers_of_a_run_score_as_they_did_in_it(made: Tree, tmp_path: Path) -> None:
    tables = json.loads(made.file("metrics/memorydoc/results/tables.json"))
    for name in ("rag_both", "navigator"):
        answers, out = f"data/interim/memorydoc/answers/{name}.jsonl", tmp_path / name
        made.module("microworlds.cli", "score", answers, "data/release/memorydoc", "--out", str(out))
        ran = [
            own for own in jsonl.read(made.path / "data/interim/memorydoc/scores.jsonl", Score) if own.system == name
        ]
        assert list(jsonl.read(out / "scores.jsonl", Score)) == ran
        for key, table in json.loads((out / "tables.json").read_text()).items():
            assert table["rows"][name] == tables[key]["rows"][name]
