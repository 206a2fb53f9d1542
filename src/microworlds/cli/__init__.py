"""The ``microworlds`` command: a module for each group of commands, which adds its own to the command line."""

import argparse
import os
import sys

from microworlds import __version__
from microworlds.cli import data, models, runs, worlds
from microworlds.core.errors import reported


def main() -> None:
    """Run the command line; exit code 2 where the user can put something right."""
    parser = argparse.ArgumentParser(prog="microworlds", description=__doc__)
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for group in (data, runs, worlds, models):
        group.add(commands)
    arguments = parser.parse_args()
    with reported():
        try:
            sys.exit(arguments.command(arguments))
        except BrokenPipeError:  # as in `microworlds prompt ... | head`
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
