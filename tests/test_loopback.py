"""The loopback server of tests/loopback: each protocol through its own client, and each fault."""

import asyncio
import contextlib
import hashlib
import json
import subprocess
import sys
import time
from collections import Counter

import aiohttp
import httpx
import pytest

from microworlds.llm.provider import litellm
from tests.closure import ROOT
from tests.loopback import faults, serving
from tests.loopback_calls import plain_fixture, server_fixture  # noqa: F401 (fixtures)

MODELS = {
    "openai": "openai/gpt-4.1",
    "groq": "groq/openai/gpt-oss-120b",
    "anthropic": "anthropic/claude-sonnet-4-6",
    "ollama": "ollama_chat/qwen3:30b",
}
OTHERS = (
    "hosted_vllm/local",
    "anthropic/claude-sonnet-4-5",
    "anthropic/claude-3-7-sonnet-20250219",  # gets a forced tool, not a schema
    "groq/llama-3.3-70b-versatile",  # so does this
    "ollama/qwen3:30b",
)
SCHEMA = {
    "type": "object",
    "properties": {"town": {"type": "string"}, "count": {"type": "integer"}},
    "required": ["town", "count"],
    "additionalProperties": False,
}
KEY = "sk-loopback"
CLIENT = httpx.Client(verify=False, trust_env=False, limits=httpx.Limits(max_keepalive_connections=0))


def ask(server, model, prompt="Which town, and how many?", form="json_schema", timeout=5.0, max_tokens=300):
    """A call as provider.py makes it."""
    described = {"name": "towns", "schema": SCHEMA, "strict": True}
    wanted = {"type": form, "json_schema": described} if form == "json_schema" else {"type": form}

    async def call():
        awaited = litellm().acompletion(
            model=model,
            messages=[{"role": "system", "content": "You count."}, {"role": "user", "content": prompt}],
            max_tokens=max_tokens,
            api_base=server.base(model),
            api_key=KEY,
            timeout=timeout,
            num_retries=0,
            max_retries=0,
            response_format=wanted,
        )
        return await asyncio.wait_for(awaited, timeout)

    return asyncio.run(call())


def post(server, protocol, prompt="Which town?", key=KEY, model=None, timeout=5.0):
    """The same without litellm."""
    name = model or MODELS[protocol].split("/", 1)[1]
    path = {"anthropic": "/v1/messages", "ollama": "/api/chat", "groq": "/openai/v1/chat/completions"}
    body = {"model": name, "messages": [{"role": "user", "content": prompt}], "max_tokens": 100}
    headers = {"x-api-key": key} if protocol == "anthropic" else {"authorization": f"Bearer {key}"}
    address = server.url + path.get(protocol, "/v1/chat/completions")
    return CLIENT.post(address, json=body, headers=headers, timeout=timeout)


@pytest.mark.parametrize("model", [*MODELS.values(), *OTHERS])
def test_each_protocol_answers_in_the_form_that_was_asked(server, model):
    before = len(server.log())
    got = ask(server, model)
    said = json.loads(got.choices[0].message.content)
    assert set(said) == {"town", "count"}
    assert got.choices[0].finish_reason == ("tool_calls" if model.startswith("groq/llama") else "stop")
    seen = [entry for entry in server.log()[before:] if entry["outcome"] != "show"]
    assert [entry["outcome"] for entry in seen] == ["ok"]
    assert (seen[0]["tokens_in"], seen[0]["tokens_out"]) == (got.usage.prompt_tokens, got.usage.completion_tokens)
    assert seen[0]["auth"] == hashlib.sha256(KEY.encode()).hexdigest()[:12]
    assert KEY not in json.dumps(server.log())
    if not model.startswith("ollama"):
        assert got.usage.prompt_tokens_details.cached_tokens == got.usage.prompt_tokens // 2


def test_a_body_gets_the_same_reply_from_the_same_seed_and_another_when_asked_again():
    said = []
    for seed in (1, 1, 2):
        with serving(seed=seed) as fresh:
            said.append([ask(fresh, MODELS["openai"]).choices[0].message.content for _ in range(2)])
            assert fresh.stats()["answered_again"] == 1
    assert said[0] == said[1] != said[2]
    assert said[0][0] != said[0][1]


def test_a_fault_of_transport_takes_no_reply_away(server):
    first = [post(server, "openai", "alpha").json()["choices"][0]["message"]["content"]]
    with serving(schedule=["503", "429-after", None]) as fresh:
        codes = [post(fresh, "openai", "alpha").status_code for _ in range(2)]
        first.append(post(fresh, "openai", "alpha").json()["choices"][0]["message"]["content"])
    assert codes == [503, 429]
    assert first[0] == first[1]


