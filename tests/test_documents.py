import os
import subprocess
import sys
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from microworlds.core import tokens
from microworlds.core.records import Rejection
from microworlds.corpora import outline
from microworlds.corpora.bundling import Bundle, bundles
from microworlds.corpora.cap import Cap
from microworlds.corpora.case import Case, source_of
from microworlds.corpora.records import Source
from microworlds.suites.memorydoc.documents import DocumentsParams, documents, shards
from microworlds.suites.memorydoc.records import Document
from tests.cap_site import case, prose

REAL = Path("/work/shared/data/cap")
SMALL = DocumentsParams(
    tokens_min=2000,
    tokens_max=5000,
    tokens_skew=1.0,
    section_min_characters=300,
    resemblance=0.7,
    part_min_characters=200,
)


def opinion(number, words, *, volume="wess-4", **changes):
    made = Case.model_validate(case(number, words=words, **changes))
    return source_of(made, volume=volume, licence="CC0-1.0", attribution="invented")


def order(number):
    """An order of one line."""
    return opinion(number, 5, casebody={"opinions": [{"type": "majority", "text": f"Petition {number} is DENIED."}]})


def text(identity, words, **changes):
    made = {
        "id": identity,
        "kind": "text",
        "title": f"Title of {identity}",
        "text": prose(identity, words),
        "volume": "papers",
        "jurisdiction": "Ebb",
        "order": int(identity[1:]),
        "licence": "MIT",
        "attribution": "me",
    }
    return Source(**(made | changes))


def split(sources, params=SMALL, seed=1):
    found = list(documents(sources, params, seed))
    return [item for item in found if isinstance(item, Document)], [
        item for item in found if isinstance(item, Rejection)
    ]


LENGTHS = (900, 300, 1500, 700, 2100, 400, 650, 1200, 820, 300, 1900, 560, 700, 1000, 350, 1300, 240, 800, 930, 610)
VOLUME = [opinion(number, words) for number, words in enumerate(LENGTHS, start=1)]


def test_documents_are_as_long_as_they_should_be_and_each_source_is_in_one_of_them():
    found, refused = split(VOLUME)
    assert len(found) >= 4
    assert all(2000 <= document.tokens <= 5000 for document in found)
    assert [tokens.count(document.text) for document in found] == [document.tokens for document in found]
    assert [section.citation for document in found for section in document.sections] == [
        source.citation for source in VOLUME
    ]
    assert not refused


def test_lengths_are_spread_over_the_range_and_a_skew_makes_more_and_shorter_documents():
    many = [opinion(number, 300 + number % 7 * 40) for number in range(1, 181)]
    found, _ = split(many)
    assert all(sum(low <= document.tokens < low + 1000 for document in found) >= 2 for low in (2000, 3000, 4000))
    skewed, _ = split(many, SMALL.model_copy(update={"tokens_skew": 3.0}))
    assert len(skewed) > len(found)
    assert max(document.tokens for document in skewed) > 3500


def test_sections_and_parts_are_where_they_say_they_are():
    by_citation = {source.citation: source for source in VOLUME}
    for document in split(VOLUME)[0]:
        for number, section in enumerate(document.sections, start=1):
            source = by_citation[section.citation]
            assert section.id == f"{document.id}-s{number:02d}"
            assert document.text[section.start : section.end] == source.text
            assert (section.title, section.court, section.date, section.docket) == (
                source.title,
                "High Court of Wessmark",
                "1987-05-04",
                source.docket,
            )
            assert [document.text[part.start : part.end] for part in section.parts] == [
                source.text[part.start : part.end] for part in source.parts
            ]


def test_a_document_is_an_observation_whose_parts_are_its_sections():
    document = split(VOLUME)[0][0]
    observation = document.observation()
    assert (observation.id, observation.kind, observation.text) == (document.id, "document", document.text)
    assert [(part.id, part.start, part.end, part.title) for part in observation.parts] == [
        (section.id, section.start, section.end, f"{section.title}, {section.citation}")
        for section in document.sections
    ]


