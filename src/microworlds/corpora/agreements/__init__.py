"""Invented commercial agreements between invented companies: planned as facts, then written out.

Source: issue 2, section 2 (the embedded default corpus of the contracts domain).
"""

from microworlds.corpora.agreements.plan import BATCH
from microworlds.corpora.agreements.writing import agreement, batch

__all__ = ["BATCH", "agreement", "batch"]
