"""An invented copy of the Caselaw Access Project's site, and a server of it that can misbehave."""

import hashlib
import io
import json
import random
import threading
import time
import zipfile
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

WORDS = (
    "harbour tenant orchard lantern ferry meadow granite parcel ledger steward kettle mortar saddle willow anchor "
    "barley cinder dapple ember fallow gable hollow ivory jetty kiln linen marrow nettle oakum pebble quarry rafter "
    "shale thistle umber velvet wicker yarrow zinc court held that because under motion found evidence whether appeal "
    "order denied granted notice paid before after against claim deed survey boundary witness record judgment"
).split()


def prose(seed, words):
    """Invented sentences in paragraphs of a few lines, none like another."""
    rng = random.Random(seed)
    lines = []
    written = 0
    while written < words:
        count = rng.randint(8, 22)
        sentence = " ".join(rng.choice(WORDS) for _ in range(count))
        lines.append(sentence.capitalize() + ".")
        written += count
    return "\n".join(" ".join(lines[start : start + 4]) for start in range(0, len(lines), 4))


def case(number, *, words=120, jurisdiction="Wessmark", court="Wessmark High Court", caption_court=None, **changes):
    """A case as the site's JSON has it, with fields that nobody reads among the others."""
    page = 10 * number
    caption = [
        f"Arlo PEMBREY{number}, Appellant v. TOWN OF DUNFORTH, Appellee.",
        f"No. {number} of 1987.",
        f"{caption_court or 'High Court of Wessmark'}.",
        "Argued Feb. 2, 1987.",
        "Decided May 4, 1987.",
        "Ines Vallory, for appellant.",
    ]
    made = {
        "id": 7000 + number,
        "name": f"Arlo PEMBREY{number}, Appellant v. TOWN OF DUNFORTH, Appellee",
        "name_abbreviation": f"Pembrey{number} v. Town of Dunforth",
        "decision_date": "1987-05-04",
        "docket_number": f"No. {number} of 1987",
        "first_page": str(page),
        "last_page": str(page + 9),
        "citations": [
            {"type": "official", "cite": f"4 Wess. {page}"},
            {"type": "parallel", "cite": f"1987 WM {number}"},
        ],
        "court": {"id": 3, "name": court, "name_abbreviation": "Wess."},
        "jurisdiction": {"id": 61, "name": "Wess.", "name_long": jurisdiction},
        "cites_to": [],
        "analysis": {"word_count": words},
        "casebody": {
            "judges": ["Before TARN, C.J., and OKORO, J."],
            "parties": [f"Arlo PEMBREY{number} v. TOWN OF DUNFORTH"],
            "attorneys": ["Ines Vallory, for appellant."],
            "corrections": "",
            "head_matter": "\n".join(caption),
            "opinions": [
                {"type": "majority", "author": "TARN, C.J.:", "text": "TARN, C.J.:\n" + prose(number, words)},
                {
                    "type": "dissent",
                    "author": "OKORO, J., dissenting.",
                    "text": "I would reverse.\n" + prose(-number, 20),
                },
            ],
        },
        "file_name": f"{page:04d}-01",
        "first_page_order": page,
        "last_page_order": page + 9,
    }
    made["casebody"] |= changes.pop("casebody", {})
    return made | changes


def volume(cases, members=()):
    """The bytes of a volume's zip; ``members`` are names and bytes to add."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("metadata/VolumeMetadata.json", "{}")
        for made in cases:
            archive.writestr(f"json/{made['file_name']}.json", json.dumps(made, ensure_ascii=False))
        for name, data in members:
            archive.writestr(name, data)
    return buffer.getvalue()


def site(folder, reporters):
    """Write the layout: reporter to volume to bytes of its zip."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "ReportersMetadata.json").write_text(json.dumps([{"slug": slug} for slug in reporters]))
    for slug, volumes in reporters.items():
        (folder / slug).mkdir(exist_ok=True)
        entries = [{"volume_number": name, "volume_folder": name} for name in volumes]
        (folder / slug / "VolumesMetadata.json").write_text(json.dumps(entries))
        for name, data in volumes.items():
            (folder / slug / f"{name}.zip").write_bytes(data)
    return folder


@dataclass
class Served:
    """What a server was asked, and what it shall do wrong: faults by path, one used up by each request."""

    url: str
    faults: dict = field(default_factory=dict)
    requests: list = field(default_factory=list)
    ranges: bool = True
    delay_seconds: float = 0.0
    at_once: int = 0
    most_at_once: int = 0

    def asked(self, path):
        return [headers for asked, headers in self.requests if asked == path]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, folder, served, lock, *args):
        self.folder, self.served, self.lock = folder, served, lock
        super().__init__(*args)

    def log_message(self, *args):
        pass

    def do_GET(self):
        with self.lock:
            self.served.requests.append((self.path, dict(self.headers)))
            self.served.at_once += 1
            self.served.most_at_once = max(self.served.most_at_once, self.served.at_once)
            faults = self.served.faults.get(self.path, [])
            fault = faults.pop(0) if faults else {}
        try:
            time.sleep(self.served.delay_seconds)
            self._answer(fault)
        finally:
            with self.lock:
                self.served.at_once -= 1

    def _answer(self, fault):
        path = Path(self.folder, self.path.lstrip("/"))
        if "status" in fault:
            return self._headers(fault["status"], fault.get("headers", {}) | {"Content-Length": "0"})
        if not path.is_file():
            return self._headers(404, {"Content-Length": "0"})
        data = fault.get("data", path.read_bytes())
        tag = f'"{hashlib.sha256(data).hexdigest()[:16]}"'
        start = self._start(tag, len(data))
        body = data[start:]
        headers = {"Content-Length": str(len(body)), "ETag": tag}
        if start:
            headers["Content-Range"] = f"bytes {start}-{len(data) - 1}/{len(data)}"
        self._headers(206 if start else 200, headers)
        cut = fault.get("drop_after")
        self.wfile.write(body[:cut])
        self.wfile.flush()
        if "stall" in fault:
            fault["stall"].wait(30)
        if cut is not None or "stall" in fault:
            self.close_connection = True

    def _start(self, tag, length):
        wanted = self.headers.get("Range")
        if not (self.served.ranges and wanted and self.headers.get("If-Range") in (None, tag)):
            return 0
        start = int(wanted.removeprefix("bytes=").rstrip("-"))
        return start if start < length else 0

    def _headers(self, status, headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()


@contextmanager
def serving(folder):
    """A server of the folder on loopback; yields what it is asked and told to do wrong."""
    served = Served("")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, folder, served, threading.Lock()))
    server.daemon_threads = True
    served.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
