"""The pipelines of other people's benchmarks: their published file, and a whole run on a small one of its shape."""

from __future__ import annotations

import http.server
import json
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from microworlds.core import jsonl
from microworlds.core.errors import UserError
from microworlds.core.records import Gold
from microworlds.suites.imported import published
from microworlds.suites.imported.locomo import release as locomo
from microworlds.suites.imported.longmemeval import release as longmemeval
from tests.tree import Tree, clone

SHARED = Path("/work/shared/data/locomo/locomo.json")


# --- the published file


def test_a_file_that_is_not_there_is_an_error_that_says_what_to_download_and_its_licence(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"locomo10\.json \(CC BY-NC 4\.0.*locomo\.source in conf/locomo\.yaml"):
        published.fetch("locomo", locomo.PUBLISHED, str(tmp_path / "none.json"), tmp_path / "out.json")
    with pytest.raises(UserError, match=r"longmemeval_s_cleaned\.json \(MIT\)"):
        published.fetch("longmemeval", longmemeval.PUBLISHED, str(tmp_path), tmp_path / "out.json")
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_handed_on_as_it_is_unless_it_is_no_json(tmp_path: Path) -> None:
    source, out = tmp_path / "given.json", tmp_path / "data" / "out.json"
    source.write_text('[{"a":  1}]\n')
    published.fetch("locomo", locomo.PUBLISHED, str(source), out)
    assert out.read_bytes() == source.read_bytes()
    source.write_text('[{"a": 1')
    with pytest.raises(UserError, match=r"given\.json: not JSON: .*Get LoCoMo's file again"):
        published.fetch("locomo", locomo.PUBLISHED, str(source), out)
    assert out.read_text() == '[{"a":  1}]\n'


class Site(http.server.BaseHTTPRequestHandler):
    """Serves one JSON file and one page, and counts what it is asked."""

    asked: list[str]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        body = b'[{"b": 2}]' if self.path.endswith(".json") else b"<html>"
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def site() -> Iterator[tuple[str, list[str]]]:
    asked: list[str] = []
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), type("Own", (Site,), {"asked": asked}))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    server.server_close()


def test_an_address_is_downloaded_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, site: tuple[str, list[str]]
) -> None:
    monkeypatch.setenv("MICROWORLDS_CACHE", str(tmp_path / "cache"))
    address, asked = site
    for _ in range(2):
        published.fetch("locomo", locomo.PUBLISHED, f"{address}/data/l.json", tmp_path / "out.json")
    assert (tmp_path / "out.json").read_text() == '[{"b": 2}]'
    assert asked == ["/data/l.json"]
    with pytest.raises(UserError, match="Is this the address of the file itself"):
        published.fetch("locomo", locomo.PUBLISHED, f"{address}/data/page", tmp_path / "out.json")


# --- a whole run

TYPES = ("single-session-user", "single-session-assistant", "single-session-preference", "multi-session",
         "temporal-reasoning", "knowledge-update")  # fmt: skip
THINGS = ("cello", "canoe", "kettle", "tent", "loom", "sundial", "kite")
PLACES = ("Ostwick", "Fernham", "Dellmouth", "Harrowgate", "Limsea", "Tarnby", "Wexcombe")


def session(thing: str, place: str, marked: bool) -> list[dict[str, object]]:
    told = {"role": "user", "content": f"I bought a {thing} in {place} last week, and I am very happy with it."}
    reply = {"role": "assistant", "content": f"A {thing} is a fine thing to have. How will you use it first?"}
    return [told | ({"has_answer": True} if marked else {}), reply]


