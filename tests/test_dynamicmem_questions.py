"""DynamicMem's questions: proved from their logs, giving nothing away, and whole."""

from __future__ import annotations

from collections import Counter

from microworlds.core.records import Rejection
from microworlds.suites.dynamicmem.checkpoints import held
from microworlds.suites.dynamicmem.questions import QuestionMaker, leak
from microworlds.suites.dynamicmem.state_reading import read
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
