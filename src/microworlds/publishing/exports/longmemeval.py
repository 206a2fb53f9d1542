"""LongMemEval's shape: one file, an entry a question, each with its whole haystack of dated sessions.

Source: Wu et al. 2024; the README of its code (question_id, question_type, haystack_sessions, has_answer).
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from microworlds.publishing.exports import chats
from microworlds.publishing.exports.base import Asked, Made, array
from microworlds.publishing.exports.chats import Chat, ChatFormat, Exported, World

# the data set's own types; a category keeps its name, or gets that of the type which begins with it
_OWN = ("single_session_user", "single_session_assistant", "single_session_preference", "multi_session",
        "temporal_reasoning", "knowledge_update")  # fmt: skip


class LongMemEval(ChatFormat):
    """``longmemeval.json``; the haystack is in every entry, so the file is large."""

    def write_worlds(self, worlds: Iterable[World], folder: Path, made: Made) -> None:
        """See ``ChatFormat.write_worlds``."""
        array(folder / "longmemeval.json", (entry for world in worlds for entry in _entries(world, made)))
        made.how["role"] = chats.HOW_ROLES
        made.how["turn"] = "id CHAT/N is the N-th turn of the session CHAT"
        made.how["question_type"] = (
            "temporal-reasoning and knowledge-update by category; the others single-session-user or multi-session by "
            "how many sessions hold evidence; _abs in the id of what cannot be answered"
        )


def _entries(world: World, made: Made) -> Iterator[dict[str, Any]]:
    chats.places(world, made, "{chat}/{turn}")
    made.left_out["titles of sessions and documents"] += sum(bool(chat.title) for chat in world.chats)
    for own in world.asked:
        id_ = own.question.id + ("" if own.gold.answerable else "_abs")
        made.questions.append(Asked(id=id_, question=own.question.id))
        yield _entry(id_, own, world.chats)


def _entry(id_: str, own: Exported, haystack: tuple[Chat, ...]) -> dict[str, Any]:
    return {
        "question_id": id_,
        "question_type": _type(own),
        "question": own.question.text,
        "answer": own.gold.answer,
        "question_date": _date(own.question.asked_at),
        "haystack_session_ids": [chat.id for chat in haystack],
        "haystack_dates": [_date(chat.time) for chat in haystack],
        "haystack_sessions": [_session(at, chat, own) for at, chat in enumerate(haystack)],
        "answer_session_ids": [haystack[at].id for at in own.chats],
    }


def _session(at: int, chat: Chat, own: Exported) -> list[dict[str, Any]]:
    turns = []
    for number, turn in enumerate(chat.turns):
        role, content = turn.message
        said: dict[str, Any] = {"role": role, "content": content}
        turns.append(said | ({"has_answer": True} if (at, number) in own.turns else {}))
    return turns


def _type(own: Exported) -> str:
    category = own.gold.labels.get("category", "")
    named = next((name for name in _OWN if category and name.startswith(category)), None)
    return (named or ("single_session_user" if len(own.chats) == 1 else "multi_session")).replace("_", "-")


def _date(time: datetime) -> str:
    """As the published files have it.

    >>> _date(datetime(2023, 5, 30, 23, 40))
    '2023/05/30 (Tue) 23:40'
    """
    return f"{time:%Y/%m/%d (%a) %H:%M}"


FORMAT = LongMemEval
