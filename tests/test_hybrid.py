"""Lexical and hybrid retrieval on small dialogues of our own, with the real embedder."""

from datetime import UTC, datetime, timedelta

import bm25s
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from microworlds.core.records import Observation, Part
from microworlds.retrieval import cues
from microworlds.retrieval.chunks import Chunking, sections, windows
from microworlds.retrieval.embedding import Embedder, EmbedderSettings
from microworlds.retrieval.hybrid import HybridIndex, HybridSettings, KindIndex, Weights
from microworlds.retrieval.lexical import Bm25, Lexical, Postings, best, terms

BM25 = Bm25(k1=1.5, b=0.75)
NO_CUES = Weights(dense=1, speaker=0, reply=0, moment=0, date=0)
SETTINGS = HybridSettings(bm25=BM25, reach=2, weights=Weights(dense=1, speaker=1, reply=1, moment=1, date=2))
START = datetime(2024, 3, 5, 10, tzinfo=UTC)
KINDS = ("session", "document")


def session(number, *said, weeks=3):
    time = START + timedelta(weeks=weeks * number)
    text = ""
    parts = []
    for at, (speaker, words) in enumerate(said):
        start = len(text) + len(speaker) + 2
        text += f"{speaker}: {words}\n"
        parts.append(Part(id=f"s{number}-u{at}", start=start, end=start + len(words), speaker=speaker, time=time))
    return Observation(
        id=f"s{number}", kind="session", title=f"Call {number}", text=text, time=time, parts=tuple(parts)
    )


TALK = (
    session(
        1,
        ("Ines Pardo", "Morning, Tom! How was the weekend?"),
        ("Tom Reyes", "We went sailing on the lake. The kids loved it."),
        ("Ines Pardo", "Which boat did you take?"),
        ("Tom Reyes", "The old blue one that leaks."),
        ("Ines Pardo", "I stayed at home and read about orchids."),
    ),
    session(
        2,
        ("Tom Reyes", "Ines, the county wants the survey of the orchard."),
        ("Ines Pardo", "I'll sign the survey on Friday and send it."),
        ("Tom Reyes", "Good. The lake is frozen, no sailing for us."),
    ),
    session(
        9,
        ("Ines Pardo", "The hearing was moved again."),
        ("Tom Reyes", "To May 9, I heard. Nothing else is new here."),
    ),
)
RULING = "The boundary fence stood for twenty years, and the court awarded $18,250 to Brandt for the survey. "
DOCUMENT = Observation(id="d", kind="document", title="4 Quill", text=RULING + "The pond was drained. " * 30)


@pytest.fixture(scope="module")
def embedder(tmp_path_factory):
    return Embedder(EmbedderSettings(model="bundled", window=128, precision="fp32"), tmp_path_factory.mktemp("vectors"))


@pytest.fixture(scope="module")
def index(embedder):
    turns = [chunk for item in TALK for chunk in sections(item)]
    return HybridIndex((*turns, *windows(DOCUMENT, Chunking(tokens=40, overlap=8))), embedder, SETTINGS)


def turns_of(*sessions):
    return tuple(chunk for item in sessions for chunk in sections(item))


# --- lexical


def test_stems_meet_and_function_words_do_not_count():
    index = Lexical(
        [Postings([terms("She was painting sunrises."), terms("What did the others do?"), terms("He paints.")])], BM25
    )
    scores = index.scores(terms("What did she paint?"))
    assert scores[1] == 0
    assert index.search(terms("What did she paint?"), 2) == [2, 0]


TEXTS = st.lists(st.lists(st.sampled_from("abcdef"), max_size=9), min_size=1, max_size=7)


