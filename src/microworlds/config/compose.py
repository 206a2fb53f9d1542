"""conf/ composed into one tree: the only module that imports Hydra.

``make params`` writes params.yaml from conf/config.yaml, and the params.yaml of each pipeline in benchmarks/ from the
file of its name in conf/; ``dvc exp run`` composes by itself. Stages read params.yaml and never compose.
"""

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from microworlds.config import lock
from microworlds.core import jsonl, params
from microworlds.core.errors import UserError, run
from microworlds.core.plugins import nearest
from microworlds.suites import base as suites

CONF = Path("conf")
MAIN = "config"
BENCHMARKS = Path("benchmarks")
_HEADER = "# Composed from conf/ by `make params`. Never edit: change conf/ instead, or use `dvc exp run -S`.\n"


def composed(overrides: Sequence[str] = (), conf: Path = CONF, name: str = MAIN) -> dict[str, Any]:
    """The tree that conf/``name``.yaml and the overrides give, interpolations resolved.

    Raises:
        UserError: no such group, group value or key, or a file that is not valid.
    """
    from hydra import compose, initialize_config_dir
    from hydra.errors import HydraException
    from omegaconf import OmegaConf
    from omegaconf.errors import OmegaConfBaseException

    try:
        with initialize_config_dir(str(conf.resolve()), version_base=None):
            tree = OmegaConf.to_container(compose(name, list(overrides)), resolve=True)
    except (HydraException, OmegaConfBaseException, yaml.YAMLError, UnicodeDecodeError) as error:
        raise UserError(f"{conf}: {_explained(str(error), overrides, conf)}") from error
    assert isinstance(tree, dict)
    others = _sections(set(suites.names()) - {name}) if name != MAIN else set()
    return {str(key): value for key, value in tree.items() if key not in others}


def _sections(names: Iterable[str]) -> set[str]:
    """The sections of suites, which the pipeline of another has no use for."""
    beside = (getattr(suites.part(name, "parameters"), "SECTIONS", {}) for name in names)
    return {*names, *(section for own in beside for section in own)}


def _explained(message: str, overrides: Sequence[str], conf: Path) -> str:
    """Hydra's message on one line, with the values a misspelt group choice might have meant."""
    line = " ".join(message.split())
    absent = re.search(r"Missing mandatory value: (\S+)", line)
    if absent:
        return f"{absent[1]} must be given: -S {absent[1]}=..."
    for override in overrides:
        group, _, value = override.partition("=")
        folder = conf / group.lstrip("+")
        names = sorted(path.stem for path in folder.glob("[!_]*.yaml")) if folder.is_dir() else []
        if names and value not in names:
            return f"{group} has no {value!r}{nearest(value, names)}. There are: {', '.join(names)}."
    return f"{line}. Groups are the folders of {conf}."


def main() -> None:
    """Write every params.yaml.

    Raises:
        UserError: settings were given, which the next run would call stale; or dvc.lock is damaged: a run begins here.
    """
    if sys.argv[1:]:
        raise UserError(
            f"{' '.join(sys.argv[1:])}: settings are not given here. Edit conf/ and run `make params`, or try them "
            f"once with `dvc exp run {' '.join(f'-S {own}' for own in sys.argv[1:])}`."
        )
    lock.check_readable()
    _write(params.FILE, composed())
    for pipeline in sorted(BENCHMARKS.glob("*/dvc.yaml")):
        _write(pipeline.with_name(params.FILE.name), composed(name=pipeline.parent.name))


def _write(file: Path, tree: Mapping[str, Any]) -> None:
    text = _HEADER + yaml.safe_dump(tree, sort_keys=False, allow_unicode=True, width=120)
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        jsonl.write_text(file, text)
        print(f"{file} composed from {CONF}/")


if __name__ == "__main__":
    run(main)
