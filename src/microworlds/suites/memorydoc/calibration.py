"""Stage calibration: answers whose label is known, made from the release, by which a judge of answers is measured.

Source: issue 4, section 2.
"""

from __future__ import annotations

from pathlib import Path

from pydantic import Field

from microworlds.core import jsonl, params, stage
from microworlds.core.errors import UserError, run
from microworlds.core.records import Episode, Record
from microworlds.generation.ledger import Ledger
from microworlds.generation.splits import SPLITS
from microworlds.suites.memorydoc.calibration_items import calibration_items
from microworlds.suites.memorydoc.calibration_world import CalibrationWorld
from microworlds.suites.memorydoc.release import Proof, WorldLedger


class CalibrationParams(Record):
    """See conf/config.yaml, section memorydoc.calibration."""

    each: int = Field(ge=1)


def known(release: Path) -> list[CalibrationWorld]:
    """The worlds of a release, all splits.

    Raises:
        UserError: a file is missing, or a world has no ledger.
    """
    ledgers = {own.world: Ledger(own.facts) for own in jsonl.read(release / "ledger.jsonl", WorldLedger)}
    pairs = [pair for split in SPLITS for pair in jsonl.read(release / f"{split}.proofs.jsonl", Proof)]
    worlds = []
    for split in SPLITS:
        for episode in jsonl.read(release / f"{split}.episodes.jsonl", Episode):
            own = tuple(pair for pair in pairs if pair.world == episode.id)
            if episode.id not in ledgers or not own:
                raise UserError(f"{release}: {episode.id} has no ledger or no proofs. Run `dvc repro` again.")
            others = tuple(pair for pair in pairs if pair.world != episode.id)
            worlds.append(CalibrationWorld(episode.id, own, ledgers[episode.id], episode.questions[0].asked_at, others))
    return worlds


def main() -> None:
    """A release in, calibration items out."""
    release, out = stage.paths("release", "calibration")
    each = params.section(CalibrationParams, "memorydoc.calibration").each
    jsonl.write(out, calibration_items(known(release), each, params.seed()))


if __name__ == "__main__":
    run(main)
