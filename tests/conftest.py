"""How long a test may take before it is ended, with all its threads (``timeout`` in pyproject.toml is for the others)."""

from __future__ import annotations

import pytest

LONG_SECONDS = 3600


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if any(item.get_closest_marker(name) for name in ("pipeline", "slow")):
            item.add_marker(pytest.mark.timeout(LONG_SECONDS))
