"""The mem0 library behind our door: no network, no reports, nothing asked twice."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from microworlds.authors.offline import OfflineAuthor
from microworlds.core.errors import ItemError, UserError
from microworlds.core.records import Span
from microworlds.retrieval.chunks import Chunking
from microworlds.retrieval.embedding import Embedder, EmbedderSettings
from microworlds.systems.base import Tools, tasks
from microworlds.systems.mem0 import Mem0
from tests.closure import ROOT
from tests.small_episode import QUESTIONS, TAPE, played

RAW = Mem0(memories="raw", k=3, chunk=Chunking(tokens=64, overlap=8))
EXTRACTED = Mem0(memories="extracted", k=2, chunk=None)


class Extractor:
    """Writes what it is asked down, and remembers each line of the new messages; ``fails`` on one item."""

    waiting = None

    def __init__(self, fails=None):
        self.asked = []
        self.fails = fails

    def write(self, task, given, *, key, sample=0, refused=()):
        if task.name != "mem0":
            return OfflineAuthor(1).write(task, given, key=key, sample=sample)
        self.asked.append((key, task.system, task.render(given)))
        if key == self.fails:
            raise ItemError("no valid reply")
        new = given.prompt.split("## New Messages\n")[1].split("\n\n## ")[0]
        lines = [line.removeprefix("user: ") for line in new.splitlines() if ":" in line]
        return tasks.Memos(memory=tuple(tasks.Memo(id=str(at), text=line) for at, line in enumerate(lines)))


@pytest.fixture(scope="module")
def tools(tmp_path_factory):
    embedder = Embedder(EmbedderSettings(model="bundled", window=128, precision="fp32"), tmp_path_factory.mktemp("v"))
    return Tools(OfflineAuthor(seed=1), embedder, tmp_path_factory.mktemp("indexes"))


def with_extractor(tools, extractor):
    return Tools(tools.author, tools.embedder, tools.indexes, extractor)


def test_raw_storage_finds_utterances_and_windows_where_they_stand(tools, tmp_path):
    answers = played(RAW, tools, tmp_path)
    part = TAPE[0].parts[0]
    assert answers[0].retrieved[0] == Span(observation="s1", start=part.start, end=part.end)
    assert [answer.text for answer in answers[:2]] == ["$4,300", "$18,250"]
    assert all(len(answer.context) == 3 and answer.context == answer.retrieved[:3] for answer in answers)
    without = played(RAW.model_copy(update={"chunk": None}), tools, tmp_path / "sessions")
    assert {span.observation for answer in without for span in answer.retrieved} == {"s1", "s2"}


def test_with_a_model_a_rerun_asks_the_very_same_and_gives_the_same_answers(tools, tmp_path):
    first, second = Extractor(), Extractor()
    assert played(EXTRACTED, with_extractor(tools, first), tmp_path / "1") == played(
        EXTRACTED, with_extractor(tools, second), tmp_path / "2"
    )
    assert first.asked == second.asked
    assert [key for key, _, _ in first.asked] == ["s1", "s2"]
    prompts = [prompt for _, _, prompt in first.asked]
    for prompt, observed in zip(prompts, TAPE[:2], strict=True):
        assert f"## Observation Date\n{observed.time:%Y-%m-%d}" in prompt
        assert f"## Current Date\n{observed.time:%Y-%m-%d}" in prompt
        assert observed.parts[0].speaker in prompt
    # the second is asked with what the first left behind
    assert "Judit Vance did" in prompts[1].split("## New Messages")[0]


def test_what_a_model_remembered_comes_from_its_session(tools, tmp_path):
    answer = played(EXTRACTED, with_extractor(tools, Extractor()), tmp_path)[0]
    assert answer.text == "$4,300"
    assert answer.retrieved[0] == Span(observation="s1", start=0, end=len(TAPE[0].text))
    assert not answer.quoted


def test_an_item_that_the_model_failed_on_is_the_items_error_and_the_next_is_observed(tools, tmp_path):
    memory = EXTRACTED.open(with_extractor(tools, Extractor(fails="s1")), tmp_path)
    with pytest.raises(ItemError, match="no valid reply"):
        memory.observe(TAPE[0])
    memory.observe(TAPE[1])
    assert {span.observation for span in memory.answer(QUESTIONS[2]).retrieved} == {"s2"}


def test_without_a_model_it_says_what_to_do(tools, tmp_path):
    with pytest.raises(UserError, match=r"needs a language model as extractor.*or memories: raw"):
        played(EXTRACTED, tools, tmp_path)


SCRIPT = """
import socket, sys, threading
from pathlib import Path
tried = []
def refuse(*given, **_):
    tried.append(given); raise OSError("no network here")
socket.socket.connect = socket.create_connection = socket.getaddrinfo = refuse
sys.path.insert(0, sys.argv[1])
from tests.test_systems_mem0 import RAW, EmbedderSettings, Embedder, OfflineAuthor, Tools, played
folder = Path(sys.argv[2])
embedder = Embedder(EmbedderSettings(model="bundled", window=128, precision="fp32"), folder)
played(RAW, Tools(OfflineAuthor(seed=1), embedder, folder), folder)
from mem0.memory import telemetry
assert telemetry.client_telemetry.posthog is None and telemetry._oss_telemetry_instance is None
assert not [one.name for one in threading.enumerate() if "posthog" in type(one).__module__]
import json; print(json.dumps([str(one) for one in tried]))
"""


def test_it_opens_no_connection_reports_nothing_and_leaves_the_home_folder_alone(tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MEM0")} | {
        "HOME": str(home),
        "MICROWORLDS_CACHE": str(tmp_path / "cache"),
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src")]),
    }
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(ROOT), str(tmp_path)], env=environment, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout.splitlines()[-1]) == []
    assert not (home / ".mem0").exists()
    assert "CREATE" not in ran.stderr


def test_the_library_is_imported_when_a_memory_is_opened_and_not_before(tmp_path):
    script = "import sys, microworlds.systems.mem0; sys.exit('mem0' in sys.modules)"
    path = os.pathsep.join([str(ROOT / "src"), *filter(None, sys.path)])
    assert subprocess.run([sys.executable, "-c", script], env={**os.environ, "PYTHONPATH": path}).returncode == 0
    users = [file for file in Path(ROOT / "src").rglob("*.py") if "from mem0" in file.read_text()]
    assert [file.name for file in users] == ["mem0.py"]
