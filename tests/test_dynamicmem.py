"""DynamicMem: schedules, profiles and their constraints, events, apps, cohorts, releases."""

from __future__ import annotations

import json
import re
from collections import Counter
from datetime import date

import pytest

from microworlds.core import jsonl, manifest
from microworlds.core.errors import UserError
from microworlds.core.publication import Publication
from microworlds.core.records import Gold, Observation
from microworlds.suites.dynamicmem import apps, life_tables, release
from microworlds.suites.dynamicmem.calendar import days, inferred, told
from microworlds.suites.dynamicmem.constraints import violations
from microworlds.suites.dynamicmem.life_tables import ScaleParams
from microworlds.suites.dynamicmem.logs import entry, observations, read_entry
from microworlds.suites.dynamicmem.profiles import ProfileMaker
from microworlds.suites.dynamicmem.quality import quality
from microworlds.suites.dynamicmem.records import Schedule
from microworlds.suites.dynamicmem.verify import verify
from tests.lives import SEED, lived, own_fixture, people_fixture  # noqa: F401 (fixtures)


@pytest.fixture
def folder(people, own, tmp_path):
    counts = release.write(tmp_path / "r", people)
    measured = quality(people, 0, own.profiles.windows, own.quality)
    (tmp_path / "r/quality.json").write_text(measured.model_dump_json())
    release.describe(
        tmp_path / "r", release.About(counts, own.profiles.windows, SEED, measured, own.release), Publication()
    )
    return tmp_path / "r"


# --- schedules ---


@pytest.mark.parametrize("schedule", [
    Schedule(frequency="daily"),
    Schedule(frequency="weekly", days=(1, 3)),
    Schedule(frequency="biweekly", days=(4,), start=date(2023, 10, 6)),
    Schedule(frequency="monthly_by_date", days=(9,)),
    Schedule(frequency="monthly_nth_weekday", days=(2,), week=3),
], ids=lambda own: own.frequency)  # fmt: skip
def test_a_schedule_is_inferred_from_its_days_even_if_some_are_missing(schedule) -> None:
    meant = list(days(schedule, date(2023, 10, 1), date(2024, 7, 1)))
    for kept in (meant, [day for at, day in enumerate(meant) if at % 9 != 4]):
        found = inferred(kept)
        assert found is not None
        assert told(found) == told(schedule)


def test_one_day_or_days_that_two_schedules_explain_as_well_tell_no_schedule() -> None:
    assert inferred([date(2024, 5, 6)]) is None
    # both are the first of a month, and first Mondays
    assert inferred([date(2024, 4, 1), date(2024, 7, 1)]) is None


# --- profiles ---


def test_profiles_break_no_rule_and_each_depends_on_its_number_alone(own) -> None:
    last = own.profiles.windows[-1][1]
    scale = ScaleParams(users=3, states={"attributes": 12, "collections": 6, "habits": 9, "preferences": 9})
    made = [ProfileMaker(scale, own.profiles, SEED).profile(number)[-1] for number in range(3)]
    assert [violations(one, last) for one in made] == [[], [], []]
    more = ProfileMaker(scale.model_copy(update={"users": 9}), own.profiles, SEED)
    assert more.profile(1)[-1] == made[1]
    assert len({one.name for one in made}) == 3


def test_each_rule_is_told_where_it_is_broken(own) -> None:
    profile = ProfileMaker(own.scale, own.profiles, SEED).profile(0)[-1]
    last = own.profiles.windows[-1][1]
    for family, change, says in (
        ("attributes", {"op": "add"}, "R2"),
        ("attributes", {"reason": None}, "R1"),
        ("attributes", {"day": date(2023, 9, 1)}, "R2"),
        ("attributes", {"temporary": True, "window": 4}, "R4"),
        ("preferences", {"value": ("a", "a")}, "R1"),
    ):
        state = next(own for own in profile.states if own.family == family and len(own.changes) > 1)
        changes = (*state.changes[:-1], state.changes[-1].model_copy(update=change))
        wrong = state.model_copy(update={"changes": changes})
        states = tuple(wrong if one is state else one for one in profile.states)
        assert any(fault.startswith(says) for fault in violations(profile.model_copy(update={"states": states}), last))
    first, second = [own for own in profile.states if own.family == "habits"][:2]
    twice = second.model_copy(
        update={"changes": (second.changes[0].model_copy(update={"routine": first.changes[0].routine}),)}
    )
    states = tuple(twice if one is second else one for one in profile.states)
    assert any(fault.startswith("R5") for fault in violations(profile.model_copy(update={"states": states}), last))


