"""The ``microworlds`` command."""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from microworlds import __version__
from microworlds.errors import UserError, reported
from microworlds.llm.store import REPLIED


def _verify(arguments: argparse.Namespace) -> int:
    from microworlds.releases import manifest, soundness

    folder: Path = arguments.folder
    found = soundness.faults(folder)
    if arguments.against is not None:
        found = manifest.faults(folder, manifest.read(arguments.against)) + found
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
        f"To look into, with every question: {arguments.folder.parent}/report.html.\n"
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


def _export(arguments: argparse.Namespace) -> int:
    from microworlds.exports.base import export

    options = {key: getattr(arguments, key) for key in ("documents", "unit", "tokens", "overlap")}
    made = export(arguments.format, arguments.release, arguments.out, arguments.split, options)
    print(f"{arguments.out}: {_listed(made.counts)}")
    if made.left_out:
        print(f"left out: {_listed(made.left_out)}")
    for what, said in made.how.items():
        print(f"  {what}: {said}")
    return 0


def _parquet(arguments: argparse.Namespace) -> int:
    from microworlds import parquet

    rows = parquet.write(arguments.release, arguments.out, arguments.withhold)
    print(f"{arguments.out}: {_listed(rows)} (rows)")
    return 0


def _canary(arguments: argparse.Namespace) -> int:
    from microworlds import canary

    leaks = [(file, count) for path in arguments.paths for file, count in canary.found(path)]
    for file, count in leaks:
        print(f"{file}: {count:,} times")
    print(f"the canary {canary.GUID} is in {len(leaks):,} files")
    return 2 if leaks else 0


def _seed(arguments: argparse.Namespace) -> int:
    from microworlds import sealed

    if arguments.action == "new":
        made = sealed.new(arguments.file)
        print(f"{arguments.file} holds the seed and its salt: keep it secret, and keep a copy.")
        print(f"seed.commitment={made.commitment}")
        return 0
    own = sealed.read(str(arguments.file))
    same = own.commitment == arguments.commitment.lower()
    print(f"{arguments.file}: {'the seed' if same else 'not the seed'} that {arguments.commitment} commits to")
    return 0 if same else 2


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {what}" for what, count in counts.items() if count)


