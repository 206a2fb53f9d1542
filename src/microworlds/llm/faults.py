"""What can go wrong with a call that is not the reply's own fault.

Source: issue 3, section 5.
"""

from __future__ import annotations

from microworlds.core.errors import UserError


class TransportError(Exception):
    """No reply came, and asking again may help. Never stored.

    ``cause`` is short and countable (429, 503, timeout ...); ``retry_after`` is in seconds, where the server said so.
    ``billed`` is false where the provider certainly took nothing for it.
    """

    def __init__(self, cause: str, message: str, retry_after: float | None = None, *, billed: bool = False) -> None:
        super().__init__(message)
        self.cause = cause
        self.retry_after = retry_after
        self.billed = billed


class StoppedError(Exception):
    """Another call ended the run: this one is not made."""


class BudgetError(UserError):
    """The next call would cross the budget. Exit code 3: raise the budget and run the same command again."""

    code = 3
