"""What raters said who read texts of a release among others, without being told which were which.

`benchmarks/naturalness` makes the sheets, scores them and writes these records; a release's card shows those of its own
texts, by the digest of what a system sees of it.

Source: issue 14, section 4.
"""

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Literal

from pydantic import Field, TypeAdapter, ValidationError

from microworlds.core import jsonl
from microworlds.core.errors import UserError
from microworlds.core.records import Record

Scale = Literal["coherence", "believable", "english"]
SCALES: tuple[Scale, ...] = ("coherence", "believable", "english")
CONTROL = 1.0
"""By how much the coherence of shuffled conversations must fall below that of whole ones."""


class Mark(Record):
    """A mean of marks from 1 to 5, or a difference of two, with its interval of 95% over items."""

    mean: float
    low: float | None
    high: float | None

    def __str__(self) -> str:
        """As tables have it."""
        return f"{self.mean:.2f}" + ("" if self.low is None else f" ({self.low:.2f} to {self.high:.2f})")


class Group(Record):
    """Texts of one origin: ``release`` is the digest of the release that they are of, None if of none.

    ``against`` names the group that they are compared with, ``differences`` are theirs less those of that group.
    """

    name: str
    release: str | None
    items: int
    means: dict[Scale, Mark]
    against: str | None = None
    differences: dict[Scale, Mark] = Field(default_factory=dict)


class Agreement(Record):
    """Of two raters on all items: Pearson's correlation and kappa with squared weights; None where undefined."""

    correlation: float | None
    kappa: float | None


class Rating(Record):
    """One sheet, by all who filled it in; ``raters`` says in words what each was, ``seal`` is that of the sheet's key.

    ``agreement`` is the mean over pairs of raters; ``control`` how far coherence fell in texts that were spoiled on
    purpose (turns shuffled, calls of several people mixed), by rater.
    """

    made: date
    seal: str
    raters: tuple[str, ...]
    control: tuple[float, ...]
    agreement: dict[Scale, Agreement]
    groups: tuple[Group, ...]

    @property
    def counts(self) -> bool:
        """Whether every rater saw that shuffled conversations are not whole."""
        return bool(self.control) and min(self.control) >= CONTROL


_LIST = TypeAdapter(tuple[Rating, ...])


def read(path: Path) -> tuple[Rating, ...]:
    """The ratings of a file, in order.

    Raises:
        UserError: it cannot be read, or is damaged.
    """
    try:
        return _LIST.validate_json(path.read_bytes())
    except OSError as error:
        raise UserError(
            f"cannot read {path}: {error.strerror}. It is a list of ratings, [] if there are none."
        ) from error
    except ValidationError as error:
        raise UserError(f"{path}: no list of ratings: {' '.join(str(error).split())[:300]}") from error


def write(path: Path, ratings: Sequence[Rating]) -> None:
    """Write them all."""
    jsonl.write_text(path, _LIST.dump_json(tuple(ratings), indent=1).decode() + "\n")


def of(ratings: Sequence[Rating], release: str) -> tuple[Rating, ...]:
    """The ratings that count and have texts of this release, each with their groups and what these stand beside."""
    found = []
    for rating in ratings:
        own = [group for group in rating.groups if group.release == release]
        beside = {group.against for group in own}
        kept = tuple(group for group in rating.groups if group in own or group.name in beside)
        if own and rating.counts:
            found.append(rating.model_copy(update={"groups": kept}))
    return tuple(found)
