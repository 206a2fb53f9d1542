"""What systems ask of an author: to answer from passages or fill a template, to note facts, to extract, to locate.

Source: MemoryDocDataSet 5.2 (up to ten key facts a session) and 5.3 (the reserved token ABSTAIN); ConvoMem 3.4.5
(extraction and answering apart); DynamicMem (templates filled field by field, each reply with its evidence);
MemoryDocDataSet 6.5 (to locate the document first).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from pydantic import AwareDatetime, Field, ValidationInfo, model_validator
from pydantic.json_schema import SkipJsonSchema

from microworlds.authors.base import Task
from microworlds.core.records import Passage, Record, attributed

ABSTAIN = "ABSTAIN"
_MODULE = "microworlds.systems.base"


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


class ExtractGiven(Record):
    """A question, and a part of what was observed; passages are numbered from 1 in this order."""

    question: str
    asked_at: AwareDatetime
    passages: tuple[Passage, ...]


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
            said, texts = ({one.id for one in own} for own in (info.context.utterances, info.context.headings))
            named = [
                (own, id_)
                for one in self.texts
                for own, ids in ((texts, [one.text]), (said, one.utterances))
                for id_ in ids
            ]
            strange = list(dict.fromkeys(id_ for own, id_ in named if id_ not in own))
            if strange:
                raise ValueError(f"nothing that was shown has the id {', '.join(strange)}")
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


def _render_extract(given: ExtractGiven) -> str:
    shown = _with_ids_shown(with_ids(given.passages))
    return f"{shown}\n\nThe question is asked on {given.asked_at:%Y-%m-%d}.\nQuestion: {given.question}"


def _render_locate(given: LocateGiven) -> str:
    texts = "\n\n".join(f"({one.id}) {one.source}\n{' '.join(one.text.split())}" for one in given.headings)
    return (
        f"What was said:\n\n{_with_ids_shown(given.utterances) or '(nothing was found)'}\n\n"
        f"How the texts begin:\n\n{texts}\n\n"
        f"The question is asked on {given.asked_at:%Y-%m-%d}.\nQuestion: {given.question}"
    )


def _render_fill(given: FillGiven) -> str:
    return (
        f"Context:\n\n{_with_ids_shown(given.passages) or '(nothing was found)'}\n\n"
        f"The question is asked on {given.asked_at:%Y-%m-%d}.\nQuestion: {given.question}\n"
        f"Template: {given.template}\nFields: {', '.join(given.blanks)}"
    )


def _render_answer(given: AnswerGiven) -> str:
    return (
        f"Context:\n\n{context(given.passages) or '(nothing was found)'}\n\n"
        f"The question is asked on {given.asked_at:%Y-%m-%d}.\nQuestion: {given.question}\nAnswer:"
    )


def _render_memories(given: MemoriesGiven) -> str:
    said = "\n".join(f"{one.id} {one.speaker or 'unknown'}: {one.text}" for one in given.utterances)
    when = f"{given.time:%A, %Y-%m-%d}" if given.time else "on an unknown day"
    return f"{given.title}, held {when}.\n\n{said}\n\nNote at most {given.most} facts."


ANSWER = Task[AnswerGiven, AnswerWritten](
    name="answer",
    module=_MODULE,
    output=AnswerWritten,
    system=(
        "You answer questions about conversations and documents from excerpts of them, and from nothing else. Each "
        "excerpt stands under its source and date. Where people in a conversation speak of a document without naming "
        "it, work out from the excerpts which one they mean before you read it. Where a later statement corrects an "
        "earlier one, the later one holds, unless the question asks for the state at an earlier time. Resolve "
        "expressions such as 'next Friday' against the date of the excerpt they stand in. Answer as briefly as the "
        "question allows: a name, a date, an amount, a short clause; no explanation. If the excerpts do not settle "
        f"the question, or it takes something for granted that they contradict, reply with the one word {ABSTAIN}."
    ),
    render=_render_answer,
)

FILL = Task[FillGiven, FillWritten](
    name="fill",
    module=_MODULE,
    output=FillWritten,
    system=(
        "You fill a template from excerpts of conversations, documents and app logs, and from nothing else. Each "
        "excerpt stands under its source and date, behind its number in round brackets. The template has blanks: names "
        "of fields in curly brackets. For each field give what belongs there as of the day of the question, as briefly "
        "as the blank allows: where a later excerpt changes what an earlier one says, the later one holds. Of a field "
        f"that the excerpts do not settle the value is the one word {ABSTAIN}. Give the numbers of the excerpts that "
        "your values rest on, and of no others."
    ),
    render=_render_fill,
)

MEMORIES = Task[MemoriesGiven, MemoriesWritten](
    name="memories",
    module=_MODULE,
    output=MemoriesWritten,
    system=(
        "You keep the long-term memory of a team. From the record of one of its sessions, note the facts that someone "
        "may need months later: what was decided, changed or withdrawn, who will do what by when, dates, amounts and "
        "numbers, which document was spoken of and what was said about it, who prefers or objects to what. Each fact "
        "is one sentence that can be understood without the session: people by name and never as I or we, dates "
        "worked out from the day of the session, documents as they were called. Leave out greetings and whatever says "
        "nothing new. For each fact give the ids of the utterances that it rests on. The most useful come first."
    ),
    render=_render_memories,
)

EXTRACT = Task[ExtractGiven, ExtractWritten](
    name="extract",
    module=_MODULE,
    output=ExtractWritten,
    system=(
        "You read one part of a long record of conversations and documents for a colleague, who will answer a question "
        "from your extracts and from nothing else, and who sees neither this part nor the others. Copy out, word for "
        "word, every sentence that may bear on the question: what states the answer or a piece of it, what says which "
        "person, thing or document is meant, what gives a date to reckon from, what corrects or withdraws something "
        "said earlier or takes away what the question assumes. Copy rather too much than too little, but nothing that "
        "is only about the same topic. Each extract carries the number, in round brackets, of the passage it stands "
        "in. Do not answer the question. If nothing here bears on it, give no extracts."
    ),
    render=_render_extract,
)

LOCATE = Task[LocateGiven, Located](
    name="locate",
    module=_MODULE,
    output=Located,
    system=(
        "Someone will look up the answer to a question in texts that are too long to show. Find out which of them the "
        "question is about. You see what people said, under the name and date of each conversation, and how each text "
        "begins; an id in round brackets stands before every utterance and every text. A question often describes a "
        "text by what people did with it or called it, without its name: find the utterances that fit the description, "
        "then the text they name. Where they only point at it ('that one', 'the one she mentioned'), follow them to "
        "where it is named. Where people later changed their minds, what was said last holds, unless the question is "
        "about an earlier time. Give the ids of the texts meant, the likeliest first, each with the ids of the "
        "utterances that lead to it: several if the question is about several or you cannot decide, and none if what "
        "was said answers it without any text, or no text fits."
    ),
    render=_render_locate,
)


def mem0(system: str) -> Task[Prompted, Memos]:
    """The task whose prompt is mem0's own; ``system`` is its first message."""
    return Task(name="mem0", module=_MODULE, output=Memos, system=system, render=lambda given: given.prompt)
