"""Long documents from the sources of a corpus.

Source: MemoryDocDataSet 4.2 and Appendix A, stage 1; issue 2, section 2.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from pydantic import Field

from microworlds.core import caches, params, stage
from microworlds.core.errors import UserError, run
from microworlds.core.records import Part, Rejection
from microworlds.corpora.bundling import BETWEEN, Bundle, Limits, bundles, is_section
from microworlds.corpora.naming import slug
from microworlds.corpora.records import Corpus, Source
from microworlds.generation.splits import ScaleParams, Spread, documents_needed
from microworlds.suites.memorydoc.records import Document, Section, shared


class DocumentsParams(Limits):
    """Lengths and limits of documents; an article of fewer than ``part_min_characters`` is no section of its own."""

    part_min_characters: int = Field(ge=0)


def documents(
    sources: Iterable[Source | Rejection], params: DocumentsParams, seed: int
) -> Iterator[Document | Rejection]:
    """Documents in order of volume, jurisdiction and page, and a rejection for each source that is in none.

    Ids are ``d-<volume>-<nn>``; those of a volume depend on the seed and on that volume alone.
    """
    numbers: Counter[str] = Counter()
    for item in bundles(sources, params, seed):
        if isinstance(item, Rejection):
            yield item
            continue
        volume = item.sources[0].volume
        numbers[volume] += 1
        yield _document(f"d-{volume}-{numbers[volume]:02d}", item, params)


def shards(found: Iterable[Document]) -> dict[str, list[Document]]:
    """Documents by jurisdiction, under a name that can be a file's (``new-york``), names in alphabetical order."""
    by_name: dict[str, list[Document]] = {}
    for document in found:
        by_name.setdefault(slug(document.jurisdiction), []).append(document)
    return dict(sorted(by_name.items()))


def _document(identity: str, bundle: Bundle, params: DocumentsParams) -> Document:
    first = bundle.sources[0]
    alone = len(bundle.sources) == 1 and first.kind != "opinion"
    return shared(
        Document,
        first,
        id=identity,
        title=_title(bundle.sources),
        licence=" AND ".join(_distinct(source.licence for source in bundle.sources)),
        attribution="; ".join(_distinct(source.attribution for source in bundle.sources)),
        tokens=bundle.tokens,
        text=bundle.text,
        sections=_articles(identity, first, params) if alone else _members(identity, bundle.sources, params),
    )


def _distinct(values: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(values))


def _title(sources: tuple[Source, ...]) -> str:
    first, last = sources[0], sources[-1]
    if len(sources) == 1:
        return first.title
    if first.kind == "opinion" and first.citation and last.citation:
        return f"{first.jurisdiction} opinions, {first.citation} to {last.citation}"
    return f"{first.title} to {last.title}"


def _members(identity: str, sources: tuple[Source, ...], params: DocumentsParams) -> tuple[Section, ...]:
    """A section for each source that is long enough to be referred to."""
    sections: list[Section] = []
    start = 0
    for source in sources:
        end = start + len(source.text)
        if is_section(source, params):
            name = f"{identity}-s{len(sections) + 1:02d}"
            parts = tuple(
                Part(id=f"{name}-p{place:02d}", start=start + part.start, end=start + part.end, title=part.title)
                for place, part in enumerate(source.parts, start=1)
            )
            sections.append(shared(Section, source, id=name, start=start, end=end, parts=parts))
        start = end + len(BETWEEN)
    return tuple(sections)


def _articles(identity: str, source: Source, params: DocumentsParams) -> tuple[Section, ...]:
    """A section for each part of a long text; one too short to be referred to is added to the one before it."""
    spans: list[tuple[str, int, int]] = []
    for part in source.parts or (Part(id="", start=0, end=len(source.text)),):
        if spans and part.end - part.start < params.part_min_characters:
            title, start, _ = spans[-1]
            spans[-1] = (title, start, part.end)
        else:
            spans.append((part.title or source.title, part.start, part.end))
    return tuple(
        Section(id=f"{identity}-s{place:02d}", title=title, date=source.date, start=start, end=end)
        for place, (title, start, end) in enumerate(spans, start=1)
    )


def main() -> None:
    """A corpus in, documents out, a file for each jurisdiction."""
    (out,) = stage.paths("documents")
    own = params.section(DocumentsParams, "memorydoc.documents")
    worlds = params.section(ScaleParams, "scale").worlds
    counts = params.section(Spread, "memorydoc.scenarios.documents_per_world")
    needed = 0 if worlds == "max" else documents_needed(counts, params.seed(), worlds)
    corpus: Corpus = params.plugin("microworlds.corpora", "CORPUS", "corpus")
    if worlds == "max" and getattr(corpus, "endless", False):
        raise UserError("scale.worlds=max: this corpus has no end. Give a number, or use one that has (cap, folder).")
    made = list(documents(corpus.gather(caches.folder("corpora"), needed), own, params.seed()))
    if not any(isinstance(item, Document) for item in made):
        reasons = Counter(item.reason for item in made if isinstance(item, Rejection)).most_common(1)
        why = f"; most often: {reasons[0][0]} ({reasons[0][1]} times)" if reasons else ""
        raise UserError(f"the corpus gave no document of {own.tokens_min}-{own.tokens_max} tokens{why}.")
    stage.write_shards(out, shards(item for item in made if isinstance(item, Document)), made)


if __name__ == "__main__":
    run(main)
