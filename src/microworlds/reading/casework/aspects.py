"""Which fact of a document a question asks for, in the names of ``microworlds.corpora.attributes``."""

from __future__ import annotations

import re

_LAWYER = r"(?:counsel|lawyers?|attorneys?|advocates?|solicitors?|barristers?|law(?:yer)?s?\sfirm)"
_APPEALING = r"(?:appellants?|petitioners?|appealing\s(?:side|party))"
_ANSWERING = r"(?:appellees?|respondents?|other\sparty|opposing\sparty|answering\s(?:side|party))"
_ACTED = (
    r"(?:represent\w*|appear\w*|act(?:ed|s|ing)?|argued?|spoke|plead\w*|stood\sup|on\sthe\sbrief|for\sthe|counsel\w*|"
    r"defended|spoke\sfor)"
)
_BODY = r"(?:court|tribunal|body|agency|board|bench|forum|instance|commission|panel)"
_BELOW = (
    r"(?:\bbelow\b|\blower\b|\btrial[\s-](?:level\s)?(?:court|judge|tribunal|level)|\bfirst[\s-]instance|\b"
    r"instance\b|"
    r"\boriginat\w*|\bcame?\sup\sfrom|\bcome\sup\sfrom|\bappeal(?:ed|s)?\b[^?]{0,30}\b(?:from|against|taken|"
    r"reach)|\bheard\b[^?]{0,60}\bfirst\b|"
    r"\btaken\sfrom|\bruled\sbefore|\bbefore\sthe\s(?:matter|case|appeal)\sreached|\breviewed\sthere|\bunder\sreview|"
    r"\b(?:order|ruling|decision|judge?ment|decree)\b[^?]{0,30}\b(?:being|was|been|is|were|got)\sappealed|\b"
    r"under\sappeal|\bup\sfor\sreview|\b(?:was|being|been|is)\s(?:reviewed|challenged)\b|"
    r"\b(?:decided|ruled|heard|acted|spoke)\sfirst\b|\bbeforehand\b|\bdown\sthe\sladder\b|\bone\slevel\sdown\b|"
    r"\bstarted\sout\b|"
    r"\bbegan\b|\breviewing\b|\bfirst\sheard|\bheard\s(?:it|the\scase)\sfirst|\bwhose\s(?:order|decision|"
    r"judge?ment|ruling))"
)

