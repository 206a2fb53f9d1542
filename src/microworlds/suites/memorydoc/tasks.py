"""Every place where the paper calls a model to make a world: what is given, what is asked, what comes back.

The prompts say in our own words what Appendix B says each must ask for. What becomes known in a session is planned
beforehand (see ``plots``), so the session's prompt lists it: the model writes the conversation, not the truth.

Source: MemoryDocDataSet, Appendix B.1-B.4.
"""

from __future__ import annotations

from datetime import date

from pydantic import AwareDatetime, Field

from microworlds.authors.base import Task
from microworlds.records import Observation, Part, Record
from microworlds.suites.memorydoc.world import Beat, Category, Described, Event, Persona, SessionPlan, Summary

MODULE = "microworlds.suites.memorydoc"
_JSON_ONLY = "Answer with one JSON object of the given schema and nothing else."


class FactsGiven(Record):
    """What the fact extractor gets: one opinion or agreement, where its parts are, and what may be known of it."""

    subject: str
    title: str
    text: str
    parts: tuple[Part, ...]
    attributes: dict[str, str]


class Stated(Record):
    """A value that the text states, verbatim, and the character it starts at."""

    attribute: str
    value: str
    start: int


class FactsWritten(Record):
    """All that was found."""

    facts: tuple[Stated, ...]


class PersonasGiven(Record):
    """What the persona generator gets; ``roles`` maps a role to fields of expertise."""

    label: str
    field: str
    count: int
    roles: dict[str, tuple[str, ...]]
    relations: tuple[str, ...]
    documents: tuple[Summary, ...]


class PersonasWritten(Record):
    """The personas of a world."""

    personas: tuple[Persona, ...]


class EventGraphGiven(Record):
    """What the event-graph generator gets; ``names`` maps a kind of event to its phase."""

    label: str
    matter: str
    count: int
    months: int
    start: date
    names: dict[str, str]
    personas: tuple[Persona, ...]
    documents: tuple[Summary, ...]


class EventGraphWritten(Record):
    """The events of a world, in any order that the dates allow."""

    events: tuple[Event, ...]


class SessionGiven(Record):
    """What the conversation generator gets. ``prior`` are the earlier sessions' texts, oldest first.

    ``held_out`` asks the offline author for the phrasing families of the test split; a model is not told.
    """

    number: int
    label: str
    matter: str
    client: str
    plan: SessionPlan
    event: Event
    personas: tuple[Persona, ...]
    documents: tuple[Summary, ...]
    prior: tuple[str, ...]
    held_out: bool


class UtteranceWritten(Record):
    """One turn, and the ids of the beats it carries."""

    speaker: str
    text: str
    beats: tuple[str, ...]


class SessionWritten(Record):
    """A whole session."""

    utterances: tuple[UtteranceWritten, ...]


class QuestionGiven(Record):
    """A question to be worded: what it asks of which things, and the words that would give the document away."""

    number: int
    category: Category
    form: str
    asks: str
    things: tuple[Described, ...]
    slots: dict[str, str]
    answer: str
    forbidden: tuple[str, ...]
    asked_at: AwareDatetime
    held_out: bool
    nouns: tuple[str, ...]
    standings: dict[str, tuple[str, ...]]


class QuestionWritten(Record):
    """The question, and for an adversarial one what is wrong with it."""

    question: str
    explanation: str | None = None


class Excerpt(Record):
    """A piece of cited evidence: what a reader of the page would see above it, and its text."""

    source: str
    speaker: str | None
    time: AwareDatetime | None
    text: str


class JudgedPair(Record):
    """A question-answer pair as a judge sees it."""

    id: str
    category: Category
    question: str
    answer: str
    answerable: bool
    evidence: tuple[Excerpt, ...]


class JudgeGiven(Record):
    """A world as a judge sees it: personas, full sessions, pairs with their evidence inlined; no documents."""

    world: str
    label: str
    personas: tuple[Persona, ...]
    sessions: tuple[Observation, ...]
    asked_at: AwareDatetime
    pairs: tuple[JudgedPair, ...]


class JudgeWritten(Record):
    """A judge's labels for every pair, and three scores of the world from 1 to 5."""

    persona_consistency: int = Field(ge=1, le=5)
    temporal_coherence: int = Field(ge=1, le=5)
    document_grounding_accuracy: int = Field(ge=1, le=5)
    qa_answer_correctness: dict[str, bool]
    qa_category_accuracy: dict[str, bool]
    flagged_qa_ids: tuple[str, ...]
    notes: str


