"""ConvoMem's plans at any scale: wishes about somebody, and what changes."""

import random
from datetime import date
from itertools import pairwise

import pytest

from microworlds.authors.offline import OfflineAuthor
from microworlds.config import compose
from microworlds.core import params
from microworlds.core.records import Rejection
from microworlds.suites.convomem import affairs
from microworlds.suites.convomem.cores import CoreMaker
from microworlds.suites.convomem.parameters import Params
from microworlds.suites.convomem.personas import PersonaMaker

SEED = 7


@pytest.fixture(scope="module")
def own() -> Params:
    tree = compose.composed(["model=offline"])
    return params.checked(Params, "convomem", {name: tree["convomem"][name] for name in Params.model_fields})


def test_a_wish_about_somebody_names_whom_in_what_is_told_and_asked_and_comes_once_of_each(own):
    many = own.scale.model_copy(
        update={"cores": {"preferences": (60.0, 20.0), "implicit_connections": (40.0, 20.0, 10.0)}}
    )
    made = PersonaMaker(own.personas, many, OfflineAuthor(SEED), SEED).persona(0)
    (persona,) = [one for one in made if not isinstance(one, Rejection)]
    (cores,) = CoreMaker(own.cores, OfflineAuthor(SEED)).cores(persona)
    assert len(cores.cores) == 150
    about = [(core.plan.category, core.plan.affair, core.plan.asked.name) for core in cores.cores]
    assert len(set(about)) == 150
    named = [core for core in cores.cores if core.plan.asked.name]
    assert len(named) > 100
    for core in named:
        assert affairs.has(core.question, core.plan.asked.name)
        assert all(affairs.has(one.messages[0].text, core.plan.asked.name) for one in core.exchanges)
        assert "<" not in core.question + "".join(core.plan.asked.rubric)


def test_what_changes_stays_near_what_was_before():
    values = affairs.Values(random.Random(SEED), date(2024, 6, 1), set())
    days, sums = [values.drawn("date")], [values.drawn("money 100 900")]
    for _ in range(5):
        days.append(values.another("date", days[-1]))
        sums.append(values.another("money 100 900", sums[-1]))
    assert len({one.text for one in (*days, *sums)}) == 12
    on = [date.fromisoformat(one.meaning) for one in days]
    assert all(0 < abs((one - other).days) <= 24 for one, other in pairwise(on))
    amounts = [int(one.text[1:].replace(",", "")) for one in sums]
    assert all(0.7 < one / other < 1.4 for one, other in pairwise(amounts))
