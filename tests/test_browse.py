"""The page of worlds in a real browser."""

import pytest

from tests import browsed
from tests.browse_page import (  # noqa: F401 (fixtures)
    browser_fixture,
    highlighted,
    made_fixture,
    page_fixture,
    people_fixture,
    port_fixture,
    shown_fixture,
)
from tests.browser import keys, ready, screen, text, texts, wait

# in a browser


def test_all_worlds_and_then_one_with_its_people_and_events(page, shown):
    browser = page()
    assert len(texts(browser, "#main .cards .row")) == 3
    session = next(own for own in shown.observations.values() if own.kind == "session" and own.id.startswith("w0-"))
    first = session.parts[0]
    assert session.text[first.start : first.end][:20] in text(browser, ".cards .row q")
    browser = page("#/w/w0")
    assert len(texts(browser, ".people li")) == 2
    assert f"Ada {browsed.EVIL}"[:30] in text(browser, ".people")
    wait(browser, "return document.querySelector('svg.timeline')")
    count = "return ['.arc', '.event', '.session', '.lane', '.lane circle'].map((own) => document.querySelectorAll(`svg.timeline ${own}`).length)"
    assert browser.execute_script(count) == [4, 4, 2, 1, 4]
    assert "strict: persona consistency 5, temporal coherence 4" in text(browser, ".judges")
    heights = browser.execute_script(
        "return [...document.querySelectorAll('svg.timeline .node')].map((own) => Number(own.getAttribute('cy')))"
    )
    assert heights == sorted(heights)
    assert (
        browser.execute_script("return document.querySelector('svg.timeline .session').getAttribute('href')")
        == "#/w/w0/w0-s00"
    )
    browser = page("#/w/w2")
    assert not texts(browser, ".people li")  # this world tells nothing of its people, and is shown all the same
    assert len(texts(browser, "#main .rows .row")) == 5


def read(browser):
    """The whole text that stands on the page, without the links beside it."""
    return "".join(texts(browser, "#main .reading p, #main .reading h3:not(.added)"))


@pytest.mark.parametrize("number", range(4))
def test_the_evidence_is_highlighted_to_the_letter_where_it_stands(page, shown, number):
    gold = shown.gold[f"w0-q{number}"]
    for observation in dict.fromkeys(piece.span.observation for piece in gold.evidence):
        browser = page(f"#/w/w0/{observation}?q={gold.question}")
        wanted = {str(at): own.text for at, own in enumerate(gold.evidence, 1) if own.span.observation == observation}
        assert highlighted(browser) == wanted
        assert read(browser) == shown.observations[observation].text


def test_a_question_shows_gold_evidence_judges_and_what_each_system_did(page):
    browser = page("#/w/w0/w0-q0?system=ranker")
    shown = text(browser, "#main")
    for wanted in (
        "Gold answer\n",
        "7 crowns",
        "strict: answer accepted",
        "Retrieved, best first (2)",
        "Oracle",
        "evidence recall",
        "The judge: partial. Why:",
        "1 of 5 next",
    ):
        assert wanted in shown
    assert texts(browser, "#main .passage.has .text mark")[:2] == [
        "The contract w0 🎉 is the blue one.",
        "The fee of article 7 is 7 crowns 😀.",
    ]
    browser.execute_script("for (const own of document.querySelectorAll('details.passage')) own.open = true")
    wait(browser, "return document.querySelectorAll('details.passage .text').length === 2")
    browser.execute_script("document.querySelector('details.passage a').click()")
    wait(browser, "return location.hash.includes('w0-d-s03')")
    ready(browser)
    assert texts(browser, "mark.seen:not(.gold)") == ["The fee of article 3 is 3 crowns 😀."]
    assert "flagged" in text(page("#/w/w0/w0-q2"), ".judges")
    assert "Nothing answers this question" in text(page("#/w/w0/w0-q4"), "#main")


@pytest.mark.parametrize("place", ["w0-s00-u02", "w0-d-s31"])
def test_a_deep_link_leads_to_the_utterance_or_section(page, place):
    browser = page(f"#/w/w0/{place}")
    assert browser.execute_script("return document.activeElement.dataset.id") == place
    inside = (
        "const box = document.activeElement.getBoundingClientRect(); return box.top < innerHeight && box.bottom > 0"
    )
    wait(browser, inside)


def test_an_address_of_nothing_says_so(page):
    assert "nothing called w0-x" in text(page("#/w/w0/w0-x"), "#main")
    assert "no world w9" in text(page("#/w/w9"), "#main")


