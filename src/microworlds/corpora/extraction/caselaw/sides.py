"""What an opinion calls the party that appeals and the one that answers: roles, names, and names given in brackets.

"Ann Harker (Licensee) appeals" makes Licensee the party that appeals, and of two names in the title it makes the other
one the party that answers. What could be either side's is neither's.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from microworlds.corpora.extraction import regex
from microworlds.corpora.extraction.document_facts import DocumentFact, Page

_OPENING = 4000  # characters in which an opinion says who is who
_SENTENCES = 12  # in which it says who appeals
_ROLES = {
    "appellant": "[Aa]ppellants?|[Pp]etitioners?",
    "appellee": "[Aa]ppellees?|[Rr]espondents?",
    "plaintiff": "[Pp]laintiffs?|[Ll]ibelants?|[Cc]omplainants?",
    "defendant": "[Dd]efendants?|[Ll]ibelees?",
}
_OPPOSITE = {"appellant": "appellee", "appellee": "appellant", "plaintiff": "defendant", "defendant": "plaintiff"}


def arguing(page: Page, found: Iterable[DocumentFact]) -> Mapping[str, str]:
    """Expressions for whoever argues, by attribute; ``found`` are the parties that caption and opening name."""
    names: dict[str, str] = {}
    for item in found:
        if item.attribute in _ROLES:
            names.setdefault(item.attribute, item.value)
    opening = page.text[page.start : min(page.end, page.start + _OPENING)]
    subject = _appealing(page)
    for match in regex("sides.apposed").finditer(opening):
        names.setdefault("appell" + match["role"], match["name"])
    title = [side for side in page.text[: page.text.find("\n")].split(" v. ") if side]
    if subject and "appellant" not in names:
        names["appellant"] = subject
    if "appellant" in names and "appellee" not in names and len(title) == 2:
        own_words = set(_words(names["appellant"]))
        apart = [side for side in title if not own_words & set(_words(side))]
        names |= {"appellee": apart[0].split(",")[0]} if len(apart) == 1 else {}
    called = {role: list(dict.fromkeys(_called(role, names, opening))) for role in _ROLES}
    called["appellant"] += _common(subject)
    if re.search(_ROLES["defendant"], subject) or re.search(_ROLES["plaintiff"], subject):
        own = "defendant" if re.search(_ROLES["defendant"], subject) else "plaintiff"
        called["appellant"].append(_ROLES[own])
        called["appellee"].append(_ROLES[_OPPOSITE[own]])
    for role, other in (("appellant", "appellee"), ("plaintiff", "defendant")):
        shared = set(called[role]) & set(called[other])
        for each in (role, other):
            called[each] = [name for name in called[each] if name not in shared]
    said = {f"{role}_argument": rf"(?:{'|'.join([_ROLES[role], *called[role]])})" for role in _ROLES}
    if "appellant" in names:
        del said["plaintiff_argument"], said["defendant_argument"]
    if len(title) < 2:  # "In re Harker" has no other side
        del said["appellee_argument"]
    return {**said, "conceded": rf"(?:{'|'.join(said.values())})"}


def _appealing(page: Page) -> str:
    """The subject of the first sentence that says who appeals, or nothing."""
    for span in page.spans[:_SENTENCES]:
        match = regex("sides.appeals").match(page.plain, *span)
        if match:
            return match["subject"]
    return ""


def _common(subject: str) -> Iterator[str]:
    """Of "the father appeals" the common name, and what brackets call the subject."""
    for match in regex("sides.role").finditer(subject):
        yield re.escape(match[1])
    for match in regex("sides.bracketed").finditer(subject):
        yield re.escape(match["alias"])


def _called(role: str, names: Mapping[str, str], opening: str) -> Iterator[str]:
    """What a party is called beside its role, as expressions."""
    name = names.get(role)
    if name is None:
        return
    if regex("captions.state").search(name) and "," not in name:
        yield regex("sides.state").pattern
        return
    others = set(_words(names.get(_OPPOSITE[role], "")))
    for word in _words(name):
        if word not in others:
            yield re.escape(word)
            yield re.escape(word.capitalize())
            alias = re.search(rf"(?i:\b{re.escape(word)})" + regex("sides.alias").pattern, opening)
            if alias and alias["alias"] not in others:
                yield re.escape(alias["alias"])
    for own in ("plaintiff", "defendant"):
        if role in ("appellant", "appellee") and names.get(own) == name:
            yield _ROLES[own]


def _words(name: str) -> list[str]:
    """The words of a name that tell it from others."""
    words = (word for word in re.findall(r"[\w’'&.-]{3,}", name) if word[0].isupper())
    plain = (word.strip(".").removesuffix("’s") for word in words)
    return [word for word in plain if not any(regex(f"{name}.common").fullmatch(word) for name in ("captions", "sides"))]


@lru_cache(maxsize=8)
def other_cases(text: str) -> re.Pattern[str]:
    """The names of parties of the cases that a text cites, as far as they are not its own parties'."""
    own = {word.lower() for word in _words(text[: text.find("\n")])}
    names = {name for match in regex("sides.cited").finditer(text) for name in match.groups() if len(name) > 3}
    kept = sorted(name for name in names if name.lower() not in own and _words(name) and not regex("sides.state").match(name))
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, kept))})\b" if kept else r"(?!)")
