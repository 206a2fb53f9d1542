"""How various our sessions are, beside LoCoMo's, by the same code and on equal numbers of words.

    python benchmarks/sessions.py data/interim/memorydoc/conversations.jsonl path/to/locomo.json

distinct-n and self-BLEU depend on how much text they see: both sides are cut to the same number of sessions and of
words a session.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from microworlds.core import jsonl
from microworlds.core.masking import masked
from microworlds.quality import diversity
from microworlds.suites.memorydoc.world import Conversations


def ours(path: Path) -> Iterator[str]:
    """What is said in each session."""
    for world in jsonl.read(path, Conversations):
        for session in world.sessions:
            yield " ".join(turn.text for turn in session.utterances)


def locomo(path: Path) -> Iterator[str]:
    """What is said in each session of LoCoMo, in the order of its samples."""
    for sample in json.loads(path.read_text(encoding="utf-8")):
        spoken = sample["conversation"]
        for name in sorted((key for key, value in spoken.items() if isinstance(value, list)), key=_number):
            yield " ".join(turn["text"] for turn in spoken[name])


def _number(name: str) -> int:
    return int("".join(filter(str.isdigit, name)) or 0)


def cut(texts: Sequence[str], words: int, most: int) -> list[str]:
    """The first ``words`` words of each text that has so many."""
    long = [text.split()[:words] for text in texts if len(text.split()) >= words]
    return [" ".join(text) for text in long[:most]]


def main() -> None:
    """Print a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("conversations", type=Path)
    parser.add_argument("locomo", type=Path)
    parser.add_argument("--words", type=int, default=120)
    parser.add_argument("--sessions", type=int, default=200)
    given = parser.parse_args()
    sides = {"ours": list(ours(given.conversations)), "LoCoMo": list(locomo(given.locomo))}
    both = {name: cut(texts, given.words, given.sessions) for name, texts in sides.items()}
    least = min(len(texts) for texts in both.values())
    print(f"{least} sessions of {given.words} words each\n\n| measure | ours | LoCoMo |\n| --- | --: | --: |")
    for n in (1, 2, 3):
        print(
            f"| distinct-{n} | " + " | ".join(f"{diversity.distinct(t[:least], n):.3f}" for t in both.values()) + " |"
        )
    print("| self-BLEU | " + " | ".join(f"{diversity.self_bleu(t[:least][:60]):.3f}" for t in both.values()) + " |")
    spread = [diversity.spread([masked(text) for text in t[:least]]) for t in both.values()]
    print(
        "| most frequent masked 8-word sequence, share of sessions | "
        + " | ".join(f"{s:.3f}" for s, _ in spread)
        + " |"
    )


if __name__ == "__main__":
    main()
