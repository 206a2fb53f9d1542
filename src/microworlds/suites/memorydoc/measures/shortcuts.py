"""What of the worlds can be answered without memory: the shortcut audit, with the offline reader.

Source: issue 14, section 1.
"""

from collections.abc import Sequence

from microworlds.core.records import Passage, Question
from microworlds.metrics.f1 import overlap
from microworlds.quality.shortcuts.audit import Audit, Limits, Shown, audit
from microworlds.quality.shortcuts.inputs import World
from microworlds.quality.shortcuts.read import played
from microworlds.reading.reader import Reader
from microworlds.suites.memorydoc.release import episode, gold
from microworlds.suites.memorydoc.world import Judged

SHOWN = Shown(labels=("category", "source"), column=("source", "hybrid"))


def shortcuts(worlds: Sequence[Judged], limits: Limits) -> Audit:
    """The audit of all worlds together, as they are released."""
    own = [_world(item) for item in worlds]
    return audit(own, SHOWN, limits, played(own, limits, answered), overlap)


def answered(question: Question, passages: Sequence[Passage]) -> str | None:
    """What the offline reader answers; None if it abstains."""
    reading = Reader().read(question.text, passages, asked_at=question.asked_at)
    return None if reading.abstained else reading.text


def _world(item: Judged) -> World:
    scenario = item.bundle.scenario
    return World(
        episode=episode(item),
        observations={own.id: own for own in item.bundle.observations},
        gold={pair.id: gold(pair, scenario.split, item.bundle) for pair in item.questions.pairs},
    )
