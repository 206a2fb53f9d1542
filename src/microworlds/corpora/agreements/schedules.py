"""Writing the schedules: price lists, service levels, milestones, people, places, forms, and schedules in words."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from microworlds.core.value_types import format_date, in_words
from microworlds.corpora.agreements.articles import written_as
from microworlds.corpora.agreements.lexicon import titled
from microworlds.corpora.agreements.names import LISTS
from microworlds.corpora.agreements.polish import tidy
from microworlds.corpora.agreements.prose import Prose, Section
from microworlds.corpora.agreements.settled import REDACTED
from microworlds.corpora.agreements.types import TOPICS

Rows = Iterator[tuple[str, ...]]
# which sort of parts a machine has
_PARTS_OF = {
    item: kind.removeprefix("parts_of_")
    for kind, items in LISTS.items()
    if kind.startswith("parts_of_")
    for item in items
}


@dataclass(frozen=True)
class Schedule:
    """A schedule as written: paragraphs, table lines, and numbered sections if it has some."""

    kind: str
    title: str
    lines: tuple[str, ...]
    sections: tuple[Section, ...] = ()


def schedule(prose: Prose, kind: str, length: int) -> Schedule:
    """One schedule; ``length`` is what one in words amounts to, in characters."""
    prose.turn()
    if kind in TOPICS.annexes:
        article = written_as(prose, kind, length)
        return Schedule(kind, article.heading, (), tuple(article.sections))
    title = tidy(prose.write(f"schedule.{kind}.title"))
    if kind == "forms":
        return Schedule(kind, title, tuple(_form(prose)))
    intro = tidy(prose.write(f"schedule.{kind}.intro"))
    if kind == "exclusions":
        return Schedule(kind, title, (intro, *_exclusions(prose)))
    head, rows = _TABLES[kind]
    return Schedule(kind, title, (intro, "\n".join(_table(prose, head, rows(prose)))))


def _table(prose: Prose, head: tuple[str, ...], rows: Rows) -> Iterator[str]:
    layout = prose.rng.choice(("pipes", "tabs", "columns", "dots"))
    lines = [head, *rows]
    widths = [max(map(len, column)) + 2 for column in zip(*lines, strict=True)]
    for row in lines:
        if layout == "columns":
            yield "".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        elif layout == "dots":
            yield f"{', '.join(row[:-1])} {'.' * max(3, 60 - sum(map(len, row)))} {row[-1]}"
        else:
            yield (" | " if layout == "pipes" else "\t").join(row)


def _dealt_in(prose: Prose) -> list[str]:
    """What the tables list: goods, or kinds of work."""
    return prose.words.all("good" if prose.deals_in_goods else "process")


def _prices(prose: Prose) -> Rows:
    """Each thing that is dealt in, cheaper in quantity, or work, dearer at odd hours, and what people's days cost."""
    rng = prose.rng
    withheld = prose.style.legend and rng.random() < 0.3
    kind = "quantity" if prose.deals_in_goods else "hours"
    grades = list(zip(LISTS[kind], map(int, LISTS[f"{kind}_percent"]), strict=True))
    for good in _dealt_in(prose):
        unit, base = rng.choice(prose.units), rng.randint(4_000, 40_000)
        for grade, percent in grades[: rng.randint(3, len(grades))]:
            price = Decimal(base * percent // 100 // 5 * 5) / 100
            yield prose.names.code(), f"{good}, {grade}", f"per {unit}", REDACTED if withheld else f"${price:,.2f}"
    for role in prose.words.all("role")[: rng.randint(3, 6)]:
        yield "Attendance", role, "per day", f"${rng.randrange(480, 1_200, 20):,}.00"


def _levels(prose: Prose) -> Rows:
    """What is measured: the agreement's measures and the usual ones of any service."""
    rng = prose.rng
    own = [f"{measure} within the agreed limits" for measure in prose.words.all("measure")]
    measures = [*own, *rng.sample(LISTS["level"], 5)]
    for number, measure in enumerate(measures, start=1):
        target, credit = f"at least {rng.randint(900, 999) / 10:.1f}%", f"{rng.randint(1, 9)}%"
        yield f"L{number}", measure, target, rng.choice(LISTS["shift"]), credit


def _milestones(prose: Prose) -> Rows:
    rng = prose.rng
    month = 0
    withheld = prose.style.legend and rng.random() < 0.6
    for number, line in enumerate(prose.several("schedule.milestone", 6, 10), start=1):
        month += rng.randint(1, 5)
        sum_due = REDACTED if withheld else f"${rng.randrange(20_000, 2_000_000, 5_000):,}"
        yield str(number), tidy(line), f"month {month}", sum_due


def _people(prose: Prose) -> Rows:
    for party in prose.plan.parties:
        domain = "".join(filter(str.isalpha, party.short.lower())) + ".example"
        for _ in range(prose.rng.randint(4, 9)):
            person = prose.names.person()
            address = f"{person[0].lower()}.{person.split()[-1].lower()}@{domain}"
            yield person, titled(prose.words.any("role")), party.short, address


def _places(prose: Prose) -> Rows:
    rng = prose.rng
    states = [prose.names.pick("state") for _ in range(4)]
    for _ in range(rng.randint(6, 18)):
        place = f"{prose.names.street()}, {prose.names.town()}, {rng.choice(states)}"
        yield titled(prose.words.any("site")), place, prose.words.draw("process")


def _equipment(prose: Prose) -> Rows:
    rng = prose.rng
    for _ in range(rng.randint(6, 18)):
        built = str(prose.plan.dated.year - rng.randint(0, 14))
        value = f"${rng.randrange(2_000, 900_000, 500):,}"
        yield titled(prose.words.any("equipment")), prose.names.code(), prose.names.brand(), built, value


def _specs(prose: Prose) -> Rows:
    """What is checked of each thing that is dealt in."""
    tangible = prose.plan.industry not in TOPICS.trades_without_goods
    kind = ("good" if tangible else "right") if prose.deals_in_goods else "work"
    for good in _dealt_in(prose):
        for check in prose.rng.sample(LISTS[f"check_{kind}"], 3):
            yield titled(good), *check.split("/")


def _spares(prose: Prose) -> Rows:
    """Parts of the equipment that has parts, each of a sort that such a machine has, at a price usual for it."""
    rng = prose.rng
    fitted = [(item, kind) for item in prose.words.all("equipment") if (kind := _PARTS_OF.get(item))]
    for item, kind in fitted[:8]:
        for part in rng.sample(LISTS[f"part_{kind}"], rng.randint(3, 4)):
            name, _, prices = part.rpartition(" ")
            low, high = map(int, prices.split("-"))
            price = f"${rng.randrange(low, high + 1, 1 if high < 100 else 5):,}.00"
            yield prose.names.code(), name, item, str(rng.randint(1, 6)), price


def _forecast(prose: Prose) -> Rows:
    """What is expected of each of the goods, month by month, around a level of its own."""
    rng = prose.rng
    for good in _dealt_in(prose):
        level = rng.randrange(40, 4_000, 20)
        months = [level * rng.randint(80, 120) // 100 for _ in range(12)]
        for quarter in range(4):
            own = months[3 * quarter : 3 * quarter + 3]
            yield good, f"Q{quarter + 1}", *(f"{number:,}" for number in own), f"{sum(own):,}"


def _calendar(prose: Prose) -> Rows:
    """The dates of the first year by which things are due."""
    rng = prose.rng
    start = prose.plan.facts.effective_on or prose.plan.dated
    for month in range(1, 13):
        year, index = divmod(start.month - 1 + month, 12)
        days = sorted(rng.sample(range(1, 29), 3))
        for day, line in zip(days, rng.sample(LISTS["due"], 3), strict=True):
            due = date(start.year + year, index + 1, day)
            yield format_date(due), line, rng.choice(prose.plan.parties).short


def _courses(prose: Prose) -> Rows:
    rng = prose.rng
    for role in prose.words.all("role")[:6]:
        for subject in rng.sample(LISTS["course"], 3):
            again = rng.choice(("once", "every year", "every two years"))
            yield titled(role), subject, f"{rng.choice((2, 4, 8, 16))} hours", again


_TABLES: Mapping[str, tuple[tuple[str, ...], Callable[[Prose], Rows]]] = {
    "prices": (("Article", "Description", "Unit", "Price"), _prices),
    "levels": (("No.", "Measure", "Target", "Measured", "Credit"), _levels),
    "milestones": (("No.", "Milestone", "Due", "Payment"), _milestones),
    "people": (("Name", "Function", "Party", "Address"), _people),
    "places": (("Site", "Address", "Activity"), _places),
    "equipment": (("Item", "Serial No.", "Make", "Built", "Value"), _equipment),
    "spares": (("Part No.", "Part", "For", "In stock", "Price"), _spares),
    "forecast": (("Article", "Quarter", "First month", "Second month", "Third month", "Total"), _forecast),
    "calendar": (("Date", "What is due", "By"), _calendar),
    "courses": (("Staff", "Course", "Length", "Repeated"), _courses),
    "specs": (("Article", "Characteristic", "Requirement", "Method", "Checked"), _specs),
}


def _form(prose: Prose) -> Iterator[str]:
    yield f"{titled(prose.words.any('document'))} No. ________"
    lines = prose.several("schedule.form_line", 8, 12)
    for line in lines:
        yield f"{tidy(titled(line))} {'_' * prose.rng.randint(8, 24)}"
    yield tidy(prose.write("schedule.form_note"))
    yield f"Number of copies: {in_words(prose.rng.randint(2, 5))}"


def _exclusions(prose: Prose) -> Iterator[str]:
    for number, line in enumerate(prose.several("schedule.exclusion", 4, 8), start=1):
        text = tidy(line)
        yield f"{number}. {text[:1].upper()}{text[1:]}."
    if prose.rng.random() < 0.5:
        for _ in range(prose.rng.randint(4, 12)):
            since = format_date(prose.plan.dated.replace(year=prose.plan.dated.year - prose.rng.randint(1, 8)))
            yield f"{prose.names.firm()[0]}, {prose.names.town()}, since {since}"