_ASPECTS: tuple[tuple[str, str], ...] = (
    ("earliest_precedent",
        r"\b(?:oldest|earliest)\s(?:case|decision|ruling|authority|opinion|one)s?\b[^?]{0,30}\b(?:refers?|"
        r"relie[sd]|mention\w*|"
        r"quote[sd]?|draws?|names?|in\sit)\b|\b(?:oldest|earliest|most\sancient|most\svenerable|furthest\sback|"
        r"farthest\sback|goes\sback\s(?:the\s"
        r")?"
        r"(?:furthest|farthest)|first)\b[^?]{0,60}\b(?:precedents?|cit(?:e|ed|es|ing|ation)\w*|authorit\w+|relied)"
        r"|\b(?:precedents?|cit(?:ed|es|ing|ations?)|authorit\w+)\b[^?]{0,80}\b(?:oldest|earliest|most\s"
        r"ancient|furthest|farthest|goes\sback)"),
    ("counsel_city",
        rf"(?:\bwhere\b|\btown\b|\bcity\b|\boffices?\b|\bbased\b|\bpractis\w*|\bpractic\w*|\bplace\b|\b"
        rf"hail\w*)[^?]{{0,80}}\b{_LAWYER}"
        rf"|{_LAWYER}[^?]{{0,90}}(?:\bwhere\b|\btown\b|\bcity\b|\boffices?\b|\bbased\b|\bpractis\w*|\b"
        rf"practic\w*|\bhail\w*|\bwhat\splace)"),
    ("counsel_appellee",
        rf"\b{_LAWYER}\b[^?]{{0,70}}{_ANSWERING}|{_ANSWERING}[^?]{{0,40}}\b{_LAWYER}|\bwho\b[^?]{{0,40}}\b"
        rf"{_ACTED}\b[^?]{{0,40}}{_ANSWERING}"
        rf"|{_ANSWERING}[^?]{{0,80}}\bwho\b[^?]{{0,20}}\b{_ACTED}|{_ANSWERING}['’]s?\sside"),
    ("counsel_appellant",
        rf"\b{_LAWYER}\b[^?]{{0,70}}{_APPEALING}|{_APPEALING}[^?]{{0,40}}\b{_LAWYER}|\bwho\b[^?]{{0,40}}\b"
        rf"{_ACTED}\b[^?]{{0,40}}{_APPEALING}"
        rf"|{_APPEALING}['’]s?\sside|\b(?:who|which|what|whose|name)\b[^?]{{0,20}}{_LAWYER}\b|\b{_LAWYER}\b"
        rf"[^?]{{0,30}}\bwho\b"),
    ("dissenter",
        r"\bdissent\w*|\bbroke\sranks|\bdisagreed\swith\sthe\s(?:majority|rest|others)|\bvoted\sagainst|\bin\s"
        r"the\sminority|\bparted\s(?:ways|company)"),
    ("concurrer", r"\bconcur\w*|\bwrote\sseparately|\bseparate\sopinion"),
    ("judge_below",
        r"\b(?:trial|hearing|motion|sentencing)\s(?:judge|officer)\b|\bjudge\b[^?]{0,50}\b(?:below|at\sfirst\s"
        r"instance|in\sthe\s(?:trial|lower)\scourt)"
        r"|\b(?:below|lower\scourt|trial\scourt|first\sinstance)\b[^?]{0,40}\b(?:which|what)\sjudge|\bpresided\b"
        r"|\bjudge\b[^?]{0,40}\b(?:decision|order|ruling)\swas\s"
        r"(?:reviewed|appealed)"),
    ("author",
        r"\b(?:judge|justice|author)\b[^?]{0,25}\bsame\b|\bshare\b[^?]{0,12}\b(?:judge|author)\b|\bauthor(?:s|"
        r"ed|ship)?\b(?!\s(?:of|at)\sthe\s(?:brief|memo))|\bpen(?:s|ned)\b|\b(?:who|whom|judge|"
        r"justice)\b[^?]{0,60}\b(?:wrote|written|write|pen(?:ned)?|authored"
        r"|deliver\w*|hand(?:ed)?\sdown|responsible|behind|drafted|spoke\sfor\sthe\scourt|signed)|\b(?:by\s"
        r"whom|whose\s(?:pen|opinion|hand|work))\b"
        r"|\b(?:which|what|one|same)\s(?:judge|justice)\b|\bjudge['’]s\sname|\bwho\swas\sthe\s(?:judge|"
        r"justice)\b|\bby\swhich\s(?:judge|justice)"
        r"|\bname\b[^?]{0,20}\b(?:judge|justice)\b|\bthe\sopinion\sby\swhom|\bwho\s(?:wrote|writes|authored|"
        r"penned|delivered)\b"),
    ("docket",
        r"\bdocket\w*|\b(?:case|file|appeal|cause|court)\s(?:no\.|numbers?)|\b(?:under|what|which|by\swhat)\s"
        r"(?:\w+\s)?number\b|\bnumber\b[^?]{0,40}\b(?:filed|listed|registered|bear|carr)"),
    ("standard",
        r"\bstandard\sof\sreview\b[^?]{0,60}\b(?:same|identical|different)\b|\b(?:what|which|same|identical|"
        r"different|common|how\s(?:closely|strictly))\s(?:\w+\s"
        r"){0,2}?(?:standards?|scope|level)\b(?:\sof\s(?:appellate\s)?(?:review|scrutiny|deference))?"
        r"|\bstandard\sof\sreview\s(?:\w+\s){0,3}(?:appl|us|govern|adopt|does|did|is\sapplied|was)|\breview\w*\b"
        r"[^?]{0,40}\bunder\s(?:what|which|an?|the)\s(?:\w+\s)?standard"
        r"|\bhow\sdeferential"),
    ("issue",
        r"\b(?:what|which)\s(?:\w+\s)?(?:issue|question)s?\b|\b(?:issue|question)\b[^?]{0,40}\b(?:before\sthe\s"
        r"court|presented|to\s(?:be\s)?decide\w*|to\sresolve|faced|framed|raised)"
        r"|\bcalled\supon\sto\sdecide|\bwhat\b[^?]{0,30}\basked\sto\s(?:decide|determine|resolve)"),
    ("county", r"\b(?:what|which|in\swhat|from\swhat)\s(?:\w+\s)?count(?:y|ies)\b"),
    ("outcome",
        r"\b(?:decid|rul|dispos|treat|handl)\w*\s(?:on\s|of\s|with\s)?the\s(?:demurrer|motion|petition|"
        r"application|appeal)\b|"
        r"\b(?:order|judge?ment|decision|ruling|verdict|conviction)\b[^?]{0,40}\b(?:upheld|overturned|affirmed|"
        r"reversed|stand|survive)\b|\boutcomes?\b|\bdispos\w+|\bupshot\b|\bfate\b|\bbecame\sof\b|\bbecome\sof\b"
        r"|\bhow\b[^?]{0,140}\b"
        r"(?:end|ended|come\sout|came\sout|turn(?:ed)?\sout|resolv\w+"
        r"|decided|fare\w*|conclude\w*|go|rule)\b|\bresult\b|\bwhat\shappened\b|\bwhat\sdid\s(?:the\s"
        r")?(?:court|judges|justices|bench|panel)\sdo\b|\b(?:ruling|decision)\son\sthe\s"
        r"(?:demurrer|motion|petition|appeal|application)|\bend(?:ed)?\sthe\ssame\sway|\bsame\s(?:way|"
        r"disposition|result)|\b(?:affirm|reverse|vacate|dismiss|uphold|overturn"
        r"|remand|sustain|overrule|deny|grant)\b|\bwho\s(?:won|prevailed)\b|\bsucceed\w*"),
    ("holding",
        r"\b(?:does|did|do)\s(?:the\s)?(?:court|judges|it|they)\srule\b|\bwhat\s(?:was|is|did\s(?:the\scourt|"
        r"they|it|the\sjudges))\s(?:decided?|held|settled?)\b|\bholding\b|"
        r"\b(?:court|judges?|it|they|opinion|ruling|decision|case|did)\s(?:\w+\s)?hold(?:s)?\b|\b"
        r"(?:court|judges|it|what)\s(?:was\s)?held\b|\bconclude[sd]?\b|\bconclusion\b|\brule\sdid\b|\blay\s"
        r"down\b|\blaid\sdown\b|\bwhat\b(?!\s(?:court|judge|day|date|county))[^?]{0,40}\b(?:decide|establish|"
        r"find|found|say\sabout)\b"
        r"|\bproposition\b|\bprinciple\b|\bstand\sfor\b|\bratio\b"),
    ("statute",
        r"\bstatut\w+|\bprovisions?\b|\b(?:which|what)\s(?:section|act|code|law|article|paragraph)\b|\bsection\s"
        r"of\b|\blegislation\b|\benactment|\bsections\b|\bact\b"),
    ("tribunal_below",
        rf"\b(?:what|which|from\swhich|same|whose)\b[^?]{{0,40}}\b{_BODY}\b[^?]{{0,120}}{_BELOW}|"
        rf"{_BELOW}[^?]{{0,60}}\b{_BODY}\b|\b(?:from\swhich|what|which)\s(?:\w+\s)?"
        rf"(?:lower|trial|inferior)[\s-]\w+|\bappealed\sfrom\s(?:the\ssame|what|where)|\bwhere\b[^?]{{0,60}}\b"
        rf"appeal(?:ed)?\b[^?]{{0,30}}\bfrom\b|\bcourt\sof\sfirst\sinstance|\bsame\slower\scourt|\bwhere\b"
        rf"[^?]{{0,40}}\b(?:tried|first\sheard)\b|"
        rf"\bwhose\s(?:order|ruling|decision|judge?ment|determination|decree)\b|\bbefore\s(?:which|what)\s"
        rf"(?:\w+\s)?{_BODY}\b|"
        r"\bboth\s(?:be\s)?appeal(?:ed|s)?\b[^?]{0,20}\bsame\b"),
    ("county", r"\bcount(?:y|ies)\b|\bparish\b"),
    ("court",
        r"\b(?:what|which|whose|same|by\swhat|by\swhich|one|from\swhich|name\sof\sthe)\s(?:(?!did\b|does\b|do\b"
        r"|has\b|had\b|was\b|is\b)[\w-]+\s){0,3}?courts?\b|\bsame\sbench\b|\bcourts?\b[^?]{0,25}\bsame\b|\b"
        r"share\b[^?]{0,12}\bcourt\b|\bcourt\b[^?]{0,30}\b(?:issued|"
        r"decided|handed|put)|\b"
        r"from\sthe\scourt\sthat|\bsister\scourt"),
    ("sentence",
        r"\bsentenc\w+|\bprison\b|\bimprison\w*|\bjail\b|\bincarcerat\w+|\bterm\b[^?]{0,30}\b(?:served?|"
        r"imposed)"),
    ("fine", r"\bfine[ds]?\b(?=[^?]{0,50})|\bpenalt\w+|\brestitution\b"),
    ("price",
        r"\bprices?\b|\bsold\sfor\b|\bbought\sfor\b|\bpurchase\b|\bpaid\sfor\b|\bhow\smuch\b[^?]{0,50}\b"
        r"(?:cost|sold|bought|pa(?:y|id))"),
    ("award",
        r"\baward\w*|\bdamages\b(?=[^?]*\b(?:recover|grant|receive|get|got|give|fix|set|jury|verdict))|\b"
        r"verdict\b|\bcompensation\b(?!\sappeal)|\bhow\smuch\b[^?]{0,40}\b(?:recover\w*|receive\w*|granted)"),
    ("claimed",
        r"\bsue\s(?:\w+\s)?for\b|\bsued\s(?:\w+\s)?for\b|\bclaim(?:ed|ing|s)?\b|\bdemand\w*|\b(?:seek|sought|"
        r"owe[ds]?)\b|\bamount\sin\scontroversy|\bat\sstake"),
    ("appellant",
        r"\bwho\s(?:appealed|appeals|brought\sthe\sappeal|petitioned)|\b(?:which|what)\sparty\sappeal|\b"
        r"appellant\b[^?]{0,20}\bwho\b|\bwho\b[^?]{0,20}\bappellant"),
    ("appellee", r"\bwho\b[^?]{0,20}\b(?:appellee|respondent)\b"),
    ("plaintiff", r"\bwho\b[^?]{0,20}\b(?:plaintiff|sued|filed\sthe\ssuit|brought\sthe\s(?:suit|action))"),
    ("defendant", r"\bwho\b[^?]{0,20}\b(?:defendant|was\ssued|was\saccused|was\scharged)"),
    ("panel", r"\bpanel\b|\bwho\ssat\b|\bbench\b"),
)  # fmt: skip
_COMPILED = tuple((name, re.compile(pattern, re.IGNORECASE)) for name, pattern in _ASPECTS)

