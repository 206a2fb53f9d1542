"""A session without a model: exchanges of the library for all that the plan wants, an opening, a closing, some talk.

Source: MemoryDocDataSet 3.2, 4.4, Appendix B.3.
"""

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from microworlds.core.text import stem, words
from microworlds.generation.exchanges.dialogues import Library, Spoken, Wanted
from microworlds.generation.grammar import Grammar, Writer
from microworlds.generation.session_plans import Beat, Exchange
from microworlds.suites.memorydoc.tasks.session import SessionGiven, SessionWritten, UtteranceWritten

_BARE = frozenset({"travel", "local counsel", "outside counsel"})
_AGREEMENT = re.compile(r"^(?![Tt]he\b)(?!.* v\. ).*\b(?:Agreement|Amendment|Contract|Lease)\b")
_GRAMMAR = Grammar.load(Path(__file__).parent / "phrases" / "session.txt")
# how often a session begins and ends with its business, else evidence is never first or last; and has small talk
_ABRUPT, _ABRUPT_END, _ASIDE = 0.4, 0.68, 0.1
_TOLD_LAST = 0.5  # how often a session without a closing ends with what makes something known
_BRIDGED, _LED = 0.5, 0.75  # of the seams between two topics: somebody names the next; whoever goes on says so
_EXCHANGE, _TALK = 3, 2  # turns that an exchange and a talk take
_AGAIN = {"client": "the client", "opponent": "the other side"}  # what is said once the name was
_BEGUN = re.compile(r"(?<=[.?!] )t(?=he (?:client|other side)\b)")  # that begins a sentence
_SAYS = frozenset({"issue", "rule"})  # what a document says, which may have to do with another point
_SHORT = 3  # the longest word that doesn't count: "the", "of", "was"
_OF_WHAT = re.compile(r" (?:on|for|against|to)$")  # between what a place is and of what: "lead case on notice"


def write(given: SessionGiven, rng: random.Random) -> SessionWritten:
    """The session: every exchange in order, what opens and closes it, and talk up to the number of turns."""
    return _Table(given, rng).session()


def _sort(exchange: Exchange) -> str:
    """What is talked of: the attribute of a piece of work; a document that is new, known, or given a standing."""
    slots = exchange.beats[-1].slots
    if "work" in slots:
        return slots["attribute"]
    if exchange.kind.startswith("brought"):
        return "document"
    return "standing" if "standing" in slots else "known"


def _work(exchange: Exchange) -> bool:
    """True of what is planned, false of what is read."""
    return "work" in exchange.beats[-1].slots


def _with_article(work: str) -> str:
    return work if work in _BARE else f"the {work}"


def _stems(text: str) -> set[str]:
    return {stem(word.lower()) for word in words(text) if len(word) > _SHORT}


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


