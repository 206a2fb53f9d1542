"""The page of worlds: what it is told, what its server refuses, and how it behaves in a real browser."""

import http.client
import http.server
import json
import threading
from collections import Counter
from contextlib import contextmanager
from dataclasses import replace

import pytest

from microworlds import cli
from microworlds.browse import export, library, payloads
from microworlds.browse.assets import POLICY, assets
from microworlds.browse.human_annotations import Folder
from microworlds.browse.server import OpenRelease, drawn, server
from microworlds.core.errors import UserError
from microworlds.core.records import Observe
from microworlds.suites.base import find
from tests import browsed
from tests.browser import chromium, keys, ready, requested, screen, text, texts, visit, wait
from tests.test_systems_contract import LOGS


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return browsed.make(tmp_path_factory.mktemp("browsed"))


@pytest.fixture(scope="module")
def shown(made):
    return library.read(made / "release", made / "run")


@contextmanager
def serving(opened):
    running = server(opened, 0)
    thread = threading.Thread(target=running.serve_forever)
    thread.start()
    try:
        yield running.server_port
    finally:
        running.shutdown()
        thread.join()
        running.server_close()


@pytest.fixture(scope="module")
def people(tmp_path_factory):
    return Folder(tmp_path_factory.mktemp("people"))


@pytest.fixture(scope="module")
def port(shown, people):
    with serving(OpenRelease(shown, people, drawn(shown, None))) as number:
        yield number


@pytest.fixture(scope="module")
def browser():
    with chromium() as opened:
        yield opened


@pytest.fixture
def page(browser, port):
    """Opens an address of the page; nothing may have gone wrong or been fetched from elsewhere by the end."""

    def at(fragment=""):
        visit(browser, f"http://127.0.0.1:{port}/{fragment}")
        return browser

    browser.get("about:blank")
    browser.get_log("browser"), browser.get_log("performance")
    screen(browser, 1280, "light")
    yield at
    assert browser.get_log("browser") == []
    assert [
        url for url in requested(browser) if not url.startswith((f"http://127.0.0.1:{port}/", "data:", "about:"))
    ] == []
    assert browser.title != "owned"
    assert browser.execute_script("return document.querySelectorAll('img, iframe').length") == 0


# what the page is told


def test_the_order_of_filters_is_that_of_the_suite_and_of_the_data_where_nobody_knows_the_suite(shown):
    told = payloads.index(shown)
    assert told["order"] == find("memorydoc").labels.columns
    assert told["names"]["doc_only"] == "Doc-only"
    for unknown in ("other", "of.another-name"):
        assert payloads.index(replace(shown, suite=unknown))["order"] == {}


def test_a_folder_without_a_release_is_an_error(tmp_path):
    with pytest.raises(UserError, match="holds no release"):
        library.read(tmp_path)


@pytest.mark.parametrize(
    ("file", "old", "new", "match"),
    [
        (
            "run/answers/ranker.jsonl",
            '"question":"w0-q0"',
            '"question":"x"',
            "answers x, which this release does not ask",
        ),
        ("run/answers/ranker.jsonl", '"observation":"w0-d"', '"observation":"w1-d"', "points at w1-d"),
        (
            "release/test.gold.jsonl",
            '"observation":"w0-s00"',
            '"observation":"elsewhere"',
            "gold of w0-q0 points at elsewhere",
        ),
        ("release/test.episodes.jsonl", '"observation":"w0-s01"', '"observation":"lost"', "needs observation lost"),
        ("release/manifest.json", "suite", "suit", "is damaged"),
    ],
)
def test_what_does_not_belong_to_the_release_is_an_error(tmp_path, file, old, new, match):
    folder = browsed.make(tmp_path)
    (folder / file).write_text((folder / file).read_text().replace(old, new, 1))
    with pytest.raises(UserError, match=match):
        library.read(folder / "release", folder / "run")


