"""The providers' protocols: what a request asks for, and the bodies of replies and errors."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from email.utils import formatdate
from typing import Any, Literal

from tests.loopback.faults import STATUSES

Protocol = Literal["openai", "groq", "anthropic", "ollama", "ollama-generate"]
Form = Literal["text", "json", "tool"]
Json = dict[str, Any]
PATHS: dict[str, Protocol] = {
    "/v1/chat/completions": "openai",
    "/chat/completions": "openai",
    "/openai/v1/chat/completions": "groq",
    "/v1/messages": "anthropic",
    "/api/chat": "ollama",
    "/api/generate": "ollama-generate",
}
PAGE = "<html>\r\n<head><title>{0}</title></head>\r\n<body>\r\n<center><h1>{0}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n"


@dataclass(frozen=True)
class Asked:
    """A request as a model gets it. ``form`` is how the reply is held to JSON; ``tool`` the name of a forced tool."""

    protocol: Protocol
    model: str
    system: str
    user: str
    schema: Json | None
    form: Form
    tool: str
    max_tokens: int
    num_ctx: int | None

    @property
    def prompt(self) -> str:
        """All text of it."""
        return f"{self.system}\n\n{self.user}"


@dataclass(frozen=True)
class Usage:
    """Tokens as the provider counts them; ``cached`` are some of ``prompt``."""

    prompt: int
    reply: int
    cached: int


def tokens(text: str) -> int:
    """About how many tokens a text is."""
    return -(-len(text) // 4)


def parse(protocol: Protocol, body: Json) -> Asked:
    """What is asked for.

    Raises:
        KeyError, TypeError, ValueError: no request of this protocol.
    """
    messages = body.get("messages") or [{"role": "user", "content": body["prompt"]}]
    said: dict[str, list[str]] = {"system": [_text(body.get("system"))], "user": []}
    for message in messages:
        said["system" if message["role"] in ("system", "developer") else "user"].append(_text(message["content"]))
    schema, form, tool = _form(protocol, body)
    options = body.get("options") or {}
    most = body.get("max_tokens") or body.get("max_completion_tokens") or options.get("num_predict") or 4096
    return Asked(
        protocol=protocol,
        model=str(body["model"]),
        system="\n".join(filter(None, said["system"])),
        user="\n".join(said["user"]),
        schema=schema,
        form=form,
        tool=tool,
        max_tokens=int(most),
        num_ctx=options.get("num_ctx"),
    )


def _text(content: Any) -> str:
    if isinstance(content, list):
        return "\n".join(str(part.get("text", "")) for part in content)
    return str(content or "")


def _form(protocol: Protocol, body: Json) -> tuple[Json | None, Form, str]:
    if body.get("tools"):
        tool = body["tools"][0]
        own = tool.get("function", tool)
        return own.get("input_schema") or own.get("parameters"), "tool", own["name"]
    if protocol == "anthropic":
        asked = body.get("output_format") or (body.get("output_config") or {}).get("format")
        return (asked["schema"], "json", "") if asked else (None, "text", "")
    if protocol in ("ollama", "ollama-generate"):
        asked = body.get("format")
        return (asked, "json", "") if isinstance(asked, dict) else (None, "json" if asked else "text", "")
    asked = body.get("response_format") or {"type": "text"}
    if asked["type"] == "json_schema":
        return asked["json_schema"]["schema"], "json", ""
    return None, "json" if asked["type"] == "json_object" else "text", ""


def reply(asked: Asked, text: str, usage: Usage, name: str, fault: str | None) -> Json:
    """The body of a reply with status 200; ``name`` is its id, ``fault`` one of ``faults.CONTENT``."""
    made = {"anthropic": _anthropic, "ollama": _ollama, "ollama-generate": _ollama}.get(asked.protocol, _openai)
    body = made(asked, text, usage, name, fault)
    if fault == "uncounted":
        for key in ("usage", "x_groq", "prompt_eval_count", "eval_count"):
            body.pop(key, None)
    return body


_REFUSAL = "I'm sorry, but I can't help with that request."


def _openai(asked: Asked, text: str, usage: Usage, name: str, fault: str | None) -> Json:
    message: Json = {"role": "assistant", "content": None if fault == "null" else text}
    finish = {"truncated": "length", "filtered": "content_filter"}.get(fault or "", "stop")
    if asked.form == "tool" and fault not in ("empty", "null", "refusal", "filtered"):
        call = {"id": f"call_{name}", "type": "function", "function": {"name": asked.tool, "arguments": text}}
        message |= {"content": None, "tool_calls": [call]}
        finish = "tool_calls" if finish == "stop" else finish
    elif fault == "refusal":
        # Groq's models have no field for it: they say so
        message |= {"content": _REFUSAL} if asked.protocol == "groq" else {"content": None, "refusal": _REFUSAL}
    if asked.protocol == "openai":
        message = {"refusal": None, "annotations": [], **message}
    counts: Json = {
        "prompt_tokens": usage.prompt,
        "completion_tokens": usage.reply,
        "total_tokens": usage.prompt + usage.reply,
        "prompt_tokens_details": {"cached_tokens": usage.cached},
    }
    body: Json = {
        "id": f"chatcmpl-{name}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": asked.model,
        "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": finish}],
        "usage": counts,
        "system_fingerprint": f"fp_{name[:10]}",
    }
    if asked.protocol == "groq":
        counts |= {"queue_time": 0.02, "prompt_time": 0.01, "completion_time": 0.3, "total_time": 0.31}
        body |= {"x_groq": {"id": f"req_{name}"}, "service_tier": "on_demand"}
    return body


def _anthropic(asked: Asked, text: str, usage: Usage, name: str, fault: str | None) -> Json:
    stop = {"truncated": "max_tokens", "refusal": "refusal", "filtered": "refusal"}.get(fault or "", "end_turn")
    content: list[Json] = [{"type": "text", "text": text}]
    if fault in ("empty", "null", "refusal"):
        content = []
    elif asked.form == "tool":
        # a tool's input is parsed by the provider: what does not parse is lost
        try:
            given = json.loads(text)
        except ValueError:
            given = {}
        content = [{"type": "tool_use", "id": f"toolu_{name}", "name": asked.tool, "input": given}]
        stop = "tool_use" if stop == "end_turn" else stop
    return {
        "id": f"msg_{name}",
        "type": "message",
        "role": "assistant",
        "model": asked.model,
        "content": content,
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {
            "input_tokens": usage.prompt - usage.cached,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": usage.cached,
            "output_tokens": usage.reply,
            "service_tier": "standard",
        },
    }


def _ollama(asked: Asked, text: str, usage: Usage, name: str, fault: str | None) -> Json:
    said = _REFUSAL if fault in ("refusal", "filtered") else "" if fault == "null" else text
    chat = asked.protocol == "ollama"
    return {
        "model": asked.model,
        "created_at": time.strftime("%Y-%m-%dT%H:%M:%S.000000Z", time.gmtime()),
        **({"message": {"role": "assistant", "content": said}} if chat else {"response": said}),
        "done": True,
        "done_reason": "length" if fault == "truncated" else "stop",
        "total_duration": 5_000_000,
        "load_duration": 1_000_000,
        "prompt_eval_count": usage.prompt,
        "prompt_eval_duration": 1_000_000,
        "eval_count": usage.reply,
        "eval_duration": 3_000_000,
    }


def error(asked: Asked, fault: str, name: str, retry_after: float | None) -> tuple[int, str, dict[str, str]]:
    """Status, body and headers of a provider's error, in its own words."""
    status = STATUSES[fault]
    headers = {"content-type": "application/json"}
    if fault == "429-date":
        headers["retry-after"] = formatdate(time.time() + (retry_after or 1), usegmt=True)
    elif fault == "429-after":
        headers["retry-after"] = f"{retry_after or 0:g}"
    if fault == "502":
        return 502, PAGE.format("502 Bad Gateway"), {"content-type": "text/html"}
    if asked.protocol == "anthropic":
        status, kind, message = _ANTHROPIC[fault]
        said: Json = {"type": "error", "error": {"type": kind, "message": message}, "request_id": f"req_{name}"}
    elif asked.protocol in ("ollama", "ollama-generate"):
        said = {"error": _OLLAMA.get(fault, "unexpected server status: llm server loading model")}
    else:
        kind, code, message = _OPENAI[fault]
        if asked.protocol == "groq":
            kind, code, message = _GROQ.get(fault, (kind, code, message))
            status = 413 if fault == "too-large" else status
        said = {"error": {"message": message, "type": kind, "param": None, "code": code}}
        if fault == "unparsed":
            said["error"]["failed_generation"] = '{"facts": [{"attribute": '
    return status, json.dumps(said).replace("<model>", asked.model), headers


