"""Names of invented people, ordinary to the ear; nobody real is meant."""

import random
from pathlib import Path

from microworlds.generation.grammar import word_lists

_LISTS = word_lists(Path(__file__).with_name("person_names.txt").read_text(encoding="utf-8"))
FIRST, LAST = _LISTS["first"], _LISTS["last"]


def person(rng: random.Random) -> str:
    """First and last name."""
    return f"{rng.choice(FIRST)} {rng.choice(LAST)}"


def first_name(name: str) -> str:
    """How people who know each other call each other."""
    return name.split()[0]
