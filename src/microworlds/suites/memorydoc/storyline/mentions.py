"""How a world's people speak of its documents: who brought what, who reads it, what it stands for now.

A mention is one person's pointing at one target. Its first utterance names the target outright (the first structural
condition of section 3.4); later ones mostly speak of it by what happened to it. A document is brought for a point that
it treats; it is read, put first, and gives way to another.

Source: MemoryDocDataSet 3.2 (grounded conversations), 3.4 (Hybrid), 6.5 (the citation graph).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from microworlds.generation.ledger import Fact
from microworlds.generation.person_names import first_name
from microworlds.generation.session_planner import PlannedSession, SessionPlanner
from microworlds.generation.session_plans import Beat, Claim
from microworlds.suites.memorydoc.storyline.matter import Matter, bare, is_on
from microworlds.suites.memorydoc.world import DocumentFacts, Target

_FORMS = ("title", "title_and_citation")  # people say names, and the citation where two texts have the same name
_FACTS_LEAST = 3
_BY_WHOM = 0.5  # how often a document that came up earlier is named by who brought it, not by its name
_BESIDE = 0.25  # how often a document on none of the points is brought for a use all the same
_READ = 0.95  # how often it is said at once who is to read a document that is brought for a use
_GIST_WORDS = 22  # longest clause that is still spoken
_GISTS = ("holding", "rule", "reason", "found_below")
_KNOWN = ("issue", "rule")  # what those who speak of a text know of it: what it is about, and what it goes by


@dataclass
class Mention:
    """One pointing at a target: ``by`` and ``at`` (session number) say who brought it up and when.

    ``subject`` is the point that it was brought for. ``name`` is that by which it came up, ``known`` what is known of
    its text, by attribute.
    """

    id: str
    target: Target
    by: str
    at: int
    event: str
    name: str
    purpose: str | None
    subject: str | None
    known: Mapping[str, str] = field(default_factory=dict)

    def introduced(self, session: int) -> str:
        """How it came up, for whoever words what is said of it in a session, by number."""
        return f"what {self.by} {f'brought to the {self.event}' if self.at < session else 'brings to this meeting'}"

    @property
    def about(self) -> dict[str, str]:
        """The slots for what it is about, as far as that is known."""
        return {**self.known, **({"subject": self.subject} if self.subject else {})}


@dataclass
class Mentions:
    """What is said of a world's documents: how they come up, and the ways to speak of them later.

    Targets speak of some subjects so often, and have something to say on those that they decided. ``rivals`` are points
    on which a document already holds a place.
    """

    planner: SessionPlanner
    matter: Matter
    document_facts: Sequence[DocumentFacts]
    spoken_of: Mapping[str, Counter[str]]
    decided: Mapping[str, frozenset[str]]
    every: list[Mention] = field(default_factory=list)
    rivals: set[str] = field(default_factory=set)

    def _fresh(self, session: PlannedSession) -> list[Target]:
        """Targets that can come up, the best first: of a document not yet spoken of, and on a point of the session.

        Those come first that say something on such a point, or on any of the matter, that can be told; before the first
        place is given, those to which others can be preferred later.
        """
        known = Counter(mention.target.document for mention in self.every)
        ids = {own.document: own.targets for own in self.document_facts}
        later = {document for own in self.planner.with_room(session.number + 1) for document in own.event.documents}
        fresh = [target for document in session.event.documents for target in ids[document] if self._new(target)]
        self.planner.rng.shuffle(fresh)
        whole = len(ids[fresh[0].document]) == 1 if fresh else False  # agreements are whole documents: few to choose

        def rank(target: Target) -> tuple[bool, bool, bool, bool, bool, int, int]:
            treated, decided = self.spoken_of[target.id], self.decided[target.id]
            own = [(count, point) for count, point in zip((2, 1), session.subjects, strict=False) if treated[point]]
            weight = sum(count + 2 * (point in decided) for count, point in own)
            lost = known[target.document] == 0 and target.document not in later
            rival = not decided.isdisjoint(self.rivals) or any(treated[subject] for subject in self.rivals)
            fits = not decided.isdisjoint(session.subjects)
            here, told = (
                any(self.told(target, on) for on in points) for points in (session.subjects, self.matter.points)
            )
            alone = not self.rivals and not any(
                self.told(target, on) and self.follow(session, on) - {target.id} for on in self.matter.points
            )
            spoken = known[target.document] if not whole else 0
            return (not lost, alone, not here, not told, not fits, spoken, -weight - rival)

        return sorted(fresh, key=rank)

    def follow(self, session: PlannedSession, point: str) -> set[str]:
        """Targets that say something on a point, and can come up after a session."""
        ids = {own.document: own.targets for own in self.document_facts}
        later = self.planner.with_room(session.number + 1)
        return {
            target.id
            for own in later
            for document in own.event.documents
            for target in ids[document]
            if self._new(target) and self.fits(target, point)
        }

    def _new(self, target: Target) -> bool:
        """True if a target has not come up, and states enough to be asked about."""
        used = any(mention.target.id == target.id for mention in self.every)
        return not used and len(self._facts(target)) >= _FACTS_LEAST

    def bring(self, session: PlannedSession) -> bool:
        """Somebody brings a document; who is to read it may be said at once."""
        fresh = self._fresh(session)
        if not fresh:
            return False
        planner = self.planner
        mention, beat = self._introduced(session, fresh[0], *self._purpose(session, fresh[0]))
        speaker = beat.speaker
        others = [name for name in session.personas if name != speaker]
        if mention.purpose and planner.rng.random() < _READ:
            reader = planner.rng.choice(others)
            takes = planner.rng.random() < 0.45
            given = self.assign(mention, reader, reader if takes else speaker)
            planner.place(session, "brought_taken" if takes else "brought_given", beat, given)
        else:
            planner.place(session, "brought" if mention.purpose else "brought_open", beat)
        return True

    def bring_on(self, session: PlannedSession, point: str, *, anything: bool = False) -> Mention | None:
        """Somebody brings a document that fits a point, or ``anything``, and says more of it; None if there is none."""
        fresh = [own for own in self._fresh(session) if anything or self.fits(own, point)]
        if not fresh:
            return None
        mention, beat = self._introduced(session, fresh[0], point, None)
        self.planner.place(session, "brought_open", beat)
        return mention

    def _introduced(
        self, session: PlannedSession, target: Target, subject: str | None, purpose: str | None
    ) -> tuple[Mention, Beat]:
        planner = self.planner
        speaker = planner.decider(session, not_=[own.by for own in self.every])  # one each: nobody asks which of theirs
        by, id_ = first_name(speaker), f"{planner.world}-m{len(self.every) + 1:02d}"
        mention = Mention(
            id_,
            target,
            by,
            session.number,
            session.event.name,
            name := self._name(target),
            purpose,
            subject,
            known=self.known(target, [subject] if subject else session.subjects),
        )
        claims = [
            planner.claim(id_, "target", target.id),
            planner.claim(id_, "brought_by", by),
            planner.claim(id_, "brought_at", session.id, meaning=session.day),
        ]
        slots = {"target": name, **mention.about}
        if purpose:
            claims.append(planner.claim(id_, "purpose", bare(purpose)))
            slots["purpose"] = purpose
        self.every.append(mention)
        return mention, planner.beat("introduce", speaker, claims, [name], **slots)

    def _purpose(self, session: PlannedSession, target: Target) -> tuple[str | None, str | None]:
        """The point that a document is brought for, best one of the session, and its use, new in this world."""
        treated, decided = self.spoken_of[target.id], self.decided[target.id]
        points = [*session.subjects, *self.matter.points]
        points.sort(key=lambda point: (not self.told(target, point), point not in decided))
        own = [subject for subject, _ in treated.most_common(3)]
        own.sort(key=lambda subject: subject not in decided)
        taken = {mention.purpose for mention in self.every}
        for subject in dict.fromkeys([*(point for point in points if treated[point]), *own]):
            uses = [use.format(subject=subject) for use in self.matter.uses]
            free = [use for use in uses if use not in taken]
            if free and (subject in points or self.planner.rng.random() < _BESIDE):
                return subject, self.planner.rng.choice(free)
        return None, None

    def told(self, target: Target, point: str) -> bool:
        """True if a text decided a point and it can be told how."""
        return point in self.decided[target.id] and "gist" in self.known(target, [point])

    def fits(self, target: Target, point: str) -> bool:
        """True if a text says something on a point; where no text decided anything, if it treats the point."""
        return self.told(target, point) if any(self.decided.values()) else self.spoken_of[target.id][point] > 0

    def _facts(self, target: Target) -> list[Fact]:
        return [fact for own in self.document_facts for fact in own.facts if fact.subject == target.id]

    def known(self, target: Target, points: Sequence[str]) -> dict[str, str]:
        """What those who speak of a text on some points know of it: what it says on them, if that can be said shortly.

        Of what it is about and what it goes by, where it states one of each, only what bears on one of the points; of a
        text that decided none of them it stands where nothing else is known.
        """
        facts = self._facts(target)
        stated = {name: [fact for fact in facts if fact.attribute == name] for name in _KNOWN}
        alone = {name: own[0] for name, own in stated.items() if len(own) == 1}
        known = {name: fact.value for name, fact in alone.items() if self._on(fact, points)}
        shortly = [
            fact for fact in facts if len(fact.value.split()) <= _GIST_WORDS and fact.value not in known.values()
        ]
        said = (fact for name in _GISTS for fact in shortly if fact.attribute == name and self._on(fact, points))
        if gist := next(said, None):  # and not the rule: what is known of a text nobody asks
            return {name: value for name, value in known.items() if name != "rule"} | {"gist": gist.value}
        if known or not self.decided.get(target.id, frozenset()).isdisjoint(points):
            return known
        first = next(iter(alone), None)
        return {first: alone[first].value} if first else {}

    def _on(self, fact: Fact, points: Sequence[str]) -> bool:
        """Whether a fact is stated on one of some points; if its text does not tell, whether it has to do with one."""
        words = next((own.points[fact.id] for own in self.document_facts if fact.id in own.points), None)
        return any(is_on(fact.value, words, point) for point in points)

    def _name(self, target: Target) -> str:
        return next(target.names[form] for form in _FORMS if form in target.names)

    def refer(
        self, mention: Mention, session: PlannedSession, point: str
    ) -> tuple[dict[str, str], list[str], list[Claim], str]:
        """Slots, verbatim texts and claims of a way to speak of a mention, and the id of the mention that is meant.

        Naming it again is a mention of its own; otherwise it is known by who brought it. Of what it is about, only what
        bears on the ``point`` is said.
        """
        planner = self.planner
        mention = replace(mention, subject=point, known=self.known(mention.target, [point]))
        if mention.at < session.number and self.brought_alone(mention) and planner.rng.random() < _BY_WHOM:
            return self.brought(mention), [mention.by], [], mention.id
        again = f"{mention.id}-{session.id[-3:]}-{planner.rng.randrange(1000):03d}"
        name = self._name(mention.target)
        return (
            {"ref": "name", "target": name, "same_as": f"{mention.introduced(session.number)} as {mention.name}"}
            | mention.about,
            [name],
            [planner.claim(again, "target", mention.target.id)],
            again,
        )

    def brought(self, mention: Mention) -> dict[str, str]:
        """The slots of a beat that speaks of it as what somebody brought; to which meeting, if he brought others."""
        alone = [own.by for own in self.every].count(mention.by) == 1
        slots = {"ref": "brought"} if alone else {"ref": "brought_at", "at": mention.event}
        return slots | {"by": mention.by} | mention.about

    def brought_alone(self, mention: Mention) -> bool:
        """True if nobody could take "the one X brought to that session" for another mention."""
        return [(own.by, own.at) for own in self.every].count((mention.by, mention.at)) == 1

    def assign(self, mention: Mention, reader: str, speaker: str) -> Beat:
        """The beat by which somebody is to read what was just brought; ``reader`` and ``speaker`` are full names."""
        name = first_name(reader)
        claim = self.planner.claim(mention.id, "reader", name)
        to = None if reader == speaker else reader
        return self.planner.beat("assign", speaker, [claim], [name], to, reader=name, ref="it")
