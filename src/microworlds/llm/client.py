"""The model client: a reply from the store if it is there, else asked for, within the budget, stored before it is used.

Source: issue 3, sections 2 to 5.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import tenacity

from microworlds.core import tokens
from microworlds.core.errors import FinalItemError, UserError
from microworlds.llm.rate_limiter import RateLimiter
from microworlds.llm.records import (
    Budget,
    BudgetError,
    Caller,
    Endpoint,
    ModelSettings,
    Outcome,
    Reply,
    Request,
    StoppedError,
    TransportError,
)
from microworlds.llm.store import Call, Store, StoreError

_LONGEST_WAIT = 60.0


class Provider(Protocol):
    """Whoever can be asked; see ``provider.LiteLLM``."""

    def complete(self, request: Request, endpoint: Endpoint) -> Reply:
        """The reply, good or bad.

        Raises:
            TransportError: none came; asking again may help.
            UserError: no call can succeed: a wrong key, an unknown model, no credit.
        """
        ...

    def cost(self, model: str, endpoint: Endpoint, tokens_in: int, tokens_out: int, cached: int = 0) -> float | None:
        """Dollars for a call, ``cached`` of whose input was read from the provider's cache; None if nobody knows."""
        ...


@dataclass(frozen=True)
class Line:
    """One model at one endpoint, on somebody's behalf."""

    endpoint: Endpoint
    limiter: RateLimiter
    caller: Caller


