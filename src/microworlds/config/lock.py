"""dvc.lock without its data: whether it can be read, and which stages it no longer tells the truth about.

``make check`` compares it with what is in git: the code, settings and commands that made what it lists. Whether the
data are those is what ``dvc status`` says, which needs them.
"""

import os
from pathlib import Path
from typing import Any

import yaml

from microworlds.core.errors import UserError, run

FILE = Path("dvc.lock")
PIPELINE = "dvc.yaml"


def check_readable(path: Path = FILE) -> None:
    """Raise UserError if there is a dvc.lock and it is empty or cut off; DVC only says that it fails validation."""
    from dvc.schema import COMPILED_LOCKFILE_SCHEMA
    from voluptuous import Invalid

    if not path.exists():
        return
    try:
        # DVC's own schema; its own loader takes ten times as long
        COMPILED_LOCKFILE_SCHEMA(yaml.load(path.read_bytes(), yaml.CSafeLoader))
    except (yaml.YAMLError, Invalid) as error:
        raise UserError(
            f"{path} is empty or cut off: a run was killed while it was written, or two ran at once. "
            f"`git checkout {path}` gets the last one back; what was made since is in the cache, and not made again."
        ) from error


def stale() -> dict[str, list[str]]:
    """What changed since dvc.lock was written, by stage: what is in git, and no data."""
    from dvc.repo import Repo

    with Repo() as repo:
        stages = [stage for stage in repo.index.stages if stage.path_in_repo == PIPELINE]
        made = [Path(out.fs_path) for stage in stages for out in stage.outs]
        return {stage.name: found for stage in stages if (found := _changes(stage, made))}


def _changes(stage: Any, made: list[Path]) -> list[str]:
    """What of a stage is not as it was; ``made`` are the outputs of all stages, of which it is only asked if listed."""
    found = ["its command"] if stage.cmd_changed else []
    for dep in stage.deps:
        if _is_data(Path(dep.fs_path), made):
            found += [] if dep.hash_info else [str(dep)]
        else:
            # of a file its name, of settings those that differ
            told = dep.workspace_status()
            found += [name for own in told.values() for name in own] if hasattr(dep, "params") else list(told)
    return found


def _is_data(path: Path, made: list[Path]) -> bool:
    return any(path == out or path in out.parents or out in path.parents for out in made)


def main() -> None:
    """Stop with a message unless dvc.lock is what the tree would make."""
    os.environ["DVC_NO_ANALYTICS"] = "1"
    check_readable()
    found = stale()
    if found:
        shown = "; ".join(f"{name} ({', '.join(changes[:3])})" for name, changes in list(found.items())[:8])
        raise UserError(
            f"{FILE} is stale in {len(found)} stages: {shown}{' ...' if len(found) > 8 else ''}. "
            f"`make run`, and commit {FILE}."
        )


if __name__ == "__main__":
    run(main)
