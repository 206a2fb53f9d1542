"""The blinded sheet of what apps logged: fortnights of one person, and the control."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from datetime import date

import pytest
from benchmarks.naturalness import __main__ as command
from benchmarks.naturalness import scoring, sheet

from microworlds.core.errors import UserError
from microworlds.core.records import Part, Question
from microworlds.quality import ratings
from microworlds.suites.imported import importing


def made_by(monkeypatch, release, *words):
    monkeypatch.setattr(sys, "argv", ["naturalness", "sheet", "--calls", *map(str, (release, *words))])
    command.main()


def test_fortnights_of_calls_stand_beside_fortnights_of_several_people(tmp_path, monkeypatch):
    def day(user, number):
        told = {
            "timestamp": f"2024-01-{number:02d} 08:00:00",
            "api_name": "CheckIn",
            "request": {"place": user},
            "response": {},
        }
        moment = f"2024-01-{number:02d}T08:00:00Z"
        part = Part(id=f"{user}-{number}", start=0, end=0, speaker="Maps", time=moment)
        own = importing.session(f"{user}-2024-01-{number:02d}", "App log", [part], [json.dumps(told)])
        return own.model_copy(update={"kind": "log"})

    asked = Question(id="q", text="Where?", asked_at="2024-02-01T00:00:00Z")
    gold = importing.gold("q", "here", True, [], "w", "x")
    people = [
        importing.ImportedEpisode(
            id=user, observations=tuple(day(user, n) for n in range(1, 29)),
            questions=(asked.model_copy(update={"id": f"{user}q"}),), gold=(gold,), faults={},
        )
        for user in ("u1", "u2")
    ]  # fmt: skip
    importing.write("locomo", tmp_path / "two", iter(people))
    made_by(monkeypatch, tmp_path / "two", "--each", 4, "--out", tmp_path / "out")
    key = scoring.key(tmp_path / "out" / sheet.KEY)
    texts = re.split(r"^## \d+$", (tmp_path / "out" / sheet.SHEET).read_text(), flags=re.MULTILINE)[1:]
    assert Counter(item.group for item in key.items) == {"our fortnights": 4, sheet.MIXED: 1}
    for item, text in zip(key.items, texts, strict=True):
        assert len(re.findall(r"^2024-01-\d\d 08:00 \(\w+day\) Maps, CheckIn: ", text, re.MULTILINE)) == 14
        assert ("u1" in text and "u2" in text) == (item.group == sheet.MIXED)
    marks = {"our fortnights": (4, 3, 3), sheet.MIXED: (2, 2, 3)}
    form = {
        item.item: sheet.Marks(
            seal=key.seal, item=item.item, **dict(zip(ratings.SCALES, marks[item.group], strict=True))
        )
        for item in key.items
    }
    made = scoring.rating(key, [form, form], ["a", "b"], date(2026, 1, 1))
    assert (made.control, made.counts) == ((2.0, 2.0), True)
    importing.write("locomo", tmp_path / "one", iter(people[:1]))
    with pytest.raises(UserError, match="1 users with calls of apps; the control needs two"):
        made_by(monkeypatch, tmp_path / "one", "--out", tmp_path / "none")
