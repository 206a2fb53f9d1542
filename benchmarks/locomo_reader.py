"""The offline reader on LoCoMo: its questions with their gold turns, which nobody here wrote.

Prints token F1 (normalised as in MemoryDocDataSet 5.3) by category, how often the reader abstains on the adversarial
questions, and how often it wrongly abstains on the others; the first three conversations (develop) and the rest
(held out) apart.

    python benchmarks/locomo_reader.py path/to/folder/with/locomo.json

Source: Maharana et al. 2024, LoCoMo; category numbers are the data set's own.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from microworlds.core.records import Passage
from microworlds.core.text import normalized
from microworlds.reading.reader import Reader

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
DEVELOP = 3
"""Conversations, from the first, on which the reader was tuned."""
_PHOTO = re.compile(r"^an? (?:photo|photograph|photography|picture|image)s? of ")
_TURN = re.compile(r"D:?(\d+):0*(\d+)")


@dataclass(frozen=True)
class Item:
    """A question of LoCoMo with the turns that answer it."""

    conversation: int
    category: int
    question: str
    answer: str
    passages: tuple[Passage, ...]
    asked_at: datetime
    malformed: bool


def items(file: Path) -> Iterator[Item]:
    """All questions; evidence strings that hold several turns, or stray characters, are read as far as they go."""
    for number, sample in enumerate(json.loads(file.read_text(encoding="utf-8"))):
        turns, last = _turns(sample["conversation"])
        for row in sample["qa"]:
            named = [f"D{int(a)}:{int(b)}" for text in row["evidence"] for a, b in _TURN.findall(text)]
            passages = tuple(turns[name] for name in dict.fromkeys(named) if name in turns)
            malformed = named != row["evidence"] or len(passages) < len(set(named))
            yield Item(number, row["category"], row["question"], str(row.get("answer", "")), passages, last, malformed)


def _turns(conversation: dict[str, object]) -> tuple[dict[str, Passage], datetime]:
    """Every turn of a conversation by its id, and the time of the last session."""
    found: dict[str, Passage] = {}
    last = datetime.min.replace(tzinfo=UTC)
    for key, value in conversation.items():
        if not re.fullmatch(r"session_\d+", key) or not isinstance(value, list):
            continue
        stated = str(conversation[f"{key}_date_time"])
        when = datetime.strptime(stated, "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
        last = max(last, when)
        for turn in value:
            caption = _PHOTO.sub("", turn.get("blip_caption") or "")
            text = turn["text"] + (f" [Picture: {caption}.]" if caption else "")
            found[turn["dia_id"]] = Passage(text=text, source=stated, speaker=turn["speaker"], time=when)
    return found, last


def f1(given: str, gold: str) -> float:
    """Token F1 after normalisation."""
    left, right = normalized(given).split(), normalized(gold).split()
    if not left or not right:
        return float(left == right)
    shared = sum((Counter(left) & Counter(right)).values())
    return 2 * shared / (len(left) + len(right))


def report(questions: list[Item], reader: Reader, verbose: bool) -> None:
    """Read every question and print the figures."""
    for part in ("develop", "held out"):
        chosen = [item for item in questions if (item.conversation < DEVELOP) == (part == "develop")]
        if not chosen:
            continue
        scores: dict[int, list[float]] = defaultdict(list)
        forced: dict[int, list[float]] = defaultdict(list)
        abstained: dict[int, int] = Counter()
        started = time.perf_counter()
        for item in chosen:
            reading = reader.read(item.question, item.passages, asked_at=item.asked_at)
            always = reader.read(item.question, item.passages, asked_at=item.asked_at, may_abstain=False)
            abstained[item.category] += reading.abstained
            scores[item.category].append(0.0 if reading.abstained else f1(reading.text, item.answer))
            forced[item.category].append(f1(always.text, item.answer))
            if verbose:
                _show(item, reading.text, always.text)
        spent = (time.perf_counter() - started) / max(1, 2 * len(chosen))
        malformed = sum(item.malformed for item in chosen)
        print(f"{part}: {len(chosen)} questions, {malformed} with malformed evidence, {1000 * spent:.1f} ms a reading")
        for category in sorted(scores):
            _line(category, scores[category], forced[category], abstained[category])


def _line(category: int, scores: list[float], forced: list[float], abstained: int) -> None:
    count = len(scores)
    share = abstained / count
    if category == 5:
        print(f"  {CATEGORIES[category]:12} n={count:3}  abstains {share:.3f}")
    else:
        mean, always = sum(scores) / count, sum(forced) / count
        figures = f"F1 {mean:.3f}  F1 if it may not abstain {always:.3f}  false abstention {share:.3f}"
        print(f"  {CATEGORIES[category]:12} n={count:3}  {figures}")


def _show(item: Item, given: str, forced: str) -> None:
    score = f1(forced, item.answer)
    print(f"{item.category} {score:.2f} {item.question} | {given!r} ({forced!r}) | gold {item.answer!r}")
    for passage in item.passages:
        print(f"      {passage.source} {passage.speaker}: {passage.text}")


def main() -> None:
    """Read the arguments, print the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="folder that holds locomo.json")
    parser.add_argument("--part", choices=("develop", "held-out"), help="only this part")
    parser.add_argument("--verbose", action="store_true", help="print every question with its answer")
    given = parser.parse_args()
    questions = list(items(given.folder / "locomo.json"))
    if given.part:
        questions = [item for item in questions if (item.conversation < DEVELOP) == (given.part == "develop")]
    report(questions, Reader(), given.verbose)


if __name__ == "__main__":
    main()
