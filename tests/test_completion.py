"""Completion: what a filled field is worth, in which forms, and what an identity that is missed costs."""

from __future__ import annotations

import pytest

from microworlds.core.records import Answer, Gold
from microworlds.metrics import completion


@pytest.mark.parametrize(("filled", "worth"), [
    ({"activity": "swim", "start_time": "18:00", "location": "the Lido"}, 1.0),
    ({"activity": "swim", "start_time": "18.00", "location": "at the Lido"}, 0.95),
    ({"activity": "swim", "start_time": "19:00"}, 0.0),
    ({"activity": "long run", "start_time": "18:00", "location": "the Lido"}, 0.0),
    ({}, 0.0),
])  # fmt: skip
def test_a_service_for_a_habit_counts_nothing_without_its_identity(filled, worth) -> None:
    fields = {"activity": "swim", "start_time": "18:00", "location": "the Lido"}
    gold = Gold(question="q", answer="", answerable=True, evidence=(), labels={"gate": "activity"}, fields=fields)
    assert completion.score(Answer(question="q", text="", abstained=not filled, fields=filled), gold) == worth


def test_a_list_is_a_set_and_what_is_invented_costs() -> None:
    assert completion.field("Zoe, Moss", "Moss, Zoe") == 1.0
    assert completion.field("Moss", "Moss, Zoe") == completion.field("Moss, Zoe, Rex", "Moss, Zoe") == 0.1
    assert completion.field("Rex, Max, Pip", "Moss, Zoe") == completion.field("", "Moss") == 0.0


@pytest.mark.parametrize(("value", "gold", "worth"), [
    ("Mondays and Thursdays", "Monday, Thursday", 1.0),
    ("fortnightly", "every two weeks", 1.0),
    ("Every other week", "every two weeks", 1.0),
    ("the 15th of each month", "15th", 1.0),
    ("7:15", "07:15", 1.0),
    ("6:30 PM", "18:30", 1.0),
    ("2024-03", "March 2024", 1.0),
    ("April 2024", "March 2024", 0.0),
    ("kept up or given up", "kept up", 0.0),
    ("no longer Pulse Studio", "Pulse Studio", 0.0),
    ("swim or choir", "swim", 0.0),
    ("Ironworks Fitness in town", "Ironworks Fitness", 0.9),
    ("Signal and Noise", "Signal and Noise", 1.0),
    ("Monday", "Monday, Thursday", 0.1),
])  # fmt: skip
def test_a_value_counts_in_any_form_of_it_and_not_where_it_is_left_open(value, gold, worth) -> None:
    assert completion.field(value, gold) == worth
