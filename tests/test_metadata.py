"""Cards, datasheet and Croissant of a release, and the citation file."""

from __future__ import annotations

import csv
import json
import logging
import re
from datetime import date

import mlcroissant
import pytest
import yaml
from jsonschema import Draft7Validator, FormatChecker

from microworlds import __version__
from microworlds.core import jsonl, publication
from microworlds.core.errors import UserError
from microworlds.core.manifest import digest
from microworlds.core.records import Episode, Gold, Observation
from microworlds.corpora.agreements import agreement
from microworlds.corpora.synthetic import ATTRIBUTION
from microworlds.suites.memorydoc import release
from microworlds.suites.memorydoc.about import About, Origin, ReleaseParams, Statistics, Works, yields
from microworlds.suites.memorydoc.verify import verify
from tests import worlds
from tests.closure import ROOT
from tests.described_release import PUBLISHED, SPLITS, made, released_fixture  # noqa: F401 (fixtures)


def versions(folder):
    """The version as each card of a release says it."""
    told = json.loads((folder / "croissant.json").read_text())
    return {
        "manifest": json.loads((folder / "manifest.json").read_text())["version"],
        "card": (folder / "README.md").read_text().splitlines()[0].partition(", version ")[2],
        "croissant": told["version"],
        "citation": told.get("citeAs", "").partition("version = {")[2].removesuffix("}}"),
    }


@pytest.fixture(scope="module")
def described(released):
    logging.getLogger("absl").setLevel(logging.ERROR)
    return mlcroissant.Dataset(str(released / "croissant.json"))


def test_a_release_with_all_its_cards_is_sound(tmp_path):
    assert verify(made(tmp_path / "memorydoc", measured=worlds.measured(3))) == []


def test_only_the_build_that_was_published_says_its_version_and_any_other_says_that_it_is_unreleased(tmp_path):
    quality = tmp_path / "quality.json"
    quality.write_text(json.dumps({"summary": {"share": 1.0}}))
    folder = tmp_path / "memorydoc"
    folder.mkdir()
    about = release.write(folder, [worlds.judged(0)], [], quality, worlds.SEED, worlds.RULES)
    of, said = digest(folder / "manifest.json"), versions(folder)
    assert said == {**dict.fromkeys(("manifest", "card", "croissant"), "0.0.0-unreleased"), "citation": ""}
    assert "Not published." in (folder / "README.md").read_text()
    release.describe_published(folder, about, worlds.RULES, PUBLISHED)  # which is another build
    assert versions(folder) == said
    release.describe_published(folder, about, worlds.RULES, PUBLISHED.model_copy(update={"of": of}))
    assert set(versions(folder).values()) == {"1.2.0"}
    assert "Published 2026-11-22" in (folder / "README.md").read_text()
    assert [fault for fault in verify(folder) if "manifest" in fault] == []
    listed = [item["name"] for item in json.loads((folder / "croissant.json").read_text())["distribution"]]
    assert not {"croissant.json", "manifest.json"} & set(listed)


def test_no_setting_names_a_version_so_a_build_of_other_settings_cannot_call_itself_by_it():
    assert not {"version", "published"} & set(ReleaseParams.model_fields)
    publication.read(ROOT / "releases/memorydoc/version.json")
    assert not re.search(r"v\d+\.\d+\.\d+", yaml.safe_load((ROOT / "CITATION.cff").read_text())["message"])


@pytest.mark.parametrize("text", ["", "{}}", '{"version": "1.0.0"}', '{"version": "1.0.0", "published": "today"}'])
def test_a_damaged_record_of_what_was_published_is_an_error_that_says_how_to_get_it_back(tmp_path, text):
    (tmp_path / "version.json").write_text(text)
    with pytest.raises(UserError, match=r"version\.json: .*git checkout"):
        publication.read(tmp_path / "version.json")


