"""A version published: named, its data to the DVC remote, fetched back and checked; manifest, changelog, tag; pushed.

The version is written down and the data are made again, so that they and all their cards say it: a build calls itself
by a version only if it is the one that was published, byte for byte (see ``core.publication``).

Everything that can refuse comes before anything is written, and the tag comes last: where there is a tag, the data can
be had. What was done before a failure is found done when the same command is run again.

Source: issue 5, section 1.
"""

import json
import re
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from semver import Version

from microworlds.core import jsonl, publication
from microworlds.core.errors import UserError
from microworlds.core.manifest import MANIFEST, Listed, digest
from microworlds.core.publication import UNRELEASED, Publication
from microworlds.publishing import diff_pages, git_and_dvc, opening, version_manifest, versions
from microworlds.publishing.diff import Diff, compared, counted, taken
from microworlds.publishing.git_and_dvc import CommandError, dvc, git
from microworlds.publishing.version_manifest import ReleaseManifest

CHANGELOG = "CHANGELOG.md"


@dataclass(frozen=True)
class Tags:
    """A version's place among git's tags: the last version below it or beside it, and where its own tag is."""

    last: Version | None
    here: bool
    published: bool


@dataclass(frozen=True)
class Place:
    """Where a version is published from: the branch, and the git remote if there is one."""

    branch: str
    remote: str | None


def release(text: str, name: str) -> str:
    """Publish a version of ``name``; its entry in the changelog.

    Raises:
        UserError: something is not as it must be for a release, or a push failed. The message says what to do.
    """
    version = versions.parse(text)
    if not Path("dvc.yaml").is_file():
        raise UserError("there is no dvc.yaml here: run this at the top of the project.")
    place = _place()
    tags = _tags(name, version, place.remote)
    store = git_and_dvc.chosen()
    paths = (version_manifest.place(name, version), version_manifest.FOLDER / name / CHANGELOG)
    _clean(paths)
    with tempfile.TemporaryDirectory(prefix="microworlds-") as folder, _unless_failed(version_file(name)):
        site = Path(folder) / "site"
        _reproduced(site)
        check_trusted(name, version_manifest.data(name))
        stamp(name, version)
        _sound(version_manifest.data(name))
        made, entry = _described(name, version, tags.last)
        print(f"{name} {version} is sound. Pushing its data to {store.name} ...", flush=True)
        git_and_dvc.push(store, site)
        print("Fetching them back into an empty clone ...", flush=True)
        git_and_dvc.fetched_back(store, Path(folder))
        _commit(made, entry, paths)
    _tag(versions.tag(name, version), entry, place, tags)
    return entry


@contextmanager
def _unless_failed(version: Path) -> Iterator[None]:
    """The version, and what it or a push to a versioned bucket writes to dvc.lock, stay only if that is committed."""
    lock = Path("dvc.lock")
    before = {path: path.read_bytes() for path in (version, lock) if path.exists()}
    try:
        yield
    except BaseException:
        changed = [path for path, content in before.items() if path.read_bytes() != content]
        for path in changed:
            path.write_bytes(before[path])
        if version in changed:
            with suppress(CommandError):  # the next release says what is not as it was
                dvc("checkout", "--force", git_and_dvc.PIPELINE)
        raise


def _place() -> Place:
    try:
        branch = git("symbolic-ref", "--short", "HEAD")
    except CommandError as error:
        raise UserError("no branch is checked out here: `git switch` to the one that you release from.") from error
    known = git("remote").split()
    chosen = git("config", "--default", "", "--get", f"branch.{branch}.remote")
    if chosen in known:
        return Place(branch, chosen)
    return Place(branch, "origin" if "origin" in known else (known[0] if len(known) == 1 else None))


