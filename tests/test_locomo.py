"""LoCoMo and LongMemEval: small files of our own in the published shapes, with the faults that the published have."""

import json
from datetime import UTC, datetime

import pytest

from microworlds.core import jsonl
from microworlds.core.errors import UserError
from microworlds.core.records import Episode, Gold, Observation
from microworlds.evaluation.play.answers import episodes as played
from microworlds.suites.imported import importing as imported
from microworlds.suites.imported.locomo import release as locomo
from microworlds.suites.imported.locomo.release import turns
from microworlds.suites.imported.longmemeval import release as longmemeval

TURNS = {"D1:1", "D1:2", "D2:1", "D11:26", "D30:5"}


def turn(id_, speaker, text, **more):
    return {"speaker": speaker, "dia_id": id_, "text": text, **more}


def sample(**changes):
    """A conversation of two sessions, stated in the wrong order, and a third that has a date alone."""
    conversation = {
        "speaker_a": "Ada",
        "speaker_b": "Bo",
        "session_2_date_time": "12:05 am on 1 February, 2023",
        "session_2": [turn("D2:1", "Bo", "The kiln broke yesterday."), turn("D2:2", "Ada", "", blip_caption="a photo of a kiln")],
        "session_1_date_time": "1:56 pm on 8 May, 2022",
        "session_1": [
            turn("D1:1", "Ada", "I bought a kiln!\n", img_url=["x"], blip_caption="a photo of a garden", query="kiln"),
            turn("D1:2", "Bo", "Lovely."),
            turn("D1:3", "Ada", " "),
        ],
        "session_3_date_time": "1:00 pm on 1 March, 2023",
    }  # fmt: skip
    questions = [
        {"question": "When did the kiln break?", "answer": 2023, "evidence": ["D2:1"], "category": 2},
        {"question": "What did Ada buy?", "answer": "a kiln", "evidence": ["D1:1; D2:1", "D:1:02"], "category": 1},
        {"question": "Why?", "answer": "unknown", "evidence": ["D", "D9:9"], "category": 3},
        {"question": "What did Bo buy?", "adversarial_answer": "a kiln", "evidence": ["D1:1"], "category": 5},
        {"question": "Who knows?", "evidence": ["D1:1"], "category": 4},
        {"question": "What else?", "answer": "x", "evidence": [], "category": 9},
    ]
    return {"sample_id": "conv-7", "conversation": conversation, "qa": questions} | changes


@pytest.fixture
def source(tmp_path):
    folder = tmp_path / "published"
    folder.mkdir()
    (folder / "locomo.json").write_text(json.dumps([sample()]))
    (folder / "personas.json").write_text(json.dumps({"train": []}))
    return folder


@pytest.mark.parametrize(
    ("strings", "found", "faults"),
    [
        (["D1:1", "D2:1"], ("D1:1", "D2:1"), {}),
        (["D1:2; D2:1"], ("D1:2", "D2:1"), {"several turns in one string": 1}),
        (["D1:1 D1:2 D2:1"], ("D1:1", "D1:2", "D2:1"), {"several turns in one string": 1}),
        (["D:11:26"], ("D11:26",), {"written otherwise": 1}),
        (["D30:05"], ("D30:5",), {"written otherwise": 1}),
        (["(D1:1)"], ("D1:1",), {"written otherwise": 1}),
        (["D"], (), {"no turn": 1}),
        (["", None, 7], (), {"no turn": 3}),
        (["D10:19", "D1:1"], ("D1:1",), {"turn that does not exist": 1}),
        (["D1:1", "D1:1"], ("D1:1",), {"turn named twice": 1}),
        ([], (), {}),
    ],
)
def test_evidence_strings_are_read_as_far_as_they_go_and_their_faults_are_counted(strings, found, faults):
    assert turns(strings, TURNS) == (found, faults)


def test_a_session_is_an_observation_of_turns_with_speakers_times_and_pictures(source):
    (episode,) = locomo.episodes(source)
    first, second = episode.observations
    assert [item.id for item in episode.observations] == ["conv-7-s01", "conv-7-s02"]
    assert first.text == "Ada: I bought a kiln! [shares a photo of a garden]\nBo: Lovely."
    assert [first.text[part.start : part.end] for part in first.parts] == [
        "I bought a kiln! [shares a photo of a garden]",
        "Lovely.",
    ]
    assert [(part.id, part.speaker) for part in first.parts] == [("conv-7-D1:1", "Ada"), ("conv-7-D1:2", "Bo")]
    assert first.time == first.parts[0].time == datetime(2022, 5, 8, 13, 56, tzinfo=UTC)
    assert second.time == datetime(2023, 2, 1, 0, 5, tzinfo=UTC)
    assert second.text.endswith("Ada: [shares a photo of a kiln]")


