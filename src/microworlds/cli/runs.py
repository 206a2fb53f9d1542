"""What a run came to: results, cost, ui, sweep; runs that stop by themselves: until; answers from elsewhere: score."""

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import suppress
from pathlib import Path

from microworlds.cli.arguments import METRICS, RELEASES, Commands, command, positive, share, show, usual_suite
from microworlds.core.errors import UserError

_RANKED = 5  # systems that the end of a run shows
# a proxy is not asked for what is on this machine
_DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def add(commands: Commands) -> None:
    """Add these commands."""
    results = command(commands, "results", _results, "who is ahead in the last run, and where to look")
    results.add_argument("--all", action="store_true", help="the whole page of results")
    results.add_argument("folder", type=Path, nargs="?", help="of one suite, such as metrics/SUITE/results")
    cost = command(commands, "cost", _cost, "time, calls and dollars of each system by step: taking in, answering")
    cost.add_argument("suite", metavar="SUITE", nargs="?", help="of this suite alone (default: all that were run)")
    cost.add_argument("--by-size", action="store_true", help="also by how many observations an episode has")
    ui = command(commands, "ui", _ui, "MLflow's page of all runs")
    ui.add_argument("--port", type=int, default=5000)
    sweep = command(commands, "sweep", _sweep, "one table and plot of the experiments of the last commit")
    sweep.add_argument("--rev", default="HEAD", metavar="COMMIT", help="of this commit (default the last)")
    sweep.add_argument("--table", help="a table of the results (default: the first)")
    sweep.add_argument("--column", default="overall", help="a column of it (default overall)")
    sweep.add_argument("--x", default="retrieval.k", metavar="SETTING", help="on the axis (default retrieval.k)")
    sweep.add_argument("--line", default="chunk.tokens", metavar="SETTING", help="a line each (default chunk.tokens)")
    sweep.add_argument("--suite", help="the suite whose results are compared (needed where there are several)")
    sweep.add_argument("--folder", type=Path, help="what is written goes there (default metrics/SUITE/sweep)")
    _add_until(commands)
    score = command(commands, "score", _score, "score a file of answers to a release, whoever gave them")
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


def _add_until(commands: Commands) -> None:
    more = (
        "ask more and more questions, until every system's 95%% interval is narrow enough; stored replies cost nothing"
    )
    until = command(commands, "until", _until, more)
    until.description = (
        "Runs experiments with N wordings, drawn by chance, then twice as many, until the 95% interval of the main "
        "metric over all answerable questions is at most WIDTH wide for every system and ceiling, or all are asked. "
        "It looks at widths alone; means are shown when it has stopped. Replies of language models are stored: what "
        "an earlier round asked is not paid for again. Rounds double so that there are few looks: since the width is "
        "an estimate, the interval at which it stops is very slightly too narrow."
    )
    until.add_argument("width", type=share, metavar="WIDTH", help="high - low, between 0 and 1, such as 0.1")
    until.add_argument(
        "overrides", nargs="*", metavar="OVERRIDE", help="as for dvc exp run -S, such as model=anthropic"
    )
    until.add_argument("--suite", help="one that has SUITE.answers.wordings (needed where there are several)")
    until.add_argument("--first", type=positive, default=25, metavar="N", help="wordings of round one (default 25)")


def _results(arguments: argparse.Namespace) -> int:
    folders = [arguments.folder] if arguments.folder else sorted(METRICS.glob("*/results"), key=_listed)
    for folder in folders or [METRICS]:
        _print_results(folder, arguments.all)
    print(
        "All runs side by side: `make ui`. The worlds themselves: `.venv/bin/microworlds browse`\n"
        "Other settings (docs/sweeps.md): `source .venv/bin/activate`, then `dvc exp run -S retrieval.k=5`"
    )
    for folder in folders:
        _warn(folder.parent)
    return 0


