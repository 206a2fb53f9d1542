"""No file and no function is so long that nobody reads it to its end."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILE, FUNCTION = 350, 60  # lines
FILES = [path for folder in ("src", "tests") for path in sorted((ROOT / folder).rglob("*.py"))]


def long_files(texts):
    return {name: len(text.splitlines()) for name, text in texts.items() if len(text.splitlines()) > FILE}


def long_functions(texts):
    """From ``def`` to the last line; decorators, among them tables of cases, do not count."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {
        f"{name}:{node.name}": node.end_lineno - node.lineno + 1
        for name, text in texts.items()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, kinds) and node.end_lineno - node.lineno + 1 > FUNCTION
    }


@pytest.mark.parametrize("long", [long_files, long_functions])
def test_nothing_is_too_long(long):
    assert long({str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in FILES}) == {}


def test_what_is_too_long_is_found():
    body = "    pass\n" * FUNCTION
    assert long_functions({"a.py": f"def f():\n{body}", "b.py": f"def f():\n{body[9:]}"}) == {"a.py:f": FUNCTION + 1}
    assert long_files({"a.py": "\n" * (FILE + 1), "b.py": "\n" * FILE}) == {"a.py": FILE + 1}
