"""Every fact read of invented documents against their plans: those that are contradicted, and counts both ways.

Whether a fact is contradicted depends on its text and its plan alone, not on what else was read; the counts are of all
that was read.

It stands outside the writers of the documents and the readers of facts: it knows both, and neither knows it. Real
texts have no plan, and nothing is said of them here (benchmarks/audit.py draws a sheet for people to judge).

Source: docs/decisions/0007-facts-against-plans.md.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

from microworlds.core import params
from microworlds.core.errors import UserError
from microworlds.core.parallel import ordered_map
from microworlds.corpora.agreements.plan import BATCH
from microworlds.corpora.agreements.plan import plan as agreement_plan
from microworlds.corpora.attributes import OPINION
from microworlds.corpora.law.planner import volume_plan
from microworlds.corpora.law.reporter import written
from microworlds.corpora.synthetic import VOLUMES_A_GROUP, Synthetic, volume_name
from microworlds.suites.memorydoc.planned import plans
from microworlds.suites.memorydoc.planned.comparable import SEVERAL, Plan, form, same
from microworlds.suites.memorydoc.records import Document
from microworlds.suites.memorydoc.world import DocumentFacts, FactCheck, FactKind

# facts of each kind, by what was counted of them
Counts: TypeAlias = defaultdict[str, Counter[str]]


@dataclass
class Ordered:
    """Ids of facts of kinds of which a text may state several: those after another of their kind, and the only ones.

    ``points`` are those that are the only ones on a point, with the words in which their text speaks of it.
    """

    later: set[str] = field(default_factory=set)
    alone: set[str] = field(default_factory=set)
    points: dict[str, tuple[str, ...]] = field(default_factory=dict)


def checked(
    documents: Iterable[Document], document_facts: Sequence[DocumentFacts], corpus: Any
) -> tuple[FactCheck, frozenset[str], Ordered]:
    """The facts of all documents against their plans, if ``corpus`` invented them; and the ids of those to leave out.

    Where an attribute has several values and one is contradicted, all are left out: whether the rest is whole is not
    known. Last are those that are right of the kinds of which a text may state several.
    """
    stated = {own_facts.document: own_facts for own_facts in document_facts}
    total: Counts = defaultdict(Counter)
    if not isinstance(corpus, Synthetic):
        total["extracted"].update(fact.attribute for own_facts in document_facts for fact in own_facts.facts)
        return _result(total, "not checked: real texts"), frozenset(), Ordered()
    volumes: dict[str, list[tuple[Document, DocumentFacts]]] = defaultdict(list)
    for document in documents:
        if document.id in stated:
            bare = document.model_copy(update={"text": "-"})  # plans are found by title, date and docket
            volumes[document.volume].append((bare, stated[document.id]))
    seed = params.seed() if corpus.seed is None else corpus.seed
    count = partial(_counted, seed, corpus.genre)
    left_out: set[str] = set()
    ordered = Ordered()
    for counts, contradicted, own_ordered in ordered_map(count, list(volumes.values()), label="facts against plans"):
        left_out |= contradicted
        ordered.later |= own_ordered.later
        ordered.alone |= own_ordered.alone
        ordered.points |= own_ordered.points
        for name, own in counts.items():
            total[name].update(own)
    return _result(total, "every fact that the plans can speak of"), frozenset(left_out), ordered


def _result(total: Counts, note: str) -> FactCheck:
    names = sorted(total["extracted"] | total["planned"])
    return FactCheck(note=note, kinds={name: _kind(total, name) for name in names})


def _kind(total: Counts, name: str) -> FactKind:
    counts = {key: total[key][name] for key in ("extracted", "checked", "right", "planned", "found", "left_out")}
    precision = round(counts["right"] / counts["checked"], 4) if counts["checked"] else None
    recall = round(counts["found"] / counts["planned"], 4) if counts["planned"] else None
    return FactKind(**counts, precision=precision, recall=recall)


def _counted(
    seed: int, genre: str, volume: Sequence[tuple[Document, DocumentFacts]]
) -> tuple[Counts, set[str], Ordered]:
    """Counts of the facts of one volume's documents, the ids of those to leave out, and those of several."""
    planned = dict(_agreements(seed, volume) if genre == "agreements" else _opinions(seed, volume))
    counts: Counts = defaultdict(Counter)
    left_out: set[str] = set()
    ordered = Ordered()
    for _, own_facts in volume:
        facts: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        for fact in own_facts.facts:
            facts[fact.subject][fact.attribute].append(fact.value)
        wrong = {target.id: compare(planned[target.id], facts[target.id], counts) for target in own_facts.targets}
        left_out |= {fact.id for fact in own_facts.facts if fact.attribute in wrong[fact.subject]}
        right = [fact for fact in own_facts.facts if fact.id not in left_out]
        ordered.later |= {own.id for own in right if comes_later(own.attribute, own.value, planned[own.subject])}
        ordered.alone |= {own.id for own in right if stands_alone(own.attribute, planned[own.subject])}
        on = ((own.id, point_of(own.attribute, own.value, planned[own.subject])) for own in right)
        ordered.points |= {name: words for name, words in on if words}
    return counts, left_out, ordered


