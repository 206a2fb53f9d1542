"""Versions of the data: release, diff, get."""

from __future__ import annotations

import argparse
from pathlib import Path

from microworlds.cli.arguments import Commands, only_suite, positive
from microworlds.publishing.version_manifest import FOLDER


def add(commands: Commands) -> None:
    """Add these commands."""
    _add_versions(commands)


def _release(arguments: argparse.Namespace) -> int:
    from microworlds.publishing import publish

    print(f"\n{publish.release(arguments.version, _name(arguments))}")
    return 0


def _diff(arguments: argparse.Namespace) -> int:
    from microworlds.publishing import diff, diff_pages, opening, snapshot

    snapshots, labels = [], []
    for spec in (arguments.old, arguments.new):
        with opening.opened(spec, _name(arguments), arguments.project) as found:
            snapshots.append(snapshot.taken(found.folder))
            labels.append(found.label)
    made = diff.compared(snapshots[0], snapshots[1], (labels[0], labels[1]))
    print(made.model_dump_json(indent=1) if arguments.json else diff_pages.page(made, arguments.most))
    return 0


def _get(arguments: argparse.Namespace) -> int:
    from microworlds.publishing import opening

    found = opening.get(arguments.version, _name(arguments), arguments.project, arguments.folder)
    print(f"{found.folder}: {_name(arguments)} {found.label}, whole and unchanged")
    return 0


def _name(arguments: argparse.Namespace) -> str:
    return arguments.name or only_suite(FOLDER)


def _add_versions(commands: Commands) -> None:
    release = commands.add_parser("release", help="publish a version: data to the DVC remote, then the tag")
    release.add_argument("version", help="such as 1.0.0 (docs/releases.md)")
    release.set_defaults(command=_release)
    diff = commands.add_parser("diff", help="what changed from one version to another, question by question")
    diff.add_argument("old", help="a version such as v1.0.0, a folder, or a git revision")
    diff.add_argument("new", help="the same")
    diff.add_argument("--most", type=positive, default=20, help="questions to show of each kind of change (default 20)")
    diff.add_argument("--json", action="store_true", help="everything, for programs")
    diff.set_defaults(command=_diff)
    get = commands.add_parser("get", help="fetch a version into a folder, and check it")
    get.add_argument("version", help="such as v1.0.0")
    get.add_argument("folder", type=Path, help="a new one, such as released-1.0.0")
    get.set_defaults(command=_get)
    for command in (release, diff, get):
        command.add_argument("--name", metavar="SUITE", help="of the data set (needed where there are several)")
    for command in (diff, get):
        command.add_argument("--project", default=".", help="the project's folder or git URL (default: here)")
