"""Who testified, and who of them spoke as an expert.

A person is named in full or with a title; a later mention by surname is no second one.
"""

from collections.abc import Iterator

from microworlds.core.text import EDGE, places, words_before
from microworlds.corpora.extraction import regex
from microworlds.corpora.extraction.caselaw.court_judges import is_name, surname
from microworlds.corpora.extraction.caselaw.quotable import own
from microworlds.corpora.extraction.document_facts import DocumentFact, Page, fact, legible

_WORDS = {
    "witness": ("testifie", "testimony of", "took the stand"),
    "expert": tuple(
        "Dr. M.D Ph.D P.E D.O expert surgeon physician engineer survey psycholog psychiatr apprais doctor neurolog "
        "patholog toxicolog chemist actuar accountant".split()
    ),
}


def read(page: Page) -> Iterator[DocumentFact]:
    """Witnesses and experts of this case, each once."""
    for attribute, words in _WORDS.items():
        seen: set[str] = set()
        for start, end in page.with_words(*words):
            if not own(page, start, end) or regex("people.absent").search(page.plain, start, end):
                continue
            named = list(regex(f"people.{attribute}").finditer(page.plain, start, end))
            if attribute == "witness" and not named:
                alone = regex("people.surname").finditer(page.plain, start, end)
                longer = regex("people.longer")
                named = [
                    match
                    for match in alone
                    if not longer.search(page.plain, start, match.start()) and _person(page, match["v"])
                ]
            for match in named:
                span = match.span(match.lastgroup or 0)
                value = page.text[slice(*span)]
                loose = regex("body.supposed").search(page.plain, start, match.start())
                known = surname(value)
                if (
                    loose
                    or known in seen
                    or not legible(value, page.text)
                    or not is_name(value)
                    or value.endswith("’s")
                ):
                    continue
                seen.add(known)
                yield fact(attribute, page.text, span)


def _person(page: Page, name: str) -> bool:
    """True if the surname stands elsewhere with a given name or a rank, and is no party's role."""
    if regex("captions.common").fullmatch(name) or regex("sides.plain").match(name):
        return False
    return any(
        regex("people.full").search(page.text, words_before(page.text, at, 2), at)
        for at in places(page.text, name)
        if EDGE.match(page.text, at + len(name))
    )
