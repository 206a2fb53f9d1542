import hashlib
import itertools
import os
import re
import subprocess
import sys
from collections import Counter
from datetime import date
from functools import cache, partial

import pytest

from microworlds.core.value_types import MONTHS
from microworlds.corpora.case import source_of
from microworlds.corpora.law import Written, reporter, text_of, volume
from microworlds.corpora.law.case_plan import other
from microworlds.corpora.law.compiled import PHRASES, grammar
from microworlds.corpora.law.draft import Draft
from microworlds.corpora.law.invented_names import capitals
from microworlds.corpora.law.jurisdictions import LANDS
from microworlds.corpora.law.matters import MATTERS
from microworlds.corpora.law.planner import CHARACTERS, all_rules, case_tags, issue_names, own_rules, volume_plan
from microworlds.generation.grammar import Grammar
from microworlds.quality import diversity

SEED = 5
COMMON = ("frames", "course", "reasoning", "separate", "orders")
# given with a single phrase rather than for the whole case
PHRASE_SLOTS = {
    "case", "code", "judge.sit", "would.do", "q", "np", "q1", "np1", "r", "a", "h", "why", "st", "held", "prec", "compared", "conceded", "story", "view", "fix", "found", "alleged", "stipulated", "verdict", "ord", "np.kept", "np.lost", "claimed",
    "award", "fine", "sentence", "person.last", "town", "street", "x", "year.before", "k.paper",
}  # fmt: skip
_DATE = re.compile(rf"\b({'|'.join(MONTHS)}) (\d\d?), (\d{{4}})\b|\b(\d\d?) ({'|'.join(MONTHS)}) (\d{{4}})\b")


@cache
def made(number: int):
    return volume(SEED, number)


def sample(share: int = 6):
    """A share of the cases of one volume of each jurisdiction, with what they were written from; no short orders."""
    for number in range(len(LANDS)):
        cases, plans = made(number)
        for case, written in list(zip(cases, plans, strict=True))[::share]:
            if not written.facts.order:
                yield case, written


def body(case) -> str:
    return "\n".join(opinion.text for opinion in case.casebody.opinions)


def days_named(text: str):
    for month, day, year, day_first, month_after, year_after in _DATE.findall(text):
        name = month or month_after
        yield date(int(year or year_after), MONTHS.index(name) + 1, int(day or day_first))


def test_a_volume_depends_on_seed_and_number_alone():
    cases, plans = made(2)
    assert [reporter.write_case(SEED, 2, facts)[0].casebody for facts in volume_plan(SEED, 2)[:15]] == [
        case.casebody for case in cases[:15]
    ]
    assert {one.facts.land for one in plans} == {LANDS[2]}
    assert volume_plan(SEED + 1, 2)[0].title != plans[0].facts.title


def test_another_hash_seed_gives_the_same_bytes():
    program = (
        "import hashlib; from microworlds.corpora.law import reporter; from microworlds.corpora.law.planner import volume_plan;"
        "made = [reporter.write_case(5, 3, facts)[0] for facts in volume_plan(5, 3)[:20]];"
        "print(hashlib.sha256(repr([case.casebody.model_dump() for case in made]).encode()).hexdigest())"
    )
    fixed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    found = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": fixed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    own = [case.casebody.model_dump() for case in made(3)[0][:20]]
    assert found == hashlib.sha256(repr(own).encode()).hexdigest()


def test_a_volume_written_alone_is_the_same_as_after_others_and_a_case_the_same_alone():
    _, plans = made(1)
    facts = volume_plan(SEED, 1)
    assert tuple(written.facts.key for written in plans) == tuple(one.key for one in facts)
    for place in (0, 7, len(facts) - 1):
        case, _ = reporter.write_case(SEED, 1, facts[place])
        assert text_of(case) == text_of(made(1)[0][place])