def _tags(name: str, version: Version, remote: str | None) -> Tags:
    """Which tags there are, here and on the git remote.

    Raises:
        UserError: this version was released already, or is below the last.
    """
    own = versions.tag(name, version)
    here = {tag: git("rev-parse", f"{tag}^{{commit}}") for tag in git("tag", "--list", f"{name}@v*").split()}
    there = _remote_tags(name, remote) if remote else {}
    head = git("rev-parse", "HEAD")
    known = {**there, **here}
    if own in known:
        # what a killed release leaves: its own commit, tagged, and not published
        unfinished = known[own] == head and remote is not None and not (own in here and own in there)
        if not unfinished:
            raise UserError(f"the tag {own} exists already: a version is released once. Choose a higher one.")
    others = [known_version for known_version in versions.tagged(name, known) if known_version != version]
    if others:
        versions.check_above(others[-1], version)
    return Tags(others[-1] if others else None, own in here, own in there)


def _remote_tags(name: str, remote: str) -> dict[str, str]:
    """The commit of each tag that the git remote has; ``^{}`` marks what an annotated tag points to."""
    found: dict[str, str] = {}
    for line in git("ls-remote", "--tags", remote, f"{name}@v*").splitlines():
        commit, _, ref = line.partition("\t")
        found[ref.removeprefix("refs/tags/").removesuffix("^{}")] = commit
    return found


def _clean(own: Sequence[Path]) -> None:
    """Refuse a dirty tree; files that a release writes itself may be left from one that failed."""
    lines = git("status", "--porcelain", "--untracked-files=all").splitlines()
    dirty = [line for line in lines if line[3:] not in map(str, own)]
    if dirty:
        shown = ", ".join(line[3:] for line in dirty[:5])
        raise UserError(
            f"the tree is dirty: {shown}{' ...' if len(dirty) > 5 else ''}. A version is a commit: commit these, or "
            "put them away (`git stash -u`), then run this again."
        )


def _reproduced(site: Path) -> None:
    changed = json.loads(dvc("status", git_and_dvc.PIPELINE, "--json", site=site) or "{}")
    if changed:
        raise UserError(
            f"what is here is not what dvc.lock says: {', '.join(list(changed)[:5])} changed (`dvc status` tells how). "
            "Run `dvc repro`, look at what became of it, and commit dvc.lock."
        )


def _sound(folder: Path) -> None:
    found = opening.unsound(folder)
    if found:
        raise UserError(
            f"{folder} is not sound: {'; '.join(found[:3])} ({len(found)} faults). `microworlds verify {folder}` tells "
            "all of them."
        )


def check_trusted(name: str, folder: Path) -> None:
    """Refuse what is outside its limits, unless a reason was given, which its cards then have.

    Raises:
        UserError: something is, and none was given.
    """
    outside = version_manifest.outside(folder)
    if outside and version_manifest.despite(folder) is None:
        raise UserError(
            f"{folder} is outside the limits of a release that can be trusted: {'; '.join(outside)}. Mend that. To "
            f"release it all the same, say why in {name}.release.despite of conf/config.yaml, then `make params`, "
            "`dvc repro` and `git commit -a`: cards, manifest and changelog will have the reason."
        )


def version_file(name: str) -> Path:
    """Where it is written which build is a version, from the top of the project."""
    return version_manifest.FOLDER / name / publication.FILE


def stamp(name: str, version: Version) -> None:
    """Make the data of ``name`` again as this version, unless they are that already.

    Raises:
        UserError: they could not be made, or do not say the version everywhere.
    """
    folder, path = version_manifest.data(name), version_file(name)
    said = Listed.model_validate_json((folder / MANIFEST).read_bytes()).version
    if said != str(version):
        of = publication.read(path).of if said != UNRELEASED else digest(folder / MANIFEST)
        publication.write(path, Publication(version=str(version), published=datetime.now(UTC).date(), of=of))
        print(f"Making {name} again as version {version} ...", flush=True)
        try:
            dvc("repro", git_and_dvc.PIPELINE)
        except CommandError as error:
            raise UserError(f"{name} could not be made as version {version}: {error} No version was made.") from error
    wrong = [f"{file} says {own}" for file, own in _versions(folder).items() if own != str(version)]
    if wrong:
        raise UserError(
            f"{folder} is not version {version} throughout: {'; '.join(wrong)}. The stage that makes it has to take "
            f"the version from {path}; `dvc repro`, and see what it says."
        )


