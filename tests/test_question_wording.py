"""Every way to put a question, made at least once and looked at for what is no English."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import cycle, product
from pathlib import Path

import pytest
import yaml

from microworlds.corpora.attributes import AGREEMENT, OPINION
from microworlds.generation.grammar import Choice, Node
from microworlds.suites.memorydoc import question_categories
from microworlds.suites.memorydoc.categories import adversarial, temporal
from microworlds.suites.memorydoc.categories.base import UNASKED
from microworlds.suites.memorydoc.offline import question
from microworlds.suites.memorydoc.tasks.question import QuestionGiven
from microworlds.suites.memorydoc.view import WORK_KINDS
from microworlds.suites.memorydoc.world import Described
from tests import worlds

RULES = question._grammar().rules
CONF = Path(__file__).parents[1] / "conf" / "domain"
STANDINGS = {"lead": ("lead case on late notice",), "open": ("case we open with on the silt fence",)}
MEETING = {"at": "call about the fence line", "date": "May 3, 2022"}
THINGS = (
    Described(how="brought_at", slots={"by": "Olga", **MEETING}),
    Described(how="brought", slots={"by": "Olga"}),
    Described(how="purpose", slots={"purpose": "the section on late notice"}),
    Described(how="reader", slots={"reader": "Dinah"}),
    *(Described(how=how, slots={"standing": name}) for how in ("standing", "standing_now") for name in STANDINGS),
    Described(how="name", slots={"title": "Hadley v. Corrigan Mills"}),
)
WORK = tuple(
    Described(how="work", slots={"work": work})
    for work in ("reply brief", "travel", "prep for the mediation", "local counsel", "court reporter")
)
VALUES = {
    "owner": "Olga", "outside": "Silas Sigurdsson", "due_on": "May 3, 2022", "held_on": "June 4", "fee": "$1,200",
    "quantity": "40 pages", "length": "3 hours", "venue": "the Calder Hotel", "choice": "open low",
}  # fmt: skip
NAMES = "Olga|Dinah|Lars|Hadley|Silas"
FINITE = "is|are|was|were|do|does|did|has|have|had|can|may|must|will|would"
PAST = (
    "played|carried|wrote|dissented|concurred|disagreed|agreed|decided|gave|represented|appeared|ruled|made|heard|passed|lie|decide|means|apply|find|governs|applies|runs|"
    "signed|testified|counts|makes|brought|came|took|ended|applied|says"
)
BASE = (
    "accept act add adjust admit agree allow apply arbitrate argue ask assign be begin bring buy carry change choose come "
    "compete concede conclude convince cost count cure decide die differ distinguish do end engage expire fight "
    "file find finish fix follow get give go govern guarantee happen have hear hire hold inspect keep last learn "
    "leave make mean mention move name need negotiate pass pay pick plan practice put quote raise name turn reach read reject rely "
    "remember report respond return rise rule run say send set settle shift sign speak start state stay stipulate "
    "stop sue suffer take tell testify think use want write"
).replace(" ", "|")
FAULTS = {
    "a word twice": r"\b(\w+) \1\b",
    "a for an": r"\ba (?=[aei]|o(?!ne))|\ban (?=[^aeiouh8 ])",
    "an article before a name": rf"\b(?:an?|the) (?:{NAMES})\b(?! (?:deposition|v\.))",
    "an article after another": r"\b(?:an?|the|our|their) (?:an?|the|our|their)\b",
    "be after is": r"\b(?:is|are|was|were|be|does|did) (?!(?:[\w']+ )*?(?:may|must|can|will|would|to|not) be\b)(?:[\w']+ ){0,9}be\b",
    "do without a verb": rf"(?i)\b(?<!it )(?<!to )(?:do|does|did)\b(?!:)(?! (?:in|for|on|first)\b)(?!.* (?:{BASE})\b(?! of))",
    "hired for a person": r"\bWho\b[^?]*\b(?:hire|hired|hiring|in|up with|have) for (?:the )?(?:[\w-]+ ){0,2}(?:counsel|reporter|agent)\b",
    "a place for a where": r"\bWhere\b[^?]* instead of\b",
    "a citation not closed": r", \d+ [^,()?]+ \d+ (?:says|does|is|was|to|as)\b",
    "a space too many": r"  | [.,?]|^\s|\s$",
    "a slot left": r"[<>\[\]|]",
    "ornament": r"(?i)\b(?:pray|upon|whom|hail|yardstick|shoulders|quarrel|lest|hitherto|aforesaid)\b|, (?:please|if you would)",
}
QUESTION = re.compile(
    r"(?:(?:[A-Z$\"][^?]*\.) )?(?:(?:On|At|Of|In|Under|To|By|For|With|From|Up|After) [^?]*|(?:Who|Whose|Which|What|When|Where|Why|How|Is|Are|Was|"
    r"Were|Do|Does|Did|Would) [^?]*)\?"
)


def faults(text: str) -> list[str]:
    """What is wrong with a question."""
    asked = re.split(r"(?<!\bv)\. (?=(?:Wh|How|Is|Are|Was|Were|Do|Did)\w*\b)", text)[-1]
    found = [name for name, pattern in FAULTS.items() if re.search(pattern, text)]
    if not QUESTION.fullmatch(text):
        found.append("no question")
    if not re.search(rf"(?i)\b(?:{FINITE}|{PAST})\b", asked):
        found.append("no verb")
    return found


def every_way(nodes: tuple[Node, ...]) -> Iterator[tuple[Node, ...]]:
    """A phrase with each of its choices made."""
    ways = [
        [way for branch in node.branches for way in every_way(branch)] if isinstance(node, Choice) else [(node,)]
        for node in nodes
    ]
    for way in product(*ways):
        yield tuple(node for part in way for node in part)


def of_form(form: str, asks: str, things: tuple[Described, ...], subject: str, **slots: str) -> QuestionGiven:
    category = next(name for name, own in question_categories.every().items() if form in own.forms)
    return QuestionGiven(
        number=1, subject=subject, category=category, form=form, asks=asks, things=things, slots=slots,
        answer=VALUES.get(asks, "May 3, 2022"), forbidden=(), asked_at=datetime(2024, 1, 1, tzinfo=UTC), held_out=True,
        nouns=("opinion", "case") if subject == "opinion" else ("contract", "agreement", "paper"), standings=STANDINGS,
    )  # fmt: skip


def suffixes(rule: str) -> list[str]:
    return [
        name.removeprefix(f"{rule}.") for name in RULES if name.startswith(f"{rule}.") and not name.endswith(".any")
    ]


def subject_of(asks: str) -> str:
    """The subject that has an attribute; a date of both, or one that is not in the tables, is of an opinion."""
    return "agreement" if asks.split("_to_")[0] in AGREEMENT else "opinion"


MONTHS = {"unit": "full months"}


def every_given() -> Iterator[QuestionGiven]:
    """Each form with each attribute that it can have, of each kind of thing in turn."""
    ring = {subject: cycle(THINGS) for subject in ("opinion", "agreement")}
    for asks in suffixes("ask"):
        for thing in THINGS:
            yield of_form("value", asks, (thing,), subject_of(asks))
    for form, rule in (("same", "same"), ("order", "moment")):
        for asks in suffixes(rule):
            subject = subject_of(asks)
            for thing in THINGS:
                yield of_form(form, asks, (thing, next(ring[subject])), subject)
    for asks in suffixes("amount"):
        subject = subject_of(asks)
        yield from (of_form("greater", asks, (thing, next(ring[subject])), subject) for thing in THINGS)
    for early, late in zip(suffixes("moment"), suffixes("moment")[1:], strict=False):
        yield of_form("interval_within", f"{early}_to_{late}", (next(ring["opinion"]),), subject_of(early), **MONTHS)
    for form in ("who_brought", "who_reads"):
        yield from (of_form(form, "reader", (thing,), "opinion", old="Lars", changes="1") for thing in THINGS)
    for thing in THINGS:
        if thing.how == "standing":
            slots = {
                "title": "Hadley v. Corrigan, 12 Osk.Rep. 34",
                "wrong": STANDINGS["open"][0],
                "right": STANDINGS["lead"][0],
            }
            yield of_form("no_standing", "author", (thing,), "opinion", **slots)
            yield of_form("no_purpose", "author", (THINGS[2],), "opinion", **slots)
        names = {"by": "Lars", "wrong": "Lars", "right": "Dinah", "wrong_at": "prep for trial", **MEETING}
        for form in ("absent", "wrong_person", "wrong_session", "wrong_reader"):
            title = {
                "title": "Hadley v. Mills, 12 Osk.Rep. 34",
                "other_title": "In re Corrigan, 2 A.3d 505",
                "other_value": "$300",
            }
            yield of_form(form, "award", (thing,), "opinion", **names, **title)
    yield from every_work()


def every_work() -> Iterator[QuestionGiven]:
    """The forms that ask of the team's own work."""
    for asks, thing in product(WORK_KINDS, WORK):
        value = VALUES[asks]
        yield of_form("work_value", asks, (thing,), "opinion")
        yield from (of_form("work_now", asks, (thing,), "opinion", old=value, changes=many) for many in "12")
        yield of_form("unsettled", asks, (thing,), "opinion", other_work="travel", other_value=value)
        if asks in temporal.DATES:
            put = {"put_as": "moved_by", "value": value, "changes": "1", "unit": "days"}
            yield of_form("unchanged", asks, (thing,), "opinion", **put)
    came_up = next(thing for thing in THINGS if thing.how == "brought")
    yield of_form("came_up", "brought_at", (came_up, came_up), "opinion")
    for asks, thing in product(temporal.DATES, WORK):
        yield of_form("moved_by", asks, (thing,), "opinion", unit="days", changes="1")
        yield of_form("left", asks, (thing,), "opinion", unit="days")


