"""How English says that something was proposed, agreed, turned down, chosen, corrected, or no longer holds."""

import re

from microworlds.reading import words

LATEST = words.regex("changes.latest")
"""A question with such words asks how things stand."""
FIRST = words.regex("changes.first")
"""A question with such words asks how things stood at first."""
HOLDS = words.regex("changes.holds")
"""Words by which something comes to be, or is, what it is called."""
UPDATES = words.regex("changes.updates")
"""Words that go with a change of what was said before."""
CORRECTS = words.regex("changes.corrects")
"""What opens the sentence in which somebody puts right what was just said."""
REPLACES = words.regex("changes.replaces")
"""Words by which one thing takes the place of another."""
PROPOSED = words.regex("changes.proposed")
"""Words by which something is only proposed."""
REFUSED = words.regex("changes.refused")
"""Words that turn something down."""
AGREED = words.regex("changes.agreed")
"""How somebody begins who agrees, or takes something on."""
NEGATED = words.regex("changes.negated")
_OLD_BEFORE = words.regex("changes.old_before")
_OLD_AFTER = words.regex("changes.old_after")


def replaced(text: str, start: int) -> bool:
    """True if the words before a place in a sentence say that what follows no longer holds."""
    return _OLD_BEFORE.search(text[max(0, start - 60) : start]) is not None


def outdated(text: str, start: int, end: int) -> bool:
    """True if the words around a span of a sentence say that it no longer holds, or only echo it in doubt."""
    before, after = text[max(0, start - 60) : start], text[end : end + 40]
    old = _OLD_BEFORE.search(before) or _OLD_AFTER.search(after)
    wished = words.regex("changes.wished").search(text[:start]) and re.search(r"\bbut\b", text[end:])
    return bool(old or wished) or after.startswith("?")


_DECIDES_BEFORE = words.regex("changes.decides_before")
_DECIDES_AFTER = words.regex("changes.decides_after")


def decided(text: str, start: int, end: int) -> bool:
    """True if the words around a span of a sentence say that it was chosen."""
    before, after = text[max(0, start - 40) : start], text[end : end + 30]
    return _DECIDES_BEFORE.search(before) is not None or _DECIDES_AFTER.search(after) is not None
