"""Which document a description means, by who did what in a conversation; and the navigator's benchmark."""

from datetime import UTC, datetime

import pytest

from microworlds.core.records import Passage
from microworlds.reading.answering.context import Context
from microworlds.reading.casework.comparing import referred
from microworlds.reading.casework.resolving import Resolver

PLANNING, CLIENT, REHEARSAL = (
    "Planning session, May 6, 2031",
    "Client meeting, June 17, 2031",
    "Moot rehearsal, August 5, 2031",
)
DAYS = {
    PLANNING: datetime(2031, 5, 6, 9, tzinfo=UTC),
    CLIENT: datetime(2031, 6, 17, 9, tzinfo=UTC),
    REHEARSAL: datetime(2031, 8, 5, 9, tzinfo=UTC),
}
KEYS = {
    "OAK": "oakes v dunmore ferry co",
    "BIRCH": "birch v selwyn",
    "CREDIT": "credit bank of tarn v moll",
    "DOVE": "in re dove estate",
    "ELM": "elmore v county of rask",
}
HEADINGS = (
    "Rask opinions, 7 Rask 1 to 7 Rask 90, Oakes v. Dunmore Ferry Co., 7 Rask 11",
    "Rask opinions, 7 Rask 1 to 7 Rask 90, Birch v. Selwyn, 7 Rask 30",
    "Rask opinions, 7 Rask 1 to 7 Rask 90, Credit Bank of Tarn v. Moll, 7 Rask 52",
    "Rask opinions, 8 Rask 1 to 8 Rask 70, In re Dove Estate, 8 Rask 4",
    "Rask opinions, 8 Rask 1 to 8 Rask 70, Elmore v. County of Rask, 8 Rask 41",
)
TALK = (
    (PLANNING, "Petra Lindqvist", "The costs chapter wants Oakes v. Dunmore Ferry Co., and so do I."),
    (PLANNING, "Hugo Baptista", "Credit where it is due, she found that in an hour."),
    (PLANNING, "Hugo Baptista", "My own offering is Birch v. Selwyn, for the interest chapter."),
    (PLANNING, "Amal Reyes", "That lands with Petra, I am afraid; two pages by Friday."),
    (PLANNING, "Hugo Baptista", "Who has the venue booking? Amal has the venue booking."),
    (CLIENT, "Amal Reyes", "In re Dove Estate, 8 Rask 4 surprised me, see the costs table in it."),
    (CLIENT, "Amal Reyes", "As of today the second-choice authority is Oakes v. Dunmore Ferry Co., by the way."),
    (CLIENT, "Petra Lindqvist", "What Hugo offered at the planning session could not convince a toddler."),
    (CLIENT, "Hugo Baptista", "Petra's case from the planning session sings, it simply sings."),
    (REHEARSAL, "Hugo Baptista", "Elmore v. County of Rask, 8 Rask 41: read the third part of that."),
    (REHEARSAL, "Petra Lindqvist", "The one Amal had at the client meeting was handed down on 5 May 1971, unless I dreamt it."),
)  # fmt: skip


@pytest.fixture(scope="module")
def resolver():
    said = [Passage(text=text, source=where, speaker=who, time=DAYS[where]) for where, who, text in TALK]
    return Resolver(Context([*said, *(Passage(text="No. 12.", source=heading) for heading in HEADINGS)]))


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        # it, handed to a colleague, is what was named just before, not something of the colleague's own
        ("What is the docket number of the case Petra was given to read?", "BIRCH"),
        # no word for praise or blame in the utterance: what is left when it does nothing else is an opinion
        ("Which court decided the ruling that Petra had no faith in?", "BIRCH"),
        ("Who wrote the decision that Hugo was thrilled by?", "OAK"),
        # nor in the question
        ("Who wrote the decision that made Hugo so happy?", "OAK"),
        # the first to name a document brought it; who gives it a place later did not
        ("What is the docket number of the case Amal brought to the client meeting?", "DOVE"),
        # what it was brought for, word for word, tells more than single words that are everywhere
        ("When was the ruling for the interest chapter decided?", "BIRCH"),
        # hyphens, and their for our
        ("How did their second choice authority end?", "OAK"),
        # whoever has a task
        ("Who wrote the case brought to the client meeting by the person in charge of the venue booking?", "DOVE"),
        # what was said of a document on one day is not what happened to it on another
        (
            "Is what Petra said on August 5, 2031 about the date of the ruling Amal brought to the client meeting right?",
            "DOVE",
        ),
    ],
)
def test_a_description_is_followed_to_the_document_by_what_people_did(resolver, question, meant):
    (found,) = referred(resolver, question)
    assert found.key == KEYS[meant]


def test_two_descriptions_of_one_question_lead_to_two_documents(resolver):
    question = "Were the case Petra was given to read and the one Hugo loved written by the same judge?"
    assert [one.key for one in referred(resolver, question)] == [KEYS["BIRCH"], KEYS["OAK"]]


def test_a_word_at_the_head_of_a_sentence_is_no_short_name_of_a_case(resolver):
    assert resolver.library.mentions("Credit where it is due.") == []
    assert [one.keys for one in resolver.library.mentions("I would still cite Moll.")] == [(KEYS["CREDIT"],)]


def test_a_day_is_no_citation(resolver):
    assert resolver.library.mentions("It was handed down on 5 May 1971.") == []


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("the case Amal brought to the client meeting", CLIENT),
        ("what Amal brought to the client letter", None),
        ("the ruling with the costs table in the client letter", None),
        ("the case for the rehearsal outline", None),
        ("the case Hugo brought to the moot rehearsal", REHEARSAL),
        ("the one Amal had at the client meeting was handed down on 5 May 1971", CLIENT),
    ],
)
def test_a_meeting_is_meant_only_where_its_name_stands_as_one(resolver, text, held):
    occasion = resolver.talk.occasion(text)
    expected = {turn.number for turn in resolver.turns if held and turn.time == DAYS[held]}
    assert (set(occasion.turns) if occasion else set()) == expected
