"""Language models of all providers; the only module that imports litellm.

litellm's own retries are off: ours are counted and recorded. Its price list is the one in its package; nothing is
fetched at import. A key is read from the environment for each call, and is struck from every message that may hold it.

Source: issue 3, sections 1 and 5.
"""

from __future__ import annotations

import asyncio
import os
import re
import threading
from functools import cache, cached_property
from typing import Any

from microworlds.errors import UserError
from microworlds.llm import schema
from microworlds.llm.faults import TransportError
from microworlds.llm.records import Endpoint, Finish, Reply, Request

_MILLION = 1_000_000
_FINISH: dict[str, Finish] = {"stop": "stop", "length": "length", "content_filter": "refused", "refusal": "refused"}
_TOO_LONG = re.compile(
    r"context.{0,12}(length|window)|prompt is too long|too many tokens|maximum context|exceeds.{0,20}context", re.I
)
_NO_CREDIT = re.compile(r"insufficient_quota|exceeded your current quota|credit balance|billing", re.I)
# statuses after which asking again is no use, and what to do
_HOPELESS = {
    401: "the key was refused. Correct the environment variable that endpoints.<name>.key names",
    402: "there is no credit. Top the account up",
    403: "this key may not use it. Take another model or key",
    404: "there is no such model or address. Correct models.<role>.model or endpoints.<name>.api_base",
}


class LiteLLM:
    """A provider; safe for threads. All calls run on one event loop, so that a deadline holds for a whole reply."""

    def complete(self, request: Request, endpoint: Endpoint) -> Reply:
        """See ``desk.Provider``."""
        key = _key(endpoint)
        waiting = asyncio.run_coroutine_threadsafe(self._complete(request, endpoint, key), self._loop)
        try:
            return waiting.result()
        except TimeoutError:
            raise TransportError(
                "timeout", f"no whole reply in {endpoint.timeout_seconds:g} s (endpoints.<name>.timeout_seconds)"
            ) from None
        except UserError:
            raise
        except Exception as error:
            failed = _failed(error, request.model, key)
            if isinstance(failed, Reply):
                return failed
            raise failed from None

    def cost(self, model: str, endpoint: Endpoint, tokens_in: int, tokens_out: int, cached: int = 0) -> float | None:
        """See ``desk.Provider``."""
        price = endpoint.price
        if price is not None:
            of_cache = price.input if price.cached is None else price.cached
            paid = (tokens_in - cached) * price.input + cached * of_cache + tokens_out * price.output
            return round(paid / _MILLION, 8)
        if not _listed(model):
            return None
        parts = litellm().cost_per_token(
            model=model, prompt_tokens=tokens_in, completion_tokens=tokens_out, cache_read_input_tokens=cached
        )
        return round(float(sum(parts)), 8)

    async def _complete(self, request: Request, endpoint: Endpoint, key: str | None) -> Reply:
        call = litellm().acompletion(
            model=request.model,
            messages=[message.model_dump() for message in request.messages],
            max_tokens=request.max_tokens,
            api_base=endpoint.api_base,
            # without one, litellm would look for a key of its own choice and send that
            api_key=key or "none",
            timeout=endpoint.timeout_seconds,
            num_retries=0,
            max_retries=0,
            **({} if request.temperature is None else {"temperature": request.temperature}),
            **_format(request),
            **request.options,
        )
        return _reply(await asyncio.wait_for(call, endpoint.timeout_seconds))

    @cached_property
    def _loop(self) -> asyncio.AbstractEventLoop:
        loop = asyncio.new_event_loop()
        threading.Thread(target=loop.run_forever, name="models", daemon=True).start()
        return loop


@cache
def litellm() -> Any:
    """The library, told to fetch nothing, to send nothing about us, and to leave our terminal alone."""
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    os.environ["LITELLM_LOG"] = "ERROR"
    import litellm as library

    library.telemetry = False
    library.suppress_debug_info = True
    library.drop_params = False
    return library


def _format(request: Request) -> dict[str, Any]:
    if request.structured == "json":
        return {"response_format": {"type": "json_object"}}
    if request.structured == "prompt":
        return {}
    described = {"name": request.task, "schema": request.output, "strict": schema.strict(request.output)}
    return {"response_format": {"type": "json_schema", "json_schema": described}}


def _reply(response: Any) -> Reply:
    try:
        choice = response.choices[0]
        usage = response.usage
        refusal = getattr(choice.message, "refusal", None)
        details = getattr(usage, "prompt_tokens_details", None)
        return Reply(
            text=refusal or choice.message.content or "",
            finish="refused" if refusal else _FINISH.get(choice.finish_reason or "stop", "stop"),
            tokens_in=usage.prompt_tokens or 0,
            tokens_out=usage.completion_tokens or 0,
            tokens_cached=getattr(details, "cached_tokens", None) or 0,
            raw=response.model_dump_json(),
        )
    except (AttributeError, IndexError, TypeError, ValueError) as error:
        raise TransportError("garbled", f"a reply without choices: {error}", billed=True) from error


def _failed(error: Exception, model: str, key: str | None) -> Reply | UserError | TransportError:
    """What an exception of litellm means: a definitive reply, the end of the run, or a call to be repeated."""
    said = _said(error, key)
    status = getattr(error, "status_code", None)
    library = litellm()
    if isinstance(error, library.ContentPolicyViolationError):
        return Reply(text=said, finish="refused")
    if isinstance(error, library.ContextWindowExceededError) or (status in (400, 413) and _TOO_LONG.search(said)):
        return Reply(text=said, finish="too_long")
    if isinstance(error, library.Timeout):
        return TransportError("timeout", said, billed=True)
    if status in _HOPELESS or (status == 429 and _NO_CREDIT.search(said)):
        return UserError(f"{model}: {_HOPELESS[402 if status == 429 else status]}. The provider says: {said}")
    if status in (400, 422):
        return UserError(f"{model}: the request was refused; correct models.<role> in conf/. The provider says: {said}")
    if isinstance(error, library.APIConnectionError) or status is None:
        return TransportError("connection", said)
    return TransportError(str(status), said, _retry_after(error))


def _said(error: Exception, key: str | None) -> str:
    """The message on one line, without the key, and of sensible length."""
    line = " ".join(str(getattr(error, "message", None) or error).split())
    return (line.replace(key, "***") if key else line)[:400]


def _retry_after(error: Exception) -> float | None:
    headers = getattr(error, "litellm_response_headers", None) or getattr(
        getattr(error, "response", None), "headers", None
    )
    value = (headers or {}).get("retry-after")
    try:
        return float(value) if value is not None else None
    except ValueError:
        return None


def _key(endpoint: Endpoint) -> str | None:
    if endpoint.key is None:
        return None
    key = os.environ.get(endpoint.key, "").strip()
    if not key:
        raise UserError(f"the environment variable {endpoint.key} is not set: `export {endpoint.key}=...` first.")
    return key


@cache
def _listed(model: str) -> bool:
    """Whether litellm's list has a price for a model."""
    try:
        return bool(litellm().get_model_info(model).get("output_cost_per_token"))
    except Exception:
        # it raises its own kinds and bare ones for what it does not know
        return False
