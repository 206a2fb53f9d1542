"""The sections of params.yaml that MemoryDocDataSet's stages read.

Source: DESIGN 6.
"""

from typing import Any

from microworlds.core.records import Record
from microworlds.generation.splits import ScaleParams
from microworlds.quality.shortcuts import audit
from microworlds.suites.memorydoc.about import ReleaseParams
from microworlds.suites.memorydoc.calibration import CalibrationParams
from microworlds.suites.memorydoc.conversations import ConversationsParams
from microworlds.suites.memorydoc.documents import DocumentsParams
from microworlds.suites.memorydoc.domain import Domain
from microworlds.suites.memorydoc.facts import FactsParams
from microworlds.suites.memorydoc.measures.trusted import Limits
from microworlds.suites.memorydoc.question_selection import QuestionsParams
from microworlds.suites.memorydoc.scenarios import ScenariosParams
from microworlds.suites.memorydoc.verdicts import VerdictsParams


class Params(Record):
    """Its own section: one part for each stage that has parameters."""

    documents: DocumentsParams
    facts: FactsParams
    scenarios: ScenariosParams
    conversations: ConversationsParams
    questions: QuestionsParams
    verdicts: VerdictsParams
    quality: Limits
    shortcuts: audit.Limits
    calibration: CalibrationParams
    release: ReleaseParams


# sections beside its own
SECTIONS: dict[str, Any] = {"domain": Domain, "corpus": dict[str, Any], "scale": ScaleParams}
# what recorded texts were written for: these choices, and at most so much of this (authors.recorded.Covers)
COVERED = (("seed", "corpus", "domain.name"), ("scale.worlds",))
