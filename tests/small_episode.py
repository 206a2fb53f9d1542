"""A small invented episode, played by systems with the offline author."""

from datetime import UTC, datetime, timedelta

import pytest

from microworlds.authors.offline import OfflineAuthor
from microworlds.core import plugins
from microworlds.core.records import Observation, Part, Passage, Question
from microworlds.retrieval.embedding import Embedder, EmbedderSettings
from microworlds.systems.base import Tools

PACKAGE = "microworlds.systems"
NAMES = plugins.names(PACKAGE, "SYSTEM")
# they retrieve nothing, on purpose
BLIND = {"empty"}
START = datetime(2024, 3, 5, 10, tzinfo=UTC)


def session(number: int, *said: tuple[str, str]) -> Observation:
    time = START + timedelta(weeks=3 * number)
    text = ""
    parts = []
    for at, (speaker, words) in enumerate(said):
        start = len(text) + len(speaker) + 2
        text += f"{speaker}: {words}\n"
        parts.append(Part(id=f"s{number}-u{at}", start=start, end=start + len(words), speaker=speaker, time=time))
    return Observation(
        id=f"s{number}", kind="session", title=f"Call {number}", text=text, time=time, parts=tuple(parts)
    )


def document(*sections: tuple[str, str]) -> Observation:
    text = "QUILL REPORTS\n\n"
    parts = []
    for title, words in sections:
        parts.append(Part(id=f"d-{title}", start=len(text), end=len(text) + len(words), title=title))
        text += f"{words}\n\n"
    return Observation(id="d", kind="document", title="4 Quill", text=text, parts=tuple(parts))


TAPE = (
    session(
        1,
        ("Ines Pardo", "Good morning. The survey of the orchard came back, and it cost $4,300."),
        ("Tom Reyes", "Who signed the survey?"),
        ("Ines Pardo", "Judit Vance did. I'll send it to the county by Friday."),
        ("Tom Reyes", "Fine. I want the fence moved before we meet the neighbours again."),
    ),
    session(
        2,
        ("Tom Reyes", "The neighbours refused. We should read Brandt v. Elm Orchard before the hearing on May 2."),
        ("Ines Pardo", "I've asked Judit Vance to testify. The hearing was moved to May 9, 2024."),
    ),
    document(
        ("Brandt v. Elm Orchard", "The boundary fence stood for twenty years. The court awarded $18,250 to Brandt. " * 3),
        ("In re Salt Pond", "The petition to drain the pond was denied. Judge Okafor wrote for the court. " * 3),
    ),
)  # fmt: skip
QUESTIONS = tuple(
    Question(id=f"q{at}", text=text, asked_at=START + timedelta(weeks=10))
    for at, text in enumerate(
        (
            "How much did the survey of the orchard cost?",
            "How much did the court award to Brandt?",
            "When is the hearing now?",
            "Which bank financed the lighthouse?",
        )
    )
)


@pytest.fixture(name="tools", scope="module")
def tools_fixture(tmp_path_factory):
    settings = EmbedderSettings(model="bundled", window=128, precision="fp32")
    embedder = Embedder(settings, tmp_path_factory.mktemp("vectors"))
    return Tools(OfflineAuthor(seed=1), embedder, tmp_path_factory.mktemp("indexes"))


def example(name):
    """A recipe with the example of each field."""
    kind = plugins.load(PACKAGE, "SYSTEM", name)
    return kind(**{key: field.examples[0] for key, field in kind.model_fields.items()})


def played(recipe, tools, folder, tape=TAPE):
    memory = recipe.open(tools, folder)
    for observation in tape:
        memory.observe(observation)
    return [memory.answer(question) for question in QUESTIONS]


def passage(text, source="Call 1", speaker=None, time=None):
    return Passage(text=text, source=source, speaker=speaker, time=time)
