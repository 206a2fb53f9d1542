"""What of releases can be told or answered without memory: the shortcut audit of each, side by side, as Markdown.

    python -m benchmarks.shortcuts NAME=FOLDER ...

FOLDER is a release. Each world is read by the offline reader. Where answers of RAG-Both and the oracle lie in the
``interim`` beside its ``release``, shortcuts that read are also told as a share of the distance between these two, on
the questions that they were asked.

Source: issue 14, section 1.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from microworlds.core import jsonl, params, stats
from microworlds.core.records import Answer, Episode, Gold, Observation
from microworlds.evaluation.differences import BASE
from microworlds.evaluation.system_names import CEILING
from microworlds.evaluation.tables import grid
from microworlds.metrics.f1 import overlap
from microworlds.metrics.f1 import score as f1
from microworlds.quality.shortcuts import blind
from microworlds.quality.shortcuts.audit import Audit, Limits, audit, figures
from microworlds.quality.shortcuts.inputs import Measured, World, told
from microworlds.quality.shortcuts.read import BASE as WORDS
from microworlds.quality.shortcuts.read import CEILING as EVIDENCE
from microworlds.quality.shortcuts.read import SHORTCUTS, Answers, played
from microworlds.quality.trust import with_interval
from microworlds.suites.memorydoc.measures.shortcuts import SHOWN, answered


def worlds(folder: Path) -> list[World]:
    """All worlds of a release, in the order of their ids."""
    texts = {own.id: own for own in jsonl.read(folder / "observations.jsonl", Observation)}
    gold = {own.question: own for path in sorted(folder.glob("*.gold.jsonl")) for own in jsonl.read(path, Gold)}
    episodes = [own for path in sorted(folder.glob("*.episodes.jsonl")) for own in jsonl.read(path, Episode)]
    return [
        World(
            episode=own,
            observations={name: texts[name] for name in own.observed},
            gold={question.id: gold[question.id] for question in own.questions},
        )
        for own in sorted(episodes, key=lambda own: own.id)
    ]


def known(interim: Path, gold: Mapping[str, Gold]) -> dict[str, dict[str, float]]:
    """F1 of RAG-Both and the oracle on each question that they were asked; nothing if they were not played."""
    files = {name: interim / "answers" / f"{name}.jsonl" for name in (BASE, CEILING)}
    return {
        name: {own.question: f1(own, gold[own.question]) for own in jsonl.read(path, Answer)} if path.is_file() else {}
        for name, path in files.items()
    }


def closed(
    own: Sequence[World], answers: Mapping[str, Answers], real: Mapping[str, Mapping[str, float]]
) -> dict[str, Measured]:
    """Of each shortcut that reads, the share that it closes of the distance from RAG-Both to the oracle."""
    label, value = SHOWN.column
    asked = blind.every(own)
    chosen = [
        at
        for at, one in enumerate(asked)
        if one.gold.answerable and one.gold.labels.get(label) == value and one.question.id in real[BASE]
    ]
    base, ceiling = (np.array([real[name][asked[at].question.id] for at in chosen]) for name in (BASE, CEILING))
    constants, clusters = blind.Constants(asked, overlap), [asked[at].world.id for at in chosen]
    found = {}
    for name in SHORTCUTS if chosen else ():
        share = stats.ratio(constants.right(answers[name])[chosen] - base, ceiling - base, clusters)
        if share:
            found[name] = told(share)
    return found


def rows(found: Audit, real: Mapping[str, Measured]) -> Iterator[tuple[str, str]]:
    """Each line of the table: what it is of, and the figure."""
    for figure in figures(found):
        yield figure.name, f"{figure.shown}{' **outside**' if figure.outside else ''}: {figure.told}"
    for name, own in (("best constant", found.constant), (WORDS, found.base), (EVIDENCE, found.ceiling)):
        yield f"F1, {name}", shown(own)
    for each in found.systems:
        system = each.name.split(" (")[0]
        yield f"F1, {system}", shown(each.f1)
        if each.closed:
            yield f"closed, {system}", shown(each.closed)
            yield f"closed from RAG-Both to the oracle, {system}", shown(real.get(system))


def shown(own: Measured | None) -> str:
    """A mean and its interval."""
    return with_interval(own.value, own.low, own.high) if own else "-"


def main() -> None:
    """The table of the releases that the command line names; ``--save`` keeps all measurements."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("releases", nargs="+", metavar="NAME=FOLDER")
    parser.add_argument("--save", type=Path, help="a folder for all measurements, NAME.json each")
    given = parser.parse_args()
    limits = params.section(Limits, "memorydoc.shortcuts")
    columns: dict[str, dict[str, str]] = {}
    for name, _, folder in (each.partition("=") for each in given.releases):
        own, path = worlds(Path(folder)), Path(folder).resolve()
        answers = played(own, limits, answered)
        found = audit(own, SHOWN, limits, answers, overlap)
        gold = {question: one for world in own for question, one in world.gold.items()}
        real = closed(own, answers, known(path.parents[1] / "interim" / path.name, gold))
        columns[name] = {"worlds": str(len(own)), **dict(rows(found, real))}
        if given.save:
            jsonl.write_text(given.save / f"{name}.json", found.model_dump_json(indent=1) + "\n")
    lines = dict.fromkeys(line for own in columns.values() for line in own)
    print(grid(["figure", *columns], ([line, *(own.get(line, "") for own in columns.values())] for line in lines)))


if __name__ == "__main__":
    main()
