"""The navigator: what whoever locates is shown, and what becomes of each thing that can be said to it."""

import pytest

from microworlds.core import tokens
from microworlds.core.errors import ItemError
from microworlds.core.records import Observation, Part, Question
from microworlds.reading.references import Meant
from microworlds.retrieval.chunks import Chunking
from microworlds.systems.base import Tools, tasks
from microworlds.systems.base.offline import locate
from tests.calling import Office
from tests.client_calls import server_fixture  # noqa: F401 (a fixture)
from tests.closure import closure
from tests.small_episode import START, TAPE, document, example, passage, session, tools_fixture  # noqa: F401 (fixtures)

ORCHARD, POND = TAPE[2].parts
SMALL = Chunking(tokens=16, overlap=2)
FENCE = "How much did the court award for the fence?"


class Guide:
    """Says which texts are meant, keeps what it was shown, and answers with the first word of each passage."""

    waiting = None

    def __init__(self, *meant):
        self.meant = meant
        self.given = None
        self.prompt = ""

    def write(self, task, given, *, key, sample=0, refused=()):
        if task.name == "locate":
            self.given, self.prompt = given, task.render(given)
            texts = [tasks.MeantText(text=text, utterances=tuple(own)) for text, *own in self.meant]
            return tasks.Located(texts=tuple(texts))
        return tasks.AnswerWritten(text=" ".join(passage.text.split()[0] for passage in given.passages))


def asked(author, tools, folder, text=FENCE, tape=TAPE, **changes):
    """The answer of a navigator to one question about a tape."""
    recipe = example("navigator").model_copy(update=changes)
    memory = recipe.open(Tools(author, tools.embedder, tools.indexes), folder)
    for observation in tape:
        memory.observe(observation)
    return memory.answer(Question(id="q", text=text, asked_at=START)), memory


def within(spans, *parts):
    return all(any(part.start <= span.start and span.end <= part.end for part in parts) for span in spans)


def of_documents(answer):
    return [span for span in answer.retrieved if span.observation == "d"]


def test_only_texts_that_are_meant_are_read_the_likeliest_first_and_then_utterances(tools, tmp_path):
    answer, _ = asked(Guide(["t3", "u2"], ["t2", "u4", "u1"]), tools, tmp_path, utterances=1, reach=10, texts=2)
    pieces = of_documents(answer)
    assert answer.retrieved[: len(pieces)] == tuple(pieces)
    pond = [span for span in pieces if within([span], POND)]
    assert 0 < len(pond) < len(pieces)
    assert pieces[: len(pond)] == pond
    assert within(pieces[len(pond) :], ORCHARD)
    assert answer.ranked
    # the best utterance, then those that lead to the texts, whether they are among the best or not
    said = answer.retrieved[len(pieces) :]
    assert len(said) == len(set(said)) == 3
    assert {(one.observation, one.start) for one in said} == {("s1", TAPE[0].parts[at].start) for at in (0, 1, 3)}
    assert set(answer.context) == set(answer.retrieved)


def test_of_many_texts_only_the_first_are_read_and_of_the_others_the_head_each_once(tools, tmp_path):
    answer, _ = asked(Guide(["t2"], ["t3"], ["t2"]), tools, tmp_path, texts=1, heading_characters=30, chunk=SMALL)
    *pieces, last = of_documents(answer)
    assert len(pieces) == len(set(pieces)) > 1
    assert within(pieces, ORCHARD)
    assert ORCHARD.start in {span.start for span in pieces}
    assert (last.start, last.end) == (POND.start, POND.start + 30)


