"""What a category of cores is, and what those share that ask for plain facts.

Source: ConvoMem 3.3 and A.1 (six categories, and how many pieces of evidence each has).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from microworlds.core.errors import ItemError
from microworlds.core.text import normalized
from microworlds.generation.queries import Each, Get, Having, Members, Value
from microworlds.suites.convomem import affairs
from microworlds.suites.convomem.affairs import Affair, Told, Trait, Values, Wish
from microworlds.suites.convomem.records import Asked, CategoryName, Side, Speaker, Stated


@dataclass(frozen=True)
class Planned:
    """What a core is about: its statements by message, what is asked of them, and the row of the tables."""

    affair: int
    messages: tuple[tuple[Stated, ...], ...]
    asked: Asked
    twin: Asked | None = None
    stale: tuple[str, ...] = ()


@dataclass
class Draw:
    """What a persona's cores are drawn from, so that none is about what another is about.

    ``values`` are the core's own. ``labels`` are how affairs are called that were drawn, ``uses`` counts how often each
    row of each table was: of those that fit, one of the least used is taken.
    """

    persona: str
    rng: random.Random
    values: Values
    labels: set[str] = field(default_factory=set)
    uses: Counter[tuple[str, int]] = field(default_factory=Counter)

    def affair(
        self, side: Side, fits: Callable[[Affair], bool], count: int = 1
    ) -> tuple[int, Affair, list[tuple[str, str]]]:
        """A row of the table of affairs, its number, and ``count`` affairs of it: how each is called, and its name.

        Raises:
            ItemError: of no row so many names are left.
        """
        rows = affairs.tables().affairs
        free = {
            at: left for at, row in enumerate(rows)
            if row.side == side and fits(row) and len(left := self._free(row)) >= count
        }  # fmt: skip
        at = self._least("affairs", free)
        chosen = self.rng.sample(free[at], count)
        self.labels |= {label for label, _ in chosen}
        self.values.taken.update(name for _, name in chosen)
        return at, rows[at], chosen

    def _free(self, row: Affair) -> list[tuple[str, str]]:
        slot = affairs.slot(row.label)
        named = ((affairs.filled(row.label, **{slot: name}), name) for name in affairs.tables().pools[slot])
        return [(label, name) for label, name in named if label not in self.labels]

    def wish(self, table: str, side: Side, k: int) -> tuple[int, Wish, str]:
        """A row of a table of wishes with at least ``k`` statements, its number, and whom it is about ("" for nobody).

        No row is drawn twice about the same.

        Raises:
            ItemError: there is none.
        """
        rows: Sequence[Wish] = getattr(affairs.tables(), table)
        free = {
            at: left for at, row in enumerate(rows)
            if row.side == side and len(row.statements) >= k and (left := self._left(table, at, row))
        }  # fmt: skip
        at = self._least(table, free)
        name = self.rng.choice(free[at])
        self.labels.add(f"{table} {at} {name}")
        return at, rows[at], name

    def _left(self, table: str, at: int, row: Wish) -> list[str]:
        """About whom a row of wishes was not drawn yet."""
        names = affairs.tables().pools[affairs.slot(row.request[0])] if "<" in row.request[0] else ("",)
        return [name for name in names if f"{table} {at} {name}" not in self.labels]

    def _least(self, table: str, rows: Iterable[int]) -> int:
        """One of the least used of some rows, which is used now."""
        known = [(self.uses[table, at], self.rng.random(), at) for at in rows]
        if not known:
            raise ItemError(f"{self.persona}: every row of {table} that fits is used up")
        at = min(known)[2]
        self.uses[table, at] += 1
        return at


@dataclass(frozen=True)
class Category:
    """A category: how many messages its evidence has, who tells it, and how a core of it is planned."""

    name: CategoryName
    counts: tuple[int, ...]
    speaker: Speaker
    plan: Callable[[Draw, int, Side], Planned]
    answerable: bool = True


def subject(label: str) -> str:
    """The id under which the ledger has what is called so."""
    return "-".join(normalized(label).split())


def stated(told: Told, label: str, name: str, attribute: str, value: affairs.Drawn, form: str = "says") -> Stated:
    """A statement of a row of the tables."""
    return Stated(
        subject=subject(label),
        attribute=attribute,
        label=label,
        name=name,
        gloss=told.gloss,
        value=value.text,
        meaning=value.meaning,
        form=form,
        changes=form == "changed",
    )


def recalled(draw: Draw, k: int, side: Side, speaker: Speaker) -> Planned:
    """A fact that was told in one message; or the sum, or the list, of what was told in several."""
    if k == 1:
        return _single(draw, side, speaker)
    fits = [name for name in ("total", "members") if _rows(side, speaker, name)]
    return (_total if draw.rng.choice(fits) == "total" else _list)(draw, k, side, speaker)


def _rows(side: Side, speaker: Speaker, part: str) -> list[Affair]:
    own = affairs.tables().affairs
    return [row for row in own if (row.side, row.speaker) == (side, speaker) and getattr(row, part)]


def _row(draw: Draw, side: Side, speaker: Speaker, part: str) -> tuple[int, Affair, str, str]:
    at, row, ((label, name),) = draw.affair(side, lambda row: row.speaker == speaker and bool(getattr(row, part)))
    return at, row, label, name


def _single(draw: Draw, side: Side, speaker: Speaker) -> Planned:
    at, row, label, name = _row(draw, side, speaker, "attributes")
    attribute = draw.rng.choice(sorted(row.attributes))
    told = row.attributes[attribute]
    value = draw.values.drawn(told.value)
    query = Get(of=Value(value=subject(label)), attribute=attribute)
    asked = Asked(
        label=label, name=name, attribute=attribute, gloss=told.gloss, form="asks", answer=value.text,
        query=query, kind=value.kind,
    )  # fmt: skip
    return Planned(at, ((stated(told, label, name, attribute, value),),), asked)


def _total(draw: Draw, k: int, side: Side, speaker: Speaker) -> Planned:
    at, row, label, name = _row(draw, side, speaker, "total")
    told = row.total
    assert told is not None  # the row was chosen for it
    items = draw.rng.sample(told.items, k)
    made = [stated(told, label, name, "total", draw.values.drawn(told.value)) for _ in items]
    of = Having(attribute="part_of", value=Value(value=subject(label)))
    query = Each(how="sum", of=of, path=("amount",), count=k)
    messages = tuple((one.model_copy(update={"item": item}),) for one, item in zip(made, items, strict=True))
    gloss = f"all of it together ({told.gloss.replace('<item>', 'each thing')}), as one sum"
    asked = Asked(
        label=label, name=name, attribute="total", gloss=gloss, form="asks", answer="", query=query, kind="amount"
    )
    return Planned(at, messages, asked)


def _list(draw: Draw, k: int, side: Side, speaker: Speaker) -> Planned:
    at, row, label, name = _row(draw, side, speaker, "members")
    told = row.members
    assert told is not None  # the row was chosen for it
    messages = tuple((stated(told, label, name, "members", draw.values.drawn(told.value)),) for _ in range(k))
    query = Members(of=Value(value=subject(label)), attribute="members", changes=k)
    gloss = f"all of them ({told.gloss}), as a list"
    asked = Asked(
        label=label, name=name, attribute="members", gloss=gloss, form="asks", answer="", query=query, kind="list"
    )
    return Planned(at, messages, asked)


def minded(draw: Draw, k: int, side: Side, table: str) -> Planned:
    """A request for a suggestion that ``k`` traits bear on, each told in passing; a rubric says what to mind."""
    at, row, name = draw.wish(table, side, k)
    traits = draw.rng.sample(row.statements, k)
    about = "-".join([draw.persona, table, str(at), *name.split()])
    messages = tuple((_trait(trait, about, name),) for trait in traits)
    asked = Asked(
        label=name, name=name, attribute="minds", gloss="", form=affairs.named(draw.rng.choice(row.request), name),
        answer="", query=Members(of=Value(value=about), attribute="minds", changes=k), kind="rubric",
        rubric=tuple(criterion(trait, name) for trait in traits),
    )  # fmt: skip
    return Planned(at, messages, asked)


def _trait(trait: Trait, about: str, name: str) -> Stated:
    gloss = affairs.named(trait.gloss, name)
    return Stated(
        subject=about, attribute="minds", label=name, name=name, gloss=gloss, value=gloss, form="trait",
        must=trait.must, must_not=trait.must_not,
    )  # fmt: skip


def criterion(trait: Trait, name: str) -> str:
    """What an answer has to do to mind a trait, as a judge is told and as a program can check."""
    words = ", ".join(f'"{word}"' for word in trait.must)
    unsaid = ", ".join(f'"{word}"' for word in trait.must_not)
    return f"It minds that {affairs.named(trait.gloss, name)}. Says one of: {words}." + (
        f" Proposes none of: {unsaid}." if unsaid else ""
    )
