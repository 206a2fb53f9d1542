"""Before anything is scored: adapters that are broken on purpose, and the ceiling, which is an episode and not a system."""

import ast
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest

from microworlds.authors.offline import OfflineAuthor
from microworlds.core.errors import ItemError, UserError
from microworlds.core.records import (
    Answer,
    Ask,
    Episode,
    Evidence,
    Gold,
    Observation,
    Observe,
    Part,
    Question,
    Rejection,
    Span,
)
from microworlds.evaluation.play.answers import Player, prove
from microworlds.evaluation.play.oracle import evidence_episodes, restored
from microworlds.retrieval.embedding import EmbedderSettings
from microworlds.systems.empty import Empty
from microworlds.systems.truncated import Truncated
from tests.closure import ROOT

NOW = datetime(2024, 5, 6, tzinfo=UTC)
EMBEDDER = EmbedderSettings(model="bundled", window=256, precision="fp32")


def session(number, *said):
    text, parts = "", []
    for at, words in enumerate(said):
        start = len(text) + len("Ines: ")
        text += f"Ines: {words}\n"
        parts.append(Part(id=f"u{at}", start=start, end=start + len(words), speaker="Ines", time=NOW))
    return Observation(id=f"s{number}", kind="session", title=f"Call {number}", text=text, time=NOW, parts=tuple(parts))


SEEN = (
    session(1, "The survey of the northern orchard cost us four thousand dollars.", "Fine."),
    session(2, "The hearing before Judge Okafor was moved to the ninth of May.", "Noted."),
    session(3, "Tom will write the letter to the neighbours about the old fence.", "Good."),
)


@dataclass
class Finder:
    """Finds by shared words, as it should; ``fault`` says what it does instead."""

    fault: str = ""
    kinds: tuple[str, ...] = ("session",)
    seen: list = field(default_factory=list)

    def open(self, tools, folder):
        return Finder(self.fault, self.kinds)

    def observe(self, observation):
        if self.fault == "keeps one":
            self.seen = []
        if self.fault != "keeps nothing":
            self.seen.append(observation)

    def find(self, text):
        if self.fault == "cannot":
            raise ItemError("it ended")
        words = set(text.split())
        ranked = sorted(self.seen, key=lambda own: -len(words & set(own.text.split())))[:1]
        if self.fault == "always the first":
            ranked = self.seen[:1]
        name = {"wrong ids": "x"}.get(self.fault)
        return [Span(observation=name or own.id, start=0, end=len(own.text)) for own in ranked]

    def answer(self, question):
        of = {"answers another": "q0"}.get(self.fault, question.id)
        retrieved = self.find(question.text)
        if self.fault == "beyond the end":
            retrieved = [span.model_copy(update={"end": span.end + 1}) for span in retrieved]
        return Answer(question=of, text="x", abstained=False, retrieved=tuple(retrieved))


def played(fault, **settings):
    steps = (*(Observe(observation=own.id) for own in SEEN), Ask(question=Question(id="q", text="a", asked_at=NOW)))
    return Player(Finder(fault), OfflineAuthor(1), EMBEDDER, **settings).play((Episode(id="w", steps=steps), SEEN))


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("MICROWORLDS_CACHE", str(tmp_path))


def test_one_that_works_is_scored():
    assert played("", proving="w") == [Answer(question="q", text="x", abstained=False, retrieved=(span_of(0),))]


def span_of(number):
    return Span(observation=SEEN[number].id, start=0, end=len(SEEN[number].text))


@pytest.mark.parametrize("fault", ["keeps nothing", "keeps one", "wrong ids", "always the first"])
def test_an_adapter_that_did_not_index_is_an_error_and_not_a_low_score(fault):
    with pytest.raises(UserError, match=r"Finder did not index what it was given: of 3 observations of kind session"):
        played(fault, proving="w")
    if fault != "wrong ids":
        assert played(fault, proving="another episode")


@pytest.mark.parametrize(
    ("fault", "said"),
    [("wrong ids", "'x', which it did not observe"), ("beyond the end", "which it did not observe"),
     ("answers another", "asked q, the system answered 'q0'")],
)  # fmt: skip
def test_an_answer_that_cannot_be_is_an_error(fault, said):
    with pytest.raises(UserError, match=said):
        played(fault)


def test_a_memory_that_cannot_search_is_an_error_and_not_a_rejected_question():
    with pytest.raises(UserError, match="cannot find what it was given: it ended"):
        played("cannot", proving="w")


def test_kinds_left_out_on_purpose_and_memories_without_a_search_are_not_looked_into():
    prove(Finder(kinds=("document",)), SEEN)
    prove(object(), SEEN)
    with pytest.raises(UserError):
        prove(Finder(), SEEN)


