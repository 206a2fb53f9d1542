"""Stage track: one MLflow run for each system, data version and set of parameters; the only module that imports mlflow.

Logging the same again changes nothing: a run is known by what it was made from. The store lies outside the tree,
beside the caches, so that the runs of queued experiments outlive their copy of the tree.

Source: issue 2, section 5; DESIGN 6.
"""

import json
import os
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import yaml
from filelock import FileLock

from microworlds.core import caches, formats, jsonl, manifest, params, seeds, stage
from microworlds.core.errors import UserError, run
from microworlds.core.records import Record
from microworlds.evaluation.play import timing
from microworlds.evaluation.system_names import is_ceiling
from microworlds.llm import traces
from microworlds.llm.records import Caller
from microworlds.llm.traces import Seen

# MLflow sends no reports, and litellm, which it imports, reads the price list of its package: fetching one hangs
# without a network
QUIET = {
    "DO_NOT_TRACK": "true",
    "GIT_PYTHON_REFRESH": "quiet",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "MLFLOW_DISABLE_TELEMETRY": "true",
}
_TRACED = "microworlds.traces"
# what identifies a run among others is what decides its answers; domain words and prompts are in the data's digest
_SECTIONS = ("retrieval", "chunk", "embedder", "models", "scale", "seed", "corpus")
# what can make two runs of a system differ: its own settings hold what it takes of retrieval and chunk
_NAMING = ("embedder", "scale", "seed", "corpus")
# a setting with one of these names goes by the name of its section
_PLAIN = ("tokens", "value", "name")


class TrackingParams(Record):
    """See conf/config.yaml, section tracking."""

    uri: str | None
    experiment: str
    traces: bool


def store(uri: str | None) -> str:
    """The address of MLflow's store: the one given, else a database beside the caches."""
    return uri or f"sqlite:///{caches.folder('mlflow') / 'mlflow.db'}"


