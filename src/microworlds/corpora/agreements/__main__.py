"""Print one agreement to look at: `python -m microworlds.corpora.agreements --seed 1 --number 0`."""

import argparse
import sys

from microworlds.core.errors import UserError, run
from microworlds.corpora.agreements.plan import BATCH, plan
from microworlds.corpora.agreements.writing import agreement


def main() -> None:
    """Write the agreement to standard output, or its plan."""
    parser = argparse.ArgumentParser(prog="python -m microworlds.corpora.agreements", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=0, help="number of the batch")
    parser.add_argument("--index", type=int, default=0, help=f"which agreement of the batch, 0 to {BATCH - 1}")
    parser.add_argument("--plan", action="store_true", help="print what the agreement settles, as JSON")
    asked = parser.parse_args()
    if not 0 <= asked.index < BATCH or asked.number < 0:
        raise UserError(
            f"no agreement {asked.index} in batch {asked.number}: "
            f"--index goes from 0 to {BATCH - 1}, --number from 0 up."
        )
    if asked.plan:
        sys.stdout.write(plan(asked.seed, asked.number, asked.index).model_dump_json(indent=2) + "\n")
    else:
        sys.stdout.write(agreement(asked.seed, asked.number, asked.index).text + "\n")


if __name__ == "__main__":
    run(main)
