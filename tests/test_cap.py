"""The Caselaw Access Project: files fetched from a site that fails in every way."""

import hashlib
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from microworlds.config import compose
from microworlds.core import params
from microworlds.core.errors import ItemError, UserError
from microworlds.core.records import Rejection
from microworlds.corpora.cap import Cap, whole_zip
from microworlds.corpora.download import Manners, WebSite
from tests.cap_site import case, serving, site, volume
from tests.cap_volumes import NAME, folder_fixture  # noqa: F401 (fixtures)
from tests.closure import ROOT

QUICK = Manners(retries=3, timeout_seconds=5.0, backoff_seconds=0.01)


def wrong_with(data):
    """A check that any file passes but these bytes."""
    return lambda path: "the wrong bytes" if path.read_bytes() == data else None


@pytest.fixture
def web(folder, tmp_path):
    with serving(folder) as served:
        website = WebSite(served.url, tmp_path / "cache", QUICK)
        yield website, served
        website.close()


def test_a_site_and_a_local_copy_of_it_give_the_same_sources_in_order_of_volume_and_page(folder, tmp_path):
    local = list(Cap(root=str(folder), volumes=("wess", "ebb")).gather(tmp_path / "unused", 1))
    with serving(folder) as served:
        cap = Cap(root=served.url, volumes=("wess", "ebb"), downloads=2)
        assert list(cap.gather(tmp_path / "cache", 1)) == local
        assert all(headers["User-Agent"].startswith("microworlds/") for _, headers in served.requests)
        asked = len(served.requests)
        assert list(cap.gather(tmp_path / "cache", 1)) == local
        assert len(served.requests) == asked
    assert [source.volume for source in local] == ["wess-4"] * 4 + ["wess-10"] * 2 + ["ebb-1"]
    assert [source.id for source in local][3:6] == ["wess-4-0040-01", "wess-10-0900-01", "wess-10-0080-01"]
    assert not (tmp_path / "unused").exists()


def test_no_more_files_are_fetched_at_once_than_was_said(tmp_path):
    root = site(tmp_path / "site", {"wess": {str(n): volume([case(n)]) for n in range(1, 9)}})
    with serving(root) as served:
        served.delay_seconds = 0.05
        list(Cap(root=served.url, volumes=("wess",), downloads=3).gather(tmp_path / "cache", 1))
        assert served.most_at_once == 3


@pytest.mark.parametrize(
    ("chosen", "read"),
    [
        (["wess/10"], ["wess-10"]),
        (["wess/10", "wess/4"], ["wess-4", "wess-10"]),
        (["ebb", "wess/10"], ["ebb-1", "wess-10"]),
        (["wess/10", "wess"], ["wess-4", "wess-10"]),
    ],
)
def test_volumes_are_chosen_by_name_and_a_reporter_s_own_name_is_all_of_it(folder, tmp_path, chosen, read):
    cap = Cap.model_validate({"root": str(folder), "volumes": chosen})
    assert list(dict.fromkeys(source.volume for source in cap.gather(tmp_path, 1))) == read


def test_volumes_given_on_the_command_line_take_the_place_of_the_default():
    tree = compose.composed(["corpus=cap", "corpus.volumes=[wess/10,ebb]"], ROOT / "conf")
    assert params.plugin("microworlds.corpora", "CORPUS", "corpus", tree).volumes == ("wess/10", "ebb")
    with pytest.raises(UserError, match=r"corpus\.volumes=\{wess: \[10\]\}"):
        compose.composed(["corpus=cap", "corpus.volumes={wess: [10]}"], ROOT / "conf")


def test_a_connection_dropped_in_mid_body_is_resumed_where_it_broke(web, folder):
    website, served = web
    served.faults[f"/{NAME}"] = [{"drop_after": 5000}, {"drop_after": 3000}]
    path = website.get(NAME, whole_zip)
    assert path.read_bytes() == (folder / NAME).read_bytes()
    assert [headers.get("Range") for headers in served.asked(f"/{NAME}")] == [None, "bytes=5000-", "bytes=8000-"]
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    assert path.with_name("4.zip.sha256").read_text() == f"{digest}  4.zip\n"
    assert sorted(p.name for p in path.parent.iterdir()) == ["4.zip", "4.zip.lock", "4.zip.sha256"]


def test_a_server_without_ranges_is_asked_for_the_whole_file_again(web, folder):
    website, served = web
    served.ranges = False
    served.faults[f"/{NAME}"] = [{"drop_after": 5000}]
    assert website.get(NAME, whole_zip).read_bytes() == (folder / NAME).read_bytes()


def test_a_file_that_changed_on_the_server_is_not_pasted_together_from_two(web, folder):
    website, served = web
    old = volume([case(number, words=2500) for number in range(30, 34)])
    served.faults[f"/{NAME}"] = [{"data": old, "drop_after": 5000}]
    assert website.get(NAME, whole_zip).read_bytes() == (folder / NAME).read_bytes()
    assert [headers.get("Range") for headers in served.asked(f"/{NAME}")] == [None, "bytes=5000-"]


def test_drops_that_bring_a_good_deal_cost_no_retry(tmp_path):
    data = os.urandom(600_000)
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "big").write_bytes(data)
    with serving(tmp_path / "site") as served:
        website = WebSite(served.url, tmp_path / "cache", Manners(retries=0, timeout_seconds=5.0))
        served.faults["/big"] = [{"drop_after": 100_000} for _ in range(4)]
        assert website.get("big", wrong_with(b"")).read_bytes() == data
        assert len(served.requests) == 5


