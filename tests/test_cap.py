import hashlib
import os
import signal
import subprocess
import sys
import threading
import time
import zipfile
from collections import Counter
from pathlib import Path

import pytest

from microworlds.config import compose
from microworlds.core import params
from microworlds.core.errors import ItemError, UserError
from microworlds.core.records import Rejection
from microworlds.corpora.cap import Cap, whole_zip
from microworlds.corpora.case import Case, caption_court, source_of, unbroken
from microworlds.corpora.download import Manners, WebSite
from tests.cap_site import case, serving, site, volume
from tests.closure import ROOT

QUICK = Manners(retries=3, timeout_seconds=5.0, backoff_seconds=0.01)
REAL = Path("/work/shared/data/cap")
NAME = "wess/4.zip"


def wrong_with(data):
    """A check that any file passes but these bytes."""
    return lambda path: "the wrong bytes" if path.read_bytes() == data else None


@pytest.fixture
def folder(tmp_path):
    volumes = {
        "10": volume([case(7, file_name="0900-01"), case(8)]),
        "4": volume([case(number, words=3000) for number in range(1, 5)]),
    }
    return site(tmp_path / "site", {"wess": volumes, "ebb": {"1": volume([case(20, jurisdiction="Ebb")])}})


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


def test_faulty_members_are_refused_by_name_and_reason_and_the_others_are_read(tmp_path):
    members = (
        ("json/0900-01.json", b""),
        ("json/0901-01.json", b"\xff\xfe\x00bad"),
        ("json/0902-01.json", b'{"id": 5, "name": "A v. B"}'),
        ("json/0903-01.json", b'{"id": 5'),
        ("json/0904-01.json", b"[]"),
        ("json/notes.txt", b"not a case"),
    )
    silent = case(5, casebody={"opinions": [{"type": "majority", "text": "  "}]})
    again = case(2) | {"file_name": "0777-01"}
    root = site(tmp_path / "site", {"wess": {"4": volume([case(1), case(2), silent, again], members)}})
    found = list(Cap(root=str(root), volumes=("wess",)).gather(tmp_path, 1))
    refused = {item.item.rsplit("/", 1)[1]: item.reason for item in found if isinstance(item, Rejection)}
    assert refused.pop("0900-01.json") == "empty"
    assert refused.pop("0901-01.json") == "not UTF-8 (byte 0 is 0xff)"
    assert refused.pop("0902-01.json") == "not a case: decision_date: Field required"
    assert "Invalid JSON" in refused.pop("0903-01.json")
    assert refused.pop("0904-01.json").startswith("not a case: ")
    assert "no opinion with text" in refused.pop("0050-01.json")
    assert refused.pop("0777-01.json") == "the case 7002 came before, in wess/4.zip/json/0020-01.json"
    assert not refused
    assert [item.id for item in found if not isinstance(item, Rejection)] == ["wess-4-0010-01", "wess-4-0020-01"]


def test_a_damaged_member_of_a_local_volume_costs_that_case_alone(tmp_path):
    root = site(tmp_path / "site", {"wess": {"4": volume([case(1), case(2)])}})
    path = root / NAME
    data = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as archive:
        data[archive.getinfo("json/0010-01.json").header_offset + 200] ^= 0xFF
    path.write_bytes(data)
    found = list(Cap(root=str(root), volumes=("wess",)).gather(tmp_path, 1))
    assert [getattr(item, "item", item.id if not isinstance(item, Rejection) else "") for item in found] == [
        "wess/4.zip/json/0010-01.json",
        "wess-4-0020-01",
    ]
    assert found[0].reason.startswith("damaged")


def test_wrong_settings_are_named_with_the_right_ones(folder, tmp_path):
    for settings, message in (
        ({"volumes": ("wes",)}, r"no reporter 'wes' \(did you mean 'wess'\?\)\. It has: ebb, wess"),
        ({"volumes": ("wess/4", "wess/5")}, r"no volume '5'\. It has: 4, 10"),
        ({"volumes": ("wess",), "root": str(tmp_path / "nowhere")}, "neither a folder nor an address"),
    ):
        with pytest.raises(UserError, match=message):
            list(Cap.model_validate({"root": str(folder)} | settings).gather(tmp_path, 1))


def test_metadata_with_a_path_in_a_name_is_refused(folder, tmp_path):
    (folder / "wess" / "VolumesMetadata.json").write_text('[{"volume_folder": "../../etc"}]')
    with pytest.raises(UserError, match="not a list of objects with a plain name under 'volume_folder'"):
        list(Cap(root=str(folder), volumes=("wess",)).gather(tmp_path, 1))


