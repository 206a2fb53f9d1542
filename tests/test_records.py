"""The shared records: what was written before a field came keeps its bytes, and a new field is there where it is set."""

import pytest
from pydantic import ValidationError

from microworlds.core.records import LEVELS, Answer, Failure, Gold, Observation, Passage, Question, Score, Span

OLD = {
    Observation: '{"id":"w0-s1","kind":"session","title":"Call","text":"Ada: Hi.","time":"2024-03-05T10:00:00Z",'
    '"parts":[{"id":"w0-s1-u1","start":5,"end":8,"title":null,"speaker":"Ada","time":null}]}',
    Question: '{"id":"q","text":"Who?","asked_at":"2024-05-01T09:00:00Z","template":null}',
    Gold: '{"question":"q","answer":"Ada","answerable":true,"evidence":[{"span":{"observation":"w0-s1","start":5,'
    '"end":8},"text":"Hi."}],"labels":{"world":"w0"},"canary":null}',
    Answer: '{"question":"q","text":"Ada","abstained":false,"retrieved":[{"observation":"w0-s1","start":0,"end":8}],'
    '"ranked":true,"context":null,"quoted":true,"pooled":null,"context_tokens":7}',
    Score: '{"system":"rag","question":"q","values":{"f1":0.0},"context_tokens":7,"rankings":[],"pooled":[],'
    '"failure":{"rung":"misread","evidence":0,"rank":null}}',
    Passage: '{"text":"Hi.","source":"Call","speaker":"Ada","time":null}',
}  # fmt: skip


@pytest.mark.parametrize("kind", OLD)
def test_a_record_of_an_earlier_version_is_read_and_written_with_the_same_bytes(kind):
    assert kind.model_validate_json(OLD[kind]).model_dump_json() == OLD[kind]


def test_what_is_set_is_written_and_read_again():
    gold = Gold.model_validate_json(OLD[Gold]).model_copy(
        update={"fields": {"place": "gym"}, "rubric": ("is polite",), "aliases": ("Ms. Ada",)}
    )
    answer = Answer.model_validate_json(OLD[Answer])
    # an answer that says it used nothing is not one that does not say
    for cited in ((), (Span(observation="w0-s1", start=0, end=8),)):
        full = answer.model_copy(update={"fields": {}, "cited": cited})
        assert Answer.model_validate_json(full.model_dump_json()) == full
    assert Gold.model_validate_json(gold.model_dump_json()) == gold
    fields = {"place": None, "start": Failure(rung="misread", evidence=0, label="conflated")}
    score = Score.model_validate_json(OLD[Score]).model_copy(update={"fields": fields})
    assert Score.model_validate_json(score.model_dump_json()) == score


def test_gold_without_a_field_or_criterion_says_so_by_leaving_them_out():
    for name, nothing in (("fields", {}), ("rubric", ())):
        with pytest.raises(ValidationError, match=name):
            Gold(question="q", answer="a", answerable=True, evidence=(), labels={}, **{name: nothing})


def test_a_template_without_a_blank_is_refused():
    with pytest.raises(ValidationError, match="the template of q has no blank"):
        Question.model_validate_json(OLD[Question].replace('"template":null', '"template":"place: _"'))


def test_levels_are_the_chunk_and_the_parts_and_wholes_of_every_kind_of_observation():
    assert LEVELS == ("chunk", "turn", "session", "section", "document", "entry", "log")