def haystacks() -> list[dict[str, object]]:
    """Seven questions in LongMemEval's shape, one of which has no answer; all is invented."""
    entries = []
    for at, (thing, place) in enumerate(zip(THINGS, PLACES, strict=True)):
        absent = at == len(TYPES)
        entries.append(
            {
                "question_id": f"q{at}" + ("_abs" if absent else ""),
                "question_type": TYPES[at % len(TYPES)],
                "question": f"Where did I buy the {'piano' if absent else thing}?",
                "answer": "You never mentioned a piano." if absent else place,
                "question_date": "2023/06/30 (Fri) 12:00",
                "haystack_dates": [f"2023/05/{day:02} ({name}) 10:00" for day, name in zip(range(1, 8), ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"), strict=True)],
                "haystack_session_ids": [f"answer_{n}" if n == at and not absent else f"filler_{n}" for n in range(7)],
                "haystack_sessions": [session(t, p, n == at and not absent) for n, (t, p) in enumerate(zip(THINGS, PLACES, strict=True))],
                "answer_session_ids": [] if absent else [f"answer_{at}"],
            }
        )  # fmt: skip
    return entries


@pytest.mark.slow
def test_every_system_is_played_on_longmemeval_by_a_pipeline_of_its_own(tmp_path: Path) -> None:
    tree = clone(tmp_path / "clone", tmp_path / "cache")
    pipeline, folder = "benchmarks/longmemeval/dvc.yaml", tree.path / "benchmarks" / "longmemeval"
    said = tree.run("dvc", "repro", pipeline, code=None)
    assert "LongMemEval's file is not at" in said
    assert "(MIT)" in said
    (folder / "published").mkdir()
    (folder / "published" / "longmemeval_s_cleaned.json").write_text(json.dumps(haystacks()))
    ran = stages(tree, pipeline)
    systems = {"empty", "full_context", "rag_conv", "memory_system", "rag_fused", "navigator"}
    ran.discard("config")  # it may have run before the missing file stopped the rest: both are roots
    assert ran == {"source", "release", "oracle@oracle", "scores", "track", *(f"answers@{name}" for name in systems)}
    results = json.loads((folder / "metrics/longmemeval/results/scores.json").read_text())
    assert set(results) == systems | {"oracle"}
    assert (
        results["oracle"]["f1"]["overall"]
        >= results["rag_conv"]["f1"]["overall"]
        > 0
        == results["empty"]["f1"]["overall"]
    )
    page = (folder / "metrics/longmemeval/results/results.md").read_text()
    for head in (
        "F1 by category, answerable questions",
        "Single-session-user (n=1)",
        "Knowledge-update (n=1)",
        "Turn recall",
    ):
        assert head in page
    assert "document is the right one" not in page
    assert (folder / "dvc.lock").exists()
    assert stages(tree, pipeline) == {"source"}  # looked at each time, and nothing else
    assert not (tree.path / "dvc.lock").exists()
    assert "benchmarks" not in tree.run("dvc", "repro", "--dry", code=None)  # which fails where nothing is made yet
    # a file that has changed is imported again
    (folder / "published" / "longmemeval_s_cleaned.json").write_text(json.dumps(haystacks()[:-1]))
    assert {"source", "release", "answers@rag_fused", "scores"} <= stages(tree, pipeline)


def stages(tree: Tree, pipeline: str) -> set[str]:
    """The stages that ran."""
    return set(re.findall(r"Running stage '[^:']+:([^']+)'", tree.run("dvc", "repro", pipeline)))


@pytest.mark.skipif(not SHARED.exists(), reason="needs the shared LoCoMo file")
def test_locomo_as_published_is_imported_exported_and_imported_again_without_a_change(tmp_path: Path) -> None:
    from microworlds.publishing.exports.base import export
    from microworlds.suites.imported import importing as imported

    report = imported.write("locomo", tmp_path / "a", locomo.episodes(SHARED))
    assert (report.questions, report.without_evidence) == (999, 2)
    assert sum(report.faults.values()) == 6
    export("locomo", tmp_path / "a", tmp_path / "out", "test", {})
    again = imported.write("locomo", tmp_path / "b", locomo.episodes(tmp_path / "out" / "locomo.json"))
    for name in ("observations.jsonl", "test.episodes.jsonl", "test.gold.jsonl"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    # what was wrong with the strings is no longer there to be found
    assert again.faults == {"question without evidence that exists": 2}
    gold = list(jsonl.read(tmp_path / "b" / "test.gold.jsonl", Gold))
    assert sum(not own.answerable for own in gold) == 237
