"""The sections of params.yaml that DynamicMem's stages read.

Source: DESIGN 6.
"""

from microworlds.core.records import Record
from microworlds.quality.croissant import Publishing
from microworlds.suites.dynamicmem.events import EventsParams
from microworlds.suites.dynamicmem.life_tables import ScaleParams
from microworlds.suites.dynamicmem.profiles import ProfilesParams
from microworlds.suites.dynamicmem.quality import QualityParams


class Params(Record):
    """Its own section: one part for each stage that has parameters."""

    scale: ScaleParams
    profiles: ProfilesParams
    events: EventsParams
    quality: QualityParams
    release: Publishing


# what recorded texts were written for: these choices, and at most so much of this (authors.recorded.Covers)
COVERED = (
    ("seed", "dynamicmem.scale.states", "dynamicmem.profiles", "dynamicmem.events"),
    ("dynamicmem.scale.users",),
)
