"""Rows of the table of clauses: how long and how soon the parties must do, keep or refrain from something.

Records kept "after final payment" are the government's clause, which is attached to many agreements.

Source: the clause categories of CUAD v1 (The Atticus Project) and commercial practice; wording is our own.
"""

from __future__ import annotations

from microworlds.corpora.extraction.contracts.clauses import LEAST, NOTICE, row

_PERIOD = (
    r"(?:an? )?(?:(?:further|additional|minimum|continuous|consecutive|uninterrupted) )*(?:(?:period|term|"
    r"minimum) )?(?:of )?"
)
_MORE = r"(?:more than |at least |in excess of |longer than |over |not less than |no less than |a minimum of )?"

_AFTER_THE_END = (
    r"(?i)[’']? ?(?:\([^()]*\) )?(?:after|following|from|thereafter|beyond)\b(?! (?:the )?(?:date of "
    r")?(?:receipt|disclosure|such receipt))"
)
_OTHER_DUTY = r"(?i)\brecords\b|\btail\b|\binsurance|\bnon-?compet|\bsolicit|\baudit|\bhire\b|\bemploy"
_NO_AUDIT = r"(?i)\bterminat|\bcancell?ation|\binsurance"
_NO_RECORDS = r"(?i)\bback-?ups?\b|\bgreater of|\bconfidential information\b"
_NOT_PAST = r"(?! (?:period )?(?:immediately )?(?:preceding|prior)| after final payment)"
# how long records are kept: under a heading that says so a row counts, elsewhere it comes after
_RETAINED = (
    (
        r"(?i)\b(?:keep|maintain|retain|preserve)\b[^.;]{0,260}?\b(?:records|"
        r"books)\b[^.;]{0,260}? for (?:an? (?:period|minimum) of )?(?:at least |not less than |"
        r"no less than )?(?:a (?:minimum )?period of )?(?:at least |not less than |no less than )?",
        _NOT_PAST,
        _NO_RECORDS,
    ),
    (
        r"(?i)\b(?:records|books)\b[^.;]{0,200}?\b(?:kept|maintained|retained|preserved|available|retain|keep|"
        r"preserve|maintain)\b[^.;]{0,160}? for (?:an? )?"
        r"(?:(?:period|minimum) of )?(?:at least |not less than |no less than )?(?:an? (?:minimum )?period of "
        r")?(?:at least |not less than |no less than )?",
        _NOT_PAST,
        _NO_RECORDS,
    ),
    (
        r"(?i)\bfor (?:an? (?:period|minimum) of )?(?:at least |not less than |no less than )?(?:a (?:minimum "
        r")?period of )?",
        r"[’']?(?:,? (?:thereafter|after|following|from)[^.;]{0,160})?,? (?:[A-Z]\w+ )?[^.;]{0,40}\b(?:shall|"
        r"will|must|agrees to) (?:keep|maintain|retain|preserve)\b[^.;]{0,120}\b(?:books|records)",
        r"(?i)\bback-?ups?\b|\bgreater of",
    ),
)
# records of what is kept here: not of tests, of access to a room or of changes to a program
_OF_BOOKS = r"(?i)\b(?:books|accounts|records|ledgers?|invoices|them)\b"
_ACCOUNTS = (
    r"(?i)\b(?:books|accounts|accounting|financial|invoices|sales|complete|accurate|audit\w*|"
    r"(?:such|these|its) records)\b"
)
_RECORDS_HEADING = r"(?i)\brecords?|\baudit|\bbooks|\baccounts|\binspection|\brecord-?keeping"

DUTIES = (
    row(
        "confidentiality_survival",
        "onfidential|CONFIDENTIAL|onfidence|isclos",
        r"(?i)\b(?:for|until|expires?) (?:(?:a|the) date )?(?:an? )?(?:further |additional )?"
        r"(?:(?:period|term) )?(?:of )?(?:at least )?",
        _AFTER_THE_END,
        having=r"(?i)\b(?:surviv|obligation|shall remain|not disclose|in confidence|keep confidential|maintain|"
        r"confidentiality|keep|hold)",
        near=_OTHER_DUTY,
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
        near=_OTHER_DUTY,
    ),
    row(
        "confidentiality_survival",
        "surviv|bligation|hereafter",
        r"(?i)\b(?:surviv\w+|obligations?|remain in (?:full )?(?:force|effect)|continue)\b[^.;]{0,160}?\bfor "
        r"(?:an? )?(?:further |additional )?(?:(?:period|term) )?(?:of )?",
        _AFTER_THE_END,
        near=_OTHER_DUTY + r"|\bindemn|\bwarrant",
        under=r"(?i)confiden|non-?disclosure|secre|^information|proprietary information",
        rank="1",
    ),
    row(
        "confidentiality_survival",
        "urviv",
        r"(?i)\bsurviv\w*\b[^.;]{0,140}?\bfor (?:an? )?(?:further |additional )?(?:(?:period|term) )?(?:of )?",
        near=_OTHER_DUTY + r"|\bindemn|\bwarrant|\b(?:date of )?(?:receipt|disclosure)\b",
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
        r"giving|provided|subject to) " + LEAST,
        "(?i)" + NOTICE,
        having=_OF_BOOKS,
        but=_NO_AUDIT,
    ),
    row(
        "audit_notice",
        "udit|nspect|xamin",
        r"(?i)\b(?:upon|on|with|by giving) (?:[A-Z]\w+ )?" + LEAST,
        "(?i)" + NOTICE + r"[^.;]{0,240}\b(?:audit|inspect|examin)",
        having=_OF_BOOKS,
        but=_NO_AUDIT,
    ),
    row(
        "audit_notice",
        "udit|nspect|xamin",
        r"(?i)\b(?:audits?|inspect|examine|inspections?|examination)\b[^.;]{0,260}?\bnotice (?:to [^.;]{0,40} "
        r")?(?:of )?(?:at least|not less than|no less than|of) ",
        having=_OF_BOOKS,
        but=_NO_AUDIT,
        near=r"(?i)\bresults?\b|\breport\b",
        rank="1",
    ),
    row(
        "audit_notice",
        "ecords|ooks|ccess",
        r"(?i)\b(?:upon|on|with|by giving|give[^.;]{0,30}) (?:[A-Z]\w+ )?" + LEAST,
        "(?i)" + NOTICE,
        having=_OF_BOOKS,
        but=_NO_AUDIT + r"|\brecall|\bpatent|\bchange|\btrials?\b|\binvent|\bfilings?\b",
        under=r"(?i)\baudit|\binspection|\bbooks|\brecords",
        rank="1",
    ),
    row(
        "records_retention",
        "ecords|ooks|RECORDS",
        r"(?i)\b(?:keep|maintain|retain|preserve)\b[^.;]{0,60}? for (?:an? )?(?:(?:period|minimum) of )?(?:at least )?",
        r"(?! (?:period )?(?:immediately )?(?:preceding|prior))[^.;]{0,200}?\b(?:books|records)\b",
        but=_NO_RECORDS,
    ),
    *(
        row("records_retention", "ecords|ooks|RECORDS", before, after, but=but, **where)
        for where in ({"under": _RECORDS_HEADING}, {"rank": "1", "having": _ACCOUNTS})
        for before, after, but in _RETAINED
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
