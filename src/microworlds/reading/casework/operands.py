"""The two or more documents that a question sets beside each other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from microworlds.reading.casework.describing import Description
from microworlds.reading.casework.following import Meant
from microworlds.reading.casework.pointing import described
from microworlds.reading.casework.resolving import Resolver

_JOINTS = re.compile(
    r"\s*[,;:—–]\s*(?:and|but)?\s*|(?<=[a-z])[.?!]\s+(?=[A-Z])|\s+(?:and(?:\s+(?:for|later|then|also|that|"
    r"in))?|or|than|from|to|with|as|after|before|also|until|versus|against|on the other)\s+"
)
_SWAPPED = re.compile(
    r"\bon (?:which|what) side of\b|\brelative to\b|\bcompared (?:to|with)\b|\bas against\b", re.IGNORECASE
)
_HIS = re.compile(r"\b(?:he|she|his|her|hers|him|they|another|the other|other one)\b", re.IGNORECASE)


def pair(resolver: Resolver, question: str) -> tuple[Meant, Meant] | None:
    """The two documents compared, in the order in which the comparison takes them."""
    text = " ".join(question.split())
    best: tuple[float, int, Meant, Meant] | None = None
    for place, (left, right) in enumerate(halves(resolver, text)):
        one, other = _both(resolver, left, right)
        if one is None or other is None or one.key is None or other.key is None or one.key == other.key:
            continue
        score = one.fit + other.fit - 0.6 * (len(one.keys) - 1) - 0.6 * (len(other.keys) - 1)
        if best is None or score > best[0] + 1e-9:
            best = (score, place, one, other)
    if best is None:
        return _remaining(resolver, text)
    return (best[3], best[2]) if _SWAPPED.search(text) else (best[2], best[3])


def _remaining(resolver: Resolver, text: str) -> tuple[Meant, Meant] | None:
    """The only two documents talked of, in the order of the halves as far as one half tells which it means."""
    keys = tuple(dict.fromkeys(key for turn in resolver.bringing() for key in resolver.keys(turn)))
    if len(keys) != 2 or resolver.library.mentions(text):
        return None
    best: tuple[float, Meant, Meant] | None = None
    for left, right in halves(resolver, text):
        for place, side in enumerate(_both(resolver, left, right)):
            if side is not None and side.key in keys and len(side.keys) == 1 and side.sure:
                other = Meant((keys[1 - keys.index(side.key)],), (), 0.3, sure=False)
                if best is None or side.fit > best[0]:
                    best = (side.fit, *((side, other) if place == 0 else (other, side)))
    if best is not None:
        return best[1], best[2]
    return Meant(keys[:1], (), 0.2, sure=False), Meant(keys[1:], (), 0.2, sure=False)


def halves(resolver: Resolver, text: str) -> Iterator[tuple[str, str]]:
    """Every way to cut a question in two where its words join things; titles are never cut."""
    whole = [(one.start, one.end) for one in resolver.library.mentions(text)]
    for match in _JOINTS.finditer(text):
        if not any(start < match.end() and match.start() < end for start, end in whole):
            yield text[: match.start()], text[match.end() :]


def _both(resolver: Resolver, left: str, right: str) -> tuple[Meant | None, Meant | None]:
    """What both halves mean; a half that lacks person or act takes them from the other."""
    first, second = resolver.describe(left), resolver.describe(right)
    second = _completed(second, first, right)
    first = (
        replace(first, act=second.act) if _bare(first) and second.act in ("assigned", "praised", "doubted") else first
    )
    if not first.says_something or not second.says_something:
        return None, None
    return described(resolver, first, left), described(resolver, second, right)


def _bare(one: Description) -> bool:
    """True if a half has a person and nothing that he does."""
    return bool(one.people) and one.act is None and one.occasion is None and not one.role and not one.topics


def _completed(one: Description, other: Description, text: str) -> Description:
    if one.mentions or one.role:
        return one
    if not one.people and other.people and one.act in ("praised", "doubted", "assigned"):
        return replace(one, people=other.people[-1:])
    if not one.people and other.people and _HIS.search(text) and not one.topics:
        return replace(one, people=other.people[-1:], act=one.act or other.act)
    if one.people and one.act is None and one.occasion is None and other.act:
        return replace(one, act=other.act)
    return one


def several(resolver: Resolver, question: str) -> Meant:
    """All documents that a description of several means."""
    wanted = resolver.describe(question)
    return resolver.meant(replace(wanted, topics=frozenset(), act="brought") if not wanted.mentions else wanted)
