"""Language models of all providers; the only module that imports litellm.

litellm's own retries are off: ours are counted and recorded. Its price list is the one in its package; nothing is
fetched at import. A key is read from the environment for each call, and is struck from every message that may hold it.

Source: issue 3, sections 1 and 5.
"""

import asyncio
import atexit
import gc
import importlib
import os
import re
import threading
import time
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from functools import cache
from typing import Any, Literal

from microworlds.core.errors import UserError
from microworlds.core.parallel import once
from microworlds.llm import schema
from microworlds.llm.records import Endpoint, Finish, Price, Reply, Request, TransportError

_MILLION = 1_000_000
_SHORTEST_KEY = 4
_FINISH: dict[str, Finish] = {"stop": "stop", "length": "length", "content_filter": "refused", "refusal": "refused"}
# what providers say: none of these has a status of its own with all of them
_TOO_LONG = re.compile(
    r"context.{0,12}(length|window)|prompt is too long|maximum context|exceeds.{0,20}context"
    r"|request too large|request_too_large|exceeds the maximum size",
    re.I,
)
_NO_CREDIT = re.compile(r"insufficient_quota|exceeded your current quota|credit balance|usage limit", re.I)
_OVERLOADED = re.compile(r"overloaded_error", re.I)
_NOT_THE_SCHEMA = re.compile(r"json_validate_failed|failed_generation", re.I)
# exceptions of the libraries below litellm: the request was never sent; or it may have been, and the reply was lost
_NOT_SENT = {"ClientConnectorError", "ClientConnectorDNSError", "ConnectTimeout", "ConnectionRefusedError", "gaierror"}
_LOST = {"ClientOSError", "ClientPayloadError", "ConnectError", "ConnectionResetError", "ReadError",
         "RemoteProtocolError", "ServerDisconnectedError", "WriteError"}  # fmt: skip
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
        """See ``client.Provider``."""
        key = _key(endpoint)
        waiting = asyncio.run_coroutine_threadsafe(self._complete(request, endpoint, key), _loop())
        try:
            return waiting.result()
        except TimeoutError:
            said = f"no whole reply in {endpoint.timeout_seconds:g} s (endpoints.<name>.timeout_seconds)"
            raise TransportError("timeout", said, billed=True) from None
        except (UserError, TransportError):
            raise
        except TypeError as error:
            raise UserError(f"{request.model}: litellm cannot send this call: {_said(error, key)}") from error
        except Exception as error:
            failed = _failed(error, request.model, key)
            if isinstance(failed, Reply):
                return failed
            raise failed from None

    def cost(self, model: str, endpoint: Endpoint, tokens_in: int, tokens_out: int, cached: int = 0) -> float | None:
        """See ``client.Provider``."""
        if endpoint.price is not None:
            return _paid(endpoint.price, tokens_in, tokens_out, cached)
        listed = _listed(model)
        if listed is None:
            return None
        if isinstance(listed, Price):
            return _paid(listed, tokens_in, tokens_out, cached)
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
        return _reply(await asyncio.wait_for(call, endpoint.timeout_seconds), request)


