"""What the pages say that a machine can check."""

import re

import pytest

from tests.closure import ROOT

PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_relative_link_leads_to_a_file(page):
    text = page.read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text) if "://" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []
    assert "<!--" not in text


def test_the_readme_shows_its_two_commands_first():
    first = (ROOT / "README.md").read_text(encoding="utf-8").split("```")[1]
    assert [line.split("#")[0].strip() for line in first.strip().splitlines()] == ["make run", "make test"]


def test_every_departure_from_a_paper_is_in_the_readme():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    departures = [path for path in (ROOT / "src").rglob("*.py") if "Departs:" in path.read_text(encoding="utf-8")]
    told = {
        "scenarios.py": "Five of the events have a session each",
        "splits.py": "Worlds are split in blocks",
        "knowledge_update.py": "No Doc-only questions of knowledge update",
    }
    assert [path.name for path in departures if told.get(path.name, "?") not in readme] == []
