"""What a question asks for, and of which things, in sentences that a model can follow.

What each form asks is in the phrase file of its category; the offline author has phrases of its own for each.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from microworlds.corpora.attributes import AGREEMENT, OPINION
from microworlds.suites.memorydoc import question_categories
from microworlds.suites.memorydoc.world import Described

Standings = Mapping[str, tuple[str, ...]]

# how a thing is known; only a name says outright which document it is
HOWS = {
    "name": "{title}, by this name",
    "brought": "the {noun} that {by} brought to the {at} ({date}; say one of the two)",
    "brought_some": "the {noun} that {by} brought up",
    "all_brought_at": "the {count} {noun}s brought to the {at} ({date}; say one of the two)",
    "all_brought_by": "the {count} {noun}s that {by} brought up",
    "brought_by_owner": "the {noun} that whoever is in charge of the {work} (not by name) brought to the {at} ({date})",
    "purpose": "the {noun} brought up for {purpose}",
    "reader": "the {noun} that {reader} was asked to read",
    "doubted_by": "the {noun} that did not convince {person}",
    "praised_by": "the {noun} that {person} found convincing",
    "standing": "the {noun} that is the team's {standing}",
    "standing_now": "the {noun} that is the team's {standing} now, which another one was before",
    "work": "the {work}",
}

# what can be settled about a piece of work; the attributes of documents are explained where they are defined
WORK = {
    "owner": "who is in charge of it",
    "due_on": "the day it is due",
    "held_on": "the day it takes place",
    "quantity": "how much or how many of it there are",
    "fee": "what it costs or may cost",
    "venue": "where it takes place",
    "outside": "who from outside does it",
    "length": "how long it lasts",
    "choice": "what was chosen for it",
}


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
    said = HOWS[thing.how].format_map(slots)
    return f"{said}: {_meaning(slots['attribute'])}" if "attribute" in slots else said


def _meaning(attribute: str) -> str:
    if attribute in WORK:
        return WORK[attribute]
    of_document = OPINION.get(attribute) or AGREEMENT.get(attribute)
    return re.sub(r" \(.*?\)", "", of_document.gloss) if of_document else attribute.replace("_", " ")
