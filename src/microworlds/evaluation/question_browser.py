"""What the HTML report knows of every question: each text once, everything else as places in it.

Spans overlap (chunks do, and systems retrieve the same): of each observation those characters are kept that any span
covers, whole or not at all.

Source: issue 4, section 5; DESIGN 3 (evidence and what was retrieved are spans).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from microworlds.core.errors import UserError
from microworlds.core.records import Answer, Gold, Observation, Question, Score, Span
from microworlds.evaluation.attribution import RIGHT, RUNGS, covered, first
from microworlds.evaluation.system_names import NAMES

VERDICTS = {
    "right": "right",
    "abstained_rightly": "abstained rightly",
    "wrong": "wrong",
    "abstained_wrongly": "abstained wrongly",
    "no_answer": "no answer",
}
MOST = 6_000_000  # characters kept in a page; more, and long prompts keep only what matters of them
_AROUND = 600  # characters kept on both sides of gold in a prompt that is not kept whole
_FILTERED = 30  # a label with more values than this is no filter


@dataclass(frozen=True)
class Run:
    """Questions in the order of the gold, their gold, and each system's answers and scores by question."""

    observations: Mapping[str, Observation]
    questions: Mapping[str, Question]
    gold: Mapping[str, Gold]
    answers: Mapping[str, Mapping[str, Answer]]
    scores: Mapping[str, Mapping[str, Score]]

    def __post_init__(self) -> None:
        """Check that every score has its question, its gold and its answer.

        Raises:
            UserError: one has not.
        """
        for system, own in self.scores.items():
            for question in self.gold:
                if question not in self.questions or question not in own or question not in self.answers[system]:
                    raise UserError(f"{system}: {question} lacks its text, answer or score. Run `dvc repro` again.")


@dataclass
class Places:
    """Gives each observation and each distinct span a number, in order of first mention."""

    observations: dict[str, int] = field(default_factory=dict)
    spans: dict[Span, int] = field(default_factory=dict)

    def of(self, span: Span) -> int:
        """The span's number."""
        self.observations.setdefault(span.observation, len(self.observations))
        return self.spans.setdefault(span, len(self.spans))


