"""Language models: estimate, prompt, retry-rejected, responses, written."""

import argparse
import dataclasses
import json
import subprocess
import sys
from functools import partial
from pathlib import Path

from microworlds.cli.arguments import RAW, Commands, command, day, positive, usual_suite
from microworlds.core.errors import UserError
from microworlds.llm.store import REPLIED

_OVERRIDING = "as for dvc exp run -S, such as model=anthropic"


def add(commands: Commands) -> None:
    """Add these commands."""
    estimate = command(commands, "estimate", _estimate, "what a run with language models will ask for, and cost")
    estimate.add_argument("overrides", nargs="*", metavar="OVERRIDE", help=_OVERRIDING)
    estimate.add_argument("--worlds", type=positive, default=5, help="how many worlds to run dry (default 5)")
    estimate.add_argument("--json", action="store_true", help="for programs")
    prompt = command(commands, "prompt", _prompt, "a prompt as a language model would get it")
    prompt.add_argument("stage", help="the stage that asks, such as conversations or answers@rag_both")
    prompt.add_argument("item", help="the item, or what its key begins with, such as w003-s02")
    prompt.add_argument("overrides", nargs="*", metavar="OVERRIDE", help=_OVERRIDING)
    more = "run again with more attempts: new samples for what was rejected"
    again = command(commands, "retry-rejected", _retry, more)
    again.add_argument("overrides", nargs="*", metavar="OVERRIDE", help="those of the run, such as model=anthropic")
    again.add_argument("--attempts", type=positive, default=3, help="how many more (default 3)")
    responses = command(commands, "responses", _responses, "the store of all replies of language models")
    actions = responses.add_subparsers(required=True, dest="action", metavar="ACTION")
    sent = actions.add_parser("export", help="write the replies that the release of params.yaml needs to a file")
    sent.add_argument("file", type=Path, help="such as responses/SUITE.parquet")
    actions.add_parser("import", help="add the replies of a file").add_argument("file", type=Path)
    actions.add_parser("stats", help="what the store holds, as JSON")
    prune = actions.add_parser("prune", help="remove replies; conditions given together must hold together")
    prune.add_argument("--before", metavar="DAY", type=day, help="received before this day, such as 2026-05-01")
    prune.add_argument("--outcome", action="append", choices=REPLIED, help="may be given several times")
    prune.add_argument("--damaged", action="store_true", help="those that cannot be read")
    written = command(commands, "written", _written, "the texts of a recorded author, which lie in the project")
    does = written.add_subparsers(required=True, dest="action", metavar="ACTION")
    seen = does.add_parser("status", help="what a run finds, what is missing, what nobody asks for")
    have = does.add_parser("record", help="have a language model write what is missing; goes on where it was stopped")
    have.add_argument("--by", metavar="WHO", help="who writes (default: the name of the model)")
    tidy = does.add_parser("tidy", help="remove texts that a run does not ask for")
    for action in (seen, have, tidy):
        action.add_argument("overrides", nargs="*", metavar="OVERRIDE", help=_OVERRIDING)
        action.add_argument("--suite", help="whose texts (default: the first suite of params.yaml)")
        action.add_argument("--folder", type=Path, help="of the texts (default: that of model=recorded)")
        group = action.add_mutually_exclusive_group()
        group.add_argument("--worlds", type=positive, help="only the first so many worlds of the run")
        group.add_argument("--answers", action="store_true", help="the answers to the last run, not its texts")


def _estimate(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from microworlds.config.compose import composed
    from microworlds.pipeline import estimate

    found = estimate.estimate(composed(arguments.overrides), arguments.worlds)
    if arguments.json:
        print(json.dumps(dataclasses.asdict(found) | {"usd": found.usd}, indent=1))
    else:
        Console(width=None if sys.stdout.isatty() else 120).print(estimate.table(found))
    return 0


def _prompt(arguments: argparse.Namespace) -> int:
    from microworlds.config.compose import composed
    from microworlds.pipeline import dry_run

    for key, asked in dry_run.requests(composed(arguments.overrides), arguments.stage, arguments.item):
        settings = f"{asked.model}, temperature {asked.temperature}, at most {asked.max_tokens:,} tokens"
        print(f"##### {asked.task}, {key}: {settings if asked.model != dry_run.NOBODY else 'no model is chosen'}")
        for message in asked.messages:
            print(f"\n### {message.role}\n\n{message.content}")
        print(f"\n### schema, sent as {asked.structured}\n\n{json.dumps(asked.output)}\n")
    return 0


def _retry(arguments: argparse.Namespace) -> int:
    from microworlds.config.compose import composed
    from microworlds.pipeline import retry

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
    from microworlds.core import params
    from microworlds.llm import archive
    from microworlds.llm.store import Store
    from microworlds.pipeline import dry_run

    store = Store()
    if arguments.action == "export":
        count = archive.export(store, *dry_run.needed(params.tree()), arguments.file)
        print(f"{arguments.file}: the {count:,} replies that this release needs")
    elif arguments.action == "import":
        new, count = archive.load(store, arguments.file)
        print(f"{arguments.file}: {count:,} replies, {new:,} of them new to {store.path}")
    elif arguments.action == "prune":
        outcomes = tuple(arguments.outcome or ())
        if not (arguments.before or outcomes or arguments.damaged):
            raise UserError("say which replies to remove: --before DAY, --outcome OUTCOME, --damaged, or several.")
        removed = archive.prune(store, before=arguments.before, outcomes=outcomes, damaged=arguments.damaged)
        print(f"{removed:,} replies removed from {store.path}")
    else:
        print(json.dumps(archive.stats(store), indent=1))
    return 0


def _written(arguments: argparse.Namespace) -> int:
    from microworlds.config.compose import composed
    from microworlds.pipeline import written

    tree = composed(arguments.overrides)
    suite = arguments.suite or usual_suite(RAW)
    folder = arguments.folder or written.usual(suite, answers=arguments.answers)
    see = partial(written.status, tree, suite, folder, arguments.worlds, answers=arguments.answers)
    if arguments.action == "record":
        who = arguments.by or tree["models"]["answerer" if arguments.answers else "generator"].get("model", "")
        written.record(tree, suite, folder, who, arguments.worlds, answers=arguments.answers)
    found = see()
    if arguments.action == "tidy":
        if not found.complete:
            raise UserError(
                f"{folder} is not complete for this run: record what is missing before anything is removed."
            )
        found.folder.tidy(found.used)
        found = see()
    print(written.table(found))
    return 0 if found.complete else 1
