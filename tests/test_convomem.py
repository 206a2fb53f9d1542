"""ConvoMem: places of evidence, histories, plans and their proofs, conversations, releases, bad input."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from statistics import fmean

import pytest
from pydantic import ValidationError

from microworlds.authors.offline import OfflineAuthor
from microworlds.config import compose
from microworlds.core import jsonl, params
from microworlds.core.errors import ItemError, UserError
from microworlds.core.publication import Publication
from microworlds.generation.exchanges.dialogues import parsed
from microworlds.generation.ledger import Ledger
from microworlds.generation.threads import grouped, threads
from microworlds.quality.evidence_leakage import Told, leaks
from microworlds.suites.convomem import affairs, release
from microworlds.suites.convomem.conversations import ConversationMaker, held, observation, released
from microworlds.suites.convomem.cores import CoreMaker, faults
from microworlds.suites.convomem.facts import planned
from microworlds.suites.convomem.histories import histories
from microworlds.suites.convomem.parameters import Params
from microworlds.suites.convomem.personas import PersonaMaker
from microworlds.suites.convomem.placement import history, places, shares
from microworlds.suites.convomem.quality import quality, right, trusted
from microworlds.suites.convomem.records import TWIN, Exchange, Message
from microworlds.suites.convomem.scale import ScaleParams
from microworlds.suites.convomem.tasks.evidence_core import CORE, CoreGiven, CoreWritten
from microworlds.suites.convomem.verify import verify

SIZES = (2, 4, 6, 10, 20, 30)
SEED = 7


@pytest.fixture(scope="module")
def own() -> Params:
    tree = compose.composed(["model=offline"])
    return params.checked(Params, "convomem", {name: tree["convomem"][name] for name in Params.model_fields})


@pytest.fixture(scope="module")
def people(own):
    made = []
    maker = PersonaMaker(own.personas, own.scale, OfflineAuthor(SEED), SEED)
    for number in range(6):
        (persona,) = maker.persona(number)
        (cores,) = CoreMaker(own.cores, OfflineAuthor(SEED)).cores(persona)
        made.append(ConversationMaker(own.conversations, own.personas, SEED).conversations(cores))
    return made


# --- where evidence stands ---


@pytest.mark.parametrize("k", range(1, 7))
def test_over_a_block_every_gap_is_as_long_as_any_other(k):
    blocks = [places(SEED, k, number) for number in range(3 * (k + 1))]
    for at in range(k):
        assert fmean(own[at] for own in blocks) == pytest.approx((at + 1) / (k + 1), abs=1e-4)
    assert all(own == tuple(sorted(own)) for own in blocks)


def test_a_seat_more_goes_to_one_gap_and_takes_from_none():
    gaps, room = [0.1, 0.45, 0.3, 0.15], [9, 20, 20, 4]
    before = [0, 0, 0, 0]
    for seats in range(1, 54):
        now = shares(gaps, room, seats, "key")
        assert sum(now) == seats
        assert all(a <= b <= most for a, b, most in zip(before, now, room, strict=True))
        before = now
    with pytest.raises(ItemError, match="53 other conversations, and 54 are needed"):
        shares(gaps, room, 54, "key")


def test_smaller_histories_are_parts_of_larger_ones_and_have_the_evidence_in_its_place():
    time = [at / 100 for at in range(100)]
    evidence = [10, 40, 41, 90]
    smaller: set[int] = set(evidence)
    for size in (4, 6, 10, 20, 30, 50, 70, 100):
        own = history(evidence, time, size, "q")
        assert len(own) == size
        assert own == sorted(own)
        assert smaller <= set(own)
        smaller = set(own)
    depths = [history(evidence, time, 50, "q").index(at) / 50 for at in evidence]
    assert depths == pytest.approx([0.1, 0.4, 0.41, 0.9], abs=0.04)
    with pytest.raises(ItemError, match="4 pieces of evidence do not go into 3 conversations"):
        history(evidence, time, 3, "q")


def test_evidence_spans_what_uniform_placement_gives_and_evidence_side_by_side_is_noticed(people, own):
    found = quality(150, people, SIZES, own.quality)
    assert [figure.sentence for figure in found.trust if figure.outside] == []
    assert max(one.departure for one in found.spreads) <= 0.05
    side_by_side = [one.model_copy(update={"span": float(one.evidence_count - 1)}) for one in found.spreads]
    told = trusted(found.model_copy(update={"spreads": tuple(side_by_side)}), own.quality)
    assert [figure.name for figure in told if figure.outside] == [
        "departure of the evidence's span from uniform placement"
    ]


# --- plans ---


def test_every_category_and_number_of_pieces_is_planned_and_proved(people):
    assert {(core.plan.category, core.plan.k) for core in people[0].cores} == {
        *(("user_facts", k) for k in range(1, 7)), *(("assistant_facts", k) for k in range(1, 7)),
        *(("changing_facts", k) for k in range(2, 7)), *(("abstention", k) for k in range(1, 4)),
        *(("preferences", k) for k in (1, 2)), *(("implicit_connections", k) for k in (1, 2, 3)),
    }  # fmt: skip
    for one in people:
        whole = Ledger(tuple(fact for item in one.conversations for fact in item.facts))
        for core in one.cores:
            assert right(whole, core.plan.asked)
            assert core.plan.twin is None or right(whole, core.plan.twin)
            alone = planned(core.plan)
            for piece in range(core.plan.k):
                less = Ledger(alone).without(
                    [alone_fact.source for alone_fact in alone if f"-m{piece + 1}-" in alone_fact.id]
                )
                assert not core.plan.asked.answerable or len(less.answer(core.plan.asked.query)) != 1


def test_a_changing_fact_has_its_stale_values_as_gold_and_an_unanswerable_question_a_twin(people):
    for asking in histories(released(people[0]), held(people[0]), [30]):
        for gold in asking.gold:
            category = gold.labels["category"]
            assert (category == "changing_facts") == bool(gold.stale)
            assert not gold.stale or len(gold.stale) >= int(gold.labels["evidence_count"]) - 1
            assert not {gold.answer, *gold.aliases} & {*gold.stale}
            # "23" for 23 guests is as old as "23 guests"
            assert not gold.stale or any(map(str.isdigit, gold.aliases)) == any(map(str.isdigit, gold.stale))
            assert (category in ("preferences", "implicit_connections")) == (gold.rubric is not None)
        categories = [gold.labels["category"] for gold in asking.gold]
        assert ("abstention" in categories) == (TWIN in categories)


def test_no_thread_says_a_name_of_the_affairs(people):
    for one in people:
        told = [stated for core in one.cores for message in core.plan.messages for stated in message]
        names = {stated.name for stated in told if stated.attribute != "minds"}
        for item in one.conversations:
            planted = {message.text for core in one.cores for own in core.exchanges for message in own.messages}
            spoken = " ".join(message.text for message in item.messages if message.text not in planted)
            assert [name for name in names if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", spoken)] == []


def test_more_personas_leave_the_first_as_they_are(own):
    one = PersonaMaker(own.personas, own.scale, OfflineAuthor(SEED), SEED)
    more = PersonaMaker(own.personas, own.scale.model_copy(update={"personas": 60}), OfflineAuthor(SEED), SEED)
    assert one.persona(3) == more.persona(3)


# --- words ---


def test_the_planted_message_is_there_letter_by_letter_and_its_values_nowhere_else(people):
    for one in people:
        for item in one.conversations:
            (core,) = (core for core in one.cores if core.plan.id == item.core)
            message = item.messages[item.evidence]
            start = item.evidence - core.exchanges[item.piece].evidence
            planted = core.exchanges[item.piece].messages
            assert item.messages[start : start + len(planted)] == planted
            assert message.speaker == core.plan.speaker
            assert message == core.exchanges[item.piece].messages[core.exchanges[item.piece].evidence]
            for stated in core.plan.messages[item.piece]:
                if stated.attribute != "minds":
                    assert affairs.has(message.text, stated.value)
                    others = [own.text for at, own in enumerate(item.messages) if at != item.evidence]
                    assert not any(
                        affairs.has(text, stated.name) and affairs.has(text, stated.value) for text in others
                    )


def test_conversations_are_as_long_as_is_asked_for_in_turns_and_in_order_of_time(people):
    for one in people:
        times = [item.time for item in one.conversations]
        assert times == sorted(times)
        for item in one.conversations:
            assert 80 <= len(item.messages) <= 120
            assert [message.speaker for message in item.messages] == ["user", "assistant"] * (len(item.messages) // 2)
            seen = observation(item)
            for fact in item.facts:
                assert seen.text[fact.source.start : fact.source.end] == item.messages[item.evidence].text


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda own: {"question": "What is it now, at last?"}, "does not name"),
        (lambda own: {"question": f"When is {NAME} on?"}, None),
        (lambda own: {"question": f"When is {NAME} on now?"}, "'now' says that something changed"),
        (lambda own: {"question": f"Is {NAME} on {LAST}?"}, "gives it away"),
        (lambda own: {"question": f"Tell me about {NAME} please"}, "no question mark"),
        (lambda own: {"exchanges": own.exchanges[:1]}, "1 exchanges, not 2"),
        (lambda own: {"exchanges": (_said(own, 0, LAST), own.exchanges[1])}, "is also in"),
        (lambda own: {"exchanges": (_said(own, 0, ""), own.exchanges[1])}, "is not in"),
        (lambda own: {"twin": "And when is the other on?"}, "none is asked for"),
    ],
)
def test_words_that_depart_from_the_plan_are_refused(people, change, fault):
    global NAME, LAST
    core = next(
        core for one in people for core in one.cores if (core.plan.category, core.plan.k) == ("changing_facts", 2)
    )
    NAME, LAST = core.plan.asked.name, core.plan.asked.answer
    own = CoreWritten(exchanges=core.exchanges, question=core.question, twin=core.twin)
    found = list(faults(own.model_copy(update=change(own)), core.plan))
    assert (fault is None and not found) or any(fault in one for one in found)


NAME = LAST = ""


def _said(own: CoreWritten, number: int, text: str) -> Exchange:
    first, *rest = own.exchanges[number].messages
    words = f"{first.text} {text}" if text else "Nothing at all."
    return Exchange(messages=(Message(speaker="user", text=words), *rest), evidence=0)


def test_a_model_is_told_what_to_quote_and_what_not_to_say(people):
    core = next(core for core in people[0].cores if core.plan.category == "abstention")
    prompt = CORE.render(CoreGiven(role="Baker", plan=core.plan))
    for message in core.plan.messages:
        for stated in message:
            assert f'"{stated.value}"' in prompt
            assert stated.label in prompt
    assert "which nobody has told" in prompt


def test_some_threads_are_led_to_and_others_begin_by_themselves(people):
    parts = [part for side in ("personal", "professional") for thread in threads(side) for part in thread.parts]
    openings = [affairs.capital(str(part.turns[0].sayings[0].nodes[0])) for part in parts]
    said = [own.text for one in people for item in one.conversations for own in item.messages[2:-2:2]]
    bare, led = ([text for text in said if any(how(text, first) for first in openings)] for how in BARE_OR_LED)
    assert min(len(bare), len(led)) > 1000


BARE_OR_LED = str.startswith, lambda text, first: text.find(first) > 0


def test_a_thread_in_which_nobody_takes_turns_is_refused():
    assert sum(len(own) for own in (threads("personal"), threads("professional"))) >= 60
    with pytest.raises(ValueError, match="do not take turns"):
        grouped(parsed("== cooking\nU: One.\nA: Two.\nU: Three.\n"), "x")
    (one,) = grouped(parsed("== cooking\nU: One.\nA: Two.\n== cooking then\nU: Three.\nA: Four.\n"), "x")
    assert (len(one), len(one.parts)) == (4, 2)


# --- leaks ---


def test_nothing_tells_evidence_from_fillers_and_a_planted_sign_does(people):
    texts = [observation(item).text for one in people for item in one.conversations][:240]
    # each text is evidence in one of three, and a filler in the others
    turns = [
        [Told(f"p{at % 6}", text, at // 6 % 3 == turn, at // 6 % 3 != turn) for at, text in enumerate(texts)]
        for turn in range(3)
    ]
    assert all(fmean(leak.value for leak in own) <= 0.6 for own in zip(*map(leaks, turns), strict=True))
    rows = turns[0]
    planted = [
        Told(one.group, one.text + " By the way, noted." * one.evidence, one.evidence, one.filler) for one in rows
    ]
    assert any(own.low is not None and own.low > 0.6 for own in leaks(planted) if own.by != "length")
    longer = [Told(one.group, one.text * (1 + one.evidence), one.evidence, one.filler) for one in rows]
    assert next(own.value for own in leaks(longer) if own.by == "length") >= 0.9


# --- releases ---


@pytest.fixture(scope="module")
def made(people, own, tmp_path_factory):
    folder = tmp_path_factory.mktemp("release")
    counts = release.write(folder, people, SIZES)
    found = quality(150, people, SIZES, own.quality)
    jsonl.write_text(folder / "quality.json", found.model_dump_json())
    release.describe(folder, release.About(counts, SIZES, 1, found, own.release), Publication())
    return folder


def test_a_release_is_sound_and_tells_what_it_has(made):
    assert verify(made) == []
    card = (made / "README.md").read_text()
    assert "462 conversations" in card
    assert "168 of 168 questions" in card
    assert "Nothing is outside its limit." in card


def test_ids_and_order_tell_nothing_of_what_is_asked(made):
    by_letter = defaultdict(list)
    for line in (made / "test.gold.jsonl").read_text().splitlines():
        gold = json.loads(line)
        assert gold["labels"]["category"] not in gold["question"]
        by_letter[gold["question"].rpartition("-")[0][-1]].append(gold["labels"]["category"])
    assert {"abstention", TWIN} <= set(by_letter["a"]) & set(by_letter["b"])


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        ("test.gold.jsonl", '"answer":"', '"answer":"not ', "test.gold.jsonl"),
        ("ledger.jsonl", '"value":"', '"value":"not ', "the facts of p001"),
        ("cores.jsonl", '"text":"', '"text":"not ', "is not what stands there"),
        ("test.episodes.jsonl", "p001-c0001", "p001-c0002", "not the history"),
    ],
)
def test_what_was_changed_is_found_though_the_manifest_fits(made, tmp_path, file, old, new, fault):
    for path in made.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    text = (tmp_path / file).read_text()
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new, 1))
    assert file in verify(tmp_path)[0]
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    manifest["files"] = release.digests(tmp_path)
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    assert any(fault in one for one in verify(tmp_path))


# --- bad input ---


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"cores": {"user_fact": (1,)}}, "no category 'user_fact' .did you mean 'user_facts'"),
        ({"cores": {"abstention": (1, 1, 1, 1)}}, "abstention with 4 pieces of evidence: it has 1 to 3"),
        ({"cores": {"changing_facts": (1,)}}, "changing_facts with 1 pieces of evidence: it has 2 to 6"),
        ({"personas": 101}, "101 personas, and there are 100 roles"),
    ],
)
def test_a_scale_that_cannot_be_is_refused(own, change, fault):
    with pytest.raises(ValidationError, match=fault):
        ScaleParams.model_validate({**own.scale.model_dump(), **change})


def test_a_history_longer_than_a_persona_has_conversations_says_what_would_fit(people):
    with pytest.raises(
        UserError, match="p001 has 77 conversations, and a history is to have 100: ask for sizes up to 77"
    ):
        list(histories(released(people[0]), held(people[0]), [30, 100]))