def test_the_court_is_the_caption_s_and_the_label_s_only_where_the_caption_names_none():
    assert Case.model_validate(case(1, court="Wessmark Land Court")).court_named == "High Court of Wessmark"
    silent = case(1, court="Wessmark Land Court", casebody={"head_matter": "A v. B.\n(Nome.\nMay 4, 1902.)\nNo. 3."})
    assert Case.model_validate(silent).court_named == "Wessmark Land Court"


@pytest.mark.parametrize(
    ("line", "court"),
    [
        ("Supreme Court of Wessmark.", "Supreme Court of Wessmark"),
        ("IN THE COURT OF APPEALS OF WESSMARK", "COURT OF APPEALS OF WESSMARK"),
        ("(Land Court, Third Division.", "Land Court, Third Division"),
        ("Family Court of Wessmark, Dunforth County.", "Family Court of Wessmark, Dunforth County"),
        ("Court of Errors of Wessmark, June Term 1851", "Court of Errors of Wessmark"),
        ("High Court of Wessmark, Ostrey. May 4, 1987.", "High Court of Wessmark, Ostrey"),
        ("United States District Court, S.D. Wessmark", "United States District Court, S.D. Wessmark"),
        ("A. PEMBREY, Petitioner v. HIGH COURT OF WESSMARK, Respondent.", None),
        ("Motion to Dismiss Appeal from Land Court.", None),
        ("2. Courts — Consent—Jurisdiction of Land Court.", None),
        ("Before TARN, C.J., constituting the Court en Banc.", None),
        ("Retired Judge assigned to Superior Court.", None),
        ("Petition of Ebb Court Apartments for leave to build.", None),
    ],
)
def test_a_caption_line_is_a_court_only_if_it_is_nothing_else(line, court):
    assert caption_court(f"A v. B.\n{line}\nNo. 3.") == court


def test_a_source_is_heading_caption_and_opinions_each_at_its_place():
    made = Case.model_validate(case(3))
    source = source_of(made, volume="wess-4", licence="CC0-1.0", attribution="invented")
    pieces = [source.text[part.start : part.end] for part in source.parts]
    assert source.text.split("\n")[0] == "Pembrey3 v. Town of Dunforth, 4 Wess. 30"
    assert [part.title for part in source.parts] == [
        "caption",
        "majority opinion by TARN, C.J.",
        "dissent by OKORO, J., dissenting",
    ]
    assert pieces == [made.casebody.head_matter, *(opinion.text for opinion in made.casebody.opinions)]
    assert source.text == "\n".join([source.text.split("\n")[0], *pieces])
    assert (source.court, source.docket, source.citation) == ("High Court of Wessmark", "No. 3 of 1987", "4 Wess. 30")


@pytest.mark.parametrize(
    ("stated", "kept"),
    [("1987-05-04", "1987-05-04"), ("1987-05", "1987-05"), ("1987", "1987"), ("1911-02-30", "1911-02"), ("", None)],
)
def test_a_date_is_kept_as_far_as_it_names_a_real_day(stated, kept):
    made = Case.model_validate(case(1, decision_date=stated))
    assert source_of(made, volume="v", licence="l", attribution="a").date == kept


def test_only_words_that_stand_whole_elsewhere_are_joined():
    text = "A land-lord is a landlord and no lord. The ap-pellee, Mr. Porter-field, seeks re-argument of rule-making. An appellee. Rulemaking. Reargument. Field."
    assert unbroken(text) == text.replace("ap-pellee", "appellee")
    assert (
        unbroken("File 333\u00ad194486; sur\u00adveyed land was surveyed")
        == "File 333\u00ad194486; surveyed land was surveyed"
    )


@pytest.mark.skipif(not REAL.exists(), reason="needs the real opinions")
def test_all_real_opinions_are_read_and_their_courts_come_from_their_captions(tmp_path):
    cap = Cap(root=str(REAL), volumes=("a3d", "alaska"))
    found = list(cap.gather(tmp_path, 1))
    assert Counter(item.volume for item in found) == {
        "a3d-1": 33,
        "a3d-2": 98,
        "a3d-3": 61,
        "a3d-4": 72,
        "alaska-1": 106,
    }
    griffith = next(item for item in found if item.citation == "4 A.3d 608" and "Griffith" in item.title)
    assert griffith.court == "Supreme Court of Pennsylvania"
    assert sum(item.court == "Alaska District Court" for item in found) == 105
