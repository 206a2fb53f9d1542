"""Texts from pages: what cleaning takes away and leaves, and what is then read of opinions in twenty layouts."""

from pathlib import Path
from textwrap import wrap

import pytest

from microworlds.authors.offline import OfflineAuthor
from microworlds.core.records import Rejection
from microworlds.corpora.extraction import opinion_facts
from microworlds.corpora.folder import Folder
from microworlds.corpora.plain_text import cleaned
from microworlds.suites.memorydoc.documents import DocumentsParams, documents
from microworlds.suites.memorydoc.facts import FactFinder, FactsParams
from microworlds.suites.memorydoc.records import Document
from tests.opinion_layouts import LAYOUTS
from tests.opinion_pages import FACTS, NOTE, body, centred, columns, numbered, paged

PLAIN = Path("/work/shared/data/plain_opinions")
CAPTION = ("court", "docket", "decided_on", "author", "appellant", "appellee", "plaintiff", "defendant", "outcome")
MISSED = {("agency", "court"), ("neutral citation", "author"), ("all capitals", "decided_on"), ("vs.", "defendant")}


def source(folder, name):
    """The source that a folder makes of an opinion in one of the layouts."""
    file = folder / ("ostrey-v-board.md" if name == "Markdown" else "ostrey-v-board.txt")
    file.write_text("\n".join(LAYOUTS[name][0]()))
    (made,) = Folder(path=str(folder), licence="CC0-1.0").gather(folder, 1)
    return made


def read(made):
    """What is read of each attribute of a caption."""
    facts = opinion_facts.facts(made.text, made.parts)
    return {name: {fact.value for fact in facts if fact.attribute == name} for name in CAPTION}


@pytest.mark.parametrize("name", LAYOUTS)
def test_what_is_read_of_an_opinion_is_right_in_every_layout(name, tmp_path):
    known = LAYOUTS[name][1]
    made = source(tmp_path, name)
    assert made.kind == "opinion"
    expected = {one: {known[one]} if one in known and (name, one) not in MISSED else set() for one in CAPTION}
    assert read(made) == expected


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_paragraph_is_whole_and_nothing_of_the_pages_is_left(name, tmp_path):
    made = source(tmp_path, name)
    lines = made.text.split("\n")
    told = [line.removesuffix("1").replace(".1 ", ". ") for line in lines]
    assert [paragraph for paragraph in FACTS if paragraph not in told] == []
    assert lines[0] == made.title
    assert [line for line in lines if line.strip(" -").isdigit() or "Page " in line or "\f" in line] == []


def test_notes_at_the_feet_of_pages_come_to_the_end(tmp_path):
    made = source(tmp_path, "notes at page ends")
    assert made.text.split("\n")[-1] == f"1. {NOTE}"


def laid_out(paragraphs, *, width, indent, double):
    gap = "\n\n" if double else "\n"
    pieces = [gap.join(wrap(one, width, initial_indent=" " * indent)) for one in paragraphs]
    return gap.join(pieces) if indent else "\n\n".join(pieces)


@pytest.mark.parametrize("width", [58, 66, 80])
@pytest.mark.parametrize(("indent", "double"), [(5, True), (5, False), (0, False)])
@pytest.mark.parametrize("margin", [0, 8])
def test_wrapped_lines_become_the_paragraphs_that_they_were(width, indent, double, margin):
    paragraphs = [*FACTS, *(one.replace("landing", "mooring") for one in FACTS)]
    lines = laid_out(paragraphs, width=width, indent=indent, double=double).split("\n")
    lines = [" " * margin + line if line else line for line in lines]
    assert cleaned("\n".join(lines)).split("\n") == paragraphs


def test_pages_with_numbers_and_heads_are_joined_and_a_heading_that_stands_once_stays():
    lines = ["THE HARBOUR", "", *body("Judgment affirmed."), "", "THE KILN", "", *body("Judgment reversed.")]
    pages = paged(lines, lambda number: [f"- {number} -"], rows=17, head=lambda number: "OSTREY v. DUNFORTH")
    found = cleaned("\n".join(pages)).split("\n")
    assert found == ["THE HARBOUR", *FACTS, "Judgment affirmed.", "THE KILN", *FACTS, "Judgment reversed."]