def test_what_an_annotator_loads_before_answering_holds_no_gold(shown):
    before = json.dumps(payloads.world(shown, "w0")) + json.dumps(payloads.index(shown)["judging"])
    assert "7 crowns" in json.dumps(payloads.gold(shown, "w0"))
    assert not [word for word in ("multi_hop", "hybrid", "strict", "no red contract") if word in before]


def test_a_question_is_the_same_to_judge_until_its_text_or_gold_changes(shown):
    question = shown.episodes["w0"].questions[0]
    other = question.model_copy(update={"text": "Else?"})
    assert len({shown.seen(question), shown.seen(other), shown.seen(shown.episodes["w1"].questions[0])}) == 3


def test_a_sample_has_each_category_in_its_share(shown):
    # of five questions a world two are multi-hop
    counts = Counter(shown.gold[name].labels["category"] for name in drawn(shown, 10))
    assert counts == {"multi_hop": 4, "single_hop": 2, "temporal": 2, "adversarial": 2}


def test_a_larger_sample_has_the_smaller_one_in_it(shown):
    assert len(drawn(shown, 4)) == 4
    assert set(drawn(shown, 4)) < set(drawn(shown, 9)) < set(drawn(shown, None))
    assert list(drawn(shown, 9)) == sorted(drawn(shown, 9))


# the server


def asked(port, path, method="GET", body=None, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
    reply = connection.getresponse()
    status, content = reply.status, reply.read()
    connection.close()
    return status, content


@pytest.mark.parametrize(
    "path",
    [
        "/data/9.world.js",
        "/data/0.secret.js",
        "/../library.py",
        "/%2e%2e/library.py",
        "/annotations?name=../x",
        "/annotations",
    ],
)
def test_the_server_has_nothing_else(port, path):
    assert asked(port, path)[0] in (400, 404)


def test_the_server_answers_to_this_machine_and_to_its_own_page_alone(port):
    assert asked(port, "/")[0] == 200
    assert asked(port, "/", Host="evil.example")[0] == 403
    sent = json.dumps(
        {"kind": "answer", "annotator": "Eve", "question": "w0-q0", "text": "x", "abstained": False, "seconds": 1}
    )
    assert (
        asked(port, "/annotations", "POST", sent, Content_Type="application/json", Origin="http://evil.example")[0]
        == 403
    )
    for host in ("evil.example:8000", "127.0.0.1.evil.example", "evil.example:127.0.0.1", ""):  # DNS rebinding
        assert asked(port, "/data/0.gold.js", Host=host)[0] == 403
    assert asked(port, "/data/0.gold.js", Host="localhost")[0] == 200
    assert asked(port, "/annotations", "POST", sent, Content_Type="text/plain")[0] == 415
    assert asked(port, "/annotations", "POST", "x" * 70_000, Content_Type="application/json")[0] == 413


@pytest.mark.parametrize(
    "path", ["/", "/data/index.js", "/data/0.world.js", "/data/0.gold.js", "/annotations?name=Ada"]
)
def test_what_another_page_asks_for_is_refused_wherever_it_lies(port, path):
    for site in ("cross-site", "same-site", "anything"):  # another port of this machine is the same site
        status, content = asked(port, path, Sec_Fetch_Site=site)
        assert (status, list(json.loads(content))) == (403, ["error"])
    for site in ("same-origin", "none"):
        assert asked(port, path, Sec_Fetch_Site=site)[0] == 200
    assert asked(port, path)[0] == 200  # a program that is no browser


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200), ("GET", "/data/0.gold.js", 200), ("GET", "/nothing", 404), ("POST", "/data/0.gold.js", 404),
        ("OPTIONS", "/data/0.gold.js", 501), ("HEAD", "/data/0.gold.js", 501), ("GET", "/" + "x" * 70_000, 414),
    ],
)  # fmt: skip
def test_every_reply_is_for_pages_of_this_origin_alone(port, method, path, status):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request(method, path)
    reply = connection.getresponse()
    assert reply.status == status
    assert reply.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert reply.headers["X-Content-Type-Options"] == "nosniff"
    assert "Access-Control-Allow-Origin" not in reply.headers
    connection.close()


