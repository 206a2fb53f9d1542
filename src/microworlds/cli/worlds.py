"""Looking at worlds, and people's judgement of them: browse, annotations."""

import argparse
from pathlib import Path

from microworlds.cli.arguments import RELEASES, Commands, command, positive, show, usual_suite
from microworlds.core.errors import UserError


def add(commands: Commands) -> None:
    """Add these commands."""
    browse = command(commands, "browse", _browse, "look at a release in a web browser, and judge it there")
    browse.add_argument("release", type=Path, nargs="?", help="a folder (default: that of data/release)")
    browse.add_argument("--run", type=Path, metavar="FOLDER", help="answers and scores (default data/interim/RELEASE)")
    browse.add_argument("--export", type=Path, metavar="FOLDER", help="write a page that opens from the disk, and end")
    browse.add_argument("--annotate", type=Path, metavar="FOLDER", help="collect people's answers and verdicts there")
    browse.add_argument("--sample", type=positive, metavar="N", help="ask people N questions (default all)")
    browse.add_argument("--port", type=int, default=8000)
    judged = "human F1, and how far people agree with judges and each other"
    annotations = command(commands, "annotations", _annotations, judged)
    annotations.add_argument("folder", type=Path, help="that of browse --annotate")
    annotations.add_argument("release", type=Path, nargs="?", help="a folder (default: that of data/release)")
    annotations.add_argument("--json", type=Path, metavar="FILE", help="write the figures to a file as well")


def _browse(arguments: argparse.Namespace) -> int:
    from microworlds.browse import export, human_annotations, library, server

    release = arguments.release or RELEASES / usual_suite(RELEASES)
    played = arguments.run or release.parent.parent / "interim" / release.name
    if arguments.run and not arguments.run.is_dir():
        raise UserError(f"{arguments.run} is no folder. --run names the one with answers/ and scores.jsonl.")
    shown = library.read(release, played if played.is_dir() else None)
    if arguments.export:
        count = export.export(shown, arguments.export)
        print(f"{arguments.export / 'index.html'}: open it in a browser ({count} files, no server needed)")
        return 0
    folder = human_annotations.Folder(arguments.annotate) if arguments.annotate else None
    running = server.server(server.OpenRelease(shown, folder, server.drawn(shown, arguments.sample)), arguments.port)
    print(f"open http://127.0.0.1:{running.server_port} (Ctrl-C ends it)", flush=True)
    with running:
        running.serve_forever()
    return 0


def _annotations(arguments: argparse.Namespace) -> int:
    from microworlds.browse import human_annotations, library
    from microworlds.browse.judgement import judgements, page
    from microworlds.core import jsonl

    made = judgements(
        library.read(arguments.release or RELEASES / usual_suite(RELEASES)), human_annotations.every(arguments.folder)
    )
    if arguments.json:
        jsonl.write_text(arguments.json, made.model_dump_json(indent=2) + "\n")
    show(page(made), 160)
    return 0
