"""DynamicMem's published users as episodes: the calls up to a checkpoint, its questions, the calls up to the next.

``python -m microworlds.suites.imported.published_dynamicmem.release FOLDER OUT`` writes what evaluation reads.

A user is a folder with ``task_packs.json`` and ``app_log_large.json``. The calls of a day are one observation, or two
if a checkpoint falls into it. A question asks for the leaves of its template; what belongs in them stands in the state
as it was validated, else as it is expected. Evidence are all calls that are named so and were seen by then.

Source: DynamicMem (spec 1.10 to 1.13, 2.9 to 2.13, 3.3, 3.7).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from microworlds.core import seeds
from microworlds.core.errors import UserError, run
from microworlds.core.records import Evidence, Gold, Observation, Question
from microworlds.core.value_types import WEEKDAYS
from microworlds.suites.dynamicmem.episodes import entries as placed
from microworlds.suites.dynamicmem.logs import observations
from microworlds.suites.dynamicmem.records import Log
from microworlds.suites.dynamicmem.templates import template
from microworlds.suites.imported import importing as imported
from microworlds.suites.imported.importing import ImportedEpisode
from microworlds.suites.imported.json_entries import entries

PACK, CALLS = "task_packs.json", "app_log_large.json"
CONTRACT = "taskabc_v2"
_FAMILIES = {"user_attributes_state": "attributes", "habits_state": "habits", "preferences_state": "preferences"}


def episodes(source: Path) -> Iterator[ImportedEpisode]:
    """The users of a folder, in order of their folders' names.

    Raises:
        UserError: there are none, two of one name, one without a log, or a file is cut off or not in that shape.
    """
    packs = sorted(source.rglob(PACK))
    if not packs:
        raise UserError(f"{source} holds no {PACK}. Name DynamicMem's published folder, which has a folder a user.")
    users = {path.parent.name: path.parent for path in packs}
    for path in packs:
        if (other := users[path.parent.name]) != path.parent:
            raise UserError(f"{path.parent} and {other} are both called {other.name}. Rename one.")
        log = path.with_name(CALLS)
        if not log.is_file():
            raise UserError(f"{path.parent} has {PACK} and no {CALLS}. Get the user's folder again.")
        pack = next(entries(path), None)
        found: Mapping[str, Any] = pack if isinstance(pack, dict) else {"task_contract_version": None}
        contract = found.get("task_contract_version", CONTRACT)
        if contract != CONTRACT:
            raise UserError(f"{path}: its task contract is {contract!r}, and {CONTRACT!r} is what is read here.")
        try:
            yield _User(path.parent.name, log, found["checkpoints"]).episode()
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise UserError(f"{path}: not DynamicMem's shape: {error!r}.") from error


class _User:
    """What has been handed over of a user so far, what has been asked, and what was wrong."""

    def __init__(self, name: str, log: Path, checkpoints: Sequence[Mapping[str, Any]]) -> None:
        self.name = name
        self.faults: Counter[str] = Counter()
        self.calls = self._calls(log)
        self.checkpoints = [_Checkpoint(number, own) for number, own in enumerate(checkpoints, start=1)]
        self.observed: list[Observation] = []
        self.seen: dict[str, Evidence] = {}

    def episode(self) -> ImportedEpisode:
        """The user's calls and questions."""
        questions: list[Question] = []
        golds: list[Gold] = []
        asked: list[int] = []
        taken = 0
        for at, checkpoint in enumerate(self.checkpoints):
            until = self._until(checkpoint)
            self.faults["checkpoint that is not later than the one before it"] += until <= taken
            self._observe(self.calls[taken:until])
            taken = max(taken, until)
            items = sorted(
                self._asked(checkpoint, self.checkpoints[:at]),
                key=lambda own: seeds.digest(self.name, checkpoint.number, own[0].text, own[0].template or ""),
            )
            for number, (question, gold) in enumerate(items, start=1):
                id_ = f"{self.name}-c{checkpoint.number}-q{number:03d}"
                questions.append(question.model_copy(update={"id": id_}))
                golds.append(gold.model_copy(update={"question": id_}))
                asked.append(len(self.observed))
        self._observe(self.calls[taken:])
        return ImportedEpisode(
            id=self.name, observations=tuple(self.observed), questions=tuple(questions), gold=_cohorts(golds),
            asked=tuple(asked), faults=dict(+self.faults),
        )  # fmt: skip

    def _calls(self, path: Path) -> list[Log]:
        made: dict[str, Log] = {}
        for place, entry in enumerate(entries(path)):
            try:
                told = {name: entry[name] for name in Log.model_fields}
                log = Log(**{**told, "timestamp": _moment(entry["timestamp"])})
            except (KeyError, TypeError, ValueError) as error:
                raise UserError(
                    f"{path}, entry {place}: not a call with the six published fields: {type(error).__name__} "
                    f"{' '.join(str(error).split())}."
                ) from error
            self.faults["call id that comes twice: the first stays"] += log.app_log_id in made
            made.setdefault(log.app_log_id, log)
        calls = list(made.values())
        ordered = sorted(calls, key=lambda log: log.timestamp)
        self.faults["call dated before the one before it"] += sum(
            later.timestamp < sooner.timestamp for sooner, later in pairwise(calls)
        )
        return ordered

    def _until(self, checkpoint: _Checkpoint) -> int:
        """How many calls have been seen at a checkpoint: those up to the one that it names, else up to its time."""
        last = checkpoint.entry["as_of"]
        for place, log in enumerate(self.calls, start=1):
            if log.app_log_id == last["app_log_id"]:
                return place
        self.faults["checkpoint whose call is not in the log"] += 1
        return sum(log.timestamp <= _moment(last["timestamp"]) for log in self.calls)

    def _observe(self, calls: Sequence[Log]) -> None:
        ids = {own.id for own in self.observed}
        made = [
            own.model_copy(update={"id": f"{own.id}-later"}) if own.id in ids else own
            for own in observations(self.name, calls)
        ]
        self.observed += made
        self.seen |= placed(self.name, made)

    def _asked(self, own: _Checkpoint, before: Sequence[_Checkpoint]) -> Iterator[tuple[Question, Gold]]:
        for key, item in own.entry["state_completion_pack"]["keys"].items():
            state = own.fields(key)
            blanks = [path for path, _ in _leaves(item["answer_template"])]
            told = {path: state[path] for path in blanks if path in state}
            self.faults["blank of which the state says nothing"] += len(blanks) - len(told)
            if not told:
                self.faults["question that has a template and no answer"] += 1
                continue
            gold = self._gold(own, before, key, "state_completion", own.evidence(key))
            if before and before[-1].fields(key) != state:
                gold = _labelled(gold, "changed", str(own.number))
            yield _template(own, item["question_text"], gold, blanks, told)
        for key, item in _services(own.entry["rq3_apply_service_qa"]):
            text = f"{item['scenario']} {item['task_instruction']}".strip()
            gold = self._gold(own, before, key, "personalized_service", item["gold_memory_evidence_app_log_ids"])
            if "output_template" in item:
                if gate := item.get("identity_field"):
                    gold = _labelled(gold, "gate", gate)
                blanks = [path for path, _ in _leaves(item["output_template"])]
                yield _template(own, text, gold, blanks, dict(_leaves(item["reference_output"])))
            else:  # a message in free text, which has to have every field of its state
                answer = item["reference_answer"]
                rubric = [f'It has the {path}. Says one of: "{value}".' for path, value in own.fields(key).items()]
                changes = {"answer": answer, "rubric": tuple(rubric) or (answer,)}
                yield Question(id="?", text=text, asked_at=own.moment), gold.model_copy(update=changes)

    def _gold(
        self, own: _Checkpoint, before: Sequence[_Checkpoint], key: str, category: str, named: Sequence[str]
    ) -> Gold:
        """Gold without an answer; ``named`` are the ids of its evidence."""
        pieces = [self.seen[name] for name in dict.fromkeys(named) if name in self.seen]
        self.faults["evidence that is not in the log by then"] += len(set(named)) - len(pieces)
        family = own.family(key)
        current = {part for value in own.fields(key).values() for part in value.split(", ")}
        past = [part for one in before for value in one.fields(key).values() for part in value.split(", ")]
        stale = () if family == "habits" else tuple(dict.fromkeys(part for part in past if part not in current))
        labels = {"checkpoint": str(own.number), "family": family, "state": key, "source": "log_only"}
        gold = imported.gold("?", "", True, pieces, self.name, category, labels)
        return gold.model_copy(update={"stale": stale})


