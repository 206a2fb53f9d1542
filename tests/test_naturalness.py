"""The blinded sheet: what it must not tell, how it is filled in and scored, and what the card says of it."""

from __future__ import annotations

import json
import re
import sys
from datetime import date
from statistics import fmean

import pytest
from benchmarks.naturalness import __main__ as command
from benchmarks.naturalness import material, scoring, sheet
from benchmarks.naturalness.material import Text, Turn

from microworlds.core import jsonl, manifest, seeds
from microworlds.core.errors import UserError
from microworlds.quality import ratings
from microworlds.suites.memorydoc import release
from microworlds.suites.memorydoc.about import Origin
from tests import releasing, worlds

EACH = 3
PLACES = ("mill", "weir", "lane", "quay", "barn", "ford", "moor", "dyke")


def conversation(name, speakers=("Melanie", "Caroline")):
    """A sample in LoCoMo's shape, of four sessions; people call each other by short names and show a picture."""
    ends = ((f"Hey {speakers[1]}!", "a photo of a kiln"), (f"Hi {speakers[0][:3]}, how was the {name}?", None))
    spoken = {}
    for number in range(1, 5):
        texts = [*ends, *((f"The {place} {number} of {name} is quiet.", None) for place in PLACES)]
        spoken[f"session_{number}_date_time"] = f"1:56 pm on {number} May, 2023"
        spoken[f"session_{number}"] = [
            {"speaker": speakers[at % 2], "dia_id": f"D{number}:{at + 1}", "text": text}
            | ({"blip_caption": caption} if caption else {})
            for at, (text, caption) in enumerate(texts)
        ]
    return {"sample_id": name, "conversation": spoken, "qa": []}


