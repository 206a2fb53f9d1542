"""What the loopback server writes for each task passes the checks of what a model writes."""

import random
from datetime import UTC, date, datetime

import pytest

from microworlds.authors.llm import messages
from microworlds.core.records import Observation, Passage
from microworlds.generation.session_plans import Beat, Event, Exchange, SessionPlan
from microworlds.llm import schema
from microworlds.suites.memorydoc import conversations, facts, scenarios
from microworlds.suites.memorydoc.tasks.event_graph import EVENT_GRAPH, EventGraphGiven
from microworlds.suites.memorydoc.tasks.facts import FACTS, FactsGiven
from microworlds.suites.memorydoc.tasks.judge import JUDGES, JudgedPair, JudgeGiven
from microworlds.suites.memorydoc.tasks.personas import PERSONAS, PersonasGiven
from microworlds.suites.memorydoc.tasks.question import QUESTION, QuestionGiven
from microworlds.suites.memorydoc.tasks.session import SESSION, SessionGiven
from microworlds.suites.memorydoc.world import Described, Persona, Relation, Summary
from microworlds.systems.base.tasks import ANSWER, MEMORIES, AnswerGiven, MemoriesGiven, Said
from tests.loopback import replies, writing
from tests.loopback.protocols import Asked
from tests.loopback_calls import plain_fixture  # noqa: F401 (fixtures)

# the prompts of all tasks as they are now, and replies to them


def written(task, given, seed=0, structured="schema"):
    """What the server replies to a task, checked against its record."""
    output = schema.of(task.output)
    system, user = messages(task, given, None if structured == "schema" else output)
    shown = output if structured == "schema" else None
    asked = Asked("openai", "m", system.content, user.content, shown, "json", "", 4000, None)
    writer = replies.recognised(asked)
    assert writer is not None
    assert writer.name in task.name
    return task.output.model_validate_json(replies.written(asked, random.Random(seed)))


@pytest.fixture
def careful(monkeypatch):
    monkeypatch.setattr(writing, "SLIP", 0.0)
    monkeypatch.setattr("tests.loopback.reading.SLIP", 0.0)


DOCUMENTS = tuple(Summary(id=f"d-{n}", title=f"Volume {n}", summary="Holds A v. B; C v. D.") for n in range(4))
PEOPLE = tuple(
    Persona(
        name=name,
        role="paralegal",
        expertise_domain="exhibits",
        communication_style="dry: little, and that with irony",
        relationships=(Relation(kind="mentors", to="Bo Lind"),),
    )
    for name in ("Ann Reed", "Cy Poe", "Bo Lind")
)
TEXT = """\
Aldwin v. Town of Corby, 3 Norv. 6
Arlo ALDWIN, Appellant, v. TOWN OF CORBY, Appellee.
No. 390.
Supreme Court of Norvane.
Argued: June 28, 2002.
Decided: Jan. 5, 2003.
HEDELBRINK, Chief Justice:
The jury awarded damages of $274,000. The town paid $1,200 on May 3, 1999. We affirm.
"""


@pytest.mark.parametrize("structured", ["schema", "json"])
@pytest.mark.parametrize("seed", range(3))
def test_people_and_events_pass_their_checks(careful, seed, structured):
    roles = {"paralegal": ("exhibits", "filings"), "law clerk": ("procedure",)}
    given = PersonasGiven(
        label="wills", field="litigation", count=4, roles=roles, relations=("mentors", "advises"), documents=DOCUMENTS
    )
    people = written(PERSONAS, given, seed, structured).personas
    scenarios.check_personas(people)
    assert all(person.expertise_domain in roles[person.role] for person in people)
    names = {
        "kickoff call": "opening",
        "wrap-up": "closing",
        **{f"meeting {letter}": "middle" for letter in "abcdefgh"},
    }
    plan = EventGraphGiven(
        label="wills", matter="the Ford appeal", client="Ford Tannery", opponent="Weir Board", points=("due process",), count=7, months=6, start=date(2022, 3, 1), names=names,
        personas=people, documents=DOCUMENTS,
    )  # fmt: skip
    events = written(EVENT_GRAPH, plan, seed, structured).events
    assert {event.name for event in events} <= set(names)
    scenarios.check_events(events, people, [document.id for document in DOCUMENTS], 6)


