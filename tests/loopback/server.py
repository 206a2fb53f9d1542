"""The server: one port that speaks the providers' protocols and misbehaves as told, another to tell it and ask it."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import math
import random
import resource
import socket
import struct
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from aiohttp import web

from tests.loopback import faults, protocols, replies
from tests.loopback.faults import Limits, Settings, Spent
from tests.loopback.protocols import Asked, Json, Usage

_BACKLOG = 4096
_PIECES = 20


def listening(port: int) -> socket.socket:
    """A bound socket: connections to it are refused until somebody listens."""
    bound = socket.socket()
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound.bind(("127.0.0.1", port))
    return bound


@dataclass
class Entry:
    """A request as it is logged. Tokens are those that were reported to the client."""

    number: int
    time: float
    protocol: str
    model: str
    task: str
    digest: str
    auth: str | None
    outcome: str = "left"
    status: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0


@dataclass
class Loopback:
    """Answers requests; see ``Settings``."""

    settings: Settings
    log: list[Entry] = field(default_factory=list)
    limits: Limits = field(default_factory=Limits)
    answered: Counter[str] = field(default_factory=Counter)
    in_flight: int = 0
    most_in_flight: int = 0
    storm_until: float = 0.0

    def __post_init__(self) -> None:
        self._rng = random.Random(f"{self.settings.seed} faults")
        self._storm()

    def change(self, changes: Json) -> None:
        """New values for some settings."""
        self.settings = replace(self.settings, **changes)
        if "storm" in changes:
            self._storm()
        if "seed" in changes:
            self._rng = random.Random(f"{self.settings.seed} faults")

    def stats(self) -> Json:
        """What the log adds up to."""
        return {
            "requests": len(self.log),
            "outcomes": dict(Counter(entry.outcome for entry in self.log)),
            "tokens_in": sum(entry.tokens_in for entry in self.log),
            "tokens_out": sum(entry.tokens_out for entry in self.log),
            "in_flight": self.in_flight,
            "most_in_flight": self.most_in_flight,
            "bodies": len({entry.digest for entry in self.log}),
            "answered_again": sum(count > 1 for count in self.answered.values()),
        }

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer a request of any protocol, and log it."""
        begun = time.time()
        raw = await request.read()
        key = request.headers.get("x-api-key") or request.headers.get("authorization", "").removeprefix("Bearer ")
        digest = hashlib.sha256(raw).hexdigest()
        auth = hashlib.sha256(key.encode()).hexdigest()[:12] if key else None
        protocol = protocols.PATHS.get(request.path)
        entry = Entry(len(self.log) + 1, begun, protocol or request.path, "", "", digest, auth)
        self.log.append(entry)
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        try:
            if request.path == "/api/show":
                entry.outcome = "show"
                return web.json_response(_SHOWN)
            if protocol is None:
                entry.outcome, entry.status = "no-path", 404
                return web.Response(status=404, text="404 page not found")
            try:
                asked = protocols.parse(protocol, json.loads(raw))
            except (KeyError, TypeError, ValueError) as error:
                entry.outcome, entry.status = "unreadable", 400
                return web.json_response({"error": {"message": f"unreadable: {error!r}"}}, status=400)
            return await self._answer(request, asked, entry, key)
        finally:
            entry.seconds = round(time.time() - begun, 4)
            self.in_flight -= 1

    async def _answer(self, request: web.Request, asked: Asked, entry: Entry, key: str) -> web.StreamResponse:
        entry.model = asked.model
        writer = replies.recognised(asked)
        entry.task = writer.name if writer else ""
        prompt = protocols.tokens(asked.prompt)
        if self.settings.key is not None and key != self.settings.key:
            return self._error(asked, entry, "401")
        if self.settings.models is not None and asked.model not in self.settings.models:
            return self._error(asked, entry, "404")
        if time.monotonic() < self.storm_until:
            after = self.settings.retry_after
            return self._error(asked, entry, "429" if after is None else "429-after", "storm", after)
        window = min((size for size in (self.settings.context, asked.num_ctx) if size), default=None)
        cut = window is not None and prompt > window
        if cut and asked.num_ctx is None:
            return self._error(asked, entry, "context")
        place = self.limits.admit(self.settings, prompt + asked.max_tokens)
        if not isinstance(place, Spent):
            return self._error(asked, entry, "429-after", "limited", round(place + 0.005, 2))
        fault = faults.drawn(self.settings, asked.prompt, self._rng)
        if fault in faults.STATUSES:
            place.tokens = 0
            return self._error(asked, entry, fault, retry_after=self.settings.retry_after)
        if fault in ("hangup", "stall"):
            return await self._silent(request, entry, fault)
        if cut and window is not None:
            # Ollama drops what its window cannot hold, and says nothing
            asked = replace(asked, user=asked.user[-4 * max(1, window - protocols.tokens(asked.system)) :])
            prompt, fault = window, fault or "cut"
        sample = self.answered[entry.digest]
        if fault not in ("reset", "html", "not-json", "no-choices"):
            self.answered[entry.digest] += 1
        rng = random.Random(f"{self.settings.seed} {entry.digest} {sample}")
        text = replies.written(asked, rng)
        if protocols.tokens(text) > asked.max_tokens and fault in (None, "drip", "cut"):
            fault, text = "truncated", text[: 4 * asked.max_tokens]
        else:
            text = _spoilt(text, fault)
        usage = Usage(prompt, protocols.tokens(text), int(prompt * self.settings.cached))
        place.tokens = usage.prompt + usage.reply
        await asyncio.sleep(self._latency(rng))
        body = protocols.reply(asked, text, usage, entry.digest[:20] + f"{sample:04d}", fault)
        return await self._send(request, entry, body, usage, fault)

    def _error(
        self, asked: Asked, entry: Entry, fault: str, outcome: str = "", retry_after: float | None = None
    ) -> web.Response:
        status, body, headers = protocols.error(asked, fault, entry.digest[:24], retry_after)
        entry.outcome, entry.status = outcome or fault, status
        return web.Response(status=status, body=body.encode(), headers=headers)

    async def _silent(self, request: web.Request, entry: Entry, fault: str) -> web.Response:
        entry.outcome = fault
        if fault == "hangup":
            _abort(request)
        await asyncio.sleep(86_400)
        return web.Response()

    async def _send(
        self, request: web.Request, entry: Entry, body: Json, usage: Usage, fault: str | None
    ) -> web.StreamResponse:
        entry.outcome, entry.status = fault or "ok", 200
        headers = {"content-type": "application/json"}
        data = json.dumps(body, ensure_ascii=False).encode()
        if fault == "html":
            return web.Response(text=protocols.PAGE.format("Checking your browser"), content_type="text/html")
        if fault == "not-json":
            return web.Response(body=data[: len(data) // 2], headers=headers)
        if fault == "no-choices":
            return web.json_response({"object": "error", "message": "upstream gave nothing", "code": 50001})
        if fault == "reset":
            cut = web.StreamResponse(headers=headers | {"content-length": str(len(data))})
            await cut.prepare(request)
            await cut.write(data[: len(data) // 2])
            await asyncio.sleep(0.02)
            _abort(request)
            return cut
        if fault != "uncounted":
            entry.tokens_in, entry.tokens_out = usage.prompt, usage.reply
        if fault == "drip":
            slow = web.StreamResponse(headers=headers | {"content-length": str(len(data))})
            await slow.prepare(request)
            size = max(1, -(-len(data) // _PIECES))
            for start in range(0, len(data), size):
                await slow.write(data[start : start + size])
                await asyncio.sleep(self.settings.drip / _PIECES)
            return slow
        return web.Response(body=data, headers=headers)

    def _latency(self, rng: random.Random) -> float:
        mean, sigma = self.settings.latency, self.settings.sigma
        return rng.lognormvariate(math.log(mean) - sigma**2 / 2, sigma) if mean and sigma else mean

    def _storm(self) -> None:
        self.storm_until = time.monotonic() + self.settings.storm


_SHOWN = {
    "template": "{{ .Prompt }}",
    "details": {"family": "qwen3", "parameter_size": "30.5B", "quantization_level": "Q4_K_M"},
    "model_info": {"general.architecture": "qwen3", "qwen3.context_length": 262144},
    "capabilities": ["completion", "tools"],
}


def _spoilt(text: str, fault: str | None) -> str:
    match fault:
        case "malformed":
            return text[:-1]
        case "prose":
            return f"Sure! Here is what you asked for:\n\n{text}\n\nLet me know if anything should change."
        case "fence":
            return f"```json\n{text}\n```"
        case "truncated" | "filtered":
            return text[: len(text) // 2]
        case "empty":
            return ""
        case "schema":
            return json.dumps({"status": "done", "result": []})
    return text


def _abort(request: web.Request) -> None:
    """Reset the connection: no goodbye."""
    transport = request.transport
    if transport is not None:
        connection = transport.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        transport.abort()


class _Front:
    """The providers' port, which can go down and come back."""

    def __init__(self, loopback: Loopback, port: int) -> None:
        # held while down, so that nobody else gets it
        self._held = listening(port)
        self.port: int = self._held.getsockname()[1]
        app = web.Application(client_max_size=1 << 28)
        app.router.add_route("*", "/{path:.*}", loopback.handle)
        self._runner = web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=0)
        self._site: web.SockSite | None = None

    async def up(self) -> None:
        if self._runner.server is None:
            await self._runner.setup()
        self._site = web.SockSite(self._runner, listening(self.port), backlog=_BACKLOG)
        await self._site.start()

    async def down(self) -> None:
        if self._site is not None:
            await self._site.stop()
            self._site = None
        server = self._runner.server
        for connection in server.connections if server else ():
            if connection.transport is not None:
                connection.transport.abort()


async def serve(settings: Settings, port: int, admin: int, until_eof: bool) -> None:
    """Serve until told to stop; print both ports as one line of JSON."""
    logging.disable(logging.CRITICAL)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    loopback, stopped = Loopback(settings), asyncio.Event()
    front = _Front(loopback, port)
    await front.up()
    timers: set[asyncio.Task[None]] = set()

    async def down(seconds: float) -> None:
        await front.down()
        if seconds >= 0:
            timer = asyncio.create_task(_later(seconds, front.up))
            timers.add(timer)
            timer.add_done_callback(timers.discard)

    async def control(request: web.Request) -> web.Response:
        changes = await request.json()
        try:
            if "down" in changes:
                await down(changes.pop("down"))
            loopback.change(changes)
        except (TypeError, ValueError) as error:
            return web.json_response({"error": str(error)}, status=400)
        return web.json_response(asdict(loopback.settings))

    async def log(request: web.Request) -> web.Response:
        return web.json_response([asdict(entry) for entry in loopback.log])

    async def stats(request: web.Request) -> web.Response:
        return web.json_response(loopback.stats())

    async def stop(request: web.Request) -> web.Response:
        stopped.set()
        return web.json_response(loopback.stats())

    app = web.Application()
    app.add_routes([web.post("/control", control), web.get("/log", log), web.get("/stats", stats)])
    app.add_routes([web.post("/stop", stop)])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
    await runner.setup()
    desk = listening(admin)
    await web.SockSite(runner, desk).start()
    print(json.dumps({"port": front.port, "admin": desk.getsockname()[1]}), flush=True)
    if until_eof:
        reader = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        watching = asyncio.create_task(_watched(reader, stopped))
        timers.add(watching)
    await stopped.wait()
    await front.down()
    await runner.cleanup()


async def _watched(reader: asyncio.StreamReader, stopped: asyncio.Event) -> None:
    """Stop once whoever started the process is gone."""
    await reader.read()
    stopped.set()


async def _later(seconds: float, act: Callable[[], Awaitable[Any]]) -> None:
    await asyncio.sleep(seconds)
    await act()
