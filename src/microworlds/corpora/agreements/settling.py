"""What a value of an agreement can be, and what each attribute is drawn from.

Source: the clause types of CUAD (Hendrycks et al. 2021) for what commercial agreements usually settle, and the shares
of its agreements that do, rounded and kept away from always.
"""

import random
from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal
from typing import Any, Literal

from pydantic import Field

from microworlds.core.records import Record
from microworlds.corpora.agreements.names import Names


class Duration(Record):
    """A length of time; ``qualifier`` is written before the unit (business, calendar)."""

    count: int = Field(gt=0)
    unit: Literal["hour", "day", "week", "month", "year"]
    qualifier: str = ""


class Rate(Record):
    """A percentage, and the period it is charged for if it is interest."""

    percent: Decimal
    per: Literal["", "month", "year"] = ""


class Count(Record):
    """A number of persons."""

    count: int = Field(gt=0)


Value = Duration | Rate | Count | int | date | str


def _days(*counts: int) -> Callable[[random.Random], Duration]:
    def draw(rng: random.Random) -> Duration:
        qualifier = rng.choices(("", "calendar", "business"), (8, 1, 1))[0]
        return Duration(count=rng.choice(counts), unit="day", qualifier=qualifier)

    return draw


def _of(unit: Any, *counts: int) -> Callable[[random.Random], Duration]:
    return lambda rng: Duration(count=rng.choice(counts), unit=unit)


def _either(*makers: Callable[[random.Random], Duration]) -> Callable[[random.Random], Duration]:
    return lambda rng: rng.choice(makers)(rng)


def _sum(low: int, high: int, step: int) -> Callable[[random.Random], int]:
    return lambda rng: (
        rng.randrange(low, high + 1, step)
        if rng.random() < 0.6
        else (rng.choice((1, 1.5, 2, 2.5, 3, 5, 7.5)) * low).__int__()
    )


def _interest(rng: random.Random) -> Rate:
    if rng.random() < 0.55:
        return Rate(percent=Decimal(rng.choice(("1", "1.5", "2"))), per="month")
    return Rate(percent=Decimal(rng.choice(("5", "6", "8", "9", "10", "12", "14", "18"))), per="year")


def _share(rng: random.Random) -> Rate:
    return Rate(percent=Decimal(rng.randrange(4, 60)) / 2)


def _one(*values: str) -> Callable[[random.Random], str]:
    return lambda rng: rng.choice(values)


def _count(*counts: int) -> Callable[[random.Random], Count]:
    return lambda rng: Count(count=rng.choice(counts))


def _percent(*percents: str) -> Callable[[random.Random], Rate]:
    return lambda rng: Rate(percent=Decimal(rng.choice(percents)))


