"""An evidence core in words: what is said in each conversation, and what is asked months later.

Source: ConvoMem A.1 (evidence cores: question, answer, messages of one speaker).
"""

from collections.abc import Iterator
from pathlib import Path

from microworlds.authors.base import Task
from microworlds.core.records import Record
from microworlds.suites.convomem.records import Asked, CorePlan, Exchange, Stated

_PROMPT = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").removesuffix("\n")


class CoreGiven(Record):
    """Who talks, and the plan. A model is not told where in time the messages stand."""

    role: str
    plan: CorePlan


class CoreWritten(Record):
    """An exchange for each piece of evidence, in order, and the questions."""

    exchanges: tuple[Exchange, ...]
    question: str
    twin: str | None = None


def _render(given: CoreGiven) -> str:
    plan = given.plan
    return _PROMPT.format(
        role=given.role,
        count=f"{plan.k} conversation{'s' * (plan.k > 1)}",
        pieces="\n".join(_piece(plan, number) for number in range(plan.k)),
        teller=_TELLER[plan.speaker],
        questions="\n".join(_questions(plan)),
        untold=", ".join(f'"{text}"' for text in untold(plan)) or "(nothing)",
    )


_TELLER = {
    "user": "The user begins: the first message is the one that tells it. The assistant replies.",
    "assistant": "The user asks for it without knowing it, and the assistant's reply, the second message, is the one "
    "that tells it.",
}


def _piece(plan: CorePlan, number: int) -> str:
    told = "; ".join(_told(stated) for stated in plan.messages[number])
    return f"{number + 1}. {told}"


def _told(stated: Stated) -> str:
    if stated.attribute == "minds":
        return f"in passing, in a talk about something else: {stated.gloss}"
    what = stated.gloss.replace("<item>", stated.item or "")
    change = " is another from now on, and the one before is not named" if stated.changes else ""
    return f'of {stated.label}: {what}{change}: "{stated.value}"'


def _questions(plan: CorePlan) -> Iterator[str]:
    if plan.asked.rubric:
        yield (
            "question: a request of the user for a suggestion that what was told bears on, with not a word of it. "
            f'It means: "{plan.asked.form}" Put it in other words.'
        )
        yield "twin: null"
        return
    yield f"question: {_question(plan.asked)}"
    yield f"twin: {_question(plan.twin)}, built as the question is" if plan.twin else "twin: null"


def _question(asked: Asked) -> str:
    known = "" if asked.answerable else " (which nobody has told: that is what the question is for)"
    return f"the user asks the assistant about {asked.label}: {asked.gloss}{known}"


def untold(plan: CorePlan) -> list[str]:
    """What must not stand in the questions: every value that was told, the answer, and what an answer has to mind."""
    told = [stated for message in plan.messages for stated in message]
    words = [word for stated in told for word in (stated.must if stated.attribute == "minds" else (stated.value,))]
    return list(dict.fromkeys([*words, *([plan.asked.answer] if plan.asked.answer and plan.asked.answerable else [])]))


CORE = Task(
    "evidence_core", "microworlds.suites.convomem", CoreWritten,
    "You write down how people really talk with an AI assistant: by the way, in their own words, with a reason.",
    _render, varied=True,
)  # fmt: skip