def test_what_is_for_a_time_only_is_taken_back(own) -> None:
    scale = ScaleParams(users=1, states={"attributes": 22, "collections": 11, "habits": 10, "preferences": 18})
    profile = ProfileMaker(scale, own.profiles, SEED).profile(0)[-1]
    passing = [(state, at) for state in profile.states for at, one in enumerate(state.changes) if one.temporary]
    assert len(passing) > 3
    for state, at in passing:
        before, after = state.changes[at - 1], state.changes[at + 1]
        assert (set(after.value), after.routine) == (set(before.value), before.routine)


# --- events and apps ---


def test_without_life_as_it_is_every_log_is_evidence_and_with_it_some_is_not(own) -> None:
    still = {"noise": 0.0, "household": 0.0, "mistakes": 0.0, "exceptions": 0.0, "jitter_minutes": 0, "gap_days": 0}
    bare = lived(own, 0, **still)
    assert all(one.evidence for one in bare.logs)
    kinds = Counter(one.kind for one in lived(own, 0).logs if not one.evidence)
    assert kinds["noise"] > kinds["household"] > 0 < kinds["skipped"]


def test_every_field_of_every_state_shows_in_every_window(people, own) -> None:
    found = quality(people, 0, own.profiles.windows, own.quality)
    assert (found.violations, found.leaks, found.shown) == (0, 0, 1.0)
    assert [figure.name for figure in found.trust if figure.outside] == []


def test_all_calls_are_of_the_catalogue_and_the_catalogue_has_what_the_paper_has() -> None:
    catalog = apps.catalog()
    assert (len(catalog), sum(map(len, catalog.values()))) == (16, 79)
    for app, calls in catalog.items():
        for name in calls:
            for schema in (apps.taken(app, name).model_json_schema(), apps.given(app, name).model_json_schema()):
                assert schema["additionalProperties"] is False
    phrases = life_tables.phrases()
    rows = [
        row for domain in life_tables.domains() for family in (domain.attributes, domain.collections) for row in family
    ]
    shown = [call for row in rows for call in row.shows] + [
        row.log for domain in life_tables.domains() for row in domain.habits
    ]
    for app, name, values in (*shown, *phrases.channels, *phrases.noise):
        apps.request(app, name, {key: "30" if "{minutes}" in text else text for key, text in values.items()})
    for wrong, says in ((("Fitbitt", "LogWorkout"), "did you mean"), (("Fitbit", "LogWorkuot"), "did you mean")):
        with pytest.raises(UserError, match=says):
            apps.api(*wrong)
    with pytest.raises(UserError, match="does not take"):
        apps.request("Fitbit", "LogWorkout", {"activity_type": "swim", "duration_minutes": "0", "intensity": "low"})


def test_apps_keep_their_books(people) -> None:
    for own, _ in people:
        last: dict[str, float] = {}
        identities: list[int] = []
        for one in own.logs:
            response = one.log.response
            made = [value for value in response.values() if isinstance(value, dict)]
            identities += [
                int(str(value).rpartition("-")[2])
                for each in made
                for key, value in each.items()
                if key.endswith("_id")
            ]
            if "balance" in response:
                spent = float(one.log.request.get("amount", 0))
                if (
                    last
                    and one.log.timestamp.month == last["month"]
                    and one.log.api_name in ("PayBill", "TransferMoney")
                ):
                    assert float(response["balance"]) <= round(last["balance"] - spent, 2) + 0.001
                last = {"balance": float(response["balance"]), "month": one.log.timestamp.month}
            if one.log.api_name == "Checkout":
                assert response["order"]["items"] == [] or response["order"]["total"] != "0.00"
        assert identities == sorted(set(identities))


def test_an_entry_is_the_log_it_was_made_from(people) -> None:
    own = people[0][0]
    (first, *_) = own.logs
    assert read_entry(first.log.app_name, entry(first.log), first.log.timestamp) == first.log
    made = list(observations("u001", [one.log for one in own.logs]))
    assert sum(len(one.parts) for one in made) == len(own.logs)
    assert [one.id for one in made] == sorted({one.id for one in made})


def test_what_never_changes_is_one_cohort_the_same_states_at_every_checkpoint(folder, people) -> None:
    gold = list(jsonl.read(folder / "test.gold.jsonl", Gold))
    cohorts = [
        {(one.labels["world"], one.labels["state"]): one.fields for one in gold if one.labels.get("unchanged") == at}
        for at in "12345"
    ]
    assert cohorts[0]
    assert all(own == cohorts[0] for own in cohorts[1:])
    changed = {one.labels["transition"] for one in gold if "changed" in one.labels}
    assert changed == {"updated", "acquired", "dropped"}


# --- releases ---


