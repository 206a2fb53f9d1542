"""Facts of one opinion or agreement.

Source: DESIGN 3 (the fact ledger).
"""

from __future__ import annotations

from microworlds.authors.base import Task
from microworlds.core.records import Part, Record
from microworlds.suites.memorydoc.tasks.base import MODULE


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


def _render_facts(given: FactsGiven) -> str:
    attributes = "\n".join(f"- {name}: {gloss}" for name, gloss in given.attributes.items())
    return f"""\
Below is one {given.subject}: {given.title}. Collect what it states of itself: only what the text says outright of this
very matter, never what it says of another one that it cites, quotes or discusses, and nothing that has to be inferred.

What to look for (name: meaning):
{attributes}

For each thing that is stated give a record of three fields:
- attribute: its name from the list above, exactly as written there.
- value: the shortest stretch of the text that states it, copied character for character, with the text's own
capitals, punctuation and misprints. No words around it, nothing rephrased, completed or put in another format. A date
has its year in it, an amount its currency, a duration its unit.
- quote: a stretch of the text, again copied character for character, that holds the value and occurs exactly once in
the whole text. Take the value with a few words before and after it, from one line; take more words if the same stretch
could occur a second time. If the value stands in the quote more than once, the first one is meant.

Give an attribute once, at the place that states it best; only one of which there may be several is
given once for each different value. Leave out what the text does not state: an empty list of facts is a valid reply.

For instance, if a text had the line "The lease of May 3, 1987 was signed in Avon by R. Dole, its treasurer.", then
{{"attribute": "signed_on", "value": "May 3, 1987", "quote": "The lease of May 3, 1987 was signed"}}.

The text:

{given.text}"""


FACTS = Task(
    "facts",
    MODULE,
    FactsWritten,
    "You take facts from legal texts, verbatim and with care.",
    _render_facts,
)
