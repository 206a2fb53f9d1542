"""The rate limiter of one model: how many calls may be in flight, and requests and tokens sent in a minute.

It adapts: a 429 closes it for as long as the server asks and halves the number in flight, successes raise it again by
one for each round of calls (additive increase, multiplicative decrease). No limiter on PyPI combines the four; what
is here is counting under one lock.

Source: issue 3, section 2.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from microworlds.llm.records import StoppedError

_MINUTE = 60.0


@dataclass
class Ticket:
    """One call let through: when, and its tokens, which may be corrected once they are known."""

    at: float
    tokens: int


class RateLimiter:
    """Lets calls through; safe for threads. ``clock`` is in seconds."""

    def __init__(
        self,
        most: int,
        requests_per_minute: int | None = None,
        tokens_per_minute: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most = most
        self._requests = requests_per_minute
        self._tokens = tokens_per_minute
        self._clock = clock
        self._changed = threading.Condition()
        self._limit = float(most)
        self._in_flight = 0
        self._shut_until = 0.0
        self._sent: deque[Ticket] = deque()
        self._stopped = False
        self.last_success = float("-inf")

    @property
    def limit(self) -> int:
        """How many calls may be in flight now."""
        return max(1, int(self._limit))

    @contextmanager
    def slot(self, tokens: int) -> Iterator[Ticket]:
        """Wait until one more call of ``tokens`` (input and most output) may be sent; hold its place until it ends.

        Raises:
            StoppedError: the limiter was stopped.
        """
        with self._changed:
            while (wait := self._wait(tokens)) is None or wait > 0:
                self._changed.wait(wait)
            self._in_flight += 1
            ticket = Ticket(self._clock(), tokens)
            self._sent.append(ticket)
        try:
            yield ticket
        finally:
            with self._changed:
                self._in_flight -= 1
                self._changed.notify_all()

    def succeeded(self) -> None:
        """A reply came."""
        with self._changed:
            self.last_success = self._clock()
            self._limit = min(self._most, self._limit + 1 / self._limit)
            self._changed.notify_all()

    def slow_down(self, seconds: float) -> None:
        """The server had too much: nothing is sent for ``seconds``, and half as much at once from then on.

        Calls that were in flight together are told so together: they halve the number once.
        """
        with self._changed:
            now = self._clock()
            if now >= self._shut_until:
                self._limit = max(1.0, self._limit / 2)
            self._shut_until = max(self._shut_until, now + seconds)
            self._changed.notify_all()

    def stop(self) -> None:
        """Let nothing through any more."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def _wait(self, tokens: int) -> float | None:
        """Seconds until it is worth looking again; 0 to go; None to wait for another call to end."""
        if self._stopped:
            raise StoppedError
        now = self._clock()
        while self._sent and self._sent[0].at <= now - _MINUTE:
            self._sent.popleft()
        if now < self._shut_until:
            return self._shut_until - now
        if self._in_flight >= self.limit:
            return None
        requests = len(self._sent) + 1
        tokens += sum(ticket.tokens for ticket in self._sent)
        limits = ((self._requests, requests), (self._tokens, tokens))
        if self._sent and any(limit is not None and wanted > limit for limit, wanted in limits):
            return self._sent[0].at + _MINUTE - now
        return 0
