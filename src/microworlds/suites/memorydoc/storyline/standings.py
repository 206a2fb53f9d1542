"""What documents stand for: which one leads on a point, which is written up, and what takes its place.

Source: MemoryDocDataSet 3.3 (Knowledge Update).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from microworlds.generation.session_planner import PlannedSession
from microworlds.generation.session_plans import Claim
from microworlds.suites.memorydoc.storyline.mentions import Mention, Mentions

_FIRST = ("lead", "second")  # places of what an argument rests on


@dataclass
class Held:
    """Who holds a place: the claim that says so, the mention, and how many held it before."""

    claim: Claim
    mention: Mention
    changes: int = 0


@dataclass
class Standings:
    """Who holds which place; ``put`` and ``replace`` say whether there was anything to say.

    It is ``strange`` if a document took a place on whose point it says nothing.
    """

    mentions: Mentions
    held: dict[str, Held] = field(default_factory=dict)
    strange: bool = False

    @property
    def replaced(self) -> bool:
        """True if some place has changed hands: a world without that has nothing to ask about it."""
        return any(held.changes for held in self.held.values())

    def followed(self, session: PlannedSession) -> bool:
        """True if what can take a place that is held can be brought after a session."""
        return any(self.mentions.follow(session, self._point(place)) for place in self.held)

    def put(self, session: PlannedSession, *, last: bool) -> bool:
        """Somebody brings a document that takes a place; if it is the ``last`` chance, else what came up before does.

        It waits as long as there is time where nothing can take the place later.
        """
        places = [place for place in self._places(session) if place not in self.held]
        followed = [place for place in places if self.mentions.follow(session, self._point(place))]
        others = [place for place in places if place not in followed] if last else []
        return self._stand(session, [*followed, *others], last=last)

    def replace(self, session: PlannedSession, *, last: bool) -> bool:
        """Somebody brings a document that takes the place of another; if it is the ``last`` chance, as in ``put``."""
        return self._stand(session, [place for place in self._places(session) if place in self.held], last=last)

    def _stand(self, session: PlannedSession, places: Sequence[str], *, last: bool) -> bool:
        """A document takes the first of some places for which there is one; at last it is anything."""
        for anything in (False, True)[: 1 + last]:
            for place in places:
                point = self._point(place)
                if mention := self.mentions.bring_on(session, point, anything=anything):
                    self._say(session, mention, place, {"ref": "it", **mention.about}, [], [], mention.id)
                    return True
                if last and (known := self._known(place, anything)):
                    self._say(session, known[0], place, *self.mentions.refer(known[0], session, point))
                    return True
        return False

    def _point(self, place: str) -> str:
        return self.mentions.matter.standings[place][1]

    def _places(self, session: PlannedSession) -> list[str]:
        """All places, those on the session's points first."""
        places = list(self.mentions.matter.standings)
        self.mentions.planner.rng.shuffle(places)
        return sorted(places, key=lambda place: self._point(place) not in session.subjects)

    def _known(self, place: str, anything: bool) -> list[Mention]:
        """What came up and does not hold a place: what says something on its point, or ``anything``."""
        busy = {held.mention.target.id for held in self.held.values()}
        known = [own for own in self.mentions.every if own.target.id not in busy]
        return [own for own in known if anything or self.mentions.fits(own.target, self._point(place))]

    def _say(
        self,
        session: PlannedSession,
        mention: Mention,
        place: str,
        slots: dict[str, str],
        says: Sequence[str],
        claims: Sequence[Claim],
        meant: str,
    ) -> None:
        planner, before = self.mentions.planner, self.held.get(place)
        words, subject = self.mentions.matter.standings[place]
        claim = planner.claim(f"{planner.world}:{place}", "holder", meant, before.claim if before else None)
        slots |= {"standing": words, "place": "lead" if place in _FIRST else "other", "subject": subject}
        if before and before.mention.by not in session.firsts:
            slots["old_by"] = before.mention.by
        if before:
            known = self.mentions.known(before.mention.target, [subject])
            told = known.get("gist") or known.get("rule")
            said = f", where they say that {told}" if told else f", on {known['issue']}" if "issue" in known else ""
            slots["instead_of"] = f"{before.mention.introduced(session.number)}{said}"
        speaker = planner.decider(session)
        beat = planner.beat("restand" if before else "stand", speaker, [*claims, claim], says, **slots)
        kind = "replaced" if before else "made"
        planner.place(session, f"{kind}_agreed" if planner.rng.random() < 0.5 else kind, beat)
        self.mentions.rivals.add(subject)
        self.strange = self.strange or not self.mentions.fits(mention.target, subject)
        self.held[place] = Held(claim, mention, before.changes + 1 if before else 0)
