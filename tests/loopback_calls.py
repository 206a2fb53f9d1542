"""Calls of the loopback server."""

import pytest

from tests.loopback import faults, serving


@pytest.fixture(name="server", scope="module")
def server_fixture():
    with serving(cached=0.5) as running:
        yield running


@pytest.fixture(name="plain", autouse=True)
def plain_fixture(request):
    """Every test begins with a server that does nothing odd."""
    if "server" in request.fixturenames:
        settings = faults.Settings(cached=0.5)
        request.getfixturevalue("server").control(**vars(settings))
