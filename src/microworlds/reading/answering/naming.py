"""Which documents a text names: by parties, docket number or citation, or by a word that only one of them has."""

from __future__ import annotations

import re
from dataclasses import dataclass

from microworlds.reading.answering import lexicon, passages, titles, wording
from microworlds.reading.answering.context import Context, Document, kept
from microworlds.reading.answering.referents import Referent

ENOUGH = 0.34
"""The least share of a phrase that has to point to a document."""
_ABOUT = 0.75
"""How sure a document is that is told only by what it is about."""
_NUMBER = re.compile(
    r"\b(?:No\.\s*)?(?=[\w-]*\d[\w-]*[-–][\w-]*\d)[\w-]{5,}\b|\b\d{1,4}\s[A-Z][\w.]*(?:\s?[A-Z2-4][\w.]*)*\s\d{1,5}\b"
)
_KIND = re.compile(
    r"\b(?:[Tt]he|[Oo]ur|[Tt]hat|[Tt]his)\s(?P<noun>lease|licen[cs]e|policy|sublease|NDA|deed|addendum|subcontract)\b"
)
_PEOPLE = wording.words("""
    team | group | we | they | us | everyone | everybody | somebody | someone | anybody | colleagues? | people
    | partners? | side | opponents? | client | he | she | I | you | others? | nobody
""")
_NAME_THEN_VERB = re.compile(r"\s*(?:that|which)?\s*[A-Z]\w+\s+\w+")
_DONE_WITH_DOCUMENTS = frozenset(
    number
    for word in (
        "send recommend rely like dislike abandon read assign memo mention say find quote lead volunteer discuss bring"
    ).split()
    for number in lexicon.classes(lexicon.term(word))
)
KIND_TERMS = lexicon.terms(
    """
    opinion ruling case decision judgment judgement precedent agreement contract paper document court party
    parties
    """
)
"""Terms of what any document may be called."""
_COMMON = frozenset(map(lexicon.term, lexicon.COMMON))


@dataclass(frozen=True)
class Link:
    """A document that a phrase may mean, how sure that is (0..1), and the turns that say so."""

    document: int
    weight: float
    turns: tuple[int, ...] = ()


@dataclass(frozen=True)
class Mention:
    """Documents that a stretch of text means, and whether it names one that is not there."""

    links: tuple[Link, ...] = ()
    absent: bool = False


@kept
def named(context: Context, text: str) -> Mention:
    """Documents whose parties, docket number or citation a text names."""
    names = titles.names(without_speakers(context, text))
    weights: dict[int, float] = {}
    for document in context.documents:
        shared = [one for one in sorted(document.names & names) if _telling(context, one)]
        if shared:
            weights[document.number] = sum(1.0 / context.name_counts[one] for one in shared)
    for number in _numbered(context, text):
        weights[number] = weights.get(number, 0.0) + 2.0
    best = max(weights.values(), default=0.0)
    links = [Link(number, value / best) for number, value in sorted(weights.items()) if value >= 0.6 * best]
    cases = [titles.names(text[start:end]) for start, end in titles.cases(text)]
    if cases:
        links = [link for link in links if _means(context, context.documents[link.document], cases, text)]
    links.sort(key=lambda link: (-link.weight, link.document))
    return Mention(tuple(links), bool(cases) and not links)


def _telling(context: Context, name: str) -> bool:
    """True if a name is in few headings, so that it tells documents apart."""
    return name not in titles.GENERIC and context.name_counts[name] <= max(1, len(context.documents) // 3)


def _means(context: Context, document: Document, cases: list[frozenset[str]], text: str) -> bool:
    """True if a case title in a text is that of a document, or the text names it outside titles.

    Half of the names have to agree: Larkspur Mills v. Odell is not Larson v. Mill Creek.
    """
    if any(2 * len(document.names & names) >= len(names) for names in cases):
        return True
    for start, end in reversed(titles.cases(text)):
        text = text[:start] + " " + text[end:]
    return bool(titles.names(without_speakers(context, text)) & document.names)


def only_one(context: Context, text: str) -> int | None:
    """The document that is the lease, the policy, where a text speaks of it like that and there is no other."""
    for match in _KIND.finditer(text):
        one = lexicon.term(match["noun"])
        found = [document.number for document in context.documents if one in document.heading_terms]
        if len(found) == 1:
            return found[0]
    return None


def without_speakers(context: Context, text: str) -> str:
    """A text without the names of those who speak: Ann's case is no case of a party called Ann."""
    names = "|".join(re.escape(part) for name in sorted(context.speakers) for part in name.split())
    return re.sub(rf"\b(?:{names})\b(?:['’]s)?", " ", text) if names else text


def _numbered(context: Context, text: str) -> list[int]:
    """Documents that hold, near their beginning, a docket number or citation which the text gives."""
    found = []
    for number in _NUMBER.findall(text):
        for document in context.documents:
            head = document.heading + " " + " ".join(context.units[unit].sentence.text for unit in document.units[:8])
            if number in head:
                found.append(document.number)
    return found


@kept
def about(context: Context, words: str) -> tuple[Link, ...]:
    """Documents whose heading or text alone has the rare words of a phrase: the lighthouse case."""
    terms = [
        one
        for one in dict.fromkeys(lexicon.content(words))
        if one not in context.speaker_terms and one not in KIND_TERMS and one not in lexicon.COMMON
    ]
    found = []
    for document in context.documents:
        score = sum(_tells(context, document, one) for one in terms)
        if score:
            found.append(Link(document.number, _ABOUT * score / len(terms)))
    found.sort(key=lambda link: (-link.weight, link.document))
    if not found or found[0].weight < ENOUGH:
        return ()
    return tuple(link for link in found if link.weight > 0.8 * found[0].weight)


def _tells(context: Context, document: Document, one: str) -> float:
    """How much a term says for a document: most if it is in its heading, nothing if half of the documents have it."""
    limit = max(1, len(context.documents) // 2)
    if one in document.heading_terms:
        return 1.0 if sum(one in other.heading_terms for other in context.documents) <= limit else 0.0
    count = context.text_counts[one] if one in context.document_terms[document.number] else 0
    return 0.8 / count if 0 < count <= limit else 0.0


def is_anchored(context: Context, words: str) -> bool:
    """True if a phrase says what people did with a document, rather than what the document is."""
    terms, classes = passages.analysed(words)
    if terms & context.speaker_terms or _PEOPLE.search(words):
        return True
    return bool(_NAME_THEN_VERB.match(words) and classes & _DONE_WITH_DOCUMENTS)


def unheard_of(context: Context, referent: Referent) -> bool:
    """True if a phrase names a kind of document, or a party, that none of those here has.

    ``The catering contract`` where no document speaks of catering; ``the lease of the Orangery`` where none speaks of
    it and nobody spoke of such a lease.
    """
    known: frozenset[str] = frozenset().union(*context.document_terms)
    kind = [lexicon.term(word) for word in referent.before.split() if word.lower() not in lexicon.STOP]
    if any(one not in known and one not in _COMMON and one not in context.speaker_terms for one in kind):
        return True
    noun = lexicon.term(referent.noun)
    return any(
        not any(noun in context.units[unit].sentence.terms for unit in context.postings.get(one, ()))
        for one in sorted(titles.names(referent.after) - known - context.speaker_terms)
    )