def data(run: Run, ordered: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """All that the explorer shows, ready for JSON. ``ordered`` has the values of some labels in the order to show."""
    places = Places()
    systems = list(run.scores)
    metrics = list(next(iter(next(iter(run.scores.values())).values())).values) if run.gold else []
    questions = [_question(run, one, metrics, places) for one in run.gold.values()]
    kept = _kept(run, places)
    # JavaScript counts UTF-16 units
    at = {id_: units(run.observations[id_].text) for id_ in places.observations}
    return {
        "systems": systems,
        "metrics": metrics,
        "names": NAMES,
        "rungs": RUNGS,
        "verdicts": VERDICTS,
        "right": RIGHT,
        "filters": list(_filters(run.gold.values(), ordered)),
        "questions": questions,
        "spans": [
            [places.observations[span.observation], *map(at[span.observation], (span.start, span.end))]
            for span in places.spans
        ],
        "observations": [_observation(run.observations[id_], kept[id_], at[id_]) for id_ in places.observations],
    }


def verdict(gold: Gold, answer: Answer, score: Score) -> str:
    """One of ``VERDICTS``."""
    if score.failure is None:
        return "right" if gold.answerable else "abstained_rightly"
    if score.failure.rung == "no_answer":
        return "no_answer"
    return "abstained_wrongly" if answer.abstained else "wrong"


def _question(run: Run, gold: Gold, metrics: Sequence[str], places: Places) -> dict[str, Any]:
    asked = run.questions[gold.question]
    given = [
        _given(run.answers[system][gold.question], own[gold.question], gold, metrics, places)
        for system, own in run.scores.items()
    ]
    return {
        "id": gold.question,
        "text": asked.text,
        "asked": asked.asked_at.isoformat(timespec="minutes"),
        "gold": gold.answer,
        "answerable": gold.answerable,
        "labels": gold.labels,
        "evidence": [places.of(own.span) for own in gold.evidence],
        "given": given,
    }


def _given(answer: Answer, score: Score, gold: Gold, metrics: Sequence[str], places: Places) -> dict[str, Any]:
    """An answer; ``context`` is true where it is all that was retrieved, ``at`` has rank and presence of each gold."""
    listed = list(dict.fromkeys(answer.retrieved))
    context = answer.context if answer.quoted else None
    made: dict[str, Any] = {
        "text": answer.text,
        "verdict": verdict(gold, answer, score),
        "values": [score.values.get(metric) for metric in metrics],
        "ranked": answer.ranked,
        "tokens": answer.context_tokens,
        "retrieved": [places.of(span) for span in listed],
        "context": None if context is None else list(context) == listed or [places.of(span) for span in context],
        "at": [
            [first(own.span, listed), None if context is None else covered(own.span, context)] for own in gold.evidence
        ],
    }
    return made if score.failure is None else made | {"failure": score.failure.model_dump()}


def _filters(gold: Iterable[Gold], ordered: Mapping[str, Sequence[str]]) -> Iterator[dict[str, Any]]:
    """Labels that tell questions apart, those of the tables first, each with its values and how many have them."""
    values: dict[str, dict[str, int]] = {label: {} for label in ordered}
    for one in gold:
        for label, value in one.labels.items():
            counts = values.setdefault(label, {})
            counts[value] = counts.get(value, 0) + 1
    for label, counts in values.items():
        if 2 <= len(counts) <= _FILTERED:
            place = {value: at for at, value in enumerate(ordered.get(label, ()))}
            names = sorted(counts, key=lambda value: (place.get(value, len(place)), value))
            yield {"label": label, "values": [[value, counts[value]] for value in names]}


def _observation(own: Observation, pieces: Sequence[tuple[int, int]], at: Callable[[int], int]) -> dict[str, Any]:
    """What is kept of an observation: its pieces of text, and the parts that they touch; ``at`` maps places."""
    parts = [part for part in own.parts if any(start < part.end and part.start < end for start, end in pieces)]
    return {
        "id": own.id,
        "kind": own.kind,
        "title": own.title,
        "time": None if own.time is None else own.time.isoformat(timespec="minutes"),
        "length": at(len(own.text)),
        "pieces": [[at(start), own.text[start:end]] for start, end in pieces],
        "parts": [[at(part.start), at(part.end), part.speaker or part.title or part.id] for part in parts],
    }


def _kept(run: Run, places: Places) -> dict[str, list[tuple[int, int]]]:
    """The pieces of each observation whose text the page has: all that is shown, or what matters of it if too much."""
    everything = _merged(places.spans)
    if sum(end - start for pieces in everything.values() for start, end in pieces) <= MOST:
        return everything
    matters = [
        own.span.model_copy(update={"start": max(own.span.start - _AROUND, 0), "end": own.span.end + _AROUND})
        for gold in run.gold.values()
        for own in gold.evidence
    ]
    ranked = [
        span for own in run.answers.values() for answer in own.values() if answer.ranked for span in answer.retrieved
    ]
    return {id_: [] for id_ in everything} | _merged([*matters, *ranked])


def _merged(spans: Iterable[Span]) -> dict[str, list[tuple[int, int]]]:
    """Of each observation, what the spans cover, as pieces that neither overlap nor touch."""
    made: dict[str, list[tuple[int, int]]] = {}
    for span in sorted(spans, key=lambda own: (own.observation, own.start, own.end)):
        own = made.setdefault(span.observation, [])
        if own and span.start <= own[-1][1]:
            own[-1] = (own[-1][0], max(own[-1][1], span.end))
        else:
            own.append((span.start, span.end))
    return made


def units(text: str) -> Callable[[int], int]:
    """Maps a place in ``text`` in characters to the same place in UTF-16 units, which JavaScript counts.

    >>> [units("a😀b")(place) for place in range(4)]
    [0, 1, 3, 4]
    """
    wide = [] if text.isascii() else [place for place, letter in enumerate(text) if letter > "\uffff"]
    return lambda place: place + bisect_left(wide, place)
