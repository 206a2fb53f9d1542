"""Clauses of agreements whose value has a shape of its own: what stands before it, what after, and what must not.

Each is one row: the attribute, words that its sentence has, a pattern that ends where the value begins, and patterns
for what follows, for what else the sentence must say, and for what makes it another clause. A row is precise rather
than general: agreements say the same thing in a thousand ways, and a missed clause costs less than a wrong one.

Source: the clause categories of CUAD v1 (The Atticus Project) and commercial practice; wording is our own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from microworlds import kinds
from microworlds.reading.attributes import AGREEMENT
from microworlds.reading.documents.facts import DocumentFact, Page, fact, legible


def spaced(pattern: str) -> re.Pattern[str]:
    """The pattern with each space of it standing for any space, since contracts are set in columns."""
    return re.compile(pattern.replace(" ", r"\s+"))


_ARTICLE = re.compile(r"[Tt]he\s+")


@dataclass(frozen=True)
class Clause:
    """One way in which agreements state one attribute.

    ``before`` ends where the value begins; ``after`` must match where it ends; ``having`` must and ``but`` must not be
    found in the sentence. ``lead`` is ``before`` anywhere, which is cheaper to look for than values.
    """

    attribute: str
    words: tuple[str, ...]
    lead: re.Pattern[str]
    before: re.Pattern[str]
    after: re.Pattern[str] | None = None
    having: re.Pattern[str] | None = None
    but: re.Pattern[str] | None = None

    def find(self, page: Page) -> Iterator[DocumentFact]:
        """Values in the sentences of ``page``."""
        shape = kinds.PATTERNS[AGREEMENT[self.attribute].kind]
        for start, end in page.with_words(*self.words):
            if self.having and not self.having.search(page.text, start, end):
                continue
            if self.but and self.but.search(page.text, start, end):
                continue
            if not self.lead.search(page.text, start, end):
                continue
            for value in shape.finditer(page.text, start, end):
                if self._says(page, start, value, end) and legible(value.group()):
                    article = _ARTICLE.match(value.group())  # "the 4th of May": a value has no article
                    yield fact(
                        self.attribute, page.text, (value.start() + (article.end() if article else 0), value.end())
                    )

    def _says(self, page: Page, start: int, value: re.Match[str], end: int) -> bool:
        before = self.before.search(page.text, start, value.start())
        return before is not None and (self.after is None or self.after.match(page.text, value.end(), end) is not None)


def row(attribute: str, words: str, before: str, after: str = "", having: str = "", but: str = "") -> Clause:
    """A clause: ``words`` are divided by ``|``, and an empty pattern asks for nothing."""
    flag = "(?i)" if before.startswith("(?i)") else ""
    optional = [spaced(pattern) if pattern else None for pattern in (after, having, but)]
    lead = before.removeprefix(flag)
    return Clause(attribute, tuple(words.split("|")), spaced(flag + lead), spaced(rf"{flag}(?:{lead})\Z"), *optional)
