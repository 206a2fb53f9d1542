"""Stage quality: what is promised of personas, conversations and histories, measured.

Source: ConvoMem A.2 (validation); specs/convomem.md 0.2, 0.4, 9.5 (spans, leaks); issue 16, sections 2 and 3.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain
from statistics import fmean

from pydantic import Field

from microworlds.core import jsonl, params, stage
from microworlds.core.errors import run
from microworlds.core.records import Record
from microworlds.generation.ledger import Ledger, faults
from microworlds.quality.evidence_leakage import Leak, Told, leaks
from microworlds.quality.trust import Figure, tell
from microworlds.suites.convomem.conversations import held, observation, released
from microworlds.suites.convomem.histories import HistoriesParams, chosen_sizes, histories
from microworlds.suites.convomem.records import TWIN, Asked, Persona, PersonaConversations
from microworlds.suites.convomem.scale import ScaleParams

_TENTHS = 10


class QualityParams(Record):
    """See conf/config.yaml, section convomem.quality: limits; what is outside is told on the card."""

    yield_least: float = Field(ge=0, le=1)
    auc_most: float = Field(ge=0.5, le=1)
    span_most: float = Field(ge=0)
    texts_most: int = Field(ge=10)


class Spread(Record):
    """How far evidence is spread in histories of a size, in conversations from first to last, and what chance gives."""

    evidence_count: int
    context_size: int
    n: int
    span: float
    uniform: float

    @property
    def departure(self) -> float:
        """Share by which the span is longer, or shorter, than uniform placement gives."""
        return abs(self.span / self.uniform - 1)

    @property
    def told(self) -> str:
        """Of which it is, in words."""
        return f"{self.evidence_count} pieces in {self.context_size} conversations, the one that departs most"


class Quality(Record):
    """What was measured. ``trust`` are the figures by which it can be told whether to trust it.

    ``tenths`` are shares of evidence by tenth of its conversation; ``messages`` the least, mean and most of a
    conversation; ``proved`` are questions whose answer, or lack of one, follows from the persona's whole ledger.
    """

    wanted: int
    worded: int
    questions: int
    proved: int
    conversations: int
    messages: tuple[int, float, int]
    tenths: tuple[float, ...]
    spreads: tuple[Spread, ...]
    leaks: tuple[Leak, ...]
    trust: tuple[Figure, ...]


def quality(
    wanted: int, people: Iterable[PersonaConversations], sizes: Sequence[int], limits: QualityParams
) -> Quality:
    """All that is measured, persona by persona; ``wanted`` is how many cores were to be planned."""
    counts: Counter[str] = Counter()
    lengths: list[int] = []
    places: list[float] = []
    spans: dict[tuple[int, int], list[int]] = defaultdict(list)
    texts: list[Told] = []
    for own in people:
        counts["worded"] += len(own.cores)
        asked = [gold for one in histories(released(own), held(own), sizes) for gold in one.gold]
        questions, proved = _proved(own)
        counts.update(questions=questions, proved=proved)
        lengths += [len(item.messages) for item in own.conversations]
        places += [(item.evidence + 0.5) / len(item.messages) for item in own.conversations]
        for gold in asked:
            if gold.labels["category"] != TWIN:
                size, k = int(gold.labels["context_size"]), int(gold.labels["evidence_count"])
                spans[k, size].append(int(gold.labels["span"]))
        if len(texts) < limits.texts_most:
            texts += _told(own, max(sizes), limits.texts_most - len(texts))
    spreads = tuple(
        Spread(evidence_count=k, context_size=size, n=len(own), span=fmean(own), uniform=(k - 1) * (size + 1) / (k + 1))
        for (k, size), own in sorted(spans.items())
        if k > 1
    )
    tenths = Counter(int(place * _TENTHS) for place in places)
    found = Quality(
        wanted=wanted,
        worded=counts["worded"],
        questions=counts["questions"],
        proved=counts["proved"],
        conversations=len(lengths),
        messages=(min(lengths), round(fmean(lengths), 1), max(lengths)),
        tenths=tuple(round(tenths[at] / len(places), 3) for at in range(_TENTHS)),
        spreads=tuple(
            one.model_copy(update={"span": round(one.span, 2), "uniform": round(one.uniform, 2)}) for one in spreads
        ),
        leaks=tuple(leaks(texts)),
        trust=(),
    )
    return found.model_copy(update={"trust": trusted(found, limits)})


def _proved(own: PersonaConversations) -> tuple[int, int]:
    """How many questions a persona has, and how many of them its whole ledger answers as they should be."""
    ledger = Ledger(tuple(chain.from_iterable(item.facts for item in own.conversations)))
    asked = [one for core in own.cores for one in (core.plan.asked, core.plan.twin) if one is not None]
    return len(asked), sum(right(ledger, one) for one in asked)


def right(ledger: Ledger, asked: Asked) -> bool:
    """Whether a ledger has for a question exactly its answer, each piece of evidence being needed; or none."""
    if not asked.answerable:
        return not ledger.answer(asked.query)
    if asked.rubric:
        found = list(ledger.answer(asked.query))
        return len(found) == 1 and not faults(ledger, asked.query, found[0])
    return not faults(ledger, asked.query, asked.answer)


def _told(own: PersonaConversations, size: int, most: int) -> list[Told]:
    """Conversations with how often they are evidence and fillers in histories of a size."""
    fillers: Counter[str] = Counter()
    evidence: Counter[str] = Counter()
    for one in histories(released(own), held(own), [size]):
        cited = {piece.span.observation for gold in one.gold for piece in gold.evidence}
        evidence.update(cited)
        fillers.update(name for name in one.episode.observed if name not in cited)
    return [
        Told(own.persona.id, observation(item).text, evidence[item.id], fillers[item.id])
        for item in own.conversations[:most]
    ]


def trusted(found: Quality, limits: QualityParams) -> tuple[Figure, ...]:
    """The figures that say whether the data can be trusted, each with its limit."""
    worst = max(found.spreads, key=lambda one: one.departure, default=None)
    return (
        _share("cores planned and worded, of those asked for", found.worded, found.wanted, limits.yield_least),
        _share("questions that their persona's ledger proves", found.proved, found.questions, 1.0),
        *(
            Figure(
                name=f"evidence told from fillers by {leak.by}, AUC", value=leak.value, low=leak.low, high=leak.high,
                told="personas that it was not trained on", most=limits.auc_most,
            )
            for leak in found.leaks
        ),
        Figure(
            name="departure of the evidence's span from uniform placement",
            value=round(worst.departure, 3) if worst else None,
            told=worst.told if worst else "no core has two pieces",
            most=limits.span_most,
        ),
    )  # fmt: skip


def _share(name: str, count: int, of: int, least: float) -> Figure:
    return Figure(name=name, value=round(count / of, 4) if of else None, told=f"{count} of {of}", least=least)


def main() -> None:
    """Personas and conversations in, figures out."""
    personas, conversations, out = stage.paths("personas", "conversations", "quality")
    limits = params.section(QualityParams, "convomem.quality")
    scale = params.section(ScaleParams, "convomem.scale")
    sizes = chosen_sizes(params.section(HistoriesParams, "convomem.histories"), scale.sizes_most)
    wanted = sum(len(own.plans) for own in jsonl.read(personas, Persona)) + len(stage.rejections(personas))
    found = quality(wanted, jsonl.read(conversations, PersonaConversations), sizes, limits)
    tell(found.trust)
    jsonl.write_text(out, found.model_dump_json(indent=1) + "\n")


if __name__ == "__main__":
    run(main)
