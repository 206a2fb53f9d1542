"""What an agreement says, settled before a word of it is written.

Source: issue 2, section 2 (the synthetic contracts); the clause types of CUAD (Hendrycks et al. 2021) for what
commercial agreements usually settle.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Literal

from pydantic import Field

from microworlds.core.records import Record


class Duration(Record):
    """A length of time; ``qualifier`` is written before the unit (business, calendar)."""

    count: int = Field(gt=0)
    unit: Literal["day", "month", "year"]
    qualifier: str = ""


class Rate(Record):
    """A percentage, and the period it is charged for if it is interest."""

    percent: Decimal
    per: Literal["", "month", "year"] = ""


Value = Duration | Rate | int | date | str


class Party(Record):
    """A party: its names, its role in the agreement, where it is, and who acts for it."""

    name: str
    short: str
    role: str
    form: str
    state: str
    street: str
    town: str
    region: str
    postcode: str
    signatory: str
    office: str


class Facts(Record):
    """The values an agreement states, null where it is silent. Amounts are whole dollars.

    The names are those of the attributes that can be known of an agreement.
    """

    signed_on: date | None
    effective_on: date | None
    term: Duration | None
    expires_on: date | None
    renewal_term: Duration | None
    renewal_notice: Duration | None
    convenience_notice: Duration | None
    cure_period: Duration | None
    governing_law: str | None
    forum: str | None
    arbitration_body: str | None
    liability_cap: int | None
    insurance_minimum: int | None
    late_interest: Rate | None
    payment_period: Duration | None
    royalty: Rate | None
    upfront_payment: int | None
    minimum_purchase: int | None
    confidentiality_survival: Duration | None
    warranty_period: Duration | None
    audit_notice: Duration | None
    records_retention: Duration | None
    non_compete: Duration | None
    force_majeure_limit: Duration | None

    def stated(self) -> dict[str, Value]:
        """The values that are not null, by attribute, in the order of the fields."""
        return {name: value for name in type(self).model_fields if (value := getattr(self, name)) is not None}


class Amendment(Record):
    """A later change of one value."""

    attribute: str
    new: Duration | Rate | int
    made_on: date


class Plan(Record):
    """One agreement before it is written."""

    id: str
    serial: int
    kind: str
    title: str
    industry: str
    parties: tuple[Party, Party]
    guarantor: Party | None
    law: str
    dated: date
    facts: Facts
    notice_towns: tuple[str, str] | None
    signed: bool
    amendment: Amendment | None
    topics: tuple[str, ...]
    schedules: tuple[str, ...]
    tokens: int
