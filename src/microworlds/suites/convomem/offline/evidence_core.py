"""The offline author's words of a core: the phrases of its row of the tables."""

import random
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from microworlds.suites.convomem import affairs
from microworlds.suites.convomem.affairs import Told, Trait, capital, filled
from microworlds.suites.convomem.records import CorePlan, Exchange, Message, Stated
from microworlds.suites.convomem.tasks.evidence_core import CoreGiven, CoreWritten

T = TypeVar("T")
Pick = Callable[[Sequence[T]], T]


def write(given: CoreGiven, rng: random.Random) -> CoreWritten:
    """See ``Task``."""
    plan = given.plan
    used: set[object] = set()

    def pick(choices: Sequence[T]) -> T:
        chosen = rng.choice([own for own in choices if own not in used] or list(choices))
        used.add(chosen)
        return chosen

    exchanges = tuple(_exchange(plan, message, pick) for message in plan.messages)
    if plan.asked.rubric:
        return CoreWritten(exchanges=exchanges, question=plan.asked.form)
    asks = pick(_told(plan, plan.asked.attribute).asks)
    twin = filled(asks, label=plan.twin.label) if plan.twin else None
    return CoreWritten(exchanges=exchanges, question=filled(asks, label=plan.asked.label), twin=twin)


def _told(plan: CorePlan, attribute: str) -> Told:
    row = affairs.tables().affairs[plan.affair]
    told = {"total": row.total, "members": row.members}.get(attribute) or row.attributes[attribute]
    return told


def _trait(plan: CorePlan, stated: Stated) -> Trait:
    own = affairs.tables()
    row = (own.preferences if plan.category == "preferences" else own.contexts)[plan.affair]
    return next(trait for trait in row.statements if affairs.named(trait.gloss, stated.name) == stated.gloss)


def _exchange(plan: CorePlan, message: tuple[Stated, ...], pick: Pick[Any]) -> Exchange:
    first = message[0]
    if first.attribute == "minds":
        trait = _trait(plan, first)
        said, reply = pick(tuple(zip(trait.says, trait.replies, strict=True)))
        return _of(affairs.named(said, first.name), reply, 0)
    said = " ".join(_said(plan, stated, pick) for stated in message)
    frames = affairs.tables().frames
    if plan.speaker == "assistant":
        prompts = _told(plan, first.attribute).prompts
        answer = pick(frames.answered).replace("<said>", said)
        return _of(filled(pick(prompts), label=first.label, item=first.item or ""), answer, 1)
    frame, reply = pick(frames.changed if first.changes else frames.told)
    return _of(frame.replace("<said>", said), reply, 0)


def _said(plan: CorePlan, stated: Stated, pick: Pick[Any]) -> str:
    told = _told(plan, stated.attribute)
    texts = told.changed if stated.changes else told.says
    return capital(filled(pick(texts), label=stated.label, item=stated.item or "", value=stated.value))


def _of(user: str, assistant: str, evidence: int) -> Exchange:
    messages = (Message(speaker="user", text=capital(user)), Message(speaker="assistant", text=capital(assistant)))
    return Exchange(messages=messages, evidence=evidence)
