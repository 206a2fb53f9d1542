"""How an utterance points to a document without naming it: by a pronoun, by a phrase, by answering the turn before."""

from __future__ import annotations

import re
from dataclasses import replace

from microworlds.reading.answering import naming, referents, wording
from microworlds.reading.answering.context import Context, Turn

ANAPHOR = wording.words("""
    it | its | yours | mine | hers | his | theirs | that | this | them | ones? | they | which | both
    | the (?:case|opinion|ruling|decision|agreement|contract|paper|document|court)
""")
"""Words that may point to what somebody spoke of before."""
BARE = re.compile(
    r"(?i)(?:agreed|yes|yeah|yep|ok(?:ay)?|sure|fine|right|exactly|good|great|no objections?|happy to|will do|can do"
    r"|of course|no problem|done|deal|same here|me too|seconded)(?:[\s,]+\w+){0,3}[.!]*"
)
"""A sentence that only answers the turn before."""
_WHAT = re.compile(
    r"\b(?:what|whatever|the thing|the stuff|everything)\s+"
    r"(?P<words>(?:[A-Z]\w+|I|you|we|he|she|they)\s+[^,.;:?!]{4,60})"
)
_THING = re.compile(r"\b(?:the|that|this|your|our)\s+(?P<words>\w+)\s+(?:thing|one|stuff|business)\b")
_MINE = re.compile(r"\b[Mm]y (?P<words>choice|pick|candidate|suggestion|recommendation)\b")


def phrases(text: str) -> list[str]:
    """What a text says of documents it does not name."""
    found = [one.words for one in referents.find(text) if one.words.strip()]
    for pattern in (_WHAT, _THING, _MINE):
        found.extend(match["words"] for match in pattern.finditer(text))
    return found


def own_words(words: str, turn: Turn) -> str:
    """A phrase with I and my replaced by the speaker's name; my pick becomes the speaker's pick."""
    if not turn.speaker:
        return words
    first = turn.speaker.split()[0]
    spoken = re.sub(r"\b(?:I|me|my)\b(?:['’](?:ve|d|ll|m))?", first, words)
    return spoken if spoken != words or not re.fullmatch(r"\w+", words) else f"{first} {words}"


def antecedents(context: Context, turn: Turn, sentence: str) -> list[int]:
    """Earlier turns where a pronoun's document may have been named: yours is what the one addressed spoke of."""
    earlier = [other for other in context.turns[: turn.number] if other.session == turn.session]
    chosen = earlier
    if re.search(r"\byours\b", sentence, re.IGNORECASE):
        chosen = [other for other in earlier if other.speaker and other.speaker.split()[0] in sentence]
    elif re.search(r"\bmine\b", sentence, re.IGNORECASE):
        chosen = [other for other in earlier if other.speaker == turn.speaker]
    return [other.number for other in (chosen or earlier)[::-1][:2]]


def absent(context: Context, referent: referents.Referent) -> bool:
    """True for the catering contract where no document speaks of catering."""
    if not referent.before or naming.is_anchored(context, referent.words) or naming.about(context, referent.words):
        return False
    return naming.unheard_of(context, replace(referent, after=""))
