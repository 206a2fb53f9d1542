"""DynamicMem: why things change. Every change has a cause that explains it, and the tables explain everything."""

from __future__ import annotations

import pytest

from microworlds.core.text import normalized
from microworlds.suites.dynamicmem import life_tables
from microworlds.suites.dynamicmem.constraints import violations
from microworlds.suites.dynamicmem.life_tables import ScaleParams
from microworlds.suites.dynamicmem.profiles import ProfileMaker
from tests.lives import SEED, own_fixture  # noqa: F401 (fixture)

FAMILIES = ("attributes", "collections", "habits", "preferences")
WHOLE = {"attributes": 22, "collections": 11, "habits": 10, "preferences": 18}
COMES, GOES = {"add", "acquire"}, {"remove", "drop"}


@pytest.fixture(name="profiles", scope="module")
def profiles_fixture(own):
    makers = [ProfileMaker(own.scale, own.profiles, SEED)] * 8
    makers += [ProfileMaker(ScaleParams(users=1, states=WHOLE), own.profiles, SEED)] * 3
    return [maker.profile(number)[-1] for number, maker in enumerate(makers)]


def rows(domain):
    return {row.key: (family, row) for family in FAMILIES for row in getattr(domain, family)}


def test_every_change_has_the_cause_of_its_window_which_explains_it(profiles) -> None:
    changes = 0
    for profile in profiles:
        for state in profile.states:
            causes = {one.why: one for one in life_tables.causes()[state.domain]}
            for before, change in zip(state.changes, state.changes[1:], strict=False):
                if before.temporary:
                    passed = causes[before.reason]
                    assert (change.reason, change.says) == (f"no more: {passed.why}", passed.over)
                    continue
                cause = causes[change.reason]
                assert profile.causes[state.domain][change.window - 1] == cause.why
                assert (change.says, change.temporary) == (cause.says, not cause.lasts)
                assert change.op not in {"comes": GOES, "goes": COMES}.get(cause.way(state.name), set())
                assert cause.way(state.name)
                changes += 1
    assert changes > 200


def test_a_window_has_a_cause_that_explains_something_the_user_has_and_no_two_are_the_same(profiles) -> None:
    for profile in profiles:
        for domain, chosen in profile.causes.items():
            names = [state.name for state in profile.states if state.domain == domain]
            assert len(chosen) == len(set(chosen)) == (4 if names else 0)
            for one in life_tables.causes()[domain]:
                assert one.why not in chosen or any(map(one.way, names))


def test_a_cause_that_explains_nothing_of_the_kind_breaks_a_rule(profiles, own) -> None:
    profile = profiles[0]
    state = next(one for one in profile.states if len(one.changes) > 1)
    other = next(one for one in life_tables.causes()[state.domain] if one.way(state.name) is None)
    change = state.changes[-1].model_copy(update={"says": other.says, "reason": other.why})
    wrong = state.model_copy(update={"changes": (*state.changes[:-1], change)})
    states = tuple(wrong if one is state else one for one in profile.states)
    found = violations(profile.model_copy(update={"states": states}), own.profiles.windows[-1][1])
    assert [fault.startswith("R1") and "does not explain" in fault for fault in found] == [True]


@pytest.mark.parametrize("domain", life_tables.domains(), ids=lambda own: own.name)
def test_each_key_of_a_domain_is_explained_by_two_causes_at_least(domain) -> None:
    own, known = life_tables.causes()[domain.name], rows(domain)
    lasting = [cause for cause in own if cause.lasts]
    assert len(lasting) >= 8
    assert len(own) - len(lasting) >= 3
    assert len({cause.why for cause in own}) == len(own)
    assert {key: len([cause for cause in lasting if cause.way(key)]) for key in known if sum(
        cause.way(key) is not None for cause in lasting) < 2} == {}  # fmt: skip
    for cause in own:
        keys = {one.rstrip("+-"): one[-1] in "+-" for one in cause.explains}
        assert keys.keys() <= known.keys()
        assert len(keys) == len(cause.explains)
        for key, marked in keys.items():
            assert not marked or known[key][0] in ("collections", "habits"), f"{cause.why}: {key}"
            assert cause.lasts or known[key][0] != "preferences", f"{cause.why}: {key}"


def test_what_tells_a_cause_tells_no_other_and_names_nothing() -> None:
    assert list(life_tables.causes()) == [domain.name for domain in life_tables.domains()]
    told = [says for own in life_tables.causes().values() for one in own for says in (one.says, one.over) if says]
    assert not [(one, other) for one in told for other in told if one != other and one in other]
    assert len(set(told)) == len(told)
    names = [f" {normalized(name)} " for name in life_tables.named()]
    names += [f" {normalized(row.label)} " for domain in life_tables.domains() for _, row in rows(domain).values()]
    for says in told:
        assert not [n for n in names if n in f" {normalized(says)} "], says
