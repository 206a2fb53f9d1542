"""DynamicMem: what apps list beside what a call is about. It is as long as the dial says, the same again, and proves nothing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from microworlds.core.text import normalized
from microworlds.suites.dynamicmem import app_lists, apps, life_tables
from microworlds.suites.dynamicmem.app_lists import Lists, barred, kinds, proving
from microworlds.suites.dynamicmem.logs import LogMaker
from microworlds.suites.dynamicmem.questions import QuestionMaker
from microworlds.suites.dynamicmem.records import UserEvents
from tests.lives import SEED, lived, own_fixture, played  # noqa: F401 (fixture)

NOON = datetime(2024, 5, 6, 12, tzinfo=UTC)


@pytest.fixture(name="events", scope="module")
def events_fixture(own) -> UserEvents:
    return played(own, 0)


def test_a_list_is_as_long_as_the_dial_says_and_nothing_else_changes(events, own) -> None:
    short, long = (LogMaker(SEED, length).logs(events) for length in (0, 9))
    assert short == lived(own, 0)
    for before, after in zip(short.logs, long.logs, strict=True):
        beside = apps.api(after.log.app_name, after.log.api_name).beside
        assert len(after.log.response[beside]) == 9
        rest = {key: value for key, value in after.log.response.items() if key != beside}
        assert rest == {key: value for key, value in before.log.response.items() if key != beside}
        assert (
            before.log.response.get(beside, []) == after.log.response[beside][-6:] or beside not in before.log.response
        )
    first, second = (QuestionMaker(own.profiles, SEED).items(one)[-1].items for one in (short, long))
    assert first == second


def test_no_list_states_a_value_of_its_user_and_one_that_does_is_told(events) -> None:
    made = LogMaker(SEED, 9).logs(events)
    logs = [one.log for one in made.logs]
    assert list(proving(made.profile.states, logs)) == []
    beside = apps.api(logs[3].app_name, logs[3].api_name).beside
    value = made.profile.states[0].changes[0].value[0]
    entries = [*logs[3].response[beside][1:], {**logs[3].response[beside][0], "note": f"Try {value} too."}]
    wrong = logs[3].model_copy(update={"response": {**logs[3].response, beside: entries}})
    (fault,) = proving(made.profile.states, [wrong])
    assert fault.startswith(f"{wrong.app_log_id}: {beside} has")


def test_what_was_searched_for_stands_in_the_results_unless_it_says_a_value() -> None:
    own = Lists("u", (" little fiat ",))
    for searched, stands in (("garden hose", True), ("the little Fiat winter tires", False)):
        found = own.entries("web", 9, NOON, searched, searched)
        assert len(found) == 9
        assert all(one["title"].startswith(searched) == stands for one in found)


@pytest.mark.parametrize("kind", kinds())
def test_entries_are_distinct_of_their_schema_and_the_same_again(kind) -> None:
    name = next(iter(kinds()[kind].entry))
    found = Lists("u").entries(kind, 20, NOON, "x")
    assert len({entry[name] for entry in found}) == 20
    for entry in found:
        app_lists.entry_type(kind).model_validate(entry, strict=True)
        assert not [text for text in map(str, entry.values()) if "{" in text or "|" in text]
    assert Lists("u").entries(kind, 20, NOON, "x") == found
    assert Lists("v").entries(kind, 20, NOON, "x") != found


@pytest.mark.parametrize("kind", [name for name, own in kinds().items() if own.a_day])
def test_what_came_is_still_there_later_and_nothing_comes_before_its_time(kind) -> None:
    own, seen = Lists("u"), {}
    for hours in range(0, 400, 7):
        moment = NOON + timedelta(hours=hours)
        for entry in own.entries(kind, 8, moment, ""):
            stamp = next(str(entry[key]) for key, form in kinds()[kind].entry.items() if form in ("time", "date"))
            assert stamp <= f"{moment:%Y-%m-%d %H:%M}"
            assert seen.setdefault(str(entry.values()), entry) == entry
    assert own.in_all(kind, NOON) < own.in_all(kind, NOON + timedelta(days=9))


def test_a_statement_adds_up() -> None:
    found = Lists("u").entries("statement", 60, NOON, "")
    assert [one["booked"] for one in found] == sorted(one["booked"] for one in found)
    for before, after in pairwise(found):
        same = before["booked"][:7] == after["booked"][:7]
        assert float(after["of_this_month"]) == pytest.approx(
            float(after["amount"]) + (float(before["of_this_month"]) if same else 0)
        )


def test_the_tables_have_nothing_that_somebody_could_be_asked_for() -> None:
    words = {
        text for own in kinds().values() for many in own.words.values() for word in many for text in word.split(" | ")
    }
    words |= {form for own in kinds().values() for form in own.entry.values()}
    named = [f" {normalized(name)} " for name in life_tables.named()]
    assert [(word, name) for word in words for name in named if name in f" {normalized(word)} "] == []
    besides = {own.beside for calls in apps.catalog().values() for own in calls.values()}
    assert besides == kinds().keys()


def test_values_are_all_that_a_state_ever_was(events) -> None:
    found = barred(events.profile.states)
    for state in events.profile.states:
        for change in state.changes:
            texts = [*change.value, *([change.routine.location] if change.routine else [])]
            assert all(f" {normalized(text)} " in found for text in texts)
