"""DynamicMem's questions: proved from their logs, giving nothing away, and whole."""

from __future__ import annotations

from collections import Counter

import pytest

from microworlds.core.records import Rejection
from microworlds.quality.shortcuts import leaks
from microworlds.suites.dynamicmem import questions
from microworlds.suites.dynamicmem.checkpoints import fewest, held, shows, stale
from microworlds.suites.dynamicmem.questions import QuestionMaker, leak
from microworlds.suites.dynamicmem.state_reading import bears, read
from tests.lives import SEED, own_fixture, people_fixture  # noqa: F401 (fixtures)


def test_questions_are_proved_and_one_whose_logs_are_gone_is_left_out(people, own) -> None:
    logs, items = people[0]
    assert Counter(one.category for one in items.items).keys() == {
        "state_completion", "open_state", "personalized_service", "temporal", "never_told"
    }  # fmt: skip
    key = next(one.state for one in items.items if one.family == "attributes" and one.checkpoint == 5 and one.state)
    poorer = logs.model_copy(
        update={"logs": tuple(one for one in logs.logs if all(s.state != key for s in one.evidence))}
    )
    *refused, left = QuestionMaker(own.profiles, SEED).items(poorer)
    assert all(isinstance(one, Rejection) for one in refused)
    assert any(key in one.item for one in refused)
    assert key not in {one.state for one in left.items if one.category == "state_completion"}


def test_the_fewest_logs_tell_a_state_and_one_fewer_tells_it_not(people, own) -> None:
    logs, _ = people[1]
    _, last = own.profiles.windows[2]
    for one in held(logs, 3, last):
        shown = [each.log for each in one.evidence]
        assert read(one.state.family, one.state.name, shown) == one.fields
        fewest = 1 if one.state.family == "attributes" else 2  # a call that shows it, and a text that says what it is
        if one.state.family != "habits" or not one.dropped:
            assert read(one.state.family, one.state.name, shown[:-1]) != one.fields or len(shown) > fewest
        assert {each.log.app_log_id for each in one.evidence} <= {each.log.app_log_id for each in one.cumulative}


def test_where_somebody_told_what_it_is_that_is_evidence_too(people, own) -> None:
    logs, _ = people[0]
    attributes = [one for one in held(logs, 4, own.profiles.windows[3][1]) if one.state.family == "attributes"]
    told = [one for one in attributes if any(each.kind != "shown" for each in one.evidence)]
    assert len(told) > len(attributes) / 2
    for one in attributes:
        at = one.state.changes.index(one.change)
        current = [
            each for each in one.cumulative if any((s.state, s.change) == (one.state.key, at) for s in each.evidence)
        ]
        assert (one in told) == any(each.kind != "shown" for each in current)
        assert len(one.evidence) <= 2


SAID = {
    "attribute": "{value}, you asked about my {label}",
    "corrected": "I meant {value}",
    "bare": "{value} bus",
    "worded": "{value}: is there anything free in the morning?",
}


def attribute(logs, kinds):
    """An attribute that never changed, with a log of each kind, in this order."""
    state = next(own for own in logs.profile.states if own.family == "attributes" and len(own.changes) == 1)
    bare = next(one for one in logs.logs if shows(one, state, 0))
    made = []
    for number, kind in enumerate(kinds):
        said = SAID[kind].format(label=state.label, value=state.changes[0].value[0])
        log = bare.log.model_copy(update={"app_log_id": f"log_{number:05d}", "request": {"text": said}})
        made.append(bare.model_copy(update={"log": log, "kind": "shown" if kind in ("bare", "worded") else kind}))
    return state, made


@pytest.mark.parametrize(("kinds", "chosen"), [
    (("attribute",), (0,)),
    (("attribute", "bare"), (0,)),
    (("attribute", "worded"), (0,)),
    (("attribute", "attribute"), (1,)),
    # a correction alone does not say of what
    (("attribute", "corrected"), (0, 1)),
    (("attribute", "bare", "corrected", "worded"), (0, 2)),
    (("worded", "corrected"), (0, 1)),
    (("worded", "bare"), (0,)),
    (("bare", "corrected"), ()),
    (("bare", "bare"), ()),
])  # fmt: skip
def test_evidence_of_an_attribute_says_what_it_is_and_a_correction_comes_with_what_it_corrects(people, kinds, chosen):
    state, made = attribute(people[0][0], kinds)
    assert tuple(made.index(one) for one in fewest(state, 0, made)["value"]) == chosen


def test_each_field_has_its_own_logs_that_have_its_value(people) -> None:
    fewer = 0
    for logs, items in people:
        entries = {one.log.app_log_id: one for one in logs.logs}
        states = {own.key: own for own in logs.profile.states}
        for one in (one for one in items.items if one.answerable):
            assert one.shown.keys() == one.fields.keys()
            assert set(one.evidence) == {name for own in one.shown.values() for name in own}
            own = {name: [entries[log] for log in own] for name, own in one.shown.items()}
            fewer += sum(len(each) < len(one.evidence) for each in own.values())
            if one.category == "state_completion" and one.family == "habits":
                told = read("habits", states[one.state].name, [each.log for each in own["status"]])
                assert told["status"] == one.fields["status"]
                if "days" in own:
                    assert {each.kind for each in own["days"]} == {"kept"}
                    assert all(bears(one.fields["days"], each.log) for each in own["days"])
                    assert not {each.event for each in own["days"]} & {each.event for each in own["location"]}
    assert fewer > 100