@once
def _loop() -> asyncio.AbstractEventLoop:
    """The event loop of this process's calls, in a thread of its own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="models", daemon=True)
    thread.start()
    atexit.register(_end, loop, thread)
    return loop


def _end(loop: asyncio.AbstractEventLoop, thread: threading.Thread) -> None:
    """Cancel what is still in flight, and end the loop: not in the middle of a call, at exit."""

    async def cancelled() -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        loop.stop()

    asyncio.run_coroutine_threadsafe(cancelled(), loop)
    thread.join(timeout=2)


@once
def litellm() -> Any:
    """The library, told to fetch nothing, to send nothing about us, and to leave our terminal alone."""
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    os.environ["LITELLM_LOG"] = "ERROR"
    os.environ["LITELLM_MODE"] = "PRODUCTION"  # otherwise it reads keys from any .env it finds
    # its own way to OpenAI's protocol, which it takes to all others that speak it: half the work of the SDK's
    os.environ["EXPERIMENTAL_OPENAI_BASE_LLM_HTTP_HANDLER"] = "true"
    import litellm as library

    library.telemetry = False
    library.suppress_debug_info = True
    library.drop_params = False
    # it would send a request whose connection breaks a second time by itself, unseen by our ledger
    handler = importlib.import_module("litellm.llms.custom_httpx.http_handler").AsyncHTTPHandler
    handler.single_connection_post_request = _no_second_time
    # it would report each call to nobody, in tasks that outlive the call and end in tracebacks when we exit
    worker = importlib.import_module("litellm.litellm_core_utils.logging_worker").LoggingWorker
    worker.ensure_initialized_and_enqueue = lambda _, async_coroutine: async_coroutine.close()
    # it would work out for each call what it cost, and tell nobody
    logging = importlib.import_module("litellm.litellm_core_utils.litellm_logging").Logging
    logging.response_cost_calculator = lambda *_, **__: None
    gc.collect()
    gc.freeze()  # its hundred thousand objects are looked through at each collection otherwise
    return library


async def _no_second_time(*_: Any, **__: Any) -> None:
    import httpx

    raise httpx.ReadError("the connection broke")


def _format(request: Request) -> dict[str, Any]:
    if request.structured == "json":
        return {"response_format": {"type": "json_object"}}
    if request.structured == "prompt":
        return {}
    described = {"name": request.task, "schema": request.output, "strict": schema.strict(request.output)}
    return {"response_format": {"type": "json_schema", "json_schema": described}}


def _reply(response: Any, request: Request) -> Reply:
    """The reply in our terms.

    Raises:
        TransportError: it has no choice, or no message in it.
    """
    try:
        choice = response.choices[0]
        message = choice.message
        refusal = getattr(message, "refusal", None) or (getattr(message, "provider_specific_fields", None) or {}).get(
            "refusal"
        )
        usage = getattr(response, "usage", None)
        tokens_in = getattr(usage, "prompt_tokens", None) or 0
        finish = "refused" if refusal else _FINISH.get(choice.finish_reason or "stop", "stop")
        held = request.options.get("num_ctx")
        if held and tokens_in >= held:  # Ollama cuts a prompt that is longer, without a word
            said = f"the prompt fills the context of {held} tokens (options.num_ctx), so it was cut"
            return Reply(text=said, finish="too_long", tokens_in=tokens_in, raw=response.model_dump_json())
        return Reply(
            text=refusal or message.content or "",
            finish=finish,
            tokens_in=tokens_in,
            tokens_out=getattr(usage, "completion_tokens", None) or 0,
            tokens_cached=getattr(getattr(usage, "prompt_tokens_details", None), "cached_tokens", None) or 0,
            counted=bool(tokens_in),
            raw=response.model_dump_json(),
        )
    except (AttributeError, IndexError, TypeError, ValueError) as error:
        raise TransportError("garbled", f"a reply without choices: {error}", billed=True) from error


def _failed(error: Exception, model: str, key: str | None) -> Reply | UserError | TransportError:
    """What an exception of litellm means: a definitive reply, the end of the run, or a call to be repeated.

    Its classes and statuses alone do not tell: tests/test_provider.py has what each provider's faults come out as.
    """
    said = _said(error, key)
    status = getattr(error, "status_code", None)
    library = litellm()
    if isinstance(error, library.ContentPolicyViolationError):
        return Reply(text=said, finish="refused", counted=False)
    if isinstance(error, library.ContextWindowExceededError) or status == 413 or _TOO_LONG.search(said):
        return Reply(text=said, finish="too_long")
    if _NOT_THE_SCHEMA.search(said):
        return Reply(text="(the provider did not pass its model's reply on)", finish="stop", counted=False, raw=said)
    if status in (400, 402, 429) and _NO_CREDIT.search(said):
        return UserError(f"{model}: {_HOPELESS[402]}. The provider says: {said}")
    if status in _HOPELESS:
        return UserError(f"{model}: {_HOPELESS[status]}. The provider says: {said}")
    if status in (400, 422):
        return UserError(f"{model}: the request was refused; correct models.<role> in conf/. The provider says: {said}")
    if isinstance(error, library.Timeout):
        return TransportError("timeout", said, billed=True)
    below = {type(one).__name__ for one in _chain(error)}
    answered = getattr(error, "litellm_response_headers", None) is not None
    if answered and status is not None and status >= 300 and "JSONDecodeError" not in below:
        return TransportError("529" if _OVERLOADED.search(said) else str(status), said, _retry_after(error))
    # no answer that HTTP or JSON knows of: litellm calls most of these a 500
    if below & (_NOT_SENT | _LOST):
        return TransportError("connection", said, billed=not below & _NOT_SENT)
    return TransportError("garbled", said, billed=True)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An exception and what it came from."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _said(error: Exception, key: str | None) -> str:
    """The message on one line, without the key, and of sensible length."""
    message = str(getattr(error, "message", None) or error)
    return " ".join((message.replace(key, "***") if key else message).split())[:400]


def _retry_after(error: Exception) -> float | None:
    """Seconds until the server wants to be asked again, given as such or as a date."""
    value = getattr(error, "litellm_response_headers", {}).get("retry-after")
    if value is None:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return None


def _key(endpoint: Endpoint) -> str | None:
    if endpoint.key is None:
        return None
    key = os.environ.get(endpoint.key, "").strip()
    if not key:
        raise UserError(f"the environment variable {endpoint.key} is not set: `export {endpoint.key}=...` first.")
    if len(key) < _SHORTEST_KEY or not re.fullmatch(r"[!-~]+", key):
        raise UserError(
            f"the environment variable {endpoint.key} holds no key: it is of {len(key)} characters"
            f"{'' if key.isprintable() and ' ' not in key else ', with a space or line break among them'}."
        )
    return key


def _paid(price: Price, tokens_in: int, tokens_out: int, cached: int) -> float:
    of_cache = price.input if price.cached is None else price.cached
    paid = (tokens_in - cached) * price.input + cached * of_cache + tokens_out * price.output
    return round(paid / _MILLION, 8)


@cache
def _listed(model: str) -> Price | Literal["tiered"] | None:
    """What litellm's list says of a model: its price, that it has several by the length of a call, or nothing."""
    try:
        told = litellm().get_model_info(model)
    except Exception:
        # it raises its own kinds and bare ones for what it does not know
        return None
    if not told.get("output_cost_per_token"):
        return None
    if any("_above_" in name and value is not None for name, value in told.items()):
        return "tiered"
    cached = told.get("cache_read_input_token_cost")
    return Price(
        input=told["input_cost_per_token"] * _MILLION,
        output=told["output_cost_per_token"] * _MILLION,
        cached=None if cached is None else cached * _MILLION,
    )
