"""Mem0, the library itself, with a local store, our embedder and our authors. The one file that imports mem0.

Left to itself it would report its use, ask a provider of its own, put today's date into its prompts and give its
records random ids. Here it reports nothing, asks through the author, and takes date and ids from the episode, so that a
rerun asks nothing twice. Its two optional language packages are left out even where they are installed: they would be
downloaded, and results would depend on the machine.

Source: Chhikara et al. 2025 (Mem0); mem0ai 2.2; ConvoMem 3.4.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from microworlds.authors.base import Author
from microworlds.core import caches
from microworlds.core.errors import UserError
from microworlds.core.parallel import once
from microworlds.core.records import Observation, Passage, Record, Span
from microworlds.retrieval.chunks import Chunking, indexed, kinds
from microworlds.retrieval.embedding import Embedder
from microworlds.systems.base import Tools, tasks
from microworlds.systems.base.ranked import Found, Ranked

# of whom the memories are: each episode has a store of its own
_USER = "tape"
_LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


class Mem0(Record):
    """The ``k`` memories that mem0 finds for the question.

    ``memories: raw`` stores utterances and document windows as they are; ``extracted`` has a model make memories of
    each session and each window. Where ``chunk`` is null, documents are left out. With ``context_tokens`` only what
    fits into so many cl100k tokens is shown.
    """

    memories: Literal["raw", "extracted"] = Field(examples=["raw"])
    k: int = Field(gt=0, examples=[3])
    chunk: Chunking | None = Field(examples=[Chunking(tokens=64, overlap=8)])
    context_tokens: int | None = Field(default=None, gt=0, examples=[None])

    def open(self, tools: Tools, folder: Path) -> Mem0Memory:
        """See ``System.open``; keeps nothing in ``folder``."""
        return Mem0Memory(self, tools)


class Mem0Memory(Ranked):
    """A store of one episode."""

    def __init__(self, recipe: Mem0, tools: Tools) -> None:
        super().__init__(tools, recipe.k, kinds(recipe.chunk), recipe.context_tokens)
        self._recipe = recipe
        self.quoted = recipe.memories == "raw"
        self._pinned = Pinned()
        self._door = Door(tools.extractor or tools.author)
        self._store = _opened(tools, self._door)
        self._places: list[Found] = []

    def observe(self, observation: Observation) -> None:
        """See ``Memory.observe``.

        Raises:
            UserError: memories are to be extracted, and there is no language model.
        """
        self._pinned.reach(observation.time)
        self._door.key = observation.id
        given = list(self._given(observation))
        if given and self.quoted:
            # all at once: the store asks for one vector at a time, which then is there already
            self._tools.embedder.embed([text for said, _ in given for text in said])
        for said, place in given:
            self._add(said, place)

    def _given(self, observation: Observation) -> Iterator[tuple[list[str], Found]]:
        """What the library gets at once, with where it comes from."""
        chunks = indexed(observation, self._recipe.chunk)
        if observation.kind != "document" and not self.quoted:
            whole = Span(observation=observation.id, start=0, end=len(observation.text))
            passage = Passage(text="", source=observation.title, time=observation.time)
            yield [chunk.passage().said for chunk in chunks], Found(passage, (whole,), observation.kind)
        else:
            for chunk in chunks:
                yield [chunk.text], Found.of(chunk)

    def _add(self, said: Sequence[str], place: Found) -> None:
        from mem0.exceptions import LLMError

        self._places.append(place)
        try:
            with self._pinned.at_work():
                self._store.add(
                    [{"role": "user", "content": text} for text in said],
                    user_id=_USER,
                    metadata={"place": len(self._places) - 1, "created_at": self._pinned.now().isoformat()},
                    infer=not self.quoted,
                )
        except LLMError as error:
            # whatever an author raises, mem0 hands on as its own
            raise error.__cause__ or error from error

    def nearest(self, text: str) -> list[Found]:
        """See ``Ranked.nearest``."""
        with self._pinned.at_work():
            results = self._store.search(text, top_k=self._depth, filters={"user_id": _USER})["results"]
        places = [(result["memory"], self._places[result["metadata"]["place"]]) for result in results]
        return [replace(own, passage=own.passage.model_copy(update={"text": memory})) for memory, own in places]


@dataclass
class Pinned:
    """The clock and the ids of one store: the clock stands at what was observed last, and ticks when it is read."""

    time: datetime = _LONG_AGO
    count: int = 0

    def reach(self, time: datetime | None) -> None:
        """Set the clock forward."""
        self.time = max(self.time, time or self.time)

    def now(self, _: object = None) -> datetime:
        """The time, a microsecond later each time."""
        self.count += 1
        return self.time.astimezone(UTC) + timedelta(microseconds=self.count)

    def uuid4(self) -> uuid.UUID:
        """The next id."""
        self.count += 1
        return uuid.uuid5(uuid.NAMESPACE_OID, str(self.count))

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Mem0 has this clock and these ids for as long as this lasts, in this thread."""
        token = _PINNED.set(self)
        try:
            yield
        finally:
            _PINNED.reset(token)


