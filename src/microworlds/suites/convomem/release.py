"""Stage release: conversations as observations, a history an episode, gold, ledgers, cores, cards, manifest.

Every text is stored once; histories refer to it.

Source: ConvoMem A.1 to A.3; issue 16, section 3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import yaml

from microworlds import __version__
from microworlds.core import canary, jsonl, params, publication, stage
from microworlds.core.errors import run
from microworlds.core.manifest import FORMAT, MANIFEST, digests
from microworlds.core.publication import Publication
from microworlds.core.records import Record
from microworlds.generation.ledger import Fact
from microworlds.quality import croissant, trust
from microworlds.quality.croissant import Described, Publishing
from microworlds.suites.convomem.conversations import held, observation, released
from microworlds.suites.convomem.histories import SPLIT, HistoriesParams, chosen_sizes, histories
from microworlds.suites.convomem.quality import Quality
from microworlds.suites.convomem.records import PersonaConversations
from microworlds.suites.convomem.scale import ScaleParams


class ReleasedPersona(Record):
    """A persona without what is asked of it; ``by`` wrote the background, ``cores_by`` evidence and questions."""

    id: str
    name: str
    role: str
    group: str
    background: str
    by: str
    cores_by: str


class PersonaLedger(Record):
    """Every fact of a persona."""

    persona: str
    facts: tuple[Fact, ...]


class Manifest(Record):
    """What a release consists of: SHA-256 of every other file, by name.

    ``despite`` is why it is released with figures outside their limits.
    """

    suite: str
    format: int
    version: str
    made_by: str
    seed: int | str
    personas: int
    sizes: tuple[int, ...]
    files: dict[str, str]
    despite: str | None = None


def write(folder: Path, people: Iterable[PersonaConversations], sizes: tuple[int, ...]) -> Counter[str]:
    """Write the data of a release into ``folder``, a persona at a time; how many there are of what."""
    counts: Counter[str] = Counter()
    names = ("observations", f"{SPLIT}.episodes", f"{SPLIT}.gold", "personas", "ledger", "cores")
    with jsonl.writing(folder, names) as files:
        for own in people:
            cores = released(own)
            asked = list(histories(cores, held(own), sizes))
            files["observations"](map(observation, own.conversations))
            files[f"{SPLIT}.episodes"](one.episode for one in asked)
            files[f"{SPLIT}.gold"](chain.from_iterable(one.gold for one in asked))
            files["personas"]([_persona(own)])
            facts = tuple(chain.from_iterable(item.facts for item in own.conversations))
            files["ledger"]([PersonaLedger(persona=own.persona.id, facts=facts)])
            files["cores"](cores)
            counts["personas"] += 1
            counts[f"background by {own.persona.by}"] += 1
            counts[f"evidence and questions by {own.by}"] += 1
            counts["conversations"] += len(own.conversations)
            counts["messages"] += sum(len(item.messages) for item in own.conversations)
            counts["cores"] += len(own.cores)
            counts["histories"] += len(asked)
            counts["questions"] += sum(len(one.gold) for one in asked)
            counts.update(f"{core.plan.category} {core.plan.k}" for core in own.cores)
    return counts


def _persona(own: PersonaConversations) -> ReleasedPersona:
    return ReleasedPersona.model_validate(own.persona.model_dump(exclude={"plans", "number"}) | {"cores_by": own.by})


@dataclass(frozen=True)
class About:
    """What the cards are written from: how many there are of what, what was measured, how it is published."""

    counts: Counter[str]
    sizes: tuple[int, ...]
    seed: int | str
    quality: Quality
    publishing: Publishing


def describe(folder: Path, about: About, published: Publication) -> None:
    """Write cards and manifest into a folder that has the data."""
    (folder / MANIFEST).unlink(missing_ok=True)
    described = Described("convomem", about.publishing, published, trust.sentences(about.quality.trust))
    known = slots(about, described)
    jsonl.write_text(folder / "README.md", _text("card.txt").format(**known))
    croissant.write(folder, yaml.safe_load(_text("croissant.yaml")), known, described)
    own = Manifest(
        suite="convomem",
        format=FORMAT,
        version=published.version,
        made_by=f"microworlds {__version__}",
        seed=about.seed,
        personas=about.counts["personas"],
        sizes=about.sizes,
        files=digests(folder),
        despite=described.despite,
    )
    jsonl.write_text(folder / MANIFEST, own.model_dump_json(indent=2) + "\n")


def slots(about: About, described: Described) -> dict[str, Any]:
    """What the texts of the cards are filled in with, by the names that they use."""
    rows = [name.rsplit(" ", 1) for name in about.counts if name[-1:].isdigit()]
    table = "\n".join(f"| {name.replace('_', ' ')} | {k} | {about.counts[f'{name} {k}']} |" for name, k in sorted(rows))
    plain = {name: f"{count:,}" for name, count in about.counts.items() if not name[-1:].isdigit()}
    by = [name for name in plain if " by " in name]
    own = about.quality
    return {
        "version": described.publication.version,
        "sizes": ", ".join(map(str, about.sizes)),
        "table": table,
        "canary": canary.SENTENCE,
        "proved": f"{own.proved:,} of {own.questions:,}",
        "leaks": ", ".join(f"{leak.by} {leak.value:.2f}" for leak in own.leaks),
        "by": "; ".join(f"{name} ({plain.pop(name)} personas)" for name in by),
        "outside": trust.listed(described.outside, described.despite),
        **plain,
    }


def _text(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def main() -> None:
    """Conversations and what was measured of them in, a release out."""
    conversations, measured, version, out = stage.paths("conversations", "quality", "version", "release")
    scale = params.section(ScaleParams, "convomem.scale")
    sizes = chosen_sizes(params.section(HistoriesParams, "convomem.histories"), scale.sizes_most)
    seed = params.section(params.SeedParams, "seed").public
    counts = write(out, jsonl.read(conversations, PersonaConversations), sizes)
    jsonl.write_text(out / "quality.json", measured.read_text(encoding="utf-8"))
    found = Quality.model_validate_json(measured.read_bytes())
    about = About(counts, sizes, seed, found, params.section(Publishing, "convomem.release"))
    publication.described(out, version, partial(describe, out, about))


if __name__ == "__main__":
    run(main)
