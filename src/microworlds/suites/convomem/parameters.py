"""The sections of params.yaml that ConvoMem's stages read.

Source: DESIGN 6.
"""

from microworlds.core.records import Record
from microworlds.quality.croissant import Publishing
from microworlds.suites.convomem.conversations import ConversationsParams
from microworlds.suites.convomem.cores import CoresParams
from microworlds.suites.convomem.histories import HistoriesParams
from microworlds.suites.convomem.quality import QualityParams
from microworlds.suites.convomem.scale import PersonasParams, ScaleParams


class Params(Record):
    """Its own section: one part for each stage that has parameters."""

    scale: ScaleParams
    personas: PersonasParams
    cores: CoresParams
    conversations: ConversationsParams
    histories: HistoriesParams
    quality: QualityParams
    release: Publishing


# what recorded texts were written for: these choices, and at most so much of this (authors.recorded.Covers)
COVERED = (("seed", "convomem.scale.cores"), ("convomem.scale.personas",))