def test_gold_has_spans_of_turns_categories_and_what_cannot_be_answered(source):
    (episode,) = locomo.episodes(source)
    texts = {item.id: item.text for item in episode.observations}
    for gold in episode.gold:
        assert all(texts[e.span.observation][e.span.start : e.span.end] == e.text for e in gold.evidence)
    assert [gold.labels["category"] for gold in episode.gold] == ["temporal", "multi_hop", "open_domain", "adversarial"]
    assert [gold.answerable for gold in episode.gold] == [True, True, True, False]
    assert [len(gold.evidence) for gold in episode.gold] == [1, 3, 0, 1]
    assert episode.gold[0].answer == "2023"
    assert episode.gold[3].answer.startswith("Not mentioned")
    assert [question.id for question in episode.questions] == [gold.question for gold in episode.gold]
    assert episode.faults == {
        "turn without text": 1,
        "evidence: several turns in one string": 1,
        "evidence: written otherwise": 1,
        "evidence: no turn": 1,
        "evidence: turn that does not exist": 1,
        "question without evidence that exists": 1,
        "question without an answer": 1,
        "question of no known category": 1,
    }


def test_what_is_written_is_what_evaluation_reads_and_the_same_each_time(source, tmp_path):
    report = imported.write("locomo", tmp_path / "a", locomo.episodes(source))
    assert (report.episodes, report.observations, report.turns, report.questions, report.without_evidence) == (
        1,
        2,
        4,
        4,
        1,
    )
    assert json.loads((tmp_path / "a" / "import.json").read_text())["faults"] == report.faults
    ((episode, observations),) = played(tmp_path / "a", ["test"])
    assert [item.id for item in observations] == list(episode.observed)
    assert len(list(jsonl.read(tmp_path / "a" / "test.gold.jsonl", Gold))) == len(episode.questions) == 4
    imported.write("locomo", tmp_path / "b", locomo.episodes(source))
    files = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert files == ["import.json", "manifest.json", "observations.jsonl", "test.episodes.jsonl", "test.gold.jsonl"]
    assert all((tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes() for name in files)


def test_a_date_that_cannot_be_read_is_a_fault_and_not_a_guess(source):
    broken = sample()
    broken["conversation"]["session_1_date_time"] = "some time in May"
    (source / "locomo.json").write_text(json.dumps(broken))
    (episode,) = locomo.episodes(source)
    assert episode.observations[0].time is None
    assert episode.faults["session without a date that can be read"] == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "cannot be read as JSON"),
        ("[]", "holds no JSON file"),
        (json.dumps([{"conversation": {}, "sample_id": "c"}]), r"locomo.json, entry 0 \(c\): not LoCoMo's shape"),
        (json.dumps([sample(qa=[{"question": "?"}])]), "not LoCoMo's shape: KeyError"),
        (json.dumps([sample(qa=[])]), "no questions"),
    ],
)
def test_a_file_of_another_shape_is_named(tmp_path, content, message):
    (tmp_path / "locomo.json").write_text(content)
    with pytest.raises(UserError, match=message):
        imported.write("locomo", tmp_path / "out", locomo.episodes(tmp_path))
    assert not (tmp_path / "out" / "observations.jsonl").exists()


def test_two_conversations_of_one_id_that_differ_are_an_error_and_not_a_choice(source):
    (source / "more.json").write_text(json.dumps([sample(qa=[])]))
    with pytest.raises(UserError, match=r"locomo.json, entry 0 and more.json, entry 0 both are conv-7, and differ"):
        list(locomo.episodes(source))


def test_an_adversarial_question_keeps_what_is_published_of_its_answer(source):
    row = {"question": "Is it black?", "answer": "No", "adversarial_answer": "Yes", "evidence": "D1:1", "category": 5}
    (source / "locomo.json").write_text(json.dumps([sample(qa=[row])]))
    (episode,) = locomo.episodes(source)
    assert episode.gold[0].answer == "No; who falls for the question says: Yes"
    assert [piece.text for piece in episode.gold[0].evidence] == ["I bought a kiln! [shares a photo of a garden]"]


def test_turns_with_one_id_and_sessions_out_of_time_are_counted(source):
    own = sample()
    own["conversation"]["session_2_date_time"] = "1:00 pm on 8 May, 2021"
    own["conversation"]["session_2"][1]["dia_id"] = "D1:1"
    (source / "locomo.json").write_text(json.dumps([own]))
    (episode,) = locomo.episodes(source)
    assert episode.faults["turn id that comes twice"] == 1
    assert episode.faults["session dated before the one before it"] == 1
    assert episode.gold[1].evidence[0].span.observation == "conv-7-s01"


def test_a_conversation_that_comes_twice_is_taken_once(source):
    (source / "more.json").write_text(json.dumps([sample(), sample(sample_id="conv-8")]))
    assert [episode.id for episode in locomo.episodes(source)] == ["conv-7", "conv-8"]


