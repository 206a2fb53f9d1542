"""The Caselaw Access Project: published opinions of United States courts, from its site or a copy of it.

Layout: ``/ReportersMetadata.json``, ``/<reporter>/VolumesMetadata.json`` and ``/<reporter>/<volume_folder>.zip`` with
one case in each ``json/*.json``. A local folder or any file server of that layout does as well as the site.

Source: MemoryDocDataSet 4.2 and Appendix A, stage 1; https://static.case.law/docs/.
"""

import json
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, ValidationError

from microworlds.core.errors import ItemError, UserError
from microworlds.core.parallel import Waiting, ordered_map
from microworlds.core.plugins import nearest
from microworlds.core.records import Record, Rejection
from microworlds.corpora.case import Case, source_of
from microworlds.corpora.download import Check, Manners, WebSite
from microworlds.corpora.naming import slug
from microworlds.corpora.records import Source

LICENCE = "CC0-1.0"
ATTRIBUTION = "Harvard Law School Library, Caselaw Access Project (https://case.law)"


_Get = Callable[[str, Check], Path]
"""The file of a name, on this machine; see ``WebSite.get``."""


def _local(root: Path, name: str, check: Check) -> Path:
    # nothing can be fetched again here, so what is damaged is found, case by case, when it is read
    path = root / name
    if not path.is_file():
        raise UserError(
            f"{path}: there is no such file. Check the corpus settings: the root folder, and the names of "
            "reporters and volumes."
        )
    return path


_Chosen = Annotated[str, Field(pattern=r"^\w[\w.-]*(/\w[\w.-]*)?$")]


class Cap(Record):
    """Opinions of the volumes chosen, in order of reporter, volume and page.

    ``root`` is an address or a local folder. ``volumes`` are names of reporters and of their volume folders: ``a3d/1``
    is one volume, ``alaska`` all of that reporter. At most ``downloads`` files are fetched at once; a server that is
    busy or breaks off is asked again up to ``retries`` times, after waits that double or are as long as it asks for.
    """

    root: str = "https://static.case.law"
    volumes: tuple[_Chosen, ...] = Field(min_length=1)
    downloads: int = Field(default=2, ge=1, le=8)
    retries: int = Field(default=6, ge=0)
    timeout_seconds: float = Field(default=60.0, gt=0)

    def gather(self, cache: Path, documents: int) -> Iterator[Source | Rejection]:
        """All opinions of the volumes, and what of them cannot be read; ``documents`` changes nothing.

        Raises:
            UserError: no such reporter or volume, or the site cannot be reached.
        """
        with self._site(cache) as get:
            places = [
                (reporter, volume)
                for reporter, chosen in self._reporters(get).items()
                for volume in self._volumes(get, reporter, chosen)
            ]

            def fetched(place: tuple[str, str]) -> Path | Rejection:
                name = f"{place[0]}/{place[1]}.zip"
                try:
                    return get(name, whole_zip)
                except ItemError as error:
                    return _refused(name, str(error))

            seen: dict[int, str] = {}
            found = ordered_map(fetched, places, label="volumes", waiting=Waiting(self.downloads))
            for (reporter, volume), path in zip(places, found, strict=True):
                yield from [path] if isinstance(path, Rejection) else _volume(path, f"{reporter}/{volume}", seen)

    @contextmanager
    def _site(self, cache: Path) -> Iterator[_Get]:
        folder = Path(self.root).expanduser()
        if re.match(r"https?://", self.root):
            manners = Manners(retries=self.retries, timeout_seconds=self.timeout_seconds)
            with closing(WebSite(self.root, cache / "cap" / slug(self.root), manners)) as site:
                yield site.get
        elif folder.is_dir():
            yield partial(_local, folder)
        else:
            raise UserError(
                f"the root of the corpus, {self.root!r}, is neither a folder nor an address that begins with "
                "http:// or https://. Set it to one of them."
            )

    def _reporters(self, get: _Get) -> dict[str, list[str]]:
        """The volumes chosen of each reporter, in the order in which reporters are named; an empty name means all."""
        known = [str(entry["slug"]) for entry in _metadata(get, "ReportersMetadata.json", "slug")]
        chosen: dict[str, list[str]] = {}
        for name in self.volumes:
            reporter, _, volume = name.partition("/")
            if reporter not in known:
                shown = ", ".join(sorted(known)[:30]) + (" ..." if len(known) > 30 else "")
                raise UserError(f"{self.root} has no reporter {reporter!r}{nearest(reporter, known)}. It has: {shown}.")
            chosen.setdefault(reporter, []).append(volume)
        return chosen

    def _volumes(self, get: _Get, reporter: str, chosen: Sequence[str]) -> list[str]:
        entries = _metadata(get, f"{reporter}/VolumesMetadata.json", "volume_folder")
        known = sorted({str(entry["volume_folder"]) for entry in entries}, key=_natural)
        for volume in chosen:
            if volume and volume not in known:
                shown = ", ".join(known[:30]) + (" ..." if len(known) > 30 else "")
                raise UserError(f"{self.root}/{reporter} has no volume {volume!r}. It has: {shown}.")
        return [volume for volume in known if "" in chosen or volume in chosen]


