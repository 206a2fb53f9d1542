"""The shortcut audit: each leak that is planted is caught, by the figure that is of it, and a clean release passes."""

from __future__ import annotations

import json

import numpy as np
import pytest
import yaml
from benchmarks.shortcuts import worlds as released

from microworlds.core import params
from microworlds.metrics.f1 import overlap
from microworlds.quality.shortcuts import leaks, places, read
from microworlds.quality.shortcuts.audit import Audit, Limits, Shown, audit, figures
from microworlds.suites import base as suites
from tests import unremembered
from tests.closure import ROOT
from tests.tree import Tree
from tests.unremembered import CATEGORIES, HEAD, Plan, worlds

LIMITS = params.section(Limits, "memorydoc.shortcuts", yaml.safe_load((ROOT / "params.yaml").read_text())).model_copy(
    update={"head_characters": HEAD, "chunk_tokens": 60, "chunk_overlap": 0, "passages": 5}
)
RELEASE = "data/release/memorydoc"
SHOWN = Shown(labels=("category",), column=("category", "far"))


def audited(plan: Plan) -> Audit:
    own = worlds(plan)
    return audit(own, SHOWN, LIMITS, read.played(own, LIMITS, unremembered.reader), overlap)


def outside(found: Audit) -> dict[str, str]:
    return {figure.name.removeprefix("shortcuts: "): figure.told for figure in figures(found) if figure.outside}


def first_third(rng, place, category):
    return 300_000 * CATEGORIES.index(category) + rng.randrange(300_000)


AROUND, LENGTH = "what id, place or time of a question tell, AUC", "what the length of a question tells, AUC"
SAID, MEANT = "evidence utterances told from others, AUC", "the document meant told from others, AUC"
PLACE, HEADS = (
    "evidence in one place, above or below chance",
    f"document evidence in the first {HEAD} characters of a section",
)
SILENT, CLOSED = "no answer told by the question alone, AUC", "share of the distance that a system closes, far"
GAIN = "F1 above the best constant of each kind"
PLANTED = {
    "ids in order of category": (Plan(number=first_third), {AROUND, SILENT}, "id"),
    "questions in order of category": (Plan(order=lambda rng, category: CATEGORIES.index(category) + rng.random()), {AROUND, SILENT}, "place among"),
    "asked later if nothing answers it": (Plan(wait=lambda rng, category: rng.randrange(60, 600) + 500 * (category == "none")), {AROUND}, "time since"),
    "long if nothing answers it": (Plan(wording=lambda rng, category, answer: "Is {} open" + ", do you know" * (category == "none") + "?"), {LENGTH, SILENT}, "question, for"),
    "long evidence": (Plan(tail=lambda rng: rng.randrange(3, 9)), {SAID}, "characters"),
    "evidence first": (Plan(turn=lambda rng: rng.randrange(3)), {SAID, PLACE}, "place"),
    "never first or last": (Plan(turn=lambda rng: rng.randrange(1, 9)), {PLACE}, "utterance of a session, 0.000"),
    "first half of the documents": (Plan(document=lambda rng: rng.randrange(2)), {MEANT, PLACE}, "place"),
    "first document": (Plan(document=lambda rng: rng.choice((0, 0, 0, 1, 2, 3))), {PLACE, CLOSED}, "document"),
    "evidence in heads": (Plan(line=lambda rng: rng.randrange(rng.choice((6, 40)))), {HEADS, CLOSED}, "heads of sections"),
    "evidence at the end of sections": (Plan(line=lambda rng: rng.randrange(20, 40)), {PLACE}, "tenth 1 of a"),
    "worded by its answer": (Plan(wording=lambda rng, category, answer: "Is {} open?" if answer == "yes" else "Has {} been shut?"), {GAIN}, "question skeleton"),
}  # fmt: skip


def test_a_clean_release_has_nothing_outside_and_every_figure():
    found = audited(Plan())
    assert outside(found) == {}
    assert len(figures(found)) == 9
    assert found.ceiling.value == 1.0
    assert found.base.value < 0.5


@pytest.mark.parametrize("leak", PLANTED)
def test_what_is_planted_is_caught_by_what_is_of_it(leak):
    plan, expected, named = PLANTED[leak]
    told = outside(audited(plan))
    assert expected <= set(told), told
    assert any(named in told[figure] for figure in expected), told
    # and nothing cries that has nothing to do with it
    related = {AROUND, LENGTH, SILENT, GAIN} if expected & {AROUND, LENGTH, SILENT, GAIN} else {SAID, MEANT, PLACE, HEADS, CLOSED, GAIN}  # fmt: skip
    assert set(told) <= related, told


