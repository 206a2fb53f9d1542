import json
from itertools import pairwise
from pathlib import Path

import pytest

from microworlds.core.errors import UserError
from microworlds.core.records import Rejection
from microworlds.corpora import naming, outline
from microworlds.corpora.folder import Folder
from microworlds.corpora.headings import squeezed
from tests.agreement_texts import SUPPLY
from tests.cap_site import prose

REAL = Path("/work/shared/data/contracts")

ARTICLES = ("Definitions", "Supply of Kettles", "Prices and Payment", "Delivery", "Term and Termination", "Notices")


def agreement(heading, *, contents=True, words=150):
    """An invented agreement whose articles are headed as ``heading`` writes them, with a table of contents."""
    lines = ["Exhibit 10.2", "KETTLE SUPPLY AGREEMENT", ""]
    if contents:
        lines += ["TABLE OF CONTENTS", ""]
        for number, name in enumerate(ARTICLES, start=1):
            lines += [f"{heading(number, name)} {number * 4}", f"{number}.1 General {number * 4}", ""]
    lines += ["This Kettle Supply Agreement is made by Ostrey Kettles Ltd and Dunforth Stores Ltd.", prose(0, 60), ""]
    for number, name in enumerate(ARTICLES, start=1):
        lines += [heading(number, name), "", f"{number}.1 The parties agree as follows in this article.", ""]
        lines += [
            prose(number, words),
            f"As Section {number} of the Deed says, so it is.",
            f"1. {prose(number + 50, 40)}",
            "",
        ]
    lines += [
        "IN WITNESS WHEREOF the parties have signed this agreement on the day first written above.",
        prose(90, 40),
        "",
    ]
    lines += ["EXHIBIT A PRICE LIST", "", prose(91, 60), "", "EXHIBIT B FORM OF ORDER", "", prose(92, 60)]
    return "\n".join(lines)


STYLES = {
    "ARTICLE IV": lambda number, name: f"ARTICLE {('I', 'II', 'III', 'IV', 'V', 'VI')[number - 1]}. {name.upper()}",
    "Article 4": lambda number, name: f"Article {number} {name}",
    "Section 4.": lambda number, name: f"Section {number}. {name}.",
    "4. TERM": lambda number, name: f"{number}. {name.upper()}",
    "4.0 TERM": lambda number, name: f"{number}.0 {name.upper()}",
    "title below": lambda number, name: f"ARTICLE {number}\n\n{name.upper()}",
    "in words": lambda number, name: f"ARTICLE {('ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX')[number - 1]} - {name}",
}


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("contents", [True, False])
def test_articles_are_found_whatever_their_numbers_look_like_and_contents_do_not_count(style, contents):
    text = agreement(STYLES[style], contents=contents)
    parts = outline.parts(text, "k")
    titles = [part.title for part in parts]
    assert [title.lower().endswith(name.lower()) for title, name in zip(titles[1:], ARTICLES, strict=False)] == [
        True
    ] * 6
    assert titles[0] == "Preamble"
    assert titles[7:] == ["Signatures", "EXHIBIT A PRICE LIST", "EXHIBIT B FORM OF ORDER"]
    for part, name in zip(parts[1:7], ARTICLES, strict=True):
        assert name.lower() in text[part.start : part.start + 60].lower()
        assert part.end - part.start > 700


@pytest.mark.parametrize("style", STYLES)
def test_parts_cover_the_text_from_end_to_end(style):
    text = agreement(STYLES[style])
    parts = outline.parts(text, "k")
    assert parts[0].start == 0
    assert parts[-1].end == len(text)
    assert all(one.end == two.start for one, two in pairwise(parts))
    assert [part.id for part in parts] == [f"k-p{place:02d}" for place in range(1, len(parts) + 1)]


def test_a_running_head_with_page_numbers_is_no_sequence_of_articles():
    # one article is most of the text, so that the pages cut it more evenly than the articles do
    pieces = [f"Article {n} {name}\n{prose(n, 2600 if n == 2 else 90)}" for n, name in enumerate(ARTICLES, start=1)]
    lines = "\n".join(pieces).split("\n")
    pages = [lines[start : start + 4] for start in range(0, len(lines), 4)]
    heads = [f"{n} Ostrey-Dunforth Supply Agreement (Execution Copy)" for n in range(1, len(pages) + 1)]
    text = "\n".join("\n".join([head, *page]) for head, page in zip(heads, pages, strict=True))
    titles = [part.title for part in outline.parts(text, "k")]
    assert titles[-4:] == [f"Article {n} {name}" for n, name in enumerate(ARTICLES, start=1)][2:]


