"""What can go wrong, and when: a schedule, random shares, a storm of 429, and real limits."""

from __future__ import annotations

import random
import time
from collections import deque
from dataclasses import dataclass, field

# an answer of the provider that is no reply
STATUSES = {
    "429": 429,  # without Retry-After
    "429-after": 429,  # with it, in seconds
    "429-date": 429,  # with it, as a date
    "500": 500,
    "502": 502,  # the page of a proxy
    "503": 503,
    "529": 529,
    "credit": 429,  # no money left; 400 at Anthropic
    "too-large": 429,  # larger than a minute's tokens; 413 at Groq and Anthropic
    "401": 401,
    "403": 403,
    "404": 404,
    "context": 400,
    "context-input": 400,  # the same in other words
    "policy": 400,  # the prompt is not let in
    "unparsed": 400,  # Groq's: the model wrote no JSON in JSON mode
    "bad-request": 400,
}
# no HTTP answer, or a broken one
TRANSPORT = ("hangup", "reset", "stall", "drip", "html", "not-json", "no-choices")
# a reply, but not the one that was wanted
CONTENT = (
    "malformed", "prose", "fence", "truncated", "empty", "null", "schema", "refusal", "filtered", "uncounted",
)  # fmt: skip
FAULTS = frozenset((*STATUSES, *TRANSPORT, *CONTENT))


@dataclass
class Settings:
    """All that can be set at the start and changed by ``control``.

    ``latency`` is the mean in seconds, log-normal with ``sigma``, fixed without. ``key`` and ``models`` None accept
    any. ``context`` is the longest prompt in tokens. ``rpm`` and ``tpm`` count over ``window`` seconds. ``schedule``
    strikes the next requests in turn (None spares one), ``faults`` are shares of all others; both only where
    ``matching`` stands in the prompt. ``storm`` is for how many seconds from now everything is a 429, whose
    Retry-After is ``retry_after``. ``drip`` is how many seconds a body drips. ``cached`` is the share of a prompt that
    is said to come from the provider's cache.
    """

    seed: int = 0
    latency: float = 0.0
    sigma: float = 0.0
    key: str | None = None
    models: list[str] | None = None
    context: int | None = None
    rpm: int | None = None
    tpm: int | None = None
    window: float = 60.0
    schedule: list[str | None] = field(default_factory=list)
    faults: dict[str, float] = field(default_factory=dict)
    matching: str = ""
    storm: float = 0.0
    retry_after: float | None = None
    drip: float = 2.0
    cached: float = 0.0

    def __post_init__(self) -> None:
        unknown = {name for name in (*self.schedule, *self.faults) if name is not None} - FAULTS
        if unknown:
            raise ValueError(f"no such fault: {', '.join(sorted(unknown))}; there are {', '.join(sorted(FAULTS))}")


def drawn(settings: Settings, prompt: str, rng: random.Random) -> str | None:
    """The fault that strikes this request, if any; takes it off the schedule."""
    if settings.matching not in prompt:
        return None
    if settings.schedule:
        return settings.schedule.pop(0)
    point = rng.random()
    for fault, share in settings.faults.items():
        point -= share
        if point < 0:
            return fault
    return None


@dataclass
class Spent:
    """One request let through, and its tokens: reserved at first, then what they were."""

    at: float
    tokens: int


@dataclass
class Limits:
    """Requests and tokens over a sliding window, as a provider counts them."""

    sent: deque[Spent] = field(default_factory=deque)

    def admit(self, settings: Settings, tokens: int) -> Spent | float:
        """A place for the request, or the seconds until there is one."""
        now = time.monotonic()
        while self.sent and self.sent[0].at <= now - settings.window:
            self.sent.popleft()
        kept = list(self.sent)
        used = sum(spent.tokens for spent in kept)
        crowd = settings.rpm is not None and len(kept) >= settings.rpm
        crowd = crowd or (settings.tpm is not None and bool(kept) and used + tokens > settings.tpm)
        if crowd:
            return kept[0].at + settings.window - now
        spent = Spent(now, tokens)
        self.sent.append(spent)
        return spent
