"""The HTML report: what it says, that it is the same each time, and that no text of the data can act in it."""

import base64
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from importlib.resources import files

import pytest
from matplotlib.text import Text

from microworlds.core.errors import UserError
from microworlds.evaluation import question_browser, report
from microworlds.evaluation import svg_plots as figures
from microworlds.evaluation.plots import PALETTE, agg, styles
from microworlds.evaluation.svg_plots import named
from microworlds.evaluation.system_names import name
from microworlds.suites.base import find
from tests.reported import ARGUMENTS, EVIL, LINE, SYSTEMS, WORLDS, run


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    run(folder)
    return folder


@pytest.fixture(scope="module")
def html(made):
    return (made / "report" / "index.html").read_text()


class Tables(HTMLParser):
    """Tables as lists of rows of texts, by caption; and every element's name and attributes."""

    def __init__(self, html):
        super().__init__()
        self.found, self.elements, self.cell, self.rows, self.hidden = {}, [], None, [], False
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self.hidden = dict(attrs).get("aria-hidden") == "true"
        if tag == "table":
            self.rows = []
        elif tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th", "caption"):
            self.cell = ""

    def handle_data(self, text):
        if self.cell is not None and not self.hidden:
            self.cell += text

    def handle_endtag(self, tag):
        self.hidden = False
        if tag == "caption":
            self.found[self.cell], self.cell = self.rows, None
        elif tag in ("td", "th"):
            self.rows[-1].append(self.cell)
            self.cell = None


def part(made, name):
    """The data of a file beside the page."""
    called, packed = re.fullmatch(
        r'microworlds\.part\("([^"]*)","([A-Za-z0-9+/=]*)"\);\n', (made / f"report/questions/{name}.js").read_text()
    ).groups()
    assert called == name
    return json.loads(gzip.decompress(base64.b64decode(packed)))


def questions(made):
    """All questions of all files, each with its spans as observation, start and end."""
    for path in sorted((made / "report/questions/answers").iterdir(), key=lambda path: int(path.stem)):
        own = part(made, f"answers/{path.stem}")
        yield from ({**question, "spans": own["spans"]} for question in own["questions"])


def texts(made):
    return [
        one for path in sorted((made / "report/questions/texts").iterdir()) for one in part(made, f"texts/{path.stem}")
    ]


# what it says


def test_every_table_of_means_has_every_system_n_and_intervals(html):
    tables = Tables(html).found
    wanted = [title for title in tables if title.startswith(("F1 by", "Answering"))]
    assert len(wanted) == 6
    for title in wanted:
        head, *rows = tables[title]
        assert len(rows) == len(SYSTEMS), title
        assert all(re.search(r"\(n=\d+\)$", column) for column in head[1:]), title
        assert all(
            re.fullmatch(r"\d\.\d{3} \[(\?|\d\.\d\d, \d\.\d\d)\]|–", cell) for row in rows for cell in row[1:]
        ), title


def test_the_numbers_are_those_of_the_scores_stage(made, html):
    own = json.loads((made / "results" / "tables.json").read_text())["f1_source"]
    rows = {row[0]: row for row in Tables(html).found[own["title"]][1:]}
    for system, cells in own["rows"].items():
        means = [f"{cells[column]['mean']:.3f}" for column in own["columns"]]
        assert [cell.split()[0] for cell in rows[name(system)][1:]] == means


def test_the_page_says_which_pairs_the_sample_cannot_separate(html):
    tables = Tables(html).found
    pairs = next(rows for title, rows in tables.items() if title.startswith("Hybrid") and title.endswith("every pair"))
    assert len(pairs) - 1 == len(SYSTEMS) * (len(SYSTEMS) - 1) // 2
    assert {row[-1] for row in pairs[1:]} <= {"yes", "no", "before correction only"}
    assert "this sample cannot separate" in html


def test_recall_has_a_plot_and_a_table_for_each_level_and_measure_never_two_in_one(html):
    titles = [title for title in Tables(html).found if " recall: " in title]
    # of one session and one document there is nothing to rank
    measures = ("fraction of the evidence", "any evidence", "all evidence")
    assert [title.partition(" found")[0] for title in titles] == [
        f"{level} recall: {measure}" for level in ("Chunk", "Turn", "Section") for measure in measures
    ]
    labels = [attributes["aria-label"] for tag, attributes in Tables(html).elements if tag == "svg"]
    assert set(titles) <= set(labels)


def test_ladders_add_up_to_the_questions_asked(html):
    for title, (head, *rows) in Tables(html).found.items():
        if head[1] == "right":
            asked = int(re.search(r"n=(\d+)", title)[1])
            assert {sum(int(cell.split()[0]) for cell in row[1:]) for row in rows} == {asked}, title


def test_what_was_run_is_told_with_the_commands_that_make_the_page(made, html):
    assert "python -m microworlds.evaluation.report memorydoc release answers scores.jsonl results report" in html
    assert re.search(r"<b>12</b> questions of <b>3</b> worlds.*<b>9</b> answerable, <b>3</b> that nothing", html)
    summed = hashlib.sha256((made / "release/manifest.json").read_bytes()).hexdigest()
    assert f"<code>{summed}</code> (SHA-256 of its manifest.json)" in html


