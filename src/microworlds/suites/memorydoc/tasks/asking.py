"""What a question asks for, and of which things, in sentences that a model can follow.

What each form asks is in the phrase file of its category; the offline author has phrases of its own for each.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from microworlds.corpora.attributes import AGREEMENT, OPINION
from microworlds.suites.memorydoc import question_categories
from microworlds.suites.memorydoc.tasks.base import GLOSSES
from microworlds.suites.memorydoc.world import Described

Standings = Mapping[str, tuple[str, ...]]


@cache
def forms() -> Mapping[str, str]:
    """What each form of question asks, of all categories."""
    return {form: said for own in question_categories.every().values() for form, said in own.forms.items()}


def asked(
    form: str, asks: str, things: Sequence[Described], slots: Mapping[str, str], noun: str, standings: Standings
) -> str:
    """What the question is to ask for, in a sentence or two."""
    known = dict(zip("AB", (_known(thing, {"noun": noun, **slots}, standings) for thing in things), strict=False))
    return forms()[form].format_map({**slots, **known, "asks": " and ".join(map(_meaning, asks.split("_to_")))})


def _known(thing: Described, given: Mapping[str, str], standings: Standings) -> str:
    slots = {**given, **thing.slots}
    if "standing" in slots:
        slots["standing"] = " or ".join(standings[slots["standing"]])
    said = GLOSSES["things"][thing.how].format_map(slots)
    return f"{said}: {_meaning(slots['attribute'])}" if "attribute" in slots else said


def _meaning(attribute: str) -> str:
    if attribute in GLOSSES["work"]:
        return GLOSSES["work"][attribute]
    of_document = OPINION.get(attribute) or AGREEMENT.get(attribute)
    return re.sub(r" \(.*?\)", "", of_document.gloss) if of_document else attribute.replace("_", " ")
