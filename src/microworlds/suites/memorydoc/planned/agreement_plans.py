"""What the plan of an invented agreement says of it, by the attributes that can be known of an agreement."""

from __future__ import annotations

from datetime import date

from microworlds.core.value_types import format_date
from microworlds.corpora.agreements.plan import Duration, Rate, Value
from microworlds.corpora.agreements.plan import Facts as Settled
from microworlds.corpora.agreements.plan import Plan as Agreement
from microworlds.suites.memorydoc.planned import comparable
from microworlds.suites.memorydoc.planned.comparable import Planned, Thing, planned, thing


def plan_of(agreement: Agreement) -> comparable.Plan:
    """What the plan says: of what was amended, the value in force."""
    settled = agreement.facts.stated()
    plan = {
        name: Planned((_thing(name, settled[name]),) if name in settled else (), certain=True)
        for name in Settled.model_fields
    }
    changed = agreement.amendment
    if changed:
        plan[changed.attribute] = Planned((_thing(changed.attribute, changed.new),))
    others = [agreement.guarantor] if agreement.guarantor else []
    parties = [*agreement.parties, *others]
    return {
        **plan,
        "name": planned("name", [agreement.title], certain=True),
        "party": Planned(tuple(thing("party", own.name) for own in parties), certain=not others),
        "signatory": Planned(
            tuple(thing("signatory", own.signatory) for own in parties) if agreement.signed else (), certain=not others
        ),
        "notice_city": planned("notice_city", agreement.notice_towns or (), certain=True),
        "amended_value": Planned((thing("amended_value", _text(changed.new)),) if changed else (), certain=True),
    }


def _thing(attribute: str, value: Value) -> Thing:
    """A place may be named with and without the state around it."""
    text = _text(value)
    if attribute == "governing_law":
        return thing(attribute, text, f"State of {text}")
    return thing(attribute, text, text.split(", ")[0]) if attribute == "forum" else thing(attribute, text)


def _text(value: Value) -> str:
    if isinstance(value, Duration):
        return f"{value.count} {value.qualifier} {value.unit}s".replace("  ", " ")
    if isinstance(value, Rate):
        return f"{value.percent.normalize():f}%"
    if isinstance(value, date):
        return format_date(value)
    return f"${value}" if isinstance(value, int) else value
