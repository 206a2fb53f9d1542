"""Leaks: how well something that a system sees tells what it must not know, as AUC.

AUC is the chance that of two items, one that is of a sort and one that is not, the feature stands higher in the first;
.5 says nothing, and what is below it tells as much as what is above, so it is told from .5 up.

Source: issue 14, section 1; Hanley and McNeil 1982 (AUC); DeLong et al. 1988 (its variance from placements).
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from microworlds.core.records import Question
from microworlds.core.stats import Numbers
from microworlds.quality.shortcuts.inputs import KIND, Measured, World, measured, parts, parts_at

_LEAST = 10  # of a sort, and of what is not: fewer say nothing
LENGTHS = ("characters of the question", "words of the question")
_NUMBER = re.compile(r"\d+$")


@dataclass(frozen=True)
class Item:
    """Something with features that are seen, and which sorts it is of, among those that are asked of it."""

    world: str
    seen: Mapping[str, float]
    sorts: Mapping[str, bool]


class Leak(Measured):
    """AUC of one feature for one sort."""

    seen: str
    tells: str


def leaks(items: Sequence[Item]) -> tuple[Leak, ...]:
    """Each feature for each sort; intervals hold for all of them together. A sort of which there are few is left out.

    >>> items = [Item(f"w{n % 4}", {"place": n // 4}, {"first": n < 40}) for n in range(80)]
    >>> [(leak.seen, leak.value) for leak in leaks(items)]
    [('place', 1.0)]
    """
    sorts = list(dict.fromkeys(name for item in items for name in item.sorts))
    rows = {name: [item for item in items if name in item.sorts] for name in sorts}
    labels = {name: np.array([item.sorts[name] for item in own]) for name, own in rows.items()}
    known = [name for name in sorts if min(labels[name].sum(), (~labels[name]).sum()) >= _LEAST]
    features = list(items[0].seen) if items else []
    together = max(1, len(known) * len(features))
    found = []
    for name in known:
        clusters = [item.world for item in rows[name]]
        for feature in features:
            values = np.array([item.seen[feature] for item in rows[name]], dtype=np.float64)
            area = auc(values, labels[name], clusters, together)
            found.append(Leak(**dict(area), seen=feature, tells=name))
    return tuple(found)


def auc(
    values: Numbers, positive: NDArray[np.bool_], clusters: Sequence[str], together: int = 1, turned: bool = True
) -> Measured:
    """AUC of some values, from .5 up if it may be ``turned``, with an interval over worlds; one of each sort at least.

    The mean is that of all pairs, of one world or of two. Its variance is that of what each item adds to it: the share
    of the other sort that it stands above or below.

    >>> auc(np.array([1.0, 2.0, 2.0, 3.0]), np.array([False, False, True, True]), ["a", "a", "b", "b"]).value
    0.875
    """
    total, own, others = len(values), int(positive.sum()), int((~positive).sum())
    ranks, beaten = _ranks(values), np.empty(total)
    beaten[positive] = (ranks[positive] - _ranks(values[positive])) / others
    beaten[~positive] = 1 - (ranks[~positive] - _ranks(values[~positive])) / own
    area = float(beaten[positive].mean())
    if area < 0.5 and turned:
        beaten, area = 1 - beaten, 1 - area
    adds = area + np.where(positive, total / own, total / others) * (beaten - area)
    found = measured(adds, clusters, together=together)
    assert found is not None
    return found


def _ranks(values: Numbers) -> Numbers:
    """Ranks from 1, those of equal values their mean."""
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    means: Numbers = (last - (counts - 1) / 2)[place]
    return means


def of_questions(worlds: Sequence[World], labels: Sequence[str]) -> tuple[Leak, ...]:
    """What a question's id, place, time and length tell of these labels, of whether it has an answer, and which.

    An answer is told where a kind of answer has two only: yes or no.
    """
    answers: dict[str, Counter[str]] = defaultdict(Counter)
    for world in worlds:
        for _, gold in world.asked:
            if gold.answerable and gold.labels.get(KIND):
                answers[gold.labels[KIND]][gold.answer] += 1
    two = {kind: min(own) for kind, own in answers.items() if len(own) == 2}
    values = {label: sorted({g.labels.get(label, "") for w in worlds for _, g in w.asked}) for label in labels}
    items = []
    for world in worlds:
        for seen, (_, gold) in zip(_shown(world), world.asked, strict=True):
            sorts = {
                f"{label} {one}": gold.labels.get(label) == one for label, every in values.items() for one in every
            }
            sorts["answerable"] = gold.answerable
            kind = gold.labels.get(KIND, "")
            if gold.answerable and kind in two:
                sorts[f"answer {two[kind]}"] = gold.answer == two[kind]
            items.append(Item(world.id, seen, sorts))
    return leaks(items)


def _shown(world: World) -> Iterator[dict[str, float]]:
    """What can be seen of each question without reading it: around it, and how long it is."""
    ids = sorted(question.id for question, _ in world.asked)
    for place, (question, _) in enumerate(world.asked):
        yield {
            "place among the questions": place / len(ids),
            "place of the id in their order": ids.index(question.id) / len(ids),
            "number of the id": number(question.id),
            "length of the id": len(question.id),
            "time since the last text": _waited(world, question),
            "time of day": question.asked_at.hour * 60 + question.asked_at.minute,
            "characters of the template": len(question.template or ""),
            **dict(zip(LENGTHS, (len(question.text), len(question.text.split())), strict=True)),
        }


def number(name: str) -> int:
    """The number in which an id ends; -1 if it ends in none.

    >>> number("w001-q07"), number("q")
    (7, -1)
    """
    match = _NUMBER.search(name)
    return int(match[0]) if match else -1


def _waited(world: World, question: Question) -> float:
    last = max((text.time for text in world.texts if text.time), default=datetime(1, 1, 1, tzinfo=UTC))
    return (question.asked_at - last).total_seconds()


def of_utterances(worlds: Sequence[World]) -> tuple[Leak, ...]:
    """What the place and the length of an utterance, or an entry, tell of whether a question rests on it."""
    items = []
    for world in worlds:
        pieces = world.evidence(of_documents=False)
        cited = {(text.id, place) for text, piece in pieces for place in parts_at(text, piece.span)}
        for text in world.texts:
            own = parts(text) if text.kind != "document" else ()
            for place, part in enumerate(own):
                ends = min(place, len(own) - 1 - place)
                seen = {"place": place / len(own), "distance from the ends": ends, "characters": part.end - part.start}
                items.append(Item(world.id, seen, {"evidence": (text.id, place) in cited}))
    return leaks(items)


def of_documents(worlds: Sequence[World]) -> tuple[Leak, ...]:
    """What can be seen of a document, before a word of it is read, and whether a question means it."""
    items = []
    for world in worlds:
        ids = sorted(text.id for text in world.documents)
        for meant in meant_documents(world):
            for place, text in enumerate(world.documents):
                seen = {
                    "place": place / len(ids),
                    "place of the id in their order": ids.index(text.id) / len(ids),
                    "characters": len(text.text),
                    "characters of the title": len(text.title),
                    "sections": len(text.parts),
                }
                items.append(Item(world.id, seen, {"meant": text.id in meant}))
    return leaks(items)


def meant_documents(world: World) -> Iterator[frozenset[str]]:
    """The documents on which each question rests that rests on some."""
    every = {text.id for text in world.documents}
    for _, gold in world.asked:
        if meant := every & {piece.span.observation for piece in gold.evidence}:
            yield frozenset(meant)
