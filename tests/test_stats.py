"""Statistics against second implementations and against their own definitions."""

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from microworlds import stats

PAIRS = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=30)


@given(PAIRS)
def test_kappa_agrees_with_scikit_learn_where_it_is_defined(pairs):
    one, two = [a for a, _ in pairs], [b for _, b in pairs]
    ours = stats.cohens_kappa(one, two)
    if len({*one, *two}) == 1:
        assert ours is None
    else:
        assert ours == pytest.approx(cohen_kappa_score(one, two))


@given(PAIRS)
def test_ac1_is_one_only_where_raters_agree_on_everything_and_never_undefined(pairs):
    one, two = [a for a, _ in pairs], [b for _, b in pairs]
    ours = stats.gwets_ac1(one, two)
    assert ours is not None
    assert (ours == pytest.approx(1.0)) == (one == two)
    assert ours == pytest.approx(stats.gwets_ac1(two, one))


def test_a_high_base_rate_caps_kappa_and_not_ac1():
    one, two = [True] * 18 + [False, True], [True] * 18 + [True, False]
    assert stats.raw_agreement(one, two) == 0.9
    assert stats.cohens_kappa(one, two) < 0
    assert stats.gwets_ac1(one, two) > 0.88


def test_nothing_is_known_of_nothing():
    assert stats.raw_agreement([], []) is None
    assert stats.cohens_kappa([], []) is None
    assert stats.gwets_ac1([], []) is None


CLUSTERED = st.lists(
    st.tuples(st.sampled_from("abcdefgh"), st.integers(0, 4).map(lambda n: n / 4)), min_size=1, max_size=40
)


def estimate(pairs, resamples=400):
    values = np.array([[value] for _, value in pairs])
    return stats.estimates(values, [cluster for cluster, _ in pairs], resamples)[0]


@given(CLUSTERED)
def test_an_interval_holds_the_mean_and_lies_between_the_extremes(pairs):
    found = estimate(pairs)
    values = [value for _, value in pairs]
    assert found.mean == pytest.approx(np.mean(values))
    assert found.n == len(pairs)
    assert found.clusters == len({cluster for cluster, _ in pairs})
    if found.clusters < 2:
        assert (found.low, found.high, found.error, found.p) == (None, None, None, None)
    else:
        assert min(values) - 1e-9 <= found.low <= found.mean + 1e-9
        assert found.mean - 1e-9 <= found.high <= max(values) + 1e-9
        assert 0 < found.p <= 1


@given(CLUSTERED, st.randoms())
def test_the_order_of_questions_changes_no_interval(pairs, random):
    one = estimate(pairs)
    other = estimate(random.sample(pairs, len(pairs)))
    numbers = ("mean", "low", "high", "error", "p")
    assert [getattr(other, name) for name in numbers] == [pytest.approx(getattr(one, name)) for name in numbers]


def test_a_question_to_which_a_metric_does_not_apply_is_in_no_mean_and_no_n():
    values = np.array([[1.0, np.nan], [0.0, np.nan], [np.nan, np.nan], [1.0, np.nan]])
    found, nothing = stats.estimates(values, ["a", "a", "b", "c"])
    assert (found.mean, found.n, found.clusters) == (pytest.approx(2 / 3), 3, 2)
    assert nothing is None
    assert stats.estimates(np.zeros((0, 1)), []) == [None]


def test_each_question_its_own_cluster_is_the_plain_bootstrap_of_scipy():
    values = np.random.default_rng(4).random(60)
    ours = stats.estimates(values[:, None], [f"q{at:02d}" for at in range(60)], resamples=20_000)[0]
    theirs = scipy.stats.bootstrap((values,), np.mean, n_resamples=20_000, method="percentile", rng=5)
    assert (ours.low, ours.high) == pytest.approx(tuple(theirs.confidence_interval), abs=0.003)
    assert ours.error == pytest.approx(theirs.standard_error, rel=0.03)


def test_worlds_that_agree_within_and_differ_between_widen_the_interval():
    values = np.repeat([0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0], 10)[:, None]
    clustered = stats.estimates(values, [f"w{at // 10}" for at in range(80)])[0]
    naive = stats.estimates(values, [f"q{at:02d}" for at in range(80)])[0]
    assert clustered.high - clustered.low > 2.5 * (naive.high - naive.low)


def test_the_same_scores_have_the_same_interval_each_time():
    values = np.random.default_rng(1).random((30, 2))
    clusters = [f"w{at % 5}" for at in range(30)]
    assert stats.estimates(values, clusters) == stats.estimates(values, clusters)
    assert stats.estimates(values, clusters)[1] == stats.estimates(values[:, 1:], clusters)[0]


@given(st.lists(st.floats(0, 1), max_size=12))
def test_holm_is_between_the_p_values_and_bonferroni_and_keeps_their_order(ps):
    found = stats.holm(ps)
    assert all(p <= adjusted <= min(1, len(ps) * p) + 1e-12 for p, adjusted in zip(ps, found, strict=True))
    order = sorted(range(len(ps)), key=ps.__getitem__)
    assert [found[at] for at in order] == sorted(found)


def test_holm_as_in_the_textbook():
    assert stats.holm([0.01, 0.005, 0.03, 0.04]) == pytest.approx([0.03, 0.02, 0.06, 0.06])


def test_a_difference_of_the_detectable_size_is_found_in_four_samples_of_five():
    rng = np.random.default_rng(7)
    samples = rng.normal(stats.detectable(1.0), 1.0, 20_000)
    assert np.mean(samples > 1.96) == pytest.approx(0.8, abs=0.01)
