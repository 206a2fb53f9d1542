"""Suites as plug-ins: nothing outside a suite's folder knows it, and one can be added from outside the package."""

from __future__ import annotations

import ast
import json
import re
import shutil
from pathlib import Path

import pytest

import microworlds
from microworlds.core import plugins
from microworlds.core.errors import UserError
from microworlds.publishing import data_model, parquet
from microworlds.suites import base as suites
from microworlds.suites.memorydoc import categories, question_categories
from microworlds.suites.memorydoc.questions import QuestionMaker
from tests import worlds
from tests.closure import ROOT
from tests.tree import Tree

PACKAGE = ROOT / "src/microworlds"
HARBOUR = Path(__file__).parent / "harbour"
# who may use a tag's word: formats and suites of other people have some of the same categories
OTHERS = ("suites", "publishing/exports")
FORMATS, DATA = ("convomem", "dynamicmem"), Path("cli/data.py")


def test_nothing_outside_a_suite_of_ours_names_it() -> None:
    named = []
    for suite in suites.generated():
        files = [path for kind in ("py", "txt", "js", "html", "css") for path in PACKAGE.rglob(f"*.{kind}")]
        outside = [path for path in files if PACKAGE / "suites" / suite not in path.parents]
        # a format of an export, or an import, may have the name of the suite whose published data have it
        outside = [path for path in outside if suite not in FORMATS or path.relative_to(PACKAGE) != DATA]
        outside = [path for path in outside if PACKAGE / "suites/imported" not in path.parents]
        named += [
            f"{path.relative_to(PACKAGE)}: {suite}" for path in outside if suite in path.read_text(encoding="utf-8")
        ]
    assert named == []


def test_nothing_outside_a_suite_of_ours_names_a_category_or_source_tag_of_it() -> None:
    named = []
    for suite in suites.generated():
        columns = suites.find(suite).labels.columns
        tags = {tag for label in ("source", "category") for tag in columns.get(label, ())}
        tags -= set(plugins.names("microworlds.metrics", "METRIC"))  # whose words they may be too
        for path in PACKAGE.rglob("*.py"):
            place = path.relative_to(PACKAGE).as_posix()
            if not place.startswith(OTHERS):
                words = {node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)}
                named += [f"{place}: {tag}" for tag in sorted(tags & {word for word in words if isinstance(word, str)})]
        for path in PACKAGE.rglob("*.js"):
            found = set(re.findall(r"[\"'`](\w+)[\"'`]", path.read_text(encoding="utf-8")))
            named += [f"{path.relative_to(PACKAGE)}: {tag}" for tag in sorted(tags & found)]
    assert named == []


def test_a_suite_that_is_not_there_is_answered_with_those_there_are() -> None:
    with pytest.raises(
        UserError, match=r"no suite called 'locomoo' \(did you mean 'locomo'\?\)\. There are: .*memorydoc"
    ):
        suites.find("locomoo")
    for name in ("../memorydoc", "base", "imported", ""):
        with pytest.raises(UserError, match="no suite called"):
            suites.find(name)
    assert suites.files("nobodys") == {}


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    """A project with the toy suite alone, after ``dvc repro``."""
    folder = tmp_path_factory.mktemp("harbour")
    shutil.copytree(HARBOUR, folder / "harbour", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "conf", folder / "conf")
    (folder / "harbour/conf.yaml").rename(folder / "conf/harbour.yaml")
    (folder / "harbour/stages.yaml").rename(folder / "dvc.yaml")
    (folder / "src").symlink_to(ROOT / "src")
    tree = Tree(folder, tmp_path_factory.mktemp("home"))
    tree.run("git", "init", "--quiet")
    tree.run("dvc", "init", "--quiet")
    composed = "from microworlds.config import compose; from pathlib import Path; compose._write(Path('params.yaml'), compose.composed(name='harbour'))"  # fmt: skip
    tree.run("python", "-c", composed, PYTHONPATH="src:.")
    assert {"harbour-logs", "harbour-release", "harbour-scores"} <= tree.repro()
    return tree


@pytest.mark.pipeline
def test_a_suite_in_the_projects_folder_is_made_played_and_scored(harbour: Tree) -> None:
    assert not {"memorydoc", "domain", "corpus"} & set(harbour.file("params.yaml").splitlines())
    scores = json.loads(harbour.file("metrics/harbour/results/scores.json"))
    assert scores["full_context"]["f1"]["overall"] > scores["empty"]["f1"]["overall"] == 0
    assert set(scores["full_context"]["f1"]) == {"arrival", "stay", "overall"}
    harbour.edit("params.yaml", "ships: 4", "ships: 3")
    changed = harbour.repro(DVC_EXP_NAME="tried")
    assert {"harbour-logs", "harbour-release", "harbour-scores"} <= changed
    harbour.edit("params.yaml", "ships: 3", "shipss: 3")
    said = harbour.run("dvc", "repro", code=None, DVC_EXP_NAME="tried")
    assert "unknown key 'harbour.logs.shipss' (did you mean 'ships'?)" in said
    harbour.edit("params.yaml", "shipss: 3", "ships: 4")


@pytest.mark.pipeline
def test_a_release_of_such_a_suite_is_loaded_with_the_files_that_only_it_has(
    harbour: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(harbour.path)
    release = microworlds.load("harbour", source="data/release/harbour")
    assert [log.id for log in release.logs] == ["h0", "h1"]
    with pytest.raises(AttributeError, match=r"a release of harbour has no 'log' \(did you mean 'logs'"):
        release.log  # noqa: B018
    rows = parquet.write(Path("data/release/harbour"), tmp_path / "tables")
    assert rows["berths"] == sum(len(log.berths) for log in release.logs)
    assert "berths" not in parquet.write(Path("data/release/harbour"), tmp_path / "held", ["test"])
    assert "## Harbour: what its stages hand on" in data_model.page()


SIXTH = """\
place: 6
chosen: 6
answerable: yes
rests on: the name of a judge
asked for: It asks for a name.
form value by ask: {asks}: for {A}.
"""


def test_a_category_is_one_file_and_a_phrase_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sixth category is drawn, worded, proved and labelled without a word of it anywhere else."""
    for path in question_categories.FOLDER.iterdir():
        if path.is_file():
            (tmp_path / path.name).symlink_to(path)
    (tmp_path / "naming.txt").write_text(SIXTH)
    (tmp_path / "naming.py").write_text(
        (question_categories.FOLDER / "single_hop.py").read_text().replace('"single_hop"', '"naming"')
    )
    monkeypatch.setattr(question_categories, "FOLDER", tmp_path)
    monkeypatch.setattr(categories, "__path__", [str(tmp_path)])
    question_categories.every.cache_clear()
    try:
        assert list(question_categories.every())[-1] == "naming"
        names = tuple(question_categories.every())
        for module in ("question_selection", "world"):
            monkeypatch.setattr(f"microworlds.suites.memorydoc.{module}.CATEGORIES", names)
        made = QuestionMaker(worlds.questions_params(), worlds.AUTHOR, worlds.SEED).questions(worlds.bundle(0))[-1]
        own = [pair for pair in made.pairs if pair.category == "naming"]
        assert len(own) == worlds.questions_params().per_category
        assert all(pair.question and pair.query for pair in own)
    finally:
        question_categories.every.cache_clear()
