"""Print a case to look at: ``python -m microworlds.corpora.law --seed 1 --number 0 [--case 3]``."""

from __future__ import annotations

import argparse

from microworlds.corpora.law.reporter import text_of, volume


def main() -> None:
    """Print one case of a volume, with its record's fields above it."""
    parser = argparse.ArgumentParser(prog="python -m microworlds.corpora.law", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=0, help="the volume; volumes go round the jurisdictions")
    parser.add_argument("--case", type=int, default=0, help="which of the volume's cases, from 0")
    arguments = parser.parse_args()
    cases, info = volume(arguments.seed, arguments.number)
    case = cases[arguments.case % len(cases)]
    place = f"case {arguments.case % len(cases)} of {len(cases)}"
    print(f"[{case.citation}; {place}; {info.land.long}; {len(text_of(case))} characters]")
    print(f"{case.title} ({case.decision_date})\n")
    print(text_of(case))


if __name__ == "__main__":
    main()
