"""Plug-ins by file name: the file system is the registry.

A plug-in is a module that ends ``SYSTEM = X`` (or CORPUS, METRIC, CATEGORY); its name is its file's name.
A dotted path names one in somebody else's package, installed or in the project folder.
"""

import importlib
import importlib.util
import pkgutil
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from rapidfuzz import process

from microworlds.core.errors import UserError


def names(package: str, attribute: str) -> tuple[str, ...]:
    """Names of all plug-ins of a package, sorted: modules whose source assigns ``attribute``."""
    found = []
    module = importlib.import_module(package)
    for info in pkgutil.iter_modules(module.__path__):
        spec = importlib.util.find_spec(f"{package}.{info.name}")
        if spec is None or spec.origin is None:
            continue
        with Path(spec.origin).open(encoding="utf-8") as file:
            if any(line.startswith((f"{attribute} =", f"{attribute}:")) for line in file):
                found.append(info.name)
    return tuple(sorted(found))


def load(package: str, attribute: str, name: str) -> Any:
    """The plug-in ``name`` of ``package``, or, if it has a dot, the module at that dotted path.

    Raises:
        UserError: no such plug-in; the message lists the right names.
    """
    if "." in name:
        return getattr(_external(name, attribute), attribute)
    known = names(package, attribute)
    if name not in known:
        raise UserError(f"no {attribute.lower()} called {name!r}{nearest(name, known)}. There are: {', '.join(known)}.")
    return getattr(importlib.import_module(f"{package}.{name}"), attribute)


def _external(path: str, attribute: str) -> ModuleType:
    """The module at a dotted path: of an installed package, or of one in the project folder."""
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))
    what = f"{attribute.lower()} {path!r}"
    try:
        module = importlib.import_module(path)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{path}.".startswith(f"{error.name}."):
            raise UserError(f"cannot import {what}: it imports {error.name}, which is not installed.") from error
        raise UserError(
            f"cannot import {what}: there is no {error.name}. Install its package, or run this in the folder it is in."
        ) from error
    except Exception as error:  # somebody else's code: it can fail in any way while it is imported
        raise UserError(f"cannot import {what}: {type(error).__name__}: {error}. Try `import {path}`.") from error
    if not hasattr(module, attribute):
        raise UserError(f"module {path!r} has no {attribute}: end it with `{attribute} = YourClass`.")
    return module


def nearest(name: str, known: tuple[str, ...] | list[str]) -> str:
    """`` (did you mean 'x'?)`` for the most similar known name, or nothing."""
    match = process.extractOne(name, known, score_cutoff=60)
    return f" (did you mean {match[0]!r}?)" if match else ""
