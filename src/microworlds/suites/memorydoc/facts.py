"""Stage facts: what each document states of the opinions or the agreement it holds, with the paragraphs that state it.

Source: MemoryDocDataSet 3.2 (evidence references point to the passage); DESIGN 3 (the fact ledger).
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal

from microworlds.authors.base import Author
from microworlds.authors.roles import author
from microworlds.core import jsonl, params, stage
from microworlds.core.errors import ItemError, run
from microworlds.core.parallel import ordered_map
from microworlds.core.records import Record, Rejection, Span
from microworlds.core.text import paragraphs, whole
from microworlds.core.value_types import PARSERS
from microworlds.corpora.attributes import AGREEMENT, OPINION, Attribute
from microworlds.generation.ledger import Fact
from microworlds.suites.memorydoc.planned import check
from microworlds.suites.memorydoc.records import Document, Section, read, shared
from microworlds.suites.memorydoc.tasks.facts import FACTS, FactsGiven, Stated
from microworlds.suites.memorydoc.world import DocumentFacts, Target

STAGE = "facts"


class FactsParams(Record):
    """See conf/config.yaml, section memorydoc.facts."""

    subject: Literal["opinion", "agreement"]


_BARE = 60  # characters of a line that may be a name alone
_SEVERAL = " (there may be several)"
_SHOWN = 80  # characters of a quote in a message
_BYLINE = re.compile(r"(?i)\b(?:opinion|memorandum|statement|concurr\w*|dissent\w*)(?: by)?:?$|\bby:?$")


@dataclass(frozen=True)
class FactFinder:
    """Finds the targets of a document and what the text states of each."""

    params: FactsParams
    author: Author

    def own_facts(self, document: Document) -> list[DocumentFacts | Rejection]:
        """The document's document facts, and a rejection for each target or statement that was refused.

        What could not be read at all is no target: nobody in a world refers to it.
        """
        targets = tuple(self._targets(document))
        found = [item for target in targets for item in self._facts(document, target)]
        facts = tuple(item for item in found if isinstance(item, Fact))
        refused = [item for item in found if isinstance(item, Rejection)]
        unread = {item.item for item in refused}
        targets = tuple(target for target in targets if target.id not in unread)
        return [*refused, DocumentFacts(document=document.id, targets=targets, facts=facts)]

    def _targets(self, document: Document) -> Iterator[Target]:
        if self.params.subject == "agreement":
            yield Target(
                id=f"{document.id}-a",
                document=document.id,
                title=document.title,
                heading=document.title,
                start=0,
                end=len(document.text),
                names={"title": document.title},
            )
            return
        titles = [section.title for section in document.sections]
        counts = Counter(name for section in document.sections for _, name in _names(section))
        for section in document.sections:
            if titles.count(section.title) == 1:
                names = {kind: name for kind, name in _names(section) if counts[name] == 1}
                yield shared(Target, section, document=document.id, names=names)

    def _facts(self, document: Document, target: Target) -> Iterator[Fact | Rejection]:
        table = OPINION if self.params.subject == "opinion" else AGREEMENT
        text = document.text[target.start : target.end]
        parts = next((section.parts for section in document.sections if section.id == target.id), ())
        shifted = tuple(
            part.model_copy(update={"start": part.start - target.start, "end": part.end - target.start})
            for part in parts
        )
        given = FactsGiven(
            subject=self.params.subject,
            title=target.title,
            text=text,
            parts=shifted,
            attributes={name: own.gloss + _SEVERAL * own.several for name, own in table.items()},
        )
        try:
            written = self.author.write(FACTS, given, key=target.id)
        except ItemError as error:
            yield Rejection(stage=STAGE, item=target.id, reason=str(error))
            return
        lines = paragraphs(text)
        for number, stated in enumerate(written.facts, start=1):
            try:
                start, end = _passage(text, lines, located(text, stated, table), len(stated.value))
            except ItemError as error:
                yield Rejection(stage=STAGE, item=f"{target.id}-{stated.attribute}", reason=str(error))
                continue
            yield Fact(
                id=f"{target.id}-f{number:02d}",
                subject=target.id,
                attribute=stated.attribute,
                value=stated.value,
                source=Span(observation=document.id, start=target.start + start, end=target.start + end),
            )


def located(text: str, stated: Stated, table: Mapping[str, Attribute]) -> int:
    """The character of ``text`` at which the value of a statement starts: its first within the quote.

    Raises:
        ItemError: an unknown attribute, a value that is blank, cut or not of the attribute's kind, or a quote that
            does not hold it or does not stand in the text exactly once.
    """
    attribute, value, quote = table.get(stated.attribute), stated.value, stated.quote
    if attribute is None:
        raise ItemError(f"there is no attribute {stated.attribute!r}")
    if not value.strip():
        raise ItemError("the value is blank")
    # other kinds are known by no shape
    if attribute.kind in PARSERS and PARSERS[attribute.kind](value) is None:
        raise ItemError(f"{value!r} is no {attribute.kind}")
    if value not in quote:
        raise ItemError(f"{value!r} does not stand in its quote {quote[:_SHOWN]!r}")
    at = text.find(quote)
    if at < 0 or text.find(quote, at + 1) >= 0:
        often = "not stand in the text" if at < 0 else "stand in the text more than once"
        raise ItemError(f"the quote {quote[:_SHOWN]!r} of {value!r} does {often}")
    at += quote.index(value)
    if not whole(text, at, at + len(value)):
        raise ItemError(f"{value!r} is cut out of a longer word, figure, quotation or parenthesis")
    return at


def _passage(text: str, lines: Sequence[tuple[int, int]], at: int, length: int) -> tuple[int, int]:
    """The paragraph around a value, with the byline before it if it is a name alone."""
    place = max(0, bisect_right(lines, (at, len(text))) - 1)
    start, end = lines[place]
    if place and end - start <= _BARE and _byline(text[slice(*lines[place - 1])]):
        start = lines[place - 1][0]
    return start, max(end, at + length)


def _byline(line: str) -> bool:
    """True for a line that says what the name on the next one did ("CONCURRING OPINION BY")."""
    return len(line) <= _BARE and _BYLINE.search(line.strip()) is not None


def _names(section: Section) -> Iterable[tuple[str, str]]:
    yield "title", section.title
    if section.citation:
        yield "title_and_citation", f"{section.title}, {section.citation}"
        yield "citation", f"the case at {section.citation}"


def told(document_facts: Sequence[DocumentFacts]) -> str:
    """How much was found: where it is little, no world can be made."""
    count = sum(len(own_facts.facts) for own_facts in document_facts)
    return f"facts: {count} in {len(document_facts)} documents, {count / max(1, len(document_facts)):.1f} a document"


def main() -> None:
    """Documents in, document facts out, and how far the plans of invented documents bear them out."""
    documents, out, beside = stage.paths("documents", "facts", "check")
    own = params.section(FactsParams, "memorydoc.facts")
    finder = FactFinder(own, author("extractor", "memorydoc", STAGE))
    found = list(
        chain.from_iterable(ordered_map(finder.own_facts, read(documents), label=STAGE, waiting=finder.author.waiting))
    )
    document_facts = [item for item in found if isinstance(item, DocumentFacts)]
    corpus = params.plugin("microworlds.corpora", "CORPUS", "corpus")
    against, contradicted, ordered = check.checked(read(documents), document_facts, corpus)
    for name, kind in against.kinds.items():
        if kind.left_out:
            said = f"{kind.right} of {kind.checked} are as planned, {kind.left_out} are left out"
            print(f"{STAGE}: {name}: {said}", flush=True)
    jsonl.write_text(beside, against.model_dump_json(indent=2) + "\n")
    kept = [without(item, contradicted, ordered) if isinstance(item, DocumentFacts) else item for item in found]
    stage.write(out, kept)
    print(told([item for item in kept if isinstance(item, DocumentFacts)]), flush=True)


def without(own_facts: DocumentFacts, ids: frozenset[str], ordered: check.Ordered) -> DocumentFacts:
    """The document facts without some of them: what cannot be trusted is no gold, evidence or distractor.

    Those that are ``ordered`` stay, and are told: see ``DocumentFacts``.
    """
    kept = tuple(own for own in own_facts.facts if own.id not in ids)
    later, alone = (tuple(own.id for own in kept if own.id in known) for known in (ordered.later, ordered.alone))
    points = {own.id: ordered.points[own.id] for own in kept if own.id in ordered.points}
    return own_facts.model_copy(update={"facts": kept, "later": later, "alone": alone, "points": points})


if __name__ == "__main__":
    run(main)
