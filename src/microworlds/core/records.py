"""The records that suites, systems and metrics share; nothing else crosses between them.

A suite releases episodes: episodes of observations and questions in time order. A system plays an episode and
returns answers. A metric compares answers with gold, which no system ever holds.

Source: DESIGN 1 and 3; MemoryDocDataSet 3.1 (the task) and 3.2 (the micro-world).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, model_validator

Kind = Literal["session", "document", "log"]
# what a part of an observation of each kind is called
PARTS: Mapping[str, str] = {"session": "turn", "document": "section", "log": "entry"}
# what retrieved and gold spans can be mapped to: the span itself, parts of a kind, or whole observations of it
LEVELS: tuple[str, ...] = ("chunk", *(level for kind, part in PARTS.items() for level in (part, kind)))
_BLANK = re.compile(r"\{([^{}]+)\}")


def _unset(value: object) -> bool:
    """For fields that came later: unset they are not written, so that records made before keep their bytes."""
    return value is None


def _none(value: object) -> bool:
    """For lists that came later: without an item they are not written."""
    return value == ()


class Record(BaseModel):
    """A frozen, closed record: an unknown field is an error, not a surprise."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Span(Record):
    """Characters ``start`` (inclusive) to ``end`` (exclusive) of one observation's text."""

    observation: str
    start: int = Field(ge=0)
    end: int = Field(gt=0)

    @model_validator(mode="after")
    def _ordered(self) -> Span:
        if self.end <= self.start:
            raise ValueError(f"span of {self.observation} ends at {self.end}, not after its start {self.start}")
        return self

    def overlaps(self, other: Span) -> bool:
        """True if the two share at least one character."""
        return self.observation == other.observation and self.start < other.end and other.start < self.end


class Part(Record):
    """A piece of an observation that can be meant by itself: an utterance, an opinion, an article.

    Of an utterance ``start`` to ``end`` are the words alone: who says them is in ``speaker``, when in ``time``.
    """

    id: str
    start: int
    end: int
    title: str | None = None
    speaker: str | None = None
    time: AwareDatetime | None = None


class Observation(Record):
    """What is handed to a system at once: a session, a document, an app log.

    ``parts`` are the turns of a session, the sections of a document or the entries of a log, in order of ``start``.
    They do not overlap; text between them belongs to none. In a session or log there is nothing there but who speaks,
    or which app. ``title`` does not say when it was: ``time`` does.
    """

    id: str
    kind: Kind
    title: str
    text: str
    time: AwareDatetime | None = None
    parts: tuple[Part, ...] = ()

    def passages(self, span: Span) -> tuple[Passage, ...]:
        """What a span covers, a passage for each part: a question and its answer are of two speakers."""
        cuts = ((max(span.start, part.start), min(span.end, part.end)) for part in self.parts)
        within = [Span(observation=self.id, start=start, end=end) for start, end in cuts if start < end]
        return tuple(map(self.passage, within or [span]))

    def passage(self, span: Span) -> Passage:
        """What a span covers, with title, speaker and time of the part in which it begins."""
        part = next((part for part in self.parts if part.start <= span.start < part.end), None)
        return Passage(
            text=self.text[span.start : span.end],
            source=f"{self.title}, {part.title}" if part and part.title else self.title,
            speaker=part.speaker if part else None,
            time=(part.time if part else None) or self.time,
        )


def transcript(turns: Iterable[Part], texts: Iterable[str]) -> tuple[str, tuple[Part, ...]]:
    """The text of a session, a line ``Ada: What is said.`` a turn, and the turns with their places in it.

    >>> text, (turn,) = transcript([Part(id="u1", start=0, end=0, speaker="Ada")], ["It was May."])
    >>> text, text[turn.start : turn.end]
    ('Ada: It was May.', 'It was May.')
    """
    text = ""
    parts = []
    for turn, said in zip(turns, texts, strict=True):
        start = len(text) + len(attributed("", turn.speaker))
        parts.append(turn.model_copy(update={"start": start, "end": start + len(said)}))
        text += f"{attributed(said, turn.speaker)}\n"
    return text.removesuffix("\n"), tuple(parts)


