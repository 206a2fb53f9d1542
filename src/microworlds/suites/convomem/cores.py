"""Stage cores: every core in words, held to its plan.

Source: ConvoMem A.1 (evidence cores), A.2.1 (structure); specs/convomem.md 3.1 and 9.5 (what its own checks leave out).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain

from pydantic import Field

from microworlds.authors.base import Author
from microworlds.authors.roles import author, written_by
from microworlds.core import jsonl, params, stage
from microworlds.core.errors import ItemError, run
from microworlds.core.parallel import ordered_map
from microworlds.core.records import Record, Rejection
from microworlds.core.text import normalized, words
from microworlds.generation.wording import ASKED_BEFORE
from microworlds.suites.convomem.affairs import has
from microworlds.suites.convomem.records import Core, CorePlan, Exchange, Persona, PersonaCores
from microworlds.suites.convomem.tasks.evidence_core import CORE, CoreGiven, CoreWritten, untold

STAGE = "cores"
_WORDS = (4, 40)  # of a question
_MESSAGES = (2, 4)  # of an exchange
_LONGEST = 120  # words of a message
# a question that says that something changed gives away which value is meant
_TEMPORAL = re.compile(
    r"\b(?:now|current|currently|still|latest|newest|new|updated?|finally|again|anymore|these days|nowadays)\b", re.I
)


class CoresParams(Record):
    """See conf/config.yaml, section convomem.cores."""

    attempts: int = Field(ge=1)


@dataclass(frozen=True)
class CoreMaker:
    """Has the cores of a persona worded."""

    params: CoresParams
    author: Author

    def cores(self, persona: Persona) -> list[PersonaCores | Rejection]:
        """The persona with its cores, after a rejection for each attempt that failed."""
        rejections: list[Rejection] = []
        made: list[Core] = []
        asked: set[str] = set()
        for plan in persona.plans:
            given = CoreGiven(role=persona.role, plan=plan.model_copy(update={"places": ()}))
            word = partial(self._core, plan, given, asked)
            core, refused = stage.attempted(STAGE, plan.id, range(self.params.attempts), word)
            rejections += refused
            if core is not None:
                made.append(core)
                asked |= {normalized(text) for text in (core.question, core.twin) if text}
        return [*rejections, PersonaCores(persona=persona, cores=tuple(made))]

    def _core(self, plan: CorePlan, given: CoreGiven, asked: set[str], attempt: int, refused: tuple[str, ...]) -> Core:
        written = self.author.write(CORE, given, key=plan.id, sample=attempt, refused=refused)
        for fault in faults(written, plan):
            raise ItemError(fault)
        if any(text and normalized(text) in asked for text in (written.question, written.twin)):
            raise ItemError(ASKED_BEFORE)
        return Core(plan=plan, question=written.question, twin=written.twin, exchanges=written.exchanges)


def faults(written: CoreWritten, plan: CorePlan) -> Iterator[str]:
    """What is wrong with the words of a core."""
    if len(written.exchanges) != plan.k:
        yield f"{len(written.exchanges)} exchanges, not {plan.k}"
        return
    for number, exchange in enumerate(written.exchanges):
        yield from (f"exchange {number + 1}: {fault}" for fault in _exchange(exchange, plan, number))
    starts = Counter(
        " ".join(words(own.messages[own.evidence].text)[:3]).lower() for own in written.exchanges if own.messages
    )
    if plan.k > 1 and starts.most_common(1)[0][1] > 1:
        yield f"two messages begin with {starts.most_common(1)[0][0]!r}"
    if (plan.twin is None) != (written.twin is None):
        yield "a twin, and none is asked for" if written.twin else "no twin"
    asked = [(written.question, plan.asked), *([(written.twin, plan.twin)] if written.twin and plan.twin else [])]
    for text, own in asked:
        yield from (f"question {text!r}: {fault}" for fault in _question(text, own.name, plan))


def _exchange(exchange: Exchange, plan: CorePlan, number: int) -> Iterator[str]:
    speakers = [message.speaker for message in exchange.messages]
    if speakers != ["user", "assistant"] * (len(speakers) // 2) or not _MESSAGES[0] <= len(speakers) <= _MESSAGES[1]:
        yield f"{'/'.join(speakers)}: user and assistant by turns, {_MESSAGES[0]} to {_MESSAGES[1]} messages"
        return
    if not 0 <= exchange.evidence < len(speakers) or speakers[exchange.evidence] != plan.speaker:
        yield f"message {exchange.evidence} is to tell it, and to be of the {plan.speaker}"
        return
    own = exchange.messages[exchange.evidence].text
    for stated in plan.messages[number]:
        needed = [stated.name] if stated.attribute == "minds" else [stated.value, stated.name]
        yield from (f"{text!r} is not in {own!r}" for text in needed if text and not has(own, text))
    elsewhere = [one.text for at, one in enumerate(exchange.messages) if at != exchange.evidence]
    mine = {stated.value for stated in plan.messages[number]}
    for message in plan.messages:
        for stated in message:
            if stated.attribute == "minds":
                continue
            texts = elsewhere if stated.value in mine else [own, *elsewhere]
            yield from (f"{stated.value!r} is also in {text!r}" for text in texts if has(text, stated.value))
    for one in exchange.messages:
        if len(words(one.text)) > _LONGEST:
            yield f"a message of {len(words(one.text))} words"


def _question(text: str, name: str, plan: CorePlan) -> Iterator[str]:
    if not text.strip().endswith("?"):
        yield "no question mark at its end"
    if not _WORDS[0] <= len(words(text)) <= _WORDS[1]:
        yield f"{len(words(text))} words, not {_WORDS[0]} to {_WORDS[1]}"
    if name and not has(text, name):
        yield f"it does not name {name!r}"
    if plan.category == "changing_facts" and (found := _TEMPORAL.search(text)):
        yield f"{found[0]!r} says that something changed"
    yield from (f"{word!r} gives it away" for word in untold(plan) if has(text, word))


def main() -> None:
    """Personas in, their cores out."""
    personas, out = stage.paths("personas", "cores")
    maker = CoreMaker(params.section(CoresParams, "convomem.cores"), author("generator", "convomem", STAGE))
    people, count = jsonl.read(personas, Persona), jsonl.count(personas)
    made = ordered_map(maker.cores, people, label=STAGE, waiting=maker.author.waiting, count=count)
    by = written_by("generator", "convomem", STAGE, [CORE.name])
    stage.write_kept(STAGE, out, stage.signed(chain.from_iterable(made), by), count, of="personas")


if __name__ == "__main__":
    run(main)
