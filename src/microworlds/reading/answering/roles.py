"""The roles a value may have: what English says in a question to ask for it, and beside a value to state it.

Source: the conventions of American law reports and commercial contracts, and plain usage.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from microworlds.reading.answering import wording

_JUDGE = (
    r"(?:(?:Acting )?(?:C\.?\s?J|P\.?\s?J|A\.?\s?C\.?\s?J|J|S\.?\s?J|V\.?\s?C)\b(?:\.|(?!\.))"
    r"|(?:Chief |Presiding |President |Associate |Senior )?(?:Justice|Judge)\b|(?:Vice )?Chancellor\b|Magistrate\b)"
)
_NAMED_JUDGE = r"(?:\s+(?:the\s+)?(?:Chief |Presiding |Associate )?(?:Justice|Judge))?"
_TITLED = rf"(?:,?\s*{_JUDGE})*,?\s*(?:\([^)]*\)\s*)?"
_FOR = (
    r"(?-i:(?:,?\s+(?:of|and|with|at|&|Esq\.?|Esquire|[A-Z][\w.&’'-]*),?)*)"
    r",?\s+(?:for|on behalf of|representing)\s+(?:the )?"
)
_LAWYER = r"(?:counsel|lawyer|attorney|represent\w*|appear\w*|stood up|act(?:ed|s)? for|advocate|argu\w*|speak|spoke)"
_FOR_APPELLEE = r"(?:appellee|respondent|defendant|accused)s?"
_FOR_APPELLANT = r"(?:appellant|petitioner|plaintiff|claimant)s?"
_ALSO = r"(?:,?\s*(?:et al\.?,?\s*)?(?:Plaintiffs?|Defendants?)(?: Below)?,?(?: and)?)?,?\s*"
_TRIAL_COURT = r"(?:trial|county|circuit|tax|district|superior|lower|probate|family)\s+court"


@dataclass(frozen=True)
class Role:
    """One thing a value may be the value of.

    ``asked`` finds it in a question; ``stated`` finds it near a value. ``before`` and ``after`` must touch the value.
    """

    name: str
    kinds: tuple[str, ...]
    asked: re.Pattern[str]
    stated: re.Pattern[str] | None = None
    before: re.Pattern[str] | None = None
    after: re.Pattern[str] | None = None


def _near(name: str, kinds: str, asked: str, stated: str | None = None, after: str | None = None) -> Role:
    """A role that words somewhere near a value tell: by default those by which one asks for it.

    ``after`` is what tells it for sure if it follows.
    """
    follows = re.compile(rf"^\s*(?:{after})", re.IGNORECASE) if after else None
    return Role(name, tuple(kinds.split()), wording.words(asked), wording.words(stated or asked), after=follows)


def _touching(name: str, kinds: str, asked: str, before: str | None = None, after: str | None = None) -> Role:
    """A role that words right before or after a value tell."""
    return Role(
        name,
        tuple(kinds.split()),
        wording.words(asked),
        before=re.compile(rf"(?:{before})\s*$", re.IGNORECASE) if before else None,
        after=re.compile(rf"^\s*(?:{after})", re.IGNORECASE) if after else None,
    )


_DATES = (
    _near("argued", "date", "oral(?:ly)? | argu(?:ed|ment|e) | heard | hearing",
          "argued | argument | heard | hearing | reargued"),
    _near("submitted", "date", r"submi(?:t|ssion)\w* | on (?:the )?briefs"),
    _near("decided", "date", """
        deci(?:ded?|sion) | handed down | hand down | came down | come down | issued? | rule[sd]? | rendered | delivered
        | announced | judgment given | ruling | opinion
        """, "decided | decision | handed down | issued | rendered | delivered | opinion filed | filed"),
    _near("entered", "date", "below | trial court | lower court | circuit court | district court | superior court",
          "entered | order of | judgment of | upheld | ruled | granted | denied | sentenced"),
    _near("effective", "date", r"""
        effective | tak(?:e|es|ing) effect | took effect | into force | in force | into effect | commenc\w+ | start\w*
        | beg[iau]n\w*
        """, r"""
        effective | tak(?:e|es|ing) effect | took effect | into force | in force | into effect | commenc\w+ | start\w*
        | beg[iau]n\w* | as of
        """),
    _near("signed", "date", r"""
        sign(?:ed|ing|ature)? | dated | execut\w+ | conclu\w+ | enter(?:ed)? into | made | entered
        """),
    _near("expires", "date", r"""
        expir\w+ | lapse[sd]? | runs? out | ran out | terminat\w+ | ends? | ended | ending | until | over
        """),
    _near("due", "date", r"due | deadline | deliver\w* | filing date | time limit",
          r"due | deadline | deliver\w* | by | in by | no later | before"),
    _near("incident", "date", r"""
        accident | injur\w+ | arrest\w* | happen\w* | incident | crash | fire | slip\w* | fell | found | died | death
        | collision | event | shot | killed | sale | bought | purchase
        """),
    _near("filed", "date", r"filed? | filing | sued | suit | complaint | brought suit | petition(?:ed)? | claim"),
)  # fmt: skip
_PERIODS = (
    _near("renewal_notice", "duration", r"""
        non-?renew\w* | against (?:the )?renew\w* | stop (?:the )?renew\w* | prevent\w* (?:the |its )?renew\w*
        | not (?:to )?(?:want to )?renew | object\w* to (?:the |its )?renew\w* | renew\w*.*\bnotice | notice.*\brenew\w*
        """, r"""
        non-?renew\w* | not (?:to )?renew | prior to (?:the )?(?:end|expir\w*)
        | before (?:the )?(?:end|expir\w*|then-current)
        """),
    _near("renewal", "duration", r"renew\w* | extension | extended | successive | roll(?:s|ed)? over",
          r"renew\w* | successive | extended | extension | additional"),
    _near("cure", "duration", r"""
        cur(?:e|es|ed|ing|able) | remed\w+ | put (?:things|it|matters) right | fix | default | breach\w* | make good
        """, after=r"[^.;,]{0,60}\b(?:to|in which to|for) (?:cur|remedy|put|make good|mend)"),
    _near("notice", "duration", r"""
        notice | notif\w+ | warning | terminat\w+ | get out | end (?:it|the|this) | ends | walk away | leave | cancel\w*
        """, r"notice | notify | terminat\w+ | end this | cancel\w*"),
    _near("term", "duration", r"""
        (?:initial|first|original|basic|current) (?:term|period) | term | lasts? | runs? for | in force
        | how long (?:is|does|will|was|did) .*(?:last|run|agreement|contract|deal|lease|licen[cs]e)
        """, r"initial term | term | continues? | remain in (?:force|effect) | lease"),
    _near("payment", "duration", "invoices? | pay(?:s|able|ment)? | paid | bills? | settle[sd]?"),
    _near("secrecy", "duration", r"confiden\w+ | secre\w+ | non-?disclos\w+ | disclos\w+"),
    _near("warranty", "duration", r"warrant\w+ | guarant\w+"),
    _near("records", "duration", r"records? | books | retain\w* | retention | audit\w* | documents kept"),
    _near("competition", "duration", r"compet\w+ | non-?compet\w+ | solicit\w*"),
    _near("majeure", "duration", "force majeure"),
    _near("sentence", "duration", r"""
        sentenc\w* | imprison\w* | prison | jail | custody | incarcerat\w+ | probation | behind bars | suspen\w+
        """),
)  # fmt: skip
_AMOUNTS = (
    _near("cap", "amount", r"cap(?:ped)? | ceiling | liab\w+ | limit(?:s|ed|ation)? | aggregate | exceed\w*",
          r"""
          cap(?:ped)? | ceiling | liab\w+ | limit(?:s|ed|ation)? | aggregate | exceed\w* | stay (?:under|below|within)
          """),
    _near("insurance", "amount", r"insur\w+ | cover(?:age)? | occurrence"),
    _near("fine", "amount", r"fin(?:e|es|ed) | penalt\w+ | restitution | forfeit\w*"),
    _near("award", "amount", r"""
        award\w* | damages | verdict | compensat\w+ | recover\w* | granted
        """, r"award\w* | verdict | compensat\w+ | judgment (?:for|of|in the amount) | recover(?:ed|y)"),
    _near("claimed", "amount", r"""
        claim(?:ed|s|ing)? | demand\w* | ask(?:ed|ing)? for | sought | seek\w* | sue[sd]? for | owed? | alleg\w+
        """),
    _near("rent", "amount", "rent(?:al|s|ed)?"),
    _near("price", "amount", r"pric\w+ | sold | s[ae]le | sell\w* | bought | buy\w* | purchas\w+ | cost\w*"),
    _near("fee", "amount", "fees? | charge[sd]? | charging | monthly | hourly | rate | retainer"),
    _near("upfront", "amount", """
        up ?front | advance | signing | signature | deposit | down payment | retainer | initial payment | outset
        """),
    _near("minimum", "amount", "minimum | at least | not less | no less"),
    _near("assessed", "amount", r"assess\w+ | apprais\w+ | valu(?:ed|ation)"),
    _near("interest", "percent amount", "interest | overdue | late | past due"),
    _near("royalty", "percent amount", r"royalt\w+ | commission\w* | revenue | share | net sales"),
)  # fmt: skip
_JUDGES = (
    _touching(
        "dissenter", "person", r"dissent\w* | disagree[ds]? | minority | against the (?:majority|decision)",
        rf"(?:dissent\w*(?: opinion)?(?: was)?(?: (?:filed|written))? by|dissent of){_NAMED_JUDGE}",
        rf"{_TITLED}(?:(?:(?:,?\s*\w+)?,?\s*and \w+)?, JJ?\.,?\s*)?(?:\w+\s)?"
        r"(?:filed a |wrote a |writes in |wrote in )?(?:respectfully\s)?dissent",
    ),
    _touching(
        "concurrer", "person", r"concur\w*", rf"concur\w*(?: opinion)? by{_NAMED_JUDGE}",
        rf"{_TITLED}(?:filed a |wrote a |writes a |files a )?(?:separate(?:ly)?\s)?(?:in )?concur",
    ),
    _touching(
        "below", "person", r"""
        presid\w+ | tri(?:al|ed) (?:court|judge) | at (?:the )?trial | below | lower court | first instance
        | sat at trial | trial
        """,
        rf"\b{_TRIAL_COURT}(?:\s+(?:of|for)\s+\w+(?:\s+[A-Z]\w+)*)?,?\s*"
        r"(?:\(|(?:the )?(?:Hon(?:orable|\.)?|Judge|Justice|Magistrate))?|\bthe Honou?rable|\bHon\.",
        r",?\s*(?:presiding|(?:P\.)?\s?J\.?,? (?:of the trial|presiding))|\s+(?:presided|tried)",
    ),
    _touching(
        "author", "person", r"""
        wr(?:o|i)tes? | written | author\w* | pen(?:ned)? | deliver(?:ed)? | opinion (?:of|by) | spoke for
        | draft(?:ed)? the opinion
        """,
        r"(?:opinion by|written by|authored by|delivered by|penned by|opinion of|opinion per|\bper)" + _NAMED_JUDGE,
        rf"(?:,?\s*{_JUDGE})(?!\s*,?\s*(?:dissent|concur|join|with whom))\s*"
        r"(?:[:.]|,?\s*(?:delivered|wrote|writing|for the court|announced)|\s*$|\n)"
        r"|,?\s+(?:\w+,\s+)?(?:delivered|wrote|authored|writing|announced|filed)\s+(?:for\s+)?(?:the |this |an? |its )?"
        r"(?:\w+ )?(?:opinion|court|judgment|majority|decision)",
    ),
    _touching(
        "panel", "person", r"panel | sat | bench | sitting | judges | justices",
        r"(?:before:?|present:?|panel(?: consisting)?(?: of)?:?)[^.;]{0,80}",
        r"[^.;]{0,80}\bJJ\.|[^.;]{0,60}\bJustices",
    ),
)  # fmt: skip
_PARTIES = (
    _touching("counsel_appellee", "person", rf"{_LAWYER}\b.*\b{_FOR_APPELLEE}", after=_FOR + _FOR_APPELLEE),
    _touching("counsel_appellant", "person", rf"{_LAWYER}\b.*\b{_FOR_APPELLANT}", after=_FOR + _FOR_APPELLANT),
    _touching(
        "counsel", "person", "counsel | lawyers? | attorneys? | represent(?:ed|s) | appear(?:ed|s) for | stood up for "
        "| acted for", after=_FOR + r"\w+",
    ),
    _touching(
        "signatory", "person", r"sign(?:ed|s|atory|ature)? | execut\w+",
        r"\b(?:signed(?: by)?\s*:?|by\s*:|name\s*:|/s/|witness whereof\s*:?)",
        r",?\s*[\w ]{0,30}\b(?:for|on behalf of) (?:the )?(?-i:[A-Z])|,\s+(?:(?:Chief|Managing|Vice|General)\s)?"
        r"(?:President|Executive|Director|Officer|Manager|Partner|Secretary|Treasurer)",
    ),
    _touching("appellee", "person organisation", "appellees? | respondents?",
              after=rf"{_ALSO}(?:Appellees?|Respondents?)\b"),
    _touching("appellant", "person organisation", r"""
        appellants? | petitioners? | appealed | party (?:that |who )?appeal\w* | took the appeal | brought the appeal
        """, after=rf"{_ALSO}(?:Appellants?|Petitioners?)\b"),
    _touching("plaintiff", "person organisation",
              "plaintiffs? | claimants? | complainants? | who sued | brought (?:the )?suit",
              after=r",?\s*(?:et al\.?,?\s*)?(?:Appell\w+,?(?: and)?\s*)?(?:Plaintiffs?|Claimants?)\b"),
    _touching("defendant", "person organisation", "defendants? | accused | was sued",
              after=r",?\s*(?:et al\.?,?\s*)?(?:Appell\w+,?(?: and)?\s*)?Defendants?\b"),
    _near("party", "organisation person", r"""
        parties | party to | between whom | with whom | counterpart\w* | other side of the (?:agreement|contract|deal)
        """, "between | among | amongst"),
    _near("administers", "organisation", r"administ\w+ | rules | arbitrat\w+ body | body",
          "administered by | rules of | before the | conducted by | under the rules"),
)  # fmt: skip
_PLACES = (
    _touching("counsel_town", "place", "lawyers? | counsel | attorneys? | advocates?", r",\s+(?:of|in)(?: the)?",
              r",?\s*(?:Esq\w*,?\s*)?(?:for|on behalf of)\s+(?:the )?(?:app|pet|resp|plain|def|(?-i:[A-Z]))"),
    _near("notices_town", "place", "notices? | address",
          "notices? | address(?:ed)? | Road | Street | Avenue | Boulevard | Lane | Drive | Suite"),
    _near("seat", "place", r"""
        arbitrat\w+ | disputes? | courts? | litigat\w+ | heard | seat | forum | venue | jurisdiction | sued
        """, r"arbitrat\w+ | disputes? | courts? | venue | jurisdiction | seat"),
    _near("law", "law", r"laws? | govern\w*"),
)  # fmt: skip
ROLES: tuple[Role, ...] = (*_DATES, *_PERIODS, *_AMOUNTS, *_JUDGES, *_PARTIES, *_PLACES)
"""All roles; of two that are stated equally near to a value, the earlier one counts."""
SEVERAL = frozenset(("panel", "party", "dissenter", "concurrer"))
"""Roles that several persons have at once."""
GENERAL = frozenset(("term", "notice", "price", "fee", "counsel", "panel", "entered", "author", "signed", "seat"))
"""Roles that a question means only if it asks for no other."""
