"""conf/, params.yaml and their guard: every group file builds, and a mistake says what it is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from microworlds.authors.roles import of_player
from microworlds.config import compose
from microworlds.config import validate as configuration
from microworlds.core.errors import UserError
from microworlds.systems import empty
from tests.closure import ROOT

CONF = ROOT / "conf"
CHOICES = [
    (folder.name, path.stem)
    for folder in sorted(CONF.iterdir())
    if folder.is_dir()
    for path in folder.glob("[!_]*.yaml")
]


def test_params_yaml_is_what_conf_composes() -> None:
    assert yaml.safe_load((ROOT / "params.yaml").read_text()) == compose.composed(conf=CONF)


@pytest.mark.parametrize("name", ["locomo", "longmemeval", "published_convomem", "published_dynamicmem"])
def test_the_params_yaml_of_another_benchmark_is_composed_too_and_is_valid(name: str) -> None:
    tree = compose.composed(conf=CONF, name=name)
    assert yaml.safe_load((ROOT / "benchmarks" / name / "params.yaml").read_text()) == tree
    assert not {"memorydoc", "domain", "corpus", "scale"} & set(tree)
    configuration.validated(tree, ROOT)
    assert {"empty", "bm25"} & set(tree[name]["systems"])
    for change, said in (
        ({"source": None}, rf"{name}.source"),
        ({"answers": {"splits": ["train"], "pool": False}}, "give some of test"),
        ({"systems": {"x": {"kind": "rag_fusd"}}}, "did you mean 'rag_fused'"),
    ):
        with pytest.raises(UserError, match=said):
            configuration.validated({**tree, name: {**tree[name], **change}}, ROOT)


@pytest.mark.parametrize(("group", "choice"), CHOICES)
def test_every_file_of_every_group_builds_a_valid_configuration(group: str, choice: str) -> None:
    if group == "system":
        override = f"+system@memorydoc.systems.tried={choice}"
    elif group == "answerer":
        override = f"+answerer@memorydoc.systems.rag_both.answerer={choice}"
    elif group == "answered":
        override = f"answered@_global_={choice}"
    elif (group, choice) == ("corpus", "folder"):
        pytest.skip("a folder corpus has no folder by default, and says so: see below")
    elif (group, choice) == ("model", "local"):
        configuration.validated(compose.composed(["model=local", "models.generator.model=hosted_vllm/mine"], CONF))
        with pytest.raises(UserError, match=r"models\.generator\.model must be given"):
            compose.composed(["model=local"], CONF)
        return
    elif choice in ("private", "held_out"):
        given = [f"{group}={choice}", f"seed.commitment={'0' * 64}"]
        assert configuration.validated(compose.composed(given, CONF)).seed.value is None
        with pytest.raises(UserError, match=r"seed\.commitment must be given"):
            configuration.validated(compose.composed([f"{group}={choice}"], CONF))
        return
    else:
        override = f"{group}={choice}"
    configuration.validated(compose.composed([override], CONF))


def test_a_system_says_where_its_code_lies_so_that_dvc_sees_it_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    given = ["+system@memorydoc.systems.tried=empty"]
    tree = compose.composed(given, CONF)
    own = tree["memorydoc"]["systems"]["tried"]
    for code in (None, "src/microworlds/systems/nothing.py"):
        own["code"] = code
        with pytest.raises(
            UserError, match=r"memorydoc\.systems\.tried\.code is .*: give the file or folder of its code"
        ):
            configuration.validated(tree)
    own |= {"kind": "tests.worlds", "code": "tests/tree.py"}
    monkeypatch.setattr("tests.worlds.SYSTEM", empty.Empty, raising=False)
    with pytest.raises(UserError, match=r"tried\.code is tests/tree\.py, but tests\.worlds is tests/worlds\.py"):
        configuration.validated(tree)
    for code in ("tests/worlds.py", "tests"):
        own["code"] = code
        configuration.validated(tree)


def test_a_system_may_have_an_answerer_of_its_own_and_an_oracle_is_known_by_its_name() -> None:
    tree = compose.composed([], CONF)
    systems = tree["memorydoc"]["systems"]
    own = of_player("memorydoc.systems.rag_both_model", tree)["models"]
    assert own["answerer"] == own["memory_extractor"] == systems["rag_both_model"]["answerer"]
    assert of_player("memorydoc.systems.rag_both", tree) == tree
    systems["rag_both_model"]["answerer"] = {"kind": "recorded", "foldr": "x"}
    with pytest.raises(UserError, match="foldr"):
        configuration.validated(tree, ROOT)
    systems["rag_both_model"] = systems["rag_both"]
    configuration.validated(tree, ROOT)
    for group, name in (("systems", "oracle_two"), ("oracles", "two")):
        wrong = {**tree["memorydoc"], group: {**tree["memorydoc"][group], name: systems["rag_both"]}}
        with pytest.raises(UserError, match=rf"memorydoc\.{group}\.{name}: names of oracles begin with oracle"):
            configuration.validated({**tree, "memorydoc": wrong}, ROOT)


def test_a_folder_corpus_is_valid_once_it_has_a_folder_and_a_licence() -> None:
    with pytest.raises(UserError, match=r"corpus\.path"):
        configuration.validated(compose.composed(["corpus=folder"], CONF))
    given = ["corpus=folder", "corpus.path=texts", "corpus.licence=CC-BY-4.0"]
    configuration.validated(compose.composed(given, CONF))


@pytest.mark.parametrize(
    ("override", "said"),
    [
        ("retrieval.k=0", "retrieval.k: Input should be greater than 0"),
        ("retrieval.k=-3", "retrieval.k: Input should be greater than 0"),
        ("chunk.overlap=512", "overlap"),
        ("chunk.tokens=0", "chunk.tokens"),
        ("memorydoc.questions.hybrid_ratio=1.5", "hybrid_ratio"),
        ("memorydoc.questions.hybrid_ratio_least=-0.1", "hybrid_ratio_least"),
        ("memorydoc.conversations.grounding_ratio_threshold=2", "grounding_ratio_threshold"),
        ("memorydoc.scenarios.split.train=0.9", "split"),
        ("scale.worlds=0", "scale.worlds"),
        ("scale.worlds=many", "scale.worlds"),
        ("+retrieval.kk=3", "unknown key 'retrieval.kk' (did you mean 'k'?)"),
        ("+memorydoc.questions.hybrid_ration=0.5", "hybrid_ratio"),
        ("memorydoc.answers.splits=[dev]", "train, val, test"),
        ("memorydoc.systems.rag_doc.kind=ragg", "rag"),
        ("corpus.kind=cups", "cap"),
        ("memorydoc.questions.difficulty_shares.easy=0.9", "sum to 1"),
        ("memorydoc.scenarios.events_most=4", "events_most"),
        ("memorydoc.scenarios.sessions=9", "9 sessions need as many events"),
        ("memorydoc.scenarios.first_day='2030-01-01'", "lies after last_day"),
        ("memorydoc.scenarios.documents_per_world.weights=[-1,0]", "weights"),
    ],
)
def test_a_wrong_value_is_named_with_what_would_be_right(override: str, said: str) -> None:
    with pytest.raises(UserError) as caught:
        configuration.validated(compose.composed([override], CONF))
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("override", "said"),
    [
        ("domain=case-law", "caselaw"),
        ("scale=smok", "smoke"),
        ("modle=offline", "modle"),
        ("retreival.k=5", "retreival"),
    ],
)
def test_a_wrong_group_or_group_value_is_an_error_that_names_the_right_ones(override: str, said: str) -> None:
    with pytest.raises(UserError, match=said):
        compose.composed([override], CONF)


def run_guard(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "microworlds.config.validate", "conf", "config"]
    environment = {"PYTHONPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin", "HOME": str(folder)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_a_stale_params_yaml_stops_the_pipeline_with_one_line_and_exit_code_2(tmp_path: Path) -> None:
    (tmp_path / "conf").symlink_to(CONF)
    tree = yaml.safe_load((ROOT / "params.yaml").read_text())
    tree["retrieval"]["k"] = 11
    (tmp_path / "params.yaml").write_text(yaml.safe_dump(tree, sort_keys=False))
    done = run_guard(tmp_path)
    assert done.returncode == 2
    assert "params.yaml is stale: retrieval.k" in done.stderr
    assert "an experiment (-S) has left its settings here. `make params` composes it" in done.stderr
    assert "Traceback" not in done.stderr


def compose_in(folder: Path, *given: str) -> subprocess.CompletedProcess[str]:
    (folder / "conf").symlink_to(CONF)
    command = [sys.executable, "-m", "microworlds.config.compose", *given]
    environment = {"PYTHONPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin", "HOME": str(folder)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_settings_are_not_given_to_compose_since_the_next_run_would_call_them_stale(tmp_path: Path) -> None:
    done = compose_in(tmp_path, "scale=smoke", "retrieval.k=5")
    assert done.returncode == 2
    assert "`dvc exp run -S scale=smoke -S retrieval.k=5`" in done.stderr
    assert not (tmp_path / "params.yaml").exists()


def test_a_run_begins_with_a_dvc_lock_that_can_be_read_or_says_how_to_get_it_back(tmp_path: Path) -> None:
    (tmp_path / "dvc.lock").touch()
    done = compose_in(tmp_path)
    assert done.returncode == 2
    assert "dvc.lock is empty or cut off" in done.stderr
    assert "`git checkout dvc.lock`" in done.stderr
    assert not (tmp_path / "params.yaml").exists()


def test_a_wrong_value_is_to_be_corrected_where_it_was_given_which_may_be_an_experiment() -> None:
    with pytest.raises(UserError, match=r"retrieval\.k: .* Correct it where it was given: -S, or conf/"):
        configuration.validated(compose.composed(["retrieval.k=0"], CONF))


def test_a_missing_params_yaml_is_said_to_be_missing(tmp_path: Path) -> None:
    done = run_guard(tmp_path)
    assert done.returncode == 2
    assert "make params" in done.stderr
