"""A release shown by the real server in a real browser."""

import http.client
import http.server
import threading
from contextlib import contextmanager

import pytest

from microworlds.browse import library
from microworlds.browse.human_annotations import Folder
from microworlds.browse.server import OpenRelease, drawn, server
from tests import browsed
from tests.browser import chromium, requested, screen, visit


@pytest.fixture(name="made", scope="module")
def made_fixture(tmp_path_factory):
    return browsed.make(tmp_path_factory.mktemp("browsed"))


@pytest.fixture(name="shown", scope="module")
def shown_fixture(made):
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


@pytest.fixture(name="people", scope="module")
def people_fixture(tmp_path_factory):
    return Folder(tmp_path_factory.mktemp("people"))


@pytest.fixture(name="port", scope="module")
def port_fixture(shown, people):
    with serving(OpenRelease(shown, people, drawn(shown, None))) as number:
        yield number


@pytest.fixture(name="browser", scope="module")
def browser_fixture():
    with chromium() as opened:
        yield opened


@pytest.fixture(name="page")
def page_fixture(browser, port):
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


def asked(port, path, method="GET", body=None, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
    reply = connection.getresponse()
    status, content = reply.status, reply.read()
    connection.close()
    return status, content


def highlighted(browser):
    """The text of each gold that is marked, put together from its marks."""
    return browser.execute_script("""
        const found = {};
        for (const own of document.querySelectorAll('#main .reading mark.gold'))
          for (const number of own.dataset.gold.split(' ')) found[number] = (found[number] ?? '') + own.textContent;
        return found;
    """)