class ModelClient:
    """Asks, and never twice; safe for threads. ``pause`` is how long to wait for another's call to end, in seconds."""

    def __init__(self, store: Store, provider: Provider, budget: Budget, pause: float = 0.05) -> None:
        self._store = store
        self._provider = provider
        self._budget = budget
        self._pause = pause
        self._stopping = threading.Event()
        self._fatal: UserError | None = None
        self._limiters: dict[tuple[str, str], RateLimiter] = {}
        self._lock = threading.Lock()
        self._underrated = 1.0
        with store.exclusive():
            store.bury()

    def line(self, name: str, endpoint: Endpoint, settings: ModelSettings, caller: Caller) -> Line:
        """A line to a model; all lines to the same model at the same endpoint share a limiter.

        Raises:
            UserError: the budget is in dollars, and the model's price is not known.
        """
        model = settings.model
        if self._budget.usd is not None and self._provider.cost(model, endpoint, 1, 1) is None:
            raise UserError(
                f"budget.usd is set, but no price is known for {model}. Give one, in dollars for a million tokens "
                f"(-S 'endpoints.{name}.price={{input: 1, output: 5}}'), or limit budget.tokens instead."
            )
        with self._lock:
            limiter = self._limiters.setdefault(
                (name, model),
                RateLimiter(endpoint.max_concurrency, endpoint.requests_per_minute, endpoint.tokens_per_minute),
            )
        return Line(endpoint, limiter, caller)

    def ask(self, request: Request, line: Line, judged: Callable[[Reply], Outcome]) -> Reply:
        """The reply to a request, from the store if it was ever given; ``judged`` says what it is worth.

        Raises:
            FinalItemError: this call, and no other, failed for as long as the endpoint's patience lasts.
            BudgetError: it would cross the budget.
            UserError: nothing can be asked: a wrong key, an unknown model, or a server that is gone.
        """
        stored = self._stored(request, line)
        if stored is not None:
            return stored
        tokens_in = sum(tokens.count(message.content) for message in request.messages)
        try:
            while not self._claimed(request, line, tokens_in):
                self._sleep(self._pause)
                stored = self._stored(request, line)
                if stored is not None:
                    return stored
            try:
                return self._fetched(request, line, tokens_in, judged)
            except BaseException:
                with self._store.exclusive() as db:
                    db.execute("DELETE FROM claims WHERE digest = ?", (request.digest,))
                raise
        except StoppedError as error:
            raise self._fatal or UserError("stopped before the call was made") from error
        except UserError as error:
            self.stop(error)
            raise

    def stop(self, error: UserError) -> None:
        """Make no more calls: every one that is asked for ends with ``error``. Those in flight are still stored."""
        self._fatal = self._fatal or error
        self._stopping.set()
        for limiter in self._limiters.values():
            limiter.stop()

    def note(self) -> str:
        """What the account has cost so far, for a progress bar."""
        spent, usd, _, _ = self._store.spent(self._budget.account)
        unknown = self._store.rows(
            "SELECT 1 FROM calls WHERE account = ? AND usd IS NULL LIMIT 1", self._budget.account
        )
        return f"${usd:.2f}{'+?' if unknown else ''}, {spent:,} tokens"

    def _stored(self, request: Request, line: Line) -> Reply | None:
        reply = self._store.reply(request.digest)
        if reply is not None:
            with self._store.exclusive():
                call = Call(line.caller, request.model, "hit", billed=False, usd=0.0)
                self._store.record(self._budget.account, call)
        return reply

    def _claimed(self, request: Request, line: Line, tokens_in: int) -> bool:
        """True if the call is now ours to make, False if it is to be tried again later."""
        if self._stopping.is_set():
            raise StoppedError
        reserved, usd = self._reserved(request, line, tokens_in)
        caller = line.caller
        with self._store.exclusive() as db:
            if db.execute("SELECT 1 FROM replies WHERE digest = ?", (request.digest,)).fetchone():
                return False
            held = db.execute("SELECT owner FROM claims WHERE digest = ?", (request.digest,)).fetchone()
            if held:
                self._store.bury()
                if self._store.alive(held["owner"]):
                    return False
            if not self._affordable(reserved, usd):
                return False
            db.execute(
                "INSERT INTO claims VALUES (?,?,?,?,?,?,?,?,?)",
                (
                    request.digest, self._store.owner, self._budget.account, caller.suite, caller.stage, caller.role,
                    request.model, reserved, usd,
                ),
            )  # fmt: skip
        return True

    def _affordable(self, tokens_: int, usd: float) -> bool:
        """True if the call fits now, False if it may fit once calls in flight have ended for less than they reserved.

        Call it within ``exclusive``: claims of processes that have died meanwhile are given up.

        Raises:
            BudgetError: it does not fit, whatever they end for.
        """
        budget = self._budget
        if budget.tokens is None and budget.usd is None:
            return True
        spent_tokens, spent_usd, held_tokens, held_usd = self._store.spent(budget.account)
        fits = True
        for limit, spent, held, own, unit, name in (
            (budget.tokens, spent_tokens, held_tokens, tokens_, "{:,.0f} tokens", "tokens"),
            (budget.usd, spent_usd, held_usd, usd, "${:.4f}", "usd"),
        ):
            if limit is None:
                continue
            if spent + own > limit:
                raise BudgetError(
                    f"budget.{name} is reached: {unit.format(spent)} of {unit.format(limit)} are spent (account "
                    f"{budget.account!r}), and the next call may take {unit.format(own)}. All replies are stored: "
                    f"raise budget.{name} in conf/config.yaml (or -S budget.{name}=...) and run the same command again."
                )
            fits = fits and spent + held + own <= limit
        if not fits:
            self._store.bury()
        return fits

    def _fetched(self, request: Request, line: Line, tokens_in: int, judged: Callable[[Reply], Outcome]) -> Reply:
        begun = time.monotonic()
        retrying = tenacity.Retrying(
            retry=tenacity.retry_if_exception_type(TransportError),
            stop=_Patience(line.endpoint.patience_seconds),
            wait=_wait,
            sleep=self._sleep,
            reraise=True,
        )
        try:
            return retrying(self._once, request, line, tokens_in, judged)
        except TransportError as error:
            said = f"{error.cause}: {error}"
            # the server had no room for it: that is nobody's fault, and least of all this item's
            if error.cause != "429" and line.limiter.last_success > begun:
                raise FinalItemError(f"no reply, however often it was asked for: {said}") from error
            where = line.endpoint.api_base or "the provider"
            failed = "had no room for a call" if error.cause == "429" else "gave no reply"
            raise UserError(
                f"{request.model}: {where} {failed} for {time.monotonic() - begun:.0f} s; last {said}. What was "
                "answered before is stored: run the same command again later."
            ) from error

    def _once(self, request: Request, line: Line, tokens_in: int, judged: Callable[[Reply], Outcome]) -> Reply:
        if self._stopping.is_set():
            raise StoppedError
        with line.limiter.slot(tokens_in + request.max_tokens) as ticket:
            begun = time.monotonic()
            try:
                reply = self._provider.complete(request, line.endpoint)
            except TransportError as error:
                seconds = time.monotonic() - begun
                ticket.tokens = tokens_in if error.billed else 0
                if error.cause in ("429", "529"):
                    line.limiter.slow_down(error.retry_after or 1.0)
                usd = None if error.billed else 0.0
                reserved = self._reserved(request, line, tokens_in)
                call = Call(line.caller, request.model, error.cause, seconds, error.billed, usd=usd, reserved=reserved)
                with self._store.exclusive():
                    self._store.record(self._budget.account, call)
                raise
            seconds = time.monotonic() - begun
            ticket.tokens = reply.tokens_in + reply.tokens_out
        line.limiter.succeeded()
        self._underrated = max(self._underrated, reply.tokens_in / max(tokens_in, 100))
        outcome = judged(reply)
        counts = reply.tokens_in, reply.tokens_out, reply.tokens_cached
        usd = self._provider.cost(request.model, line.endpoint, *counts) if reply.counted else None
        call = Call(
            line.caller, request.model, outcome, seconds, True, *counts, usd,
            self._reserved(request, line, tokens_in),
        )  # fmt: skip
        self._keep(request, reply, call)
        return reply

    @tenacity.retry(
        retry=tenacity.retry_if_exception_type(StoreError),
        stop=tenacity.stop_after_delay(30),
        wait=tenacity.wait_exponential(0.5),
        reraise=True,
    )
    def _keep(self, request: Request, reply: Reply, call: Call) -> None:
        """Store what was paid for; a disk that is full for a moment does not lose it."""
        with self._store.exclusive() as db:
            self._store.add(request.digest, request, reply, call.cause)
            self._store.record(self._budget.account, call)
            db.execute("DELETE FROM claims WHERE digest = ?", (request.digest,))

    def _reserved(self, request: Request, line: Line, tokens_in: int) -> tuple[int, float]:
        """The most tokens and dollars that a call is expected to take."""
        expected = int(tokens_in * self._underrated)
        usd = None
        if self._budget.usd is not None:
            usd = self._provider.cost(request.model, line.endpoint, expected, request.max_tokens)
        return expected + request.max_tokens, usd or 0.0

    def _sleep(self, seconds: float) -> None:
        if self._stopping.wait(seconds):
            raise StoppedError


class _Patience:
    """Stop once the call has failed for so long since it first did, or the server asks to wait for longer than that."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._since: float | None = None

    def __call__(self, state: tenacity.RetryCallState) -> bool:
        now = time.monotonic()
        self._since = now if self._since is None else self._since
        return now - self._since >= self._seconds or (_asked(state) or 0.0) > self._seconds


def _asked(state: tenacity.RetryCallState) -> float | None:
    """How long the server asked to wait, if it did."""
    error = state.outcome.exception() if state.outcome else None
    return error.retry_after if isinstance(error, TransportError) else None


def _wait(state: tenacity.RetryCallState) -> float:
    """What the server asked for, else half a second, doubled each time, with some jitter, up to a minute."""
    asked = _asked(state)
    if asked is not None:
        return max(asked, 0.05)
    return tenacity.wait_exponential_jitter(multiplier=0.5, max=_LONGEST_WAIT)(state)
