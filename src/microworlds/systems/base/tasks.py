"""What systems ask of an author: to answer from passages or fill a template, to note facts, to extract, to locate.

The prompts are the text files beside this one.

Source: MemoryDocDataSet 5.2 (up to ten key facts a session) and 5.3 (the reserved token ABSTAIN); ConvoMem 3.4.5
(extraction and answering apart); DynamicMem (templates filled field by field, each reply with its evidence);
MemoryDocDataSet 6.5 (to locate the document first).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

from pydantic import AwareDatetime, Field, ValidationInfo, model_validator
from pydantic.json_schema import SkipJsonSchema

from microworlds.authors.base import In, Out, Task
from microworlds.core.records import Passage, Record, attributed

ABSTAIN = "ABSTAIN"
_MODULE = "microworlds.systems.base"
_NOTHING = "(nothing was found)"


class AnswerGiven(Record):
    """A question, the moment it is asked, and all there is to answer it from."""

    question: str
    asked_at: AwareDatetime
    passages: tuple[Passage, ...]


class AnswerWritten(Record):
    """The answer, or ``ABSTAIN``."""

    text: str = Field(min_length=1)
    # ids of the passages that it rests on, null where that is not said: a model is not asked, its prompt shows no ids
    cited: SkipJsonSchema[tuple[str, ...] | None] = None


class FillGiven(AnswerGiven):
    """The same, and a template whose blanks are names of fields in curly brackets."""

    template: str
    blanks: tuple[str, ...]


class Filled(Record):
    """What belongs in one blank, or ``ABSTAIN``."""

    field: str
    value: str = Field(min_length=1)


class FillWritten(Record):
    """What belongs in the blanks, and the ids of the passages that it rests on."""

    fields: tuple[Filled, ...]
    cited: tuple[str, ...]


class Said(Record):
    """One utterance of a session, under the id by which a fact can refer to it."""

    id: str
    text: str
    speaker: str | None = None


class MemoriesGiven(Record):
    """A session, and how many facts may be noted of it."""

    title: str
    time: AwareDatetime | None
    utterances: tuple[Said, ...]
    most: int = Field(gt=0)


class Fact(Record):
    """One statement that can be understood by itself, and the ids of the utterances that it rests on."""

    text: str = Field(min_length=1)
    utterances: tuple[str, ...] = Field(min_length=1)


class MemoriesWritten(Record):
    """Facts, the most useful first."""

    facts: tuple[Fact, ...]


class ExtractGiven(AnswerGiven):
    """A question, and a part of what was observed; passages are numbered from 1 in this order."""


class Extract(Record):
    """What one passage says that bears on the question, in its words; ``passage`` is its number."""

    passage: int = Field(ge=1)
    text: str = Field(min_length=1)


class ExtractWritten(Record):
    """Extracts in the order of the passages; none if nothing there bears on the question."""

    extracts: tuple[Extract, ...]


class LocateGiven(Record):
    """A question, what was said that may bear on it, and how each text begins; each passage has an id of its own."""

    question: str
    asked_at: AwareDatetime
    utterances: tuple[Passage, ...]
    headings: tuple[Passage, ...]


class MeantText(Record):
    """The id of a text that is meant, and of the utterances that say so."""

    text: str
    utterances: tuple[str, ...]


class Located(Record):
    """The texts that a question means, the likeliest first; none if it means none."""

    texts: tuple[MeantText, ...]

    @model_validator(mode="after")
    def _shown(self, info: ValidationInfo) -> Located:
        """Only what was shown can be meant; where that is not known (no context) anything goes."""
        if isinstance(info.context, LocateGiven):
            texts, said = ({one.id for one in own} for own in (info.context.headings, info.context.utterances))
            strange: list[str] = []
            for one in self.texts:
                strange += [id_ for id_ in (one.text,) if id_ not in texts]
                strange += [id_ for id_ in one.utterances if id_ not in said]
            if strange:
                raise ValueError(f"nothing that was shown has the id {', '.join(dict.fromkeys(strange))}")
        return self


class Prompted(Record):
    """What mem0 asks: the user's message of its own prompt."""

    prompt: str


class Memo(Record):
    """One memory, in mem0's form."""

    id: str
    text: str = Field(min_length=1)
    attributed_to: Literal["user", "assistant"] | None = None
    linked_memory_ids: tuple[str, ...] = ()


class Memos(Record):
    """A reply in mem0's form; none if nothing is worth remembering."""

    memory: tuple[Memo, ...]


