"""What the ``main`` of every stage is made of: paths from the command line, records in, records and rejections out.

Paths are in dvc.yaml and nowhere else; a stage names them in the order in which its command gives them.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from microworlds.core import jsonl
from microworlds.core.errors import FinalItemError, ItemError, UnwrittenError, UserError
from microworlds.core.records import Rejection

R = TypeVar("R", bound=BaseModel)
_NAMED = 5  # items in a message, at most


def paths(*names: str, optional: tuple[str, ...] = ()) -> tuple[Path, ...]:
    """The command line's paths, one for each name, and one for each of the optional names or none at all.

    Raises:
        UserError: too few or too many.
    """
    given = sys.argv[1:]
    if len(given) not in (len(names), len(names) + len(optional)):
        usage = " ".join([*(name.upper() for name in names), *(f"[{name.upper()}]" for name in optional)])
        raise UserError(f"{len(given)} paths given, {len(names)} expected: {usage}. Use `dvc repro` to run stages.")
    return tuple(Path(path) for path in given)


def attempted(
    stage_name: str, item: str, attempts: Iterable[int], make: Callable[[int, tuple[str, ...]], R]
) -> tuple[R | None, list[Rejection]]:
    """What the first attempt that succeeds makes, or None, and a rejection for each one that failed before it.

    ``make`` is called with the number of the attempt, which is the author's ``sample``, and why those before it were
    refused. What failed for good is not tried again. Source: MemoryDocDataSet Appendix A, stages 2 and 4 (malformed
    items are retried, then discarded).
    """
    refused: list[Rejection] = []
    for attempt in attempts:
        try:
            return make(attempt, tuple(one.reason for one in refused)), refused
        except ItemError as error:
            refused.append(Rejection(stage=stage_name, item=item, reason=str(error), attempt=attempt))
            if isinstance(error, FinalItemError):
                break
    return None, refused


def signed(made: Iterable[R], by: str) -> Iterator[R]:
    """What was made, with who wrote it; what was refused as it is."""
    return (item if isinstance(item, Rejection) else item.model_copy(update={"by": by}) for item in made)


def write(out: Path, made: Iterable[R | Rejection]) -> int:
    """Write records to ``out`` and rejections beside it (``x.jsonl``, ``x.rejections.json``); how many records.

    They are written as they come, so that not all of them are held at once.
    """
    rejected: list[Rejection] = []
    count = jsonl.write(out, _apart(made, rejected))
    _write_rejections(out, rejected)
    return count


def _apart(made: Iterable[R | Rejection], rejected: list[Rejection]) -> Iterator[R]:
    """The records; what was rejected is added to ``rejected``."""
    for item in made:
        if isinstance(item, Rejection):
            rejected.append(item)
        else:
            yield item


def write_kept(stage_name: str, out: Path, made: Iterable[R | Rejection], tried: int, of: str = "worlds") -> None:
    """Write what is left of ``tried`` worlds, a record each, and the rejections; say so if any were refused.

    Raises:
        UserError: nothing is left, or something is not recorded.
    """
    rejected: list[Rejection] = []
    left = write(out, _recorded(stage_name, made, rejected))
    reasons = Counter(item.reason for item in rejected)
    beside = out.with_suffix(".rejections.json")
    if not left:
        reason, count = next(iter(reasons.most_common(1)), ("none was handed on to it", 0))
        raise UserError(
            f"{stage_name}: none of {tried} {of} is left after {reasons.total()} rejections; "
            f"the most frequent reason ({count} times): {reason}. All of them are in {beside}."
        )
    if left < tried:
        print(f"{stage_name}: {left} of {tried} {of}; {tried - left} refused, see {beside}", flush=True)


def _recorded(stage_name: str, made: Iterable[R | Rejection], rejected: list[Rejection]) -> Iterator[R | Rejection]:
    """All of it; at its end an error, with nothing written, if something is not recorded."""
    for item in made:
        if isinstance(item, Rejection):
            rejected.append(item)
        yield item
    unwritten = list(dict.fromkeys(one.item for one in rejected if one.reason == UnwrittenError.reason))
    if unwritten:
        more = f" and {len(unwritten) - _NAMED} more" if len(unwritten) > _NAMED else ""
        raise UserError(
            f"{stage_name}: {len(unwritten)} texts are not recorded: {', '.join(unwritten[:_NAMED])}{more}. "
            "Choose the offline author (model=offline), or record them with a language model "
            "(`microworlds written record model=...`, docs/models.md)."
        )


def write_shards(folder: Path, made: Mapping[str, Iterable[BaseModel]], rejections: Iterable[object]) -> None:
    """Write each shard to a file of its name in ``folder``, and the rejections beside the folder."""
    for name, records in made.items():
        jsonl.write(folder / f"{name}.jsonl", records)
    _write_rejections(folder, rejections)


def rejections(out: Path) -> list[Rejection]:
    """What was refused on the way to ``out``: the rejections beside it.

    Raises:
        UserError: there are none to read, or they are damaged.
    """
    path = out.with_suffix(".rejections.json")
    try:
        return [Rejection.model_validate(item) for item in json.loads(path.read_bytes())]
    except (OSError, ValueError) as error:
        raise UserError(f"cannot read {path}: {type(error).__name__}. `dvc repro` makes it again.") from error


def _write_rejections(out: Path, items: Iterable[object]) -> None:
    """A JSON list, not JSON lines: most runs reject nothing, and DVC warns of a file of no bytes."""
    refused = [item.model_dump(mode="json") for item in items if isinstance(item, Rejection)]
    text = json.dumps(refused, indent=1, ensure_ascii=False)
    jsonl.write_text(out.with_suffix(".rejections.json"), text + "\n")
