"""What a world's people settle, change, dispute and get wrong about their own work: dates, sums, places, people.

Source: MemoryDocDataSet 3.3 (Knowledge Update: an earlier fact superseded by a later one), Table 2.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from microworlds.core.value_types import format_amount, format_date
from microworlds.generation.person_names import first_name, person
from microworlds.generation.session_planner import PlannedSession, SessionPlanner
from microworlds.generation.session_plans import Beat, Claim
from microworlds.suites.memorydoc.domain import Domain, Range

DATES = ("due_on", "held_on")
AMOUNTS = ("fee",)
# how many states each settled thing has: several change once, one twice
_STATES = (3, 2, 2, 2, 1, 1, 1, 1, 1, 1)


@dataclass(frozen=True)
class Thing:
    """One attribute of one piece of work; ``subject`` is what claims call the work."""

    subject: str
    work: str
    attribute: str
    range: Range


def settlements(planner: SessionPlanner, domain: Domain) -> None:
    """Place the statements, changes, disputes and corrections of about eight settled things."""
    things = _things(planner, domain)
    for thing, states in zip(things, _STATES, strict=False):
        first = planner.with_room(1, 1, max(1, len(planner.sessions) - states + 1))
        if not first:
            continue
        session = first[0] if planner.rng.random() < 0.5 else planner.rng.choice(first)
        claim = _settle(planner, domain, session, thing)
        held = [claim.value]
        for _ in range(states - 1):
            later = planner.with_room(1, session.number + 1)
            if not later:
                break
            session = later[0] if planner.rng.random() < 0.5 else planner.rng.choice(later)
            if not _others(planner, thing, held):
                break
            claim = _change(planner, domain, session, thing, claim, held)
            held.append(claim.value)


def _things(planner: SessionPlanner, domain: Domain) -> list[Thing]:
    """Ten things of at least six pieces of work: dates and sums come in pairs at least, so that each has rivals."""
    works = planner.rng.sample(sorted(domain.work), 9)
    pool = [
        Thing(f"{planner.world}/{work}", work, attribute, range_)
        for work in works
        for attribute, range_ in sorted(domain.work[work].items())
    ]
    planner.rng.shuffle(pool)
    dates = [thing for thing in pool if thing.attribute in DATES][:3]
    sums = [thing for thing in pool if thing.attribute in AMOUNTS][:2]
    rest = [thing for thing in pool if thing not in dates + sums]
    chosen = dates + sums + rest[:5]
    planner.rng.shuffle(chosen)
    return chosen


def _settle(planner: SessionPlanner, domain: Domain, session: PlannedSession, thing: Thing) -> Claim:
    value, meaning = _value(planner, domain, session, thing)
    claim = planner.claim(thing.subject, thing.attribute, value, meaning=meaning)
    moved = planner.claim(thing.subject, f"{thing.attribute}_settled_at", session.id, meaning=session.day)
    draw = planner.rng.random()
    speaker = planner.speaker(session, not_=[value])
    if draw < 0.22 and session.room >= 3:
        beats = _dispute(planner, domain, session, thing, claim, moved)
    elif draw < 0.4 and thing.attribute not in ("owner", "choice"):
        wrong, _ = _value(planner, domain, session, thing, [value])
        slip = planner.claim(thing.subject, f"misstated_{thing.attribute}", wrong)
        slots = _slots(thing, value) | {"wrong": wrong}
        beats = (planner.beat("correct", speaker, [claim, moved, slip], [value, wrong], **slots),)
    else:
        beats = (planner.beat("state", speaker, [claim, moved], [value], **_slots(thing, value)),)
    planner.place(session, *beats, late=0.4)
    return claim


def _dispute(
    planner: SessionPlanner, domain: Domain, session: PlannedSession, thing: Thing, claim: Claim, moved: Claim
) -> tuple[Beat, ...]:
    """Someone proposes another value, someone objects, and the objector says what is settled."""
    other, _ = _value(planner, domain, session, thing, [claim.value])
    proposer = planner.speaker(session)
    objector = planner.speaker(session, not_=[first_name(proposer)])
    proposed = planner.claim(claim.subject, f"proposed_{thing.attribute}", other)
    slots = _slots(thing, claim.value) | {"other": other, "reason": planner.rng.choice(domain.reasons)}
    return (
        planner.beat("propose", proposer, [proposed], [other], **slots),
        planner.beat("settle", objector, [claim, moved], [claim.value], first_name(proposer), **slots),
    )


def _change(
    planner: SessionPlanner, domain: Domain, session: PlannedSession, thing: Thing, before: Claim, held: list[str]
) -> Claim:
    value, meaning = _value(planner, domain, session, thing, held)
    claim = planner.claim(before.subject, thing.attribute, value, before, meaning)
    moved = planner.claim(before.subject, f"{thing.attribute}_changed_at", session.id, meaning=session.day)
    slots = _slots(thing, value) | {"old": before.value, "reason": planner.rng.choice(domain.reasons)}
    beat = planner.beat("change", planner.speaker(session, not_=[value]), [claim, moved], [value], **slots)
    planner.place(session, beat, late=0.4)
    return claim


def _slots(thing: Thing, value: str) -> dict[str, str]:
    return {"work": thing.work, "attribute": thing.attribute, "value": value}


def _others(planner: SessionPlanner, thing: Thing, held: list[str]) -> bool:
    """True if there is a value that was not held yet: people and options run out."""
    few = {"owner": planner.everyone, "choice": thing.range.options}.get(thing.attribute)
    return few is None or bool(set(few) - set(held))


def _value(
    planner: SessionPlanner, domain: Domain, session: PlannedSession, thing: Thing, not_: Sequence[str] = ()
) -> tuple[str, str | None]:
    """A value as it is said, and its meaning where that needs the session's date; none of ``not_``."""
    while True:
        value, meaning = _draw(planner, domain, session.event.time, thing)
        if value not in not_:
            return value, meaning


def _draw(planner: SessionPlanner, domain: Domain, now: datetime, thing: Thing) -> tuple[str, str | None]:
    rng, range_ = planner.rng, thing.range
    match thing.attribute:
        case "due_on" | "held_on":
            day = (now + timedelta(days=rng.randint(9, 80))).date()
            written = format_date(day)
            spoken = written if day.year != now.year else written.split(",")[0]
            return spoken, day.isoformat()
        case "fee":
            return format_amount(Decimal(_figure(planner, range_))), None
        case "quantity" | "length":
            return f"{_figure(planner, range_)} {range_.unit}", None
        case "owner":
            return rng.choice(planner.everyone), None
        case "outside":
            return person(rng), None
        case "venue":
            return rng.choice(domain.venues), None
        case "choice":
            return rng.choice(range_.options), None
    raise ValueError(f"domain {domain.name}: nothing is known of how to draw {thing.attribute!r} of {thing.work!r}")


def _figure(planner: SessionPlanner, range_: Range) -> int:
    return planner.rng.randrange(range_.low, range_.high + 1, max(1, range_.step))
