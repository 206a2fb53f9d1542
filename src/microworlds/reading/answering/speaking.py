"""Who takes something on, or is asked to, in a sentence of conversation."""

from __future__ import annotations

import re

from microworlds.reading.answering import lexicon, names, tagging, wording
from microworlds.reading.answering.context import Context, Unit
from microworlds.reading.answering.value import Value

_FIRST = re.compile(r"\b(?:I|I['’](?:ll|ve|d|m)|me|my|mine|myself)\b")
_ACCEPTS = re.compile(
    "^"
    + wording.joined("""
        will do | happy to | glad(?:ly)? | sure | on it | of course | no problem | leave it (?:with|to) me
        | consider it done | count me in | fine | i will | i can
    """)
    + r"\b",
    re.IGNORECASE,
)
_DECLINES = wording.words("""
    can['’]?t | cannot | won['’]t | couldn['’]t | wouldn['’]t | not able | unable | don['’]t | would rather not
    | i['’]d rather not
""")
_ERRS = wording.words("""
    i (?:misread|misspoke|forgot|was wrong|got (?:that|it) wrong|mixed|stand corrected|mean|meant) | my (?:mistake|bad)
""")
_HIM = re.compile(r"\b(?:him|her)\b(?=\W*(?:[.,;!?]|$|then\b|instead\b|for\b|to\b|at\b|on\b))")
_OPENS = re.compile(r"(?:^|[,;–—-]\s*|\b(?:and|but|so|then)\s+)$", re.IGNORECASE)
_CLOSES = re.compile(r"\s*(?:[,?!.;–—]|$)")


def speakers(context: Context, unit: Unit) -> list[Value]:
    """The speaker as an answer to who, where they speak of themselves or take something on."""
    speaker = context.turns[unit.turn].speaker if unit.turn is not None else None
    text = unit.sentence.text
    if not speaker or _DECLINES.search(text) or _ERRS.search(text):
        return []
    match = _FIRST.search(text) or _ACCEPTS.search(text)
    if not match or (not _FIRST.search(text) and meant(context, unit)):
        return []
    prior = -0.25 if re.search(r"\b(?:you|you['’]re|your)\b", text, re.IGNORECASE) else 0.0
    return [Value(match.start(), match.end(), speaker, "person", speaker.split()[0].lower(), prior)]


def meant(context: Context, unit: Unit) -> list[Value]:
    """Whom him or her means, where the turn before names one person: fine, hire her."""
    match = _HIM.search(unit.sentence.text) if unit.turn else None
    before = context.turns[(unit.turn or 1) - 1]
    if match is None or before.session != context.turns[unit.turn or 0].session:
        return []
    named = [value for value in names.persons(before.text) if lexicon.term(value.text) not in context.speaker_terms]
    if len({value.text for value in named}) != 1:
        return []
    return [Value(*match.span(), named[0].text, "person", named[0].key)]


def asked_to(value: Value, text: str) -> bool:
    """True if somebody is called by name and asked to do something: draft it, Ann; Ann, could you."""
    if not _OPENS.search(text[: value.start]) or not _CLOSES.match(text[value.end :]):
        return False
    first = tagging.words(text)[0]
    if lexicon.term(first.text) in lexicon.verb_stems() and value.start > 0:
        return True
    return re.search(r"\byou\b|\bplease\b", text, re.IGNORECASE) is not None
