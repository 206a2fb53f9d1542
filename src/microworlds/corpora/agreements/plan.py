"""What an agreement says, settled before a word of it is written: type, trade, parties, every value it will state.

Source: issue 2, section 2 (the synthetic contracts); the clause types of CUAD (Hendrycks et al. 2021) for what
commercial agreements usually settle, and the shares of its agreements that do, rounded and kept away from always.
"""

import random
from datetime import date, timedelta

from microworlds.core import seeds
from microworlds.core.records import Record
from microworlds.corpora.agreements.names import Names
from microworlds.corpora.agreements.settling import AMENDABLE, DRAWN, TERM, Count, Duration, Rate, Value
from microworlds.corpora.agreements.types import TOPICS, AgreementType, agreement_types

BATCH = 20
TOKENS = (20_800, 28_000)
_FORMS = {
    "Inc.": "corporation", "Corporation": "corporation", "Corp.": "corporation", "Co.": "corporation",
    "LLC": "limited liability company", "L.P.": "limited partnership", "Ltd.": "private limited company",
    "Limited": "private limited company", "plc": "public limited company", "S.A.": "stock company",
}  # fmt: skip
_MOST_ARTICLES = 29


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
    control_share: Rate | None
    assignment_consent: str | None
    control_change_period: Duration | None
    insolvency_grace: Duration | None
    transition_period: Duration | None
    meeting_frequency: str | None
    committee_seats: Count | None
    audit_frequency: str | None
    audit_threshold: Rate | None
    report_due: Duration | None
    negotiation_period: Duration | None
    arbitrators: Count | None
    claim_notice: Duration | None
    incident_notice: Duration | None
    notice_delay: Duration | None
    delivery_period: Duration | None
    delivery_term: str | None
    inspection_period: Duration | None
    response_time: Duration | None
    guaranteed_level: Rate | None
    price_increase: Rate | None
    unit_price: int | None
    deposit: int | None
    minimum_hours: Duration | None
    insurance_aggregate: int | None

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


def later(start: date, length: Duration) -> date:
    """The last day of a length of time that begins on ``start``.

    >>> later(date(2020, 3, 1), Duration(count=1, unit="year"))
    datetime.date(2021, 2, 28)
    """
    if length.unit == "day":
        return start + timedelta(days=length.count - 1)
    months = start.month - 1 + length.count * (12 if length.unit == "year" else 1)
    year, month = start.year + months // 12, months % 12 + 1
    # a day that the month lacks is never drawn: starts are on the 28th at the latest
    return date(year, month, start.day) - timedelta(days=1)


def plan(seed: int, number: int, index: int) -> Plan:
    """The plan of one agreement; it depends on the three numbers alone."""
    rng = seeds.generator(seed, "agreements", "plan", number, index)
    names = Names(rng)
    kind = rng.choice(tuple(agreement_types().values()))
    title = rng.choice(kind.titles)
    topics = _topics(kind, rng)
    parties = _parties(kind, names, rng)
    dated = date(rng.randint(1996, 2023), rng.randint(1, 12), rng.randint(1, 28))
    law = rng.choice((parties[0].state, parties[1].state, parties[0].region, names.pick("state")))
    tokens = rng.randint(*TOKENS)
    schedules = _schedules(kind.key, set(topics), tokens, rng)
    facts = _facts({*topics, *schedules}, dated, law, names, rng)
    towns = (rng.choice((parties[0].town, names.town())), rng.choice((parties[1].town, names.town())))
    return Plan(
        id=f"agreement-{number:03d}-{index:02d}",
        serial=number * BATCH + index,
        kind=kind.key,
        title=title,
        industry=rng.choice(kind.trades),
        parties=parties,
        guarantor=_party("Guarantor", names, rng) if "payment" in topics and rng.random() < 0.12 else None,
        law=law,
        dated=dated,
        facts=facts,
        notice_towns=towns if "notices" in topics and rng.random() < 0.8 else None,
        signed=rng.random() < 0.72,
        amendment=_amendment(facts, dated, rng) if rng.random() < 0.62 else None,
        topics=topics,
        schedules=schedules,
        tokens=tokens,
    )