def test_an_article_that_is_very_long_is_cut_at_its_own_sections():
    sections = "\n".join(f"2.{number} {name}.\n{prose(number, 1200)}" for number, name in enumerate(ARTICLES, start=1))
    text = (
        f"ARTICLE 1 SCOPE\n{prose(20, 200)}\nARTICLE 2 GENERAL TERMS\n{sections}\nARTICLE 3 NOTICES\n{prose(21, 200)}"
    )
    titles = [part.title for part in outline.parts(text, "k")]
    assert titles == [
        "ARTICLE 1 SCOPE",
        *(f"2.{n} {name}" for n, name in enumerate(ARTICLES, start=1)),
        "ARTICLE 3 NOTICES",
    ]


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("  Supply of\tKettles ........ 12", "Supply of Kettles"),
        ("ARTICLE 4 NOTICES. ", "ARTICLE 4 NOTICES"),
        ("Delivery; Risk iv", "Delivery; Risk"),
    ],
)
def test_a_title_is_one_line_without_page_number_and_final_stop(line, title):
    assert squeezed(line) == title


def test_markdown_headings_count_but_not_those_in_code():
    text = f"# Guide\n\n{prose(1, 60)}\n\n## Kilns\n{prose(2, 60)}\n```\n## not this\n```\n## Jetties\n{prose(3, 60)}\n"
    assert [part.title for part in outline.parts(text, "k")] == ["Guide", "Kilns", "Jetties"]


def test_lines_in_capitals_count_where_nothing_is_numbered():
    text = f"{prose(0, 60)}\nTHE HARBOUR\n{prose(1, 60)}\nTHE KILN\n{prose(2, 60)}\nTHE ORCHARD\n{prose(3, 60)}\n"
    assert [part.title for part in outline.parts(text, "k")] == ["Preamble", "THE HARBOUR", "THE KILN", "THE ORCHARD"]


@pytest.mark.parametrize("text", ["", "One line.", prose(1, 2000), "1. one\n2. two\n3. three\n"])
def test_a_text_without_articles_has_no_parts(text):
    assert outline.parts(text, "k") == ()