def test_every_form_can_be_put_of_every_attribute_and_thing_and_is_english():
    seen, wrong = set(), set()
    for given in every_given():
        seen.add(given.form)
        for attempt in range(8):
            made = question.write(given, random.Random(attempt))
            wrong |= {(fault, made.question) for fault in faults(made.question)}
            assert 3 <= len(made.question.split()) <= 70
            if given.category == "adversarial":
                assert made.explanation.endswith(".")
                wrong |= {(fault, made.explanation) for fault in faults(made.explanation) if fault in FAULTS}
    assert sorted(wrong) == []
    assert seen == {form for own in question_categories.every().values() for form in own.forms} - {"chain"}


def test_every_line_of_a_rule_is_plain_with_short_words_in_its_slots():
    short = {
        "thing": "our lead case", "one": "our lead case", "two": "our second case", "work": "the reply brief", "be": "was",
        "amount": "the award", "moment": "the decision", "in": "in", "unit": "days", "from": "the filing",
        "to": "the ruling", "recalled": "the author", "person": "Olga", "date": "May 3", "meeting": "at the hearing",
        "counted": "pages", "changes": "the change", "old": "$5", "outcome": "affirmed", "said": "$7", "what": "the budget",
        "hired": "for the brief", "work_date": "the deadline", "first": "first", "on": "on notice",
    }  # fmt: skip
    asking = [name for name in RULES if name.split(".")[0] in ("ask", "work", "now", "same", "order")]
    asking += [name for name in RULES if "." not in name and name != "noun"]
    wrong = []
    for name in asking:
        for line in RULES[name]:
            for way in every_way(line.nodes):
                parts = [node if isinstance(node, str) else _modified(node, short[node.name]) for node in way]
                text = question.sentence("".join(parts))
                wrong += [(fault, name, text) for fault in faults(text)]
                if len(text.split()) > 24:
                    wrong.append(("long", name, text))
    assert len(asking) > 120
    assert wrong == []


