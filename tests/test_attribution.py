"""Where an answer was lost."""

from datetime import UTC, datetime

import pytest

from microworlds.core.records import (
    Ask,
    Episode,
    Observe,
    Question,
    Span,
)
from microworlds.evaluation import markdown, scores
from microworlds.evaluation.attribution import RUNGS, Attribution, Ladder
from microworlds.evaluation.retrieval_scores import LEVELS
from microworlds.evaluation.system_names import NAMES
from tests.evaluated_world import ALL, BOTH, READ, RETRIEVAL, SAID, gold, piece, reply


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
    failure = attribution.failure(answer, gold(*BOTH), ALL, score=float(answer.text == "june"))
    assert (failure and failure.rung, failure and failure.rank) == (rung, rank)


def test_what_was_not_observed_or_is_of_a_kind_never_retrieved_comes_before_what_retrieval_missed():
    answer = reply(SAID, context=(SAID,))
    sessions_only = Attribution(RETRIEVAL.kind, {"session"})
    failure = sessions_only.failure(answer, gold(*BOTH), ALL, score=0)
    assert (failure.rung, failure.evidence) == ("not_indexed", 1)
    assert sessions_only.failure(answer, gold(*BOTH), {"s1"}, score=0).rung == "not_observed"
    assert Attribution(RETRIEVAL.kind, None).failure(answer, gold(*BOTH), ALL, score=0).rung == "not_in_list"


def test_an_unanswerable_question_fails_only_by_an_answer():
    attribution = Attribution(RETRIEVAL.kind, {"session"})
    own = gold(SAID, answerable=False)
    assert attribution.failure(reply(SAID), own, ALL, score=0).rung == "answered"
    assert attribution.failure(reply(SAID, text="ABSTAIN", abstained=True), own, ALL, score=0) is None


def test_every_rung_has_a_name_on_the_page():
    assert set(RUNGS) | set(LEVELS) <= set(NAMES)


def test_only_what_came_before_a_question_was_observed_by_then():
    def ask(name):
        return Ask(question=Question(id=name, text="?", asked_at=datetime(2024, 1, 1, tzinfo=UTC)))

    steps = (Observe(observation="s1"), ask("q1"), Observe(observation="s2"), ask("q2"))
    assert scores.before([Episode(id="e", steps=steps)]) == {"q1": {"s1"}, "q2": {"s1", "s2"}}


def test_what_is_bounded_by_memory_is_what_was_lost_before_the_prompt():
    own = Ladder(system="s", column="overall", answerable=True, asked=9, low_ranks=(),
                 rungs={"not_in_list": 2, "ranked_low": 1, "misread": 1})  # fmt: skip
    assert own.before == 0.75
    assert own.model_copy(update={"rungs": {}}).before is None
    assert "| S | 4 | 75% |" in markdown._ladder("all", [own])
