"""How a world's people speak of its documents: who brought what, what it stands for now, who reads it, who doubts it.

A mention is one person's pointing at one target. Its first utterance names the target outright (the first structural
condition of section 3.4); later ones mostly speak of it by what happened to it. A document is brought for a point that
it treats; it is read, found good or bad, put first, and gives way to another.

Source: MemoryDocDataSet 3.2 (grounded conversations), 3.4 (Hybrid), 6.5 (the citation graph).
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from microworlds.generation.person_names import first_name
from microworlds.generation.session_planner import PlannedSession, SessionPlanner
from microworlds.generation.session_plans import Beat, Claim
from microworlds.suites.memorydoc.storyline.matter import Matter
from microworlds.suites.memorydoc.world import DocumentFacts, Target

_FORM_WEIGHTS = {"title": 10, "title_and_citation": 5, "citation": 4}
_FACTS_LEAST = 3
_RECALLED = frozenset("decided_on argued_on award fine price effective_on term governing_law rent loan".split())
_GIST_WORDS = 22  # longest clause that is still spoken
_FIRST = ("lead", "second")  # places of what an argument rests on
_GISTS = ("holding", "rule", "reason", "found_below")
# how often each thing happens in a world, at most; more mentions are made where documents ask for them
_TIMES = {"bring": 6, "put": 2, "replace": 3, "give": 2, "hand": 1, "doubt": 1, "praise": 1, "recall": 1, "follow": 1}


def _bare(purpose: str) -> str:
    """The words for a use without "the" or "our": they may begin a sentence."""
    return purpose.split(" ", 1)[1]


@dataclass
class Mention:
    """One pointing at a target: ``by`` and ``at`` (session number) say who brought it up and when.

    ``subjects`` are the points that it treats. ``read_at`` is the session in which its last reader was named.
    """

    id: str
    target: Target
    by: str
    at: int
    event: str
    purpose: str | None
    subjects: Counter[str]
    readers: list[Claim] = field(default_factory=list)
    read_at: int = 0

    @property
    def brought(self) -> dict[str, str]:
        """The slots of a beat that speaks of it as what somebody brought."""
        return {"ref": "brought", "by": self.by, "at": self.event}


@dataclass
class Held:
    """Who holds a place: the claim that says so, the session in which it was said, and the mention."""

    claim: Claim
    at: int
    mention: Mention


@dataclass
class Mentions:
    """What is said of a world's documents, session by session, in the room that there is."""

    planner: SessionPlanner
    matter: Matter
    document_facts: Sequence[DocumentFacts]
    spoken_of: Mapping[str, Counter[str]]
    every: list[Mention] = field(default_factory=list)
    held: dict[str, Held] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=lambda: dict(_TIMES))

    def tell(self) -> None:
        """Fill the room of all sessions: what is due most, of what can be said."""
        self.left["bring"] = max(_TIMES["bring"], len(self.document_facts) + 2)
        acts: dict[str, Callable[[PlannedSession], bool]] = {
            "bring": self._bring,
            "put": self._put,
            "replace": self._replace,
            "give": self._give,
            "hand": self._hand,
            "doubt": self._doubt,
            "praise": self._praise,
            "recall": self._recall,
            "follow": self._follow,
        }
        for session in self.planner.sessions:
            for _ in range(session.room):
                due = sorted(acts, key=lambda act: -self._due(act, session))
                next((act for act in due if self._due(act, session) > 0 and acts[act](session)), None)

    def _due(self, act: str, session: PlannedSession) -> float:
        """How much an act is wanted now; 0 if not at all."""
        if act == "bring" and self._last_chance(session):
            return 99.0
        share = self.left[act] / _TIMES[act] * (0.5 + 0.5 * self.planner.rng.random())
        first = act == "bring" and not any(mention.at == session.number for mention in self.every)
        if act in ("put", "replace"):
            return share * _TIMES[act]
        return share * (2 if first else 1)

    # ---- documents come up --------------------------------------------------------------------------------------

    def _last_chance(self, session: PlannedSession) -> bool:
        """True if a document has not come up that no later session refers to."""
        known = {mention.target.document for mention in self.every}
        later = {d for own in self.planner.sessions if own.number > session.number for d in own.event.documents}
        return bool(set(session.event.documents) - known - later)

    def _fresh(self, session: PlannedSession) -> list[Target]:
        """Targets that can come up, the best first: of a document not yet spoken of, and on a point of the session."""
        known = Counter(mention.target.document for mention in self.every)
        used = {mention.target.id for mention in self.every}
        facts = Counter(fact.subject for own in self.document_facts for fact in own.facts)
        ids = {own.document: own.targets for own in self.document_facts}
        later = {d for own in self.planner.sessions if own.number > session.number for d in own.event.documents}
        fresh = [
            target
            for document in session.event.documents
            for target in ids[document]
            if target.id not in used and facts[target.id] >= _FACTS_LEAST
        ]
        self.planner.rng.shuffle(fresh)
        whole = len(ids[fresh[0].document]) == 1 if fresh else False  # agreements are whole documents: few to choose

        def rank(target: Target) -> tuple[bool, int, int]:
            treated = self.spoken_of[target.id]
            points = [bool(treated[subject]) for subject in session.subjects]
            lost = known[target.document] == 0 and target.document not in later
            return (not lost, known[target.document] if not whole else 0, -(2 * points[0] + any(points[1:])))

        return sorted(fresh, key=rank)

    def _bring(self, session: PlannedSession) -> bool:
        fresh = self._fresh(session)
        if not fresh:
            return False
        planner, target = self.planner, fresh[0]
        speaker = planner.speaker(session)
        mention, beat = self._introduced(session, target, speaker)
        draw = planner.rng.random()
        others = [name for name in session.personas if name != speaker]
        second = [own for own in fresh[1:] if set(self.spoken_of[own.id]) & set(self.spoken_of[target.id])]
        if mention.purpose and draw < 0.3 and self.left["bring"] > 1 and second:
            other, answer = self._introduced(session, second[0], planner.rng.choice(others))
            if other.purpose:
                planner.place(session, "brought_two", beat, answer)
            else:
                planner.place(session, "brought", beat)
                self.every.remove(other)
                self.left["bring"] += 1
        elif mention.purpose and draw < 0.62 and self.left["give"]:
            reader = planner.rng.choice(others)
            takes = planner.rng.random() < 0.45
            given = self._assign(mention, session, {"ref": "it"}, [], reader, reader if takes else speaker)
            planner.place(session, "brought_taken" if takes else "brought_given", beat, given)
            self.left["give"] -= 1
        else:
            planner.place(session, "brought" if mention.purpose else "brought_open", beat)
        return True

    def _introduced(self, session: PlannedSession, target: Target, speaker: str) -> tuple[Mention, Beat]:
        planner = self.planner
        by, id_ = first_name(speaker), f"{planner.world}-m{len(self.every) + 1:02d}"
        subject, purpose = self._purpose(session, target)
        mention = Mention(
            id_, target, by, session.number, session.event.name, purpose, self.spoken_of.get(target.id, Counter())
        )
        name = self._name(target)
        claims = [
            planner.claim(id_, "target", target.id),
            planner.claim(id_, "brought_by", by),
            planner.claim(id_, "brought_at", session.id, meaning=session.day),
        ]
        slots, says = {"target": name}, [name]
        if purpose and subject:
            claims.append(planner.claim(id_, "purpose", _bare(purpose)))
            slots |= {"purpose": purpose, "subject": subject}
            says.append(_bare(purpose))
            slots |= self._gist(target, subject)
        self.every.append(mention)
        self.left["bring"] -= 1
        return mention, planner.beat("introduce", speaker, claims, says, **slots)

    def _purpose(self, session: PlannedSession, target: Target) -> tuple[str | None, str | None]:
        """The point that a document is brought for, best one of the session, and the use it is for: new in its world."""
        treated = self.spoken_of.get(target.id, Counter())
        points = [*session.subjects, *self.matter.points]
        own = [subject for subject, _ in treated.most_common(3)]
        taken = {mention.purpose for mention in self.every}
        for subject in dict.fromkeys([*(point for point in points if treated[point]), *own]):
            uses = [use.format(subject=subject) for use in self.matter.uses]
            free = [use for use in uses if use not in taken]
            if free and (subject in points or self.planner.rng.random() < 0.7):
                return subject, self.planner.rng.choice(free)
        return None, None

    def _gist(self, target: Target, subject: str) -> dict[str, str]:
        """What a text says of the subject, if it says so in a clause and it is not too long to be said."""
        known = [fact for own in self.document_facts for fact in own.facts if fact.subject == target.id]
        for attribute in _GISTS:
            for fact in known:
                words = fact.value.split()
                about = subject.split()[-1].rstrip("s").lower() in fact.value.lower()
                if fact.attribute == attribute and len(words) <= _GIST_WORDS and about:
                    return {"gist": fact.value}
        return {}

    def _name(self, target: Target) -> str:
        forms = [form for form in _FORM_WEIGHTS if form in target.names]
        return target.names[self.planner.rng.choices(forms, [_FORM_WEIGHTS[form] for form in forms])[0]]

    # ---- what they stand for ------------------------------------------------------------------------------------

    def _candidates(self, session: PlannedSession, place: str) -> list[Mention]:
        """Mentions that can take a place: they treat its point, hold no other place and were not doubted here."""
        subject = self.matter.standings[place][1]
        busy = {held.mention.target.id for held in self.held.values()}
        past = {claim.value for claim in self._past(place)}
        return [
            mention
            for mention in self.every
            if mention.at <= session.number
            and mention.target.id not in busy
            and mention.id not in past
            and (subject is None or mention.subjects[subject])
        ]

    def _past(self, place: str) -> list[Claim]:
        return [self.held[place].claim] if place in self.held else []

    def _put(self, session: PlannedSession) -> bool:
        """A document takes a place that none has held."""
        free = [place for place in self._places(session) if place not in self.held]
        for place in free:
            known = self._candidates(session, place)
            if known:
                self._stand(session, self.planner.rng.choice(known), place)
                self.left["put"] -= 1
                return True
        return False

    def _places(self, session: PlannedSession) -> list[str]:
        """All places, those on the session's points first."""
        places = list(self.matter.standings)
        self.planner.rng.shuffle(places)
        return sorted(places, key=lambda place: self.matter.standings[place][1] not in session.subjects)

    def _replace(self, session: PlannedSession) -> bool:
        """A document takes the place of another, often because somebody doubts that one."""
        for place in self._places(session):
            held = self.held.get(place)
            known = self._candidates(session, place) if held and held.at < session.number else []
            if held is None or not known:
                continue
            mention = self.planner.rng.choice(known)
            doubter = self.planner.speaker(session, not_=[held.mention.by])
            doubted = self.left["doubt"] and first_name(doubter) != held.mention.by and self._known_alone(held.mention)
            if doubted and held.mention.at < session.number:
                beat = self._judged(session, held.mention, "doubt", doubter)
                self._stand(session, mention, place, beat)
                self.left["doubt"] -= 1
            else:
                self._stand(session, mention, place)
            self.left["replace"] -= 1
            return True
        return False

    def _stand(self, session: PlannedSession, mention: Mention, place: str, after: Beat | None = None) -> None:
        planner, before = self.planner, self.held.get(place)
        words, subject = self.matter.standings[place]
        slots, says, claims, meant = self._refer(mention, session)
        claim = planner.claim(f"{planner.world}:{place}", "holder", meant, before.claim if before else None)
        slots |= {"standing": words, "place": "lead" if place in _FIRST else "other"} | ({"subject": subject} if subject else {})
        if before:
            slots["old_by"] = before.mention.by
        act = "restand" if before else "stand"
        speaker = planner.speaker(session, not_=[first_name(after.speaker)] if after else [])
        beat = planner.beat(act, speaker, [*claims, claim], [words, *says], **slots)
        kind = "replaced" if before else "made"
        if after is not None and speaker != after.speaker:
            planner.place(session, "doubted_replaced", after, beat, late=1.5)
        else:
            planner.place(session, f"{kind}_agreed" if planner.rng.random() < 0.5 else kind, beat, late=1.5)
        self.held[place] = Held(claim, session.number, mention)

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
            return {"ref": how, "purpose": mention.purpose}, [_bare(mention.purpose)], [], mention.id
        again = f"{mention.id}-{session.id[-3:]}-{planner.rng.randrange(1000):03d}"
        name = self._name(mention.target)
        return {"ref": "name", "target": name}, [name], [planner.claim(again, "target", mention.target.id)], again

    def _brought_alone(self, mention: Mention) -> bool:
        """True if nobody could take "the one X brought to that session" for another mention."""
        return [(own.by, own.at) for own in self.every].count((mention.by, mention.at)) == 1

    def _known_alone(self, mention: Mention) -> bool:
        return mention.purpose is not None or self._brought_alone(mention)

    def _by_what_happened(self, mention: Mention) -> tuple[dict[str, str], list[str]]:
        """Slots and verbatim texts of a way to speak of a mention, and no other, without its name."""
        if self._brought_alone(mention) and (mention.purpose is None or self.planner.rng.random() < 0.5):
            return mention.brought, [mention.by]
        assert mention.purpose is not None  # it is known alone
        return {"ref": "purpose", "purpose": mention.purpose}, [_bare(mention.purpose)]

    # ---- who reads them, and what they think --------------------------------------------------------------------

    def _earlier(self, session: PlannedSession) -> list[Mention]:
        """Mentions of earlier sessions that can be spoken of without their names, those on its points first."""
        known = [own for own in self.every if own.at < session.number and self._known_alone(own)]
        self.planner.rng.shuffle(known)
        return sorted(known, key=lambda own: not any(own.subjects[subject] for subject in session.subjects))

    def _give(self, session: PlannedSession) -> bool:
        """Somebody is asked, or offers, to read what was brought to an earlier session."""
        for mention in self._earlier(session):
            if not mention.readers:
                reader = self.planner.speaker(session)
                others = [name for name in session.personas if name != reader]
                takes = self.planner.rng.random() < 0.4
                slots, says = self._by_what_happened(mention)
                speaker = reader if takes else self.planner.rng.choice(others)
                beat = self._assign(mention, session, slots, says, reader, speaker)
                self.planner.place(session, "taken" if takes else "given", beat, late=0.8)
                self.left["give"] -= 1
                return True
        return False

    def _hand(self, session: PlannedSession) -> bool:
        """What somebody was to read goes to somebody else."""
        for mention in self._earlier(session):
            free = [name for name in session.personas if mention.readers and first_name(name) != mention.readers[-1].value]
            if len(mention.readers) == 1 and mention.read_at < session.number and len(free) > 1:
                reader, speaker = self.planner.rng.sample(free, 2)
                slots, says = self._by_what_happened(mention)
                beat = self._assign(mention, session, slots, says, reader, speaker)
                self.planner.place(session, "handed", beat, late=0.8)
                self.left["hand"] -= 1
                return True
        return False

    def _assign(
        self,
        mention: Mention,
        session: PlannedSession,
        slots: Mapping[str, str],
        says: Sequence[str],
        reader: str,
        speaker: str,
    ) -> Beat:
        planner = self.planner
        before = mention.readers[-1] if mention.readers else None
        claim = planner.claim(mention.id, "reader", first_name(reader), before)
        mention.readers.append(claim)
        mention.read_at = session.number
        said = {"reader": first_name(reader), **slots} | ({"former": before.value} if before else {})
        to = None if reader == speaker else reader
        return planner.beat(
            "reassign" if before else "assign", speaker, [claim], [first_name(reader), *says], to, **said
        )

    def _follow(self, session: PlannedSession) -> bool:
        """Somebody is asked about what there was to read."""
        for mention in self._earlier(session):
            readers = [name for name in session.personas if mention.readers[-1:] and first_name(name) == mention.readers[-1].value]
            if readers and mention.read_at < session.number:
                slots, _ = self._by_what_happened(mention)
                asker = self.planner.speaker(session, not_=[first_name(readers[0])])
                beat = self.planner.beat("follow", asker, [], [], readers[0], **slots)
                self.planner.place(session, "follow", beat, late=0.8)
                self.left["follow"] -= 1
                return True
        return False

    def _doubt(self, session: PlannedSession) -> bool:
        return self._judge(session, "doubt")

    def _praise(self, session: PlannedSession) -> bool:
        return self._judge(session, "praise")

    def _judge(self, session: PlannedSession, act: str) -> bool:
        """Who doubts or praises which document, best one who was to read it: at most one each way for a person."""
        for mention in self._earlier(session):
            readers = {claim.value for claim in mention.readers[-1:]}
            able = [name for name in session.personas if first_name(name) != mention.by]
            best = [name for name in able if first_name(name) in readers]
            if able:
                beat = self._judged(session, mention, act, (best or able)[0])
                self.planner.place(session, f"{act}ed".replace("eed", "ed"), beat, late=0.9)
                self.left[act] -= 1
                return True
        return False

    def _judged(self, session: PlannedSession, mention: Mention, act: str, speaker: str) -> Beat:
        attribute = {"doubt": "doubted_by", "praise": "praised_by"}[act]
        claim = self.planner.claim(mention.id, attribute, first_name(speaker))
        slots, says = self._by_what_happened(mention)
        return self.planner.beat(act, speaker, [claim], says, **slots)

    def _recall(self, session: PlannedSession) -> bool:
        """What someone believes a document says, rightly or wrongly: it can be checked against the document."""
        planner = self.planner
        facts = [fact for own_facts in self.document_facts for fact in own_facts.facts if fact.attribute in _RECALLED]
        for mention in self._earlier(session):
            own = [fact for fact in facts if fact.subject == mention.target.id]
            if not own:
                continue
            fact = planner.rng.choice(own)
            others = sorted({f.value for f in facts if f.attribute == fact.attribute and f.value != fact.value})
            value = planner.rng.choice(others) if others and planner.rng.random() < 0.5 else fact.value
            claim = planner.claim(mention.id, f"recalled_{fact.attribute}", value)
            slots, says = self._by_what_happened(mention)
            slots |= {"attribute": fact.attribute, "value": value}
            beat = planner.beat("recall", planner.speaker(session), [claim], [value, *says], **slots)
            planner.place(session, "recalled", beat, late=0.9)
            self.left["recall"] -= 1
            return True
        return False
