"""Scenarios, conversations and questions of small invented worlds."""

import re
from collections import Counter
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
import scipy.stats

from microworlds.core import plugins, seeds
from microworlds.core.errors import ItemError
from microworlds.corpora.attributes import AGREEMENT, OPINION
from microworlds.generation.exchanges.dialogues import Turn, dialogues
from microworlds.generation.grammar import Grammar
from microworlds.generation.ledger import Ledger, faults
from microworlds.suites.memorydoc import conversations, offline
from microworlds.suites.memorydoc.categories import temporal
from microworlds.suites.memorydoc.categories.adversarial import CUES
from microworlds.suites.memorydoc.categories.base import HEAD, UNASKED, is_said, through
from microworlds.suites.memorydoc.faulty_pairs import FAULTS, Seeder
from microworlds.suites.memorydoc.question_properties import form_of, places
from microworlds.suites.memorydoc.question_selection import Chosen, shuffled, source_quotas
from microworlds.suites.memorydoc.scenarios import ScenarioMaker, check_events
from microworlds.suites.memorydoc.view import WORK_KINDS, View
from microworlds.suites.memorydoc.world import CATEGORIES
from tests import worlds

NUMBERS = range(4)
EVERY = pytest.mark.parametrize("number", NUMBERS)


@EVERY
def test_events_are_a_graph_in_time_over_half_a_year_and_refer_to_every_document(number):
    scenario = worlds.bundle(number).scenario
    graph = nx.DiGraph((cause, event.id) for event in scenario.events for cause in event.depends_on)
    assert nx.is_directed_acyclic_graph(graph)
    assert 5 <= len(scenario.events) <= 10
    times = {event.id: event.time for event in scenario.events}
    assert (max(times.values()) - min(times.values())).days >= 180
    assert all(times[cause] < event.time for event in scenario.events for cause in event.depends_on)
    assert {name for event in scenario.events for name in event.documents} == set(scenario.documents)


@EVERY
def test_five_sessions_lie_on_the_first_the_last_and_other_events_in_order(number):
    own = worlds.bundle(number)
    by_time = sorted(own.scenario.events, key=lambda event: event.time)
    anchors = [session.event for session in own.conversations.sessions]
    assert len(anchors) == 5
    assert (anchors[0], anchors[-1]) == (by_time[0].id, by_time[-1].id)
    assert anchors == [event.id for event in by_time if event.id in anchors]
    assert all(6 <= len(session.utterances) <= 16 for session in own.conversations.sessions)
    assert sum(conversations.cites(plan) for plan in own.scenario.plans) >= 2


@EVERY
def test_every_claim_is_said_in_the_utterance_that_the_ledger_names(number):
    own = worlds.bundle(number)
    targets = {target.id for own_facts in own.document_facts for target in own_facts.targets}
    for session in own.conversations.sessions:
        seen = session.observation()
        for fact in session.facts:
            line = seen.passage(fact.source).said
            words_of_mine = fact.value in line or fact.value.removeprefix("the ") in line
            assert words_of_mine or fact.value in targets or fact.value.startswith(f"w{number:03d}-")


@EVERY
def test_nothing_changes_before_it_is_settled(number):
    spoken = [fact for session in worlds.bundle(number).conversations.sessions for fact in session.facts]
    said = {fact.id: (fact.valid_from, fact.source.start) for fact in spoken}
    assert [fact.id for fact in spoken if fact.supersedes and said[fact.supersedes] > said[fact.id]] == []


@EVERY
def test_twenty_questions_are_proven_four_of_each_category(number):
    own = worlds.judged(number)
    ledger = Ledger(own.bundle.facts)
    assert Counter(pair.category for pair in own.questions.pairs) == dict.fromkeys(CATEGORIES, 4)
    assert sum(pair.source == "hybrid" for pair in own.questions.pairs) >= 6
    assert len({pair.question for pair in own.questions.pairs}) == 20
    for pair in own.questions.pairs:
        assert (pair.category == "adversarial") == (pair.adversarial_type is not None)
        if pair.query is not None:
            assert faults(ledger, pair.query, pair.answer) == []
        if pair.answer_form == "span":
            assert any(pair.answer in read.said for piece in pair.evidence for read in View(own.bundle).cited(piece))


