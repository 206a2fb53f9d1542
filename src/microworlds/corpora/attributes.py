"""What can be known of an opinion or an agreement: the names that the fact extractors and the ledger share."""

from __future__ import annotations

from dataclasses import dataclass

from microworlds.core.value_types import Kind


@dataclass(frozen=True)
class Attribute:
    """A thing that a text states of its subject.

    ``several`` is true where one subject may have many (judges on a panel); otherwise two different values found are
    a contradiction, and neither is kept.
    """

    kind: Kind
    gloss: str
    several: bool = False


OPINION: dict[str, Attribute] = {
    "author": Attribute("person", "the judge who wrote the opinion of the court (none if per curiam)"),
    "panel": Attribute("person", "a judge who sat on the case", several=True),
    "dissenter": Attribute("person", "a judge who dissented", several=True),
    "concurrer": Attribute("person", "a judge who concurred in a writing of their own", several=True),
    "court": Attribute("court", "the court that decided"),
    "docket": Attribute("docket", "the docket number"),
    "decided_on": Attribute("date", "the day of the decision"),
    "argued_on": Attribute("date", "the day of oral argument"),
    "submitted_on": Attribute("date", "the day it was submitted (on briefs)"),
    "appellant": Attribute("organisation", "who appeals or petitions"),
    "appellee": Attribute("organisation", "who answers the appeal or petition"),
    "plaintiff": Attribute("organisation", "who sued below or here"),
    "defendant": Attribute("organisation", "who was sued or accused"),
    "counsel_appellant": Attribute("person", "a lawyer for the party that appeals", several=True),
    "counsel_appellee": Attribute("person", "a lawyer for the party that answers", several=True),
    "counsel_city": Attribute("place", "the town of the appealing party's counsel"),
    "tribunal_below": Attribute("court", "the court or agency whose decision is reviewed"),
    "judge_below": Attribute("person", "the trial judge or hearing officer below"),
    "ruled_below_on": Attribute("date", "the day of the decision under review"),
    "filed_on": Attribute("date", "the day the suit, charge, claim or application was first filed"),
    "incident_on": Attribute("date", "the day of the accident, arrest, injury, sale or other event in dispute"),
    "outcome": Attribute("outcome", "what the court did: affirmed, reversed and remanded, dismissed ..."),
    "sentence": Attribute("duration", "the term of imprisonment or of suspension imposed"),
    "award": Attribute("amount", "damages or compensation awarded by the tribunal below or by this court"),
    "fine": Attribute("amount", "a fine or penalty imposed (restitution is none)"),
    "price": Attribute("amount", "the price of the thing sold, leased or contracted for"),
    "claimed": Attribute("amount", "the amount claimed, demanded or allegedly owed"),
    "county": Attribute("place", "the county, district or town where the case arose"),
    "statute": Attribute("statute", "the provision on which the case turns: the one cited most"),
    "earliest_precedent": Attribute("title", "the oldest decision cited with its name and year"),
    "holding": Attribute("clause", "what the court holds or concludes, the clause after 'that'"),
    "issue": Attribute("clause", "the question to be decided, the clause that starts with 'whether'"),
    "standard": Attribute("clause", "the standard of review applied: abuse of discretion, de novo ..."),
}

AGREEMENT: dict[str, Attribute] = {
    "name": Attribute("title", "what the agreement calls itself"),
    "party": Attribute("organisation", "a party to it, under its full name", several=True),
    "effective_on": Attribute("date", "the day it takes effect"),
    "signed_on": Attribute("date", "the day it is dated or signed"),
    "expires_on": Attribute("date", "the day the initial term ends"),
    "term": Attribute("duration", "how long the initial term lasts"),
    "renewal_term": Attribute("duration", "how long each renewal lasts"),
    "renewal_notice": Attribute("duration", "how long before the end notice against renewal must be given"),
    "convenience_notice": Attribute("duration", "the notice needed to end it without cause"),
    "cure_period": Attribute("duration", "the time to cure a breach after notice"),
    "governing_law": Attribute("place", "the state or country whose law governs"),
    "forum": Attribute("place", "where disputes are heard: the place of the courts or of arbitration"),
    "arbitration_body": Attribute("organisation", "whose rules or administration govern an arbitration"),
    "liability_cap": Attribute("amount", "the amount above which nobody is liable"),
    "insurance_minimum": Attribute("amount", "the least cover of liability insurance required per occurrence"),
    "late_interest": Attribute("percent", "the interest on late payments"),
    "payment_period": Attribute("duration", "the time to pay an invoice"),
    "royalty": Attribute("percent", "the royalty, commission or revenue share"),
    "upfront_payment": Attribute("amount", "the payment due at signing or effectiveness"),
    "minimum_purchase": Attribute("amount", "the least that must be bought or paid in a period"),
    "confidentiality_survival": Attribute("duration", "how long secrecy lasts after the end"),
    "warranty_period": Attribute("duration", "how long the warranty lasts"),
    "audit_notice": Attribute("duration", "the notice before an audit of the books"),
    "records_retention": Attribute("duration", "how long records must be kept"),
    "non_compete": Attribute("duration", "how long a party must not compete or solicit"),
    "notice_city": Attribute("place", "the town of a party's address for notices", several=True),
    "signatory": Attribute("person", "who signs for a party", several=True),
    "force_majeure_limit": Attribute("duration", "how long force majeure may last before it can be ended"),
    "amended_value": Attribute("clause", "a value that an amendment puts in place of an earlier one", several=True),
}
