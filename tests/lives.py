"""Two users of DynamicMem, for the tests of their logs and of their questions."""

from __future__ import annotations

import pytest

from microworlds.authors.offline import OfflineAuthor
from microworlds.config import compose
from microworlds.core import params
from microworlds.suites.dynamicmem.events import EventMaker
from microworlds.suites.dynamicmem.logs import LogMaker
from microworlds.suites.dynamicmem.parameters import Params
from microworlds.suites.dynamicmem.profiles import ProfileMaker
from microworlds.suites.dynamicmem.questions import QuestionMaker
from microworlds.suites.dynamicmem.records import Profile, UserLogs

SEED = 7


@pytest.fixture(name="own", scope="module")
def own_fixture() -> Params:
    tree = compose.composed(["model=offline"])
    return params.checked(Params, "dynamicmem", {name: tree["dynamicmem"][name] for name in Params.model_fields})


def lived(own: Params, number: int, **dials: float) -> UserLogs:
    profile = ProfileMaker(own.scale, own.profiles, SEED).profile(number)[-1]
    assert isinstance(profile, Profile)
    events = own.events.model_copy(update=dials)
    return LogMaker(SEED).logs(EventMaker(events, own.profiles, OfflineAuthor(SEED), SEED).events(profile)[-1])


@pytest.fixture(name="people", scope="module")
def people_fixture(own):
    logs = [lived(own, number) for number in range(2)]
    made = [QuestionMaker(own.profiles, SEED).items(one) for one in logs]
    return [(one, items[-1]) for one, items in zip(logs, made, strict=True)]
