"""Observations in pieces."""

from datetime import UTC, datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from microworlds.core import tokens
from microworlds.core.records import Observation, Part
from microworlds.retrieval.chunks import Chunking, sections, windows
from microworlds.retrieval.encoder import _parts
from tests.retrieval_texts import no_network_fixture, prose  # noqa: F401 (fixtures)

# --- chunks


def document() -> Observation:
    heading, first, second = "IN THE COURT OF QUILL\n\n", prose(300, 1), prose(120, 2)
    text = f"{heading}{first}\n\n{second}"
    return Observation(
        id="d1",
        kind="document",
        title="4 Quill Reports",
        text=text,
        parts=(
            Part(id="d1-1", start=len(heading), end=len(heading) + len(first), title="Mill v. Pump"),
            Part(id="d1-2", start=len(text) - len(second), end=len(text), title="In re Harbour"),
        ),
    )


def session() -> Observation:
    day = datetime(2024, 3, 5, 10, tzinfo=UTC)
    text = "Ana: We settle.\nBo: By Friday."
    return Observation(
        id="s1",
        kind="session",
        title="Kickoff",
        text=text,
        time=day,
        parts=(
            Part(id="u1", start=5, end=15, speaker="Ana", time=day),
            Part(id="u2", start=20, end=len(text), speaker="Bo"),
        ),
    )


def test_windows_of_a_document_overlap_and_cover_it():
    chunks = list(windows(document(), Chunking(tokens=64, overlap=16)))
    assert chunks[0].span.start == 0
    assert chunks[-1].span.end == len(document().text)
    assert all(chunk.text == document().text[chunk.span.start : chunk.span.end] for chunk in chunks)
    assert all(late.span.start < early.span.end for early, late in pairwise(chunks))
    assert all(tokens.count(chunk.text) <= 65 for chunk in chunks)


@given(st.text("ab cé漢🙂\n“", max_size=60), st.integers(1, 6), st.data())
def test_windows_begin_where_tiktoken_says_that_their_tokens_begin(text, width, data):
    overlap = data.draw(st.integers(0, width - 1))
    ids = tokens.encoding().encode_ordinary(text)
    starts = [*tokens.encoding().decode_with_offsets(ids)[1], len(text)]
    firsts = range(0, max(1, len(ids) - overlap), width - overlap) if ids else ()
    want = [(starts[first], starts[min(first + width, len(ids))]) for first in firsts]
    assert tokens.windows(text, width, overlap) == want


def test_a_window_is_named_after_the_section_in_which_most_of_it_lies():
    for chunk in windows(document(), Chunking(tokens=64, overlap=16)):
        shares = [min(chunk.span.end, part.end) - max(chunk.span.start, part.start) for part in document().parts]
        title = document().parts[shares.index(max(shares))].title
        assert chunk.source == f"4 Quill Reports, {title}"


def test_an_utterance_is_a_chunk_with_its_speaker_and_the_time_of_the_session():
    first, second = sections(session())
    assert (first.text, first.speaker, first.source) == ("We settle.", "Ana", "Kickoff")
    assert (second.text, second.speaker, second.time) == ("By Friday.", "Bo", session().time)
    assert first.passage().speaker == "Ana"


def test_sections_of_a_document_lose_nothing_but_blank_lines():
    chunks = list(sections(document()))
    assert [chunk.source for chunk in chunks] == [
        "4 Quill Reports",
        "4 Quill Reports, Mill v. Pump",
        "4 Quill Reports, In re Harbour",
    ]
    assert "".join("".join(chunk.text.split()) for chunk in chunks) == "".join(document().text.split())


def test_an_observation_without_parts_is_one_section():
    plain = session().model_copy(update={"parts": ()})
    assert [chunk.text for chunk in sections(plain)] == [plain.text]


def test_an_overlap_that_is_not_less_than_the_chunk_is_refused():
    with pytest.raises(ValueError, match="must be less than a chunk"):
        Chunking(tokens=64, overlap=64)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=30), st.integers(1, 40))
def test_windows_of_ids_are_equal_and_lose_nothing(ids, room):
    parts = _parts(ids, room)
    assert [id_ for part in parts for id_ in part] == ids
    assert max(map(len, parts)) <= room
    assert max(map(len, parts)) - min(map(len, parts)) <= 1
