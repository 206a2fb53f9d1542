"""A sentence of a conversation as a statement that stands by itself: people by name, days by date.

It rewrites the little that English lets one rewrite safely, and leaves the rest as it was said.
"""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial

from microworlds.core import value_types
from microworlds.core.text_tables import lines
from microworlds.reading import moments

_VERBS = " ".join(lines(__package__, "verbs.txt")).split()
_ADVERB = r"(?:(?P<adverb>also|still|just|only|really|already|actually|never|always|now|\w+ly) )?"
# I the numeral is left alone: Part I, World War I
_SPEAKER = r"(?<!Part )(?<!Phase )(?<!Title )(?<!Article )(?<!Class )(?<!Count )(?<!War )(?<!Volume )\bI"
_TEAM = r"\b[Ww]e"
# characters within which a sentence has to name its speaker, or it does not say whose it is
_EARLY = 30
_QUOTED = re.compile(r"([\"“][^\"“”]*[\"”])")


def stated(sentence: str, speaker: str | None, said: datetime | None) -> str:
    """The sentence with its speaker named and its days dated; what stands in quotation marks is left alone.

    >>> from datetime import UTC, datetime
    >>> stated("I'll send you my notes by Friday.", "Mara", datetime(2024, 3, 5, tzinfo=UTC))
    "Mara will send you Mara's notes by Friday (March 8, 2024)."
    >>> stated("The lease runs out next year.", "Mara", None)
    'Mara said: The lease runs out next year.'
    """
    text = _outside_quotes(_dated(sentence, said), lambda piece: _named(piece, speaker))
    text = text[:1].upper() + text[1:]
    return text if speaker is None or speaker in text[:_EARLY] else f"{speaker} said: {text}"


def _dated(sentence: str, said: datetime | None) -> str:
    """Days told by when it was said get their date behind them, dates without a year get their year."""
    if said is None:
        return sentence
    # from the last to the first, so that places before stay where they were
    for moment in reversed(moments.find(sentence, said)):
        words = sentence[moment.start : moment.end]
        if moment.day is None or words.lower().startswith("every") or str(moment.day.year) in words:
            continue
        written = value_types.format_date(moment.day)
        new = written if moment.stated else f"{words} ({written})"
        sentence = sentence[: moment.start] + new + sentence[moment.end :]
    return sentence


def _named(text: str, speaker: str | None) -> str:
    """The speaker in place of I, the team in place of we."""
    text = _third_person(text.replace("’", "'"), _TEAM, "the team", _AS_TEAM)
    pronouns = {"[Oo]urs?": "the team's", "us": "the team"}
    if speaker is not None:
        text = _third_person(text, _SPEAKER, speaker, _AS_PERSON)
        pronouns |= {"[Mm]y|mine": f"{speaker}'s", "me": speaker, "by myself": "alone"}
    for pronoun, name in pronouns.items():
        text = re.sub(rf"\b(?:{pronoun})\b(?!')", partial(_cased, name), text)
    return re.sub(r" (?:myself|ourselves)\b", "", text)


def _third_person(text: str, pronoun: str, name: str, forms: Mapping[str, str]) -> str:
    """``name`` in place of a subject pronoun, with what follows it in the form that a name takes."""
    verbs = "|".join(sorted(forms, key=len, reverse=True))
    had = r"'d(?= (?:better|been|had|\w+ed)\b)"
    pattern = rf"{pronoun}(?:(?P<had>{had})|(?P<short>'(?:ll|ve|m|re|d))\b| {_ADVERB}(?P<verb>{verbs})\b|\b(?![.']))"

    def renamed(match: re.Match[str]) -> str:
        named = _cased(name, match)
        if match["had"]:
            return f"{named} had"
        if match["short"]:
            return f"{named} {_SHORT[match['short']]}"
        adverb = f"{match['adverb']} " if match["adverb"] else ""
        return f"{named} {adverb}{forms[match['verb']]}" if match["verb"] else named

    return re.sub(pattern, renamed, text)


def _cased(name: str, match: re.Match[str]) -> str:
    """The name, with a capital where the pronoun had one."""
    return name[:1].upper() + name[1:] if match.group()[:1].isupper() else name


def _outside_quotes(text: str, change: Callable[[str], str]) -> str:
    """``change`` of the pieces between quotations, and the quotations as they are."""
    # every other piece is a quotation
    pieces = _QUOTED.split(text)
    return "".join(piece if at % 2 else change(piece) for at, piece in enumerate(pieces))


def _with_s(verb: str) -> str:
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("sh", "ch", "ss", "o")) else f"{verb}s"


_SHORT = {"'ll": "will", "'ve": "has", "'m": "is", "'re": "is", "'d": "would"}
_AS_PERSON = {verb: _with_s(verb) for verb in _VERBS} | {
    "am": "is", "have": "has", "don't": "does not", "haven't": "has not",
}  # fmt: skip
_AS_TEAM = _AS_PERSON | {"are": "is", "were": "was", "aren't": "is not", "weren't": "was not"}
