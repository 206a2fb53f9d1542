"""Mem0's own extraction cannot be done without a language model: its prompt is 34,000 characters of instructions."""

import random
from typing import NoReturn

from pydantic import BaseModel

from microworlds.core.errors import UserError


def write(given: BaseModel, rng: random.Random) -> NoReturn:
    """Nothing.

    Raises:
        UserError: always.
    """
    raise UserError(
        "mem0 with memories: extracted needs a language model as extractor, and models.extractor is offline. Choose "
        "one (`-S model=anthropic`), or memories: raw, which stores what it observes as it is."
    )
