"""What a question asks for, and of which things, in sentences that a model can follow.

The offline author has phrases of its own for each (``offline/phrases/questions.txt``); these here explain.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from microworlds.reading.attributes import AGREEMENT, OPINION
from microworlds.suites.memorydoc.world import Described

Standings = Mapping[str, tuple[str, ...]]

# what each form of question asks; {asks} is the attribute, {A} and {B} are the things
FORMS = {
    "value": "{asks}: for {A}.",
    "chain": "{asks}: for {A}. Who or which that is must first be worked out.",
    "work_value": "{asks}: for {A}, as the team settled it.",
    "work_now": "{asks}: for {A}, as it stands now. It was {old} at first and has been changed {changes} time(s).",
    "who_brought": "Which colleague brought up {A}.",
    "reader_now": "Which colleague is to read {A} now. It was given to {old} at first.",
    "who_reads": "Which colleague was asked to read {A}.",
    "same": "Whether {A} and {B} have the same: {asks}.",
    "work_same": "Whether {A} and {B} have the same: {asks}.",
    "greater": "Whether the following is greater for {A} than for {B}: {asks}.",
    "work_greater": "Whether the following is greater for {A} than for {B}: {asks}.",
    "sum": "What {A} and {B} come to together, added up: {asks}.",
    "work_sum": "What {A} and {B} come to together, added up: {asks}.",
    "difference": "By how much {A} and {B} differ: {asks}.",
    "work_difference": "By how much {A} and {B} differ: {asks}.",
    "count": "How many of {A} have the outcome '{outcome}'.",
    "match": "Whether what {person} said from memory at the {at} ({date}) agrees with the text: {asks}, of {A}.",
    "interval": "How many {unit} lie between {A} and {B}, going by this date of each: {asks}.",
    "interval_within": "How many {unit} lie, for {A}, between two dates: {asks}.",
    "order": "Whether {A} lies before or after {B}, going by this date of each: {asks}. The answer is before or after.",
    "earliest": "The earliest date among {A}: {asks}.",
    "latest": "The latest date among {A}: {asks}.",
    "brought_order": "Whether {A} was brought up before or after this was changed for {B}: {asks}. The answer is "
    "before or after.",
    "work_order": "Whether the first of two dates lies before or after the second: {A}; {B}. The answer is before or "
    "after.",
    "work_interval": "How many {unit} lie between two dates: {A}; {B}.",
    "moved_by": "By how many {unit} this was moved in all, from first to last, for {A}: {asks}.",
    "absent": "{asks}: for {A}, as if it stated one. It does not.",
    "no_standing": "{asks}: for {A}, as if there were one. Nothing was ever made that.",
    "wrong_person": "{asks}: for {A}, as if that person had brought one there. Another one did.",
    "wrong_session": "{asks}: for {A}, as if that person had brought one there. It was at another meeting.",
    "unsettled": "{asks}: for {A}, as if it had been settled. Nobody ever said.",
    "turned_down": "Something about {A} that takes for granted that this is {other}, which was turned down: {asks}.",
}

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


def asked(
    form: str, asks: str, things: Sequence[Described], slots: Mapping[str, str], noun: str, standings: Standings
) -> str:
    """What the question is to ask for, in a sentence or two."""
    known = dict(zip("AB", (_known(thing, {"noun": noun, **slots}, standings) for thing in things), strict=False))
    return FORMS[form].format_map({**slots, **known, "asks": " and ".join(map(_meaning, asks.split("_to_")))})


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