def test_one_memory_holds_all_worlds_and_is_asked_for_each_question():
    def episode(name, own):
        question = Question(id=f"q-{name}", text=own.text.split("Ines: ")[1], asked_at=NOW)
        return Episode(id=name, steps=(Observe(observation=own.id), Ask(question=question))), (own,)

    episodes = [episode(f"w{at}", own) for at, own in enumerate(SEEN)]
    found = Player(Finder(), OfflineAuthor(1), EMBEDDER).pooled(episodes)
    assert found == {f"q-w{at}": (span_of(at),) for at in range(3)}
    # of one that keeps only the last nothing else is found
    assert Player(Finder("keeps one"), OfflineAuthor(1), EMBEDDER).pooled(episodes)["q-w0"] == (span_of(2),)
    assert Player(Empty(), OfflineAuthor(1), EMBEDDER).pooled(episodes) == {}
    with pytest.raises(UserError, match="cannot find in what all worlds gave it: it ended"):
        Player(Finder("cannot"), OfflineAuthor(1), EMBEDDER).pooled(episodes)


def test_what_could_not_be_taken_in_is_not_asked_for():
    @dataclass
    class Picky(Finder):
        def open(self, tools, folder):
            return Picky(self.fault, self.kinds)

        def observe(self, observation):
            if observation.id != "s3":
                raise ItemError("too long")
            super().observe(observation)

    steps = (*(Observe(observation=own.id) for own in SEEN), Ask(question=Question(id="q", text="a", asked_at=NOW)))
    made = Player(Picky(), OfflineAuthor(1), EMBEDDER, proving="w").play((Episode(id="w", steps=steps), SEEN))
    assert [item.item for item in made if isinstance(item, Rejection)] == ["s1", "s2"]


# --- the ceiling


def gold(question, *spans):
    texts = {own.id: own.text for own in SEEN}
    evidence = tuple(Evidence(span=span, text=texts[span.observation][span.start : span.end]) for span in spans)
    return Gold(question=question, answer="a", answerable=True, evidence=evidence, labels={})


def test_the_oracle_reads_the_evidence_and_nothing_else():
    part = SEEN[1].parts[0]
    spans = (
        Span(observation="s2", start=part.start + 4, end=part.end),
        Span(observation="s1", start=0, end=SEEN[0].parts[0].end),
    )
    asked = [Question(id=name, text="When is the hearing?", asked_at=NOW) for name in ("q1", "q2")]
    steps = (*(Observe(observation=own.id) for own in SEEN), *(Ask(question=question) for question in asked))
    played = [(Episode(id="w", steps=steps), SEEN)]
    made = list(evidence_episodes(played, {"q1": gold("q1", *spans), "q2": gold("q2")}))
    assert [episode.questions for episode, _ in made] == [(asked[0],), (asked[1],)]
    (_, pieces), (_, nothing) = made
    assert nothing == ()
    # in the order of the episode, with who said it, and not a character more
    assert [piece.text for piece in pieces] == [
        SEEN[0].text[: spans[1].end],
        SEEN[1].text[spans[0].start : spans[0].end],
    ]
    assert [piece.parts[0].speaker for piece in pieces] == ["Ines", "Ines"]
    said = [piece.text[piece.parts[0].start : piece.parts[0].end] for piece in pieces]
    assert said == [SEEN[0].text[SEEN[0].parts[0].start : SEEN[0].parts[0].end], pieces[1].text]
    player = Player(Truncated(context_tokens=None, keep="first"), OfflineAuthor(1), EMBEDDER)
    first, second = (restored(item) for own in made for item in player.play(own))
    assert first.text
    assert {(span.observation, span.end) for span in first.retrieved} == {("s1", spans[1].end), ("s2", spans[0].end)}
    assert first.context == first.retrieved
    assert (second.abstained, second.retrieved) == (True, ())


def test_a_question_without_gold_is_an_error():
    steps = (Ask(question=Question(id="q", text="a", asked_at=NOW)),)
    with pytest.raises(UserError, match="q has no gold"):
        list(evidence_episodes([(Episode(id="w", steps=steps), SEEN)], {}))


def test_no_system_and_not_the_program_that_plays_them_can_read_gold():
    readers = [*(ROOT / "src/microworlds/systems").rglob("*.py"), ROOT / "src/microworlds/evaluation/play/answers.py"]
    for path in readers:
        tree = ast.parse(path.read_text())
        named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        named |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
        texts = [
            node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ]
        assert not {"Gold", "Evidence"} & named, path
        assert not [text for text in texts if "gold.jsonl" in text], path
