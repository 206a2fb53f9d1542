"""What prompts say of an attribute: in words, and not by its name.

Source: MemoryDocDataSet, Appendix B.
"""

import re

from microworlds.corpora.attributes import AGREEMENT, OPINION
from microworlds.suites.memorydoc.tasks.base import GLOSSES


def meaning(attribute: str) -> str:
    """What an attribute of work or of a document is, in words: those in which people ask for it, where there are."""
    if words := GLOSSES["work"].get(attribute) or GLOSSES["asked"].get(attribute):
        return str(words)
    of_document = OPINION.get(attribute) or AGREEMENT.get(attribute)
    return re.sub(r" \(.*?\)", "", of_document.gloss) if of_document else attribute.replace("_", " ")