def test_a_release_is_sound_the_same_bytes_again_and_every_damage_is_found(folder, people, tmp_path) -> None:
    assert verify(folder) == []
    release.write(tmp_path / "again", people)
    for name in ("observations", "test.gold", "items", "states"):
        assert (tmp_path / f"again/{name}.jsonl").read_bytes() == (folder / f"{name}.jsonl").read_bytes()

    def damaged(name, change):
        text = (folder / name).read_text()
        lines = text.splitlines()
        at, line = next((at, new) for at, one in enumerate(lines) if (new := change(one)) is not None)
        (folder / name).write_text("\n".join([*lines[:at], line, *lines[at + 1 :]]) + "\n")
        own = json.loads((folder / manifest.MANIFEST).read_text())
        own["files"][name] = manifest.digest(folder / name)
        sealed = (folder / manifest.MANIFEST).read_text()
        (folder / manifest.MANIFEST).write_text(json.dumps(own))
        found = verify(folder)
        (folder / name).write_text(text)
        (folder / manifest.MANIFEST).write_text(sealed)
        return " ".join(found)

    def put(old, new):
        return lambda line: line.replace(old, new, 1) if old in line else None

    assert "users.jsonl: its SHA-256 is not the manifest's" in " ".join(verify_after(folder, "users.jsonl"))
    assert "no call" in damaged(
        "observations.jsonl", put('\\"api_name\\": \\"PlaySong\\"', '\\"api_name\\": \\"PlayTune\\"')
    )
    assert "is not what its item makes" in damaged("test.gold.jsonl", put('"family":"habits"', '"family":"none"'))
    assert "R2" in damaged("states.jsonl", put('"op":"modify"', '"op":"add"'))
    assert "R6 habits:" in damaged("states.jsonl", put('"location":"', '"location":"once '))
    assert "there is no log_9" in damaged("states.jsonl", put('"shown":[["log_0', '"shown":[["log_9'))
    assert "mails has" in damaged("observations.jsonl", with_a_value(people))
    items = (
        ("is not what holds", '"preferred":"', '"preferred":"not '),
        ("is not what holds", '"status":"kept up"', '"status":"given up"'),
        ("is not what holds", '"activities":"', '"activities":"flying, '),
        ("is not what holds", '"changed":"', '"changed":"flying, '),
        ("it changed on", '"month":"', '"month":"May of '),
        ("it changed for", '"reason":"', '"reason":"not '),
        ("its template has not", '"template":"{\\"month', '"template":"{\\"week'),
        ("nothing is due on", ", 2024, ", ", 1999, "),
        ("not settled", '"transition":"retained"', '"transition":"settled"'),
        ("whether it ever changes", '"steady":true', '"steady":false'),
        ("is not what held before", '"stale":["', '"stale":["the Odeon","'),
        ("it names logs for ", '"shown":{"', '"shown":{"not_'),
        ("log_00001 does not show its ", '"shown":{"month":["log_0', '"shown":{"month":["log_00001","log_0'),
    )
    for says, old, new in items:
        assert says in damaged("items.jsonl", put(old, new)), says
    assert "the logs of days do not prove" in damaged("items.jsonl", shown_by("days", 1))
    assert "nothing does not show its reason" in damaged("items.jsonl", shown_by("reason", 0))
    assert "something that the user has" in damaged("items.jsonl", asking_for_a_known_state(people))
    assert "is not the episode" in damaged("test.episodes.jsonl", put('"u001-c1-q', '"u001-c1-r'))


def asking_for_a_known_state(people):
    """Makes of a question for something that nothing tells one for what the logs tell."""
    label = next(own.label for own in people[0][0].profile.states if own.family == "attributes")

    def change(line):
        if '"category":"never_told"' not in line or '"u001-' not in line:
            return None
        own = json.loads(line)
        own["item"]["text"] = f"What is the user's {label}, as things stand?"
        return json.dumps(own)

    return change


def shown_by(field, count):
    """Leaves of the logs that show a field the first ones."""

    def change(line):
        own = json.loads(line)
        if field not in own["item"]["shown"]:
            return None
        own["item"]["shown"][field] = own["item"]["shown"][field][:count]
        return json.dumps(own)

    return change


def with_a_value(people):
    """Makes of a mail in the inbox of a user one that says a value, without moving what stands behind it."""
    values = [own.changes[0].value[0] for own in people[0][0].profile.states if own.family == "attributes"]
    value = min(values, key=len)
    mail = re.compile(r'(?<=mails\\": \[\{\\"subject\\": \\")[\w ,.]' + f"{{{len(value) + 2}}}")

    def change(line):
        return mail.sub(f"{value}, ", line, count=1) if '"u001-' in line and mail.search(line) else None

    return change


def verify_after(folder, name):
    text = (folder / name).read_text()
    (folder / name).write_text(text + "\n")
    found = verify(folder)
    (folder / name).write_text(text)
    return found


def test_nothing_that_a_system_sees_says_what_shows_what(folder) -> None:
    seen = "".join(one.model_dump_json() for one in jsonl.read(folder / "observations.jsonl", Observation))
    for word in ("evidence", "chain", "noise", "habits:", "attributes:", "household"):
        assert word not in seen
