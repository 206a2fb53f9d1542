"""What the page is told, as JSON: an index of everything, and for each world its texts and, apart from them, its gold.

Gold is apart so that the page of someone who is to answer holds no gold until they have answered. Places are given in
UTF-16 units, since that is what JavaScript counts: an emoji is one character here and two there.

Source: issue 5, section 4.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from microworlds.browse.library import Library
from microworlds.core.errors import UserError
from microworlds.core.records import PARTS, Answer, Gold, Observation, Score, Span
from microworlds.evaluation.attribution import RIGHT, RUNGS, covered
from microworlds.evaluation.question_browser import VERDICTS, units, verdict
from microworlds.evaluation.system_names import NAMES, name
from microworlds.suites import base as suites

OUTCOMES = VERDICTS | {"unscored": "not scored"}
_OF_WORLD = {"judge", "persona_consistency", "temporal_coherence", "document_grounding_accuracy", "notes"}
_BEGINS = 2  # utterances of its first session that stand on a world's card
_NO_FILTER = frozenset(("world", "documents", "meant", "split"))  # labels that name things, or have a filter already


def script(call: str, payload: object) -> str:
    """A file of JavaScript that hands over a payload: what a page can load from a folder as well as from a server.

    The JSON is within a string, so that no key of it (``__proto__``) means anything to JavaScript.
    """
    inner = json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
    return f"microworlds.{call}({json.dumps(inner, ensure_ascii=False)});\n"


def outcome(gold: Gold | None, answer: Answer, score: Score | None) -> str:
    """One of ``OUTCOMES``."""
    return "unscored" if gold is None or score is None else verdict(gold, answer, score)


def index(library: Library, judging: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Worlds, and of every question what it can be filtered by; ``judging`` is what people are asked, if they are."""
    systems = library.systems
    order = _order(library.suite)
    return {
        "suite": library.suite,
        "digest": library.digest,
        "systems": systems,
        "names": NAMES | {value: name(value) for own in order.values() for value in own},
        "order": order,
        "rungs": RUNGS,
        "outcomes": OUTCOMES,
        "right": RIGHT,
        "judging": judging,
        "wrote": _wrote(list(library.worlds.values())),
        "worlds": [_listed(library, world) for world in library.episodes],
        "questions": [
            {
                "id": question.id,
                "world": world,
                "text": question.text,
                "labels": _labels(library.gold.get(question.id)),
                "judges": _judged(library, world, question.id),
                "given": [_result(library, question.id, system) for system in systems],
            }
            for world, question in library.questions
        ],
    }


def _order(suite: str) -> Mapping[str, Sequence[str]]:
    """By which labels a suite's results are shown, and their values in order; none if the suite is not known here."""
    try:
        return suites.find(suite).labels.columns
    except UserError:
        return {}


def _listed(library: Library, name: str) -> dict[str, Any]:
    episode, own = library.episodes[name], library.worlds.get(name)
    seen = [library.observations[one] for one in episode.observed]
    return {
        "id": name,
        "split": library.splits[name],
        "matter": own.matter if own else None,
        "label": own.label if own else None,
        "personas": [persona.name for persona in own.personas] if own else [],
        "events": len(own.events) if own else 0,
        "documents": sum(one.kind == "document" for one in seen),
        "sessions": sum(one.kind == "session" for one in seen),
        "logs": sum(one.kind == "log" for one in seen),
        "tokens": sum(document.tokens for document in own.documents) if own else None,
        "questions": len(episode.questions),
        "begins": _begins(next((one for one in seen if one.kind == "session"), None)),
    }


def _wrote(worlds: Sequence[Any]) -> str | None:
    """Who wrote what of worlds, and whence their documents are, in a sentence; None if nothing is known of them."""
    if not worlds:
        return None
    by = dict.fromkeys(f"{what} by {who}" for own in worlds for what, who in own.written_by.items())
    whence = dict.fromkeys(document.attribution for own in worlds for document in own.documents)
    return f"Written: {', '.join(by) or 'by whom is not told'}. Documents: {'; '.join(whence)}."


def _begins(session: Observation | None) -> list[list[str]]:
    """The first words of a session: ``[speaker, text]`` of its first utterances."""
    if session is None:
        return []
    return [
        [(part.speaker or "").split(" ")[0], session.text[part.start : part.end]] for part in session.parts[:_BEGINS]
    ]


def _labels(gold: Gold | None) -> dict[str, str]:
    return {label: value for label, value in gold.labels.items() if label not in _NO_FILTER} if gold else {}


def _judged(library: Library, world: str, question: str) -> dict[str, Any]:
    """Each judge's view of a pair; a judge who says nothing of it is left out."""
    return {
        own.judge: {
            "correct": own.correctness[question],
            "category": own.category_accuracy.get(question),
            "flagged": question in own.flagged,
        }
        for own in library.verdicts.get(world, ())
        if question in own.correctness
    }


