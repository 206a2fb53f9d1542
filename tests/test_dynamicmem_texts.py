"""DynamicMem: what users type and what an assistant answers, by whom ever it is written."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from microworlds.authors.offline import OfflineAuthor
from microworlds.core import seeds
from microworlds.suites.dynamicmem import life_tables
from microworlds.suites.dynamicmem.events import EventMaker
from microworlds.suites.dynamicmem.offline import message
from microworlds.suites.dynamicmem.profiles import ProfileMaker
from microworlds.suites.dynamicmem.tasks.message import ASSISTANT, MESSAGE, MessageGiven, MessageWritten
from microworlds.suites.dynamicmem.typed_texts import faults, foreign, part_of_day, untimely
from tests.lives import SEED, own_fixture, people_fixture  # noqa: F401 (fixtures)

SLOTS = {
    "label": "gym", "value": "Pulse Studio", "old": "Ironworks Fitness", "one": "zinc", "start": "18:30", "end": "19:15",
    "place": "the park bars", "a": "group classes", "b": "early swims", "other": "Alex", "reason": "My knee hurts.",
}  # fmt: skip


def given(kind="attribute", app=ASSISTANT, must=("Pulse Studio",), when="in the morning"):
    return MessageGiven(kind=kind, app=app, when=when, slots=SLOTS, must=must, occasion="somebody asked")


# --- replies ---


def test_the_assistant_replies_to_every_text_and_nobody_else_does(people) -> None:
    replied = 0
    for own, _ in people:
        for one in own.logs:
            response = one.log.response
            assert ("assistant_response" in response) == (one.log.app_name == ASSISTANT)
            if one.log.app_name == ASSISTANT:
                text, reply = response["user_message"], response["assistant_response"]
                assert text == one.log.request["message"]
                assert one.kind == "noise" or foreign(reply, text) is None
                replied += 1
    assert replied > 40


def test_the_offline_author_has_texts_with_replies_of_every_kind_that_name_nothing_else() -> None:
    phrases = life_tables.phrases()
    assert phrases.asked.keys() == phrases.told.keys()
    assert phrases.answered.keys() == set(phrases.anything["query"])
    for kind, pairs in phrases.asked.items():
        assert len(pairs) >= 2
        for at in range(20):
            own = given(kind, must=())
            assert list(faults(own, message.write(own, seeds.generator(1, kind, at)))) == []
            own = given(kind, must=(), app="Notion")
            assert message.write(own, seeds.generator(1, kind, at)).reply is None


@pytest.mark.parametrize(("reply", "word"), [
    ("Done, I've put Pulse Studio into the form for you.", None),
    ("Done, Ironworks Fitness is in the form now.", "Ironworks Fitness"),
    ("Done, and I have told Alex about it as well.", "Alex"),
    ("Done, I'll ask you about it again on friday.", "Friday"),
    ("Done, you will be reminded at 18:30 from now on.", "18:30"),
    ("Done, the way there is the one along Mill Street.", "Mill"),
])  # fmt: skip
def test_a_reply_names_nothing_that_the_text_does_not(reply, word) -> None:
    assert foreign(reply, "My gym is Pulse Studio.") == word
    found = list(faults(given(), MessageWritten(text="My gym is Pulse Studio.", reply=reply)))
    assert found == ([f"the reply has {word!r}, which the text has not: {reply!r}"] if word else [])


def test_a_reply_is_there_where_an_assistant_is_asked_and_only_there() -> None:
    text = "My gym is Pulse Studio."
    assert list(faults(given(), MessageWritten(text=text))) == ["LLM Assistant has to reply"]
    assert list(faults(given(), MessageWritten(text=text, reply="Noted."))) == ["a reply has 5 to 60 words: 'Noted.'"]
    wrong = MessageWritten(text=text, reply="I'll keep that in mind for you.")
    assert list(faults(given(app="Notion"), wrong)) == ["Notion replies nothing"]


# --- texts ---


def test_what_must_stand_in_a_text_does_and_what_is_chosen_comes_first() -> None:
    plain = MessageWritten(text="The gym of Alex's is Pulse Studio.")
    assert list(faults(given("other_person", "Notion", ("Pulse Studio", "Alex")), plain)) == []
    (fault,) = faults(given(app="Notion", must=("zinc",)), plain)
    assert "'zinc' is not in" in fault
    chosen = given("preference", "Notion", ("group classes", "early swims"))
    assert list(faults(chosen, MessageWritten(text="Group classes again. They had early swims, too."))) == []
    (fault,) = faults(chosen, MessageWritten(text="They had early swims. I took group classes."))
    assert "has to come first" in fault


@pytest.mark.parametrize(("text", "when", "word"), [
    ("Tonight was lovely.", "in the morning", "tonight"),
    ("It was late. Tonight I stay in.", "in the morning", None),
    ("Tonight was lovely.", "in the evening", None),
    ("I'll swim this morning.", "in the afternoon", "this morning"),
    ("I swam this morning.", "in the evening", None),
    ("We had cake this afternoon.", "in the morning", "this afternoon"),
])  # fmt: skip
def test_a_text_fits_the_hour_at_which_it_is_typed(text, when, word) -> None:
    assert untimely(text, when) == word
    found = list(faults(given(app="Notion", must=(), when=when), MessageWritten(text=text)))
    assert found == ([f"it is typed {when}, and tells of {word}: {text!r}"] if word else [])


def test_texts_are_typed_by_day(people) -> None:
    for own, _ in people:
        for one in own.logs:
            if one.kind not in ("kept",):
                assert "07:00" <= f"{one.log.timestamp:%H:%M}" <= "22:30"


def test_parts_of_the_day() -> None:
    hours = {7: "morning", 11: "morning", 12: "afternoon", 17: "afternoon", 18: "evening", 22: "evening"}
    for hour, part in hours.items():
        assert part_of_day(datetime(2024, 1, 1, hour, 59, tzinfo=UTC)) == f"in the {part}"


def test_a_correction_follows_in_the_same_app(people) -> None:
    followed = 0
    for own, _ in people:
        for before, one in zip(own.logs, own.logs[1:], strict=False):
            if one.kind == "corrected" and before.kind == "mistaken":
                assert one.log.app_name == before.log.app_name
                assert one.log.request.get("to") == before.log.request.get("to")
                assert one.log.api_name in (before.log.api_name, "ContinueConversation")
                followed += 1
    assert followed


# --- prompts ---


def test_the_prompt_tells_who_reads_it_when_and_whether_somebody_answers() -> None:
    asked = MESSAGE.render(given(when="in the evening"))
    assert "into LLM Assistant, in the evening: for an assistant" in asked
    assert "reply: what the assistant answers" in asked
    assert MESSAGE.render(given(app="Notion")).endswith("reply: null, there is none.")
    for kind in life_tables.phrases().told:
        for app in {channel[0] for channel in life_tables.phrases().channels}:
            prompt = MESSAGE.render(given(kind, app))
            assert "{" not in prompt
            assert ".." not in prompt


def test_a_text_that_will_not_do_changes_no_other(own) -> None:
    class Refusing(OfflineAuthor):
        """Says nothing of what must stand in a text of one kind."""

        def write(self, task, given, **told):
            made = super().write(task, given, **told)
            return made.model_copy(update={"text": "No idea."}) if given.kind == "mistaken" else made

    profile = ProfileMaker(own.scale, own.profiles, SEED).profile(0)[-1]
    whole, left = (
        EventMaker(own.events, own.profiles, author(SEED), SEED).events(profile) for author in (OfflineAuthor, Refusing)
    )
    assert len(left) > len(whole) == 1
    assert left[-1].events == tuple(one for one in whole[0].events if one.kind not in ("mistaken", "corrected"))