@pytest.mark.parametrize("protocol", MODELS)
def test_statuses_come_in_the_providers_own_form(server, protocol):
    for fault, usual in faults.STATUSES.items():
        server.control(schedule=[fault], retry_after=7)
        got = post(server, protocol)
        status = {("anthropic", "credit"): 400, ("anthropic", "too-large"): 413, ("groq", "too-large"): 413}
        assert got.status_code == status.get((protocol, fault), usual), fault
        assert ("retry-after" in got.headers) == (fault in ("429-after", "429-date")), fault
        if fault == "502":
            assert got.text.startswith("<html>")
            continue
        said = got.json()
        message = said["error"] if protocol == "ollama" else said["error"]["message"]
        assert message
        assert "<model>" not in message
        assert (said.get("type") == "error") == (protocol == "anthropic")
        assert server.log()[-1]["outcome"] == fault


CONTENT = {
    "malformed": lambda text: text.startswith("{") and not text.endswith("}"),
    "prose": lambda text: text.startswith("Sure!") and "{" in text,
    "fence": lambda text: text.startswith("```json"),
    "empty": lambda text: not text,
    "null": lambda text: not text,
    "schema": lambda text: "town" not in json.loads(text),
}


@pytest.mark.parametrize("protocol", MODELS)
def test_replies_are_spoilt_as_asked(server, protocol):
    for fault, spoilt in CONTENT.items():
        server.control(schedule=[fault])
        choice = ask(server, MODELS[protocol]).choices[0]
        assert spoilt(choice.message.content or ""), fault
        assert choice.finish_reason == "stop"
    server.control(schedule=["truncated"])
    assert ask(server, MODELS[protocol]).choices[0].finish_reason == "length"
    assert ask(server, MODELS[protocol], max_tokens=5).choices[0].finish_reason == "length"
    server.control(schedule=["refusal", "filtered"])
    refused, filtered = (ask(server, MODELS[protocol]).choices[0] for _ in range(2))
    if protocol == "openai":
        assert "sorry" in refused.message.provider_specific_fields["refusal"]
    elif protocol == "anthropic":
        assert refused.finish_reason == "content_filter"
    else:
        assert "sorry" in refused.message.content
    assert (filtered.finish_reason == "content_filter") == (protocol != "ollama")


def test_broken_connections_and_bodies(server):
    def failing(fault, timeout=5.0, **settings):
        server.control(schedule=[fault], **settings)
        begun = time.monotonic()
        got = post(server, "openai", timeout=timeout)
        return got, time.monotonic() - begun

    with pytest.raises(httpx.TransportError):
        failing("hangup")
    with pytest.raises(httpx.TransportError):
        failing("reset")
    with pytest.raises(httpx.ReadTimeout):
        failing("stall", timeout=0.3)
    dripped, seconds = failing("drip", drip=0.5)
    assert dripped.json()["choices"]
    assert 0.4 < seconds < 1.5
    assert "<html>" in failing("html")[0].text
    for fault in ("html", "not-json"):
        with pytest.raises(ValueError, match=r"Expecting|Unterminated"):
            failing(fault)[0].json()
    assert "choices" not in failing("no-choices")[0].json()
    assert "usage" not in failing("uncounted")[0].json()
    assert [entry["outcome"] for entry in server.log()[-9:]][:5] == ["hangup", "reset", "stall", "drip", "html"]


def test_down_for_a_while_then_back_on_the_same_port(server):
    server.down(0.4)
    with pytest.raises(httpx.ConnectError):
        post(server, "groq")
    assert soon(lambda: reached(server)) == 200
    server.down()
    with pytest.raises(httpx.ConnectError):
        post(server, "groq")
    server.up()
    assert soon(lambda: reached(server)) == 200


def reached(server):
    """The status of a reply; None where nobody listens."""
    with contextlib.suppress(httpx.ConnectError):
        return post(server, "groq").status_code
    return None


def soon(look, seconds=20.0):
    """What ``look`` gives once it is true, or at the deadline."""
    deadline = time.monotonic() + seconds
    while not (found := look()) and time.monotonic() < deadline:
        time.sleep(0.01)
    return found


def test_a_storm_ends_by_itself(server):
    server.control(storm=0.4, retry_after=0.2)
    got = post(server, "anthropic")
    assert (got.status_code, got.headers["retry-after"]) == (429, "0.2")
    assert server.log()[-1]["outcome"] == "storm"
    assert soon(lambda: post(server, "anthropic").status_code == 200)


