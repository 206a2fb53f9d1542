"""Personas without a model: roles, expertise, voices and directed relations by draw.

Source: MemoryDocDataSet 3.2, Appendix B.1.
"""

import random
from collections.abc import Mapping
from pathlib import Path

import yaml

from microworlds.generation.person_names import FIRST, LAST
from microworlds.suites.memorydoc.tasks.personas import PersonasGiven, PersonasWritten
from microworlds.suites.memorydoc.world import Persona, Relation

_VOICES: Mapping[str, list[str]] = yaml.safe_load(
    (Path(__file__).parent / "phrases" / "voices.yaml").read_text(encoding="utf-8")
)


def write(given: PersonasGiven, rng: random.Random) -> PersonasWritten:
    """The personas asked for; each is related to at least one other."""
    firsts = rng.sample(FIRST, given.count)
    lasts = rng.sample(LAST, given.count)
    roles = rng.sample(sorted(given.roles), given.count)
    voices = rng.sample(sorted(_VOICES), given.count)
    names = [f"{first} {last}" for first, last in zip(firsts, lasts, strict=True)]
    related: set[frozenset[str]] = set()
    return PersonasWritten(
        personas=tuple(
            Persona(
                name=name,
                role=role,
                expertise_domain=rng.choice(given.roles[role]),
                communication_style=f"{voice}: {rng.choice(_VOICES[voice])}",
                relationships=_relations(name, names, given.relations, related, rng),
            )
            for name, role, voice in zip(names, roles, voices, strict=True)
        )
    )


def _relations(
    name: str, names: list[str], kinds: tuple[str, ...], related: set[frozenset[str]], rng: random.Random
) -> tuple[Relation, ...]:
    """Relations to one or two others; between two people only one runs one way ("mentors"), the rest are mutual."""
    others = rng.sample([other for other in names if other != name], rng.randint(1, min(2, len(names) - 1)))
    chosen: list[Relation] = []
    for other in others:
        pair = frozenset((name, other))
        free = [kind for kind in kinds if kind.endswith(" with") or pair not in related]
        chosen.append(
            Relation(kind=rng.choice([kind for kind in free if kind not in _kinds(chosen)] or free), to=other)
        )
        related.add(pair)
    return tuple(chosen)


def _kinds(chosen: list[Relation]) -> list[str]:
    return [relation.kind for relation in chosen]
