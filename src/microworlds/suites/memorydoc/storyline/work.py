"""What a world's people settle, change, dispute and get wrong about their own work: dates, sums, places, people.

Which session says what is decided first, so that a day that is to be moved still lies ahead when it is.

Source: MemoryDocDataSet 3.3 (Knowledge Update: an earlier fact superseded by a later one), Table 2.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from itertools import permutations

from microworlds.core.errors import ItemError
from microworlds.core.value_types import format_amount, format_date
from microworlds.generation.person_names import person
from microworlds.generation.session_planner import PlannedSession, SessionPlanner
from microworlds.generation.session_plans import Claim
from microworlds.suites.memorydoc.domain import Domain, Range
from microworlds.suites.memorydoc.storyline.matter import Matter

DATES = ("due_on", "held_on")
_STATES = 2  # that a date has: it is settled and changed
_SELDOM = ("owner",)  # settled beside it where there is nothing else: colleagues know what is their own to do
_DISPUTED, _SLIPPED = 0.25, 0.4  # how often what is settled was proposed otherwise first, or said wrongly
_ATTEMPTS = 200
_NEXT = 300  # days within which a date is said without its year
_DAYS_APART = 4  # how far a new date is from the one before: nobody would mention less


@dataclass
class Thing:
    """One attribute of one piece of work; ``subject`` is what claims call the work.

    ``sessions`` are those that settle and change it, in order, ``settled_with`` those of another thing about the work;
    ``held`` are its values so far, by size.
    """

    subject: str
    work: str
    attribute: str
    range: Range
    sessions: list[PlannedSession] = field(default_factory=list)
    held: list[tuple[str, float]] = field(default_factory=list)
    claim: Claim | None = None
    settled_with: Sequence[PlannedSession] = ()


def settlements(planner: SessionPlanner, domain: Domain, matter: Matter) -> None:
    """Place what is settled about a piece of work, and how its date is changed later.

    Nobody from outside has a name of the parties, and no work is planned that is over.
    """
    names = {word for name in (*planner.people, matter.client, matter.opponent) for word in name.split()}
    works = {name: own for name, own in domain.work.items() if name not in matter.stage.over}
    _Work(planner, domain, works, frozenset(names)).place()


@dataclass
class _Work:
    planner: SessionPlanner
    domain: Domain
    works: Mapping[str, Mapping[str, Range]]
    taken: frozenset[str]
    reasons: dict[str, list[str]] = field(default_factory=dict)

    def place(self) -> None:
        """Settle a date, and change it in a later session; something else about the work with each, if there is."""
        planner, thing = self.planner, self._dated()
        thing.sessions = sorted(planner.rng.sample(planner.sessions, _STATES), key=lambda own: own.number)
        for session in thing.sessions:
            planner.keep(session, thing.work)
        every = [name for name in sorted(self.works[thing.work]) if name != thing.attribute]
        others = [name for name in every if name not in _SELDOM] or every
        planner.rng.shuffle(others)
        first, *later = thing.sessions
        self._settle(first, thing, others)
        for session in later:
            self._change(session, thing)
            if others:
                self._state(session, self._beside(thing, others.pop(), session))

    def _dated(self) -> Thing:
        """A piece of work that has a date."""
        rng = self.planner.rng
        for work in rng.sample(sorted(self.works), len(self.works)):
            dates = [name for name in sorted(self.works[work]) if name in DATES]
            if dates:
                name = rng.choice(dates)
                return Thing(f"{self.planner.world}/{work}", work, name, self.works[work][name])
        raise ItemError(f"domain {self.domain.name}: no piece of work has a date")

    def _beside(self, thing: Thing, name: str, session: PlannedSession) -> Thing:
        """Something else about the same work, settled in a session."""
        return Thing(
            thing.subject, thing.work, name, self.works[thing.work][name], [session], settled_with=thing.sessions
        )

    # ---- what is said -------------------------------------------------------------------------------------------

    def _settled(self, session: PlannedSession, thing: Thing) -> tuple[Claim, Claim]:
        """The claims that a thing is settled, and when."""
        value, meaning = self._value(session, thing)
        thing.claim = self.planner.claim(thing.subject, thing.attribute, value, meaning=meaning)
        moved = self.planner.claim(thing.subject, f"{thing.attribute}_settled_at", session.id, meaning=session.day)
        return thing.claim, moved

    def _state_two(self, session: PlannedSession, thing: Thing, second: Thing) -> None:
        planner = self.planner
        claims = [(own, self._settled(session, own)) for own in (thing, second)]
        speaker = planner.speaker(session, not_=[claim.value for _, (claim, _) in claims])
        beats = [
            planner.beat("state", speaker, pair, [pair[0].value], **_slots(own, pair[0].value)) for own, pair in claims
        ]
        planner.place(session, "stated_two", *beats)

    def _state(self, session: PlannedSession, thing: Thing) -> None:
        planner = self.planner
        claim, moved = self._settled(session, thing)
        speaker = planner.speaker(session, not_=[claim.value])
        beat = planner.beat("state", speaker, [claim, moved], [claim.value], **_slots(thing, claim.value))
        planner.place(session, "stated", beat)

    def _settle(self, session: PlannedSession, thing: Thing, others: list[str]) -> None:
        """What is settled is disputed, said wrongly first, or said with something else about the work."""
        planner = self.planner
        draw = planner.rng.random()
        if draw >= _SLIPPED:
            if others:
                self._state_two(session, thing, self._beside(thing, others.pop(), session))
            else:
                self._state(session, thing)
            return
        claim, moved = self._settled(session, thing)
        value = claim.value
        slots = _slots(thing, value)
        speaker = planner.speaker(session, not_=[value])
        if draw < _DISPUTED and len(session.personas) > 1:
            self._dispute(session, thing, claim, moved)
        else:
            wrong, _ = self._value(session, thing)
            thing.held.pop()
            slip = planner.claim(thing.subject, f"misstated_{thing.attribute}", wrong)
            kind = "corrected" if planner.rng.random() < 0.5 else "corrected_by"
            beat = planner.beat("correct", speaker, [claim, moved, slip], [value, wrong], **slots, wrong=wrong)
            planner.place(session, kind, beat)

    def _dispute(self, session: PlannedSession, thing: Thing, claim: Claim, moved: Claim) -> None:
        """Someone proposes another value, someone objects, and the objector says what is settled."""
        planner = self.planner
        other, _ = self._value(session, thing)
        (_, size), (_, proposed_size) = thing.held[-2], thing.held.pop()
        # nobody speaks of themselves by name, if it can be helped
        proposer, objector = max(
            permutations(planner.rng.sample(session.personas, len(session.personas)), 2),
            key=lambda pair: (not pair[1].startswith(claim.value), not pair[0].startswith(other)),
        )
        proposed = planner.claim(claim.subject, f"proposed_{thing.attribute}", other)
        slots = _slots(thing, claim.value) | {
            "other": other,
            "reason": self._reason(size - proposed_size),
        }
        self.planner.place(
            session,
            "disputed",
            planner.beat("propose", proposer, [proposed], [other], objector, **slots),
            planner.beat("settle", objector, [claim, moved], [claim.value], proposer, **slots),
        )

    def _change(self, session: PlannedSession, thing: Thing) -> None:
        planner, before = self.planner, thing.claim
        assert before is not None  # a thing is changed when it has been settled
        value, meaning = self._value(session, thing)
        (old, old_size), (_, size) = thing.held[-2:]
        thing.claim = planner.claim(thing.subject, thing.attribute, value, before, meaning)
        moved = planner.claim(thing.subject, f"{thing.attribute}_changed_at", session.id, meaning=session.day)
        slots = _slots(thing, value) | {"old": old, "reason": self._reason(size - old_size)}
        speaker = planner.speaker(session, not_=[value])
        self.planner.place(session, "changed", planner.beat("change", speaker, [thing.claim, moved], [value], **slots))

    def _reason(self, grown: float) -> str:
        """Why a date moves so; no reason twice in a world."""
        kind = "later" if grown >= 0 else "earlier"
        if not self.reasons.get(kind):
            self.reasons[kind] = self.planner.rng.sample(self.domain.reasons[kind], len(self.domain.reasons[kind]))
        return self.reasons[kind].pop()

    # ---- values -------------------------------------------------------------------------------------------------

    def _value(self, session: PlannedSession, thing: Thing) -> tuple[str, str | None]:
        """A new value as it is said, and its meaning where that needs the session's date; it is held from now on."""
        for attempt in range(_ATTEMPTS):
            value, meaning, size = self._draw(session, thing)
            new = all(value != held for held, _ in thing.held)
            if new and (attempt > _ATTEMPTS // 2 or not thing.held or abs(size - thing.held[-1][1]) >= _DAYS_APART):
                thing.held.append((value, size))
                return value, meaning
        raise ValueError(f"domain {self.domain.name}: {thing.attribute!r} of {thing.work!r} has too few values")

    def _draw(self, session: PlannedSession, thing: Thing) -> tuple[str, str | None, float]:
        rng, range_ = self.planner.rng, thing.range
        match thing.attribute:
            case "due_on" | "held_on":
                return self._day(session, thing)
            case "fee":
                figure = self._figure(range_)
                return format_amount(Decimal(figure)), None, figure
            case "quantity" | "length":
                figure = self._figure(range_)
                unit = range_.unit.removesuffix("s") if figure == 1 else range_.unit
                return f"{figure} {unit}", None, figure
            case "owner":
                return rng.choice(self.planner.everyone), None, 0
            case "outside":
                return self._outsider(), None, 0
            case "venue":
                return rng.choice(self.domain.venues), None, 0
            case "choice":
                return rng.choice(range_.options), None, 0
        raise ValueError(f"domain {self.domain.name}: {thing.attribute!r} of {thing.work!r} is of no known kind")

    def _day(self, session: PlannedSession, thing: Thing) -> tuple[str, str | None, float]:
        """A working day after this session and after that in which it is changed, or what was settled with it."""
        now = session.event.time
        later = [own.event.time for own in thing.sessions if own.number > session.number]
        first = max([now, *later[:1], *(own.event.time for own in thing.settled_with)])
        day = (first + timedelta(days=self.planner.rng.randint(5, 45))).date()
        day += timedelta(days=max(0, 7 - day.weekday()) if day.weekday() > 4 else 0)
        written = format_date(day)
        spoken = written if (day - now.date()).days > _NEXT else written.split(",")[0]
        return spoken, day.isoformat(), day.toordinal()

    def _outsider(self) -> str:
        """Somebody whose names are not those of anybody in the matter."""
        while self.taken & set((name := person(self.planner.rng)).split()):
            pass
        return name

    def _figure(self, range_: Range) -> int:
        return self.planner.rng.randrange(range_.low, range_.high + 1, max(1, range_.step))


def _slots(thing: Thing, value: str) -> dict[str, str]:
    return {"work": thing.work, "attribute": thing.attribute, "value": value}
