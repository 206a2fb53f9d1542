"""Facts of a test's ledger."""

from microworlds.core.records import Span
from microworlds.generation.ledger import Fact


def fact(name, subject, attribute, value, place, **more):
    span = Span(observation="o", start=place, end=place + 1)
    return Fact(id=name, subject=subject, attribute=attribute, value=value, source=span, **more)
