"""Evaluation beyond single answers: levels of a ranked list, failure ladders, paired differences, the results page."""

import json
import random
import re
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from microworlds.core import jsonl, plugins, stats
from microworlds.core.errors import UserError
from microworlds.core.records import (
    Answer,
    Ask,
    Episode,
    Evidence,
    Gold,
    Judged,
    Observation,
    Observe,
    Part,
    Question,
    Score,
    Span,
)
from microworlds.evaluation import markdown as pages
from microworlds.evaluation import report, scores
from microworlds.evaluation.attribution import RUNGS, Attribution, ladders
from microworlds.evaluation.gap_closed import closed
from microworlds.evaluation.judgements import judgement
from microworlds.evaluation.keyed_records import grouped, keyed
from microworlds.evaluation.mistakes import calibration
from microworlds.evaluation.retrieval_scores import LEVELS, Retrieval, deep, measures, points
from microworlds.evaluation.system_names import NAMES
from microworlds.evaluation.tables import frame, table
from microworlds.metrics.ranking import DEPTHS
from microworlds.suites import base as suites

WIDTH = 10


def observation(name, kind, parts):
    text = "x" * (WIDTH * parts)
    pieces = tuple(Part(id=f"{name}-{at}", start=WIDTH * at, end=WIDTH * (at + 1)) for at in range(parts))
    return Observation(id=name, kind=kind, title=name, text=text, parts=pieces)


WORLD = {
    one.id: one
    for one in (
        observation("s1", "session", 6),
        observation("s2", "session", 6),
        observation("d1", "document", 3),
        observation("d2", "document", 3),
    )
}
RETRIEVAL = Retrieval(WORLD)
ALL = frozenset(WORLD)


def piece(name, part, parts=1):
    return Span(observation=name, start=WIDTH * part, end=WIDTH * (part + parts))


def gold(*spans, answerable=True, question="q", **labels):
    evidence = tuple(Evidence(span=span, text="x" * (span.end - span.start)) for span in spans)
    return Gold(question=question, answer="june", answerable=answerable, evidence=evidence, labels=labels)


def reply(*retrieved, text="may", abstained=False, question="q", **more):
    return Answer(question=question, text=text, abstained=abstained, retrieved=retrieved, **more)


def listed(*spans):
    return spans


def ranking(level, answer, own):
    return {one.level: one for one in RETRIEVAL.rankings(answer.retrieved, own, ALL)}.get(level)


# levels


def test_each_level_counts_its_own_units_in_order_of_first_appearance():
    own = gold(piece("s1", 4), piece("d2", 1))
    # a window over three turns, a section, a turn again (no new unit), another session, the right section
    answer = reply(piece("s1", 1, 3), piece("d1", 0), piece("s1", 2), piece("s2", 0), piece("s1", 4), piece("d2", 1))
    assert ranking("chunk", answer, own).found == (5, 6)
    assert ranking("turn", answer, own).found == (5,)  # s1-1, s1-2, s1-3, s2-0, s1-4
    assert ranking("session", answer, own).found == (1,)
    assert ranking("section", answer, own).found == (2,)
    assert ranking("document", answer, own).found == (2,)
    found = RETRIEVAL.rankings(answer.retrieved, own, ALL)
    assert [(one.level, one.depth, one.pool) for one in found] == [
        ("chunk", 6, None),
        ("turn", 5, 12),
        ("session", 2, 2),
        ("section", 2, 6),
        ("document", 2, 2),
    ]


def test_entries_of_logs_are_units_like_turns_and_a_suite_says_which_levels_count():
    logs = {name: observation(name, "log", 6) for name in ("l1", "l2")}
    listed_entries = listed(piece("l2", 0), piece("s1", 4), piece("l1", 3, 2))
    rank = Retrieval(WORLD | logs).rankings(listed_entries, gold(piece("l1", 4)), ALL | set(logs))
    assert [(one.level, one.found, one.depth, one.pool) for one in rank] == [
        ("chunk", (3,), 3, None),
        ("entry", (3,), 3, 12),
        ("log", (2,), 2, 2),
    ]
    assert Retrieval(WORLD | logs, ("entry",)).rankings(listed_entries, gold(piece("l1", 4)), ALL | set(logs)) == (
        rank[1],
    )
    with pytest.raises(ValidationError, match=r"no level 'entri' \(did you mean 'entry'\?\)"):
        SHOWN.model_validate(SHOWN.model_dump() | {"levels": ("entri",)})


def test_a_level_of_which_there_is_no_gold_has_no_ranking():
    own = gold(piece("s1", 4))
    assert [one.level for one in RETRIEVAL.rankings(listed(piece("s1", 0)), own, ALL)] == ["chunk", "turn", "session"]
    assert RETRIEVAL.rankings(listed(piece("s1", 0)), gold(), ALL) == ()


