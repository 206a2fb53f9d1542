"""The responses as a file: exported, imported, replayed, pruned."""

from __future__ import annotations

import zlib
from datetime import date

import polars
import pytest

from microworlds.authors.llm import LLMAuthor
from microworlds.authors.roles import Unrecorded
from microworlds.core.errors import UserError
from microworlds.core.parallel import Waiting
from microworlds.core.records import Rejection
from microworlds.llm import archive
from microworlds.llm.archive import Archive
from microworlds.llm.records import Caller
from tests.calling import NOTE, NoteGiven, NoteWritten, Office
from tests.loopback import serving


@pytest.fixture(scope="module")
def server():
    with serving() as running:
        yield running


@pytest.fixture
def office(server, tmp_path):
    """Ten notes, one of which took a second sample and one that was refused."""
    server.control(faults={"malformed": 1.0}, matching="topic 3.")
    office = Office(tmp_path, server.url, attempts=1)
    office.notes(4)
    server.control(faults={})
    office = Office(tmp_path, server.url, attempts=2)
    office.notes(4)
    server.control(faults={"context": 1.0}, matching="topic 5.")
    office.made = office.notes(10)
    office.needed = {row["digest"] for row in office.store.rows("SELECT digest FROM replies")}
    office.callers = {office.caller: office.author.settings}
    return office


def exported(office, path, needed=None):
    return archive.export(office.store, needed or office.needed, office.callers, path)


def test_a_replay_takes_the_same_path_with_no_server(office, server, tmp_path):
    count = exported(office, tmp_path / "r.parquet")
    assert count == 10 + 1
    recorded = Archive.read(tmp_path / "r.parquet")
    author = LLMAuthor(recorded.settings(office.caller), recorded.ask, Waiting(1))
    asked = server.stats()["requests"]
    replayed = Office.__new__(Office)
    replayed.author = author
    assert [replayed.note(f"topic {number}") for number in range(10)] == office.made
    assert isinstance(office.made[5], Rejection)
    assert isinstance(office.made[3], NoteWritten)
    assert server.stats()["requests"] == asked
    with pytest.raises(UserError, match=r"holds no reply to this request of note .*sample \(0, 0\)"):
        author.write(NOTE, NoteGiven(topic="something new"), key="new")
    with pytest.raises(UserError, match=r"no responses for later \(generator\).*it has: notes \(generator\)"):
        recorded.settings(Caller(suite="suite", stage="later", role="generator"))


def test_a_role_that_asked_for_nothing_may_be_there_but_not_ask(office, tmp_path):
    exported(office, tmp_path / "r.parquet")
    silent = Unrecorded(Archive.read(tmp_path / "r.parquet"), Caller(suite="suite", stage="notes", role="extractor"))
    with pytest.raises(UserError, match=r"no responses for notes \(extractor\)"):
        silent.write(NOTE, NoteGiven(topic="rain"), key="rain")


def test_the_same_replies_make_the_same_rows_and_nothing_tells_when_or_where(office, tmp_path):
    exported(office, tmp_path / "a.parquet")
    office.notes(10)
    exported(office, tmp_path / "b.parquet")
    one, two = (polars.read_parquet(tmp_path / name) for name in ("a.parquet", "b.parquet"))
    assert one.equals(two)
    assert one["digest"].is_sorted()
    assert set(one["outcome"]) == {"valid", "malformed", "too_long"}
    assert not any("127.0.0.1" in reply for reply in one["reply"])


def test_an_import_is_as_good_as_having_asked(office, server, tmp_path):
    exported(office, tmp_path / "r.parquet")
    (tmp_path / "new").mkdir()
    other = Office(tmp_path / "new", server.url, attempts=2)
    assert archive.load(other.store, tmp_path / "r.parquet") == (11, 11)
    assert archive.load(other.store, tmp_path / "r.parquet") == (0, 11)
    asked = server.stats()["requests"]
    assert other.notes(10) == office.made
    assert server.stats()["requests"] == asked


def test_pruning_removes_what_it_says(office):
    def held():
        return {row["outcome"]: row["replies"] for row in archive.stats(office.store)["replies"]}

    assert held() == {"valid": 9, "malformed": 1, "too_long": 1}
    assert archive.prune(office.store, before=date(2000, 1, 1), outcomes=()) == 0
    assert archive.prune(office.store, before=date(2000, 1, 1), outcomes=("valid",)) == 0
    assert archive.prune(office.store, before=None, outcomes=("malformed", "too_long")) == 2
    assert held() == {"valid": 9}


@pytest.mark.parametrize("body", [b"\x00 no longer what it was", zlib.compress(b'{"text": 5'), None])
def test_a_damaged_reply_is_named_and_can_be_removed_and_imported(office, server, tmp_path, body):
    exported(office, tmp_path / "r.parquet")
    digest = min(office.needed)
    with office.store.exclusive() as db:
        db.execute("UPDATE replies SET body = ? WHERE digest = ?", (body, digest))
    asked = server.stats()["requests"]
    for use in (lambda: office.notes(10), lambda: exported(office, tmp_path / "again.parquet")):
        with pytest.raises(UserError, match=rf"(?s){digest}.*responses\.db is damaged.*prune --damaged"):
            use()
    assert archive.prune(office.store, outcomes=("empty",), damaged=True) == 0
    assert archive.prune(office.store, damaged=True) == 1
    assert archive.load(office.store, tmp_path / "r.parquet") == (1, 11)
    assert Office(tmp_path, server.url, attempts=2).notes(10) == office.made
    assert server.stats()["requests"] == asked


def test_what_cannot_be_exported_or_read_says_why(office, tmp_path):
    with pytest.raises(UserError, match="1 of the 12 replies that this release needs are not in"):
        exported(office, tmp_path / "r.parquet", office.needed | {"a digest of nothing"})
    with pytest.raises(UserError, match="is not there"):
        Archive.read(tmp_path / "none.parquet")
    (tmp_path / "text.parquet").write_text("no parquet")
    with pytest.raises(UserError, match="no file of responses, or is damaged"):
        Archive.read(tmp_path / "text.parquet")
    exported(office, tmp_path / "r.parquet")
    polars.read_parquet(tmp_path / "r.parquet").drop("reply").write_parquet(
        tmp_path / "bare.parquet", metadata=polars.read_parquet_metadata(tmp_path / "r.parquet")
    )
    with pytest.raises(UserError, match="no file of responses, or is damaged"):
        Archive.read(tmp_path / "bare.parquet")
    half = (tmp_path / "r.parquet").read_bytes()
    (tmp_path / "half.parquet").write_bytes(half[: len(half) // 2])
    with pytest.raises(UserError, match="no file of responses, or is damaged"):
        Archive.read(tmp_path / "half.parquet")