def whole_zip(path: Path) -> str | None:
    """What is wrong with a zip file, read to its end; None if nothing is."""
    try:
        with zipfile.ZipFile(path) as archive:
            broken = archive.testzip()
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        return f"not a whole zip file ({error})"
    return f"{broken} in it is damaged" if broken else None


def _natural(name: str) -> list[tuple[int, str]]:
    return [(int(piece), "") if piece.isdigit() else (0, piece) for piece in re.split(r"(\d+)", name)]


def _metadata(get: _Get, name: str, key: str) -> list[dict[str, Any]]:
    def fault(path: Path) -> str | None:
        try:
            entries = json.loads(path.read_bytes())
        except ValueError as error:
            return f"{name} is not JSON ({error})"
        # a name with a slash in it would leave the cache folder
        named = isinstance(entries, list) and all(re.fullmatch(r"\w[\w.-]*", _name(entry, key)) for entry in entries)
        return None if named else f"{name} is not a list of objects with a plain name under {key!r}"

    try:
        path = get(name, fault)
        reason = fault(path)
    except ItemError as error:
        reason = str(error)
    if reason is not None:
        raise UserError(f"{reason}. Is the root of the corpus the site's, or a copy of its layout?")
    entries: list[dict[str, Any]] = json.loads(path.read_bytes())
    return entries


def _name(entry: object, key: str) -> str:
    return str(entry.get(key, "")) if isinstance(entry, dict) else ""


def _refused(item: str, reason: str) -> Rejection:
    return Rejection(stage="cap", item=item, reason=reason)


def _volume(path: Path, place: str, seen: dict[int, str]) -> Iterator[Source | Rejection]:
    """Rejections of one volume in order of file name, then its sources in order of page."""
    sources = []
    try:
        with zipfile.ZipFile(path) as archive:
            names = sorted(name for name in archive.namelist() if re.fullmatch(r"(?:[^_].*/)?json/[^/]+\.json", name))
            for name in names:
                item = f"{place}.zip/{name}"
                try:
                    case = _case(archive, name)
                    if case.id in seen:
                        raise ItemError(f"the case {case.id} came before, in {seen[case.id]}")
                    sources.append(source_of(case, volume=slug(place), licence=LICENCE, attribution=ATTRIBUTION))
                    seen[case.id] = item
                except ItemError as error:
                    yield _refused(item, str(error))
    except zipfile.BadZipFile as error:
        yield _refused(f"{place}.zip", f"not a whole zip file ({error})")
        return
    if not names:
        yield _refused(f"{place}.zip", "no json/*.json in it")
    yield from sorted(sources, key=lambda source: (source.order, source.id))


def _case(archive: zipfile.ZipFile, name: str) -> Case:
    try:
        data = archive.read(name)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise ItemError(f"damaged ({error})") from error
    if not data.strip():
        raise ItemError("empty")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ItemError(f"not UTF-8 (byte {error.start} is {data[error.start]:#04x})") from error
    try:
        return Case.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(step) for step in first["loc"])
        raise ItemError(f"not a case: {where + ': ' if where else ''}{first['msg']}") from error


CORPUS = Cap
