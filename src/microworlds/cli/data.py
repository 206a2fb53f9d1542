"""Releases: verify, other shapes (export, parquet), canary, seed; versions (release, diff, get)."""

import argparse
from collections.abc import Mapping
from pathlib import Path

from microworlds.cli.arguments import Commands, command, positive, usual_suite
from microworlds.publishing.version_manifest import FOLDER


def add(commands: Commands) -> None:
    """Add these commands."""
    _add_shapes(commands)
    _add_seed(commands)
    _add_versions(commands)


def _verify(arguments: argparse.Namespace) -> int:
    from microworlds.publishing import opening, version_manifest

    folder: Path = arguments.folder
    found = opening.unsound(folder)
    if arguments.against is not None:
        found = version_manifest.faults(folder, version_manifest.read(arguments.against)) + found
    for fault in found[: arguments.most]:
        print(f"  {fault}")
    if len(found) > arguments.most:
        print(f"  ... and {len(found) - arguments.most} more (--most {len(found)} shows all)")
    print(f"{folder}: {'sound' if not found else f'{len(found)} faults'}")
    return 0 if not found else 2


def _export(arguments: argparse.Namespace) -> int:
    from microworlds.publishing.exports.base import export

    options = {key: getattr(arguments, key) for key in ("documents", "unit", "tokens", "overlap")}
    made = export(arguments.format, arguments.release, arguments.out, arguments.split, options)
    print(f"{arguments.out}: {_listed(made.counts)}")
    if made.left_out:
        print(f"left out: {_listed(made.left_out)}")
    for what, said in made.how.items():
        print(f"  {what}: {said}")
    return 0


def _parquet(arguments: argparse.Namespace) -> int:
    from microworlds.publishing import parquet

    rows = parquet.write(arguments.release, arguments.out, arguments.withhold)
    print(f"{arguments.out}: {_listed(rows)} (rows)")
    return 0


def _canary(arguments: argparse.Namespace) -> int:
    from microworlds.core import canary

    leaks = [(file, count) for path in arguments.paths for file, count in canary.found(path)]
    for file, count in leaks:
        print(f"{file}: {count:,} times")
    print(f"the canary {canary.GUID} is in {len(leaks):,} files")
    return 2 if leaks else 0


def _seed(arguments: argparse.Namespace) -> int:
    from microworlds.core import private_seed

    if arguments.action == "new":
        made = private_seed.new(arguments.file)
        print(f"{arguments.file} holds the seed and its salt: keep it secret, and keep a copy.")
        print(f"seed.commitment={made.commitment}")
        return 0
    own = private_seed.read(str(arguments.file))
    same = own.commitment == arguments.commitment.lower()
    print(f"{arguments.file}: {'the seed' if same else 'not the seed'} that {arguments.commitment} commits to")
    return 0 if same else 2


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {what}" for what, count in counts.items() if count)


def _release(arguments: argparse.Namespace) -> int:
    from microworlds.publishing import publish

    print(f"\n{publish.release(arguments.version, _name(arguments))}")
    return 0


def _diff(arguments: argparse.Namespace) -> int:
    from microworlds.publishing import diff, diff_pages, opening

    snapshots, labels = [], []
    name = _name(arguments)
    for spec in (arguments.old, arguments.new):
        with opening.opened(spec, name, arguments.project) as found:
            snapshots.append(diff.taken(found.folder))
            labels.append(found.label)
    made = diff.compared(snapshots[0], snapshots[1], (labels[0], labels[1]))
    print(made.model_dump_json(indent=1) if arguments.json else diff_pages.page(made, arguments.most))
    return 0


def _get(arguments: argparse.Namespace) -> int:
    from microworlds.publishing import opening

    name = _name(arguments)
    found = opening.get(arguments.version, name, arguments.project, arguments.folder)
    print(f"{found.folder}: {name} {found.label}, whole and unchanged")
    return 0


def _name(arguments: argparse.Namespace) -> str:
    """The suite that was named; else the usual one here, or the one that another project has released."""
    from microworlds.publishing import sources

    project = getattr(arguments, "project", ".")
    if arguments.name or project == ".":
        return arguments.name or usual_suite(FOLDER)
    return sources.released(project)


def _add_shapes(commands: Commands) -> None:
    verify = command(commands, "verify", _verify, "check a release: manifest, schema, every span, every rule")
    verify.add_argument("folder", type=Path, help="such as data/release/SUITE")
    verify.add_argument("--most", type=int, default=20, help="how many faults to print (default 20)")
    against = "and that it is this version, such as releases/SUITE/v1.0.0.json"
    verify.add_argument("--against", type=Path, metavar="FILE", help=against)
    export = command(commands, "export", _export, "a release in the shape of another benchmark, or for retrieval tools")
    export.add_argument("format", metavar="FORMAT", help="locomo, longmemeval, convomem, dynamicmem or beir")
    parquet = command(commands, "parquet", _parquet, "a release as Parquet, which is a Hugging Face dataset folder too")
    for shape in (export, parquet):
        shape.add_argument("release", type=Path, metavar="RELEASE", help="such as data/release/SUITE")
        shape.add_argument("out", type=Path, metavar="OUT", help="a new folder")
    export.add_argument("--split", default="test", help="which split (default test)")
    export.add_argument("--documents", help="paste or leave-out: for formats that have sessions only")
    export.add_argument("--unit", help="turn, session, section, document or chunk: what BEIR's corpus consists of")
    export.add_argument("--tokens", type=int, help="cl100k tokens of a chunk of a document, with --unit chunk")
    export.add_argument("--overlap", type=int, help="of them shared with the chunk before")
    withheld = "leave out its gold and facts"
    parquet.add_argument("--withhold", action="append", default=[], metavar="SPLIT", help=withheld)
    leaked = "find gold that has leaked: which files have the canary; exit code 2 if any"
    canary = command(commands, "canary", _canary, leaked)
    canary.add_argument("paths", type=Path, nargs="+", metavar="PATH", help="a file or a folder, such as training data")


def _add_seed(commands: Commands) -> None:
    seed = command(commands, "seed", _seed, "a private seed for a held-out split, and its commitment")
    seeding = seed.add_subparsers(required=True, dest="action", metavar="ACTION")
    fresh = seeding.add_parser("new", help="draw one; prints the commitment, which goes into the settings")
    fresh.add_argument("file", type=Path, help="a new file outside the repository")
    check = seeding.add_parser("check", help="whether a revealed seed is the one committed to; exit code 2 if not")
    check.add_argument("file", type=Path, help="the revealed file")
    check.add_argument("commitment", help="from the release's version_manifest.json (seed)")


def _add_versions(commands: Commands) -> None:
    release = command(commands, "release", _release, "publish a version: data to the DVC remote, then the tag")
    release.add_argument("version", help="such as 1.0.0 (docs/releases.md)")
    diff = command(commands, "diff", _diff, "what changed from one version to another, question by question")
    diff.add_argument("old", help="a version such as v1.0.0, a folder, or a git revision")
    diff.add_argument("new", help="the same")
    diff.add_argument("--most", type=positive, default=20, help="questions to show of each kind of change (default 20)")
    diff.add_argument("--json", action="store_true", help="everything, for programs")
    get = command(commands, "get", _get, "fetch a version into a folder, and check it")
    get.add_argument("version", help="such as v1.0.0")
    get.add_argument("folder", type=Path, help="a new one, such as released-1.0.0")
    for own in (release, diff, get):
        own.add_argument("--name", metavar="SUITE", help="of the data set (needed where there are several)")
    for own in (diff, get):
        own.add_argument("--project", default=".", help="the project's folder or git URL (default: here)")