def _topics(kind: AgreementType, rng: random.Random) -> tuple[str, ...]:
    extra = [topic for topic in kind.extra if topic not in kind.core and rng.random() < 0.55]
    body = list(kind.core)
    for topic in extra:
        body.insert(rng.randint(2, len(body)), topic)
    body += [topic for topic in TOPICS.middle if topic not in body and rng.random() < TOPICS.kept[topic]]
    last = [topic for topic in TOPICS.last if rng.random() < TOPICS.kept[topic]]
    # an article may stand elsewhere than where most put it
    for _ in range(3):
        first = rng.randrange(1, len(body) - 1)
        body[first], body[first + 1] = body[first + 1], body[first]
    while len(body) + len(last) > _MOST_ARTICLES:
        body.remove(next(topic for topic in reversed(body) if topic not in kind.core))
    return tuple(body + last)


def _parties(kind: AgreementType, names: Names, rng: random.Random) -> tuple[Party, Party]:
    roles = rng.choice(kind.roles) if kind.roles else ("", "")
    return _party(roles[0], names, rng), _party(roles[1], names, rng)


def _party(role: str, names: Names, rng: random.Random) -> Party:
    name, short = names.firm()
    state = names.pick("state")
    return Party(
        name=name,
        short=short,
        role=role,
        form=_FORMS.get(name.replace(",", "").rsplit(" ", 1)[-1], "company"),
        state=state,
        street=names.street(),
        town=names.town(),
        region=state if rng.random() < 0.6 else names.pick("state"),
        postcode=str(rng.randint(10000, 99999)),
        signatory=names.person(),
        office=names.pick("officer"),
    )


def _facts(topics: set[str], dated: date, law: str, names: Names, rng: random.Random) -> Facts:
    signed = rng.random() < 0.78
    effective = dated + timedelta(days=rng.choice((0, 0, 0, 1, 9, 14, 30)))
    effective = effective.replace(day=min(effective.day, 28))
    settled = not signed or rng.random() < 0.72
    term = TERM(rng)
    says_end = settled and rng.random() < 0.7
    drawn = {
        name: draw(rng) if topics.intersection(where.split()) and rng.random() < share else None
        for name, (where, share, draw) in DRAWN.items()
    }
    if drawn["arbitration_body"] is None:
        drawn["arbitrators"] = None
    if drawn["insurance_aggregate"] and drawn["insurance_minimum"]:  # no total is below what each event must have
        drawn["insurance_aggregate"] = drawn["insurance_minimum"] * rng.choice((2, 2, 3, 4, 5))
    forum = f"{names.town()}, {law}" if rng.random() < 0.7 else None
    return Facts(
        signed_on=dated if signed else None,
        effective_on=effective if settled else None,
        term=None if says_end and rng.random() < 0.35 else term,
        expires_on=later(effective, term) if says_end else None,
        governing_law=law if rng.random() < 0.96 else None,
        forum=forum,
        **drawn,
    )


def _amendment(facts: Facts, dated: date, rng: random.Random) -> Amendment | None:
    stated = facts.stated()
    choices = [name for name in AMENDABLE if name in stated]
    if not choices:
        return None
    name = rng.choice(choices)
    old, new = stated[name], stated[name]
    while new == old or (isinstance(new, Rate) and isinstance(old, Rate) and new.per != old.per):
        new = DRAWN[name][2](rng)
    end = facts.expires_on or dated + timedelta(days=900)
    days = rng.randint(120, max(121, min(1100, (end - dated).days - 30)))
    return Amendment(attribute=name, new=new, made_on=dated + timedelta(days=days))


def _schedules(kind: str, topics: set[str], tokens: int, rng: random.Random) -> tuple[str, ...]:
    """Tables, and schedules in words: the longer an agreement, the more of them."""
    tables = ["prices"]
    for topic, table in (("levels", "levels"), ("development", "milestones"), ("personnel", "people")):
        if topic in topics:
            tables.append(table)
    optional = ("places", "equipment", "spares", "forecast", "calendar", "courses", "specs", "forms", "exclusions")
    tables += rng.sample(optional, 6 if len(topics) > 22 else len(optional))
    taken = {"committee"} if "governance" in topics else {"people"} if "personnel" in topics else set()
    few = len(topics) <= 22
    fitting = [name for name, kinds in TOPICS.annexes.items() if kind in kinds and name not in taken]
    words = rng.sample(fitting, len(fitting) if few else min(len(fitting), 7 + (tokens - TOKENS[0]) // 2_000))
    kinds = [*tables, *words]
    rng.shuffle(kinds)
    return tuple(kinds)