def _template(
    own: _Checkpoint, text: str, gold: Gold, blanks: Sequence[str], told: dict[str, str]
) -> tuple[Question, Gold]:
    """A question with a template of these blanks, and its gold."""
    answer = "; ".join(f"{name}: {value}" for name, value in told.items())
    question = Question(id="?", text=text, asked_at=own.moment, template=template(blanks))
    return question, gold.model_copy(update={"answer": answer, "fields": told})


def _labelled(gold: Gold, label: str, value: str) -> Gold:
    return gold.model_copy(update={"labels": {**gold.labels, label: value}})


class _Checkpoint:
    """A checkpoint: its number from 1, what is published of it, and when it is."""

    def __init__(self, number: int, entry: Mapping[str, Any]) -> None:
        self.number, self.entry = number, entry
        anchor = entry.get("sampling", {}).get("params", {}).get("anchor_timestamp")
        self.moment = _moment(anchor or entry["as_of"]["timestamp"])

    def _state(self, key: str) -> Any:
        category, _, name = key.partition(":")
        for held in ("validated_snapshot_state", "expected_snapshot_state"):
            if name in (found := self.entry.get(held, {}).get(category, {})):
                return found[name]
        return None

    def fields(self, key: str) -> dict[str, str]:
        """What holds of a state by then, leaf by leaf; nothing if it is not there."""
        return dict(_leaves(self._state(key)))

    def family(self, key: str) -> str:
        """Which of ours a state is of; an attribute whose value is a list is a collection."""
        family = _FAMILIES[key.partition(":")[0]]
        own = self._state(key)
        lists = any(isinstance(one, list) for one in [own, *(own.values() if isinstance(own, dict) else ())])
        return "collections" if family == "attributes" and lists else family

    def evidence(self, key: str) -> Sequence[str]:
        """The ids of the calls that show a state."""
        category, _, name = key.partition(":")
        found: Sequence[str] = self.entry["state_observability"][category][name]["evidence_app_log_ids"]
        return found


