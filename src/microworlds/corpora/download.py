"""Files of a web server in a cache folder: resumed, checked, and fetched politely.

A file has its place in the cache only once it is whole and its check has passed; its SHA-256 stands beside it in the
format of ``sha256sum`` and is compared on every use. What has arrived of an unfinished one is kept as ``<name>.part``
and continued, if the server can and its copy is still the same one (``Range`` with ``If-Range``), else begun again.

Source: RFC 9110, 10.2.3 (Retry-After), 13.1.5 (If-Range), 14 (Range).
"""

import email.utils
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from filelock import FileLock
from tenacity import RetryCallState, Retrying, retry_if_exception_type, stop_after_attempt

from microworlds import __version__
from microworlds.core import jsonl, manifest
from microworlds.core.errors import ItemError, UserError

Check = Callable[[Path], str | None]
"""What is wrong with a file, or None."""

_AGENT = f"microworlds/{__version__} (downloads a corpus once and caches it; python-httpx/{httpx.__version__})"
_BUSY = frozenset((408, 425, 429, 500, 502, 503, 504))
# a dropped connection that brought this much costs none of the retries
_PROGRESS = 1 << 16


@dataclass(frozen=True)
class Manners:
    """How often, how long and how patiently a server is asked; ``backoff_seconds`` doubles with each retry."""

    retries: int = 6
    timeout_seconds: float = 60.0
    backoff_seconds: float = 1.0
    longest_wait_seconds: float = 300.0


class _TryAgain(Exception):
    def __init__(self, reason: str, wait_seconds: float | None = None) -> None:
        super().__init__(reason)
        self.wait_seconds = wait_seconds


