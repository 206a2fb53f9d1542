"""What the plan of an invented document says of it, by the attributes that can be known of it."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from microworlds.core.value_types import format_date, in_words
from microworlds.corpora.agreements.plan import Facts as Settled
from microworlds.corpora.agreements.plan import Plan as Agreement
from microworlds.corpora.agreements.settling import Count, Duration, Rate, Value
from microworlds.corpora.attributes import OPINION
from microworlds.corpora.law.case_plan import Facts, Party
from microworlds.corpora.law.invented_names import Person
from microworlds.corpora.law.reporter import Written
from microworlds.suites.memorydoc.planned.comparable import Plan, Planned, Thing, planned, thing

# an opinion states each of these once it is planned (the tests of the corpus hold it to that)
_DATES = {"decided_on": "decided", "argued_on": "argued", "submitted_on": "submitted", "filed_on": "filed"}
# and may or may not state these
_OTHER_DATES = {"ruled_below_on": "ruled"}
# what is said in words of which the plan knows only once they are written
_NOTED = (
    "alleged appellant_argument appellee_argument found_below motion verdict rule conceded stipulated reason "
    "remanded_for dissent_view offense followed distinguished quoted_case employer age acreage occupation issue holding"
).split()
_WITNESSES = ("witness", "expert")
IN_WRITING = frozenset((*_NOTED, *_WITNESSES, "relied_on", "earliest_precedent"))
"""What is settled only when the opinion is written, which takes a second a volume."""
UNORDERED = frozenset(("relied_on",))
"""Of which the plan knows what may be said, and not in which order."""
_FURTHER = "further proceedings consistent with this opinion"
_SUMS = [name for name, own in OPINION.items() if own.kind == "amount"]
_DAYS = [
    name for name, own in OPINION.items() if own.kind == "date" and name not in {*_DATES, *_OTHER_DATES, "incident_on"}
]


def of_opinion(facts: Facts, written: Written | None) -> Plan:
    """What an opinion's plan says; without ``written``, nothing of what was settled in writing (``IN_WRITING``)."""
    days = {"appealed_on": facts.appealed, **facts.days}
    plan = {
        "court": planned("court", [facts.bench.name], certain=True),
        "docket": planned("docket", [facts.docket], certain=True),
        "outcome": planned("outcome", [facts.outcome], certain=True),
        "tribunal_below": planned("tribunal_below", [facts.tribunal], certain=True),
        "county": planned("county", [facts.land.county.format(facts.region.name)], certain=False),
        "counsel_city": planned("counsel_city", [facts.counsel[0][0].town], certain=True),
        **_dates(facts, _DATES, certain=True),
        **_dates(facts, _OTHER_DATES, certain=False),
        # the day of an arrest is the day of the event for which somebody was arrested
        "incident_on": planned(
            "incident_on", [_day(facts.incident), _day(facts.days.get("arrested_on"))], certain=False
        ),
        **{name: planned(name, [facts.sums.get(name)], certain=False) for name in _SUMS},
        # what was paid for a thing is its price
        "paid": planned("paid", [facts.sums.get("paid"), facts.sums.get("price")], certain=False),
        "sentence": planned("sentence", [facts.sentence], certain=True),
        **{name: planned(name, [_day(days.get(name))], certain=False) for name in _DAYS},
        # which section is cited most is not planned, only which are applied
        "statute": Planned(tuple(_section(own.section) for own in facts.issues if own.section)),
        **_judges(facts),
        **_sides(facts),
    }
    if facts.order:  # a few lines, which state little
        plan = {name: replace(own, certain=False) for name, own in plan.items()}
    if written is not None:
        earliest = written.earliest.name if written.earliest else None
        said = written.stated
        plan |= {name: _noted(name, written) for name in _NOTED}
        further = [f"{each}, and for {_FURTHER}" for each in said.get("remanded_for", ())]
        plan["remanded_for"] = planned("remanded_for", (*said.get("remanded_for", ()), *further), certain=False)
        # who relies on what is not noted, only which cases the court then follows or not
        cases = (*said.get("followed", ()), *said.get("distinguished", ()))
        plan["relied_on"] = planned("relied_on", cases, certain=False)
        if facts.sentence:  # whoever was sentenced was found guilty
            guilty = ("guilty", *(f"guilty of {offense}" for offense in said.get("offense", ())))
            plan["verdict"] = planned("verdict", (*said.get("verdict", ()), *guilty), certain=False)
        parties = [facts.p.short, facts.d.short]
        employers = (*said.get("employer", ()), *parties, facts.p.full, facts.d.full)  # whose driver it was
        plan["employer"] = planned("employer", employers, certain=False)
        people = [name for kind in _WITNESSES for name in said.get(kind, ())]
        plan |= dict.fromkeys(_WITNESSES, Planned(tuple(map(_witness, (*people, *parties)))))
        plan["earliest_precedent"] = planned("earliest_precedent", [earliest], certain=False)
    return plan


