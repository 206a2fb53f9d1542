"""Whether a folder is a release in which every rule of its suite holds, whichever suite that is.

Source: issue 2, section 3.
"""

from __future__ import annotations

import importlib
import json
from pathlib import Path

from microworlds.core.errors import UserError


def faults(folder: Path) -> list[str]:
    """Everything that is wrong with a release, as sentences; empty if it is sound.

    Raises:
        UserError: there is no release in the folder, or it is of a suite that this version does not know.
    """
    try:
        suite = json.loads((folder / "manifest.json").read_bytes())["suite"]
    except OSError as error:
        raise UserError(f"{folder} holds no release: {error.strerror}: {error.filename}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise UserError(f"{folder / 'manifest.json'} is damaged: {error}. Get the release again.") from error
    try:
        module = importlib.import_module(f"microworlds.suites.{suite}.verify")
    except ModuleNotFoundError as error:
        raise UserError(f"{folder}: this version knows no suite called {suite!r}") from error
    found: list[str] = module.verify(folder)
    return found
