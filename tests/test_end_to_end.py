"""All of it, as somebody does who has nothing but the project's URL and its README: a version is pulled, checked, loaded
and played on; then comes the next; then a browser looks. Versions are made by the real pipeline, data lie in S3.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.browser import chromium, ready, text, visit
from tests.closure import ROOT
from tests.releasing import Project, server
from tests.tree import Tree

pytestmark = [pytest.mark.pipeline, pytest.mark.slow]
LOADED = """
import sys
import microworlds

release = microworlds.load("memorydoc", version="1.0.0", split="test", source=sys.argv[1])
print("worlds", [world.id for world in release.worlds], "questions", len(list(release.questions)))
"""


def told() -> list[str]:
    """The commands of the README, less what stands behind them."""
    section = (ROOT / "README.md").read_text().split("## Pull a released version")[1].split("\n## ")[0]
    blocks = section.split("```")[1::2]
    return [line.split("  ")[0].strip() for block in blocks for line in block.strip().splitlines()]


def looked_at(own: Project, command: str) -> str:
    """What a browser shows of the page that a command serves."""
    process = subprocess.Popen(
        [*command.split(), "--port", "0"], cwd=own.path, env=own.environment, text=True, stdout=subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        address = re.search(r"http://[^ ]+", process.stdout.readline())
        assert address
        with chromium() as browser:
            visit(browser, address[0])
            ready(browser)
            return str(text(browser, "body"))
    finally:
        process.kill()
        process.wait()


def test_a_version_is_pulled_checked_loaded_played_on_and_looked_at_and_so_is_the_next(
    tree: Tree, tmp_path: Path
) -> None:
    for name in ("elsewhere", "another"):
        (tmp_path / name).mkdir()
    with server(tmp_path / "moto.log") as s3:
        # who publishes: three worlds, then two more
        s3.bucket("versions")
        own = Project(tree.path, Path(tree.environment["HOME"]))
        origin = tmp_path / "microworlds.git"
        subprocess.run(["git", "init", "--quiet", "--bare", "--initial-branch", "main", str(origin)], check=True)
        own.run("git", "remote", "add", "origin", str(origin))
        own.run("git", "push", "--quiet", "--set-upstream", "origin", "main")
        own.remote(url="s3://versions/cache", endpointurl=s3.url, verify="true")
        own.edit("conf/config.yaml", "- systems: default", "- systems: paper")
        # whatever so few small worlds are outside of
        own.edit("conf/config.yaml", "despite: null ", "despite: three small worlds, for a test ")
        own.module("microworlds.config.compose")
        own.repro()
        own.commit()
        own.microworlds("release", "1.0.0")

        # who uses: an empty folder, an empty home, the README
        anyone = Project(tmp_path / "elsewhere", tmp_path / "another")
        cloning, entering, *commands, browsing, comparing = told()
        anyone.run(*cloning.replace("URL", str(origin)).split())
        cloned = Project(anyone.path / entering.removeprefix("cd "), tmp_path / "another")
        said = [cloned.run(*command.split()) for command in commands]
        assert "sound" in said[-2]
        assert re.fullmatch(r"F1 0\.\d{3} over \d+ answerable questions of 1 worlds\n", said[-1])
        assert "worlds ['w000'] questions 20" in anyone.run("python", "-c", LOADED, str(origin))

        # the next version: what was there is as it was
        own.edit("conf/scale/smoke.yaml", "worlds: 3", "worlds: 5")
        own.module("microworlds.config.compose")
        own.repro()
        own.commit()
        assert "- worlds: 2 added" in own.microworlds("release", "1.1.0")
        cloned.run("git", "fetch", "--quiet", "--tags")
        assert "40 added" in cloned.run(*comparing.split())
        diff = json.loads(cloned.run(*comparing.split(), "--json"))
        assert len(diff["worlds"]["added"]) == 2
        assert not any(
            diff[name][how] for name in ("worlds", "documents", "sessions") for how in ("removed", "changed")
        )
        assert {change for question in diff["questions"] for change in question["changes"]} == {"added"}
    assert "w002" in looked_at(cloned, browsing)  # last: without a browser the test ends here, as skipped
