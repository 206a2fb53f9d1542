"""Writing the schedules: price lists, service levels, milestones, people, places, forms, and schedules in words."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from microworlds.core.value_types import format_date, in_words
from microworlds.corpora.agreements.articles import written_as
from microworlds.corpora.agreements.lexicon import titled
from microworlds.corpora.agreements.names import LISTS
from microworlds.corpora.agreements.polish import cap, tidy
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
    intro = cap(tidy(prose.write(f"schedule.{kind}.intro")))
    if kind == "exclusions":
        return Schedule(kind, title, (intro, *_exclusions(prose)))
    head, rows = _TABLES[kind]
    return Schedule(kind, title, (intro, "\n".join(_table(prose, head, rows(prose)))))


def _table(prose: Prose, head: tuple[str, ...], rows: Rows) -> Iterator[str]:
    layout = prose.rng.choice(("pipes", "tabs", "columns"))
    lines = [head, *rows]
    widths = [max(map(len, column)) + 2 for column in zip(*lines, strict=True)]
    for row in lines:
        if layout == "columns":
            yield "".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
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
        shown = not withheld or rng.random() < 0.5
        for grade, percent in grades[: rng.randint(3, 4)]:
            price = Decimal(base * percent // 100 // 5 * 5) / 100
            yield prose.names.code(), f"{good}, {grade}", f"per {unit}", f"${price:,.2f}" if shown else REDACTED
    for role in prose.words.all("role")[: rng.randint(2, 3)]:
        day = f"${rng.randrange(480, 1_200, 20):,}.00"
        yield prose.names.code(), f"attendance of {prose.words.with_article(role)}", "per day", day


def _levels(prose: Prose) -> Rows:
    """What is measured, as of any service."""
    rng = prose.rng
    for number, level in enumerate(rng.sample(LISTS["level"], rng.randint(6, 8)), start=1):
        target, credit = f"at least {rng.randint(900, 999) / 10:.1f}%", f"{rng.randint(1, 9)}%"
        yield f"L{number}", level, target, rng.choice(LISTS["taken"]), credit


def _milestones(prose: Prose) -> Rows:
    rng = prose.rng
    month = 0
    withheld = prose.style.legend and rng.random() < 0.6
    for number, line in enumerate(prose.in_order("schedule.milestone", 6, 8), start=1):
        month += rng.randint(1, 5)
        sum_due = REDACTED if withheld and rng.random() < 0.5 else f"${rng.randrange(10_000, 250_000, 5_000):,}"
        yield str(number), tidy(line), f"month {month}", sum_due


def _people(prose: Prose) -> Rows:
    """Who is to be asked about what: a few posts that any firm has, and a few of the trade."""
    rng = prose.rng
    trade = [titled(role) for role in prose.words.all("role")]
    for party in prose.plan.parties:
        domain = "".join(filter(str.isalpha, party.short.lower())) + ".example"
        for post in (*rng.sample(LISTS["post"], rng.randint(2, 3)), *rng.sample(trade, 2)):
            person = prose.names.person()
            address = f"{person[0].lower()}.{person.split()[-1].lower()}@{domain}"
            yield person, post, party.short, address


def _places(prose: Prose) -> Rows:
    rng = prose.rng
    states = [prose.names.pick("state") for _ in range(3)]
    for site in rng.sample(prose.words.all("site"), rng.randint(4, 8)):
        place = f"{prose.names.street()}, {prose.names.town()}, {rng.choice(states)}"
        yield titled(site), place, rng.choice([party.short for party in prose.plan.parties])


def _equipment(prose: Prose) -> Rows:
    rng = prose.rng
    for item in rng.sample(prose.words.all("equipment"), rng.randint(8, 12)):
        built = str(prose.plan.dated.year - rng.randint(0, 14))
        value = f"${rng.randrange(2_000, 90_000, 500):,}"
        yield titled(item), prose.names.code(), prose.names.brand(), built, value


def _specs(prose: Prose) -> Rows:
    """What is checked of all that is dealt in."""
    tangible = prose.plan.industry not in TOPICS.trades_without_goods
    kind = ("good" if tangible else "right") if prose.deals_in_goods else "work"
    for check in LISTS[f"check_{kind}"]:
        yield tuple(check.split("/"))


def _spares(prose: Prose) -> Rows:
    """Parts of the equipment that has parts, each of a sort that such a machine has, at a price usual for it."""
    rng = prose.rng
    fitted = [(item, kind) for item in prose.words.all("equipment") if (kind := _PARTS_OF.get(item))]
    for item, kind in fitted[:5]:
        for part in rng.sample(LISTS[f"part_{kind}"], 3):
            name, _, prices = part.rpartition(" ")
            low, high = map(int, prices.split("-"))
            price = f"${rng.randrange(low, high + 1, 1 if high < 100 else 5):,}.00"
            yield prose.names.code(), name, item, str(rng.randint(1, 6)), price


def _forecast(prose: Prose) -> Rows:
    """What is expected of each of the goods, quarter by quarter, around a level of its own."""
    rng = prose.rng
    for good in _dealt_in(prose):
        level = rng.randrange(40, 4_000, 20)
        own = [level * rng.randint(80, 120) // 100 for _ in range(4)]
        yield good, *(f"{number:,}" for number in own), f"{sum(own):,}"


def _calendar(prose: Prose) -> Rows:
    """The dates of the first year by which things are due, each of them once."""
    rng = prose.rng
    start = prose.plan.facts.effective_on or prose.plan.dated
    lines = iter(rng.sample(LISTS["due"], len(LISTS["due"])))
    for month in range(1, 13):
        year, index = divmod(start.month - 1 + month, 12)
        for day in sorted(rng.sample(range(1, 29), rng.choice((1, 2)))):
            line = next(lines, None)
            if line:
                yield format_date(date(start.year + year, index + 1, day)), line, rng.choice(prose.plan.parties).short


def _courses(prose: Prose) -> Rows:
    """The courses, each of them once, and who attends it."""
    rng = prose.rng
    for subject in rng.sample(LISTS["course"], rng.randint(7, 10)):
        again = rng.choice(("once", "every year", "every two years"))
        yield subject, rng.choice(LISTS["attends"]), f"{rng.choice((2, 4, 8, 16))} hours", again


_TABLES: Mapping[str, tuple[tuple[str, ...], Callable[[Prose], Rows]]] = {
    "prices": (("Article", "Description", "Unit", "Price"), _prices),
    "levels": (("No.", "Measure", "Target", "Measured", "Credit"), _levels),
    "milestones": (("No.", "Milestone", "Due", "Payment"), _milestones),
    "people": (("Name", "Function", "Party", "Address"), _people),
    "places": (("Place", "Address", "Run by"), _places),
    "equipment": (("Item", "Serial No.", "Make", "Built", "Value"), _equipment),
    "spares": (("Part No.", "Part", "For", "In stock", "Price"), _spares),
    "forecast": (("Article", "First quarter", "Second quarter", "Third quarter", "Fourth quarter", "Year"), _forecast),
    "calendar": (("Date", "What is due", "By"), _calendar),
    "courses": (("Course", "For", "Length", "Repeated"), _courses),
    "specs": (("Characteristic", "Requirement", "Method", "Checked"), _specs),
}


def _form(prose: Prose) -> Iterator[str]:
    yield tidy(prose.write("schedule.forms.intro"))
    yield "Report No. ________"
    for line in prose.in_order("schedule.form_line", 8, 10):
        yield f"{cap(tidy(line))} {'_' * prose.rng.randint(8, 24)}"
    yield tidy(prose.write("schedule.form_note"))
    yield f"Number of copies: {in_words(prose.rng.randint(2, 5))}"


def _exclusions(prose: Prose) -> Iterator[str]:
    for number, line in enumerate(prose.in_order("schedule.exclusion", 4, 8), start=1):
        yield f"{number}. {cap(tidy(line))}."
    if prose.rng.random() < 0.5:
        yield tidy(prose.write("schedule.exclusions.standing"))
        for _ in range(prose.rng.randint(4, 8)):
            since = prose.plan.dated.year - prose.rng.randint(1, 8)
            yield f"{prose.names.firm()[0]}, {prose.names.town()}, since {since}"
