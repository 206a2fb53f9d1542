"""Rated blind: a sheet of texts without their origin, its scores when it is filled in, and turns measured beside it.

    python -m benchmarks.naturalness sheet [--data data] [--agreements DATA] [--offline DATA]
                                           [--locomo FILE] [--opinions FOLDER] [--contracts FOLDER] [--out FOLDER]
    python -m benchmarks.naturalness sheet --sessions RELEASE [--locomo FILE] [--each 20] [--out FOLDER]
    python -m benchmarks.naturalness sheet --calls RELEASE [--each 10] [--out FOLDER]
    python -m benchmarks.naturalness score FOLDER FORM FORM ... --who WHO --who WHO ... [--keep] [--suite SUITE]
    python -m benchmarks.naturalness turns LOCOMO.json

``sheet`` writes sheet.md and form.jsonl, for raters, and key.json, which they must not see. Forms are copied and filled
in, a rater each. ``--sessions`` takes those of a release of any suite, and nothing else of ours; ``--calls`` what the
apps of a person logged in a fortnight, and fortnights in which the calls of several people are mixed. ``--keep`` lays
forms and key into benchmarks/naturalness/kept, which hold no text, and adds the rating to releases/SUITE/ratings.json,
whence MemoryDoc's card has it. ``turns`` measures LoCoMo as quality.json measures a release, and writes what cards show
beside it.

Source: issue 14, section 4.
"""

from __future__ import annotations

import argparse
import shutil
from datetime import date
from pathlib import Path

import yaml

from microworlds.core import jsonl, manifest
from microworlds.core.errors import UserError, run
from microworlds.quality import cohesion, ratings

from . import material, scoring, sheet

HERE = Path(__file__).parent
KEPT, RELEASES = HERE / "kept", HERE.parents[1] / "releases"
LOCOMO = HERE.parent / "locomo" / "published"
EACH, CONTROL, QUESTIONS = 30, 10, 60  # texts a group; of shuffled conversations and of questions


def groups(asked: argparse.Namespace) -> tuple[dict[str, list[material.Text]], str]:
    """The texts of each group, and the digest of the release that they are drawn by; says what is left out."""
    each = asked.each
    if asked.sessions:
        digest = manifest.seen(asked.sessions)
        talk = {"our sessions": material.drawn(material.sessions(asked.sessions), each, "our sessions", digest)}
        return talk | compared(asked, digest), digest
    if asked.calls:
        digest = manifest.seen(asked.calls)
        units = material.fortnights(asked.calls)
        if len(units) < 2:
            raise UserError(f"{asked.calls}: {len(units)} users with calls of apps; the control needs two.")
        control = max(1, round(CONTROL * asked.each / EACH))
        whole = material.drawn(units, each, "our fortnights", digest)
        return {"our fortnights": whole, sheet.MIXED: material.mixed(units, control, digest)}, digest
    own = material.Released(asked.data)
    digest = own.digest
    found = {"our sessions": material.drawn(own.sessions(), each, "our sessions", digest)}
    offline = material.Released(asked.offline) if asked.offline else None
    if offline:
        found["offline sessions"] = material.drawn(offline.sessions(), each, "offline sessions", digest)
    found |= compared(asked, digest)
    for released in [own, *([material.Released(asked.agreements)] if asked.agreements else [])]:
        name = "our contracts" if released.agreements else "our opinions"
        if units := released.passages():
            found[name] = material.drawn(units, each, name, digest)
        else:
            print(f"left out: documents of {released.folder}, which are not invented.")
    for name, path, read in (
        ("real opinions", asked.opinions, material.real_opinions),
        ("real contracts", asked.contracts, material.real_contracts),
    ):
        if path:
            found[name] = material.drawn(read(path, digest), each, name, digest)
        else:
            print(f"left out: {name}, for --{name.split()[1]} is not given.")
    questions = max(1, round(QUESTIONS * each / EACH))
    found["our questions"] = material.drawn(own.questions(), questions, "our questions", digest)
    if offline:
        found["offline questions"] = material.drawn(offline.questions(), questions, "offline questions", digest)
    return found, digest


