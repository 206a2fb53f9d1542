"""Croissant of releases of ConvoMem and DynamicMem; MemoryDoc's is tested with its other cards (test_metadata.py)."""

from __future__ import annotations

import json
import logging
from datetime import date

import mlcroissant
import pandas as pd
import pytest

from microworlds.authors.offline import OfflineAuthor
from microworlds.config import compose
from microworlds.core import jsonl, params
from microworlds.core.publication import Publication
from microworlds.publishing import publish, version_manifest
from microworlds.quality.croissant import filled
from microworlds.suites import base
from microworlds.suites.convomem import release as convomem
from microworlds.suites.convomem.conversations import ConversationMaker
from microworlds.suites.convomem.cores import CoreMaker
from microworlds.suites.convomem.personas import PersonaMaker
from microworlds.suites.convomem.quality import quality as convomem_quality
from microworlds.suites.dynamicmem import release as dynamicmem
from microworlds.suites.dynamicmem.quality import quality as dynamicmem_quality
from microworlds.suites.dynamicmem.questions import QuestionMaker
from tests.lives import lived

SEED = 7
SIZES = (2, 6)
PUBLISHED = Publication(version="1.2.0", published=date(2026, 11, 22), of="0" * 64)
# columns that no type of Croissant's has: lists within lists, and fields whose names are not known beforehand
NOT_TOLD = {"states": {"shown"}, "test_gold": {"fields", "shown"}}


def section(suite):
    tree = compose.composed(["model=offline"])
    kind = base.part(suite, "parameters").Params
    return params.checked(kind, suite, {name: tree[suite][name] for name in kind.model_fields})


def made_convomem(folder, publication, despite=None, **scale):
    own = section("convomem")
    maker = PersonaMaker(own.personas, own.scale.model_copy(update=scale), OfflineAuthor(SEED), SEED)
    (persona,) = maker.persona(0)
    (cores,) = CoreMaker(own.cores, OfflineAuthor(SEED)).cores(persona)
    people = [ConversationMaker(own.conversations, own.personas, SEED).conversations(cores)]
    counts = convomem.write(folder, people, SIZES)
    found = convomem_quality(len(persona.plans), people, SIZES, own.quality)
    jsonl.write_text(folder / "quality.json", found.model_dump_json())
    about = convomem.About(counts, SIZES, SEED, found, own.release.model_copy(update={"despite": despite}))
    convomem.describe(folder, about, publication)


def made_dynamicmem(folder, publication):
    own = section("dynamicmem")
    logs = lived(own, 0)
    people = [(logs, QuestionMaker(own.profiles, SEED).items(logs)[-1])]
    counts = dynamicmem.write(folder, people)
    found = dynamicmem_quality(people, 0, own.profiles.windows, own.quality)
    jsonl.write_text(folder / "quality.json", found.model_dump_json())
    about = dynamicmem.About(counts, own.profiles.windows, SEED, found, own.release)
    dynamicmem.describe(folder, about, publication)


MAKERS = {"convomem": made_convomem, "dynamicmem": made_dynamicmem}


