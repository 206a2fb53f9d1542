"""What became of each field of a template: its label, the rung on which it failed, and totals by system."""

import json

import pytest

from microworlds.core.records import Score
from microworlds.evaluation import markdown, report, scores
from microworlds.evaluation.attribution import RUNGS, Attribution
from microworlds.evaluation.field_failures import LABELS, field_failures, labels
from microworlds.evaluation.judgements import calibration
from microworlds.evaluation.system_names import NAMES
from microworlds.suites.base import find
from tests.evaluated_world import ALL, BOTH, READ, RETRIEVAL, SAID, SHOWN, gold, piece, reply

FIELDS = {"cinema": "the Lido", "days": "Monday, Thursday", "start": "18:00", "end": "19:00"}
OWN = gold(*BOTH).model_copy(update={"fields": FIELDS, "stale": ("the Odeon", "Sunday")})
GATED = OWN.model_copy(update={"labels": {"gate": "cinema"}})
ATTRIBUTION = Attribution(RETRIEVAL.kind, {"session", "document"})
TEMPLATES = find("dynamicmem").labels


def filled(*retrieved, fields, **more):
    return reply(*retrieved, fields=fields, **more)


@pytest.mark.parametrize(("field", "value", "label"), [
    ("cinema", "The Lido", "all_clear"),
    ("days", "Thursdays and Mondays", "all_clear"),
    ("start", "6:00 PM", "all_clear"),
    ("cinema", "at the Lido", "detail_miss"),
    ("days", "Monday", "detail_miss"),
    ("days", "Monday, Friday, Thursday", "detail_miss"),
    ("cinema", "the Odeon", "conflated"),
    ("cinema", "the Odeon in town", "conflated"),
    ("cinema", "the Lido or the Odeon", "conflated"),
    ("days", "Monday, Sunday", "conflated"),
    ("start", "19.00", "conflated"),
    ("start", "Thursday", "conflated"),
    ("cinema", "not the Lido", "irrelevant"),
    ("cinema", "no longer the Odeon", "irrelevant"),
    ("days", "Friday", "irrelevant"),
    ("start", "17:30", "irrelevant"),
    ("start", " ", "irrelevant"),
])  # fmt: skip
def test_a_field_is_labelled_by_what_is_in_it(field, value, label):
    others = {name: "irrelevant" for name in FIELDS if name != field}
    assert labels(filled(fields={field: value}), OWN) == {name: others.get(name, label) for name in FIELDS}


def test_what_belongs_into_two_fields_is_conflated_in_neither():
    own = gold().model_copy(update={"fields": {"first": "Monday", "all": "Monday, Thursday, Friday, Sunday"}})
    assert labels(filled(fields={"first": "Monday", "all": "Monday"}), own) == {
        "first": "all_clear",
        "all": "irrelevant",
    }


def test_an_identity_that_is_missed_counts_for_every_field_that_is_filled():
    given = {"cinema": "the Apollo", "start": "18:00", "end": "7 o'clock"}
    missed = {"cinema": "identity_miss", "days": "irrelevant", "start": "identity_miss", "end": "identity_miss"}
    assert labels(filled(fields=given), GATED) == missed
    assert labels(filled(fields=given), OWN) == missed | {
        "cinema": "irrelevant", "start": "all_clear", "end": "irrelevant"
    }  # fmt: skip
    assert labels(filled(fields=given | {"cinema": "at the Lido"}), GATED)["start"] == "all_clear"
    # the gate's value held before: what it is about is missed all the same
    assert labels(filled(fields={"cinema": "the Odeon"}), GATED)["cinema"] == "identity_miss"


def test_who_abstains_gives_nothing():
    given = filled(fields=FIELDS, text="ABSTAIN", abstained=True)
    assert set(labels(given, GATED).values()) == {"irrelevant"}


IN_PROMPT = {"context": BOTH}
WRONG = {"fields": {"cinema": "the Apollo"}}


