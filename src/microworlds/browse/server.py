"""The page on a server of one's own machine: it listens on 127.0.0.1 alone and asks nothing of any other.

Source: issue 5, section 4.
"""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from pydantic import ValidationError

from microworlds.browse import payloads
from microworlds.browse.export import POLICY, TYPES, assets, data
from microworlds.browse.human_annotations import ANNOTATION, Folder, NotTakenError, name_of
from microworlds.browse.library import Library
from microworlds.core import seeds
from microworlds.core.errors import UserError
from microworlds.suites import base as suites

_DATA = re.compile(r"/data/(\d{1,6})\.(world|gold)\.js")
_MOST = 64 * 1024  # bytes of a judgement
_SCRIPT = TYPES[".js"]


@dataclass(frozen=True)
class OpenRelease:
    """What is shown, and where judgements go; ``questions`` are those that people are asked, in order."""

    library: Library
    folder: Folder | None = None
    questions: tuple[str, ...] = ()

    @property
    def judging(self) -> dict[str, Any] | None:
        """What the page needs to know to collect judgements."""
        if self.folder is None:
            return None
        return {"questions": list(self.questions), "categories": suites.find(self.library.suite).labels.meanings}

    @cached_property
    def index(self) -> bytes:
        """The file that tells the page of all worlds and questions."""
        return payloads.script("index", payloads.index(self.library, self.judging)).encode()


def drawn(library: Library, sample: int | None) -> tuple[str, ...]:
    """The questions that people are asked, those of a world together: all, or a sample with each category's share.

    Who is drawn depends on ids and categories alone: all people get the same, and a larger sample has the smaller one
    in it.
    """
    strata: dict[str, list[str]] = defaultdict(list)
    every = [question.id for _, question in library.questions]
    for name in sorted(every, key=lambda name: seeds.digest("drawn", name)):
        strata[library.gold[name].labels.get("category", "") if name in library.gold else ""].append(name)
    place = {name: (at + 0.5) / len(own) for own in strata.values() for at, name in enumerate(own)}
    first = set(sorted(every, key=lambda name: (place[name], seeds.digest("drawn", name)))[:sample])
    return tuple(name for name in every if name in first)


class _Refused(Exception):
    def __init__(self, status: HTTPStatus, why: str) -> None:
        super().__init__(why)
        self.status = status


def server(opened: OpenRelease, port: int) -> ThreadingHTTPServer:
    """A server that listens; port 0 takes any that is free.

    Raises:
        UserError: the port is taken.
    """

    class Handler(_Handler):
        shown = opened

    try:
        return ThreadingHTTPServer(("127.0.0.1", port), Handler)
    except OSError as error:
        raise UserError(f"cannot listen on port {port}: {error.strerror}. Choose another one with --port.") from error


