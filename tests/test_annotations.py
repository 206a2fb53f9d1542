"""What people answered and judged: how it is kept, what is left out, and the figures."""

import json
from datetime import UTC, datetime

import pytest
from sklearn.metrics import cohen_kappa_score

from microworlds import cli
from microworlds.browse import library
from microworlds.browse.human_annotations import Folder, HumanAnswer, HumanVerdict, NotTakenError, every, name_of, read
from microworlds.browse.judgement import MAJORITY, PEOPLE, judgements, page
from microworlds.core import stats
from microworlds.core.errors import UserError
from tests import browsed


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    folder = browsed.make(tmp_path_factory.mktemp("browsed"))
    return library.read(folder / "release", folder / "run")


def seen(shown, question):
    return next(shown.seen(own) for _, own in shown.questions if own.id == question)


def made(shown, kind, name, question, **content):
    common = {"annotator": name, "question": question, "seen": seen(shown, question), "seconds": 3.0}
    return kind(**common, time=datetime(2026, 1, 1, tzinfo=UTC), **content)


def answer(shown, name, question, text):
    return made(shown, HumanAnswer, name, question, text=text, abstained=not text)


def verdict(shown, name, question, correct=True):
    return made(shown, HumanVerdict, name, question, correct=correct, category=True)


def test_a_judgement_is_a_line_of_its_persons_file(shown, tmp_path):
    folder = Folder(tmp_path / "people")
    folder.append(answer(shown, "Ada O'Neil", "w0-q0", "7 crowns"))
    folder.append(verdict(shown, "Ada O'Neil", "w0-q0", False))
    folder.append(verdict(shown, "José", "w0-q0"))
    assert sorted(path.name for path in folder.path.iterdir()) == ["ada_o'neil.jsonl", "josé.jsonl"]
    assert [(one.kind, one.question) for one in folder.of("ADA  o'neil")] == [("answer", "w0-q0"), ("verdict", "w0-q0")]


@pytest.mark.parametrize("name", ["", " ", ".", "../ada", "a/b", "a\x00b", ".hidden", "x" * 41, "a|b", "con."])
def test_a_name_that_no_file_can_bear_is_refused(name):
    with pytest.raises(NotTakenError, match="cannot be a name"):
        name_of(name)


def test_the_first_judgement_stands_and_nobody_answers_what_they_judged(shown, tmp_path):
    folder = Folder(tmp_path)
    folder.append(answer(shown, "Ada", "w0-q0", "7"))
    with pytest.raises(NotTakenError, match="second answer to w0-q0"):
        folder.append(answer(shown, "ada", "w0-q0", "8"))
    folder.append(verdict(shown, "Ada", "w0-q1"))
    with pytest.raises(NotTakenError, match="having seen its gold"):
        folder.append(answer(shown, "Ada", "w0-q1", "5"))
    folder.append(verdict(shown, "Ada", "w0-q0"))
    assert len(folder.of("Ada")) == 3


def test_a_half_written_line_costs_itself_alone(shown, tmp_path):
    folder = Folder(tmp_path)
    folder.append(answer(shown, "Ada", "w0-q0", "7"))
    file = folder.file("Ada")
    file.write_bytes(file.read_bytes() + answer(shown, "Ada", "w0-q1", "5 crowns 😀").model_dump_json().encode()[:-20])
    folder.append(answer(shown, "Ada", "w0-q2", "late"))
    whole, half, last = read(file)
    assert (whole.question, last.question) == ("w0-q0", "w0-q2")
    assert half == "ada.jsonl, line 2: half-written or damaged"


def test_a_folder_that_cannot_be_written_is_an_error_of_the_users(shown, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="Nothing was saved"):
        Folder(tmp_path / "file").append(answer(shown, "Ada", "w0-q0", "7"))


def test_everything_left_out_is_told(shown, tmp_path):
    file = tmp_path / "ada.jsonl"
    good = answer(shown, "Ada", "w0-q0", "7 crowns")
    lines = [
        good.model_dump_json(),
        good.model_copy(update={"text": "8"}).model_dump_json(),
        good.model_copy(update={"question": "w9-q9"}).model_dump_json(),
        good.model_copy(update={"question": "w0-q1", "seen": "0"}).model_dump_json(),
        '{"kind": "answer", "annotator": "Ada"}',
        "not json",
        verdict(shown, "Ada", "w0-q3").model_dump_json(),
        answer(shown, "Ada", "w0-q3", "both").model_dump_json()[:-3],
    ]
    file.write_text("\n".join(lines))
    found = judgements(shown, every(tmp_path))
    assert (found.answers, found.verdicts) == ({"Ada": 1}, {"Ada": 1})
    for wanted, told in zip(
        ("second answer to w0-q0: the first stands", "no such question", "was another one then",
         "line 5: no annotation: answer.question: Field required", "line 6: half-written", "line 8: half-written"),
        found.left_out, strict=True,
    ):  # fmt: skip
        assert wanted in told


def test_an_answer_given_after_the_verdict_does_not_count(shown):
    found = judgements(shown, [verdict(shown, "Ada", "w0-q0"), answer(shown, "Ada", "w0-q0", "7 crowns")])
    assert found.answers == {}
    assert "having seen its gold" in found.left_out[0]