def test_what_cannot_be_trusted_is_said_before_all_else_with_the_reason_for_its_release(made, tmp_path):
    release = shutil.copytree(made / "release", tmp_path / "release")
    broken = {"name": "worlds <built>", "value": 0.2, "least": 0.9, "most": None, "told": "1 of 5"}
    (release / "quality.json").write_text(json.dumps({"trust": [broken]}))
    (release / "manifest.json").write_text(json.dumps({"suite": "memorydoc", "despite": "a <b> first look"}))
    own = report.played(release, made / "answers", made / "scores.jsonl")
    page = report.page(report.results(made / "results", find("memorydoc").labels), report.facts(release, own, {}), "")
    warning = page[page.index('<aside class="caution" role="alert">') : page.index("</aside>")]
    assert page.index("</aside>") < page.index('<section id="ranking">')
    assert "<li>worlds &lt;built&gt;: 0.200 (1 of 5); its limit is at least 0.9</li>" in warning
    assert "The reason given: a &lt;b&gt; first look" in warning
    assert re.search(r"\.caution \{[^}]*color: var\(--bad\)", page)


def test_the_list_has_every_question_and_the_files_each_text_once(made):
    own, asked = part(made, "index"), list(questions(made))
    assert own["ids"] == [question["id"] for question in asked]
    assert len(asked) == 4 * WORLDS
    assert own["questions"] == [question["text"] for question in asked]
    assert all(len(question["given"]) == len(SYSTEMS) for question in asked)
    found = texts(made)
    assert len({one["id"] for one in found}) == len(found) == 2 * WORLDS
    assert sum(len(text) for one in found for _, text in one["pieces"]) == WORLDS * (6 * LINE + len(EVIL))
    assert [one["label"] for one in own["filters"]] == ["source", "category", "difficulty", "world", "note"]
    for one in own["filters"]:
        values = [one["values"][ord(letter) - ord("0")][0] for letter in one["codes"]]
        assert values == [question["labels"][one["label"]] for question in asked]
        assert [values.count(value) for value, _ in one["values"]] == [count for _, count in one["values"]]


def test_the_list_knows_what_became_of_every_answer(made):
    own, asked = part(made, "index"), list(questions(made))
    verdicts, rungs = list(own["verdicts"]), list(own["rungs"])
    for at, system in enumerate(own["systems"]):
        told = [verdicts[ord(letter) - ord("0")] for letter in own["verdictOf"][at]]
        assert told == [question["given"][at]["verdict"] for question in asked], system
        told = [None if letter == "-" else rungs[ord(letter) - ord("0")] for letter in own["rungOf"][at]]
        assert told == [question["given"][at].get("failure", {}).get("rung") for question in asked], system
    by = {system: {question["given"][at]["verdict"] for question in asked} for at, system in enumerate(own["systems"])}
    assert by["mute"] == {"no_answer"}
    assert by["oracle"] == {"right", "abstained_rightly"}
    assert by["notes"] == {"abstained_wrongly", "abstained_rightly"}


def test_where_gold_stands_is_told_for_ranked_lists_windows_and_unknown_prompts(made):
    systems = part(made, "index")["systems"]
    question = next(one for one in questions(made) if one["id"] == "w0-q0")
    at = {system: question["given"][place]["at"] for place, system in enumerate(systems)}
    assert at["ranker"] == [[None, False], [2, True]]
    assert at["window"] == [[1, True], [2, True]]
    assert at["notes"] == [[1, None], [2, None]]
    assert question["given"][systems.index("window")]["context"] is True
    assert question["given"][systems.index("notes")]["context"] is None


def test_more_questions_are_more_files_and_not_a_larger_page(made, tmp_path, monkeypatch, html):
    monkeypatch.setattr(question_browser, "QUESTIONS", 5)
    monkeypatch.setattr(question_browser, "CHARACTERS", 300)
    run = report.played(made / "release", made / "answers", made / "scores.jsonl")
    question_browser.write(tmp_path / "report" / "questions", run, "f1", {})
    assert [one["id"] for one in questions(tmp_path)] == [one["id"] for one in questions(made)]
    spans = [
        (one["spans"][at][1:], said)
        for one in questions(tmp_path)
        for at, said in zip(one["evidence"], one["said"], strict=True)
    ]
    assert all(end - start == len(said) for (start, end), said in spans)
    begins = part(tmp_path, "index")["texts"]
    held = [part(tmp_path, f"texts/{at}") for at in range(len(begins))]
    assert len(held) > 1
    assert begins == [sum(map(len, held[:at])) for at in range(len(held))]
    assert [one["id"] for own in held for one in own] == [one["id"] for one in texts(made)]
    # the page names no question: their number is all it says of them
    assert not any(one["id"] in html for one in questions(made))


