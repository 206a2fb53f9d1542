"""The export to BEIR, and recall by trec_eval."""

import csv
import importlib.util
import json

import pytest

from microworlds.evaluation.retrieval_scores import Retrieval, measures
from microworlds.metrics.ranking import DEPTHS
from microworlds.publishing.exports.base import export
from tests.exported_release import read, released_fixture, split_fixture, touched, units  # noqa: F401 (fixtures)

UNITS = ("turn", "session", "section", "document")


def beir(folder, split):
    """Corpus, queries and qrels as BEIR's own loader reads them."""
    corpus = {row["_id"]: row for row in map(json.loads, (folder / "corpus.jsonl").read_text().splitlines())}
    queries = {row["_id"]: row["text"] for row in map(json.loads, (folder / "queries.jsonl").read_text().splitlines())}
    qrels = {}
    with (folder / "qrels" / f"{split}.tsv").open(newline="") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_MINIMAL)
        assert next(rows) == ["query-id", "corpus-id", "score"]
        for query, unit, score in rows:
            qrels.setdefault(query, {})[unit] = int(score)
    return corpus, queries, qrels


@pytest.mark.parametrize("unit", UNITS)
def test_beir_has_every_question_and_qrels_of_units_that_are_there(released, split, tmp_path, unit):
    report = export("beir", released, tmp_path / "out", split, {"unit": unit})
    observations, questions, gold = read(released, split)
    corpus, queries, qrels = beir(tmp_path / "out", split)
    spans = units(tmp_path / "out")
    assert queries == {id_: question.text for id_, question in questions.items()}
    assert set(corpus) == set(spans)
    for id_, span in spans.items():
        assert corpus[id_]["text"].endswith(observations[span.observation].text[span.start : span.end])
    for id_, own in gold.items():
        assert set(qrels.get(id_, {})) == (touched(spans, own) if own.answerable else set())
    assert report.counts["questions with qrels"] == len(qrels) > 0
    handed = (tmp_path / "out" / "corpus.jsonl").read_text() + (tmp_path / "out" / "queries.jsonl").read_text()
    assert not any(word in handed for word in ("answerable", "adversarial", "single_hop", "hybrid", "difficulty"))


def test_beir_chunks_are_turns_and_windows_and_cover_all_evidence(released, split, tmp_path):
    export("beir", released, tmp_path / "out", split, {"unit": "chunk", "tokens": 64, "overlap": 8})
    _, _, qrels = beir(tmp_path / "out", split)
    observations, _, gold = read(released, split)
    spans = units(tmp_path / "out")
    assert {observations[span.observation].kind for span in spans.values()} == {"session", "document"}
    assert set(qrels) == {id_ for id_, own in gold.items() if own.answerable}
    for id_, judged in qrels.items():
        for piece in gold[id_].evidence:
            assert any(spans[unit].overlaps(piece.span) for unit in judged)


@pytest.mark.skipif(importlib.util.find_spec("pytrec_eval") is None, reason="pytrec_eval-terrier is not installed")
@pytest.mark.parametrize("unit", UNITS)
def test_recall_by_trec_eval_on_the_qrels_is_that_of_our_evaluation(released, split, tmp_path, unit):
    import pytrec_eval

    export("beir", released, tmp_path / "out", split, {"unit": unit})
    corpus, queries, qrels = beir(tmp_path / "out", split)
    spans = units(tmp_path / "out")
    observations, _, gold = read(released, split)
    retrieval = Retrieval(observations)
    ours, lists = {}, {}
    for query in qrels:
        # a ranking by shared words, cut off, so that some evidence is missed
        words = set(queries[query].lower().split())
        order = sorted(corpus, key=lambda id_: (-len(words & set(corpus[id_]["text"].lower().split())), id_))[
            : len(corpus) // 2
        ]
        lists[query] = {id_: float(len(order) - rank) for rank, id_ in enumerate(order)}
        found = tuple(spans[id_] for id_ in order)
        own = {made.level: made for made in retrieval.rankings(found, gold[query], frozenset(observations))}
        ours[query] = measures(own[unit])
    depths = ",".join(map(str, DEPTHS))
    asked = {f"recall.{depths}", f"success.{depths}", f"ndcg_cut.{depths}", "recip_rank"}
    theirs = pytrec_eval.RelevanceEvaluator(qrels, asked).evaluate(lists)
    values = [ours[query]["fraction", k] for query in qrels for k in DEPTHS]
    assert 0 < sum(values) < len(values)
    for query, own in ours.items():
        assert own["mrr", None] == pytest.approx(theirs[query]["recip_rank"])
        for k in DEPTHS:
            assert own["fraction", k] == pytest.approx(theirs[query][f"recall_{k}"])
            assert own["any", k] == theirs[query][f"success_{k}"]
            assert own["ndcg", k] == pytest.approx(theirs[query][f"ndcg_cut_{k}"])