def _cohorts(golds: Sequence[Gold]) -> tuple[Gold, ...]:
    """The same, states that are there at every checkpoint and never change being labelled so."""
    named = [own for own in golds if own.labels["category"] == "state_completion"]
    last = max((int(own.labels["checkpoint"]) for own in named), default=0)
    values: dict[str, list[str]] = {}
    for own in named:
        values.setdefault(own.labels["state"], []).append(own.answer)
    steady = {state for state, own in values.items() if len(own) == last and len(set(own)) == 1}
    return tuple(
        _labelled(own, "unchanged", own.labels["checkpoint"])
        if own.labels["category"] == "state_completion" and own.labels["state"] in steady
        else own
        for own in golds
    )


def _services(node: Any, key: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The service tasks anywhere in a pack, each with the key of its state."""
    if isinstance(node, dict):
        if "qa_id" in node:
            yield str(node.get("state_key", key)), node
            return
        for name, inner in node.items():
            yield from _services(inner, name if ":" in name else key)
    elif isinstance(node, list):
        for inner in node:
            yield from _services(inner, key)


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """The leaves of a state or template, a list being one; a bare value is called ``value``. Weekdays get their names.

    >>> dict(_leaves({"schedule": {"days_of_week": [0, 3]}, "location": "Odeon", "note": None}))
    {'schedule.days_of_week': 'Monday, Thursday', 'location': 'Odeon'}
    """
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _leaves(inner, f"{path}.{name}" if path else name)
        return
    items = value if isinstance(value, list) else [value]
    if path.rpartition(".")[2] in ("days_of_week", "day_of_week"):
        items = [WEEKDAYS[one] if isinstance(one, int) else one for one in items]
    if text := ", ".join(str(one) for one in items if one is not None):
        yield path or "value", text


def _moment(text: str) -> datetime:
    """A published time, which has no zone, as UTC."""
    found = datetime.fromisoformat(text)
    return found if found.tzinfo else found.replace(tzinfo=UTC)


if __name__ == "__main__":
    run(lambda: imported.main("published_dynamicmem", episodes))