def attributed(text: str, speaker: str | None) -> str:
    """Words behind the name of who says them, if anybody does.

    >>> attributed("It was May.", "Ada"), attributed("It was May.", None)
    ('Ada: It was May.', 'It was May.')
    """
    return f"{speaker}: {text}" if speaker else text


class Question(Record):
    """What a system is asked: no category, source, difficulty, gold or evidence can be carried here.

    ``template`` is a text with blanks for the answer to fill, each the name of a field in curly brackets.

    >>> from datetime import UTC, datetime
    >>> template = '{"days": "{schedule.days}", "place": "{place}"}'
    >>> Question(id="q", text="When and where?", asked_at=datetime(2024, 5, 1, tzinfo=UTC), template=template).blanks
    ('schedule.days', 'place')
    """

    id: str
    text: str
    asked_at: AwareDatetime
    template: str | None = None

    @model_validator(mode="after")
    def _fillable(self) -> Question:
        if self.template is not None and not self.blanks:
            raise ValueError(f"the template of {self.id} has no blank: write the name of each field in curly brackets")
        return self

    @property
    def blanks(self) -> tuple[str, ...]:
        """The names of the fields that the template has, each once, in order."""
        return tuple(dict.fromkeys(_BLANK.findall(self.template or "")))


class Observe(Record):
    """A step of an episode: hand over the observation of this id."""

    observation: str


class Ask(Record):
    """A step of an episode: ask this question of what was observed so far."""

    question: Question


class Episode(Record):
    """An episode: steps in time order. Observations are referred to by id, each text is stored once."""

    id: str
    steps: tuple[Annotated[Observe | Ask, Field(union_mode="left_to_right")], ...]

    @property
    def observed(self) -> tuple[str, ...]:
        """Ids of all observations, in order."""
        return tuple(step.observation for step in self.steps if isinstance(step, Observe))

    @property
    def questions(self) -> tuple[Question, ...]:
        """All questions, in order."""
        return tuple(step.question for step in self.steps if isinstance(step, Ask))


class Evidence(Record):
    """A span and the text it covers, which a check compares with the observation."""

    span: Span
    text: str


class Gold(Record):
    """What is right for one question, and every dimension along which it is reported.

    ``answerable`` is false for questions that nothing answers: their ``answer`` is prose about what is wrong with the
    question, and the right reaction is to abstain (MemoryDocDataSet 5.3). ``labels`` holds category, source, split,
    difficulty, world, answer_kind, answer_form and evidence_count. ``canary`` marks gold that was made here.
    ``fields`` has what belongs in each blank of the question's template, ``shown`` for each the places in ``evidence``
    of what shows it, if that is known. ``rubric`` are the criteria that an answer has to meet, all of them, where no
    expected answer can be compared: only a judge can score it. ``aliases`` are further forms of the answer that count
    as the same, see ``core.equivalents``. ``stale`` are values that held before: to give one is to miss a change.
    """

    question: str
    answer: str
    aliases: tuple[str, ...] = Field(default=(), exclude_if=_none)
    answerable: bool
    evidence: tuple[Evidence, ...]
    labels: dict[str, str]
    canary: str | None = None
    fields: dict[str, str] | None = Field(default=None, min_length=1, exclude_if=_unset)
    rubric: tuple[str, ...] | None = Field(default=None, min_length=1, exclude_if=_unset)
    stale: tuple[str, ...] = Field(default=(), exclude_if=_none)
    shown: dict[str, tuple[int, ...]] | None = Field(default=None, exclude_if=_unset)


class Passage(Record):
    """A piece of context as a reader sees it: where it comes from, and what it says.

    ``source`` names what a person would see on the page: a session's title, a document's and a section's. ``text`` is
    what is said, without the speaker's name. ``id`` is what a reader cites it by: its number in the prompt, from 1;
    null outside one.
    """

    text: str
    source: str
    speaker: str | None = None
    time: AwareDatetime | None = None
    id: str | None = Field(default=None, exclude_if=_unset)

    @property
    def heading(self) -> str:
        """Where it comes from and on which day, in brackets."""
        return f"[{self.source}, {self.time:%Y-%m-%d}]" if self.time else f"[{self.source}]"

    @property
    def said(self) -> str:
        """The text, behind the speaker's name if it has one."""
        return attributed(self.text, self.speaker)


