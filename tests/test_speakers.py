"""One convention for all suites: a part is what is said, who says it and when stand beside it, and each is told once."""

import json
import random
import re

import pytest

from microworlds.authors.offline import OfflineAuthor
from microworlds.core import plugins
from microworlds.core.records import Question, Span, attributed
from microworlds.evaluation.play.oracle import piece
from microworlds.retrieval.chunks import sections
from microworlds.retrieval.embedding import Embedder, EmbedderSettings
from microworlds.suites.imported.locomo import release as locomo
from microworlds.suites.imported.longmemeval import release as longmemeval
from microworlds.suites.memorydoc.questions import pair_of
from microworlds.suites.memorydoc.tasks.judge import JUDGES
from microworlds.suites.memorydoc.verdicts import given_to_judge
from microworlds.suites.memorydoc.view import View
from microworlds.systems.base import Tools
from tests import test_locomo, worlds

QUESTION = Question(id="q", text="Who is to read the case?", asked_at="2030-01-01T00:00:00Z")
SUITES = ("memorydoc", "locomo", "longmemeval")
SYSTEMS = sorted(
    set(plugins.names("microworlds.systems", "SYSTEM")) - {"external"}
)  # what that sends is its own affair


def memorydoc(folder):
    """The first sessions, and of a document the beginning."""
    paper, *_, last, _, _ = worlds.bundle(0).observations
    return [piece(paper, Span(observation=paper.id, start=0, end=900)), last], [QUESTION]


def imported(own, entry):
    def episode(folder):
        (folder / "published.json").write_text(json.dumps([entry]))
        first = next(own.episodes(folder))
        return first.observations, first.questions

    return episode


TAPES = {
    "memorydoc": memorydoc,
    "locomo": imported(locomo, test_locomo.sample()),
    "longmemeval": imported(longmemeval, test_locomo.entry()),
}


@pytest.fixture(scope="module", params=SUITES)
def episode(request, tmp_path_factory):
    return TAPES[request.param](tmp_path_factory.mktemp("published"))


@pytest.fixture(scope="module")
def embedder(tmp_path_factory):
    return Embedder(EmbedderSettings(model="bundled", window=128, precision="fp32"), tmp_path_factory.mktemp("vectors"))


class Listener:
    """Answers as the offline author does, and keeps what it was shown."""

    def __init__(self):
        self.author = OfflineAuthor(1)
        self.shown = []

    def write(self, task, given, *, key, sample=0):
        self.shown.append((given, task.render(given)))
        return self.author.write(task, given, key=key, sample=sample)


def days(text):
    """The years in a text: of each day it has one."""
    return re.findall(r"\b(?:19|20)\d\d\b", text)


def test_a_part_is_the_words_and_its_line_has_the_name_once(episode):
    for session in (own for own in episode[0] if own.kind == "session"):
        lines = [attributed(session.text[part.start : part.end], part.speaker) for part in session.parts]
        assert session.text == "\n".join(lines)
        assert all(part.speaker and part.time for part in session.parts)
        assert days(session.title) == []
        for chunk in sections(session):
            passage = session.passage(Span(observation=session.id, start=chunk.span.start, end=chunk.span.end))
            assert passage == chunk.passage()
            assert not passage.text.startswith(f"{passage.speaker}:")
            assert len(days(passage.heading)) == 1


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_prompt_names_a_speaker_once_before_what_is_said_and_a_day_once(name, episode, embedder, tmp_path):
    kind = plugins.load("microworlds.systems", "SYSTEM", name)
    listener = Listener()
    tools = Tools(listener, embedder, tmp_path / "indexes")
    memory = kind(**{key: field.examples[0] for key, field in kind.model_fields.items()}).open(tools, tmp_path)
    observations, questions = episode
    for observation in observations:
        memory.observe(observation)
    memory.answer(questions[0])
    assert listener.shown
    names = {part.speaker for own in observations for part in own.parts if part.speaker}
    for given, prompt in listener.shown:
        assert not [name for name in names if re.search(rf"{re.escape(name)}: {re.escape(name)}:", prompt)]
        for passage in getattr(given, "passages", ()):
            assert not passage.text.startswith(f"{passage.speaker}:")
            assert passage.said in prompt
            assert len(days(passage.heading)) == 1 or passage.time is None


def test_a_judge_reads_who_said_the_evidence_once():
    item = worlds.judged(0)
    given = given_to_judge(View(item.bundle), item.questions.pairs)
    prompt = JUDGES["strict"].render(given)
    spoken = [cited for pair in given.pairs for cited in pair.evidence if cited.speaker]
    assert spoken
    for cited in spoken:
        assert f"\n{cited.heading} {cited.said}\n" in prompt
        assert f"{cited.speaker}: {cited.speaker}:" not in prompt
        assert days(cited.source) == []


def test_who_said_it_can_be_the_answer_where_no_evidence_names_them():
    multi_hop = plugins.load("microworlds.suites.memorydoc.categories", "CATEGORY", "multi_hop")
    told = []
    for view in (View(worlds.bundle(number)) for number in range(4)):
        made = [one for one in multi_hop.propose(view, random.Random(1)) if one.form == "who_brought"]
        pairs = [pair_of(view, "q", one, "Who brought it?", one.answer, worlds.questions_params()) for one in made]
        told += [(pair.answer, [read for piece in pair.evidence for read in view.cited(piece)]) for pair in pairs]
    assert any(not any(answer in own.text for own in cited) for answer, cited in told)
    assert all(any(answer in own.said for own in cited) for answer, cited in told)