# a page of another port takes what it can: scripts, pictures, styles, and bytes that it may not look at
_THIEF = """<!doctype html><title>thief</title><script>
var taken = [];
const take = call => taken.push(call);
window.microworlds = {index: () => take("index"), world: () => take("world"), gold: () => take("gold")};
const at = "http://127.0.0.1:PORT";
const ends = [];
for (const [kind, path] of [["script", "/data/0.gold.js"], ["script", "/data/index.js"], ["img", "/"], ["iframe", "/"]])
  ends.push(new Promise(done => {
    const made = document.createElement(kind);
    made.onload = () => (kind == "iframe" || taken.push(kind + path), done());
    made.onerror = done;
    made.src = at + path;
    document.documentElement.append(made);
  }));
for (const mode of ["no-cors", "cors"])
  ends.push(fetch(at + "/data/0.gold.js", {mode}).then(reply => taken.push(mode + reply.type)).catch(() => 0));
Promise.all(ends).then(() => document.documentElement.dataset.ready = "1");
</script>"""


def test_a_page_of_another_port_reads_nothing(browser, port):
    class Thief(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = _THIEF.replace("PORT", str(port)).encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments):
            pass

    elsewhere = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Thief)
    thread = threading.Thread(target=elsewhere.serve_forever)
    thread.start()
    try:
        visit(browser, f"http://127.0.0.1:{elsewhere.server_port}/")
        assert browser.execute_script("return taken") == []
    finally:
        elsewhere.shutdown()
        thread.join()
        elsewhere.server_close()
        browser.get("about:blank")
        browser.get_log("browser"), browser.get_log("performance")


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ("{", 400), ("[]", 400), ('{"question": "w0-q0"}', 400), ('{"question": ["w0-q0"], "annotator": "Eve"}', 400),
        ({"question": "w9-q9"}, 400), ({"kind": "guess"}, 400), ({"seconds": -1}, 400), ({"more": 1}, 400),
        ({"annotator": "../../eve"}, 409), ({"annotator": ""}, 409), ({"text": "x" * 2001}, 400),
    ],
)  # fmt: skip
def test_what_is_no_judgement_is_refused_and_nothing_is_written(port, people, sent, status):
    good = {"kind": "answer", "annotator": "Eve", "question": "w0-q0", "text": "x", "abstained": False, "seconds": 1}
    body = sent if isinstance(sent, str) else json.dumps(good | sent)
    found, content = asked(port, "/annotations", "POST", body, Content_Type="application/json")
    assert found == status
    assert json.loads(content)["error"]
    assert not people.file("Eve").exists()


def test_a_server_that_collects_nothing_says_so(shown):
    with serving(OpenRelease(shown)) as number:
        assert asked(number, "/annotations?name=Ada")[0] == 404


def test_a_port_that_is_taken_is_an_error_of_the_users(shown, port):
    with pytest.raises(UserError, match="Choose another one"):
        server(OpenRelease(shown), port)


def test_the_page_and_its_server_have_one_policy():
    assert f'content="{POLICY}"' in assets()["index.html"].decode()


# in a browser


def test_all_worlds_and_then_one_with_its_people_and_events(page):
    browser = page()
    assert len(texts(browser, "#main .cards .row")) == 3
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


def highlighted(browser):
    """The text of each gold that is marked, put together from its marks."""
    return browser.execute_script("""
        const found = {};
        for (const own of document.querySelectorAll('#main .reading mark.gold'))
          for (const number of own.dataset.gold.split(' ')) found[number] = (found[number] ?? '') + own.textContent;
        return found;
    """)


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


# the export, and what a release may lack