_DATES: tuple[tuple[str, str], ...] = (
    ("argued_on",
        r"\bargu(?:ed|es|e|ing)\b|\boral\sargument|\bargument\b(?!\s(?:section|note))|\b(?:hearing|heard)\b(?!\s"
        r"(?:prep|officer|examiner))"),
    ("submitted_on", r"\bsubmi(?:t|ts|tted|ssion)\b"),
    ("ruled_below_on",
        r"\b(?:order|ruling|judge?ment|decision|decree|determination|adjudication|award)\s(?:below|under\s"
        r"(?:review|appeal)|appealed|of\sthe\s(?:trial|lower|county|[A-Z])|in\sthe\slower|of\sfirst)"
        r"|\b(?:board|commission|trial\scourt|lower\scourt|court\sbelow|common\spleas|department|agency|"
        r"tribunal|commissioner|referee)(?:['’]s|s['’]|\sof\s\w+['’]s?)?\s(?:own\s)?(?:order|ruling|decision|"
        r"judge?ment|"
        r"determination|adjudication|decree)|\b(?:lower|trial)\scourt\s(?:ruled|decided|acted|entered)|\bruled\s"
        r"below|\bbelow\b"),
    ("filed_on",
        r"\b(?:start|beginning|commencement|launch|outset|institution)\sof\s(?:the\s)?(?:suit|action|case|"
        r"proceedings?|"
        r"lawsuit|litigation)|\bbr(?:inging|ought)\sof\sthe\s(?:suit|action)|\b(?:suit|action|complaint|"
        r"petition|claim|lawsuit|"
        r"proceedings?)\b[^?]{0,40}\b(?:filed|brought|begun|began|commenced|started|launched|instituted|"
        r"lodged)"
        r"|\b(?:fil|bring|commenc|institut|launch|lodg|start)\w+\s(?:of\s)?(?:the\s|a\s)?(?:suit|action|"
        r"complaint|petition|claim|lawsuit|proceedings?|case)\b|\bwhen\b[^?]{0,30}\bsued\b|\bsuit\swas\b"),
    ("incident_on",
        r"\baccident\b|\barrest\w*|\bcrime\b|\binjur\w+|\bincident\b|\bcollision\b|\bfell\b|\bshooting\b|\bthe\s"
        r"fall\b|\boffen[cs]e\b|\bevents?\b|\bfire\b"),
    ("decided_on",
        r"\bdecid\w*|\bdecision\b|\bruling\b|\brule[ds]?\b|\bjudge?ment\b|\bhand(?:ed|ing)?\sdown|\bissu(?:ed|"
        r"ing)\b|\bdelivered\b|\bcame?\sdown|\bcome\sdown|\bannounced\b|\brendered\b|\bdispos\w+|\bopinion\b"),
)  # fmt: skip
_DATE_PATTERNS = tuple((name, re.compile(pattern, re.IGNORECASE)) for name, pattern in _DATES)
_TEAM_ACT = re.compile(
    r"\b(?:[Ww]hen|[Oo]n (?:what|which) (?:day|date)|[Aa]t (?:what|which) \w+|[Ww]hat (?:day|date))\s(?:did|"
    r"will|is|was)\s"
    r"(?:[A-Z][a-z]+|we|he|she|they|you|I|the team|somebody|anybody)\b(?!['’]s\s(?:case|opinion|ruling|"
    r"decision|judge?ment))"
)
"""The question is when somebody of the team did something."""
DATES = frozenset(name for name, _ in _DATES)


