"""git and dvc as a person would type them, and the DVC remote that a release goes to.

Their exit code decides, and their own words say what is wrong. A process of its own because a remote's client raises
what DVC does not know (botocore, aiohttp), and its command line turns all of it into one error.

A remote is trusted by DVC unless ``verify`` is set: a damaged object would be pulled without a word. And a push looks
only at whether an object is there; so a release is what an empty clone gets, hash by hash, and not what was pushed.

Source: issue 5, section 1; DVC 3.67 (remote modify, verify).
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from microworlds.core.errors import UserError

# the pipeline that makes what is released: those of other people's benchmarks lie below it, and are not
PIPELINE = "dvc.yaml"
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


@dataclass(frozen=True)
class Store:
    """A DVC remote: its name and settings, paths absolute."""

    name: str
    settings: Mapping[str, Any]


def chosen() -> Store:
    """The default DVC remote.

    Raises:
        UserError: there is none, or whoever pulls from it would not check what arrives.
    """
    from dvc.repo import Repo

    with Repo() as repo:
        name = repo.config["core"].get("remote")
        settings = repo.config["remote"].get(name) if name else None
        shared = repo.config.load_one("repo")["remote"].get(name) if name else None
    if settings is None:
        raise UserError(
            "no DVC remote is configured: `dvc remote add --default NAME URL`, then `dvc remote modify NAME verify "
            "true`, and commit .dvc/config (docs/releases.md)."
        )
    # those who clone have the shared settings only, where the remote is shared
    if str((shared or settings).get("verify")).lower() != "true":
        raise UserError(
            f"the DVC remote {name} is not verified, so a damaged object would be pulled without a word: "
            f"`dvc remote modify {name} verify true`, and commit .dvc/config."
        )
    return Store(str(name), dict(settings))


def push(store: Store, site: Path) -> None:
    """Push all data of the workspace; with a fresh ``site``, DVC asks the remote what is there.

    Raises:
        UserError: not all of it arrived.
    """
    try:
        dvc("push", PIPELINE, "--remote", store.name, site=site)
    except CommandError as error:
        raise UserError(
            f"the data could not be pushed to {store.name}: {error} No version was made. Run this again when the "
            "remote can be written to; what has arrived stays."
        ) from error
    if not _versioned(store):
        _complete(store)


def _versioned(store: Store) -> bool:
    """Whether the remote has files under their own names, and not by their hashes."""
    return any(_plain(store.settings.get(name)) == "true" for name in ("version_aware", "worktree"))


def _complete(store: Store) -> None:
    """Put what is missing: where the remote has a folder's list, a push takes its files to be there (DVC 3.67)."""
    from dvc.repo import Repo

    with Repo() as repo:
        oids, remote, local = _used(repo), repo.cloud.get_remote_odb(store.name), repo.cache.local
        missing = sorted(set(oids) - set(remote.oids_exist(oids)))
        try:
            remote.add([local.oid_to_path(oid) for oid in missing], local.fs, missing)
        except OSError as error:
            raise UserError(f"{len(missing)} files could not be put back into {store.name}: {error}") from error


def _used(repo: Any) -> list[str]:
    """The hashes of all objects that the workspace needs of a remote."""
    return sorted({own.value for used in repo.used_objs([PIPELINE], push=True).values() for own in used})


def fetched_back(store: Store, folder: Path) -> None:
    """Pull everything that dvc.lock names into a clone with an empty cache, below ``folder``, as anyone would.

    Raises:
        UserError: something is missing from the remote or damaged there.
    """
    clone = folder / "clone"
    git("clone", "--quiet", "--shared", str(Path.cwd()), str(clone))
    shutil.copy2("dvc.lock", clone)  # which a push to a versioned bucket has written to
    _configure(store, clone)
    try:
        dvc("pull", PIPELINE, "--remote", store.name, folder=clone, site=folder / "other")
    except CommandError as error:
        raise UserError(
            f"what {store.name} has is not what was pushed: {error} No version was made. {_damaged(store, clone)}"
            "Then run this again."
        ) from error


def _configure(store: Store, clone: Path) -> None:
    """Point the clone to the same remote, whose relative path or local settings do not come with git."""
    from dvc.repo import Repo

    with Repo(str(clone)) as repo, repo.config.edit("local") as config:
        config["remote"][store.name] = {key: _plain(value) for key, value in store.settings.items()}
        config["cache"]["dir"] = str(clone / ".dvc" / "empty")


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _damaged(store: Store, clone: Path) -> str:
    """Which objects have to be removed by hand, since a push does not replace what is there."""
    from dvc.repo import Repo

    if _versioned(store):
        return ""  # a new version of an object takes the place of a damaged one
    arrived = clone / ".dvc" / "empty" / "files" / "md5"
    with Repo() as repo:
        lost = [oid for oid in _used(repo) if not (arrived / oid[:2] / oid[2:]).exists()]
        places = [(odb, oid) for odb in (repo.cloud.get_remote_odb(store.name), repo.cache.local) for oid in lost]
        damaged = [odb.oid_to_path(oid) for odb, oid in places if odb.exists(oid) and _md5(odb, oid) != oid[:32]]
    if not damaged:
        return ""
    return f"Damaged: {', '.join(damaged[:5])}. Remove that, and `dvc repro` if it is in your cache. "


def _md5(odb: Any, oid: str) -> str:
    with odb.fs.open(odb.oid_to_path(oid), "rb") as file:
        return hashlib.file_digest(file, "md5").hexdigest()