def _result(library: Library, question: str, system: str) -> list[str | None] | None:
    """Outcome and rung; None without an answer."""
    answer, score = library.given.get(question, {}).get(system), library.scores.get((question, system))
    if answer is None:
        return None
    rung = score.failure.rung if score and score.failure else None
    return [outcome(library.gold.get(question), answer, score), rung]


def world(library: Library, name: str) -> dict[str, Any]:
    """Everything of a world that anyone may see: people, events, texts and the questions themselves."""
    episode, own = library.episodes[name], library.worlds.get(name)
    return {
        "id": name,
        "split": library.splits[name],
        "wrote": _wrote([own]) if own else None,
        "told": own.model_dump(mode="json", exclude=suites.files(library.suite)["worlds"].hidden) if own else None,
        "observations": [_text(library.observations[one]) for one in episode.observed],
        "questions": [
            {"id": one.id, "text": one.text, "asked": one.asked_at.isoformat(timespec="minutes")}
            for one in episode.questions
        ],
    }


def _text(own: Observation) -> dict[str, Any]:
    at = units(own.text)
    return {
        "id": own.id,
        "kind": own.kind,
        "part": PARTS[own.kind],
        "title": own.title,
        "time": own.time.isoformat(timespec="minutes") if own.time else None,
        "text": own.text,
        "parts": [
            {"id": part.id, "start": at(part.start), "end": at(part.end), "title": part.title, "speaker": part.speaker}
            for part in own.parts
        ],
    }


@dataclass
class _Places:
    """Gives each distinct span a number, in order of first mention."""

    library: Library
    order: Mapping[str, int]
    spans: dict[Span, int] = field(default_factory=dict)
    units: dict[str, Callable[[int], int]] = field(default_factory=dict)

    def of(self, spans: Sequence[Span]) -> list[int]:
        return [self.spans.setdefault(span, len(self.spans)) for span in spans]

    def listed(self) -> list[list[int]]:
        """``[observation, start, end]`` of each; the observation is its place on the episode."""
        return [
            [self.order[span.observation], self.at(span, span.start), self.at(span, span.end)] for span in self.spans
        ]

    def at(self, span: Span, place: int) -> int:
        if span.observation not in self.units:
            self.units[span.observation] = units(self.library.observations[span.observation].text)
        return self.units[span.observation](place)


def gold(library: Library, name: str) -> dict[str, Any]:
    """What is right in a world, what the judges said of it, and what systems retrieved and answered."""
    episode = library.episodes[name]
    places = _Places(library, {one: at for at, one in enumerate(episode.observed)})
    questions = {
        question.id: {
            "gold": _gold(places, library.gold.get(question.id)),
            "judges": _judged(library, name, question.id),
            "given": [
                _given(places, library, question.id, system)
                for system in library.systems
                if system in library.given.get(question.id, {})
            ],
        }
        for question in episode.questions
    }
    judges = [own.model_dump(include=_OF_WORLD) for own in library.verdicts.get(name, ())]
    tracks = [own.model_dump(mode="json") for own in library.tracks.get(name, ())]
    return {"id": name, "questions": questions, "judges": judges, "tracks": tracks, "spans": places.listed()}


def _gold(places: _Places, own: Gold | None) -> dict[str, Any] | None:
    if own is None:
        return None
    spans = places.of([piece.span for piece in own.evidence])
    return {
        "answer": own.answer,
        "fields": own.fields or {},
        "rubric": own.rubric or (),
        "answerable": own.answerable,
        "labels": _labels(own),
        "evidence": [{"span": place, "text": piece.text} for place, piece in zip(spans, own.evidence, strict=True)],
    }


def _given(places: _Places, library: Library, question: str, system: str) -> dict[str, Any]:
    """An answer; ``context`` is true where it is all that was retrieved, ``whole`` tells which gold stood in it."""
    own, answer = library.gold.get(question), library.given[question][system]
    score, judged = library.scores.get((question, system)), library.judged.get((question, system))
    listed = list(dict.fromkeys(answer.retrieved))
    context = answer.context
    return {
        "system": system,
        "judged": judged.model_dump(include={"label", "reason"}) if judged else None,
        "text": answer.text,
        "abstained": answer.abstained,
        "outcome": outcome(own, answer, score),
        "values": {name: value for name, value in score.values.items() if value is not None} if score else {},
        "failure": score.failure.model_dump() if score and score.failure else None,
        "ranked": answer.ranked,
        "quoted": answer.quoted,
        "tokens": answer.context_tokens,
        "retrieved": places.of(listed),
        "context": None if context is None else list(context) == listed or places.of(context),
        "whole": [None if context is None else covered(one.span, context) for one in own.evidence] if own else [],
    }
