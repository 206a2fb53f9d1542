"""How English says that something was proposed, agreed, turned down, chosen, corrected, or no longer holds."""

from __future__ import annotations

import re

from microworlds.reading.general.words import pattern

LATEST = pattern("""
    now | current(?:ly)? | present(?:ly)? | latest | final(?:ly)? | in the end | ultimately | eventually | as of | still
    | settled on | end(?:ed)? up | wound up | most recent(?:ly)? | newest | after all | as amended | turned out | stands?
    | by the end | up to date | these days | today | in force | at last | left | remain(?:s|ing)? | any ?more
    | after the (?:change|amendment|move|correction|update|revision) | correct(?:ed|ion) | updated | revised
    | going to | to be
""")
"""A question with such words asks how things stand."""
FIRST = pattern(r"""
    original(?:ly)? | at first | initially | formerly | to begin with | to start with | at the outset
    | in the beginning | previous(?:ly)? | first choice | initial(?! (?:term|period)) | used to | old(?=\s\w)
    | before (?:it|they|that|this|he|she|the \w+|any\w+|some\w+|every\w+|being)\b[^?]{0,25}?
      \b(?:was|were|moved|chang\w+|postpon\w+|revis\w+|correct\w*|amend\w*|push\w*|shift\w*|rais\w+|cut)
    | (?:had|was|were|been|have|has|did) (?:\w+ ){0,3}first(?! (?:meeting|call|session|time|day|week))
    | first (?:announce|say|said|plan|propos|suggest|set|name|pick|chose|choose|recommend|want|agree|quote|offer|mention|
      put|favou?r|like|prefer)\w* | earlier (?:plan|date|figure|choice|version) | (?:for|given) .* before$
""")
"""A question with such words asks how things stood at first."""
UPDATES = pattern(r"""
    actually | instead | now | make it | let['’]s say | turn(?:s|ed) out | in fact | correction | moved? | chang\w+
    | rather | no longer | after all | from now on | revised? | new | up(?:ped)? to | down to | raised? | cut to
    | came back | counted | then | corrected | can['’]t | promise[sd]? | slips? | takes? over | took over | takes the place
    | switch\w* | not \w+ | push(?:ed)? | postpon\w+ | extend\w* | extension | deferred | delayed | replac\w+ | swap\w*
    | put (?:off|back|up) | (?:brought|moved|pulled) forward | rescheduled | any ?more | in place of | supersed\w+
    | reversed ourselves | overtak\w+ | give way | gives way | ended up | in the end | out\b
""")
"""Words that go with a change of what was said before."""
REPLACES = pattern(r"""
    instead | now | from (?:now|here|today) on | from today | no longer | any ?more | after all | rather than | replac\w+
    | switch\w* | swap\w* | chang(?:e[ds]?|ing) | takes? over | took over | (?:takes?|took) the place | in place of
    | supersed\w+ | substitut\w+ | gives? way | gave way | ended up | in the end | better | stronger | retires? | bows? out
    | step(?:s|ped)? (?:in|aside|down) | goes to | revis\w+ | reconsider\w* | move[ds]? .{1,60} to | becomes? | became
""")
"""Words by which one thing takes the place of another."""
PROPOSED = pattern(r"""
    propos\w+ | suggest\w* | what (?:if|about) | how about | should we | shall we | could we | can we
    | why (?:not|don['’]t) | float\w* | maybe | perhaps | might | i['’]d (?:like|rather|prefer|go|say|vote|suggest)
    | i would (?:like|rather|prefer|suggest|propose) | wants? (?:to|us) | asked (?:for|whether|if) | idea | one option
    | wonder\w* | offered | pitch\w* | lobb\w+ | hop(?:e|ing) (?:for|to) | consider\w*
""")
"""Words by which something is only proposed."""
REFUSED = re.compile(
    r"(?:^|[.,;?!—–-]\s*)(?:no|nope|nah)\b(?!\s+(?:objection|problem|worries|doubt|one|need|longer))|\b(?:rather not|"
    r"against (?:it|that|the)|turn(?:ed)? (?:it|that|him|her|them|this) down|turned down|said no|reject\w*|veto\w*|"
    r"out of the question|refus\w+|declin\w+|ruled (?:it|that) out|not going to (?:happen|fly|work)|"
    r"(?:i|we) (?:won['’]t|don['’]t want|can['’]t have|disagree)|absolutely not|bad idea|not (?:the|that|a good|"
    r"happening|if)|too (?:far|expensive|late|early|much|risky|small)|i don['’]t think (?:so|we should|that)|so am i|"
    r"voted down|shot down|not keen|let['’]s not|please don['’]t|hardly|over my dead)\b",
    re.IGNORECASE,
)
"""Words that turn something down."""
AGREED = re.compile(
    r"^\W*(?:yes|yeah|yep|yup|sure|ok(?:ay)?|fine|agreed|will do|happy to|gladly|on it|of course|done|right|exactly|"
    r"absolutely|definitely|good|great|thanks|so do i|me too|same here|i will|i can|i['’]ll|can do|deal|works for me|"
    r"no objections?|none from me|you['’]re right|so would i)\b|\ball for it\b",
    re.IGNORECASE,
)
"""How somebody begins who agrees, or takes something on."""
CORRECTS = re.compile(
    r"^(?:\W*(?:oh|ah|no|oops|whoops|hold on|hang on|wait|well|um|uh|er)\b)*\W*(?:sorry|apologies|correction|i mean|"
    r"i meant|make that|scratch that|strike that|i mis\w+|i mixed|i got (?:that|it) wrong|my mistake|my bad|"
    r"i stand corrected|i should say|or rather|no,? wait|wait(?:,? no)?|i was wrong|let me correct|actually)\b",
    re.IGNORECASE,
)
"""What opens the sentence in which somebody puts right what was just said."""
NEGATED = re.compile(
    r"\b(?:not|never|no longer|nobody|none|cannot|neither|nor|refus\w+|declin\w+|without)\b|n['’]t\b|^\s*no\b",
    re.IGNORECASE,
)
_OLD_BEFORE = re.compile(
    r"\b(?:from|instead of|rather than|not(?: on| in| at| the| by| for)?|no longer|replac\w+|deleting|striking(?: out)?|"
    r"in place of|takes? the place of|switch\w*|swap\w*|substitut\w+|supersed\w+|in lieu of|over from|as opposed to|was (?:due|set|planned|scheduled|fixed|supposed "
    r"to be|to be|meant to be|originally)(?: on| for| at| by)?|used to be|had (?:first )?(?:been |originally )?(?:planned|"
    r"agreed|said|set|picked|chosen)(?: on| for)?|withdr[ae]w\w*|dropp?(?:ed|ing)?|scrap\w*|forget(?: about)?|down from|up "
    r"from|(?:can['’]t|cannot) (?:make|do|manage|meet|keep))\s+(?:[\"“(]?\w*\s?){0,2}[\"“]?$",
    re.IGNORECASE,
)
_OLD_AFTER = re.compile(
    r"^['’\"”s,]*\s*(?:is|['’]s|was|are|were)?\s*(?:out\b|off\b(?! to)|cancelled|no longer|won['’]t (?:do|work)|can['’]t|"
    r"fell through|broke down|dropped|overruled|is dead|not an option|isn['’]t possible)",
    re.IGNORECASE,
)
_WISHED = re.compile(
    r"\b(?:hoped|wanted|wished|would have liked|asked for|aimed for|planned on|expected)\b[^.;]*$", re.IGNORECASE
)


