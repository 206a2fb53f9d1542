"""Document accuracy: whether the first document a system retrieves is one that the question is about.

Source: MemoryDocDataSet 6.2 (identifying which document a conversation refers to is the hard part).
"""

from microworlds.core.records import Answer, Gold
from microworlds.metrics.base import Metric


def score(answer: Answer, gold: Gold) -> float | None:
    """1 if the first retrieved span that lies in a document lies in one the question is about, else 0.

    A system that retrieves no document at all scores 0. Which documents there are and which are meant stand in the
    gold's labels ``documents`` and ``meant``. None for questions that are about no document, and for what was
    shown in no order of merit.

    >>> from microworlds.core.records import Evidence, Span
    >>> labels = {"documents": "d1 d2", "meant": "d2"}
    >>> read = Evidence(span=Span(observation="d2", start=0, end=6), text="$1,200")
    >>> gold = Gold(question="q1", answer="$1,200", answerable=True, evidence=(read,), labels=labels)
    >>> spans = (Span(observation="w0-s1", start=0, end=9), Span(observation="d2", start=50, end=60))
    >>> score(Answer(question="q1", text="$1,200", abstained=False, retrieved=spans), gold)
    1.0
    """
    documents = gold.labels.get("documents", "").split()
    meant = gold.labels.get("meant", "").split()
    if not meant or not answer.ranked:
        return None
    found = next((span.observation for span in answer.retrieved if span.observation in documents), None)
    return float(found in meant)


METRIC = Metric("document_accuracy", score)
