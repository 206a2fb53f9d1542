"""What the stages of ConvoMem hand on: personas with their cores as planned, cores as worded, conversations.

Source: ConvoMem 3.2 and A.1 (personas, use cases, evidence cores, conversations).
"""

from __future__ import annotations

from typing import Literal

from pydantic import AwareDatetime, Field

from microworlds.core.records import Evidence, Record
from microworlds.generation.ledger import Fact
from microworlds.generation.queries import Term

CategoryName = Literal[
    "user_facts", "assistant_facts", "changing_facts", "abstention", "preferences", "implicit_connections"
]
Side = Literal["personal", "professional"]
Speaker = Literal["user", "assistant"]
TWIN = "answerable_twin"


class Stated(Record):
    """One fact that a message makes known: ``attribute`` of ``subject`` is ``value``.

    ``label`` is how people call the subject, ``name`` the one word of it that stands for it, ``gloss`` what the value
    is, for a writer. Of a sum ``value`` is that of one ``item``. ``changes``: the value is another than what was told
    before. ``form`` says how an offline author puts it. What an answer that minds it says is one of ``must``, and none
    of ``must_not``.
    """

    subject: str
    attribute: str
    label: str
    name: str
    gloss: str
    value: str
    form: str
    item: str | None = None
    meaning: str | None = None
    changes: bool = False
    must: tuple[str, ...] = ()
    must_not: tuple[str, ...] = ()


class Asked(Record):
    """What is asked: ``gloss`` tells a writer, ``form`` an offline author; ``query`` proves the ``answer``.

    ``label`` and ``attribute`` are what it asks about. A question that nothing answers has a query without an answer;
    one that a rubric scores has ``rubric`` for its criteria.
    """

    label: str
    name: str
    attribute: str
    gloss: str
    form: str
    answer: str
    query: Term
    answerable: bool = True
    kind: str = "text"
    rubric: tuple[str, ...] = ()


class CorePlan(Record):
    """An evidence core before it has words: the statements of each of its ``k`` messages, and what is asked.

    ``places`` says where in the persona's time each message stands, 0 to 1, ascending. ``stale`` are the values that a
    changing fact had before. ``twin`` is the answerable question of the same form beside an unanswerable one.
    ``affair`` is the number of the row of the tables that it is about.
    """

    id: str
    persona: str
    category: CategoryName
    k: int = Field(ge=1)
    side: Side
    speaker: Speaker
    affair: int
    messages: tuple[tuple[Stated, ...], ...]
    asked: Asked
    twin: Asked | None = None
    stale: tuple[str, ...] = ()
    places: tuple[float, ...]


class Persona(Record):
    """A person who talks with an assistant; ``group`` is one of the paper's six groups of enterprise roles.

    ``by`` is who wrote the background.
    """

    id: str
    number: int
    name: str
    role: str
    group: str
    background: str
    by: str = ""
    plans: tuple[CorePlan, ...]


class Message(Record):
    """One message of a conversation."""

    speaker: Speaker
    text: str = Field(min_length=1)


class Exchange(Record):
    """The messages that are planted in one conversation; ``evidence`` is the number, from 0, of the one that counts."""

    messages: tuple[Message, ...]
    evidence: int


class Core(Record):
    """A core in words: its question, that of its twin, and an exchange for each piece of evidence."""

    plan: CorePlan
    question: str
    twin: str | None
    exchanges: tuple[Exchange, ...]


class Conversation(Record):
    """A conversation of a persona: ``number`` counts in order of time; ``facts`` are what its evidence makes known.

    ``core`` and ``piece`` say whose evidence it has; ``evidence`` is the number of that message.
    """

    id: str
    persona: str
    number: int
    time: AwareDatetime
    core: str
    piece: int
    messages: tuple[Message, ...]
    evidence: int
    threads: tuple[str, ...]
    facts: tuple[Fact, ...]


class PersonaCores(Record):
    """The cores of a persona; ``by`` is who wrote them."""

    persona: Persona
    cores: tuple[Core, ...]
    by: str = ""


class PersonaConversations(Record):
    """All conversations of a persona, in order of time, and its cores; ``by`` is who wrote these."""

    persona: Persona
    cores: tuple[Core, ...]
    by: str = ""
    conversations: tuple[Conversation, ...]


class ReleasedCore(Record):
    """A core as it is released: its plan with the queries that prove it, its questions, and where its evidence stands.

    It holds the answers, so it has the canary.
    """

    plan: CorePlan
    question: str
    twin: str | None
    evidence: tuple[Evidence, ...]
    canary: str
