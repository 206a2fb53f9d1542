"""The limiter before a model, with a clock of the test's own."""

from __future__ import annotations

import threading
import time

import pytest

from microworlds.llm.rate_limiter import RateLimiter
from microworlds.llm.records import StoppedError


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def passes(limiter: RateLimiter, tokens: int = 1) -> bool:
    """Whether a call would be let through now."""
    return limiter._wait(tokens) == 0


def test_no_more_calls_than_allowed_are_in_flight():
    limiter = RateLimiter(3)
    most = now = 0
    lock = threading.Lock()

    def call() -> None:
        nonlocal most, now
        with limiter.slot(1):
            with lock:
                now += 1
                most = max(most, now)
            time.sleep(0.01)
            with lock:
                now -= 1

    threads = [threading.Thread(target=call) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 3


def test_a_429_closes_the_gate_halves_the_flight_once_and_successes_open_it_again():
    clock = Clock()
    limiter = RateLimiter(16, clock=clock)
    for _ in range(5):  # five calls of one burst are told so together
        limiter.slow_down(7.0)
    assert limiter.limit == 8
    assert not passes(limiter)
    clock.now += 7.1
    assert passes(limiter)
    limiter.slow_down(1.0)
    assert limiter.limit == 4
    clock.now += 1.1
    for _ in range(4):
        limiter.succeeded()
    assert limiter.limit == 5 or limiter.limit == 4  # one more for a round of calls
    for _ in range(200):
        limiter.succeeded()
    assert limiter.limit == 16


def test_requests_and_tokens_of_a_minute_are_kept():
    clock = Clock()
    limiter = RateLimiter(100, requests_per_minute=3, tokens_per_minute=None, clock=clock)
    for _ in range(3):
        with limiter.slot(10):
            clock.now += 1
    assert limiter._wait(10) == pytest.approx(57.0)
    clock.now += 57.1
    assert passes(limiter)

    limiter = RateLimiter(100, tokens_per_minute=1000, clock=clock)
    with limiter.slot(900) as ticket:
        pass
    assert not passes(limiter, 200)
    ticket.tokens = 300  # it was less than was reserved
    assert passes(limiter, 200)
    # a single call of more than a minute's tokens is the server's to refuse
    clock.now += 61
    assert passes(limiter, 5000)


def test_a_stopped_gate_lets_nobody_wait():
    limiter = RateLimiter(1)
    caught = []

    def late() -> None:
        try:
            with limiter.slot(1):
                pass
        except StoppedError as error:
            caught.append(error)

    with limiter.slot(1):
        thread = threading.Thread(target=late)
        thread.start()
        time.sleep(0.05)
        limiter.stop()
        thread.join(timeout=5)
    assert len(caught) == 1
