"""A suite is a plug-in, found by its folder: ``suite.py`` there ends ``SUITE = Suite(...)``.

The folder is one of ``microworlds.suites``, of ``microworlds.suites.imported``, or one in the folder in which this
runs. What takes longer to import lies beside: ``parameters.py`` has the sections of params.yaml, ``files.py`` what a
release has besides the files that all have. A stage is a module that dvc.yaml names.

Source: DESIGN 3 and 7 (a report is one group-by; a new breakdown is a new label); issue 12, section 1.
"""

import importlib
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from pydantic import Field, field_validator

from microworlds.core.errors import UserError
from microworlds.core.plugins import nearest
from microworlds.core.records import LEVELS, Record

_OURS = Path(__file__).parent
_ROOMS = {"microworlds.suites": _OURS, "microworlds.suites.imported": _OURS / "imported"}


class Labels(Record):
    """Labels and the values of each, in the order of the page; the first label is the main one.

    ``unanswerable`` are values that only questions have which nothing answers. ``whole`` are tables over all questions,
    by name: the label, and a title. ``note`` is what has to be known of F1 here, for the head of the page. ``meanings``
    says what a question of a category rests on, for people who judge it. ``levels`` are those of
    ``core.records.LEVELS`` at which its evidence is ranked. ``metric`` is the main metric: systems are ranked, plotted
    and compared by it. ``paired`` are questions that count together, right only if both are: the label that two of a
    pair have in common, and the one by whose values they are shown. ``crossed`` are a label whose values are numbers
    and another, for each of whose values there is a curve over the first. With fewer than ``worlds_least`` worlds
    there are no intervals, and systems are not compared.
    """

    columns: dict[str, tuple[str, ...]]
    unanswerable: tuple[str, ...]
    whole: dict[str, tuple[str, str]]
    note: str
    levels: tuple[str, ...]
    metric: str = "f1"
    paired: tuple[str, str] | None = None
    crossed: tuple[str, str] | None = None
    meanings: dict[str, str] = Field(default_factory=dict)
    worlds_least: int = 2

    @field_validator("levels")
    @classmethod
    def _known(cls, levels: tuple[str, ...]) -> tuple[str, ...]:
        for level in levels:
            if level not in LEVELS:
                raise ValueError(f"no level {level!r}{nearest(level, LEVELS)}: {', '.join(LEVELS)}")
        return levels

    @property
    def main(self) -> str:
        """The label by which everything is shown that is shown once."""
        return next(iter(self.columns))

    @property
    def numeric(self) -> tuple[str, ...]:
        """The labels whose values are numbers: their tables are drawn as curves."""
        return tuple(label for label, values in self.columns.items() if all(value.isdigit() for value in values))

    def answerable(self, label: str) -> tuple[str, ...]:
        """The values of a label that answerable questions have."""
        return tuple(value for value in self.columns[label] if value not in self.unanswerable)

    def refusable(self, label: str) -> tuple[str, ...]:
        """The values of a label that questions have which nothing answers: those of their own, else all."""
        return tuple(value for value in self.columns[label] if value in self.unanswerable) or self.columns[label]


class Suite(Record):
    """What the rest of the program has to know of a suite; ``splits`` are those of its releases, in order."""

    labels: Labels
    splits: tuple[str, ...] = ("train", "val", "test")


class ReleasedFile(Record):
    """A file that releases of a suite have besides those that all have: what a line of it is, and who may see it.

    Its name is ``NAME.jsonl``, or ``SPLIT.NAME.jsonl`` if it is ``by_split``. ``secret`` if gold can be read off it.
    As Parquet it is a table of its lines, or of the items of the field ``unfold`` of each, or none if not ``tabled``.
    ``hidden`` are fields that no page shows, as pydantic's ``exclude`` takes them.
    """

    kind: type[Record]
    by_split: bool = False
    secret: bool = False
    tabled: bool = False
    unfold: str | None = None
    hidden: dict[str, Any] = Field(default_factory=dict)


class Stretch(Record):
    """What holds from a day on, and why; ``parts`` are the ids of the parts of observations that show it."""

    since: date
    text: str
    why: str | None
    parts: tuple[str, ...]


class Track(Record):
    """Something of a world that is so and then otherwise, as a page draws it; ``group`` and ``kind`` are headings."""

    world: str
    group: str
    kind: str
    name: str
    stretches: tuple[Stretch, ...]


def names() -> tuple[str, ...]:
    """The suites there are, sorted: ours, other people's, and those in the folder in which this runs."""
    files = [path for folder in (*_ROOMS.values(), Path()) for path in folder.glob("*/suite.py")]
    return tuple(sorted({path.absolute().parent.name for path in files}))


def generated() -> list[str]:
    """The suites that are made here, not imported, sorted."""
    return sorted(path.parent.name for path in _OURS.glob("*/suite.py"))


def find(name: str) -> Suite:
    """The suite of this name.

    Raises:
        UserError: there is none; the message names those there are.
    """
    module = part(name, "suite")
    if not isinstance(getattr(module, "SUITE", None), Suite):
        raise UserError(f"{module.__file__} has no SUITE: end it with `SUITE = Suite(...)`.")
    suite: Suite = module.SUITE
    return suite


def files(name: str) -> Mapping[str, ReleasedFile]:
    """The files that only releases of this suite have, by name: none if the suite is not known here, or has none."""
    found: Mapping[str, ReleasedFile] = _of_files(name, "FILES")
    return found


def tracks(name: str) -> Mapping[str, Callable[[Any], Track]]:
    """By the name of a file that releases of a suite have: what makes a track of each of its records."""
    found: Mapping[str, Callable[[Any], Track]] = _of_files(name, "TRACKS")
    return found


def records(name: str) -> Mapping[str, Sequence[type[Record]]]:
    """The records that a suite's stages hand on and release, by the title under which the data model has them."""
    found: Mapping[str, Sequence[type[Record]]] = _of_files(name, "RECORDS")
    return found


def _of_files(name: str, attribute: str) -> Mapping[str, Any]:
    package = _package(name)
    if package is None or find_spec(f"{package}.files") is None:
        return {}
    found: Mapping[str, Any] = getattr(importlib.import_module(f"{package}.files"), attribute, {})
    return found


def part(name: str, module: str) -> ModuleType:
    """A module of a suite's folder.

    Raises:
        UserError: there is no such suite, or it has no such module.
    """
    package = _package(name)
    if package is None:
        raise UserError(f"no suite called {name!r}{nearest(name, names())}. There are: {', '.join(names())}.")
    if find_spec(f"{package}.{module}") is None:
        raise UserError(f"the suite {name} has no {module}.py in its folder ({package}).")
    return importlib.import_module(f"{package}.{module}")


def _package(name: str) -> str | None:
    """Where a suite lies; None if nowhere."""
    if not name.isidentifier():
        return None
    for room, folder in _ROOMS.items():
        if (folder / name / "suite.py").is_file():
            return f"{room}.{name}"
    if not Path(name, "suite.py").is_file():
        return None
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))
    return name
