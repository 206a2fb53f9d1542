"""The audit of facts by kind: what is drawn, and how a sheet is scored."""

from __future__ import annotations

import pytest
from benchmarks import audit

from microworlds.core.errors import UserError
from tests import worlds


def sheet(each=5, digest="x", kinds=()):
    pairs = [worlds.opinions(0, place) for place in range(3)]
    texts = {document.id: document.text for document, _ in pairs}
    return list(audit.rows(audit.drawn([own for _, own in pairs], digest, each, frozenset(kinds)), texts))


def test_a_sheet_has_so_many_claims_of_every_kind_that_needs_reading_and_no_verdict():
    drawn = sheet()
    count = {row.kind: sum(other.kind == row.kind for other in drawn) for row in drawn}
    assert count == {"award": 5, "county": 5, "fine": 5, "judge_below": 5, "outcome": 5}
    assert {row.verdict for row in drawn} == {""}
    assert all(row.claim.rpartition(" = ")[2] in row.passage for row in drawn)


def test_the_same_facts_give_the_same_sheet_and_others_another():
    assert sheet() == sheet()
    assert [row.fact for row in sheet()] != [row.fact for row in sheet(digest="y")]
    assert {row.kind for row in sheet(kinds=("fine", "docket"))} == {"fine", "docket"}


def test_a_filled_in_sheet_is_scored_by_kind():
    verdicts = {"award": "right", "county": "wrong", "fine": "debatable", "outcome": ""}
    filled = [row.model_copy(update={"verdict": verdicts.get(row.kind, "right")}) for row in sheet()]
    scored = {kind: (judged, wrong, debatable) for kind, judged, wrong, debatable, _ in audit.scores(filled)}
    assert scored == {"award": (5, 0, 0), "county": (5, 5, 0), "fine": (5, 0, 5), "judge_below": (5, 0, 0)}
    low, high = next(interval for kind, *_, interval in audit.scores(filled) if kind == "award")
    assert (round(low, 3), round(high, 3)) == (0.0, 0.434)


def test_an_empty_sheet_has_no_score():
    with pytest.raises(UserError, match="no row of the sheet has a verdict"):
        list(audit.scores(sheet()))
