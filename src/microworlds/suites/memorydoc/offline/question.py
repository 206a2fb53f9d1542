"""Wording questions without a model: frames, ways to speak of a thing, and ways to ask, combined.

Source: MemoryDocDataSet 4.5, Appendix B.4.
"""

import random
from functools import cache
from pathlib import Path

from microworlds.generation.grammar import MODIFIERS, Grammar, Slot, Writer
from microworlds.suites.memorydoc import question_categories
from microworlds.suites.memorydoc.tasks.question import QuestionGiven, QuestionWritten
from microworlds.suites.memorydoc.world import Described

_BARE = frozenset({"travel", "local counsel", "outside counsel"})


@cache
def _grammar() -> Grammar:
    shared = Path(__file__).parent / "phrases" / "questions.txt"
    own = (path.read_text(encoding="utf-8") for path in sorted(question_categories.FOLDER.glob("*.txt")))
    rules = [f"== {text.partition('== ')[2]}" for text in own]
    return Grammar.parse("\n".join([shared.read_text(encoding="utf-8"), *rules]), "phrases of questions")


def write(given: QuestionGiven, rng: random.Random) -> QuestionWritten:
    """The question worded, and what is wrong with it if it has no answer."""
    return _Wording(given, rng).question()


class _Wording:
    """One question being worded."""

    def __init__(self, given: QuestionGiven, rng: random.Random) -> None:
        self.given = given
        self.about = question_categories.every()[given.category]
        self.rng = rng
        self.writer = Writer(_grammar(), rng, held_out=given.held_out, turn=given.number)

    def question(self) -> QuestionWritten:
        question = sentence(self._framed(self._core()))
        if self.about.answerable:
            return QuestionWritten(question=question)
        explanation = self.writer.write(f"explain.{self.given.form}", **self.given.slots)
        return QuestionWritten(question=question, explanation=sentence(explanation))

    def _framed(self, core: str) -> str:
        """The question as it is, behind an opening or before a closing."""
        whole = core.count("?") == 1 and core.endswith("?")
        rule = "frame.open" if whole and self.rng.random() < 0.2 else "frame"
        return self.writer.write(rule, **_forms(core))

    def _core(self) -> str:
        form, asks = self.given.form, self.given.asks
        slots = self._slots()
        if rule := question_categories.rule_of(form):
            return self.writer.write(f"{rule}.{asks}", **slots)
        if form == "work_now":
            core = self.writer.write(f"work.{asks}", **slots)
            return self.writer.write("now", **slots, **_forms(core))
        return self.writer.write(form, **slots)

    def _slots(self) -> dict[str, Slot]:
        """The words at hand: the things as phrases, and the phrases that depend on the attribute asked."""
        given, write = self.given, self.writer.write
        slots: dict[str, str] = dict(given.slots)
        phrases = [self._thing(thing) for thing in given.things]
        slots["thing"] = slots["one"] = phrases[0]
        if len(phrases) > 1:
            slots["two"] = phrases[1]
        if given.things[-1].how == "work":
            slots["work"] = phrases[-1]
            slots["counted"] = (slots.get("other_value") or given.answer).split()[-1]
        if given.form in ("work_order", "work_interval"):
            for name, thing, phrase in zip(("one_date", "two_date"), given.things, phrases, strict=True):
                slots[name] = write(f"date.{thing.slots['attribute']}", work=phrase)
        rules = {"amount": "amount", "moment": "moment", "bare": "moment_bare", "recalled": "recalled"}
        for rule, name in rules.items():
            if self.writer.has(f"{rule}.{given.asks}"):
                slots[name] = write(f"{rule}.{given.asks}")
        if "amount" in slots:
            slots["amount_bare"] = slots["amount"].removeprefix("the ")
        if "_to_" in given.asks:
            early, late = given.asks.split("_to_")
            slots["from"], slots["to"] = write(f"moment.{early}"), write(f"moment.{late}")
        if "changes" in slots:
            slots["changes"] = write(f"changes.{slots['changes']}")
        if given.form == "moved_by":
            slots["work_date"] = write(f"date.{given.asks}", work=phrases[0])
        if given.form in ("turned_down", "brought_order"):
            what = write(f"what.{given.asks}", **slots)
            slots["what"] = slots["changed"] = what
        return dict(slots)

    def _thing(self, thing: Described) -> str:
        """A thing as a phrase that does not open a sentence."""
        slots = dict(thing.slots)
        if thing.how == "work":
            return slots["work"] if slots["work"] in _BARE else f"the {slots['work']}"
        if "work" in slots and slots["work"] not in _BARE:
            slots["work"] = f"the {slots['work']}"
        if "standing" in slots:
            slots["standing"] = self.rng.choice(self.given.standings[slots["standing"]])
        if thing.how == "all_brought_at":
            slots["count"] = self.given.slots.get("count", slots.get("count", ""))
        return self.writer.write(f"thing.{thing.how}", noun=self.rng.choice(self.given.nouns), **slots)


_STARTERS = frozenset(
    "who which what whose whom when where why how by from to in on at under for of was were is are did do does had "
    "has name can please until within around after before not the with counted taking looking adding comparing among "
    "going once since as it they during".split()
)


def _forms(core: str) -> dict[str, str]:
    """A question as it is, as it stands after an opening, and without its mark."""
    low = core[:1].lower() + core[1:] if core.split()[0].strip(",:").lower() in _STARTERS else core
    return {"q": core, "ql": low, "qu": core.rstrip("?.")}


def sentence(text: str) -> str:
    """The text with a capital in front."""
    return MODIFIERS["cap"](text.strip())
