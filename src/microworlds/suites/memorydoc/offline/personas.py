"""Personas without a model: roles, expertise, voices and directed relations by draw.

Source: MemoryDocDataSet 3.2, Appendix B.1.
"""

from __future__ import annotations

import random

from microworlds.generation.person_names import FIRST, LAST
from microworlds.suites.memorydoc.tasks.personas import PersonasGiven, PersonasWritten
from microworlds.suites.memorydoc.world import Persona, Relation

# voice: how it is described. The first word is the tag that the phrase grammar knows.
VOICES: dict[str, tuple[str, ...]] = {
    "formal": ("measured and exact", "complete sentences, few contractions", "courteous and precise"),
    "brisk": ("short sentences, straight to the point", "clipped, impatient with detours", "economical, likes lists"),
    "chatty": ("warm, wanders a little", "talkative, fond of asides", "easygoing and colloquial"),
    "careful": (
        "hedges, double-checks herself or himself",
        "tentative, asks before asserting",
        "guarded, qualifies much",
    ),
    "wry": ("dry, understated jokes", "ironic, never raises the voice", "deadpan"),
    "warm": ("encouraging, gives credit", "kind, keeps the peace", "cheerful and generous with thanks"),
}


def write(given: PersonasGiven, rng: random.Random) -> PersonasWritten:
    """The personas asked for; each is related to at least one other."""
    firsts = rng.sample(FIRST, given.count)
    lasts = rng.sample(LAST, given.count)
    roles = rng.sample(sorted(given.roles), given.count)
    voices = rng.sample(sorted(VOICES), given.count)
    names = [f"{first} {last}" for first, last in zip(firsts, lasts, strict=True)]
    return PersonasWritten(
        personas=tuple(
            Persona(
                name=name,
                role=role,
                expertise_domain=rng.choice(given.roles[role]),
                communication_style=f"{voice}: {rng.choice(VOICES[voice])}",
                relationships=_relations(name, names, given.relations, rng),
            )
            for name, role, voice in zip(names, roles, voices, strict=True)
        )
    )


def _relations(name: str, names: list[str], kinds: tuple[str, ...], rng: random.Random) -> tuple[Relation, ...]:
    others = rng.sample([other for other in names if other != name], rng.randint(1, min(2, len(names) - 1)))
    chosen = rng.sample(kinds, len(others))
    return tuple(Relation(kind=kind, to=other) for kind, other in zip(chosen, others, strict=True))
