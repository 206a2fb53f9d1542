"""What the pages say that a machine can check."""

import argparse
import re
import shlex
from pathlib import Path

import pytest

from microworlds.cli import data, models, runs, worlds
from microworlds.config import compose
from tests.closure import ROOT

PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
TOLD = [page for page in PAGES if page.name not in ("LOG.md", "CHANGELOG.md")]


def commands(program: str) -> list[str]:
    """The lines of the pages' code blocks that call a program, each once, comments and continued lines as a shell has them."""
    blocks = [block for page in TOLD for block in page.read_text(encoding="utf-8").split("```")[1::2]]
    lines = [line for block in blocks for line in block.replace("\\\n", " ").splitlines()]
    return sorted({shlex.join(shlex.split(line, comments=True)) for line in lines if line.startswith(f"{program} ")})


def headings(page: Path) -> set[str]:
    """The headings of a page, as links name them."""
    found = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in found}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_relative_link_leads_to_a_file(page):
    text = page.read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text) if "://" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []
    assert "<!--" not in text


def test_the_readme_shows_its_two_commands_first():
    first = (ROOT / "README.md").read_text(encoding="utf-8").split("```")[1]
    assert [line.split("#")[0].strip() for line in first.strip().splitlines()] == ["make run", "make test"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_place_in_a_page_that_is_linked_is_one_of_its_headings(page):
    found = re.findall(r"\]\(([\w./-]*\.md)?#([^)]+)\)", page.read_text(encoding="utf-8"))
    assert [(name, place) for name, place in found if place not in headings(page.parent / name if name else page)] == []


@pytest.mark.parametrize("command", commands("microworlds"))
def test_every_command_told_is_one_that_there_is(command):
    parser = argparse.ArgumentParser()
    known = parser.add_subparsers(required=True)
    for group in (data, runs, worlds, models):
        group.add(known)
    assert parser.parse_args(shlex.split(command)[1:])


@pytest.mark.parametrize("command", [*commands("dvc exp run"), *commands("microworlds estimate")])
def test_every_setting_told_is_one_that_there_is(command):
    given = [word for word in shlex.split(command) if "=" in word]
    first = [re.sub(r"^([\w.]+=[^\[{,]*),.*", r"\1", word) for word in given]  # of a sweep
    assert compose.composed(first, conf=ROOT / "conf")


@pytest.mark.parametrize("page", TOLD, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_told_is_there(page):
    text = page.read_text(encoding="utf-8")
    told = re.findall(r"`((?:src|conf|docs|tests|benchmarks)/[\w/.-]+\.(?:py|md|yaml|txt|jsonl|json))`", text)
    mine = r"/(?:x|mine|NAME|published|data)[/.]|harbour\.yaml"
    assert [name for name in told if not re.search(mine, name) and not (ROOT / name).exists()] == []


def test_every_departure_from_a_paper_is_in_the_readme():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    departures = [path for path in (ROOT / "src").rglob("*.py") if "Departs:" in path.read_text(encoding="utf-8")]
    told = {
        "scenarios.py": "Five of the events have a session each",
        "splits.py": "Worlds are split in blocks",
        "knowledge_update.py": "No Doc-only questions of knowledge update",
        "f1.py": "Other forms of an answer count",
    }
    assert [path.name for path in departures if told.get(path.name, "?") not in readme] == []
