"""Words for what a team does with documents: the places they hold, who brings, reads, praises or doubts them.

General English, written down by meaning: each pattern is one class of expressions that come to the same.
"""

from __future__ import annotations

import re


def _any(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.VERBOSE)


ROLES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("opponent", _any(r"""\b(?:other\sside|opponents?|opposing\s(?:counsel|side|party)|adversar(?:y|ies))(?:['’]s|s['’])?
        [^.?!]{0,40}\b(?:authorit\w+|case|precedent|lean\w*|rel(?:y|ies)|cit\w+|pet|favou?rite|weapon|trump)
        |\b(?:lean|rel|bank|count)\w*\son\sby\s(?:the\s)?(?:other|oppos)""")),
    ("review", _any(r"""(?:source|authority|case|cite|cited|cites|citation|basis|precedent|support|anchor|go-to|supplies|quote\w*)
        [^.?!]{0,30}\bstandard[\s-]of[\s-]review | review[\s-]standard | standard[\s-]of[\s-]review\s(?:case|authority|source|cite|precedent)
        """)),
    ("training", _any(r"""\b(?:train(?:ing|ed|s|ee\w*)?|teach(?:es|ing)?|taught|tutorial|seminar|juniors?|associates?['’]?|educat\w+|trainees?)\b""")),
    ("client", _any(r"""\b(?:client['’]?s?['’]?|clients['’]?)\s+(?:hand-?out|leaflet|pack|brochure|example|illustration|copy|gets?\sto)
        |\bhand-?outs?\b|\b(?:show|hand|give|given|shown|handed|chosen|present|picked|meant)\w*\s(?:to\s|for\s)?(?:the\s|our\s)?clients?\b(?!\sletter)
        |\bfor\s(?:the\s|our\s)?clients?\b(?!\s(?:letter|update|meeting|call)) |\bclient\s(?:gets|is\sgiven|will\ssee|sees|reads)""")),
    ("damages", _any(r"""\bdamages?[\s-](?:template|model|pattern|blueprint|example|section|argument|part|exemplar)
        |\b(?:model\w*|template|pattern\w*|blueprint|copy|copied|imitat\w*|exemplar|emulat\w*)\b[^.?!]{0,40}\bdamages?\b
        |\bdamages?\b[^.?!]{0,30}\b(?:model\w*|template|pattern\w*|blueprint|copied)\b""")),
    ("distinguish", _any(r"""\bdistinguish\w*|\badverse\b|\bproblem(?:atic)?\s(?:case|authority|precedent|ruling|decision|judge?ment|opinion|child)
        |\bdanger\w*|\bawkward\w*|\bthreat\w*|\bhurts?\s(?:us|our)|\bget(?:ting)?\saround|\bway\s(?:a)?round\b|\bagainst\sus\b|\bcuts\sthe\swrong
        |\bfear(?:ed)?\b|\bharm(?:s|ful)\b|\bunfavou?rable|\bhostile\b|\bworst\s(?:case|authority|precedent)|\bnemesis|\bexplain\saway
        |\b(?:damaging|troublesome|inconvenient|nasty|unhelpful)\b""")),
    ("fallback", _any(r"""\bfall(?:ing)?[\s-]?back|\bback-?up\b|\breserve\b|\bsafety\snet|\bretreat|\bplan\sb\b|\bsecond\sline|\bsecond[\s-]string
        |\bmain\s(?:line|argument|point)\s(?:fails|collapses|falls)|\bstand-?by\b|\blast\sresort|\balternative\sauthority|\bif\sall\selse""")),
    ("lead", _any(r"""\blead(?:ing)?\s(?:authority|case|precedent|cite|ruling|decision|judge?ment|opinion)|\bmain\s(?:authority|case|precedent|ruling)
        |\bheadlin\w+|\btop\sof\s(?:the|our)\s(?:argument|brief|list)|\bhead(?:s|ing|ed)?\s(?:up\s)?(?:the|our)\s(?:argument|brief|list)
        |\bnumber[\s-]one\b|\bprincipal\s(?:authority|case)|\bprimary\s(?:authority|case|cite)|\bflagship|\blead(?:s|ing)?\swith\b|\bled\swith
        |\bcentre-?piece|\bcenterpiece|\bchief\sauthority|\bcornerstone|\bforemost\b|\bopen(?:s|ing)?\s(?:the|our)\sargument|\bleans?\son\smost
        |\bfront\sand\scent""")),
)  # fmt: skip
"""The places a document can hold in a team's work, tried in this order."""

