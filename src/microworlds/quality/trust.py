"""Whether a release can be trusted: a few figures of its quality, each beside the limit that it must keep.

Source: issue 11 (a release in which nothing can be trusted looks as good as any).
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pydantic import Field

from microworlds.core.errors import UserError
from microworlds.core.records import Record

UNMEASURED = "whether it can be trusted was not measured: its quality.json has no figures with limits"
_KEY = "trust"


def _unset(value: object) -> bool:
    return value is None


def with_interval(value: float, low: float | None, high: float | None) -> str:
    """A value to three places, and its interval in brackets if it has one."""
    return f"{value:.3f}" if low is None or high is None else f"{value:.3f} [{low:.3f}, {high:.3f}]"


class Figure(Record):
    """A figure with its limit: at least ``least``, or at most ``most``; one with neither is told for its own sake.

    ``value`` is None where there was nothing to compute it from, and ``told`` is what it was computed from, in words.
    One that has an interval, ``low`` to ``high``, is outside its limit only if all of that is.
    """

    name: str
    value: float | None
    least: float | None = None
    most: float | None = None
    told: str
    low: float | None = Field(default=None, exclude_if=_unset)
    high: float | None = Field(default=None, exclude_if=_unset)

    @property
    def limit(self) -> str:
        """The limit in words; empty if there is none."""
        least = "" if self.least is None else f"at least {self.least}"
        return least if self.most is None else f"at most {self.most}"

    @property
    def outside(self) -> bool:
        """Whether it breaks its limit; what could not be computed does."""
        if self.value is None:
            return bool(self.limit)
        low, high = (self.value if end is None else end for end in (self.low, self.high))
        return (self.least is not None and high < self.least) or (self.most is not None and low > self.most)

    @property
    def shown(self) -> str:
        """The value, with its interval if it has one; a dash if there is none."""
        return "–" if self.value is None else with_interval(self.value, self.low, self.high)

    @property
    def sentence(self) -> str:
        """The figure and its limit, if it has one, as one line."""
        value = "could not be computed" if self.value is None else self.shown
        return f"{self.name}: {value} ({self.told}){f'; its limit is {self.limit}' if self.limit else ''}"


def tell(figures: Iterable[Figure]) -> None:
    """Print a line for each figure that is outside its limit."""
    for figure in figures:
        if figure.outside:
            print(f"outside its limit: {figure.sentence}")


def figures(quality: Mapping[str, Any]) -> tuple[Figure, ...] | None:
    """The figures in a quality.json; None if it has none."""
    return tuple(map(Figure.model_validate, quality[_KEY])) if quality.get(_KEY) else None


def outside(quality: Mapping[str, Any]) -> list[str]:
    """What a quality.json says that is outside its limit, a sentence each; that nothing was measured is one, too."""
    known = figures(quality)
    return [UNMEASURED] if known is None else sentences(known)


def sentences(known: Iterable[Figure]) -> list[str]:
    """A sentence for each figure that is outside its limit."""
    return [figure.sentence for figure in known if figure.outside]


def listed(outside: Iterable[str], despite: str | None) -> str:
    """What is outside, as a list in Markdown, and why it is released ``despite`` that; or that nothing is."""
    lines = [f"- Outside its limit: {line}." for line in outside]
    if despite:
        lines.append(f"- It was released despite this. The reason given: {despite}")
    return "\n".join(lines) or "- Nothing is outside its limit."


def read(path: Path) -> list[str]:
    """The same of a file; nothing where there is none, since a suite that others made has no such figures.

    Raises:
        UserError: the file is damaged.
    """
    try:
        return outside(json.loads(path.read_bytes()))
    except FileNotFoundError:
        return []
    except (OSError, ValueError, AttributeError) as error:
        raise UserError(f"cannot read {path}: {type(error).__name__}. `dvc repro` makes it again.") from error
