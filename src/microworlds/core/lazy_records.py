"""Records of a release as a sequence that is parsed where it is reached.

Source: issue 5, section 2.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Generic, TypeVar, overload

from pydantic import ValidationError

from microworlds.core.errors import UserError
from microworlds.core.plugins import nearest
from microworlds.core.records import Record

R = TypeVar("R", bound=Record)
_KEY = re.compile(rb'\{"(?:id|question|world)":("(?:[^"\\]|\\.)*")')


@dataclass(frozen=True)
class _Place:
    path: Path
    start: int
    length: int
    line: int


class Rows(Sequence[R], Generic[R]):
    """Records of a release, in its order: by number, slice, or the id of a world, an observation or a question.

    Places are found when the first record is asked for; each is parsed when it is reached, and not kept.
    """

    def __init__(
        self, kind: type[R], files: Callable[[], Sequence[Path]], only: Callable[[], Collection[str] | None]
    ) -> None:
        self._kind, self._files, self._only = kind, files, only

    @cached_property
    def _places(self) -> list[tuple[str, _Place]]:
        chosen = self._only()
        found = [place for path in self._files() for place in _places(path)]
        return found if chosen is None else [place for place in found if place[0] in chosen]

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {key: number for number, (key, _) in reversed(list(enumerate(self._places)))}

    @property
    def ids(self) -> tuple[str, ...]:
        """The id of each record; no record is parsed."""
        return tuple(key for key, _ in self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[R]:
        return (self._parsed(place) for _, place in self._places)

    def __contains__(self, item: object) -> bool:
        return item in self._numbers if isinstance(item, str) else any(own == item for own in self)

    @overload
    def __getitem__(self, index: int | str) -> R: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[R]: ...
    def __getitem__(self, index: int | str | slice) -> R | Sequence[R]:
        if isinstance(index, slice):
            return [self._parsed(place) for _, place in self._places[index]]
        if isinstance(index, int):
            return self._parsed(self._places[index][1])
        if index not in self._numbers:
            raise KeyError(f"no {self._kind.__name__} {index!r}{nearest(index, list(self._numbers))}")
        return self._parsed(self._places[self._numbers[index]][1])

    def __repr__(self) -> str:
        return f"<{len(self)} of {self._kind.__name__}>"

    def _parsed(self, place: _Place) -> R:
        with place.path.open("rb") as file:
            file.seek(place.start)
            line = file.read(place.length)
        try:
            return self._kind.model_validate_json(line)
        except ValidationError as error:
            detail = " ".join(str(error).split())
            raise UserError(
                f"{place.path}, line {place.line}: not a {self._kind.__name__}: {detail[:300]}. The release was "
                "made by another version of microworlds: install that one."
            ) from error


def _places(path: Path) -> Iterator[tuple[str, _Place]]:
    """The key of each line and where it is; a line is not parsed if its key comes first, as it does in a release."""
    start = 0
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            match = _KEY.match(line)
            own = json.loads(line) if match is None else {"id": json.loads(match[1])}
            key = next((str(own[name]) for name in ("id", "question", "world") if name in own), str(number))
            yield key, _Place(path, start, len(line), number)
            start += len(line)