def test_a_document_can_be_meant_as_a_whole_and_no_piece_is_shown_twice(tools, tmp_path):
    guide = Guide(["t3"], ["t1"])
    answer, _ = asked(guide, tools, tmp_path, texts=2, k=9)
    assert [(one.source, bool(one.text)) for one in guide.given.headings] == [
        ("4 Quill", False),
        ("4 Quill, Brandt v. Elm Orchard", True),
        ("4 Quill, In re Salt Pond", True),
    ]
    pieces = of_documents(answer)
    pond = [span for span in pieces if within([span], POND)]
    assert pieces[: len(pond)] == pond
    others = pieces[len(pond) :]
    assert others
    assert not any(one.start <= other.start and other.end <= one.end for one in pond for other in others)


def test_the_offline_author_means_a_document_where_its_parts_fit_no_better():
    sources = ("Lease", "Lease, Rent", "Notes, vol. 2", "Notes, vol. 2, Pond", "Letter")
    headings = [passage("", source=source) for source in sources]

    def whole(*fits):
        return [one.text for one in locate.whole([Meant(text, fit, ()) for text, fit in fits], headings)]

    assert whole((1, 0.5), (0, 0.45), (4, 0.4)) == [0, 4]
    assert whole((1, 0.5), (4, 0.4), (0, 0.1)) == [1, 4, 0]
    assert whole((3, 0.9), (2, 0.9)) == [2]
    assert whole((3, 0.9)) == [3]


def test_where_no_text_is_meant_everything_is_searched_as_find_does(tools, tmp_path):
    answer, memory = asked(Guide(), tools, tmp_path, k=2, utterances=3)
    assert list(answer.retrieved) == memory.find(FENCE)
    assert [span.observation for span in answer.retrieved[:2]] == ["d", "d"]
    assert len(answer.retrieved) == 5


def test_without_texts_nobody_is_asked_for_any(tools, tmp_path):
    guide = Guide(["t1"])
    answer, _ = asked(guide, tools, tmp_path, tape=TAPE[:2])
    assert guide.given is None
    assert {span.observation for span in answer.retrieved} == {"s1", "s2"}


@pytest.mark.parametrize(("utterances", "reach", "shown"), [(1, 0, 1), (1, 1, 2), (1, 5, 2), (8, 0, 6)])
def test_whoever_locates_sees_utterances_and_their_neighbours_of_the_same_session(
    tools, tmp_path, utterances, reach, shown
):
    guide = Guide()
    asked(guide, tools, tmp_path, "When will Judit Vance testify at the hearing?", utterances=utterances, reach=reach)
    assert len(guide.given.utterances) == shown
    assert [one.id for one in guide.given.utterances] == [f"u{at}" for at in range(1, shown + 1)]
    assert any("hearing was moved" in one.text for one in guide.given.utterances)


def test_the_prompt_names_what_was_said_and_how_texts_begin_by_ids(tools, tmp_path):
    guide = Guide()
    asked(guide, tools, tmp_path, heading_characters=30)
    assert "(t2) 4 Quill, Brandt v. Elm Orchard\nThe boundary fence stood for t\n" in guide.prompt
    assert "[Call 1, 2024-03-26]\n(u1) Ines Pardo: Good morning." in guide.prompt
    assert guide.prompt.endswith(f"The question is asked on 2024-03-05.\nQuestion: {FENCE}")


def test_of_a_thousand_texts_those_are_shown_that_the_talk_has_words_of(tools, tmp_path):
    many = [
        (f"Case {number}", f"A matter of {number} barrels was heard, and much was said. " * 20) for number in range(998)
    ]
    library = document(*many[:500], ("In re Salt Pond", "The petition to drain."), *many[500:], ("Last", "The end."))
    talk = session(
        1, ("Ines Pardo", "The one about the fence is Salt Pond, of all things."), ("Tom Reyes", "Case 77 too.")
    )
    guide = Guide()
    asked(guide, tools, tmp_path, tape=(talk, library), headings=30, heading_characters=500)
    assert len(guide.given.headings) <= 30
    sources = [one.source for one in guide.given.headings]
    assert {"4 Quill, In re Salt Pond", "4 Quill, Case 77"} <= set(sources)
    assert [one.id for one in guide.given.headings] == [f"t{at}" for at in range(1, len(sources) + 1)]
    assert tokens.count(guide.prompt) < 6_000


