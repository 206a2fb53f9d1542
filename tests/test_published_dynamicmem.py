"""DynamicMem's published data: small files of our own in its layout, with damages, and ours in it and back."""

from __future__ import annotations

import json
import shutil
from collections import Counter

import pytest

from microworlds.authors.offline import OfflineAuthor
from microworlds.config import compose
from microworlds.core import jsonl
from microworlds.core.errors import UserError
from microworlds.core.publication import Publication
from microworlds.core.records import Ask, Episode, Gold, Observation, Part, Question
from microworlds.publishing.exports.base import export
from microworlds.suites.dynamicmem import release
from microworlds.suites.dynamicmem.events import EventMaker
from microworlds.suites.dynamicmem.logs import LogMaker
from microworlds.suites.dynamicmem.parameters import Params
from microworlds.suites.dynamicmem.profiles import ProfileMaker
from microworlds.suites.dynamicmem.quality import quality
from microworlds.suites.dynamicmem.questions import QuestionMaker
from microworlds.suites.imported import importing
from microworlds.suites.imported.published_dynamicmem.release import episodes
from tests.tree import clone

GYM, RUN, SHOP = "user_attributes_state:gym", "habits_state:run", "preferences_state:shopping"


def call(number, day, **changes):
    own = {
        "app_log_id": f"log_{number:05d}", "timestamp": f"2024-{day} 08:30:00", "app_name": "Fitbit",
        "api_name": "LogWorkout", "request": {"place": "Pulse"}, "response": {"ok": True},
    }  # fmt: skip
    return own | changes


def named(key, blanks):
    return {"question_text": f"What holds of {key}?", "answer_template": blanks}


def service(key, **changes):
    own = {
        "qa_id": f"{key}-1", "service_family": "action_configuration", "scenario": "A form is open.",
        "task_instruction": "Fill it.", "gold_memory_evidence_app_log_ids": ["log_00001"],
        "output_template": {"form": {"club": "<fill>"}}, "reference_output": {"form": {"club": "Pulse"}},
    }  # fmt: skip
    return own | changes


def checkpoint(number, last, state, asked, services, seen=("log_00001",)):
    held: dict[str, dict[str, object]] = {}
    for key, value in state.items():
        category, _, name = key.partition(":")
        held.setdefault(category, {})[name] = value
    shown = {
        category: {name: {"evidence_app_log_ids": list(seen)} for name in own} for category, own in held.items()
    }  # fmt: skip
    return {
        "checkpoint_id": f"cal_quarterly_{number:03d}",
        "as_of": {"log_index": 0, "app_log_id": last, "timestamp": "2024-03-31 08:30:00"},
        "expected_snapshot_state": held,
        "state_observability": shown,
        "state_completion_pack": {"version": "v5", "keys": asked},
        "rq3_apply_service_qa": {"keys": {key: {"items": items} for key, items in services.items()}},
    }


HABIT = {"schedule": {"frequency_type": "weekly", "days_of_week": [0, 3]}, "location": "River path"}


def pack():
    blank = "<fill the blank>"
    ask = {
        GYM: named(GYM, blank),
        RUN: named(RUN, {"schedule": {"days_of_week": [blank]}, "location": blank}),
    }
    reminder = service(RUN, service_family="user_communication", reference_answer="Run on the River path at 8.")
    del reminder["output_template"], reminder["reference_output"]
    services = {GYM: [service(GYM)], RUN: [reminder]}
    return {
        "user_id": "u1",
        "task_contract_version": "taskabc_v2",
        "checkpoints": [
            checkpoint(1, "log_00002", {GYM: "Pulse", RUN: HABIT}, ask, services),
            checkpoint(2, "log_00004", {GYM: "Forge", RUN: HABIT}, ask, {}, ("log_00001", "log_00003", "log_00099")),
        ],
    }


LOG = [call(1, "01-02"), call(2, "01-02", timestamp="2024-01-02 19:00:00"), call(3, "01-02", timestamp="2024-01-02 21:00:00"),
       call(4, "05-01")]  # fmt: skip


def put(folder, tasks=None, log=None):
    own = folder / "001_user_001"
    own.mkdir(parents=True)
    (own / "task_packs.json").write_text(json.dumps(pack()) if tasks is None else tasks)
    (own / "app_log_large.json").write_text(json.dumps(LOG) if log is None else log)
    return folder


def test_calls_come_up_to_a_checkpoint_and_then_its_questions(tmp_path):
    (own,) = episodes(put(tmp_path))
    steps = [step.question.id if isinstance(step, Ask) else step.observation for step in own.episode().steps]
    days = [step for step in steps if "-q" not in step]
    assert days == ["001_user_001-2024-01-02", "001_user_001-2024-01-02-later", "001_user_001-2024-05-01"]
    assert [step.split("-q")[0] for step in steps if "-q" in step] == ["001_user_001-c1"] * 4 + ["001_user_001-c2"] * 2
    assert steps.index("001_user_001-2024-01-02-later") > steps.index("001_user_001-c1-q004")
    assert own.faults == {"evidence that is not in the log by then": 2}
    importing.write("published_dynamicmem", tmp_path / "out", iter([own]))