def _modified(node, text: str) -> str:
    for modifier in node.modifiers:
        text = modifier(text)
    return text


def test_what_is_asked_of_a_document_names_it_last():
    """A verb after "the case that Olga was asked to read" would be looked for in vain at the first reading."""
    late = [
        (name, line.nodes)
        for name in RULES
        if name.startswith("ask.")
        for line in RULES[name]
        if line.nodes[-1] != "?" or getattr(line.nodes[-2], "name", "") != "thing"
    ]
    assert late == []


def test_every_attribute_has_three_everyday_questions_and_one_held_out():
    asked = [name for name in {**OPINION, **AGREEMENT} if name not in UNASKED and name != "panel"]
    for rule in [f"ask.{name}" for name in asked] + [f"work.{name}" for name in WORK_KINDS]:
        held = [line.held for line in RULES[rule]]
        assert (held.count(False) >= 3, held.count(True)) == (True, 1), rule


@pytest.mark.parametrize(
    "text",
    [
        "What does the cost of the transcript order?",
        "How is the settlement offer be handled?",
        "Who are we hiring for the court reporter?",
        "Where is the site visit going to be now, instead of the depot office?",
        "Did Hadley v. Mills, 12 Osk.Rep. 34 says nothing about that?",
        "Who wrote a opinion of some weight?",
        "We stay with with redactions. Is it so?",
        "Going by the record, who wrote our lead case?",
        "Who asked the Olga to read our lead case?",
        "The budget for travel?",
        "Who wrote our lead case",
        "With whom lies the opening brief?",
    ],
)
def test_what_is_broken_is_found(text: str):
    assert faults(text)


