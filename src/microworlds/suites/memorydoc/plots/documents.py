"""How a world's people speak of its documents: who brought what, what it stands for now, who reads it, who doubts it.

A mention is one person's pointing at one target. Its first utterance names the target outright (the first structural
condition of section 3.4); later ones mostly speak of it by what happened to it.

Source: MemoryDocDataSet 3.2 (grounded conversations), 3.4 (Hybrid), 6.5 (the citation graph).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from microworlds.suites.memorydoc.domain import Domain
from microworlds.suites.memorydoc.plots.board import Board, Sheet, first_name
from microworlds.suites.memorydoc.world import Beat, Claim, Dossier, Target

# what a person gives away by naming a target in this form
REVEALS: Mapping[str, frozenset[str]] = {
    "title": frozenset({"appellant", "appellee", "plaintiff", "defendant", "party", "name"}),
    "title_and_citation": frozenset({"appellant", "appellee", "plaintiff", "defendant", "citation"}),
    "citation": frozenset({"citation"}),
}
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


def introductions(board: Board, domain: Domain, dossiers: Sequence[Dossier]) -> list[Mention]:
    """The mentions of a world; each document gets at least one, in a session whose event refers to it."""
    wanted = max(len(dossiers) + 3, round(_MENTIONS_PER_ROOM * sum(sheet.room for sheet in board.sheets)))
    purposes = board.rng.sample(domain.purposes, min(wanted, len(domain.purposes)))
    mentions: list[Mention] = []
    for target in _targets(board, dossiers, wanted):
        sheets = [sheet for sheet in board.with_room() if target.document in sheet.event.documents]
        if not sheets:
            continue
        sheet = board.rng.choices(sheets, [_SESSION_WEIGHTS[min(s.number, 5) - 1] for s in sheets])[0]
        purpose = purposes.pop() if purposes and board.rng.random() < 0.6 else None
        mentions.append(_introduce(board, sheet, target, f"{board.world}-m{len(mentions) + 1:02d}", purpose))
    return mentions


def _targets(board: Board, dossiers: Sequence[Dossier], wanted: int) -> list[Target]:
    """Targets of which enough is known, documents in turn; one document's may recur once all were used."""
    decks: list[list[Target]] = []
    for dossier in dossiers:
        known = Counter(fact.subject for fact in dossier.facts)
        usable = [target for target in dossier.targets if known[target.id] >= _FACTS_LEAST]
        board.rng.shuffle(usable)
        decks.append(usable)
    chosen: list[Target] = []
    for turn in range(wanted):
        for deck in decks:
            if deck and len(chosen) < wanted:
                chosen.append(deck[turn % len(deck)])
    return chosen


def _introduce(board: Board, sheet: Sheet, target: Target, mention_id: str, purpose: str | None) -> Mention:
    speaker = board.speaker(sheet)
    by = first_name(speaker)
    mention = Mention(mention_id, target, by, sheet.number, sheet.event.name, purpose)
    name = _name(board, target)
    claims = [
        board.claim(mention_id, "target", target.id),
        board.claim(mention_id, "brought_by", by),
        board.claim(mention_id, "brought_at", sheet.id, meaning=sheet.day),
    ]
    slots = {"target": name}
    says = [name]
    if purpose:
        claims.append(board.claim(mention_id, "purpose", purpose.removeprefix("the ")))
        slots["purpose"] = purpose
        says.append(purpose.removeprefix("the "))
    beats = [board.beat("introduce", speaker, claims, says, **slots)]
    if sheet.room >= 3 and board.rng.random() < 0.25:
        beats.append(_assign(board, mention, sheet, {"ref": "it"}, ()))
    board.place(sheet, *beats)
    return mention


def _name(board: Board, target: Target) -> str:
    forms = [form for form in _FORM_WEIGHTS if form in target.names]
    return target.names[board.rng.choices(forms, [_FORM_WEIGHTS[form] for form in forms])[0]]


def standings(board: Board, domain: Domain, mentions: Sequence[Mention]) -> None:
    """What some documents stand for (the lead authority, the fallback), and how that changes."""
    chosen = board.rng.sample(sorted(domain.standings), 4)
    for standing, states in zip(chosen, (3, 2, 2, 1), strict=True):
        before: Claim | None = None
        first = 1
        held: set[str] = set()
        for state in range(states):
            last = len(board.sheets) - (states - 1 - state)
            sheets = [s for s in board.with_room(1, first, last) if _known(mentions, s, held)]
            if not sheets:
                break
            sheet = sheets[0] if board.rng.random() < 0.6 else board.rng.choice(sheets)
            mention = board.rng.choice(_known(mentions, sheet, held))
            before = _stand(board, domain, sheet, mention, standing, before)
            mention.standings.add(standing)
            held.add(mention.target.id)
            first = sheet.number + 1


def _known(mentions: Sequence[Mention], sheet: Sheet, held: set[str]) -> list[Mention]:
    return [m for m in mentions if m.at <= sheet.number and m.target.id not in held]


def _stand(board: Board, domain: Domain, sheet: Sheet, mention: Mention, standing: str, before: Claim | None) -> Claim:
    words = board.rng.choice(domain.standings[standing])
    slots, says, claims, meant = _refer(board, mention, sheet)
    claim = board.claim(f"{board.world}:{standing}", "holder", meant, before)
    act = "restand" if before else "stand"
    beat = board.beat(act, board.speaker(sheet), [*claims, claim], [words, *says], standing=words, **slots)
    board.place(sheet, beat, late=1.5)
    return claim