def _cost(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from microworlds.pipeline import step_costs

    folders = [path / "results" for path in METRICS.glob("*") if arguments.suite in (None, path.name)]
    found = [step_costs.read(folder.parent) for folder in sorted(folders, key=_listed)]
    if not any(found):
        which = f" for {arguments.suite}" if arguments.suite else ""
        again = f"`dvc repro -s -f {arguments.suite or 'SUITE'}-answers` has its systems play again"
        raise UserError(f"nothing was measured here{which}: {again}.")
    console = Console(width=None if sys.stdout.isatty() else 120)
    for own in filter(None, found):
        console.print(step_costs.table(own, by_size=arguments.by_size))
    return 0


def _listed(folder: Path) -> tuple[int, str]:
    """Results in the order in which params.yaml has their suites."""
    from microworlds.core import params

    listed = list(params.tree()) if Path("params.yaml").is_file() else []
    name = folder.parent.name
    return (listed.index(name) if name in listed else len(listed)), name


def _print_results(folder: Path, whole: bool) -> None:
    """The ranking of a suite, or its whole page, and where to look further.

    Raises:
        UserError: there are no results.
    """
    page = folder / "results.md"
    if not page.is_file():
        raise UserError(f"{page} is not there yet. `make run` (or `dvc repro`) makes it.")
    if whole:
        show(page.read_text(encoding="utf-8"))
    else:
        print("\n".join(_ranking(folder / "tables.json")))
    release = RELEASES / folder.parent.name
    print(
        f"Every question, and why answers failed: {folder.parent}/report/index.html\n"
        f"The data: {release}, checked by `.venv/bin/microworlds verify {release}`"
    )


def _ranking(tables: Path) -> list[str]:
    """The best systems by the first table, F1 with its interval, the ceilings below them, and where all tables are."""
    from microworlds.evaluation.system_names import is_ceiling, name
    from microworlds.evaluation.tables import OVERALL, bounded, read, shown

    own = next(iter(read(tables.read_bytes(), tables).values()))
    cells = {system: row[OVERALL] for system, row in own.rows.items()}
    ceilings = [system for system in cells if is_ceiling(system)]
    ranked = sorted(cells.keys() - ceilings, key=lambda system: -(cells[system].mean or 0))
    best = ranked[:_RANKED]
    wide = max((len(name(system)) for system in (*best, *ceilings)), default=0) + 2
    lines = [f"{place:3}  {name(system):<{wide}}{shown(cells[system])}" for place, system in enumerate(best, start=1)]
    asked = max((cell.n for cell in cells.values()), default=0)
    return [
        f"{name(own.metric)} of {asked} answerable questions{', with 95% intervals over worlds' * bounded(own)}",
        *lines,
        *(f"     {name(system):<{wide}}{shown(cells[system])}  a ceiling: gold evidence alone" for system in ceilings),
        f"All {len(ranked)} systems: `.venv/bin/microworlds results --all`, or {tables.with_name('results.md')}",
    ]


def _warn(metrics: Path) -> None:
    """Say last, and in red on a terminal, what of the data is outside the limits within which they can be trusted."""
    from rich.console import Console

    from microworlds.quality import trust

    outside = trust.read(metrics / "quality.json")
    if outside:
        head = f"DO NOT TRUST THESE DATA: they are outside the limits of {metrics.name}.quality in conf/:"
        lines = [head, *(f"- {line}" for line in outside)]
        Console(soft_wrap=True, highlight=False).print("\n" + "\n".join(lines), style="bold red", markup=False)


def _ui(arguments: argparse.Namespace) -> int:
    from microworlds.core import params
    from microworlds.evaluation.track import QUIET, TrackingParams, store

    tracking = params.section(TrackingParams, "tracking")
    uri = store(tracking.uri)
    if uri.startswith(("http://", "https://")):
        print(f"open {_page(uri, tracking.experiment)}")
        return 0
    _free(arguments.port)
    address = f"http://127.0.0.1:{arguments.port}"
    # one worker, for one person; no jobs: they are for judging by models, and take a process more
    command = [sys.executable, "-m", "mlflow", "ui", "--workers", "1", "--port", str(arguments.port)]
    quiet = QUIET | {"MLFLOW_SERVER_ENABLE_JOB_EXECUTION": "false"}
    print(f"MLflow on {uri} is starting (Ctrl-C ends it)", flush=True)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: nothing is to go on without this
    with subprocess.Popen([*command, "--backend-store-uri", uri], env=os.environ | quiet) as server:
        try:
            while server.poll() is None and not _answers(address):
                time.sleep(0.2)
            if server.poll() is None:
                print(f"open {_page(address, tracking.experiment)}", flush=True)
            return server.wait()
        finally:
            server.terminate()
            server.wait()


def _free(port: int) -> None:
    """Nothing, if no other program listens on a port of this machine.

    Raises:
        UserError: one does.
    """
    with socket.socket() as own:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            own.bind(("127.0.0.1", port))
        except OSError as error:
            raise UserError(f"port {port}: {error.strerror}. Give another: `microworlds ui --port 5001`.") from error


def _answers(address: str) -> bool:
    """Whether a server is there."""
    with suppress(OSError):
        _DIRECT.open(f"{address}/health", timeout=5).close()
        return True
    return False


def _page(address: str, experiment: str) -> str:
    """The address of an experiment's charts, or of MLflow's first page while there is no such experiment.

    Raises:
        UserError: no MLflow answers there.
    """
    query = urllib.parse.urlencode({"experiment_name": experiment})
    try:
        with _DIRECT.open(f"{address}/api/2.0/mlflow/experiments/get-by-name?{query}", timeout=60) as reply:
            known = json.load(reply)["experiment"]["experiment_id"]
    except urllib.error.HTTPError:
        return f"{address} (no run of {experiment} is there yet: `make run`)"
    except urllib.error.URLError as error:
        raise UserError(f"cannot reach MLflow on {address}: {error.reason}. Is it up? See tracking.uri.") from error
    return f"{address}/#/experiments/{known}/runs?compareRunsMode=CHART"


def _sweep(arguments: argparse.Namespace) -> int:
    from microworlds.pipeline import sweep

    metrics = METRICS / (arguments.suite or usual_suite(METRICS))
    folder = arguments.folder or metrics / "sweep"
    axes = sweep.Axes(f"{arguments.table or 'main metric'}, {arguments.column}", arguments.x, arguments.line)
    revisions, left_out = sweep.experiments(arguments.rev)
    found = sweep.moved(
        sweep.swept(metrics / "results" / "tables.json", revisions, (arguments.table, arguments.column), axes)
    )
    sweep.write(found, axes, folder)
    print(sweep.page(found, axes))
    if left_out:
        print(f"Left out, as they have no figures: {left_out} (`dvc queue status`).")
    print(f"The plot: {folder / 'sweep.png'}")
    return 0


def _until(arguments: argparse.Namespace) -> int:
    from microworlds.pipeline import narrowing

    suite = narrowing.chosen(arguments.suite, arguments.overrides)
    project = narrowing.Project(suite, RELEASES, METRICS)
    for last in narrowing.rounds(project, arguments.width, arguments.first, arguments.overrides):
        print(last.line(), flush=True)
    print("\n".join(_ranking(METRICS / suite / "results" / "tables.json")))  # its report is of an earlier run
    print(last.end(arguments.width))
    _warn(METRICS / suite)
    return 0


def _score(arguments: argparse.Namespace) -> int:
    from microworlds.publishing import submission

    path: Path = arguments.answers
    name, splits = arguments.name or path.stem, tuple(arguments.split)
    scored = submission.score(
        submission.Entry(path, arguments.release, name, splits, arguments.missing), judged=arguments.judge
    )
    if arguments.out:
        submission.write(scored, arguments.out)
    show(submission.page(scored), 140)
    return 0