def test_human_f1_has_intervals_over_worlds_and_leaves_out_what_nothing_answers(shown):
    given = [
        answer(shown, "Ada", f"w{world}-q{at}", text)
        for world in (0, 1)
        for at, text in enumerate(("7 crowns", "nine", "", "both", ""))
    ]
    given += [answer(shown, "Bo", "w0-q1", "5 crowns")]
    found = judgements(shown, given)
    rows = found.tables["f1_source"].rows
    assert rows["Ada"]["overall"].n == 8
    assert rows["Ada"]["overall"].mean == pytest.approx((1 + 0 + 0 + 1) / 4)
    assert rows["Ada"]["overall"].low == rows["Ada"]["overall"].high == pytest.approx(0.5)  # both worlds alike
    assert (rows["Bo"]["overall"].mean, rows["Bo"]["overall"].low) == (1.0, None)
    assert rows[PEOPLE]["overall"].mean == pytest.approx((1 + 0.5 + 0 + 1 + 1 + 0 + 0 + 1) / 8, abs=1e-4)
    assert found.tables["abstention_source"].rows["Ada"]["overall"].mean == 1.0
    assert found.tables["false_abstention_source"].rows["Ada"]["overall"].mean == 0.25
    assert found.shared_f1 == {"Ada, Bo": 0.0}


def test_kappa_with_judges_and_between_people_is_that_of_sklearn(shown):
    ada = {f"w{world}-q{at}": at not in (1, 3) for world in (0, 1) for at in range(5)}
    bo = {f"w{world}-q{at}": at != 1 for world in (1, 2) for at in range(5)}
    given = [
        verdict(shown, name, question, label)
        for name, own in (("Ada", ada), ("Bo", bo))
        for question, label in own.items()
    ]
    found = judgements(shown, given)
    pairs = {(one.one, one.other): one for one in (*found.with_judges, *found.between)}
    strict = {question: not question.endswith("q1") for question in ada}
    assert pairs["Ada", "(strict judge)"].kappa == pytest.approx(
        cohen_kappa_score(list(ada.values()), list(strict.values())), abs=1e-4
    )
    assert pairs["Bo", "(strict judge)"].kappa == 1.0
    assert pairs["Ada", "(lenient judge)"].kappa == 0.0
    assert pairs[MAJORITY, "(strict judge)"].n == 14  # of w1-q3 there is none
    shared = sorted(ada.keys() & bo.keys())
    assert pairs["Ada", "Bo"].n == 5
    assert pairs["Ada", "Bo"].kappa == pytest.approx(
        cohen_kappa_score([ada[q] for q in shared], [bo[q] for q in shared]), abs=1e-4
    )
    correct = next(one for one in found.together if one.what == "correct")
    assert (correct.people, correct.n) == (2, 5)
    assert correct.alpha == pytest.approx(stats.krippendorffs_alpha([(ada[q], bo[q]) for q in shared]), abs=1e-4)


def test_kappas_interval_is_over_worlds(shown):
    given = [verdict(shown, "Ada", f"w{world}-q{at}", at != 1 or world == 0) for world in range(3) for at in range(5)]
    found = {one.other: one for one in judgements(shown, given).with_judges}
    own = found["(strict judge)"]
    # a world alone has a kappa of 0 (the first) or 1 (the others): from three such nothing is known
    assert -1 <= own.low < 0 < own.kappa < own.high <= 1
    one_world = judgements(shown, given[:5]).with_judges[0]
    assert (one_world.kappa, one_world.low) == (0.0, None)


def test_a_person_may_be_called_as_a_judge_is_and_write_their_name_in_other_capitals(shown):
    given = [verdict(shown, name, f"w0-q{at}", at == 1) for at, name in enumerate(("strict", "Strict", "STRICT"))]
    found = judgements(shown, given)
    assert found.verdicts == {"strict": 3}
    assert next((one.one, one.other, one.agreement) for one in found.with_judges) == ("strict", "(strict judge)", 0.0)


def test_alpha_of_four_raters_with_gaps_is_the_published_one():
    # Krippendorff 2011, section C
    rows = ("123321412...", "1233224125.3", ".3332342251.", "12332441251.")
    items = [[rater[unit] for rater in rows if rater[unit] != "."] for unit in range(12)]
    assert stats.krippendorffs_alpha(items) == pytest.approx(0.743, abs=5e-4)
    assert stats.krippendorffs_alpha([["1"], ["2"]]) is None
    assert stats.krippendorffs_alpha([["1", "1"], ["1", "1"]]) is None


def test_the_command_shows_the_page_and_writes_the_figures(shown, tmp_path, monkeypatch, capsys):
    release = browsed.make(tmp_path) / "release"
    folder = Folder(tmp_path / "people")
    for name in ("Ada", "Bo", "Cy"):
        folder.append(answer(shown, name, "w0-q0", "7 crowns"))
        folder.append(verdict(shown, name, "w1-q1", name != "Bo"))
    figures = judgements(library.read(release), every(folder.path))
    assert "| Bo | 1 | 1 |" in page(figures)
    assert "Krippendorff's alpha" in page(figures)
    monkeypatch.setattr(
        "sys.argv",
        ["microworlds", "annotations", str(folder.path), str(release), "--json", str(tmp_path / "again.json")],
    )
    with pytest.raises(SystemExit, match="0"):
        cli.main()
    assert json.loads((tmp_path / "again.json").read_text()) == figures.model_dump(mode="json")
    assert "Human f1 by source" in capsys.readouterr().out


def test_a_folder_without_annotations_says_how_to_collect_some(shown, tmp_path):
    with pytest.raises(UserError, match="browse --annotate"):
        list(every(tmp_path))
