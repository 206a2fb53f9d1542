"""The table of clauses: one row for each way in which agreements state an attribute that has a shape of its own.

Here the clauses on the life of an agreement: when it begins, how long it lasts, how it is renewed and ended. Those on
what the parties owe each other are in ``duty_clauses``.

Source: the clause categories of CUAD v1 (The Atticus Project) and commercial practice; wording is our own.
"""

from __future__ import annotations

from microworlds.reading.documents.clauses import row
from microworlds.reading.documents.duty_clauses import DUTIES

_LEAST = (
    r"(?:(?:at least|not less than|no less than|a minimum of|no fewer than|not fewer than|no later than|not "
    r"later than) )?"
)
_GIVEN = r"(?:prior|advance|written|reasonable|in writing|prior,)"
_NOTICE = rf"[’']?,? (?:period )?(?:of )?(?:{_GIVEN} )*(?:{_GIVEN} )?notice"
_BREACH = (
    r"(?i)breach|default|insolven|bankrupt|\bfail|change (?:of|in) control|force majeure|violat|non-?payment|"
    r"\bcure|infring|\bregulatory|\bsafety|court of competent"
)
_CONDITION = (
    r"(?i)\bif\b|\bin the event\b|\bin case\b|\bupon the occurrence|\bbecause\b|\bdue to\b|\bunless\b|"
    r"\bwhere\b|\bshould\b|\bwhen\b"
)
_NOT_THIS = (
    r"(?i)\b(?:sublicen[sc]e|lease|work order|statement of work|purchase order|addendum|royalty term|warranty|"
    r"support|patent|"
    r"employment|offering|escrow|exclusivity period|option|fiscal|insurance|trial|research (?:term|program)|"
    r"confidential\w*)\b"
)
_RENEWED = (
    r"(?:(?:one|two|three|four|five|six|up to|an?|\(\d\)|additional|successive|consecutive|further|subsequent|separate|"
    r"like|renewal|automatic|multiple|more|extension|extended|rolling|the)[ ,]+)*"
)

_ENDS = r"(?i)^(?!.*\b(?:for cause|breach|default|insolv|change)).*(?:terminat|^term\b)"

