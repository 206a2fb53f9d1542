"""Reading a session back where nobody is asked: in a dry run all is as it was meant.

Source: issue 15, section 2 (checks are calls like any others, estimated).
"""

import random

from microworlds.suites.memorydoc.tasks.check_session import CheckSessionGiven, CheckSessionWritten, ReadBack


def write(given: CheckSessionGiven, rng: random.Random) -> CheckSessionWritten:
    """What was to be said."""
    del rng
    return CheckSessionWritten(read=tuple(ReadBack(id=own.id, value=own.value) for own in given.facts), contradicts=())
