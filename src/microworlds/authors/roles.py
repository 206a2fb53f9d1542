"""Who writes in which role, as the configuration says.

Source: MemoryDocDataSet 4.1 and 5.1 (one model generates, another answers); DESIGN 5.
"""

import atexit
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal

from microworlds.authors.base import Author, In, Out, Task
from microworlds.authors.llm import LLMAuthor
from microworlds.authors.offline import OfflineAuthor
from microworlds.authors.probe import ProbeAuthor
from microworlds.authors.recorded import Folder, RecordedAuthor, Recorder, opened
from microworlds.core import params
from microworlds.core.errors import UserError
from microworlds.core.parallel import Waiting, workers
from microworlds.core.plugins import nearest
from microworlds.core.records import Record
from microworlds.llm import costs
from microworlds.llm.archive import Archive
from microworlds.llm.client import ModelClient
from microworlds.llm.records import Budget, Caller, Endpoint, ModelSettings
from microworlds.llm.store import Store
from microworlds.llm.traces import Traces

Role = Literal[
    "generator", "checker", "extractor", "answerer", "memory_extractor", "judge_strict", "judge_lenient", "grader"
]


OFFLINE = "the offline author"


class Offline(Record):
    """The built-in author."""

    kind: Literal["offline"]


class Model(ModelSettings):
    """A language model; see conf/model/*.yaml."""

    kind: Literal["llm"]


class Replay(Record):
    """A model's replies: every one from a file of exported responses, none from the network."""

    kind: Literal["replay"]
    responses: Path


class Recorded(Record):
    """Texts that were written through the door earlier, and lie in a folder of the project."""

    kind: Literal["recorded"]
    folder: Path
    notes: Path | None = None


class Recording(ModelSettings):
    """A language model whose texts are recorded in a folder; for the command `written record`."""

    kind: Literal["recording"]
    folder: Path
    by: str
    texts: int


class Probe(ModelSettings):
    """A language model that is not asked: see ``probe``. For the commands `estimate` and `prompt`."""

    kind: Literal["probe"]
    notes: Path
    show: str | None = None


ModelParams = Offline | Model | Replay | Recorded | Recording | Probe
_KINDS: Mapping[str, type[Record]] = {
    "offline": Offline,
    "llm": Model,
    "replay": Replay,
    "recorded": Recorded,
    "recording": Recording,
    "probe": Probe,
}


def model(role: str, tree: Mapping[str, Any]) -> ModelParams:
    """The settings that a tree of parameters gives a role.

    Raises:
        UserError: an unknown kind, endpoint or key, or a value out of range.
    """
    own = tree.get("models", {}).get(role)
    kind = str(own.get("kind")) if isinstance(own, Mapping) else "None"
    if kind not in _KINDS:
        raise UserError(
            f"params: models.{role}.kind is {kind!r}{nearest(kind, list(_KINDS))}; give one of {', '.join(_KINDS)}."
        )
    # what another kind had set stays beside it where settings are composed one over the other
    given = {"kind": kind} if kind == "offline" else own
    settings = params.checked(_KINDS[kind], f"models.{role}", given)
    known = list(tree.get("endpoints") or {})
    if isinstance(settings, Model | Recording) and settings.endpoint not in known:
        name = settings.endpoint
        raise UserError(
            f"params: models.{role}.endpoint is {name!r}{nearest(name, known)}; endpoints has {known or 'none'}."
        )
    assert isinstance(settings, ModelParams)
    return settings


def of_player(place: str, tree: Mapping[str, Any]) -> Mapping[str, Any]:
    """The parameters for the player whose section is at ``place``, or a validation: its own ``answerer``, if any."""
    own = params.value(place, tree).get("answerer")
    return tree if own is None else {**tree, "models": {**tree["models"], "answerer": own, "memory_extractor": own}}


