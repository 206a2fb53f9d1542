"""dvc.yaml, read as text: what each stage declares against what its code can reach."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from microworlds.core import plugins
from tests.closure import ROOT, closure, path_of
from tests.tree import Tree

OFFLINE = "microworlds.suites.memorydoc.offline"
SYSTEMS = {path.stem: yaml.safe_load(path.read_text()) for path in sorted((ROOT / "conf/system").glob("*.yaml"))}
PLAYED = [
    f"microworlds.systems.base.offline.{name}"
    for name in ("answer", "extract", "locate", "mem0", "memories", "statements")
]
# what a stage finds by name, besides what it imports: plug-ins and the offline author's files
BY_NAME = {
    "config": [
        *(f"microworlds.corpora.{name}" for name in plugins.names("microworlds.corpora", "CORPUS")),
        *(f"microworlds.systems.{name}" for name in plugins.names("microworlds.systems", "SYSTEM")),
    ],
    "memorydoc-documents": [f"microworlds.corpora.{name}" for name in plugins.names("microworlds.corpora", "CORPUS")],
    "memorydoc-facts": [f"{OFFLINE}.facts"],
    "memorydoc-scenarios": [f"{OFFLINE}.personas", f"{OFFLINE}.event_graph"],
    "memorydoc-conversations": [f"{OFFLINE}.session"],
    "memorydoc-questions": [
        f"{OFFLINE}.question",
        *(f"microworlds.suites.memorydoc.categories.{name}"
          for name in plugins.names("microworlds.suites.memorydoc.categories", "CATEGORY")),
    ],
    "memorydoc-verdicts": [f"{OFFLINE}.question", f"{OFFLINE}.judge_strict", f"{OFFLINE}.judge_lenient"],
    "memorydoc-answers": PLAYED,
    "memorydoc-oracle": PLAYED,
    "memorydoc-judged": ["microworlds.evaluation.offline.grade"],
    "memorydoc-calibrated": ["microworlds.evaluation.offline.grade"],
    "memorydoc-report": ["microworlds.suites.memorydoc.suite"],
    "memorydoc-scores": ["microworlds.suites.memorydoc.suite"]
    + [f"microworlds.metrics.{name}" for name in plugins.names("microworlds.metrics", "METRIC")],
}  # fmt: skip


PIPELINES = [Path(), *sorted(path.parent.relative_to(ROOT) for path in ROOT.glob("benchmarks/*/dvc.yaml"))]


def stages(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The stages of a pipeline, in a benchmark's with its name before theirs; deps as paths from the project's top."""
    tree = yaml.safe_load((ROOT / folder / "dvc.yaml").read_text())
    for name, stage in tree["stages"].items():
        own = stage.get("do", stage)
        deps = [os.path.relpath(ROOT / folder / dep, ROOT) if dep.startswith("..") else dep for dep in own["deps"]]
        yield f"{folder.name}-{name}" if folder.name else name, {**own, "deps": deps}


STAGES = dict(stages(Path()))
ALL = {name: stage for folder in PIPELINES for name, stage in stages(folder)}


def by_name(name: str) -> list[str]:
    """What a stage finds by name; a benchmark's labels are its own."""
    suite, _, noun = name.partition("-")
    if name.endswith("config"):
        return BY_NAME["config"]
    if suite == "memorydoc":
        return BY_NAME.get(name, [])
    if noun == "source":
        return [f"microworlds.suites.imported.{suite}.release"]
    noun = "oracle" if noun == "validation" else noun  # which plays one
    found = BY_NAME.get(f"memorydoc-{noun}", []) if noun in ("answers", "oracle", "scores") else []
    return [module.replace("suites.memorydoc", f"suites.imported.{suite}") for module in found]


def module_of(stage: dict[str, Any]) -> str:
    return str(stage["cmd"].split()[1])


@pytest.mark.parametrize("name", ALL)
def test_deps_cover_every_module_that_a_stage_can_import(name: str) -> None:
    stage = ALL[name]
    deps = [Path(dep) for dep in stage["deps"]]
    reached = closure(module_of(stage), *by_name(name))
    uncovered = sorted(str(file) for file in reached if not any(file == dep or dep in file.parents for dep in deps))
    assert not uncovered


@pytest.mark.parametrize("name", [name for name in ALL if not name.endswith("config")])
def test_a_stage_depends_on_no_room_that_it_cannot_enter(name: str) -> None:
    stage = ALL[name]
    rooms = [Path(dep) for dep in stage["deps"] if dep.startswith("src/")]
    reached = closure(module_of(stage), *by_name(name))
    assert [str(room) for room in rooms if not any(room in (file, *file.parents) for file in reached)] == []


@pytest.mark.parametrize("name", ALL)
def test_a_stage_lists_no_more_than_ten_rooms(name: str) -> None:
    assert len([dep for dep in ALL[name]["deps"] if "src/" in dep]) <= 10


@pytest.mark.parametrize("name", ALL)
def test_every_path_of_a_command_is_among_deps_and_outs(name: str) -> None:
    stage = ALL[name]
    outs = [next(iter(out)) if isinstance(out, dict) else out for out in stage.get("outs", [])]
    declared = [Path(path) for path in [*stage["deps"], *outs]]
    used = [Path(word) for word in stage["cmd"].split() if "/" in word and not word.startswith("..")]
    # a folder may be declared by what is read of it: a cell may not depend on gold
    assert [str(path) for path in used if not any(path == own or path in own.parents for own in declared)] == []


