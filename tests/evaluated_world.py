"""A world, and what was retrieved in it."""

from microworlds.core.records import (
    Answer,
    Evidence,
    Gold,
    Observation,
    Part,
    Span,
)
from microworlds.evaluation.retrieval_scores import Retrieval
from microworlds.suites import base as suites

WIDTH = 10


def observation(name, kind, parts):
    text = "x" * (WIDTH * parts)
    pieces = tuple(Part(id=f"{name}-{at}", start=WIDTH * at, end=WIDTH * (at + 1)) for at in range(parts))
    return Observation(id=name, kind=kind, title=name, text=text, parts=pieces)


WORLD = {
    one.id: one
    for one in (
        observation("s1", "session", 6),
        observation("s2", "session", 6),
        observation("d1", "document", 3),
        observation("d2", "document", 3),
    )
}
RETRIEVAL = Retrieval(WORLD)
ALL = frozenset(WORLD)


def piece(name, part, parts=1):
    return Span(observation=name, start=WIDTH * part, end=WIDTH * (part + parts))


def gold(*spans, answerable=True, question="q", **labels):
    evidence = tuple(Evidence(span=span, text="x" * (span.end - span.start)) for span in spans)
    return Gold(question=question, answer="june", answerable=answerable, evidence=evidence, labels=labels)


def reply(*retrieved, text="may", abstained=False, question="q", **more):
    return Answer(question=question, text=text, abstained=abstained, retrieved=retrieved, **more)


SAID, READ = piece("s1", 1), piece("d1", 2)
BOTH = (SAID, READ)
SHOWN = suites.find("memorydoc").labels
