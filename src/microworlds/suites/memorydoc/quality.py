"""Stage quality: what the worlds and questions of a release are worth, measured; a release carries it.

Source: issue 2, sections 3 and 4; MemoryDocDataSet 3.6.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from microworlds import jsonl, stage
from microworlds.errors import run
from microworlds.records import Record
from microworlds.suites.memorydoc.materials import Judged, judged, materials
from microworlds.suites.memorydoc.measures.agreement import Agreement, agreement
from microworlds.suites.memorydoc.measures.leading import Leading, leading
from microworlds.suites.memorydoc.measures.proof import Proof, proof
from microworlds.suites.memorydoc.measures.readable import Readable, readable
from microworlds.suites.memorydoc.measures.variety import Variety, variety
from microworlds.suites.memorydoc.planned import outcome
from microworlds.suites.memorydoc.planned.outcome import FactCheck
from microworlds.suites.memorydoc.world import Questions, Verdict


class Quality(Record):
    """All measurements; ``summary`` names the few to look at first."""

    summary: dict[str, float | int | None]
    proof: Proof
    variety: Variety
    leading: Leading
    readable: Readable
    agreement: Agreement
    facts: FactCheck


def quality(worlds: Sequence[Judged], verdicts: Sequence[Verdict], facts: FactCheck) -> Quality:
    """Measure everything."""
    proven, varied, led = proof(worlds), variety(worlds), leading(worlds)
    read, agreed = readable(worlds), agreement(worlds, verdicts)
    gap = led.bm25_document.get("hybrid", 0.0) - led.chance.get("hybrid", 0.0)
    return Quality(
        summary={
            "answerable questions proven by the ledger": round(proven.proven / max(1, proven.answerable), 4),
            "facts of documents that their plans bear out": facts.precision,
            "kinds of fact that are not asked, for they are not borne out": len(facts.left_out),
            "evidence verbatim": round(proven.verbatim / max(1, proven.evidence), 4),
            "largest share of sessions with one masked 8-word sequence": varied.phrase_spread,
            "largest share of questions with one masked skeleton": varied.skeleton_most,
            "fewest distinct skeletons of a category": min(varied.skeletons.values()),
            "Hybrid: BM25 with the question alone picks the right document, above chance": round(gap, 4),
            "offline reader, F1 with gold evidence": read.gold_overall,
            "offline reader, F1 with one piece dropped and rivals left in": read.dropped,
            "offline reader, F1 with nothing and no abstention": read.nothing,
            "best constant answer a kind, F1": read.constant,
            "judges, median kappa a world": agreed.kappa_median,
            "judges, median AC1 a world": agreed.ac1_median,
            "judges, worlds in which kappa is undefined": agreed.kappa_undefined,
            **{
                f"judges, share of worlds with kappa {mark} or more": share
                for mark, share in agreed.kappa_shares.items()
            },
            **{f"{judge} judge, worlds without a verdict": count for judge, count in agreed.missing.items()},
            "judges, raw agreement": agreed.raw_agreement,
            **{
                f"{judge} judge, {fault.replace('_', ' ')} caught": caught.rate
                for judge, catches in agreed.catches.items()
                for fault, caught in catches.items()
            },
            **{f"{judge} judge, false alarms": share for judge, share in agreed.false_alarms.items()},
        },
        proof=proven,
        variety=varied,
        leading=led,
        readable=read,
        agreement=agreed,
        facts=facts,
    )


def main() -> None:
    """Worlds, questions and verdicts in, measurements out."""
    *sources, questions, verdicts, against, out, short = stage.paths(
        "documents", "facts", "scenarios", "conversations", "questions", "verdicts", "check", "quality", "summary"
    )
    worlds = list(judged(materials(*sources), jsonl.read(questions, Questions)))
    measured = quality(worlds, list(jsonl.read(verdicts, Verdict)), outcome.read(against))
    jsonl.write_text(out, measured.model_dump_json(indent=2) + "\n")
    jsonl.write_text(short, json.dumps(measured.summary, indent=2) + "\n")


if __name__ == "__main__":
    run(main)
