"""How near a thousand calls to a language model come to the lower bound, ours and other programs' side by side.

    for peer in bespokelabs-curator data-designer; do
        python3.11 -m venv PEERS/$peer && PEERS/$peer/bin/pip install $peer
    done
    python benchmarks/calls.py PEERS

distilabel is measured too if PEERS has it (``pip install 'distilabel[openai]' requests``); it takes a minute a run.

The server of ``tests.loopback`` answers after a fixed second, or one drawn from a log-normal distribution with that
mean; a new server with another seed for each repetition. The bound is the sum of the latencies that it had, divided by
the number of calls in flight. Each client is a process of its own with an empty folder for its caches. It makes two
calls to warm up (imports, connections), and only then starts the clock. ``floor`` is what a client would need that
sends the same calls in the same order and loses no time: the last round of calls is not full, and the slowest may be
sent last.
"""

from __future__ import annotations

import argparse
import heapq
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[1]
# for tests.loopback, and tests.calling
sys.path.insert(0, str(ROOT))

MODEL = "gpt-4.1-mini"
SYSTEM = (
    "You note things.\n\nYour reply is one JSON object (town, count) and nothing else: no remark before or after it, "
    "no code fence."
)
PLENTY = 1_000_000_000
"""More requests and tokens a minute than can be sent."""
SIGMAS = {"fixed": 0.0, "log-normal": 0.6}
PYTHON = {"aiohttp alone": Path(sys.executable), "ours": Path(sys.executable)}

Run = Callable[[Sequence[str]], int]
"""Asks for a note of each topic; how many valid notes came back."""


def ours(url: str, flight: int, folder: Path) -> Run:
    """The way of the stages: author, client, store, provider."""
    from tests.calling import NoteWritten, Office

    from microworlds.core.parallel import ordered_map

    office = Office(folder, url, max_concurrency=flight)

    def run(topics: Sequence[str]) -> int:
        made = ordered_map(office.note, topics, label="notes", waiting=office.waiting)
        return sum(isinstance(one, NoteWritten) for one in made)

    return run


def curator(url: str, flight: int, folder: Path) -> Run:
    """Bespoke Curator, its own client for OpenAI's protocol."""
    from bespokelabs import curator as library
    from pydantic import BaseModel

    class Note(BaseModel):
        town: str
        count: int

    class Notes(library.LLM):
        response_format = Note

        def prompt(self, given: dict[str, str]) -> str:
            return f"Note something of {given['topic']}."

        def parse(self, given: dict[str, str], response: Note) -> dict[str, Any]:
            return {"topic": given["topic"], **response.model_dump()}

    model = Notes(
        model_name=MODEL,
        response_format=Note,
        backend="openai",
        system_prompt=SYSTEM,
        generation_params={"temperature": 1.0, "max_tokens": 200},
        backend_params={
            "base_url": f"{url}/v1",
            "max_concurrent_requests": flight,
            "max_requests_per_minute": PLENTY,
            "max_tokens_per_minute": PLENTY,
        },
    )

    def run(topics: Sequence[str]) -> int:
        made = model([{"topic": topic} for topic in topics], working_dir=str(folder))
        return sum(bool(row["town"]) and row["topic"] == topic for row, topic in zip(made.dataset, topics, strict=True))

    return run


def designer(url: str, flight: int, folder: Path) -> Run:
    """NVIDIA's Data Designer: a column of topics, and one that a model writes."""
    import data_designer.config as config
    import pandas as pd
    from data_designer.interface import DataDesigner

    schema = {
        "type": "object",
        "properties": {"town": {"type": "string"}, "count": {"type": "integer"}},
        "required": ["town", "count"],
        "additionalProperties": False,
    }
    form = {"type": "json_schema", "json_schema": {"name": "note", "schema": schema, "strict": True}}
    settings = config.ChatCompletionInferenceParams(
        temperature=1.0,
        max_tokens=200,
        max_parallel_requests=flight,
        extra_body={"response_format": form},
    )
    place = config.ModelProvider(name="loopback", endpoint=f"{url}/v1", provider_type="openai", api_key="none")
    model = config.ModelConfig(
        alias="writer", model=MODEL, provider="loopback", inference_parameters=settings, skip_health_check=True
    )
    library = DataDesigner(artifact_path=folder, model_providers=[place])
    library.set_run_config(config.RunConfig(otel_metrics_port=None))

    def run(topics: Sequence[str]) -> int:
        plan = config.DataDesignerConfigBuilder(model_configs=[model])
        plan.with_seed_dataset(config.DataFrameSeedSource(df=pd.DataFrame({"topic": topics})))
        note = config.LLMTextColumnConfig(
            name="note", prompt="Note something of {{ topic }}.", system_prompt=SYSTEM, model_alias="writer"
        )
        plan.add_column(note)
        made = library.create(plan, num_records=len(topics), dataset_name=f"notes{len(topics)}").load_dataset()
        rows = zip(made["topic"], made["note"], topics, strict=True)
        return sum(set(json.loads(text)) == {"town", "count"} and given == topic for given, text, topic in rows)

    return run


