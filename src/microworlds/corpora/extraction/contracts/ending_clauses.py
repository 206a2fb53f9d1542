"""Rows of the table of clauses: how an agreement is ended, with notice or for a breach that is not cured.

Source: the clause categories of CUAD v1 (The Atticus Project) and commercial practice; wording is our own.
"""

from __future__ import annotations

from microworlds.corpora.extraction.contracts.clauses import LEAST, NOTICE, row

_BREACH = (
    r"(?i)breach|default|insolven|bankrupt|\bfail|change (?:of|in) control|force majeure|violat|non-?payment|"
    r"\bcure|infring|\bregulatory|\bsafety|court of competent"
)
_CONDITION = (
    r"(?i)\bif\b|\bin the event\b|\bin case\b|\bupon the occurrence|\bbecause\b|\bdue to\b|\bunless\b|"
    r"\bwhere\b|\bshould\b|\bwhen\b"
)
_ENDS = r"(?i)^(?!.*\b(?:for cause|breach|default|insolv|change)).*(?:terminat|^term\b)"

_AFTER = r"[’']?(?: ?\((?:[^()]|\([^()]*\)){0,140}\))?,? (?:period )?(?:after|of|from|following"
_OTHER_TIME = (
    r"(?i)\bpay(?:ment|ments|ing)?\b|\bmonetary\b|\bdiligent|\bmust have occurred|\bextend|\badditional\b|\binsolv"
)
_OF_GOODS = r"(?i)\bwarrant|\bdeliverable|\baudit|\bsoftware\b|\bdefect"

