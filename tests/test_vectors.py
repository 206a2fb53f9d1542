"""Vectors kept by content, in the real SQLite."""

import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from microworlds.core.errors import UserError
from microworlds.retrieval.vectors import Vectors
from tests.retrieval_texts import no_network_fixture, vector  # noqa: F401 (fixtures)


def test_vectors_come_back_bit_by_bit(tmp_path):
    kept = Vectors(tmp_path / "v.sqlite")
    values = {f"text {at}": np.random.default_rng(at).standard_normal(384).astype(np.float32) for at in range(100)}
    kept.put(values)
    got = kept.get([*values, "never put"])
    assert sorted(got) == sorted(values)
    assert all(got[text].tobytes() == values[text].tobytes() for text in values)


@pytest.mark.parametrize("damage", ["cut", "overwritten", "emptied"])
def test_a_damaged_file_is_made_again(tmp_path, damage, capsys):
    path = tmp_path / "v.sqlite"
    kept = Vectors(path)
    kept.put({f"text {at}": vector(at) for at in range(50)})
    whole = path.read_bytes()
    path.write_bytes({"cut": whole[: len(whole) // 2], "overwritten": b"\x07" * len(whole), "emptied": b""}[damage])
    assert len(kept.get([f"text {at}" for at in range(50)])) < 50
    kept.put({"text 1": vector(1)})
    np.testing.assert_array_equal(kept.get(["text 1"])["text 1"], vector(1))


def test_a_row_whose_bytes_changed_counts_as_absent(tmp_path):
    path = tmp_path / "v.sqlite"
    Vectors(path).put({"one": vector(3), "two": vector(5)})
    whole = bytearray(path.read_bytes())
    whole[whole.index(vector(3).tobytes()) + 100] ^= 1
    path.write_bytes(whole)
    assert list(Vectors(path).get(["one", "two"])) == ["two"]


def test_a_folder_that_cannot_be_made_is_an_error_that_says_what_to_do(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="MICROWORLDS_CACHE"):
        Vectors(tmp_path / "file" / "v.sqlite").get(["x"])


_WRITER = """
import sys
import numpy as np
from pathlib import Path
from microworlds.retrieval.vectors import Vectors
path, name, rounds = sys.argv[1:]
for at in range(int(rounds)):
    Vectors(Path(path)).put({f"{name} {at} {n}": np.full(384, at, np.float32) for n in range(20)})
    print(at, flush=True)
"""


def writer(path: Path, name: str, rounds: int) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-c", _WRITER, str(path), name, str(rounds)], stdout=subprocess.PIPE, text=True
    )


def test_two_processes_write_at_once_and_nothing_is_lost(tmp_path):
    path = tmp_path / "v.sqlite"
    writers = [writer(path, name, 15) for name in ("a", "b")]
    assert [one.wait() for one in writers] == [0, 0]
    wanted = [f"{name} {at} {n}" for name in "ab" for at in range(15) for n in range(20)]
    got = Vectors(path).get(wanted)
    assert len(got) == len(wanted)
    assert all((got[text] == int(text.split()[1])).all() for text in wanted)


_EMBEDDING = """
import sys
from pathlib import Path
import numpy as np
from microworlds.retrieval.embedding import Embedder, EmbedderSettings

class Slow:
    # an encoder that says what it is given and goes on when it is told to
    def windows(self, texts, window):
        return [[[int(text)] * 3] for text in texts]
    def encode(self, windows):
        print(*(ids[0] for ids in windows), flush=True)
        input()
        return np.ones((len(windows), 4), np.float32)

embedder = Embedder(EmbedderSettings(model="bundled", window=256, precision="fp32"), Path(sys.argv[1]))
vars(embedder)["_encoder"] = Slow()
embedder.identity
print("ready", flush=True)
input()
print(*embedder.embed(sys.argv[2:]).shape)
"""


def embedders(folder: Path, *texts: Sequence[str]) -> list[subprocess.Popen]:
    """Processes that are ready to embed texts: each goes on with every line that it is given."""
    command = [sys.executable, "-c", _EMBEDDING, str(folder)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "bufsize": 1}
    processes = [subprocess.Popen([*command, *own], **pipes) for own in texts]
    assert [one.stdout.readline() for one in processes] == ["ready\n"] * len(texts)
    return processes


def test_a_process_waits_for_the_texts_that_another_is_embedding_and_for_no_others(tmp_path):
    first, second = embedders(tmp_path, "123", "341")
    first.stdin.write("\n")
    assert first.stdout.readline() == "1 2 3\n"
    second.stdin.write("\n")
    assert second.stdout.readline() == "4\n"
    second.stdin.write("\n")  # it has embedded 4, and waits for 3 and 1
    assert first.communicate("\n")[0] == "3 4\n"
    assert second.communicate()[0] == "3 4\n"


def test_what_a_killed_process_had_begun_to_embed_another_does(tmp_path):
    first, second = embedders(tmp_path, "1", "1")
    first.stdin.write("\n")
    assert first.stdout.readline() == "1\n"
    second.stdin.write("\n")
    time.sleep(0.3)  # it is waiting now, or will find the text unclaimed: both are right
    first.kill()
    first.communicate()
    assert second.communicate("\n")[0] == "1\n1 4\n"


def test_a_writer_killed_in_the_middle_leaves_every_batch_whole_or_absent(tmp_path):
    path = tmp_path / "v.sqlite"
    one = writer(path, "a", 100_000)
    told = [int(one.stdout.readline()) for _ in range(5)]
    one.send_signal(signal.SIGKILL)
    one.wait()
    rounds = [Vectors(path).get([f"a {at} {n}" for n in range(20)]) for at in range(told[-1] + 200)]
    assert all(len(rounds[at]) == 20 for at in told)
    assert {len(batch) for batch in rounds} <= {0, 20}
    Vectors(path).put({"after": vector(1)})
    assert "after" in Vectors(path).get(["after"])
