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
    return PersonasWritten(
        personas=tuple(
            Persona(
                name=name,
                role=role,
                expertise_domain=rng.choice(given.roles[role]),
                communication_style=f"{voice}: {rng.choice(_VOICES[voice])}",
                relationships=_relations(name, names, given.relations, rng),
            )
            for name, role, voice in zip(names, roles, voices, strict=True)
        )
    )


def _relations(name: str, names: list[str], kinds: tuple[str, ...], rng: random.Random) -> tuple[Relation, ...]:
    others = rng.sample([other for other in names if other != name], rng.randint(1, min(2, len(names) - 1)))
    chosen = rng.sample(kinds, len(others))
    return tuple(Relation(kind=kind, to=other) for kind, other in zip(chosen, others, strict=True))
