"""Statistics against second implementations and against their own definitions."""

import pytest
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
