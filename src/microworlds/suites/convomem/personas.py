"""Stage personas: who talks with the assistant, and the cores of each as planned, every answer proved.

Source: ConvoMem 3.2 and A.1 (personas of enterprise roles with a background; use cases; evidence cores); Table 2 (how
many questions of each category and number of pieces of evidence).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from itertools import chain
from math import floor

from microworlds.authors.base import Author
from microworlds.authors.roles import author, written_by
from microworlds.core import params, seeds, stage
from microworlds.core.errors import ItemError, run
from microworlds.core.parallel import ordered_map
from microworlds.core.records import Rejection
from microworlds.core.text import words
from microworlds.generation.ledger import Ledger, faults
from microworlds.generation.person_names import person
from microworlds.suites.convomem import affairs
from microworlds.suites.convomem.affairs import Values
from microworlds.suites.convomem.categories.base import Category, Draw
from microworlds.suites.convomem.facts import answer, planned
from microworlds.suites.convomem.placement import places
from microworlds.suites.convomem.question_categories import every
from microworlds.suites.convomem.records import CorePlan, Persona, Side
from microworlds.suites.convomem.scale import PersonasParams, ScaleParams
from microworlds.suites.convomem.tasks.persona import PERSONA, PersonaGiven, PersonaWritten

STAGE = "personas"
_PAGE = (150, 600)  # words: about a page
_SIDES: tuple[Side, Side] = ("personal", "professional")


@dataclass(frozen=True)
class PersonaMaker:
    """Makes personas; the one of a number depends on the seed and the number alone."""

    params: PersonasParams
    scale: ScaleParams
    author: Author
    seed: int

    def persona(self, number: int) -> list[Persona | Rejection]:
        """The persona, after a rejection for each core that could not be planned."""
        id_ = f"p{number + 1:03d}"
        rng = seeds.generator(self.seed, "convomem", number)
        group, role = _role(number)
        name = person(rng)
        made: list[CorePlan | Rejection] = list(self._plans(id_, number))
        given = PersonaGiven(name=name, role=role, group=group)
        ask = partial(self._background, id_, given)
        written, refused = stage.attempted(STAGE, id_, range(self.params.attempts), ask)
        made += refused
        if written is None:
            return [one for one in made if isinstance(one, Rejection)]
        plans = tuple(one for one in made if isinstance(one, CorePlan))
        own = Persona(
            id=id_, number=number, name=name, role=role, group=group, background=written.background, plans=plans
        )
        return [*(one for one in made if isinstance(one, Rejection)), own]

    def _background(self, id_: str, given: PersonaGiven, attempt: int, refused: tuple[str, ...]) -> PersonaWritten:
        written = self.author.write(PERSONA, given, key=id_, sample=attempt, refused=refused)
        count = len(words(written.background))
        if not _PAGE[0] <= count <= _PAGE[1]:
            raise ItemError(f"a background of {count} words, not {_PAGE[0]} to {_PAGE[1]}")
        return written

    def _plans(self, persona: str, number: int) -> Iterator[CorePlan | Rejection]:
        last = self.params.first_day + timedelta(days=self.params.days)
        rng = seeds.generator(self.seed, "convomem", "cores", number)
        draw = Draw(persona, rng, Values(rng, last, set()))
        numbers = Counter(_numbers_before(self.scale.cores, number))
        wanted = list(_wanted(self.scale.cores, number))
        for at, (category, k) in enumerate(wanted):
            draw.values = Values(rng, last, set())
            own = f"{persona}-{category.name}-{k}-{at:03d}"
            try:
                yield self._plan(own, persona, category, k, _SIDES[(at + number) % 2], draw, numbers[k])
                numbers[k] += 1
            except (ItemError, ValueError) as error:
                yield Rejection(stage=STAGE, item=own, reason=str(error))

    def _plan(
        self, id_: str, persona: str, category: Category, k: int, side: Side, draw: Draw, number: int
    ) -> CorePlan:
        own = category.plan(draw, k, side)
        plan = CorePlan(
            id=id_, persona=persona, category=category.name, k=k, side=side, speaker=category.speaker,
            affair=own.affair, messages=own.messages, asked=own.asked, twin=own.twin, stale=own.stale,
            places=places(self.seed, k, number),
        )  # fmt: skip
        return proved(plan)


def proved(plan: CorePlan) -> CorePlan:
    """The plan, its answers those of its facts.

    Raises:
        ItemError: a question has not exactly one answer, or one without a piece; or an unanswerable one has one.
    """
    ledger = Ledger(planned(plan))
    settled: dict[str, object] = {}
    for name, asked in (("asked", plan.asked), ("twin", plan.twin)):
        if asked is None:
            continue
        found = answer(plan, asked)
        if not asked.answerable:
            if found is not None:
                raise ItemError(f"{plan.id}: it is not to be answered, and the ledger answers {found!r}")
            continue
        if found is None or (wrong := faults(ledger, asked.query, found)):
            raise ItemError(f"{plan.id}: {'no one answer' if found is None else wrong[0]}")
        settled[name] = asked if asked.rubric else asked.model_copy(update={"answer": found})
    return plan.model_copy(update=settled)


def _role(number: int) -> tuple[str, str]:
    """The group and the role of a persona: groups take turns, and none has a role twice."""
    groups = affairs.tables().groups
    most = max(len(group.roles) for group in groups)
    dealt = [(group.name, group.roles[at]) for at in range(most) for group in groups if at < len(group.roles)]
    return dealt[number]


def _count(rate: float, number: int) -> int:
    """How many cores of a rate the persona of a number has, so that personas up to it have the rate on average."""
    return floor(round(rate * (number + 1), 6)) - floor(round(rate * number, 6))


def _wanted(cores: Mapping[str, tuple[float, ...]], number: int) -> Iterator[tuple[Category, int]]:
    for name, category in every().items():
        for k, rate in enumerate(cores.get(name, ()), start=1):
            for _ in range(_count(rate, number)):
                yield category, k


def _numbers_before(cores: Mapping[str, tuple[float, ...]], number: int) -> Mapping[int, int]:
    """How many cores of each k the personas before this one were to have."""
    before: Counter[int] = Counter()
    for rates in cores.values():
        for k, rate in enumerate(rates, start=1):
            before[k] += floor(round(rate * number, 6))
    return before


def main() -> None:
    """Personas with their plans out."""
    (out,) = stage.paths("personas")
    scale = params.section(ScaleParams, "convomem.scale")
    own = params.section(PersonasParams, "convomem.personas")
    maker = PersonaMaker(own, scale, author("generator", "convomem", STAGE), params.seed())
    made = ordered_map(maker.persona, range(scale.personas), label=STAGE, waiting=maker.author.waiting)
    by = written_by("generator", "convomem", STAGE, [PERSONA.name])
    stage.write_kept(STAGE, out, stage.signed(chain.from_iterable(made), by), scale.personas, of="personas")


if __name__ == "__main__":
    run(main)
