"""How a world's people speak of its documents: who brought what, what it stands for now, who reads it, who doubts it.

A mention is one person's pointing at one target. Its first utterance names the target outright (the first structural
condition of section 3.4); later ones mostly speak of it by what happened to it.

Source: MemoryDocDataSet 3.2 (grounded conversations), 3.4 (Hybrid), 6.5 (the citation graph).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
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
    standings: set[str] = field(default_factory=set)
    readers: list[Claim] = field(default_factory=list)
    read_at: int = 0

    @property
    def handed_from(self) -> int:
        """The first session in which its reading can change hands."""
        return max(self.at + 2, self.read_at + 1)


def introductions(planner: SessionPlanner, domain: Domain, document_facts: Sequence[DocumentFacts]) -> list[Mention]:
    """The mentions of a world; each document gets at least one, in a session whose event refers to it."""
    wanted = max(len(document_facts) + 3, round(_MENTIONS_PER_ROOM * sum(session.room for session in planner.sessions)))
    purposes = planner.rng.sample(domain.purposes, min(wanted, len(domain.purposes)))
    mentions: list[Mention] = []
    for target in _targets(planner, document_facts, wanted):
        sessions = [session for session in planner.with_room() if target.document in session.event.documents]
        if not sessions:
            continue
        session = planner.rng.choices(sessions, [_SESSION_WEIGHTS[min(s.number, 5) - 1] for s in sessions])[0]
        purpose = purposes.pop() if purposes and planner.rng.random() < 0.6 else None
        mentions.append(_introduce(planner, session, target, f"{planner.world}-m{len(mentions) + 1:02d}", purpose))
    return mentions


def _targets(planner: SessionPlanner, document_facts: Sequence[DocumentFacts], wanted: int) -> list[Target]:
    """Targets of which enough is known, documents in turn; one document's may recur once all were used."""
    decks: list[list[Target]] = []
    for own_facts in document_facts:
        known = Counter(fact.subject for fact in own_facts.facts)
        usable = [target for target in own_facts.targets if known[target.id] >= _FACTS_LEAST]
        planner.rng.shuffle(usable)
        decks.append(usable)
    chosen: list[Target] = []
    for turn in range(wanted):
        for deck in decks:
            if deck and len(chosen) < wanted:
                chosen.append(deck[turn % len(deck)])
    return chosen


def _introduce(
    planner: SessionPlanner, session: PlannedSession, target: Target, mention_id: str, purpose: str | None
) -> Mention:
    speaker = planner.speaker(session)
    by = first_name(speaker)
    mention = Mention(mention_id, target, by, session.number, session.event.name, purpose)
    name = _name(planner, target)
    claims = [
        planner.claim(mention_id, "target", target.id),
        planner.claim(mention_id, "brought_by", by),
        planner.claim(mention_id, "brought_at", session.id, meaning=session.day),
    ]
    slots = {"target": name}
    says = [name]
    if purpose:
        claims.append(planner.claim(mention_id, "purpose", purpose.removeprefix("the ")))
        slots["purpose"] = purpose
        says.append(purpose.removeprefix("the "))
    beats = [planner.beat("introduce", speaker, claims, says, **slots)]
    if session.room >= 3 and planner.rng.random() < 0.25:
        beats.append(_assign(planner, mention, session, {"ref": "it"}, ()))
    planner.place(session, *beats)
    return mention


def _name(planner: SessionPlanner, target: Target) -> str:
    forms = [form for form in _FORM_WEIGHTS if form in target.names]
    return target.names[planner.rng.choices(forms, [_FORM_WEIGHTS[form] for form in forms])[0]]


def standings(planner: SessionPlanner, domain: Domain, mentions: Sequence[Mention]) -> None:
    """What some documents stand for (the lead authority, the fallback), and how that changes."""
    chosen = planner.rng.sample(sorted(domain.standings), 4)
    for standing, states in zip(chosen, (3, 2, 2, 1), strict=True):
        before: Claim | None = None
        first = 1
        held: set[str] = set()
        for state in range(states):
            last = len(planner.sessions) - (states - 1 - state)
            sessions = [s for s in planner.with_room(1, first, last) if _known(mentions, s, held)]
            if not sessions:
                break
            session = sessions[0] if planner.rng.random() < 0.6 else planner.rng.choice(sessions)
            mention = planner.rng.choice(_known(mentions, session, held))
            before = _stand(planner, domain, session, mention, standing, before)
            mention.standings.add(standing)
            held.add(mention.target.id)
            first = session.number + 1


def _known(mentions: Sequence[Mention], session: PlannedSession, held: set[str]) -> list[Mention]:
    return [m for m in mentions if m.at <= session.number and m.target.id not in held]


def _stand(
    planner: SessionPlanner,
    domain: Domain,
    session: PlannedSession,
    mention: Mention,
    standing: str,
    before: Claim | None,
) -> Claim:
    words = planner.rng.choice(domain.standings[standing])
    slots, says, claims, meant = _refer(planner, mention, session)
    claim = planner.claim(f"{planner.world}:{standing}", "holder", meant, before)
    act = "restand" if before else "stand"
    beat = planner.beat(act, planner.speaker(session), [*claims, claim], [words, *says], standing=words, **slots)
    planner.place(session, beat, late=1.5)
    return claim