@pytest.mark.parametrize("name", ALL)
def test_every_file_that_a_stage_depends_on_exists(name: str) -> None:
    code = [dep for dep in ALL[name]["deps"] if dep.startswith(("src", "conf")) and "$" not in dep]
    assert [dep for dep in code if not (ROOT / dep).exists()] == []


def test_the_pipelines_of_other_benchmarks_have_the_same_stages_and_commands() -> None:
    def plain(name: str) -> dict[str, str]:
        return {key: own["cmd"].replace(name, "NAME") for key, own in stages(Path("benchmarks") / name)}

    locomo, other = plain("locomo"), plain("longmemeval")
    assert [key.partition("-")[2] for key in locomo] == [key.partition("-")[2] for key in other]
    assert list(locomo.values()) == list(other.values())


@pytest.mark.parametrize("name", [folder.name for folder in PIPELINES[1:]])
def test_an_answer_cell_of_another_benchmark_does_not_depend_on_gold_either(name: str) -> None:
    deps = ALL[f"{name}-answers"]["deps"]
    assert not [dep for dep in deps if "gold" in dep or dep.endswith((f"release/{name}", "microworlds/systems"))]
    assert "${item.code}" in deps


def test_every_data_file_of_the_package_is_a_dependency_of_a_stage_that_reads_it() -> None:
    deps = {Path(dep) for stage in STAGES.values() for dep in stage["deps"] if dep != "src/microworlds"}
    kinds = (".txt", ".html", ".css", ".js")
    files = [path.relative_to(ROOT) for path in (ROOT / "src").rglob("*") if path.suffix in kinds]
    files = [path for path in files if ".egg-info" not in str(path)]
    commands = {Path("src/microworlds/browse"), Path("src/microworlds/publishing")}  # no stage's
    files = [path for path in files if not commands & set(path.parents)]
    assert [str(file) for file in files if file not in deps and not deps & set(file.parents)] == []


def test_an_answer_cell_does_not_depend_on_gold_nor_on_the_other_systems() -> None:
    deps = STAGES["memorydoc-answers"]["deps"]
    assert not [dep for dep in deps if "gold" in dep or dep.endswith(("release/memorydoc", "microworlds/systems"))]
    assert "${item.code}" in deps


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_cell_depends_on_all_that_its_system_can_import(name: str) -> None:
    code = SYSTEMS[name]["code"]
    assert code == f"src/microworlds/systems/{SYSTEMS[name]['kind']}.py"
    deps = [Path(dep) for dep in (*STAGES["memorydoc-answers"]["deps"], code)]
    reached = closure(f"microworlds.systems.{SYSTEMS[name]['kind']}", "microworlds.evaluation.play.answers", *PLAYED)
    assert not [str(file) for file in reached if not any(file == dep or dep in file.parents for dep in deps)]


def test_a_stage_a_module_a_section_and_a_file_have_one_name() -> None:
    tree = yaml.safe_load((ROOT / "params.yaml").read_text())
    for name, stage in STAGES.items():
        if name == "config":
            continue
        suite, _, noun = name.partition("-")
        sections = tree[suite]
        assert module_of(stage).endswith(f".{noun}")
        assert path_of(module_of(stage)) is not None
        if f"{suite}.{noun}" in [param for param in stage.get("params", []) if isinstance(param, str)]:
            assert noun in sections
        if stage.get("outs"):
            assert any(
                noun in out or "${key}" in out or (noun == "release" and out.endswith(f"release/{suite}"))
                for out in stage["outs"]
            )


def test_every_answer_of_the_recorded_systems_is_there() -> None:
    """Where one is not, its question counts as failed, and the table is of another system."""
    stages = yaml.safe_load((ROOT / "dvc.lock").read_text())["stages"]
    outs = [out for name, own in stages.items() if name.endswith("_model") for out in own["outs"]]
    lost = {out["path"]: out["size"] for out in outs if out["path"].endswith(".rejections.json")}
    assert lost
    assert set(lost.values()) == {len("[]\n")}, lost


def test_no_parameter_is_called_size_or_nfiles_which_the_run_cache_does_not_see() -> None:
    def names(node: Any) -> Iterator[str]:
        if isinstance(node, dict):
            for key, value in node.items():
                yield str(key)
                yield from names(value)
        elif isinstance(node, list):
            for value in node:
                yield from names(value)

    assert not {"size", "nfiles"} & set(names(yaml.safe_load((ROOT / "params.yaml").read_text())))


def test_plain_commands_of_dvc_say_nothing_of_the_pipelines_of_other_benchmarks(tmp_path: Path) -> None:
    for folder in PIPELINES[1:]:
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("data", "metrics", "published"))
        (tmp_path / folder / "dvc.lock").unlink(missing_ok=True)
    tree = Tree(tmp_path, tmp_path)
    tree.run("git", "init", "--quiet")
    tree.run("dvc", "init", "--quiet")
    assert tree.run("dvc", "checkout") == ""
