"""The gates of the offline reader in one Markdown table: each figure, its n, the figure before and the aim.

    python -m benchmarks.reader [--locomo FILE] [--release NAME=FOLDER ...]

Token F1 is over answerable questions, and an abstention has none; every question is read with its gold evidence.
``one answer a kind`` is the F1 of the best constant answer of each kind of question. Of releases it is also
measured, on Hybrid questions, whether the first text that a question is found to mean is the right one, and of those
whose words tests/data/renamed_caselaw.yaml renames, what renaming costs. ``--save`` keeps the figures; ``--before``
reads those to stand beside. ``--verbose`` lists wrong answers, but of nothing that is held out.

Source: MemoryDocDataSet 5.1 and 5.3; issue 13, section 1.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import call
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks import renamed
from benchmarks.document_first import by_references, found
from benchmarks.reader_inputs import Asked, Read, World, cases, evidence, locomo, read, worlds

from microworlds.core.parallel import ordered_map
from microworlds.evaluation.tables import grid
from microworlds.metrics.f1 import overlap
from microworlds.reading.reader import Reader

LOCOMO = Path("/work/shared/data/locomo/locomo.json")
BEFORE = Path(__file__).parent / "reader_before.json"
RENAMES = Path(__file__).parents[1] / "tests" / "data" / "renamed_caselaw.yaml"
SOURCES = ("hybrid", "doc_only", "chat_only")
F1, FALSE, RIGHT = "F1", "false abstention", "abstention on unanswerable"
DOCUMENT, TEXT = "right document first", "right text first"
LOSS = "lost when renamed"
AIMS = {  # the least, or if negative the most
    ("LoCoMo", F1): 0.37,
    ("cases, held out", F1): 0.75,
    ("cases, held out", FALSE): -0.15,
    ("cases, held out", RIGHT): 0.75,
    ("cap", F1): 0.60,
    ("cap", FALSE): -0.15,
    ("cap", RIGHT): 0.75,
    ("invented", DOCUMENT): 0.80,
    ("cap", DOCUMENT): 0.80,
    **{(name, f"{what} {LOSS}"): -0.05 for name in ("invented", "cap") for what in (F1, DOCUMENT)},
}


@dataclass(frozen=True)
class Figure:
    """A number measured, of so many questions; None where there are none."""

    of: str
    what: str
    value: float | None
    n: int


@dataclass(frozen=True)
class Measured:
    """What one input gave: figures, and what was read."""

    figures: tuple[Figure, ...]
    read: tuple[Read, ...] = ()


def mean(of: str, what: str, values: Iterable[float]) -> Figure:
    """The mean of some values as a figure."""
    every = list(values)
    return Figure(of, what, round(fmean(every), 4) if every else None, len(every))


def figures(of: str, results: Sequence[Read]) -> Iterator[Figure]:
    """F1 and both abstentions."""
    answerable = [one for one in results if one.asked.answers]
    yield mean(of, F1, (one.score for one in answerable))
    yield mean(of, FALSE, (float(one.abstained) for one in answerable))
    yield mean(of, RIGHT, (float(one.abstained) for one in results if not one.asked.answers))


def by_label(of: str, results: Sequence[Read], label: str, names: Sequence[str]) -> Iterator[Figure]:
    """F1 for each value of a label."""
    for name in names:
        own = [one for one in results if one.asked.answers and one.asked.labels.get(label) == name]
        if own:
            yield mean(of, f"{F1}, {name.replace('_', '-')}", (one.score for one in own))


def constant(of: str, questions: Iterable[Asked]) -> Figure:
    """Mean F1 of answering every question of a kind with the one answer that does best on that kind."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for asked in questions:
        if asked.answers:
            kinds[asked.labels["answer_kind"]].append(asked.answers[0])
    best = [max(_constant(guess, own) for guess in sorted(set(own))) for own in kinds.values()]
    n = sum(map(len, kinds.values()))
    return Figure(of, "one answer a kind, F1", round(sum(best) / n, 4) if n else None, n)


def _constant(guess: str, answers: Sequence[str]) -> float:
    counts: Mapping[str, int] = Counter(answers)
    return sum(overlap(guess, answer) * count for answer, count in counts.items())


def of_locomo(file: Path) -> Measured:
    """LoCoMo: all of it, what a reader may be tuned on, and the rest, by category."""
    results = read(Reader(), [asked for world in locomo(file) for asked in evidence(world)])
    rows = [*figures("LoCoMo", results)]
    for part, held_out in (("LoCoMo, develop", False), ("LoCoMo, held out", True)):
        own = [one for one in results if one.asked.held_out == held_out]
        rows += figures(part, own)
        rows += by_label(part, own, "category", ("single_hop", "multi_hop", "temporal", "open_domain"))
    return Measured(tuple(rows), tuple(results))


