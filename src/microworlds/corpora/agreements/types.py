"""The types of commercial agreement that are written, with what each calls things and settles, and their articles.

Source: the 25 contract types of CUAD (Hendrycks et al. 2021), of which these are the ones between two firms.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from microworlds.core.records import Record
from microworlds.corpora.agreements.lexicon import PHRASES
from microworlds.generation.grammar import word_lists


class Topics(Record):
    """What there is to say of articles by their topics; topics.yaml says what each of these is."""

    middle: tuple[str, ...]
    last: tuple[str, ...]
    kept: dict[str, float]
    annexes: dict[str, tuple[str, ...]]
    defined: tuple[str, ...]
    defined_with: dict[str, tuple[str, ...]]
    sometimes_defined: tuple[str, ...]
    joined_by_or: tuple[str, ...]
    gone_with: dict[str, str]
    trades_without_goods: tuple[str, ...]


TOPICS = Topics.model_validate(yaml.safe_load(Path(__file__).with_name("topics.yaml").read_text(encoding="utf-8")))


@dataclass(frozen=True)
class AgreementType:
    """A type: what it is called, who the parties are, what it is about, and its articles in order.

    ``roles`` are those of the provider and the recipient; without roles the parties go by their short names.
    ``subject``, ``fees`` and ``goods`` are plural defined terms, ``units`` what is priced; ``trades`` are those in
    which the type is usual. ``core`` articles are always there, of ``extra`` some.
    """

    key: str
    titles: tuple[str, ...]
    roles: tuple[tuple[str, str], ...]
    subject: str
    fees: str
    order: str
    goods: str
    units: tuple[str, ...]
    trades: tuple[str, ...]
    core: tuple[str, ...]
    extra: tuple[str, ...]


@cache
def agreement_types() -> Mapping[str, AgreementType]:
    """All types by key, in the order of their file."""
    blocks = (PHRASES / "types.txt").read_text(encoding="utf-8").split("\n== ")[1:]
    return {key: _type(key, rest) for key, _, rest in (block.partition("\n") for block in blocks)}


def _type(key: str, block: str) -> AgreementType:
    lists = word_lists(block)
    subject, fees, order, goods = lists["words"]
    roles = tuple((first, second) for first, _, second in (pair.partition("/") for pair in lists.get("roles", ())))
    kept = ("units", "trades", "core", "extra")
    return AgreementType(key, lists["titles"], roles, subject, fees, order, goods, *(lists[name] for name in kept))