def author(role: Role, suite: str, stage: str, tree: Mapping[str, Any] | None = None) -> Author:
    """The author that a tree of parameters, None: params.yaml, names for a role, writing for a stage of a suite.

    Raises:
        UserError: the model cannot be used as it is configured, or the recording cannot be read.
    """
    tree = params.tree() if tree is None else tree
    settings = _of_suite(model(role, tree), suite)
    caller = Caller(suite=suite, stage=stage, role=role)
    if isinstance(settings, Offline):
        return OfflineAuthor(params.seed())
    if isinstance(settings, Replay):
        recorded = _archive(settings.responses)
        if caller not in recorded.callers:
            return Unrecorded(recorded, caller)
        return LLMAuthor(recorded.settings(caller), recorded.ask, Waiting(workers()), _watch(tree, caller))
    if isinstance(settings, Recorded):
        if not (lacking := _lacking(settings, tree)):
            return RecordedAuthor(opened(settings.folder), settings.notes)
        print(f"{role}: {settings.folder} has no texts of this run ({lacking}): the offline author writes.")
        return OfflineAuthor(params.seed())
    plain = ModelSettings.model_validate(settings.model_dump(include=set(ModelSettings.model_fields)))
    if isinstance(settings, Probe):
        return ProbeAuthor(plain, caller, OfflineAuthor(params.seed()), settings.notes, settings.show)
    own = _asked(plain, caller, tree)
    if isinstance(settings, Recording):
        return Recorder(opened(settings.folder), own, settings.by, settings.texts)
    return own


def written_by(role: Role, suite: str, stage: str, tasks: Iterable[str], tree: Mapping[str, Any] | None = None) -> str:
    """Who writes in a role, as a release tells it: the offline author, or a model by its name."""
    tree = params.tree() if tree is None else tree
    settings = _of_suite(model(role, tree), suite)
    if isinstance(settings, Recorded) and not _lacking(settings, tree):
        return opened(settings.folder).by(tasks)
    if isinstance(settings, Replay):
        return _archive(settings.responses).settings(Caller(suite=suite, stage=stage, role=role)).model
    if isinstance(settings, Recording):
        return settings.by
    return settings.model if isinstance(settings, ModelSettings) else OFFLINE


def checker(suite: str, stage: str) -> Author | None:
    """Who reads what was written and says what it means; None where the offline author writes what it was planned to.

    Raises:
        UserError: as for ``author``.
    """
    tree = params.tree()
    settings = _of_suite(model("checker", tree), suite)
    unread = isinstance(settings, Offline) or (isinstance(settings, Recorded) and _lacking(settings, tree))
    return None if unread else author("checker", suite, stage)


def _of_suite(settings: ModelParams, suite: str) -> ModelParams:
    """The settings for a suite: recorded texts lie in a folder of each."""
    if isinstance(settings, Recorded | Recording):
        return settings.model_copy(update={"folder": Folder(settings.folder).of_suite(suite).path})
    return settings


def _lacking(settings: Recorded, tree: Mapping[str, Any]) -> str | None:
    """Which choice of a run a folder of texts does not cover; where it is only looked what is there, none."""
    if settings.notes is not None:
        return None
    own = opened(settings.folder)
    return own.lacking(tree) if own.covers or any(own.tasks) else "it has none at all"


def _asked(settings: ModelSettings, caller: Caller, tree: Mapping[str, Any]) -> LLMAuthor:
    """A language model."""
    name = settings.endpoint
    endpoint = params.section(Endpoint, f"endpoints.{name}", tree)
    own = client(caller.suite)
    line = own.line(name, endpoint, settings, caller)
    waiting = Waiting(endpoint.max_concurrency, own.note, partial(own.stop, UserError("given up")))
    return LLMAuthor(settings, lambda request, judged: own.ask(request, line, judged), waiting, _watch(tree, caller))


@dataclass(frozen=True)
class Unrecorded:
    """A role that asked for nothing when the others were recorded, and must not ask for anything now."""

    recorded: Archive
    caller: Caller
    waiting: None = None

    def write(self, task: Task[In, Out], given: In, *, key: str, sample: int = 0, refused: Sequence[str] = ()) -> Out:
        """Nothing.

        Raises:
            UserError: always: there is no recording.
        """
        self.recorded.settings(self.caller)
        raise AssertionError(f"{self.caller} is recorded")


def _watch(tree: Mapping[str, Any], caller: Caller) -> Traces | None:
    return Traces(tree, caller) if tree.get("tracking", {}).get("traces") else None


@cache
def client(suite: str) -> ModelClient:
    """The client of this process; when the process ends it writes what the account has cost."""
    from microworlds.llm.provider import LiteLLM

    store = Store()
    budget = params.section(Budget, "budget")
    atexit.register(costs.write, store, budget.account, suite, Path("metrics") / suite / "cost.json")
    return ModelClient(store, LiteLLM(), budget)


_archive = cache(Archive.read)
