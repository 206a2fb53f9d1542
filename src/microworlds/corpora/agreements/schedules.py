"""Writing the schedules: price lists, service levels, milestones, people, places, forms, working rules."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from microworlds.core.value_types import format_date, in_words
from microworlds.corpora.agreements.articles import WorkingRules
from microworlds.corpora.agreements.lexicon import titled
from microworlds.corpora.agreements.names import LISTS
from microworlds.corpora.agreements.polish import tidy
from microworlds.corpora.agreements.prose import Prose, Section
from microworlds.corpora.agreements.settled import REDACTED
from microworlds.corpora.agreements.types import TOPICS

Rows = Iterator[tuple[str, ...]]


@dataclass(frozen=True)
class Schedule:
    """A schedule as written: paragraphs, table lines, and numbered sections if it has some."""

    kind: str
    title: str
    lines: tuple[str, ...]
    sections: tuple[Section, ...] = ()


def schedule(prose: Prose, working: WorkingRules, kind: str, length: int) -> Schedule:
    """One schedule; ``length`` is what working rules amount to, in characters."""
    prose.turn({})
    title = tidy(prose.write(f"schedule.{kind}.title"))
    if kind == "forms":
        return Schedule(kind, title, tuple(_form(prose)))
    if kind in TOPICS.working_schedules:
        intro = tidy(prose.write("schedule.procedures.intro"))
        return Schedule(kind, title, (intro,), tuple(_procedures(working, TOPICS.working_schedules[kind], length)))
    intro = tidy(prose.write(f"schedule.{kind}.intro"))
    if kind == "exclusions":
        return Schedule(kind, title, (intro, *_exclusions(prose)))
    head, rows = _TABLES[kind]
    return Schedule(kind, title, (intro, "\n".join(_table(prose, head, rows(prose)))))


def _table(prose: Prose, head: tuple[str, ...], rows: Rows) -> Iterator[str]:
    layout = prose.rng.choice(("pipes", "tabs", "columns", "dots"))
    for row in (head, *rows):
        if layout == "columns":
            yield "".join(cell.ljust(width) for cell, width in zip(row, (30, 26, 22, 18, 14), strict=False)).rstrip()
        elif layout == "dots":
            yield f"{', '.join(row[:-1])} {'.' * max(3, 60 - sum(map(len, row)))} {row[-1]}"
        else:
            yield (" | " if layout == "pipes" else "\t").join(row)


def _prices(prose: Prose) -> Rows:
    rng = prose.rng
    withheld = prose.style.legend and rng.random() < 0.3
    for _ in range(rng.randint(8, 24)):
        price = Decimal(rng.randint(50, 90_000) * rng.choice((1, 5, 10))) / 100
        good = f"{prose.words.draw('good')}, {rng.choice(LISTS['grade'])}"
        yield prose.names.code(), good, f"per {rng.choice(LISTS['unit'])}", REDACTED if withheld else f"${price:,.2f}"
    for _ in range(rng.randint(2, 6)):
        yield "Attendance", prose.words.draw("role"), "per day", f"${rng.randrange(400, 2400, 20):,}.00"


def _levels(prose: Prose) -> Rows:
    rng = prose.rng
    for number in range(1, rng.randint(7, 15)):
        target = f"{rng.choice(('at least', 'not above', 'within'))} {rng.randint(20, 999) / 10:.1f}"
        yield f"L{number}", prose.words.draw("measure"), target, rng.choice(LISTS["shift"]), f"{rng.randint(1, 12)}%"


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
            yield person, titled(prose.words.draw("role")), party.short, address


def _places(prose: Prose) -> Rows:
    rng = prose.rng
    states = [prose.names.pick("state") for _ in range(4)]
    for _ in range(rng.randint(6, 18)):
        place = f"{prose.names.street()}, {prose.names.town()}, {rng.choice(states)}"
        yield titled(prose.words.draw("site")), place, prose.words.draw("process")


def _equipment(prose: Prose) -> Rows:
    rng = prose.rng
    for _ in range(rng.randint(6, 18)):
        built = str(prose.plan.dated.year - rng.randint(0, 14))
        value = f"${rng.randrange(2_000, 900_000, 500):,}"
        yield titled(prose.words.draw("equipment")), prose.names.code(), prose.names.brand(), built, value


def _specs(prose: Prose) -> Rows:
    rng = prose.rng
    for _ in range(rng.randint(8, 16)):
        low = rng.randint(1, 400) / rng.choice((1, 10))
        limit = f"{low:g} to {low * rng.choice((1.1, 1.5, 2, 3)):.3g}"
        test = f"{prose.words.draw('document')} {rng.randint(1, 30)}"
        yield prose.words.draw("measure"), titled(prose.words.draw("good")), limit, rng.choice(LISTS["method"]), test


_TABLES: Mapping[str, tuple[tuple[str, ...], Callable[[Prose], Rows]]] = {
    "prices": (("Article", "Description", "Unit", "Price"), _prices),
    "levels": (("No.", "Measure", "Target", "Measured", "Credit"), _levels),
    "milestones": (("No.", "Milestone", "Due", "Payment"), _milestones),
    "people": (("Name", "Function", "Party", "Address"), _people),
    "places": (("Site", "Address", "Activity"), _places),
    "equipment": (("Item", "Serial No.", "Make", "Built", "Value"), _equipment),
    "specs": (("Characteristic", "Article", "Limit", "Method", "Reference"), _specs),
}


def _form(prose: Prose) -> Iterator[str]:
    prose.turn({})
    yield f"{titled(prose.words.draw('document'))} No. ________"
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


def _procedures(working: WorkingRules, groups: tuple[str, ...], length: int) -> Iterator[Section]:
    written = 0
    while written < length:
        section = working.section(groups)
        written += len(section.body) + len(section.caption)
        yield section
