"""Metrics: bounds, symmetry, the paper's conventions, and F1 against a second implementation."""

import importlib.util
import re
import string
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.metrics import ndcg_score

from microworlds.core import plugins
from microworlds.core.records import Answer, Evidence, Gold, Span
from microworlds.metrics import accuracy, ranking
from microworlds.metrics.f1 import overlap

PACKAGE = "microworlds.metrics"
NAMES = plugins.names(PACKAGE, "METRIC")
METRICS = {name: plugins.load(PACKAGE, "METRIC", name) for name in NAMES}
WORDS = st.lists(st.sampled_from("the a an fee of June 15 $1,200 Carver v. Dunmore, court's no".split()), max_size=8)
FEW = st.sampled_from("fee june court lund".split())
TEXTS = WORDS.map(" ".join) | st.text(max_size=20)


def gold(answer="June 15", answerable=True, evidence=()):
    return Gold(question="q", answer=answer, answerable=answerable, evidence=evidence, labels={})


def reply(text="June 15", abstained=False, retrieved=()):
    return Answer(question="q", text=text, abstained=abstained, retrieved=retrieved)


def span(observation, start, end):
    return Span(observation=observation, start=start, end=end)


def squad_f1(predicted, truth):
    """F1 as SQuAD's own script computes it, written down from its description: precision and recall, then their mean."""

    def tokens(text):
        text = "".join(" " if not char.isascii() else char for char in text.lower())
        text = "".join(char for char in text if char not in string.punctuation)
        return re.sub(r"\b(a|an|the)\b", " ", text).split()

    mine, theirs = tokens(predicted), tokens(truth)
    if not mine or not theirs:
        return float(mine == theirs)
    same = sum((Counter(mine) & Counter(theirs)).values())
    if same == 0:
        return 0.0
    precision, recall = same / len(mine), same / len(theirs)
    return 2 * precision * recall / (precision + recall)


