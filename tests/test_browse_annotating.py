"""Answers and verdicts given on the page of worlds."""

import json

from tests.browse_page import (  # noqa: F401 (fixtures)
    asked,
    browser_fixture,
    made_fixture,
    page_fixture,
    people_fixture,
    port_fixture,
    shown_fixture,
)
from tests.browser import ready, requested, text, texts, wait

# people


def enter(browser, name):
    from selenium.webdriver.common.by import By

    browser.execute_script("sessionStorage.clear()")
    browser.refresh()
    ready(browser)
    field = browser.find_element(By.NAME, "name")
    field.clear()
    field.send_keys(name)
    browser.find_element(By.CSS_SELECTOR, ".judging button").click()
    wait(browser, "return document.querySelector('.ways')")


def test_an_answer_is_given_blind_and_written_and_work_goes_on_where_it_was(page, people, browser):
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    page("#/judge")
    enter(browser, "Ada Lovelace")
    requested(browser)
    browser.find_element(By.CSS_SELECTOR, ".ways a").click()
    wait(browser, "return document.querySelector('.judging textarea')")
    assert not [word for word in ("Multi-hop", "Hybrid", "7 crowns", "accepted") if word in text(browser, "#main")]
    browser.find_element(By.CSS_SELECTOR, ".judging textarea").send_keys("draft")
    browser.execute_script("document.querySelector('#main .shelf a').click()")  # reading does not lose what was written
    wait(browser, "return document.querySelector('.reading.document')")
    assert not [url for url in requested(browser) if "gold" in url]
    field = browser.find_element(By.CSS_SELECTOR, ".judging textarea")
    assert field.get_attribute("value") == "draft"
    field.clear()
    field.send_keys("7 crowns", Keys.CONTROL, Keys.ENTER)
    wait(browser, "return document.querySelector('.saved')")
    assert "Gold answer" in text(browser, "#main")
    (line,) = people.file("Ada Lovelace").read_text().splitlines()
    assert json.loads(line) | {"seen": "", "time": "", "seconds": 0} == {
        "annotator": "Ada Lovelace", "question": "w0-q0", "seen": "", "time": "", "seconds": 0,
        "kind": "answer", "text": "7 crowns", "abstained": False, "format": 1,
    }  # fmt: skip
    page("#/judge")
    enter(browser, "ada  lovelace")
    assert texts(browser, ".ways .faint") == ["1 of 15 done", "0 of 15 done"]
    browser.find_element(By.CSS_SELECTOR, ".ways a").click()
    wait(browser, "return location.hash.endsWith('w0-q1')")


def test_a_verdict_hides_the_judges_until_it_is_saved(page, people, browser):
    from selenium.webdriver.common.by import By

    page("#/judge")
    enter(browser, "Grace")
    page("#/judge/verdict/w0-q1")
    assert "5 crowns" in text(browser, "#main")
    assert "strict" not in text(browser, "#main")
    browser.find_element(By.CSS_SELECTOR, ".judging button").click()
    assert text(browser, ".error") == "Say yes or no to both."
    for name, value in (("correct", "no"), ("category", "yes")):
        browser.find_element(By.CSS_SELECTOR, f"[name={name}][value={value}]").click()
    browser.find_element(By.CSS_SELECTOR, ".judging button").click()
    wait(browser, "return document.querySelector('.saved')")
    assert "strict: answer refused" in text(browser, "#main")
    (made,) = people.of("Grace")
    assert (made.kind, made.question, made.correct, made.category) == ("verdict", "w0-q1", False, True)
    browser = page("#/judge/answer/w0-q1")
    assert "seen its gold" in text(browser, "#main")
    assert not texts(browser, ".judging")
    assert "none of the questions" in text(page("#/judge/answer/w7-q1"), "#main")


def test_a_judgement_that_cannot_be_saved_stays_on_the_page(page, browser, port):
    from selenium.webdriver.common.by import By

    page("#/judge")
    enter(browser, "Twice")
    page("#/judge/answer/w1-q0")
    sent = {
        "kind": "answer",
        "annotator": "Twice",
        "question": "w1-q0",
        "text": "first",
        "abstained": False,
        "seconds": 1,
    }
    assert asked(port, "/annotations", "POST", json.dumps(sent), Content_Type="application/json")[0] == 200
    browser.find_element(By.CSS_SELECTOR, ".judging textarea").send_keys("second")
    browser.find_element(By.CSS_SELECTOR, ".judging button").click()
    wait(browser, "return document.querySelector('.error').textContent")
    assert "Not saved. Twice gave a second answer" in text(browser, ".error")
    assert browser.find_element(By.CSS_SELECTOR, ".judging textarea").get_attribute("value") == "second"
    (logged,) = browser.get_log("browser")  # the browser itself tells of the 409
    assert "409" in logged["message"]