def aspects(question: str) -> tuple[str, ...]:
    """Attributes that a question may ask for, likeliest first; none if it asks for nothing that a case states.

    >>> aspects("Remind me who penned the opinion Ines tabled")[0]
    'author'
    >>> aspects("From submission to decision, how many days went by in the matter?")[:2]
    ('submitted_on', 'decided_on')
    """
    text = " ".join(question.split())
    found = [name for name, pattern in _COMPILED if pattern.search(text)]
    if _TEAM_ACT.search(text) or (asks_time(text) and not any(pattern.search(text) for _, pattern in _DATE_PATTERNS)):
        return ()
    if asks_time(text) and not (found and found[0] in ("earliest_precedent", "sentence", "counsel_city")):
        return (*dates(text), *found)
    return tuple(found)


def asks_time(question: str) -> bool:
    """True if the answer is a day or a stretch of time, or the order of two days."""
    text = question.lower()
    if re.search(
        r"\b(?:before or after|after or before|earlier or later|which\s(?:of|one|case|ruling|decision|opinion|"
        r"judge?ment|came|was|is)\b[^?]*\b(?:first|earlier|later|last|older|newer)\b)",
        text,
    ):
        return True
    opens = re.search(
        r"\b(?:when|what date|which date|dates?|what day|which day|on what day|day of|on which (?:day|date)|"
        r"what month|which month|what year|which year)\b",
        text,
    )
    spans = re.search(
        r"\b(?:how many|how long|number of|full|whole|complete[d]?)\b[^?]*\b(?:days?|weeks?|months?|years?)?\b", text
    )
    counted = spans and re.search(r"\b(?:days|weeks|months|years|how long|how far apart|how far)\b", text)
    return bool(opens or counted)


def dates(question: str) -> tuple[str, ...]:
    """The events of a case whose days a question is about, in the order in which it names them."""
    found = []
    for name, pattern in _DATE_PATTERNS:
        match = pattern.search(question)
        if match:
            found.append((name, match.start()))
    special = [one for one in found if one[0] != "decided_on"]
    if len(special) >= 2:
        return tuple(name for name, _ in sorted(special, key=lambda one: one[1]))
    return (*tuple(name for name, _ in special), "decided_on")
