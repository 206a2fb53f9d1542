"""Programs that speak JSON lines: the worked example, and every way in which one can be broken."""

import gc
import json
import os
import re
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic import ValidationError

from microworlds.authors.offline import OfflineAuthor
from microworlds.core import plugins
from microworlds.core.errors import ItemError, UserError
from microworlds.core.records import Answer, Ask, Episode, Observation, Observe, Question, Rejection, Span
from microworlds.evaluation.play.answers import Player
from microworlds.retrieval.embedding import EmbedderSettings
from microworlds.systems.base import Tools
from microworlds.systems.external import External
from tests.closure import ROOT

NOW = datetime(2024, 5, 6, tzinfo=UTC)
SEEN = Observation(id="o1", kind="session", title="Call", text="Ines: It cost é $4,300.\u2028Yes.", time=NOW)
ASKED = Question(id="q1", text="What did it cost?", asked_at=NOW)
HEAD = """
import json, sys, time
def say(reply): print(json.dumps(reply), flush=True)
"""


def program(body, timeout=20, finds=(), environment=()):
    command = (sys.executable, "-c", HEAD + body)
    return External(command=command, environment=environment, timeout_seconds=timeout, finds=finds)


def each(observed='{"ok": True}', asked='{"text": "$4,300"}'):
    return f"""
for line in sys.stdin:
    given = json.loads(line)
    say({observed} if "observe" in given else {asked})
"""


@pytest.fixture
def tools(tmp_path):
    return Tools(OfflineAuthor(1), None, tmp_path)


def opened(body, tools, tmp_path, **settings):
    return program(body, **settings).open(tools, tmp_path / "own")


# --- what works


def test_the_example_of_the_page_is_short_and_is_the_one_that_the_contract_test_plays():
    example = External.model_fields["command"].examples[0][1]
    assert len((ROOT / example).read_text().splitlines()) < 30
    assert example in (ROOT / "docs" / "systems.md").read_text()


def test_a_program_answers_in_its_own_words_or_lets_the_answerer_answer(tools, tmp_path):
    memory = opened(each(), tools, tmp_path)
    memory.observe(SEEN)
    assert memory.answer(ASKED) == Answer(question="q1", text="$4,300", abstained=False)
    memory = opened(each(asked='{"text": "ABSTAIN", "context_tokens": 7}'), tools, tmp_path)
    assert (memory.answer(ASKED).abstained, memory.answer(ASKED).context_tokens) == (True, 7)
    span = '{"retrieved": [{"observation": "o1", "start": 6, "end": 23}]}'
    memory = opened(each(asked=span), tools, tmp_path)
    memory.observe(SEEN)
    answer = memory.answer(ASKED)
    assert (answer.text, answer.retrieved) == ("$4,300", (Span(observation="o1", start=6, end=23),))


def test_it_gets_whole_records_one_a_line_and_a_folder(tools, tmp_path):
    body = "import os\nprint(os.environ['MICROWORLDS_FOLDER'], file=open('FOLDER', 'w'))\n" + """
with open('LINES', 'w') as file:
    for line in sys.stdin:
        file.write(line); file.flush(); say({"ok": True})
"""  # fmt: skip
    body = body.replace("FOLDER'", f"{tmp_path}/f'").replace(f"['MICROWORLDS_{tmp_path}/f']", "['MICROWORLDS_FOLDER']")
    memory = opened(body.replace("LINES", str(tmp_path / "lines")), tools, tmp_path)
    memory.observe(SEEN)
    (line,) = (tmp_path / "lines").read_text().split("\n")[:-1]
    assert Observation.model_validate(json.loads(line)["observe"]) == SEEN
    assert (tmp_path / "f").read_text().strip() == str(tmp_path / "own")


def test_an_observation_larger_than_a_pipe_is_handed_over(tools, tmp_path):
    memory = opened(each(asked='{"text": "x"}'), tools, tmp_path)
    memory.observe(SEEN.model_copy(update={"text": "word " * 200_000}))
    assert memory.answer(ASKED).text == "x"