@EVERY
def test_ids_are_places_from_01_to_20_and_do_not_follow_the_categories(number):
    pairs = worlds.judged(number).questions.pairs
    assert [pair.id for pair in pairs] == [f"w{number:03d}-q{place:02d}" for place in range(1, 21)]
    categories = [pair.category for pair in pairs]
    assert categories != sorted(categories, key=CATEGORIES.index)
    assert {pair.category for pair in pairs[-4:]} != {"adversarial"}


def test_the_place_of_a_question_tells_nothing_of_its_category_over_many_worlds():
    proposals = [category for category in CATEGORIES for _ in range(4)]
    orders = [shuffled(proposals, worlds.SEED, number) for number in range(400)]
    assert all(Counter(order) == Counter(proposals) for order in orders)
    n, own = 400 * 20, 400 * 4
    error = ((n + 1) / (12 * own * (n - own))) ** 0.5  # of an AUC where there is nothing to tell
    for category in CATEGORIES:  # adversarial or not is answerable or not
        ranks = scipy.stats.rankdata([place for order in orders for place in range(len(order))])
        there = np.array([one == category for order in orders for one in order])
        auc = (ranks[there].sum() - own * (own + 1) / 2) / (own * (n - own))
        assert abs(auc - 0.5) < 3 * error
    # nor does any single place
    first = [Counter(order[place] for order in orders).most_common(1)[0][1] for place in range(20)]
    assert max(first) < 400 * 0.2 + 4 * (400 * 0.2 * 0.8) ** 0.5


def test_the_order_of_a_worlds_questions_depends_on_the_seed_and_its_number_alone():
    proposals = list(range(20))
    assert shuffled(proposals, 1, 7) == shuffled(proposals, 1, 7)
    assert len({tuple(shuffled(proposals, seed, number)) for seed in (1, 2) for number in (7, 8)}) == 4


@EVERY
def test_hybrid_questions_name_no_document_and_no_answer_stands_in_the_conversations(number):
    own = worlds.judged(number)
    view = View(own.bundle)
    for pair in own.questions.pairs:
        if pair.source != "hybrid":
            continue
        named = [view.targets[target].title.split(" v. ")[0] for target in pair.targets]
        assert not [name for name in named if name in pair.question]
        if pair.answer_form == "span":
            assert not is_said(view, pair.answer)
            assert not re.search(rf"(?<!\w){re.escape(pair.answer.lower())}(?!\w)", pair.question.lower())


@EVERY
def test_unanswerable_questions_ask_what_the_text_does_not_state(number):
    own = worlds.judged(number)
    view = View(own.bundle)
    for pair in own.questions.pairs:
        if pair.form == "absent":
            near = pair.evidence[-1]
            asked = {fact.attribute for fact in view.ledger.facts if fact.source == near.span} & set(CUES)
            stated = {fact.attribute for fact in view.ledger.facts if fact.subject == pair.targets[0]}
            # the near miss is a fact of the kind that is asked for: some such kind the text never speaks of
            unspoken = [a for a in asked - stated if not any(cue in view.about[pair.targets[0]] for cue in CUES[a])]
            assert unspoken, pair.question


def test_what_has_no_answer_is_put_as_what_has_one():
    """Each is worded by phrases by which an answerable question of the same source in its world is worded."""
    alike = []
    for number in NUMBERS:
        chosen = Chosen(View(worlds.judged(number).bundle), worlds.questions_params(), worlds.SEED).items
        answerable = {(own.source, form_of(own)) for own in chosen if own.adversarial_type is None}
        alike += [(own.source, form_of(own)) in answerable for own in chosen if own.adversarial_type]
    assert sum(alike) >= 0.9 * len(alike)


def test_where_answers_stand_in_heads_alone_the_conversations_are_asked_instead():
    """As many questions of each source and category, and fewer pieces of evidence in heads."""
    heads, kept = [0, 0], []
    for number in NUMBERS:
        view = View(worlds.judged(number).bundle)
        for spared in (False, True):
            params = worlds.questions_params().model_copy(update={"spare_heads": spared})
            chosen = Chosen(view, params, worlds.SEED).items
            facts = [view.ledger.by_id[name] for own in chosen for name in own.evidence]
            told = [fact for fact in facts if fact.subject in view.targets]
            heads[spared] += sum(fact.source.start - view.targets[fact.subject].start < HEAD for fact in told)
            kept.append((Counter(own.source for own in chosen), Counter(own.category for own in chosen)))
    assert heads[True] < heads[False]
    assert kept[::2] == kept[1::2]


