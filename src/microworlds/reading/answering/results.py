"""From candidates to something known: the one that counts, in the words of an answer, with its confidence."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from microworlds.reading.answering import cues, finding, premises, states
from microworlds.reading.answering.asked import Asked
from microworlds.reading.answering.context import Context
from microworlds.reading.answering.deriving import Known
from microworlds.reading.answering.finding import Found
from microworlds.reading.answering.seeking import Sought


def best(context: Context, goal: Sought) -> list[Found]:
    """Candidates, the one that counts first."""
    return states.settle(context, finding.candidates(context, goal), goal.state, goal.clause)


def known(context: Context, asked: Asked, goal: Sought, found: Found) -> Known:
    """What a candidate says, how sure it is, and the passages it rests on: first those that say which document."""
    confidence = premises.confidence(context, asked, goal, found)
    turns = goal.scope.links[0].turns if goal.scope.links and found.place.unit.turn is None else ()
    support = dict.fromkeys([*(context.turns[turn].passage for turn in turns), found.place.unit.passage])
    return Known(shown(context, asked, found), found.value.key, confidence, tuple(support), found.value.kind)


def shown(context: Context, asked: Asked, found: Found) -> str:
    """The answer's words: a speaker goes by their whole name, a year is all that is said of a date if it was asked."""
    if found.value.kind == "person":
        names = [name for name in sorted(context.speakers) if name.split()[0] == found.value.text]
        if len(names) == 1:
            return names[0]
    key = found.value.key
    if asked.noun == "year" and isinstance(key, tuple) and isinstance(key[0], date):
        return str(key[0].year)
    return found.value.text.strip()


def together(context: Context, asked: Asked, goal: Sought, found: list[Found]) -> Known | None:
    """All who have the role asked for in one sentence, where several have it at once: a panel, the parties."""
    first = found[0]
    roles = cues.asked(goal.clause, first.value.kind)
    if not first.fits or not roles or roles[0].name not in cues.SEVERAL:
        return None
    several = [one for one in found if one.fits and one.place.unit.number == first.place.unit.number]
    several.sort(key=lambda one: one.value.start)
    words = ", ".join(dict.fromkeys(shown(context, asked, one) for one in several))
    return replace(known(context, asked, goal, first), text=words)
