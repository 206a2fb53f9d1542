"""The formats that leave a run, the version of each, and how a file of a later one is refused.

A file tells the version of its format as a whole number, and one that tells none is of version 1. A number rises when a
microworlds that knows only the one before would misread the file or refuse it. What was written before is read still:
what changed in between is made up for where it is read (a release: ``microworlds.core.migration``).

Source: issue 12, section 2.
"""

import json
from collections.abc import Mapping
from typing import TypeVar

from microworlds.core.errors import UserError

C = TypeVar("C", str, bytes)
KEY = "format"
VERSIONS: Mapping[str, int] = {
    "release": 4,  # manifest.json speaks for all files beside it; what earlier ones were: core/migration.py
    "version": 1,  # releases/SUITE/vX.Y.Z.json
    "answers": 1,  # JSON lines; a first line {"format": 1} may tell
    "results": 1,  # the folder of results; tables.json speaks for it
    "export": 1,  # export.json, as format_version
    "parquet": 1,  # a release as Parquet; metadata of each file, microworlds.format
    "responses": 1,  # the file of `microworlds responses export`
    "response store": 1,  # responses.db, as user_version
    "annotations": 1,  # what people judged, a line each
    "private seed": 1,  # the file of `microworlds seed new`
    "runs": 1,  # MLflow's runs, as the tag microworlds.format
    "program": 1,  # what a program as a system is asked; in its environment as MICROWORLDS_PROTOCOL
}


def later(name: str, told: object) -> str | None:
    """What is wrong with the version that a file tells of its format: it is later than all known here, or is none.

    >>> later("answers", 1), later("answers", None)
    (None, None)
    >>> later("answers", 7)
    'made by a later microworlds: answers of format 7, and this one reads up to 1. Install a newer one.'
    """
    if told is None:
        return None
    if not isinstance(told, int) or isinstance(told, bool) or told < 1:
        return f"its format is {told!r}, which is no version: it was changed or damaged."
    if told <= VERSIONS[name]:
        return None
    return (
        f"made by a later microworlds: {name} of format {told}, and this one reads up to {VERSIONS[name]}. "
        "Install a newer one."
    )


def known(name: str, told: object, where: object) -> int:
    """The version that a file tells of its format, 1 where it tells none; ``where`` is how an error names the file.

    Raises:
        UserError: it is later than all known here, or is no version.
    """
    if wrong := later(name, told):
        raise UserError(f"{where}: {wrong}")
    return told if isinstance(told, int) else 1


def checked(name: str, content: C, where: object) -> C:
    """The content of a JSON file as it is, once its format is known to be one that can be read.

    What is no JSON object is handed back too: whoever reads it says what is wrong with it.

    Raises:
        UserError: its format is later than all known here.
    """
    try:
        told = json.loads(content)
    except ValueError:
        return content
    known(name, told.get(KEY) if isinstance(told, dict) else None, where)
    return content