def test_a_score_without_its_answer_is_an_error(made, tmp_path):
    shutil.copytree(made / "answers", tmp_path / "answers")
    short = tmp_path / "answers" / "mute.jsonl"
    short.write_text("".join(short.read_text().splitlines(keepends=True)[1:]))
    with pytest.raises(UserError, match="mute: w0-q0 lacks"):
        report.played(made / "release", tmp_path / "answers", made / "scores.jsonl")


def test_a_missing_results_folder_is_an_error_that_names_the_file(tmp_path):
    with pytest.raises(UserError, match=r"tables\.json"):
        report.results(tmp_path, find("memorydoc").labels)


def test_a_system_keeps_its_colour_and_mark_when_others_are_added():
    names = [f"system_{at}" for at in range(60)]
    for many in range(1, 60):
        before, after = styles(names[:many]), styles(names[: many + 1])
        assert {name: after[name] for name in before} == before
    assert len(set(styles(names[:20]).values())) == len({own.color for own in styles(names[:20]).values()}) == 20
    assert len(set(styles(names).values())) == 60
    # alone or among others, wherever nobody before it has its place
    assert sum(styles([name]) == {name: styles(names[:8])[name]} for name in names[:8]) >= 5
    assert styles(["oracle"]) == {"oracle": styles([*names, "oracle"])["oracle"]}


def test_every_colour_stands_out_from_the_light_page_and_the_dark_one():
    def luminance(color):
        parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    style = files("microworlds.evaluation").joinpath("html", "style.css").read_text("utf-8")
    light, dark = (luminance(color) for color in re.findall(r"--paper: (#\w{6})", style))
    for color in PALETTE:
        own = luminance(color)
        assert min((light + 0.05) / (own + 0.05), (own + 0.05) / (dark + 0.05)) >= 3, color  # WCAG 1.4.11
    assert len(set(PALETTE)) == len(PALETTE)


def test_who_is_ahead_comes_first_and_digests_last(html):
    ids = [attributes["id"] for tag, attributes in Tables(html).elements if tag == "section"]
    assert ids == ["ranking", "tables", "abstention", "differences", "retrieval", "failures", "questions", "run"]
    (head, *rows) = Tables(html).found["Systems by F1, answerable questions"]
    assert head[:2] == ["system", "F1 (n=9)"]
    means = [float(row[1].split()[0]) for row in rows[:-1]]
    assert means == sorted(means, reverse=True)
    assert rows[-1][0] == "– Oracle"
    assert f"{rows[0][0].removeprefix('1 ')} is ahead: F1 {rows[0][1]}" in html


def test_names_at_points_cover_neither_points_nor_each_other_while_there_is_room():
    figure, axes = agg().subplots(figsize=(6, 4), layout="constrained")
    points = [(0.5, 0.5), (0.5, 0.5), (0.505, 0.49), (0.98, 0.9), (0.1, 0.02)]
    axes.set(xlim=(0, 1), ylim=(0, 1))
    names = ["first system", "second system", "third system", "at the right edge", "at the bottom"]
    named(axes, points, names)
    renderer = figure.canvas.get_renderer()
    for text in axes.texts:
        text.update_positions(renderer)
    boxes = [Text.get_window_extent(text, renderer) for text in axes.texts]  # without their lines
    for at, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[:at])
        assert not any(box.contains(*axes.transData.transform(point)) for point in points)
        assert axes.bbox.x0 <= box.x0 <= box.x1 <= axes.bbox.x1 + 1
    agg().close(figure)


def test_every_rung_has_a_colour():
    assert set(figures.RUNG_COLORS) == set(question_browser.RUNGS)


# the same each time, and harmless


def test_the_same_inputs_make_the_same_bytes_in_another_process(made):
    before = {path: path.read_bytes() for path in (made / "report").rglob("*.*")}
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    command = [sys.executable, "-m", "microworlds.evaluation.report", *ARGUMENTS]
    subprocess.run(command, cwd=made, env=environment, check=True)
    assert before == {path: path.read_bytes() for path in (made / "report").rglob("*.*")}


def test_no_text_of_the_data_becomes_an_element_or_an_attribute(html, made):
    elements = Tables(html).elements
    assert not [tag for tag, _ in elements if tag in ("img", "iframe", "object", "embed", "audio", "video", "base")]
    assert sum(tag == "script" for tag, _ in elements) == 1
    assert not [name for _, attributes in elements for name in attributes if name.startswith("on")]
    assert EVIL in next(questions(made))["text"]


def test_nothing_of_the_page_is_fetched_and_ids_are_unique(html):
    elements = Tables(html).elements
    links = [own[name] for _, own in elements for name in ("src", "href", "xlink:href", "data") if name in own]
    assert [link for link in links if not link.startswith(("#", "data:,"))] == []
    assert not re.search(r"url\((?!#)|@import|\bfetch\(|XMLHttpRequest", html)
    ids = [attributes["id"] for _, attributes in elements if "id" in attributes]
    assert sorted(set(ids)) == sorted(ids)
    assert {link[1:] for link in links if link.startswith("#")} <= set(ids)
