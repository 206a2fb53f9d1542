"""A user's episode: the logs of a window day by day, the questions of its checkpoint, the next window; and the gold.

Source: DynamicMem, temporal checkpoint evaluation (memory is not reset between checkpoints).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from microworlds.core import canary
from microworlds.core.records import Ask, Episode, Evidence, Gold, Observation, Observe, Question, Span
from microworlds.suites.dynamicmem.checkpoints import CHANGED
from microworlds.suites.dynamicmem.records import Item

SPLIT = "test"


def episode(user: str, observed: Sequence[Observation], items: Sequence[Item]) -> Episode:
    """The steps in order of time; what is asked at the end of a day comes after all of that day."""
    steps: list[Observe | Ask] = []
    left = list(observed)
    for moment, asked in groupby(items, key=lambda item: item.asked_at):
        while left and left[0].time is not None and left[0].time <= moment:
            steps.append(Observe(observation=left.pop(0).id))
        steps += [
            Ask(question=Question(id=item.id, text=item.text, asked_at=item.asked_at, template=item.template))
            for item in asked
        ]
    steps += [Observe(observation=one.id) for one in left]
    return Episode(id=user, steps=tuple(steps))


def entries(user: str, observed: Iterable[Observation]) -> dict[str, Evidence]:
    """Each log by its id: where it stands, and its text."""
    found = {}
    for one in observed:
        for part in one.parts:
            span = Span(observation=one.id, start=part.start, end=part.end)
            found[part.id.removeprefix(f"{user}-")] = Evidence(span=span, text=one.text[part.start : part.end])
    return found


def golds(user: str, items: Sequence[Item], placed: dict[str, Evidence]) -> Iterator[Gold]:
    """What is right for each question; what never changes is a cohort where it is asked for at every checkpoint."""
    asked = Counter(item.state for item in items if item.category == "state_completion" and item.steady)
    last = max((item.checkpoint for item in items), default=0)
    for item in items:
        yield _gold(user, item, placed, unchanged=asked[item.state] == last)


def _gold(user: str, item: Item, placed: dict[str, Evidence], unchanged: bool) -> Gold:
    """What is right for a question, and by what it is reported."""
    labels = {
        "world": user,
        "split": SPLIT,
        "category": item.category,
        "family": item.family,
        "checkpoint": str(item.checkpoint),
        "transition": item.transition,
        "domain": item.domain,
        "evidence_count": str(len(item.evidence)),
        "answer_kind": "fields",
        "source": "log_only",
    }
    if item.gate:
        labels["gate"] = item.gate
    if item.state is not None:
        labels["state"] = item.state
    if item.category == "state_completion":
        # cohorts: what never changes, the same states at each checkpoint; what has just changed
        if unchanged:
            labels["unchanged"] = str(item.checkpoint)
        elif item.transition in CHANGED:
            labels["changed"] = str(item.checkpoint)
    evidence = item.evidence
    told = "; ".join(f"{name}: {value}" for name, value in item.fields.items())
    return Gold(
        question=item.id,
        answer=told or "Nothing is known about it.",
        answerable=item.answerable,
        evidence=tuple(placed[name] for name in evidence),
        labels=labels,
        canary=canary.SENTENCE,
        fields=item.fields or None,
        stale=item.stale,
        shown={name: tuple(map(evidence.index, own)) for name, own in item.shown.items()} or None,
    )
