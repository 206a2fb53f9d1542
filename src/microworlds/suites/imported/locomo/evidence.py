"""What LoCoMo's evidence strings mean: ``D8:6`` is turn 6 of session 8, but not all of them are so well written.

Source: the published file (locomo10.json); FACTS and issue 4, section 3.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable

_PLAIN = re.compile(r"D[1-9]\d*:[1-9]\d*")
_TURN = re.compile(r"D\s*:?\s*(\d+)\s*:\s*(\d+)")


def turns(strings: Iterable[object], known: Container[str]) -> tuple[tuple[str, ...], Counter[str]]:
    """Ids of the turns meant, in order, each once, and the faults by kind.

    A string is read as far as it goes: several turns in one, a stray colon, zeros before a number. What names no
    turn, or one that does not exist, is left out.

    >>> turns(["D8:6; D9:17", "D:11:26", "D"], {"D8:6", "D9:17", "D11:26"})
    (('D8:6', 'D9:17', 'D11:26'), Counter({'several turns in one string': 1, 'written otherwise': 1, 'no turn': 1}))
    """
    found: dict[str, None] = {}
    faults: Counter[str] = Counter()
    for string in strings:
        written = str(string).strip()
        meant = [f"D{int(session)}:{int(turn)}" for session, turn in _TURN.findall(written)]
        if not meant:
            faults["no turn"] += 1
        elif len(meant) > 1:
            faults["several turns in one string"] += 1
        elif not _PLAIN.fullmatch(written):
            faults["written otherwise"] += 1
        for name in meant:
            if name not in known:
                faults["turn that does not exist"] += 1
            elif name in found:
                faults["turn named twice"] += 1
            else:
                found[name] = None
    return tuple(found), faults
