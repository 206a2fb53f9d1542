"""The table of the reader's gates: what its figures are, which aims hold, and that nothing held out is shown."""

from datetime import UTC, datetime

from benchmarks import document_first, reader, reader_inputs

from microworlds.core.records import Passage
from tests import invented_worlds, worlds

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)


def read(id, answers, text, abstained=False, held_out=False, **labels):
    passages = (Passage(text="It was Tuesday.", source="Call", speaker="Ada"),)
    asked = reader_inputs.Asked(id, f"When was {id}?", answers, passages, NOON, labels, held_out)
    return reader_inputs.Read(asked, text, abstained)


RESULTS = [
    read("q1", ("May 2", "2 May 2024"), "May 2, 2024", answer_kind="date"),
    read("q2", ("May 9",), "ABSTAIN", abstained=True, answer_kind="date"),
    read("q3", ("yes",), "no", held_out=True, answer_kind="yes_no"),
    read("q4", (), "ABSTAIN", abstained=True, answer_kind="date"),
    read("q5", (), "Monday", answer_kind="date"),
]


def test_f1_is_over_answerable_questions_and_abstentions_are_counted_apart():
    found = {one.what: (one.value, one.n) for one in reader.figures("x", RESULTS)}
    assert found == {
        "F1": (0.3333, 3),
        "false abstention": (0.3333, 3),
        "abstention on unanswerable": (0.5, 2),
    }


def test_the_best_constant_is_chosen_for_each_kind_of_answer():
    one = reader.constant("x", (one.asked for one in RESULTS))
    assert (one.value, one.n) == (round((1 + 0.5 + 1) / 3, 4), 3)


def test_an_aim_may_be_a_least_or_a_most_and_figures_before_stand_beside():
    rows = [
        reader.Figure("cap", "F1", 0.61, 9),
        reader.Figure("cap", "false abstention", 0.151, 9),
        reader.Figure("invented", "F1", None, 0),
    ]
    assert reader.report(rows, {"cap": {"F1": 0.84}}).splitlines()[2:] == [
        "| cap: F1 | 0.610 | 9 | 0.840 | at least 0.60 | yes |",
        "| cap: false abstention | 0.151 | 9 |  | at most 0.15 | **no** |",
        "| invented: F1 |  | 0 |  |  |  |",
    ]


def test_what_was_answered_wrongly_is_listed_but_nothing_held_out():
    shown = "\n".join(reader.listed(RESULTS))
    assert "q2" in shown
    assert "q5" in shown
    assert "Call, Ada" in shown or "Ada: It was Tuesday." in shown
    assert "q1" not in shown.replace("gold", "") or "q1 0." in shown  # 2 of 3 words right
    assert "q3" not in shown


def test_every_aim_is_of_a_figure_that_is_measured():
    known = {reader.F1, reader.FALSE, reader.RIGHT, reader.DOCUMENT, f"F1 {reader.LOSS}"}
    known.add(f"{reader.DOCUMENT} {reader.LOSS}")
    assert {what for _, what in reader.AIMS} <= known


def test_the_right_text_is_a_section_that_holds_evidence_and_the_right_document_one_that_is_meant():
    world = invented_worlds.played(worlds.judged(0))
    asked = {question.text: world.gold[question.id] for question in world.episode.questions}

    def right(utterances, texts):
        def first(question):
            spans = [piece.span for piece in asked[question].evidence]
            return next(at for at, text in enumerate(texts) if any(span.overlaps(text.span) for span in spans))

        return first

    def beside(utterances, texts):
        """Another section of the right document."""
        return lambda question: next(
            at
            for at, text in enumerate(texts)
            if text.span.observation in asked[question].labels["meant"].split()
            and not any(piece.span.overlaps(text.span) for piece in asked[question].evidence)
        )

    found = document_first.found(right, [world])
    assert len(found) > 8
    assert all(one.text and one.document for one in found)
    assert all(one.document and not one.text for one in document_first.found(beside, [world]))
    nothing = document_first.found(lambda utterances, texts: lambda question: None, [world])
    assert not any(one.text or one.document for one in nothing)
