"""The ``microworlds`` command."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import subprocess
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


def _results(arguments: argparse.Namespace) -> int:
    from rich.console import Console
    from rich.markdown import Markdown

    page = arguments.folder / "results.md"
    if not page.is_file():
        raise UserError(f"{page} is not there yet. `make run` (or `dvc repro`) makes it.")
    Console(width=None if sys.stdout.isatty() else 120).print(Markdown(page.read_text(encoding="utf-8")))
    print(
        f"\nThe same as files: {arguments.folder}/results.md, tables.json, plots/*.png (or `dvc plots show`).\n"
        "The data: data/release/memorydoc, checked by `.venv/bin/microworlds verify data/release/memorydoc`.\n"
        "All runs side by side: `make ui`. Other settings (docs/sweeps.md):\n"
        "`source .venv/bin/activate`, then `dvc exp run -S retrieval.k=5`."
    )
    return 0


def _ui(arguments: argparse.Namespace) -> int:
    from microworlds import params
    from microworlds.evaluation.track import TrackingParams, store

    uri = store(params.section(TrackingParams, "tracking").uri)
    print(f"MLflow on {uri}: open http://127.0.0.1:{arguments.port} (Ctrl-C ends it)", flush=True)
    command = [sys.executable, "-m", "mlflow", "ui", "--backend-store-uri", uri, "--port", str(arguments.port)]
    quiet = {"MLFLOW_DISABLE_TELEMETRY": "true", "DO_NOT_TRACK": "true"}
    return subprocess.run(command, check=False, env=os.environ | quiet).returncode


def main() -> None:
    """Run the command line; exit code 2 where the user can put something right."""
    parser = argparse.ArgumentParser(prog="microworlds", description=__doc__)
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    verify = commands.add_parser("verify", help="check a release: manifest, schema, every span, every rule")
    verify.add_argument("folder", type=Path, help="such as data/release/memorydoc")
    verify.add_argument("--most", type=int, default=20, help="how many faults to print (default 20)")
    verify.set_defaults(command=_verify)
    results = commands.add_parser("results", help="the results tables of the last run")
    results.add_argument("folder", type=Path, nargs="?", default=Path("metrics/memorydoc/results"))
    results.set_defaults(command=_results)
    ui = commands.add_parser("ui", help="MLflow's page of all runs")
    ui.add_argument("--port", type=int, default=5000)
    ui.set_defaults(command=_ui)
    arguments = parser.parse_args()
    with reported():
        sys.exit(arguments.command(arguments))


if __name__ == "__main__":
    main()
