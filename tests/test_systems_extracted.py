"""Two phases: what is asked of whom, and what becomes of extracts that are not what was asked for."""

import pytest

from microworlds.authors.offline import OfflineAuthor
from microworlds.core.records import Span
from microworlds.systems.base import Tools, tasks
from microworlds.systems.base.offline import extract
from microworlds.systems.extracted import Extracted
from tests.small_episode import QUESTIONS, START, TAPE, passage, played


class Scripted:
    """Extracts what it is told to, and notes what it is asked."""

    waiting = None

    def __init__(self, *extracts):
        self.extracts = tuple(tasks.Extract(passage=number, text=text) for number, text in extracts)
        self.asked = []

    def write(self, task, given, *, key, sample=0, refused=()):
        self.asked.append((task.name, key, len(given.passages)))
        if task.name == "extract":
            return tasks.ExtractWritten(extracts=self.extracts)
        return tasks.AnswerWritten(text="; ".join(own.text for own in given.passages) or tasks.ABSTAIN)


@pytest.mark.parametrize(("per_block", "blocks"), [(1, [4, 2, 3]), (2, [6, 3]), (10, [9]), (None, [9])])
def test_the_extractor_reads_block_by_block_and_the_answerer_only_extracts(per_block, blocks, tmp_path):
    extractor, answerer = Scripted((1, "It cost")), Scripted()
    answer = played(Extracted(per_block=per_block), Tools(answerer, None, tmp_path, extractor), tmp_path)[0]
    own = [asked for asked in extractor.asked if asked[1].startswith("q0")]
    assert own == [("extract", f"q0-b{number}", count) for number, count in enumerate(blocks, start=1)]
    assert answerer.asked[0] == ("answer", "q0", len(blocks))
    assert answer.text == "; ".join(["It cost"] * len(blocks))


def test_without_an_extractor_the_answerer_extracts(tmp_path):
    author = Scripted()
    assert played(Extracted(per_block=None), Tools(author, None, tmp_path), tmp_path)[0].abstained
    assert [name for name, _, _ in author.asked[:2]] == ["extract", "answer"]


def test_an_extract_is_found_where_it_stands_or_comes_from_its_passage_or_from_nowhere(tmp_path):
    first = TAPE[0].parts[0]
    verbatim = Scripted((1, "it cost $4,300"))
    answer = played(Extracted(per_block=None), Tools(verbatim, None, tmp_path), tmp_path)[0]
    (span,) = answer.retrieved
    assert TAPE[0].text[span.start : span.end] == "it cost $4,300"
    assert answer.context == (span,)
    reworded = Scripted((1, "The survey cost $4,300"), (99, "Somebody said so"))
    answer = played(Extracted(per_block=None), Tools(reworded, None, tmp_path), tmp_path)[0]
    assert answer.retrieved == (Span(observation="s1", start=first.start, end=first.end),)
    assert answer.text == "The survey cost $4,300; Somebody said so"
    assert not answer.quoted


def test_the_prompt_numbers_the_passages_under_their_headings():
    passages = (passage("Judit signed.", speaker="Ines", time=START), passage("It was denied.", source="4 Quill"))
    prompt = tasks.EXTRACT.render(tasks.ExtractGiven(question="Who?", asked_at=START, passages=passages))
    assert prompt.startswith("[Call 1, 2024-03-05]\n(1) Ines: Judit signed.\n\n[4 Quill]\n(2) It was denied.")
    assert prompt.endswith("The question is asked on 2024-03-05.\nQuestion: Who?")


def test_the_offline_extractor_copies_word_for_word_in_order_and_says_nothing_of_nothing(tmp_path):
    tools = Tools(OfflineAuthor(1), None, tmp_path)
    answers = played(Extracted(per_block=2), tools, tmp_path)
    assert (answers[0].text, answers[1].text, answers[3].text) == ("$4,300", "$18,250", tasks.ABSTAIN)
    texts = {own.id: own.text for own in TAPE}
    for answer in answers:
        assert answer.context == answer.retrieved
        assert [span.observation for span in answer.retrieved] == sorted(
            (span.observation for span in answer.retrieved), key=list(texts).index
        )
    given = tasks.ExtractGiven(question=QUESTIONS[0].text, asked_at=START, passages=())
    assert extract.write(given, None).extracts == ()
    unrelated = tasks.ExtractGiven(question="Zebra?", asked_at=START, passages=(passage("Judit signed.", speaker="I"),))
    assert extract.write(unrelated, None).extracts == ()