def running(pid):
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_the_program_and_what_it_started_are_killed_with_the_memory(tools, tmp_path):
    body = "import subprocess\nchild = subprocess.Popen(['sleep', '100'])\n" + each(
        asked='{"text": f"{__import__(\'os\').getpid()} {child.pid}"}'
    )
    memory = opened(body, tools, tmp_path)
    pids = [int(pid) for pid in memory.answer(ASKED).text.split()]
    assert all(running(pid) for pid in pids)
    del memory
    gc.collect()
    deadline = time.monotonic() + 5
    while any(running(pid) for pid in pids) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not any(running(pid) for pid in pids)


# --- what is kept from it

TELLS = """
import os, pathlib
def told(path):
    try: return pathlib.Path(path).read_text()
    except OSError as error: return type(error).__name__
"""


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A project folder with gold in it and a home with a key, and a key in the environment."""
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "test.gold.jsonl").write_text("the gold")
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / ".netrc").write_text("the key")
    monkeypatch.chdir(tmp_path / "project")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("ANTHROPIC_API_KEY", "the key")
    monkeypatch.setenv("MEMORY_SERVER", "http://127.0.0.1:9")
    return tmp_path


def test_a_program_does_not_find_gold_beside_it_nor_keys_at_home_or_in_its_environment(tools, home):
    asked = """{"text": " ".join([told("test.gold.jsonl"), told(pathlib.Path.home() / ".netrc"), *os.environ])}"""
    said = opened(TELLS + each(asked=asked), tools, home).answer(ASKED).text.split()
    assert said[:2] == ["FileNotFoundError", "FileNotFoundError"]
    passed = {"PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR"}
    allowed = passed | {"HOME", "MICROWORLDS_FOLDER", "MICROWORLDS_PROTOCOL", "PYTHONUNBUFFERED"}
    assert set(said[2:]) <= allowed


def test_a_program_gets_the_variables_that_its_settings_name(tools, home):
    asked = """{"text": f'{os.environ["MEMORY_SERVER"]} {os.environ["HOME"]} {"ANTHROPIC_API_KEY" in os.environ}'}"""
    memory = opened(TELLS + each(asked=asked), tools, home, environment=("MEMORY_SERVER", "HOME"))
    assert memory.answer(ASKED).text == f"http://127.0.0.1:9 {home / 'home'} False"


def test_a_variable_that_is_named_and_not_set_is_an_error_before_the_program_starts(tools, home):
    with pytest.raises(UserError, match="names MEMORY_PASSWORD, not set here: set it and run again"):
        opened(each(), tools, home, environment=("MEMORY_SERVER", "MEMORY_PASSWORD"))


def test_a_script_of_the_project_is_found_although_the_program_runs_elsewhere(tools, home):
    Path("mine").mkdir()
    Path("mine/memory.py").write_text(HEAD + each(asked='{"text": __import__("os").getcwd()}'))
    Path("python").write_text("a file with the name of a program on the PATH")
    recipe = External(command=("python", "mine/memory.py"), environment=(), timeout_seconds=20, finds=())
    assert recipe.open(tools, home / "own").answer(ASKED).text == str(home / "own")
    assert recipe.words() == ["python", str(home / "project" / "mine" / "memory.py")]


# --- what does not

BROKEN = [
    ("sys.exit(3)", UserError, r"line 1: it ended \(exit code 3\) instead of a reply to observe"),
    ("raise RuntimeError('no licence')", UserError, r"exit code 1.*RuntimeError: no licence"),
    ("print('Loading model ...', flush=True)\n" + each(), UserError, r"line 1: (its reply to observe is 'Loading model|it has said more than one line)"),
    (each(observed='{"ok": False}'), UserError, r"ok: Input should be True"),
    (each(observed='{"ok": True, "done": 1}'), UserError, r"done: Extra inputs"),
    (each(asked='{"retrieved": 3}'), ItemError, r"line 2: its reply to ask is .*retrieved: Input should be a valid"),
    (each(asked='[]'), ItemError, r"line 2: its reply to ask is"),
    (each(asked='1 / 0'), ItemError, r"line 2: it ended .*ZeroDivisionError"),
    (each(observed='{"ok": say({"ok": True}) is None}'), ItemError, r"more than one line|its reply to ask"),
    ("for line in sys.stdin:\n    sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()", UserError, "its reply to"),
]  # fmt: skip


def both(memory, asked=ASKED):
    memory.observe(SEEN)
    time.sleep(0.2)
    memory.answer(asked)


@pytest.mark.parametrize(("body", "kind", "said"), BROKEN)
def test_a_broken_program_is_an_error_with_its_command_the_line_and_its_last_words(body, kind, said, tools, tmp_path):
    memory = opened(body, tools, tmp_path)
    with pytest.raises(kind, match=re.compile(said, re.DOTALL)) as raised:
        both(memory)
    assert sys.executable in str(raised.value)
    with pytest.raises(ItemError, match="was ended after line"):
        memory.answer(ASKED)


@pytest.mark.parametrize("body", ["time.sleep(60)", "line = sys.stdin.readline()\nsay({'ok': True})\ntime.sleep(60)"])
def test_silence_ends_after_the_timeout_even_of_one_that_does_not_read(body, tools, tmp_path):
    memory = opened(body, tools, tmp_path, timeout=0.5)
    begun = time.monotonic()
    with pytest.raises((UserError, ItemError), match=r"no reply to (observe|ask) in 0.5 seconds"):
        both(memory, ASKED.model_copy(update={"text": "x" * 1_000_000}))
    assert time.monotonic() - begun < 10


def test_a_command_that_is_not_there_says_so(tools, tmp_path):
    recipe = External(command=("no-such-program",), environment=(), timeout_seconds=1, finds=())
    with pytest.raises(UserError, match="cannot start 'no-such-program': No such file"):
        recipe.open(tools, tmp_path)


def test_settings_are_checked():
    for wrong in ({"command": ()}, {"timeout_seconds": 0}, {"finds": ("mail",)}):
        with pytest.raises(ValidationError):
            External(**{"command": ("x",), "environment": (), "timeout_seconds": 1, "finds": (), **wrong})


def tape():
    return Episode(id="w", steps=(Observe(observation="o1"), Ask(question=ASKED))), [SEEN]


def test_a_crash_in_the_middle_of_a_tape_is_a_rejection_and_an_answer_without_text(monkeypatch, tmp_path):
    monkeypatch.setenv("MICROWORLDS_CACHE", str(tmp_path))
    settings = EmbedderSettings(model="bundled", window=256, precision="fp32")
    made = Player(program(each(asked="1 / 0")), OfflineAuthor(1), settings).play(tape())
    assert isinstance(made[0], Rejection)
    assert "ZeroDivisionError" in made[0].reason
    assert made[1] == Answer(question="q1", text="", abstained=False)
    invented = '{"text": "a", "retrieved": [{"observation": "o9", "start": 0, "end": 5}]}'
    with pytest.raises(UserError, match="'o9', which it did not observe"):
        Player(program(each(asked=invented)), OfflineAuthor(1), settings).play(tape())


# --- systems in Python, in somebody's own package

OWN = '''
from microworlds.core.records import Record
class Own(Record):
    """A system."""
    words: int
SYSTEM = Own
'''


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project folder with a package, named so that no test finds another's."""
    name = f"own_{os.getpid()}_{abs(hash(tmp_path))}"
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path not in ("", str(tmp_path))])

    def write(text):
        (tmp_path / name / "system.py").write_text(text)
        return f"{name}.system"

    return write


def test_a_dotted_kind_is_found_in_the_project_folder(project):
    kind = plugins.load("microworlds.systems", "SYSTEM", project(OWN))
    assert kind(words=3).words == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (OWN.replace("SYSTEM", "SYSTEMS"), "has no SYSTEM: end it with"),
        ("import no_such_library\n", "it imports no_such_library, which is not installed"),
        ("def broken(:\n", "SyntaxError"),
        ("1 / 0\n", "ZeroDivisionError: division by zero"),
    ],
)
def test_one_that_cannot_be_used_says_why(project, text, said):
    with pytest.raises(UserError, match=re.escape(said)):
        plugins.load("microworlds.systems", "SYSTEM", project(text))


def test_one_that_is_not_there_says_where_it_was_looked_for():
    with pytest.raises(
        UserError, match=r"there is no nobodys_package\. Install its package, or run this in the folder"
    ):
        plugins.load("microworlds.systems", "SYSTEM", "nobodys_package.system")
