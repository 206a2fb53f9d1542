"""The table of clauses: one row for each way in which agreements state an attribute that has a shape of its own.

Source: the clause categories of CUAD v1 (The Atticus Project) and commercial practice; wording is our own.
"""

from __future__ import annotations

from microworlds.reading.documents.clauses import row

_LEAST = r"(?:(?:at least|not less than|no less than|a minimum of|no fewer than|not fewer than) )?"
_NOTICE = r"[’']?,? (?:prior |advance |written |prior, )*notice"
_IN_WORDS = r"(?:[A-Za-z][A-Za-z -]{2,70}\()?"  # "One Million Dollars ("
_BREACH = r"(?i)breach|default|insolven|bankrupt|fail|change (?:of|in) control|force majeure|violat"

CLAUSES = (
    row(
        "effective_on",
        "Effective Date",
        r"as of(?: the)? |effective (?:on|as of)(?: the)? |on(?: the)? |dated(?: the)? ",
        r",? ?\((?:the |hereinafter,? )?[\"“”]Effective Date",
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
        "expires_on",
        "expire|end |ending|terminate|until|through",
        r"\b(?:expire|end|terminate|continue|"
        r"remain in (?:full force and )?effect)s?(?: in (?:full force and )?effect)? (?:automatically )?(?:on|"
        r"until|through|at midnight on) (?:and including )?(?:the )?|\bending (?:on )?(?:the )?",
        "",
        r"\b(?:[Tt]erm|TERM|this Agreement)\b[^.;]{0,160}",
        r"(?i)\b(?:fiscal|calendar|quarter|year end|offering|lease|license year|period ended|budget|"
        r"extend|warranty|option)",
    ),
    row(
        "term",
        "term|Term",
        r"\binitial (?:term|period) of |\b[Tt]erm of (?:this|the) Agreement (?:shall be|is|"
        r"will be)(?: for)?(?: a period of)? ",
        r"(?![’']? (?:prior|notice))",
    ),
    row(
        "term",
        "term|Term",
        r"\b(?:continue|remain in (?:full force and )?effect)(?: in (?:full force and )?effect)? for (?:a period of |"
        r"an initial (?:term|period) of |a term of )?",
        r"(?![’']? (?:prior|notice))",
        r"(?i)\b(?:initial term|term of this agreement|this agreement (?:shall|will) (?:commence|begin|"
        r"become|be effective|take))",
        r"(?i)\bsurviv|\bconfidential|\brenew(?!al)|\bthereafter\b",
    ),
    row(
        "renewal_term",
        "renew|extend",
        r"\b(?:renew(?:ed|s|al)?|extend(?:ed|s)?)\b[^.;]{0,90}? for (?:an? |up to )?(?:(?:additional|"
        r"successive|consecutive|further|subsequent|separate|like) )*(?:(?:terms?|periods?|"
        r"renewal terms?) of )?(?:an additional )?",
        r"[’']? ?(?:each|terms?|periods?|renewals?|,|\(|unless|$|[.;])",
        r"(?i)\b(?:agreement|term)\b",
        r"(?i)\b(?:license|lease|offering|warranty)\b",
    ),
    row("renewal_term", "enewal term|enewal Term|ENEWAL TERM", r"(?i)\brenewal terms? of (?:an additional )?", ""),
    row(
        "renewal_notice",
        "renew",
        r"(?i)\b(?:at least|not less than|no less than|no later than|not later than|within|upon) ",
        r"[’']? (?:prior to|before|in advance of) (?:the )?(?:(?:scheduled|then|current|applicable|"
        r"initial|any) )*(?:end|expiration|expiry|conclusion|commencement|renewal|anniversary)",
        r"(?i)\bunless (?:either|a|any|one|the|such)? ?(?:party|"
        r"[A-Z]\w+)(?: party)? [^.;]{0,60}?(?:gives?|given|provides?|notif|delivers?|elects?|sends?)|"
        r"(?:not to|intent(?:ion)? not to|elect(?:s|ion)? not to) (?:renew|extend)|non-?renewal",
    ),
    row(
        "convenience_notice",
        "terminate|cancel",
        r"\b(?:terminate|cancel) (?:this|the) Agreement\b[^.;]{0,170}?(?:upon|by(?: giving| providing)?|"
        r"on|with|giving|providing)(?: the other [Pp]arty| [A-Z]\w+)? " + _LEAST,
        _NOTICE + "|[’']? (?:prior|advance) written",
        r"(?i)for (?:any|its|his|their)(?: or no)? (?:reason|convenience)|without cause|for convenience|"
        r"at any time|with or without",
        _BREACH,
    ),
    row(
        "cure_period",
        "cure|remed",
        r"(?i)\b(?:cure|cured|remedy|remedied|correct)\b(?: (?:such|the|any|said|that) [a-z]+(?: breach|"
        r" default)?)? within (?:a period of )?",
        r"[’']? (?:after|of|from|following)[^.;]{0,60}\b(?:notice|receipt|notified)",
        "",
        r"(?i)\bpay(?:ment)?s?\b|\bmonetary\b",
    ),
    row(
        "cure_period",
        "cure",
        r"(?i)\b(?:shall|will) have (?:a period of )?",
        r"[’']? (?:after|from|following)[^.;]{0,60}\bnotice[^.;]{0,60}\b(?:cure|remedy)",
        "",
        r"(?i)\bpay(?:ment)?s?\b|\bmonetary\b",
    ),
    row(
        "liability_cap",
        "liab|LIAB",
        r"(?i)\bliabilit(?:y|ies)\b[^.;]{0,220}?(?:exceed|be limited to|limited to) (?:the (?:sum|"
        r"amount) of |an amount equal to )?" + _IN_WORDS,
        r"(?!\)? per (?:day|month|unit))",
        "",
        r"(?i)\binsurance|\bdeductible|\bgreater of|\blesser of|\bcosts? of",
    ),
    row(
        "insurance_minimum",
        "ccurrence|CCURRENCE",
        r"(?i)\b(?:general|public|product|products|professional) liability\b[^.;]{0,200}?(?:of|than|"
        r"least) (?:not less than |at least )?" + _IN_WORDS,
        r"(?i)\)? ?(?:\([^)]*\) ?)?(?:per|each|for each|for any one|any one|for any) occurrence",
    ),
    row(
        "late_interest",
        "nterest|service charge|late charge|finance charge",
        r"(?i)\b(?:interest|charge)\b[^.;]{0,130}?(?:rate of|at|of|"
        r"charge of) (?:the lesser of )?(?:up to )?(?:[a-z]+(?: and [a-z-]+)? percent \()?",
        r"(?i)\)? ?(?:interest )?(?:(?:per|a|each|annually|monthly|compounded)\b|/)",
        r"(?i)\b(?:late|overdue|past due|unpaid|not paid|when due|due date|owed|delinquent|"
        r"from the date due|outstanding)\b",
    ),
    row(
        "payment_period",
        "nvoice",
        r"(?i)\b(?:pay|pays|paid|payable|due|payment|remit|settle)\b[^.;]{0,110}? within ",
        r"(?i)[’']? (?:after|of|from|following) (?:(?:its|the|such|their|each|an?|any|"
        r"[A-Z]\w+[’']s) )?(?:(?:date|receipt|issuance|delivery)(?: by [A-Z]\w+)? (?:of|"
        r"thereof) )?(?:(?:the|an?|each|any|such|valid|undisputed|correct|proper|applicable|"
        r"monthly) )*invoice",
        "",
        r"(?i)\bdiscount|\bdispute|\breject|\bterminat",
    ),
    row("payment_period", "et ", r"(?i)\bpayment terms? (?:are|is|shall be) net ", ""),
    row(
        "royalty",
        "oyalt|ommission|evenue share",
        r"(?i)\b(?:royalt(?:y|ies)|commissions?|revenue share)\b[^.;]{0,60}?(?:of|at|equal to|"
        r"at the rate of) (?:[a-z]+(?:-[a-z]+)? percent \()?",
        r"\)? ?(?:of|on) ",
        "",
        r"(?i)\breduc|\bthereafter|\bminimum|\bexcess|\boffset|\bdeduct|\bcredit|\bsublicens",
    ),
    row(
        "upfront_payment",
        "payment|fee",
        r"(?i)\b(?:non-refundable[, ]+|one-time )*(?:upfront|up-front|signing|execution|initial license|"
        r"initial) (?:cash )?(?:payment|fee|license fee)\b[^.;]{0,70}?(?:of|equal to|amount of) " + _IN_WORDS,
        r"(?!\)? (?:in cash and|in stock|in equity|per|and \$))",
    ),
    row(
        "minimum_purchase",
        "inimum|MINIMUM",
        r"(?i)\bminimum (?:(?:annual|monthly|quarterly|aggregate|guaranteed) )?(?:purchases?|orders?|"
        r"commitment|guarantee|royalt(?:y|ies)|payments?)\b[^.;]{0,90}?(?:of|be|equal to|than|equals) " + _IN_WORDS,
    ),
    row(
        "minimum_purchase",
        "purchase",
        r"(?i)\b(?:shall|will|agrees? to) purchase\b[^.;]{0,60}? a minimum of " + _IN_WORDS,
    ),
    row(
        "confidentiality_survival",
        "onfidential|CONFIDENTIAL",
        r"(?i)\bfor (?:a (?:further )?(?:period|term) of )?(?:at least )?",
        r"(?i)[’']? (?:after|following|from|thereafter|beyond)\b",
        r"(?i)\b(?:surviv|obligation|shall remain|not disclose|in confidence|keep confidential|maintain|"
        r"confidentiality)",
        r"(?i)\brecords\b|\btail\b|\binsurance|\bnon-?compet|\bsolicit|\baudit",
    ),
    row(
        "warranty_period",
        "arrant",
        r"(?i)\bwarrant(?:s|y|ies)?\b[^.;]{0,170}? for (?:a period of )?",
        r"(?i)[’']? (?:from|after|following) ",
        "",
        r"(?i)\bconfidential|\brecords|\bsurviv",
    ),
    row(
        "warranty_period",
        "arranty",
        r"[\"“”]?Warranty Period[\"”]? (?:means|is|shall be|shall mean)(?: a| the)?(?: period of)? ",
        "",
    ),
    row(
        "audit_notice",
        "audit|inspect|examin",
        r"(?i)\b(?:audit|inspect|examine|inspection|examination)\b[^.;]{0,160}?(?:upon|on|with|by giving|giving) "
        + _LEAST,
        _NOTICE,
        "",
        r"(?i)\bterminat",
    ),
    row(
        "audit_notice",
        "audit|inspect|examin",
        r"(?i)\b(?:upon|on|with) " + _LEAST,
        _NOTICE + r"[^.;]{0,140}\b(?:audit|inspect|examin)",
        "",
        r"(?i)\bterminat",
    ),
    row(
        "records_retention",
        "records|books",
        r"(?i)\b(?:keep|maintain|retain|preserve)\b[^.;]{0,170}?\b(?:records|"
        r"books)\b[^.;]{0,170}? for (?:a (?:period|minimum) of )?(?:at least |not less than |"
        r"no less than )?",
        r"(?! (?:period )?(?:preceding|prior)| after final payment)",  # the latter is the government's clause
        "",
        r"(?i)\bback-?ups?\b",
    ),
    row(
        "non_compete",
        "compet|solicit",
        r"(?i)\bnot(?: to)?\b[^.;]{0,160}?\b(?:compete|solicit)[^.;]{0,200}? for (?:a period of )?",
        r"[’']? (?:after|following|thereafter)",
        "",
        r"(?i)\bconfidential",
    ),
    row(
        "non_compete",
        "compet|solicit",
        r"(?i)\bfor (?:a period of )?",
        r"[’']? (?:after|following|thereafter)[^.;]{0,220}\bnot\b[^.;]{0,120}\b(?:compete|solicit)",
        "",
        r"(?i)\bconfidential",
    ),
    row(
        "force_majeure_limit",
        "orce majeure|orce Majeure|FORCE MAJEURE",
        r"(?i)\b(?:continues?|exceed(?:s|ing)?|lasts?|persists?|extends?|prevent(?:s|ed)?|delay(?:s|ed)?|"
        r"abated)\b[^.;]{0,60}?(?:for|within|beyond|exceed(?:s|"
        r"ing)?)? ?(?:a (?:continuous )?period of )?(?:more than |at least |in excess of |longer than |"
        r"over )?",
        "",
        r"(?i)\bterminat",
    ),
)
