"""The offline author's text of a message: a phrase of its kind."""

import random
import re

from microworlds.suites.dynamicmem import life_tables
from microworlds.suites.dynamicmem.tasks.message import MessageGiven, MessageWritten

_BEGINS = re.compile(r"^[a-z]|(?<=[.?!] )[a-z]")


def write(given: MessageGiven, rng: random.Random) -> MessageWritten:
    """See ``Task``."""
    text = life_tables.filled(rng.choice(life_tables.phrases().told[given.kind]), **given.slots)
    return MessageWritten(text=_BEGINS.sub(lambda found: found[0].upper(), text))