def flat(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Leaves of a tree by dotted name."""
    for key, value in tree.items():
        name = f"{prefix}{key}"
        if isinstance(value, Mapping):
            yield from flat(value, f"{name}.")
        else:
            yield name, str(value)


def run_name(system: str, settings: Mapping[str, Any], usual: Mapping[str, Any]) -> str:
    """The system, then each of its settings that is not as usual: ``rag_both k=5 chunk=256``.

    One that is not usual at all is told by its own name.
    """
    own = dict(_unusual(settings["system"], usual["system"])) if usual.get("system") else {}
    rest = _unusual({name: value for name, value in settings.items() if name != "system"}, usual)
    return " ".join([system, *(f"{name}={value}" for name, value in (own | dict(rest)).items())])


def _unusual(settings: Mapping[str, Any], usual: Mapping[str, Any], section: str = "") -> Iterator[tuple[str, Any]]:
    """Names and values of settings that are otherwise; of a section of another kind or model, that alone."""
    for name in ("model", "kind") if section else ():
        if name in settings and settings[name] != usual.get(name):
            yield section, settings[name]
            return
    for key, value in settings.items():
        name = section if section and key in _PLAIN else f"{section}.{key}".removeprefix(".")
        before = usual.get(key)
        if isinstance(value, Mapping):
            yield from _unusual(value, before if isinstance(before, Mapping) else {}, name)
        elif key not in usual or value != before:
            yield name, value


def deciding(tree: Mapping[str, Any], suite: str, system: str) -> dict[str, Any]:
    """What decides the answers of a system, or an oracle, as a params.yaml has it."""
    own = _systems(tree, suite).get(system, {})
    shared = {part: tree[part] for part in _NAMING if part in tree}
    asked = {"answerer": tree["models"]["answerer"]} if "models" in tree else {}
    domain = {"domain": {"name": tree["domain"]["name"]}} if "domain" in tree else {}
    return {"system": {name: value for name, value in own.items() if name != "code"}, **shared, **asked, **domain}


def _systems(tree: Mapping[str, Any], suite: str) -> dict[str, Mapping[str, Any]]:
    """The settings of a suite's systems by name, the oracles last; none if there is no such suite."""
    section = tree.get(suite)
    return {**section["systems"], **section.get("oracles", {})} if section else {}


def committed() -> dict[str, Any]:
    """params.yaml as the last commit has it, or the one an experiment began at; empty if it has none."""
    revision = os.environ.get("DVC_EXP_BASELINE_REV") or "HEAD"
    tree = yaml.load(_git("show", f"{revision}:./{params.FILE}"), yaml.CSafeLoader)
    return tree if isinstance(tree, dict) else {}


def _git(*words: str) -> str:
    """What git prints; nothing if it fails."""
    done = subprocess.run(["git", *words], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def locked(path: Path = Path("dvc.lock")) -> dict[str, str]:
    """The hash of every output that dvc.lock records, by path; empty if there is no lock yet."""
    if not path.exists():
        return {}
    stages = (yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader) or {}).get("stages", {})
    return {out["path"]: out["md5"] for own in stages.values() for out in own.get("outs", ())}


class Tracker:
    """Writes runs to one experiment of one store."""

    def __init__(self, own: TrackingParams) -> None:
        os.environ.update(QUIET)
        import mlflow

        self.mlflow = mlflow
        self.uri = store(own.uri)
        mlflow.set_tracking_uri(self.uri)
        # two workers that create the database at once would both migrate it
        with FileLock(str(caches.folder("mlflow") / "create.lock")):
            self._experiment(own.experiment)

    def _experiment(self, name: str) -> None:
        artifacts = caches.folder("mlflow", "artifacts").as_uri()
        if self.mlflow.get_experiment_by_name(name) is None:
            self.mlflow.create_experiment(name, artifact_location=f"{artifacts}/{name}")
        self.mlflow.set_experiment(name)

    def known(self, identity: str) -> Any | None:
        """The finished run with this identity, if there is one."""
        found = self.mlflow.search_runs(
            filter_string=f"tags.`microworlds.identity` = '{identity}' and attributes.status = 'FINISHED'",
            output_format="list",
            max_results=1,
        )
        return found[0] if found else None

    def log(
        self,
        name: str,
        logged: Mapping[str, str],
        values: Mapping[str, float],
        tags: Mapping[str, str],
        release: Path,
        folder: Path,
    ) -> bool:
        """Log one run of this name, unless a finished one has its identity (a tag); True if it was logged."""
        if self.known(tags["microworlds.identity"]) is not None:
            return False
        with self.mlflow.start_run(run_name=name, tags=dict(tags)):
            self.mlflow.log_params(dict(logged))
            self.mlflow.log_metrics(dict(values))
            self.mlflow.log_input(self._dataset(release, tags["release.digest"]), context="evaluation")
            self.mlflow.log_artifacts(str(folder), artifact_path="results")
        return True

    def trace(self, identity: str, calls: Iterable[Seen]) -> int:
        """Show calls as traces of a run, one for each item, unless it has some; how many."""
        run = self.known(identity)
        if run is None or _TRACED in run.data.tags:
            return 0
        items: dict[str, list[Seen]] = defaultdict(list)
        for seen in calls:
            items[seen.key].append(seen)
        with self.mlflow.start_run(run_id=run.info.run_id):
            for key, own in items.items():
                self._trace(key, own)
            self.mlflow.flush_trace_async_logging()
            self.mlflow.set_tag(_TRACED, str(len(items)))
        return len(items)

    def _trace(self, key: str, calls: Sequence[Seen]) -> None:
        start = self.mlflow.start_span_no_context
        last = calls[-1]
        begun = _nanoseconds(calls[0].begun)
        root = start(key, inputs={"item": key, "task": last.request.task}, start_time_ns=begun)
        for seen in calls:
            asked, reply = seen.request, seen.reply
            at = _nanoseconds(seen.begun)
            span = start(
                asked.task,
                span_type="LLM",
                parent_span=root,
                inputs={"messages": [message.model_dump() for message in asked.messages]},
                attributes={
                    "model": asked.model, "outcome": seen.outcome, "finish": reply.finish, "sample": list(asked.sample),
                    "tokens_in": reply.tokens_in, "tokens_out": reply.tokens_out, "digest": asked.digest,
                },
                start_time_ns=at,
            )  # fmt: skip
            span.end(outputs={"text": reply.text}, end_time_ns=at + int(seen.seconds * 1e9))
        root.end(
            outputs={"text": last.reply.text, "outcome": last.outcome},
            end_time_ns=_nanoseconds(last.begun) + int(last.seconds * 1e9),
        )

    def _dataset(self, release: Path, digest: str) -> Any:
        from mlflow.data.http_dataset_source import HTTPDatasetSource
        from mlflow.data.meta_dataset import MetaDataset

        return MetaDataset(HTTPDatasetSource(f"file://{release}"), name=release.name, digest=digest[:36])


def _nanoseconds(moment: datetime) -> int:
    return int(moment.timestamp() * 1e9)


def data_tags(path: Path) -> dict[str, str]:
    """Tags that tell data apart: the suite, its version, and what else the manifest says of the whole."""
    held = json.loads(path.read_text(encoding="utf-8"))
    said = {name: str(value) for name, value in held.items() if isinstance(value, (str, int)) and name != "made_by"}
    return {f"data.{name}": value for name, value in (said | {"version": held.get("version") or "unreleased"}).items()}


def seconds(metrics: Path, system: str, answers: str | None) -> dict[str, float]:
    """Seconds that a system took to take in and to answer, as metrics of a run; nothing if they were not measured.

    Nor if they are those of other answers than these (their MD5; None: nobody knows which).
    """
    times = timing.read(metrics, system)
    if times is None or answers not in (None, times.answers):
        return {}
    return {"seconds_in": times.total.seconds_in, "seconds_answering": times.total.seconds_answering}


def main() -> None:
    """A release and its scores in, MLflow runs out, and which they are."""
    suite, release, folder, out = stage.paths("suite", "release", "metrics", "runs")
    tree = params.tree()
    usual = committed() or tree
    described = release / manifest.MANIFEST
    if not described.exists():
        raise UserError(f"{described} is missing: run `dvc repro` to make the release first.")
    digest = manifest.digest(described)
    scores = json.loads((folder / "scores.json").read_text(encoding="utf-8"))
    hashes = locked()
    tracking = params.section(TrackingParams, "tracking")
    tracker = Tracker(tracking)
    tags = {
        **data_tags(described),
        "microworlds.format": str(formats.VERSIONS["runs"]),
        "release.digest": digest,
        "git.commit": _git("rev-parse", "HEAD") or "unknown",
        "dvc.experiment": os.environ.get("DVC_EXP_NAME", ""),
        **{f"lock.{path}": value for path, value in hashes.items() if path.startswith("data/release")},
    }
    logged = traced = 0
    identities = {}
    # somebody else's benchmark has no sections about making worlds
    shared = dict(flat({part: tree[part] for part in _SECTIONS if part in tree}))
    domain = {"domain": str(tree["domain"]["name"])} if "domain" in tree else {}
    for system, own in _systems(tree, str(suite)).items():
        if system not in scores:
            continue  # left out: see evaluation.play.answers
        cell = f"{'oracle' if is_ceiling(system) else 'answers'}@{system}"
        values = {name: float(value) for name, value in flat(scores[system]) if value not in ("None", "")}
        answers = f"data/interim/{suite}/answers/{system}.jsonl"
        own_tags = {**tags, **({f"lock.{answers}": hashes[answers]} if answers in hashes else {})}
        chosen = {**shared, **domain, **dict(flat(own, "system."))}
        identity = seeds.digest(system, digest, *sorted(chosen.items()), *sorted(values.items()))
        identities[system] = identity
        own_tags |= {"system": system, "microworlds.identity": identity}
        name = run_name(system, *(deciding(one, str(suite), system) for one in (tree, usual)))
        measured = values | seconds(folder.parent, system, hashes.get(answers))
        logged += tracker.log(name, chosen, measured, own_tags, release, folder)
        if tracking.traces:
            seen = traces.path(tree, Caller(suite=str(suite), stage=cell, role="answerer"))
            traced += tracker.trace(identity, jsonl.read(seen, Seen) if seen.exists() else ())
    # an output, so that a fresh clone, which has none, logs its runs although dvc.lock knows them
    jsonl.write_text(out, json.dumps(identities, indent=1) + "\n")
    said = f" and {traced} traces" if tracking.traces else ""
    print(f"{logged} new runs{said} in {tracker.uri} (look with `make ui`)")


if __name__ == "__main__":
    run(main)
