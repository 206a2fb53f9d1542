"""The offline author's text of a message: a phrase of its kind, and to the assistant one that has its reply."""

import random
import re

from microworlds.suites.dynamicmem import life_tables
from microworlds.suites.dynamicmem.tasks.message import ASSISTANT, MessageGiven, MessageWritten

_BEGINS = re.compile(r"^[a-z]|(?<=[.?!] )[a-z]")


def write(given: MessageGiven, rng: random.Random) -> MessageWritten:
    """See ``Task``."""
    phrases = life_tables.phrases()
    if given.app == ASSISTANT:
        text, reply = rng.choice(phrases.asked[given.kind])
        return MessageWritten(text=_filled(text, given), reply=_filled(reply, given))
    return MessageWritten(text=_filled(rng.choice(phrases.told[given.kind]), given))


def _filled(phrase: str, given: MessageGiven) -> str:
    return _BEGINS.sub(lambda found: found[0].upper(), life_tables.filled(phrase, **given.slots))
