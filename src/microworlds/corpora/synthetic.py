"""The embedded corpus: law reports or agreements, all invented, made as many as are needed.

Source: issue 2, section 2 (the embedded default).
"""

from collections.abc import Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import ClassVar, Literal

from microworlds.core import params
from microworlds.core.parallel import ordered_map
from microworlds.core.records import Record, Rejection
from microworlds.corpora.records import Source

# what is made at once is complete once any of it exists, and always enough for so many documents
VOLUMES_A_GROUP, DOCUMENTS_A_VOLUME = 4, 9


class Synthetic(Record):
    """Invented texts; the same seed gives the same ones, and more of them only add to the end.

    No seed: the private one that the settings commit to.
    """

    endless: ClassVar[bool] = True
    genre: Literal["law_reports", "agreements"]
    seed: int | None

    def gather(self, cache: Path, documents: int) -> Iterator[Source | Rejection]:
        """Texts for at least ``documents`` documents, in whole groups; ``cache`` is not used."""
        seed = params.seed() if self.seed is None else self.seed
        if self.genre == "agreements":
            from microworlds.corpora.agreements import BATCH, batch

            groups = -(-documents // BATCH)
            make = partial(batch, seed)
        else:
            groups = -(-documents // (VOLUMES_A_GROUP * DOCUMENTS_A_VOLUME)) * VOLUMES_A_GROUP
            make = partial(_law_report, seed)
        yield from chain.from_iterable(ordered_map(make, range(groups), label="corpus"))


def _law_report(seed: int, number: int) -> list[Source]:
    from microworlds.corpora.case import source_of
    from microworlds.corpora.law import volume

    group, name = number // VOLUMES_A_GROUP, volume_name(number)
    return [
        source_of(case, volume=name, licence=LICENCE, attribution=ATTRIBUTION, group=group)
        for case in volume(seed, number)[0]
    ]


def volume_name(number: int) -> str:
    """The readable name of a volume of the law reports: ``tam3d-41``."""
    from microworlds.corpora.law.planner import land_of, volume_label

    return f"{land_of(number).reporter.lower().replace('.', '').replace(' ', '-')}-{volume_label(number)}"


LICENCE = "CC0-1.0"
ATTRIBUTION = "invented by microworlds"
CORPUS = Synthetic
