"""How English says that something was proposed, turned down, chosen, or no longer holds."""

from __future__ import annotations

import re

from microworlds.reading.answering import wording

_OLD_BEFORE = re.compile(
    r"\b"
    + wording.joined(r"""
        from | instead of | rather than | not(?: on| in| at| the| by| for)? | no longer | replac\w+ | deleting
        | striking(?: out)? | in place of | in lieu of | over from | as opposed to
        | was (?:due|set|planned|scheduled|fixed|supposed to be|to be|meant to be|originally)(?: on| for| at| by)?
        | used to be | had (?:been |originally )?(?:planned|agreed|said|set|picked|chosen)(?: on| for)? | withdr[ae]w\w*
        | dropp?(?:ed|ing)? | scrap\w* | forget(?: about)? | down from | up from
        | can['’]t (?:make|do|manage|meet|keep) | cannot (?:make|do|manage|meet|keep)
    """)
    + r"\s+(?:[\"“(]?\w*\s?){0,2}[\"“]?$",
    re.IGNORECASE,
)
_OLD_AFTER = re.compile(
    r"^['’\"”s,]*\s*(?:is|['’]s|was|are|were)?\s*"
    + wording.joined(r"""
        out\b | off\b(?! to) | cancelled | no longer | won['’]t (?:do|work) | can['’]t | fell through | broke down
        | dropped | overruled | is dead | not an option | isn['’]t possible
    """),
    re.IGNORECASE,
)
_WISHED = re.compile(
    r"\b(?:hoped|wanted|wished|would have liked|asked for|aimed for|planned on|expected)\b[^.;]*$", re.IGNORECASE
)
PROPOSED = wording.words(r"""
    propos\w+ | suggest\w* | what (?:if|about) | how about | should we | shall we | could we | can we
    | why (?:not|don['’]t) | float\w* | maybe | perhaps | might | i['’]d (?:like|rather|prefer|go|say|vote|suggest)
    | i would (?:like|rather|prefer) | wants? (?:to|us) | asked (?:for|whether|if) | idea | one option | wonder\w*
    | let['’]s say | offered | pitch\w* | lobb\w+ | hop(?:e|ing) (?:for|to) | consider\w*
""")
"""Words by which something is only proposed."""
REFUSED = wording.parts(r"""
    (?:^|[.,;—–-]\s*)(?:no|nope|nah)\b(?!\s+(?:objection|problem|worries|doubt|one|need)) | \brather not\b
    | \bagainst (?:it|that|the)\b | \bturn(?:ed)? (?:it|that|him|her|them|this) down\b | \bturned down\b
    | \bsaid no\b | \breject\w* | \bveto\w* | \bout of the question\b | \brefus\w+ | \bdeclin\w+
    | \bruled (?:it|that) out\b | \bnot going to (?:happen|fly|work)\b
    | \b(?:i|we) (?:won['’]t|don['’]t want|can['’]t have|disagree)\b | \babsolutely not\b | \bbad idea\b
    | \btoo (?:far|expensive|late|early|much|risky|small)\b | \bnot (?:the|that|a good|happening|if)\b
    | \bi don['’]t think (?:so|we should|that)\b | \bso am i\b | \bvoted down\b | \bshot down\b | \bnot keen\b
    | \bover my dead\b
""")
"""Words that turn something down."""
TURNED_DOWN = wording.words("""
    (?:turned|voted|shot) (?:it|that|him|her|them|this) down
    | (?:rejected|refused|vetoed|declined) (?:it|that|him|her|them) | said no | wouldn['’]t hear of it
""")
"""The same, where the sentence itself says what was turned down."""
_DECIDES_BEFORE = re.compile(
    r"\b"
    + wording.joined(r"""
        go(?:ing|es)? with | went with | settl\w+ (?:on|for) | switch\w* to | chose | choose | picked | opt\w* for
        | decid\w+ (?:on|for|in favou?r of) | stick(?:ing)? with | stay(?:ing)? with | mov\w+ to | take | took
        | agreed (?:on|to) | say yes to | make it | it['’]s | we['’]re having | hired | retained | appointed | booked
        | ordered (?:it |them )?from
        | (?:hand|give|pass|transfer|leave|assign|entrust)(?:ed|s|ing)?\b[^.;,]{0,40}\bto
        | sign(?:ed)? (?:up )?with | award\w* (?:it )?to
    """)
    + r"\s+(?:the\s+|a\s+|an\s+|up\s+)?$",
    re.IGNORECASE,
)
_DECIDES_AFTER = re.compile(
    r"^,?\s*(?:it (?:is|shall be|will be)|wins?|gets? (?:it|the job|the contract)|has it|then\b|carries the day)",
    re.IGNORECASE,
)
UPDATES = wording.words(r"""
    actually | instead | now | make it | let['’]s say | turn(?:s|ed) out | in fact | correction | moved? | chang\w+
    | rather | no longer | after all | from now on | revised | new | up(?:ped)? to | down to | raised | cut to
    | came back | right | counted | then | it is | corrected | can['’]t | promise[sd]? | fine | agreed | slips?
    | has been | switched | not \w+ | push(?:ed)? | postpon\w+ | extend\w* | extension | deferred | delayed
    | put (?:off|back) | (?:brought|moved|pulled) forward | rescheduled
""")
"""Words that go with a change of what was said before."""
CONCLUDES = wording.words("accepted | settled | agreed | signed | closed at | sold | paid")
"""Words that end a bargain; they change what was said before only if they speak of the same thing."""
CORRECTS = re.compile(
    r"^(?:\W*(?:oh|ah|no|oops|whoops|hold on|hang on|wait|well|um|uh|er)\b)*\W*"
    + wording.joined("""
        sorry | apologies | correction | i mean | i meant | make that | scratch that | strike that | i misread
        | i misspoke | i mixed | i got (?:that|it) wrong | my mistake | my bad | i stand corrected | i should say
        | or rather | no,? wait | wait(?:,? no)? | i was wrong | let me correct | excuse me | actually
    """)
    + r"\b",
    re.IGNORECASE,
)
"""What opens the sentence in which somebody puts right what was just said."""


def outdated(text: str, start: int, end: int) -> bool:
    """True if the words around a span of a sentence say that it no longer holds, or only echo it in doubt."""
    before, after = text[max(0, start - 60) : start], text[end : end + 40]
    if after.startswith("?"):
        return True
    wished = _WISHED.search(text[:start]) is not None and re.search(r"\bbut\b", text[end:]) is not None
    return wished or _OLD_BEFORE.search(before) is not None or _OLD_AFTER.search(after) is not None


def decided(text: str, start: int, end: int) -> bool:
    """True if the words around a span of a sentence say that it was chosen."""
    before, after = text[max(0, start - 40) : start], text[end : end + 30]
    return _DECIDES_BEFORE.search(before) is not None or _DECIDES_AFTER.search(after) is not None
