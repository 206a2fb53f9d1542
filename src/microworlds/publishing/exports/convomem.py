"""ConvoMem's shape: a test case a file, its evidence items with their conversations, then all conversations.

As the benchmark's own conversion of LoCoMo has it: a folder a category, a file a world.

Source: ConvoMem, the test cases published with its code.
"""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from microworlds.core import jsonl
from microworlds.publishing.exports import chats
from microworlds.publishing.exports.base import Asked, Made
from microworlds.publishing.exports.chats import Chat, ChatFormat, Exported, World

_BY = "microworlds"


class ConvoMem(ChatFormat):
    """``test_cases/CATEGORY/WORLD.json``."""

    def write_worlds(self, worlds: Iterable[World], folder: Path, made: Made) -> None:
        """See ``ChatFormat.write_worlds``."""
        for world in worlds:
            chats.places(world, made, "{chat}/{turn}")
            by: dict[str, list[Exported]] = {}
            for own in world.asked:
                by.setdefault(own.gold.labels.get("category", "uncategorised"), []).append(own)
            for category, items in by.items():
                case = json.dumps(_case(category, world, items), ensure_ascii=False, indent=2)
                jsonl.write_text(folder / "test_cases" / category / f"{world.id}.json", f"{case}\n")
                made.questions += [
                    Asked(id=f"{category}/{world.id}#{number}", question=own.question.id)
                    for number, own in enumerate(items, start=1)
                ]
        made.how["date"] = "the shape has none: each conversation begins with a message that gives its title and date"
        made.how["speaker"] = chats.HOW_ROLES
        made.how["turn"] = "id CHAT/N is the N-th message of the conversation CHAT, not counting the one with the date"
        made.how["question"] = "id CATEGORY/WORLD#N is the N-th evidence item of that file"


def _case(category: str, world: World, items: Sequence[Exported]) -> dict[str, Any]:
    holding = {at for own in items for at in own.chats}
    every = [_conversation(chat, at in holding) for at, chat in enumerate(world.chats)]
    evidence = [
        {
            "question": own.question.text,
            "answer": own.gold.answer,
            "message_evidences": [_message(*world.chats[chat].turns[turn].message) for chat, turn in own.turns],
            "conversations": [every[at] for at in own.chats],
            "category": category,
            "scenario_description": "",
            "personId": world.id,
            "use_case_model_name": _BY,
            "core_model_name": _BY,
        }
        for own in items
    ]
    return {"evidenceItems": evidence, "conversations": every, "contextSize": len(every)}


def _conversation(chat: Chat, holds: bool) -> dict[str, Any]:
    dated = f"{chat.title}, {chat.time.day} {chat.time:%B %Y, %H:%M}"
    messages = [_message(chats.ROLES[0], dated), *(_message(*turn.message) for turn in chat.turns)]
    return {"messages": messages, "id": chat.id, "containsEvidence": holds, "model_name": _BY}


def _message(role: str, text: str) -> dict[str, str]:
    return {"speaker": role.capitalize(), "text": text}


FORMAT = ConvoMem