def replaced(text: str, start: int) -> bool:
    """True if the words before a place in a sentence say that what follows no longer holds."""
    return _OLD_BEFORE.search(text[max(0, start - 60) : start]) is not None


def outdated(text: str, start: int, end: int) -> bool:
    """True if the words around a span of a sentence say that it no longer holds, or only echo it in doubt."""
    before, after = text[max(0, start - 60) : start], text[end : end + 40]
    wished = _WISHED.search(text[:start]) is not None and re.search(r"\bbut\b", text[end:]) is not None
    return (
        after.startswith("?") or wished or _OLD_BEFORE.search(before) is not None or _OLD_AFTER.search(after) is not None
    )


_DECIDES_BEFORE = re.compile(
    r"\b(?:go(?:ing|es)? with|went with|settl\w+ (?:on|for)|switch\w* to|chose|choose|picked|opt\w* for|decid\w+ (?:on|for|"
    r"in favou?r of)|stick(?:ing)? with|mov\w+ to|take|took|agreed (?:on|to)|say yes to|make it|it['’]s|we['’]re having|"
    r"hired|retained|appointed|booked|ordered (?:it |them )?from|(?:hand|give|pass|transfer|leave|assign|entrust)(?:ed|s|ing)?"
    r"\b[^.;,]{0,40}\bto|sign(?:ed)? (?:up )?with|award\w* (?:it )?to)\s+(?:the\s+|a\s+|an\s+|up\s+)?$",
    re.IGNORECASE,
)
_DECIDES_AFTER = re.compile(
    r"^,?\s*(?:it (?:is|shall be|will be)|wins?|gets? (?:it|the job|the contract)|has it|then\b|carries the day)",
    re.IGNORECASE,
)


def decided(text: str, start: int, end: int) -> bool:
    """True if the words around a span of a sentence say that it was chosen."""
    before, after = text[max(0, start - 40) : start], text[end : end + 30]
    return _DECIDES_BEFORE.search(before) is not None or _DECIDES_AFTER.search(after) is not None
