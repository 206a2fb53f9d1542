"""An opinion while it is being written: its paragraphs so far, and the issue it is speaking of."""

from collections.abc import Callable
from functools import partial

from microworlds.core.value_types import roman
from microworlds.corpora.law import authorities
from microworlds.corpora.law.authorities import Citing
from microworlds.corpora.law.case_plan import Facts, Issue, Side, other
from microworlds.corpora.law.compiled import START
from microworlds.corpora.law.pen import Pen, ended, polished
from microworlds.corpora.law.slots import Slots
from microworlds.generation.grammar import Slot

_SHORT = 6_000  # characters; below it an opinion has no headings
_DEPTHS = (4_000, 8_000, 13_000)  # from so many characters on, more is told of the facts
_ROOM = (1_700, 2_400, 3_000)  # from so many characters an issue on, more is said of it


_ONCE = ("apt", "ape", "rule", "quoted", "followed", "distinguished", "because")


class Draft:
    """One case's opinion, and what the writer of it needs: pen, citations, facts."""

    def __init__(self, facts: Facts, pen: Pen, seed: int, number: int, *, rough: bool = False) -> None:
        """``rough``: nobody will read the paragraphs, only what is noted of them."""
        self.facts = facts
        self.pen = pen
        self.rng = pen.rng
        self.seed = seed
        self.number = number
        self.citing = Citing(facts, pen)
        Slots(facts, pen).fill()
        self.paragraphs: list[str] = []
        self.holdings: list[str] = []
        self.subjects: dict[str, list[str]] = {}  # what each issue is about, in the words that were used
        self.told: set[str] = set()  # kinds of sentence that stand in an opinion once
        # what an opinion states once in so many words, by the issue where it does
        self.places = {name: self.rng.choice(facts.issues).name for name in _ONCE}
        self.places["conceded"] = facts.issues[0].name
        self.issue = facts.issues[0]
        self.depth = sum(facts.length > least for least in _DEPTHS)
        self.room = sum(facts.length * 0.62 / len(facts.issues) > least for least in _ROOM)
        style = facts.land.style
        self._sentences: list[str] = []
        self._rough = rough
        self._parts = 0
        self._questions: dict[str, str] = {}
        self._headed = facts.length > _SHORT and self.rng.random() < facts.land.headed
        self._capitals = style in ("before", "syllabus") or self.rng.random() < 0.5
        pen.slots |= {"cite": self.citing.cite}
        pen.slots |= {"q1": partial(self.question, facts.issues[0]), "np1": partial(self.subject, facts.issues[0])}
        self.enter(facts.issues[0])

    # --- text ----------------------------------------------------------------------------------------------------

    def say(self, rule: str, **slots: Slot) -> None:
        """Add a sentence or more of ``rule`` to the paragraph."""
        self.add(self.pen.sentence(rule, **slots))

    def may(self, rule: str, share: float = 1.0) -> None:
        """Add ``rule`` if the case has it, by chance."""
        if self.pen.has(rule) and self.rng.random() < share:
            self.say(rule)

    def add(self, text: str) -> None:
        """Add ready sentences to the paragraph."""
        self._sentences.append(text if self._rough else polished(text))

    def end(self) -> None:
        """Close the paragraph."""
        text = " ".join(filter(None, self._sentences))
        self._sentences = []
        if text:
            self.paragraphs.append(text)

    def heading(self, text: str) -> None:
        """A heading on its own line, numbered, in an opinion that has headings."""
        if self._headed:
            self._parts += 1
            title = polished(START + text)
            self.paragraphs.append(f"{roman(self._parts)}. {title.upper() if self._capitals else title}")

    def here(self, kind: str) -> bool:
        """True where the opinion states a thing in so many words: at one of its issues."""
        return self.places[kind] == self.issue.name

    def once(self, kind: str) -> bool:
        """True the first time that it is asked for a kind."""
        new = kind not in self.told
        self.told.add(kind)
        return new

    # --- issues --------------------------------------------------------------------------------------------------

    def question(self, issue: Issue) -> str:
        """The question that an issue asks: the same words throughout."""
        if issue.name not in self._questions:
            self._questions[issue.name] = self.pen.write(f"{issue.name}.q")
        return self.pen.note("issue", self._questions[issue.name])

    def subject(self, issue: Issue) -> str:
        """What an issue is about, in a few words."""
        words = self.pen.write(f"{issue.name}.np")
        self.subjects.setdefault(issue.name, []).append(polished(words))
        return words

    def noted(self, attribute: str, rule: str) -> Callable[[], str]:
        """Writes ``rule``, noted as what the opinion states of an attribute."""
        return lambda: self.pen.note(attribute, self.pen.line(rule))

    def enter(self, issue: Issue) -> None:
        """Point the slots of the frames at an issue."""
        self.issue = issue
        loser = other(issue.winner)
        slots = self.pen.slots
        self.citing.use(authorities.pool(self.seed, self.number, self.facts, issue.name))
        slots |= {
            "q": partial(self.question, issue),
            "np": partial(self.subject, issue),
            "st": partial(self.citing.statute, issue),
        }
        for name, side in (("win", issue.winner), ("lose", loser)):
            slots |= {f"{name}{form}": slots[f"{side}{form}"] for form in ("", ".he", ".his", ".him", ".short")}

    def party(self, side: Side) -> str:
        """A reference to the party on a side."""
        return self.pen.write(side)


def sentence(text: str) -> str:
    """A piece of a line as a sentence of its own."""
    return ended(START + text)
