"""Names as a world has them in full, where an answer has them short: both names of a person, a case with its citation.

Source: issue 15, section 3 (an answer is compared with every form of the gold).
"""

import re
from collections.abc import Iterator

from microworlds.generation.person_names import first_name
from microworlds.suites.memorydoc.world import QAPair, WorldBundle

_WORD = r"[A-Z][\w.’'&-]*"
_PARTY = rf"{_WORD}(?: (?:&|of|the|and|{_WORD}))*"
_CASE = re.compile(rf"(?P<name>{_PARTY} v\. {_PARTY})(?P<citation>, \d+ [A-Z][^;()\n]{{2,40}} \(\d{{4}}\))")
_SIGNAL = re.compile(r"^(?:(?:See|In|But|Cf\.|Accord|Compare|And|As|Under|also) )+")


def names_in_full(pair: QAPair, bundle: WorldBundle) -> list[str]:
    """Further forms of an answer that is a name; none where it could be that of several."""
    if pair.answer_kind == "person":
        named = [one.name for one in bundle.scenario.personas if first_name(one.name) == pair.answer]
        return named if len(named) == 1 else []
    if pair.answer_kind != "title":
        return []
    cases = {name: citation for text in _sections(pair, bundle) for name, citation in _cited(text)}
    named = [name for name in cases if pair.answer == name or pair.answer in name.split(" v. ")]
    return [form for name in named for form in (name, name + cases[name])] if len(named) == 1 else []


def _sections(pair: QAPair, bundle: WorldBundle) -> Iterator[str]:
    """The opinions, or other sections, that the evidence is from."""
    texts = {document.id: document.text for document in bundle.documents}
    targets = [target for own in bundle.document_facts for target in own.targets]
    for target in targets:
        if any(
            piece.span.observation == target.document and target.start <= piece.span.start < target.end
            for piece in pair.evidence
        ):
            yield texts[target.document][target.start : target.end]


def _cited(text: str) -> Iterator[tuple[str, str]]:
    for match in _CASE.finditer(text):
        yield _SIGNAL.sub("", match["name"]), match["citation"]
