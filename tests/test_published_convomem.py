"""ConvoMem's published data: small files of our own in its layouts, with the damages that the published have."""

from __future__ import annotations

import json
import tracemalloc

import pytest

from microworlds.core.errors import UserError
from microworlds.publishing.exports.base import export
from microworlds.suites.imported import importing, json_entries
from microworlds.suites.imported.published_convomem.release import ASKED_AT, episodes
from tests.tree import clone


def conversation(name, *texts, speakers=("User", "Assistant")):
    messages = [{"speaker": speakers[at % len(speakers)], "text": text} for at, text in enumerate(texts)]
    return {"messages": messages, "id": name, "containsEvidence": True, "model_name": None}


def item(**changes):
    own = {
        "question": "What was the budget?",
        "answer": "$2M",
        "message_evidences": [{"speaker": "User", "text": "The budget is $2M."}],
        "conversations": [conversation("a", "Hi. The budget is $2M.", "Noted.")],
        "category": "Professional Life",
        "scenario_description": "x",
        "personId": "p1",
        "use_case_model_name": "m",
        "core_model_name": "m",
    }
    return own | changes


def case(items, conversations, size):
    return {"evidenceItems": items, "conversations": conversations, "contextSize": size}


def put(folder, place, content):
    path = folder / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content, indent=2))
    return path


def test_an_evidence_item_is_asked_after_its_conversations(tmp_path):
    put(
        tmp_path,
        "evidence_questions/user_evidence/1_evidence/p1_Clerk.json",
        {"evidence_items": [item()], "checkpoint": "x"},
    )
    put(tmp_path, "filler_conversations/p1_Clerk.json", {"evidence_items": [item(question="Filler?")]})
    (own,) = episodes(tmp_path)
    (gold,) = own.gold
    assert (gold.labels["category"], gold.labels["evidence_count"], gold.answer) == ("user_facts", "1", "$2M")
    assert [piece.text for piece in gold.evidence] == ["Hi. The budget is $2M."]
    assert own.observations[0].text == "User: Hi. The budget is $2M.\nAssistant: Noted."
    assert own.observations[0].time is None
    assert own.questions[0].asked_at == ASKED_AT
    assert own.faults == {"conversation without a date": 1}


@pytest.mark.parametrize(
    ("folder", "answerable", "rubric"),
    [("abstention_evidence", False, None), ("preference_evidence", True, ("A good answer",)), ("x", True, None)],
)
def test_what_is_right_follows_from_the_category(tmp_path, folder, answerable, rubric):
    put(tmp_path, f"{folder}/1_evidence/x.json", {"evidence_items": [item(answer="A good answer")]})
    ((gold,),) = (own.gold for own in episodes(tmp_path))
    assert (gold.answerable, gold.rubric) == (answerable, rubric)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"message_evidences": [{"speaker": "User", "text": "The budget is $3M."}]}, "evidence that stands nowhere letter by letter"),
        ({"message_evidences": [{"speaker": "Assistant", "text": "The budget is $2M."}]}, "evidence that stands nowhere letter by letter"),
        ({"conversations": [conversation("a", "The budget is $2M.", "B."), conversation("b", "The budget is $2M.", "C.")]},
         "evidence that stands in several conversations"),
        ({"conversations": [conversation("a", "The budget is $2M.", "So?", "The budget is $2M.", "Yes.")]},
         "evidence that stands twice in its conversation"),
        ({"conversations": [conversation(None, "The budget is $2M.", "Noted.")]}, "conversation without an id"),
        ({"conversations": [conversation("a", "The budget is $2M.", " ", "More.")]}, "message without text"),
        ({"conversations": [conversation("a", "The budget is $2M.", "I say.", speakers=("User",))]}, "conversation of one speaker"),
        ({"answer": None}, "answer that is null"),
        ({"personId": None}, "personId that is null"),
        ({"message_evidences": []}, "number of pieces that is not its folder's"),
    ],
)  # fmt: skip
def test_a_damage_is_counted_and_the_question_stays(tmp_path, change, fault):
    put(tmp_path, "user_evidence/1_evidence/x.json", {"evidence_items": [item(**change)]})
    (own,) = episodes(tmp_path)
    assert own.faults[fault] == 1
    assert len(own.questions) == len(own.gold) == 1


def test_a_test_case_is_one_history_for_all_its_questions(tmp_path):
    a, b = conversation("a", "The budget is $2M.", "Noted."), conversation("b", "It rains.", "Indeed.")
    items = [item(conversations=[a]), item(conversations=[a], personId="p2")]
    put(tmp_path, "pre_mixed_testcases/changing_evidence/2_evidence/batched.json",
        "[\n" + ",\n".join(json.dumps(case(items, [a, b, b], 3)) for _ in range(2)) + "\n]")  # fmt: skip
    first, second = episodes(tmp_path)
    assert (first.id, second.id) == ("cm-000001", "cm-000002")
    assert [len(first.observations), len(first.questions)] == [2, 2]
    assert first.faults == {
        "conversation that is there twice, or is empty": 1, "conversation without a date": 3,
        "conversation that is stored again with its question": 2, "number of pieces that is not its folder's": 2,
        "personas mixed in one history": 1, "question that is asked twice of one history": 1,
    }  # fmt: skip
    report = importing.write("published_convomem", tmp_path / "out", iter([first, second]))
    assert (report.questions, report.without_evidence) == (4, 0)