@given(TEXTS, TEXTS, st.lists(st.sampled_from("abcdefg"), min_size=1, max_size=5), st.sampled_from([0.0, 0.4, 1.0]))
def test_scores_are_those_of_bm25s_however_texts_lie_in_parts(first, second, query, b):
    settings = Bm25(k1=1.2, b=b)
    scores = Lexical([Postings(first), Postings(second)], settings).scores(query)
    texts = [*first, *second]
    known = [one for one in dict.fromkeys(query) if any(one in text for text in texts)]
    if not known:
        assert not scores.any()
        return
    theirs = bm25s.BM25(k1=settings.k1, b=b, dtype="float64")
    theirs.index(texts, show_progress=False)
    np.testing.assert_allclose(scores, theirs.get_scores(known), rtol=1e-12)


def test_a_question_that_shares_no_word_and_texts_without_words_score_zero():
    assert Lexical([Postings([terms("a fence"), []])], BM25).scores(terms("Lighthouses?")).tolist() == [0, 0]
    assert Lexical([Postings([[], []])], BM25).scores(terms("a fence")).tolist() == [0, 0]
    assert Lexical([Postings([])], BM25).search(terms("a fence"), 3) == []


@given(st.lists(st.sampled_from([0.0, 0.5, 0.5 + 1e-9, 1.0]), max_size=12), st.integers(0, 14))
def test_ties_are_broken_by_position(scores, k):
    order = best(np.array(scores), k)
    assert order == sorted(range(len(scores)), key=lambda at: (-round(scores[at], 6), at))[:k]


def test_texts_that_are_equal_come_in_their_order():
    index = Lexical([Postings([terms("the fence"), terms("a pond"), terms("the fence"), terms("the fence")])], BM25)
    assert index.search(terms("Which fence?"), 4) == [0, 2, 3, 1]


# --- cues


def test_speakers_are_known_by_any_word_of_their_names():
    turns = turns_of(TALK[1])
    assert cues.speaker("What did Ines's sister sign?", turns).tolist() == [0, 1, 0]
    assert cues.speaker("What did Tom and Ines sign?", turns).tolist() == [1, 1, 1]
    assert cues.speaker("Who signed the tomes?", turns).tolist() == [0, 0, 0]


def test_names_leave_a_question_but_never_leave_it_empty():
    known = cues.names(turns_of(TALK[0]))
    assert cues.nameless("Where did Tom’s kids and Ines sail?", known) == "Where did kids and sail?"
    assert cues.nameless("Tom Reyes?", known) == "Tom Reyes?"


def test_a_reply_follows_a_question_of_its_own_session():
    assert cues.reply(turns_of(TALK[0])).tolist() == [-1, 1, -1, 1, 0]
    last = session(3, ("Tom", "Is it?"))
    assert cues.reply(turns_of(last, session(4, ("Ines", "It is.")))).tolist() == [-1, 0]


@pytest.mark.parametrize(
    ("question", "dates"),
    [
        ("What was said on 26 March 2024?", [1, 0, 0]),
        ("What was said on March 22, 2024?", [1, 0, 0]),
        ("What was said on March 27, 2024?", [0, 0, 0]),
        ("What was said on 22 March 2023?", [0, 0, 0]),
        ("What was said on March 25?", [1, 0, 0]),
        ("What happened in March 2024?", [1, 1, 0]),
        ("What happened in 2024?", [0, 0, 0]),
        ("What happened?", [0, 0, 0]),
    ],
)
def test_a_day_means_the_week_after_it_and_a_month_the_next(question, dates):
    said = turns_of(*(session(number, ("Tom", "Yes.")) for number in (1, 2, 9)))
    assert cues.dated(question, said).tolist() == dates


@pytest.mark.parametrize(
    ("question", "asks"),
    [("When did it begin?", True), ("How long was it?", True), ("What year was it?", True), ("In which summer month?", True),
     ("What did he say whenever asked?", False), ("How many days?", False), ("What was timed?", False)],
)  # fmt: skip
def test_questions_for_a_time_are_known(question, asks):
    assert cues.asks_when(question) == asks


# --- hybrid


def found(index, question, k=3, kinds=KINDS):
    return [chunk.text for chunk in index.search(question, k, kinds)]


def test_the_answer_is_found_in_the_reply_that_shares_no_word_with_the_question(index):
    assert "The old blue one that leaks." in found(index, "Which boat did Tom take?", 2, ("session",))


