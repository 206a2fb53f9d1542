"""What nobody planned is refused: other documents, other values, a value beside the wrong work."""

from __future__ import annotations

import pytest

from microworlds.core.errors import ItemError
from microworlds.generation.session_plans import Exchange
from microworlds.suites.memorydoc import unplanned
from microworlds.suites.memorydoc.world import Utterance
from tests import worlds


def said(number: int, session: int, text: str, *, at: int | None = None) -> None:
    """Check a session of a world to which a turn was added, or a text to the turn ``at``."""
    scenario, own = worlds.bundle(number).scenario, worlds.bundle(number).conversations.sessions
    turns = list(own[session].utterances)
    if at is None:
        turns.append(Utterance(id="u", speaker=turns[0].speaker, text=text))
    else:
        turns[at] = turns[at].model_copy(update={"text": f"{turns[at].text} {text}"})
    heard = [one.observation().text for one in own[:session]]
    unplanned.check(turns, scenario.plans[session], scenario.plans, heard)


def slots(name: str, number: int = 0) -> list[tuple[int, dict[str, str]]]:
    """The session and the words of each beat that has a slot of that name."""
    plans = worlds.bundle(number).scenario.plans
    return [(at, beat.slots) for at, plan in enumerate(plans) for beat in plan.beats if name in beat.slots]


@pytest.mark.parametrize("number", range(4))
def test_what_was_planned_may_be_said(number: int):
    for session in range(5):
        said(number, session, "Fine with me.")


def test_no_document_is_named_but_by_the_item_that_names_it():
    session, own = slots("target")[0]
    for text in (own["target"], "Hadley v. Corrigan Mills"):
        with pytest.raises(ItemError, match="is named in a turn none of whose items names it"):
            said(0, session, f"What about {text}?")


@pytest.mark.parametrize("value", ["$123,456.78", "2 million dollars", "February 29"])
def test_no_value_is_said_that_nobody_planned(value: str):
    with pytest.raises(ItemError, match="neither in the plan nor was said before"):
        said(0, 1, f"It comes to {value}, all told.")


def test_what_was_settled_may_be_said_again():
    for number in range(4):
        dated = [(at, own) for at, own in slots("work", number) if own.get("attribute") in ("due_on", "fee", "held_on")]
        assert dated
        for at, own in dated:
            said(number, at, f"So the {own['work']} has {own['value']}, then.")


@pytest.mark.parametrize("number", range(4))
def test_what_was_settled_of_one_piece_of_work_is_not_said_of_another(number: int):
    """A world whose last meeting on its work is on another piece of work."""
    world = worlds.bundle(number)
    first, *_, last = (at for at, own in slots("work", number))
    other = [
        beat.model_copy(update={"slots": {"work": "travel", "value": beat.slots["value"]}})
        for beat in world.scenario.plans[last].beats
    ]
    plan = world.scenario.plans[last].model_copy(update={"exchanges": (Exchange(kind="stated", beats=tuple(other)),)})
    plans = [plan if at == last else own for at, own in enumerate(world.scenario.plans)]
    own = next(own for at, own in slots("work", number) if at == first and own["attribute"] in ("due_on", "held_on"))
    heard = [one.observation().text for one in world.conversations.sessions[:last]]
    for work, right in ((own["work"], True), ("travel", False)):
        turn = Utterance(id="u", speaker=plan.personas[0], text=f"So the {work} has {own['value']}, then.")
        if right:
            unplanned.check([turn], plan, plans, heard)
        else:
            with pytest.raises(ItemError, match=f"is said of the travel, and is that of the {own['work']}"):
                unplanned.check([turn], plan, plans, heard)
