"""The client against the loopback server."""

from __future__ import annotations

import pytest

from microworlds.llm import costs
from tests.calling import Office
from tests.loopback import serving


@pytest.fixture(name="server")
def server_fixture():
    with serving() as running:
        yield running


def totals(office: Office) -> dict:
    return costs.summed(office.store, "test", "suite")["total"]
