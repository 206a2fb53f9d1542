"""What was never told of an affair of which other things were; the twin asks the same of another one, where it was.

Source: ConvoMem 3.3 and A.1; specs/convomem.md 9.3 (without a twin, never answering scores best).
"""

from microworlds.generation.queries import Get, Value
from microworlds.suites.convomem.categories.base import Category, Draw, Planned, stated, subject
from microworlds.suites.convomem.records import Asked, Side, Stated

NOTHING = "Nothing was said about that."


def _plan(draw: Draw, k: int, side: Side) -> Planned:
    at, row, ((label, name), (other, other_name)) = draw.affair(
        side, lambda row: row.speaker == "user" and len(row.attributes) > k, 2
    )
    untold, *others = draw.rng.sample(sorted(row.attributes), k + 1)
    told = row.attributes[untold]
    messages: list[tuple[Stated, ...]] = [
        (stated(row.attributes[own], label, name, own, draw.values.drawn(row.attributes[own].value)),) for own in others
    ]
    value = draw.values.drawn(told.value)
    place = draw.rng.randrange(k)
    messages[place] = (*messages[place], stated(told, other, other_name, untold, value))

    def asked(label: str, name: str, answer: str, *, answerable: bool, kind: str) -> Asked:
        query = Get(of=Value(value=subject(label)), attribute=untold)
        return Asked(
            label=label, name=name, attribute=untold, gloss=told.gloss, form="asks",
            answer=answer, query=query, answerable=answerable, kind=kind,
        )  # fmt: skip

    return Planned(
        at,
        tuple(messages),
        asked(label, name, NOTHING, answerable=False, kind="text"),
        asked(other, other_name, value.text, answerable=True, kind=value.kind),
    )


CATEGORY = Category("abstention", (1, 2, 3), "user", _plan, answerable=False)