def _render_judge(given: JudgeGiven) -> str:
    sessions = "\n\n".join(f"{session.title}\n{session.text}" for session in given.sessions)
    pairs = "\n\n".join(
        f"{pair.id} ({pair.category}; {'answerable' if pair.answerable else 'not answerable'})\nQ: {pair.question}\n"
        f"A: {pair.answer}\n" + "\n".join(f"[{piece.source}] {piece.text}" for piece in pair.evidence)
        for pair in given.pairs
    )
    return (
        f"A simulated matter about {given.label}. Its people:\n{_people(given.personas)}\n\nTheir conversations:\n"
        f"{sessions}\n\nQuestions, answers and the evidence cited for them:\n{pairs}\n\nScore from 1 to 5 how "
        "consistently the people behave (persona_consistency), whether dates and order hold together "
        "(temporal_coherence), and whether what is said of documents fits the excerpts (document_grounding_accuracy). "
        "For each pair say whether its answer is right (qa_answer_correctness: id to true or false) and whether its "
        "category fits (qa_category_accuracy). List the ids you would have someone look at (flagged_qa_ids), and put "
        "remarks into notes."
    )


def _summaries(documents: tuple[Summary, ...]) -> str:
    return "\n".join(f"- {document.id}: {document.title}. {document.summary}" for document in documents)


def _people(personas: tuple[Persona, ...]) -> str:
    return "\n".join(
        f"- {persona.name}, {persona.role} ({persona.expertise_domain}); speaks: {persona.communication_style}; "
        + "; ".join(f"{relation.kind} {relation.to}" for relation in persona.relationships)
        for persona in personas
    )


def _render_facts(given: FactsGiven) -> str:
    attributes = "\n".join(f"- {name}: {gloss}" for name, gloss in given.attributes.items())
    return (
        f"From the {given.subject} below, {given.title}, take what it states of itself: only what the text says "
        "outright of this very matter, never of another one it discusses. Give each value exactly as written and the "
        "number of the character at which it starts. Leave out what is not stated.\n"
        f"What to look for:\n{attributes}\n\n{given.text}"
    )


def _render_personas(given: PersonasGiven) -> str:
    roles = "; ".join(f"{role} ({', '.join(fields)})" for role, fields in given.roles.items())
    return (
        f"Invent {given.count} people who work together in {given.field}; their matter is about {given.label}.\n"
        "Each has a full name whose first name nobody shares, a role, a field of expertise, a way of speaking in a few "
        "words, and at least one directed relationship to another of them (kind and name).\n"
        f"Roles to choose from, with fields: {roles}.\nKinds of relationship: {', '.join(given.relations)}.\n"
        f"They work with these documents:\n{_summaries(given.documents)}"
    )


def _render_events(given: EventGraphGiven) -> str:
    names = "; ".join(f"{name} ({phase})" for name, phase in given.names.items())
    return (
        f"Lay out {given.count} events of {given.matter}, a matter about {given.label}, from {given.start} on and over "
        f"at least {given.months} months.\nEach event has an id (e1, e2 ...), a time with zone, a name (each used "
        f"once; opening ones first, closing ones last) from: {names}; a sentence of description; at least two of the "
        "people who take part, by name; at least one document id; and the ids of earlier events it depends on. The "
        "dependencies together form a directed acyclic graph in which every event but the first depends on something "
        "earlier, and every document is referred to by several events.\n"
        f"People:\n{_people(given.personas)}\nDocuments:\n{_summaries(given.documents)}"
    )


def _render_session(given: SessionGiven) -> str:
    prior = "\n\n".join(given.prior) or "(this is the first session)"
    beats = "\n".join(_instruction(beat) for beat in given.plan.beats)
    return (
        f"Write the conversation of the {given.plan.name} on {given.plan.time:%B %d, %Y}, in {given.matter} of "
        f"{given.client} ({given.label}): {given.event.description}\nSpeakers:\n{_people(given.personas)}\n"
        f"Documents they may speak of:\n{_summaries(given.documents)}\nEarlier conversations:\n{prior}\n\n"
        f"Write {given.plan.utterances} turns. Everyone keeps their own way of speaking; people greet, react, disagree "
        "and close as people do. The following must happen, in this order; each in one turn by the person named, with "
        "the quoted words exactly as quoted, and nothing of the kind may happen besides. Name a document outright only "
        f"where the list does; elsewhere speak of it as the list says.\n{beats}\n"
        "For each turn give the ids of what happens in it (most turns: none or one)."
    )