def abstains(text: str) -> bool:
    """Whether a reply declines: its first word is the reserved token, in capitals, whatever stands around it.

    >>> abstains("**ABSTAIN**. Nothing here says when.")
    True
    >>> abstains("The two judges abstain.")
    False
    """
    return re.match(r"\W*ABSTAIN\b", text) is not None


def context(passages: Iterable[Passage]) -> str:
    """The passages as an answerer reads them: those of one source that follow each other under one heading."""
    return "".join(mark + passage.text for mark, passage in marked(passages))


def marked(passages: Iterable[Passage]) -> Iterator[tuple[str, Passage]]:
    """Each passage and what stands before its text: a heading where the source changes, and who speaks."""
    above = ""
    for passage in passages:
        heading = passage.heading
        mark = "\n" if above else ""
        if heading != above:
            mark += f"\n{heading}\n" if above else f"{heading}\n"
            above = heading
        yield mark + attributed("", passage.speaker), passage


def with_ids(passages: Iterable[Passage]) -> tuple[Passage, ...]:
    """The passages, each with its number from 1 as its id."""
    return tuple(passage.model_copy(update={"id": str(at)}) for at, passage in enumerate(passages, start=1))


def ids(passages: Sequence[Passage], places: Iterable[int]) -> tuple[str, ...]:
    """The ids of those at some places, from 0."""
    return tuple(id_ for at in places if (id_ := passages[at].id) is not None)


def sentence(fields: Mapping[str, str]) -> str:
    """Filled fields as a text; ``ABSTAIN`` if none is.

    >>> sentence({"place": "the gym", "days": "Monday"}), sentence({})
    ('place: the gym; days: Monday', 'ABSTAIN')
    """
    return "; ".join(f"{name}: {value}" for name, value in fields.items()) or ABSTAIN


def _with_ids_shown(passages: Iterable[Passage]) -> str:
    """Each passage on a line, behind its id in round brackets, those of one source under one heading."""
    lines: list[str] = []
    above = ""
    for passage in passages:
        if passage.heading != above:
            above = passage.heading
            lines.append(f"\n{above}")
        lines.append(f"({passage.id}) {passage.said}")
    return "\n".join(lines).strip()


def _asked(given: AnswerGiven | LocateGiven) -> str:
    return f"The question is asked on {given.asked_at:%Y-%m-%d}.\nQuestion: {given.question}"


def _render_extract(given: ExtractGiven) -> str:
    return f"{_with_ids_shown(with_ids(given.passages))}\n\n{_asked(given)}"


def _render_locate(given: LocateGiven) -> str:
    said = _with_ids_shown(given.utterances) or _NOTHING
    texts = "\n\n".join(f"({one.id}) {one.source}\n{' '.join(one.text.split())}" for one in given.headings)
    return f"What was said:\n\n{said}\n\nHow the texts begin:\n\n{texts}\n\n{_asked(given)}"


def _render_fill(given: FillGiven) -> str:
    shown = _with_ids_shown(given.passages) or _NOTHING
    blanks = f"Template: {given.template}\nFields: {', '.join(given.blanks)}"
    return f"Context:\n\n{shown}\n\n{_asked(given)}\n{blanks}"


def _render_answer(given: AnswerGiven) -> str:
    return f"Context:\n\n{context(given.passages) or _NOTHING}\n\n{_asked(given)}\nAnswer:"


def _render_memories(given: MemoriesGiven) -> str:
    said = "\n".join(f"{one.id} {one.speaker or 'unknown'}: {one.text}" for one in given.utterances)
    when = f"{given.time:%A, %Y-%m-%d}" if given.time else "on an unknown day"
    return f"{given.title}, held {when}.\n\n{said}\n\nNote at most {given.most} facts."


def _task(name: str, output: type[Out], render: Callable[[In], str]) -> Task[In, Out]:
    """A task whose prompt is the text file of its name beside this one, on one line."""
    text = (Path(__file__).parent / f"{name}.txt").read_text(encoding="utf-8")
    return Task(name, _MODULE, output, " ".join(text.splitlines()), render)


ANSWER = _task("answer", AnswerWritten, _render_answer)
FILL = _task("fill", FillWritten, _render_fill)
MEMORIES = _task("memories", MemoriesWritten, _render_memories)
EXTRACT = _task("extract", ExtractWritten, _render_extract)
LOCATE = _task("locate", Located, _render_locate)


def mem0(system: str) -> Task[Prompted, Memos]:
    """The task whose prompt is mem0's own; ``system`` is its first message."""
    return Task(name="mem0", module=_MODULE, output=Memos, system=system, render=lambda given: given.prompt)
