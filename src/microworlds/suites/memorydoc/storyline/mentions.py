"""How a world's people speak of its documents: who brought what, what it stands for now, who reads it, who doubts it.

A mention is one person's pointing at one target. Its first utterance names the target outright (the first structural
condition of section 3.4); later ones mostly speak of it by what happened to it.

Source: MemoryDocDataSet 3.2 (grounded conversations), 3.4 (Hybrid), 6.5 (the citation graph).
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from microworlds.generation.person_names import first_name
from microworlds.generation.session_planner import PlannedSession, SessionPlanner
from microworlds.generation.session_plans import Beat, Claim
from microworlds.suites.memorydoc.domain import Domain
from microworlds.suites.memorydoc.world import DocumentFacts, Target

_FORM_WEIGHTS = {"title": 10, "title_and_citation": 5, "citation": 4}
_SESSION_WEIGHTS = (3.0, 2.4, 2.2, 1.6, 0.6)
_MENTIONS_PER_ROOM = 0.22
_FACTS_LEAST = 3
_RECALLED = ("decided_on", "argued_on", "award", "fine", "price", "author", "effective_on", "term", "governing_law")


@dataclass
class Mention:
    """One pointing at a target: ``by`` and ``at`` (session number) say who brought it up and when.

    ``read_at`` is the session in which its last reader was named.
    """

    id: str
    target: Target
    by: str
    at: int
    event: str
    purpose: str | None = None
    readers: list[Claim] = field(default_factory=list)
    read_at: int = 0

    @property
    def brought(self) -> dict[str, str]:
        """The slots of a beat that speaks of it as what somebody brought."""
        return {"ref": "brought", "by": self.by, "at": self.event}

    @property
    def handed_from(self) -> int:
        """The first session in which its reading can change hands."""
        return max(self.at + 2, self.read_at + 1)


@dataclass
class Mentions:
    """What is said of a world's documents; the methods place it in the sessions of the plan, each its share."""

    planner: SessionPlanner
    domain: Domain
    document_facts: Sequence[DocumentFacts]
    every: list[Mention] = field(default_factory=list)

    def introduce(self) -> None:
        """The mentions; each document gets at least one, in a session whose event refers to it."""
        planner = self.planner
        room = sum(session.room for session in planner.sessions)
        wanted = max(len(self.document_facts) + 3, round(_MENTIONS_PER_ROOM * room))
        purposes = planner.rng.sample(self.domain.purposes, min(wanted, len(self.domain.purposes)))
        for target in self._targets(wanted):
            sessions = [session for session in planner.with_room() if target.document in session.event.documents]
            if not sessions:
                continue
            session = planner.rng.choices(sessions, [_SESSION_WEIGHTS[min(s.number, 5) - 1] for s in sessions])[0]
            purpose = purposes.pop() if purposes and planner.rng.random() < 0.6 else None
            self._introduce(session, target, purpose)

    def _targets(self, wanted: int) -> list[Target]:
        """Targets of which enough is known, documents in turn; one document's may recur once all were used."""
        decks: list[list[Target]] = []
        for own_facts in self.document_facts:
            known = Counter(fact.subject for fact in own_facts.facts)
            usable = [target for target in own_facts.targets if known[target.id] >= _FACTS_LEAST]
            self.planner.rng.shuffle(usable)
            decks.append(usable)
        dealt = [deck[turn % len(deck)] for turn in range(wanted) for deck in decks if deck]
        return dealt[:wanted]

    def _introduce(self, session: PlannedSession, target: Target, purpose: str | None) -> None:
        planner = self.planner
        speaker = planner.speaker(session)
        by, id_ = first_name(speaker), f"{planner.world}-m{len(self.every) + 1:02d}"
        mention = Mention(id_, target, by, session.number, session.event.name, purpose)
        name = self._name(target)
        claims = [
            planner.claim(id_, "target", target.id),
            planner.claim(id_, "brought_by", by),
            planner.claim(id_, "brought_at", session.id, meaning=session.day),
        ]
        slots = {"target": name}
        says = [name]
        if purpose:
            claims.append(planner.claim(id_, "purpose", purpose.removeprefix("the ")))
            slots["purpose"] = purpose
            says.append(purpose.removeprefix("the "))
        beats = [planner.beat("introduce", speaker, claims, says, **slots)]
        if session.room >= 3 and planner.rng.random() < 0.25:
            beats.append(self._assign(mention, session, {"ref": "it"}))
        planner.place(session, *beats)
        self.every.append(mention)

    def _name(self, target: Target) -> str:
        forms = [form for form in _FORM_WEIGHTS if form in target.names]
        return target.names[self.planner.rng.choices(forms, [_FORM_WEIGHTS[form] for form in forms])[0]]

    def stand(self) -> None:
        """What some documents stand for (the lead authority, the fallback), and how that changes."""
        planner = self.planner
        chosen = planner.rng.sample(sorted(self.domain.standings), 4)
        for standing, states in zip(chosen, (3, 2, 2, 1), strict=True):
            before: Claim | None = None
            first = 1
            held: set[str] = set()
            for state in range(states):
                last = len(planner.sessions) - (states - 1 - state)
                sessions = [s for s in planner.with_room(1, first, last) if self._known(s, held)]
                if not sessions:
                    break
                session = sessions[0] if planner.rng.random() < 0.6 else planner.rng.choice(sessions)
                mention = planner.rng.choice(self._known(session, held))
                before = self._stand(session, mention, standing, before)
                held.add(mention.target.id)
                first = session.number + 1

    def _known(self, session: PlannedSession, held: set[str]) -> list[Mention]:
        return [m for m in self.every if m.at <= session.number and m.target.id not in held]

    def _stand(self, session: PlannedSession, mention: Mention, standing: str, before: Claim | None) -> Claim:
        planner = self.planner
        words = planner.rng.choice(self.domain.standings[standing])
        slots, says, claims, meant = self._refer(mention, session)
        claim = planner.claim(f"{planner.world}:{standing}", "holder", meant, before)
        act = "restand" if before else "stand"
        beat = planner.beat(act, planner.speaker(session), [*claims, claim], [words, *says], standing=words, **slots)
        planner.place(session, beat, late=1.5)
        return claim

    def _refer(self, mention: Mention, session: PlannedSession) -> tuple[dict[str, str], list[str], list[Claim], str]:
        """Slots, verbatim texts and claims of a way to speak of a mention, and the id of the mention that is meant.

        Naming it again is a mention of its own; otherwise it is known by who brought it, or what for.
        """
        planner = self.planner
        ways = ["name"]
        if mention.at < session.number:
            ways += ["brought", "brought"] + (["purpose", "purpose"] if mention.purpose else [])
        how = planner.rng.choice(ways)
        if how == "brought" and self._brought_alone(mention):
            return mention.brought, [mention.by], [], mention.id
        if how == "purpose" and mention.purpose:
            return {"ref": how, "purpose": mention.purpose}, [mention.purpose.removeprefix("the ")], [], mention.id
        again = f"{mention.id}-{session.id[-3:]}-{planner.rng.randrange(1000):03d}"
        name = self._name(mention.target)
        return {"ref": "name", "target": name}, [name], [planner.claim(again, "target", mention.target.id)], again

    def _brought_alone(self, mention: Mention) -> bool:
        """True if nobody could take "the one X brought to that session" for another mention."""
        return [(own.by, own.at) for own in self.every].count((mention.by, mention.at)) == 1

    def assign(self) -> None:
        """Who is to read what; one such task changes hands."""
        planner = self.planner
        taken = {claim.value for mention in self.every for claim in mention.readers[-1:]}
        for _ in range(2):
            free = [m for m in self.every if not m.readers and planner.with_room(1, m.at + 1)]
            if not free or all(name in taken for name in planner.everyone):
                break
            mention = planner.rng.choice(free)
            taken.add(self._place_assignment(mention, mention.at + 1, taken))
        handed = [m for m in self.every if m.readers and planner.with_room(1, m.handed_from)]
        if handed and len(taken) < len(planner.everyone):
            mention = planner.rng.choice(handed)
            self._place_assignment(mention, mention.handed_from, taken)

    def _place_assignment(self, mention: Mention, first: int, taken: set[str]) -> str:
        """Who is told to read it, in a session from ``first`` on; who brought it, where it could not be said of it."""
        session = self.planner.rng.choice(self.planner.with_room(1, first))
        slots, says, _, meant = self._refer(mention, session)
        if meant != mention.id:  # who reads it is known of the mention, so it must be the mention that is spoken of
            if not self._brought_alone(mention):
                return mention.by
            slots, says = mention.brought, [mention.by]
        self.planner.place(session, self._assign(mention, session, slots, taken, says), late=1.5)
        return mention.readers[-1].value

    def _assign(
        self,
        mention: Mention,
        session: PlannedSession,
        slots: dict[str, str],
        taken: Collection[str] = (),
        says: Sequence[str] = (),
    ) -> Beat:
        planner = self.planner
        before = mention.readers[-1] if mention.readers else None
        names = [name for name in planner.everyone if name not in taken and (before is None or name != before.value)]
        reader = planner.rng.choice(names or planner.everyone)
        claim = planner.claim(mention.id, "reader", reader, before)
        mention.readers.append(claim)
        mention.read_at = session.number
        act, said = "reassign" if before else "assign", {"reader": reader, **slots}
        if before:
            said["former"] = before.value
        return planner.beat(act, planner.speaker(session, not_=[reader]), [claim], [reader, *says], reader, **said)

    def judge(self) -> None:
        """Who doubts or praises which document: at most one each way for a person."""
        for act, attribute in (("doubt", "doubted_by"), ("praise", "praised_by")):
            known = self._spoken_of_later()
            if known:
                mention = self.planner.rng.choice(known)
                session = self.planner.rng.choice(self.planner.with_room(1, mention.at + 1))
                speaker = self.planner.speaker(session, not_=[mention.by])
                claim = self.planner.claim(mention.id, attribute, first_name(speaker))
                beat = self.planner.beat(act, speaker, [claim], [mention.by], **mention.brought)
                self.planner.place(session, beat, late=1.5)

    def _spoken_of_later(self) -> list[Mention]:
        """Mentions that a later session can still speak of as what somebody brought."""
        return [m for m in self.every if self._brought_alone(m) and self.planner.with_room(1, m.at + 1)]

    def recall(self) -> None:
        """What someone believes a document says, rightly or wrongly: it can be checked against the document."""
        planner = self.planner
        facts = [fact for own_facts in self.document_facts for fact in own_facts.facts if fact.attribute in _RECALLED]
        known = self._spoken_of_later()
        planner.rng.shuffle(known)
        for mention in known:
            own = [fact for fact in facts if fact.subject == mention.target.id]
            if not own:
                continue
            fact = planner.rng.choice(own)
            others = sorted({f.value for f in facts if f.attribute == fact.attribute and f.value != fact.value})
            value = planner.rng.choice(others) if others and planner.rng.random() < 0.5 else fact.value
            session = planner.rng.choice(planner.with_room(1, mention.at + 1))
            speaker = planner.speaker(session)
            claim = planner.claim(mention.id, f"recalled_{fact.attribute}", value)
            slots = {**mention.brought, "attribute": fact.attribute, "value": value}
            planner.place(session, planner.beat("recall", speaker, [claim], [value, mention.by], **slots), late=1.5)
            return
