"""The HTML report: what it says, that it is the same each time, that no text can act in it, and how it behaves in a browser."""

import base64
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from html.parser import HTMLParser

import pytest
import yaml

from microworlds import jsonl
from microworlds.errors import UserError
from microworlds.evaluation import explorer, figures, report, scores
from microworlds.records import Answer, Ask, Episode, Evidence, Gold, Observation, Observe, Part, Question, Span

EVIL = (
    "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">&amp;\u2028'\"`${1}`"
)
SYSTEMS = ("ranker", "window", "notes", "mute", "bad <img src=x onerror=alert(1)> $x$", "oracle")
WORLDS, LINE = 3, 40


def line(text):
    return text.ljust(LINE - 1)[: LINE - 1] + "\n"


def observations(world):
    said = [f"Ada: the contract {world} is the blue one.", "Bo: then let us read it.", "Ada: it is late."]
    read = [f"Contract {world}. Made in June.", "The fee is ninety crowns.", "It ends in May."]
    for kind, name, lines in (("session", f"{world}-s", said), ("document", f"{world}-d", read)):
        text = "".join(map(line, lines)) + (EVIL if kind == "document" else "")
        parts = tuple(
            Part(
                id=f"{name}{at}",
                start=LINE * at,
                end=LINE * (at + 1),
                title=None if kind == "session" else f"Article {at + 1}",
                speaker="Ada" if kind == "session" else None,
            )
            for at in range(3)
        )
        yield Observation(
            id=name,
            kind=kind,
            title=f"The {kind} of {world} {EVIL}",
            text=text,
            parts=parts,
            time=datetime(2024, 5, 1, tzinfo=UTC),
        )


def piece(observation, at, lines=1):
    return Span(observation=observation, start=LINE * at, end=LINE * (at + lines))


def golds(world, texts):
    wanted = (
        ("hybrid", "multi_hop", "hard", True, "ninety crowns", (piece(f"{world}-s", 0), piece(f"{world}-d", 1))),
        ("doc_only", "single_hop", "easy", True, "May", (piece(f"{world}-d", 2),)),
        ("chat_only", "temporal", "medium", True, EVIL, (piece(f"{world}-s", 2),)),
        ("hybrid", "adversarial", "medium", False, "no fee of the red one is known", (piece(f"{world}-d", 1),)),
    )  # fmt: skip
    for at, (source, category, difficulty, answerable, answer, spans) in enumerate(wanted):
        labels = {
            "world": world,
            "split": "test",
            "source": source,
            "category": category,
            "difficulty": difficulty,
            "note": EVIL if at else "plain",
        }
        evidence = tuple(Evidence(span=span, text=texts[span.observation][span.start : span.end]) for span in spans)
        yield Gold(question=f"{world}-q{at}", answer=answer, answerable=answerable, evidence=evidence, labels=labels)