@pytest.mark.parametrize("seed", range(3))
def test_a_session_holds_its_beats(careful, seed):
    at = datetime(2022, 3, 1, 9, tzinfo=UTC)
    beats = (
        Beat(id="w0-b1", act="introduce", speaker="Ann Reed", slots={"target": "A v. B"}, says=("A v. B", "reply")),
        Beat(id="w0-b2", act="assign", speaker="Bo Lind", addressee="Cy Poe", slots={"ref": "it"}, says=("Cy",)),
        Beat(
            id="w0-b3", act="change", speaker="Cy Poe", slots={"work": "travel", "attribute": "fee"}, says=("$7,040",)
        ),
    )
    event = Event(
        id="e1", time=at, name="kickoff call", description="They begin.", personas=("Ann Reed",), documents=("d-0",)
    )
    plan = SessionPlan(
        id="w0-s1", event="e1", name="kickoff call", time=at, personas=tuple(person.name for person in PEOPLE),
        documents=("d-0",), utterances=9, since=None, subjects=("due process",),
        exchanges=(Exchange(kind="brought", beats=beats[:2]), Exchange(kind="stated", beats=beats[2:])),
    )  # fmt: skip
    given = SessionGiven(
        number=0, domain="caselaw", label="wills", matter="the Ford appeal", client="Ford Tannery", opponent="Weir Board", absent=(),
        plan=plan, event=event, personas=PEOPLE,
        documents=DOCUMENTS, prior=("Ann Reed: Hello.",), held_out=False, utterances_least=6, utterances_most=16,
    )  # fmt: skip
    params = conversations.ConversationsParams(
        utterances_least=6, utterances_most=16, grounding_ratio_threshold=0.4, attempts=3
    )
    conversations.check(written(SESSION, given, seed), plan, params)


def test_facts_stand_in_the_text(careful):
    gloss = {name: own.gloss for name, own in facts.OPINION.items()}
    given = FactsGiven(subject="opinion", title="Aldwin v. Corby", text=TEXT, parts=(), attributes=gloss)
    found = written(FACTS, given).facts
    for stated in found:
        facts.located(TEXT, stated, facts.OPINION)
    values = {stated.attribute: stated.value for stated in found}
    assert values["decided_on"] == "Jan. 5, 2003"
    assert values["docket"] == "No. 390"
    assert values["award"] == "$274,000"


def test_a_question_keeps_what_is_forbidden_out(careful):
    given = QuestionGiven(
        number=1, subject="opinion", category="adversarial", form="absent", asks="decided_on",
        things=(Described(how="purpose", slots={"purpose": "the reply outline"}),), slots={"unit": "days"},
        answer="Nobody brought it.", forbidden=("Aldwin", "outline"), asked_at=datetime(2023, 1, 2, tzinfo=UTC),
        held_out=False, nouns=("case",), standings={},
    )  # fmt: skip
    got = written(QUESTION, given)
    assert got.question.endswith("?")
    assert 4 <= len(got.question.split()) <= 80
    assert "outline" not in got.question
    assert "Nobody brought it." in (got.explanation or "")


def test_judgments_memories_and_answers(careful):
    at = datetime(2023, 1, 2, tzinfo=UTC)
    session = Observation(id="w0-s1", kind="session", title="Kickoff call", text="Ann Reed: Hello.", time=at, parts=())
    pairs = tuple(
        JudgedPair(
            id=f"q{n:02d}", category="single_hop", question="Which day?", answer="May 3, 1999", answerable=True,
            evidence=(Passage(source="Volume 1", text="It was May 3, 1999."),),
        )
        for n in range(1, 6)
    )  # fmt: skip
    judged = JudgeGiven(world="w0", label="wills", personas=PEOPLE, sessions=(session,), asked_at=at, pairs=pairs)
    labels = written(JUDGES["strict"], judged).labels
    assert [label.pair for label in labels] == [pair.id for pair in pairs]
    said = tuple(Said(id=f"u{n}", text=f"We meet on May {n}.", speaker="Ann Reed") for n in range(1, 9))
    noted = written(MEMORIES, MemoriesGiven(title="Kickoff call", time=at, utterances=said, most=5)).facts
    assert 0 < len(noted) <= 5
    assert {id_ for fact in noted for id_ in fact.utterances} <= {one.id for one in said}
    passage = Passage(source="Volume 1", text="The town paid $1,200 on May 3, 1999 to the clerk.")
    question = AnswerGiven(question="On which day was the clerk paid?", asked_at=at, passages=(passage,))
    assert "May 3, 1999" in {written(ANSWER, question, seed).text for seed in range(3)}