ASSIGNED = _any(r"""
    \b(?:re-?)?read(?:ing|s)?(?:\s(?:up|list|pile|assignment|it|over|through))?\b | \bhome-?work\b | \bassign\w* | \bstud(?:y|ies|ying)\b
    | \bgo(?:ing)?\s(?:carefully\s)?through\b | \bget(?:ting)?\s(?:through|to\sgrips)\b | \bwork(?:ing)?\s(?:through|your\sway)\b | \bsit\sdown\swith\b
    | \btake\sa\s(?:good\s|proper\s|close\s)?look\b | \bhave\sa\s(?:good\s|proper\s|close\s)?look\b | \blook(?:ing)?\s(?:at\sit|over|into)\b | \bdigest\b
    | \bperus\w+ | \bsummari[sz]\w+ | \breview\s(?:it|this|that)\b | \btask(?:ed)?\b | \btackl\w+ | \b(?:your|our)\stake\son\b | \bit['’]s\syours\b
    | \bmaster\b | \bvolunteer\w* | \bbrief\sus\b | \breport\sback\b
""")  # fmt: skip
"""Somebody is given a document to read."""
PRAISED = _any(r"""
    \bimpress\w* | \bthrill\w* | \brav(?:e|ed|es|ing)\b | \bpersua\w+ | \bwon\sover\b | \bconvinc\w+ | \btaken\swith\b | \blov(?:e|ed|es|ing)\b
    | \bador\w+ | \badmir\w+ | \bpraise\w* | \benthus\w+ | \bdelight\w* | \bfan\b | \bkeen\son\b | \bsuperb\b | \bexcellent\b | \bairtight\b
    | \bbrilliant\w* | \bstrong(?:est)?\b | \bfavou?rit\w+ | \bfond\b | \bswear(?:s|ing)?\sby\b | \bliked\b | \bwow(?:ed)?\b | \bholds?\sup\b
    | \bbelieve\w* | \bsold\b | \bsterling\b | \bsolid\b | \bcompelling\b | \bsung?\b.*\bpraises\b | \bbowled\sover\b | \bapprov\w+
""")  # fmt: skip
DOUBTED = _any(r"""
    \bdoubt\w* | \bwasn['’]t\sbuying\b | \bnot\s(?:buying|sold|convinced|persuaded|impressed|keen|a\sfan)\b | \b(?:didn['’]t|don['’]t)\sthink\smuch\b
    | \bdisparag\w+ | \bmisgiv\w+ | \blittle\sfaith\b | \bcold\b | \bsceptic\w* | \bskeptic\w* | \bunmoved\b | \bunimpressed\b | \bunconvinced\b
    | \bunpersuaded\b | \bdislik\w+ | \bcriti\w+ | \bwobbl\w+ | \bnever\swarmed\b | \bdisappoint\w+ | \bhat(?:ed|es)\b | \bweak\w*\b | \bpan(?:s|ned)\b
    | \bshaky\b | \bflaw\w* | \breservations\b | \bdidn['’]t\srate\b | \bdismiss(?:ed|ive)\sof\b | \bpoor(?:ly)?\b | \bpff\b | \bthin\b | \bunderwhelm\w+
    | \bdistrust\w* | \bqualms\b | \bdisagree\w*\b | \btook\sagainst\b
""")  # fmt: skip
BROUGHT = _any(r"""
    \b(?:brought|bring\w*|rais(?:e|ed|es)|tabled|flag\w*|shar(?:e|ed)|show(?:n|ed)?|introduc\w+|present(?:ed|s)?|mention\w*|had\b|dug|dig|circulat\w+
    |suggest\w*|propos\w+|gave|give[ns]?|found|find|produc\w+|spoke|speak|came\swith|put\sforward|offer\w*|talked|recommend\w*|pick\w*|pull\w*
    |unearth\w*|turned\sup|nominat\w+|pitch\w*|contribut\w+|hand\w*|cit(?:e|ed)|champion\w*|surfac\w+|sen[dt])\b
""")  # fmt: skip
CANCELLED = _any(r"""
    \b(?:turned|voted|shot)\s(?:it|that|him|her|them|this)?\s?down\b | \bdecided\sagainst\b | \bwe['’]re\snot\sdoing\b | \bdidn['’]t\sfly\b
    | \bno\stakers\b | \bwithdraw\w*\b | \bscrap\sthat\sidea\b | \bnobody\s(?:agreed|wanted)\b | \brejected\b | \bwe\s(?:said|voted)\sno\b
""")  # fmt: skip
"""A proposal that came to nothing."""
NOT_YET = _any(r"\b(?:original(?:ly)?|at\sfirst|initial(?:ly)?|to\sbegin\swith|first\schoice|started\sout|formerly|previous(?:ly)?)\b")
"""The question is about an earlier state."""
