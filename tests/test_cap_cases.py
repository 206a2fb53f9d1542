"""Cases of the Caselaw Access Project: what is read, and what is refused."""

import zipfile
from collections import Counter
from pathlib import Path

import pytest

from microworlds.core.errors import UserError
from microworlds.core.records import Rejection
from microworlds.corpora.cap import Cap
from microworlds.corpora.case import Case, caption_court, source_of, unbroken
from tests.cap_site import case, site, volume
from tests.cap_volumes import NAME, folder_fixture  # noqa: F401 (fixtures)

REAL = Path("/work/shared/data/cap")


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
