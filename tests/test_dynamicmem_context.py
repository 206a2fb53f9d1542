"""DynamicMem's life context: what happens has a place that is open, a user who is free, and its season."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from microworlds.suites.dynamicmem import life_context, life_tables
from microworlds.suites.dynamicmem.calendar import minutes
from microworlds.suites.dynamicmem.constraints import untimely, violations
from microworlds.suites.dynamicmem.life_context import Block, Days
from microworlds.suites.dynamicmem.life_tables import ScaleParams
from microworlds.suites.dynamicmem.profiles import ProfileMaker
from tests.lives import SEED, own_fixture, people_fixture  # noqa: F401 (fixtures)

LAST = date(2024, 12, 31)
SUNDAY, MONDAY, CHRISTMAS = date(2024, 6, 2), date(2024, 6, 3), date(2024, 12, 25)
HABITS = ScaleParams(users=1, states={"attributes": 6, "collections": 1, "habits": 12, "preferences": 1})


@pytest.fixture(name="life")
def life_fixture(people):
    profile = people[0][0].profile
    basic = {**profile.basic, "employment_status": "Full_time"}
    return Days(profile.model_copy(update={"states": (), "basic": basic}), LAST)


def test_every_place_has_a_kind_and_every_call_that_shows_a_place_names_one() -> None:
    context, known = life_context.context(), life_context.kinds()
    assert set(known.values()) <= context.kinds.keys()
    assert context.places.keys() <= known.keys()
    for domain in life_tables.domains():
        for row in domain.attributes:
            for app, api, request in row.shows:
                if app == "Google Maps":
                    assert set(row.values) <= known.keys()
                    assert request[context.shows_place[app][api]] == "{value}"
    words = [value for own in life_tables.phrases().anything.values() for value in own]
    words += [text for domain in life_tables.domains() for row in domain.attributes for call in row.shows
              for text in call[2].values()]  # fmt: skip
    assert {word for word in context.seasons if not any(word in own for own in words)} == set()


def test_ways_are_the_same_in_both_directions_and_none_to_where_one_is(life) -> None:
    places = ["the Lido", "Pulse Studio", "the kitchen counter", "room 214", "home", "the flat in Porto Novo"]
    for one in places:
        assert life.way(one, one) == 0
        for other in places:
            assert life.way(one, other) == life.way(other, one)
    assert life.way("home", "the kitchen counter") == life.way("the study", "home") == 0
    assert life.way("home", "the Lido") >= life_context.context().ways["door"]
    assert life.way("home", "the flat in Porto Novo") == life_context.context().ways["country"]


@pytest.mark.parametrize(("day", "app", "api", "request_", "at", "says"), [
    (MONDAY, "Google Maps", "CheckIn", {"place": "Dr. Amari"}, "12:00", "work time"),
    (MONDAY, "Google Maps", "CheckIn", {"place": "Wellpoint"}, "18:30", None),
    (SUNDAY, "Google Maps", "CheckIn", {"place": "Wellpoint"}, "12:00", "closed"),
    (MONDAY, "Google Maps", "CheckIn", {"place": "the Pine Tower"}, "08:40", None),
    (MONDAY, "Google Maps", "CheckIn", {"place": "the Pine Tower"}, "19:00", "closed"),
    (CHRISTMAS, "Google Maps", "CheckIn", {"place": "the Pine Tower"}, "08:40", "closed"),
    (SUNDAY, "Google Maps", "GetDirections", {"to": "the flat in Porto Novo"}, "20:00", "closed"),
    (SUNDAY, "Google Maps", "CheckIn", {"place": "Pulse Studio"}, "19:30", "closed"),
    (MONDAY, "Netflix", "PlayContent", {"title": "Cold Harvest"}, "14:00", "work time"),
    (SUNDAY, "Netflix", "PlayContent", {"title": "Cold Harvest"}, "14:00", None),
    (MONDAY, "Chase", "PayBill", {"payee": "Voltara"}, "06:10", "at that hour"),
    (MONDAY, "Chase", "PayBill", {"payee": "Voltara"}, "14:00", None),
    (MONDAY, "Google", "Search", {"query": "the little Fiat winter tires"}, "14:00", "season"),
    (date(2024, 11, 4), "Google", "Search", {"query": "the little Fiat winter tires"}, "14:00", None),
])  # fmt: skip
def test_when_a_call_can_be_made(life, day, app, api, request_, at, says) -> None:
    moment = datetime.combine(day, datetime.min.time(), UTC).replace(hour=int(at[:2]), minute=int(at[3:]))
    fault = life.fault(app, api, request_, moment)
    assert fault is None if says is None else says in fault


def test_two_places_need_the_way_between_them_and_nothing_is_typed_in_between(life) -> None:
    life.visits[SUNDAY].append(Block(minutes("14:00"), minutes("15:00"), "the Lido"))
    way = life.way("the Lido", "the Rialto")
    for late, fits in ((way, True), (way - 1, False)):
        moment = datetime(2024, 6, 2, 15 + late // 60, late % 60, tzinfo=UTC)
        assert (life.fault("Google Maps", "CheckIn", {"place": "the Rialto"}, moment) is None) == fits
    assert "the Lido" in (life.fault("", "", {}, datetime(2024, 6, 2, 14, 30, tzinfo=UTC)) or "")
    assert life.fault("", "", {}, datetime(2024, 6, 2, 15, 0, tzinfo=UTC)) is None


def test_no_call_of_a_user_breaks_it_and_one_that_is_moved_does(people) -> None:
    for own, _ in people:
        logs = [one.log for one in own.logs]
        assert list(untimely(own.profile, logs, LAST)) == []
    at, log = next((at, log) for at, log in enumerate(logs) if own.logs[at].kind == "shown")
    night = log.model_copy(update={"timestamp": log.timestamp.replace(hour=3)})
    (fault,) = untimely(own.profile, [*logs[:at], night, *logs[at + 1 :]], LAST)
    assert fault.startswith("R6 " + log.app_log_id)


def test_nothing_is_typed_while_a_habit_is_kept(people) -> None:
    for own, _ in people:
        booked = Days(own.profile, LAST).booked
        for one in own.logs:
            moment = one.log.timestamp
            at = 60 * moment.hour + moment.minute
            assert one.kind == "kept" or not any(b.start <= at < b.end for b in booked.get(moment.date(), []))


def test_a_habit_has_open_doors_and_its_day_has_time_for_it(own) -> None:
    profile = ProfileMaker(HABITS, own.profiles, SEED).profile(0)[-1]
    assert violations(profile, LAST) == []
    state = next(one for one in profile.states if one.family == "habits")
    first = state.changes[0]

    def broken(**routine):
        changed = first.model_copy(update={"routine": first.routine.model_copy(update=routine)})
        wrong = state.model_copy(update={"changes": (changed,)})
        states = tuple(wrong if one is state else one for one in profile.states)
        return violations(profile.model_copy(update={"states": states}), LAST)

    assert any(
        fault.startswith("R6") and "closed" in fault
        for fault in broken(location="room 214", start_time="19:00", end_time="20:00")
    )
    every = first.routine.schedule.model_copy(update={"frequency": "daily", "days": ()})
    long = broken(schedule=every, start_time="19:00", end_time="22:00", location="Hannah's loft")
    assert any("no day has time for all" in fault for fault in long)
