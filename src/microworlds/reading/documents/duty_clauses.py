"""The table of clauses on what the parties owe each other: sums, shares, and how long or how soon.

Source: the clause categories of CUAD v1 (The Atticus Project) and commercial practice; wording is our own.
"""

from __future__ import annotations

from microworlds.reading.documents.clauses import row

_LEAST = (
    r"(?:(?:at least|not less than|no less than|a minimum of|no fewer than|not fewer than|no later than|not "
    r"later than) )?"
)
_GIVEN = r"(?:prior|advance|written|reasonable|in writing|prior,)"
_NOTICE = rf"[’']?,? (?:{_GIVEN},? )*notice"
_IN_WORDS = r"(?:[A-Za-z][A-Za-z -]{2,70}\()?"  # "One Million Dollars ("
_TENTHS = r"(?:[a-z]+(?: and [a-z-]+)?(?:-[a-z]+)? percent \()?"  # "one and one-half percent ("
_PERIOD = (
    r"(?:an? )?(?:(?:further|additional|minimum|continuous|consecutive|uninterrupted) )*(?:(?:period|term|"
    r"minimum) )?(?:of )?"
)
_MORE = r"(?:more than |at least |in excess of |longer than |over |not less than |no less than |a minimum of )?"

DUTIES = (
    row(
        "liability_cap",
        "liab|LIAB",
        r"(?i)\bliabilit(?:y|ies)\b[^.;]{0,260}?(?:exceed|be limited to|limited to|in excess of) (?:the (?:sum|"
        r"amount) of |an amount equal to |a (?:total|maximum) of )?" + _IN_WORDS,
        r"(?!\)? (?:per (?:day|month|unit)|or\b|plus))",
        but=r"(?i)\binsurance|\bdeductible|\bgreater of|\blesser of|\bcosts? of|\bindebtedness|\bfinancial statements",
    ),
    row(
        "liability_cap",
        "iable|IABLE",
        r"(?i)\b(?:be|is|are) (?:held )?liable\b[^.;]{0,260}?(?:exceed(?:s|ing)?|in excess of|more than|greater "
        r"than) (?:the (?:sum|"
        r"amount) of |an amount equal to |a (?:total|maximum) of )?" + _IN_WORDS,
        r"(?!\)? (?:per (?:day|month|unit)|or\b|plus))",
        but=r"(?i)\binsurance|\bdeductible|\bgreater of|\blesser of|\bcosts? of",
    ),
    row(
        "insurance_minimum",
        "iability|IABILITY",
        r"(?i)\bgeneral liability\b(?:(?!\b(?:auto|umbrella|excess|employer|worker|professional))[\s\S]){0,420}?"
        r"(?:of|than|least|limits?:?|aggregate|and|\$[\d,]+) ?(?:not less than |at least )?" + _IN_WORDS,
        r"(?i)\)? ?(?:\([^)]*\) ?)?(?:combined single limit )?(?:limit )?(?:per|each|for each|for any one|any "
        r"one|for any|each and every) occurrence",
    ),
    row(
        "insurance_minimum",
        "iability|IABILITY",
        r"(?i)\b(?:public|products?|clinical trials?|comprehensive|commercial|professional) "
        r"liability\b(?:(?!\b(?:auto|umbrella|excess|employer|worker))[\s\S]){0,300}?"
        r"(?:of|than|least|limits?:?|and) ?(?:not less than |at least )?" + _IN_WORDS,
        r"(?i)\)? ?(?:\([^)]*\) ?)?(?:combined single limit )?(?:limit )?(?:per|each|for each|for any one|any "
        r"one|for any|each and every) (?:occurrence|claim)",
        rank="1",
    ),
    row(
        "insurance_minimum",
        "iability|IABILITY",
        r"(?i)\bgeneral liability\b(?:(?!\b(?:auto|umbrella|excess|employer|worker|professional|aggregate))"
        r"[\s\S]){0,300}?"
        r"(?:of|than|least|limits?:?) (?:not less than |at least )?" + _IN_WORDS,
        r"(?i)(?!\)? ?(?:\([^)]*\) ?)?(?:in the |annual |general )?aggregate)(?!\)? (?:per|each|for each)\b(?! "
        r"occurrence))(?!\)?,? (?:and|or)\b)",
        rank="2",
    ),
    row(
        "late_interest",
        "nterest|service charge|late charge|finance charge|late fee|Late|late payment",
        r"(?i)\b(?:interest|charge|late fee)\b[^;]{0,160}?(?:rate of|at|of|equal to|"
        r"charge of|lesser of:?(?: \(?\w\))?) (?:a rate of |an? |the )?(?:(?:lesser|lower) of:? (?:\(\w\) "
        r")?)?(?:the )?(?:rate of )?(?:up to )?" + _TENTHS,
        r"(?i)\)? ?(?:interest )?(?:(?:per|a|each|annually|monthly|compounded)\b|/|simple)",
        having=r"(?i)\b(?:late|overdue|past due|unpaid|not paid|when due|due date|owed|delinquent|"
        r"from the date|outstanding|not made|fails? to (?:pay|make)|payment is due)\b",
        near=r"(?i)\b(?:plus|above|over|LIBOR|prime|in excess of)\b[^.;]{0,20}$|\bdiscount|\bunderpa(?:id|y)",
    ),
    row(
        "late_interest",
        "nterest",
        r"(?i)\bmonthly rate of " + _TENTHS,
        r"\)? or",
        having=r"(?i)\b(?:late|overdue|past due|unpaid|not paid|when due)\b",
    ),
    row(
        "payment_period",
        "nvoice",
        r"(?i)\b(?:pay|pays|paid|payable|due|payments?|remit|settled?|made)\b[^.;]{0,140}? (?:within|no later "
        r"than|not later than|be due|due|in) (?:a period of )?",
        r"(?i)[’']? (?:after|of|from|following) (?:(?:the|its|such|their|each|an?|any|[A-Z][\w&]+[’']s?|date|"
        r"receipt|issuance|delivery|"
        r"date of|by [A-Z]\w+|of|on which|thereof|valid|undisputed|correct|proper|applicable|monthly|and|that|"
        r"relevant|original|"
        r"[A-Z]\w+ receives?|is received|appropriate|accurate|actual) )*(?:the )?invoice",
        but=r"(?i)\bdiscount|\breject|\bset-?up fee",
        near=r"(?i)\bterminat|\bdisput(?:e|es|ed) (?:amount|the|any|such)|\bnotif|\bthird part",
    ),
    row(
        "payment_period",
        "nvoice",
        r"(?i)\binvoices?\b[^.;]{0,160}?\b(?:pay|paid|payable|due|payments?)\b[^.;]{0,70}? (?:within|no later "
        r"than|not later than|due|in) (?:a period of )?",
        r"(?i)[’']? (?:after|of|from|following) (?:(?:the|its|their|such|[A-Z]\w+[’']s?|date of) )*(?:date|"
        r"receipt|issuance|delivery|submission|thereof)\b",
        but=r"(?i)\bdiscount|\breject|\bset-?up fee",
        near=r"(?i)\bterminat|\bdisput(?:e|es|ed) (?:amount|the|any|such)|\bnotif|\bthird part",
        rank="1",
    ),
    row(
        "payment_period",
        "nvoice",
        r"(?i)\bwithin ",
        r"(?i)[’']? (?:after|of|from|following) [^.;]{0,60}?\binvoices?\b[^.;]{0,70}\b(?:shall|will|must|agrees "
        r"to) (?:pay|remit|make)\b",
        but=r"(?i)\bdiscount|\breject|\bset-?up fee",
        near=r"(?i)\bterminat|\bdisput(?:e|es|ed) (?:amount|the|any|such)|\bnotif|\bthird part",
        rank="1",
    ),
    row("payment_period", "et ", r"(?i)\b(?:payment terms? (?:are|is|shall be|:)|payable|terms:?|due) net "),
    row(
        "royalty",
        "oyalt|ommission|evenue share|evenue Share",
        r"(?i)\b(?:royalt(?:y|ies)|commissions?|revenue share)\b(?: (?:rate|fee|payment)s?)?[^.;]{0,90}?(?:of|at|"
        r"equal to|:|is|"
        r"at the rate of) " + _TENTHS,
        r"\)? ?(?:of|on) ",
        near=r"(?i)\breduc|\bthereafter|\bminimum|\bexcess|\boffset|\bdeduct|\bcredit|\bsublicens|\binterest|"
        r"\bauthority|\bunderpa|\bexceed|"
        r"Securities and Exchange|\bthird part(?:y|ies) royalt",
    ),
    row(
        "royalty",
        "pay",
        r"(?i)\bpays?\b[^.;%]{0,110}? (?:an amount equal to |a (?:fee|share|royalty) (?:equal to|of) )?" + _TENTHS,
        r"(?i)\)? ?of (?:the |its |all |such )?(?:gross|net|total|adjusted|aggregate) (?:margin|sales|revenues?|receipts|profits?|proceeds|income)\b",
        near=r"(?i)\breduc|\bthereafter|\bminimum|\bexcess|\boffset|\bdeduct|\bcredit|\bsublicens|\binterest\b|\bunderpa|\bexceed|"
        r"\bthird part",
        rank="1",
    ),
    row(
        "upfront_payment",
        "ayment|fee|Fee|FEE",
        r"(?i)\b(?:non-?refundable[, ]+|non-?creditable[, ]+|one-time |and )*(?:upfront|up-front|signing|"
        r"execution|initial license|"
        r"initial)[, ]+(?:[a-z-]+[, ]+){0,5}?(?:payment|fee)\b[^.;]{0,90}?(?:of|equal to|amount of|sum of|:) "
        + _IN_WORDS,
        r"(?!\)? (?:in cash and|in stock|in equity|per|and \$|for each|multiplied))",
    ),
    row(
        "upfront_payment",
        "pay",
        r"(?i)\b(?:within|on|upon|after|following)\b[^.;]{0,50}\b(?:Effective Date|execution|signing|date hereof)"
        r"\b[^.;]{0,120}?\bpay\b[^.;]{0,120}?"
        r"(?:fee|payment|sum|amount|aggregate) (?:in the amount )?of " + _IN_WORDS,
        r"(?!\)? (?:in cash and|in stock|in equity|per|and \$|for each|multiplied))",
        but=r"(?i)\bterminat|\bexpense|\bnot exceed|\bmilestone\b|\banniversary|\bup to\b|\breimburs",
        rank="1",
    ),
    row(
        "upfront_payment",
        "pay",
        r"(?i)\bpay\b[^.;]{0,60}? (?:(?:a|the|an) )?(?:[a-z-]+[, ]+){0,5}?(?:fee|payment|sum|amount) of " + _IN_WORDS,
        r"\)?[^.;]{0,40}?(?:within|on|upon|after|following)[^.;]{0,40}\b(?:Effective Date|execution of this|"
        r"signing of this|date hereof)\b",
        but=r"(?i)\bterminat|\bexpense|\bnot exceed|\bmilestone\b|\banniversary|\bup to\b|\breimburs",
        rank="1",
    ),
    row(
        "minimum_purchase",
        "inimum|MINIMUM",
        r"(?i)\bminimum (?:(?:annual|monthly|quarterly|aggregate|guaranteed) )?(?:purchases?|orders?|"
        r"commitment|guarantee|royalt(?:y|ies)|payments?|fees?)\b[^.;]{0,90}?(?:of|be|equal to|than|equals) "
        + _IN_WORDS,
    ),
    row(
        "minimum_purchase",
        "purchase",
        r"(?i)\b(?:shall|will|agrees? to) purchase\b[^.;]{0,60}? a minimum of " + _IN_WORDS,
    ),
    row(
        "confidentiality_survival",
        "onfidential|CONFIDENTIAL|onfidence|isclos",
        r"(?i)\b(?:for|until|expires?) (?:(?:a|the) date )?(?:an? )?(?:further |additional )?"
        r"(?:(?:period|term) )?(?:of )?(?:at least )?",
        r"(?i)[’']? ?(?:\([^()]*\) )?(?:after|following|from|thereafter|beyond)\b(?! (?:the )?(?:date of "
        r")?(?:receipt|disclosure|such receipt))",
        having=r"(?i)\b(?:surviv|obligation|shall remain|not disclose|in confidence|keep confidential|maintain|"
        r"confidentiality|keep|hold)",
        near=r"(?i)\brecords\b|\btail\b|\binsurance|\bnon-?compet|\bsolicit|\baudit|\bhire\b|\bemploy",
        under=r"(?i)confiden|disclos|secre|surviv|proprietary|information|^term|effect",
    ),
    row(
        "confidentiality_survival",
        "onfidential|CONFIDENTIAL",
        r"(?i)\bfor (?:an? (?:further )?(?:period|term) of )?(?:at least )?",
        r"(?i)[’']? (?:after|following|from|thereafter|beyond)\b(?! (?:the )?(?:date of )?(?:receipt|disclosure|"
        r"such receipt))",
        having=r"(?i)\b(?:surviv|obligation|shall remain|not disclose|in confidence|keep confidential|maintain|"
        r"confidentiality)",
        near=r"(?i)\brecords\b|\btail\b|\binsurance|\bnon-?compet|\bsolicit|\baudit|\bhire\b|\bemploy",
    ),
    row(
        "confidentiality_survival",
        "surviv|bligation|hereafter",
        r"(?i)\b(?:surviv\w+|obligations?|remain in (?:full )?(?:force|effect)|continue)\b[^.;]{0,160}?\bfor "
        r"(?:an? )?(?:further |additional )?(?:(?:period|term) )?(?:of )?",
        r"(?i)[’']? ?(?:\([^()]*\) )?(?:after|following|from|thereafter|beyond)\b(?! (?:the )?(?:date of "
        r")?(?:receipt|disclosure|such receipt))",
        near=r"(?i)\brecords\b|\btail\b|\binsurance|\bnon-?compet|\bsolicit|\baudit|\bhire\b|\bemploy|\bindemn|"
        r"\bwarrant",
        under=r"(?i)confiden|non-?disclosure|secre|^information|proprietary information",
        rank="1",
    ),
    row(
        "confidentiality_survival",
        "urviv",
        r"(?i)\bsurviv\w*\b[^.;]{0,140}?\bfor (?:an? )?(?:further |additional )?(?:(?:period|term) )?(?:of )?",
        near=r"(?i)\brecords\b|\btail\b|\binsurance|\bnon-?compet|\bsolicit|\baudit|\bhire\b|\bemploy|\bindemn|"
        r"\bwarrant|"
        r"\b(?:date of )?(?:receipt|disclosure)\b",
        under=r"(?i)confiden|non-?disclosure|secre|survival",
        having=r"(?i)\bconfiden|\bdisclos|\bthis (?:article|section)\b",
        rank="2",
    ),
    row(
        "warranty_period",
        "arrant",
        r"(?i)\bwarrant(?:s|y|ies|ed)?\b[^.;]{0,200}? for " + _PERIOD,
        r"(?i)[’']? (?:from|after|following) ",
        but=r"(?i)\bconfidential|\brecords|\bsurviv|\bemploy|\bsolicit",
    ),
    row(
        "warranty_period",
        "arranty",
        r"[\"“”]?(?:Warranty Period|[Ww]arranty period)[\"”]? (?:means|is|shall be|shall mean|will be|of)(?: a| "
        r"the)?(?: period of)? ",
    ),
    row(
        "warranty_period",
        "arranty Period",
        r"(?i)\b(?:period of|for|of|within) ",
        r"[^.;]{0,90}?\((?:the )?[\"“](?:[A-Z]\w+ )?Warranty Period[\"”]",
    ),
    row(
        "audit_notice",
        "udit|nspect|xamin",
        r"(?i)\b(?:audits?|inspect|examine|inspections?|examination)\b[^.;]{0,260}?(?:upon|on|with|by giving|"
        r"giving|provided|subject to) " + _LEAST,
        "(?i)" + _NOTICE,
        but=r"(?i)\bterminat|\bcancell?ation|\binsurance",
    ),
    row(
        "audit_notice",
        "udit|nspect|xamin",
        r"(?i)\b(?:upon|on|with|by giving) (?:[A-Z]\w+ )?" + _LEAST,
        "(?i)" + _NOTICE + r"[^.;]{0,240}\b(?:audit|inspect|examin)",
        but=r"(?i)\bterminat|\bcancell?ation|\binsurance",
    ),
    row(
        "audit_notice",
        "udit|nspect|xamin",
        r"(?i)\b(?:audits?|inspect|examine|inspections?|examination)\b[^.;]{0,260}?\bnotice (?:to [^.;]{0,40} "
        r")?(?:of )?(?:at least|not less than|no less than|of) ",
        but=r"(?i)\bterminat|\bcancell?ation|\binsurance",
        near=r"(?i)\bresults?\b|\breport\b",
        rank="1",
    ),
    row(
        "audit_notice",
        "ecords|ooks|ccess",
        r"(?i)\b(?:upon|on|with|by giving|give[^.;]{0,30}) (?:[A-Z]\w+ )?" + _LEAST,
        "(?i)" + _NOTICE,
        but=r"(?i)\bterminat|\bcancell?ation|\binsurance|\brecall|\bpatent|\bchange",
        under=r"(?i)\baudit|\binspection|\bbooks|\brecords",
        rank="1",
    ),
    # "after final payment" is the government's clause
    row(
        "records_retention",
        "ecords|ooks|RECORDS",
        r"(?i)\b(?:keep|maintain|retain|preserve)\b[^.;]{0,60}? for (?:an? )?(?:(?:period|minimum) of )?(?:at least )?",
        r"(?! (?:period )?(?:immediately )?(?:preceding|prior))[^.;]{0,200}?\b(?:books|records)\b",
        but=r"(?i)\bback-?ups?\b|\bgreater of|\bconfidential information\b",
    ),
    row(
        "records_retention",
        "ecords|ooks|RECORDS",
        r"(?i)\b(?:keep|maintain|retain|preserve)\b[^.;]{0,260}?\b(?:records|"
        r"books)\b[^.;]{0,260}? for (?:an? (?:period|minimum) of )?(?:at least |not less than |"
        r"no less than )?(?:a (?:minimum )?period of )?(?:at least |not less than |no less than )?",
        r"(?! (?:period )?(?:immediately )?(?:preceding|prior)| after final payment)",
        but=r"(?i)\bback-?ups?\b|\bgreater of|\bconfidential information\b",
        under=r"(?i)\brecords?|\baudit|\bbooks|\baccounts|\binspection|\brecord-?keeping",
    ),
    row(
        "records_retention",
        "ecords|ooks|RECORDS",
        r"(?i)\b(?:records|books)\b[^.;]{0,200}?\b(?:kept|maintained|retained|preserved|available|retain|keep|"
        r"preserve|maintain)\b[^.;]{0,160}? for (?:an? )?"
        r"(?:(?:period|minimum) of )?(?:at least |not less than |no less than )?(?:an? (?:minimum )?period of "
        r")?(?:at least |not less than |no less than )?",
        r"(?! (?:period )?(?:immediately )?(?:preceding|prior)| after final payment)",
        but=r"(?i)\bback-?ups?\b|\bgreater of|\bconfidential information\b",
        under=r"(?i)\brecords?|\baudit|\bbooks|\baccounts|\binspection|\brecord-?keeping",
    ),
    row(
        "records_retention",
        "ecords|ooks|RECORDS",
        r"(?i)\bfor (?:an? (?:period|minimum) of )?(?:at least |not less than |no less than )?(?:a (?:minimum "
        r")?period of )?",
        r"[’']?(?:,? (?:thereafter|after|following|from)[^.;]{0,160})?,? (?:[A-Z]\w+ )?[^.;]{0,40}\b(?:shall|"
        r"will|must|agrees to) (?:keep|maintain|retain|preserve)\b[^.;]{0,120}\b(?:books|records)",
        but=r"(?i)\bback-?ups?\b|\bgreater of",
        under=r"(?i)\brecords?|\baudit|\bbooks|\baccounts|\binspection|\brecord-?keeping",
    ),
    row(
        "records_retention",
        "ecords|ooks|RECORDS",
        r"(?i)\b(?:keep|maintain|retain|preserve)\b[^.;]{0,260}?\b(?:records|"
        r"books)\b[^.;]{0,260}? for (?:an? (?:period|minimum) of )?(?:at least |not less than |"
        r"no less than )?(?:a (?:minimum )?period of )?(?:at least |not less than |no less than )?",
        r"(?! (?:period )?(?:immediately )?(?:preceding|prior)| after final payment)",
        but=r"(?i)\bback-?ups?\b|\bgreater of|\bconfidential information\b",
        rank="1",
    ),
    row(
        "records_retention",
        "ecords|ooks|RECORDS",
        r"(?i)\b(?:records|books)\b[^.;]{0,200}?\b(?:kept|maintained|retained|preserved|available|retain|keep|"
        r"preserve|maintain)\b[^.;]{0,160}? for (?:an? )?"
        r"(?:(?:period|minimum) of )?(?:at least |not less than |no less than )?(?:an? (?:minimum )?period of "
        r")?(?:at least |not less than |no less than )?",
        r"(?! (?:period )?(?:immediately )?(?:preceding|prior)| after final payment)",
        but=r"(?i)\bback-?ups?\b|\bgreater of|\bconfidential information\b",
        rank="1",
    ),
    row(
        "records_retention",
        "ecords|ooks|RECORDS",
        r"(?i)\bfor (?:an? (?:period|minimum) of )?(?:at least |not less than |no less than )?(?:a (?:minimum "
        r")?period of )?",
        r"[’']?(?:,? (?:thereafter|after|following|from)[^.;]{0,160})?,? (?:[A-Z]\w+ )?[^.;]{0,40}\b(?:shall|"
        r"will|must|agrees to) (?:keep|maintain|retain|preserve)\b[^.;]{0,120}\b(?:books|records)",
        but=r"(?i)\bback-?ups?\b|\bgreater of",
        rank="1",
    ),
    row(
        "non_compete",
        "ompet|olicit",
        r"(?i)\b(?:not|none|neither|nor|refrain|prohibited)\b[^.;]{0,200}?\b(?:compet|solicit)[^.;]{0,240}? for "
        + _PERIOD,
        r"[’']? (?:after|following|thereafter|from)",
        but=r"(?i)\bconfidential",
    ),
    row(
        "non_compete",
        "ompet|olicit",
        r"(?i)\bfor " + _PERIOD,
        r"[’']? (?:after|following|thereafter|from)[^.;]{0,260}\b(?:not|none|neither|nor|refrain)"
        r"\b[^.;]{0,400}\b(?:compet|solicit)",
        but=r"(?i)\bconfidential",
    ),
    row(
        "non_compete",
        "after|following|thereafter",
        r"(?i)\bfor " + _PERIOD,
        r"[’']? (?:after|following|thereafter|from)",
        but=r"(?i)\bconfidential|\binsurance|\brecords",
        under=r"(?i)non-?(?:solicit|compet|interference|hire)|no (?:solicit|hire)|not to compete|restrictive "
        r"covenant|interference with",
        rank="1",
    ),
    row(
        "force_majeure_limit",
        "orce majeure|orce Majeure|FORCE MAJEURE|orce-majeure",
        r"(?i)\bforce[ -]majeure\b[^;]{0,260}?\b(?:for|within|beyond|exceed(?:s|ing)?|of) ?" + _PERIOD + _MORE,
        having=r"(?i)\bterminat|\bdefault",
        near=r"(?i)\bextend|\binsolven|\bnotif|\bcure\b|\bnotice[’']?",
    ),
    row(
        "force_majeure_limit",
        "orce majeure|orce Majeure|FORCE MAJEURE",
        r"(?i)\b(?:continues?|exceed(?:s|ing)?|lasts?|persists?|extends?|prevent(?:s|ed)?|delay(?:s|ed)?|"
        r"suspended|excused|"
        r"unable|period|fail(?:s|ed|ure)?)\b[^.;]{0,110}?(?:for|beyond|exceed(?:s|ing)?) ?" + _PERIOD + _MORE,
        r"[^.;]{0,100}\bforce majeure",
        having=r"(?i)\bterminat",
        near=r"(?i)\binsolven|\bnotif|\bcure\b|\bnotice[’']?",
    ),
    row(
        "force_majeure_limit",
        "ontinue|xceed|ast|ersist|xtend|revent|elay|uspen",
        r"(?i)\b(?:continues?|exceed(?:s|ing)?|lasts?|persists?|extends?|prevent(?:s|ed)?|delay(?:s|ed)?|"
        r"suspended|excused|"
        r"inability|period)\b[^.;]{0,90}?(?:for|beyond|exceed(?:s|ing)?) ?" + _PERIOD + _MORE,
        having=r"(?i)\bterminat",
        but=r"(?i)\binsolven|\bpetition|\bpayment",
        under=r"(?i)force majeure|excusable delay|acts of god|excused performance",
        rank="1",
    ),
)