def test_a_single_case_in_many_lines_and_an_unknown_category(tmp_path):
    own = conversation("locomo_0_session_1", "Hi", "Researching agencies.", speakers=("User",))
    made = case(
        [item(conversations=[own], message_evidences=[{"speaker": "User", "text": "Researching agencies."}])], [own], 19
    )
    put(tmp_path, "test_cases/locomo/category_1/dataset_0.json", made)
    (found,) = episodes(tmp_path)
    assert found.faults["category that is not one of the six"] == 1
    assert found.faults["size that is not the number of conversations"] == 1
    assert found.faults["conversation of one speaker"] == 1
    assert len(found.gold[0].evidence) == 1


def test_a_long_file_is_never_held_whole(tmp_path):
    filler = conversation("f", *["Some words about nothing in particular. " * 40] * 40)
    line = json.dumps(case([item()], [filler, *item()["conversations"]], 2))
    path = put(tmp_path, "user_evidence/1_evidence/batched.json", "[\n" + ",\n".join([line] * 400) + "\n]")
    assert path.stat().st_size > 25_000_000
    tracemalloc.start()
    count = sum(1 for _ in json_entries.entries(path, "evidence_items"))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 400
    assert most < 12_000_000


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (json.dumps({"evidence_items": [item(), item()]})[:-40], r"ends in the middle of an entry, which begins at char"),
        ('[{"evidenceItems": []', "begins at character 1"),
        ("[1, 2]", "entry 0: not ConvoMem's shape"),
        ('{"roles": []}', "no evidence items and no test cases"),
        ('[{"conversations": []}]', "entry 0: not ConvoMem's shape: KeyError"),
    ],
)  # fmt: skip
def test_a_file_that_is_cut_off_or_another_is_one_line(tmp_path, content, said):
    put(tmp_path, "user_evidence/1_evidence/x.json", content)
    with pytest.raises(UserError, match=said):
        importing.write("published_convomem", tmp_path / "out", episodes(tmp_path))
    assert not list((tmp_path / "out").iterdir())


def test_a_folder_of_something_else_says_what_to_name(tmp_path):
    with pytest.raises(UserError, match="no evidence items and no test cases"):
        list(episodes(tmp_path))


def test_what_is_exported_in_this_shape_is_read_back(tmp_path):
    put(tmp_path, "published/user_evidence/1_evidence/x.json", {"evidence_items": [item()]})
    (dated,) = episodes(tmp_path / "published")  # the shape that is exported needs a day
    seen = tuple(each.model_copy(update={"time": ASKED_AT}) for each in dated.observations)
    importing.write("published_convomem", tmp_path / "one", iter([dated.model_copy(update={"observations": seen})]))
    export("convomem", tmp_path / "one", tmp_path / "exported", "test", {})
    (own,) = episodes(tmp_path / "exported")
    (gold,) = own.gold
    assert own.questions[0].text == item()["question"]
    assert (gold.answer, [piece.text for piece in gold.evidence]) == ("$2M", ["Hi. The budget is $2M."])
    assert "conversation of one speaker" not in own.faults


@pytest.mark.slow
def test_the_published_folder_is_played_by_a_pipeline_of_its_own(tmp_path):
    tree = clone(tmp_path / "clone", tmp_path / "cache")
    pipeline, folder = "benchmarks/published_convomem/dvc.yaml", tree.path / "benchmarks" / "published_convomem"
    said = tree.run("dvc", "repro", pipeline, code=None)
    assert "No such file or directory" in said
    assert f"{folder}/published" in said
    told = "The budget for the move is $2,400."
    own = item(
        question="What is the budget for the move?",
        answer="$2,400",
        message_evidences=[{"speaker": "User", "text": told}],
        conversations=[conversation("a", f"Good morning. {told}", "Noted.")],
    )
    put(folder / "published", "user_evidence/1_evidence/x.json", {"evidence_items": [own]})
    tree.run("dvc", "repro", pipeline)
    results = json.loads((folder / "metrics/published_convomem/results/scores.json").read_text())
    assert set(results) == {"empty", "bm25", "rag_conv", "oracle"}
    assert results["oracle"]["accuracy"]["overall"] == 1.0 > results["empty"]["accuracy"]["overall"] == 0.0
    assert json.loads((folder / "data/release/published_convomem/import.json").read_text())
    assert "didn't change, skipping" in tree.run("dvc", "repro", pipeline)
