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
from microworlds.suites.dynamicmem.records import Profile, UserEvents, UserLogs

SEED = 7


@pytest.fixture(name="own", scope="module")
def own_fixture() -> Params:
    tree = compose.composed(["model=offline"])
    return params.checked(Params, "dynamicmem", {name: tree["dynamicmem"][name] for name in Params.model_fields})


def played(own: Params, number: int, **dials: float) -> UserEvents:
    profile = ProfileMaker(own.scale, own.profiles, SEED).profile(number)[-1]
    assert isinstance(profile, Profile)
    events = own.events.model_copy(update=dials)
    made = EventMaker(events, own.profiles, OfflineAuthor(SEED), SEED).events(profile)[-1]
    assert isinstance(made, UserEvents)
    return made


def lived(own: Params, number: int, **dials: float) -> UserLogs:
    return LogMaker(SEED).logs(played(own, number, **dials))


@pytest.fixture(name="people", scope="module")
def people_fixture(own):
    logs = [lived(own, number) for number in range(2)]
    made = [QuestionMaker(own.profiles, SEED).items(one) for one in logs]
    return [(one, items[-1]) for one, items in zip(logs, made, strict=True)]
