"""The offline author's background of a persona: a paragraph of each kind."""

import random
from pathlib import Path

from microworlds.generation.grammar import Grammar, expanded
from microworlds.generation.person_names import first_name
from microworlds.suites.convomem.tasks.persona import PersonaGiven, PersonaWritten

_GRAMMAR = Grammar.parse(Path(__file__).with_name("background.txt").read_text(encoding="utf-8"), "background.txt")
_PARAGRAPHS = ("lives", "became", "work", "good", "bad", "cares")


def write(given: PersonaGiven, rng: random.Random) -> PersonaWritten:
    """See ``Task``."""
    slots = {"first": first_name(given.name), "role": given.role[:1].lower() + given.role[1:]}
    texts = (expanded(_GRAMMAR.rules[name][0].nodes, rng.random, slots.__getitem__) for name in _PARAGRAPHS)
    return PersonaWritten(background="\n\n".join(texts))
