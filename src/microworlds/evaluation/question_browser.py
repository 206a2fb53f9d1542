"""What the report shows of each question: files beside its page, which loads them where a reader asks for them.

``index.js`` has of every question what a list and its filters need. ``answers/N.js`` has the questions of a stretch
of the list with all answers, ``texts/N.js`` the texts that they refer to: each observation once, and of it what any
span covers. A file calls ``microworlds.part`` with its name and its data: JSON, gzip, base64. So it can be loaded from
a folder as well as from a server, and no word of it means anything to a parser.

Source: issue 4, section 5; issue 12, section 2; DESIGN 3 (evidence and what was retrieved are spans).
"""

import base64
import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

from microworlds.core import jsonl
from microworlds.core.errors import UserError
from microworlds.core.records import Answer, Gold, Observation, Question, Score, Span
from microworlds.evaluation.attribution import RUNGS, covered, first
from microworlds.evaluation.system_names import NAMES, name

VERDICTS = {
    "right": "right",
    "abstained_rightly": "abstained rightly",
    "wrong": "wrong",
    "abstained_wrongly": "abstained wrongly",
    "no_answer": "no answer",
}
FOLDER = "questions"  # beside the page
QUESTIONS = 50  # in a file
CHARACTERS = 1_000_000  # in a file of texts, or one observation if it has more
_WIDE = re.compile("[^\0-\uffff]")
_FILTERED = 30  # a label with more values than this is no filter
_MERGED = 64  # stretches of an observation from which on they are merged before the end


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
class Texts:
    """Numbers each observation in order of first mention, and knows which stretches of it are shown."""

    numbers: dict[str, int] = field(default_factory=dict)
    stretches: dict[str, list[tuple[int, int]]] = field(default_factory=dict)

    def number(self, span: Span) -> int:
        """The number of the span's observation, of which the span is shown."""
        own = self.stretches.setdefault(span.observation, [])
        own.append((span.start, span.end))
        if len(own) > _MERGED:
            own[:] = merged(own)
        return self.numbers.setdefault(span.observation, len(self.numbers))


@dataclass
class Places:
    """Gives each distinct span of a file a number, in order of first mention."""

    texts: Texts
    spans: dict[Span, int] = field(default_factory=dict)

    def of(self, span: Span) -> int:
        """The span's number."""
        return self.spans.setdefault(span, len(self.spans))

    def listed(self) -> list[tuple[int, int, int]]:
        """Each span as the number of its observation, its start and its end."""
        return [(self.texts.number(span), span.start, span.end) for span in self.spans]


@dataclass
class Codes:
    """One of few values for each question, as a letter; ``-`` for none."""

    values: dict[str, int] = field(default_factory=dict)
    letters: bytearray = field(default_factory=bytearray)

    def put(self, at: int, value: str) -> None:
        """Note the value of the question at a place of the list; places come in order, some may be left out."""
        self.letters.extend(b"-" * (at - len(self.letters)))
        self.letters.append(ord("0") + min(self.values.setdefault(value, len(self.values)), _FILTERED))

    def among(self, values: Sequence[str], length: int) -> str:
        """A letter for each of ``length`` questions: ``0`` for the first of these values, and so on up the ASCII."""
        table = bytes.maketrans(
            bytes(ord("0") + self.values[value] for value in values), bytes(ord("0") + at for at in range(len(values)))
        )
        return (self.letters.translate(table) + b"-" * (length - len(self.letters))).decode()


def _coded(values: Iterable[str]) -> Codes:
    return Codes({value: at for at, value in enumerate(values)})


@dataclass
class Listing:
    """What a list of all questions and its filters need; ``ordered`` has the values of some labels in their order."""

    run: Run
    ordered: Mapping[str, Sequence[str]]

    def __post_init__(self) -> None:
        """Begin with no question."""
        self.labels = {label: Codes() for label in self.ordered}
        self.verdicts = {system: _coded(VERDICTS) for system in self.run.scores}
        self.rungs = {system: _coded(RUNGS) for system in self.run.scores}

    def put(self, at: int, gold: Gold, given: Mapping[str, Mapping[str, Any]]) -> None:
        """Take in the question at a place of the list, and what each system answered."""
        for label, value in gold.labels.items():
            self.labels.setdefault(label, Codes()).put(at, value)
        for system, own in given.items():
            self.verdicts[system].put(at, own["verdict"])
            if "failure" in own:
                self.rungs[system].put(at, own["failure"]["rung"])

    def index(self) -> dict[str, Any]:
        """All of it; of labels those that can be filtered by."""
        ids = list(self.run.gold)
        filters = list(_filters(self.labels, self.ordered, len(ids)))
        values = (value for own in self.ordered.values() for value in own)
        return {
            "names": NAMES | {key: name(key) for key in (*self.run.scores, *values)},
            "rungs": RUNGS,
            "verdicts": VERDICTS,
            "filters": filters,
            "ids": ids,
            "questions": [self.run.questions[question].text for question in ids],
            "verdictOf": [own.among(list(VERDICTS), len(ids)) for own in self.verdicts.values()],
            "rungOf": [own.among(list(RUNGS), len(ids)) for own in self.rungs.values()],
        }


