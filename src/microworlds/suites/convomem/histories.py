"""Histories: the same question at every size, asked of conversations of one persona.

Source: ConvoMem 3.3.2 (context sizes from 2 to 300); issue 16, section 3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from microworlds.core import canary, seeds
from microworlds.core.equivalents import equivalents
from microworlds.core.errors import UserError
from microworlds.core.records import Ask, Episode, Gold, Observe, Question, Record
from microworlds.suites.convomem.placement import history
from microworlds.suites.convomem.records import TWIN, Asked, ReleasedCore

SIZES = (2, 4, 6, 10, 20, 30, 50, 70, 100, 150, 200, 300)
SPLIT = "test"
_DEPTHS = ("early", "middle", "late")


class HistoriesParams(Record):
    """See conf/config.yaml, section convomem.histories: how many conversations histories have."""

    sizes: tuple[int, ...]


def chosen_sizes(own: HistoriesParams, most: int) -> tuple[int, ...]:
    """The sizes asked for, up to the largest of the scale."""
    return tuple(size for size in own.sizes if size <= most)


@dataclass(frozen=True)
class Asking:
    """An episode and the gold of its questions."""

    episode: Episode
    gold: tuple[Gold, ...]


def histories(cores: Sequence[ReleasedCore], held: Mapping[str, datetime], sizes: Sequence[int]) -> Iterator[Asking]:
    """The episodes of a persona: for each core all sizes that its evidence goes into, smallest first.

    ``held`` are its conversations in order of time, and when each was held.

    Raises:
        UserError: a size is more than the persona has conversations.
    """
    names = list(held)
    persona = cores[0].plan.persona
    if max(sizes) > len(names):
        raise UserError(
            f"{persona} has {len(names)} conversations, and a history is to have {max(sizes)}: ask for sizes up to "
            f"{len(names)} (convomem.scale.sizes_most), or for more cores a persona (convomem/scale)"
        )
    numbers = {name: at for at, name in enumerate(names)}
    time = [0.0] * len(names)
    for core in cores:
        for piece, place in zip(core.evidence, core.plan.places, strict=True):
            time[numbers[piece.span.observation]] = place
    asked_at = held[names[-1]].replace(hour=9, minute=0) + timedelta(days=1)
    for name, core in _named(persona, cores):
        evidence = [numbers[piece.span.observation] for piece in core.evidence]
        for size in sizes:
            if size >= core.plan.k:
                chosen = [names[at] for at in history(evidence, time, size, core.plan.id)]
                yield _asking(name, core, chosen, asked_at)


def _named(persona: str, cores: Sequence[ReleasedCore]) -> list[tuple[str, ReleasedCore]]:
    """The cores with the names of their questions, which tell nothing of what they are."""
    ordered = sorted(cores, key=lambda core: seeds.digest("name", core.plan.id))
    return [(f"{persona}-q{at:04d}", core) for at, core in enumerate(ordered, start=1)]


def _asking(name: str, core: ReleasedCore, chosen: Sequence[str], asked_at: datetime) -> Asking:
    asked: list[tuple[str, Asked, str]] = [(core.question, core.plan.asked, core.plan.category)]
    if core.plan.twin is not None and core.twin is not None:
        asked.append((core.twin, core.plan.twin, TWIN))
    # which of the two comes first tells nothing
    asked.sort(key=lambda item: seeds.digest(name, item[0]))
    steps: list[Observe | Ask] = [Observe(observation=item) for item in chosen]
    gold = []
    for letter, (text, own, category) in zip("ab", asked, strict=False):
        id_ = f"{name}{letter}-s{len(chosen):03d}"
        steps.append(Ask(question=Question(id=id_, text=text, asked_at=asked_at)))
        gold.append(_gold(id_, core, own, category, chosen))
    return Asking(Episode(id=f"{name}-s{len(chosen):03d}", steps=tuple(steps)), tuple(gold))


def _gold(id_: str, core: ReleasedCore, own: Asked, category: str, chosen: Sequence[str]) -> Gold:
    plan = core.plan
    depths = [chosen.index(piece.span.observation) for piece in core.evidence]
    labels = {
        "world": plan.persona,
        "split": SPLIT,
        "category": category,
        "context_size": str(len(chosen)),
        "evidence_count": str(plan.k),
        "side": plan.side,
        "depth": _DEPTHS[min(2, 3 * depths[-1] // len(chosen))],
        "span": str(depths[-1] - depths[0]),
        "core": plan.id,
        "answer_kind": own.kind,
        "source": "chat_only",
    }
    if plan.twin is not None:
        labels["pair"] = f"{plan.id}-s{len(chosen):03d}"
    cited = zip(core.evidence, plan.messages, strict=True)
    kind = own.kind if own.kind in ("amount", "number", "date", "percent") else "text"
    return Gold(
        question=id_,
        answer=own.answer,
        aliases=equivalents(kind, own.answer) if own.answerable and not own.rubric else (),
        answerable=own.answerable,
        # the twin rests on the message that tells of its own affair
        evidence=tuple(
            piece for piece, told in cited if category != TWIN or any(one.label == own.label for one in told)
        ),
        labels=labels,
        canary=canary.SENTENCE,
        rubric=own.rubric or None,
        stale=tuple(dict.fromkeys(form for value in plan.stale for form in (value, *equivalents(kind, value)))),
    )