def test_a_long_document_is_laid_out_by_section(page, shown):
    browser = page("#/w/w0/w0-d")
    assert len(shown.observations["w0-d"].text) > 190_000
    assert read(browser) == shown.observations["w0-d"].text
    assert len(texts(browser, ".reading > section.part")) == len(texts(browser, ".outline a")) == browsed.SECTIONS
    assert len(texts(browser, ".reading > .between")) == 1
    styles = "return [...new Set([...document.querySelectorAll('.reading > section')].map((own) => getComputedStyle(own).contentVisibility))]"
    assert browser.execute_script(styles) == ["auto"]


def choose(browser, **wanted):
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import Select

    for name, value in wanted.items():
        field = browser.find_element(By.CSS_SELECTOR, f"#filters [name='{name}'], #filters [name='label.{name}']")
        Select(field).select_by_value(value) if field.tag_name == "select" else field.send_keys(value)
    return browser.execute_script("return [...document.querySelectorAll('#found .row')].map((own) => own.dataset.id)")


def test_filters_leave_the_questions_they_name(page):
    def every(number):
        return [f"{world}-q{number}" for world in browsed.WORLDS]

    assert len(choose(page("#/questions"))) == 15
    assert choose(page("#/questions"), category="temporal") == every(2)
    assert choose(page("#/questions"), source="doc_only", difficulty="easy") == every(1)
    assert choose(page("#/questions"), judges="split") == every(1)
    assert choose(page("#/questions"), judges="flagged") == every(2)
    assert choose(page("#/questions"), system="ranker", outcome="right") == sorted(
        every(0) + every(1)
    )  # 5 and 7 crowns share a word of two
    assert choose(page("#/questions"), system="ranker", rung="answered") == every(4)
    assert choose(page("#/questions"), search="w1-q") == [f"w1-q{at}" for at in range(5)]
    browser = page("#/questions?world=w2&label.category=temporal")
    assert choose(browser) == ["w2-q2"]
    assert text(browser, "#state") == "1 of 15 questions"
    assert choose(browser, difficulty="easy") == []
    assert "difficulty" in browser.execute_script("return location.hash")


def test_a_world_is_searched_whole_whatever_capitals_and_breaks(page):
    browser = page("#/w/w0")
    keys(browser, "/", "FEE of  article 7", "\ue007")
    wait(browser, "return location.hash.startsWith('#/find/w0')")
    ready(browser)
    assert texts(browser, ".rows mark.found") == ["fee of article 7"]
    browser.execute_script("document.querySelector('.rows a').click()")
    wait(browser, "return location.hash.includes('w0-d-s07')")
    ready(browser)
    assert texts(browser, ".reading mark.found") == ["fee of article 7"]
    assert "nowhere" not in text(page("#/find/w0?text=😀 again"), "#main")
    assert text(page("#/find/w0?text=(.*"), "[role=status]") == "0 places"


def test_the_page_can_be_used_by_keyboard_alone(page):
    from selenium.webdriver.common.keys import Keys

    browser = page("#/questions?world=w0")
    keys(browser, Keys.TAB)
    assert text(browser, ":focus") == "Skip to the content"
    keys(browser, Keys.ENTER)
    assert browser.execute_script("return document.activeElement.id") == "main"
    keys(browser, "j", "j", Keys.ARROW_DOWN, "k")
    assert browser.execute_script("return document.activeElement.dataset.id") == "w0-q1"
    assert browser.execute_script("return getComputedStyle(document.activeElement).outlineStyle") == "solid"
    keys(browser, Keys.ENTER)
    wait(browser, "return location.hash.startsWith('#/w/w0/w0-q1')")
    ready(browser)
    keys(browser, "j")
    wait(browser, "return location.hash.startsWith('#/w/w0/w0-q2')")
    browser = page("#/w/w0/w0-d?q=w0-q3")
    keys(browser, "n")
    assert browser.execute_script("return document.querySelector('mark.lit').dataset.gold") == "1"
    browser = page("#/w/w0/w0-d-s03")
    keys(browser, "j")
    assert browser.execute_script("return document.activeElement.dataset.id") == "w0-d-s04"
    keys(browser, "?")
    assert browser.execute_script("return document.querySelector('#keys').open")
    keys(browser, Keys.ESCAPE)
    assert not browser.execute_script("return document.querySelector('#keys').open")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_every_view_fits_its_screen_in_light_and_dark(page, browser, width, scheme):
    screen(browser, width, scheme)
    for fragment in (
        "",
        "#/w/w0",
        "#/questions",
        "#/w/w0/w0-q0",
        "#/w/w0/w0-s00?q=w0-q0",
        "#/w/w0/w0-d?q=w0-q0&system=ranker",
        "#/find/w0?text=fee",
        "#/judge",
    ):
        page(fragment)
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width, fragment
    colors = browser.execute_script(
        "const own = getComputedStyle(document.body); return [own.color, own.backgroundColor].map((one) => one.match(/\\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0))"
    )
    ink, paper = colors
    assert (paper < 120 and ink > 600) if scheme == "dark" else (paper > 600 and ink < 120)