def answer(system, gold):
    """The ranker misses what was said, the window reads all, notes hide their prompt, the mute fails."""
    world, at = gold.question.split("-q")
    session, document = f"{world}-s", f"{world}-d"
    whole = (piece(session, 0, 3), Span(observation=document, start=0, end=LINE * 3 + len(EVIL)))
    if system == "ranker":
        listed = tuple(piece(document, place) for place in (2, 1, 0))
        return Answer(
            question=gold.question, text="May", abstained=False, retrieved=listed, context=listed[:2], context_tokens=20
        )
    if system == "window":
        return Answer(
            question=gold.question,
            text=gold.answer,
            abstained=False,
            retrieved=whole,
            ranked=False,
            context=whole,
            context_tokens=300,
        )
    if system == "notes":
        return Answer(
            question=gold.question,
            text="ABSTAIN",
            abstained=True,
            retrieved=(piece(session, 0), piece(document, 0, 2)),
            context_tokens=50,
        )
    if system == "mute":
        return Answer(question=gold.question, text="", abstained=False)
    spans = tuple(own.span for own in gold.evidence)
    text = EVIL if system != "oracle" else gold.answer if gold.answerable else "ABSTAIN"
    return Answer(
        question=gold.question,
        text=text,
        abstained=text == "ABSTAIN",
        retrieved=spans,
        ranked=False,
        context=spans,
        context_tokens=10,
    )


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with a release, answers, scores and results, and the report's file in it."""
    folder = tmp_path_factory.mktemp("report")
    release, answers = folder / "release", folder / "answers"
    worlds = [f"w{at}" for at in range(WORLDS)]
    every = [own for world in worlds for own in observations(world)]
    texts = {own.id: own.text for own in every}
    gold = [own for world in worlds for own in golds(world, texts)]
    asked = datetime(2024, 6, 1, 9, 30, tzinfo=UTC)
    episodes = [
        Episode(id=world, steps=(
            *(Observe(observation=name) for name in (f"{world}-d", f"{world}-s")),
            *(Ask(question=Question(id=own.question, text=f"What of {own.question}? {EVIL}", asked_at=asked)) for own in gold if own.labels["world"] == world),
        ))
        for world in worlds
    ]  # fmt: skip
    jsonl.write(release / "observations.jsonl", every)
    jsonl.write(release / "test.gold.jsonl", gold)
    jsonl.write(release / "test.episodes.jsonl", episodes)
    jsonl.write_text(release / "manifest.json", json.dumps({"suite": "memorydoc", "made_by": EVIL, "files": {}}))
    for system in SYSTEMS:
        jsonl.write(answers / f"{system}.jsonl", [answer(system, own) for own in gold])
    own = {
        "answers": {"splits": ["test"]},
        "systems": {system: {"kind": EVIL, "k": 3} for system in SYSTEMS if system != "oracle"},
    }
    jsonl.write_text(
        folder / "params.yaml", yaml.safe_dump({"models": {"answerer": {"kind": "offline"}}, "memorydoc": own})
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr(sys, "argv", ["scores", "release", "answers", "scores.jsonl", "results"])
        scores.main()
        patch.setattr(sys, "argv", ["report", "release", "answers", "scores.jsonl", "results", "report.html"])
        report.main()
    return folder


@pytest.fixture(scope="module")
def html(made):
    return (made / "report.html").read_text()


class Tables(HTMLParser):
    """Tables as lists of rows of texts, by caption; and every element's name and attributes."""

    def __init__(self, html):
        super().__init__()
        self.found, self.elements, self.cell, self.rows = {}, [], None, []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag == "table":
            self.rows = []
        elif tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th", "caption"):
            self.cell = ""

    def handle_data(self, text):
        if self.cell is not None:
            self.cell += text

    def handle_endtag(self, tag):
        if tag == "caption":
            self.found[self.cell], self.cell = self.rows, None
        elif tag in ("td", "th"):
            self.rows[-1].append(self.cell)
            self.cell = None


def data(html):
    packed = re.search(r'<script id="data"[^>]*>([^<]*)</script>', html)[1]
    return json.loads(gzip.decompress(base64.b64decode(packed)))


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
        assert [cell.split()[0] for cell in rows[report.name(system)][1:]] == means


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


def test_what_was_run_is_told_with_the_commands_that_make_the_page(html):
    assert "python -m microworlds.evaluation.report release answers scores.jsonl results report.html" in html
    assert re.search(r"<b>12</b> questions of <b>3</b> worlds.*<b>9</b> answerable, <b>3</b> that nothing", html)
    assert re.search(r"<code>[0-9a-f]{64}</code> \(SHA-256", html)


def test_the_explorer_has_every_question_and_each_text_once(html):
    own = data(html)
    assert len(own["questions"]) == 4 * WORLDS
    assert all(len(question["given"]) == len(SYSTEMS) for question in own["questions"])
    kept = sum(len(text) for observation in own["observations"] for _, text in observation["pieces"])
    assert kept == WORLDS * (6 * LINE + len(EVIL))
    assert [one["label"] for one in own["filters"]][:3] == ["source", "category", "difficulty"]
    by = {
        system: {one["verdict"] for one in (question["given"][at] for question in own["questions"])}
        for at, system in enumerate(own["systems"])
    }
    assert by["mute"] == {"no_answer"}
    assert by["oracle"] == {"right", "abstained_rightly"}
    assert by["notes"] == {"abstained_wrongly", "abstained_rightly"}


def test_where_gold_stands_is_told_for_ranked_lists_windows_and_unknown_prompts(html):
    own = data(html)
    question = next(one for one in own["questions"] if one["id"] == "w0-q0")
    at = {system: question["given"][place]["at"] for place, system in enumerate(own["systems"])}
    assert at["ranker"] == [[None, False], [2, True]]
    assert at["window"] == [[1, True], [2, True]]
    assert at["notes"] == [[1, None], [2, None]]
    assert question["given"][own["systems"].index("window")]["context"] is True
    assert question["given"][own["systems"].index("notes")]["context"] is None


def test_prompts_too_long_for_a_page_keep_gold_and_ranked_lists_and_say_what_is_missing(made, monkeypatch):
    monkeypatch.setattr(explorer, "MOST", 100)
    monkeypatch.setattr(explorer, "_AROUND", 5)
    monkeypatch.chdir(made)
    own = explorer.data(report.played(made / "release", made / "answers", made / "scores.jsonl"), {})
    pieces = {observation["id"]: observation["pieces"] for observation in own["observations"]}
    session = pieces["w0-s"]
    assert session[0][0] == 0  # gold and what is ranked; the line between them is long enough to be left out
    assert sum(len(text) for _, text in session) < 3 * LINE
    assert sum(len(text) for _, text in pieces["w0-d"]) < 3 * LINE + len(EVIL)


def test_a_score_without_its_answer_is_an_error(made, tmp_path):
    shutil.copytree(made / "answers", tmp_path / "answers")
    short = tmp_path / "answers" / "mute.jsonl"
    short.write_text("".join(short.read_text().splitlines(keepends=True)[1:]))
    with pytest.raises(UserError, match="mute: w0-q0 lacks"):
        report.played(made / "release", tmp_path / "answers", made / "scores.jsonl")


def test_a_missing_results_folder_is_an_error_that_names_the_file(tmp_path):
    with pytest.raises(UserError, match=r"tables\.json"):
        report.results(tmp_path)


def test_every_rung_has_a_colour():
    assert set(figures.RUNG_COLORS) == set(explorer.RUNGS)


# the same each time, and harmless


def test_the_same_inputs_make_the_same_bytes_in_another_process(made, html):
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    command = [
        sys.executable,
        "-m",
        "microworlds.evaluation.report",
        "release",
        "answers",
        "scores.jsonl",
        "results",
        "report.html",
    ]
    subprocess.run(command, cwd=made, env=environment, check=True)
    assert (made / "report.html").read_text() == html


def test_no_text_of_the_data_becomes_an_element_or_an_attribute(html):
    elements = Tables(html).elements
    assert not [tag for tag, _ in elements if tag in ("img", "iframe", "object", "embed", "audio", "video", "base")]
    assert sum(tag == "script" for tag, _ in elements) == 2
    assert not [name for _, attributes in elements for name in attributes if name.startswith("on")]
    assert EVIL in data(html)["questions"][0]["text"]


def test_nothing_of_the_page_is_fetched_and_ids_are_unique(html):
    elements = Tables(html).elements
    links = [
        attributes.get(name)
        for _, attributes in elements
        for name in ("src", "href", "xlink:href", "data")
        if name in attributes
    ]
    assert [link for link in links if not link.startswith(("#", "data:,"))] == []
    assert not re.search(r"url\((?!#)|@import|\bfetch\(|XMLHttpRequest", html)
    ids = [attributes["id"] for _, attributes in elements if "id" in attributes]
    assert sorted(set(ids)) == sorted(ids)
    assert {link[1:] for link in links if link.startswith("#")} <= set(ids)


# in a browser


@pytest.fixture(scope="module")
def browser(made):
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not chromium or not driver:
        pytest.skip("no chromium with chromedriver here: apt-get install chromium chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--host-resolver-rules=MAP * ~NOTFOUND",
        "--window-size=1280,900",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    opened = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield opened
    opened.quit()


@pytest.fixture
def page(browser, made):
    """Opens the report at a fragment, in a fresh document, and waits until the questions are unpacked."""

    def at(fragment=""):
        browser.get("about:blank")
        browser.get(f"{(made / 'report.html').as_uri()}{fragment}")
        wait(browser, "return document.documentElement.dataset.ready === '1'")
        return browser

    return at


def wait(browser, script):
    from selenium.webdriver.support.ui import WebDriverWait

    return WebDriverWait(browser, 30).until(lambda own: own.execute_script(script))


def keys(browser, *pressed):
    from selenium.webdriver import ActionChains

    ActionChains(browser).send_keys(*pressed).perform()


def choose(browser, **wanted):
    """Sets filters as a reader does, by the shown word."""
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import Select

    for name, shown in wanted.items():
        field = browser.find_element(By.CSS_SELECTOR, f"#filters [name='{name}'], #filters [name='label.{name}']")
        Select(field).select_by_visible_text(shown) if field.tag_name == "select" else field.send_keys(shown)
    return browser.execute_script(
        "return [...document.querySelectorAll('#list .meta span:first-child')].map((one) => one.textContent)"
    )


def text(browser, selector):
    return browser.execute_script("return document.querySelector(arguments[0]).innerText", selector)


def test_the_page_opens_without_an_error_a_request_or_a_text_that_acts(page):
    browser = page("#w0-q0&window")
    browser.execute_script("for (const own of document.querySelectorAll('details')) own.open = true")
    wait(browser, "return document.querySelectorAll('#detail .passage .text').length >= 4")
    assert browser.get_log("browser") == []
    asked = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    urls = [own["params"]["request"]["url"] for own in asked if own["method"] == "Network.requestWillBeSent"]
    assert urls
    assert [url for url in urls if not url.startswith(("file:", "data:", "about:"))] == []
    assert browser.title.startswith("memorydoc: 6 systems")
    assert browser.execute_script("return document.querySelectorAll('img').length") == 0


def test_a_deep_link_opens_the_question_with_all_there_is_to_know(page):
    browser = page("#w1-q0&ranker")
    shown = text(browser, "#detail")
    for wanted in (
        "What of w1-q0?",
        "ninety crowns",
        "the contract w1 is the blue one",
        "Article 2",
        "characters 40–80",
        "Retrieved, best first (3)",
        "not retrieved, not whole in the prompt",
        "rank 2, whole in the prompt",
        "Failed at “Not indexed”. Gold 1",
    ):
        assert wanted in shown
    assert all(report.name(system) in shown for system in SYSTEMS)
    assert "onerror" in shown
    assert browser.execute_script("return document.activeElement.id") == "detail"


def test_a_prompt_shows_its_passages_with_the_gold_marked_and_an_unknown_one_says_so(page):
    browser = page("#w1-q0&window")
    browser.execute_script("document.querySelector('#detail').lastElementChild.open = true")
    wait(browser, "return document.querySelectorAll('#detail > details:last-child .passage').length === 2")
    marks = browser.execute_script(
        "return [...document.querySelectorAll('#detail > details:last-child mark')].map((own) => own.textContent.trim())"
    )
    assert marks == ["Ada: the contract w1 is the blue one.", "The fee is ninety crowns."]
    assert "Unknown: the system does not say" in text(page("#w1-q0&notes"), "#detail")


def test_filters_and_search_leave_the_questions_they_name(page):
    assert choose(page(), search="w2-q") == ["w2-q0", "w2-q1", "w2-q2", "w2-q3"]
    assert choose(page(), search="ninety ADA contract") == ["w0-q0", "w1-q0", "w2-q0"]
    assert choose(page(), system="ranker", verdict="right") == ["w0-q1", "w1-q1", "w2-q1"]
    assert choose(page(), system="window", rung="Answered though nothing answers") == ["w0-q3", "w1-q3", "w2-q3"]
    assert choose(
        page(), system="ranker", verdict="wrong", other="Oracle", contrast="right", difficulty="hard (3)"
    ) == ["w0-q0", "w1-q0", "w2-q0"]
    browser = page()
    assert choose(browser, source="Doc-only (3)", search="nowhere to be found") == []
    assert text(browser, "#state") == "0 of 12 questions"


def test_the_explorer_can_be_used_by_keyboard_alone(page):
    from selenium.webdriver.common.keys import Keys

    browser = page()
    keys(browser, "/")
    assert browser.execute_script("return document.activeElement.name") == "search"
    keys(browser, "w1")
    wait(browser, "return document.querySelector('#state').textContent.startsWith('4 of')")
    for _ in range(40):
        keys(browser, Keys.TAB)
        if browser.execute_script("return document.activeElement.matches('#list a')"):
            break
    keys(browser, Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ENTER)
    wait(browser, "return location.hash === '#w1-q2'")
    assert "What of w1-q2?" in text(browser, "#detail h3")
    assert browser.execute_script("return document.querySelector('#list [aria-current]').textContent").startswith(
        "w1-q2"
    )


def test_a_choice_shows_one_plot_and_a_box_hides_a_system_in_plots_and_tables(page):
    browser = page()
    counts = "return [...document.querySelectorAll('.chooser')].map((own) => [...own.querySelectorAll(':scope > .choice')].filter((one) => one.offsetParent).length)"
    assert set(browser.execute_script(counts)) == {1}
    shown = 'return [...document.querySelectorAll(\'[data-system="1"], tr[data-systems="1"]\')].some((own) => own.getClientRects().length)'
    assert browser.execute_script(shown)
    browser.execute_script("document.querySelector('#systems input[value=\"1\"]').click()")
    assert not browser.execute_script(shown)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_the_page_fits_its_screen_and_its_texts_stand_out_from_the_paper(page, width, scheme):
    browser = page()
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600},
    )
    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    )
    page("#w0-q0&window")
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    colors = browser.execute_script(
        "const own = getComputedStyle(document.body); return [own.color, own.backgroundColor]"
    )
    ink, paper = (sum(map(int, re.findall(r"\d+", color)[:3])) for color in colors)
    assert (paper < 120 and ink > 600) if scheme == "dark" else (paper > 600 and ink < 120)
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