def prose(name, paragraphs=20):
    """A text of paragraphs of sixty words, no two alike."""
    words = [f"{place} {name} {chr(97 + at)}" for at in range(paragraphs) for place in PLACES]
    return "\n\n".join(" ".join(words[at : at + 20]).capitalize() + "." for at in range(0, len(words) - 20, 8))


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    folder = tmp_path_factory.mktemp("naturalness")
    released = releasing.made(folder / "memorydoc", 3)
    (folder / "locomo.json").write_text(json.dumps([conversation("conv-x"), conversation("conv-y", ("Gina", "Jon"))]))
    for kind in ("opinions", "contracts"):
        (folder / kind).mkdir()
        records = [{"title": f"{kind} {n}", "text": prose(f"{kind}{n}")} for n in range(3)]
        (folder / kind / "all.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    return folder, released


def run(monkeypatch, *words):
    monkeypatch.setattr(sys, "argv", ["naturalness", *map(str, words)])
    command.main()


@pytest.fixture
def made(sources, tmp_path, monkeypatch):
    folder, released = sources
    options = {"data": released, "locomo": folder / "locomo.json", "opinions": folder / "opinions",
               "contracts": folder / "contracts", "each": EACH, "out": tmp_path / "out"}  # fmt: skip
    run(monkeypatch, "sheet", *(word for name, value in options.items() for word in (f"--{name}", value)))
    return tmp_path / "out"


def fill(folder, name, mark, seal=None):
    """A filled-in form; ``mark`` gives the marks of an item by what it is."""
    key = scoring.key(folder / sheet.KEY)
    rows = [
        sheet.Marks(seal=seal or own.seal, item=own.item, **dict(zip(ratings.SCALES, mark(item), strict=True)))
        for own, item in zip(jsonl.read(folder / sheet.FORM, sheet.Marks), key.items, strict=True)
    ]
    jsonl.write(folder / name, rows)
    return folder / name


def honest(item):
    base = {"our sessions": 2, "our questions": 3, sheet.SHUFFLED: 1}.get(item.group, 4)
    return base, base + item.item % 2, base


def test_a_sheet_has_so_many_of_each_numbered_through_and_the_form_a_line_for_each(made):
    key = scoring.key(made / sheet.KEY)
    text = (made / sheet.SHEET).read_text()
    counts = {name: sum(item.group == name for item in key.items) for name in {item.group for item in key.items}}
    assert counts == {"our sessions": 3, "LoCoMo": 3, sheet.SHUFFLED: 1, "our questions": 6,
                      "real opinions": 3, "real contracts": 3}  # fmt: skip
    assert [int(number) for number in re.findall(r"^## (\d+)$", text, re.MULTILINE)] == list(range(1, 20))
    form = list(jsonl.read(made / sheet.FORM, sheet.Marks))
    assert [row.item for row in form] == [item.item for item in key.items] == list(range(1, 20))
    assert {row.coherence for row in form} == {None}
    assert "7 conversations, 6 passages from documents and 6 questions" in text
    assert len({item.source for item in key.items if item.group in ("LoCoMo", sheet.SHUFFLED)}) == 4


def test_nothing_in_the_sheet_tells_where_a_text_is_from(made, sources):
    text = (made / sheet.SHEET).read_text() + (made / sheet.FORM).read_text()
    key = scoring.key(made / sheet.KEY)
    released = material.Released(sources[1])
    told = {
        *(item.source for item in key.items),
        *(item.text for item in key.items),
        released.digest,
        "photo",
        "1:56 pm",
        "May, 2023",
    }
    told |= {"Melanie", "Mel", "Caroline", "Gina", "Jon", "LoCoMo", "shuffled", "microworlds"}
    assert {word for word in told if re.search(rf"\b{re.escape(word)}\b", text)} == set()
    talks = text.split("# Conversations")[1].split("# Passages")[0]
    speakers = {turn.speaker for own in released.sessions() for each in own for turn in each.turns}
    assert {
        part for name in speakers for part in name.split() if re.search(rf"^{part}.*:", talks, re.MULTILINE)
    } == set()
    assert "Hey " in talks
    order = [item.group for item in key.items]
    assert order[:7] != sorted(order[:7])


def test_the_same_release_gives_the_same_sheet_and_another_another_order():
    texts = {"our questions": [Text(f"q{n}", (Turn("", f"Who has the {place}?"),)) for n, place in enumerate(PLACES)]}
    assert sheet.sheet(texts, "a") == sheet.sheet(texts, "a")
    one, other = sheet.sheet(texts, "a").key, sheet.sheet(texts, "b").key
    assert one.seal != other.seal
    assert {item.source for item in one.items} == {item.source for item in other.items}


def test_a_control_has_the_same_turns_in_another_order_and_no_release():
    turns = tuple(Turn("Ada", place) for place in PLACES)
    (one,), (other,) = sheet.shuffled([Text("s", turns, "r")], "a"), sheet.shuffled([Text("s", turns, "r")], "b")
    assert sorted(turn.text for turn in one.turns) == sorted(PLACES)
    assert len({one.turns, other.turns, turns}) == 3
    assert one.release is None


def test_people_get_other_names_wherever_they_are_spoken_of():
    said = [Turn("Melanie Roe", "Jon, the car is Jon's."), Turn("Jon", "Car? Thanks Mel! Melanie Roe, Jonquil Street."),
            Turn("Melanie Roe", "Will you ask Blair, Jon?")]  # fmt: skip
    new = sheet.renamed(said, "x")
    mel, jon = new[0].speaker, new[1].speaker
    assert [turn.speaker for turn in new] == [mel, jon, mel]
    assert {mel, jon} <= set(sheet._NAMES) - {"Blair"}
    assert new[0].text == f"{jon}, the car is {jon}'s."
    assert new[1].text == f"Car? Thanks {mel}! {mel}, Jonquil Street."
    assert new[2].text == f"Will you ask Blair, {jon}?"


def test_passages_are_whole_paragraphs_of_a_length_and_do_not_overlap():
    text = prose("x") + "\n\n12\n\nSource: A CORP, 10-K, 3/1/2006"
    (found,) = material.passages({"x": text}, "digest")
    assert 2 <= len(found) <= material.PLACES
    lines = [line for own in found for line in own.turns[0].text.split("\n\n")]
    assert set(lines) <= set(text.split("\n\n"))
    assert len(lines) == len(set(lines))
    least, most = material.WORDS
    assert all(least <= len(own.turns[0].text.split()) <= most for own in found)
    assert not any("Source:" in line or line == "12" for line in lines)
    assert material.passages({"x": "Too short."}, "digest") == []
    with pytest.raises(UserError, match=r"real opinions: 2 found, 9 needed"):
        material.drawn([found[:1], found[1:2]], 9, "real opinions", "digest")


TORN = (
    ". See the record at 12.",
    "# Questions",
    "• a bullet of the list",
    "1 Scope 3 2 Terms 5 3 Fees 9",
    "Page 54 of 60 [***] Omitted.",
    "of the old mill.",
)


@pytest.mark.parametrize("line", TORN)
def test_no_passage_has_a_footnote_a_bullet_or_a_table_or_begins_within_a_sentence(line):
    whole = "The mill stands by the weir. " * 25
    text = "\n".join((line, whole) * 9)
    (found,) = material.passages({"x": text}, "digest") or [[]]
    begun = line == TORN[-1]  # which may stand further down
    assert not any(own.turns[0].text.startswith(line) or (line in own.turns[0].text and not begun) for own in found)
    assert material.passages({"x": whole * 2}, "digest")


def test_a_text_of_every_unit_is_drawn_before_a_second_of_any():
    units = [[Text(f"{place} {n}", ()) for n in range(9)] for place in PLACES]
    found = material.drawn(units, 10, "x", "digest")
    assert len({own.source.split()[0] for own in found[:8]}) == 8
    assert len({own.source for own in found}) == 10


def test_scores_are_means_over_raters_paired_differences_and_what_raters_agree_on(made):
    key = scoring.key(made / sheet.KEY)
    forms = [scoring.filled(fill(made, f"{name}.jsonl", mark), key)
             for name, mark in (("a", honest), ("b", lambda item: [max(1, mark - 1) for mark in honest(item)]))]  # fmt: skip
    own = scoring.rating(key, forms, ["one", "two"], date(2026, 11, 23))
    groups = {group.name: group for group in own.groups}
    assert groups["our sessions"].means["coherence"].mean == 1.5
    assert groups["LoCoMo"].means["coherence"].mean == 3.5
    assert groups["our sessions"].differences["coherence"] == ratings.Mark(mean=-2.0, low=-2.0, high=-2.0)
    assert groups["our sessions"].against == "LoCoMo"
    assert groups["our questions"].differences == groups[sheet.SHUFFLED].differences == {}
    marks = [fmean((form[item.item].believable) for form in forms) for item in key.items if item.group == "LoCoMo"]
    assert groups["LoCoMo"].means["believable"].mean == round(fmean(marks), 2)
    assert own.control == (3.0, 2.0)
    assert own.counts
    assert own.agreement["coherence"].correlation > 0.9 > own.agreement["coherence"].kappa > 0.5
    told = scoring.told(own)
    assert "Control kept: shuffling or mixing costs 3.00, 2.00" in told
    assert "| our sessions | LoCoMo | -2.00 (-2.00 to -2.00) |" in told


@pytest.mark.parametrize(
    ("one", "two", "kappa", "correlation"),
    [
        ([1, 2, 3, 4, 5], [1, 2, 3, 4, 5], 1.0, 1.0),
        ([1, 2, 3, 4, 5], [5, 4, 3, 2, 1], -1.0, -1.0),
        ([1, 1, 5, 5], [1, 5, 5, 5], 0.5, 0.577),
        ([1, 2, 1, 2], [1, 1, 2, 2], 0.0, 0.0),
        ([3, 3, 3], [3, 3, 3], None, None),
        ([3, 3, 3], [2, 3, 4], 0.0, None),
    ],
)
def test_agreement_of_two_raters(one, two, kappa, correlation):
    assert (found := scoring.weighted_kappa(one, two)) == (None if kappa is None else pytest.approx(kappa)), found
    assert scoring.correlation(one, two) == (None if correlation is None else pytest.approx(correlation, abs=5e-4))


FAULTS = {
    "item 4: coherence is 6, not a whole number": lambda rows: rows[3].update(coherence=6),
    "item 4: english is None, not a whole number": lambda rows: rows[3].update(english=None),
    "line 4, item 4: believable: Input should be a valid integer": lambda rows: rows[3].update(believable=2.5),
    "1 items are missing, the first is item 4": lambda rows: rows.pop(3),
    "item 4: there twice": lambda rows: rows.append(rows[3]),
    "item 99: the sheet has no such item": lambda rows: rows[3].update(item=99),
    "item 4: of another sheet": lambda rows: rows[3].update(seal="0" * 12),
    "line 4, item 4: mood: Extra inputs": lambda rows: rows[3].update(mood="good"),
}


@pytest.mark.parametrize("said", FAULTS)
def test_a_form_with_a_fault_is_refused_with_the_number_of_the_item(made, said):
    path = fill(made, "a.jsonl", honest)
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    FAULTS[said](rows)
    path.write_text("\n".join(map(json.dumps, rows)))
    with pytest.raises(UserError, match=re.escape(said)):
        scoring.filled(path, scoring.key(made / sheet.KEY))


def test_a_key_that_was_changed_is_refused(made):
    key = json.loads((made / sheet.KEY).read_text())
    first = next(item for item in key["items"] if item["group"] == "our sessions")
    first["group"] = "LoCoMo"
    (made / sheet.KEY).write_text(json.dumps(key))
    with pytest.raises(UserError, match="its seal is broken"):
        scoring.key(made / sheet.KEY)


def kept(monkeypatch, tmp_path):
    monkeypatch.setattr(command, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(command, "RELEASES", tmp_path)


def test_a_rating_whose_control_does_not_fall_counts_for_nothing(made, monkeypatch, capsys, tmp_path):
    kept(monkeypatch, tmp_path)
    blind = fill(made, "b.jsonl", lambda item: (3, 3, 3))
    words = ("score", made, fill(made, "a.jsonl", honest), blind, "--who", "one", "--who", "two")
    run(monkeypatch, *words)
    assert capsys.readouterr().out.splitlines()[-1].startswith("| kappa")
    with pytest.raises(UserError, match="not kept: the rating counts for nothing"):
        run(monkeypatch, *words, "--keep")
    assert capsys.readouterr().out.startswith(
        "THIS RATING COUNTS FOR NOTHING: SHUFFLING OR MIXING COSTS 3.00, 0.00 IN COHERENCE, BY RATER, AND MUST COST AT LEAST 1.0"
    )
    assert not (tmp_path / "memorydoc").exists()
    assert not (tmp_path / "kept").exists()
    with pytest.raises(UserError, match="1 forms and 1 raters"):
        run(monkeypatch, "score", made, blind, "--who", "one")


def test_a_sheet_without_locomo_says_so_and_has_no_control(sources, tmp_path, monkeypatch, capsys):
    run(monkeypatch, "sheet", "--data", sources[1], "--locomo", tmp_path / "none", "--each", 3, "--out", tmp_path)
    said = capsys.readouterr().out
    for left in ("left out: LoCoMo, and with it the control", "left out: real opinions", "which are not invented"):
        assert left in said
    forms = [fill(tmp_path, name, honest) for name in ("a.jsonl", "b.jsonl")]
    run(monkeypatch, "score", tmp_path, *forms, "--who", "one", "--who", "two")
    assert capsys.readouterr().out.startswith("THIS RATING COUNTS FOR NOTHING: IT HAS NO CONTROL.")


def test_what_is_kept_has_no_text_and_is_on_the_card_of_that_release_alone(made, sources, monkeypatch, tmp_path):
    kept(monkeypatch, tmp_path)
    forms = [fill(made, name, honest) for name in ("a.jsonl", "b.jsonl")]
    who = ("a language model that had | not seen the code", "a person")
    words = ("score", made, *forms, "--who", who[0], "--who", who[1], "--on", "2026-11-23", "--keep")
    run(monkeypatch, *words)
    run(monkeypatch, *words)
    (own,) = ratings.read(tmp_path / "memorydoc/ratings.json")
    folder = tmp_path / "kept" / own.seal
    assert sorted(path.name for path in folder.iterdir()) == ["form1.jsonl", "form2.jsonl", "key.json"]
    assert scoring.filled(folder / "form2.jsonl", scoring.key(folder / "key.json")) == scoring.filled(
        forms[1], scoring.key(made / sheet.KEY)
    )
    assert not any(place in path.read_text() for path in folder.iterdir() for place in PLACES)
    quality = tmp_path / "quality.json"
    quality.write_text(json.dumps({"summary": {}}))
    for count, shown in ((3, True), (2, False)):
        out = tmp_path / f"release{count}"
        out.mkdir()
        worlds_ = [worlds.judged(number) for number in range(count)]
        release.write(out, worlds_, [], quality, worlds.SEED, worlds.RULES, Origin(ratings=(own,)))
        card = (out / "README.md").read_text()
        assert ("Rated blind, 1 to 5, on 2026-11-23" in card) is shown
        assert ("Not rated by readers." in card) is not shown
        assert (f"by 2: {who[0]}; {who[1]}." in card) is shown
        assert ("| our sessions | 3 | 2.00" in card) is shown
        assert ("| LoCoMo | 3 | 4.00" in card) is shown
        assert "real contracts" not in card
        assert (manifest.seen(out) == manifest.seen(sources[1])) is shown
    broken = own.model_copy(update={"control": (3.0, 0.9)})
    assert ratings.of([broken], manifest.seen(sources[1])) == ()


def test_what_a_system_sees_of_a_release_has_a_digest_that_its_card_does_not_change(sources, tmp_path):
    for name in ("observations.jsonl", "test.episodes.jsonl", "README.md"):
        (tmp_path / name).write_text("x\n")
    digest = manifest.seen(tmp_path)
    assert digest == seeds.digest(
        *(
            word
            for name in ("observations.jsonl", "test.episodes.jsonl")
            for word in (name, manifest.digest(tmp_path / name))
        )
    )
    (tmp_path / "README.md").write_text("y\n")
    assert manifest.seen(tmp_path) == digest
    (tmp_path / "test.episodes.jsonl").write_text("y\n")
    assert manifest.seen(tmp_path) != digest
    (tmp_path / "observations.jsonl").unlink()
    with pytest.raises(UserError, match=r"is no release: it has no observations\.jsonl"):
        manifest.seen(tmp_path)