def _refer(
    planner: SessionPlanner, mention: Mention, session: PlannedSession
) -> tuple[dict[str, str], list[str], list[Claim], str]:
    """Slots, verbatim texts and claims of a way to speak of a mention, and the id of the mention that is meant.

    Naming it again is a mention of its own; otherwise it is known by who brought it, or what for.
    """
    ways = ["name"]
    if mention.at < session.number:
        ways += ["brought", "brought"] + (["purpose", "purpose"] if mention.purpose else [])
    how = planner.rng.choice(ways)
    if how == "brought" and _brought_alone(planner, mention):
        return {"ref": how, "by": mention.by, "at": mention.event}, [mention.by], [], mention.id
    if how == "purpose" and mention.purpose:
        return {"ref": how, "purpose": mention.purpose}, [mention.purpose.removeprefix("the ")], [], mention.id
    again = f"{mention.id}-{session.id[-3:]}-{planner.rng.randrange(1000):03d}"
    name = _name(planner, mention.target)
    return {"ref": "name", "target": name}, [name], [planner.claim(again, "target", mention.target.id)], again


def _brought_alone(planner: SessionPlanner, mention: Mention) -> bool:
    """True if nobody could take "the one X brought to that session" for another mention."""
    brought = [
        beat
        for session in planner.sessions
        if session.number == mention.at
        for _, group in session.groups
        for beat in group
        if beat.act == "introduce" and first_name(beat.speaker) == mention.by
    ]
    return len(brought) == 1


def assignments(planner: SessionPlanner, mentions: Sequence[Mention]) -> None:
    """Who is to read what; one such task changes hands."""
    taken = {claim.value for mention in mentions for claim in mention.readers[-1:]}
    for _ in range(2):
        free = [m for m in mentions if not m.readers and planner.with_room(1, m.at + 1)]
        names = [name for name in planner.everyone if name not in taken]
        if not free or not names:
            break
        mention = planner.rng.choice(free)
        session = planner.rng.choice(planner.with_room(1, mention.at + 1))
        taken.add(_place_assignment(planner, mention, session, taken))
    handed = [m for m in mentions if m.readers and planner.with_room(1, m.handed_from)]
    if handed and len(taken) < len(planner.everyone):
        mention = planner.rng.choice(handed)
        _place_assignment(planner, mention, planner.rng.choice(planner.with_room(1, mention.handed_from)), taken)


def _place_assignment(planner: SessionPlanner, mention: Mention, session: PlannedSession, taken: set[str]) -> str:
    slots, says, _, meant = _refer(planner, mention, session)
    if meant != mention.id:  # who reads it is known of the mention, so it must be the mention that is spoken of
        if not _brought_alone(planner, mention):
            return mention.by
        slots, says = {"ref": "brought", "by": mention.by, "at": mention.event}, [mention.by]
    beat = _assign(planner, mention, session, slots, taken, says)
    planner.place(session, beat, late=1.5)
    return mention.readers[-1].value


def _assign(
    planner: SessionPlanner,
    mention: Mention,
    session: PlannedSession,
    slots: dict[str, str],
    taken: set[str] | tuple[str, ...],
    says: Sequence[str] = (),
) -> Beat:
    before = mention.readers[-1] if mention.readers else None
    names = [name for name in planner.everyone if name not in taken and (before is None or name != before.value)]
    reader = planner.rng.choice(names or planner.everyone)
    claim = planner.claim(mention.id, "reader", reader, before)
    mention.readers.append(claim)
    mention.read_at = session.number
    act = "reassign" if before else "assign"
    extra = {"former": before.value} if before else {}
    return planner.beat(
        act, planner.speaker(session, not_=[reader]), [claim], [reader, *says], reader, reader=reader, **slots, **extra
    )


def opinions(planner: SessionPlanner, mentions: Sequence[Mention]) -> None:
    """Who doubts or praises which document: at most one each way for a person."""
    for act, attribute in (("doubt", "doubted_by"), ("praise", "praised_by")):
        known = [m for m in mentions if _brought_alone(planner, m) and planner.with_room(1, m.at + 1)]
        if not known:
            continue
        mention = planner.rng.choice(known)
        session = planner.rng.choice(planner.with_room(1, mention.at + 1))
        speaker = planner.speaker(session, not_=[mention.by])
        claim = planner.claim(mention.id, attribute, first_name(speaker))
        beat = planner.beat(act, speaker, [claim], [mention.by], ref="brought", by=mention.by, at=mention.event)
        planner.place(session, beat, late=1.5)


def recollections(
    planner: SessionPlanner, mentions: Sequence[Mention], document_facts: Sequence[DocumentFacts]
) -> None:
    """What someone believes a document says, rightly or wrongly: it can be checked against the document."""
    facts = [fact for own_facts in document_facts for fact in own_facts.facts if fact.attribute in _RECALLED]
    known = [m for m in mentions if _brought_alone(planner, m) and planner.with_room(1, m.at + 1)]
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
        slots = {"ref": "brought", "by": mention.by, "at": mention.event, "attribute": fact.attribute, "value": value}
        planner.place(session, planner.beat("recall", speaker, [claim], [value, mention.by], **slots), late=1.5)
        return