def _refer(board: Board, mention: Mention, sheet: Sheet) -> tuple[dict[str, str], list[str], list[Claim], str]:
    """Slots, verbatim texts and claims of a way to speak of a mention, and the id of the mention that is meant.

    Naming it again is a mention of its own; otherwise it is known by who brought it, or what for.
    """
    ways = ["name"]
    if mention.at < sheet.number:
        ways += ["brought", "brought"] + (["purpose", "purpose"] if mention.purpose else [])
    how = board.rng.choice(ways)
    if how == "brought" and _brought_alone(board, mention):
        return {"ref": how, "by": mention.by, "at": mention.event}, [mention.by], [], mention.id
    if how == "purpose" and mention.purpose:
        return {"ref": how, "purpose": mention.purpose}, [mention.purpose.removeprefix("the ")], [], mention.id
    again = f"{mention.id}-{sheet.id[-3:]}-{board.rng.randrange(1000):03d}"
    name = _name(board, mention.target)
    return {"ref": "name", "target": name}, [name], [board.claim(again, "target", mention.target.id)], again


def _brought_alone(board: Board, mention: Mention) -> bool:
    """True if nobody could take "the one X brought to that session" for another mention."""
    brought = [
        beat
        for sheet in board.sheets
        if sheet.number == mention.at
        for _, group in sheet.groups
        for beat in group
        if beat.act == "introduce" and first_name(beat.speaker) == mention.by
    ]
    return len(brought) == 1


def assignments(board: Board, mentions: Sequence[Mention]) -> None:
    """Who is to read what; one such task changes hands."""
    taken = {claim.value for mention in mentions for claim in mention.readers[-1:]}
    for _ in range(2):
        free = [m for m in mentions if not m.readers and board.with_room(1, m.at + 1)]
        names = [name for name in board.everyone if name not in taken]
        if not free or not names:
            break
        mention = board.rng.choice(free)
        sheet = board.rng.choice(board.with_room(1, mention.at + 1))
        taken.add(_place_assignment(board, mention, sheet, taken))
    handed = [m for m in mentions if m.readers and board.with_room(1, m.handed_from)]
    if handed and len(taken) < len(board.everyone):
        mention = board.rng.choice(handed)
        _place_assignment(board, mention, board.rng.choice(board.with_room(1, mention.handed_from)), taken)


def _place_assignment(board: Board, mention: Mention, sheet: Sheet, taken: set[str]) -> str:
    slots, says, _, meant = _refer(board, mention, sheet)
    if meant != mention.id:  # who reads it is known of the mention, so it must be the mention that is spoken of
        if not _brought_alone(board, mention):
            return mention.by
        slots, says = {"ref": "brought", "by": mention.by, "at": mention.event}, [mention.by]
    beat = _assign(board, mention, sheet, slots, taken, says)
    board.place(sheet, beat, late=1.5)
    return mention.readers[-1].value


def _assign(
    board: Board,
    mention: Mention,
    sheet: Sheet,
    slots: dict[str, str],
    taken: set[str] | tuple[str, ...],
    says: Sequence[str] = (),
) -> Beat:
    before = mention.readers[-1] if mention.readers else None
    names = [name for name in board.everyone if name not in taken and (before is None or name != before.value)]
    reader = board.rng.choice(names or board.everyone)
    claim = board.claim(mention.id, "reader", reader, before)
    mention.readers.append(claim)
    mention.read_at = sheet.number
    act = "reassign" if before else "assign"
    extra = {"former": before.value} if before else {}
    return board.beat(
        act, board.speaker(sheet, not_=[reader]), [claim], [reader, *says], reader, reader=reader, **slots, **extra
    )


def opinions(board: Board, mentions: Sequence[Mention]) -> None:
    """Who doubts or praises which document: at most one each way for a person."""
    for act, attribute in (("doubt", "doubted_by"), ("praise", "praised_by")):
        known = [m for m in mentions if _brought_alone(board, m) and board.with_room(1, m.at + 1)]
        if not known:
            continue
        mention = board.rng.choice(known)
        sheet = board.rng.choice(board.with_room(1, mention.at + 1))
        speaker = board.speaker(sheet, not_=[mention.by])
        claim = board.claim(mention.id, attribute, first_name(speaker))
        beat = board.beat(act, speaker, [claim], [mention.by], ref="brought", by=mention.by, at=mention.event)
        board.place(sheet, beat, late=1.5)


def recollections(board: Board, mentions: Sequence[Mention], dossiers: Sequence[Dossier]) -> None:
    """What someone believes a document says, rightly or wrongly: it can be checked against the document."""
    facts = [fact for dossier in dossiers for fact in dossier.facts if fact.attribute in _RECALLED]
    known = [m for m in mentions if _brought_alone(board, m) and board.with_room(1, m.at + 1)]
    board.rng.shuffle(known)
    for mention in known:
        own = [fact for fact in facts if fact.subject == mention.target.id]
        if not own:
            continue
        fact = board.rng.choice(own)
        others = sorted({f.value for f in facts if f.attribute == fact.attribute and f.value != fact.value})
        value = board.rng.choice(others) if others and board.rng.random() < 0.5 else fact.value
        sheet = board.rng.choice(board.with_room(1, mention.at + 1))
        speaker = board.speaker(sheet)
        claim = board.claim(mention.id, f"recalled_{fact.attribute}", value)
        slots = {"ref": "brought", "by": mention.by, "at": mention.event, "attribute": fact.attribute, "value": value}
        board.place(sheet, board.beat("recall", speaker, [claim], [value, mention.by], **slots), late=1.5)
        return
