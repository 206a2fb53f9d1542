"""git and dvc as a person would type them: their exit code decides, and their own words say what is wrong.

A process of its own because a remote's client raises what DVC does not know (botocore, aiohttp), and its command line
turns all of it into one error.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from microworlds.core.errors import UserError

_QUIET = {"DVC_NO_ANALYTICS": "1", "GIT_EDITOR": "true"}


class CommandError(UserError):
    """A command of git or dvc failed; the message is what it said."""


def git(*words: str, folder: Path = Path()) -> str:
    """What git prints, without the last line break.

    Raises:
        CommandError: it failed.
    """
    return _run(("git", *words), folder, {})


def dvc(*words: str, folder: Path = Path(), site: Path | None = None) -> str:
    """What dvc prints. With ``site`` it forgets what it noted of files and remotes, and looks at each again.

    Raises:
        CommandError: it failed.
    """
    more = {} if site is None else {"DVC_SITE_CACHE_DIR": str(site.absolute())}
    return _run((sys.executable, "-m", "dvc", *words), folder, more)


def _run(command: tuple[str, ...], folder: Path, more: Mapping[str, str]) -> str:
    # a stage is run by the `python` that is found first
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = {**os.environ, **_QUIET, "PATH": path, **more}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
        wrong = [line for line in lines if line.lower().startswith(("error", "fatal", "warning"))] or lines[-3:]
        raise CommandError(" ".join(wrong)[:1500] or f"{' '.join(command[:3])}: exit code {done.returncode}")
    return done.stdout.rstrip("\n")
