"""Who testified, and who of them spoke as an expert.

A person is named in full or with a title; a later mention by surname is no second one.
"""

from collections.abc import Iterator

from microworlds.corpora.extraction import regex
from microworlds.corpora.extraction.caselaw.quotable import own
from microworlds.corpora.extraction.caselaw.court_judges import is_name, surname
from microworlds.corpora.extraction.document_facts import DocumentFact, Page, fact, legible

_WORDS = {
    "witness": ("testifie", "testimony of", "took the stand"),
    "expert": ("Dr.", "M.D", "Ph.D", "P.E", "D.O", "expert", "surgeon", "physician", "engineer", "psycholog", "apprais"),
}


def read(page: Page) -> Iterator[DocumentFact]:
    """Witnesses and experts of this case, each once."""
    for attribute, words in _WORDS.items():
        seen: set[str] = set()
        for start, end in page.with_words(*words):
            if not own(page, start, end):
                continue
            for match in regex(f"people.{attribute}").finditer(page.plain, start, end):
                span = match.span(match.lastgroup or 0)
                value = page.text[slice(*span)]
                loose = regex("body.supposed").search(page.plain, start, match.start())
                known = surname(value)
                if loose or known in seen or not legible(value, page.text) or not is_name(value):
                    continue
                seen.add(known)
                yield fact(attribute, page.text, span)