def test_the_five_metrics_of_the_benchmark_are_there():
    assert {"exact_match", "f1", "abstention", "false_abstention", "evidence_recall"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_metric_is_named_as_its_file_is(name):
    assert METRICS[name].name == name


@pytest.mark.parametrize("name", NAMES)
@given(text=TEXTS, answer=TEXTS, abstained=st.booleans(), answerable=st.booleans())
def test_every_metric_is_null_or_from_0_to_1(name, text, answer, abstained, answerable):
    evidence = (Evidence(span=span("o", 3, 9), text="banana"),)
    for retrieved in ((), (span("o", 0, 4),)):
        value = METRICS[name].score(reply(text, abstained, retrieved), gold(answer, answerable, evidence))
        assert value is None or 0 <= value <= 1


@given(TEXTS, TEXTS)
def test_f1_and_exact_match_do_not_care_which_is_the_gold(one, other):
    assert overlap(one, other) == overlap(other, one)
    exact = METRICS["exact_match"].score
    assert exact(reply(one), gold(other)) == exact(reply(other), gold(one))


@given(TEXTS)
def test_an_answer_that_is_the_gold_scores_1(text):
    assert METRICS["f1"].score(reply(text), gold(text)) == 1
    assert METRICS["exact_match"].score(reply(text), gold(text)) == 1


@given(TEXTS, TEXTS)
def test_an_exact_match_has_f1_of_1_but_not_the_other_way_round(one, other):
    if METRICS["exact_match"].score(reply(one), gold(other)) == 1:
        assert overlap(one, other) == 1
    assert overlap("June 15", "15 June") == 1
    assert METRICS["exact_match"].score(reply("June 15"), gold("15 June")) == 0


@given(WORDS, WORDS)
def test_f1_is_that_of_squad(one, other):
    assert overlap(" ".join(one), " ".join(other)) == pytest.approx(squad_f1(" ".join(one), " ".join(other)))


@given(st.lists(FEW, min_size=1), st.lists(FEW, min_size=1))
def test_f1_counts_words_as_often_as_they_stand(one, other):
    counts = CountVectorizer(token_pattern=r"\S+").fit_transform([" ".join(one), " ".join(other)]).toarray()
    assert overlap(" ".join(one), " ".join(other)) == pytest.approx(2 * counts.min(axis=0).sum() / counts.sum())


@pytest.mark.parametrize(
    ("predicted", "truth", "f1", "exact"),
    [
        ("The  fee.", "fee", 1, 1),
        ("$1,200", "1200", 1, 1),
        ("Carver v. Dunmore", "Dunmore", 0.5, 0),
        ("fee fee", "fee", 2 / 3, 0),
        ("the", "an", 1, 1),
        ("the", "fee", 0, 0),
        ("", "fee", 0, 0),
        ("no", "yes", 0, 0),
    ],
)
def test_worked_cases(predicted, truth, f1, exact):
    assert METRICS["f1"].score(reply(predicted), gold(truth)) == pytest.approx(f1)
    assert METRICS["exact_match"].score(reply(predicted), gold(truth)) == exact


@given(TEXTS, TEXTS, st.lists(TEXTS, max_size=3).map(tuple))
def test_other_forms_of_the_gold_never_cost_anything_and_plain_f1_does_not_know_them(text, answer, aliases):
    own = gold(answer).model_copy(update={"aliases": aliases})
    plain = METRICS["f1_plain"].score(reply(text), own)
    assert plain == METRICS["f1"].score(reply(text), gold(answer)) <= METRICS["f1"].score(reply(text), own)
    for form in aliases:
        assert METRICS["f1"].score(reply(form), own) == METRICS["exact_match"].score(reply(form), own) == 1


@pytest.mark.parametrize(
    ("predicted", "f1", "exact"),
    [
        ("Judge Melstone", 1, 1),
        ("It was Judge Melstone", 2 / 3, 0),
        ("Judge Carver", 0, 0),  # it shares with a form what the gold does not have
        ("Melstone Carver", 2 / 3, 0),
    ],
)
def test_a_form_of_the_gold_counts_for_f1_where_all_of_it_is_there(predicted, f1, exact):
    own = gold("MELSTONE").model_copy(update={"aliases": ("Judge MELSTONE", "MELSTONE, J.")})
    assert METRICS["f1"].score(reply(predicted), own) == pytest.approx(f1)
    assert METRICS["exact_match"].score(reply(predicted), own) == exact


@pytest.mark.parametrize(
    ("filled", "abstained", "score"),
    [
        ({"place": "The GYM.", "days": "Monday"}, False, 1),
        ({"place": "the gym"}, False, 0.5),
        ({"place": "the gym", "days": "Tuesday", "more": "x"}, False, 0.5),
        ({"place": "the gym", "days": ""}, False, 0.5),
        ({"place": "the gym", "days": "Monday"}, True, 0),
        (None, False, 0),
    ],
)
def test_fields_count_one_by_one_where_the_gold_has_some(filled, abstained, score):
    own = gold().model_copy(update={"fields": {"place": "gym", "days": "Monday"}})
    given = reply(abstained=abstained).model_copy(update={"fields": filled})
    assert METRICS["field_accuracy"].score(given, own) == score
    assert METRICS["field_accuracy"].score(given, gold()) is None


@pytest.mark.parametrize("answerable", [True, False])
def test_an_abstention_scores_no_f1_and_no_exact_match_whatever_the_gold_says(answerable):
    for answer in ("ABSTAIN", "The judges did not abstain."):
        given_up = reply("ABSTAIN", abstained=True)
        for name in ("f1", "f1_plain"):
            assert METRICS[name].score(given_up, gold(answer, answerable)) == 0
        assert METRICS["exact_match"].score(given_up, gold(answer, answerable)) == 0


@pytest.mark.parametrize(
    ("answerable", "abstained", "right", "wrong"),
    [(False, True, 1, None), (False, False, 0, None), (True, True, None, 1), (True, False, None, 0)],
)
def test_abstention_is_of_unanswerable_questions_and_false_abstention_of_the_others(
    answerable, abstained, right, wrong
):
    assert METRICS["abstention"].score(reply(abstained=abstained), gold(answerable=answerable)) == right
    assert METRICS["false_abstention"].score(reply(abstained=abstained), gold(answerable=answerable)) == wrong


def test_evidence_recall_counts_gold_pieces_that_a_retrieved_span_touches():
    evidence = tuple(Evidence(span=span("o", at, at + 5), text="xxxxx") for at in (0, 10, 20, 30))
    own = gold(evidence=evidence)
    score = METRICS["evidence_recall"].score
    assert score(reply(retrieved=(span("o", 0, 12),)), own) == 0.5
    assert score(reply(retrieved=(span("o", 5, 10), span("p", 0, 40))), own) == 0
    assert score(reply(retrieved=(span("o", 24, 25), span("o", 21, 23))), own) == 0.25
    assert score(reply(retrieved=(span("o", 0, 99),)), own) == 1
    assert score(reply(), own) == 0
    assert score(reply(retrieved=(span("o", 0, 99),)), gold()) is None


@given(st.lists(st.integers(0, 90), min_size=1, max_size=6), st.lists(st.integers(0, 90), max_size=6))
def test_retrieving_more_never_lowers_evidence_recall(starts, found):
    own = gold(evidence=tuple(Evidence(span=span("o", at, at + 5), text="xxxxx") for at in starts))
    values = [
        METRICS["evidence_recall"].score(reply(retrieved=tuple(span("o", at, at + 8) for at in found[:count])), own)
        for count in range(len(found) + 1)
    ]
    assert values == sorted(values)


def test_what_was_shown_in_no_order_of_merit_identifies_no_document():
    labels = {"documents": "d1 d2", "meant": "d1"}
    gold = Gold(question="q1", answer="x", answerable=True, evidence=(), labels=labels)
    shown = Answer(question="q1", text="x", abstained=False, retrieved=(Span(observation="d1", start=0, end=3),))
    metric = plugins.load("microworlds.metrics", "METRIC", "document_accuracy")
    assert metric.score(shown, gold) == 1.0
    assert metric.score(shown.model_copy(update={"ranked": False}), gold) is None


def test_what_counts_for_evidence_recall_is_what_stood_in_the_prompt_where_that_is_known():
    own = gold(evidence=(Evidence(span=span("o", 0, 5), text="xxxxx"),))
    deep = reply(retrieved=(span("o", 20, 30), span("o", 0, 9)))
    assert METRICS["evidence_recall"].score(deep, own) == 1
    assert METRICS["evidence_recall"].score(deep.model_copy(update={"context": (span("o", 20, 30),)}), own) == 0


@st.composite
def ranked(draw):
    """The length of a list, the ranks of its relevant units, and how many relevant ones it lacks; some are relevant."""
    length = draw(st.integers(1, 60))
    ranks = sorted(draw(st.sets(st.integers(1, length), max_size=6)))
    return length, ranks, draw(st.integers(0 if ranks else 1, 4))


def as_found(case):
    _, ranks, missing = case
    return [*ranks, *[None] * missing]


@given(ranked())
def test_any_is_at_least_the_fraction_and_the_fraction_at_least_all(case):
    found = as_found(case)
    for k in ranking.DEPTHS:
        measures = [f(found, k) for f in (ranking.recall_all, ranking.recall_fraction, ranking.recall_any)]
        assert [0, *measures, 1] == sorted([0, *measures, 1])


@given(ranked())
def test_no_recall_falls_as_the_list_grows_deeper(case):
    found = as_found(case)
    for recall in (ranking.recall_any, ranking.recall_fraction, ranking.recall_all):
        values = [recall(found, k) for k in ranking.DEPTHS]
        assert values == sorted(values)


@given(ranked())
def test_ndcg_is_that_of_scikit_learn(case):
    length, ranks, missing = case
    # units that the list lacks come after it and after anything that could be counted
    relevance = np.array([[float(rank in ranks) for rank in range(1, length + 1)] + [0.0] * 60 + [1.0] * missing])
    order = -np.arange(relevance.shape[1], dtype=float)[None]
    for k in ranking.DEPTHS:
        ours = ranking.ndcg(ranks, len(ranks) + missing, k)
        assert 0 <= ours <= 1 + 1e-12
        assert ours == pytest.approx(ndcg_score(relevance, order, k=k))


@pytest.mark.skipif(importlib.util.find_spec("pytrec_eval") is None, reason="pytrec_eval-terrier is not installed")
@given(ranked())
def test_all_measures_of_a_ranked_list_are_those_of_trec_eval(case):
    import pytrec_eval

    length, ranks, missing = case
    total = len(ranks) + missing
    listed = {f"d{rank:03d}": float(length - rank) for rank in range(1, length + 1)}
    judged = {f"d{rank:03d}": 1 for rank in ranks} | {f"missing{at}": 1 for at in range(missing)}
    depths = ",".join(map(str, ranking.DEPTHS))
    asked = {f"{name}.{depths}" for name in ("recall", "success", "ndcg_cut")} | {"recip_rank"}
    theirs = pytrec_eval.RelevanceEvaluator({"q": judged}, asked).evaluate({"q": listed})["q"]
    found = as_found(case)
    assert ranking.reciprocal_rank(ranks) == pytest.approx(theirs["recip_rank"])
    for k in ranking.DEPTHS:
        assert ranking.recall_fraction(found, k) == pytest.approx(theirs[f"recall_{k}"])
        assert ranking.recall_any(found, k) == theirs[f"success_{k}"]
        assert ranking.recall_all(found, k) == (theirs[f"recall_{k}"] == 1)
        assert ranking.ndcg(ranks, total, k) == pytest.approx(theirs[f"ndcg_cut_{k}"])


def test_ranks_one_and_two_do_not_weigh_the_same():
    assert ranking.ndcg([1], 1, 10) == 1
    assert ranking.ndcg([2], 1, 10) == pytest.approx(0.6309, abs=1e-4)


CRITERION = 'It minds the meetings. Says one of: "walk", "subtitle". Proposes none of: "meeting room", "video", "café".'


@pytest.mark.parametrize(("text", "met"), [
    ("Take them for a walk outside, not in a meeting room.", True),
    ("Long walks, with no café at the end.", True),
    ("A walk. Don't use video.", True),
    ("Switch on subtitles and leave out the video.", True),
    ("A walk, then a café.", False),
    ("Not at home. A walk, and then the meeting room.", False),
    ("A walk-and-talk, and nothing to book: no meeting room.", True),
    ("A walk. Nothing beats a café.", False),
    ("A walk through a café-free town.", True),
    ("A non-walk.", False),
    ("A sleepwalk.", False),
    ("Something else, no video.", False),
    ("A walk. Why not try the café?", False),
    ("A walk, and don't hesitate to use video.", False),
    ("A walk between two meeting rooms.", False),
])  # fmt: skip
def test_a_rubric_is_met_by_what_is_said_and_not_broken_by_what_is_denied(text, met):
    assert accuracy.meets(CRITERION, text) is met
