"""A session without a model: exchanges of the library for all that the plan wants, an opening, a closing, some talk.

Source: MemoryDocDataSet 3.2, 4.4, Appendix B.3.
"""

import random
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from microworlds.generation.exchanges.dialogues import Library, Spoken, Wanted
from microworlds.generation.grammar import Grammar, Writer
from microworlds.generation.session_plans import Beat, Exchange
from microworlds.suites.memorydoc.tasks.session import SessionGiven, SessionWritten, UtteranceWritten

_BARE = frozenset({"travel", "local counsel", "outside counsel"})
_AGREEMENT = re.compile(r"^(?![Tt]he\b)(?!.* v\. ).*\b(?:Agreement|Amendment|Contract|Lease)\b")
_GRAMMAR = Grammar.load(Path(__file__).parent / "phrases" / "session.txt")
# how often a session begins and ends with its business, and has small talk: else evidence is never first or last
_ABRUPT, _ABRUPT_END, _ASIDE = 0.4, 0.68, 0.12
_TOLD_LAST = 0.7  # how often a session without a closing ends with what makes something known
_BRIDGED = 0.6  # of the seams where the talk turns from documents to work, or back, and nothing lies between
_EXCHANGE, _TALK = 3, 2  # turns that an exchange and a talk take


def write(given: SessionGiven, rng: random.Random) -> SessionWritten:
    """The session: every exchange in order, what opens and closes it, and talk up to the number of turns."""
    return _Table(given, rng).session()


def _on_work(exchange: Exchange) -> bool:
    """True of what is planned, false of what is read."""
    return any("work" in beat.slots for beat in exchange.beats)