def _noted(name: str, written: Written) -> Planned:
    """What was written of an attribute, and which values on which point."""
    points = tuple((thing(name, value), words) for value, words in written.decided.get(name, ()))
    return replace(planned(name, written.stated.get(name, ()), certain=False), points=points)


def _dates(facts: Facts, fields: dict[str, str], *, certain: bool) -> dict[str, Planned]:
    days: dict[str, date | None] = {name: getattr(facts, field) for name, field in fields.items()}
    return {name: planned(name, [_day(day)], certain=certain) for name, day in days.items()}


def _day(day: date | None) -> str | None:
    return format_date(day) if day else None


def _sides(facts: Facts) -> dict[str, Planned]:
    """The parties and their counsel; not every caption says who sued whom."""
    appellant, appellee = facts.party(facts.appellant), facts.party(facts.appellee)
    return {
        "appellant": Planned((_party("appellant", appellant),), certain=True),
        "appellee": Planned((_party("appellee", appellee),), certain=True),
        "plaintiff": Planned((_party("plaintiff", facts.p),)),
        "defendant": Planned((_party("defendant", facts.d),)),
        "counsel_appellant": _people("counsel_appellant", (own.person for own in facts.counsel[0])),
        "counsel_appellee": _people("counsel_appellee", (own.person for own in facts.counsel[1])),
    }


def _judges(facts: Facts) -> dict[str, Planned]:
    dissents = [own for own in facts.separate if own.kind == "dissent"]
    concurrences = [own for own in facts.separate if own.kind == "concurrence"]
    return {
        "author": _people("author", [facts.author] if facts.author else []),
        "panel": _people("panel", facts.panel),
        "dissenter": _people("dissenter", (judge for own in dissents for judge in (own.judge, *own.joined))),
        "concurrer": _people("concurrer", (own.judge for own in concurrences)),
        "judge_below": _people("judge_below", [facts.judge]),
    }


def _people(attribute: str, people: Iterable[Person]) -> Planned:
    """Captions print judges by surname, and some lawyers and judges by their initials."""
    return Planned(tuple(thing(attribute, own.full, own.initials, own.last) for own in people), certain=True)


def _witness(name: str) -> Thing:
    """A witness or an expert is called by the full name once, then by the last, with a title or without."""
    last = name.removesuffix(", Jr.").removesuffix(" Jr.").split()[-1]
    titles = ("", "Mr. ", "Ms. ", "Mrs. ", "Dr. ", "Officer ", "Detective ", "Deputy ", "Sergeant ", "Professor ")
    return thing("witness", *(f"{title}{form}" for title in titles for form in (name, last)))


def _party(attribute: str, party: Party) -> Thing:
    return thing(attribute, party.full, f"{party.full}{party.others}", f"{party.caption}{party.others}", party.short)


def _section(section: str) -> Thing:
    """Two codes of one section ("Section 4 of the Will Act, 9 Stat. § 4") are two ways to cite it."""
    return thing("statute", section, *section.split(", "))


def of_agreement(agreement: Agreement) -> Plan:
    """What an agreement's plan says: of what was amended, the value in force."""
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
    """A place may be named with and without the state around it, a number in figures, in words or in both."""
    text = _text(value)
    if isinstance(value, Count) or attribute == "minimum_hours":
        number = value.count if isinstance(value, Count | Duration) else 0
        unit = " hours" if isinstance(value, Duration) else ""
        written = in_words(number)
        return thing(attribute, f"{number}{unit}", f"{written}{unit}", f"{written} ({number}){unit}")
    if attribute == "governing_law":
        return thing(attribute, text, f"State of {text}")
    return thing(attribute, text, text.split(", ")[0]) if attribute == "forum" else thing(attribute, text)


def _text(value: Value) -> str:
    if isinstance(value, Duration):
        return f"{value.count} {value.qualifier} {value.unit}s".replace("  ", " ")
    if isinstance(value, Count):
        return str(value.count)
    if isinstance(value, Rate):
        return f"{value.percent.normalize():f}%"
    if isinstance(value, date):
        return format_date(value)
    return f"${value}" if isinstance(value, int) else value
