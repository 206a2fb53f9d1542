"""A release in which something cannot be trusted says so: in its figures, on its cards, at the end, on publishing."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from microworlds.cli import main
from microworlds.core import params
from microworlds.core.errors import UserError
from microworlds.publishing import diff, diff_pages, publish, version_manifest
from microworlds.quality import trust
from microworlds.suites.memorydoc import release
from microworlds.suites.memorydoc.about import Origin, ReleaseParams
from microworlds.suites.memorydoc.facts import told
from microworlds.suites.memorydoc.measures.readable import Readable
from microworlds.suites.memorydoc.measures.trusted import Asked, Limits, trusted
from microworlds.suites.memorydoc.measures.verdict_measures import verdict_measures
from microworlds.suites.memorydoc.quality import asked_for
from microworlds.suites.memorydoc.world import Verdict
from tests import worlds
from tests.closure import ROOT
from tests.releasing import tables

COUNT = 2
LIMITS = params.section(Limits, "memorydoc.quality", yaml.safe_load((ROOT / "params.yaml").read_text()))
REASON = "A first look at | real texts,\n## for people who read all of it."
ON_ONE_LINE = "A first look at | real texts, ## for people who read all of it."


def read(gold=0.7, constant=0.3, n=32):
    return Readable(
        n=n, gold={}, gold_overall=gold, gold_by_source={}, nothing=0.0, constant=constant, dropped=0.0, dropped_n=0,
        abstained=0.0, unanswerable=8,
    )  # fmt: skip


def verdicts(judge, refused, judged=COUNT):
    """What a judge says that refuses the first ``refused`` questions of each world."""
    for number in range(judged):
        ids = [pair.id for pair in worlds.judged(number).questions.pairs]
        labels = {name: at >= refused for at, name in enumerate(ids)}
        yield Verdict(
            world=worlds.judged(number).bundle.scenario.id, judge=judge, persona_consistency=5, temporal_coherence=5,
            document_grounding_accuracy=5, correctness=labels, category_accuracy=labels, flagged=(), notes="", seeded={},
        )  # fmt: skip


@dataclass(frozen=True)
class Case:
    """What a run came to: one thing broken, or nothing."""

    strict: int = 1
    lenient: int = 0
    strict_judged: int = COUNT
    asked: int = COUNT
    read: Readable = read()  # noqa: RUF009, a frozen record

    def figures(self):
        said = [*verdicts("strict", self.strict, self.strict_judged), *verdicts("lenient", self.lenient)]
        own = [worlds.judged(number) for number in range(COUNT)]
        asked = Asked(worlds=self.asked, questions=20 * self.asked)
        return trusted(own, said, self.read, verdict_measures(own, said), asked, LIMITS)


BROKEN = {
    "accepts: 0.800 (32 of 40); its limit is at least 0.85": Case(strict=4),
    "strict judge: 0.200 (questions refused, of those judged); its limit is at most 0.1": Case(strict=4),
    "lenient judge: 0.150 (questions refused, of those judged); its limit is at most 0.1": Case(lenient=3),
    "accepts: 0.475 (19 of 40); its limit is at least 0.85": Case(strict_judged=1),
    "accepts: could not be computed (no verdict); its limit is at least 0.85": Case(strict_judged=0),
    "strict judge: could not be computed (no verdict); its limit is at most 0.1": Case(strict_judged=0),
    "worlds built, of those asked for: 0.667 (2 of 3); its limit is at least 0.9": Case(asked=3),
    "questions built, of those asked for: 0.667 (40 of 60); its limit is at least 0.9": Case(asked=3),
    "constant: 0.099 (F1 0.399 with gold evidence, 0.300 by one": Case(read=read(gold=0.399)),
    "constant: could not be computed (F1 0.000": Case(read=read(gold=0.0, constant=0.0, n=0)),
}


def released(folder: Path, figures, despite=None) -> Path:
    quality = folder / "quality.json"
    quality.write_text(json.dumps({"trust": [own.model_dump() for own in figures]}))
    origin = Origin(ReleaseParams(creators=("me",), url=None, contact=None, despite=despite))
    out = folder / "release"
    out.mkdir()
    release.write(
        out, [worlds.judged(number) for number in range(COUNT)], [], quality, worlds.SEED, worlds.RULES, origin
    )
    return out


@pytest.mark.parametrize("said", BROKEN)
def test_what_breaks_its_limit_or_cannot_be_computed_is_outside(said):
    figures = BROKEN[said].figures()
    outside = trust.outside({"trust": [own.model_dump() for own in figures]})
    assert any(said in line for line in outside), outside


def test_a_run_within_all_limits_has_nothing_outside_and_tells_facts_a_document_without_one():
    figures = Case().figures()
    assert not [own.sentence for own in figures if own.outside]
    facts = figures[-1]
    assert (facts.name, facts.limit) == ("facts a document", "")
    counts = [len(own_facts.facts) for number in range(COUNT) for own_facts in worlds.bundle(number).document_facts]
    assert facts.value == pytest.approx(sum(counts) / len(counts), abs=1e-4)


def test_a_limit_is_kept_by_the_very_number():
    assert not trust.Figure(name="a", value=0.85, least=0.85, most=None, told="").outside
    assert not trust.Figure(name="a", value=0.1, least=None, most=0.1, told="").outside
    assert trust.Figure(name="a", value=0.0, least=None, most=0.0, told="").limit == "at most 0.0"


def test_worlds_asked_for_are_scenarios_made_and_refused(tmp_path):
    scenarios = tmp_path / "scenarios.jsonl"
    scenarios.write_text(worlds.bundle(0).scenario.model_dump_json() + "\n")
    refused = [{"stage": "scenarios", "item": "w001", "reason": "none", "attempt": attempt} for attempt in range(3)]
    refused.append({"stage": "scenarios", "item": "w000", "reason": "mended at once", "attempt": 0})
    (tmp_path / "scenarios.rejections.json").write_text(json.dumps(refused))
    assert asked_for(scenarios, 20) == Asked(worlds=2, questions=40)


def test_card_datasheet_and_croissant_show_what_is_outside_and_give_no_reason_where_none_was_given(tmp_path):
    figures = Case(strict=4, asked=3).figures()
    folder = released(tmp_path, figures)
    outside = [own.sentence for own in figures if own.outside]
    assert len(outside) == 4
    for name in ("README.md", "datasheet.md"):
        text = (folder / name).read_text()
        assert "> [!CAUTION]\n> 🔴 **Do not trust this release" in text
        assert all(f"> - 🔴 {line}" in text for line in outside)
        assert "> No reason was given" in text
        assert "| worlds built, of those asked for | 0.667 | 2 of 3 | at least 0.9 | 🔴 **outside** |" in text
        assert "| false alarms of the lenient judge | 0.000 | questions refused, of those judged | at most 0.1 | within |" in text  # fmt: skip
    croissant = json.loads((folder / "croissant.json").read_text())
    assert all(any(line in told for told in croissant["rai:dataLimitations"]) for line in outside)


def test_card_of_a_release_within_its_limits_has_no_warning(tmp_path):
    text = (released(tmp_path, Case().figures(), despite=REASON) / "README.md").read_text()
    assert "CAUTION" not in text
    assert "🔴" not in text
    assert "A first look" not in text
    assert "Every figure is within the limits" in text


def test_what_was_never_measured_is_outside(tmp_path):
    quality = tmp_path / "quality.json"
    quality.write_text(json.dumps({"summary": {}}))
    assert trust.read(quality) == [trust.UNMEASURED]
    assert trust.read(tmp_path / "none.json") == []
    quality.write_text("{")
    with pytest.raises(UserError, match=r"quality\.json: JSONDecodeError\. `dvc repro` makes it again"):
        trust.read(quality)


def printed(capsys):
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 0
    return capsys.readouterr().out


def test_the_end_of_a_run_says_in_red_what_is_outside(tmp_path, capsys, monkeypatch):
    results = tmp_path / "results"
    results.mkdir()
    (results / "results.md").write_text("# Results\n")
    (results / "tables.json").write_text(tables(0.5, 20))
    quality = tmp_path / "quality.json"
    quality.write_text(json.dumps({"trust": [own.model_dump() for own in Case().figures()]}))
    monkeypatch.setattr(sys, "argv", ["microworlds", "results", str(results)])
    assert "DO NOT TRUST" not in printed(capsys)
    figures = Case(strict=4).figures()
    quality.write_text(json.dumps({"trust": [own.model_dump() for own in figures]}))
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    *_, head, first, second = printed(capsys).rstrip("\n").split("\n")
    assert "DO NOT TRUST THESE DATA" in head
    assert "\x1b[1;31m" in head
    assert [own.sentence in line for own, line in zip(figures[2:4], (first, second), strict=True)] == [True, True]


def test_release_refuses_what_is_outside_unless_a_reason_is_given_which_everything_then_shows(tmp_path):
    figures = Case(strict=4).figures()
    (tmp_path / "without").mkdir()
    with pytest.raises(UserError, match=r"accepts: 0\.800 \(32 of 40\).* say why in memorydoc\.release\.despite"):
        publish.check_trusted("memorydoc", released(tmp_path / "without", figures))
    folder = released(tmp_path, figures, despite=REASON)
    publish.check_trusted("memorydoc", folder)
    assert f"> It was released despite this. The reason given: {ON_ONE_LINE}" in (folder / "README.md").read_text()
    assert json.loads((folder / "manifest.json").read_text())["despite"] == ON_ONE_LINE
    made = version_manifest.described("memorydoc", "1.0.0", folder, diff.counted(diff.taken(folder)), tmp_path)
    assert made.outside == tuple(own.sentence for own in figures if own.outside)
    entry = diff_pages.entry(made, None, None)
    assert f"The reason given: {ON_ONE_LINE}" in entry
    assert all(f"- {line}" in entry for line in made.outside)


def test_a_release_within_its_limits_needs_no_reason_and_its_entry_gives_none(tmp_path):
    folder = released(tmp_path, Case().figures())
    publish.check_trusted("memorydoc", folder)
    made = version_manifest.described("memorydoc", "1.0.0", folder, diff.counted(diff.taken(folder)), tmp_path)
    assert (made.outside, made.despite) == ((), None)
    assert "although" not in diff_pages.entry(made, None, None)


def test_the_facts_stage_says_how_much_it_found():
    document_facts = [own_facts for number in range(COUNT) for own_facts in worlds.bundle(number).document_facts]
    count = sum(len(own_facts.facts) for own_facts in document_facts)
    assert (
        told(document_facts)
        == f"facts: {count} in {len(document_facts)} documents, {count / len(document_facts):.1f} a document"
    )
    assert told([]) == "facts: 0 in 0 documents, 0.0 a document"
