"""What several commands share: how they are added, what they show, values that they take."""

import argparse
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any, TypeAlias

from microworlds.core.errors import UserError

RAW = Path("data/raw")
RELEASES = Path("data/release")
METRICS = Path("metrics")
Commands: TypeAlias = "argparse._SubParsersAction[Any]"


def command(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int], help: str
) -> argparse.ArgumentParser:
    """A new command: ``run`` takes what was given and returns the exit code."""
    made: argparse.ArgumentParser = commands.add_parser(name, help=help)
    made.set_defaults(command=run)
    return made


def show(markdown: str, width: int = 120) -> None:
    """Print Markdown as wide as the terminal, or so wide where there is none."""
    from rich.console import Console
    from rich.markdown import Markdown

    Console(width=None if sys.stdout.isatty() else width).print(Markdown(markdown))


def positive(text: str) -> int:
    """A whole number above 0."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number above 0")
    return int(text)


def share(text: str) -> float:
    """A number between 0 and 1, neither of them."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number between 0 and 1")
    return value


def day(text: str) -> date:
    """A day such as 2026-05-01."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no day such as 2026-05-01") from None


def usual_suite(folder: Path) -> str:
    """The suite that is meant where none is named: of those that have something in a folder the first of params.yaml.

    Raises:
        UserError: nothing tells which one; the message names them.
    """
    from microworlds.core import params
    from microworlds.suites import base as suites

    found = sorted(path.name for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []
    known = [name for name in found if name in suites.names()] or suites.generated()
    if len(known) == 1:
        return known[0]
    listed = list(params.tree()) if Path("params.yaml").is_file() else []
    first = next((name for name in listed if name in known), None)
    if first is None:
        raise UserError(f"there are {', '.join(known)}: name the one that you mean (--help says how).")
    return first