def write(folder: Path, run: Run, metric: str, ordered: Mapping[str, Sequence[str]]) -> None:
    """Write all files; ``metric`` is the main one. Questions and texts are read one by one, and not kept.

    ``ordered`` has the values of some labels in the order to show.
    """
    metrics = list(next(iter(next(iter(run.scores.values())).values())).values)
    texts, listing, ids = Texts(), Listing(run, ordered), list(run.gold)
    for number, start in enumerate(range(0, len(ids), QUESTIONS)):
        places, made = Places(texts), []
        for at, question in enumerate(ids[start : start + QUESTIONS], start=start):
            gold = run.gold[question]
            given = {
                system: _given(run.answers[system][question], own[question], gold, metrics, places)
                for system, own in run.scores.items()
            }
            listing.put(at, gold, given)
            made.append(_question(run.questions[question], gold, list(given.values()), places))
        _write(folder, f"answers/{number}", {"questions": made, "spans": places.listed()})
    about = {"systems": list(run.scores), "metrics": metrics, "metric": metric, "perFile": QUESTIONS}
    _write(folder, "index", about | listing.index() | {"texts": _texts(folder, run.observations, texts)})


def verdict(gold: Gold, answer: Answer, score: Score) -> str:
    """One of ``VERDICTS``."""
    if score.failure is None:
        return "right" if gold.answerable else "abstained_rightly"
    if score.failure.rung == "no_answer":
        return "no_answer"
    return "abstained_wrongly" if answer.abstained else "wrong"


def _question(asked: Question, gold: Gold, given: Sequence[Mapping[str, Any]], places: Places) -> dict[str, Any]:
    return {
        "id": gold.question,
        "text": asked.text,
        "asked": asked.asked_at.isoformat(timespec="minutes"),
        "gold": gold.answer,
        "answerable": gold.answerable,
        "labels": gold.labels,
        "evidence": [places.of(own.span) for own in gold.evidence],
        "said": [own.text for own in gold.evidence],
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


def _filters(
    labels: Mapping[str, Codes], ordered: Mapping[str, Sequence[str]], length: int
) -> Iterator[dict[str, Any]]:
    """Labels that tell questions apart, those of the tables first, each with its values and how many have them."""
    for label, own in labels.items():
        if 2 <= len(own.values) <= _FILTERED:
            place = {value: at for at, value in enumerate(ordered.get(label, ()))}
            values = sorted(own.values, key=lambda value: (place.get(value, len(place)), value))
            codes = own.among(values, length)
            counted = [[value, codes.count(chr(ord("0") + at))] for at, value in enumerate(values)]
            yield {"label": label, "values": counted, "codes": codes}


def _texts(folder: Path, observations: Mapping[str, Observation], texts: Texts) -> list[int]:
    """Write the files of texts; the number of the first observation in each."""
    begins: list[int] = []
    batch: list[dict[str, Any]] = []
    size = 0
    for number, id_ in enumerate(texts.numbers):
        made = _observation(observations[id_], merged(texts.stretches[id_]))
        length = sum(len(text) for _, text in made["pieces"])
        if batch and size + length > CHARACTERS:
            _write(folder, f"texts/{len(begins) - 1}", batch)
            batch, size = [], 0
        if not batch:
            begins.append(number)
        batch.append(made)
        size += length
    if batch:
        _write(folder, f"texts/{len(begins) - 1}", batch)
    return begins


def _observation(own: Observation, pieces: Sequence[tuple[int, int]]) -> dict[str, Any]:
    """What is shown of an observation: its pieces of text, and the parts that they touch.

    Places are characters; ``wide`` are those of characters that JavaScript counts as two.
    """
    ends = [end for _, end in pieces]
    after = ((part, bisect_right(ends, part.start)) for part in own.parts)
    parts = [part for part, at in after if at < len(pieces) and pieces[at][0] < part.end]
    return {
        "id": own.id,
        "kind": own.kind,
        "title": own.title,
        "time": None if own.time is None else own.time.isoformat(timespec="minutes"),
        "length": len(own.text),
        "wide": wide(own.text),
        "pieces": [[start, own.text[start:end]] for start, end in pieces],
        "parts": [[part.start, part.end, part.speaker or part.title or part.id] for part in parts],
    }


def merged(stretches: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Stretches that neither overlap nor touch, in order.

    >>> merged([(5, 9), (0, 2), (2, 4), (6, 7)])
    [(0, 4), (5, 9)]
    """
    made: list[tuple[int, int]] = []
    for start, end in sorted(stretches):
        if made and start <= made[-1][1]:
            made[-1] = (made[-1][0], max(made[-1][1], end))
        else:
            made.append((start, end))
    return made


def _write(folder: Path, part: str, data: object) -> None:
    """A file of data. The codec is pyarrow's own zlib, pinned by our lock: the system's may write other bytes."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    small: bytes = pa.Codec("gzip", compression_level=5).compress(text.encode(), asbytes=True)
    packed = base64.b64encode(small).decode()
    jsonl.write_text(folder / f"{part}.js", f'microworlds.part("{part}","{packed}");\n')


def wide(text: str) -> list[int]:
    """The places of the characters that take two UTF-16 units, which JavaScript counts.

    >>> wide("a😀b")
    [1]
    """
    return [found.start() for found in _WIDE.finditer(text)]


def units(text: str) -> Callable[[int], int]:
    """Maps a place in ``text`` in characters to the same place in UTF-16 units.

    >>> [units("a😀b")(place) for place in range(4)]
    [0, 1, 3, 4]
    """
    places = wide(text)
    return lambda place: place + bisect_left(places, place)
