"""The HTML report in a real browser, without a network: what a reader does with it, by mouse, keyboard and link."""

import re
import shutil

import pytest

from microworlds.evaluation.system_names import name
from tests.browser import chromium, keys, requested, text, visit, wait
from tests.reported import SYSTEMS, run


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    run(folder)
    return folder


@pytest.fixture(scope="module")
def browser():
    with chromium() as opened:
        yield opened


@pytest.fixture
def page(browser, made):
    """Opens the report at a fragment, in a fresh document, and waits until the questions are unpacked."""

    def at(fragment=""):
        visit(browser, f"{(made / 'report/index.html').as_uri()}{fragment}")
        return browser

    return at


def choose(browser, **wanted):
    """Sets filters as a reader does, by the shown word."""
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import Select

    for key, shown in wanted.items():
        field = browser.find_element(By.CSS_SELECTOR, f"#filters [name='{key}'], #filters [name='label.{key}']")
        Select(field).select_by_visible_text(shown) if field.tag_name == "select" else field.send_keys(shown)
    wait(browser, "return !document.querySelector('#listing').ariaBusy")
    return browser.execute_script(
        "return [...document.querySelectorAll('#list .meta span:first-child')].map((one) => one.textContent)"
    )


def test_the_page_opens_without_an_error_a_request_or_a_text_that_acts(page):
    browser = page("#w0-q0&window")
    browser.execute_script("for (const own of document.querySelectorAll('details')) own.open = true")
    wait(browser, "return document.querySelectorAll('#detail .passage .text').length >= 4")
    assert browser.get_log("browser") == []
    urls = requested(browser)
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
        "😀 the contract w1 is the blue",
        "Article 2",
        "characters 40–80",
        "Retrieved, best first (3)",
        "not retrieved, not whole in the prompt",
        "rank 2, whole in the prompt",
        "Failed at “Not indexed”, gold 1: the system never",
    ):
        assert wanted in shown
    assert all(name(system) in shown for system in SYSTEMS)
    assert "onerror" in shown
    assert browser.execute_script("return document.activeElement.id") == "detail"


def test_a_prompt_shows_its_passages_with_the_gold_marked_and_an_unknown_one_says_so(page):
    browser = page("#w1-q0&window")
    browser.execute_script("document.querySelector('#detail').lastElementChild.open = true")
    wait(browser, "return document.querySelectorAll('#detail > details:last-child .passage').length === 2")
    marks = browser.execute_script(
        "return [...document.querySelectorAll('#detail > details:last-child mark')].map((own) => own.textContent.trim())"
    )
    assert marks == ["Ada: 😀 the contract w1 is the blue.", "The fee is ninety crowns."]
    assert "Unknown: the system does not say" in text(page("#w1-q0&notes"), "#detail")


def test_filters_and_search_leave_the_questions_they_name(page):
    assert choose(page(), search="w2-q") == ["w2-q0", "w2-q1", "w2-q2", "w2-q3"]
    assert choose(page(), search="ninety ADA contract") == ["w0-q0", "w1-q0", "w2-q0"]
    assert choose(page(), system="Ranker", verdict="right") == ["w0-q1", "w1-q1", "w2-q1"]
    assert choose(page(), system="Window", rung="Answered though nothing answers") == ["w0-q3", "w1-q3", "w2-q3"]
    assert choose(
        page(), system="Ranker", verdict="wrong", other="Oracle", contrast="right", difficulty="Hard (3)"
    ) == ["w0-q0", "w1-q0", "w2-q0"]
    browser = page()
    assert choose(browser, source="Doc-only (3)", search="nowhere to be found") == []
    assert text(browser, "#state") == "0 of 12 questions"


def test_the_questions_can_be_used_by_keyboard_alone(page):
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
    wait(browser, "return document.querySelector('#detail h3')?.textContent.startsWith('What of w1-q2?')")
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


def test_a_click_on_a_head_sorts_a_table_and_says_so_and_again_turns_it_round(page):
    browser = page()
    first = "return [...document.querySelectorAll('#ranking table tbody tr')].map((row) => row.cells[{}].firstChild.textContent)"
    click = "document.querySelectorAll('#ranking table thead button')[{}].click()"
    heads = "return [...document.querySelectorAll('#ranking table thead th')].map((head) => head.ariaSort)"
    spent = [float(own.replace(",", "")) for own in browser.execute_script(first.format(4))]
    assert spent != sorted(spent, reverse=True)
    browser.execute_script(click.format(4))
    assert [float(own) for own in browser.execute_script(first.format(4))] == sorted(spent, reverse=True)
    assert browser.execute_script(heads) == [None, None, None, None, "descending", None]
    browser.execute_script(click.format(4))
    assert [float(own) for own in browser.execute_script(first.format(4))] == sorted(spent)
    # what has no number stays last, both ways
    for _ in range(2):
        browser.execute_script(click.format(2))
        assert browser.execute_script(first.format(2))[-1] == "–"
    browser.execute_script(click.format(0))
    named = "return [...document.querySelectorAll('#ranking table tbody th')].map((head) => head.lastChild.textContent)"
    assert [own.split()[0] for own in browser.execute_script(named)] == ["–", "1", "2", "3", "4", "5"]
    assert browser.execute_script(heads)[0] == "ascending"


def test_files_are_loaded_where_they_are_asked_for_and_searched_one_by_one(browser, made, tmp_path, monkeypatch):
    from microworlds.evaluation import question_browser, report

    monkeypatch.setattr(question_browser, "QUESTIONS", 1)
    monkeypatch.setattr(question_browser, "CHARACTERS", 50)
    shutil.copytree(made / "report", tmp_path / "report")
    shutil.rmtree(tmp_path / "report" / "questions")
    own = report.played(made / "release", made / "answers", made / "scores.jsonl")
    question_browser.write(tmp_path / "report" / "questions", own, "f1", {})
    requested(browser)
    visit(browser, (tmp_path / "report/index.html").as_uri())
    loaded = {url.rpartition("/questions/")[2] for url in requested(browser) if "/questions/" in url}
    assert loaded == {"index.js"}
    assert choose(browser, search="ninety ADA contract") == ["w0-q0", "w1-q0", "w2-q0"]
    visit(browser, f"{(tmp_path / 'report/index.html').as_uri()}#w2-q0&ranker")
    assert "The fee is ninety crowns." in text(browser, "#detail")
    loaded = {url.rpartition("/questions/")[2] for url in requested(browser) if "/questions/" in url}
    assert len([name for name in loaded if name.startswith("answers/")]) == 12


def test_a_page_without_its_folder_says_what_is_missing_and_keeps_its_tables(browser, made, tmp_path):
    shutil.copy(made / "report/index.html", tmp_path)
    browser.get((tmp_path / "index.html").as_uri())
    wait(browser, "return document.querySelector('#state').textContent.includes('questions/index.js cannot be read')")
    assert browser.execute_script("return document.querySelectorAll('#ranking table thead button').length") == 6
