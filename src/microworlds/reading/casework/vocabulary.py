"""Words for what a team does with documents: the places they hold, who brings, reads, praises or doubts them.

General English, written down by meaning: each pattern is one class of expressions that come to the same.
"""

from __future__ import annotations

import re


def _any(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.VERBOSE)


ROLES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("opponent", _any(r"""\b(?:their|opponents?['’]?s?['’]?|other\sside['’]s)\s(?:\w+\s)?(?:best|strongest|main
    |lead|chief|pet|favou?rite)\s(?:authority|case|precedent)|\b(?:other\sside|opponents?|opposing\s(?:counsel|side
    |party|brief|team|camp)|adversar(?:y|ies))(?:['’]s|s['’])?
        [^.?!]{0,40}\b(?:authorit\w+|case|precedent|lean\w*|rel(?:y|ies)|cit\w+|pet|favou?rite|weapon|trump)
        |\b(?:lean|rel|bank|count)\w*\son\sby\s(?:the\s)?(?:other|oppos)|\bopposition['’]s\b
        |\b(?:authority|case|precedent|citation|cite|ruling|decision)\s(?:in|of|for|from)\s(?:the\s|our\s)?(?:oppos\w+|other\sside)""")),
    ("review", _any(r"""(?:source|authority|case|cite|cited|cites|citation|basis|precedent|support|anchor|go-to
    |supplies|quote\w*)
        [^.?!]{0,30}\bstandard[\s-]of[\s-]review | \b(?:settled\son|rel(?:y|ies|ied)\son|us(?:e|es|ing)
        |go(?:es)?\sby|chose\w*|present(?:ly)?|current(?:ly)?|now)\b
        [^.?!]{0,40}\bfor\s(?:the\s|our\s)?standard[\s-]of[\s-]review | review[\s-]standard
        | standard[\s-]of[\s-]review\s(?:case
        |authority|source|cite|precedent)
        """)),
    ("training", _any(r"""\b(?:train(?:ing|ed|s|ee\w*)?|new\s?comers?|new\shires?|new\sstarters?|beginners?
    |classroom|lessons?(?!\W+learned)|instruct\w*|apprentices?|interns?|teach(?:es|ing)?|taught(?!\s(?:me|us))|tutorial|seminar
    |juniors?|associates?['’]?|educat\w+|trainees?|onboarding|induction|mentor\w*|pupils?|students?|learners?)\b""")),
    ("client", _any(r"""\b(?:client['’]?s?['’]?|clients['’]?)\s+(?:hand-?out|leaflet|pack|brochure|example
    |illustration|copy|gets?\sto)
        |\bhand-?outs?\b|\b(?:show|hand|give|given|shown|handed|chosen|present|picked|meant)\w*\s(?:to\s
        |for\s)?(?:the\s|our\s)?clients?\b(?!\sletter)
        |\bfor\s(?:the\s|our\s)?clients?\b(?!\s(?:letter|update|meeting|call|dinner|lunch|visit)) |\bclient[\s-]facing
        |\b(?:case|example|illustration|sample|specimen)\sfor\s(?:the\s|our\s)?clients?\b(?!\s(?:letter|update|meeting
        |call))
        |\bclients?['’]?s?\s(?:case|example|illustration|sample|specimen)\b|\bshow-?(?:case|piece)\b|\blay\s?(?:person
        |people|readers?|audience)|\b(?:send|sent|put|explain\w*|illustrat\w+)\s(?:it\s)?(?:to|before|for
        |in\sfront\sof)\s(?:the\s|our\s)?clients?\b|\bclients?\s(?:see|read|get|receive)
        |\bclient\s(?:gets|is\sgiven|will\ssee|sees|reads)""")),
    ("damages", _any(r"""\bdamages?[\s-](?:template|model|pattern|blueprint|example|section|argument|part|bit
    |chapter|exemplar)
        |\b(?:model\w*|template|pattern\w*|blueprint|copy|copied|imitat\w*|exemplar
        |emulat\w*)\b[^.?!]{0,40}\bdamages?\b
        |\bdamages?\b[^.?!]{0,30}\b(?:model\w*|template|pattern\w*|blueprint|copied)\b""")),
    ("distinguish", _any(r"""\bdistinguish\w*|\badverse\b|\bproblem(?:atic)?\s(?:case|authority|precedent|ruling
    |decision|judge?ment|opinion|child)
        |\bdanger\w*|\bawkward\w*|\bthreat\w*|\bhurts?\s(?:us|our)|\bget(?:ting)?\saround|(?<!which\s)\bway\s(?:a)?round\b
        |\bagainst\sus\b|\bcuts\sthe\swrong
        |\b(?:we|they|us|most)\s(?:most\s)?fear(?:ed)?\b|\bharm(?:s|ful)\b|\bunfavou?rable|\bhostile\b|\bworst\s(?:case|authority|precedent)
        |\bnemesis|\bexplain\saway
        |\b(?:damaging|troublesome|inconvenient|nasty|unhelpful|contrary|unfriendly|worrying|troubling|thorn\w*)\b
        |\bwork(?:ing)?\s(?:a)?round\b|\bcuts\sagainst\b
        |\b(?:worr(?:y|ies)|sinks?|undo(?:es)?|bother\w*|troubl(?:es?|ed)|haunt\w*|kills?)\sus\b|\bneutrali[sz]\w+
        |\bset\s(?:it\s)?apart\b|\bsteer\s(?:clear|around)|\bcounter(?:ed|ing)?\b
        |\b(?:confront|reckon\swith|contend\swith|answer\sto)\b|\bmost\sworr(?:y|ied)|\b(?:bad|tough(?:est)?|hard(?:est)?|difficult|tricky|tricki\w+|ugly|ugli\w+)\s(?:case|authority|precedent)\b
        |\bstumbling[\s-]block|\bobstacle|\bheadache\s(?:case|authority|precedent)|\bour\sheadache\b|\benemy\b""")),
    ("fallback", _any(r"""\bfall(?:ing)?[\s-]?back|\bback-?up\b|\breserve\b|\bsafety\snet|\bretreat|\bplan\sb\b
    |\bsecond\sline|\bsecond[\s-]string
        |\b(?:main|lead|first)\s(?:line|argument|point|case|authority|plan|one)\s(?:fails|collapses|falls|goes
        |is\slost)|\bturn\sto\b|\bstand-?by\b|\blast\sresort
        |\balternative\sauthority|\bif\sall\selse|\bsecond\schoice\b|\bspare\b|\bcontingency\b
        |\b(?:back\s)?pocket\b|\bunderstudy\b|\bplan-b\b|\blifeline\b
        |\bfall(?:s)?\sback\son\b|\b(?:secondary|alternative|substitute|emergency|insurance|safety)\s(?:case|authority|precedent|cite)\b
        |\bsecond[\s-]best\b|\brunner[\s-]up\b|\bparachute\b|\bin\sthe\swings\b|\bshould\s(?:we\slose|our\smain|the\smain)|\bin\scase\s(?:our|the|everything)\b
        |\bline\sof\sdefen[cs]e\b""")),
    ("lead", _any(r"""\blead(?:ing)?\s(?:authority|case|precedent|cite|ruling|decision|judge?ment|opinion)
    |\bmain\s(?:authority|case|precedent|ruling)
        |\bheadlin\w+|\btop\sof\s(?:the|our)\s(?:argument|brief|list)|\bhead(?:s|ing|ed)?\s(?:up\s)?(?:the
        |our)\s(?:argument|brief|list)
        |\bnumber[\s-]one\b|\bprincipal\s(?:authority|case)|\bprimary\s(?:authority|case|cite)|\bflagship
        |\blead(?:s|ing)?\swith\b|\bled\swith
        |\bcentre-?piece|\bcenterpiece|\bchief\sauthority|\bcornerstone|\bforemost\b|\bopen(?:s|ing)?\s(?:the
        |our)\sargument|\bleans?\son\smost
        |\bfront\sand\scent|\blead(?:s|ing)?\s(?:the|our)\s(?:brief|argument|reply|charge)\b|\bspearhead\w*
        |\bpride\sof\splace|\bopen(?:s|ing)?\swith\b|\bgo(?:es|ing)?\sfirst\b|\bcomes?\sfirst\b
        |(?<!in\sthe\s)\bfirst\splace\b|\bfirst\sauthority|\btop\s(?:authority|case|billing|spot|slot|cite)
        |\bmainstay|\bstrongest\s(?:authority|case|card)|\bnumber\s1\b|\bup\sfront\b|\bmain(?:ly)?\srel(?:y|ies
        |ied)\son
        |\brel(?:y|ies)\son\smost\b|\bour\s(?:best|star|anchor)\b|\b(?:key|chief|core|premier|go-?to)\s(?:authority|case|precedent|cite)\b
        |\bbackbone\b|\blinchpin\b|\bkeystone\b|\bbedrock\b|\bat\sthe\s(?:head|front)\sof\b|\bon\stop\b
        |\bheads?\sour\b""")),
)  # fmt: skip
"""The places a document can hold in a team's work, tried in this order."""

