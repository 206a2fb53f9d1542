"""Evaluation beyond single answers: differences of systems, intervals, judges, the page."""

import json
import random
import re
from dataclasses import replace

import numpy as np
import pytest

from microworlds.core import jsonl, stats
from microworlds.core.errors import UserError
from microworlds.core.lazy_records import grouped, keyed
from microworlds.core.records import (
    Gold,
    Judged,
    Score,
)
from microworlds.evaluation import markdown as pages
from microworlds.evaluation import report, report_tables, scores
from microworlds.evaluation.attribution import ladders
from microworlds.evaluation.differences import closed
from microworlds.evaluation.judgements import calibration, judgement
from microworlds.evaluation.report_tables import markdown, of_table
from microworlds.evaluation.system_names import answerer
from microworlds.evaluation.tables import bounded, frame, table
from tests.evaluated_world import ALL, BOTH, READ, RETRIEVAL, SAID, SHOWN, gold, piece, reply

# a whole run, small

SYSTEMS = ("good", "bad", "same")
SOURCES, CATEGORIES, DIFFICULTIES = SHOWN.columns.values()


def run(shuffle=None):
    """Three systems on 6 worlds of 6 questions; ``good`` is always right, the others are right on each third."""
    own, made = {}, {name: [] for name in SYSTEMS}
    for at in range(36):
        name = f"w{at // 6}-q{at % 6}"
        source = SOURCES[at % 3]
        answerable = at % 6 != 5
        spans = {"hybrid": BOTH, "doc_only": (READ,), "chat_only": (SAID,)}[source]
        labels = {
            "source": source, "world": f"w{at // 6}", "category": CATEGORIES[at % 4 if answerable else 4],
            "difficulty": DIFFICULTIES[at % 3], "documents": "d1 d2", "meant": "d1",
        }  # fmt: skip
        own[name] = gold(*spans, answerable=answerable, question=name, **labels)
        right = reply(
            *BOTH, text="june" if answerable else "ABSTAIN", abstained=not answerable, question=name, context=BOTH
        )
        wrong = reply(piece("s2", 0), piece("d2", 0), question=name, context=(piece("s2", 0), piece("d2", 0)))
        made["good"].append(right)
        for system in ("bad", "same"):
            made[system].append(right if (at // 6 + at) % 3 == 0 else wrong)
    questions = list(own)
    if shuffle:
        shuffle.shuffle(questions)
    own = {name: own[name] for name in questions}
    observed = dict.fromkeys(own, ALL)
    return own, [one for name in SYSTEMS for one in scores.scores(name, made[name], own, observed, RETRIEVAL)]


OWN, SCORED = run()
DATA = frame(SCORED, OWN)
# one system is right, the others are wrong throughout
CLEAR = [
    one if one.system == "good" else one.model_copy(update={"values": {**one.values, "f1": 0.0}}) for one in SCORED
]


def judgements(own, scored):
    """A judge that finds correct what Exact Match finds correct, and gives no verdict on one question."""
    labels = {1.0: "correct", 0.0: "incorrect"}
    made = []
    for system in SYSTEMS:
        mine = [score for score in scored if score.system == system]
        judged = {
            s.question: Judged(question=s.question, label=labels[s.values["exact_match"]], reason="r") for s in mine
        }
        failed = min(name for name in judged if own[name].answerable)
        judged[failed] = judged[failed].model_copy(update={"label": None})
        made.append(judgement(system, judged, mine, own))
    return made


FACTS = {
    "outside": [],
    "manifest": {},
    "digest": None,
    "systems": [],
    "questions": 36,
    "worlds": 6,
    "splits": [],
    "answerable": 30,
    "models": "",
}
CALIBRATION = calibration("offline", [], [])


def results(own, scored, labels=SHOWN):
    gathered = scores.Gathered(own, labels)
    for system in SYSTEMS:
        gathered.add(system, (score for score in scored if score.system == system), None)
    made = gathered.results(("test",), CALIBRATION)
    return replace(made, judgements=judgements(own, scored), command="python -m microworlds.evaluation.scores ...")


@pytest.mark.parametrize(("least", "compared"), [(6, True), (7, False)])
def test_below_as_many_worlds_as_a_suite_wants_there_are_no_intervals_and_no_comparisons(tmp_path, least, compared):
    labels = SHOWN.model_copy(update={"worlds_least": least})
    own = results(OWN, SCORED, labels)
    whole = results(OWN, SCORED)
    assert bool(own.differences) == compared
    assert {bounded(one) for one in own.tables.values()} == {bounded(one) and compared for one in whole.tables.values()}
    assert any(one.low is not None for one in own.points) == compared
    means = [cell.mean for one in own.tables.values() for row in one.rows.values() for cell in row.values()]
    assert means == [cell.mean for one in whole.tables.values() for row in one.rows.values() for cell in row.values()]
    assert (f"that takes {least} worlds" in pages.page(own)) != compared
    pages.write(tmp_path, own, scores.summary(own.tables, labels))
    shown = report.page(report.results(tmp_path, labels), FACTS, "")
    assert ("or too few worlds" in shown) != compared


def test_a_system_does_not_differ_from_its_double_and_does_from_a_better_one():
    found = {(one.one, one.other): one for one in results(OWN, SCORED).differences if one.column == "hybrid"}
    double = found["bad", "same"]
    assert (double.mean, double.low, double.high, double.p, double.holm, double.detectable) == (0, 0, 0, 1, 1, None)
    assert not double.apart
    # of the other two each has whole worlds right: from six worlds that is not enough
    assert not found["good", "bad"].apart
    clear = {(one.one, one.other): one for one in results(OWN, CLEAR).differences if one.column == "hybrid"}
    better = clear["good", "bad"]
    assert better.apart
    assert better.low <= better.mean <= better.high
    assert better.n == sum(one.answerable and one.labels["source"] == "hybrid" for one in OWN.values())


def test_the_difference_of_two_systems_is_the_difference_of_their_means():
    own = table(DATA, "", "f1", "source", SOURCES, SYSTEMS, True)
    for one in results(OWN, SCORED).differences:
        means = [own.rows[name][one.column].mean for name in (one.one, one.other)]
        assert one.mean == pytest.approx(means[0] - means[1], abs=2e-4)


def test_every_mean_of_every_table_has_its_n_and_lies_in_its_interval():
    for own in scores.tables(DATA, SYSTEMS, SHOWN).values():
        for row in own.rows.values():
            for cell in row.values():
                assert (cell.mean is None) == (cell.n == 0)
                assert cell.mean is None or cell.low <= cell.mean <= cell.high


def test_the_order_of_questions_and_systems_changes_nothing():
    own, shuffled = run(random.Random(3))
    assert list(own) != list(OWN)
    assert scores.tables(frame(shuffled, own), SYSTEMS, SHOWN) == scores.tables(DATA, SYSTEMS, SHOWN)
    assert pages.page(results(own, shuffled)) == pages.page(results(OWN, SCORED))


def test_questions_of_one_world_alone_have_no_interval():
    one = {name: item for name, item in OWN.items() if item.labels["world"] == "w0"}
    own = table(frame([s for s in SCORED if s.question in one], one), "", "f1", "source", SOURCES, SYSTEMS)
    assert own.rows["bad"]["overall"].mean is not None
    assert own.rows["bad"]["overall"].low is None
    assert "[" not in markdown(of_table(own))


def test_an_error_of_the_judge_is_no_verdict_and_stays_in_every_denominator():
    answerable = sum(one.answerable for one in OWN.values())
    for own in judgements(OWN, SCORED):
        shares = (own.correct, own.partial, own.incorrect, own.abstained, own.error)
        assert {cell.n for cell in shares} == {answerable}
        assert sum(cell.mean for cell in shares) == pytest.approx(1.0, abs=5e-4)
        assert own.error.mean == pytest.approx(1 / answerable, abs=1e-4)
        assert (own.as_em.mean, own.as_em.n) == (1.0, answerable - 1)
    assert "no verdict (n=" in pages.page(results(OWN, SCORED))


def test_each_wrong_answer_is_counted_once():
    for one in ladders(SCORED, OWN, "source", SOURCES):
        own = [s for s in SCORED if s.system == one.system and OWN[s.question].answerable == one.answerable]
        own = [s for s in own if one.column in ("overall", OWN[s.question].labels["source"])]
        assert one.asked == len(own)
        assert sum(one.rungs.values()) == sum(s.failure is not None for s in own)


def test_a_system_that_misses_a_question_or_answers_one_twice_is_an_error():
    answers = [reply(question=name) for name in OWN]
    observed = dict.fromkeys(OWN, ALL)
    for given_, message in ((answers[1:], "no answer"), ([*answers, answers[0]], "doubled")):
        with pytest.raises(UserError, match=message):
            scores.scores("a", given_, OWN, observed, RETRIEVAL)


def test_the_page_has_n_and_intervals_in_every_table_and_says_what_cannot_be_separated(tmp_path):
    own = results(OWN, CLEAR)
    pages.write(tmp_path, own, scores.summary(own.tables, SHOWN))
    page = (tmp_path / "results.md").read_text()
    for head in (line for line in page.splitlines() if line.startswith("| system")):
        block = page[: page.index(head)].splitlines()
        assert "n=" in head or any("(n=" in line for line in block[-3:]), head
    assert "cannot separate 1 of 3 pairs: Bad and Same" in page
    assert {path.name for path in (tmp_path / "plots").iterdir()} >= {"recall.png", "f1_source.png", "f1_source.csv"}
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    pages.write(tmp_path, own, scores.summary(own.tables, SHOWN))
    assert before == {path: path.read_bytes() for path in before}


def test_plain_f1_stands_beside_f1_where_gold_has_other_forms():
    assert "f1_plain" not in scores.tables(DATA, SYSTEMS, SHOWN)
    forms = {name: one.model_copy(update={"aliases": ("may",) if one.answerable else ()}) for name, one in OWN.items()}
    bad = [reply(question=name, text="may") for name in forms]
    made = scores.tables(
        frame(scores.scores("bad", bad, forms, dict.fromkeys(forms, ALL), RETRIEVAL), forms), ["bad"], SHOWN
    )
    assert made["f1_source"].rows["bad"]["overall"].mean == 1
    assert made["f1_plain"].rows["bad"]["overall"].mean == scores.summary(made, SHOWN)["bad"]["f1_plain"] == 0
    own = results(OWN, SCORED)
    page = pages.page(replace(own, tables={**own.tables, "f1_plain": made["f1_plain"]}))
    assert f"## {made['f1_plain'].title}" in page


def test_a_label_that_no_question_has_is_no_table_no_plot_and_no_error(tmp_path):
    shown = SHOWN.model_copy(update={"columns": {**SHOWN.columns, "cohort": ("1", "2")}})
    gathered = scores.Gathered(OWN, shown)
    for system in SYSTEMS:
        gathered.add(system, (score for score in SCORED if score.system == system), None)
    own = gathered.results(("test",), CALIBRATION)
    pages.write(tmp_path, own, scores.summary(own.tables, shown))
    assert "by cohort" not in (tmp_path / "results.md").read_text()
    assert not list((tmp_path / "plots").glob("f1_cohort.*"))
    assert (tmp_path / "plots" / "f1_source.png").exists()
    report.page(report.results(tmp_path, shown), FACTS, "")


def test_a_suite_names_its_main_metric_and_everything_is_ranked_and_compared_by_it(tmp_path):
    shown = SHOWN.model_copy(update={"metric": "exact_match", "whole": {}, "paired": ("pair", "difficulty")})
    gathered = scores.Gathered(OWN, shown)
    for system in SYSTEMS:
        gathered.add(system, (score for score in SCORED if score.system == system), None)
    own = gathered.results(("test",), CALIBRATION)
    assert own.ranking == own.tables["exact_match_source"]
    assert "paired" not in own.tables  # no question has that label
    assert own.ranking.metric == "exact_match"
    assert not [key for key in own.tables if key.startswith("f1")]
    pages.write(tmp_path, own, scores.summary(own.tables, shown))
    page = (tmp_path / "results.md").read_text()
    assert "## Paired differences of Exact Match, answerable questions" in page
    assert not re.search(r"\bF1 \(n=", page)
    assert (tmp_path / "plots" / "exact_match_source.png").exists()
    made = report.results(tmp_path, shown)
    html = report.page(
        made,
        FACTS,
        "",
    )
    assert "Good is ahead: Exact Match 1.000" in html


def test_the_share_of_the_distance_that_is_closed_is_paired_and_has_an_interval():
    renamed = {"bad": "rag_both", "good": "oracle", "same": "half"}
    made = [score.model_copy(update={"system": renamed[score.system]}) for score in SCORED]
    found = closed(frame(made, OWN), "f1", "source", SOURCES, ("rag_both", "half", "oracle"))
    assert [found.rows[name]["hybrid"].mean for name in ("rag_both", "half", "oracle")] == [0, 0, 1]
    assert (found.rows["oracle"]["hybrid"].low, found.rows["oracle"]["hybrid"].high) == (1, 1)
    assert found.rows["half"]["hybrid"].n == sum(o.answerable and o.labels["source"] == "hybrid" for o in OWN.values())
    assert closed(frame(made, OWN), "f1", "source", SOURCES, ("half", "oracle")) is None
    # by hand: two of four halves closed
    share = stats.ratio(np.array([0.5, 0.0, 0.5, 0.0]), np.array([0.5] * 4), ["a", "a", "b", "c"])
    assert (share.mean, share.n, share.clusters) == (0.5, 4, 3)
    # the worlds' sums are .5, .5 and 0 of 1, .5 and .5: from three worlds next to nothing is known
    assert share.low < 0 < 1 < share.high
    assert stats.ratio(np.array([1.0]), np.array([0.0]), ["a"]) is None
    below = stats.ratio(np.array([1.0, 1.0]), np.array([1.0, -0.5]), ["a", "b"])
    assert (below.mean, below.low, below.high) == (4, None, None)


def test_each_answerer_has_a_base_and_a_ceiling_of_its_own_and_ceilings_are_no_systems():
    renamed = {"bad": "rag_both", "good": "oracle", "same": "half"}
    made = [score.model_copy(update={"system": renamed[score.system]}) for score in SCORED]
    again = [score.model_copy(update={"system": f"{score.system}_model"}) for score in made]
    alone = [score for score in again if score.system != "rag_both_model"]
    systems = ["rag_both", "half", "oracle"]
    both = [*systems, *(f"{name}_model" for name in systems)]
    found = closed(frame([*made, *again], OWN), "f1", "source", SOURCES, both)
    assert list(found.rows) == both
    assert found.rows["half_model"] == found.rows["half"]
    without = [name for name in both if name != "rag_both_model"]
    assert list(closed(frame([*made, *alone], OWN), "f1", "source", SOURCES, without).rows) == systems
    ranked = table(frame([*made, *again], OWN), "F1", "f1", "source", SOURCES, both, answerable_only=True)
    assert report_tables.order(ranked)[-2:] == ["oracle", "oracle_model"]
    assert {report_tables.numbers(ranked)[name] for name in ("oracle", "oracle_model")} == {"–"}
    assert [answerer(name, both) for name in ("half", "half_model", "oracle_model")] == ["", "_model", "_model"]


def test_the_page_says_what_was_spent_and_how_it_is_made():
    text = pages.page(results(OWN, SCORED))
    assert "tokens of context a question (n=30)" in text
    assert "`python -m microworlds.evaluation.scores ...`" in text


def test_records_are_found_by_key_in_the_order_of_their_files_and_parsed_when_asked_for(tmp_path):
    made = [gold(piece("s1", 0), question=f'q "{at}" é', world="w") for at in range(4)]
    jsonl.write(tmp_path / "a.jsonl", made[2:])
    # another program may write fields in another order, and spaces
    turned = (json.dumps(dict(reversed(own.model_dump(mode="json").items()))) for own in made[:2])
    (tmp_path / "b.jsonl").write_text("".join(f"{line}\n" for line in turned))
    paths = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    found = keyed(Gold, paths, "question")
    assert list(found.values()) == [*made[2:], *made[:2]]
    assert list(keyed(Gold, paths, "question", {made[1].question})) == [made[1].question]
    jsonl.write(tmp_path / "scores.jsonl", SCORED)
    by = grouped(Score, tmp_path / "scores.jsonl", "system", "question")
    assert list(by) == list(SYSTEMS)
    assert [score for own in by.values() for score in own.values()] == SCORED


def test_a_record_that_is_doubled_damaged_or_without_its_key_is_an_error_that_names_the_place(tmp_path):
    path = tmp_path / "gold.jsonl"
    line = gold(piece("s1", 0), question="q1").model_dump_json()
    for text, message in (
        (f"{line}\n{line}\n", "q1 is there twice"),
        ("no json\n", r"gold.jsonl, line 1: no question"),
        ('{"answer":"x"}\n', r"gold.jsonl, line 1: no question"),
    ):
        path.write_text(text)
        with pytest.raises(UserError, match=message):
            keyed(Gold, [path], "question")
    path.write_text('{"question":"q1","answer":3}\n')
    with pytest.raises(UserError, match=r"gold.jsonl, q1: not a Gold"):
        keyed(Gold, [path], "question")["q1"]
    with pytest.raises(UserError, match="cannot read"):
        keyed(Gold, [tmp_path / "none.jsonl"], "question")