def test_orders_of_a_few_lines_are_in_the_text_but_no_sections():
    sources = [order(1), opinion(2, 900), order(3), order(4), opinion(5, 1200), order(6)]
    (document,), refused = split(sources)
    assert [section.title for section in document.sections] == [
        "Pembrey2 v. Town of Dunforth",
        "Pembrey5 v. Town of Dunforth",
    ]
    assert all(f"Petition {number} is DENIED." in document.text for number in (1, 3, 4, 6))
    assert document.text[: document.sections[0].start].startswith("Pembrey1")
    assert not refused


def test_orders_alone_are_no_document():
    found, refused = split([order(number) for number in range(1, 60)])
    assert not found
    assert len(refused) == 59


def test_jurisdictions_and_volumes_are_not_mixed_and_shards_part_them():
    sources = [opinion(n, 800, jurisdiction="Wessmark" if n % 3 else "Île d'Ebb") for n in range(1, 25)]
    sources += [opinion(n, 800, volume="wess-5") for n in range(30, 40)]
    found, _ = split(sources)
    names = {source.text: (source.volume, source.jurisdiction) for source in sources}
    for document in found:
        inside = {names[document.text[section.start : section.end]] for section in document.sections}
        assert inside == {(document.volume, document.jurisdiction)}
    assert list(shards(found)) == ["ile-d-ebb", "wessmark"]
    assert sum(map(len, shards(found).values())) == len(found)
    assert [document.id for document in found if document.volume == "wess-4"][:2] == ["d-wess-4-01", "d-wess-4-02"]


def test_what_is_left_over_too_long_or_twice_there_is_refused_with_a_reason():
    twin = opinion(2, 900).model_copy(update={"id": "twin", "order": 999})
    changed = prose(2, 900).replace("kettle", "kettles", 3)
    near = opinion(9, 900, casebody={"opinions": [{"type": "majority", "text": changed}]})
    sources = [opinion(1, 5000), opinion(2, 900), opinion(2, 900), twin, near, opinion(10, 300, jurisdiction="Ebb")]
    found, refused = split([*sources, opinion(3, 1500)])
    reasons = {(item.item, item.reason.split(":")[0]) for item in refused}
    assert len(found) == 1
    assert {item for item, _ in reasons} == {
        "wess-4-0010-01",
        "wess-4-0020-01",
        "twin",
        "wess-4-0090-01",
        "wess-4-0100-01",
    }
    by_item = {item.item: item.reason for item in refused}
    assert by_item["wess-4-0010-01"].endswith("more than tokens_max (5000)")
    assert by_item["wess-4-0020-01"] == "a source with the id wess-4-0020-01 came before"
    assert by_item["twin"] == "word for word the same as wess-4-0020-01"
    assert by_item["wess-4-0090-01"].startswith("about ")
    assert by_item["wess-4-0100-01"].startswith("left over: ")


def test_rejections_of_the_corpus_are_passed_on():
    lost = Rejection(stage="cap", item="x", reason="empty")
    assert lost in list(documents([lost, *VOLUME], SMALL, 1))


def test_a_text_long_enough_by_itself_is_a_document_with_its_articles_as_sections():
    body = "\n".join(f"ARTICLE {n} {name}\n{prose(n, 700)}" for n, name in enumerate(("TERM", "FEES", "LAW"), start=1))
    body = f"{body}\nARTICLE 4 NOTICES\nBy hand to the house of either party on any working day, and no other way is good enough for it."
    body += "\nSo it stands, and so it shall be read by everybody."
    long = text("t2", 1, kind="agreement", text=body, title="Lease", parts=outline.parts(body, "t2"))
    found, refused = split([text("t1", 900), long, text("t3", 1300)])
    assert not refused
    assert [(document.kind, document.title) for document in found] == [
        ("text", "Title of t1 to Title of t3"),
        ("agreement", "Lease"),
    ]
    lease = found[1]
    assert [section.title for section in lease.sections] == ["ARTICLE 1 TERM", "ARTICLE 2 FEES", "ARTICLE 3 LAW"]
    assert lease.sections[-1].end == len(lease.text)
    assert [section.title for section in found[0].sections] == ["Title of t1", "Title of t3"]


def test_a_long_text_without_articles_is_one_section():
    (document,), _ = split([text("t1", 2500)])
    assert [(section.title, section.start, section.end) for section in document.sections] == [
        ("Title of t1", 0, len(document.text))
    ]