class Answer(Record):
    """A system's reaction to one question; ``retrieved`` is its list, best first, or all it saw if not ``ranked``.

    ``context`` are the spans that the prompt was made of, in the list's order: all of ``retrieved`` or fewer; null
    where that is not known. ``quoted`` if the prompt had their words, and not something else, such as notes made of
    them. ``pooled`` is the list from a memory that holds all worlds; null where there was none. ``fields`` is what it
    puts into the blanks of the question's template. ``cited`` are the spans that it says it rests on; null where it
    does not say.
    """

    question: str
    text: str
    abstained: bool
    retrieved: tuple[Span, ...] = ()
    ranked: bool = True
    context: tuple[Span, ...] | None = None
    quoted: bool = True
    pooled: tuple[Span, ...] | None = None
    context_tokens: int = Field(default=0, ge=0)
    fields: dict[str, str] | None = Field(default=None, exclude_if=_unset)
    cited: tuple[Span, ...] | None = Field(default=None, exclude_if=_unset)


class Ranking(Record):
    """Where the gold of one question stands in a ranked list of distinct units of one level; ranks begin at 1.

    ``level`` is one of ``LEVELS``. ``found`` has for each gold item the rank at which it is first found, null if the
    list does not have it; ``relevant`` the ranks of all units that have some gold, ascending. The list has ``depth``
    units, of the ``pool`` of them that were observed; null where how many there are is the system's own affair.
    """

    level: str
    found: tuple[int | None, ...] = Field(min_length=1)
    relevant: tuple[int, ...]
    depth: int = Field(ge=0)
    pool: int | None


class Failure(Record):
    """The first thing that went wrong on the way to one wrong answer; see ``evaluation.attribution`` for the rungs.

    ``evidence`` is the index of the gold evidence that it went wrong with, ``rank`` where that stands in the list.
    ``label`` is for a field of a template alone: what is in it, see ``evaluation.field_failures``.
    """

    rung: str
    evidence: int | None = None
    rank: int | None = None
    label: str | None = Field(default=None, exclude_if=_unset)


class Score(Record):
    """One answer under every metric: metric name to value in 0..1, null where the metric does not apply.

    ``rankings`` is empty where nothing is ranked or the gold has no evidence; ``pooled`` are those in the list from a
    memory that holds all worlds. ``failure`` is null for a right answer; ``fields`` has one, or null, for each field.
    """

    system: str
    question: str
    values: dict[str, float | None]
    context_tokens: int = Field(default=0, ge=0)
    rankings: tuple[Ranking, ...] = ()
    pooled: tuple[Ranking, ...] = ()
    failure: Failure | None = None
    fields: dict[str, Failure | None] | None = Field(default=None, exclude_if=_unset)


Label = Literal["correct", "partial", "incorrect", "abstained"]


class Judged(Record):
    """What a judge says of one answer. ``label`` is null where it gave none: an error is no verdict.

    ``read`` is false where there was nothing to judge: the answer is the reserved token, or empty.
    """

    question: str
    label: Label | None
    reason: str
    read: bool = True


class CalibrationItem(Record):
    """An answer whose label is known, by which a judge is measured; ``of`` says what sort of answer it is.

    ``expected`` is the gold answer, ``label`` what a careful judge says of ``answer``, ``cluster`` the world.
    """

    id: str
    of: str
    cluster: str
    question: str
    asked_at: AwareDatetime
    expected: str
    answerable: bool
    answer: str = Field(min_length=1)
    label: Label


class Rejection(Record):
    """Something a stage refused, and why: the yield of a stage is a number, not a log line."""

    stage: str
    item: str
    reason: str
    attempt: int = Field(default=0, ge=0)
