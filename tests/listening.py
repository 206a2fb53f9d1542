"""An author that keeps every prompt it is given."""

from __future__ import annotations

from microworlds.authors.llm import messages
from tests import worlds


class Listener:
    """Writes as the offline author does, and keeps every prompt."""

    waiting = None

    def __init__(self) -> None:
        self.heard = []

    def write(self, task, given, *, key, sample=0, refused=()):
        self.heard.append((task, given, messages(task, given, None, refused)))
        return worlds.AUTHOR.write(task, given, key=key, sample=sample)


def of(heard, name):
    return [(given, said[1].content) for task, given, said in heard if task.name == name]
