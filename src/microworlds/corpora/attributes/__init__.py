"""What can be known of an opinion or an agreement: the names that the fact extractors and the ledger share."""

from microworlds.core.records import Record
from microworlds.core.text_tables import entries
from microworlds.core.value_types import Kind


class Attribute(Record):
    """A thing that a text states of its subject.

    ``several`` is true where one subject may have many (judges on a panel); otherwise two different values found are
    a contradiction, and neither is kept. ``first`` is true where a text may state it more than once, of one point
    after another, and the first time is meant.
    """

    kind: Kind
    gloss: str
    several: bool = False
    first: bool = False


def _table(subject: str) -> dict[str, Attribute]:
    found: dict[str, Attribute] = {}
    for head, gloss in entries("microworlds.corpora.attributes", f"{subject}.txt"):
        name, kind, *more = head.split()
        found[name] = Attribute.model_validate({"kind": kind, "gloss": gloss, **dict.fromkeys(more, True)})
    return found


OPINION = _table("opinion")
AGREEMENT = _table("agreement")