def test_croissant_is_valid_without_an_error_or_a_warning(described):
    assert described.metadata.ctx.issues.report() == ""
    assert described.metadata.ctx.conforms_to.value == "http://mlcommons.org/croissant/1.1"
    assert described.metadata.version == "1.2.0"
    assert described.metadata.date_published.date() == date(2026, 11, 22)


def test_croissant_has_everything_that_the_specification_requires(released):
    given = json.loads((released / "croissant.json").read_text())
    required = {"@context", "@type", "conformsTo", "description", "license", "name", "url", "creator", "datePublished"}
    assert required <= given.keys()
    assert given["conformsTo"] == ["http://mlcommons.org/croissant/1.1", "http://mlcommons.org/croissant/RAI/1.0"]


def test_mlcroissant_reads_every_field_of_responsible_ai_that_is_given(released, described):
    given = [key for key in json.loads((released / "croissant.json").read_text()) if key.startswith("rai:")]
    fields = ("data_collection", "data_annotation_analysis", "data_biases", "data_use_cases", "data_limitations",
              "data_social_impact", "personal_sensitive_information", "data_release_maintenance_plan",
              "annotations_per_item", "annotator_demographics", "machine_annotation_tools", "data_annotation_protocol",
              "data_annotation_platform", "data_preprocessing_protocol", "data_collection_type",
              "data_collection_missing_data", "data_collection_raw_data")  # fmt: skip
    read = {name: getattr(described.metadata, name) for name in fields}
    assert all(read.values()), read
    assert len(given) == len(fields)


def test_a_croissant_with_an_unknown_field_or_a_changed_file_is_refused(released, tmp_path):
    given = json.loads((released / "croissant.json").read_text())
    del given["recordSet"][0]["field"][0]["dataType"]
    given["recordSet"][0]["key"] = {"@id": "observations/nothing"}
    given["distribution"][0].pop("encodingFormat")
    (tmp_path / "croissant.json").write_text(json.dumps(given))
    with pytest.raises(mlcroissant.ValidationError):
        mlcroissant.Dataset(str(tmp_path / "croissant.json"))


def decoded(value):
    return value.decode() if isinstance(value, bytes) else value


def test_the_record_sets_of_croissant_load_and_hold_what_the_files_hold(released, described):
    observations = {item.id: item for item in jsonl.read(released / "observations.jsonl", Observation)}
    rows = list(described.records("observations"))
    assert [decoded(row["observations/id"]) for row in rows] == list(observations)
    for row in rows:
        own = observations[decoded(row["observations/id"])]
        assert decoded(row["observations/text"]) == own.text
        places = [
            (part["observations/parts/start"], part["observations/parts/end"]) for part in row["observations/parts"]
        ]
        assert places == [(part.start, part.end) for part in own.parts]
    for split in SPLITS:
        gold = list(jsonl.read(released / f"{split}.gold.jsonl", Gold))
        rows = list(described.records(f"{split}_gold"))
        assert [decoded(row[f"{split}_gold/answer"]) for row in rows] == [item.answer for item in gold]
        assert [
            [decoded(piece[f"{split}_gold/evidence/text"]) for piece in row[f"{split}_gold/evidence"]] for row in rows
        ] == [[piece.text for piece in item.evidence] for item in gold]
        assert [decoded(row[f"{split}_gold/labels"][f"{split}_gold/labels/source"]) for row in rows] == [
            item.labels["source"] for item in gold
        ]
        tapes = list(jsonl.read(released / f"{split}.episodes.jsonl", Episode))
        (row,) = described.records(f"{split}_episodes")
        asked = [decoded(step[f"{split}_episodes/steps/question_text"]) for step in row[f"{split}_episodes/steps"]]
        assert [text for text in asked if text] == [question.text for question in tapes[0].questions]