def distilabel(url: str, flight: int, folder: Path) -> Run:
    """distilabel: a pipeline of one step, whose batch is what is in flight at once."""
    from distilabel.models import OpenAILLM
    from distilabel.pipeline import Pipeline
    from distilabel.steps import LoadDataFromDicts
    from distilabel.steps.tasks import TextGeneration

    def run(topics: Sequence[str]) -> int:
        with Pipeline(name="notes", cache_dir=folder / str(len(topics))) as pipeline:
            loaded = LoadDataFromDicts(
                data=[{"instruction": f"Note something of {topic}."} for topic in topics], batch_size=flight
            )
            llm = OpenAILLM(
                model=MODEL,
                base_url=f"{url}/v1",
                api_key="none",
                generation_kwargs={"temperature": 1.0, "max_new_tokens": 200},
            )
            task = TextGeneration(
                llm=llm, system_prompt=SYSTEM, input_batch_size=flight, add_raw_output=False, use_cache=False
            )
            loaded >> task
        made = pipeline.run(use_cache=False)["default"]["train"]
        return sum(bool(text) for text in made["generation"])

    return run


def bare(url: str, flight: int, folder: Path) -> Run:
    """The least that Python can do: aiohttp and a semaphore; nothing is checked, stored, counted or repeated."""
    import asyncio

    import aiohttp

    fields = {"town": {"type": "string"}, "count": {"type": "integer"}}
    schema = {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}
    form = {"type": "json_schema", "json_schema": {"name": "note", "schema": schema, "strict": True}}

    async def all_of(topics: Sequence[str]) -> list[str]:
        places = asyncio.Semaphore(flight)
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:

            async def one(topic: str) -> str:
                messages = [
                    {"role": "system", "content": SYSTEM},
                    {"role": "user", "content": f"Note something of {topic}."},
                ]
                body = {"model": MODEL, "messages": messages, "temperature": 1.0, "max_tokens": 200}
                async with (
                    places,
                    session.post(f"{url}/v1/chat/completions", json={**body, "response_format": form}) as response,
                ):
                    said = await response.json()
                text: str = said["choices"][0]["message"]["content"]
                return text

            return await asyncio.gather(*map(one, topics))

    def run(topics: Sequence[str]) -> int:
        return sum(bool(text) for text in asyncio.run(all_of(topics)))

    return run


CLIENTS: dict[str, Callable[[str, int, Path], Run]] = {
    "aiohttp alone": bare,
    "ours": ours,
    "bespokelabs-curator": curator,
    "data-designer": designer,
    "distilabel": distilabel,
}


def used() -> tuple[float, float]:
    """CPU seconds of this process and those it has started, and the peak of the largest one's memory in MB."""
    both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in both), max(one.ru_maxrss for one in both) / 1000


def client(name: str, url: str, calls: int, flight: int, folder: Path) -> dict[str, float]:
    """One measurement, in this process."""
    topics = [f"topic {number}" for number in range(calls)]
    begun = time.time()
    run = CLIENTS[name](url, flight, folder)
    run(["nothing yet", "nothing more"])
    cpu, _ = used()
    start = time.time()
    valid = run(topics)
    end = time.time()
    after, memory = used()
    return {"begun": begun, "start": start, "end": end, "valid": valid, "cpu": after - cpu, "memory": memory}


def floor(latencies: Sequence[float], flight: int) -> float:
    """When the last of these calls ends, if each is sent, in order, as soon as one of ``flight`` places is free."""
    free = [0.0] * flight
    for latency in latencies:
        heapq.heapreplace(free, free[0] + latency)
    return max(free)


