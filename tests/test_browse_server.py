"""The page of worlds: what it is told, and what its server refuses."""

import http.client
import http.server
import json
import threading
from collections import Counter
from dataclasses import replace

import pytest

from microworlds.browse import library, payloads
from microworlds.browse.export import POLICY, assets
from microworlds.browse.server import OpenRelease, drawn, server
from microworlds.core.errors import UserError
from microworlds.suites.base import find
from tests import browsed
from tests.browse_page import asked, browser_fixture, made_fixture, people_fixture, port_fixture, serving, shown_fixture  # noqa: F401 (fixtures)
from tests.browser import visit

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
