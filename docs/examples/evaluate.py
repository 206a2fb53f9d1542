"""What a system of ours or yours scores on a release: python docs/examples/evaluate.py data/release/memorydoc."""

import sys
from statistics import fmean

import microworlds
from microworlds.systems.truncated import Truncated

release = microworlds.load("memorydoc", split="test", source=sys.argv[1])
scores = release.evaluate(Truncated(context_tokens=8000, keep="last"))
found = [score.values["f1"] for score in scores if release.gold[score.question].answerable]
print(f"F1 {fmean(found):.3f} over {len(found)} answerable questions of {len(list(release.worlds))} worlds")
