"""Facts read of invented documents against the plans that the documents were written from."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache

import pytest
import yaml

from microworlds.authors.offline import OfflineAuthor
from microworlds.core import jsonl, seeds
from microworlds.core.errors import UserError
from microworlds.corpora.agreements.plan import plan as agreement_plan
from microworlds.corpora.agreements.writing import written as agreement_text
from microworlds.corpora.cap import Cap
from microworlds.corpora.case import source_of
from microworlds.corpora.extraction import agreement_facts, opinion_facts
from microworlds.corpora.law.jurisdictions import LANDS
from microworlds.corpora.law.planner import volume_plan
from microworlds.corpora.law.reporter import write_case
from microworlds.corpora.synthetic import VOLUMES_A_GROUP, Synthetic, volume_name
from microworlds.generation.ledger import Fact
from microworlds.suites.memorydoc import facts
from microworlds.suites.memorydoc.facts import FactFinder, FactsParams, without
from microworlds.suites.memorydoc.planned import check, plans
from microworlds.suites.memorydoc.planned.check import comes_later, compare, stands_alone
from microworlds.suites.memorydoc.planned.comparable import form, planned
from microworlds.suites.memorydoc.records import Document, Section
from microworlds.suites.memorydoc.world import DocumentFacts, FactCheck
from tests.closure import ROOT

SEED, LEAST = 23, 0.995
CORPUS = Synthetic(genre="law_reports", seed=SEED)


def shares(counts):
    return {name: counts["right"][name] / counts["checked"][name] for name in counts["checked"]}


def by_attribute(facts):
    values = {}
    for fact in facts:
        values.setdefault(fact.attribute, []).append(fact.value)
    return values


def test_what_is_read_of_invented_opinions_is_what_was_planned():
    counts = defaultdict(Counter)
    for number in range(len(LANDS)):
        for case in volume_plan(SEED, number)[2::26]:
            if not case.order:
                record, written = write_case(SEED, number, case)
                source = source_of(record, volume="v", licence="CC0-1.0", attribution="")
                found = by_attribute(opinion_facts.facts(source.text, source.parts))
                compare(plans.of_opinion(case, written), found, counts)
    assert counts["checked"]["outcome"] > 12
    assert counts["checked"]["fine"]
    assert counts["checked"]["judge_below"]
    assert {name: share for name, share in shares(counts).items() if share < LEAST} == {}
    for name in ("outcome", "court", "docket", "argued_on"):
        assert counts["found"][name] / counts["planned"][name] > 0.85, name


def test_what_is_read_of_invented_agreements_is_what_was_planned():
    counts = defaultdict(Counter)
    for index in range(20):  # not every sentence that states a royalty is read
        made = agreement_plan(SEED, 1, index)
        text, _ = agreement_text(made, 40_000, seeds.generator("planned", index))
        compare(plans.of_agreement(made), by_attribute(agreement_facts.facts(text)), counts)
    assert counts["checked"]["signed_on"]
    assert counts["checked"]["cure_period"]
    assert counts["checked"]["royalty"]
    assert {name: share for name, share in shares(counts).items() if share < LEAST} == {}


@cache
def document():
    """A document of four invented opinions, and what is read of it."""
    number, sections, text = 5, [], ""
    for place, case in enumerate([case for case in volume_plan(SEED, number) if not case.order][:4], start=1):
        source = source_of(write_case(SEED, number, case)[0], volume="v", licence="CC0-1.0", attribution="")
        start, end = len(text), len(text) + len(source.text)
        parts = tuple(part.model_copy(update={"start": start + part.start, "end": start + part.end})
                      for part in source.parts)  # fmt: skip
        named = {"title": source.title, "docket": source.docket, "date": source.date}
        sections.append(Section(id=f"d-s{place:02d}", start=start, end=end, parts=parts, **named))
        text += source.text + "\n\n"
    made = Document(
        id="d", title="Some opinions", kind="opinion", jurisdiction="x", volume=volume_name(number),
        group=number // VOLUMES_A_GROUP, licence="CC0-1.0", attribution="", tokens=25_000, text=text,
        sections=tuple(sections),
    )  # fmt: skip
    finder = FactFinder(FactsParams(subject="opinion"), OfflineAuthor(SEED))
    return made, finder.own_facts(made)[-1]


def with_fact(own_facts, attribute, value):
    first = own_facts.facts[0]
    planted = Fact(id="d-s01-f99", subject=first.subject, attribute=attribute, value=value, source=first.source)
    kept = tuple(fact for fact in own_facts.facts if (fact.subject, fact.attribute) != (first.subject, attribute))
    return own_facts.model_copy(update={"facts": (*kept, planted)})


def test_the_facts_of_a_document_are_borne_out_by_the_plans_of_its_volume():
    made, own_facts = document()
    found, contradicted, _ = check.checked([made], [own_facts], CORPUS)
    assert (found.left_out, contradicted) == (0, frozenset())
    assert found.precision == 1.0
    assert found.kinds["outcome"].checked == found.kinds["outcome"].right == len(made.sections)
    assert found.kinds["docket"].recall == 1.0


@pytest.mark.parametrize(
    ("attribute", "value"),
    [("outcome", "granted"), ("fine", "$3"), ("judge_below", "Norr Milling"), ("decided_on", "May 1, 1999")],
)
def test_a_wrong_fact_lowers_the_precision_of_its_kind_and_is_left_out_by_itself(attribute, value):
    made, own_facts = document()
    wrong = with_fact(own_facts, attribute, value)
    found, contradicted, _ = check.checked([made], [wrong], CORPUS)
    assert contradicted == {"d-s01-f99"}
    kind = found.kinds[attribute]
    assert (kind.right, kind.left_out) == (kind.checked - 1, 1)
    assert without(wrong, contradicted, check.Ordered()).facts == wrong.facts[:-1]


def test_values_beside_one_that_the_plan_contradicts_are_left_out_too():
    made, own_facts = document()
    planted = own_facts.facts[0].model_copy(update={"id": "d-s01-f99", "attribute": "panel", "value": "Norr Milling"})
    wrong = own_facts.model_copy(update={"facts": (*own_facts.facts, planted)})
    beside = {fact.id for fact in wrong.facts if (fact.subject, fact.attribute) == (planted.subject, "panel")}
    found, contradicted, _ = check.checked([made], [wrong], CORPUS)
    assert contradicted == beside
    assert len(beside) > 1
    assert (found.kinds["panel"].checked - found.kinds["panel"].right, found.left_out) == (1, len(beside))


def test_a_kind_that_plans_do_not_speak_of_is_counted_and_not_called_right():
    made, own_facts = document()
    kind = check.checked([made], [with_fact(own_facts, "standard", "de novo")], CORPUS)[0].kinds["standard"]
    assert (kind.checked, kind.right, kind.precision, kind.left_out) == (0, 0, None, 0)
    assert kind.extracted >= 1


def test_nothing_is_said_of_the_facts_of_real_texts():
    made, own_facts = document()
    real = Cap(volumes=("a3d",))
    found, contradicted, _ = check.checked([made], [with_fact(own_facts, "fine", "$3")], real)
    assert found.note == "not checked: real texts"
    assert found.precision is None
    assert not contradicted
    assert found.kinds["outcome"].extracted == len(made.sections)


def staged(folder, documents, monkeypatch):
    """The facts that the stage writes of some documents, and the check beside them."""
    jsonl.write(folder / "documents" / "x.jsonl", documents)
    tree = yaml.safe_load((ROOT / "params.yaml").read_text())
    tree["corpus"]["seed"] = SEED
    (folder / "params.yaml").write_text(yaml.safe_dump(tree))
    monkeypatch.chdir(folder)
    monkeypatch.setattr("sys.argv", ["facts", "documents", "facts.jsonl", "facts.check.json"])
    facts.main()
    found = {own.document: own.facts for own in jsonl.read(folder / "facts.jsonl", DocumentFacts)}
    return found, FactCheck.model_validate_json((folder / "facts.check.json").read_bytes())


def with_another_outcome(made):
    """The document, whose first opinion ends as its plan does not have it, and the facts of the plan."""
    _, own_facts = document()
    value = next(fact.value for fact in own_facts.facts if fact.attribute == "outcome")
    other = "vacated" if value != "vacated" else "affirmed"
    section = made.sections[0]
    text = made.text[: section.start] + made.text[section.start : section.end].replace(value, other.ljust(len(value)))
    return made.model_copy(update={"text": text + made.text[section.end :]})


def test_the_stage_leaves_out_a_fact_that_its_plan_does_not_bear_out(tmp_path, monkeypatch, capsys):
    made, own_facts = document()
    found, against = staged(tmp_path, [with_another_outcome(made)], monkeypatch)
    assert "facts: outcome: 3 of 4 are as planned, 1 are left out" in capsys.readouterr().out
    ended = {fact.subject for fact in found["d"] if fact.attribute == "outcome"}
    assert ended == {section.id for section in made.sections[1:]}
    assert {fact.attribute for fact in found["d"]} == {fact.attribute for fact in own_facts.facts}
    assert against.kinds["outcome"].precision == 0.75


def test_what_is_kept_of_a_document_does_not_depend_on_the_others(tmp_path, monkeypatch):
    made, _ = document()
    sections = tuple(own.model_copy(update={"id": own.id.replace("d", "e")}) for own in made.sections)
    other = with_another_outcome(made).model_copy(update={"id": "e", "sections": sections})
    found = {}
    for name, documents in {"both": [made, other], "one": [made], "other": [other]}.items():
        (tmp_path / name).mkdir()
        found[name], _ = staged(tmp_path / name, documents, monkeypatch)
    assert found["both"] == found["one"] | found["other"]
    assert len(found["other"]["e"]) < len(found["one"]["d"])


def test_documents_that_the_corpus_did_not_invent_are_refused():
    made, own_facts = document()
    with pytest.raises(UserError, match="is not what the corpus of"):
        check.checked([made], [own_facts], Synthetic(genre="law_reports", seed=SEED + 1))
    agreement = Synthetic(genre="agreements", seed=SEED)
    with pytest.raises(UserError, match="is not what the corpus of"):
        check.checked([made], [own_facts], agreement)


@pytest.mark.parametrize(
    ("attribute", "one", "other", "same"),
    [
        ("award", "$1.5 million", "$1,500,000", True),
        ("award", "$1,500", "$1,500,000", False),
        ("decided_on", "the 4th day of May, 1901", "May 4, 1901", True),
        ("payment_period", "30 days", "thirty (30) days", True),
        ("payment_period", "30 days", "30 business days", False),
        ("court", "THE COURT OF APPEAL, DUNMORE", "Court of Appeal, Dunmore", True),
        ("court", "Court of Appeal", "Court of Appeal of Dunmore", False),
        ("outcome", "reverse the order and remand", "reversed and remanded", True),
        ("outcome", "reversed", "reversed and remanded", False),
        ("docket", "Appeal No. 7/1970", "No. 7/1970", True),
        ("royalty", "eleven percent (11%)", "11%", True),
        ("royalty", "11.5%", "11%", False),
        ("verdict", "for Orrin in the amount of $41", "for Orrin in the amount of $41,250", False),
    ],
)
def test_values_are_the_same_whole_or_not_at_all(attribute, one, other, same):
    assert (form(attribute, one) == form(attribute, other)) is same


def test_what_comes_later_in_a_text_than_another_of_its_kind_or_stands_alone_is_known():
    plan = {"holding": planned("holding", ["the first", "the second"], certain=False),
            "docket": planned("docket", ["No. 1"], certain=True),
            "relied_on": planned("relied_on", ["A v. B", "C v. D"], certain=False)}  # fmt: skip
    assert [comes_later("holding", value, plan) for value in ("the first", "the second")] == [False, True]
    alone = {"holding": planned("holding", ["the only one"], certain=False), "docket": plan["docket"]}
    assert [stands_alone(name, each) for each in (plan, alone) for name in ("holding", "docket", "reason")] == [
        False, False, False, True, False, False
    ]  # fmt: skip
    # one of a kind, of no known order, and of no plan
    assert not any(comes_later(*own, plan) for own in (("docket", "No. 2"), ("relied_on", "C v. D"), ("reason", "x")))


def test_a_later_fact_and_one_that_stands_alone_stay_and_are_told():
    _, own_facts = document()
    ordered = check.Ordered(
        later={own.id for own in own_facts.facts[:2]}, alone={own.id for own in own_facts.facts[2:3]}
    )
    left = frozenset((own_facts.facts[0].id,))
    kept = without(own_facts, left, ordered)
    assert kept.facts == own_facts.facts[1:]
    assert kept.later == (own_facts.facts[1].id,)
    assert kept.alone == (own_facts.facts[2].id,)
    assert not {"later", "alone"} & without(own_facts, left, check.Ordered()).model_dump().keys()
