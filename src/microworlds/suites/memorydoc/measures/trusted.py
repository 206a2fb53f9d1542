"""What says whether worlds and questions can be trusted, each figure beside its limit.

That a question is proven says that the ledger and the text agree. Whether the ledger has read the text rightly shows
elsewhere: a judge refuses questions, worlds could not be built, a reader gains nothing by the evidence.

Source: issue 11; MemoryDocDataSet 3.6 (acceptance).
"""

from collections.abc import Sequence
from statistics import fmean

from pydantic import Field

from microworlds.core.records import Record
from microworlds.quality.trust import Figure
from microworlds.suites.memorydoc.measures.readable import Readable
from microworlds.suites.memorydoc.measures.verdict_measures import VerdictMeasures
from microworlds.suites.memorydoc.world import Judged, Verdict


class Limits(Record):
    """See conf/config.yaml, section memorydoc.quality."""

    acceptance_least: float = Field(ge=0, le=1)
    yield_least: float = Field(ge=0, le=1)
    reader_gain_least: float = Field(ge=-1, le=1)
    false_alarms_most: float = Field(gt=0, le=1)


class Asked(Record):
    """How many worlds and questions a run was to make."""

    worlds: int = Field(ge=1)
    questions: int = Field(ge=1)


def trusted(
    worlds: Sequence[Judged],
    verdicts: Sequence[Verdict],
    read: Readable,
    agreed: VerdictMeasures,
    asked: Asked,
    own: Limits,
) -> tuple[Figure, ...]:
    """The figures; what the strict judge gave no verdict on is not accepted."""
    pairs = sum(len(item.questions.pairs) for item in worlds)
    labels = [label for verdict in verdicts if verdict.judge == "strict" for label in verdict.correctness.values()]
    gain = round(read.gold_overall - read.constant, 4) if read.n else None
    return (
        _share("worlds built, of those asked for", len(worlds), asked.worlds, own.yield_least),
        _share("questions built, of those asked for", pairs, asked.questions, own.yield_least),
        _share("questions that the strict judge accepts", sum(labels), pairs if labels else 0, own.acceptance_least),
        *(_alarms(judge, share, own) for judge, share in agreed.false_alarms.items()),
        Figure(
            name="offline reader above the best constant",
            value=gain,
            told=f"F1 {read.gold_overall:.3f} with gold evidence, {read.constant:.3f} by one answer a kind",
            least=own.reader_gain_least,
        ),
        _facts(worlds),
    )


def _share(name: str, count: int, of: int, least: float) -> Figure:
    return Figure(
        name=name,
        value=round(count / of, 4) if of else None,
        told=f"{count} of {of}" if of else "no verdict",
        least=least,
    )


def _alarms(judge: str, share: float | None, own: Limits) -> Figure:
    told = "no verdict" if share is None else "questions refused, of those judged"
    return Figure(name=f"false alarms of the {judge} judge", value=share, told=told, most=own.false_alarms_most)


def _facts(worlds: Sequence[Judged]) -> Figure:
    counts = [len(own_facts.facts) for item in worlds for own_facts in item.bundle.document_facts]
    mean = round(fmean(counts), 4) if counts else None
    return Figure(name="facts a document", value=mean, told=f"{sum(counts)} facts in {len(counts)} documents")