class _Handler(BaseHTTPRequestHandler):
    shown: OpenRelease
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # or a body waits for the acknowledgement of its headers: 40 ms a file

    def do_GET(self) -> None:
        self._answered(self._get)

    def do_POST(self) -> None:
        self._answered(self._post)

    def _answered(self, respond: Callable[[], tuple[str, bytes]]) -> None:
        try:
            self._local()
            kind, body = respond()
            self._send(HTTPStatus.OK, kind, body)
        except _Refused as error:
            self.close_connection = True  # a body may not have been read
            self._send(error.status, TYPES[".json"], _json({"error": str(error)}))

    def _local(self) -> None:
        """Refuse a request that another site's page sent, or that came by another name than this machine's own.

        A page on another port is another origin of the same site; its ``<script src>`` sends no Origin at all. Browsers
        say themselves where a request comes from (Sec-Fetch-Site); what is no browser says nothing and is let in.
        """
        host = self.headers.get("Host", "")
        if host.rsplit(":", 1)[0] not in ("127.0.0.1", "localhost"):
            raise _Refused(HTTPStatus.FORBIDDEN, "this server answers to 127.0.0.1 and localhost only")
        if self.headers.get("Origin", f"http://{host}") != f"http://{host}":
            raise _Refused(HTTPStatus.FORBIDDEN, "another site asked")
        if self.headers.get("Sec-Fetch-Site", "none") not in ("same-origin", "none"):
            raise _Refused(HTTPStatus.FORBIDDEN, "another page asked")

    def _get(self) -> tuple[str, bytes]:
        where = urlsplit(self.path)
        if where.path == "/data/index.js":
            return _SCRIPT, self.shown.index
        if found := _DATA.fullmatch(where.path):
            return _SCRIPT, self._data(int(found[1]), found[2])
        if where.path == "/annotations":
            return TYPES[".json"], self._so_far(parse_qs(where.query))
        name = where.path.removeprefix("/") or "index.html"
        body = assets().get(name)
        if body is None:
            raise _Refused(HTTPStatus.NOT_FOUND, f"no {where.path} here")
        return TYPES["." + name.rpartition(".")[2]], body

    def _data(self, number: int, part: str) -> bytes:
        worlds = list(self.shown.library.episodes)
        if number >= len(worlds):
            raise _Refused(HTTPStatus.NOT_FOUND, f"there are {len(worlds)} worlds")
        return data(self.shown.library, worlds[number], part)

    def _folder(self) -> Folder:
        if self.shown.folder is None:
            raise _Refused(HTTPStatus.NOT_FOUND, "no judgements are collected: start with --annotate FOLDER")
        return self.shown.folder

    def _so_far(self, asked: Mapping[str, list[str]]) -> bytes:
        try:
            name = name_of(asked.get("name", [""])[0])
        except NotTakenError as error:
            raise _Refused(HTTPStatus.BAD_REQUEST, str(error)) from error
        made = self._folder().of(name)
        first = made[0].annotator if made else name  # as they wrote it first
        return _json({"annotator": first, "made": [one.model_dump(mode="json") for one in made]})

    def _post(self) -> tuple[str, bytes]:
        if urlsplit(self.path).path != "/annotations":
            raise _Refused(HTTPStatus.NOT_FOUND, f"no {self.path} here")
        # a form of another site cannot say that it sends JSON without asking first, and asking is refused
        if self.headers.get_content_type() != "application/json":
            raise _Refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "a judgement is sent as application/json")
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > _MOST:
            raise _Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"a judgement has at most {_MOST} bytes")
        return TYPES[".json"], self._taken(self.rfile.read(int(length)))

    def _taken(self, body: bytes) -> bytes:
        folder = self._folder()
        try:
            sent = json.loads(body)
            question = next((one for _, one in self.shown.library.questions if one.id == sent["question"]), None)
            if question is None or question.id not in self.shown.questions:
                raise _Refused(HTTPStatus.BAD_REQUEST, f"people are not asked {sent['question']!r}")
            sent |= {"seen": self.shown.library.seen(question), "time": datetime.now(UTC).isoformat(timespec="seconds")}
            made = ANNOTATION.validate_python(sent | {"annotator": name_of(str(sent["annotator"]))}, strict=False)
            folder.append(made)
        except NotTakenError as error:
            raise _Refused(HTTPStatus.CONFLICT, str(error)) from error
        except UserError as error:
            raise _Refused(HTTPStatus.INSUFFICIENT_STORAGE, str(error)) from error
        except (ValidationError, ValueError, KeyError, TypeError) as error:
            raise _Refused(HTTPStatus.BAD_REQUEST, f"no judgement: {error}") from error
        return _json(made.model_dump(mode="json"))

    def _send(self, status: HTTPStatus, kind: str, body: bytes) -> None:
        self.send_response(status)
        headers = {"Content-Type": kind, "Content-Length": str(len(body)), "Cache-Control": "no-store"}
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def end_headers(self) -> None:
        """Every reply, the library's own errors too, is for pages of this origin alone."""
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Content-Security-Policy", f"{POLICY}; frame-ancestors 'none'")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        super().end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing of what works."""


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()
