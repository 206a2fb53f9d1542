"""What questions of each category are, and in which forms they come, as the head of its phrase file says.

A phrase file, ``categories/NAME.txt``, begins with lines ``key: value``; then come the rules of
``generation.grammar``. The keys: ``place`` in tables;
``chosen``, which of all chooses its questions first; ``answerable``, yes or no; ``sources``, those that it can have, if
not all; ``changes``, yes if its answers are states that replaced others; ``rests on``, what judges are told of it;
``asked for``, what a writer is told; and for each form of question ``form NAME``, or ``form NAME by RULE`` if it is put
by the rule ``RULE.ATTRIBUTE`` and not by one of its own name: what it asks, where {asks} is the attribute and {A} and
{B} are the things.

Source: MemoryDocDataSet 3.3 (categories); issue 12, section 1.
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from microworlds.core.errors import UserError
from microworlds.core.records import Record

FOLDER = Path(__file__).parent / "categories"
_FORM = re.compile(r"form (\w+)(?: by (\w+))?")


class CategoryDescription(Record):
    """What the head of a phrase file says; ``worded_by`` is the rule of each form without one of its own name."""

    place: int
    chosen: int
    answerable: bool
    sources: tuple[str, ...] = ("hybrid", "doc_only", "chat_only")
    changes: bool = False
    rests_on: str
    asked_for: str
    forms: dict[str, str]
    worded_by: dict[str, str]


@cache
def every() -> Mapping[str, CategoryDescription]:
    """The categories by name, in the order of their places.

    Raises:
        UserError: a file has not what it needs.
    """
    found = ((path.stem, _read(path)) for path in FOLDER.glob("*.txt"))
    return dict(sorted(found, key=lambda item: (item[1].place, item[0])))


def rule_of(form: str) -> str | None:
    """The rule that words a form which has none of its own name; None if it has one. Categories share forms."""
    return next((own.worded_by[form] for own in every().values() if form in own.worded_by), None)


def _read(path: Path) -> CategoryDescription:
    head, _, _ = path.read_text(encoding="utf-8").partition("\n== ")
    pairs = dict(line.split(": ", 1) for line in head.splitlines() if ": " in line and not line.startswith("#"))
    forms = {found[1]: (found[2], said) for key, said in pairs.items() if (found := _FORM.fullmatch(key))}
    own: dict[str, Any] = {key.replace(" ", "_"): said for key, said in pairs.items() if not _FORM.fullmatch(key)}
    if "sources" in own:
        own["sources"] = own["sources"].split(", ")
    own["forms"] = {name: said for name, (_, said) in forms.items()}
    own["worded_by"] = {name: rule for name, (rule, _) in forms.items() if rule}
    try:
        return CategoryDescription.model_validate(own)
    except ValidationError as error:
        fault = error.errors()[0]
        raise UserError(f"{path}: {'.'.join(map(str, fault['loc']))}: {fault['msg']}") from error
