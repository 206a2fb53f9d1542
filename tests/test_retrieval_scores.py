"""Levels of a ranked list: where the gold evidence stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from microworlds.core import plugins
from microworlds.core.errors import UserError
from microworlds.core.records import (
    Score,
    Span,
)
from microworlds.evaluation import scores
from microworlds.evaluation.retrieval_scores import Retrieval, deep, measures, points
from microworlds.metrics.ranking import DEPTHS
from tests.evaluated_world import ALL, RETRIEVAL, SHOWN, WORLD, gold, observation, piece, reply


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


def test_measures_of_ranked_lists_are_no_metrics_of_single_answers():
    assert "ranking" not in plugins.names("microworlds.metrics", "METRIC")
