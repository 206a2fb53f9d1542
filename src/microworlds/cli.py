"""The ``microworlds`` command."""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from pathlib import Path

from microworlds import __version__
from microworlds.errors import UserError, reported


def _verify(arguments: argparse.Namespace) -> int:
    folder: Path = arguments.folder
    try:
        suite = json.loads((folder / "manifest.json").read_bytes())["suite"]
    except OSError as error:
        raise UserError(f"{folder} holds no release: {error.strerror}: {error.filename}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise UserError(f"{folder / 'manifest.json'} is damaged: {error}. Get the release again.") from error
    try:
        module = importlib.import_module(f"microworlds.suites.{suite}.verify")
    except ModuleNotFoundError as error:
        raise UserError(f"{folder}: this version knows no suite called {suite!r}") from error
    found: list[str] = module.verify(folder)
    for fault in found[: arguments.most]:
        print(f"  {fault}")
    if len(found) > arguments.most:
        print(f"  ... and {len(found) - arguments.most} more (--most {len(found)} shows all)")
    print(f"{folder}: {'sound' if not found else f'{len(found)} faults'}")
    return 0 if not found else 2


def main() -> None:
    """Run the command line; exit code 2 where the user can put something right."""
    parser = argparse.ArgumentParser(prog="microworlds", description=__doc__)
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    verify = commands.add_parser("verify", help="check a release: manifest, schema, every span, every rule")
    verify.add_argument("folder", type=Path, help="such as data/release/memorydoc")
    verify.add_argument("--most", type=int, default=20, help="how many faults to print (default 20)")
    verify.set_defaults(command=_verify)
    arguments = parser.parse_args()
    with reported():
        sys.exit(arguments.command(arguments))


if __name__ == "__main__":
    main()