def test_what_belongs_in_the_blanks_are_the_leaves_of_the_state(tmp_path):
    (own,) = episodes(put(tmp_path))
    asked = {question.id: question for question in own.questions}
    gold = {(one.labels["checkpoint"], one.labels["category"], one.labels["state"]): one for one in own.gold}
    habit = gold["1", "state_completion", RUN]
    assert habit.fields == {"schedule.days_of_week": "Monday, Thursday", "location": "River path"}
    assert asked[habit.question].blanks == tuple(habit.fields)
    assert (habit.labels["unchanged"], habit.labels["family"], habit.stale) == ("1", "habits", ())
    moved = gold["2", "state_completion", GYM]
    assert (moved.fields, moved.stale, moved.labels["changed"]) == ({"value": "Forge"}, ("Pulse",), "2")
    assert len(moved.evidence) == 2
    form = gold["1", "personalized_service", GYM]
    assert (form.fields, asked[form.question].text) == ({"form.club": "Pulse"}, "A form is open. Fill it.")
    reminder = gold["1", "personalized_service", RUN]
    assert (reminder.fields, asked[reminder.question].template) == (None, None)
    assert 'It has the location. Says one of: "River path".' in (reminder.rubric or ())


def test_a_state_that_was_validated_comes_before_one_that_is_expected(tmp_path):
    own = pack()
    own["checkpoints"][0]["validated_snapshot_state"] = {"habits_state": {"run": {"location": "Lake"}}}
    (made,) = episodes(put(tmp_path, json.dumps(own)))
    (gold,) = [one for one in made.gold if one.fields == {"location": "Lake"}]
    assert gold.labels["state"] == RUN
    assert made.faults["blank of which the state says nothing"] == 1


def damaged(change):
    own = pack()
    change(own)
    return json.dumps(own)


@pytest.mark.parametrize(
    ("tasks", "log", "said"),
    [
        (None, json.dumps(LOG)[:-60], r"app_log_large\.json: it ends in the middle of an entry, which begins at char"),
        (None, json.dumps([call(1, "01-02"), {"app": "Fitbit"}]), r"entry 1: not a call with the six published fields: KeyError"),
        (None, json.dumps([call(1, "13-99")]), r"entry 0: not a call .*: ValueError"),
        (None, json.dumps([call(1, "01-02", request="Pulse")]), r"entry 0: not a call .* request Input should be"),
        (json.dumps(pack())[:200], None, r"task_packs\.json: it ends in the middle"),
        (damaged(lambda own: own.update(task_contract_version="taskabc_v1")), None, "contract is 'taskabc_v1', and 'taskabc_v2'"),
        (damaged(lambda own: own.pop("checkpoints")), None, r"not DynamicMem's shape: KeyError\('checkpoints'\)"),
        ("[]", None, "its task contract is None"),
    ],
)  # fmt: skip
def test_what_is_cut_off_or_another_shape_is_one_line_and_nothing_is_written(tmp_path, tasks, log, said):
    put(tmp_path / "in", tasks, log)
    with pytest.raises(UserError, match=said) as error:
        importing.write("published_dynamicmem", tmp_path / "out", episodes(tmp_path / "in"))
    assert "\n" not in str(error.value)
    assert not list((tmp_path / "out").iterdir())


def test_a_folder_of_something_else_or_without_the_log_says_what_to_get(tmp_path):
    with pytest.raises(UserError, match=r"holds no task_packs\.json"):
        list(episodes(tmp_path))
    put(tmp_path / "first")
    put(tmp_path / "second")
    with pytest.raises(UserError, match=r"first/001_user_001 and \S+second/001_user_001 are both called 001_user_001"):
        list(episodes(tmp_path))
    shutil.rmtree(tmp_path / "second")
    (tmp_path / "first/001_user_001/app_log_large.json").unlink()
    with pytest.raises(UserError, match=r"no app_log_large\.json. Get the user's folder again"):
        list(episodes(tmp_path))


@pytest.mark.parametrize(
    ("change", "log", "fault"),
    [
        (lambda own: own["checkpoints"][1]["as_of"].update(app_log_id="log_07"), None, "checkpoint whose call is not in the log"),
        (lambda own: own["checkpoints"].reverse(), None, "checkpoint that is not later than the one before it"),
        (lambda _: None, [*LOG, LOG[0]], "call id that comes twice: the first stays"),
        (lambda _: None, [LOG[3], *LOG[:3]], "call dated before the one before it"),
        (lambda own: own["checkpoints"][0]["expected_snapshot_state"].pop("user_attributes_state"), None,
         "question that has a template and no answer"),
    ],
)  # fmt: skip
def test_a_damage_is_counted(tmp_path, change, log, fault):
    (own,) = episodes(put(tmp_path, damaged(change), None if log is None else json.dumps(log)))
    assert own.faults[fault] == 1


