"""Stage source of other people's benchmarks: the published file, from where the parameters say, to data/raw.

The project has no copy of any of them. The file is looked at on every run and handed on as it is; DVC keeps its hash,
not the file.

Source: issue 4, section 3.
"""

import json
import shutil
from pathlib import Path

from microworlds.core import caches, jsonl, params, stage
from microworlds.core.errors import ItemError, UserError, run
from microworlds.core.records import Record
from microworlds.corpora.download import Manners, WebSite
from microworlds.suites import base as suites


class SourceParams(Record):
    """Where the published file is: a path, or an address."""

    source: str


class Published(Record):
    """A benchmark's file: where it is published, under which licence, and where from."""

    benchmark: str
    url: str
    licence: str


def fetch(suite: str, own: Published, source: str, out: Path) -> None:
    """Copy the file at a path or an address to ``out``; what was downloaded is kept beside the caches.

    Raises:
        UserError: it is not there, cannot be downloaded, or is no JSON.
    """
    path = _downloaded(suite, source) if source.startswith(("http://", "https://")) else Path(source)
    if not path.is_file():
        raise UserError(
            f"{own.benchmark}'s file is not at {path.absolute()}, and this project has no copy of it. Download "
            f"{own.url} ({own.licence}) to that place; or name another file or address as {suite}.source in "
            f"conf/{suite}.yaml and run `make params`."
        )
    fault = _fault(path)
    if fault:
        raise UserError(f"{path}: {fault}. Get {own.benchmark}'s file again from {own.url}.")
    with jsonl.replacing(out) as temporary:
        shutil.copyfile(path, temporary)


def _downloaded(suite: str, address: str) -> Path:
    root, _, name = address.rpartition("/")
    site = WebSite(root, caches.folder("published", suite), Manners())
    try:
        return site.get(name, _fault)
    except ItemError as error:
        raise UserError(f"{error}. Is this the address of the file itself?") from error
    finally:
        site.close()


def _fault(path: Path) -> str | None:
    try:
        json.loads(path.read_bytes())
    except ValueError as error:
        return f"not JSON: {error}"
    return None


def main() -> None:
    """A suite's name in, the file that its section names out."""
    suite, out = stage.paths("suite", "file")
    own = suites.part(str(suite), "release").PUBLISHED
    fetch(str(suite), own, str(params.value(f"{suite}.source")), out)


if __name__ == "__main__":
    run(main)