TERM = _either(_of("year", 1, 2, 3, 3, 4, 5, 5, 6, 7, 8, 10, 12, 15), _of("month", 18, 24, 30, 36, 42, 60))
_SECRECY = _either(_of("year", 1, 2, 3, 4, 5, 6, 7, 10), _of("month", 18, 30))
_WARRANTY = _either(_of("month", 6, 9, 12, 15, 18, 24, 36), _of("year", 1, 2, 3, 5), _days(60, 90, 120))
# attribute: the articles that may state it, the share of agreements with such an article that do, and its values
DRAWN: Mapping[str, tuple[str, float, Callable[[random.Random], Any]]] = {
    "control_share": ("assignment", 0.7, _percent("20", "25", "30", "33", "40", "50", "50", "51", "60", "75")),
    "assignment_consent": (
        "assignment",
        0.75,
        _one("prior written consent", "written consent", "express written consent", "prior written approval"),
    ),
    "control_change_period": ("assignment", 0.55, _either(_days(10, 15, 20, 30, 45, 60, 90), _of("month", 2, 3, 6))),
    "insolvency_grace": ("term", 0.65, _days(20, 30, 45, 60, 60, 75, 90, 120)),
    "transition_period": ("exit", 0.8, _either(_of("month", 2, 3, 4, 6, 9, 12), _days(60, 90, 120, 180))),
    "meeting_frequency": (
        "committee governance",
        0.95,
        _one(
            "at least once in each calendar quarter", "once a month", "twice a year", "quarterly", "monthly",
            "at least twice per calendar year", "at least once per quarter", "at least four times per year",
        ),
    ),
    "committee_seats": ("committee governance", 0.9, _count(2, 2, 3, 3, 4, 5)),
    "audit_frequency": (
        "records",
        0.7,
        _one("once per calendar year", "twice a year", "once in any calendar year", "once every year"),
    ),
    "audit_threshold": ("records", 0.75, _percent("2", "3", "4", "5", "5", "6", "7.5", "8", "10")),
    "report_due": ("records", 0.72, _days(10, 15, 20, 25, 30, 35, 40, 45, 60)),
    "negotiation_period": ("disputes", 0.7, _either(_days(14, 15, 20, 21, 30, 45, 60), _of("week", 3, 4, 6))),
    "arbitrators": ("disputes", 1.0, _count(1, 3)),
    "claim_notice": ("indemnity", 0.75, _days(5, 7, 10, 14, 15, 20, 30)),
    "incident_notice": ("safety security", 0.9, _either(_of("hour", 12, 24, 24, 36, 48, 72), _of("day", 2, 3, 5))),
    "notice_delay": ("notices", 0.75, _days(2, 3, 4, 5, 6, 7, 10)),
    "delivery_period": ("logistics", 0.9, _either(_days(10, 15, 20, 30, 45), _of("week", 2, 3, 4, 6, 8, 10))),
    "delivery_term": ("logistics", 0.85, _one("EXW", "FCA", "FOB", "CIF", "CPT", "DAP", "DDP")),
    "inspection_period": ("logistics", 0.9, _days(3, 5, 7, 8, 10, 14, 15, 20, 30)),
    "response_time": ("support", 0.92, _either(_of("hour", 1, 2, 4, 6, 8, 12, 24), _of("day", 1, 2))),
    "guaranteed_level": ("support", 0.9, _percent("95", "96.5", "97", "98", "98.5", "99", "99.2", "99.5", "99.9")),
    "price_increase": ("commercial", 0.75, _percent("2", "2.5", "3", "3.5", "4", "5", "6", "8")),
    "unit_price": ("commercial", 0.7, lambda rng: rng.randrange(12, 980)),
    "deposit": ("commercial", 0.65, _sum(10_000, 500_000, 5_000)),
    "minimum_hours": ("support", 0.8, _of("hour", 20, 30, 40, 60, 80, 100, 120, 160)),
    "insurance_aggregate": ("insurance", 0.7, _sum(1_000_000, 20_000_000, 500_000)),
    "renewal_term": ("term", 0.68, _either(_of("year", 1, 1, 2, 3, 5), _of("month", 6, 12, 18))),
    "renewal_notice": ("term", 0.64, _either(_days(30, 60, 90, 120, 180), _of("month", 2, 3, 6, 9, 12))),
    "convenience_notice": ("term", 0.62, _either(_days(30, 45, 60, 90, 120, 180), _of("month", 2, 3, 6, 12))),
    "cure_period": ("term", 0.75, _days(10, 14, 15, 20, 30, 30, 45, 60, 75, 90)),
    "arbitration_body": ("disputes", 0.58, lambda rng: Names(rng).arbiter()),
    "liability_cap": ("liability", 0.78, _sum(250_000, 25_000_000, 250_000)),
    "insurance_minimum": ("insurance", 0.85, _sum(500_000, 10_000_000, 500_000)),
    "late_interest": ("payment", 0.7, _interest),
    "payment_period": ("payment", 0.75, _days(10, 14, 15, 20, 21, 30, 30, 35, 40, 45, 60, 75, 90)),
    "royalty": ("royalty", 1.0, _share),
    "upfront_payment": ("payment", 0.6, _sum(50_000, 20_000_000, 50_000)),
    "minimum_purchase": ("payment", 0.6, _sum(100_000, 30_000_000, 100_000)),
    "confidentiality_survival": ("confidentiality", 0.72, _SECRECY),
    "warranty_period": ("warranty", 0.92, _WARRANTY),
    "audit_notice": ("records", 0.75, _days(5, 7, 10, 14, 15, 20, 21, 30, 45)),
    "records_retention": ("records", 0.78, _either(_of("year", 2, 3, 4, 5, 6, 7, 8, 10), _of("month", 18, 30))),
    "non_compete": ("exclusivity", 0.95, _either(_of("year", 1, 2, 3, 4, 5), _of("month", 6, 9, 15, 18))),
    "force_majeure_limit": ("force", 0.78, _either(_days(30, 45, 60, 90, 120, 180), _of("month", 2, 3, 4, 6, 9))),
}  # fmt: skip
AMENDABLE = (
    "renewal_term", "convenience_notice", "cure_period", "liability_cap", "insurance_minimum", "late_interest",
    "payment_period", "royalty", "minimum_purchase", "confidentiality_survival", "warranty_period", "audit_notice",
    "records_retention", "non_compete", "force_majeure_limit",
)  # fmt: skip