@pytest.mark.parametrize(("rung", "rank", "answer"), [
    (None, None, filled(*BOTH, fields={"cinema": "the Lido"})),
    ("misread", 1, filled(*BOTH, **WRONG, **IN_PROMPT)),
    ("misread", 1, filled(*BOTH, **WRONG, **IN_PROMPT, cited=BOTH)),
    ("misread", 1, filled(*BOTH, fields={"cinema": "at the Lido"}, **IN_PROMPT)),
    ("not_cited", None, filled(*BOTH, **WRONG, **IN_PROMPT, cited=(SAID,))),
    ("not_cited", None, filled(*BOTH, **WRONG, **IN_PROMPT, cited=())),
    ("abstained", 1, filled(*BOTH, fields={"days": "Monday"}, **IN_PROMPT, cited=())),
    ("abstained", 1, filled(*BOTH, fields={}, text="ABSTAIN", abstained=True, **IN_PROMPT)),
    ("no_answer", None, filled(*BOTH, fields={}, text="", **IN_PROMPT)),
    ("prompt_unknown", 1, filled(*BOTH, **WRONG)),
    ("not_in_prompt", 2, filled(SAID, READ, piece("d1", 0), **WRONG, context=(SAID, piece("d1", 0)))),
    ("ranked_low", 3, filled(SAID, piece("d1", 0), READ, **WRONG, context=(SAID, piece("d1", 0)))),
    ("not_in_list", None, filled(SAID, **WRONG, context=(SAID,), cited=())),
    ("cut_off", None, filled(SAID, **WRONG, ranked=False, context=(SAID,))),
])  # fmt: skip
def test_a_field_that_fails_stops_at_the_first_rung_on_which_evidence_was_lost(rung, rank, answer):
    failure = field_failures(answer, OWN, ATTRIBUTION, ALL)["cinema"]
    assert (failure and failure.rung, failure and failure.rank) == (rung, rank)
    assert failure is None or failure.label == labels(answer, OWN)["cinema"]


def test_what_was_not_observed_not_indexed_or_without_evidence_is_told_of_fields_too():
    answer = filled(SAID, **WRONG, context=(SAID,))
    assert field_failures(answer, OWN, ATTRIBUTION, {"s1"})["cinema"].rung == "not_observed"
    assert field_failures(answer, OWN, Attribution(RETRIEVAL.kind, {"session"}), ALL)["cinema"].rung == "not_indexed"
    without = OWN.model_copy(update={"evidence": ()})
    assert field_failures(answer, without, ATTRIBUTION, ALL)["cinema"].rung == "no_evidence"


@pytest.mark.parametrize(("field", "rung"), [("cinema", "misread"), ("days", "not_in_list"), ("start", "not_in_list")])
def test_the_rung_of_a_field_is_that_of_the_evidence_that_shows_it_if_gold_tells(field, rung):
    own = OWN.model_copy(update={"shown": {"cinema": (0,), "days": (1,), "start": (0, 1), "end": (0,)}})
    wrong = filled(BOTH[0], fields=dict.fromkeys(FIELDS, "the Apollo"), context=BOTH[:1])
    found = field_failures(wrong, own, ATTRIBUTION, ALL)[field]
    assert (found.rung, found.evidence) == (rung, 0 if field == "cinema" else 1)
    assert field_failures(wrong, OWN, ATTRIBUTION, ALL)[field].rung == "not_in_list"
    cited = wrong.model_copy(update={"cited": ()})
    assert field_failures(cited, own, ATTRIBUTION, ALL)["cinema"].rung == "not_cited"


def test_a_question_without_fields_or_without_an_answer_has_none():
    for own in (gold(SAID), OWN.model_copy(update={"answerable": False})):
        assert field_failures(filled(SAID, **WRONG), own, ATTRIBUTION, ALL) is None


def test_every_label_and_rung_has_a_name_and_every_label_can_be_had():
    assert set(LABELS) | set(RUNGS) <= set(NAMES)


def results(*questions):
    """Of one system: gold and answer of each question, scored."""
    own = {one.question: one for one, _ in questions}
    scored = scores.scores("s", [answer for _, answer in questions], own, dict.fromkeys(own, ALL), RETRIEVAL)
    made = scores.Gathered(own, TEMPLATES if any(one.fields for one in own.values()) else SHOWN)
    made.add("s", scored, None)
    return scored, made.results(("test",), calibration("offline", [], []))