def test_a_hybrid_question_whose_documents_are_cited_in_heads_alone_is_open_to_who_reads_these():
    seen = set()
    for view in (View(worlds.bundle(number)) for number in NUMBERS):
        for own in Chosen(view, worlds.questions_params(), worlds.SEED).items:
            facts = [view.ledger.by_id[name] for name in own.evidence]
            cited = [fact for fact in facts if fact.subject in view.targets]
            heads = [fact.source.start - view.targets[fact.subject].start < HEAD for fact in cited]
            in_heads = bool(heads) and all(heads)
            assert (("open", "") in places(view, own)) == (own.source == "hybrid" and in_heads)
            seen.add((own.source, in_heads))
    assert seen >= {("hybrid", True), ("hybrid", False), ("doc_only", True)}


def test_a_world_does_not_depend_on_the_others_or_on_when_it_is_made():
    again = ScenarioMaker(worlds.domain(), worlds.SCENARIOS, worlds.AUTHOR, worlds.SEED).scenario(worlds.outline(2))
    assert again[-1] == worlds.bundle(2).scenario


def _fixed(turn: Turn) -> list[str]:
    """Runs of four or more words of a turn that are the same each time it is spoken."""
    texts = [node for saying in turn.sayings for node in saying.nodes if isinstance(node, str)]
    return [run.strip() for text in texts for run in re.split(r"[.?!:;,]", text) if run.strip().count(" ") >= 4]


def test_held_out_phrases_are_spoken_in_the_test_split_alone():
    in_test, elsewhere = (15, 21), (1, 2)
    splits = [worlds.bundle(number).scenario.split for number in (*in_test, *elsewhere)]
    assert splits == ["test", "test", "train", "val"]
    held, others = (
        [line for own in dialogues() if own.held is kept for turn in own.turns for line in _fixed(turn)]
        for kept in (True, False)
    )
    markers = [run for run in held if not any(run in other for other in others)]
    assert len(markers) > 100
    spoken = {
        number: "\n".join(session.observation().text for session in worlds.bundle(number).conversations.sessions)
        for number in (*in_test, *elsewhere)
    }
    assert not [marker for marker in markers for number in elsewhere if marker in spoken[number]]
    assert len([marker for marker in markers for number in in_test if marker in spoken[number]]) >= 3


def test_sources_are_shared_out_as_configured_over_many_worlds():
    counts = Counter()
    for number in range(50):
        for own in source_quotas(worlds.questions_params(), worlds.SEED, number).values():
            counts.update(own)
    assert counts.total() == 1000
    assert counts["hybrid"] == pytest.approx(750, abs=5)
    assert counts["doc_only"] == pytest.approx(113, abs=5)


def test_every_attribute_that_can_be_asked_has_phrases():
    rules = Grammar.load(Path(offline.__file__).parent / "phrases" / "questions.txt").rules
    missing = [f"ask.{name}" for name in {**OPINION, **AGREEMENT} if name not in UNASKED]
    missing += [f"work.{name}" for name in WORK_KINDS]
    assert sorted(rule for rule in missing if rule not in rules and rule != "ask.panel") == []


def test_categories_are_found_by_their_files():
    found = plugins.names("microworlds.suites.memorydoc.categories", "CATEGORY")
    assert set(found) == set(CATEGORIES)


def test_faulty_pairs_differ_from_true_ones_where_their_fault_says():
    own = worlds.judged(1)
    view = View(own.bundle)
    rng = seeds.generator("faults")
    faulty = {pair.id.rsplit("-", 1)[1]: pair for pair in Seeder(view, worlds.AUTHOR, rng).faulty(own.questions.pairs)}
    assert set(faulty) <= set(FAULTS)
    assert {"wrong_section", "gold_not_in_evidence"} <= set(faulty)
    wrong = faulty["gold_not_in_evidence"]
    assert not any(wrong.answer in piece.text for piece in wrong.evidence)


