"""The records of a micro-world: targets, personas, event graph, plan, sessions, questions, verdicts.

Source: MemoryDocDataSet 3.2 (M = (P, G, D, C, Q)), 3.3, 3.4, 3.6.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, AwareDatetime, Field

from microworlds.core import jsonl
from microworlds.core.records import Evidence, Observation, Part, Record, transcript
from microworlds.generation.ledger import Fact
from microworlds.generation.queries import Term
from microworlds.generation.session_plans import Event, SessionPlan
from microworlds.generation.splits import SplitName
from microworlds.suites.memorydoc import question_categories, records

SourceTag = Literal["chat_only", "doc_only", "hybrid"]
Difficulty = Literal["easy", "medium", "hard"]
Judge = Literal["strict", "lenient"]
CATEGORIES: tuple[str, ...] = tuple(question_categories.every())
SOURCES: tuple[SourceTag, ...] = ("hybrid", "doc_only", "chat_only")


def _known(category: str) -> str:
    if category not in question_categories.every():
        raise ValueError(f"no category {category!r}; there are {', '.join(question_categories.every())}")
    return category


Category = Annotated[str, AfterValidator(_known)]


class Target(Record):
    """What a person can mean when speaking of a document: one opinion of a bundle, or one whole agreement.

    ``heading`` is what stands above it in print. ``start`` and ``end`` are characters of the document's text;
    ``names`` are ways to name it outright, by form (title, title_and_citation, citation, docket).
    """

    id: str
    document: str
    title: str
    heading: str
    start: int
    end: int
    names: dict[str, str]


class DocumentFacts(Record):
    """What is known of one document: its targets, and the facts its text states of them.

    Of kinds of which a text may state several ``later`` are the ids of those before which it is known to have another,
    which are not asked for as the first, and ``alone`` of those that are its only ones, asked for without "first".
    ``points`` are of those that are its only ones on a point, with the words in which the text speaks of it.
    """

    document: str
    targets: tuple[Target, ...]
    facts: tuple[Fact, ...]
    later: tuple[str, ...] = Field(default=(), exclude_if=lambda value: not value)
    alone: tuple[str, ...] = Field(default=(), exclude_if=lambda value: not value)
    points: dict[str, tuple[str, ...]] = Field(default={}, exclude_if=lambda value: not value)


class Summary(Record):
    """A document in a sentence or two: its id, title and what it bundles."""

    id: str
    title: str
    summary: str


class Relation(Record):
    """A directed relation to another persona, by name."""

    kind: str
    to: str


class Persona(Record):
    """Someone who speaks. ``communication_style`` is a description; its first word is the voice."""

    name: str
    role: str
    expertise_domain: str
    communication_style: str
    relationships: tuple[Relation, ...]


class Scenario(Record):
    """A world before anyone has spoken.

    ``points`` are what its matter is about, ``stage`` is how far it is. ``nouns`` are what its people call a document,
    ``standings`` what they call each place a document can hold. ``by`` is who wrote people and events.
    """

    id: str
    number: int
    split: SplitName
    domain: str
    subject: Literal["opinion", "agreement"]
    nouns: tuple[str, ...]
    standings: dict[str, tuple[str, ...]]
    label: str
    matter: str
    stage: str = ""
    client: str
    opponent: str
    points: tuple[str, ...]
    documents: tuple[str, ...]
    summaries: tuple[Summary, ...]
    personas: tuple[Persona, ...]
    events: tuple[Event, ...]
    plans: tuple[SessionPlan, ...]
    by: str = ""


class Utterance(Record):
    """One turn; ``beats`` are the ids of the beats it carries."""

    id: str
    speaker: str
    text: str
    beats: tuple[str, ...] = ()


class Session(Record):
    """One conversation, anchored to an event."""

    id: str
    world: str
    event: str
    title: str
    time: AwareDatetime
    personas: tuple[str, ...]
    documents: tuple[str, ...]
    utterances: tuple[Utterance, ...]
    facts: tuple[Fact, ...]

    def observation(self) -> Observation:
        """The session as a system sees it: a line per utterance, speaker first; parts are what is said."""
        text, parts = lines(self.utterances, self.time)
        return Observation(id=self.id, kind="session", title=self.title, text=text, time=self.time, parts=parts)


def lines(utterances: tuple[Utterance, ...], time: datetime) -> tuple[str, tuple[Part, ...]]:
    """A session's text, and each utterance's place in it."""
    turns = (Part(id=each.id, start=0, end=0, speaker=each.speaker, time=time) for each in utterances)
    return transcript(turns, (each.text for each in utterances))


class Conversations(Record):
    """All sessions of a world, in order, and who wrote them."""

    world: str
    sessions: tuple[Session, ...]
    by: str = ""


class Described(Record):
    """A thing as a question speaks of it: never by its name, unless ``how`` is 'name'.

    ``how`` says by what it is known (brought, reader, standing, doubted, purpose, name ...); ``slots`` are the words.
    """

    how: str
    slots: dict[str, str]


class Proposal(Record):
    """A question before it is worded: what is asked of what, the query that proves it, and its answer.

    ``asks`` names the attribute or the comparison; ``evidence`` are ids of facts.
    """

    category: Category
    source: SourceTag
    form: str
    asks: str
    things: tuple[Described, ...]
    slots: dict[str, str]
    query: Term | None
    answer: str
    answer_kind: str
    derived: bool
    evidence: tuple[str, ...]
    targets: tuple[str, ...] = ()
    distractors: int = 0
    adversarial_type: Literal["false_premise", "unanswerable"] | None = None


class QAPair(Record):
    """A question with its gold answer, evidence and labels.

    ``answer_form``: a span of the evidence or the name of who says it, derived from it, or prose about what is wrong
    with the question.
    """

    id: str
    world: str
    category: Category
    source: SourceTag
    difficulty: Difficulty
    form: str
    question: str
    answer: str
    answer_kind: str
    answer_form: Literal["span", "derived", "prose"]
    adversarial_type: Literal["false_premise", "unanswerable"] | None
    requires_doc_navigation: bool
    evidence: tuple[Evidence, ...] = Field(min_length=1)
    targets: tuple[str, ...]
    distractors: int
    query: Term | None


class Questions(Record):
    """All questions of a world, and who worded them."""

    world: str
    pairs: tuple[QAPair, ...]
    by: str = ""


class Verdict(Record):
    """One judge's view of one world.

    ``seeded`` maps the id of a faulty pair, which ends in the fault's name, to whether the judge accepted it.
    """

    world: str
    judge: Judge
    persona_consistency: int
    temporal_coherence: int
    document_grounding_accuracy: int
    correctness: dict[str, bool]
    category_accuracy: dict[str, bool]
    flagged: tuple[str, ...]
    notes: str
    seeded: dict[str, bool]


class FactKind(Record):
    """Facts of one kind: read, held against a plan, right; and of what the texts are sure to state, how much was read.

    ``precision`` and ``recall`` are of all that was read, None where nothing could be compared. ``left_out`` are those
    that a plan contradicts, and values beside one that it does.
    """

    extracted: int
    checked: int
    right: int
    planned: int
    found: int
    precision: float | None
    recall: float | None
    left_out: int


class FactCheck(Record):
    """The outcome; ``note`` says what was not checked."""

    note: str
    kinds: dict[str, FactKind]

    @property
    def precision(self) -> float | None:
        """The share of the facts of all kinds that are right; None if none could be checked."""
        checked = sum(kind.checked for kind in self.kinds.values())
        return round(sum(kind.right for kind in self.kinds.values()) / checked, 4) if checked else None

    @property
    def left_out(self) -> int:
        """Facts of all kinds that are no gold."""
        return sum(kind.left_out for kind in self.kinds.values())


class WorldBundle(Record):
    """A world with its conversations, what its documents state, and their texts."""

    scenario: Scenario
    conversations: Conversations
    document_facts: tuple[DocumentFacts, ...]
    documents: tuple[records.Document, ...]

    @property
    def asked_at(self) -> datetime:
        """When its questions are asked: a day after the last session."""
        return self.conversations.sessions[-1].time + timedelta(days=1)

    @property
    def observations(self) -> tuple[Observation, ...]:
        """The documents, then the sessions by time: the order of its episode."""
        read = (document.observation() for document in self.documents)
        return (*read, *(session.observation() for session in self.conversations.sessions))

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All that conversations and documents state, in this order."""
        spoken = [fact for session in self.conversations.sessions for fact in session.facts]
        read = [fact for own_facts in self.document_facts for fact in own_facts.facts]
        return (*spoken, *read)


