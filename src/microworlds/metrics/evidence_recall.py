"""Evidence recall: how much of the gold evidence was before the system when it answered.

Source: MemoryDocDataSet 3.2 (evidence references); DESIGN 3 (recall is overlap of spans, the same for every chunk
size and every system).
"""

from microworlds.core.records import Answer, Gold
from microworlds.metrics.base import Metric


def score(answer: Answer, gold: Gold) -> float | None:
    """Recall = gold spans that share a character with a span shown / gold spans.

    What counts is what the answerer was shown: the spans in its prompt where the answer says which they were, else all
    that was retrieved, such as the sources of a memory's facts. Nothing shown is 0. None for
    questions whose gold has no evidence.

    >>> from microworlds.core.records import Evidence, Span
    >>> said = Evidence(span=Span(observation="w0-s1", start=10, end=14), text="June")
    >>> read = Evidence(span=Span(observation="w0-d2", start=900, end=906), text="$1,200")
    >>> gold = Gold(question="q1", answer="$1,200", answerable=True, evidence=(said, read), labels={})
    >>> chunk = Span(observation="w0-s1", start=0, end=80)
    >>> score(Answer(question="q1", text="June", abstained=False, retrieved=(chunk,)), gold)
    0.5
    """
    if not gold.evidence:
        return None
    shown = answer.retrieved if answer.context is None else answer.context
    found = sum(any(piece.span.overlaps(span) for span in shown) for piece in gold.evidence)
    return found / len(gold.evidence)


METRIC = Metric("evidence_recall", score)