ENDING = (
    row(
        "convenience_notice",
        "terminate|cancel",
        r"\b(?:terminate|cancel) (?:this|the) Agreement\b[^.;]{0,240}?(?:upon|by(?: giving| providing)?|"
        r"on|with|giving|providing)(?: to)?(?: the other [Pp]arty| [A-Z]\w+)?(?: with)? " + LEAST,
        "(?i)" + NOTICE + "|[’']? (?:prior|advance) written",
        having=r"(?i)for (?:any|its|his|their|no)(?: or no)? (?:\w+ )?(?:reason|convenience|cause)|without cause|"
        r"for convenience|"
        r"at any time|with or without|at will|sole discretion|for no reason",
        but=_BREACH,
    ),
    row(
        "convenience_notice",
        "terminated|cancelled|canceled",
        r"\b(?:[Tt]his|[Tt]he) Agreement (?:may|can) be (?:terminated|cancelled|canceled)\b[^.;]{0,200}?(?:upon|"
        r"by(?: giving| providing)?|"
        r"on|with|giving|providing)(?: to)?(?: the other [Pp]arty)? " + LEAST,
        "(?i)" + NOTICE,
        but=_BREACH + r"|" + _CONDITION.removeprefix("(?i)"),
    ),
    row(
        "convenience_notice",
        "erminat|ancel",
        r"\b(?:terminat(?:e|ion)|cancel(?:lation)?)\b[^.;]{0,240}?(?:upon|by(?: giving| providing)?|"
        r"on|with|giving|providing|least)(?: to)?(?: the other [Pp]arty| [A-Z]\w+)?(?: with)? " + LEAST,
        "(?i)" + NOTICE,
        having=r"\b[Aa]greement\b",
        but=_BREACH,
        under=r"(?i)convenience|without cause|at will|at any time|for any reason|\bvoluntary termination",
        rank="1",
    ),
    row(
        "convenience_notice",
        "terminate",
        r"\b(?:may|right to|option to|entitled to) terminate (?:this|the) Agreement(?:,? in its entirety|, "
        r"without cause)?,? (?:at any time )?"
        r"(?:upon|by giving|by providing|on|with)(?: the other [Pp]arty| [A-Z]\w+)?(?: with)? " + LEAST,
        "(?i)" + NOTICE,
        but=_BREACH + r"|" + _CONDITION.removeprefix("(?i)"),
        rank="2",
    ),
    row(
        "convenience_notice",
        "notice",
        r"(?i)\bby (?:any|either|each)\b[^.;]{0,90}?\b(?:providing|upon|on|giving)(?: the other \w+)? " + LEAST,
        "(?i)" + NOTICE + r"(?: to (?:the |each )?other (?:party|parties))?[.;]?(?: or| and)?$",
        but=_BREACH + r"|" + _CONDITION.removeprefix("(?i)"),
        under=r"(?i)\btermination",
        rank="1",
    ),
    row(
        "convenience_notice",
        "notice",
        r"(?i)\bfor any (?:reason )?or no reason\b[^.;]{0,40}?(?:upon|on|with|by giving|by providing)(?: the "
        r"other party)? " + LEAST,
        "(?i)" + NOTICE,
        but=_BREACH,
        under=_ENDS,
        rank="1",
    ),
    row(
        "convenience_notice",
        "terminat",
        r"(?i)\bterminate (?:this|the) agreement\b[^.;]{0,200}? notice (?:to [^.;]{0,40} )?(?:of )?(?:at least|"
        r"not less than|no less than|of) ",
        having=r"(?i)for (?:any|its|no)(?: or no)? (?:\w+ )?(?:reason|convenience|cause)|without cause|at any "
        r"time|at will|sole discretion",
        but=_BREACH,
        rank="1",
    ),
    row(
        "convenience_notice",
        "notice",
        r"(?i)\b(?:at any time|any time|without cause|for convenience|for any (?:reason )?or no reason|for "
        r"(?:any|no) reason|for any reason whatsoever|"
        r"in its sole discretion),? (?:upon|on|with|by giving|by providing|after|effective upon)(?: the other "
        r"party| \w+)?(?: with)? " + LEAST,
        "(?i)" + NOTICE,
        having=r"(?i)\bterminat",
        near=_BREACH + r"|\bregist|\bdiscontinu",
        under=_ENDS,
        rank="1",
    ),
    row(
        "cure_period",
        "cure|emed|correct",
        r"(?i)\b(?:cured?|curing|remed(?:y|ied)|corrected|correct)\b(?:,? (?:to [^,.;()]{0,60}|such|the|any|said|"
        r"that|its|the same|it)?(?:[^.;,()]{0,40}?"
        r"(?:breach(?:es)?|defaults?|failure|violation|non-?compliance|same|part(?:y|ies)[’']?s?|satisfaction)"
        r")?)?,? (?:with)?in (?:a |the )?"
        r"(?:further )?(?:period of )?(?:not (?:less|more) than )?",
        _AFTER + r")[^.;]{0,110}\b(?:notice|receipt|notified|notification|receiv)",
        having=r"(?i)\bterminat",
        near=_OTHER_TIME + r"|\bregulat|\blien\b|\bdeliverable",
    ),
    row(
        "cure_period",
        "cure|emed|correct",
        r"(?i)\b(?:cured?|curing|remed(?:y|ied)|corrected|correct)\b[^.;]{0,70}? within (?:a |the )?(?:further "
        r")?(?:period of )?",
        _AFTER + r")[^.;]{0,110}\b(?:notice|receipt|notified|notification|receiv)",
        having=r"(?i)\bbreach|\bdefault",
        but=_OF_GOODS,
        near=_OTHER_TIME + r"|\blien\b|\bpetition|\bdismissed",
        rank="1",
    ),
    row(
        "cure_period",
        "cure|emedy",
        r"(?i)\b(?:shall|will) (?:then )?have (?:a period of )?|\bhas |\bhave had |\bhave (?:a period of )?",
        r"[’']?(?: ?\((?:[^()]|\([^()]*\)){0,140}\))? (?:after|from|following|of|in which|to)"
        r"[^.;]{0,110}\b(?:cure|remedy)",
        having=r"(?i)\bnotice",
        near=r"(?i)\bpay(?:ment|ments|ing)?\b\s*$|\bmonetary\b|\bregulat|\blien\b",
        rank="1",
    ),
    row(
        "cure_period",
        "breach|default",
        r"(?i)\b(?:breach|default)(?:es|s)?\b[^.;]{0,160}?\b(?:continu\w+|not (?:been )?(?:cured|remedied|"
        r"corrected)|un(?:cured|remedied)|fails? to cure|"
        r"fail(?:s|ed|ure)? to (?:remedy|correct))\b[^.;]{0,60}?(?:for|within) (?:a )?(?:period of )?",
        _AFTER + r"|thereafter)",
        having=r"(?i)\bnotice",
        but=_OF_GOODS,
        near=_OTHER_TIME + r"|\blien\b|\bpetition",
        rank="1",
    ),
    row(
        "cure_period",
        "breach|default",
        r"(?i)\b(?:upon|by giving|giving|providing|after|with|given|on)(?: the other party)? " + LEAST,
        r"(?i)"
        + NOTICE
        + r"[^.;]{0,260}\b(?:cured?|remed(?:y|ied))\b[^.;]{0,90}\b(?:within|during|prior to|before|by|at)"
        r"\b[^.;]{0,30}\b(?:such|said|the|that)\b",
        having=r"(?i)\bterminat",
        but=_OF_GOODS,
        near=_OTHER_TIME + r"|\blien\b|\bpetition",
        rank="1",
    ),
)
