"""Facts without a model: the extractors for opinions and agreements."""

from __future__ import annotations

import importlib
import random

from microworlds.suites.memorydoc.tasks.facts import FactsGiven, FactsWritten, Stated


def write(given: FactsGiven, rng: random.Random) -> FactsWritten:
    """What the text states; nothing is drawn."""
    extractor = importlib.import_module(f"microworlds.reading.{given.subject}s")
    found = extractor.facts(given.text, given.parts)
    return FactsWritten(
        facts=tuple(Stated(attribute=fact.attribute, value=fact.value, start=fact.start) for fact in found)
    )
