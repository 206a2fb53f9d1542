"""Facts without a model: the extractors for opinions and agreements."""

import importlib
import random

from microworlds.core.errors import ItemError
from microworlds.suites.memorydoc.tasks.facts import FactsGiven, FactsWritten, Stated

_REACH = (0, 12, 25, 50, 100, 200, 400, 800)  # characters either side of a value that are tried for a quote


def write(given: FactsGiven, rng: random.Random) -> FactsWritten:
    """What the text states; nothing is drawn.

    Raises:
        ItemError: an opinion without a caption: what is read of a text whose layout is not understood may be wrong.
    """
    if given.subject == "opinion" and not any(part.title == "caption" for part in given.parts):
        raise ItemError(
            "not read as an opinion: before its first sentences no lines say who the parties are (X v. Y, In re X) and "
            "name a court or a number"
        )
    extractor = importlib.import_module(f"microworlds.corpora.extraction.{given.subject}_facts")
    found = extractor.facts(given.text, given.parts)
    return FactsWritten(
        facts=tuple(
            Stated(attribute=fact.attribute, value=fact.value, quote=quoted(given.text, fact.start, fact.end))
            for fact in found
        )
    )


def quoted(text: str, start: int, end: int) -> str:
    """``text[start:end]`` with as much around it as makes it unique, and no earlier mention of it before it.

    The longest tried, where none is unique.
    """
    least = text.rfind(text[start:end], 0, end - 1) + 1
    quote = text[start:end]
    for reach in (*_REACH, len(text)):
        quote = text[max(least, start - reach) : end + reach]
        if text.find(quote, text.find(quote) + 1) < 0:
            break
    return quote
