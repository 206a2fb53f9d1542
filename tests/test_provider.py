"""What each provider's faults come out as, each against the loopback server, through litellm."""

from __future__ import annotations

import json
import os

import pytest

from microworlds.authors.llm import outcome
from microworlds.core.errors import UserError
from microworlds.llm import schema
from microworlds.llm.provider import LiteLLM
from microworlds.llm.records import Endpoint, Message, Price, Reply, Request, TransportError
from microworlds.suites.memorydoc.tasks.question import QUESTION
from tests.loopback import serving

OPENAI, VLLM, ANTHROPIC = "openai/gpt-4.1", "hosted_vllm/local", "anthropic/claude-sonnet-4-6"
GROQ, OLLAMA = "groq/openai/gpt-oss-120b", "ollama_chat/qwen3:30b"
MODELS = (OPENAI, VLLM, ANTHROPIC, GROQ, OLLAMA)
KEY = "sk-planted-1234567890"
# fault -> what it is to us: the outcome of a reply; a cause of a call to be repeated; or "stop", with a word of the line
EVERYWHERE = {
    "429": ("repeat", "429"), "429-after": ("repeat", "429"), "500": ("repeat", "500"), "502": ("repeat", "502"),
    "503": ("repeat", "503"), "529": ("repeat", "529"), "hangup": ("repeat", "connection"),
    "reset": ("repeat", "connection"), "html": ("repeat", "garbled"), "not-json": ("repeat", "garbled"),
    "no-choices": ("repeat", "garbled"), "401": ("stop", "key was refused"), "403": ("stop", "may not use it"),
    "404": ("stop", "no such model"), "credit": ("stop", "no credit"), "context": ("reply", "too_long"),
    "truncated": ("reply", "truncated"), "empty": ("reply", "empty"), "malformed": ("reply", "malformed"),
    "prose": ("reply", "prose"), "fence": ("reply", "valid"), "schema": ("reply", "schema"),
    None: ("reply", "valid"),
}  # fmt: skip
SOMEWHERE = {
    ("refusal", OPENAI): ("reply", "refused"), ("refusal", VLLM): ("reply", "refused"),
    ("refusal", ANTHROPIC): ("reply", "refused"), ("filtered", OPENAI): ("reply", "refused"),
    ("policy", OPENAI): ("reply", "refused"), ("unparsed", GROQ): ("reply", "malformed"),
    **{("too-large", model): ("reply", "too_long") for model in (OPENAI, VLLM, ANTHROPIC, GROQ)},
}  # fmt: skip
CASES = [(fault, model, *want) for fault, want in EVERYWHERE.items() for model in MODELS]
CASES += [(fault, model, *want) for (fault, model), want in SOMEWHERE.items()]


@pytest.fixture(scope="module")
def server():
    os.environ["PLANTED"] = KEY
    with serving(retry_after=7) as running:
        yield running
    del os.environ["PLANTED"]


@pytest.fixture(scope="module")
def provider():
    return LiteLLM()


def asked(model: str, text: str, **options) -> Request:
    return Request(
        task="question",
        version=1,
        model=model,
        messages=(
            Message(role="system", content=f"You write. {json.dumps(schema.of(QUESTION.output))}"),
            Message(role="user", content=text),
        ),
        structured="json" if model == GROQ else "schema",
        output=schema.of(QUESTION.output),
        temperature=0.5,
        max_tokens=800,
        options=options,
        sample=(0, 0),
    )


def endpoint(server, model: str, timeout: float = 20.0) -> Endpoint:
    return Endpoint(
        api_base=server.base(model), key="PLANTED", max_concurrency=4, requests_per_minute=None,
        tokens_per_minute=None, timeout_seconds=timeout, patience_seconds=1, price=None,
    )  # fmt: skip


def posted(server) -> int:
    """How many calls came; litellm asks Ollama what a model is beside them, whenever it likes."""
    told = server.stats()
    return told["requests"] - told["outcomes"].get("show", 0)