def test_what_a_habit_was_before_is_stale_and_what_it_still_is_is_not(people) -> None:
    found = Counter()
    for logs, items in people:
        states = {own.key: own for own in logs.profile.states}
        for one in (one for one in items.items if one.family == "habits" and one.stale):
            before = [own.routine for own in states[one.state].changes if own.day < one.asked_at.date()]
            times = {time for own in before if own for time in (own.start_time, own.end_time, own.location)}
            found["times"] += bool(times & set(one.stale))
            found["given up"] += "kept up" in one.stale
            assert not set(one.stale) & set(one.fields.values())
    assert min(found["times"], found["given up"]) > 0


def test_second_tuesdays_are_not_stale_tuesdays(people) -> None:
    logs, _ = people[0]
    state = next(own for own in logs.profile.states if own.family == "habits")
    routine = state.changes[0].routine
    weekly = routine.schedule.model_copy(update={"frequency": "weekly", "days": (1, 3)})
    nth = routine.schedule.model_copy(update={"frequency": "monthly_nth_weekday", "days": (1,), "week": 2})
    changes = tuple(
        state.changes[0].model_copy(update={"routine": routine.model_copy(update={"schedule": own})})
        for own in (weekly, nth)
    )
    assert stale(state.model_copy(update={"changes": changes}), 1, ("days", "frequency")) == ("weekly", "Thursday")


def test_ids_and_order_follow_from_what_is_asked_and_not_from_its_wording(people, own, monkeypatch) -> None:
    logs, items = people[0]
    asks = {family: f"Tell me: {text}" for family, text in questions.ASKS.items()}
    monkeypatch.setattr("microworlds.suites.dynamicmem.templates.ASKS", asks)
    *_, made = QuestionMaker(own.profiles, SEED).items(logs)
    assert [one.id for one in made.items] == [one.id for one in items.items]
    reworded = [one for one, before in zip(made.items, items.items, strict=True) if one.text != before.text]
    assert {one.category for one in reworded} == {"state_completion"}
    ids = [one.id for _, every in people for one in every.items]
    assert len(set(ids)) == len(ids)
    # one question less moves no other
    gone = next(one for one in items.items if one.family == "attributes" and one.state)
    state = next(own for own in logs.profile.states if own.key == gone.state)
    fewer = logs.model_copy(update={"profile": logs.profile.model_copy(
        update={"states": tuple(own for own in logs.profile.states if own is not state)}
    )})  # fmt: skip
    *_, left = QuestionMaker(own.profiles, SEED).items(fewer)
    same = {one.id: (one.category, one.asks, one.state) for one in left.items}
    assert same.items() >= {
        (one.id, (one.category, one.asks, one.state)) for one in items.items if one.state not in (None, gone.state)
    }


def test_neither_ids_nor_places_tell_category_family_or_whether_there_is_an_answer(people) -> None:
    made = []
    for logs, items in people:
        for at in range(1, 6):
            every = [one for one in items.items if one.checkpoint == at]
            for place, one in enumerate(every):
                seen = {"place": place / len(every), "id": int(one.id.rpartition("-q")[2], 16)}
                sorts = {
                    **{name: one.category == name for name in {own.category for own in items.items}},
                    **{name: one.family == name for name in {own.family for own in items.items}},
                    **{name: one.transition == name for name in {own.transition for own in items.items}},
                }
                made.append(leaks.Item(f"{logs.profile.id}-{at}", seen, sorts))
    found = leaks.leaks(made)
    assert len(found) > 20
    assert [leak for leak in found if (leak.low or 0) > 0.5] == []


def test_no_task_says_what_it_needs_and_the_check_finds_one_that_does(people) -> None:
    logs, items = people[0]
    labels = {state.key: state.label for state in logs.profile.states}
    tasks = [one for one in items.items if one.category == "personalized_service"]
    assert len(tasks) > 40
    assert [leak(one, labels[one.state]) for one in tasks] == [None] * len(tasks)
    value = next(iter(tasks[0].fields.values()))
    assert leak(tasks[0].model_copy(update={"text": f"It is about {value}."}), "x") == f"the task says {value!r}"


def test_nothing_is_asked_before_its_evidence_and_what_changed_is_stale(people) -> None:
    for logs, items in people:
        times = {one.log.app_log_id: one.log.timestamp for one in logs.logs}
        assert all(times[name] <= one.asked_at for one in items.items for name in one.evidence)
        for one in items.items:
            assert not set(one.stale) & {part for value in one.fields.values() for part in value.split(", ")}
        assert any(one.stale for one in items.items)
        asked = Counter(one.asks for one in items.items if one.category == "temporal")
        assert min(asked[name] for name in ("month", "reason", "day")) > 2
        months = Counter(one.fields["month"] for one in items.items if "month" in one.fields)
        assert months.most_common(1)[0][1] < 0.4 * months.total()


def test_what_has_changed_is_all_that_has(people) -> None:
    """A preference is never named, so where one changed there is no question."""
    asked = 0
    for logs, items in people:
        new = {(own.domain, change.window + 1, own) for own in logs.profile.states for change in own.changes}
        assert any(own.family == "preferences" for _, at, own in new if at > 1)
        for one in (one for one in items.items if "changed" in one.fields):
            labels = {own.label for domain, at, own in new if (domain, at) == (one.domain, one.checkpoint)}
            assert one.fields["changed"] == ", ".join(sorted(labels))
            asked += 1
    assert asked > 10
