"""Answers from elsewhere: score."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from microworlds.cli.arguments import Commands


def add(commands: Commands) -> None:
    """Add this command."""
    score = commands.add_parser("score", help="score a file of answers to a release, whoever gave them")
    score.add_argument("answers", type=Path, metavar="ANSWERS", help='JSON lines: {"question": ID, "text": "..."}')
    score.add_argument("release", type=Path, metavar="RELEASE", help="such as data/release/SUITE; with its gold")
    score.add_argument("--out", type=Path, metavar="FOLDER", help="write scores and tables to this new folder")
    score.add_argument("--name", help="what the system is called (default: as the file is)")
    score.add_argument(
        "--split", action="append", default=[], help="which split (default: all that an answer is to); may be repeated"
    )
    score.add_argument(
        "--missing",
        choices=("error", "wrong"),
        default="error",
        help="a question without an answer is an error (default), or counts as wrong",
    )
    score.add_argument("--judge", action="store_true", help="have models.grader of params.yaml label the answers too")
    score.set_defaults(command=_score)


def _score(arguments: argparse.Namespace) -> int:
    from rich.console import Console
    from rich.markdown import Markdown

    from microworlds.publishing import submission, submission_page

    path: Path = arguments.answers
    name, splits = arguments.name or path.stem, tuple(arguments.split)
    scored = submission.score(
        submission.Entry(path, arguments.release, name, splits, arguments.missing), judged=arguments.judge
    )
    if arguments.out:
        submission_page.write(scored, arguments.out)
    Console(width=None if sys.stdout.isatty() else 140).print(Markdown(submission_page.page(scored)))
    return 0