CLAUSES = (
    row(
        "effective_on",
        "Effective Date",
        r"as of(?: the)? |effective (?:on|as of)(?: the)? |on(?: the)? |dated(?: the)? |this |of ",
        r",? ?\([^()\"“”]{0,60}[\"“”]Effective Date",
    ),
    row(
        "effective_on",
        "Effective Date",
        r"[\"“”]Effective Date[\"”] (?:means|shall mean|is|shall be|will be)(?: the)? ",
        r"(?! (?:or|if)\b)",
    ),
    row("effective_on", "Effective Date:", r"Effective Date: "),
    row(
        "effective_on",
        "effective",
        r"(?i)\bthis agreement (?:is|shall be|shall become|becomes|will be) effective (?:on|as of)(?: the)? ",
        r"(?! (?:or|if)\b)",
    ),
    row(
        "effective_on",
        "effective|Effective",
        r"\b(?:[Ee]ffective as of|[Ee]ffective|with effect from|shall take effect on|takes effect on)(?: the)? ",
        r"(?! (?:or|if)\b)",
        having=r"(?i)\bthis [^.;]{0,60}agreement\b[^.;]{0,120}\b(?:by and (?:between|among)|between|among)\b",
        rank="1",
    ),
    row(
        "expires_on",
        "expire|end |ending|terminate|until|through",
        r"\b(?:expire|end|terminate|continue|"
        r"remain in (?:full force and )?effect)s?(?: in (?:full force and )?effect)? (?:automatically )?(?:on|"
        r"until|through|at midnight on) (?:and including )?(?:the )?|\bending (?:on )?(?:the )?",
        having=r"\b(?:[Tt]erm|TERM|this Agreement)\b[^.;]{0,160}",
        but=r"(?i)\b(?:fiscal|calendar|quarter|year end|offering|lease|license year|period ended|budget|"
        r"extend|warranty|option)",
    ),
    row(
        "expires_on",
        "until|through",
        r"\b(?:until|through) (?:and including )?",
        r",? ?\((?:the |such period,? )?[\"“](?:Initial )?Term[\"”]",
    ),
    row(
        "expires_on",
        "Expiration Date|Termination Date|Expiry Date",
        r"[\"“”]?(?:Expiration|Expiry) Date[\"”]? ?(?:means|shall mean|is|shall be|:) ?",
    ),
    row(
        "term",
        "term|Term|TERM|period",
        r"(?i)\binitial (?:term|period) of (?:this agreement (?:is|shall be|will be) )?|\bterm (?:\([^()"
        r"]{0,60}\) )?of (?:this|the) agreement "
        r"(?:\([^()]{0,60}\) )?(?:shall be|is|will be|shall continue|shall have a duration of)(?: for)?(?: "
        r"an?)?(?: initial)?(?: (?:period|term) of)? ",
        r"(?![’']? (?:prior|notice))",
        but=_NOT_THIS,
    ),
    row(
        "term",
        "term|Term|TERM",
        r"(?i)\b(?:continue|remain in (?:full )?(?:force|effect)(?: and effect)?|be in effect|run|extend|be)(?: "
        r"in (?:full )?(?:force|effect)"
        r"(?: and effect)?)?(?: thereafter)? for (?:an? )?(?:(?:initial|fixed|minimum|total|primary) "
        r")?(?:(?:term|period) )?(?:of )?",
        r"(?![’']? (?:prior|notice))",
        having=r"(?i)\b(?:initial term|term of this agreement|[\"“]term[\"”]|this agreement (?:shall|will) "
        r"(?:commence|begin|"
        r"become|be effective|take|continue|remain|enter|come))",
        but=r"(?i)\bsurviv|\bconfidential|\brenew(?!al)|\bthereafter\b",
    ),
    row(
        "term",
        "erm|TERM",
        r"(?i)\b(?:for|of|continue|until|be) (?:an? |the )?(?:(?:initial|fixed|minimum|total|primary) )?(?:(?:term|"
        r"period) )?(?:of )?(?:at least )?",
        r"[^.;]{0,140}?\((?:the |such period,? |this |such period shall be |collectively,? |hereinafter (?:the )?)?"
        r"[\"“](?:Initial Term|Term|Initial Period|Agreement Term)[\"”]",
        but=r"(?i)\bsublicen|\blease\b|\bstatement of work|\bpurchase order|\broyalty term|\brenewal term "
        r"[^.;]{0,40}[\"“]Term",
    ),
    row(
        "term",
        "erm|TERM",
        r"[\"“](?:Initial )?Term[\"”] (?:means|shall mean|is|shall be|refers to)[^.;]{0,120}?\b(?:of|for|"
        r"continuing|and) ",
        r"(?![’']? (?:prior|notice|after the (?:end|exp)))",
        but=r"(?i)\bsublicen|\blease\b|\bstatement of work|\bpurchase order",
    ),
    row(
        "term",
        "have a|has a",
        r"(?i)\bthis (?:\w+ )?agreement (?:shall have|has|will have) an? (?:initial |minimum |fixed )?(?:term|"
        r"duration) of ",
        but=_NOT_THIS,
    ),
    row(
        "term",
        "xpire|nd |erminate|ontinue|ffect",
        r"(?i)\b(?:expires?|ends?|terminates?|continue[^.;]{0,30}? until|effect until)(?: on the date (?:that is|"
        r"which is))?(?: upon)? ",
        r" (?:after|from|following) (?:the )?(?:Effective Date|date (?:of this|hereof|the|on which)|Commencement "
        r"Date|Launch|first)",
        having=r"(?i)\bthis agreement\b|\bthe term\b",
        but=_NOT_THIS,
        rank="1",
    ),
    row(
        "term",
        "period|term",
        r"(?i)\bfor (?:an? )?(?:(?:initial|fixed|minimum|total|primary) )?(?:(?:term|period) )?(?:of )?",
        r" (?:from|after|following|commencing|beginning|unless|,|thereafter unless)",
        having=r"(?i)\bthis agreement\b[^.;]{0,150}\b(?:effective|effect|force|commence|continue)",
        but=r"(?i)\bsurviv|\bconfidential|\brenew(?!al)|\bthereafter\b|\bnotice\b|\bif\b",
        under=r"(?i)^(?:initial )?term\b|^duration|^term and",
        rank="1",
    ),
    row(
        "term",
        "xpiration Date:|xpiry Date:",
        r"(?:Expiration|Expiry) Date:[^.;:]{0,80}?",
        r" (?:after|from|following) (?:the )?(?:Effective|Opening|Commencement|date)",
        rank="2",
    ),
    row(
        "renewal_term",
        "renew|extend",
        r"\b(?:renew(?:ed|s|al)?|extend(?:ed|s)?)\b[^.;]{0,150}? (?:for|by) "
        + _RENEWED
        + r"(?:(?:terms?|periods?) (?:of )?)?"
        r"(?:(?:an )?(?:additional|up to) )?",
        r"[’']? ?(?:each|(?:renewal |extension )?(?:terms?|periods?)|renewals?|extensions?|increments?|,|\(|"
        r"unless|upon|$|[.;])",
        having=r"(?i)\b(?:agreement|term)\b",
        but=r"(?i)\b(?:license|lease|offering|warranty|statement of work|work order|purchase order|exclusivity)\b",
    ),
    row("renewal_term", "enewal term|enewal Term|ENEWAL TERM", r"(?i)\brenewal terms? of (?:an additional )?"),
    row(
        "renewal_notice",
        "renew|exten",
        r"(?i)\b(?:at least|not less than|no less than|no later than|not later than|no fewer than|within|upon|on) ",
        r"[’']? (?:(?:written )?notice )?(?:prior to|before|in advance of) (?:the )?(?:(?:scheduled|then|current|"
        r"then-current|applicable|"
        r"initial|any|such|date of) )*(?:end|expir(?:ation|y|es)|conclusion|commencement|renewal|anniversary|"
        r"termination)",
        having=r"(?i)\bunless (?:either|a|any|one|the|such)? ?(?:party|"
        r"[A-Z]\w+)(?: party)? [^.;]{0,80}?(?:gives?|given|provides?|notif|delivers?|elects?|sends?|has)|"
        r"(?:not to|intent(?:ion)? not to|elect(?:s|ion)? not to) (?:renew|extend)|non-?renewal|not be renewed|"
        r"unless (?:written )?notice|unless (?:earlier )?terminated by",
    ),
    row(
        "convenience_notice",
        "terminate|cancel",
        r"\b(?:terminate|cancel) (?:this|the) Agreement\b[^.;]{0,240}?(?:upon|by(?: giving| providing)?|"
        r"on|with|giving|providing)(?: to)?(?: the other [Pp]arty| [A-Z]\w+)?(?: with)? " + _LEAST,
        "(?i)" + _NOTICE + "|[’']? (?:prior|advance) written",
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
        r"on|with|giving|providing)(?: to)?(?: the other [Pp]arty)? " + _LEAST,
        "(?i)" + _NOTICE,
        but=_BREACH + r"|" + _CONDITION.removeprefix("(?i)"),
    ),
    row(
        "convenience_notice",
        "erminat|ancel",
        r"\b(?:terminat(?:e|ion)|cancel(?:lation)?)\b[^.;]{0,240}?(?:upon|by(?: giving| providing)?|"
        r"on|with|giving|providing|least)(?: to)?(?: the other [Pp]arty| [A-Z]\w+)?(?: with)? " + _LEAST,
        "(?i)" + _NOTICE,
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
        r"(?:upon|by giving|by providing|on|with)(?: the other [Pp]arty| [A-Z]\w+)?(?: with)? " + _LEAST,
        "(?i)" + _NOTICE,
        but=_BREACH + r"|" + _CONDITION.removeprefix("(?i)"),
        rank="2",
    ),
    row(
        "convenience_notice",
        "notice",
        r"(?i)\bby (?:any|either|each)\b[^.;]{0,90}?\b(?:providing|upon|on|giving)(?: the other \w+)? " + _LEAST,
        "(?i)" + _NOTICE + r"(?: to (?:the |each )?other (?:party|parties))?[.;]?(?: or| and)?$",
        but=_BREACH + r"|" + _CONDITION.removeprefix("(?i)"),
        under=r"(?i)\btermination",
        rank="1",
    ),
    row(
        "convenience_notice",
        "notice",
        r"(?i)\bfor any (?:reason )?or no reason\b[^.;]{0,40}?(?:upon|on|with|by giving|by providing)(?: the "
        r"other party)? " + _LEAST,
        "(?i)" + _NOTICE,
        but=_BREACH,
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
        r"[’']?(?: ?\((?:[^()]|\([^()]*\)){0,140}\))?,? (?:period )?(?:after|of|from|following)"
        r"[^.;]{0,110}\b(?:notice|receipt|notified|notification|receiv)",
        having=r"(?i)\bterminat",
        near=r"(?i)\bpay(?:ment|ments|ing)?\b|\bmonetary\b|\bdiligent|\bmust have occurred|\bextend|"
        r"\badditional\b|\binsolv|\bregulat|\blien\b|\bdeliverable",
    ),
    row(
        "cure_period",
        "cure|emed|correct",
        r"(?i)\b(?:cured?|curing|remed(?:y|ied)|corrected|correct)\b[^.;]{0,70}? within (?:a |the )?(?:further "
        r")?(?:period of )?",
        r"[’']?(?: ?\((?:[^()]|\([^()]*\)){0,140}\))?,? (?:period )?(?:after|of|from|following)"
        r"[^.;]{0,110}\b(?:notice|receipt|notified|notification|receiv)",
        having=r"(?i)\bbreach|\bdefault",
        but=r"(?i)\bwarrant|\bdeliverable|\baudit|\bsoftware\b|\bdefect",
        near=r"(?i)\bpay(?:ment|ments|ing)?\b|\bmonetary\b|\bdiligent|\bmust have occurred|\bextend|"
        r"\badditional\b|\binsolv|\blien\b|\bpetition|\bdismissed",
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
        r"[’']?(?: ?\((?:[^()]|\([^()]*\)){0,140}\))?,? (?:period )?(?:after|of|from|following|thereafter)",
        having=r"(?i)\bnotice",
        but=r"(?i)\bwarrant|\bdeliverable|\baudit|\bsoftware\b|\bdefect",
        near=r"(?i)\bpay(?:ment|ments|ing)?\b|\bmonetary\b|\bdiligent|\bmust have occurred|\bextend|"
        r"\badditional\b|\binsolv|\blien\b|\bpetition",
        rank="1",
    ),
    row(
        "cure_period",
        "breach|default",
        r"(?i)\b(?:upon|by giving|giving|providing|after|with|given|on)(?: the other party)? " + _LEAST,
        r"(?i)"
        + _NOTICE
        + r"[^.;]{0,260}\b(?:cured?|remed(?:y|ied))\b[^.;]{0,90}\b(?:within|during|prior to|before|by|at)"
        r"\b[^.;]{0,30}\b(?:such|said|the|that)\b",
        having=r"(?i)\bterminat",
        but=r"(?i)\bwarrant|\bdeliverable|\baudit|\bsoftware\b|\bdefect",
        near=r"(?i)\bpay(?:ment|ments|ing)?\b|\bmonetary\b|\bdiligent|\bmust have occurred|\bextend|"
        r"\badditional\b|\binsolv|\blien\b|\bpetition",
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
        r"party| \w+)?(?: with)? " + _LEAST,
        "(?i)" + _NOTICE,
        having=r"(?i)\bterminat",
        near=_BREACH + r"|\bregist|\bdiscontinu",
        under=_ENDS,
        rank="1",
    ),
    *DUTIES,
)
