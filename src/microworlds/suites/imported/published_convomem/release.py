"""ConvoMem's published folder as episodes: one an evidence item, one a test case.

``python -m microworlds.suites.imported.published_convomem.release FOLDER OUT`` writes what evaluation reads.

An evidence item is asked after its own conversations; a test case has one history for all its items. The data have no
dates: conversations have none, and all is asked at ``ASKED_AT``. What a message says is evidence where it stands letter
by letter in one conversation; where it does not, the question has no evidence, and that is counted.

Source: ConvoMem A.1 to A.4 and its published files.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from microworlds.core.errors import UserError, run
from microworlds.core.records import Evidence, Gold, Observation, Part, Question
from microworlds.suites.imported import importing as imported
from microworlds.suites.imported.importing import ImportedEpisode
from microworlds.suites.imported.json_entries import entries
from microworlds.suites.imported.published_convomem.suite import CATEGORIES, OTHER

ASKED_AT = datetime(2025, 1, 1, tzinfo=UTC)
_COUNT = re.compile(r"(\d+)_evidence")
_FILLERS = ("filler", "irrelevant")
_RUBRIC = ("preferences", "implicit_connections")


def episodes(source: Path) -> Iterator[ImportedEpisode]:
    """The evidence items and test cases of a file or folder, in order of file names; files of fillers are left out.

    Raises:
        UserError: there are none, or an entry is neither.
    """
    number = 0
    for path in [source] if source.is_file() else sorted(source.rglob("*.json")):
        if any(word in part for part in path.parts for word in _FILLERS):
            continue
        category, k = labelled(path)
        for place, entry in enumerate(entries(path, "evidence_items")):
            if isinstance(entry, dict) and "conversations" not in entry:
                continue  # of another file that lies beside
            number += 1
            try:
                yield _episode(f"cm-{number:06}", category, k, entry)
            except (KeyError, TypeError, AttributeError, ValueError) as error:
                raise UserError(f"{path}, entry {place}: not ConvoMem's shape: {error!r}.") from error
    if not number:
        raise UserError(f"{source} holds no evidence items and no test cases. Name ConvoMem's published folder.")


def labelled(path: Path) -> tuple[str, int | None]:
    """The category that the folders of a file name, and how many pieces of evidence, where they do.

    >>> labelled(Path("evidence_questions/user_evidence/2_evidence/x.json"))
    ('user_facts', 2)
    """
    known = {**CATEGORIES, **{name: name for name in CATEGORIES.values()}}
    category = next((known[part] for part in reversed(path.parts) if part in known), OTHER)
    counts = [int(match[1]) for part in path.parts if (match := _COUNT.fullmatch(part))]
    return category, counts[-1] if counts else None


def _episode(id_: str, category: str, k: int | None, entry: Mapping[str, Any]) -> ImportedEpisode:
    faults: Counter[str] = Counter()
    faults["category that is not one of the six"] += category == OTHER
    items: Sequence[Mapping[str, Any]] = entry.get("evidenceItems", [entry])
    held = entry["conversations"]
    if "contextSize" in entry:
        faults["size that is not the number of conversations"] += entry["contextSize"] != len(held)
        people = {item.get("personId") for item in items} - {None}
        faults["personas mixed in one history"] += len(people) > 1
        faults["conversation that is stored again with its question"] += sum(
            len(item["conversations"]) for item in items
        )
    observations, names = _conversations(id_, held, faults)
    questions, golds = [], []
    asked: set[str] = set()
    for place, item in enumerate(items, start=1):
        text = str(item["question"]).strip()
        faults["question that is asked twice of one history"] += text in asked
        asked.add(text)
        question = Question(id=f"{id_}-q{place:03}", text=text, asked_at=ASKED_AT)
        questions.append(question)
        golds.append(_gold(question.id, id_, category, k, item, names, faults))
    return ImportedEpisode(
        id=id_, observations=tuple(observations), questions=tuple(questions), gold=tuple(golds), faults=dict(+faults)
    )


def _conversations(
    id_: str, held: Iterable[Mapping[str, Any]], faults: Counter[str]
) -> tuple[list[Observation], dict[str, list[Observation]]]:
    """The conversations in order, and those of each published id; one that is there twice is handed over once."""
    made: list[Observation] = []
    names: dict[str, list[Observation]] = {}
    seen: set[str] = set()
    for conversation in held:
        said = [(str(one["speaker"]).capitalize(), str(one["text"]).strip()) for one in conversation["messages"]]
        faults["message without text"] += sum(not text for _, text in said)
        said = [(speaker, text) for speaker, text in said if text]
        faults["conversation of one speaker"] += len({speaker for speaker, _ in said}) == 1
        faults["conversation without an id"] += not conversation.get("id")
        faults["conversation without a date"] += 1
        if str(said) in seen or not said:
            faults["conversation that is there twice, or is empty"] += 1
            continue
        seen.add(str(said))
        name = f"{id_}-c{len(made) + 1:03}"
        turns = [Part(id=f"{name}-m{at:03}", start=0, end=0, speaker=own) for at, (own, _) in enumerate(said, start=1)]
        made.append(imported.session(name, "Conversation", turns, [text for _, text in said]))
        names.setdefault(str(conversation.get("id")), []).append(made[-1])
    return made, names


def _gold(
    question: str,
    world: str,
    category: str,
    k: int | None,
    item: Mapping[str, Any],
    names: Mapping[str, list[Observation]],
    faults: Counter[str],
) -> Gold:
    told = item["message_evidences"]
    faults["number of pieces that is not its folder's"] += k is not None and k != len(told)
    for name in ("answer", "personId", "scenario_description"):
        faults[f"{name} that is null"] += item.get(name) is None
    ids = {str(own.get("id")) for own in item.get("conversations") or ()}
    own = [each for name, found in names.items() if not ids or name in ids for each in found]
    pieces = [piece for message in told if (piece := _piece(message, own, faults)) is not None]
    answer = str(item.get("answer") or "")
    size = sum(map(len, names.values()))
    gold = imported.gold(
        question, answer, category != "abstention", pieces, world, category,
        {"evidence_count": str(len(told)), "context_size": str(size)},
    )  # fmt: skip
    return gold.model_copy(update={"rubric": (answer,)}) if category in _RUBRIC and answer else gold


def _piece(message: Mapping[str, Any], own: Sequence[Observation], faults: Counter[str]) -> Evidence | None:
    """The message that says it, by the same speaker, letter by letter, in one conversation."""
    speaker, text = str(message["speaker"]).capitalize(), str(message["text"]).strip()
    found = [
        (each, part) for each in own for part in each.parts
        if part.speaker == speaker and text and text in each.text[part.start : part.end]
    ]  # fmt: skip
    if not found:
        faults["evidence that stands nowhere letter by letter"] += 1
        return None
    if len({each.id for each, _ in found}) > 1:
        faults["evidence that stands in several conversations"] += 1
        return None
    faults["evidence that stands twice in its conversation"] += len(found) > 1
    return imported.evidence(*found[0])


if __name__ == "__main__":
    run(lambda: imported.main("published_convomem", episodes))
