"""Stage quality: what the worlds and questions of a release are worth, measured; a release carries it.

Source: issue 2, sections 3 and 4; MemoryDocDataSet 3.6.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from microworlds.core import jsonl, params, stage
from microworlds.core.errors import run
from microworlds.core.records import Record
from microworlds.generation.ledger import Ledger
from microworlds.quality import trust
from microworlds.quality.cohesion import Cohesion, cohesion
from microworlds.quality.lexical_leakage import LabelledQuestion, Leakage, LibraryWorld, leakage
from microworlds.quality.proof import LedgerWorld, Proof, proof
from microworlds.quality.shortcuts import audit
from microworlds.quality.shortcuts.audit import Audit
from microworlds.quality.trust import Figure
from microworlds.suites.memorydoc.measures.readable import Readable, readable
from microworlds.suites.memorydoc.measures.shortcuts import shortcuts
from microworlds.suites.memorydoc.measures.trusted import Asked, Limits, trusted
from microworlds.suites.memorydoc.measures.variety import Variety, variety
from microworlds.suites.memorydoc.measures.verdict_measures import VerdictMeasures, verdict_measures
from microworlds.suites.memorydoc.world import (
    CATEGORIES,
    SOURCES,
    FactCheck,
    Judged,
    Scenario,
    Utterance,
    Verdict,
    judged,
)


class Quality(Record):
    """All measurements; ``summary`` names the few to look at first.

    ``cohesion`` and ``shortcuts`` are None of a release that was made before they were measured.
    """

    summary: dict[str, float | int | None]
    asked: Asked
    limits: Limits
    proof: Proof
    variety: Variety
    leading: Leakage
    cohesion: Cohesion | None = None
    readable: Readable
    agreement: VerdictMeasures
    facts: FactCheck
    shortcuts: Audit | None = None
    trust: tuple[Figure, ...]


def quality(
    worlds: Sequence[Judged],
    verdicts: Sequence[Verdict],
    facts: FactCheck,
    asked: Asked,
    limits: Limits,
    shortest: audit.Limits,
) -> Quality:
    """Measure everything; ``shortest`` are the limits of shortcuts."""
    read, agreed, short = readable(worlds), verdict_measures(worlds, verdicts), shortcuts(worlds, shortest)
    measured = Quality(
        summary={},
        asked=asked,
        limits=limits,
        proof=proof(map(with_ledger, worlds)),
        variety=variety(worlds),
        leading=leakage(list(map(with_library, worlds)), SOURCES),
        cohesion=cohesion(map(spoken, worlds)),
        readable=read,
        agreement=agreed,
        facts=facts,
        shortcuts=short,
        trust=(*trusted(worlds, verdicts, read, agreed, asked, limits), *audit.figures(short)),
    )
    return measured.model_copy(update={"summary": summary(measured)})


def with_ledger(world: Judged) -> LedgerWorld:
    """A world with all that its conversations and documents state."""
    seen = {own.id: own for own in world.bundle.observations}
    return LedgerWorld(Ledger(world.bundle.facts), seen, world.questions.pairs)


def with_library(world: Judged) -> LibraryWorld:
    """A world's documents, and its answerable questions by source."""
    documents = tuple(document.observation() for document in world.bundle.documents)
    answerable = [pair for pair in world.questions.pairs if pair.adversarial_type is None]
    asked = tuple(LabelledQuestion(pair.source, pair.question, pair.evidence) for pair in answerable)
    return LibraryWorld(documents, asked)


def spoken(world: Judged) -> list[tuple[Utterance, ...]]:
    """What is said in each session of a world."""
    return [session.utterances for session in world.bundle.conversations.sessions]


def summary(measured: Quality) -> dict[str, float | int | None]:
    """What to look at first; it follows from the other measurements."""
    proven, varied, led, read = measured.proof, measured.variety, measured.leading, measured.readable
    agreed, figures, near = measured.agreement, measured.trust, measured.cohesion
    gap = led.bm25_document.get("hybrid", 0.0) - led.chance.get("hybrid", 0.0)
    return {
        "figures outside their limits": sum(figure.outside for figure in figures),
        **{figure.name: figure.value for figure in figures if "false alarms" not in figure.name},
        "answerable questions proven by the ledger": round(proven.proven / max(1, proven.answerable), 4),
        "facts of documents that their plans bear out": measured.facts.precision,
        "facts of documents that are left out, for their plans contradict them": measured.facts.left_out,
        "evidence verbatim": round(proven.verbatim / max(1, proven.evidence), 4),
        "largest share of sessions with one masked 8-word sequence": varied.phrase_spread,
        "likeness of neighbouring turns, above that of others": round(near.likeness - near.likeness_apart, 4)
        if near
        else None,
        "turns that take up a word or value of the turn before": near.taken_up if near else None,
        "turns that would by chance": near.taken_up_apart if near else None,
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
        **{f"judges, share of worlds with kappa {mark} or more": share for mark, share in agreed.kappa_shares.items()},
        **{f"{judge} judge, worlds without a verdict": count for judge, count in agreed.missing.items()},
        "judges, raw agreement": agreed.raw_agreement,
        **{
            f"{judge} judge, {fault.replace('_', ' ')} caught": caught.rate
            for judge, catches in agreed.catches.items()
            for fault, caught in catches.items()
        },
        **{f"{judge} judge, false alarms": share for judge, share in agreed.false_alarms.items()},
    }


def asked_for(scenarios: Path, questions_each: int) -> Asked:
    """How many worlds and questions were to be made: every world is a scenario, or was refused as one."""
    kept = {scenario.id for scenario in jsonl.read(scenarios, Scenario)}
    tried = len(kept | {refused.item for refused in stage.rejections(scenarios)})
    return Asked(worlds=tried, questions=tried * questions_each)


def main() -> None:
    """Worlds, questions and verdicts in, measurements out."""
    *sources, questions, verdicts, against, out, short = stage.paths(
        "documents", "facts", "scenarios", "conversations", "questions", "verdicts", "check", "quality", "summary"
    )
    worlds = judged(*sources, questions)
    asked = asked_for(sources[2], len(CATEGORIES) * params.value("memorydoc.questions.per_category"))
    limits = params.section(Limits, "memorydoc.quality")
    said, facts = list(jsonl.read(verdicts, Verdict)), FactCheck.model_validate_json(against.read_bytes())
    shortest = params.section(audit.Limits, "memorydoc.shortcuts")
    measured = quality(worlds, said, facts, asked, limits, shortest)
    jsonl.write_text(out, measured.model_dump_json(indent=2) + "\n")
    jsonl.write_text(short, json.dumps(measured.summary, indent=2) + "\n")
    for line in trust.outside(measured.model_dump()):
        print(f"OUTSIDE ITS LIMIT: {line}", flush=True)


if __name__ == "__main__":
    run(main)