def test_a_busy_server_is_given_the_time_it_asks_for(web, folder):
    website, served = web
    served.faults[f"/{NAME}"] = [{"status": 429, "headers": {"Retry-After": "1"}}, {"status": 503}]
    begun = time.monotonic()
    assert website.get(NAME, whole_zip).exists()
    assert time.monotonic() - begun >= 1.0
    assert len(served.asked(f"/{NAME}")) == 3


def test_a_server_that_asks_for_an_hour_is_left_in_peace(web):
    website, served = web
    served.faults[f"/{NAME}"] = [{"status": 429, "headers": {"Retry-After": "3600"}}]
    with pytest.raises(UserError, match="come back in 3600 seconds"):
        website.get(NAME, whole_zip)
    assert len(served.asked(f"/{NAME}")) == 1


def test_a_server_that_stays_down_ends_in_an_error_and_the_next_run_continues(web, folder):
    website, served = web
    served.faults[f"/{NAME}"] = [{"drop_after": 5000}] + [{"status": 503}] * 3
    with pytest.raises(UserError, match=rf"{served.url}/{NAME}: .*503.*asked 4 times.*kept and continued"):
        website.get(NAME, whole_zip)
    assert website.get(NAME, whole_zip).read_bytes() == (folder / NAME).read_bytes()
    assert served.asked(f"/{NAME}")[-1]["Range"] == "bytes=5000-"


def test_a_missing_volume_is_an_error_that_names_its_address_and_what_to_do(folder, tmp_path):
    (folder / NAME).unlink()
    with serving(folder) as served, pytest.raises(UserError, match=rf"{served.url}/{NAME}.*404.*Check the corpus"):
        list(Cap(root=served.url, volumes=("wess",)).gather(tmp_path / "cache", 1))
    with pytest.raises(UserError, match=r"4\.zip.*Check the corpus"):
        list(Cap(root=str(folder), volumes=("wess",)).gather(tmp_path / "cache", 1))


def test_nobody_listening_is_an_error_that_names_the_address(tmp_path):
    website = WebSite("http://127.0.0.1:9", tmp_path, Manners(retries=1, backoff_seconds=0.01))
    with pytest.raises(UserError, match=r"http://127\.0\.0\.1:9/x.*ConnectError.*asked 2 times"):
        website.get("x", whole_zip)


def test_a_damaged_file_is_fetched_once_more(web, folder):
    website, served = web
    whole = (folder / NAME).read_bytes()
    served.faults[f"/{NAME}"] = [{"data": whole[: len(whole) // 2]}]
    assert website.get(NAME, whole_zip).read_bytes() == whole
    served.faults["/ebb/1.zip"] = [{"data": b"PK"}, {"data": b"PK"}]
    with pytest.raises(ItemError, match=r"ebb/1\.zip: not a whole zip file .*fetched twice"):
        website.get("ebb/1.zip", whole_zip)
    assert not [path.name for path in (website._cache / "ebb").iterdir() if path.suffix in (".zip", ".part")]


def test_a_volume_truncated_for_good_is_refused_and_the_others_are_read(folder, tmp_path):
    (folder / NAME).write_bytes((folder / NAME).read_bytes()[:-2000])
    with serving(folder) as served:
        for root in (served.url, str(folder)):
            found = list(Cap(root=root, volumes=("wess",)).gather(tmp_path / "cache", 1))
            refused = [item for item in found if isinstance(item, Rejection)]
            assert [item.item for item in refused] == [NAME]
            assert "not a whole zip file" in refused[0].reason
            assert len(found) == 3


def test_a_cached_file_that_was_changed_is_fetched_again(web, folder, capsys):
    website, served = web
    path = website.get(NAME, whole_zip)
    path.write_bytes(volume([case(99)]))
    assert website.get(NAME, whole_zip).read_bytes() == (folder / NAME).read_bytes()
    assert "has changed since it was downloaded" in capsys.readouterr().err
    assert len(served.asked(f"/{NAME}")) == 2


def test_a_file_whose_checksum_was_not_yet_written_is_checked_not_fetched(web):
    website, served = web
    path = website.get(NAME, whole_zip)
    path.with_name("4.zip.sha256").unlink()
    website.get(NAME, whole_zip)
    assert len(served.asked(f"/{NAME}")) == 1
    assert path.with_name("4.zip.sha256").exists()


def test_a_run_that_is_killed_continues_and_leaves_no_torn_file(tmp_path):
    data = os.urandom(900_000)
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "big").write_bytes(data)
    cache = tmp_path / "cache"
    with serving(tmp_path / "site") as served:
        stall = threading.Event()
        served.faults["/big"] = [{"drop_after": 500_000, "stall": stall}]
        code = (
            "from pathlib import Path; from microworlds.corpora.download import *; "
            f"WebSite({served.url!r}, Path({str(cache)!r}), Manners()).get('big', lambda path: None)"
        )
        run = subprocess.Popen([sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)})
        until = time.monotonic() + 20
        while not ((cache / "big.part").exists() and (cache / "big.part").stat().st_size > 300_000):
            assert time.monotonic() < until
            time.sleep(0.02)
        run.send_signal(signal.SIGKILL)
        run.wait()
        stall.set()
        assert not (cache / "big").exists()
        arrived = (cache / "big.part").stat().st_size
        website = WebSite(served.url, cache, QUICK)
        assert website.get("big", wrong_with(b"")).read_bytes() == data
        assert served.asked("/big")[-1]["Range"] == f"bytes={arrived}-"


def test_a_cache_that_cannot_be_written_is_an_error_that_says_so(folder, tmp_path):
    (tmp_path / "cache").write_text("a file where a folder should be")
    with serving(folder) as served, pytest.raises(UserError, match=r"cannot keep .*cache"):
        WebSite(served.url, tmp_path / "cache", QUICK).get(NAME, whole_zip)
