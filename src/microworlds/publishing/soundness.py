"""Whether a folder is a release in which every rule of its suite holds, whichever suite that is.

Source: issue 2, section 3.
"""

from __future__ import annotations

import importlib
from pathlib import Path

from microworlds.core.errors import UserError
from microworlds.publishing import sources


def faults(folder: Path) -> list[str]:
    """Everything that is wrong with a release, as sentences; empty if it is sound.

    Raises:
        UserError: there is no release in the folder, it is of a later format, or of a suite that is not known here.
    """
    suite = sources.listed(sources.Folder(folder)).suite
    try:
        module = importlib.import_module(f"microworlds.suites.{suite}.verify")
    except ModuleNotFoundError as error:
        raise UserError(f"{folder}: this version knows no suite called {suite!r}") from error
    found: list[str] = module.verify(folder)
    return found
