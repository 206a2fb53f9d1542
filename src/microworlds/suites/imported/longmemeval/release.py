"""LongMemEval's published files as episodes: one a question, its haystack in time order and then the question.

``python -m microworlds.suites.imported.longmemeval.release FOLDER OUT`` writes what evaluation reads.

The published ids tell what the answer is (``answer_...`` sessions, ``..._abs`` questions), so that a system is given
ids of places instead; the question's own is in its gold's labels.

Source: Wu et al. 2024, LongMemEval; its README (question_id, question_type, haystack_sessions, has_answer).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from microworlds.core.errors import run
from microworlds.core.records import Evidence, Observation, Part, Question
from microworlds.suites.imported import importing as imported
from microworlds.suites.imported.importing import ImportedEpisode
from microworlds.suites.imported.published import Published

PUBLISHED = Published(
    benchmark="LongMemEval",
    url="https://huggingface.co/datasets/xiaowu0162/longmemeval-cleaned/resolve/main/longmemeval_s_cleaned.json",
    licence="MIT",
)
_TIME = "%Y/%m/%d (%a) %H:%M"
_UNANSWERABLE = "_abs"


def episodes(source: Path) -> Iterator[ImportedEpisode]:
    """The questions of a file or folder, in order. See ``imported.episodes``."""
    return imported.episodes(
        source, ("LongMemEval", "haystack_sessions"), lambda _, one: str(one["question_id"]), _episode
    )


def _episode(number: int, published: str, entry: Mapping[str, Any]) -> ImportedEpisode:
    id_ = f"lme-{number:03}"
    faults: Counter[str] = Counter()
    answering = set(entry["answer_session_ids"])
    times, ids = map(_time, entry["haystack_dates"]), entry["haystack_session_ids"]
    held = sorted(zip(times, ids, entry["haystack_sessions"], strict=True), key=lambda one: one[0])
    names = Counter(name for _, name, _ in held)
    faults["session that is in the haystack twice"] += sum(count - 1 for count in names.values())
    faults["answering session that is not in the haystack"] += len(answering - set(names))
    observations: list[Observation] = []
    evidence: list[Evidence] = []
    for place, (time, name, turns) in enumerate(held, start=1):
        observation, marked = _session(f"{id_}-s{place:03}", f"Session {place}", time, turns)
        if observation is None:
            faults["session without text"] += 1
            continue
        observations.append(observation)
        if name in answering:
            whole = Part(id=name, start=0, end=len(observation.text))
            evidence += [imported.evidence(observation, part) for part in marked or [whole]]
            faults["answering session without a marked turn"] += not marked
        else:
            faults["marked turn of a session that is not an answering one"] += len(marked)
    stated = _time(entry["question_date"])
    # an episode is in time order, so a question is never asked before its last session
    asked = max([stated, *(time for time, _, _ in held)])
    faults["question dated before its last session"] += asked > stated
    question = Question(id=f"{id_}-q1", text=str(entry["question"]).strip(), asked_at=asked)
    answer, answerable = str(entry["answer"]).strip(), not published.endswith(_UNANSWERABLE)
    category = str(entry["question_type"]).replace("-", "_")
    sessions = str(len({piece.span.observation for piece in evidence}))
    labels = {"evidence_sessions": sessions, "published": published}
    gold = imported.gold(question.id, answer, answerable, evidence, id_, category, labels)
    return ImportedEpisode(
        id=id_, observations=tuple(observations), questions=(question,), gold=(gold,), faults=dict(+faults)
    )


def _session(
    id_: str, title: str, time: datetime, turns: Sequence[Mapping[str, Any]]
) -> tuple[Observation | None, list[Part]]:
    """A session and those of its turns that have the answer; nothing if nothing is said in it."""
    said = [
        (Part(id=f"{id_}-u{number:02}", start=0, end=0, speaker=str(turn["role"]), time=time), text, turn)
        for number, turn in enumerate(turns, start=1)
        if (text := str(turn["content"]).strip())
    ]
    if not said:
        return None, []
    parts, texts, published = zip(*said, strict=True)
    observation = imported.session(id_, title, parts, texts)
    marks = zip(observation.parts, published, strict=True)
    return observation, [part for part, turn in marks if turn.get("has_answer")]


def _time(stated: str) -> datetime:
    """The moment of ``2023/05/30 (Tue) 23:40``; no zone is published, so it is taken as UTC."""
    return datetime.strptime(stated.strip(), _TIME).replace(tzinfo=UTC)


if __name__ == "__main__":
    run(partial(imported.main, "longmemeval", episodes))
