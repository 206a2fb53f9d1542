"""LoCoMo's published files as episodes: one a conversation, all its sessions and then all its questions.

``python -m microworlds.suites.imported.locomo.release FOLDER OUT`` writes what evaluation reads.

Source: Maharana et al. 2024, LoCoMo; the categories' numbers are the data set's own (snap-research/locomo, issue 6).
"""

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from microworlds.core.errors import run
from microworlds.core.records import Evidence, Gold, Observation, Part, Question
from microworlds.suites.imported import importing as imported
from microworlds.suites.imported.importing import ImportedEpisode
from microworlds.suites.imported.published import Published

PUBLISHED = Published(
    benchmark="LoCoMo",
    url="https://raw.githubusercontent.com/snap-research/locomo/main/data/locomo10.json",
    licence="CC BY-NC 4.0: not for commercial use",
)
CATEGORIES = {1: "multi_hop", 2: "temporal", 3: "open_domain", 4: "single_hop", 5: "adversarial"}
_PLAIN = re.compile(r"D[1-9]\d*:[1-9]\d*")
_TURN = re.compile(r"D\s*:?\s*(\d+)\s*:\s*(\d+)")
_SESSION = re.compile(r"session_(\d+)")
_TIME = "%I:%M %p on %d %B, %Y"
_UNANSWERABLE = "Not mentioned in the conversation"


def episodes(source: Path) -> Iterator[ImportedEpisode]:
    """The conversations of a file or folder, in order. See ``imported.episodes``."""
    return imported.episodes(
        source, ("LoCoMo", "conversation"), lambda number, one: str(one.get("sample_id") or f"conv-{number}"), _episode
    )


def _episode(_: int, id_: str, sample: Mapping[str, Any]) -> ImportedEpisode:
    faults: Counter[str] = Counter()
    observations = list(_sessions(id_, sample["conversation"], faults))
    places: dict[str, Evidence] = {}
    for observation in observations:
        for part in observation.parts:
            name = part.id.removeprefix(f"{id_}-")
            faults["turn id that comes twice"] += name in places
            places.setdefault(name, imported.evidence(observation, part))
    times = [item.time for item in observations if item.time is not None]
    if not times:
        raise KeyError("no session with a date")
    faults["session dated before the one before it"] += sum(later < sooner for sooner, later in pairwise(times))
    asked = max(times) + timedelta(days=1)
    questions, golds = [], []
    for number, row in enumerate(sample["qa"], start=1):
        question = Question(id=f"{id_}-q{number:03}", text=str(row["question"]).strip(), asked_at=asked)
        gold = _gold(question.id, id_, row, places, faults)
        if gold is not None:
            questions.append(question)
            golds.append(gold)
    return ImportedEpisode(
        id=id_, observations=tuple(observations), questions=tuple(questions), gold=tuple(golds), faults=dict(+faults)
    )


def _sessions(id_: str, conversation: Mapping[str, Any], faults: Counter[str]) -> Iterator[Observation]:
    """The sessions in the order of their numbers, which is that of their times; those without turns are left out."""
    numbers = sorted(int(match[1]) for key in conversation if (match := _SESSION.fullmatch(key)))
    for number in numbers:
        stated = conversation.get(f"session_{number}_date_time")
        time = _time(stated)
        said = []
        for turn in conversation[f"session_{number}"] or ():
            text = _said(turn)
            if not text:
                faults["turn without text"] += 1
                continue
            part = Part(id=f"{id_}-{turn['dia_id']}", start=0, end=0, speaker=str(turn["speaker"]), time=time)
            said.append((part, text))
        if not said:
            continue
        if time is None:
            faults["session without a date that can be read"] += 1
        title = f"Session {number}"
        yield imported.session(f"{id_}-s{number:02}", title, *zip(*said, strict=True))


def _said(turn: Mapping[str, Any]) -> str:
    """A turn's text; a picture is what its caption says, in the words of LoCoMo's own code."""
    text = " ".join(str(turn.get("text") or "").split())
    caption = " ".join(str(turn.get("blip_caption") or "").split())
    return f"{text} [shares {caption}]".strip() if caption else text


def _time(stated: object) -> datetime | None:
    """The moment of ``1:56 pm on 8 May, 2023``; no zone is published, so it is taken as UTC. None if unreadable."""
    try:
        return datetime.strptime(" ".join(str(stated).split()), _TIME).replace(tzinfo=UTC)
    except ValueError:
        return None


def _gold(
    question: str, world: str, row: Mapping[str, Any], places: Mapping[str, Evidence], faults: Counter[str]
) -> Gold | None:
    """A question's gold; None for a category that LoCoMo does not have."""
    category = CATEGORIES.get(row["category"])
    if category is None:
        faults["question of no known category"] += 1
        return None
    stated = row.get("evidence") or ()
    named, wrong = turns([stated] if isinstance(stated, str) else stated, places)
    faults.update({f"evidence: {kind}": count for kind, count in wrong.items()})
    if not named:
        faults["question without evidence that exists"] += 1
    answerable = category != "adversarial"
    answer = str(row["answer"]).strip() if row.get("answer") is not None else ""
    if not answerable:
        answer = answer or _UNANSWERABLE
        if trap := row.get("adversarial_answer"):
            answer += f"; who falls for the question says: {trap}"
    elif not answer:
        faults["question without an answer"] += 1
        return None
    return imported.gold(question, answer, answerable, tuple(places[name] for name in named), world, category)


def turns(strings: Iterable[object], known: Container[str]) -> tuple[tuple[str, ...], Counter[str]]:
    """Ids of the turns that evidence means, in order, each once, and the faults by kind.

    ``D8:6`` is turn 6 of session 8, but not all of it is so well written. A string is read as far as it goes: several
    turns in one, a stray colon, zeros before a number. What names no turn, or one that does not exist, is left out.

    >>> turns(["D8:6; D9:17", "D:11:26", "D"], {"D8:6", "D9:17", "D11:26"})
    (('D8:6', 'D9:17', 'D11:26'), Counter({'several turns in one string': 1, 'written otherwise': 1, 'no turn': 1}))
    """
    found: dict[str, None] = {}
    faults: Counter[str] = Counter()
    for string in strings:
        written = str(string).strip()
        meant = [f"D{int(session)}:{int(turn)}" for session, turn in _TURN.findall(written)]
        if not meant:
            faults["no turn"] += 1
        elif len(meant) > 1:
            faults["several turns in one string"] += 1
        elif not _PLAIN.fullmatch(written):
            faults["written otherwise"] += 1
        for name in meant:
            if name not in known:
                faults["turn that does not exist"] += 1
            elif name in found:
                faults["turn named twice"] += 1
            else:
                found[name] = None
    return tuple(found), faults


if __name__ == "__main__":
    run(partial(imported.main, "locomo", episodes))
