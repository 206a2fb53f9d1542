"""Clauses of agreements whose value has a shape of its own: what stands before it, what after, and what must not.

Each is one row: the attribute, words that its sentence has, a pattern that ends where the value begins, and patterns
for what follows, for what else the sentence must say, and for what makes it another clause. Rows of rank 0 know the
main clause; those of a higher rank read vaguer words and count only where no row of a lower rank has found anything.

Source: the clause categories of CUAD v1 (The Atticus Project) and commercial practice; wording is our own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from microworlds.core import value_types
from microworlds.corpora.attributes import AGREEMENT
from microworlds.corpora.extraction.document_facts import DocumentFact, Page, fact, legible


def spaced(pattern: str) -> re.Pattern[str]:
    """The pattern with each space of it standing for any space, since contracts are set in columns."""
    return re.compile(pattern.replace(" ", r"\s+"))


LEAST = (
    r"(?:(?:at least|not less than|no less than|a minimum of|no fewer than|not fewer than|no later than|not "
    r"later than) )?"
)
_GIVEN = r"(?:prior|advance|written|reasonable|in writing|prior,)"
NOTICE = rf"[’']?,? (?:period )?(?:of )?(?:{_GIVEN},? )*notice"
_ARTICLE = re.compile(r"[Tt]he\s+")
_HEADING = re.compile(
    r"(?:(?:(?:ARTICLE|Article|SECTION|Section)\s+)?\d+(?:\.\d+)*\.?|\((?:[a-z]|[ivx]+|\d+)\)|\b[A-Z]\.)\s+"
    r"(?P<title>[A-Z][\w’'/&-]*,?(?:[ ;/]{1,2}(?:[A-Z][\w’'/&-]*[,;]?|and|of|or|for|to|the|on|by|in|at|from|with|"
    r"without|not|&)){0,9})"
    r"\s*(?:\.\s|:\s|\n|\.$|\s{2})"
)
_RUNNING = re.compile(r"(?i)source\b|proprietary\b|page\b|confidential$|inc\b")  # feet of sheets
_REACH = 900  # characters before a value within which the words that say what it is must stand
_FAR = 12_000  # characters from a heading to the last sentence that may stand under it


def heading(text: str, at: int) -> str:
    """The title of the section around ``at``: the last numbered heading before it, or nothing."""
    last = ""
    for match in _HEADING.finditer(text, max(0, at - _FAR), at + 1):
        if not _RUNNING.match(match["title"]):
            last = match["title"]
    return last


@dataclass(frozen=True)
class Clause:
    """One way in which agreements state one attribute.

    ``before`` ends where the value begins; ``after`` must match where it ends; ``having`` must and ``but`` must not be
    found in the sentence; ``near`` must not be found in the words just around the value; ``under`` must be found in
    the heading. ``lead`` is ``before`` anywhere, which is cheaper to look for than values.
    """

    attribute: str
    words: tuple[str, ...]
    lead: re.Pattern[str]
    before: re.Pattern[str]
    after: re.Pattern[str] | None = None
    having: re.Pattern[str] | None = None
    but: re.Pattern[str] | None = None
    near: re.Pattern[str] | None = None
    under: re.Pattern[str] | None = None
    rank: int = 0

    def find(self, page: Page) -> Iterator[DocumentFact]:
        """Values in the sentences of ``page``."""
        shape = value_types.PATTERNS[AGREEMENT[self.attribute].kind]
        for start, end in page.with_words(*self.words):
            if self._is_other(page, start, end):
                continue
            for value in shape.finditer(page.text, start, end):
                if self._says(page, start, value, end) and legible(value.group()):
                    article = _ARTICLE.match(value.group())  # "the 4th of May": a value has no article
                    yield fact(
                        self.attribute, page.text, (value.start() + (article.end() if article else 0), value.end())
                    )

    def _is_other(self, page: Page, start: int, end: int) -> bool:
        if not self.lead.search(page.text, start, end):
            return True
        if self.having and not self.having.search(page.text, start, end):
            return True
        if self.but and self.but.search(page.text, start, end):
            return True
        return self.under is not None and not self.under.search(heading(page.text, start))

    def _says(self, page: Page, start: int, value: re.Match[str], end: int) -> bool:
        before = self.before.search(page.text, max(start, value.start() - _REACH), value.start())
        if before is None or (self.after is not None and self.after.match(page.text, value.end(), end) is None):
            return False
        return self.near is None or not self.near.search(
            page.text, max(start, value.start() - 110), min(end, value.end() + 60)
        )


def row(attribute: str, words: str, before: str, after: str = "", **others: str) -> Clause:
    """A clause: ``words`` are divided by ``|``, an empty pattern asks for nothing, and ``rank`` is a figure."""
    flag = "(?i)" if before.startswith("(?i)") else ""
    rank = int(others.pop("rank", "0"))
    optional = {name: spaced(pattern) for name, pattern in {"after": after, **others}.items() if pattern}
    lead = before.removeprefix(flag)
    return Clause(
        attribute, tuple(words.split("|")), spaced(flag + lead), spaced(rf"{flag}(?:{lead})\Z"), rank=rank, **optional
    )
