"""Which text is meant by what people do with it: who brings it, likes it, doubts it, is given it, on which day."""

from datetime import UTC, datetime

import pytest

from microworlds.core.records import Passage
from microworlds.reading import signs, titles
from microworlds.reading.references import ranked, talking

MAY = datetime(2023, 5, 8, 10, tzinfo=UTC)
JUNE = datetime(2023, 6, 12, 10, tzinfo=UTC)


def said(speaker, text, time=MAY, source="First call"):
    return Passage(text=text, source=source, speaker=speaker, time=time)


SPOKEN = (
    said("Ann Lee", "We could look at Brandt v. Lowe."),
    said("Raj Rao", "And at Calder v. Ossing."),
    said("Ann Lee", "Raj, could you go through that one?"),
    said("Mia Roe", "I have Merrow v. Slate, 21 W.R. 7, on the same point."),
    said("Raj Rao", "Ann's case does not persuade me.", JUNE, "Second call"),
    said("Ann Lee", "I rather enjoyed what Mia brought to the first call.", JUNE, "Second call"),
    said("Mia Roe", "It is settled that Raj looks after the garden.", JUNE, "Second call"),
    said("Raj Rao", "My ruling from the first call should open the memo.", JUNE, "Second call"),
    said("Mia Roe", "The old case for the poster retires; State v. Ibsen is it.", JUNE, "Second call"),
)
TITLES = ("Brandt v. Lowe, 14 W.R. 1", "Calder v. Ossing, 17 W.R. 5", "Merrow v. Slate, 21 W.R. 7")
WRITTEN = (
    *(Passage(text=f"{title}\nAffirmed.", source="Opinions, 14 W.R. 1 to 21 W.R. 9") for title in TITLES),
    Passage(text="No. 12.", source="Opinions, 22 W.R. 3, State v. Ibsen"),
)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Who wrote the opinion that Ann came up with?", 0),
        ("Who wrote the opinion Raj was sceptical about?", 0),
        ("Who wrote the opinion that impressed Ann?", 2),
        ("Who wrote the opinion on Raj's desk?", 1),
        ("Who wrote the opinion Raj has to read?", 1),
        ("Who wrote the opinion found by the person who looks after the garden?", 1),
        ("Who wrote the opinion that should open the memo?", 1),
        ("Who wrote the opinion that Mia raised when we met on May 8, 2023?", 2),
        ("Who wrote the opinion that finally became the case for the poster?", 3),
    ],
)
def test_a_text_is_meant_by_what_is_done_with_it(question, text):
    assert ranked(question, SPOKEN, WRITTEN)[0].text == text


@pytest.mark.parametrize(
    ("text", "stance"),
    [
        ("I enjoyed it.", signs.LIKED),
        ("I did not enjoy it.", signs.DOUBTED),
        ("It failed to convince me.", signs.DOUBTED),
        ("It is weak.", signs.DOUBTED),
        ("I'd love a summary.", ""),
        ("It is blue, no?", ""),
        ("Good news: it is here.", ""),
    ],
)
def test_a_stance_is_praise_or_doubt_or_neither(text, stance):
    assert signs.stance(text) == stance


def test_the_first_to_speak_of_a_text_brings_it():
    talk = talking(SPOKEN, WRITTEN)
    assert [talk.naming(text)[0] for text in range(4)] == [0, 1, 3, 8]


def test_a_first_line_names_a_text_only_if_it_is_a_title():
    assert titles.own("Opinions", "Brandt v. Lowe, 14 W.R. 1\nBRANDT v. LOWE") == "Brandt v. Lowe, 14 W.R. 1"
    assert titles.own("Opinions", "See Brandt v. Lowe, 14 W.R. 1, which held so.") == "Opinions"


def test_a_date_is_no_citation():
    assert titles.cited("It was argued on 5 February 1971.") == []
    assert titles.cited("It is 14 W.R. 55.") == ["14 W.R. 55"]