def of_cases() -> Measured:
    """The cases worded by others."""
    rows: list[Figure] = []
    every: list[Read] = []
    for part in ("held_out", "develop"):
        results = read(Reader(), cases(part))
        rows += figures(f"cases, {part.replace('_', ' ')}", results)
        every += results
    return Measured(tuple(rows), tuple(every))


def of_release(of: str, folder: Path, words: Path) -> Measured:
    """A release with gold evidence, the texts that its Hybrid questions mean, and both where names are others."""
    own = worlds(folder)
    results = _results(own)
    rows = [*figures(of, results.read), *by_label(of, results.read, "source", SOURCES)]
    rows.insert(1, constant(of, (one.asked for one in results.read)))
    rows.append(mean(of, DOCUMENT, (float(one.document) for one in results.found)))
    rows.append(mean(of, TEXT, (float(one.text) for one in results.found)))
    pairs = renamed.pairs(own, renamed.load(words)) if words.exists() else []
    if len(pairs) == len(own):
        after = _results([world for _, world in pairs])
        asked = renamed.reworded(results, after)
        every, some = renamed.lost(results, after), renamed.lost(results, after, asked)
        for lost, what in ((every, LOSS), (some, f"{LOSS}, questions reworded by it")):
            rows.append(Figure(of, f"{F1} {what}", round(lost.f1, 4), lost.questions))
            rows.append(Figure(of, f"{DOCUMENT} {what}", round(lost.document, 4), lost.hybrid))
    return Measured(tuple(rows), tuple(results.read))


def _results(own: Sequence[World]) -> renamed.Results:
    return renamed.Results(
        read(Reader(), [asked for world in own for asked in evidence(world)]), found(by_references, own)
    )


def jobs(given: argparse.Namespace) -> Iterator[Callable[[], Measured]]:
    """One for each input."""
    for of, folder in given.release:
        yield partial(of_release, of, folder, given.renames)
    if given.locomo.exists():
        yield partial(of_locomo, given.locomo)
    yield of_cases


def report(rows: Sequence[Figure], before: Mapping[str, Any]) -> str:
    """The table."""
    lines = []
    for one in rows:
        aim = AIMS.get((one.of, one.what))
        lines.append(
            [
                f"{one.of}: {one.what}",
                _number(one.value),
                str(one.n),
                _number(before.get(one.of, {}).get(one.what)),
                "" if aim is None else f"{'at least' if aim > 0 else 'at most'} {abs(aim):.2f}",
                "" if aim is None or one.value is None else "yes" if _holds(one.value, aim) else "**no**",
            ]
        )
    return grid(["", "figure", "n", "before", "aim", "holds"], lines)


def _holds(value: float, aim: float) -> bool:
    return value >= aim if aim > 0 else value <= -aim


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def listed(results: Iterable[Read]) -> Iterator[str]:
    """What was answered wrongly, but of nothing that is held out."""
    for one in results:
        asked = one.asked
        if one.score < 1 and not asked.held_out:
            yield f"{asked.id} {one.score:.2f} {asked.question} | {one.text!r} | gold {' / '.join(asked.answers)!r}"
            yield from (f"      {passage.heading}: {passage.said}" for passage in asked.passages)


def _release(text: str) -> tuple[str, Path]:
    name, _, folder = text.rpartition("=")
    return name or Path(folder).name, Path(folder)


def main() -> None:
    """Read the arguments, print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--locomo", type=Path, default=LOCOMO, help="LoCoMo's published file")
    parser.add_argument("--release", type=_release, nargs="+", default=[], metavar="NAME=FOLDER")
    parser.add_argument("--renames", type=Path, default=RENAMES, help="other names for roles, purposes and works")
    parser.add_argument("--before", type=Path, default=BEFORE, help="figures saved before")
    parser.add_argument("--save", type=Path, help="where to save these")
    parser.add_argument("--verbose", action="store_true", help="list wrong answers")
    given = parser.parse_args()
    results = list(ordered_map(call, list(jobs(given)), label="inputs"))
    if given.verbose:
        print("\n".join(line for one in results for line in listed(one.read)))
    rows = [row for one in results for row in one.figures]
    before = json.loads(given.before.read_text(encoding="utf-8")) if given.before.exists() else {}
    print(report(rows, before))
    if given.save:
        kept: dict[str, dict[str, float | None]] = defaultdict(dict)
        for one in rows:
            kept[one.of][one.what] = one.value
        given.save.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
