"""What any release is measured by, of worlds that no suite has."""

import random
from datetime import UTC, datetime

import pytest
from sacrebleu.metrics import BLEU
from sklearn.feature_extraction.text import CountVectorizer

from microworlds.core.records import CalibrationItem, Evidence, Observation, Record, Span
from microworlds.generation.ledger import Fact, Ledger
from microworlds.generation.queries import Get, Term, Value
from microworlds.quality.diversity import self_bleu
from microworlds.quality.evidence_leakage import characters
from microworlds.quality.judges import agreement, calibration_items, catches, faulty, faulty_id
from microworlds.quality.lexical_leakage import LabelledQuestion, LibraryWorld, leakage, overlap
from microworlds.quality.proof import LedgerWorld, proof

TEXTS = {"a": "The Heron lies at berth nine.", "b": "The Plover lies at berth four."}
SEEN = {name: Observation(id=name, kind="document", title=name, text=text) for name, text in TEXTS.items()}


def cited(name):
    return Evidence(span=Span(observation=name, start=0, end=len(TEXTS[name])), text=TEXTS[name])


LEDGER = Ledger((
    Fact(id="f1", subject="Heron", attribute="berth", value="nine", source=cited("a").span),
    Fact(id="f2", subject="Plover", attribute="berth", value="four", source=cited("b").span),
))  # fmt: skip


class Asked(Record):
    id: str = "q1"
    answer: str = "nine"
    answer_form: str = "span"
    answer_kind: str = "number"
    evidence: tuple[Evidence, ...] = (cited("a"),)
    query: Term | None = Get(of=Value(value="Heron"), attribute="berth")


def test_a_proven_question_has_no_fault():
    found = proof([LedgerWorld(LEDGER, SEEN, [Asked()])])
    assert (found.answerable, found.proven, found.verbatim, found.spans_in_evidence, found.faults) == (1, 1, 1, 1, ())


@pytest.mark.parametrize(
    ("changes", "figures"),
    [
        ({"answer": "four"}, (1, 0, 1, 0)),
        ({"evidence": (cited("b"),)}, (1, 1, 1, 0)),
        ({"evidence": (cited("a").model_copy(update={"text": "The Heron left."}),)}, (1, 1, 0, 1)),
        ({"query": None, "answer_form": "prose"}, (0, 0, 1, 0)),
    ],
)
def test_what_is_not_proven_is_counted(changes, figures):
    found = proof([LedgerWorld(LEDGER, SEEN, [Asked().model_copy(update=changes)])])
    assert (found.answerable, found.proven, found.verbatim, found.spans_in_evidence) == figures


def test_a_question_that_names_its_document_gives_it_away():
    open_ = LabelledQuestion("open", "At which berth lies the Heron?", (cited("a"),))
    closed = LabelledQuestion("closed", "Where was that other one again, the Plover's neighbour?", (cited("a"),))
    found = leakage([LibraryWorld(tuple(SEEN.values()), (open_, closed))], ("open", "closed", "none"))
    assert found.bm25_document == {"open": 1.0, "closed": 0.0}
    assert found.chance == {"open": 0.5, "closed": 0.5}
    assert found.overlap == {"open": round(overlap(open_), 4), "closed": round(overlap(closed), 4)}
    assert overlap(closed) < overlap(open_)


def test_two_judges_agree_world_by_world():
    labels = {"one": {"w0": [True, False], "w1": [True, True]}, "two": {"w0": [True, False]}}
    found = agreement(["w0", "w1"], labels)
    assert (found.kappa, found.missing, found.raw_agreement) == ({"w0": 1.0}, {"one": 0, "two": 1}, 1.0)
    assert found.kappa_shares == {"0.40": 1.0, "0.60": 1.0, "0.70": 1.0}


def test_a_fault_is_put_into_the_first_that_can_have_it_and_counted_by_its_name():
    faults = {"doubled": lambda own: own * 2 if own == 3 else None, "never": lambda own: None}
    made = list(faulty([1, 2, 3], faults, random.Random(0)))
    assert made == [("doubled", 6)]
    found = catches([(faulty_id("a", "doubled"), False), (faulty_id("b", "doubled"), True)], faults)
    assert (found["doubled"].rate, found["never"].rate) == (0.5, None)


def item(sort, own):
    if sort == "vague" and own.answer_kind == "number":
        return None
    return CalibrationItem(
        id=f"{own.id}-{sort}", of=sort, cluster="w", question="Where?", asked_at=datetime(2026, 5, 1, tzinfo=UTC),
        expected=own.answer, answerable=True, answer=own.answer, label="correct",
    )  # fmt: skip


def test_no_kind_of_answer_crowds_out_another():
    asked = [Asked(id=f"q{n}", answer_kind="person" if n > 7 else "number") for n in range(10)]
    made = list(calibration_items(asked, ("exact", "vague"), item, 4, 1))
    kinds = {own.id: own.answer_kind for own in asked}
    dealt = [(own.of, kinds[own.id.split("-")[0]]) for own in made]
    assert sorted(dealt) == [("exact", "number")] * 2 + [("exact", "person")] * 2 + [("vague", "person")] * 2
    assert made == list(calibration_items(asked[::-1], ("exact", "vague"), item, 4, 1))


SAID = (
    "The mill, the mill and the lease: we renew the lease of the mill.",
    "We renew the lease, and the mill stays a mill; the mill is ours.",
    "A lease I'd sign.\tOf the mill on Oak Street, we renew the lease.",
    "Nothing of it.",
)


def test_self_bleu_is_the_mean_of_the_scores_that_sacrebleu_gives_each_text_against_the_others():
    bleu = BLEU(effective_order=True, lowercase=True, tokenize="13a")
    scores = [bleu.sentence_score(text, [*SAID[:at], *SAID[at + 1 :]]).score / 100 for at, text in enumerate(SAID)]
    assert self_bleu(SAID) == sum(scores) / len(scores)


def test_sequences_of_characters_are_those_that_scikit_learn_counts():
    counted = CountVectorizer(analyzer="char_wb", ngram_range=(3, 5)).fit_transform(SAID)
    assert (characters(SAID).toarray() == counted.toarray()).all()
