"""Tasks and authors.

A task is one place where the papers call a model. Its input and output are records, so a language model and the
built-in offline author are held to the same validators and the same downstream code.

Source: MemoryDocDataSet, Appendix B; DESIGN 5.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from pydantic import BaseModel

from microworlds.core.parallel import Waiting

In = TypeVar("In", bound=BaseModel)
Out = TypeVar("Out", bound=BaseModel)


@dataclass(frozen=True)
class Task(Generic[In, Out]):
    """What is asked of an author.

    ``module`` is the dotted name of the package whose ``offline`` folder holds the offline author's file for it.
    ``system`` and ``render(given)`` are the two messages a language model gets. ``version`` changes whenever a change
    of prompt or meaning makes earlier replies stale. ``varied``: items are read side by side, so what is recorded of
    one must not repeat the phrases of others.
    """

    name: str
    module: str
    output: type[Out]
    system: str
    render: Callable[[In], str]
    version: int = 1
    varied: bool = False


class Author(Protocol):
    """Whoever writes: a language model or the offline author.

    ``waiting`` is how many items it can be asked for at once, where it waits for others; None if the work is done here.
    """

    @property
    def waiting(self) -> Waiting | None:
        """See above."""

    def write(self, task: Task[In, Out], given: In, *, key: str, sample: int = 0, refused: Sequence[str] = ()) -> Out:
        """The record asked for.

        ``key`` names the item (a world, a session) and ``sample`` the attempt: the same key and sample give the same
        record, another sample gives another. ``refused`` is why the samples before it would not do.

        Raises:
            ItemError: no valid record could be had for this item.
        """
