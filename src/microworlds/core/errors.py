"""The kinds of failure that are not bugs."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from microworlds.core import process


class UserError(Exception):
    """Something the user can put right: the message says what, where and what to do. ``code`` is the exit code."""

    code = 2


class ItemError(Exception):
    """One item of a stage failed and the run goes on: it becomes a ``Rejection``."""


class FinalItemError(ItemError):
    """An item failed for good, for this run: another sample of it is no use."""


class UnwrittenError(FinalItemError):
    """There is no recorded text of an item: the stage stops when it knows all of which there is none."""

    reason = "not recorded"

    def __init__(self, item: str) -> None:
        super().__init__(self.reason)
        self.item = item


@contextmanager
def reported() -> Iterator[None]:
    """End the process with the error's exit code and one line, not a traceback, on a ``UserError``."""
    try:
        yield
    except UserError as error:
        print(f"error: {error}", file=sys.stderr, flush=True)
        sys.exit(error.code)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr, flush=True)
        sys.exit(130)


def run(main: Callable[[], None]) -> None:
    """Run a command's ``main`` under ``reported``."""
    process.collect_rarely()
    with reported():
        process.serve_workers()
        main()
