"""What a case is, before a word of it is written: parties, people, dates, amounts, issues and how each was decided.

Everything that the report states about the case comes from here, so the text cannot contradict itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from microworlds.corpora.law.invented_names import Person
from microworlds.corpora.law.jurisdictions import Bench, Land, Lawyer, Region

Side = Literal["p", "d"]  # who claims, applies or prosecutes; who answers
Route = Literal["civil", "agency", "criminal"]
Mode = Literal["jury", "bench", "summary", "board"]  # how it was decided below; summary: on papers, without trial
SeparateKind = Literal["dissent", "concurrence", "concurring-in-part-and-dissenting-in-part"]


@dataclass(frozen=True)
class Party:
    """A party under its full name, its short one, and as the caption prints it; ``person`` if it is a natural one."""

    full: str
    short: str
    caption: str
    person: Person | None = None
    others: str = ""  # what the caption adds: "et al.", "and ..."

    def pronoun(self, form: str) -> str:
        """``form`` is he, his, him or himself; it, its and itself for what is no person."""
        if self.person is not None:
            return self.person.pronoun(form)
        return {"he": "it", "his": "its", "him": "it", "himself": "itself"}[form]


@dataclass(frozen=True)
class Issue:
    """One question decided: its rules' name in the phrase files, and which side the court upholds on it."""

    name: str
    winner: Side
    section: str | None
    act: str | None


@dataclass(frozen=True)
class Separate:
    """A separate opinion and who else joins it."""

    kind: SeparateKind
    judge: Person
    joined: tuple[Person, ...] = ()


@dataclass(frozen=True, eq=False)
class Facts:
    """The plan of one case. Dates come in the order in which they are listed; what does not apply is None."""

    key: str
    land: Land
    region: Region
    home: str
    bench: Bench
    matter: str
    route: Route
    scenario: str
    tags: frozenset[str]  # what its phrases may be chosen by
    p: Party
    d: Party
    appellant: Side
    below_winner: Side
    counsel: tuple[tuple[Lawyer, ...], tuple[Lawyer, ...]]  # for the appellant, for the appellee
    tribunal: str
    judge: Person
    mode: Mode
    incident: date
    filed: date
    ruled: date
    appealed: date
    submitted: date | None
    argued: date | None
    decided: date
    docket: str
    docket_below: str
    panel: tuple[Person, ...]
    author: Person | None
    separate: tuple[Separate, ...]
    issues: tuple[Issue, ...]
    outcome: str
    sums: Mapping[str, str] = field(default_factory=dict)  # by attribute: claimed, award, rent ...
    days: Mapping[str, date] = field(default_factory=dict)  # of the story, by attribute or by a name of the matter's
    people: Mapping[str, Person] = field(default_factory=dict)  # by what the matter's phrases call them
    words: Mapping[str, str] = field(default_factory=dict)  # particulars of the story, by the rule they came from
    sentence: str | None = None
    order: bool = False
    length: int = 0
    first_page: int = 0
    last_page: int = 0

    @property
    def appellee(self) -> Side:
        """The other side."""
        return other(self.appellant)

    def party(self, side: Side) -> Party:
        """The party on a side."""
        return self.p if side == "p" else self.d

    @property
    def title(self) -> str:
        """The short title, ``Dorran v. Hale``, ``State v. Hale``."""
        return f"{self.p.short.removeprefix('the ')} v. {self.d.short.removeprefix('the ')}"

    @property
    def jury(self) -> bool:
        """True if a jury sat."""
        return self.mode == "jury"

    @property
    def statute(self) -> str | None:
        """The provision on which the case turns: the first issue's, if it has one."""
        return next((issue.section for issue in self.issues if issue.section), None)


def other(side: Side) -> Side:
    """The opposite side."""
    return "d" if side == "p" else "p"