def _instruction(beat: Beat) -> str:
    words = "; ".join(f"{name}: {text}" for name, text in beat.slots.items())
    quoted = ", ".join(f'"{text}"' for text in beat.says)
    to = f" to {beat.addressee}" if beat.addressee else ""
    return f"- {beat.id}: {beat.speaker}{to} -- {ACTS[beat.act]} ({words}). Quote: {quoted}."


# what each act is, for a model; the offline author has its own phrases for each
ACTS = {
    "introduce": "brings a document up by name and says why it matters",
    "assign": "asks someone to read a document",
    "reassign": "gives the reading of a document to someone else than before",
    "stand": "says what a document is to be from now on",
    "restand": "says that another document takes that place from now on",
    "doubt": "is not convinced by a document",
    "praise": "finds a document convincing",
    "recall": "says from memory what a document states, perhaps wrongly",
    "state": "says what is settled about a piece of work",
    "change": "says that something settled has changed, and why",
    "propose": "proposes something about a piece of work that will not be accepted",
    "settle": "turns the proposal down, says why, and says what is settled instead",
    "correct": "says a wrong value and corrects it at once",
}


def _render_question(given: QuestionGiven) -> str:
    things = "\n".join(
        f"- known by '{thing.how}': " + "; ".join(f"{name}: {text}" for name, text in thing.slots.items())
        for thing in given.things
    )
    words = "; ".join(f"{name}: {text}" for name, text in given.slots.items())
    return (
        f"Word one question of the category {given.category} (form: {given.form}).\n"
        f"It asks: {given.asks}. Words: {words}.\n"
        f"The things it speaks of, each to be described only by what is given here:\n{things}\n"
        f"Its answer is: {given.answer}\n"
        f"None of these words may appear in it: {', '.join(given.forbidden) or 'none'}.\n"
        "It must be one natural sentence or two, and must have only this answer. "
        + _CATEGORY_INSTRUCTIONS[given.category]
    )


_CATEGORY_INSTRUCTIONS: dict[Category, str] = {
    "single_hop": "One fact answers it, found in one place once it is clear which document is meant.",
    "multi_hop": "It cannot be answered without putting at least two facts from different places together.",
    "temporal": "It is about order or distance in time and rests on at least two dates or times.",
    "knowledge_update": "Something changed in between: it asks for what holds last, and speaks of the change.",
    "adversarial": "It sounds as natural as the others, but its premise is false or nothing answers it; also write "
    "one or two sentences that say what is wrong with it, from the answer given.",
}
_AUTHOR = "You write careful questions for a benchmark of long-term memory and reading of long documents. "

FACTS = Task(
    "facts",
    MODULE,
    FactsWritten,
    f"You take facts from legal texts, verbatim and with care. {_JSON_ONLY}",
    _render_facts,
)
_JUDGE = "You review question-answer pairs of a benchmark of conversations and long documents. "
JUDGE_STRICT = Task(
    "judge_strict",
    MODULE,
    JudgeWritten,
    f"{_JUDGE}Be sceptical: an answer that the cited evidence does not establish beyond doubt is wrong, a category "
    f"that could be argued with is wrong, and what is unsure is flagged. {_JSON_ONLY}",
    _render_judge,
)
JUDGE_LENIENT = Task(
    "judge_lenient",
    MODULE,
    JudgeWritten,
    f"{_JUDGE}Be charitable: an answer that agrees with the cited evidence under some sensible reading is right, and "
    f"only plain errors are flagged. {_JSON_ONLY}",
    _render_judge,
)
PERSONAS = Task(
    "personas",
    MODULE,
    PersonasWritten,
    f"You invent believable professionals for a simulated workplace. {_JSON_ONLY}",
    _render_personas,
)
EVENT_GRAPH = Task(
    "event_graph",
    MODULE,
    EventGraphWritten,
    f"You lay out realistic sequences of events at work, with dates and causes, free of cycles. {_JSON_ONLY}",
    _render_events,
)
SESSION = Task(
    "session",
    MODULE,
    SessionWritten,
    f"You write conversations between colleagues that sound spoken, each voice its own. {_JSON_ONLY}",
    _render_session,
)
QUESTION = Task("question", MODULE, QuestionWritten, f"{_AUTHOR}{_JSON_ONLY}", _render_question)
