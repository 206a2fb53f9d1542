"""A fact that is told, and then told otherwise, once or several times: the last holds, those before are stale.

Source: ConvoMem 3.3 and A.1.
"""

from microworlds.generation.queries import Changed, Value
from microworlds.suites.convomem.categories.base import Category, Draw, Planned, stated, subject
from microworlds.suites.convomem.records import Asked, Side


def _plan(draw: Draw, k: int, side: Side) -> Planned:
    at, row, ((label, name),) = draw.affair(
        side, lambda row: row.speaker == "user" and any(told.changed for told in row.attributes.values())
    )
    attribute = draw.rng.choice(sorted(own for own, told in row.attributes.items() if told.changed))
    told = row.attributes[attribute]
    values = [draw.values.drawn(told.value)]
    while len(values) < k:
        values.append(draw.values.another(told.value, values[-1]))
    messages = tuple(
        (stated(told, label, name, attribute, value, "changed" if number else "says"),)
        for number, value in enumerate(values)
    )
    query = Changed(of=Value(value=subject(label)), attribute=attribute, changes=k - 1)
    asked = Asked(
        label=label, name=name, attribute=attribute, gloss=told.gloss, form="asks",
        answer=values[-1].text, query=query, kind=values[-1].kind,
    )  # fmt: skip
    return Planned(at, messages, asked, stale=tuple(value.text for value in values[:-1]))


CATEGORY = Category("changing_facts", (2, 3, 4, 5, 6), "user", _plan)