def test_each_source_document_has_its_licence_and_attribution(released, described):
    rows = list(described.records("documents"))
    used = [document.id for number in range(3) for document in worlds.judged(number).bundle.documents]
    assert [decoded(row["documents/id"]) for row in rows] == used
    assert {decoded(row["documents/licence"]) for row in rows} == {"CC0-1.0"}
    assert {decoded(row["documents/attribution"]) for row in rows} == {"invented for a test"}
    text = (released / "README.md").read_text()
    assert f"| documents | CC0-1.0 | invented for a test | {len(used)} | {25_000 * len(used):,} |" in text


def test_each_world_has_the_kappa_that_was_measured_and_none_where_it_is_undefined(released):
    with (released / "worlds.csv").open() as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    assert {name: row["kappa"] for name, row in rows.items()} == {"w000": "", "w001": "0.5", "w002": "1.0"}
    assert {name: row["ac1"] for name, row in rows.items()} == {"w000": "1.0", "w001": "0.75", "w002": "1.0"}
    assert {row["questions"] for row in rows.values()} == {"20"}


def test_the_card_says_what_each_stage_kept_and_why_it_refused_the_rest(released):
    assert "| scenarios | 3 | 1 | 0.750 | no event \\| graph |" in (released / "README.md").read_text()


def test_a_release_without_the_rejections_of_a_stage_is_an_error(tmp_path):
    with pytest.raises(UserError, match=r"scenarios\.rejections\.json: FileNotFoundError"):
        yields({"scenarios": (tmp_path / "scenarios.jsonl", 3)})


def test_the_datasheet_answers_all_questions_of_gebru_et_al(released):
    # seven sections of so many questions each, 57 in all
    counts = {
        "Motivation": 4, "Composition": 16, "Collection process": 12, "Preprocessing, cleaning and labelling": 4,
        "Uses": 6, "Distribution": 7, "Maintenance": 8,
    }  # fmt: skip
    found: dict[str, int] = {}
    answers: list[list[str]] = []
    for line in (released / "datasheet.md").read_text().splitlines():
        if line.startswith("## "):
            section = line[3:]
            found[section] = 0
        elif line.startswith("### "):
            found[section] += 1
            answers.append([])
        elif answers and line:
            answers[-1].append(line)
    assert found == counts
    assert all(answers)


def test_figures_of_the_card_are_those_of_the_statistics(released):
    figures = json.loads((released / "statistics.json").read_text())
    text = (released / "README.md").read_text()
    for name, own in figures["sources"].items():
        assert f"| {name} | {own['count']} | {own['share']:.1%} |" in text


def test_the_citation_file_follows_the_schema_of_its_format_and_names_this_version():
    # the schema is that of citation-file-format 1.2.0 (CC-BY-4.0)
    schema = json.loads((ROOT / "tests" / "data" / "cff-1.2.0.schema.json").read_text())
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    validator = Draft7Validator(schema, format_checker=FormatChecker())
    assert [error.message for error in validator.iter_errors(cited)] == []
    assert cited["version"] == __version__
    assert list(validator.iter_errors({**cited, "authors": []}))


def test_card_and_datasheet_say_which_facts_are_borne_out_and_how_many_are_left_out(released):
    for name in ("README.md", "datasheet.md"):
        text = (released / name).read_text()
        assert "the least precise first: award (0.750)." in text
        assert "| award | 4 | 4 | 3 | 0.750 | 0.800 | 1 |" in text
        assert "| issue | 4 | not checked | 0 | – | – | 0 |" in text


@pytest.mark.parametrize("genre", ["law_reports", "agreements"])
def test_what_the_embedded_corpus_invents_is_not_said_to_be_real(genre, released):
    attribution = agreement(worlds.SEED, 0, 0).attribution if genre == "agreements" else ATTRIBUTION
    own = Works(licence="CC0-1.0", attribution=attribution, documents=1, tokens=1)
    figures = Statistics.model_validate_json((released / "statistics.json").read_bytes())
    assert not About(Origin(), "x", 1, figures, {}, (own,)).real
    assert About(Origin(), "x", 1, figures, {}, (own.model_copy(update={"attribution": "a court"}),)).real