def _estimate(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from microworlds import estimate
    from microworlds.compose import composed

    found = estimate.estimate(composed(arguments.overrides), arguments.worlds)
    if arguments.json:
        print(json.dumps(dataclasses.asdict(found) | {"usd": found.usd}, indent=1))
    else:
        Console(width=None if sys.stdout.isatty() else 120).print(estimate.table(found))
    return 0


def _prompt(arguments: argparse.Namespace) -> int:
    from microworlds import rehearsal
    from microworlds.compose import composed

    for key, asked in rehearsal.requests(composed(arguments.overrides), arguments.stage, arguments.item):
        settings = f"{asked.model}, temperature {asked.temperature}, at most {asked.max_tokens:,} tokens"
        print(f"##### {asked.task}, {key}: {settings if asked.model != rehearsal.NOBODY else 'no model is chosen'}")
        for message in asked.messages:
            print(f"\n### {message.role}\n\n{message.content}")
        print(f"\n### schema, sent as {asked.structured}\n\n{json.dumps(asked.output)}\n")
    return 0


def _retry(arguments: argparse.Namespace) -> int:
    from microworlds import retry
    from microworlds.compose import composed

    found = retry.rejected(Path("data"))
    for path, count in found.items():
        print(f"{path}: {count:,} items failed at least once")
    if not found:
        print("Nothing was rejected in the last run.")
        return 0
    settings = [*arguments.overrides, *retry.overrides(composed(arguments.overrides), arguments.attempts)]
    command = ["dvc", "exp", "run", *(word for setting in settings for word in ("-S", setting))]
    print(" ".join(command), flush=True)
    return subprocess.run(command, check=False).returncode


def _responses(arguments: argparse.Namespace) -> int:
    from microworlds import params, rehearsal
    from microworlds.llm import archive
    from microworlds.llm.store import Store

    store = Store()
    if arguments.action == "export":
        count = archive.export(store, *rehearsal.needed(params.tree()), arguments.file)
        print(f"{arguments.file}: the {count:,} replies that this release needs")
    elif arguments.action == "import":
        new, count = archive.load(store, arguments.file)
        print(f"{arguments.file}: {count:,} replies, {new:,} of them new to {store.path}")
    elif arguments.action == "prune":
        outcomes = tuple(arguments.outcome or ())
        if not (arguments.before or outcomes):
            raise UserError("say which replies to remove: --before DAY, --outcome OUTCOME, or both.")
        removed = archive.prune(store, before=arguments.before, outcomes=outcomes)
        print(f"{removed:,} replies removed from {store.path}")
    else:
        print(json.dumps(archive.stats(store), indent=1))
    return 0


def _sweep(arguments: argparse.Namespace) -> int:
    from microworlds import sweep

    labels = sweep.Labels(f"{arguments.table}, {arguments.column}", arguments.x, arguments.line)
    found = sweep.moved(sweep.swept(sweep.experiments(), arguments.table, arguments.column, labels))
    sweep.write(found, labels, arguments.folder)
    print(sweep.page(found, labels))
    print(f"The plot: {arguments.folder / 'sweep.png'}")
    return 0


def _browse(arguments: argparse.Namespace) -> int:
    from microworlds.browse import export, library, people, server

    played = arguments.run or arguments.release.parent.parent / "interim" / arguments.release.name
    if arguments.run and not arguments.run.is_dir():
        raise UserError(f"{arguments.run} is no folder. --run names the one with answers/ and scores.jsonl.")
    shown = library.read(arguments.release, played if played.is_dir() else None)
    if arguments.export:
        count = export.export(shown, arguments.export)
        print(f"{arguments.export / 'index.html'}: open it in a browser ({count} files, no server needed)")
        return 0
    folder = people.Folder(arguments.annotate) if arguments.annotate else None
    running = server.server(server.Desk(shown, folder, server.drawn(shown, arguments.sample)), arguments.port)
    print(f"open http://127.0.0.1:{running.server_port} (Ctrl-C ends it)", flush=True)
    with running:
        running.serve_forever()
    return 0


def _annotations(arguments: argparse.Namespace) -> int:
    from rich.console import Console
    from rich.markdown import Markdown

    from microworlds import jsonl
    from microworlds.browse import judgement_page, library, people
    from microworlds.browse.judgement import judgements

    made = judgements(library.read(arguments.release), people.every(arguments.folder))
    if arguments.json:
        jsonl.write_text(arguments.json, made.model_dump_json(indent=2) + "\n")
    Console(width=None if sys.stdout.isatty() else 160).print(Markdown(judgement_page.page(made)))
    return 0


def _release(arguments: argparse.Namespace) -> int:
    from microworlds.releases import publish

    print(f"\n{publish.release(arguments.version, arguments.name)}")
    return 0


def _diff(arguments: argparse.Namespace) -> int:
    from microworlds.releases import diff, pages, snapshot, sources

    snapshots, labels = [], []
    for spec in (arguments.old, arguments.new):
        with sources.opened(spec, arguments.name, arguments.project) as found:
            snapshots.append(snapshot.taken(found.folder))
            labels.append(found.label)
    made = diff.compared(snapshots[0], snapshots[1], (labels[0], labels[1]))
    print(made.model_dump_json(indent=1) if arguments.json else pages.page(made, arguments.most))
    return 0


def _get(arguments: argparse.Namespace) -> int:
    from microworlds.releases import sources

    found = sources.get(arguments.version, arguments.name, arguments.project, arguments.folder)
    print(f"{found.folder}: {arguments.name} {found.label}, whole and unchanged")
    return 0


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number above 0")
    return int(text)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no day such as 2026-05-01") from None


def main() -> None:
    """Run the command line; exit code 2 where the user can put something right."""
    parser = argparse.ArgumentParser(prog="microworlds", description=__doc__)
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    verify = commands.add_parser("verify", help="check a release: manifest, schema, every span, every rule")
    verify.add_argument("folder", type=Path, help="such as data/release/memorydoc")
    verify.add_argument("--most", type=int, default=20, help="how many faults to print (default 20)")
    verify.add_argument(
        "--against",
        type=Path,
        metavar="FILE",
        help="and that it is this version, such as releases/memorydoc/v1.0.0.json",
    )
    verify.set_defaults(command=_verify)
    export = commands.add_parser("export", help="a release in the shape of another benchmark, or for retrieval tools")
    export.add_argument("format", metavar="FORMAT", help="locomo, longmemeval, convomem or beir")
    export.add_argument("release", type=Path, metavar="RELEASE", help="such as data/release/memorydoc")
    export.add_argument("out", type=Path, metavar="OUT", help="a new folder")
    export.add_argument("--split", default="test", help="which split (default test)")
    export.add_argument("--documents", help="paste or leave-out: for formats that have sessions only")
    export.add_argument("--unit", help="turn, session, section, document or chunk: what BEIR's corpus consists of")
    export.add_argument("--tokens", type=int, help="cl100k tokens of a chunk of a document, with --unit chunk")
    export.add_argument("--overlap", type=int, help="of them shared with the chunk before")
    export.set_defaults(command=_export)
    parquet = commands.add_parser("parquet", help="a release as Parquet, which is a Hugging Face dataset folder too")
    parquet.add_argument("release", type=Path, metavar="RELEASE", help="such as data/release/memorydoc")
    parquet.add_argument("out", type=Path, metavar="OUT", help="a new folder")
    parquet.add_argument(
        "--withhold", action="append", default=[], metavar="SPLIT", help="leave out its gold and facts"
    )
    parquet.set_defaults(command=_parquet)
    canary = commands.add_parser(
        "canary", help="find gold that has leaked: which files have the canary; exit code 2 if any"
    )
    canary.add_argument("paths", type=Path, nargs="+", metavar="PATH", help="a file or a folder, such as training data")
    canary.set_defaults(command=_canary)
    seed = commands.add_parser("seed", help="a private seed for a held-out split, and its commitment")
    seed.set_defaults(command=_seed)
    seeding = seed.add_subparsers(required=True, dest="action", metavar="ACTION")
    fresh = seeding.add_parser("new", help="draw one; prints the commitment, which goes into the settings")
    fresh.add_argument("file", type=Path, help="a new file outside the repository")
    check = seeding.add_parser("check", help="whether a revealed seed is the one committed to; exit code 2 if not")
    check.add_argument("file", type=Path, help="the revealed file")
    check.add_argument("commitment", help="from the release's manifest.json (seed)")
    release = commands.add_parser("release", help="publish a version: data to the DVC remote, then the tag")
    release.add_argument("version", help="such as 1.0.0 (docs/releases.md)")
    release.set_defaults(command=_release)
    diff = commands.add_parser("diff", help="what changed from one version to another, question by question")
    diff.add_argument("old", help="a version such as v1.0.0, a folder, or a git revision")
    diff.add_argument("new", help="the same")
    diff.add_argument(
        "--most", type=_positive, default=20, help="questions to show of each kind of change (default 20)"
    )
    diff.add_argument("--json", action="store_true", help="everything, for programs")
    diff.set_defaults(command=_diff)
    get = commands.add_parser("get", help="fetch a version into a folder, and check it")
    get.add_argument("version", help="such as v1.0.0")
    get.add_argument("folder", type=Path, help="a new one, such as memorydoc-1.0.0")
    get.set_defaults(command=_get)
    for command in (release, diff, get):
        command.add_argument("--name", default="memorydoc", help="of the data set (default memorydoc)")
    for command in (diff, get):
        command.add_argument("--project", default=".", help="the project's folder or git URL (default: here)")
    results = commands.add_parser("results", help="the results tables of the last run")
    results.add_argument("folder", type=Path, nargs="?", default=Path("metrics/memorydoc/results"))
    results.set_defaults(command=_results)
    ui = commands.add_parser("ui", help="MLflow's page of all runs")
    ui.add_argument("--port", type=int, default=5000)
    ui.set_defaults(command=_ui)
    overriding = "as for dvc exp run -S, such as model=anthropic"
    estimate = commands.add_parser("estimate", help="what a run with language models will ask for, and cost")
    estimate.add_argument("overrides", nargs="*", metavar="OVERRIDE", help=overriding)
    estimate.add_argument("--worlds", type=_positive, default=5, help="how many worlds to rehearse (default 5)")
    estimate.add_argument("--json", action="store_true", help="for programs")
    estimate.set_defaults(command=_estimate)
    prompt = commands.add_parser("prompt", help="a prompt as a language model would get it")
    prompt.add_argument("stage", help="the stage that asks, such as conversations or answers@rag_both")
    prompt.add_argument("item", help="the item, or what its key begins with, such as w003-s02")
    prompt.add_argument("overrides", nargs="*", metavar="OVERRIDE", help=overriding)
    prompt.set_defaults(command=_prompt)
    sweep = commands.add_parser("sweep", help="one table and plot of the experiments of the last commit")
    sweep.add_argument("--table", default="f1_source", help="a table of the results (default f1_source)")
    sweep.add_argument("--column", default="overall", help="a column of it (default overall)")
    sweep.add_argument("--x", default="retrieval.k", metavar="SETTING", help="on the axis (default retrieval.k)")
    sweep.add_argument("--line", default="chunk.tokens", metavar="SETTING", help="a line each (default chunk.tokens)")
    sweep.add_argument("--folder", type=Path, default=Path("metrics/memorydoc/sweep"))
    sweep.set_defaults(command=_sweep)
    browse = commands.add_parser("browse", help="look at a release in a web browser, and judge it there")
    browse.add_argument("release", type=Path, nargs="?", default=Path("data/release/memorydoc"))
    browse.add_argument("--run", type=Path, metavar="FOLDER", help="answers and scores (default data/interim/RELEASE)")
    browse.add_argument("--export", type=Path, metavar="FOLDER", help="write a page that opens from the disk, and end")
    browse.add_argument("--annotate", type=Path, metavar="FOLDER", help="collect people's answers and verdicts there")
    browse.add_argument("--sample", type=_positive, metavar="N", help="ask people N questions (default all)")
    browse.add_argument("--port", type=int, default=8000)
    browse.set_defaults(command=_browse)
    people = commands.add_parser("annotations", help="human F1, and how far people agree with judges and each other")
    people.add_argument("folder", type=Path, help="that of browse --annotate")
    people.add_argument("release", type=Path, nargs="?", default=Path("data/release/memorydoc"))
    people.add_argument("--json", type=Path, metavar="FILE", help="write the figures to a file as well")
    people.set_defaults(command=_annotations)
    again = commands.add_parser(
        "retry-rejected", help="run again with more attempts: new samples for what was rejected"
    )
    again.add_argument("overrides", nargs="*", metavar="OVERRIDE", help="those of the run, such as model=anthropic")
    again.add_argument("--attempts", type=_positive, default=3, help="how many more (default 3)")
    again.set_defaults(command=_retry)
    responses = commands.add_parser("responses", help="the store of all replies of language models")
    responses.set_defaults(command=_responses)
    actions = responses.add_subparsers(required=True, dest="action", metavar="ACTION")
    sent = actions.add_parser("export", help="write the replies that the release of params.yaml needs to a file")
    sent.add_argument("file", type=Path, help="such as responses/memorydoc.parquet")
    actions.add_parser("import", help="add the replies of a file").add_argument("file", type=Path)
    actions.add_parser("stats", help="what the store holds, as JSON")
    prune = actions.add_parser("prune", help="remove replies; conditions given together must hold together")
    prune.add_argument("--before", metavar="DAY", type=_day, help="received before this day, such as 2026-05-01")
    prune.add_argument("--outcome", action="append", choices=REPLIED, help="may be given several times")
    arguments = parser.parse_args()
    with reported():
        try:
            sys.exit(arguments.command(arguments))
        except BrokenPipeError:  # as in `microworlds prompt ... | head`
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
