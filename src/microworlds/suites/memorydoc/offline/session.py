"""A session without a model: the plan's beats in different voices, with the greetings, reactions and asides between.

Source: MemoryDocDataSet 3.2, 4.4, Appendix B.3.
"""

import random
from collections.abc import Callable
from pathlib import Path

from microworlds.generation.grammar import Grammar, Slot, Writer
from microworlds.generation.session_plans import Beat
from microworlds.suites.memorydoc.tasks.session import SessionGiven, SessionWritten, UtteranceWritten

_WORK_ACTS = frozenset({"state", "change", "propose", "settle", "correct"})
_BARE = frozenset({"travel", "local counsel", "outside counsel"})
_REACTIONS = {"introduce": "introduce", "doubt": "judgement", "praise": "judgement", "recall": "judgement"}
_PHRASES = Path(__file__).parent / "phrases"
_GRAMMAR = Grammar.load(_PHRASES / "session.txt", _PHRASES / "work.txt")


def write(given: SessionGiven, rng: random.Random) -> SessionWritten:
    """The session: an opening, every beat in order, reactions and asides up to the number of turns, a closing."""
    return _Table(given, rng).session()


class _Table:
    """The people round one table: who speaks how, and what was said so far."""

    def __init__(self, given: SessionGiven, rng: random.Random) -> None:
        self.given = given
        self.rng = rng
        self.present = [persona for persona in given.personas if persona.name in given.plan.personas]
        self.voices = {persona.name: persona.communication_style.split(":")[0].split()[0] for persona in given.personas}
        turn = given.number * 5 + int(given.plan.id[-2:])
        self.writer = Writer(_GRAMMAR, rng, held_out=given.held_out, turn=turn)
        self.said: list[UtteranceWritten] = []

    def session(self) -> SessionWritten:
        plan = self.given.plan
        self._say("open", self._other(None))
        fillers = self._fillers(plan.utterances - 2 - len(plan.beats), len(plan.beats))
        for place, beat in enumerate(plan.beats):
            for kind in fillers[place]:
                self._fill(kind)
            self._beat(beat)
        for kind in fillers[len(plan.beats)]:
            self._fill(kind)
        self._say("close", self._other(self.said[-1].speaker))
        return SessionWritten(utterances=tuple(self.said))

    def _fillers(self, count: int, beats: int) -> list[list[str]]:
        """For each place between beats what fills it: mostly reactions, some questions with answers, some asides."""
        places: list[list[str]] = [[] for _ in range(beats + 1)]
        while count > 0:
            place = self.rng.randrange(beats + 1)
            draw = self.rng.random()
            if count >= 2 and draw < 0.3 and "ask" not in places[place]:
                places[place] += ["ask", "answer"]
                count -= 2
                continue
            free = place > 0 and not places[place]
            places[place] = [*(["react"] if free and draw < 0.85 else []), *places[place]] or ["aside"]
            count -= 1
        return places

    def _fill(self, kind: str) -> None:
        last = self.said[-1]
        speaker = self._other(last.speaker)
        if kind == "react":
            act = self._act(last)
            self._say(f"react.{_REACTIONS.get(act, 'work' if act in _WORK_ACTS else 'judgement')}", speaker)
        else:
            self._say({"ask": "ask.anything", "answer": "answer.anything", "aside": "aside"}[kind], speaker)

    def _act(self, said: UtteranceWritten) -> str:
        return next((beat.act for beat in self.given.plan.beats if beat.id in said.beats), "")

    def _other(self, name: str | None) -> str:
        """Someone present other than ``name``, if there is anyone."""
        others = [persona.name for persona in self.present if persona.name != name]
        return self.rng.choice(others or [self.present[0].name])

    def _say(self, rule: str, speaker: str, beats: tuple[str, ...] = (), **slots: str) -> None:
        they = self._other(speaker).split()[0]
        voice = frozenset({self.voices[speaker]})
        text = self.writer.write(
            rule,
            voice,
            event=self.given.plan.name,
            matter=self.given.matter,
            client=self.given.client,
            they=they,
            **slots,
        )
        self.said.append(UtteranceWritten(speaker=speaker, text=sentence(text), beats=beats))

    def _beat(self, beat: Beat) -> None:
        voice = frozenset({self.voices[beat.speaker]})
        slots = self._slots(beat, voice)
        for _ in range(20):
            text = sentence(self._linked(self.writer.write(self._rule(beat), voice, **slots), voice))
            if all(part in f"{beat.speaker}: {text}" for part in beat.says):
                break
        else:
            raise ValueError(f"{beat.id}: no phrase of {self._rule(beat)!r} says all of {beat.says}: {text!r}")
        self.said.append(UtteranceWritten(speaker=beat.speaker, text=text, beats=(beat.id,)))

    def _linked(self, core: str, voice: frozenset[str]) -> str:
        """The core with a link in front or a tail behind, or neither."""
        draw = self.rng.random()
        if draw < 0.3:
            lead = self.writer.write("lead", voice)
            return f"{lead} {core if lead[-1] in ':.—!?' else core[:1].lower() + core[1:]}"
        if draw < 0.6:
            return f"{sentence(core)} {self.writer.write('tail', voice)}"
        return core

    def _rule(self, beat: Beat) -> str:
        if beat.act == "introduce" and "purpose" in beat.slots:
            return "introduce.for"
        return beat.act

    def _slots(self, beat: Beat, voice: frozenset[str]) -> dict[str, Slot]:
        words = dict(beat.slots)
        if "purpose" in words:
            words["purpose_noun"] = words["purpose"].removeprefix("the ")
        if "ref" in words:
            own = words["ref"] == "brought" and words["by"] == beat.speaker.split()[0]
            words["ref"] = self.writer.write(f"ref.{words['ref']}{'.self' if own else ''}", voice, **words)
        if beat.act == "recall":
            words["recalled"] = self.writer.write(f"recalled.{words['attribute']}", voice, **words)
        if "work" not in words:
            return dict(words)
        if words["work"] not in _BARE:
            words["work"] = f"the {words['work']}"
        words["what"] = self.writer.write(f"what.{words['attribute']}", voice, **words)

        def special(act: str) -> Callable[[], str]:
            return lambda: self.writer.write(f"{act}.{words['attribute']}", voice, **words)

        return {**words, "state.own": special("state"), "change.own": special("change")}


def sentence(text: str) -> str:
    """The text with a capital in front and a mark at the end."""
    text = text.strip()
    text = text[:1].upper() + text[1:]
    return text if text[-1] in ".!?…" else f"{text}."
