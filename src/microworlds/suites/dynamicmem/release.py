"""Stage release: the logs of each day as an observation, an episode a user, gold, states with provenance, cards.

Source: DynamicMem, published packs (spec 1.10 to 1.13); issue 17, sections 2 and 5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import yaml

from microworlds import __version__
from microworlds.core import canary, jsonl, params, publication, stage
from microworlds.core.errors import run
from microworlds.core.manifest import FORMAT, MANIFEST, digests
from microworlds.core.publication import Publication
from microworlds.core.records import Record
from microworlds.quality import croissant, trust
from microworlds.quality.croissant import Described, Publishing
from microworlds.suites.dynamicmem.episodes import SPLIT, entries, episode, golds
from microworlds.suites.dynamicmem.logs import observations
from microworlds.suites.dynamicmem.profiles import ProfilesParams
from microworlds.suites.dynamicmem.quality import Quality
from microworlds.suites.dynamicmem.questions import UserItems
from microworlds.suites.dynamicmem.records import ReleasedItem, ReleasedState, UserLogs


class ReleasedUser(Record):
    """A user without what is asked: the basic profile; ``by`` is who wrote the texts."""

    id: str
    name: str
    basic: dict[str, object]
    by: str


class Manifest(Record):
    """What a release consists of: SHA-256 of every other file, by name; ``windows`` are first and last days.

    ``despite`` is why it is released with figures outside their limits.
    """

    suite: str
    format: int
    version: str
    made_by: str
    seed: int | str
    users: int
    windows: tuple[tuple[date, date], ...]
    files: dict[str, str]
    despite: str | None = None


@dataclass(frozen=True)
class About:
    """What the cards are written from."""

    counts: Counter[str]
    windows: tuple[tuple[date, date], ...]
    seed: int | str
    quality: Quality
    publishing: Publishing


def write(folder: Path, people: Iterable[tuple[UserLogs, UserItems]]) -> Counter[str]:
    """Write the data of a release into ``folder``, a user at a time; how many there are of what."""
    counts: Counter[str] = Counter()
    names = ("observations", f"{SPLIT}.episodes", f"{SPLIT}.gold", "users", "states", "items")
    with jsonl.writing(folder, names) as files:
        for own, asked in people:
            user = own.profile.id
            observed = list(observations(user, [one.log for one in own.logs]))
            placed = entries(user, observed)
            files["observations"](observed)
            files[f"{SPLIT}.episodes"]([episode(user, observed, asked.items)])
            files[f"{SPLIT}.gold"](golds(user, asked.items, placed))
            files["users"]([ReleasedUser(id=user, name=own.profile.name, basic=own.profile.basic, by=own.by)])
            files["states"](_states(own))
            files["items"](
                ReleasedItem(item=item, evidence=tuple(placed[name] for name in item.evidence), canary=canary.SENTENCE)
                for item in asked.items
            )
            counts.update(users=1, days=len(observed), logs=len(own.logs), questions=len(asked.items))
            counts.update(f"category {item.category}" for item in asked.items)
            counts[f"texts by {own.by}"] += 1
    return counts


def _states(own: UserLogs) -> Iterator[ReleasedState]:
    for state in own.profile.states:
        shown: list[list[str]] = [[] for _ in state.changes]
        for one in own.logs:
            for evidence in one.evidence:
                if evidence.state == state.key:
                    shown[evidence.change].append(one.log.app_log_id)
        yield ReleasedState(user=own.profile.id, state=state, shown=tuple(map(tuple, shown)), canary=canary.SENTENCE)


def describe(folder: Path, about: About, published: Publication) -> None:
    """Write cards and manifest into a folder that has the data."""
    (folder / MANIFEST).unlink(missing_ok=True)
    described = Described("dynamicmem", about.publishing, published, trust.sentences(about.quality.trust))
    known = slots(about, described)
    jsonl.write_text(folder / "README.md", _text("card.txt").format(**known))
    croissant.write(folder, yaml.safe_load(_text("croissant.yaml")), known, described)
    own = Manifest(
        suite="dynamicmem",
        format=FORMAT,
        version=published.version,
        made_by=f"microworlds {__version__}",
        seed=about.seed,
        users=about.counts["users"],
        windows=about.windows,
        files=digests(folder),
        despite=described.despite,
    )
    jsonl.write_text(folder / MANIFEST, own.model_dump_json(indent=2) + "\n")


def slots(about: About, described: Described) -> dict[str, Any]:
    """What the texts of the cards are filled in with, by the names that they use."""
    counts, own = about.counts, about.quality
    rows = "\n".join(
        f"| {name.removeprefix('category ').replace('_', ' ')} | {count:,} |"
        for name, count in sorted(counts.items())
        if name.startswith("category ")
    )
    users = "\n".join(
        f"| {one.user} | {one.logs:,} | {one.states} | {one.changes} | {one.noise:.0%} | {one.questions} |"
        for one in own.users
    )
    by = "; ".join(
        f"{name.removeprefix('texts by ')} ({counts[name]} users)" for name in counts if name.startswith("texts by ")
    )
    return {
        "version": described.publication.version,
        "first": about.windows[0][0],
        "last": about.windows[-1][1],
        "checkpoints": len(about.windows),
        "rows": rows,
        "users_table": users,
        "figures": "\n".join(f"- {figure.sentence}." for figure in own.trust),
        "measured": "; ".join(figure.sentence for figure in own.trust),
        "outside": trust.listed(described.outside, described.despite),
        "refused": own.refused,
        "by": by,
        "canary": canary.SENTENCE,
        **{name: f"{counts[name]:,}" for name in ("users", "days", "logs", "questions")},
    }


def _text(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def main() -> None:
    """Logs, questions and what was measured of them in, a release out."""
    logs, questions, measured, version, out = stage.paths("logs", "questions", "quality", "version", "release")
    windows = params.section(ProfilesParams, "dynamicmem.profiles").windows
    seed = params.section(params.SeedParams, "seed").public
    people = zip(jsonl.read(logs, UserLogs), jsonl.read(questions, UserItems), strict=True)
    counts = write(out, people)
    jsonl.write_text(out / "quality.json", measured.read_text(encoding="utf-8"))
    found = Quality.model_validate_json(measured.read_bytes())
    about = About(counts, windows, seed, found, params.section(Publishing, "dynamicmem.release"))
    publication.described(out, version, partial(describe, out, about))


if __name__ == "__main__":
    run(main)
