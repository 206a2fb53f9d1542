"""What a conversation is to contain, decided before anyone writes a word of it.

An author words the plan, and the ledger is what the plan claims and the session says: so whoever writes, every answer
can be proved.

Source: MemoryDocDataSet 3.2 and Appendix A, stages 2 and 3; DESIGN 3 (the fact ledger).
"""

from __future__ import annotations

from pydantic import AwareDatetime, Field

from microworlds.core.records import Record


class Claim(Record):
    """Something that an utterance is to state: it becomes a fact of the ledger once it has been said.

    ``id`` is the later fact's id; ``value`` as in ``Fact``.
    """

    id: str
    subject: str
    attribute: str
    value: str
    meaning: str | None = None
    supersedes: str | None = None


class Beat(Record):
    """One thing that happens in a session: who does what, with which words, and what becomes known by it.

    ``slots`` are the words at hand, by role (thread, value, target, other ...). ``says`` are texts that must stand
    verbatim in one utterance by ``speaker``.
    """

    id: str
    act: str
    speaker: str
    addressee: str | None = None
    slots: dict[str, str] = Field(default_factory=dict)
    claims: tuple[Claim, ...] = ()
    says: tuple[str, ...] = ()


class SessionPlan(Record):
    """What one session is to contain, in order."""

    id: str
    event: str
    name: str
    time: AwareDatetime
    personas: tuple[str, ...]
    documents: tuple[str, ...]
    utterances: int
    beats: tuple[Beat, ...]