def asked(number, category, given, fields=FIELDS, **more):
    """A question of a world of its own and what is put into its blanks; all evidence is in the prompt."""
    name = f"q{number}"
    own = gold(*BOTH, question=name, category=category, world=f"w{number}", **more.pop("labels", {}))
    own = own.model_copy(update={"fields": fields, "stale": OWN.stale})
    return own, filled(*more.pop("retrieved", BOTH), fields=given, question=name, **(IN_PROMPT | more))


QUESTIONS = (
    asked(1, "state_completion", {"cinema": "the Lido", "days": "Monday", "start": "19:00"}),
    asked(2, "state_completion", {"cinema": "the Apollo"}, {"cinema": "the Lido"}, retrieved=(SAID,), context=(SAID,)),
    asked(
        3, "personalized_service", {"cinema": "the Apollo", "end": "19:00"}, labels={"gate": "cinema"}, cited=(SAID,)
    ),
)


def test_totals_count_every_field_once_by_label_and_those_that_failed_by_rung():
    _, made = results(*QUESTIONS)
    found = {one.column: one for one in made.fields}
    assert list(found) == ["overall", "state_completion", "personalized_service"]
    whole = found["overall"]
    assert whole.labels == {"all_clear": 1, "detail_miss": 1, "conflated": 1, "identity_miss": 2, "irrelevant": 4}
    assert whole.rungs == {"not_in_list": 1, "abstained": 3, "not_cited": 2, "misread": 2}
    assert whole.asked == sum(whole.labels.values()) == 9
    assert whole.before == 1 / 8
    assert found["state_completion"].asked == 5
    assert found["personalized_service"].before == 0


def test_a_question_that_counts_as_right_may_have_a_field_that_failed():
    fields = {"cinema": "the Lido", "start": "18:00", "end": "19:00"}
    scored, _ = results(asked(1, "state_completion", fields | {"end": "20:00"}, fields))
    assert scored[0].failure is None
    assert scored[0].fields["end"].label == "irrelevant"
    assert Score.model_validate_json(scored[0].model_dump_json()) == scored[0]


def test_the_page_the_folder_and_the_report_have_the_same_totals(tmp_path):
    _, made = results(*QUESTIONS)
    markdown.write(tmp_path, made, {})
    read = report.results(tmp_path, TEMPLATES)
    assert read.fields == made.fields
    assert json.loads((tmp_path / "fields.json").read_text())[0]["labels"]["identity_miss"] == 2
    page = (tmp_path / "results.md").read_text()
    assert "### What became of the fields: Overall (n=9)" in page
    assert "| S | 11% | 11% | 11% | 22% | 44% | 12% | 8 |" in page
    assert "| S | 8 | 12% | 1 | 3 | 2 | 2 |" in page[page.index("### all fields (n=9)") :]
    assert f"- Not cited: {RUNGS['not_cited']}" in page
    told = {"outside": [], "manifest": {}, "digest": None, "systems": [], "questions": 3, "worlds": 3, "splits": [],
            "answerable": 3, "models": ""}  # fmt: skip
    html = report.page(read, told, "")
    assert html.count("What became of the fields: ") == 2 * 3  # a caption is a label too
    assert f"<b>Not cited</b>: {RUNGS['not_cited']}" in html
    assert html.index("22%") < html.index("Overall, fields (n=9)</span>")


def test_where_nothing_is_filled_in_nothing_is_said_of_fields(tmp_path):
    labels = {"source": "hybrid", "category": "single_hop", "difficulty": "easy", "world": "w"}
    scored, made = results((gold(*BOTH, **labels), reply(*BOTH, context=BOTH)))
    assert made.fields == []
    assert "fields" not in scored[0].model_dump_json()
    markdown.write(tmp_path, made, {})
    assert not (tmp_path / "fields.json").exists()
    assert "became of the fields" not in (tmp_path / "results.md").read_text()
    assert report.results(tmp_path, SHOWN).fields == []