_PINNED: ContextVar[Pinned] = ContextVar("pinned")


@dataclass
class Door:
    """A language model as mem0 sees one: its messages are a task for the author. ``key`` names the item asked about."""

    author: Author
    key: str = ""

    def generate_response(self, messages: Sequence[dict[str, str]], **_: object) -> str:
        """The reply, as JSON."""
        system, user = (message["content"] for message in messages)
        task = tasks.mem0(system)
        return self.author.write(task, tasks.Prompted(prompt=user), key=self.key).model_dump_json()


@dataclass(frozen=True)
class Vectors:
    """An embedder as mem0 sees one."""

    embedder: Embedder

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        """The vector of a text."""
        return self.embed_batch([text])[0]

    def embed_batch(self, texts: Sequence[str], memory_action: str | None = None) -> list[list[float]]:
        """The vectors of texts."""
        vectors: list[list[float]] = self.embedder.embed(texts).tolist() if texts else []
        return vectors


def handed(config: Any) -> Any:
    """What mem0's factories make of our providers: the object that was handed over as their model."""
    return config.model


def _opened(tools: Tools, door: Door) -> Any:
    """A store that has nothing in it, and lies nowhere but in memory: on a disk each record waits twice for it."""
    library = _library()
    from qdrant_client import QdrantClient

    vectors = Vectors(tools.embedder)
    store = {
        "collection_name": "memories",
        "client": QdrantClient(":memory:"),
        "embedding_model_dims": len(vectors.embed("a")),
    }
    made = library.from_config(
        {
            "vector_store": {"provider": "qdrant", "config": store},
            "embedder": {"provider": "langchain", "config": {"model": vectors}},
            "llm": {"provider": "langchain", "config": {"model": door}},
            "history_db_path": ":memory:",
        }
    )
    made.vector_store._bm25_encoder = False  # as if fastembed were not installed: it downloads a model
    return made


@once
def _library() -> Any:
    """Mem0's ``Memory``, with its reports, clock, ids and providers replaced.

    Raises:
        UserError: somebody else has imported mem0 with its reports on.
    """
    os.environ["MEM0_TELEMETRY"] = "False"
    os.environ["MEM0_DIR"] = str(caches.folder("mem0"))
    from mem0.configs import prompts
    from mem0.memory import main, storage, telemetry
    from mem0.utils import factory, spacy_models

    if telemetry.MEM0_TELEMETRY:
        raise UserError("mem0 was imported with its telemetry on: set MEM0_TELEMETRY=False before it is imported.")
    main.uuid = storage.uuid = _Instead(uuid, "uuid4")
    storage.datetime = _Instead(datetime, "now")
    prompts._resolve_dates = _dates
    spacy_models._load_failed_full = spacy_models._load_failed_lemma = True  # as if spaCy were not installed
    own = f"{__name__}.handed"
    factory.EmbedderFactory.provider_to_class["langchain"] = own
    factory.LlmFactory.provider_to_class["langchain"] = (own, factory.BaseLlmConfig)
    return main.Memory


class _Instead:
    """A module or class, one function of which is that of the store at work, if there is one."""

    def __init__(self, original: Any, name: str) -> None:
        self._original = original
        self._name = name

    def __getattr__(self, name: str) -> Any:
        with suppress(LookupError):
            if name == self._name:
                return getattr(_PINNED.get(), name)
        return getattr(self._original, name)


def _dates(current_date: str | None = None, observation_date: str | None = None) -> tuple[str, str]:
    """Today's date and that of what is observed: both that of the episode."""
    today = current_date or _PINNED.get().now().date().isoformat()
    return today, observation_date or today


SYSTEM = Mem0