ASSIGNED = _any(r"""
    \b(?:re-?)?read(?:ing|s)?(?:\s(?:up|list|pile|assignment|it|over|through))?\b | \bhome-?work\b | \bassign\w*
    | \bstud(?:y|ies|ying)\b
    | \bgo(?:ing)?\s(?:carefully\s)?through\b | \bget(?:ting)?\s(?:through|to\sgrips)\b
    | \bwork(?:ing)?\s(?:through|your\sway)\b | \bsit\sdown\swith\b
    | \btake\sa\s(?:good\s|proper\s|close\s)?look\b | \bhave\sa\s(?:good\s|proper\s|close\s)?look\b
    | \blook(?:ing)?\s(?:at\sit|over|into)\b | \bdigest\b
    | \bperus\w+ | \bsummari[sz]\w+ | \breview\s(?:it|this|that)\b | \btask(?:ed)?\b | \btackl\w+ | \b(?:your
    |our)\stake\son\b | \bit['’]s\syours\b
    | \bmaster\b | \bplate\b | \bto-?do\b | \bdesk\b | \bsaddled\b | \blanded\swith\b | \blumbered\b
    | \bentrust\w* | \bin\scharge\sof\sread\w* | \b(?:was|been|is|were)\s(?:handed|given|set)\b | \bgiven\sto\b
    | \bhanded\sto\b | \bmust\sread\b | \b(?:care|in-?tray|in-?box|pile|portfolio)\b | \bin\s\w+['’]s\shands\b
    | \b(?:has|have|is|needs?|got|supposed|told|asked|meant|due|expected|instructed)\sto\s(?:look|read|get|go|study
    |digest|work|plough|plow|wade|tackle|take) | \bplough\w* | \bwad(?:e|ing)\b | \bvolunteer\w* | \bbrief\sus\b
    | \breport\sback\b
""")  # fmt: skip
"""Somebody is given a document to read."""
PRAISED = _any(r"""
    \bimpress\w* | \bthrill\w* | \brav(?:e|ed|es|ing)\b | \bpersua\w+ | \bwon\sover\b | \bconvinc\w+
    | \btaken\swith\b | \blov(?:e|ed|es|ing)\b
    | \bador\w+ | \badmir\w+ | \bpraise\w* | \benthus\w+ | \bdelight\w* | \bfan\b | \bkeen\son\b | \bsuperb\b
    | \bexcellent\b | \bairtight\b
    | \bbrilliant\w* | \bstrong(?:est)?\b | \bfavou?rit\w+ | \bfond\b | \bswear(?:s|ing)?\sby\b | \bliked\b
    | \bwow(?:ed)?\b | \bholds?\sup\b
    | \bbelieve\w* | \bsold\b | \bsterling\b | \bsolid\b | \bcompelling\b | \bsung?\b.*\bpraises\b
    | \bbowled\sover\b | \bapprov\w+ | \btaken\sby\b | \bglow\w* | \bhigh(?:ly)?\b | \bsmitten\b | \benamou?r\w*
    | \bcrazy\sabout\b | \bbeautiful\w* | \bspot\son\b | \bhooked\b
    | \bconvert\w* | \bon\sboard\b | \bendors\w+ | \bwarm(?:ed|s|ly)?\b | \bgush\w* | \bexcit\w+ | \bpleased\b
    | \bhappy\swith\b | \bvouch\w* | \blikes?\b | \bbest\b | \bmarvel\w* | \bmagnificent\b
    | \bconclusive\b | \bunanswerable\b | \bimpeccabl\w+ | \bfantastic\b | \bgreat\b | \bapplaud\w*
    | \bcelebrat\w* | \brespect(?:s|ed)\b | \bheld\sup\b | \bclear\b | \bgem\b | \bgood\s(?:to\ssay|things?|words?)\b
    | \bkind\swords\b | \bthe\sworld\sof\b
    | \b(?:spoke|speaks?|spoken|talked|talks?|thinks?|thought)\s(?:so\s|very\s|quite\s)?(?:well|highly)\sof\b
    | \benjoy\w* | \badmirer\b | \bcompliment\w* | \bcommend\w* | \brated?\b | \bhail\w+
    | \btook\s(?:a\sliking\s)?to\b | \bappreciat\w+ | \bcredit\swhere\b | \bhow\sgood\b
    | \brestor\w+\s(?:\w+\s)?(?:faith|hope)\b | \bsmil(?:e|ed|ing)\b
    | \bfell\s(?:for|in\slove)\b | \bin\slove\b | \bcharm\w*
    | \bbowl\w*\sover\b | \btop\smarks\b | \bdelight\b | \bpraises\b | \bnailed\b | \bworks\sfor\sme\b
""")  # fmt: skip
DOUBTED = _any(r"""
    \bdoubt\w* | \bwasn['’]t\sbuying\b | \bnot\s(?:buying|sold|convinced|persuaded|impressed|keen|a\sfan)\b
    | \b(?:didn['’]t|don['’]t)\sthink\smuch\b
    | \bdisparag\w+ | \bmisgiv\w+ | \blittle\sfaith\b | \bcold\b | \bsceptic\w* | \bskeptic\w* | \bunmoved\b
    | \bunimpressed\b | \bunconvinced\b
    | \bunpersuaded\b | \bdislik\w+ | \bcriti\w+ | \bwobbl\w+ | \bnever\swarmed\b | \bdisappoint\w+ | \bhat(?:ed
    |es)\b | \bweak\w*\b | \bpan(?:s|ned)\b
    | \bshaky\b | \bflaw\w* | \breservations\b | \bdidn['’]t\srate\b | \bdismiss(?:ed|ive)\sof\b | \bpoor(?:ly)?\b
    | \bpff\b | \bthin\b | \bunderwhelm\w+
    | \bdistrust\w* | \blukewarm\b | \buneas\w+ | \bwary\b | \bunhappy\b | \bgrumbl\w* | \bcomplain\w*
    | \bobject(?:ed|s)\b | \btore\b | \bsour\w*\b | \bquestion(?:ed|s)\b | \bunsure\b
    | \btrouble\swith\b | \bquarrel\w* | \bcouldn['’]t\sstand\b | \bno\s(?:fan|time\sfor)\b | \b(?:low|dim
    |poor)\s(?:opinion|view)\b | \bmixed\sfeelings\b | \bsuspicio\w+ | \bhalf-hearted\b | \bunsound\b
    | \bnitpick\w* | \bleft\s(?:her|him|me)\scold\b | \bdistast\w* | \bdisapprov\w* | \bdeplor\w* | \bscorn\w*
    | \brubbish\w* | \boverrated\b | \bconfus\w+ | \bmuddl\w+ | \bholes\b | \bfault\w*\b | \bfalls?\sapart\b
    | (?:n['’]t|\bnot|\bcannot|\bnever)\s(?:\w+\s)?(?:buy|see|trust|like|love|believe|rate|lean|rely|rest|bank|count
    |build|recommend|warm|get\sbehind|bring\smyself)\b | \bhesitan\w+ | \bunimpressive\b
    | \bthinks?\s(?:very\s)?little\b | \bthought\s(?:very\s)?little\b
    | \bI['’]ve\s(?:read|seen|heard)\b[^.?!]*\b(?:\w+er|more\s\w+)\sthan\b
    | \bqualms\b | \bdisagree\w*\b | \btook\sagainst\b
""")  # fmt: skip
NEGATED = re.compile(
    r"(?:\b(?:not|never|hardly|scarcely|barely|far from|anything but|failed to|fails to|less than|without|no longer|"
    r"little|no|nothing|none|few|any|isn't|wasn't|(?:wanted|tried|hoped|wished|expected)(?:\s\w+){0,2}\sto)\b"
    r"|n['’]t\b)\W+(?:\w+\W+){0,2}$",
    re.IGNORECASE,
)
"""What stands before praise that is none, and blame that is none."""
BROUGHT = _any(r"""
    \b(?:brought|bring\w*|rais(?:e|ed|es)|tabled|flag\w*|shar(?:e|ed)|show(?:n|ed)?|introduc\w+|present(?:ed|s)?
    |mention\w*|had\b|dug|dig|circulat\w+
    |suggest\w*|propos\w+|gave|give[ns]?|found|find|produc\w+|spoke|speak|came\swith|put\sforward|offer\w*|talked
    |recommend\w*|pick\w*|pull\w*
    |unearth\w*|turned\sup|nominat\w+|pitch\w*|contribut\w+|hand\w*|cit(?:e|ed)|champion\w*|surfac\w+|sen[dt]|(?:took|taken)\salong)\b
""")  # fmt: skip
WEAKLY_BROUGHT = _any(r"""
    \b(?:had|found|find|gave|give[ns]?|pick\w*|hand\w*|sen[dt]|dig|cit(?:e|ed)|talked|spoke|speak)\b
""")
"""Verbs that may tell that somebody brought something, and may tell much else."""
SETS = _any(r"""
    \b(?:from\s(?:now|here|this\sminute|today)\s?(?:on)?|becomes?|is\snow|now\sis|instead|replac\w+|switch\w*
    |swap\w*|as\sof\s(?:now|today|this)|henceforth
    |let['’]s\s(?:make|call|use|treat|take)|shall\sbe|will\sbe|promot\w*|make\sit
    |chang(?:e|es|ed|ing)|no\slonger|starting\s(?:today|now)|hereby|for\sthe\srecord)\b
""")  # fmt: skip
"""Something is given a place."""
CANCELLED = _any(r"""
    \b(?:turned|voted|shot)\s(?:it|that|him|her|them|this)?\s?down\b | \bdecided\sagainst\b
    | \bwe['’]re\snot\sdoing\b | \bdidn['’]t\sfly\b
    | \bno\stakers\b | \bwithdraw\w*\b | \bscrap\sthat\sidea\b | \bnobody\s(?:agreed|wanted)\b | \brejected\b
    | \bwe\s(?:said|voted)\sno\b
""")  # fmt: skip
"""A proposal that came to nothing."""
NOT_YET = _any(r"""
    \b(?:original(?:ly)?|at\sfirst(?!\sinstance)|initial(?:ly)?|to\sbegin\swith|first\schoice|started\sout|formerly
    |previous(?:ly)?)\b
""")
"""The question is about an earlier state."""
