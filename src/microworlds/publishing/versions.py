"""Semantic versions of data, as git tags in gto's form, and what each part of the number promises.

What changed decides which part must rise: a major version where something that was there is no longer as it was, so
that scores cannot be compared; a minor one where questions or worlds were added; a patch where neither.

Source: semver.org 2.0.0; gto (``SUITE@v1.0.0``); issue 5, section 1.
"""

from collections.abc import Iterable
from typing import Literal

from semver import Version

from microworlds.core.errors import UserError

Level = Literal["major", "minor", "patch"]


def parse(text: str) -> Version:
    """The version that is meant by ``1.0.0`` or ``v1.0.0``.

    Raises:
        UserError: it is no semantic version.
    """
    try:
        return Version.parse(text.removeprefix("v"))
    except ValueError:
        raise UserError(
            f"{text!r} is no semantic version: give three numbers, such as 1.0.0 (or 1.1.0-rc.1 for a candidate)."
        ) from None


def is_version(text: str) -> bool:
    """Whether this reads as a version, with or without its v."""
    return Version.is_valid(text.removeprefix("v"))


def tag(name: str, version: Version) -> str:
    """The git tag of a version, in gto's form."""
    return f"{name}@v{version}"


def tagged(name: str, tags: Iterable[str]) -> list[Version]:
    """The versions of ``name`` among git tags, ascending; one that was taken back counts, since it is used up."""
    from gto.tag import parse_name

    parsed = (parse_name(own, raise_on_fail=False) or {} for own in tags)
    found = {own["version"] for own in parsed if own.get("name") == name and own.get("version")}
    return sorted(parse(version) for version in found)


def check_above(last: Version, new: Version) -> None:
    """Raise UserError unless the new version is above the last one."""
    if new <= last:
        raise UserError(f"version {new} is not above the last one, {last}: give one that is.")


def check_step(last: Version, new: Version, level: Level) -> None:
    """Compare the step from the last version with what its changes ask for.

    Raises:
        UserError: the new version promises more than it keeps.
    """
    if last.major == 0 and level == "major":  # before 1.0.0 nothing is promised
        level = "minor"
    least = {"major": last.bump_major, "minor": last.bump_minor, "patch": last.bump_patch}[level]()
    if new.finalize_version() < least:
        why = "what was there has changed, so scores cannot be compared" if level == "major" else "something was added"
        raise UserError(
            f"version {new} is too small a step from {last}: {why}, which makes it {least} at least. "
            "`microworlds diff` shows the changes."
        )
