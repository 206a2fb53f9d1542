"""A real browser for tests of pages: Debian's chromium, headless, that reaches no host but this one."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def chromium() -> Iterator:
    """A browser; skips the test where there is none."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    binary, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not binary or not driver:
        pytest.skip("no chromium with chromedriver here: apt-get install chromium chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = binary
    arguments = "--headless=new --no-sandbox --disable-gpu --window-size=1280,900"
    for argument in (*arguments.split(), "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    opened = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    try:
        yield opened
    finally:
        opened.quit()


def wait(browser, script, *arguments):
    """What the script gives once it is true."""
    from selenium.webdriver.support.ui import WebDriverWait

    return WebDriverWait(browser, 30).until(lambda own: own.execute_script(script, *arguments))


def visit(browser, address):
    """Open a page in a fresh document and wait until it says that it is ready."""
    browser.get("about:blank")
    browser.get(address)
    ready(browser)


def ready(browser):
    wait(browser, "return document.documentElement.dataset.ready === '1'")


def keys(browser, *pressed):
    from selenium.webdriver import ActionChains

    ActionChains(browser).send_keys(*pressed).perform()


def text(browser, selector):
    return browser.execute_script("return document.querySelector(arguments[0])?.innerText ?? null", selector)


def texts(browser, selector):
    return browser.execute_script(
        "return [...document.querySelectorAll(arguments[0])].map((own) => own.textContent)", selector
    )


def requested(browser):
    """All addresses asked for since the last call."""
    events = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    return [own["params"]["request"]["url"] for own in events if own["method"] == "Network.requestWillBeSent"]


def screen(browser, width, scheme):
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600},
    )
    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    )