def test_auc_is_the_share_of_pairs_in_order_and_its_interval_is_over_worlds():
    rng = np.random.default_rng(3)
    values, positive = rng.integers(0, 9, 60).astype(float), rng.random(60) < 0.3
    pairs = [(a > b) + 0.5 * (a == b) for a in values[positive] for b in values[~positive]]
    found = leaks.auc(values, positive, [f"w{at % 6}" for at in range(60)], turned=False)
    assert found.value == pytest.approx(np.mean(pairs), abs=1e-4)
    alone = leaks.auc(values, positive, ["w"] * 60)
    assert (alone.low, alone.worlds) == (None, 1)
    assert alone.value == pytest.approx(max(found.value, 1 - found.value), abs=1e-4)


def test_intervals_of_auc_hold_what_they_promise():
    """At .5 in truth, an interval of 95% leaves it out in about 5% of releases of 12 worlds with 20 questions."""
    rng = np.random.default_rng(5)
    clusters = [f"w{at // 20}" for at in range(240)]
    missed = 0
    for _ in range(400):
        shifts = np.repeat(rng.normal(size=12), 20)  # a world's values are alike
        found = leaks.auc(rng.normal(size=240) + shifts, np.arange(240) % 5 == 0, clusters, turned=False)
        missed += not found.low <= 0.5 <= found.high
    assert missed <= 400 * 0.09


def test_many_intervals_at_once_are_wider_than_one():
    items = [leaks.Item(f"w{at % 8}", {"a": at % 7, "b": at % 11}, {"odd": at % 3 == 0}) for at in range(160)]
    both = {leak.seen: leak for leak in leaks.leaks(items)}
    alone = leaks.leaks([leaks.Item(item.world, {"a": item.seen["a"]}, item.sorts) for item in items])[0]
    assert both["a"].value == alone.value
    assert both["a"].low < alone.low


def test_a_place_where_no_evidence_is_keeps_an_interval_and_its_departure_is_turned():
    found = places.Place(value=0.0, n=50, worlds=5, low=0.0, high=0.04, of="document", place="tenth 2", chance=0.1)
    assert found.departure.model_dump() == {"value": 0.1, "n": 50, "worlds": 5, "low": 0.06, "high": 0.1}
    few = worlds(Plan(line=lambda rng: rng.randrange(20)), 3)
    empty = next(place for place in places.of_documents(few, HEAD) if place.value == 0)
    assert empty.high > 0


def test_what_a_suite_does_not_have_is_left_out():
    """No document, no label, no question without an answer, one world: figures of the rest, and no interval."""
    own = worlds(Plan(), 1)[0]
    talk = {name: text for name, text in own.observations.items() if text.kind == "session"}
    steps = tuple(step for step in own.episode.steps if getattr(step, "observation", None) in {None, *talk})
    gold = {
        name: one.model_copy(update={"answerable": True, "labels": {}, "evidence": one.evidence[:1]})
        for name, one in own.gold.items()
    }
    small = [type(own)(own.episode.model_copy(update={"steps": steps}), talk, gold)]
    found = audit(small, SHOWN, LIMITS, read.played(small, LIMITS, unremembered.reader), overlap)
    assert found.heads is None
    assert found.documents == ()
    names = {figure.name.removeprefix("shortcuts: ") for figure in figures(found)}
    assert names == {SAID, PLACE, GAIN}
    assert all(figure.low is None for figure in figures(found))


@pytest.mark.slow
@pytest.mark.pipeline
def test_a_run_measures_what_it_releases_and_says_so_on_the_card(made: Tree) -> None:
    folder = made.path / RELEASE
    found = json.loads((folder / "quality.json").read_bytes())
    told = Audit.model_validate(found["shortcuts"])
    assert again(folder, told.limits) == told
    names = [figure["name"] for figure in found["trust"]]
    card = (folder / "README.md").read_text()
    for figure in figures(told):
        assert figure.name in names
        assert f"| {figure.name} | {figure.shown} |" in card
    for system in told.systems:
        assert f"| {system.name} | {system.f1.value:.3f} [" in card


@pytest.mark.slow
def test_the_release_that_was_made_here_has_no_shortcut() -> None:
    """The gate: of the data of the last `make run`, where there are some."""
    folder = ROOT / RELEASE
    if not (folder / "quality.json").is_file():
        pytest.skip(f"{folder} is not there: `make run` makes it")
    told = json.loads((folder / "quality.json").read_bytes()).get("shortcuts")
    assert told is not None, "the release was made before shortcuts were measured: `make run` makes it again"
    found = Audit.model_validate(told)
    assert again(folder, found.limits) == found
    assert outside(found) == {}


def again(folder, limits) -> Audit:
    """The audit of a release, from its files alone."""
    suite = suites.part(folder.name, "measures.shortcuts")
    own = released(folder)
    return audit(own, suite.SHOWN, limits, read.played(own, limits, suite.answered), overlap)
