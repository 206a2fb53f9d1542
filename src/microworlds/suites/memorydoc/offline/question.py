"""Wording questions without a model: ways to ask, of ways to speak of a thing.

Source: MemoryDocDataSet 4.5, Appendix B.4.
"""

import random
import re
from functools import cache
from pathlib import Path

from microworlds.generation.grammar import MODIFIERS, Grammar, Slot, Writer
from microworlds.suites.memorydoc import question_categories
from microworlds.suites.memorydoc.categories.base import POINT, says_first
from microworlds.suites.memorydoc.tasks.question import QuestionGiven, QuestionWritten
from microworlds.suites.memorydoc.view import bare
from microworlds.suites.memorydoc.world import Described

_BARE = frozenset({"travel", "local counsel", "outside counsel"})
_OURS = re.compile(r"\b(?:we|us|our|ours|they|their)\b", re.IGNORECASE)  # a name that says already whose it is
_SUBJECTS = {
    "opinion": {"be": "was", "in": "in"},
    "agreement": {"be": "is", "in": "of"},
}
_PERSON = re.compile(r"(?:agent|counsel|reporter)$")  # work that is somebody's: hired as the agent, for the study
_CITATION = re.compile(r", (\d+ [^,]+ \d+)$")
_DOCUMENT = frozenset({"authority", "case", "contract", "agreement"})  # words by which a name says what it names
_PREPOSITION = re.compile(r" (?:about|after|at|before|for|from|in|of|on|over|to|with)\b")


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
        self.form = given.slots.get("put_as", given.form)
        self.rng = rng
        self.writer = Writer(_grammar(), rng, held_out=given.held_out)

    def question(self) -> QuestionWritten:
        given = self.given
        question = sentence(self.writer.write(self._rule(), **self._slots()))
        if question_categories.every()[given.category].answerable:
            return QuestionWritten(question=question)
        explanation = self.writer.write(f"explain.{given.form}", **self._explaining(question))
        return QuestionWritten(question=question, explanation=sentence(explanation))

    def _rule(self) -> str:
        """The rule of the form, or of the form and the attribute asked."""
        rule = question_categories.rule_of(self.form)
        if rule is None:
            return self.form
        own = f"{rule}.{self.given.asks}"
        return own if self.writer.has(own) else f"{rule}.any"

    def _slots(self) -> dict[str, Slot]:
        """The words at hand: the things as phrases, and the phrases that depend on the attribute asked."""
        given, write = self.given, self.writer.write
        slots: dict[str, str] = {**given.slots, **_SUBJECTS[given.subject]}
        phrases = [self._thing(thing) for thing in given.things]
        slots["thing"] = slots["one"] = phrases[0]
        slots["two"] = phrases[-1]
        if "at" in slots:
            slots["meeting"] = meeting(slots["at"])
        if given.things[-1].how == "work":
            slots["work"] = phrases[-1]
            slots["counted"] = (slots.get("other_value") or slots.get("value") or given.answer).split()[-1]
            slots["hired"] = hired(phrases[-1]) if given.asks == "outside" else f"for {phrases[-1]}"
        for name in ("amount", "moment"):
            if self.writer.has(f"{name}.{given.asks}"):
                slots[name] = write(f"{name}.{given.asks}")
        if "_to_" in given.asks:
            early, late = given.asks.split("_to_")
            slots["from"], slots["to"] = write(f"moment.{early}"), write(f"moment.{late}")
        slots["first"] = "first" if says_first(given) else ""
        slots["on"] = self._on(phrases[0]) if POINT in given.slots else ""
        if "changes" in slots:
            slots["changes"] = write(f"changes.{slots['changes']}")
        if self.form in ("moved_by", "left"):
            slots["work_date"] = write(f"date.{given.asks}", work=phrases[0])
        return dict(slots)

    def _on(self, thing: str) -> str:
        """The point on which something is asked for; that which the document is known by is not said twice."""
        point = self.given.slots[POINT]
        return "on that point" if bare(point) in thing.lower() else f"on {point}"

    def _explaining(self, question: str) -> dict[str, Slot]:
        """The words for what is wrong with the question; a meeting that it knows by its date is told with it."""
        slots = dict(self.given.slots)
        for name in ("title", "other_title"):
            if name in slots:
                slots[name] = self._titled(slots[name])
        dates = {thing.slots["at"]: thing.slots["date"] for thing in self.given.things if "date" in thing.slots}
        for name in ("at", "wrong_at"):
            if (date := dates.get(slots.get(name, ""))) and date in question:
                slots[name] = f"{slots[name]} ({date})"
        if self.given.form == "absent":
            slots["lacking"] = self.writer.write(f"lacking.{self.given.asks.split('_to_')[0]}")
        slots |= {name.replace("at", "meeting"): meeting(slots[name]) for name in ("at", "wrong_at") if name in slots}
        slots |= {f"{name}_place": place(slots[name]) for name in ("wrong", "right") if name in slots}
        if "value" in slots:
            slots["said"] = self._said(slots["value"])
        if "other_work" in slots:
            slots["other_work"] = _the(slots["other_work"])
        return dict(slots)

    def _titled(self, title: str) -> str:
        """A title as it stands in a sentence, which goes on after it."""
        return f"the {title}" if self.given.subject == "agreement" else _CITATION.sub(r" (\1)", title)

    def _said(self, value: str) -> str:
        """A value as it stands in a sentence: a choice ("open low") need not be a noun."""
        return f'"{value}"' if self.given.asks == "choice" else value

    def _thing(self, thing: Described) -> str:
        """A thing as a phrase that does not open a sentence."""
        slots, how = dict(thing.slots), thing.how
        if "work" in slots:
            slots["work"] = _the(slots["work"])
        if how == "work":
            return slots["work"]
        if how == "name" and self.given.subject == "agreement":
            how = "agreement"
        if "at" in slots:
            slots["meeting"] = meeting(slots["at"])
        if "standing" in slots:
            names = self.given.standings[slots["standing"]]
            # an explanation speaks of the place by the name that was drawn with it
            told = [name for name in names if name == self.given.slots.get("wrong")]
            drawn = self.rng.choice(told or names)
            slots["place"], slots["current"] = place(drawn), place(drawn, "current ")
        noun = self._noun()
        slots["noun"] = "one" if noun in slots.get("place", "").split() else noun
        kind = "ours" if slots.get("place", "").startswith("the ") else "thing"
        if kind == "thing" and not _DOCUMENT.isdisjoint(slots.get("place", "").split()):
            kind = "named"
        return self.writer.write(f"{kind}.{how}", **slots)

    def _noun(self) -> str:
        """What a document is called: by an everyday word, if the domain has one."""
        plain = {line.nodes[0] for line in self.writer.grammar.rules["noun"]}
        return self.rng.choice([noun for noun in self.given.nouns if noun in plain] or self.given.nouns)


def meeting(event: str) -> str:
    """An event as a time: "at the kickoff meeting", "on the call about the fence line".

    >>> meeting("call with the insurer"), meeting("prep for the call")
    ('on the call with the insurer', 'at the prep for the call')
    """
    head = _PREPOSITION.split(event, maxsplit=1)[0]
    return f"{'on' if head.endswith('call') else 'at'} the {event}"


def hired(work: str) -> str:
    """What somebody is hired for: to be something, or to do it.

    >>> hired("the court reporter"), hired("the mediation")
    ('as the court reporter', 'for the mediation')
    """
    return f"{'as' if _PERSON.search(work) else 'for'} {work}"


def place(standing: str, which: str = "") -> str:
    """The place that a document holds: "our lead case", "the case we open with"."""
    return f"{'the' if _OURS.search(standing) else 'our'} {which}{standing}"


def _the(work: str) -> str:
    return work if work in _BARE else f"the {work}"


def sentence(text: str) -> str:
    """The text with a capital in front."""
    return MODIFIERS["cap"](" ".join(text.split()))