@pytest.mark.parametrize(("fault", "model", "kind", "want"), CASES, ids=lambda value: str(value).split("/")[0])
def test_a_fault_of_a_provider_is_what_it_is(server, provider, fault, model, kind, want):
    before = posted(server)
    server.control(schedule=[fault])
    request = asked(model, f"Word one question of the category single hop. {fault}")
    if kind == "reply":
        reply = provider.complete(request, endpoint(server, model))
        assert outcome(QUESTION.output, reply) == want
        assert reply.raw or reply.text
    elif kind == "repeat":
        with pytest.raises(TransportError) as caught:
            provider.complete(request, endpoint(server, model))
        assert caught.value.cause == want
        assert KEY not in str(caught.value)
        assert caught.value.retry_after == (7 if fault == "429-after" else None)
        assert caught.value.billed == (want in ("connection", "garbled"))
    else:
        with pytest.raises(UserError, match=want) as stopped:
            provider.complete(request, endpoint(server, model))
        assert KEY not in str(stopped.value)
        assert "\n" not in str(stopped.value)
    # nothing is sent twice behind our back
    assert posted(server) == before + 1


@pytest.mark.parametrize("model", MODELS)
def test_a_server_that_is_down_took_nothing_for_it(server, provider, model):
    server.down()
    try:
        with pytest.raises(TransportError) as caught:
            provider.complete(asked(model, "Down."), endpoint(server, model))
    finally:
        server.up()
    assert (caught.value.cause, caught.value.billed) == ("connection", False)


@pytest.mark.parametrize("fault", ["stall", "drip"])
@pytest.mark.parametrize("model", MODELS)
def test_a_deadline_holds_for_the_whole_reply(server, provider, model, fault):
    server.control(schedule=[fault], drip=30.0)
    with pytest.raises(TransportError) as caught:
        provider.complete(asked(model, fault), endpoint(server, model, timeout=0.5))
    assert (caught.value.cause, caught.value.billed) == ("timeout", True)


def test_retry_after_may_be_a_date(server, provider):
    server.control(schedule=["429-date"])
    with pytest.raises(TransportError) as caught:
        provider.complete(asked(OPENAI, "Later."), endpoint(server, OPENAI))
    assert 4 < caught.value.retry_after <= 8


def test_a_prompt_that_fills_the_context_of_ollama_was_cut(server, provider):
    reply = provider.complete(asked(OLLAMA, "word " * 4000, num_ctx=2048), endpoint(server, OLLAMA))
    assert (reply.finish, outcome(QUESTION.output, reply)) == ("too_long", "too_long")


def test_the_key_is_sent_and_no_other(server, provider, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-somebody-elses")
    free = endpoint(server, OPENAI).model_copy(update={"key": None})
    provider.complete(asked(OPENAI, "No key."), free)
    provider.complete(asked(OPENAI, "A key."), endpoint(server, OPENAI))
    without, with_key = server.log()[-2:]
    assert without["auth"] != with_key["auth"]
    monkeypatch.delenv("PLANTED")
    with pytest.raises(UserError, match="PLANTED is not set"):
        provider.complete(asked(OPENAI, "Forgotten."), endpoint(server, OPENAI))


def test_prices_are_litellms_or_ours_or_unknown(provider, server):
    free = endpoint(server, VLLM)
    assert provider.cost(ANTHROPIC, free, 1_000_000, 0) == pytest.approx(3.0)
    assert provider.cost(ANTHROPIC, free, 1_000_000, 0, cached=1_000_000) == pytest.approx(0.3)
    assert provider.cost(VLLM, free, 1_000_000, 0) is None
    own = free.model_copy(update={"price": Price(input=1.0, output=4.0, cached=0.5)})
    assert provider.cost(VLLM, own, 1_000_000, 500_000, cached=200_000) == pytest.approx(0.8 + 0.1 + 2.0)


def test_what_a_reply_is_worth():
    def worth(text, finish="stop"):
        return outcome(QUESTION.output, Reply(text=text, finish=finish))

    assert worth('{"question": "Why?"}') == "valid"
    assert worth(' {"question": "Why?", "explanation": null}\n') == "valid"
    assert worth('Here it is: {"question": "Why?"}') == "prose"
    assert worth('```json\n{"question": "Why?"}\n```') == "valid"
    assert worth('{"question": "Why?"') == "malformed"
    assert worth('["Why?"]') == worth('{"ask": "Why?"}') == "schema"
    assert worth("  ") == "empty"
    assert worth('{"question": "Why?"}', "length") == "truncated"
    assert worth("I will not.", "refused") == "refused"
