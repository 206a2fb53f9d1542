"""A request to a language model, what came back or why nothing did, and the settings of both.

What determines a reply is in ``ModelSettings`` and so in the request's digest; how the model is reached (``Endpoint``)
and what may be spent (``Budget``) change no reply and are no dependency of a stage.

Source: issue 3, sections 1 to 5; DESIGN 5.
"""

import json
import re
from functools import cached_property
from typing import Any, Literal

from pydantic import Field, field_validator

from microworlds.core import seeds
from microworlds.core.errors import UserError
from microworlds.core.records import Record

# what a call is made of besides its options
_OURS = frozenset(
    "model messages max_tokens temperature timeout stream api_key api_base base_url num_retries max_retries "
    "response_format n".split()
)
Outcome = Literal["valid", "truncated", "empty", "prose", "malformed", "schema", "refused", "too_long"]
Finish = Literal["stop", "length", "refused", "too_long"]


class ModelSettings(Record):
    """What determines a reply, besides the prompt; see conf/model/*.yaml.

    ``model`` is litellm's name. ``attempts`` is how many samples one item may draw until a reply is valid.
    ``structured`` says how the schema gets to the model: in the provider's own schema mode, in its JSON mode with the
    schema in the prompt, or in the prompt alone. ``options`` go to the provider as they are.
    """

    endpoint: str = Field(min_length=1)
    model: str = Field(min_length=1)
    temperature: float | None = Field(ge=0)
    max_tokens: int = Field(gt=0)
    attempts: int = Field(ge=1)
    structured: Literal["schema", "json", "prompt"]
    options: dict[str, Any] = Field(default_factory=dict)

    @field_validator("options")
    @classmethod
    def _not_ours(cls, options: dict[str, Any]) -> dict[str, Any]:
        ours = sorted(set(options) & _OURS)
        if ours:
            raise ValueError(f"{ours[0]} cannot be given as an option: it has a setting of its own, or none")
        return options


class Price(Record):
    """US dollars for a million tokens."""

    input: float = Field(ge=0)
    output: float = Field(ge=0)
    cached: float | None = Field(default=None, ge=0)


class Endpoint(Record):
    """How models are reached; see conf/model/*.yaml. Changes no reply.

    ``key`` names the environment variable that holds the key; None sends none. ``api_base`` None is the provider's
    own address. ``price`` None takes litellm's list. A call that fails in transport is repeated until
    ``patience_seconds`` have passed since it first failed.
    """

    api_base: str | None
    key: str | None
    max_concurrency: int = Field(ge=1)
    requests_per_minute: int | None = Field(ge=1)
    tokens_per_minute: int | None = Field(ge=1)
    timeout_seconds: float = Field(gt=0)
    patience_seconds: float = Field(ge=0)
    price: Price | None

    @field_validator("key")
    @classmethod
    def _is_a_name(cls, key: str | None) -> str | None:
        if key is not None and not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]{0,63}", key):
            raise ValueError("this is no name of an environment variable; a key itself never belongs into a setting")
        return key


class Budget(Record):
    """What may be spent under one account, over all runs; None is no limit; see conf/config.yaml, section budget."""

    account: str = Field(min_length=1)
    usd: float | None = Field(ge=0)
    tokens: int | None = Field(ge=0)


class Message(Record):
    """One message of a prompt."""

    role: Literal["system", "user"]
    content: str


class Request(Record):
    """Everything that determines a reply.

    ``sample`` is the stage's attempt at the item, and the author's attempt within it.
    """

    task: str
    version: int
    model: str
    messages: tuple[Message, ...]
    structured: Literal["schema", "json", "prompt"]
    output: dict[str, Any]
    temperature: float | None
    max_tokens: int
    options: dict[str, Any]
    sample: tuple[int, int]

    @cached_property
    def digest(self) -> str:
        """Hexadecimal SHA-256 of all fields; the name under which the reply is stored."""
        return seeds.digest(json.dumps(self.model_dump(mode="json"), sort_keys=True, ensure_ascii=False))


class Reply(Record):
    """What came back, as it came: ``raw`` is the provider's own body.

    ``finish`` tells why it ends there: by itself, cut at ``max_tokens``, refused, or not begun since the prompt is too
    long for the model. The last two are definitive, and ``text`` then is the provider's message. Token counts are the
    provider's; ``counted`` is false where it gives none, and so nobody knows the price.
    """

    text: str
    finish: Finish
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_cached: int = 0
    counted: bool = True
    raw: str = ""


class Caller(Record):
    """On whose behalf a call is made."""

    suite: str
    stage: str
    role: str


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