def compare(plan: Plan, facts: Mapping[str, Sequence[str]], counts: Counts) -> set[str]:
    """Count what was read of one text, ``facts`` by attribute, against its plan; attributes with a wrong value."""
    wrong = set()
    for attribute, values in facts.items():
        counts["extracted"][attribute] += len(values)
        own = plan.get(attribute)
        if own is None:
            continue
        forms = [form(attribute, value) for value in values]
        counts["checked"][attribute] += len(values)
        right = sum(any(same(attribute, each, thing) for thing in own.things) for each in forms)
        counts["right"][attribute] += right
        if right < len(values):
            wrong.add(attribute)
            counts["left_out"][attribute] += len(values)
    for attribute, own in plan.items():
        if own.certain and own.things:
            forms = [form(attribute, value) for value in facts.get(attribute, ())]
            met = sum(any(same(attribute, each, thing) for each in forms) for thing in own.things)
            counts["planned"][attribute] += len(own.things) if attribute in SEVERAL else 1
            counts["found"][attribute] += met if attribute in SEVERAL else min(met, 1)
    return wrong


def comes_later(attribute: str, value: str, plan: Plan) -> bool:
    """Whether a plan has another value before this one, of a kind of which the first counts."""
    own = plan.get(attribute)
    known = OPINION.get(attribute)
    if own is None or not own.things or known is None or not known.first or attribute in plans.UNORDERED:
        return False
    return not same(attribute, form(attribute, value), own.things[0])


def stands_alone(attribute: str, plan: Plan) -> bool:
    """True if a plan has one value and no more of a kind of which a text may state several."""
    own, known = plan.get(attribute), OPINION.get(attribute)
    return own is not None and known is not None and known.first and len(set(own.things)) == 1


def point_of(attribute: str, value: str, plan: Plan) -> tuple[str, ...]:
    """The point on which a plan has this value and no other of a kind of which a text may state several, if on one."""
    own, known = plan.get(attribute), OPINION.get(attribute)
    if own is None or known is None or not known.first:
        return ()
    read = form(attribute, value)
    on = {words for one, words in own.points if same(attribute, read, one)}
    words = on.pop() if len(on) == 1 else ()
    return words if len({one for one, others in own.points if others == words}) == 1 else ()


def _opinions(seed: int, volume: Sequence[tuple[Document, DocumentFacts]]) -> Iterator[tuple[str, Plan]]:
    """The plan of each opinion, found by title, docket and day."""
    group, name = volume[0][0].group, volume[0][0].volume
    numbers = range(group * VOLUMES_A_GROUP, (group + 1) * VOLUMES_A_GROUP)
    number = next((number for number in numbers if volume_name(number) == name), numbers[0])
    cases = {(case.title, case.docket, case.decided.isoformat()): case for case in volume_plan(seed, number)}
    for document, own_facts in volume:
        sections = {section.id: section for section in document.sections}
        deep = {fact.subject for fact in own_facts.facts if fact.attribute in plans.IN_WRITING}
        for target in own_facts.targets:
            section = sections[target.id]
            case = cases.get((section.title, str(section.docket), str(section.date)))
            if case is None:
                raise _foreign(document)
            yield (
                target.id,
                plans.of_opinion(case, written(seed, number, case) if target.id in deep else None),
            )


def _agreements(seed: int, volume: Sequence[tuple[Document, DocumentFacts]]) -> Iterator[tuple[str, Plan]]:
    """The plan of each agreement, found by its title and day."""
    group = volume[0][0].group
    made = [agreement_plan(seed, group, index) for index in range(BATCH)]
    titles = {(f"{one.title} between {one.parties[0].short} and {one.parties[1].short}", one.dated.isoformat()): one
              for one in made}  # fmt: skip
    for document, own_facts in volume:
        own = titles.get((document.title, str(document.sections[0].date)))
        if own is None:
            raise _foreign(document)
        plan = plans.of_agreement(own)
        for target in own_facts.targets:
            yield target.id, plan


def _foreign(document: Document) -> UserError:
    return UserError(
        f"{document.id} ({document.title}) is not what the corpus of params.yaml invents, so its facts have no plan: "
        "make the documents again with `dvc repro memorydoc-documents`."
    )