class Judged(Record):
    """A world and its questions, before a judge."""

    bundle: WorldBundle
    questions: Questions

    @property
    def written_by(self) -> dict[str, str]:
        """Who wrote what of it, where that is known; documents have an attribution of their own."""
        by = {
            "people and events": self.bundle.scenario.by,
            "conversations": self.bundle.conversations.by,
            "questions": self.questions.by,
        }
        return {name: who for name, who in by.items() if who}


def bundles(documents: Path, document_facts: Path, scenarios: Path, conversations: Path) -> Iterator[WorldBundle]:
    """All worlds of a run that have conversations, in order; a stage before may have left some out."""
    texts = {document.id: document for document in records.read(documents)}
    known = {own_facts.document: own_facts for own_facts in jsonl.read(document_facts, DocumentFacts)}
    spoken = {item.world: item for item in jsonl.read(conversations, Conversations)}
    for scenario in jsonl.read(scenarios, Scenario):
        if scenario.id in spoken:
            yield WorldBundle(
                scenario=scenario,
                conversations=spoken[scenario.id],
                document_facts=tuple(known[name] for name in scenario.documents),
                documents=tuple(texts[name] for name in scenario.documents),
            )


def judged(*made: Path) -> list[Judged]:
    """The worlds that have questions, with them, in order; files as for ``bundles``, and that of questions."""
    *sources, questions = made
    by_world = {item.world: item for item in jsonl.read(questions, Questions)}
    every = bundles(*sources)
    return [Judged(bundle=own, questions=by_world[own.scenario.id]) for own in every if own.scenario.id in by_world]