def measured(name: str, setting: str, seed: int, given: argparse.Namespace) -> dict[str, Any]:
    """One measurement, in a process of its own against a server of its own."""
    from tests.loopback import serving

    with tempfile.TemporaryDirectory() as folder, serving(latency=1.0, sigma=SIGMAS[setting], seed=seed) as server:
        own = {
            "HOME": folder, "TELEMETRY_ENABLED": "false", "NEMO_TELEMETRY_ENABLED": "false", "HF_HUB_OFFLINE": "1",
            "CURATOR_DISABLE_CACHE": "true", "OPENAI_API_KEY": "none",
        }  # fmt: skip
        command = [str(PYTHON[name]), __file__, "--as", name, server.url, str(given.calls), str(given.flight), folder]
        done = subprocess.run(command, env=os.environ | own, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{name}: {done.stderr[-4000:]}")
        said = json.loads(done.stdout.splitlines()[-1])
        # a peer may begin each run with a probe of its own: only the last so many are what was asked for
        log = [entry for entry in server.log() if entry["outcome"] == "ok"][-given.calls :]
        most = server.stats()["most_in_flight"]
    seconds = [entry["seconds"] for entry in log]
    bound = sum(seconds) / given.flight
    makespan = said["end"] - said["start"]
    span = max(entry["time"] + entry["seconds"] for entry in log) - min(entry["time"] for entry in log)
    return {
        "client": name, "setting": setting, "seed": seed, "calls": len(log), "valid": said["valid"], "in flight": most,
        "makespan": makespan, "ratio": makespan / bound, "span": span / bound,
        "floor": floor(seconds, given.flight) / bound, "slowest": max(seconds), "mean": sum(seconds) / len(seconds),
        "cpu": 1000 * said["cpu"] / len(log), "memory": said["memory"],
        "warm-up": said["start"] - said["begun"],
        "load": os.getloadavg()[0],
    }  # fmt: skip


def table(setting: str, rows: Sequence[dict[str, Any]]) -> str:
    """Medians and ranges, one line a client."""
    names = list(dict.fromkeys(row["client"] for row in rows))
    lines = [
        f"### {setting}: {len(rows) // len(names)} repetitions",
        "",
        "| client | makespan, s | / bound | range | / floor | first request to last reply / bound | floor / bound "
        "| slowest call, s | CPU ms a call | peak MB | warm-up, s | load |",
        "| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |",
    ]
    for name in names:
        own = [row for row in rows if row["client"] == name]
        mid = {key: median(row[key] for row in own) for key, value in own[0].items() if isinstance(value, float)}
        ratios = [row["ratio"] for row in own]
        lost = median(row["ratio"] / row["floor"] for row in own)
        lines.append(
            f"| {name} | {mid['makespan']:.2f} | {mid['ratio']:.3f} | {min(ratios):.3f}-{max(ratios):.3f} | {lost:.3f} "
            f"| {mid['span']:.3f} | {mid['floor']:.3f} | {mid['slowest']:.1f} | {mid['cpu']:.1f} | {mid['memory']:.0f} "
            f"| {mid['warm-up']:.1f} | {mid['load']:.1f} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Measure, print a Markdown table for each distribution of latencies."""
    if sys.argv[1:2] == ["--as"]:
        name, url, calls, flight, folder = sys.argv[2:]
        sys.stdout, said = sys.stderr, sys.stdout
        figures = client(name, url, int(calls), int(flight), Path(folder))
        print(json.dumps(figures), file=said, flush=True)
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("peers", type=Path, nargs="?", help="folder of virtual environments, named as the packages")
    parser.add_argument("--clients", nargs="+", choices=CLIENTS, help="ours and all that are found, unless given")
    parser.add_argument("--settings", nargs="+", choices=SIGMAS, default=list(SIGMAS))
    parser.add_argument("--calls", type=int, default=1000)
    parser.add_argument("--flight", type=int, default=64)
    parser.add_argument("--repeat", type=int, default=5)
    given = parser.parse_args()
    for name in CLIENTS:
        if given.peers and (found := given.peers / name / "bin" / "python").exists():
            PYTHON[name] = found.absolute()
    names = given.clients or list(PYTHON)
    from microworlds.core import tokens

    tokens.encoding()  # its folder, which it sets, spares the peers a download
    rows = []
    for seed in range(given.repeat):
        for setting in given.settings:
            for name in names:
                rows.append(measured(name, setting, seed, given))
                print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
    print("\n\n".join(table(one, [row for row in rows if row["setting"] == one]) for one in given.settings))


if __name__ == "__main__":
    main()
