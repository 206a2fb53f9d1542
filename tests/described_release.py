"""A release with all its cards."""

from __future__ import annotations

import json
from datetime import date

import pytest

from microworlds.core.publication import Publication
from microworlds.core.records import Rejection
from microworlds.suites.memorydoc import release
from microworlds.suites.memorydoc.about import Origin, ReleaseParams, yields
from tests import worlds

PARAMS = ReleaseParams(creators=("A. Maker",), url=None, contact=None)
PUBLISHED = Publication(version="1.2.0", published=date(2026, 11, 22), of="0" * 64)
# one world's kappa is undefined, and one is not
AGREEMENT = {
    "kappa": {"w000": None, "w001": 0.5, "w002": 1.0},
    "ac1": {"w000": 1.0, "w001": 0.75, "w002": 1.0},
    "kappa_median": 0.75,
    "kappa_mean": 0.75,
    "kappa_undefined": 1,
    "kappa_shares": {"0.40": 1.0, "0.60": 1.0, "0.70": 1.0},
    "ac1_median": 1.0,
    "raw_agreement": 0.95,
}
COUNTS = {"extracted": 4, "checked": 4, "right": 4, "planned": 5, "found": 4, "precision": 1.0, "recall": 0.8}
FACTS = {
    "note": "every fact that the plans can speak of",
    "kinds": {
        "award": {**COUNTS, "right": 3, "precision": 0.75, "left_out": 1},
        "issue": {**COUNTS, "checked": 0, "right": 0, "precision": None, "recall": None, "left_out": 0},
        "outcome": {**COUNTS, "left_out": 0},
    },
}
SPLITS = ("train", "val", "test")


def made(folder, seed=worlds.SEED, published=PUBLISHED, measured=None):
    folder.mkdir()
    beside = folder.parent / "scenarios.rejections.json"
    refused = Rejection(stage="scenarios", item="w003", reason="no event | graph", attempt=1)
    beside.write_text(json.dumps([refused.model_dump()]))
    quality = folder.parent / "quality.json"
    quality.write_text(measured or json.dumps({"summary": {"share": 1.0}, "agreement": AGREEMENT, "facts": FACTS}))
    origin = Origin(PARAMS, yields({"scenarios": (folder.parent / "scenarios.jsonl", 3)}), published)
    release.write(folder, [worlds.judged(number) for number in range(3)], [], quality, seed, worlds.RULES, origin)
    return folder


@pytest.fixture(name="released", scope="module")
def released_fixture(tmp_path_factory):
    return made(tmp_path_factory.mktemp("metadata") / "memorydoc")
