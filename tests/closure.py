"""The first-party modules that a stage's command can import: what its deps in dvc.yaml must cover.

Static imports are followed through the syntax tree; what is found by name (plug-ins, the offline author's files) is
given as extra roots.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SRC = ROOT / "src"


def path_of(module: str) -> Path | None:
    """The file of a first-party module, or None if there is none."""
    base = SRC.joinpath(*module.split("."))
    for path in (base.with_suffix(".py"), base / "__init__.py"):
        if path.is_file():
            return path
    return None


@cache
def imported(module: str) -> frozenset[str]:
    """First-party modules that a module names in its import statements, at any depth of its code."""
    path = path_of(module)
    if path is None:
        return frozenset()
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found.add(node.module)
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(name for name in found if name.startswith("microworlds") and path_of(name) is not None)


def closure(*roots: str) -> set[Path]:
    """Files that importing these modules can read, relative to the repository; empty ``__init__`` files left out."""
    seen: set[str] = set()
    waiting = list(roots)
    while waiting:
        module = waiting.pop()
        if module in seen or path_of(module) is None:
            continue
        seen.add(module)
        waiting += imported(module)
        waiting += [module.rsplit(".", 1)[0]] if "." in module else []
    files = {path for module in seen if (path := path_of(module)) is not None}
    return {path.relative_to(ROOT) for path in files if not (path.name == "__init__.py" and _only_words(path))}


def _only_words(path: Path) -> bool:
    """True if a module has no code but its docstring (and a version, and what it gives to those who ask for it)."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    return all(isinstance(node, ast.Expr | ast.Assign) or getattr(node, "name", "") == "__getattr__" for node in body)


if __name__ == "__main__":
    import sys

    for file in sorted(closure(*sys.argv[1:])):
        print(file)
