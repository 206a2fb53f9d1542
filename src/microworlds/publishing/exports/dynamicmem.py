"""DynamicMem's shape: for each user a log of calls and a pack of tasks by checkpoint.

A checkpoint is where questions follow upon calls. What is asked are questions with a template about one state: those of
named states, and service tasks. The shape has no place for others.

Source: DynamicMem, its published schema (spec 1.10 to 1.13).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from microworlds.core import jsonl
from microworlds.core.errors import UserError
from microworlds.core.records import Ask, Gold, Observation, Part, Question, Record, Span
from microworlds.publishing.exports.base import Asked, FullEpisode, Made, Unit, array

_CATEGORIES = {
    "attributes": "user_attributes_state",
    "collections": "user_attributes_state",
    "habits": "habits_state",
    "preferences": "preferences_state",
}
_SERVICES = {
    "attributes": "action_configuration",
    "collections": "action_configuration",
    "habits": "user_communication",
    "preferences": "information_request_construction",
}
_FIELDS = ("app_log_id", "timestamp", "app_name", "api_name", "request", "response")
_NO_PLACE = "questions that have no template about one state"


class DynamicMem(Record):
    """``USER/app_log_large.json`` and ``USER/task_packs.json``."""

    def write(self, episodes: Iterable[FullEpisode], split: str, folder: Path) -> Made:
        """See ``Format.write``."""
        made = Made()
        for own in episodes:
            user = folder / own.episode.id
            calls = [(observation, part) for observation in own.observations for part in observation.parts]
            array(user / "app_log_large.json", (_call(*one) for one in calls))
            made.units += [
                Unit(id=f"{own.episode.id}/{_call(one, part)['app_log_id']}", span=_span(one, part))
                for one, part in calls
            ]
            checkpoints = list(_checkpoints(own, made))
            pack = {
                "user_id": own.episode.id,
                "task_contract_version": "taskabc_v2",
                "total_checkpoints": len(checkpoints),
                "checkpoints": checkpoints,
            }
            jsonl.write_text(user / "task_packs.json", json.dumps(pack, ensure_ascii=False, indent=2) + "\n")
            made.counts.update(users=1, calls=len(calls), checkpoints=len(checkpoints))
        made.counts["questions"] = len(made.questions)
        made.how["evidence"] = "the gold's: the fewest calls from which the state follows, not all that show it"
        made.how["reminders"] = "have a template, and `identity_field`, the field without which nothing counts"
        made.how["question"] = (
            "id USER/C/KEY is the named state KEY at the C-th checkpoint, USER/C/KEY/N a service task"
        )
        return made


def _call(observation: Observation, part: Part) -> dict[str, Any]:
    """The call that an entry of a log is, with the six published fields."""
    try:
        told = json.loads(observation.text[part.start : part.end])
        return {name: part.speaker if name == "app_name" else told[name] for name in _FIELDS}
    except (ValueError, KeyError, TypeError) as error:
        raise UserError(
            f"{observation.id}: {part.id} is no call of an app, and this shape has calls only. Choose another format."
        ) from error


def _span(observation: Observation, part: Part) -> Span:
    return Span(observation=observation.id, start=part.start, end=part.end)


def _checkpoints(own: FullEpisode, made: Made) -> Iterator[dict[str, Any]]:
    observations = {one.id: one for one in own.observations}
    seen: list[dict[str, Any]] = []
    named: dict[Span, str] = {}
    asked: list[Question] = []
    number = 0
    for step in (*own.episode.steps, None):
        if isinstance(step, Ask):
            asked.append(step.question)
            continue
        if asked:
            number += 1
            yield _checkpoint(own, number, asked, seen, named, made)
            asked = []
        if step is not None:
            for part in observations[step.observation].parts:
                seen.append(_call(observations[step.observation], part))
                named[_span(observations[step.observation], part)] = seen[-1]["app_log_id"]


def _checkpoint(
    own: FullEpisode, number: int, asked: Sequence[Question], seen: Sequence[dict[str, Any]],
    named: dict[Span, str], made: Made,
) -> dict[str, Any]:  # fmt: skip
    if not seen:
        raise UserError(f"{own.episode.id} is asked before any call, and this shape asks after calls only.")
    states: dict[str, dict[str, Any]] = {}
    shown: dict[str, dict[str, Any]] = {}
    keys: dict[str, Any] = {}
    services: dict[str, Any] = {}
    for question in asked:
        gold = own.gold[question.id]
        family, name = gold.labels.get("family"), gold.labels.get("state", "").rpartition(":")[2]
        service = gold.labels.get("category") == "personalized_service"
        if gold.fields is None or family not in _CATEGORIES or not name or gold.labels.get("category") == "temporal":
            made.left_out[_NO_PLACE] += 1
            continue
        category = _CATEGORIES[family]
        key = f"{category}:{name}"
        evidence = [_named(piece.span, named) for piece in gold.evidence]
        if not service and key in keys:
            made.left_out["second question about the same state"] += 1
            continue
        if service:
            items = services.setdefault(key, {"items": []})["items"]
            id_ = f"{own.episode.id}/{number}/{key}/{len(items) + 1}"
            items.append(_service(id_, question, gold, _SERVICES[family], evidence))
        else:
            id_ = f"{own.episode.id}/{number}/{key}"
            keys[key] = _completion(id_, key, question, gold)
            states.setdefault(category, {})[name] = _nested(gold, gold.fields)
            shown.setdefault(category, {})[name] = {
                "evidence_count": len(evidence), "evidence_app_log_ids": evidence, "is_valid": True,
            }  # fmt: skip
        made.questions.append(Asked(id=id_, question=question.id))
    moment = asked[0].asked_at.strftime("%Y-%m-%d %H:%M:%S")
    last = {"log_index": len(seen) - 1, **{name: seen[-1][name] for name in ("app_log_id", "timestamp")}}
    return {
        "checkpoint_id": f"cal_quarterly_{number:03d}",
        "as_of": last,
        "sampling": {"mode": "calendar_time", "params": {"anchor_index": number, "anchor_timestamp": moment}},
        "expected_snapshot_state": states,
        "state_observability": shown,
        "state_completion_pack": {"version": "v5", "keys": keys, "filtered_keys": {}},
        "rq3_apply_service_qa": {"keys": services},
    }


def _completion(id_: str, key: str, question: Question, gold: Gold) -> dict[str, Any]:
    return {
        "item_id": id_,
        "state_key": key,
        "question_text": question.text,
        "retrieval_query": question.text,
        "answer_template": _nested(gold, dict.fromkeys(question.blanks, "<fill the blank>")),
        "scoring_points": [
            {"point_id": f"{id_}.p{at}", "point_type": "field", "polarity": "positive", "target_path": path,
             "reference_value": value}
            for at, (path, value) in enumerate((gold.fields or {}).items(), start=1)
        ],
    }  # fmt: skip


def _service(id_: str, question: Question, gold: Gold, family: str, evidence: Sequence[str]) -> dict[str, Any]:
    made = {
        "qa_id": id_,
        "service_family": family,
        "scenario": question.text,
        "task_instruction": "",
        "retrieval_query": question.text,
        "reference_answer": gold.answer,
        "output_template": dict.fromkeys(question.blanks, "<fill>"),
        "reference_output": dict(gold.fields or {}),
        "gold_memory_evidence_app_log_ids": list(evidence),
    }
    return made | ({"identity_field": gold.labels["gate"]} if "gate" in gold.labels else {})


def _named(piece: Span, named: dict[Span, str]) -> str:
    """The id of the call in which a piece of evidence stands."""
    return named.get(piece) or next(name for span, name in named.items() if span.overlaps(piece))


def _nested(gold: Gold, told: dict[str, str]) -> dict[str, Any]:
    """Fields as the shape has them: what a collection has is a list."""
    lists = gold.labels.get("family") == "collections"
    return {path: value.split(", ") if lists else value for path, value in told.items()}


FORMAT = DynamicMem