def test_limits_of_requests_and_tokens_are_real():
    with serving(rpm=3, window=0.8) as fresh:
        codes = [post(fresh, "openai", f"n {n}").status_code for n in range(5)]
        assert codes == [200, 200, 200, 429, 429]
        wait = float(post(fresh, "openai").headers["retry-after"])
        assert 0 < wait <= 0.8
        time.sleep(wait)
        assert post(fresh, "openai").status_code == 200
        assert fresh.stats()["outcomes"] == {"ok": 4, "limited": 3}
        fresh.control(rpm=None, tpm=150, window=30.0)
        assert [post(fresh, "openai", "x" * 200).status_code for _ in range(2)] == [429, 429]


def test_keys_models_and_windows_are_checked(server):
    server.control(key="other")
    assert [post(server, protocol).status_code for protocol in MODELS] == [401] * 4
    server.control(key=KEY, models=["gpt-4.1"])
    assert [post(server, protocol).status_code for protocol in MODELS] == [200, 404, 404, 404]
    server.control(models=None, context=20)
    assert [post(server, protocol, "long " * 40).status_code for protocol in MODELS] == [400] * 4
    body = {"model": "m", "messages": [{"role": "user", "content": "long " * 40}], "options": {"num_ctx": 20}}
    cut = CLIENT.post(f"{server.url}/api/chat", json=body, headers={"x-api-key": KEY}).json()
    assert cut["prompt_eval_count"] == 20
    assert server.log()[-1]["outcome"] == "cut"


def test_shares_of_faults_come_from_the_seed():
    def outcomes(seed):
        with serving(seed=seed, faults={"500": 0.2, "prose": 0.2}, matching="n ") as fresh:
            for n in range(60):
                post(fresh, "openai", f"n {n}")
            post(fresh, "openai", "spared")
            return [entry["outcome"] for entry in fresh.log()]

    first, second = outcomes(5), outcomes(5)
    assert first == second != outcomes(6)
    counts = Counter(first)
    assert 5 <= counts["500"] <= 20
    assert 5 <= counts["prose"] <= 20


def test_unknown_settings_are_refused(server):
    with pytest.raises(ValueError, match="no such fault: 418"):
        server.control(schedule=["418"])
    with pytest.raises(ValueError, match="colour"):
        server.control(colour="red")


def test_a_thousand_at_once(server):
    before = server.stats()
    server.control(latency=0.8, sigma=0.3)

    async def crowd():
        body = {"model": "m", "messages": [{"role": "user", "content": "all together"}]}
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:

            async def one(n):
                asked = body | {"seed": n}
                async with session.post(f"{server.url}/v1/chat/completions", json=asked) as got:
                    return (await got.json())["usage"]

            return await asyncio.gather(*(one(n) for n in range(1000)))

    used = asyncio.run(crowd())
    after, entries = server.stats(), server.log()[before["requests"] :]
    assert after["most_in_flight"] > 600
    assert Counter(entry["outcome"] for entry in entries) == {"ok": 1000}
    assert after["tokens_in"] - before["tokens_in"] == sum(usage["prompt_tokens"] for usage in used)
    assert after["tokens_out"] - before["tokens_out"] == sum(usage["completion_tokens"] for usage in used)
    seconds = sorted(entry["seconds"] for entry in entries)
    assert seconds[-10] > 1.2 * seconds[10]  # each takes its own time, however busy the machine is


def test_log_and_stats_agree(server):
    entries, stats = server.log(), server.stats()
    assert stats["requests"] == len(entries)
    assert stats["outcomes"] == Counter(entry["outcome"] for entry in entries)
    assert stats["tokens_in"] == sum(entry["tokens_in"] for entry in entries)
    assert stats["tokens_out"] == sum(entry["tokens_out"] for entry in entries)
    assert stats["bodies"] == len({entry["digest"] for entry in entries})
    assert [entry["number"] for entry in entries] == list(range(1, len(entries) + 1))


def test_it_ends_and_comes_back_on_its_port():
    with serving() as first:
        first.kill()
        with pytest.raises(httpx.ConnectError):
            post(first, "openai")
        with serving(port=first.port) as second:
            assert post(second, "openai").status_code == 200


def test_it_knows_nothing_of_the_project():
    check = "import sys, tests.loopback.server; sys.exit(any(name.startswith('microworlds') for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", check], cwd=ROOT, check=False).returncode == 0