def test_a_cycle_of_events_is_refused():
    scenario = worlds.bundle(0).scenario
    first, *rest = scenario.events
    looped = (first.model_copy(update={"depends_on": (rest[-1].id,)}), *rest)
    with pytest.raises(ItemError, match="cycle"):
        check_events(looped, scenario.personas, scenario.documents, 6)


def test_a_session_that_leaves_a_beat_out_is_refused():
    own = worlds.bundle(0)
    plan = own.scenario.plans[0]
    session = own.conversations.sessions[0]
    from microworlds.suites.memorydoc.tasks.session import SessionWritten, UtteranceWritten

    turns = [UtteranceWritten(speaker=t.speaker, text=t.text, beats=t.beats) for t in session.utterances]
    conversations.check(SessionWritten(utterances=tuple(turns)), plan, worlds.CONVERSATIONS)
    silent = [turn.model_copy(update={"beats": ()}) for turn in turns]
    with pytest.raises(ItemError, match="beats are not all there"):
        conversations.check(SessionWritten(utterances=tuple(silent)), plan, worlds.CONVERSATIONS)
    said = next(beat.id for beat in plan.beats if beat.says)
    unsaid = [turn.model_copy(update={"text": "Nothing."} if said in turn.beats else {}) for turn in turns]
    with pytest.raises(ItemError, match="does not say"):
        conversations.check(SessionWritten(utterances=tuple(unsaid)), plan, worlds.CONVERSATIONS)


@EVERY
def test_nothing_is_settled_or_changed_after_the_day_that_was_set_for_it(number):
    for plans in (worlds.bundle(number).scenario.plans,):
        moments = {claim.id: plan.time for plan in plans for beat in plan.beats for claim in beat.claims}
        claims = [claim for plan in plans for beat in plan.beats for claim in beat.claims if "/" in claim.subject]
        superseded = {claim.supersedes for claim in claims}
        for day in (claim for claim in claims if claim.attribute in ("due_on", "held_on")):
            if day.id not in superseded:
                said = [moments[claim.id].date().isoformat() for claim in claims if claim.subject == day.subject]
                assert day.meaning > max(said)


def test_what_speakers_know_of_a_text_is_not_asked_through_the_conversation():
    bundle = worlds.bundle(0)
    found = [own for own in View(bundle).references if own.described.how == "purpose"]
    reference = next(own for own in found if {"author", "fine"} <= through(View(bundle), own).terms.keys())
    known = View(bundle).known(reference.target)

    def told(beat):
        meant = any(claim.value == reference.target for claim in beat.claims)
        return beat.model_copy(update={"slots": {**beat.slots, "gist": known["fine"].value}}) if meant else beat

    plans = tuple(
        plan.model_copy(
            update={
                "exchanges": tuple(
                    own.model_copy(update={"beats": tuple(map(told, own.beats))}) for own in plan.exchanges
                )
            }
        )
        for plan in bundle.scenario.plans
    )
    view = View(bundle.model_copy(update={"scenario": bundle.scenario.model_copy(update={"plans": plans})}))
    assert view.told == {(reference.target, "fine")}
    assert through(view, reference).terms.keys() == through(View(bundle), reference).terms.keys() - {"fine"}


@pytest.mark.parametrize(
    ("first", "second", "unit", "is_round"),
    [
        ("March 1, 2020", "June 20, 2020", "days", True),
        ("March 1, 2020", "May 4, 2021", "months", True),
        ("March 1, 2020", "May 20, 2021", "months", False),
        ("January 31, 2020", "February 1, 2021", "months", True),  # twelve months and a day
        ("May 18, 2021", "March 20, 2020", "months", False),  # fourteen but for two days
        ("March 1, 2010", "May 4, 2015", "years", True),
        ("March 1, 2010", "August 4, 2015", "years", False),
    ],
)
def test_months_and_years_are_asked_for_where_nobody_asks_how_they_are_counted(first, second, unit, is_round):
    assert temporal.unit_for(first, second) == unit
    assert temporal.is_round(first, second) is is_round