# --- LongMemEval


def entry(**changes):
    """Three sessions out of order, one of them empty, one with the answer."""
    return {
        "question_id": "gpt4_17",
        "question_type": "single-session-user",
        "question": "Which instrument did I buy?",
        "answer": 4,
        "question_date": "2023/05/30 (Tue) 23:40",
        "haystack_dates": ["2023/05/20 (Sat) 02:21", "2023/05/01 (Mon) 10:00", "2023/05/02 (Tue) 10:00"],
        "haystack_session_ids": ["answer_9_1", "sharegpt_x_0", "sharegpt_y_0"],
        "haystack_sessions": [
            [
                {"role": "user", "content": "I bought a cello.", "has_answer": True},
                {"role": "assistant", "content": "How nice.", "has_answer": False},
            ],
            [{"role": "user", "content": "Name a river."}, {"role": "assistant", "content": ""}],
            [],
        ],
        "answer_session_ids": ["answer_9_1"],
    } | changes


def read(tmp_path, *entries):
    (tmp_path / "s.json").write_text(json.dumps(entries))
    return list(longmemeval.episodes(tmp_path))


def test_a_haystack_is_a_tape_in_time_order_that_does_not_tell_where_the_answer_is(tmp_path):
    (episode,) = read(tmp_path, entry())
    assert [item.text for item in episode.observations] == [
        "user: Name a river.",
        "user: I bought a cello.\nassistant: How nice.",
    ]
    assert episode.observations[1].time == datetime(2023, 5, 20, 2, 21, tzinfo=UTC)
    assert [piece.text for piece in episode.gold[0].evidence] == ["I bought a cello."]
    assert (episode.gold[0].answer, episode.gold[0].answerable) == ("4", True)
    assert episode.gold[0].labels["category"] == "single_session_user"
    assert episode.gold[0].labels["published"] == "gpt4_17"
    handed = episode.episode().model_dump_json() + "".join(item.model_dump_json() for item in episode.observations)
    assert not any(word in handed for word in ("answer", "gpt4", "_abs"))
    assert episode.questions[0].asked_at == datetime(2023, 5, 30, 23, 40, tzinfo=UTC)
    assert episode.faults == {"session without text": 1}


def test_a_question_with_abs_cannot_be_answered_and_its_session_is_evidence_as_a_whole(tmp_path):
    marked = entry(question_id="x_abs")
    del marked["haystack_sessions"][0][0]["has_answer"]
    marked["answer_session_ids"].append("answer_9_2")
    (episode,) = read(tmp_path, marked)
    assert not episode.gold[0].answerable
    assert [piece.text for piece in episode.gold[0].evidence] == [episode.observations[1].text]
    assert episode.faults == {
        "session without text": 1,
        "answering session without a marked turn": 1,
        "answering session that is not in the haystack": 1,
    }


def test_haystacks_have_ids_of_their_own_and_a_question_is_never_asked_before_its_last_session(tmp_path):
    one, other = read(tmp_path, entry(), entry(question_id="z", question_date="2023/01/01 (Sun) 00:00"), entry())
    assert not {item.id for item in one.observations} & {item.id for item in other.observations}
    assert other.questions[0].asked_at == max(item.time for item in other.observations)
    report = imported.write("longmemeval", tmp_path / "out", [one, other])
    assert (report.episodes, report.questions, report.faults) == (
        2, 2, {"question dated before its last session": 1, "session without text": 2},
    )  # fmt: skip
    assert len(list(jsonl.read(tmp_path / "out" / "test.episodes.jsonl", Episode))) == 2
    assert len(list(jsonl.read(tmp_path / "out" / "observations.jsonl", Observation))) == 4


def test_marks_outside_answering_sessions_and_early_questions_are_counted(tmp_path):
    (episode,) = read(tmp_path, entry(answer_session_ids=[], question_date="2023/01/01 (Sun) 00:00"))
    assert episode.gold[0].evidence == ()
    assert episode.faults == {
        "session without text": 1,
        "marked turn of a session that is not an answering one": 1,
        "question dated before its last session": 1,
    }


def test_questions_without_an_id_are_not_taken_for_one(tmp_path):
    nameless = entry()
    del nameless["question_id"]
    with pytest.raises(UserError, match=r"entry 0 \(\?\): not LongMemEval's shape: KeyError\('question_id'\)"):
        read(tmp_path, nameless)


@pytest.mark.parametrize("broken", [{"haystack_dates": []}, {"question_date": "May"}, {"answer_session_ids": None}])
def test_an_entry_of_another_shape_is_named(tmp_path, broken):
    with pytest.raises(UserError, match=r"entry 0 \(gpt4_17\): not LongMemEval's shape"):
        read(tmp_path, entry(**broken))