@dataclass
class _Table:
    """The people round one table: who speaks how, and what was said so far."""

    given: SessionGiven
    rng: random.Random
    said: list[UtteranceWritten] = field(default_factory=list)

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

    def session(self) -> SessionWritten:
        """The session; if it is too long, again without talk, then without opening and closing, of other dialogues."""
        for frames in (3, 1, 0, 0, 0):
            self.said.clear()
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
            kinds = ["open_later" if plan.since else "open_first"] if opened and not number else []
            talks = frames > 2 and (opened or number > 0)
            if talks and free >= _EXCHANGE * (count - number) + _TALK * (1 + len(kinds)):
                kinds.append("aside" if self.rng.random() < _ASIDE else "talk")
            length = max(2, round((free - _TALK * len(kinds)) / (count - number))) if frames else 2
            spoken = self._exchange(exchange, length, last=number + 1 == count and not closed)
            for kind in kinds:
                free -= self._frame(kind, before=spoken[0].speaker if kind == kinds[-1] else None)
            seam = self.said and self.said[-1].speaker == spoken[0].speaker
            turns = frames > 2 and number > 0 and _on_work(exchange) != _on_work(plan.exchanges[number - 1])
            third = len({persona.name for persona in self.given.personas} - {spoken[0].speaker}) > 1
            # of two people, one would have to go on after his own bridge
            if seam or (turns and third and not kinds and self.rng.random() < _BRIDGED):
                free -= self._frame("bridge", before=spoken[0].speaker)
            free -= self._add(spoken, exchange.beats)
        while len(self.said) + 1 < self.given.utterances_least:
            self._frame("talk")
        if closed or len(self.said) < self.given.utterances_least:
            self._frame("close")

    def _frame(self, kind: str, before: str | None = None) -> int:
        """An exchange that settles nothing, before somebody speaks; how many turns it takes."""
        wanted = self._wanted(kind, self.slots, lead=self._lead(before), before=before)
        return self._add(self.library.exchange(wanted), ())

    def _lead(self, before: str | None) -> str:
        """Someone who did not speak last, and had better not be who speaks next."""
        names = [persona.name for persona in self.given.personas]
        last = self.said[-1].speaker if self.said else None
        free = [name for name in names if name != last] or names
        return self.rng.choice([name for name in free if name != before] or free)

    def _exchange(self, exchange: Exchange, length: int, *, last: bool = False) -> list[Spoken]:
        """An exchange of the plan."""
        beats = exchange.beats
        slots, own = dict(self.slots), {persona.name: dict[str, str]() for persona in self.given.personas}
        owners = [beat.slots["value"] for beat in beats if beat.slots.get("attribute") == "owner"]
        for number, beat in enumerate(beats, start=1):
            mark = "" if number == 1 else str(number)
            slots |= {f"{name}{mark}": text for name, text in self._beat_slots(beat).items()}
            for name in self._named([beat.slots["by"]] if beat.slots.get("ref") == "brought" else []):
                own[name][f"ref{mark}"] = self.writer.write("ref.brought.self", **beat.slots)
        to = [beat.addressee for beat in beats if beat.addressee]
        if exchange.kind == "stated_two":
            slots["one"], slots["two"] = (self._clause(beat) for beat in beats)
            to += [name for name in self._named(owners) if name != beats[0].speaker]
        tells = bool(beats[0].claims)
        wanted = self._wanted(
            exchange.kind,
            slots,
            told=tuple(beat.speaker for beat in beats) if tells else (),
            says=tuple((*beat.says, *([beat.slots["standing"]] if "standing" in beat.slots else [])) for beat in beats)
            if tells
            else (),
            attribute=beats[-1].slots.get("place", "")
            or (beats[0].slots["attribute"] if "work" in beats[0].slots else ""),
            own=own,
            spoken_of=self._named([*owners, *(beat.slots.get("by", "") for beat in beats)]),
            to=next(iter(to), None),
            lead=None if tells else beats[0].speaker,
            length=length,
            ends_told=last and self.rng.random() < _TOLD_LAST,
        )
        spoken = self.library.exchange(wanted)
        if not tells:  # it makes nothing known, and is there all the same
            spoken = [replace(turn, facts=(0,) if turn is spoken[0] else ()) for turn in spoken]
        return spoken

    def _named(self, firsts: Iterable[str]) -> tuple[str, ...]:
        """Those of these first names who are there, in full."""
        known = set(firsts)
        return tuple(persona.name for persona in self.given.personas if persona.name.split()[0] in known)

    def _wanted(self, kind: str, slots: Mapping[str, str], **more: object) -> Wanted:
        others = tuple(persona.name for persona in self.given.personas)
        after = self.said[-1].speaker if self.said else None
        known = {"told": (), "others": others, "voices": self.voices, "after": after, **more}
        return Wanted(kind=kind, slots=slots, **known)  # type: ignore[arg-type]

    def _add(self, spoken: list[Spoken], beats: tuple[Beat, ...]) -> int:
        for turn in spoken:
            carried = tuple(beats[fact].id for fact in turn.facts)
            self.said.append(UtteranceWritten(speaker=turn.speaker, text=turn.text, beats=carried))
        return len(spoken)

    def _clause(self, beat: Beat) -> str:
        words = {"value": beat.slots["value"], "bare": beat.slots["work"]}
        owner = beat.slots["attribute"] == "owner" and self._named([words["value"]])
        told = bool(owner) and owner != (beat.speaker,)
        return self.writer.write(f"clause.{beat.slots['attribute']}{'.told' if told else ''}", **words)

    def _beat_slots(self, beat: Beat) -> dict[str, str]:
        """The words of a beat as the library wants them."""
        words = dict(beat.slots)
        if _AGREEMENT.search(words.get("target", "")):
            words["target"] = f"the {words['target']}"
        if "ref" in words:
            words["ref"] = self.writer.write(f"ref.{words['ref']}", **words)
        if beat.act == "recall":
            words["recalled"] = self.writer.write(f"recalled.{words['attribute']}", **words)
        if "work" in words:
            words["bare"] = words["work"]
            words["work"] = words["work"] if words["work"] in _BARE else f"the {words['work']}"
        return words
