"""LoCoMo's shape: one file, a conversation a world, its questions with their answers beside it.

Source: Maharana et al. 2024; the published file (locomo10.json) and its code's use of it.
"""

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

from microworlds.publishing.exports import chats
from microworlds.publishing.exports.base import Asked, Made, array
from microworlds.publishing.exports.chats import ChatFormat, Exported, World

CATEGORIES = {"multi_hop": 1, "temporal": 2, "open_domain": 3, "single_hop": 4, "adversarial": 5}
_OTHER = "single_hop"


class LoCoMo(ChatFormat):
    """``locomo.json``: what the published file is called here does not matter to its code."""

    def write_worlds(self, worlds: Iterable[World], folder: Path, made: Made) -> None:
        """See ``ChatFormat.write_worlds``."""
        array(folder / "locomo.json", (_sample(world, made) for world in worlds))
        made.how["question"] = (
            "id WORLD#N is the N-th question of the conversation WORLD; it is asked after all sessions"
        )
        made.how["category"] = (
            "LoCoMo's numbers; what it has no category for, its code scores like single-hop questions (4)"
        )
        made.how["answer of category 5"] = (
            "what is wrong with the question; LoCoMo's own code offers it as the wrong choice beside `Not mentioned`, "
            "and there is no adversarial_answer, since nobody's mistake is recorded"
        )
        made.how["speaker_a, speaker_b"] = "the first two who speak; there can be more in a world"


def _sample(world: World, made: Made) -> dict[str, Any]:
    chats.places(world, made, "{world}:D{session}:{turn}")
    made.left_out["titles of sessions and documents"] += sum(bool(chat.title) for chat in world.chats)
    made.questions += [
        Asked(id=f"{world.id}#{number}", question=own.question.id) for number, own in enumerate(world.asked, start=1)
    ]
    speakers = list(dict.fromkeys(turn.speaker for chat in world.chats for turn in chat.turns))
    people = [name for name in speakers if name != chats.DOCUMENT] or speakers
    made.counts["worlds with more than two speakers"] += len(people) > 2
    conversation: dict[str, Any] = {"speaker_a": people[0], "speaker_b": people[1] if len(people) > 1 else people[0]}
    for number, chat in enumerate(world.chats, start=1):
        conversation[f"session_{number}_date_time"] = _date(chat.time)
        conversation[f"session_{number}"] = [
            {"speaker": turn.speaker, "dia_id": f"D{number}:{at}", "text": turn.text}
            for at, turn in enumerate(chat.turns, start=1)
        ]
    return {
        "sample_id": world.id,
        "conversation": conversation,
        "qa": [_row(own, made) for own in world.asked],
        "event_summary": {},
        "observation": {},
        "session_summary": {},
    }


def _row(own: Exported, made: Made) -> dict[str, Any]:
    category = own.gold.labels.get("category", "")
    if not own.gold.answerable:
        category = "adversarial"
    elif category not in CATEGORIES:
        made.counts[f"questions of category {category or 'none'}, as {_OTHER}"] += 1
    return {
        "question": own.question.text,
        "answer": own.gold.answer,
        "evidence": [f"D{chat + 1}:{turn + 1}" for chat, turn in own.turns],
        "category": CATEGORIES.get(category, CATEGORIES[_OTHER]),
    }


def _date(time: datetime) -> str:
    """As the published file has it: ``1:56 pm on 8 May, 2023``.

    >>> _date(datetime(2023, 5, 8, 13, 56))
    '1:56 pm on 8 May, 2023'
    """
    return f"{time.hour % 12 or 12}:{time:%M} {'am' if time.hour < 12 else 'pm'} on {time.day} {time:%B, %Y}"


FORMAT = LoCoMo