def test_a_volume_is_about_as_long_as_planned_and_its_opinions_differ_in_length():
    for number in range(4):
        lengths = sorted(len(text_of(case)) for case in made(number)[0])
        assert 0.75 * CHARACTERS < sum(lengths) < 1.25 * CHARACTERS
        assert 7_000 < lengths[len(lengths) // 2] < 20_000
        assert lengths[-1] > 13_000
    every = [len(text_of(case)) for number in range(4) for case in made(number)[0]]
    assert 0.03 < sum(length < 1_200 for length in every) / len(every) < 0.15


def test_volumes_go_round_the_jurisdictions_and_every_kind_of_matter_occurs():
    assert [made(number)[1][0].facts.land.name for number in range(len(LANDS))] == [land.name for land in LANDS]
    matters = {written.facts.matter for number in range(len(LANDS)) for written in made(number)[1]}
    assert matters == set(MATTERS)
    assert len(matters) >= 10


def test_ids_citations_and_file_names_are_never_used_twice():
    cases = [(number, case) for number in range(len(LANDS)) for case in made(number)[0]]
    assert len({case.id for _, case in cases}) == len(cases)
    assert len({(number, case.file_name) for number, case in cases}) == len(cases)
    full = Counter((number, case.name, case.docket_number) for number, case in cases)
    assert max(full.values()) == 1


def test_cases_stand_in_order_of_page_and_of_decision():
    for number in range(3):
        cases, _ = made(number)
        assert [int(case.first_page) for case in cases] == sorted(int(case.first_page) for case in cases)
        assert [case.decision_date for case in cases] == sorted(case.decision_date for case in cases)
        assert all(int(case.first_page) <= int(case.last_page) for case in cases)


def test_the_dates_of_a_plan_are_in_order():
    for _, written in sample(1):
        facts = written.facts
        days = [
            facts.incident,
            facts.filed,
            facts.ruled,
            facts.appealed,
            facts.argued or facts.submitted,
            facts.decided,
        ]
        assert None not in days
        assert days == sorted(days)
        assert days[0] < days[1] < days[2] <= days[3] < days[5]


def test_the_caption_says_what_the_plan_says():
    for case, written in sample():
        facts, head = written.facts, case.casebody.head_matter
        assert case.decision_date == facts.decided.isoformat()
        assert facts.docket in head
        assert facts.docket.rstrip(".") == (case.docket_number or "").rstrip(".")
        assert str(facts.decided.year) in head
        assert any(capitals(judge.last) in head for judge in facts.panel)
        for side in ("p", "d"):
            assert facts.party(side).caption.casefold() in head.casefold()
            assert facts.party(side).short.removeprefix("the ") in case.name_abbreviation
        for lawyers in facts.counsel:
            assert lawyers[0].person.last in head


def test_the_opinion_states_every_planned_sum_sentence_and_date():
    for case, written in sample():
        facts, text = written.facts, body(case)
        for value in (facts.sums.get("award"), facts.sentence):
            assert value is None or value in text, (facts.key, value)
        days = set(days_named(text))
        assert facts.filed in days, facts.key
        assert facts.ruled in days or facts.judge.last in text, facts.key


def test_no_date_in_an_opinion_lies_outside_the_case():
    for case, written in sample():
        facts = written.facts
        first, last = min([facts.incident, *facts.days.values()]), facts.decided
        assert all(first <= day <= last for day in days_named(body(case))), facts.key


def test_every_issue_has_its_holding_and_the_text_states_it():
    for case, written in sample():
        assert len(written.holdings) == len(written.facts.issues)
        text = body(case).casefold()
        for holding in written.holdings:
            assert holding.rstrip(".").casefold() in text


def test_nothing_is_cited_that_was_decided_later():
    for case, written in sample():
        years = [int(year) for year in re.findall(r"\(((?:1[6-9]|20)\d\d)\)", body(case))]
        assert all(year <= written.facts.decided.year for year in years)
        assert written.earliest is None or written.earliest.year == min(years)


def test_separate_opinions_are_those_that_the_plan_names():
    seen = 0
    for case, written in sample(2):
        kinds = [opinion.type for opinion in case.casebody.opinions[1:]]
        assert kinds == [separate.kind for separate in written.facts.separate]
        for opinion, separate in zip(case.casebody.opinions[1:], written.facts.separate, strict=True):
            assert separate.judge.last.casefold() in (opinion.author or "").casefold()
            seen += 1
    assert seen > 5


def test_some_members_of_earlier_volumes_are_cited():
    titles = {case.name_abbreviation for case in made(0)[0]}
    cited = sum(case.casebody.opinions[0].text.count(title) for case in made(0)[0][20:] for title in titles)
    assert cited > 3


@pytest.mark.parametrize("matter", MATTERS.values(), ids=lambda matter: matter.name)
def test_no_phrase_refers_to_a_name_that_is_nowhere_defined(matter):
    facts = next(
        written.facts
        for number in range(len(LANDS))
        for written in made(number)[1]
        if written.facts.matter == matter.name and not written.facts.order
    )
    draft = Draft(facts, reporter._pen(SEED, facts), SEED, 0)
    written = grammar(
        *COMMON, f"matters/{matter.name}", f"issues/{matter.route}", *(f"issues/{name}" for name in matter.also)
    )
    # the course of a civil case is not told with the words of a criminal one
    others = {"civil", "agency", "criminal"} - {matter.route}
    own = Grammar({name: lines for name, lines in written.rules.items() if not others & set(name.split("."))})
    days = {f"{form}.{day}" for day in matter.days for form in ("day", "month", "year")}
    known = {*draft.pen.slots, *PHRASE_SLOTS, *facts.words, *matter.money, *matter.days, *days}
    known |= {"hearing_on"} | {name.removeprefix("k.") for name in own.rules if name.startswith("k.")}
    missing = {name for name in own.undefined(known) if not re.fullmatch(r"r\.\d+\.\d+", name)}
    people = {name for name in missing if name.startswith(("n.", "w.", "x."))}
    assert {name for name in people if f"as.{name.split('.')[1]}" not in own.rules} == set()
    assert {name for name in missing - people if name.removesuffix(".the") not in own.rules} == set()


@pytest.mark.parametrize("matter", MATTERS.values(), ids=lambda matter: matter.name)
def test_every_issue_has_all_that_an_opinion_says_of_one(matter):
    """Whoever wins below and on appeal, in every time and story in which the issue may be raised."""
    rules = all_rules(matter.name)
    for land, scenario in itertools.product(LANDS, matter.scenarios):
        modes = ("board",) if matter.tribunal else ("jury", "bench", "summary")
        for mode, winner, appellant in itertools.product(modes, "pd", "pd"):
            tags = case_tags(land, matter, scenario, mode, other(appellant), appellant)
            if land.era not in scenario.eras or (matter.route == "criminal" and appellant == "p"):
                continue
            for name in itertools.chain(*issue_names(matter.name, tags)):
                own = tags | {f"{name}{winner}"}
                needed = ["np", "std", "rule", "arg.p", "arg.d", f"app.{winner}.1", f"h.{winner}", f"why.{winner}"]
                needed += [f"dis.{other(winner)}", f"case.{winner}", *(["fix"] if winner == appellant else [])]
                for rule in needed:
                    open_ = [line for line in rules[f"{name}.{rule}"] if line.admitted(own)]
                    assert open_, (name, rule, sorted(own))


def test_every_phrase_file_is_used():
    files = {path.relative_to(PHRASES).as_posix() for path in PHRASES.rglob("*.txt")}
    used = {f"{name}.txt" for name in COMMON} | {f"matters/{matter.name}.txt" for matter in MATTERS.values()}
    used |= {f"issues/{name}.txt" for matter in MATTERS.values() for name in (matter.route, *matter.also)} | {
        "thesaurus.txt",
        "syllables.txt",
        "organisations.txt",
    }
    assert files == used


def test_every_scenario_has_phrases_for_the_start_of_its_story():
    for matter in MATTERS.values():
        rules = all_rules(matter.name)
        for scenario in matter.scenarios:
            land = next(land for land in LANDS if land.era in scenario.eras)
            tags = case_tags(land, matter, scenario, "bench", "p", "d")
            for step in (1, 2, 3):
                assert any(line.admitted(tags) for line in rules[f"story.{step}"]), (matter.name, scenario.name, step)


def test_text_is_clean_of_the_marks_of_the_grammar_and_of_doubled_stops():
    for case, written in sample(2):
        text = text_of(case)
        assert not re.search(r"[<>{}|^_]|==|\]\[", text), written.facts.key
        assert not re.search(r" [,;.](?: |$)|,,|;;|(?<!\.)\.\.(?!\.)|  ", text), written.facts.key
        assert not re.search(r"\b(the|a|an|of|to|was|in) \1\b(?! [A-Z])", text), written.facts.key


def test_a_small_sample_repeats_itself_little():
    pieces: list[str] = []
    bundles: list[str] = []
    for case in made(0)[0] + made(1)[0]:
        pieces.append(text_of(case))
        if sum(map(len, pieces)) > 130_000:
            bundles.append("\n".join(pieces))
            pieces = []
    phrases = diversity.phrases(bundles[:6])
    assert diversity.repetition_within(phrases) < 0.18
    assert diversity.repetition_between(phrases) < 0.5
    assert diversity.vocabulary_growth(bundles[:6], (100_000,))[100_000] > 5_000


def test_no_testimony_or_finding_belongs_to_an_issue_that_is_not_raised():
    """What a witness says stands in the text only if its issue is decided there."""
    for _, written in sample(3):
        facts = written.facts
        raised = {issue.name for issue in facts.issues}
        rules = all_rules(facts.matter)
        assert raised <= {rule[:-2] for rule in rules if rule.endswith(".q")}
        assert len(written.holdings) == len(raised)
        for tag in facts.tags:
            if tag[-1] in "pd" and f"{tag[:-1]}.q" in rules:
                assert tag[:-1] in raised


def test_one_who_claims_and_prevails_on_appeal_prevails_on_everything_the_claim_needs():
    seen = 0
    for number in range(len(LANDS)):
        for facts in volume_plan(SEED, number):
            own = own_rules(facts.matter)
            if facts.appellant == "p" and "reversed" in facts.outcome:
                winners = {issue.winner for issue in facts.issues if f"{issue.name}.q" in own}
                assert winners == {"p"}, facts.key
                seen += 1
            assert facts.outcome != "affirmed" or {issue.winner for issue in facts.issues} == {facts.appellee}
    assert seen > 20


def test_an_opinion_states_many_facts_of_its_body_and_all_parts_of_it_hold_some():
    places: list[float] = []
    counts: list[int] = []
    for case, written in sample(4):
        text = text_of(case)
        stated = {name: values[0] for name, values in written.stated.items() if values[0] in text}
        counts.append(len(stated))
        places += [text.index(value) / len(text) for value in stated.values()]
    assert sorted(counts)[len(counts) // 2] >= 15
    tenths = Counter(int(place * 10) for place in places)
    assert all(tenths[tenth] > 0.02 * len(places) for tenth in range(9))


def test_cases_become_sources_with_caption_and_opinions_as_parts():
    as_source = partial(source_of, volume="tam-3d-41", licence="CC0-1.0", attribution="invented")
    for case, written in sample():
        source = as_source(case)
        assert isinstance(written, Written)
        assert source.kind == "opinion"
        assert source.parts[0].title == "caption"
        assert len(source.parts) == 1 + len(case.casebody.opinions)
        assert source.text.startswith(f"{case.title}, {case.citation}")
        assert (source.docket, source.citation) == (case.docket_number, case.citation)
        assert source.jurisdiction == written.facts.land.name
        assert source.court == written.facts.bench.name
        assert source.date == case.decision_date
        assert source.text[source.parts[0].start : source.parts[0].end] == case.casebody.head_matter
