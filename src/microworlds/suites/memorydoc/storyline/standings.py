"""What documents stand for: which one leads on a point, which is kept in reserve, and what takes its place.

Source: MemoryDocDataSet 3.3 (Knowledge Update).
"""

from collections.abc import Collection
from dataclasses import dataclass, field

from microworlds.generation.person_names import first_name
from microworlds.generation.session_planner import PlannedSession
from microworlds.generation.session_plans import Beat, Claim
from microworlds.suites.memorydoc.storyline.mentions import Mention, Mentions
from microworlds.suites.memorydoc.storyline.readings import Readings

_DOUBTED = 0.2  # how often a document gives way because somebody doubts it
_CHANGES = 2  # times that a place changes its holder, at most
_AHEAD = 3  # sessions from the one in which a place is given to the one in which it changes hands
_BROUGHT_FROM = 3  # the session from which on what can take a place is brought for that
_FIRST = ("lead", "second")  # places of what an argument rests on


@dataclass
class Held:
    """Who holds a place: the claim that says so, the session in which it was said, the mention, earlier holders."""

    claim: Claim
    at: int
    mention: Mention
    changes: int = 0


@dataclass
class Standings:
    """Who holds which place; ``put`` and ``replace`` say whether there was anything to say."""

    mentions: Mentions
    readings: Readings
    held: dict[str, Held] = field(default_factory=dict)

    def _candidates(self, session: PlannedSession, place: str, anything: bool = False) -> list[Mention]:
        """Earlier mentions that can take a place: they say something on its point, hold none and were not doubted.

        Where no text decided anything they treat its point.
        If it is to be ``anything``, and there are none, those that have nothing to do with it.
        """
        subject = self.mentions.matter.standings[place][1]
        busy = {held.mention.target.id for held in self.held.values()}
        past = {claim.value for claim in self._past(place)}
        known = [
            mention
            for mention in self.mentions.every
            if mention.at < session.number
            and mention.target.id not in busy
            and mention.id not in past
            and self.readings.weighed.get(mention.target.id) != "doubt"
        ]
        treated, decided = self.mentions.spoken_of, self.mentions.decided
        fitting = [own for own in known if self.mentions.told(own.target, subject)]
        if anything or not any(decided.values()):
            fitting = fitting or [own for own in known if anything or treated[own.target.id][subject]]
        return fitting

    @property
    def replaced(self) -> bool:
        """True if some place has changed hands: a world without that has nothing to ask about it."""
        return any(held.changes for held in self.held.values())

    def _past(self, place: str) -> list[Claim]:
        return [self.held[place].claim] if place in self.held else []

    def put(self, session: PlannedSession) -> bool:
        """A document takes a place that none has held: first one that can change hands.

        If none can as things are, it waits as long as there is time.
        """
        free = [place for place in self._places(session) if place not in self.held]
        known = {place: own for place in free if (own := self._candidates(session, place))}
        can_change = [place for place, own in known.items() if len(own) > 1 or self._followed(session, place)]
        if not known or not (can_change or self.held or session.number > len(self.mentions.planner.sessions) - _AHEAD):
            return False
        place = next(iter(can_change or known))
        self._stand(session, self.mentions.planner.rng.choice(known[place]), place)
        return True

    def _followed(self, session: PlannedSession, place: str) -> bool:
        """True if what can take a place from another can still be brought."""
        return bool(self.mentions.follow(session, self.mentions.matter.standings[place][1]))

    def _places(self, session: PlannedSession) -> list[str]:
        """All places, those on the session's points first."""
        places = list(self.mentions.matter.standings)
        self.mentions.planner.rng.shuffle(places)
        return sorted(places, key=lambda place: self.mentions.matter.standings[place][1] not in session.subjects)

    def replace(self, session: PlannedSession) -> bool:
        """A document takes the place of another, often because somebody doubts that one.

        If a place has to change hands by now and nothing fits, somebody brings what does; at last it is anything.
        """
        able = [
            place
            for place in self._places(session)
            if place in self.held and self.held[place].at < session.number and self.held[place].changes < _CHANGES
        ]
        last = session.number == len(self.mentions.planner.sessions)
        none = not self.replaced and not any(self._candidates(session, own) for own in able)
        points = {self.mentions.matter.standings[own][1] for own in able}
        if none and not last and session.number >= _BROUGHT_FROM:
            return not self._brought(session, points) and self.mentions.bring(session, points)
        for place in able:
            held, known = self.held[place], self._candidates(session, place, none and last)
            if not known:
                continue
            mention = self.mentions.planner.rng.choice(known)
            doubter = self.mentions.planner.speaker(session, not_=[held.mention.by])
            doubted = (
                self.mentions.planner.rng.random() < _DOUBTED
                and first_name(doubter) != held.mention.by
                and held.mention.target.id not in self.readings.weighed
                and self.mentions.known_alone(held.mention)
            )
            if doubted:
                beat = self.readings.judged(session, held.mention, "doubt", doubter)
                self._stand(session, mention, place, beat)
            else:
                self._stand(session, mention, place)
            return True
        return False

    def _brought(self, session: PlannedSession, points: Collection[str]) -> bool:
        """True if this session brings what can take a place on one of some points later."""
        now = [own.target for own in self.mentions.every if own.at == session.number]
        return any(self.mentions.told(target, point) for target in now for point in points)

    def _stand(self, session: PlannedSession, mention: Mention, place: str, after: Beat | None = None) -> None:
        planner, before = self.mentions.planner, self.held.get(place)
        words, subject = self.mentions.matter.standings[place]
        slots, says, claims, meant = self.mentions.refer(mention, session, subject)
        claim = planner.claim(f"{planner.world}:{place}", "holder", meant, before.claim if before else None)
        slots |= {"standing": words, "place": "lead" if place in _FIRST else "other", "subject": subject}
        if before and before.mention.by not in session.firsts:
            slots["old_by"] = before.mention.by
        if before:
            known = self.mentions.known(before.mention.target, [subject])
            told = known.get("gist") or known.get("rule")
            said = f", on {known['issue']}" if "issue" in known else f", where they say that {told}" if told else ""
            slots["instead_of"] = f"{before.mention.introduced(session.number)}{said}"
        act = "restand" if before else "stand"
        speaker = planner.speaker(session, not_=[first_name(after.speaker)] if after else [])
        beat = planner.beat(act, speaker, [*claims, claim], says, **slots)
        kind = "replaced" if before else "made"
        if after is not None and speaker != after.speaker:
            planner.place(session, "doubted_replaced", after, beat)
        else:
            planner.place(session, f"{kind}_agreed" if planner.rng.random() < 0.5 else kind, beat)
        self.mentions.rivals.add(subject)
        self.held[place] = Held(claim, session.number, mention, before.changes + 1 if before else 0)
