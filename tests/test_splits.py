from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from microworlds.core.errors import UserError
from microworlds.generation.splits import (
    Ratios,
    Spread,
    allotted,
    document_count,
    documents_needed,
    even,
    ordered,
    split_of,
    worlds_possible,
)

COUNTS = Spread(least=3, weights=(1, 2, 1))
PAPER = Ratios(train=0.70, val=0.14, test=0.16)


def test_fifty_worlds_are_split_as_in_the_paper():
    assert Counter(split_of(PAPER, number) for number in range(50)) == {"train": 35, "val": 7, "test": 8}


def test_three_worlds_have_one_of_each_split():
    assert {split_of(PAPER, number) for number in range(3)} == {"train", "val", "test"}


def test_the_split_of_a_world_is_that_of_every_release_made_so_far():
    # a change of the formula moves worlds between splits: what was trained on is tested on
    tests, vals = (0, 8, 15), (2, 11, 18)
    first = ["test" if number in tests else "val" if number in vals else "train" for number in range(20)]
    assert [split_of(PAPER, number) for number in range(20)] == first


@pytest.mark.parametrize("shares", [(0.7, 0.14, 0.16), (0.5, 0.25, 0.25), (0.9, 0.05, 0.05), (0.34, 0.33, 0.33)])
def test_every_prefix_of_the_worlds_is_within_one_world_of_the_shares(shares):
    ratios = Ratios(train=shares[0], val=shares[1], test=shares[2])
    taken = Counter()
    for number in range(200):
        taken[split_of(ratios, number)] += 1
        if number >= 20:  # the first three are one of each, whatever the shares
            for name, share in zip(("train", "val", "test"), shares, strict=True):
                assert abs(taken[name] - share * (number + 1)) < 1, (number, name)


def test_a_split_without_a_share_has_no_world():
    alone = Ratios(train=0, val=0, test=1)
    assert {split_of(alone, number) for number in range(50)} == {"test"}
    two = Ratios(train=0.5, val=0.5, test=0)
    assert [split_of(two, number) for number in range(4)] == ["train", "val", "val", "train"]


def test_documents_are_taken_in_blocks_and_shuffled_within_a_block():
    documents = [(f"d{number}", number // 4) for number in range(10)]
    assert ordered(documents, 7) == "d0 d1 d3 d2 d4 d7 d5 d6 d9 d8".split()
    assert ordered(documents[::-1], 7) == ordered(documents, 7)
    assert ordered(documents, 8) != ordered(documents, 7)
    assert ordered(documents[:8], 7) == ordered(documents, 7)[:8]


def test_how_many_documents_a_world_has_is_that_of_every_release_made_so_far():
    assert [document_count(COUNTS, 7, number) for number in range(12)] == [4, 3, 5, 4, 5, 4, 3, 5, 4, 3, 4, 4]
    assert [document_count(COUNTS, 8, number) for number in range(12)] != [4, 3, 5, 4, 5, 4, 3, 5, 4, 3, 4, 4]
    points = sorted(even(7, "documents", number) for number in range(100))
    assert max(b - a for a, b in pairwise([0.0, *points, 1.0])) < 0.03


def test_a_world_takes_the_documents_that_come_next_in_the_order():
    documents = [(f"d{number}", 0) for number in range(60)]
    given_out = [name for names in allotted(COUNTS, 7, documents, 12) for name in names]
    assert given_out == ordered(documents, 7)[: len(given_out)]
    assert [len(names) for names in allotted(COUNTS, 7, documents, 12)] == [
        document_count(COUNTS, 7, at) for at in range(12)
    ]


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