def write(folder, **files):
    for name, data in files.items():
        path = folder / name.replace("__", ".").replace("_in_", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return folder


def gathered(folder, **settings):
    return list(Folder(path=str(folder), **settings).gather(folder, 1))


def test_every_kind_of_file_gives_sources_in_order_of_path_and_line(tmp_path):
    record = {"body": "From a field called body.", "name": "Kiln book", "license": "MIT", "date": "May 4, 1987"}
    write(
        tmp_path,
        a__txt="The Quay Wall\r\nTwo lines.",
        b__md="# The Jetty\n\nSome words.",
        c__json=json.dumps(record),
        d__json=json.dumps([{"text": "First of Two."}, {"text": "Second of Two.", "jurisdiction": "Ebb"}]),
        e__jsonl='{"content": "A line.", "title": "Line one"}\n\n{"content": "Another Line."}\n',
        deep_in_f__txt="\ufeffIn a Folder.",
        __hidden="not read",
    )
    found = gathered(tmp_path, licence="CC0-1.0", attribution="me")
    root = naming.slug(tmp_path.name)
    assert [(source.id, source.text, source.title, source.licence, source.volume) for source in found] == sorted(
        [
            ("a", "The Quay Wall\nTwo lines.", "The Quay Wall", "CC0-1.0", root),
            ("b", "# The Jetty\nSome words.", "The Jetty", "CC0-1.0", root),
            ("c", "Kiln book\nFrom a field called body.", "Kiln book", "MIT", root),
            ("d-1", "First of Two.", "First of Two", "CC0-1.0", root),
            ("d-2", "Second of Two.", "Second of Two", "CC0-1.0", root),
            ("e-1", "Line one\nA line.", "Line one", "CC0-1.0", "e"),
            ("e-3", "Another Line.", "Another Line", "CC0-1.0", "e"),
            ("deep-f", "In a Folder.", "In a Folder", "CC0-1.0", "deep"),
        ],
        key=lambda row: row[4],
    )
    by_id = {source.id: source for source in found}
    assert by_id["c"].date == "1987-05-04"
    assert (by_id["d-1"].jurisdiction, by_id["d-2"].jurisdiction) == ("unspecified", "Ebb")
    assert [source.order for source in found] == list(range(1, 9))


def test_bad_files_and_records_are_refused_by_name_and_line_and_the_others_are_read(tmp_path):
    write(
        tmp_path,
        a__txt=b"",
        b__txt=b"caf\xe9",
        c__md=b"PK\x00\x01",
        d__json="{",
        e__json='"only a string"',
        f__json='[{"text": "A Good One."}, 5, {"txt": "Wrong field."}, {"text": 7}, {"text": " "}]',
        g__jsonl=b'{"text": "Good Too."}\n{"text": \n\xff\n{"text": "nul \\u0000"}\n{"text": "half \\ud800"}\n',
        h__pdf=b"%PDF",
    )
    found = gathered(tmp_path, licence="CC0-1.0")
    assert [item.text for item in found if not isinstance(item, Rejection)] == ["Good Too.", "A Good One."]
    reasons = {item.item: item.reason for item in found if isinstance(item, Rejection)}
    expected = {
        "a.txt": "empty",
        "b.txt": "not UTF-8 (byte 3 is 0xe9)",
        "c.md": "NUL bytes",
        "d.json": "not JSON",
        "e.json": "not an object but str",
        "f.json:2": "not an object but int",
        "f.json:3": "none of the fields text, body, content (it has: txt)",
        "f.json:4": "the field 'text' is not text but int",
        "f.json:5": "the field 'text' is empty",
        "g.jsonl:2": "not JSON",
        "g.jsonl:3": "not UTF-8",
        "g.jsonl:4": "NUL characters",
        "g.jsonl:5": "half a character",
        "h.pdf": "its ending is .pdf",
    }
    assert reasons.keys() == expected.keys()
    for item, reason in expected.items():
        assert reason in reasons[item]


def test_a_text_without_any_licence_is_refused(tmp_path):
    write(tmp_path, a__jsonl='{"text": "Free.", "title": "Free", "licence": "CC0-1.0"}\n{"text": "Whose?"}\n')
    free, refused = gathered(tmp_path)
    assert free.licence == "CC0-1.0"
    assert (refused.item, refused.reason[:10]) == ("a.jsonl:2", "no licence")


def test_field_names_are_settings(tmp_path):
    write(tmp_path, a__jsonl='{"wording": "Text.", "heading": "Head"}\n', b__txt="More of It.")
    settings = {"text_fields": ("wording",), "title_fields": ("heading",), "licence": "MIT"}
    assert {(source.text, source.title) for source in gathered(tmp_path, **settings)} == {
        ("Head\nText.", "Head"),
        ("More of It.", "More of It"),
    }


def test_one_file_is_a_corpus_too_and_two_files_of_one_name_have_two_ids(tmp_path):
    write(tmp_path, a__txt="The First.", a__md="The Second.")
    assert [source.text for source in gathered(tmp_path / "a.txt", licence="MIT")] == ["The First."]
    assert [source.id for source in gathered(tmp_path, licence="MIT")] == ["a", "a-2"]


def test_a_folder_that_is_not_there_or_has_nothing_to_read_is_an_error(tmp_path):
    with pytest.raises(UserError, match=r"nowhere: there is no such folder"):
        gathered(tmp_path / "nowhere", licence="MIT")
    write(tmp_path, a__pdf=b"%PDF")
    with pytest.raises(UserError, match=r"no \.txt, \.md, \.json or \.jsonl file"):
        gathered(tmp_path, licence="MIT")


def test_a_file_s_name_becomes_what_a_person_would_say():
    text = "Exhibit 10.2\n\nKETTLE SUPPLY AGREEMENT\n\nbetween Ostrey Kettles, Inc. and Dunforth Stores Ltd."
    name = "OSTREYKETTLESINC_04_02_2011-EX-10.2-Supply Agreement.PDF"
    assert naming.title(name, text) == "Kettle Supply Agreement (Ostrey Kettles, Inc.)"
    assert naming.title("Lease of the Jetty.txt", "It rains.") == "Lease of the Jetty"


CAPTION = """
February 9, 1993   [NOT FOR PUBLICATION]
               UNITED STATES COURT OF APPEALS
                   For The First Circuit

No. 92-1600
                  {one}

                             v.

           {other}
                   Defendants, Appellees.
"""


@pytest.mark.parametrize(
    ("one", "other", "title"),
    [
        ("MARGERY L. COKE,\n   Plaintiff, Appellant,", "FAMILY COURT OF ESK, ET AL.,", "Margery L. Coke v. Family Court of Esk"),
        ("BOB BARREN, ET AL.,\n\n  Plaintiffs, Appellants,", "DR. EVA RÍO-SOL; ESK, INC.,", "Bob Barren v. Dr. Eva Río-Sol"),
        ("ST. HILD &amp; SONS, LTD.,\n D/B/A HILD,", "LEO A. McHATT, JR.,", "St. Hild & Sons, Ltd. v. Leo A. McHatt, Jr."),
        ("NBRT CO. a/k/a\n  NORTH BRIDGE,\n Petitioner,", "BOARD OF\n  TRAMWAYS,", "NBRT Co. v. Board of Tramways"),
    ],
)  # fmt: skip
def test_an_opinion_is_called_by_its_caption_and_not_by_its_file(one, other, title):
    text = CAPTION.format(one=one, other=other)
    assert naming.title("bob-barren-et-al.txt", text) == title
    assert naming.title("united-states-court-of-appeals.txt", text) == title


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("No. 3\n\nIn re Estate of Ostrey\n\nThe will was lost.", "In re Estate of Ostrey"),
        ("Ostrey Mills v. Dunforth Stores\n\nIt rained.", "Ostrey Mills v. Dunforth Stores"),
        ("As held in Ostrey v. Dunforth, which we follow here, it rains.\n", None),
        ("BOB BARREN, ET AL.\n\nIt rained on all of them.", None),
        ("1993\n\nTHE HARBOUR AT ESK\n\nIt rained.", "The Harbour at Esk"),
        ("It rains.", None),
    ],
)
def test_a_text_without_a_caption_is_called_by_its_first_title_line_if_it_has_one(text, title):
    assert naming.title("bob-barren-et-al.txt", text) == title


