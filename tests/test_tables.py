"""Tables beside the code: how they are read, and that code and table name the same expressions."""

import re
from pathlib import Path

import pytest

from microworlds.core.text_tables import Expressions, entries

SOURCE = Path(__file__).parents[1] / "src" / "microworlds"
TABLE = r"""# a comment
KIND: (?:lease|contract)
THIS: this {KIND}

name/is:
  \b{THIS}
   (?:is|
  was)
line: \d{2}: x
"""


@pytest.fixture
def package(tmp_path, monkeypatch):
    (tmp_path / "tabled").mkdir()
    (tmp_path / "tabled" / "__init__.py").touch()
    (tmp_path / "tabled" / "patterns.txt").write_text(TABLE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return "tabled"


def test_lines_are_joined_and_names_in_capitals_put_in(package):
    assert entries(package, "patterns.txt") == [
        ("name/is", r"\bthis (?:lease|contract) (?:is|was)"),
        ("line", r"\d{2}: x"),
    ]


def test_marks_after_the_slash_take_any_case_and_any_space(package):
    regex = Expressions(package).regex
    assert regex("name").search("THIS  Lease\nwas")
    assert regex("line").fullmatch("12: x")
    assert not regex("line").fullmatch("12:  x")


@pytest.mark.parametrize(
    ("folder", "files"), [("corpora", "*.py"), ("corpora/extraction", "**/*.py"), ("reading", "**/*.py")]
)
def test_code_and_table_name_the_same_expressions(folder, files):
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted((SOURCE / folder).glob(files)))
    package = f"microworlds.{folder.replace('/', '.')}"
    names = {name.partition("/")[0] for name, _ in entries(package, "patterns.txt")}
    assert set(re.findall(r"regex\(\"([\w.]+)\"\)", code)) - names == set()
    whole = set(re.findall(r"f\"(\w+)\.\{", code))  # sections whose names are put together
    assert {name for name in names if f'"{name}"' not in code and name.partition(".")[0] not in whole} == set()
    for name in names:
        assert Expressions(package).regex(name)