def _versions(folder: Path) -> dict[str, str | None]:
    """What each file that names the version of a release says it is."""
    found = {MANIFEST: Listed.model_validate_json((folder / MANIFEST).read_bytes()).version}
    card, croissant = folder / "README.md", folder / "croissant.json"
    if card.exists():
        found[card.name] = _first(r"^# .*, version (\S+)$", card.read_text(encoding="utf-8"))
    if croissant.exists():
        told = json.loads(croissant.read_bytes())
        found[croissant.name] = told.get("version")
        found[f"the citation in {croissant.name}"] = _first(r"version = \{(.*?)\}", told.get("citeAs", ""))
    return found


def _first(pattern: str, text: str) -> str | None:
    said = re.search(pattern, text, re.MULTILINE)
    return said[1] if said else None


def _described(name: str, version: Version, last: Version | None) -> tuple[ReleaseManifest, str]:
    """The version's manifest and its entry in the changelog.

    Raises:
        UserError: the step from the last version is too small for what changed.
    """
    folder = version_manifest.data(name)
    now = taken(folder)
    made = version_manifest.described(name, version, folder, counted(now), Path("metrics") / name / "results")
    if last is None:
        return made, diff_pages.entry(made, None, None)
    with opening.opened(str(last), name) as old:
        diff: Diff = compared(taken(old.folder), now, (str(last), str(version)))
        versions.check_step(last, version, diff.level)
        return made, diff_pages.entry(made, old.manifest, diff)


def _commit(made: ReleaseManifest, entry: str, paths: tuple[Path, Path]) -> None:
    """Manifest, changelog, and dvc.lock, which a versioned bucket's push writes to: one commit, unless they are in."""
    path, log = paths
    version_manifest.write(path, made)
    jsonl.write_text(log, _with_entry(log.read_text(encoding="utf-8") if log.exists() else f"# {made.name}\n", entry))
    own = (str(path), str(log), str(version_file(made.name)), "dvc.lock")
    git("add", "--", *own)
    if git("status", "--porcelain", "--", *own):
        git("commit", "--quiet", "--message", f"Release {made.name} {made.version}", "--", *own)


def _with_entry(log: str, entry: str) -> str:
    """A changelog with the entry on top; one of the same version gives way to it."""
    head, *others = ("\n" + log).split("\n## ")
    kept = [f"## {other.strip()}\n" for other in others if other.split()[0] != entry.split()[1]]
    return "\n".join([head.strip() + "\n", entry, *kept])


def _tag(tag: str, entry: str, place: Place, tags: Tags) -> None:
    """Tag the commit and push both, or neither."""
    if tags.published:
        assert place.remote is not None
        git("fetch", "--quiet", place.remote, "tag", tag)
        return
    if not tags.here:
        from gto.api import register
        from gto.exceptions import GTOException

        name, _, version = tag.rpartition("@")
        try:
            register(".", name, "HEAD", version=version, message=f"{name} {version}\n\n{entry}")
        except GTOException as error:
            raise UserError(f"gto could not register {name} {version}: {error}") from error
    if place.remote is None:
        return
    try:
        git("push", "--quiet", "--atomic", place.remote, f"HEAD:refs/heads/{place.branch}", f"refs/tags/{tag}")
    except CommandError as error:
        git("tag", "--delete", tag)
        raise UserError(
            f"git could not push to {place.remote}: {error} Nothing was published, and there is no tag {tag}. Put that "
            "right (`git pull --rebase`, if the branch has moved on), then run this again."
        ) from error