def test_a_text_with_no_title_but_a_file_s_name_is_refused_and_counted(tmp_path):
    write(tmp_path, bob__txt="It rained on all of them.", mine__json='{"text": "It rained.", "title": "bob-et-al.pdf"}')
    write(tmp_path, named__json='{"text": "It rained.", "title": "The Rain at Esk"}')
    *refused, named = sorted(gathered(tmp_path, licence="MIT"), key=lambda item: getattr(item, "title", ""))
    assert [(item.item, item.reason[:9]) for item in refused] == [("bob.txt", "no title:"), ("mine.json", "no title:")]
    assert named.title == "The Rain at Esk"


PLAIN = Path("/work/shared/data/plain_opinions")


@pytest.mark.skipif(not PLAIN.exists(), reason="needs the real opinions")
def test_every_real_opinion_is_called_by_its_caption():
    titles = {source.title for source in gathered(PLAIN, licence="CC0-1.0")}
    assert len(titles) == 40
    assert [title for title in titles if " v. " not in title or title.isupper() or "et al" in title.lower()] == []


@pytest.mark.skipif(not REAL.exists(), reason="needs the real contracts")
def test_real_contracts_are_cut_into_articles_of_sensible_length():
    found = gathered(REAL, text_kind="agreement", licence="CC-BY-4.0")
    assert len(found) == 24
    for source in found:
        lengths = sorted(part.end - part.start for part in source.parts)
        assert 15 <= len(lengths) <= 80, source.title
        assert lengths[-1] < 0.45 * len(source.text), source.title
        assert source.parts[0].end < 0.1 * len(source.text), source.title


def test_an_agreement_is_called_by_its_own_name_and_a_party_as_its_text_has_them():
    assert naming.title("LARKHOLDINGS_2001-EX-10.2.txt", SUPPLY) == "Resin Supply Agreement (Torvald Resins, Inc.)"
    assert (
        naming.title("BRAMLISLECOATINGS_2001-EX-10.2.txt", SUPPLY)
        == "Resin Supply Agreement (Bram & Lisle Coatings LLC)"
    )