def read(folder):
    observed = {one.id: one for one in jsonl.read(folder / "observations.jsonl", Observation)}
    asked: dict[str, Question] = {}
    for episode in jsonl.read(folder / "test.episodes.jsonl", Episode):
        asked |= {question.id: question for question in episode.questions}
    gold = {one.question: one for one in jsonl.read(folder / "test.gold.jsonl", Gold)}
    return observed, asked, gold


def test_what_is_exported_in_this_shape_and_read_back_is_the_same(tmp_path):
    """A release that came from this shape, so that it has a place for everything."""
    importing.write("published_dynamicmem", tmp_path / "one", episodes(put(tmp_path / "in")))
    report = export("dynamicmem", tmp_path / "one", tmp_path / "exported", "test", {})
    assert report.left_out == {"questions that have no template about one state": 1}  # the reminder in free text
    assert json.loads((tmp_path / "exported/001_user_001/app_log_large.json").read_text()) == LOG
    importing.write("published_dynamicmem", tmp_path / "two", episodes(tmp_path / "exported"))
    first, second = read(tmp_path / "one"), read(tmp_path / "two")
    assert second[0] == first[0]
    told = [
        sorted((own[1][id_].text, own[1][id_].template, str(gold.fields), gold.evidence, sorted(gold.labels.items()))
               for id_, gold in own[2].items() if gold.fields)
        for own in (first, second)
    ]  # fmt: skip
    assert told[0] == told[1]
    assert len(told[0]) == 5


def test_a_release_of_sessions_has_no_place_in_this_shape(tmp_path):
    part = Part(id="s-1", start=0, end=0, speaker="Ann", time="2024-01-01T00:00:00Z")
    said = importing.session("s", "Talk", [part], ["Hello there."])
    question = Question(id="q", text="Who?", asked_at="2024-01-02T00:00:00Z")
    gold = importing.gold("q", "Ann", True, [], "w", "x")
    own = importing.ImportedEpisode(id="e", observations=(said,), questions=(question,), gold=(gold,), faults={})
    importing.write("locomo", tmp_path / "one", iter([own]))
    with pytest.raises(UserError, match="s-1 is no call of an app, and this shape has calls only"):
        export("dynamicmem", tmp_path / "one", tmp_path / "exported", "test", {})
    assert not (tmp_path / "exported").exists()


def test_a_release_of_ours_is_read_back_from_this_shape(tmp_path):
    """What the shape has a place for, named states and services, letter by letter."""
    made = tmp_path / "made"
    own = Params.model_validate({name: compose.composed(["dynamicmem/scale=tiny"])["dynamicmem"][name] for name in Params.model_fields})  # fmt: skip
    profile = ProfileMaker(own.scale, own.profiles, 7).profile(0)[-1]
    logs = LogMaker(7).logs(EventMaker(own.events, own.profiles, OfflineAuthor(7), 7).events(profile)[-1])
    items = QuestionMaker(own.profiles, 7).items(logs)[-1]
    counts = release.write(made, [(logs, items)])
    measured = quality([(logs, items)], 0, own.profiles.windows, own.quality)
    (made / "quality.json").write_text(measured.model_dump_json())
    release.describe(made, release.About(counts, own.profiles.windows, 7, measured, own.release), Publication())
    report = export("dynamicmem", made, tmp_path / "exported", "test", {})
    kinds = Counter(item.category for item in items.items)
    assert report.counts["questions"] == kinds["state_completion"] + kinds["personalized_service"]
    assert sum(report.left_out.values()) == kinds.total() - report.counts["questions"]
    importing.write("published_dynamicmem", tmp_path / "back", episodes(tmp_path / "exported"))
    first, second = read(made), read(tmp_path / "back")
    assert second[0] == first[0]

    def told(found, kind):
        _, asked, gold = found
        return sorted(
            (asked[id_].asked_at, asked[id_].text, asked[id_].template, sorted((one.fields or {}).items()),
             sorted(piece.text for piece in one.evidence), one.answer, one.labels["family"], one.labels.get("gate"))
            for id_, one in gold.items() if one.labels["category"] == kind
        )  # fmt: skip

    for kind in ("state_completion", "personalized_service"):
        assert told(second, kind) == told(first, kind)
        assert told(first, kind)


@pytest.mark.slow
def test_the_published_folder_is_played_by_a_pipeline_of_its_own(tmp_path):
    tree = clone(tmp_path / "clone", tmp_path / "cache")
    pipeline, folder = "benchmarks/published_dynamicmem/dvc.yaml", tree.path / "benchmarks" / "published_dynamicmem"
    put(folder / "published")
    tree.run("dvc", "repro", pipeline)
    results = json.loads((folder / "metrics/published_dynamicmem/results/scores.json").read_text())
    assert set(results) == {"empty", "bm25", "rag_log", "profile_store", "oracle"}
    assert results["oracle"]["completion"]["overall"] > results["empty"]["completion"]["overall"] == 0.0
    faults = json.loads((folder / "data/release/published_dynamicmem/import.json").read_text())["faults"]
    assert faults == {"evidence that is not in the log by then": 2}
