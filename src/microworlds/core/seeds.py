"""Random generators that depend on names alone: the same keys give the same draws on every machine."""

import hashlib
import random


def digest(*keys: object) -> str:
    """Hexadecimal SHA-256 of the keys' texts, each ended by a separator that no key contains."""
    return hashlib.sha256("".join(f"{key}\x1f" for key in keys).encode()).hexdigest()


def generator(*keys: object) -> random.Random:
    """A generator seeded by the keys alone, so item i never depends on how many items there are."""
    return random.Random(int(digest(*keys)[:16], 16))
