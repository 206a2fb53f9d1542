"""What a run came to: results, ui, sweep."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from microworlds.commands.values import Commands
from microworlds.errors import UserError


def add(commands: Commands) -> None:
    """Add these commands."""
    _add_results(commands)
    _add_ui(commands)
    _add_sweep(commands)


def _results(arguments: argparse.Namespace) -> int:
    from rich.console import Console
    from rich.markdown import Markdown

    page = arguments.folder / "results.md"
    if not page.is_file():
        raise UserError(f"{page} is not there yet. `make run` (or `dvc repro`) makes it.")
    Console(width=None if sys.stdout.isatty() else 120).print(Markdown(page.read_text(encoding="utf-8")))
    print(
        f"\nThe same as files: {arguments.folder}/results.md, tables.json, plots/*.png (or `dvc plots show`).\n"
        f"To look into, with every question: {arguments.folder.parent}/report.html.\n"
        "The data: data/release/memorydoc, checked by `.venv/bin/microworlds verify data/release/memorydoc`.\n"
        "All runs side by side: `make ui`. Other settings (docs/sweeps.md):\n"
        "`source .venv/bin/activate`, then `dvc exp run -S retrieval.k=5`."
    )
    _warn(arguments.folder.parent / "quality.json")
    return 0


def _warn(quality: Path) -> None:
    """Say last, and in red on a terminal, what of the data is outside the limits within which they can be trusted."""
    from rich.console import Console

    from microworlds import trust

    outside = trust.read(quality)
    if outside:
        head = "DO NOT TRUST THESE DATA: they are outside the limits of memorydoc.quality in conf/:"
        lines = [head, *(f"- {line}" for line in outside)]
        Console(soft_wrap=True, highlight=False).print("\n" + "\n".join(lines), style="bold red", markup=False)


def _ui(arguments: argparse.Namespace) -> int:
    from microworlds import params
    from microworlds.evaluation.track import TrackingParams, store

    uri = store(params.section(TrackingParams, "tracking").uri)
    print(f"MLflow on {uri}: open http://127.0.0.1:{arguments.port} (Ctrl-C ends it)", flush=True)
    command = [sys.executable, "-m", "mlflow", "ui", "--backend-store-uri", uri, "--port", str(arguments.port)]
    quiet = {"MLFLOW_DISABLE_TELEMETRY": "true", "DO_NOT_TRACK": "true"}
    return subprocess.run(command, check=False, env=os.environ | quiet).returncode


def _sweep(arguments: argparse.Namespace) -> int:
    from microworlds import sweep

    axes = sweep.Axes(f"{arguments.table}, {arguments.column}", arguments.x, arguments.line)
    found = sweep.moved(sweep.swept(sweep.experiments(), arguments.table, arguments.column, axes))
    sweep.write(found, axes, arguments.folder)
    print(sweep.page(found, axes))
    print(f"The plot: {arguments.folder / 'sweep.png'}")
    return 0


def _add_results(commands: Commands) -> None:
    results = commands.add_parser("results", help="the results tables of the last run")
    results.add_argument("folder", type=Path, nargs="?", default=Path("metrics/memorydoc/results"))
    results.set_defaults(command=_results)


def _add_ui(commands: Commands) -> None:
    ui = commands.add_parser("ui", help="MLflow's page of all runs")
    ui.add_argument("--port", type=int, default=5000)
    ui.set_defaults(command=_ui)


def _add_sweep(commands: Commands) -> None:
    sweep = commands.add_parser("sweep", help="one table and plot of the experiments of the last commit")
    sweep.add_argument("--table", default="f1_source", help="a table of the results (default f1_source)")
    sweep.add_argument("--column", default="overall", help="a column of it (default overall)")
    sweep.add_argument("--x", default="retrieval.k", metavar="SETTING", help="on the axis (default retrieval.k)")
    sweep.add_argument("--line", default="chunk.tokens", metavar="SETTING", help="a line each (default chunk.tokens)")
    sweep.add_argument("--folder", type=Path, default=Path("metrics/memorydoc/sweep"))
    sweep.set_defaults(command=_sweep)