def test_numbers_before_lines_go_and_numbers_in_the_text_stay():
    found = cleaned("\n".join(numbered(body("The fee was 40 dollars.")))).split("\n")
    assert found == [*FACTS, "The fee was 40 dollars."]
    listed = "1. The first point.\n2. The second point.\n12 boats lay at the quay."
    assert cleaned(listed) == listed


def test_a_word_divided_at_the_end_of_a_line_is_joined_and_a_hyphen_that_belongs_there_stays():
    lines = ["The plaintiff, who had paid the fee for eleven years, said that the har-", "bour board had never once written to her.",
             "The harbour board answered that a ferry is a self-", "help measure, and that self-help is no business of the board."]  # fmt: skip
    text = cleaned("\n".join(lines * 3))
    assert "the harbour board had" in text
    assert "a self-help measure" in text


def test_a_line_struck_twice_is_kept_once_and_two_columns_come_one_below_the_other():
    own = body("Judgment affirmed.")
    top = centred("COURT OF APPEALS OF ESKLAND", "COURT OF APPEALS OF ESKLAND", "")
    top += columns(["MARGIT OSTREY,", "          Plaintiff,", "v.", "TOWN OF ESK."], ["", "No. 12", "", ""], ":")
    assert cleaned("\n".join([*top, "", *own])).split("\n")[:6] == [
        "COURT OF APPEALS OF ESKLAND", "MARGIT OSTREY,", "Plaintiff,", "v.", "TOWN OF ESK.", "No. 12",
    ]  # fmt: skip


def test_a_text_whose_lines_are_paragraphs_is_left_as_it_is():
    text = "\n".join(["A Title", *FACTS, "1. A note: see 5 Q.R. 12-", "14."])
    assert cleaned(text) == text


@pytest.mark.skipif(not PLAIN.exists(), reason="needs the real opinions")
def test_captions_of_real_opinions_are_read():
    made = list(Folder(path=str(PLAIN), licence="CC0-1.0").gather(PLAIN, 1))
    found = [read(one) for one in made]
    assert {one.kind for one in made} == {"opinion"}
    assert {value.casefold() for one in found for value in one["court"]} == {
        "united states court of appeals for the first circuit"
    }
    counts = {name: sum(bool(one[name]) for one in found) for name in CAPTION}
    assert (counts["court"], counts["docket"], counts["decided_on"], counts["author"]) == (40, 32, 39, 30)
    assert all(one.title == one.text.split("\n")[0] for one in made)


def test_a_text_whose_caption_cannot_be_read_is_refused_and_counted_and_the_others_are_kept(tmp_path):
    source(tmp_path, "federal slip opinion")
    # the same, word for word, would be a duplicate
    other = [one.replace("ferry", "barge").replace("board", "council").replace("landing", "mooring") for one in FACTS]
    (tmp_path / "ferry.txt").write_text("\n".join(["The Barge at Dunforth", "", *other, "The judgment is affirmed."]))
    limits = DocumentsParams(
        tokens_min=300,
        tokens_max=2000,
        tokens_skew=1,
        section_min_characters=300,
        resemblance=1,
        part_min_characters=200,
    )
    found = list(Folder(path=str(tmp_path), licence="CC0-1.0").gather(tmp_path, 1))
    made = [item for item in documents(found, limits, 1) if isinstance(item, Document)]
    finder = FactFinder(FactsParams(subject="opinion"), OfflineAuthor(1))
    read_of = [item for document in made for item in finder.own_facts(document)]
    (refused,) = (item for item in read_of if isinstance(item, Rejection))
    assert refused.reason.startswith("not read as an opinion: before its first sentences no lines say who the parties")
    targets = [target for item in read_of if not isinstance(item, Rejection) for target in item.targets]
    assert [target.title for target in targets] == ["Margit Ostrey v. Dunforth Harbor Board"]
