"""Phrases that mean a document without naming it: ``the ruling that Ann sent``, ``the consulting paper``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from microworlds.reading.answering import tagging, titles, wording
from microworlds.reading.answering.wording import AUXILIARY

_CLOSED = (
    r"(?:the|that|this|a|an|of|in|on|at|by|to|for|from|with|and|or|was|were|is|are|did|does|do|has|have|had|who|which|"
    r"what|under|between|as)"
)
FINDS = ("find", "discovery", "pick")
"""What else a document is called by whose it is: Ann's find."""
_REFERENT = re.compile(
    r"\b(?P<det>(?i:the|that|this|whichever|an?|whatever|those|our|their)|(?P<owner>[A-Z]\w+['’]s))\s+"
    rf"(?P<pre>(?:(?!{_CLOSED}\s)[\w&'’.-]+\s+){{0,4}}?)(?P<noun>{titles.DOCUMENT_NOUN}|one|(?<=['’]s\s)(?:{'|'.join(FINDS)}))\b(?!['’])"
)
_PLACE = r"(?:folder|binder|inbox|e-?mail|packet|bundle|file|drive|stack|pile|channel|thread|memo|brief|footnote|list)"
_MODIFIES = re.compile(
    r"\s*,?\s*"
    + wording.joined(rf"""
        that | which | who | whom | whose | in which | on which | where | [A-Z]\w+ | the \w+ | we | they | he | she | I
        | you | it | (?:none|neither|both|all|one|some|most) of | (?:opposing |outside |their |our |other )?counsel
        | up for | due (?:for|to) | out for | under (?:review|negotiation|discussion) | management | procurement
        | finance | legal | in (?:the|our|my|your) (?:shared )?{_PLACE}
        | every\w+ | some\w+ | nobody | people | \w+ed | sent | put | brought | drawn | given | read | made
        | found | written | cited | about | on | from | for | with | between | of | involving | concerning | over
        | against | our | their | his | her
    """)
    + r"\b"
)
_STOP = re.compile(
    r"[,;:?!—–]|\.\s|\b(?:before or after|earlier or later|or after)\b|\s+or\s+(?:the|that|in|after)\b"
    rf"|\s+and\s+(?:the|that|in)\b|\bthan\b|(?P<auxiliary>\s+{AUXILIARY}\s)"
)
_COPULA = re.compile(r"\b(?:is|was|are|were)\s+$", re.IGNORECASE)
_PARTICIPLE = re.compile(r"\s*\w+(?:ed|ent|ade|ven|ld|wn)\b")
ACTS = wording.joined("""
    decided | argued | heard | handed down | issued | entered | affirmed | reversed | vacated | resolved | disposed of
    | published | reported | submitted | filed | delivered | written | authored | signed | executed | dated | made
    | concluded | settled | terminated | drafted | docketed | amended | renewed
""")
"""What is done to documents, as a question has it at the end."""
_ACT = re.compile(rf"(?P<clause>.*)\s+{ACTS}\s*(?:\b(?:by|in|on|at|under|with|against)\b[^,]*)?$")
_DO = re.compile(r"\b(?:does|did|do|can|could|must|should|will|would|may)\s+$", re.IGNORECASE)
_MAIN_VERB = re.compile(
    r"\s"
    + wording.joined(r"""
        say | hold | require | provide | allow | state | mean | give | tell | impose | set | call for | decide | make
        | need | put | find | cost | end | run | last(?=\s*$) | expire | take | come | have | permit | oblige | order
        | cap | limit | grant | turn | name | contain | let | ask
    """)
    + r"\b"
)


@dataclass(frozen=True)
class Referent:
    """A phrase that means a document: where it stands, its noun, what is said before and after the noun."""

    start: int
    end: int
    noun: str
    before: str
    after: str

    @property
    def words(self) -> str:
        """What is said of the document."""
        return f"{self.before} {self.after}".strip()


@lru_cache(maxsize=1 << 12)
def find(text: str) -> tuple[Referent, ...]:
    """The phrases that mean documents, in order, none inside another."""
    found: list[Referent] = []
    for match in _REFERENT.finditer(text):
        after = _modifier(text[: match.start()], text[match.end() :])
        before = f"{match['owner'] or ''} {match['pre']}".strip()
        one = match["noun"] == "one"
        if one and not after and not before:
            continue
        if found and match.start() < found[-1].end:
            if one or found[-1].after.split()[:1] != ["of"]:
                continue
            found.pop()
        found.append(Referent(match.start(), match.end() + len(after), match["noun"].lower(), before, after.strip()))
    return tuple(found)


def _modifier(before: str, rest: str) -> str:
    """What follows a document noun and belongs to it: a relative clause, a participle, a prepositional phrase."""
    if not _MODIFIES.match(rest) or (_COPULA.search(before) and _PARTICIPLE.match(rest)):
        return ""
    after = _until_stop(rest)
    if re.fullmatch(ACTS, after.strip()):
        return ""
    act = _ACT.match(after) if _COPULA.search(before) else None
    if act and _complete(act["clause"].split()):
        return act["clause"]
    return _until_main_verb(after) if _DO.search(before) else after


def _until_stop(rest: str) -> str:
    """A modifier up to where the sentence around it goes on."""
    for match in _STOP.finditer(rest):
        words = rest[: match.start()].split()
        if match.group().strip() == "," and not words:
            continue
        if match["auxiliary"] and len(words) < 4 and not _complete(words):
            continue
        return rest[: match.start()]
    return rest


def _complete(words: list[str]) -> bool:
    """True if a relative clause already has its verb: the one Ann sent | was."""
    return any(word.tag == "V" for word in tagging.words(" ".join(words))[1:])


def _until_main_verb(after: str) -> str:
    """A modifier without the main verb that follows it: what does [the ruling that was overruled] say."""
    for match in _MAIN_VERB.finditer(after):
        words = after[: match.start()].split()
        if _complete(words) or len(words) > 2:
            return after[: match.start()]
    return after
