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
_CAPTION = 1200  # characters in which a text names its own parties
_SENTENCES = 12  # in which it says who appeals
_BEFORE = 90  # characters before a name in brackets in which its owner stands
_ROLES = {
    "appellant": ("appellant", "petitioner"),
    "appellee": ("appellee", "respondent"),
    "plaintiff": ("plaintiff", "libelant", "complainant"),
    "defendant": ("defendant", "libelee"),
}
_ACCUSED = frozenset("He She They Defendant Defendants Applicant Licensee Claimant Father Mother Juvenile".split())
_OPPOSITE = {"appellant": "appellee", "appellee": "appellant", "plaintiff": "defendant", "defendant": "plaintiff"}


def arguing(page: Page, found: Iterable[DocumentFact]) -> Mapping[str, frozenset[str]]:
    """The words that name whoever argues, by attribute; ``found`` are the parties that caption and opening name."""
    opening = page.text[page.start : min(page.end, page.start + _OPENING)]
    subject = _appealing(page)
    names = _names(opening, subject, found)
    title = [side for side in page.text[: page.text.find("\n")].split(" v. ") if side]
    if "appellant" in names and "appellee" not in names and len(title) == 2:
        own = set(_words(names["appellant"]))
        apart = [side for side in title if not own & set(_words(side))]
        names |= {"appellee": apart[0].split(",")[0]} if len(apart) == 1 else {}
    called = {role: set(_called(role, names, opening)) for role in _ROLES}
    called["appellant"] |= set(_common(subject))
    for own_role in ("plaintiff", "defendant"):
        if own_role in subject.lower():
            called["appellant"] |= _spellings(own_role)
            called["appellee"] |= _spellings(_OPPOSITE[own_role])
    said = {
        f"{role}_argument": frozenset(_spellings(role) | (called[role] - called[other]))
        for role, other in _OPPOSITE.items()
    }
    if "appellant" in names or "appellee" in names:
        del said["plaintiff_argument"], said["defendant_argument"]
    if len(title) < 2:  # "In re Harker" has a respondent who answers nobody
        said["appellee_argument"] = frozenset(called["appellee"]) | {"Appellee", "appellee", "Appellees", "appellees"}
    anybody = frozenset[str]().union(*said.values())
    accused = anybody | _ACCUSED | set(_words(" ".join(title)))
    if regex("sides.no_appeal").search(opening):
        del said["appellant_argument"], said["appellee_argument"]
    return {**said, "conceded": anybody, "sought": anybody, "offense": accused}


def _names(opening: str, subject: str, found: Iterable[DocumentFact]) -> dict[str, str]:
    """The parties' names by role: the caption's, those that follow their role, and whoever is said to appeal."""
    names: dict[str, str] = {}
    for item in found:
        if item.attribute in _ROLES:
            names.setdefault(item.attribute, item.value)
    for match in regex("sides.apposed").finditer(opening):
        names.setdefault("appell" + match["role"], match["name"])
    if subject:
        names.setdefault("appellant", subject)
    return names


def _spellings(role: str) -> set[str]:
    """A role's words as they begin a sentence or stand in one, of one party or several."""
    singular = [form for word in _ROLES[role] for form in (word, word.capitalize())]
    return {form + ending for form in singular for ending in ("", "s")}


def _appealing(page: Page) -> str:
    """The subject of the first sentence that says who appeals, or nothing."""
    for span in page.spans[:_SENTENCES]:
        match = regex("sides.appeals").match(page.plain, *span)
        if match:
            return match["subject"]
    return ""


def _common(subject: str) -> Iterator[str]:
    """Of "the father appeals" the common name, and what brackets call the subject, by their first words."""
    for match in (*regex("sides.role").finditer(subject), *regex("sides.bracketed").finditer(subject)):
        yield match[1].split()[0].removesuffix("’s")


def _called(role: str, names: Mapping[str, str], opening: str) -> Iterator[str]:
    """What a party is called beside its role."""
    name = names.get(role)
    if name is None:
        return
    if regex("captions.state").search(name) and "," not in name:
        yield from regex("sides.state").pattern.split("|")
        return
    own, others = set(_words(name)), set(_words(names.get(_OPPOSITE[role], "")))
    for word in own - others:
        yield from (word, word.capitalize())
    for match in regex("sides.bracketed").finditer(opening):
        before = re.split(r"[;(]", opening[max(0, match.start() - _BEFORE) : match.start()])[-1].lower()
        if any(word.lower() in before for word in own - others):
            alias = match["alias"].split()[0].removesuffix("’s")
            theirs = alias.lower() in names.get(_OPPOSITE[role], "").lower() and alias.lower() not in name.lower()
            if not theirs and not any(alias in _spellings(known) for known in _ROLES):
                yield alias
    for other in ("plaintiff", "defendant"):
        if role in ("appellant", "appellee") and names.get(other) == name:
            yield from _spellings(other)


def _words(name: str) -> list[str]:
    """The words of a name that tell it from others."""
    words = (word for word in re.findall(r"[\w’'&.-]{3,}", name) if word[0].isupper())
    plain = (word.strip(".").removesuffix("’s") for word in words)
    common = (regex("captions.common"), regex("sides.common"))
    return [word for word in plain if not any(pattern.fullmatch(word) for pattern in common)]


@lru_cache(maxsize=8)
def other_cases(text: str) -> tuple[str, ...]:
    """The names of parties of the cases that a text cites, as far as they are not its own parties'."""
    own = {word.lower().removesuffix("’s") for word in re.findall(r"[\w’'-]+", text[:_CAPTION])}
    names = {name for match in regex("sides.cited").finditer(text) for name in match.groups() if len(name) > 3}
    return tuple(
        name for name in names if name.lower() not in own and _words(name) and not regex("sides.plain").match(name)
    )
