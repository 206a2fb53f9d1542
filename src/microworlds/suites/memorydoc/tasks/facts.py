"""Facts of one opinion or agreement.

Source: DESIGN 3 (the fact ledger).
"""

from microworlds.core.records import Part, Record
from microworlds.suites.memorydoc.tasks.base import task


class FactsGiven(Record):
    """What the fact extractor gets: one opinion or agreement, where its parts are, and what may be known of it."""

    subject: str
    title: str
    text: str
    parts: tuple[Part, ...]
    attributes: dict[str, str]


class Stated(Record):
    """A value that the text states, verbatim, and words of the text that hold it and stand in it only once.

    The value is meant where it first stands in the quote.
    """

    attribute: str
    value: str
    quote: str


class FactsWritten(Record):
    """All that was found."""

    facts: tuple[Stated, ...]


def _slots(given: FactsGiven) -> dict[str, str]:
    return {"attributes": "\n".join(f"- {name}: {gloss}" for name, gloss in given.attributes.items())}


FACTS = task("facts", "You take facts from legal texts, verbatim and with care.", FactsWritten, _slots)
