"""Rows of the table of clauses: when an agreement begins, how long it lasts, and how it is renewed.

Source: the clause categories of CUAD v1 (The Atticus Project) and commercial practice; wording is our own.
"""

from __future__ import annotations

from microworlds.corpora.extraction.contracts.clauses import row

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

LIFE = (
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
)
