"""Whether the questions can be read: with their evidence yes, without any of it no.

Source: issue 2, section 4 (the offline reader reaches ...); ConvoMem 3.3 (answerability, necessity).
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean

from microworlds.core.parallel import ordered_map
from microworlds.core.records import Evidence, Passage, Record, Span
from microworlds.metrics.f1 import overlap as f1
from microworlds.reading.reader import Reader
from microworlds.suites.memorydoc import question_categories
from microworlds.suites.memorydoc.view import View
from microworlds.suites.memorydoc.world import CATEGORIES, Judged, QAPair


class Readable(Record):
    """Mean F1 of the offline reader on answerable questions.

    ``gold``: with the gold evidence. ``nothing``: with nothing, and abstaining forbidden; ``constant`` is the best
    that one constant answer a kind could do. ``dropped``: with one piece of evidence left out and the same kind of
    passage of every other document put in, over all pieces. ``abstained`` is how often the reader declined unanswerable
    questions when it had their near miss before it.
    """

    n: int
    gold: dict[str, float]
    gold_overall: float
    gold_by_source: dict[str, float]
    nothing: float
    constant: float
    dropped: float
    dropped_n: int
    abstained: float
    unanswerable: int


class _Read(Record):
    """One question read: F1 with its evidence, or whether it was declined if nothing answers it; and F1 without."""

    pair: QAPair
    score: float
    nothing: float = 0.0
    dropped: tuple[float, ...] = ()


def readable(worlds: Sequence[Judged]) -> Readable:
    """The figures of all worlds together."""
    read = [each for result in ordered_map(_world, worlds, label="reading") for each in result]
    answerable = [each for each in read if each.pair.adversarial_type is None]
    rest = [each for each in read if each.pair.adversarial_type is not None]
    dropped = [value for each in answerable for value in each.dropped]

    def mean(values: Iterable[float]) -> float:
        found = list(values)
        return round(fmean(found), 4) if found else 0.0

    return Readable(
        n=len(answerable),
        gold={
            c: mean(each.score for each in answerable if each.pair.category == c)
            for c in CATEGORIES
            if question_categories.every()[c].answerable
        },
        gold_overall=mean(each.score for each in answerable),
        gold_by_source={
            source: mean(each.score for each in answerable if each.pair.source == source)
            for source in sorted({each.pair.source for each in answerable})
        },
        nothing=mean(each.nothing for each in answerable),
        constant=round(best_constant([each.pair for each in answerable]), 4),
        dropped=mean(dropped),
        dropped_n=len(dropped),
        abstained=mean(each.score for each in rest),
        unanswerable=len(rest),
    )


def best_constant(pairs: Sequence[QAPair]) -> float:
    """Mean F1 of answering every question of a kind with the one answer that does best on that kind."""
    by_kind: dict[str, list[str]] = defaultdict(list)
    for pair in pairs:
        by_kind[pair.answer_kind].append(pair.answer)
    total = 0.0
    for answers in by_kind.values():
        counts: Mapping[str, int] = Counter(answers)
        total += max(sum(f1(guess, gold) * count for gold, count in counts.items()) for guess in sorted(counts))
    return total / max(1, len(pairs))


def _world(item: Judged) -> list[_Read]:
    view = View(item.bundle)
    reader = Reader()
    asked = item.bundle.asked_at

    def answer(pair: QAPair, passages: Sequence[Passage], may_abstain: bool = True) -> str:
        return reader.read(pair.question, passages, asked_at=asked, may_abstain=may_abstain).text

    read = []
    for pair in item.questions.pairs:
        text = answer(pair, _cited(view, pair.evidence))
        if pair.adversarial_type is not None:
            read.append(_Read(pair=pair, score=text == "ABSTAIN"))
            continue
        nothing = f1(answer(pair, [], may_abstain=False), pair.answer)
        dropped = tuple(_dropped(view, pair, answer))
        read.append(_Read(pair=pair, score=f1(text, pair.answer), nothing=nothing, dropped=dropped))
    return read


def _dropped(view: View, pair: QAPair, answer: Callable[[QAPair, Sequence[Passage]], str]) -> Iterable[float]:
    """F1 without each piece in turn, beside the passages that are most like what is missing or left."""
    others = _cited(view, view.evidence(rivals(view, pair)))
    for place in range(len(pair.evidence)):
        kept = _cited(view, [piece for at, piece in enumerate(pair.evidence) if at != place])
        yield f1(answer(pair, [*kept, *others]), pair.answer)


def _cited(view: View, evidence: Iterable[Evidence]) -> list[Passage]:
    return [passage for piece in evidence for passage in view.cited(piece)]


def rivals(view: View, pair: QAPair) -> list[Span]:
    """From each other document the first passage that states the same kind of thing as the evidence does."""
    cited = [piece.span for piece in pair.evidence]
    asked = {
        (fact.subject, fact.attribute)
        for fact in view.ledger.facts
        if fact.subject in view.targets and fact.source in cited and fact.subject in pair.targets
    }
    found: dict[str, Span] = {}
    for subject, attribute in sorted(asked):
        for rival in view.rivals(subject, attribute):
            if rival.source not in cited:
                found.setdefault(f"{rival.source.observation}:{attribute}", rival.source)
    return list(found.values())
