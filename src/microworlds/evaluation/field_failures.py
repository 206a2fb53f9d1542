"""What became of each field of a template: what is in it, and on which rung its evidence was lost.

Source: DynamicMem, failure attribution (appendix; spec 3.8): irrelevant evidence, identity miss, conflated, detail
miss, all clear, stopped at the first that applies; over 93% of failures are bounded by memory. Issue 17, section 3.

Departs: there a language model labels the evidence that an answer cites, of a sample of failures. Here the value itself
is labelled, of every field, by the exact matchers of ``completion``; what memory lost is told apart from it, by the
rungs of ``attribution``.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

import yaml

from microworlds.core.records import Answer, Failure, Gold, Score
from microworlds.evaluation.attribution import Attribution, Ladder, first, stopped
from microworlds.evaluation.tables import OVERALL
from microworlds.metrics import completion

LABELS: dict[str, str] = yaml.safe_load(Path(__file__).with_name("field_labels.yaml").read_text(encoding="utf-8"))
RIGHT, *WRONG = LABELS
_PARTED = re.compile(r"[,;] (?:and |or )?| and | or ")


class FieldLadder(Ladder):
    """What became of the fields of one system in one column: ``asked`` of them, how many have each of the labels.

    ``rungs`` count those that are not all clear.
    """

    labels: dict[str, int]

    @property
    def of(self) -> str:
        """What it counts, in a word."""
        return "fields"


def labels(answer: Answer, gold: Gold) -> dict[str, str]:
    """One of ``LABELS`` for each of the gold's fields, in their order; none for a gold without fields.

    The first of these that applies: ``irrelevant`` is a field left empty; ``identity_miss`` every other, the gate too,
    where the gate has not its core; ``all_clear`` one worth all its points, ``detail_miss`` one that has its core;
    ``conflated`` one that says, as all of it or as one of its parts, a stale value or what belongs into another field;
    ``detail_miss`` a list with half of its items or more, by F1; ``irrelevant`` any other.

    >>> gold = Gold(question="q", answer="", answerable=True, evidence=(), labels={}, stale=("the Odeon",),
    ...             fields={"cinema": "the Lido", "days": "Monday, Friday", "from": "18:00", "to": "19:00"})
    >>> given = {"cinema": "the Odeon", "days": "Monday", "from": "7:00 PM", "to": "late"}
    >>> labels(Answer(question="q", text="", abstained=False, fields=given), gold)
    {'cinema': 'conflated', 'days': 'detail_miss', 'from': 'conflated', 'to': 'irrelevant'}
    """
    filled, worth, own = completion.filled(answer), completion.fields(answer, gold), gold.fields or {}
    missed = completion.gate_missed(worth, gold)
    made = {}
    for name, value in own.items():
        given = filled.get(name, "").strip()
        elsewhere = [*gold.stale, *(other for field, other in own.items() if field != name)]
        if not given:
            made[name] = "irrelevant"
        elif missed:
            made[name] = "identity_miss"
        elif worth[name] >= completion.CORE:
            made[name] = RIGHT if worth[name] == 1 else "detail_miss"
        elif _confused(given, value, elsewhere):
            made[name] = "conflated"
        else:
            made[name] = "detail_miss" if worth[name] else "irrelevant"
    return made


def _confused(given: str, value: str, elsewhere: Iterable[str]) -> bool:
    """Whether what is given, or a part of it that is no part of the value, is one of some other values or its part."""
    others = [part for other in elsewhere for part in _parts(other)]
    return any(_is_any(part, others) for part in _parts(given) if not _is_any(part, _parts(value)))


def _parts(text: str) -> list[str]:
    """A text, and where it is a list its items."""
    return list(dict.fromkeys([text, *_PARTED.split(text)]))


def _is_any(text: str, values: Iterable[str]) -> bool:
    return any(completion.field(text, value) >= completion.CORE for value in values)


def field_failures(
    answer: Answer, gold: Gold, attribution: Attribution, observed: Collection[str]
) -> dict[str, Failure | None] | None:
    """What went wrong with each of the gold's fields, in their order, with its label; None for one that is all clear.

    The rung of a field is that of the evidence that shows it; of all evidence of its question where gold does not tell.
    A field left empty is ``abstained`` if all that was in the prompt, ``no_answer`` if there is no answer at all; one
    that is wrong is ``not_cited`` if the answer says what it rests on, and leaves some evidence out. None without
    fields.
    """
    if not gold.fields or not gold.answerable:
        return None
    found = labels(answer, gold)
    return {
        name: None if label == RIGHT else _failure(answer, gold, attribution, observed, name, label)
        for name, label in found.items()
    }


def _failure(
    answer: Answer, gold: Gold, attribution: Attribution, observed: Collection[str], name: str, label: str
) -> Failure:
    empty = not completion.filled(answer).get(name, "").strip()
    reading = answer.model_copy(update={"abstained": True}) if empty and answer.text else answer
    of = range(len(gold.evidence)) if gold.shown is None else gold.shown[name]
    found = attribution.failure(reading, gold, observed, score=0, of=of)
    assert found is not None, "nothing answers the question"
    if found.rung == "misread" and answer.cited is not None:
        left = [at for at in of if first(gold.evidence[at].span, answer.cited) is None]
        if left:
            found = Failure(rung="not_cited", evidence=left[0])
    return found.model_copy(update={"label": label})


def field_ladders(
    scores: Sequence[Score], gold: Mapping[str, Gold], label: str, columns: Sequence[str]
) -> list[FieldLadder]:
    """Totals by system and a label's values (and overall), without columns in which no field was asked."""
    made = []
    for system in dict.fromkeys(score.system for score in scores):
        own = [score for score in scores if score.system == system and score.fields]
        for column in (OVERALL, *columns):
            within = [one for one in own if column in (OVERALL, gold[one.question].labels.get(label))]
            asked = [failure for score in within for failure in (score.fields or {}).values()]
            failed = [failure for failure in asked if failure is not None]
            counted = Counter(failure.label for failure in failed)
            rungs, ranks = stopped(failed)
            shares = {RIGHT: len(asked) - len(failed), **{wrong: counted[wrong] for wrong in WRONG}}
            if asked:
                made.append(
                    FieldLadder(system=system, column=column, answerable=True, asked=len(asked), rungs=rungs,
                                low_ranks=ranks, labels=shares)
                )  # fmt: skip
    return made