def test_who_is_asked_about_decides_between_two_who_speak_of_the_same(index):
    assert found(index, "What did Ines say of the survey?", 1, ("session",)) == [
        "I'll sign the survey on Friday and send it."
    ]


def test_a_question_for_a_time_finds_the_turn_that_tells_one(index):
    told = "To May 9, I heard. Nothing else is new here."
    assert told in found(index, "When is the hearing?", 2, ("session",))
    assert told not in found(index, "What is the hearing?", 1, ("session",))


def test_turns_and_documents_are_in_one_ranking(index):
    texts = found(index, "What did the court award to Brandt, and who signs the survey?", 4)
    assert any(text.startswith("The boundary fence") for text in texts)
    assert any("sign the survey" in text for text in texts)


@pytest.mark.parametrize("k", [1, 4, 1000])
def test_no_more_than_k_of_the_kinds_asked_for_each_once(index, k):
    for kinds in (("session",), ("document",), KINDS):
        chunks = index.search("Who signed?", k, kinds)
        assert len(chunks) == min(k, sum(chunk.kind in kinds for chunk in index.chunks))
        assert len({chunk.span for chunk in chunks}) == len(chunks)
        assert {chunk.kind for chunk in chunks} <= set(kinds)
    assert index.search("Who signed?", k, ()) == []


def test_nothing_is_found_where_nothing_is(embedder):
    assert HybridIndex((), embedder, SETTINGS).search("Who?", 3, KINDS) == []


@pytest.mark.parametrize("question", ["", "?", "Tom?", "the of and", "漢字 لماذا"])
def test_a_question_that_says_nothing_still_has_a_ranking(index, question):
    assert len(found(index, question, 5)) == 5


def test_one_turn_alone_and_turns_all_alike_keep_their_order(embedder):
    alone = turns_of(session(1, ("Tom", "Yes.")))
    assert HybridIndex(alone, embedder, SETTINGS).search("Who?", 3, KINDS) == list(alone)
    alike = turns_of(*(session(number, ("Tom", "Yes.")) for number in range(5)))
    assert HybridIndex(alike, embedder, SETTINGS).search("Who said yes?", 5, KINDS) == list(alike)


def test_the_ranking_is_the_same_again_and_by_another_index(index, embedder):
    again = HybridIndex(index.chunks, embedder, SETTINGS)
    for question in ("Which boat did Tom take?", "When is the hearing?", "What did the court award?"):
        assert (
            again.search(question, 12, KINDS) == index.search(question, 12, KINDS) == again.search(question, 12, KINDS)
        )


def test_signals_are_standardised_and_a_weight_of_zero_leaves_its_cue_out(embedder):
    turns = turns_of(*TALK)
    signals = KindIndex(turns, embedder, SETTINGS).signals("When did Tom go sailing in March 2024?")
    for row in (*signals.lexical, *signals.dense):
        assert np.allclose((row.mean(), row.std()), (0, 1))
    for cue in (signals.speaker, signals.reply, signals.moment, signals.date):
        assert np.isclose(cue.mean(), 0)
        assert cue.any()
    plain = signals.lexical.mean(0) + signals.dense.mean(0)
    assert np.allclose(signals.score(NO_CUES), plain)
    assert np.allclose(signals.score(NO_CUES.model_copy(update={"date": 4})), plain + 4 * signals.date)


def test_what_other_sessions_say_does_not_move_a_window_across_their_border(embedder):
    """The neighbours of a turn are those of its session: the last turn of one is not before the first of the next."""
    one, other = session(1, ("Tom", "Which boat is it?")), session(2, ("Ines", "Blue."), ("Tom", "Fine."))
    index = KindIndex(turns_of(one, other), embedder, SETTINGS)
    assert index.signals("Which boat is it?").lexical[0].argmax() == 0
    assert index.signals("Which boat is it?").lexical[0][1] == index.signals("Which boat is it?").lexical[0][2]
