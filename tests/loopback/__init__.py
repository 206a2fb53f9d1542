"""A server on the loopback interface that speaks the protocols of OpenAI, Groq, Anthropic and Ollama.

It runs in a process of its own, writes replies of its own, and fails in every way that ``faults`` lists. It knows
nothing of this project but what its prompts say.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

_ROOT = Path(__file__).parents[2]
_SUFFIX = {"openai": "/v1", "hosted_vllm": "/v1", "groq": "/openai/v1"}


class Server:
    """A handle on a running server. ``url`` has no path; ``base(model)`` is litellm's ``api_base`` for a model."""

    def __init__(self, port: int = 0, **settings: Any) -> None:
        command = [sys.executable, "-m", "tests.loopback", "--until-eof", "--port", str(port)]
        self._process = subprocess.Popen(
            [*command, "--set", json.dumps(settings)],
            cwd=_ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        if not said:
            raise RuntimeError(f"the loopback server did not start: exit code {self._process.wait()}")
        ports = json.loads(said)
        self.port: int = ports["port"]
        self.url = f"http://127.0.0.1:{self.port}"
        self._admin = httpx.Client(
            base_url=f"http://127.0.0.1:{ports['admin']}", verify=False, trust_env=False, timeout=60
        )

    def base(self, model: str) -> str:
        """The ``api_base`` with which litellm reaches this server for a model such as ``groq/openai/gpt-oss-120b``."""
        return self.url + _SUFFIX.get(model.split("/")[0], "")

    def control(self, **changes: Any) -> dict[str, Any]:
        """Change settings (``faults.Settings``), from the next request on; all of them as they are then.

        Raises:
            ValueError: no such setting or fault.
        """
        return self._said(self._admin.post("/control", json=changes))

    def down(self, seconds: float = -1) -> None:
        """Refuse and break all connections, for so many seconds or until ``up``."""
        self.control(down=seconds)

    def up(self) -> None:
        """Come back now, on the same port."""
        self.control(down=0)

    def log(self) -> list[dict[str, Any]]:
        """Every request so far, in order; see ``server.Entry``."""
        found: list[dict[str, Any]] = self._admin.get("/log").json()
        return found

    def stats(self) -> dict[str, Any]:
        """What the log adds up to."""
        return self._said(self._admin.get("/stats"))

    def stop(self) -> None:
        """End it in good order, if it has not ended."""
        with suppress(httpx.HTTPError, RuntimeError):
            self._admin.post("/stop")
        self._ended()

    def kill(self) -> None:
        """End it at once (SIGKILL); its log is gone."""
        self._process.kill()
        self._ended()

    def _ended(self) -> None:
        self._admin.close()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    @staticmethod
    def _said(response: httpx.Response) -> dict[str, Any]:
        said: dict[str, Any] = response.json()
        if response.status_code == 400:
            raise ValueError(said["error"])
        return said


@contextmanager
def serving(**settings: Any) -> Iterator[Server]:
    """A server with these settings (``faults.Settings``, and ``port``), stopped at the end."""
    server = Server(**settings)
    try:
        yield server
    finally:
        server.stop()