def test_licences_and_attributions_of_all_sources_are_kept():
    (document,), _ = split([text("t1", 1100), text("t2", 900, licence="CC-BY-4.0", attribution="her"), text("t3", 300)])
    assert (document.licence, document.attribution) == ("MIT AND CC-BY-4.0", "me; her")


def test_more_volumes_leave_the_documents_of_the_first_as_they_were():
    more = [opinion(n, 700, volume="wess-5") for n in range(40, 60)]
    alone, _ = split(VOLUME)
    together, _ = split([*VOLUME, *more])
    assert together[: len(alone)] == alone
    assert len(together) > len(alone)


def test_another_seed_cuts_differently_and_the_same_seed_the_same_whatever_the_hash_seed(tmp_path):
    assert split(VOLUME, seed=2)[0] != split(VOLUME, seed=1)[0]
    code = (
        "import hashlib, sys; from pathlib import Path; from microworlds.corpora.records import Source; "
        "from microworlds.suites.memorydoc.documents import *; "
        "sources = [Source.model_validate_json(line) for line in Path(sys.argv[1]).read_text().splitlines()]; "
        "found = documents(sources, DocumentsParams.model_validate_json(sys.argv[2]), 1); "
        "print(hashlib.sha256(repr(list(found)).encode()).hexdigest())"
    )
    (tmp_path / "sources").write_text("\n".join(source.model_dump_json() for source in [*VOLUME, opinion(9, 900)]))
    printed = {
        subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / "sources"), SMALL.model_dump_json()],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1


@settings(max_examples=150, deadline=None)
@given(lengths=st.lists(st.integers(20, 200), min_size=1, max_size=9), seed=st.integers(0, 5))
def test_no_other_cuts_would_leave_fewer_tokens_over(lengths, seed):
    limits = SMALL.model_copy(update={"tokens_min": 200, "tokens_max": 260, "section_min_characters": 0})
    sources = [text(f"t{number}", words, kind="opinion") for number, words in enumerate(lengths)]
    found = list(bundles(sources, limits, seed))
    used = [source.id for item in found if isinstance(item, Bundle) for source in item.sources]
    lost = [item.item for item in found if isinstance(item, Rejection)]
    assert sorted(used + lost) == sorted(source.id for source in sources)
    counts = {source.id: tokens.count(source.text) for source in sources}
    assert sum(counts[name] for name in used) == most_kept(
        [n for n in counts.values() if n <= limits.tokens_max], limits
    )


def most_kept(counts, limits):
    """The most tokens that consecutive pieces within the limits can hold, by trying every set of cuts."""

    def held(piece):
        slack = 2 * (len(piece) - 1)
        return sum(piece) if limits.tokens_min + slack <= sum(piece) <= limits.tokens_max - slack else 0

    places = range(len(counts) + 1)
    sets = (cuts for many in range(len(counts) + 2) for cuts in combinations(places, many))
    return max(sum(held(counts[one:two]) for one, two in pairwise(cuts)) for cuts in sets)


@pytest.mark.parametrize(
    "change", [{"tokens_max": 1000}, {"tokens_min": 0}, {"tokens_skew": 0.5}, {"resemblance": 0.0}, {"tokens": 5}]
)
def test_params_that_make_no_sense_are_refused(change):
    with pytest.raises(ValidationError):
        DocumentsParams.model_validate(SMALL.model_dump() | change)


@pytest.mark.skipif(not REAL.exists(), reason="needs the real opinions")
def test_real_volumes_lose_less_than_a_twentieth_of_their_tokens(tmp_path):
    params = SMALL.model_copy(
        update={"tokens_min": 20_000, "tokens_max": 50_000, "tokens_skew": 2.0, "section_min_characters": 1000}
    )
    sources = list(Cap(root=str(REAL), volumes=("a3d", "alaska")).gather(tmp_path, 1))
    found, refused = split(sources, params)
    assert 45 <= len(found) <= 56
    assert sum(document.tokens for document in found) > 0.95 * sum(tokens.count(source.text) for source in sources)
    assert len(refused) == 13
    assert {document.tokens // 10_000 for document in found} == {2, 3, 4}