@dataclass
class _Table:
    """The people round one table: who speaks how, and what was said so far."""

    given: SessionGiven
    rng: random.Random
    said: list[UtteranceWritten] = field(default_factory=list)
    bridged: bool = False

    def __post_init__(self) -> None:
        given, plan = self.given, self.given.plan
        turn = given.number * 5 + int(plan.id[-2:])
        self.writer = Writer(_GRAMMAR, self.rng, held_out=given.held_out, turn=turn)
        self.library = Library(given.domain, given.held_out, turn, self.rng)
        self.voices = {persona.name: persona.communication_style.split(":")[0].split()[0] for persona in given.personas}
        self.slots = {
            "event": plan.name,
            "matter": given.matter,
            "client": given.client,
            "opponent": given.opponent,
            "subject": plan.subjects[0],
            **{f"subject{number}": subject for number, subject in enumerate(plan.subjects[1:], start=2)},
            **({"since": plan.since} if plan.since else {}),
            **({"absent": self.rng.choice(given.absent).split()[0]} if given.absent else {}),
            "weekday": f"{plan.time:%A}",
        }
        topics = list(dict.fromkeys(self._topics(exchange)[0] for exchange in plan.exchanges))
        self.slots |= {"agenda": _listed(topics)} if len(topics) > 1 else {}

    def session(self) -> SessionWritten:
        """The session; if it is too long, again without talk, then without opening and closing, of other dialogues."""
        for frames in (3, 1, 0, 0, 0):
            self.said.clear()
            self.bridged = False
            self._compose(frames)
            if len(self.said) <= self.given.utterances_most:
                break
        return SessionWritten(utterances=tuple(self.said))

    def _compose(self, frames: int) -> None:
        """The plan's exchanges with at most so many of: an opening, a closing, some talk."""
        plan, count = self.given.plan, len(self.given.plan.exchanges)
        opened = frames > 0 and self.rng.random() > _ABRUPT
        closed = frames > 1 and self.rng.random() > _ABRUPT_END
        free = plan.utterances - (1.5 if closed else 0)
        for number, exchange in enumerate(plan.exchanges):
            left, ends = count - number, number + 1 == count and not closed
            opens = opened and not number
            length = max(2, round((free - _TALK * opens) / left)) if frames else 2
            spoken = self._exchange(exchange, length, last=ends)
            if opens:
                if self.rng.random() < _ASIDE:
                    free -= self._frame("aside", exchange)
                kind = "open_later" if plan.since else "open_first"
                free -= self._frame(kind, exchange, before=spoken[0].speaker)
            elif number:
                free -= self._join(exchange, plan.exchanges[number - 1], spoken, bridged=frames > 1)
            free -= self._add(spoken, exchange.beats)
            if frames > 2 and not ends and free >= _EXCHANGE * (left - 1) + _TALK:
                free -= self._talk(exchange)
        while len(self.said) + 1 < self.given.utterances_least:
            if not self._talk(exchange):
                self._frame("bridge", exchange)
        if closed or len(self.said) < self.given.utterances_least:
            self._frame("close", exchange)

    def _join(self, exchange: Exchange, before: Exchange, spoken: list[Spoken], *, bridged: bool) -> int:
        """Lead from one exchange to the next, by somebody's turn or a few words before the first; how many turns."""
        first, last = spoken[0], self.said[-1].speaker
        parts = self._topics(exchange)[0] not in self._topics(before)
        third = any(own.name not in (first.speaker, last) for own in self.given.personas)
        if first.speaker == last or (
            parts and third and first.facts and bridged and not self.bridged and self.rng.random() < _BRIDGED
        ):
            self.bridged = True
            return self._frame("next" if parts and first.facts else "bridge", exchange, before=first.speaker)
        if parts and self.rng.random() < _LED:
            ways = [_work(own) for own in (before, exchange)]
            rule = f"lead.{'work' if ways[1] else 'document'}{'.again' if ways[0] == ways[1] else ''}"
            spoken[0] = replace(first, text=f"{self.writer.write(rule)} {first.text}")
        return 0

    def _talk(self, exchange: Exchange) -> int:
        """Talk about what was just spoken of, with whoever brought it up; how many turns it takes, 0 if none fits."""
        teller = exchange.beats[0].speaker
        asking = [own.name for own in self.given.personas if own.name not in (teller, self.said[-1].speaker)]
        if not asking:
            return 0
        wanted = self._wanted(
            "talk", self._words(exchange), lead=self.rng.choice(asking), to=teller, attribute=_sort(exchange)
        )
        return self._add(self.library.exchange(wanted), ())

    def _frame(self, kind: str, exchange: Exchange, before: str | None = None) -> int:
        """What settles nothing, beside an exchange and before somebody speaks; how many turns it takes."""
        sort = "work" if _work(exchange) else "document"
        wanted = self._wanted(kind, self._words(exchange), before=before, attribute=sort)
        return self._add(self.library.exchange(wanted), ())

    def _words(self, exchange: Exchange) -> dict[str, str]:
        """The words at hand beside an exchange."""
        slots = {**self.slots, **self._beat_slots(exchange.beats[0]), "topic": self._topics(exchange)[0]}
        about = _stems(slots["subject"])
        slots = {name: text for name, text in slots.items() if name not in _SAYS or about & _stems(text)}
        others = [own for own in self.given.plan.subjects if own != slots["subject"]]
        return slots | dict(zip(("subject2", "subject3"), others, strict=False))

    def _topics(self, exchange: Exchange) -> list[str]:
        """Points, and pieces of work."""
        found = [
            _with_article(slots["work"]) if "work" in slots else slots.get("subject", "")
            for slots in (beat.slots for beat in exchange.beats)
        ]
        return list(filter(None, found)) or [self.slots["subject"]]

    def _exchange(self, exchange: Exchange, length: int, *, last: bool) -> list[Spoken]:
        """An exchange of the plan."""
        beats = exchange.beats
        slots, own = dict(self.slots), {persona.name: dict[str, str]() for persona in self.given.personas}
        owners = [beat.slots["value"] for beat in beats if beat.slots.get("attribute") == "owner"]
        for number, beat in enumerate(beats, start=1):
            mark = "" if number == 1 else str(number)
            slots |= {f"{name}{mark}": text for name, text in self._beat_slots(beat).items()}
            for name in self._named([beat.slots["by"]] if "by" in beat.slots else []):
                own[name][f"ref{mark}"] = self.writer.write(f"ref.{beat.slots['ref']}.self", **beat.slots)
        to = [beat.addressee for beat in beats if beat.addressee]
        if exchange.kind == "stated_two":
            slots["one"], slots["two"] = (self._clause(beat) for beat in beats)
            to += [name for name in self._named(owners) if name != beats[0].speaker]
        return self.library.exchange(
            self._wanted(
                exchange.kind,
                slots,
                told=tuple(beat.speaker for beat in beats),
                says=tuple(
                    (*beat.says, *([beat.slots["standing"]] if "standing" in beat.slots else [])) for beat in beats
                ),
                attribute=beats[-1].slots.get("place", "")
                or (beats[0].slots["attribute"] if "work" in beats[0].slots else ""),
                own=own,
                spoken_of=self._named([*owners, *(beat.slots.get("by", "") for beat in beats)]),
                to=next(iter(to), None),
                length=length,
                ends_told=last and self.rng.random() < _TOLD_LAST,
            )
        )

    def _named(self, firsts: Iterable[str]) -> tuple[str, ...]:
        """Those of these first names who are there, in full."""
        known = set(firsts)
        return tuple(persona.name for persona in self.given.personas if persona.name.split()[0] in known)

    def _wanted(self, kind: str, slots: Mapping[str, str], **more: object) -> Wanted:
        others = tuple(persona.name for persona in self.given.personas)
        after = self.said[-1].speaker if self.said else None
        known = {"told": (), "others": others, "voices": self.voices, "after": after, **more}
        again = {role: word for role, word in _AGAIN.items() if any(slots[role] in turn.text for turn in self.said)}
        return Wanted(kind=kind, slots={**slots, **again}, **known)  # type: ignore[arg-type]

    def _add(self, spoken: list[Spoken], beats: tuple[Beat, ...]) -> int:
        for turn in spoken:
            carried = tuple(beats[fact].id for fact in turn.facts)
            text = _BEGUN.sub("T", turn.text)
            self.said.append(UtteranceWritten(speaker=turn.speaker, text=text, beats=carried))
        return len(spoken)

    def _clause(self, beat: Beat) -> str:
        value = beat.slots["value"]
        owner = beat.slots["attribute"] == "owner" and self._named([value])
        told = bool(owner) and owner != (beat.speaker,)
        rule = f"clause.{beat.slots['attribute']}{'.told' if told else ''}"
        return self.writer.write(rule, value=value, bare=beat.slots["work"])

    def _beat_slots(self, beat: Beat) -> dict[str, str]:
        """The words of a beat as the library wants them."""
        slots = dict(beat.slots)
        if _AGREEMENT.search(slots.get("target", "")):
            slots["target"] = f"the {slots['target']}"
        if "ref" in slots:
            slots["ref"] = self.writer.write(f"ref.{slots['ref']}", **slots)
        if "work" in slots:
            slots["bare"] = slots["work"]
            slots["work"] = _with_article(slots["work"])
        if "standing" in slots:
            slots["role"] = _OF_WHAT.sub("", slots["standing"].removesuffix(slots["subject"]).strip())
        return slots
