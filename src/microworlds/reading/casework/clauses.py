"""Facts of agreements: which one a question asks for, and what clauses taken by themselves state of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from microworlds.core import value_types
from microworlds.core.text import sentences
from microworlds.core.value_types import sameness
from microworlds.corpora.attributes import AGREEMENT
from microworlds.corpora.extraction import agreement_facts
from microworlds.reading.answering.deriving import Known
from microworlds.reading.casework.comparing import ORDER, SAME, YES_NO
from microworlds.reading.casework.finding import Refused, known
from microworlds.reading.casework.following import Meant
from microworlds.reading.casework.library import Case
from microworlds.reading.casework.pointing import NOUN, one
from microworlds.reading.casework.resolving import Resolver

_PAPER = re.compile(
    r"\b(?:agreement|contract|lease|licen[cs]e|sublease|NDA|memorandum|addendum|amendment|deal|guaranty|policy)\b",
    re.IGNORECASE,
)
_CASE = re.compile(r"\s(?:v|vs)\.\s|^(?:In re|Ex parte|Matter of)\b")
_ASPECTS: tuple[tuple[str, str], ...] = (
    ("renewal_notice",
        r"\b(?:renew\w*|non-?renewal|extend\w*|roll\w*)\b[^?]*\bnotice\b|\bnotice\b[^?]*\b(?:renew\w*|"
        r"non-?renewal)\b"),
    ("audit_notice", r"\baudit\w*|\binspect\w*\b[^?]*\bbooks\b"),
    ("convenience_notice",
        r"\bnotice\b[^?]*\b(?:terminat\w*|end|leave|quit|walk away|get out|cancel\w*)\b|\b(?:terminat\w*|end|"
        r"cancel\w*|leave|quit)\b[^?]*\bnotice\b"),
    ("cure_period",
        r"\bcur(?:e|ed|ing)\b|\bput (?:things|it|matters) right\b|\b(?:remedy|fix|repair|mend)\b[^?]*\b"
        r"(?:breach|default)\b|\bafter (?:a )?(?:breach|default)\b"),
    ("renewal_term", r"\brenew\w*|\brolls? over\b"),
    ("force_majeure_limit", r"\bforce majeure\b|\bact of god\b"),
    ("confidentiality_survival", r"\bconfiden\w*|\bsecre\w*"),
    ("warranty_period", r"\bwarrant\w*|\bguarantee period\b"),
    ("records_retention", r"\b(?:records?|books)\b[^?]*\b(?:ke(?:ep|pt)|retain\w*|preserv\w*)\b"),
    ("non_compete", r"\b(?:compet\w*|solicit\w*|poach\w*)\b"),
    ("liability_cap",
        r"\b(?:cap\w*|limit\w*|ceiling|maximum)\b[^?]*\bliab\w*|\bliab\w*\b[^?]*\b(?:cap\w*|limit\w*|ceiling|"
        r"most|maximum)"),
    ("insurance_minimum", r"\binsur\w*"),
    ("late_interest", r"\binterest\b|\blate\b[^?]*\bpa(?:y|id)"),
    ("royalty", r"\broyalt\w*|\bcommission\b|\brevenue share\b"),
    ("upfront_payment", r"\bup-?front\b|\bat signing\b|\binitial (?:fee|payment)\b|\bdown payment\b"),
    ("minimum_purchase",
        r"\bminimum\b[^?]*\b(?:purchas\w*|order\w*|buy)\b|\bat least\b[^?]*\b(?:buy|order|purchase)\b"),
    ("payment_period", r"\binvoices?\b|\b(?:how (?:long|many days)|within)\b[^?]*\bpa(?:y|id|yment)\b"),
    ("arbitration_body",
        r"\bwhose rules\b|\b(?:who|which (?:body|institution))\b[^?]*\barbitrat\w*|\barbitrat\w*\b[^?]*\b"
        r"(?:rules|administer\w*)"),
    ("governing_law", r"\b(?:which|what|whose|under which)\b[^?]*\blaws?\b|\bgovern(?:s|ed|ing)\b"),
    ("forum", r"\bcourts?\b|\bvenue\b|\bjurisdiction\b|\bseat\b|\bdisputes?\b|\barbitrat\w*"),
    ("signatory", r"\bwho signed\b|\bsignator\w*"),
    ("expires_on",
        r"\b(?:when|date|day)\b[^?]*\b(?:expir\w*|runs? out|laps\w*|ends?)\b|\bexpir\w*\b[^?]*\b(?:date|when|"
        r"day)\b"),
    ("effective_on",
        r"\beffective\b|\btake[sn]? effect\b|\btook effect\b|\b(?:in|into) force\b|\b(?:start\w*|beg[iau]n\w*|"
        r"commenc\w*)\b"),
    ("signed_on",
        r"\b(?:when|date|day)\b[^?]*\b(?:signed|dated|executed|made|concluded|entered)\b|\b(?:signed|dated|"
        r"executed|concluded|made|entered)\b"),
    ("term", r"\bterm\b|\bhow long\b[^?]*\b(?:run|last|bind|for)\b"),
)  # fmt: skip
_COMPILED = tuple((name, re.compile(pattern, re.IGNORECASE)) for name, pattern in _ASPECTS)
_SIGNS = {
    "renewal_notice": r"renew|extend", "convenience_notice": r"terminat|cancel",
    "cure_period": r"cure|remed|breach|default", "renewal_term": r"renew", "warranty_period": r"warrant",
    "records_retention": r"records|books", "audit_notice": r"audit|inspect",
    "confidentiality_survival": r"confiden|secre", "non_compete": r"compet|solicit", "liability_cap": r"liab",
    "insurance_minimum": r"insur", "late_interest": r"interest|late|overdue", "royalty": r"royalt|commission|revenue",
    "upfront_payment": r"upfront|signing|initial", "minimum_purchase": r"minimum|at least",
    "payment_period": r"invoice|pay", "force_majeure_limit": r"force majeure",
    "expires_on": r"expire|end|until|through", "effective_on": r"effective|as of|commence|start|begin",
    "signed_on": r"dated|signed|made|entered|executed|as of", "term": r"term|continue|run|period",
}  # fmt: skip
_LAW = re.compile(r"\blaws? of (?:the )?(?:State of |Commonwealth of |Republic of )?(?P<place>[A-Z]\w+(?: [A-Z]\w+)*)")


def is_agreement(resolver: Resolver, meant: Meant) -> bool:
    """True if what is meant is an agreement and no case."""
    title = resolver.library.title(meant.key) if meant.key else ""
    return _PAPER.search(title) is not None and _CASE.search(title) is None


def aspects(question: str) -> tuple[str, ...]:
    """Attributes of agreements that a question may ask for, likeliest first.

    >>> aspects("How many days does a party get to cure a breach?")[0]
    'cure_period'
    """
    return tuple(name for name, pattern in _COMPILED if pattern.search(question))


def stated(case: Case, attribute: str) -> list[tuple[str, int]]:
    """Values of an attribute in the passages of an agreement, with the passage, what is surest first."""
    exact = [(value, passage) for passage, text in case.texts for name, value in _facts(text) if name == attribute]
    return exact or [(value, passage) for passage, text in case.texts for value in _loose(text, attribute)]


@lru_cache(maxsize=1 << 10)
def _facts(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((item.attribute, item.value) for item in agreement_facts.facts(text))


def _loose(text: str, attribute: str) -> Iterator[str]:
    """Values of the right shape in the sentences that have a word for what is asked, if each has only one."""
    if attribute == "governing_law":
        yield from (match["place"] for match in _LAW.finditer(text))
    sign, kind = _SIGNS.get(attribute), AGREEMENT[attribute].kind
    for start, end in sentences(text) if sign else ():
        sentence = text[start:end]
        spans = list(value_types.find(kind, sentence))
        if re.search(sign or "", sentence, re.IGNORECASE) and len(spans) == 1:
            yield sentence[slice(*spans[0])]


def agreed(resolver: Resolver, text: str) -> Refused | None:
    """Leaves questions about agreements to the search for words: their clauses say what they say in many ways."""
    if not _PAPER.search(text) or NOUN.search(_PAPER.sub(" ", text)):
        return None
    return Refused("a question about an agreement", None)


def stating(resolver: Resolver, text: str) -> Known | None:
    """What a clause states, for a question about one agreement that the search did not answer."""
    if not _PAPER.search(text) or ORDER.search(text) or SAME.search(text) or YES_NO.search(text):
        return None
    meant = one(resolver, text)
    if not meant.keys or not is_agreement(resolver, meant):
        return None
    asked = aspects(resolver.asked_text(text))
    case = resolver.library.cases.get(meant.key or "")
    found = stated(case, asked[0]) if asked and case is not None else []
    kind = AGREEMENT[asked[0]].kind if asked else "clause"
    if len({sameness(kind, value) for value, _ in found}) != 1:
        return None
    value, passage = found[0]
    return known(resolver, value, sameness(kind, value), (meant,), (passage,), kind)