def test_an_export_opens_from_the_disk(shown, browser, tmp_path):
    assert export.export(shown, tmp_path / "page") == len(assets()) + 1 + 2 * 3
    browser.get_log("browser"), browser.get_log("performance")
    visit(browser, f"{(tmp_path / 'page' / 'index.html').as_uri()}#/w/w0/w0-d?q=w0-q0")
    assert highlighted(browser) == {"2": "The fee of article 7 is 7 crowns 😀."}
    assert not browser.execute_script("return document.querySelector('#to-judge').offsetParent")
    visit(browser, f"{(tmp_path / 'page' / 'index.html').as_uri()}#/w/w0/w0-q0")
    assert "Gold answer" in text(browser, "#main")
    assert browser.get_log("browser") == []
    assert [url for url in requested(browser) if not url.startswith(("file:", "data:", "about:"))] == []


def test_an_export_replaces_an_export_and_nothing_else(shown, tmp_path):
    export.export(shown, tmp_path / "page")
    (tmp_path / "page" / "data" / "99.gold.js").write_text("left over")
    export.export(shown, tmp_path / "page")
    assert not (tmp_path / "page" / "data" / "99.gold.js").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["page"]
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("")
    with pytest.raises(UserError, match="no exported page"):
        export.export(shown, tmp_path / "mine")


def test_the_same_release_makes_the_same_export(made, tmp_path, monkeypatch, capsys):
    for name in ("one", "two"):
        monkeypatch.setattr(
            "sys.argv",
            [
                "microworlds",
                "browse",
                str(made / "release"),
                "--run",
                str(made / "run"),
                "--export",
                str(tmp_path / name),
            ],
        )
        with pytest.raises(SystemExit, match="0"):
            cli.main()
    assert "open it in a browser" in capsys.readouterr().out
    one, two = (
        {path.name: path.read_bytes() for path in (tmp_path / name).rglob("*") if path.is_file()}
        for name in ("one", "two")
    )
    assert one == two


def test_a_release_without_gold_answers_or_a_manifest_is_shown_as_it_is(browser, tmp_path):
    folder = browsed.make(tmp_path)
    for name in ("test.gold.jsonl", "verdicts.jsonl", "worlds.jsonl", "manifest.json"):
        (folder / "release" / name).unlink()
    with serving(OpenRelease(library.read(folder / "release"))) as number:
        visit(browser, f"http://127.0.0.1:{number}/#/w/w0/w0-q0")
        assert "it was withheld" in text(browser, "#main")
        visit(browser, f"http://127.0.0.1:{number}/#/questions")
        assert len(texts(browser, "#found .row")) == 15


def test_a_log_its_entries_and_gold_of_a_template_with_criteria_are_shown(shown, browser):
    log = LOGS[0]
    episode, question = shown.episodes["w0"], shown.episodes["w0"].questions[0].id
    steps = (Observe(observation=log.id), *episode.steps)
    more = {"fields": {"schedule.days": "Monday"}, "rubric": ("is brief",)}
    changed = replace(
        shown,
        observations={**shown.observations, log.id: log},
        episodes={**shown.episodes, "w0": episode.model_copy(update={"steps": steps})},
        gold={**shown.gold, question: shown.gold[question].model_copy(update=more)},
    )
    with serving(OpenRelease(changed)) as number:
        visit(browser, f"http://127.0.0.1:{number}/#/w/w0")
        assert "Logs" in texts(browser, "#main h2")
        (entry,) = [row for row in texts(browser, "#main .row") if "L1 · l1" in row]
        assert "2 entries" in entry
        visit(browser, f"http://127.0.0.1:{number}/#/w/w0/{log.parts[1].id}")
        assert log.text in "".join(texts(browser, "#main .reading p"))
        visit(browser, f"http://127.0.0.1:{number}/#/w/w0/{question}")
        assert texts(browser, "#main .facts dt") == ["schedule.days"]
        assert "is brief" in text(browser, "#main ul[aria-label=Criteria]")