class WebSite:
    """The files below one address, cached in one folder. Safe to use from several threads and processes."""

    def __init__(self, root: str, cache: Path, manners: Manners) -> None:
        self._root = root.rstrip("/")
        self._cache = cache
        self._manners = manners
        self._client = httpx.Client(
            headers={"User-Agent": _AGENT, "Accept-Encoding": "identity"},
            timeout=manners.timeout_seconds,
            follow_redirects=True,
        )

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def get(self, name: str, check: Check) -> Path:
        """The cached file, fetched first if it is not there or no longer what it was.

        Raises:
            UserError: the server has no such file or cannot be reached, or the cache cannot be written.
            ItemError: the file failed its check, was fetched once more, and failed again.
        """
        url, path = f"{self._root}/{name}", self._cache / name
        with _writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            with FileLock(f"{path}.lock"):
                if path.exists() and _verified(path, check):
                    return path
                return self._fetched(url, path, check)

    def _fetched(self, url: str, path: Path, check: Check) -> Path:
        partial = path.with_name(f"{path.name}.part")
        fault = None
        for _ in range(2):
            while not self._retried(url, partial):
                pass
            fault = check(partial)
            if fault is None:
                partial.replace(path)
                _record(path)
                _validator(partial).unlink(missing_ok=True)
                return path
            partial.unlink()
        raise ItemError(f"{url}: {fault}, fetched twice")

    def _retried(self, url: str, partial: Path) -> bool:
        attempts = Retrying(
            stop=stop_after_attempt(self._manners.retries + 1),
            wait=self._wait,
            retry=retry_if_exception_type(_TryAgain),
            reraise=True,
        )
        try:
            return attempts(self._attempt, url, partial)
        except _TryAgain as error:
            raise UserError(
                f"cannot download {url}: {error} (asked {self._manners.retries + 1} times). Check the address and the "
                "connection, or wait, then run the same command again: what has arrived is kept and continued."
            ) from error

    def _wait(self, state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        if isinstance(error, _TryAgain) and error.wait_seconds is not None:
            return error.wait_seconds
        # several clients that were refused together shall not come back together
        spread = random.uniform(0.75, 1.25)
        return min(self._manners.backoff_seconds * 2.0 ** (state.attempt_number - 1) * spread, 60.0)

    def _attempt(self, url: str, partial: Path) -> bool:
        """True if the file is whole now; False if the connection broke after bringing a good deal of it."""
        have, headers = _resumable(partial)
        before = have
        try:
            with self._client.stream("GET", url, headers=headers) as response:
                self._refuse(response, url, partial)
                sent = str(response.headers.get("Content-Range", ""))
                if response.status_code == 206 and not sent.startswith(f"bytes {have}-"):
                    partial.unlink(missing_ok=True)
                    raise _TryAgain("the server sent another range than it was asked for")
                if response.status_code == 200:
                    have = before = 0
                    _remember(partial, response)
                length = response.headers.get("Content-Length")
                whole = have + int(length) if length else None
                with partial.open("ab" if have else "wb") as file:
                    for chunk in response.iter_raw():
                        file.write(chunk)
                        have += len(chunk)
        except httpx.TransportError as error:
            return _dropped(have - before, f"{type(error).__name__}: {error}")
        if whole is not None and have < whole:
            return _dropped(have - before, f"the connection closed after {have} of {whole} bytes")
        return True

    def _refuse(self, response: httpx.Response, url: str, partial: Path) -> None:
        status = response.status_code
        if status in (200, 206):
            return
        if status == 416:
            partial.unlink(missing_ok=True)
            raise _TryAgain("the server's file is shorter than what had arrived")
        if status in _BUSY:
            wait = _retry_after(response.headers.get("Retry-After"))
            if wait is not None and wait > self._manners.longest_wait_seconds:
                raise UserError(
                    f"{url}: the server is busy ({status}) and asks to come back in {wait:.0f} seconds. Run the same "
                    "command again then: what has arrived is kept and continued."
                )
            raise _TryAgain(f"the server answers {status} {response.reason_phrase}", wait)
        if status in (404, 410):
            raise UserError(
                f"{url}: there is no such file ({status}). Check the corpus settings: the root address, and the names "
                "of reporters and volumes."
            )
        raise UserError(
            f"{url}: the server answers {status} {response.reason_phrase}. Check the corpus's root address."
        )


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UserError(
            f"cannot keep {path}: {error.strerror or error}. Free some space or make the folder writable, then run the "
            "same command again."
        ) from error


def _verified(path: Path, check: Check) -> bool:
    """True if the file is what was fetched; one killed before its checksum was written is checked now."""
    beside = path.with_name(f"{path.name}.sha256")
    if beside.exists() and beside.read_text(encoding="utf-8").split()[:1] == [manifest.digest(path)]:
        return True
    if not beside.exists() and check(path) is None:
        _record(path)
        return True
    print(f"{path} has changed since it was downloaded: it is fetched again", file=sys.stderr, flush=True)
    beside.unlink(missing_ok=True)
    path.unlink()
    return False


def _record(path: Path) -> None:
    jsonl.write_text(path.with_name(f"{path.name}.sha256"), f"{manifest.digest(path)}  {path.name}\n")


def _validator(partial: Path) -> Path:
    return partial.with_name(f"{partial.name}.validator")


def _remember(partial: Path, response: httpx.Response) -> None:
    """Keep what tells this version of the server's file from another; a weak ETag cannot (RFC 9110, 13.1.5)."""
    tag = response.headers.get("ETag", "")
    validator = tag if tag and not tag.startswith("W/") else response.headers.get("Last-Modified", "")
    jsonl.write_text(_validator(partial), validator)


def _resumable(partial: Path) -> tuple[int, dict[str, str]]:
    """Bytes that have arrived, and the headers that ask for the rest; none if nothing tells the versions apart."""
    if not partial.exists() or not _validator(partial).exists():
        return 0, {}
    have = partial.stat().st_size
    validator = _validator(partial).read_text(encoding="utf-8")
    return (have, {"Range": f"bytes={have}-", "If-Range": validator}) if have and validator else (0, {})


def _dropped(brought: int, reason: str) -> bool:
    if brought >= _PROGRESS:
        return False
    raise _TryAgain(reason)


def _retry_after(value: str | None) -> float | None:
    """Seconds to wait: the header holds a number of them or a date."""
    if value is None:
        return None
    if value.strip().isdigit():
        return float(value)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return None
