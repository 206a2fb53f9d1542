"""What prompts say of an attribute: in words, and not by its name.

Source: MemoryDocDataSet, Appendix B.
"""

import re

from microworlds.corpora.attributes import AGREEMENT, OPINION
from microworlds.suites.memorydoc.tasks.base import GLOSSES

_FIRST = " (there may be several: the first that is told)"


def meaning(attribute: str) -> str:
    """What an attribute of work or of a document is, in words."""
    if attribute in GLOSSES["work"]:
        return GLOSSES["work"][attribute]
    of_document = OPINION.get(attribute) or AGREEMENT.get(attribute)
    if of_document is None:
        return attribute.replace("_", " ")
    return re.sub(r" \(.*?\)", "", of_document.gloss) + _FIRST * of_document.first
