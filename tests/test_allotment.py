from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from microworlds.errors import UserError
from microworlds.suites.memorydoc.allotment import (
    Ratios,
    Spread,
    allotted,
    document_count,
    documents_needed,
    split_of,
    worlds_possible,
)

COUNTS = Spread(least=3, weights=(1, 2, 1))
PAPER = Ratios(train=0.70, val=0.14, test=0.16)


def test_fifty_worlds_are_split_as_in_the_paper():
    assert Counter(split_of(PAPER, number) for number in range(50)) == {"train": 35, "val": 7, "test": 8}


def test_three_worlds_have_one_of_each_split():
    assert {split_of(PAPER, number) for number in range(3)} == {"train", "val", "test"}


@given(st.integers(1, 5), st.integers(0, 10**6))
def test_sixty_worlds_hold_the_first_fifty_as_they_were(groups, seed):
    small = [(f"d{number}", number // 40) for number in range(40 * (groups + 5))]
    large = small + [(f"d{number}", number // 40) for number in range(len(small), len(small) + 80)]
    assert allotted(COUNTS, seed, large, 50)[:40] == allotted(COUNTS, seed, small, 40)


@given(st.integers(0, 10**6))
def test_no_document_is_in_two_worlds_and_four_are_in_each_on_average(seed):
    documents = [(f"d{number}", 0) for number in range(260)]
    given_out = [name for names in allotted(COUNTS, seed, documents, 50) for name in names]
    assert len(given_out) == len(set(given_out))
    assert 3.8 <= len(given_out) / 50 <= 4.2


def test_too_few_documents_say_how_many_are_needed():
    with pytest.raises(UserError, match=r"10 worlds need \d+ documents .* gave 7: enough for \d worlds"):
        allotted(COUNTS, 1, [(f"d{number}", 0) for number in range(7)], 10)


def test_worlds_possible_is_the_most_that_the_documents_allow():
    for documents in range(40):
        worlds = worlds_possible(COUNTS, 1, documents)
        assert documents_needed(COUNTS, 1, worlds) <= documents < documents_needed(COUNTS, 1, worlds + 1)
        assert documents_needed(COUNTS, 1, worlds + 1) - documents_needed(COUNTS, 1, worlds) == document_count(
            COUNTS, 1, worlds
        )


@pytest.mark.parametrize("ratios", [(0.7, 0.2, 0.2), (1.2, -0.1, -0.1)])
def test_ratios_outside_their_range_or_sum_are_refused(ratios):
    with pytest.raises(ValueError, match=r"sum to 1|less than or equal|greater than or equal"):
        Ratios(train=ratios[0], val=ratios[1], test=ratios[2])