def test_every_gap_has_a_name():
    assert [name for name in adversarial.CUES if f"lacking.{name}" not in RULES] == []


def test_what_is_wrong_is_told_in_the_words_of_the_question():
    slots = {"title": "Hadley v. Mills, 12 Osk.Rep. 34", "by": "Olga", "at": "kickoff", "wrong_at": MEETING["at"]}
    given = of_form(
        "wrong_session", "award", (Described(how="brought_at", slots={"by": "Olga", **MEETING}),), "opinion", **slots
    )
    made = [question.write(given, random.Random(attempt)) for attempt in range(40)]
    dated = [MEETING["date"] in one.question for one in made]
    assert set(dated) == {True, False}
    assert [f"({MEETING['date']})" in one.explanation for one in made] == dated
    assert all("Hadley v. Mills (12 Osk.Rep. 34)" in one.explanation for one in made)


def test_no_place_ends_in_the_possessive_of_a_name():
    """Names of clients may be plurals: "Fairweather Ferries's board"."""
    for path in sorted(CONF.glob("*.yaml")):
        frames = yaml.safe_load(path.read_text(encoding="utf-8"))["standings"].values()
        assert [name for frame in frames for names in frame.values() for name in names if "}'s" in name] == [], path


def test_questions_of_whole_worlds_are_english():
    pairs = [pair for number in range(3) for pair in worlds.judged(number).questions.pairs]
    assert len(pairs) == 60
    assert [(pair.question, faults(pair.question)) for pair in pairs if faults(pair.question)] == []


@pytest.mark.parametrize(
    ("attribute", "known", "sense"),
    [
        ("venue", {"held_on"}, True),
        ("venue", {"due_on", "owner"}, False),
        ("due_on", {"quantity"}, True),
        ("due_on", {"fee", "owner"}, False),
        ("outside", {"fee", "venue"}, True),
        ("outside", {"quantity", "owner"}, False),
        ("quantity", {"held_on", "venue"}, False),
    ],
)
def test_nothing_is_asked_of_work_that_it_cannot_have(attribute: str, known: set[str], sense: bool):
    assert adversarial._makes_sense(attribute, known) is sense


def test_a_meeting_and_a_place_are_spoken_of_as_people_do():
    assert question.meeting("call with the insurer") == "on the call with the insurer"
    assert question.meeting("prep for the call") == "at the prep for the call"
    assert question.place("lead case on late notice") == "our lead case on late notice"
    assert question.place("case we open with") == "the case we open with"
    assert question.place("lead case", "current ") == "our current lead case"
