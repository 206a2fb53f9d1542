"""One published case in the Caselaw Access Project's JSON layout, and the source that it becomes.

Source: MemoryDocDataSet 4.2 and Appendix A, stage 1; https://static.case.law/docs/.
"""

import re
from datetime import date
from functools import cache

from pydantic import BaseModel, ConfigDict, Field

from microworlds.core.errors import ItemError
from microworlds.core.records import Part
from microworlds.corpora.expressions import regex
from microworlds.corpora.records import Source


class _Layout(BaseModel):
    """Frozen, but open: the site adds fields over the years, and what is not used here is dropped."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Court(_Layout):
    """The court as the site labels it; the caption is more often right (``Case.court_named``)."""

    id: int | None = None
    name: str
    name_abbreviation: str = ""


class Jurisdiction(_Layout):
    """A state, a district or the United States."""

    id: int | None = None
    name: str = ""
    name_long: str = Field(min_length=1)


class Citation(_Layout):
    """``cite`` as one would write it (``1 Alaska 5``); ``type`` is official, parallel, nominative or vendor."""

    type: str = "official"
    cite: str


class Opinion(_Layout):
    """What one judge or the court wrote; ``type`` is majority, dissent, concurrence or another of the site's."""

    text: str
    type: str | None = "majority"
    author: str | None = None


class CaseBody(_Layout):
    """The printed case; ``head_matter`` is its caption, with counsel, panel and headnotes where the report has them."""

    head_matter: str = ""
    opinions: tuple[Opinion, ...]
    judges: tuple[str, ...] = ()
    parties: tuple[str, ...] = ()
    attorneys: tuple[str, ...] = ()
    corrections: str = ""


class Case(_Layout):
    """One case; ``decision_date`` is YYYY, YYYY-MM or YYYY-MM-DD, ``file_name`` is unique within its volume."""

    id: int
    name: str
    name_abbreviation: str = ""
    decision_date: str
    docket_number: str | None = ""
    first_page: str = ""
    last_page: str = ""
    citations: tuple[Citation, ...] = ()
    court: Court | None = None
    jurisdiction: Jurisdiction
    casebody: CaseBody
    file_name: str = Field(min_length=1)
    first_page_order: int = 0
    last_page_order: int = 0

    @property
    def title(self) -> str:
        """The short title, or the long one where there is none."""
        return self.name_abbreviation or self.name

    @property
    def citation(self) -> str | None:
        """The official citation, else the first of any kind."""
        official = [citation.cite for citation in self.citations if citation.type == "official"]
        return next(iter(official or [citation.cite for citation in self.citations]), None)

    @property
    def court_named(self) -> str | None:
        """The court in the caption's own words; the label only where the caption names none."""
        label = self.court.name if self.court else ""
        return caption_court(self.casebody.head_matter) or label or None


# a court's name stands on a line of its own, every word of it capitalised but for these
_SMALL = frozenset("of the for and in at de".split())


def caption_court(head_matter: str) -> str | None:
    """The first line of a caption that is a court's name, without brackets and final stop."""
    for line in head_matter.split("\n"):
        name = regex("case.after").sub("", line.strip().strip("()[]")).rstrip(" .,()[]")
        name = re.sub(r"^in the\s+(?=[A-Z])", "", name, flags=re.IGNORECASE)
        words = name.split()
        if not 2 <= len(words) <= 16 or not regex("case.court").search(name) or regex("case.not_a_name").search(name):
            continue
        if words[0][0].isupper() and all(word[0].isupper() or word[0].isdigit() or word in _SMALL for word in words):
            return name
    return None


def _day(text: str) -> str | None:
    """The longest part of ``YYYY-MM-DD`` that names a real day, month or year."""
    match = re.match(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?$", text)
    if match is None or match[1] == "0000":
        return None
    year, month, day = match.groups()
    try:
        date(int(year), int(month or 1), int(day or 1))
    except ValueError:
        return _day(text[: text.rindex("-")])
    return text


# words that are as often written with a hyphen as without one
_PREFIXES = frozenset(
    "anti co counter cross even ever inter long mid multi non over post pre pro re rule self semi sub super under "
    "well".split()
)


def unbroken(text: str) -> str:
    """The text with the words that a line break had split (``ap-pellee``, with a hyphen or a soft one) joined again.

    A word is joined only if the same text has it whole, has its second half nowhere as a word of its own, and its
    first half is no common prefix, so that ``re-argument`` and ``rule-making`` stay. Nothing else is altered.
    """
    lowered = text.lower()
    known = cache(lambda: {word.lower() for word in regex("case.word").findall(text)})  # few texts need them

    def joined(match: re.Match[str]) -> str:
        whole = match[1] + match[2]
        if match[1].lower() in _PREFIXES or whole.lower() not in lowered:
            return match[0]
        return whole if whole.lower() in known() and match[2] not in known() else match[0]

    return regex("case.broken").sub(joined, text)


_OPINION_TITLES = {
    "majority": "majority opinion",
    "concurring-in-part-and-dissenting-in-part": "opinion concurring in part and dissenting in part",
}


def _opinion_title(opinion: Opinion) -> str:
    kind = opinion.type or "opinion"
    title = _OPINION_TITLES.get(kind, kind.replace("-", " "))
    author = regex("case.by").sub("", " ".join((opinion.author or "").split())).rstrip(" :,;—-")
    author = author if regex("case.initials").search(author) else author.rstrip(".")
    return f"{title} by {author}" if author else title


def source_of(case: Case, *, volume: str, licence: str, attribution: str, group: int = 0) -> Source:
    """The source of a case: a heading line (short title and citation), the caption, then each opinion.

    ``volume`` is the readable name of the reporter's volume (``a3d-1``) and begins the source's id. Parts are the
    caption and each opinion, titled by type and author; paragraphs are lines.

    Raises:
        ItemError: no opinion of the case has any text.
    """
    if not any(opinion.text.strip() for opinion in case.casebody.opinions):
        raise ItemError(f"case {case.id} ({case.title}) has no opinion with text")
    citation = case.citation
    pieces = [("", f"{case.title}, {citation}" if citation else case.title), ("caption", case.casebody.head_matter)]
    pieces += [(_opinion_title(opinion), opinion.text) for opinion in case.casebody.opinions]
    pieces = [(title, body.strip()) for title, body in pieces if body.strip()]
    # a word split in the caption is often whole in the opinion, so all pieces are mended as one text
    bodies = unbroken("\f".join(body.replace("\f", "\n") for _, body in pieces)).split("\f")
    identity = f"{volume}-{case.file_name}"
    parts: list[Part] = []
    start = 0
    for (title, _), body in zip(pieces, bodies, strict=True):
        if title:
            part = Part(id=f"{identity}-p{len(parts) + 1:02d}", start=start, end=start + len(body), title=title)
            parts.append(part)
        start += len(body) + 1
    return Source(
        id=identity,
        kind="opinion",
        title=case.title,
        text="\n".join(bodies),
        volume=volume,
        jurisdiction=case.jurisdiction.name_long,
        order=case.first_page_order,
        group=group,
        court=case.court_named,
        date=_day(case.decision_date),
        docket=case.docket_number or None,
        citation=citation,
        licence=licence,
        attribution=attribution,
        parts=tuple(parts),
    )
