"""How English says that something was proposed, agreed, turned down, chosen, corrected, or no longer holds."""

from __future__ import annotations

import re

from microworlds.reading.general import words

LATEST = words.regex("changes.latest")
"""A question with such words asks how things stand."""
FIRST = words.regex("changes.first")
"""A question with such words asks how things stood at first."""
UPDATES = words.regex("changes.updates")
"""Words that go with a change of what was said before."""
REPLACES = words.regex("changes.replaces")
"""Words by which one thing takes the place of another."""
PROPOSED = words.regex("changes.proposed")
"""Words by which something is only proposed."""
REFUSED = words.regex("changes.refused")
"""Words that turn something down."""
AGREED = words.regex("changes.agreed")
"""How somebody begins who agrees, or takes something on."""
CORRECTS = words.regex("changes.corrects")
"""What opens the sentence in which somebody puts right what was just said."""
NEGATED = words.regex("changes.negated")
_OLD_BEFORE = words.regex("changes.old_before")
_OLD_AFTER = words.regex("changes.old_after")
_WISHED = words.regex("changes.wished")


def replaced(text: str, start: int) -> bool:
    """True if the words before a place in a sentence say that what follows no longer holds."""
    return _OLD_BEFORE.search(text[max(0, start - 60) : start]) is not None


def outdated(text: str, start: int, end: int) -> bool:
    """True if the words around a span of a sentence say that it no longer holds, or only echo it in doubt."""
    before, after = text[max(0, start - 60) : start], text[end : end + 40]
    wished = _WISHED.search(text[:start]) is not None and re.search(r"\bbut\b", text[end:]) is not None
    return (
        after.startswith("?")
        or wished
        or _OLD_BEFORE.search(before) is not None
        or _OLD_AFTER.search(after) is not None
    )


_DECIDES_BEFORE = words.regex("changes.decides_before")
_DECIDES_AFTER = words.regex("changes.decides_after")


def decided(text: str, start: int, end: int) -> bool:
    """True if the words around a span of a sentence say that it was chosen."""
    before, after = text[max(0, start - 40) : start], text[end : end + 30]
    return _DECIDES_BEFORE.search(before) is not None or _DECIDES_AFTER.search(after) is not None
