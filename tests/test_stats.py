"""Statistics against second implementations and against their own definitions."""

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from microworlds.core import stats

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


_KAPPA = 0.726  # of 400,000 such items
CLUSTERED = st.lists(
    st.tuples(st.sampled_from("abcdefgh"), st.integers(0, 4).map(lambda n: n / 4)), min_size=1, max_size=40
)


def estimate(pairs, bounds=(0.0, 1.0)):
    values = np.array([[value] for _, value in pairs])
    return stats.estimates(values, [cluster for cluster, _ in pairs], bounds)[0]


@given(CLUSTERED)
def test_an_interval_holds_the_mean_and_lies_between_the_bounds(pairs):
    found = estimate(pairs)
    values = [value for _, value in pairs]
    assert found.mean == pytest.approx(np.mean(values))
    assert found.n == len(pairs)
    assert found.clusters == len({cluster for cluster, _ in pairs})
    if found.clusters < 2:
        assert (found.low, found.high, found.error, found.p) == (None, None, None, None)
    else:
        assert 0 <= found.low <= found.mean <= found.high <= 1
        assert 1 - 1e-9 <= found.freedom <= found.clusters - 1 + 1e-9
        assert found.p is None


@given(CLUSTERED, st.floats(-0.9, -0.1))
def test_p_is_below_5_percent_just_where_the_interval_of_a_difference_leaves_out_0(pairs, shift):
    found = estimate([(cluster, value + shift) for cluster, value in pairs], (-1.0, 1.0))
    if found.clusters > 1 and abs(found.p - 0.05) > 1e-6:
        assert (found.p < 0.05) == (not found.low <= 0 <= found.high)


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


def test_each_question_its_own_cluster_is_students_t_where_bounds_are_far_away():
    values = np.random.default_rng(4).random(60)
    ours = stats.estimates(values[:, None], [f"q{at:02d}" for at in range(60)], (-1e3, 1e3))[0]
    theirs = scipy.stats.ttest_1samp(values, 0)
    assert (ours.low, ours.high) == pytest.approx(tuple(theirs.confidence_interval()), abs=1e-4)
    assert ours.freedom == pytest.approx(59)
    assert ours.error == pytest.approx(scipy.stats.sem(values))
    low = stats.estimates(values[:, None] - 0.45, [f"q{at:02d}" for at in range(60)], (-1e3, 1e3))[0]
    assert low.p == pytest.approx(scipy.stats.ttest_1samp(values - 0.45, 0).pvalue, rel=1e-3)


def test_a_mean_at_its_bound_still_has_width_and_one_near_it_leans_inwards():
    clusters = [f"w{at // 4}" for at in range(32)]
    column = np.array([1.0] * 32)[:, None]
    sure = stats.estimates(column, clusters)[0]
    assert (sure.high, round(sure.low, 2)) == (1.0, 0.85)
    column[0] = 0
    near = stats.estimates(column, clusters)[0]
    assert near.mean - near.low > near.high - near.mean > 0


def test_systems_that_never_differ_have_no_p_below_1_and_no_width():
    same = stats.estimates(np.zeros((32, 1)), [f"w{at // 4}" for at in range(32)], (-1.0, 1.0))[0]
    assert (same.low, same.high, same.p) == (0, 0, 1)


def test_intervals_from_8_worlds_hold_their_level_where_resampled_worlds_do_not():
    rng = np.random.default_rng(11)
    chance = 1 / (1 + np.exp(1.6 - 0.6 * rng.normal(size=(8, 1, 3_000))))
    values = (rng.random((8, 16, 3_000)) < chance) * rng.beta(2, 2, size=(8, 16, 3_000))
    true = values.mean()
    found = stats.estimates(values.reshape(-1, 3_000), np.repeat([f"w{at}" for at in range(8)], 16).tolist())
    assert np.mean([one.low <= true <= one.high for one in found]) == pytest.approx(0.95, abs=0.015)
    resampled = rng.multinomial(8, [1 / 8] * 8, size=400) @ values.mean(axis=1) / 8
    low, high = np.quantile(resampled, (0.025, 0.975), axis=0)
    assert np.mean((low <= true) & (true <= high)) < 0.92


def test_a_ratio_has_fiellers_interval_and_none_where_what_is_below_may_be_0():
    rng = np.random.default_rng(3)
    above, below = rng.random(40), 0.5 + rng.random(40)
    clusters = [f"w{at // 4}" for at in range(40)]
    found = stats.ratio(above, below, clusters)
    for end in (found.low, found.high):  # where the mean of above - r below is t standard errors from 0
        rest = stats.estimates((above - end * below)[:, None], clusters, (-1e3, 1e3))[0]
        assert abs(rest.mean) == pytest.approx(scipy.stats.t.ppf(0.975, 9) * rest.error)
    unsure = stats.ratio(above, rng.normal(0.05, 1.0, 40), clusters)
    assert (unsure.low, unsure.high) == (None, None)


def test_kappas_interval_holds_its_level_at_8_worlds():
    rng = np.random.default_rng(5)
    held = []
    for _ in range(300):
        one = rng.random(160) < np.repeat(rng.uniform(0.5, 0.9, 8), 20)
        two = np.where(rng.random(160) < 0.12, ~one, one)
        low, high = stats.kappa_interval(one.tolist(), two.tolist(), np.repeat([*"abcdefgh"], 20).tolist())
        held.append(low <= _KAPPA <= high)
    assert np.mean(held) > 0.92


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
    samples = rng.normal(stats.detectable(1.0, 1e6), 1.0, 20_000)
    assert np.mean(samples > 1.96) == pytest.approx(0.8, abs=0.01)
    # of 8 worlds: the error is an estimate too
    worlds = rng.normal(stats.detectable(1 / np.sqrt(8), 7), 1.0, (20_000, 8))
    assert np.mean(scipy.stats.ttest_1samp(worlds, 0, axis=1).pvalue < 0.05) == pytest.approx(0.8, abs=0.02)
