"""Who signs an agreement, and the towns of its parties' addresses for notices.

Both are lists that must be whole: a signature line without a name, or an address without a town that can be read,
leaves the list out.

Source: MemoryDocDataSet 4.3; the layout of agreements filed with the SEC.
"""

import re
from collections.abc import Iterator
from itertools import zip_longest

from microworlds.corpora.extraction import regex
from microworlds.corpora.extraction.document_facts import DocumentFact, fact, legible

_REACH = 6000  # characters that the signatures of an agreement may take


def signatories(text: str) -> Iterator[DocumentFact]:
    """Who signs, if every signature line of the block has a name."""
    block = _block(text)
    if block is None:
        return
    lines = max(len(list(regex(f"signatures.{form}").finditer(text, *block))) for form in ("line", "mark"))
    for form in ("named", "mark", "under"):
        matches = regex(f"signatures.{form}").finditer(text, *block)
        spans = [span for match in matches if (span := _name(match)) is not None]
        if lines and len(spans) >= lines:
            yield from (fact("signatory", text, span) for span in spans)
            return


def _name(match: re.Match[str]) -> tuple[int, int] | None:
    """The name on a signature line, without the office or the next label that the line may run into."""
    start, end = match.span("name")
    if start < 0:
        return None
    stop = regex("signatures.no_name").search(match.string, start, end)
    words = match.string[start : stop.start() if stop else end].rstrip()
    line = re.split(r"\n|\s{2,}", words)[0]
    first, *others = line.split(" ")
    if first in others:  # the name is printed again beside its mark
        line = " ".join([first, *others[: others.index(first)]])
    full = [word for word in line.split() if len(word.rstrip(".")) > 1]
    return (start, start + len(line)) if len(full) >= 2 and legible(line) else None


def _block(text: str) -> tuple[int, int] | None:
    """The signatures of the agreement itself: after its closing words, before its annexes."""
    for closing in reversed(list(regex("signatures.closing").finditer(text))):
        annex = regex("signatures.annex").search(text, closing.end())
        end = min(closing.end() + _REACH, annex.start() if annex else len(text))
        signed = any(regex(f"signatures.{form}").search(text, closing.end(), end) for form in ("line", "mark"))
        if signed and not _in_annex(text, closing.start()):
            return _first_closing(text, closing.start()), end
    return None if regex("signatures.closing").search(text) else (len(text) // 3, len(text))


def _first_closing(text: str, at: int) -> int:
    """Where the closing words that lead to ``at`` begin: signature pages repeat them."""
    start = at
    for closing in reversed(list(regex("signatures.closing").finditer(text, max(0, at - _REACH), at))):
        if not regex("signatures.annex").search(text, closing.end(), at):
            start = closing.start()
    return start


def _in_annex(text: str, at: int) -> bool:
    """True after the heading of an annex that follows earlier closing words: forms in annexes are not signed."""
    closings = regex("signatures.closing").finditer(text, 0, at)
    earlier = next((match for match in closings if match.start() > len(text) // 3 and match.end() < at), None)
    return earlier is not None and regex("signatures.annex").search(text, earlier.end(), at) is not None


def notice_cities(text: str) -> list[DocumentFact]:
    """Towns of the parties' addresses for notices, if each address has one that can be read."""
    groups: list[list[re.Match[str]]] = []
    for head in regex("signatures.notice").finditer(text):
        if groups and head.start() - groups[-1][-1].end() < 1600:
            groups[-1].append(head)
        else:
            groups.append([head])
    groups = [group for group in groups if len(group) >= 2] or _labelled(text)
    full = [found for group in groups if (found := _addresses(text, group))]
    return full[0] if len(full) == 1 else []


def _labelled(text: str) -> list[list[re.Match[str]]]:
    """Addresses that stand after the names of the parties and a colon, rather than after "if to"."""
    groups = []
    for opening in regex("signatures.addressed").finditer(text):
        close = regex("signatures.close").search(text, opening.end(), opening.end() + 2500)
        end = close.start() if close else min(len(text), opening.end() + 2500)
        labels = regex("signatures.party_label").finditer(text, opening.end() - 1, end)
        heads = [head for head in labels if not regex("signatures.contact").search(head["label"])]
        groups += [heads] if len(heads) >= 2 else []
    return groups


def _addresses(text: str, heads: list[re.Match[str]]) -> list[DocumentFact]:
    """A town or more for each of ``heads``, each of which opens an address; none if one has none."""
    found = []
    for head, following in zip_longest(heads, heads[1:]):
        end = following.start() if following else head.end() + 500
        ends = (regex(f"signatures.{form}").search(text, head.end(), end) for form in ("close", "copy"))
        towns = _towns(text, head.end(), min([end, *(match.start() for match in ends if match)]))
        if not towns:
            return []
        found += [fact("notice_city", text, span) for span in towns]
    return found if len(heads) >= 2 else []


def _towns(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Towns beside state or country and postal code, without the street whose name they may run on from."""
    matches = [
        *regex("signatures.town").finditer(text, start, min(end + 6, len(text))),
        *regex("signatures.town_before").finditer(text, start, min(end + 6, len(text))),
    ] or list(regex("signatures.town_abroad").finditer(text, start, end))[:1]
    spans = []
    for match in sorted(matches, key=lambda match: match.start("town")):
        first, last = match.span("town")
        for street in regex("signatures.street").finditer(text, first, last):
            if street.end() < last and text[street.end()].isspace():
                first = street.end() + 1
        words = re.split(r"\n|\s{2,}", text[first:last])[-1].strip()
        if len(words) < 3:
            return []
        spans.append((last - len(words), last))
    return spans