# --- with a model


def ask_model(server, folder, tools, text, **settings):
    """The answer of a navigator whose author is a model, and the calls for ``locate`` that it took."""
    office = Office(folder, server.url, **settings)
    answer, _ = asked(office.author, tools, folder, text)
    return answer, [entry["outcome"] for entry in server.log() if entry["task"] == "locate"]


def test_a_model_says_which_texts_are_meant(server, tools, tmp_path):
    answer, calls = ask_model(server, tmp_path, tools, "Which of t3 and t2 came first?")
    assert calls == ["ok"]
    pieces = of_documents(answer)
    assert within(pieces, ORCHARD, POND)
    assert within(pieces[:1], POND)
    assert not within(pieces, POND)


def test_a_model_may_say_that_none_is_meant(server, tools, tmp_path):
    text = "If none of them is meant, how much was the award?"
    answer, calls = ask_model(server, tmp_path, tools, text)
    assert calls == ["ok"]
    assert len(of_documents(answer)) == 2  # the windows of the whole document, which know no texts
    assert not within(of_documents(answer), ORCHARD, POND)


@pytest.mark.parametrize("fault", ["malformed", "schema", "empty", "prose"])
def test_a_reply_that_is_no_record_is_asked_for_again(server, tools, tmp_path, fault):
    server.control(schedule=[fault], matching="How the texts begin")
    answer, calls = ask_model(server, tmp_path, tools, "What of t3?")
    assert calls == [fault, "ok"]
    assert within(of_documents(answer), POND)


def test_a_text_that_does_not_exist_is_a_malformed_reply_and_the_next_is_told(server, tools, tmp_path):
    answer, calls = ask_model(server, tmp_path, tools, "What of t77 and t3?")
    assert calls == ["ok", "ok"]
    assert within(of_documents(answer), POND)
    office = Office(tmp_path, server.url)
    (refused,) = [row["cause"] for row in office.store.rows("SELECT cause FROM calls") if row["cause"] == "schema"]
    assert refused == "schema"


def test_what_no_attempt_says_is_the_questions_failure_and_no_other_answer(server, tools, tmp_path):
    with pytest.raises(ItemError, match="nothing that was shown has the id t77"):
        ask_model(server, tmp_path, tools, "What of t77?", attempts=1)
    server.control(faults={"malformed": 1.0}, matching="How the texts begin")
    with pytest.raises(ItemError, match="3 malformed"):
        ask_model(server, tmp_path, tools, "What of t2?")


def test_an_utterance_that_was_not_shown_leads_nowhere():
    given = tasks.LocateGiven(question="Which?", asked_at=START, utterances=(), headings=())
    reply = '{"texts": [{"text": "t1", "utterances": ["u4"]}]}'
    with pytest.raises(ValueError, match="has the id t1, u4"):
        tasks.Located.model_validate_json(reply, context=given)
    assert tasks.Located.model_validate_json(reply).texts[0].text == "t1"


def test_the_navigator_itself_reads_nothing():
    assert not [path for path in closure("microworlds.systems.navigator") if "reading" in path.parts]


def test_documents_without_parts_are_texts_too(tools, tmp_path):
    letter = Observation(id="letter", kind="document", title="A letter", text="The fence is mine. " * 50)
    notes = Observation(
        id="notes", kind="document", title="Notes", text="Before.\n\nThe pond.", parts=(Part(id="p", start=9, end=18, title="Pond"),)
    )  # fmt: skip
    guide = Guide(["t1"])
    answer, _ = asked(guide, tools, tmp_path, tape=(letter, notes))
    assert [one.source for one in guide.given.headings] == ["A letter", "Notes", "Notes, Pond"]
    assert {span.observation for span in answer.retrieved} == {"letter"}
