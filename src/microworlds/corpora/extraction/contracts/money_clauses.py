"""Rows of the table of clauses: what is paid, when, and up to what sum somebody answers.

Source: the clause categories of CUAD v1 (The Atticus Project) and commercial practice; wording is our own.
"""

from __future__ import annotations

from microworlds.corpora.extraction.contracts.clauses import row

_IN_WORDS = r"(?:[A-Za-z][A-Za-z -]{2,70}\()?"  # "One Million Dollars ("
_TENTHS = r"(?:[a-z]+(?: and [a-z-]+)?(?:-[a-z]+)? percent \()?"  # "one and one-half percent ("

_NO_INVOICE = r"(?i)\bdiscount|\breject|\bset-?up fee"
_DISPUTED = r"(?i)\bterminat|\bdisput(?:e|es|ed) (?:amount|the|any|such)|\bnotif|\bthird part"
_IN_FULL = r"(?!\)? (?:in cash and|in stock|in equity|per|and \$|for each|multiplied))"
_LATER = r"(?i)\bterminat|\bexpense|\bnot exceed|\bmilestone\b|\banniversary|\bup to\b|\breimburs"

MONEY = (
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
        but=_NO_INVOICE,
        near=_DISPUTED,
    ),
    row(
        "payment_period",
        "nvoice",
        r"(?i)\binvoices?\b[^.;]{0,160}?\b(?:pay|paid|payable|due|payments?)\b[^.;]{0,70}? (?:within|no later "
        r"than|not later than|due|in) (?:a period of )?",
        r"(?i)[’']? (?:after|of|from|following) (?:(?:the|its|their|such|[A-Z]\w+[’']s?|date of) )*(?:date|"
        r"receipt|issuance|delivery|submission|thereof)\b",
        but=_NO_INVOICE,
        near=_DISPUTED,
        rank="1",
    ),
    row(
        "payment_period",
        "nvoice",
        r"(?i)\bwithin ",
        r"(?i)[’']? (?:after|of|from|following) [^.;]{0,60}?\binvoices?\b[^.;]{0,70}\b(?:shall|will|must|agrees "
        r"to) (?:pay|remit|make)\b",
        but=_NO_INVOICE,
        near=_DISPUTED,
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
        r"(?i)\)? ?of (?:the |its |all |such )?(?:gross|net|total|adjusted|aggregate) (?:margin|sales|revenues?|"
        r"receipts|profits?|proceeds|income)\b",
        near=r"(?i)\breduc|\bthereafter|\bminimum|\bexcess|\boffset|\bdeduct|\bcredit|\bsublicens|\binterest\b|"
        r"\bunderpa|\bexceed|"
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
        _IN_FULL,
    ),
    row(
        "upfront_payment",
        "pay",
        r"(?i)\b(?:within|on|upon|after|following)\b[^.;]{0,50}\b(?:Effective Date|execution|signing|date hereof)"
        r"\b[^.;]{0,120}?\bpay\b[^.;]{0,120}?"
        r"(?:fee|payment|sum|amount|aggregate) (?:in the amount )?of " + _IN_WORDS,
        _IN_FULL,
        but=_LATER,
        rank="1",
    ),
    row(
        "upfront_payment",
        "pay",
        r"(?i)\bpay\b[^.;]{0,60}? (?:(?:a|the|an) )?(?:[a-z-]+[, ]+){0,5}?(?:fee|payment|sum|amount) of " + _IN_WORDS,
        r"\)?[^.;]{0,40}?(?:within|on|upon|after|following)[^.;]{0,40}\b(?:Effective Date|execution of this|"
        r"signing of this|date hereof)\b",
        but=_LATER,
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
)