@pytest.fixture(scope="module", params=MAKERS)
def released(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("released") / request.param
    MAKERS[request.param](folder, PUBLISHED)
    return folder


@pytest.fixture(scope="module")
def described(released):
    logging.getLogger("absl").setLevel(logging.ERROR)
    return mlcroissant.Dataset(str(released / "croissant.json"))


def told(folder):
    return json.loads((folder / "croissant.json").read_text())


def test_it_is_valid_without_an_error_or_a_warning_and_has_every_field(released, described):
    assert described.metadata.ctx.issues.report() == ""
    assert described.metadata.date_published.date() == PUBLISHED.published
    own = told(released)
    assert own["license"] == ["https://spdx.org/licenses/CC0-1.0.html"]
    assert (own["url"], own["creator"][0]["name"]) == ("README.md", "the microworlds authors")
    assert not [key for key, value in own.items() if value in (None, [None])]
    assert len([key for key in own if key.startswith("rai:")]) == 17


def test_the_version_agrees_with_manifest_and_card_and_all_files_are_sealed(released):
    assert publish._versions(released) == dict.fromkeys(
        ("manifest.json", "README.md", "croissant.json", "the citation in croissant.json"), "1.2.0"
    )
    assert base.part(released.name, "verify").verify(released) == []
    others = {path.name for path in released.iterdir()} - {"croissant.json", "manifest.json"}
    assert {item["name"] for item in told(released)["distribution"]} == others


def test_every_file_of_records_has_a_record_set_with_all_of_its_columns(released):
    for path in released.glob("*.jsonl"):
        name = path.name.removesuffix(".jsonl").replace(".", "_")
        (own,) = [one for one in told(released)["recordSet"] if one["name"] == name]
        columns = {field["name"].partition("/")[2] for field in own["field"]}
        there = {key for line in path.read_text().splitlines() for key in json.loads(line)}
        assert columns == there - NOT_TOLD.get(name, set())


def at(value, path):
    for key in path.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return value


def expected(field, record):
    if "subField" not in field:
        source = field["source"]
        value = record.get(source["extract"]["column"])
        return pd.Timestamp(value) if field["dataType"] == "sc:DateTime" else value
    column = field["subField"][0]["source"]["extract"]["column"]

    def parts(item):
        return {own["name"]: at(item, own["source"]["transform"]["jsonPath"]) for own in field["subField"]}

    return [parts(item) for item in record[column]] if field.get("repeated") else parts(record[column])


def plain(value):
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, dict):
        return {key: plain(own) for key, own in value.items()}
    if isinstance(value, float):  # pandas reads the last digits of JSON's numbers as it likes
        return round(value, 9)
    return [plain(own) for own in value] if isinstance(value, list) else value


def test_every_record_set_loads_and_holds_what_the_files_hold(released, described):
    for own in told(released)["recordSet"]:
        file = released / own["field"][0].get("subField", own["field"])[0]["source"]["fileObject"]["@id"]
        records = [json.loads(line) for line in file.read_text().splitlines()]
        rows = [plain(dict(row)) for row in described.records(own["name"])]
        assert rows == [plain({field["name"]: expected(field, one) for field in own["field"]}) for one in records]
        keys = own["key"] if isinstance(own["key"], list) else [own["key"]]
        paths = [key["@id"].split("/") for key in keys]
        assert len({tuple(_value(row, path) for path in paths) for row in rows}) == len(rows)


def _value(row, path):
    return row["/".join(path)] if len(path) == 2 else row["/".join(path[:2])]["/".join(path)]


ONE_PIECE = {"user_facts": (7,)}  # so no history has evidence that spans anything


def test_a_column_that_no_record_has_is_left_out_and_the_others_load(tmp_path):
    folder = tmp_path / "convomem"
    made_convomem(folder, Publication(), cores=ONE_PIECE)
    (own,) = [one for one in told(folder)["recordSet"] if one["name"] == "test_gold"]
    assert not {"test_gold/stale", "test_gold/rubric"} & {field["name"] for field in own["field"]}
    assert len(list(mlcroissant.Dataset(str(folder / "croissant.json")).records("test_gold"))) == 14


@pytest.mark.parametrize("despite", [None, "a first\n look"])
def test_what_is_outside_its_limit_is_told_and_the_reason_if_one_was_given(tmp_path, despite):
    folder = tmp_path / "convomem"
    made_convomem(folder, Publication(), despite, cores=ONE_PIECE)
    said = "departure of the evidence's span from uniform placement: could not be computed"
    assert any(said in line for line in told(folder)["rai:dataLimitations"])
    assert "citeAs" not in told(folder)
    card = (folder / "README.md").read_text()
    assert f"- Outside its limit: {said}" in card
    assert ("The reason given: a first look" in card) == bool(despite)
    assert version_manifest.despite(folder) == (despite and "a first look")


def test_a_text_with_a_slot_that_nothing_is_known_for_is_an_error():
    with pytest.raises(KeyError, match="personas"):
        filled(["{personas}"], {"users": 3})
