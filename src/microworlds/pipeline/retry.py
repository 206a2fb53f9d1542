"""Another try for what was rejected: more attempts, which are new samples; whatever succeeded keeps its reply.

A stage's attempts and an author's are settings like any other, so the parameters that made a release stay known, and
the same number of attempts makes the same release.

Source: issue 3, section 3; docs/decisions/0006-responses-are-data.md.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from microworlds.core.records import Rejection

# roles whose stages ask once for each item
_ONE_ATTEMPT = ("extractor", "answerer", "memory_extractor", "grader")


def rejected(data: Path) -> dict[str, int]:
    """How many items failed at least once, by the list of rejections below a folder that says so."""
    found = {}
    for path in sorted(data.rglob("*.rejections.json")):
        items = {Rejection.model_validate(one).item for one in json.loads(path.read_text(encoding="utf-8"))}
        if items:
            found[str(path)] = len(items)
    return found


def overrides(tree: Mapping[str, Any], more: int) -> Iterator[str]:
    """The settings that give ``more`` attempts: to stages that have some, and to the models of those that have none.

    A stage's next attempt comes after all of the author's at the one before: so what succeeded keeps its reply.
    """
    for section, parts in tree.items():
        for name, own in parts.items() if isinstance(parts, Mapping) and section != "models" else ():
            if isinstance(own, Mapping) and isinstance(own.get("attempts"), int):
                yield f"{section}.{name}.attempts={own['attempts'] + more}"
    for role in _ONE_ATTEMPT:
        attempts = tree["models"][role].get("attempts")
        if isinstance(attempts, int):
            yield f"models.{role}.attempts={attempts + more}"