def test_gold_that_lies_across_two_turns_is_two_units_and_one_evidence():
    own = gold(Span(observation="s1", start=5, end=15))
    answer = reply(piece("s1", 1))
    assert ranking("turn", answer, own).found == (None, 1)
    assert ranking("chunk", answer, own).found == (1,)


def test_two_chunks_with_one_evidence_find_it_once_and_are_both_relevant():
    answer = reply(piece("s2", 0), piece("s1", 3, 2), piece("s1", 4, 2))
    found = ranking("chunk", answer, gold(piece("s1", 4)))
    assert (found.found, found.relevant) == ((2,), (2, 3))


def test_a_list_is_deep_enough_if_it_has_k_units_or_all_that_were_observed():
    own = gold(piece("d1", 0))
    answer = reply(piece("d1", 0), piece("d2", 0))
    documents, sections = ranking("document", answer, own), ranking("section", answer, own)
    assert all(deep(documents, k) for k in DEPTHS)
    assert [k for k in DEPTHS if deep(sections, k)] == [1]


def test_a_span_of_an_unknown_observation_is_an_error():
    with pytest.raises(UserError, match="s9"):
        RETRIEVAL.rankings(listed(piece("s9", 0)), gold(piece("s1", 0)), ALL)


SPANS = st.lists(st.builds(piece, st.sampled_from(sorted(WORLD)), st.integers(0, 2), st.integers(1, 3)), max_size=30)


@given(SPANS, st.lists(st.builds(piece, st.sampled_from(sorted(WORLD)), st.integers(0, 2)), min_size=1, max_size=4))
def test_every_measure_at_every_level_is_within_its_bounds(retrieved, pieces):
    for one in RETRIEVAL.rankings(listed(*retrieved), gold(*pieces), ALL):
        values = measures(one)
        assert all(0 <= value <= 1 + 1e-12 for value in values.values())
        assert one.pool is None or one.depth <= one.pool
        for k in DEPTHS:
            assert values["any", k] >= values["fraction", k] >= values["all", k]


def test_questions_that_nothing_answers_are_in_no_recall():
    own = {"q": gold(piece("s1", 0), answerable=False, source="hybrid", world="w")}
    score = Score(
        system="a", question="q", values={}, rankings=RETRIEVAL.rankings(listed(piece("s1", 0)), own["q"], ALL)
    )
    assert points([score], own, "source", ["hybrid"]) == []


def test_points_say_how_many_lists_are_that_deep():
    own = {name: gold(piece("s1", 2), question=name, source="hybrid", world=name) for name in ("q1", "q2")}
    lists = {"q1": (piece("s1", 2),), "q2": (piece("s1", 0), piece("s1", 1), piece("s1", 2))}
    made = [
        Score(system="a", question=name, values={}, rankings=RETRIEVAL.rankings(listed(*lists[name]), own[name], ALL))
        for name in own
    ]
    found = {
        (one.level, one.measure, one.k): one
        for one in points(made, own, "source", ["hybrid"])
        if one.column == "hybrid"
    }
    assert (found["turn", "any", 1].mean, found["turn", "any", 1].n_k) == (0.5, 2)
    assert (found["turn", "any", 3].mean, found["turn", "any", 3].n, found["turn", "any", 3].n_k) == (1, 2, 1)
    assert found["turn", "any", 5].n_k == 0
    assert found["turn", "mrr", None].mean == pytest.approx((1 + 1 / 3) / 2, abs=1e-4)
    assert not found["session", "any", 3].telling


def test_a_list_from_the_pool_is_ranked_among_all_units_and_reported_apart():
    own = {"q": gold(piece("s1", 2), question="q", source="hybrid", world="w")}
    alone = reply(piece("s1", 2))
    pooled = alone.model_copy(update={"pooled": (piece("s2", 0), piece("s2", 1), piece("s1", 2))})
    observed = {"q": frozenset({"s1", "d1"}), "another": frozenset({"s2", "d2"})}
    (score,) = scores.scores("a", [pooled], own, observed, RETRIEVAL)
    assert [one.pool for one in score.rankings if one.level == "turn"] == [6]
    assert [(one.pool, one.found) for one in score.pooled if one.level == "turn"] == [(12, (3,))]
    found = {one.scope: one.mean for one in points([score], own, "source", ["hybrid"]) if (one.level, one.measure, one.k, one.column) == ("turn", "any", 1, "hybrid")}  # fmt: skip
    assert found == {"world": 1.0, "pool": 0.0}
    assert scores.scores("a", [alone], own, observed, RETRIEVAL)[0].pooled == ()


def test_what_is_shown_in_no_order_of_merit_is_not_ranked():
    own = {"q": gold(piece("s1", 4), question="q")}
    given = reply(piece("s1", 4), ranked=False)
    assert scores.scores("a", [given], own, {"q": ALL}, RETRIEVAL)[0].rankings == ()


# ladder

SAID, READ = piece("s1", 1), piece("d1", 2)
BOTH = (SAID, READ)