_BAD = "invalid_request_error"
_RATE = (
    "Rate limit reached for <model> in organization org-loopback on tokens per min (TPM): Limit 30000, Used 29204, "
    "Requested 2011. Please try again in 2.43s. Visit https://platform.openai.com/account/rate-limits to learn more."
)
_SERVER = "The server had an error while processing your request. Sorry about that!"
_OPENAI: dict[str, tuple[str, str | None, str]] = {
    "429": ("tokens", "rate_limit_exceeded", _RATE),
    "429-after": ("tokens", "rate_limit_exceeded", _RATE),
    "429-date": ("tokens", "rate_limit_exceeded", _RATE),
    "500": ("server_error", None, _SERVER),
    "503": ("server_error", None, "The engine is currently overloaded, please try again later"),
    "529": ("server_error", None, "Overloaded"),
    "credit": ("insufficient_quota", "insufficient_quota", "You exceeded your current quota, please check your plan and "
               "billing details. For more information on this error, read the docs: "
               "https://platform.openai.com/docs/guides/error-codes/api-errors."),
    "too-large": ("tokens", "rate_limit_exceeded", "Request too large for <model> in organization org-loopback on "
                  "tokens per min (TPM): Limit 30000, Requested 41020. The input or output tokens must be reduced in "
                  "order to run successfully."),
    "401": (_BAD, "invalid_api_key", "Incorrect API key provided: sk-test-***. You can find your API key at "
            "https://platform.openai.com/account/api-keys."),
    "403": (_BAD, None, "Project `proj_loopback` does not have access to model `<model>`"),
    "404": (_BAD, "model_not_found", "The model `<model>` does not exist or you do not have access to it."),
    "context": (_BAD, "context_length_exceeded", "This model's maximum context length is 128000 tokens. However, your "
                "messages resulted in 192041 tokens. Please reduce the length of the messages."),
    "context-input": (_BAD, "context_length_exceeded", "Input tokens exceed the configured limit of 272000 tokens. Your "
                      "messages resulted in 292041 tokens. Please reduce the length of the messages."),
    "policy": (_BAD, "invalid_prompt", "Invalid prompt: your prompt was flagged as potentially violating our usage "
               "policy. Please try again with a different prompt."),
    "unparsed": (_BAD, "json_validate_failed", "Failed to generate JSON. Please adjust your prompt. See "
                 "'failed_generation' for more details."),
    "bad-request": (_BAD, "unsupported_value", "Unsupported value: 'temperature' does not support 0.5 with this model. "
                    "Only the default (1) value is supported."),
}  # fmt: skip
_GROQ_RATE = (
    "Rate limit reached for model `<model>` in organization `org_loopback` service tier `on_demand` on tokens per "
    "minute (TPM): Limit 8000, Used 7204, Requested 2011. Please try again in 9.1s. Need more tokens? Upgrade to Dev "
    "Tier today at https://console.groq.com/settings/billing"
)
_GROQ: dict[str, tuple[str, str | None, str]] = {
    "429": ("tokens", "rate_limit_exceeded", _GROQ_RATE),
    "429-after": ("tokens", "rate_limit_exceeded", _GROQ_RATE),
    "429-date": ("tokens", "rate_limit_exceeded", _GROQ_RATE),
    "500": ("internal_server_error", None, "Internal Server Error"),
    "503": ("internal_server_error", None, "Service Unavailable"),
    "401": (_BAD, "invalid_api_key", "Invalid API Key"),
    "context": (_BAD, "context_length_exceeded", "Please reduce the length of the messages or completion."),
    "context-input": (_BAD, "context_length_exceeded", "Please reduce the length of the messages or completion."),
    "too-large": ("tokens", "rate_limit_exceeded", "Request too large for model `<model>` in organization "
                  "`org_loopback` service tier `on_demand` on tokens per minute (TPM): Limit 8000, Requested 17410, "
                  "please reduce your message size and try again. Need more tokens? Upgrade to Dev Tier today at "
                  "https://console.groq.com/settings/billing"),
}  # fmt: skip
_ANTHROPIC_RATE = (
    "This request would exceed your organization's rate limit of 30,000 input tokens per minute (org: loopback, "
    "model: <model>). For details, refer to: https://docs.claude.com/en/api/rate-limits."
)
_ANTHROPIC = {
    "429": (429, "rate_limit_error", _ANTHROPIC_RATE),
    "429-after": (429, "rate_limit_error", _ANTHROPIC_RATE),
    "429-date": (429, "rate_limit_error", _ANTHROPIC_RATE),
    "500": (500, "api_error", "Internal server error"),
    "503": (503, "api_error", "Service unavailable"),
    "529": (529, "overloaded_error", "Overloaded"),
    "credit": (400, _BAD, "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing "
               "to upgrade or purchase credits."),
    "too-large": (413, "request_too_large", "Request exceeds the maximum size"),
    "401": (401, "authentication_error", "invalid x-api-key"),
    "403": (403, "permission_error", "Your API key does not have permission to use the specified resource."),
    "404": (404, "not_found_error", "model: <model>"),
    "context": (400, _BAD, "prompt is too long: 210874 tokens > 200000 maximum"),
    "context-input": (400, _BAD, "input length and `max_tokens` exceed context limit: 196874 + 16000 > 200000, "
                      "decrease input length or `max_tokens` and try again"),
    "policy": (400, _BAD, "Output blocked by content filtering policy"),
    "unparsed": (400, _BAD, "output_format.schema: Schema is too complex"),
    "bad-request": (400, _BAD, "temperature: range: 0..1"),
}  # fmt: skip
_OLLAMA = {
    "429": "too many concurrent requests",
    "429-after": "too many concurrent requests",
    "429-date": "too many concurrent requests",
    "500": "llama runner process has terminated: signal: killed",
    "503": "server busy, please try again.  maximum pending requests exceeded",
    "credit": "you (loopback) have reached your weekly usage limit, upgrade for higher limits",
    "401": "unauthorized",
    "403": "forbidden",
    "404": "model '<model>' not found",
    "context": "request (71912 tokens) exceeds the available context size (65536 tokens), try increasing it",
    "context-input": "the input length exceeds the context length",
    "bad-request": 'invalid format: expected \\"json\\" or a JSON schema',
}