def compared(asked: argparse.Namespace, digest: str) -> dict[str, list[material.Text]]:
    """LoCoMo's sessions, whole and shuffled, where they are at hand; says so where they are not."""
    if not asked.locomo.exists():
        print(f"left out: LoCoMo, and with it the control: there is no {asked.locomo}. See docs/exports.md.")
        return {}
    control = max(1, round(CONTROL * asked.each / EACH))
    chosen = material.drawn(material.locomo_sessions(asked.locomo), asked.each + control, "LoCoMo", digest)
    return {"LoCoMo": chosen[: asked.each], sheet.SHUFFLED: sheet.shuffled(chosen[asked.each :], digest)}


def make(asked: argparse.Namespace) -> None:
    """Write the sheet, and say how many texts of each group it has."""
    texts, digest = groups(asked)
    sheet.sheet(texts, digest).write(asked.out)
    for name, own in texts.items():
        print(f"{len(own):4} {name}")
    print(f"{asked.out / sheet.SHEET} and a copy of {sheet.FORM} go to raters; {sheet.KEY} does not.")


def score(asked: argparse.Namespace) -> None:
    """Print the scores, and keep them if they are to be kept.

    Raises:
        UserError: a form is not as it must be, or is to be kept though its rating counts for nothing.
    """
    key = scoring.key(asked.folder / sheet.KEY)
    forms = [scoring.filled(path, key) for path in asked.forms]
    own = scoring.rating(key, forms, asked.who, asked.on)
    print(scoring.told(own), end="")
    if not asked.keep:
        return
    if not own.counts:
        raise UserError("not kept: the rating counts for nothing.")
    folder = KEPT / own.seal
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(asked.folder / sheet.KEY, folder / sheet.KEY)
    for number, form in enumerate(forms, start=1):
        jsonl.write(folder / f"form{number}.jsonl", form.values())
    path = RELEASES / asked.suite / "ratings.json"
    others = [other for other in ratings.read(path) if other.seal != own.seal] if path.exists() else []
    ratings.write(path, [*others, own])


def turns(asked: argparse.Namespace) -> None:
    """Measure LoCoMo's turns; write and print the figures."""
    conversations = list(material.spoken(asked.locomo))
    found = cohesion.cohesion(conversations)
    head = next(line for line in cohesion.REFERENCE.read_text(encoding="utf-8").splitlines() if line.startswith("#"))
    told = {"of": f"LoCoMo, {len(conversations)} of its 10 conversations", "figures": found.model_dump()}
    text = yaml.safe_dump(told, sort_keys=False, default_flow_style=None, width=120)
    jsonl.write_text(cohesion.REFERENCE, f"{head}\n{text}")
    print(text, end="")


def arguments() -> argparse.ArgumentParser:
    """What the command line takes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    made = commands.add_parser("sheet")
    made.add_argument("--data", type=Path, default=Path("data"), help="data of a run, or a release")
    made.add_argument("--sessions", type=Path, help="a release of any suite, of which the sessions alone are rated")
    made.add_argument("--calls", type=Path, help="a release whose logs of apps alone are rated, fortnight by fortnight")
    made.add_argument("--agreements", type=Path, help="another, over agreements")
    made.add_argument("--offline", type=Path, help="another, whose sessions and questions the offline author wrote")
    made.add_argument("--locomo", type=Path, default=LOCOMO, help="LoCoMo's file or its folder")
    made.add_argument("--opinions", type=Path, help="a copy of static.case.law, or a folder of texts")
    made.add_argument("--contracts", type=Path, help="a folder of texts, or a .jsonl of them")
    made.add_argument("--each", type=int, default=EACH, help="texts a group")
    made.add_argument("--out", type=Path, default=Path("build/naturalness"))
    made.set_defaults(do=make)
    scored = commands.add_parser("score")
    scored.add_argument("folder", type=Path, help="where the sheet and its key are")
    scored.add_argument("forms", type=Path, nargs="+", help="filled-in copies of form.jsonl, a rater each")
    scored.add_argument("--who", action="append", default=[], help="what a rater was, in the order of the forms")
    scored.add_argument("--on", type=date.fromisoformat, default=date.today(), help="the day of the rating")
    scored.add_argument("--keep", action="store_true", help="keep forms and key, and show the rating on the card")
    scored.add_argument("--suite", default="memorydoc", help="whose release was rated (default memorydoc)")
    scored.set_defaults(do=score)
    measured = commands.add_parser("turns")
    measured.add_argument("locomo", type=Path)
    measured.set_defaults(do=turns)
    return parser


def main() -> None:
    """Make a sheet, score it, or measure turns."""
    asked = arguments().parse_args()
    asked.do(asked)


if __name__ == "__main__":
    run(main)