@pytest.mark.parametrize(
    ("rung", "rank", "answer"),
    [
        (None, None, reply(*BOTH, text="june", context=BOTH)),
        ("misread", 1, reply(*BOTH, context=BOTH)),
        ("abstained", 1, reply(*BOTH, text="ABSTAIN", abstained=True, context=BOTH)),
        ("no_answer", None, reply(text="")),
        ("not_in_list", None, reply(SAID, piece("d1", 0), context=(SAID,))),
        ("cut_off", None, reply(SAID, ranked=False, context=(SAID,))),
        ("ranked_low", 4, reply(SAID, piece("d1", 0), piece("d1", 1), READ, context=(SAID, piece("d1", 0)))),
        ("not_in_prompt", 2, reply(SAID, READ, piece("d1", 0), context=(SAID, piece("d1", 0)))),
        ("prompt_unknown", 1, reply(*BOTH)),
        ("prompt_unknown", 1, reply(*BOTH, context=BOTH, quoted=False)),
        ("misread", None, reply(*BOTH, ranked=False, context=BOTH)),
        ("misread", 1, reply(*BOTH, context=(SAID, Span(observation="d1", start=25, end=30), Span(observation="d1", start=0, end=25)))),
        ("not_in_prompt", 2, reply(SAID, READ, context=(SAID, READ.model_copy(update={"end": 25})))),
    ],
)  # fmt: skip
def test_a_wrong_answer_stops_at_the_first_rung_on_which_evidence_was_lost(rung, rank, answer):
    attribution = Attribution(RETRIEVAL.kind, {"session", "document"})
    failure = attribution.failure(answer, gold(*BOTH), ALL, f1=float(answer.text == "june"))
    assert (failure and failure.rung, failure and failure.rank) == (rung, rank)


def test_what_was_not_observed_or_is_of_a_kind_never_retrieved_comes_before_what_retrieval_missed():
    answer = reply(SAID, context=(SAID,))
    sessions_only = Attribution(RETRIEVAL.kind, {"session"})
    failure = sessions_only.failure(answer, gold(*BOTH), ALL, f1=0)
    assert (failure.rung, failure.evidence) == ("not_indexed", 1)
    assert sessions_only.failure(answer, gold(*BOTH), {"s1"}, f1=0).rung == "not_observed"
    assert Attribution(RETRIEVAL.kind, None).failure(answer, gold(*BOTH), ALL, f1=0).rung == "not_in_list"


def test_an_unanswerable_question_fails_only_by_an_answer():
    attribution = Attribution(RETRIEVAL.kind, {"session"})
    own = gold(SAID, answerable=False)
    assert attribution.failure(reply(SAID), own, ALL, f1=0).rung == "answered"
    assert attribution.failure(reply(SAID, text="ABSTAIN", abstained=True), own, ALL, f1=0) is None


def test_every_rung_has_a_name_on_the_page():
    assert set(RUNGS) | set(LEVELS) <= set(NAMES)


def test_only_what_came_before_a_question_was_observed_by_then():
    def ask(name):
        return Ask(question=Question(id=name, text="?", asked_at=datetime(2024, 1, 1, tzinfo=UTC)))

    steps = (Observe(observation="s1"), ask("q1"), Observe(observation="s2"), ask("q2"))
    assert scores.before([Episode(id="e", steps=steps)]) == {"q1": {"s1"}, "q2": {"s1", "s2"}}


# a whole run, small

SYSTEMS = ("good", "bad", "same")
SHOWN = suites.find("memorydoc").labels
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


CALIBRATION = calibration("offline", [], [])


def results(own, scored):
    gathered = scores.Gathered(own, SHOWN)
    for system in SYSTEMS:
        gathered.add(system, (score for score in scored if score.system == system), None)
    made = gathered.results(("test",), CALIBRATION)
    return replace(made, judgements=judgements(own, scored), command="python -m microworlds.evaluation.scores ...")


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
    assert "[?]" in pages.markdown(own)


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


def test_a_suite_names_its_main_metric_and_everything_is_ranked_and_compared_by_it(tmp_path):
    shown = SHOWN.model_copy(update={"metric": "exact_match", "whole": {}})
    gathered = scores.Gathered(OWN, shown)
    for system in SYSTEMS:
        gathered.add(system, (score for score in SCORED if score.system == system), None)
    own = gathered.results(("test",), CALIBRATION)
    assert own.ranking == own.tables["exact_match_source"]
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
        {
            "outside": [],
            "manifest": {},
            "digest": None,
            "systems": [],
            "questions": 36,
            "worlds": 6,
            "splits": [],
            "answerable": 30,
            "models": "",
        },
        "",
    )
    assert "Good is ahead: Exact Match 1.000" in html


def test_measures_of_ranked_lists_are_no_metrics_of_single_answers():
    assert "ranking" not in plugins.names("microworlds.metrics", "METRIC")


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
