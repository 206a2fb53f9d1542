"""The page of worlds as a folder that opens from the disk."""

from dataclasses import replace
from datetime import date

import pytest

from microworlds import cli
from microworlds.browse import export, library
from microworlds.browse.export import assets
from microworlds.browse.server import OpenRelease
from microworlds.core.errors import UserError
from microworlds.core.records import Observe
from microworlds.suites import base as suites
from microworlds.suites.dynamicmem import files
from microworlds.suites.dynamicmem.records import Change, ReleasedState, Routine, Schedule, State
from tests import browsed
from tests.browse_page import (  # noqa: F401 (fixtures)
    browser_fixture,
    highlighted,
    made_fixture,
    page_fixture,
    people_fixture,
    port_fixture,
    serving,
    shown_fixture,
)
from tests.browser import requested, text, texts, visit, wait
from tests.test_systems_contract import LOGS

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


def test_what_holds_is_drawn_from_when_on_with_what_shows_it(shown, browser):
    seen = shown.observations[shown.episodes["w0"].observed[0]].parts[0].id
    stretches = [
        suites.Stretch(since=date(2024, 1, 1), text="the Lido", why=None, parts=(seen,)),
        suites.Stretch(since=date(2024, 9, 1), text="the lake", why="a friend's advice", parts=()),
    ]
    track = suites.Track(world="w0", group="Health", kind="habits", name="swim", stretches=tuple(stretches))
    with serving(OpenRelease(replace(shown, tracks={"w0": [track]}))) as number:
        visit(browser, f"http://127.0.0.1:{number}/#/w/w0")
        assert "What holds, and from when" in texts(browser, "#main h2")
        wait(browser, "return document.querySelector('.lives rect') !== null")
        assert len(browser.find_elements("css selector", ".lives rect")) == 2
        link = browser.find_element("css selector", ".lives a")
        assert link.get_attribute("aria-label") == "swim: from 2024-01-01: the Lido"
        assert link.get_dom_attribute("href").endswith(f"/{seen}")
        browser.find_element("css selector", "#main details summary").click()
        assert "from 2024-09-01: the lake (a friend's advice)." in " ".join(texts(browser, "#main details li"))
        visit(browser, f"http://127.0.0.1:{number}/#/w/w1")
        assert "What holds, and from when" not in texts(browser, "#main h2")


def test_the_states_of_a_release_are_tracks():
    change = {"window": 0, "op": "initial", "reason": None}
    routine = Routine(
        schedule=Schedule(frequency="weekly", days=(0, 3)), start_time="18:30", end_time="19:30", location="the Lido"
    )
    changes = (
        Change(day=date(2024, 1, 1), routine=routine, **change),
        Change(day=date(2024, 5, 1), **change | {"op": "drop", "reason": "to save time"}),
    )
    state = State(key="habits:swim", family="habits", domain="Leisure", name="swim", label="swim", changes=changes)
    made = files.track(ReleasedState(user="u1", state=state, shown=(("log_1",), ()), canary="x"))
    assert [own.text for own in made.stretches] == ["weekly on Monday, Thursday, 18:30 to 19:30, the Lido", "given up"]
    assert (made.stretches[0].parts, made.stretches[1].why) == (("u1-log_1",), "to save time")
    liked = state.model_copy(
        update={"family": "preferences", "changes": (Change(day=date(2024, 1, 1), value=("a", "b"), **change),)}
    )
    assert (
        files.track(ReleasedState(user="u1", state=liked, shown=((),), canary="x")).stretches[0].text
        == "a rather than b"
    )
