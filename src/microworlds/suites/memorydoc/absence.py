"""What a text does not state: only what it has no word for can be said to be absent.

Source: issue 2, section 3 (an unanswerable question has been checked against the full text of every observation).
"""

from __future__ import annotations

import re

from microworlds.suites.memorydoc.categories.base import UNASKED
from microworlds.suites.memorydoc.view import View

# words without which a text does not speak of an attribute: only these can be said to be absent (of a price, a claim
# or what happened when, a text may speak in any words)
CUES: dict[str, tuple[str, ...]] = {
    "dissenter": ("dissent",),
    "concurrer": ("concurr", "concurs"),
    "argued_on": ("argu", "heard"),
    "judge_below": ("judge", "referee", "hearing officer", "hon."),
    "sentence": ("sentenc", "imprison", "prison", "jail", "incarcerat", "years", "months"),
    "award": ("award", "damages", "verdict", "compensat", "judgment for"),
    "fine": ("fine", "penalt", "restitution", "forfeit"),
    "arbitration_body": ("arbitrat",),
    "liability_cap": ("liab", "aggregate", "exceed"),
    "insurance_minimum": ("insur",),
    "late_interest": ("interest", "late"),
    "royalty": ("royalt", "commission", "revenue share"),
    "upfront_payment": ("upfront", "up-front", "initial payment", "signing", "initial fee"),
    "minimum_purchase": ("minimum",),
    "confidentiality_survival": ("confidential", "secre", "non-disclosure"),
    "warranty_period": ("warrant",),
    "audit_notice": ("audit", "inspect"),
    "records_retention": ("records", "retain"),
    "non_compete": ("compet", "solicit"),
    "force_majeure_limit": ("force majeure", "beyond its control", "acts of god"),
    "renewal_term": ("renew", "extend"),
    "renewal_notice": ("renew", "extend"),
    "convenience_notice": ("convenience", "without cause", "for any reason", "no cause"),
    "cure_period": ("cure", "remed"),
}


def unspoken(view: View, target: str) -> list[str]:
    """Attributes of which neither the ledger nor the text of the target, nor any session, says anything."""
    stated = {fact.attribute for fact in view.ledger.facts if fact.subject == target}
    return [
        attribute
        for attribute in view.attributes
        if attribute in CUES and attribute not in UNASKED and attribute not in stated
        if not _speaks_of(view, target, attribute)
    ]


def _speaks_of(view: View, target: str, attribute: str) -> bool:
    """True if a cue of the attribute stands in the target's text, or beside its name in any other observation."""
    cues = re.compile("|".join(rf"(?<![a-z]){re.escape(cue)}" for cue in CUES[attribute]))
    return cues.search(view.about(target)) is not None
