"""Stage scenarios: documents allotted to worlds, personas, event graph, and the plan of the conversations.

Source: MemoryDocDataSet 3.2, 4.3, 4.7 (document isolation), Appendix A, stages 2 and 6.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from itertools import chain
from typing import Literal

from pydantic import Field, model_validator

from microworlds.authors.base import Author
from microworlds.authors.roles import author, written_by
from microworlds.core import jsonl, params, seeds, stage
from microworlds.core.errors import ItemError, UserError, run
from microworlds.core.parallel import ordered_map
from microworlds.core.records import Record, Rejection
from microworlds.generation import event_graph
from microworlds.generation.person_names import first_name
from microworlds.generation.session_plans import Event
from microworlds.generation.splits import (
    Ratios,
    ScaleParams,
    SplitName,
    Spread,
    allotted,
    even,
    split_of,
    worlds_possible,
)
from microworlds.suites.memorydoc.domain import Domain
from microworlds.suites.memorydoc.records import Document, read, shared
from microworlds.suites.memorydoc.storyline import storyline
from microworlds.suites.memorydoc.storyline.matter import Matter, decided, label, matter, subjects, vocabulary
from microworlds.suites.memorydoc.tasks.event_graph import EVENT_GRAPH, EventGraphGiven, EventGraphWritten
from microworlds.suites.memorydoc.tasks.personas import PERSONAS, PersonasGiven, PersonasWritten
from microworlds.suites.memorydoc.world import DocumentFacts, Persona, Scenario, Summary

STAGE = "scenarios"


class ScenariosParams(Record):
    """See conf/config.yaml, section memorydoc.scenarios."""

    documents_per_world: Spread
    personas_per_world: Spread
    events_least: int = Field(ge=5)
    events_most: int = Field(ge=5)
    months_least: int = Field(ge=1)
    sessions: int = Field(ge=2)
    attempts: int = Field(ge=1)
    first_day: date
    last_day: date
    split: Ratios

    @model_validator(mode="after")
    def _in_order(self) -> ScenariosParams:
        if self.events_least > self.events_most:
            raise ValueError(f"events_least is {self.events_least}, above events_most, {self.events_most}")
        if self.sessions > self.events_least:
            raise ValueError(f"{self.sessions} sessions need as many events, and events_least is {self.events_least}")
        if self.first_day > self.last_day:
            raise ValueError(f"first_day, {self.first_day}, lies after last_day, {self.last_day}")
        return self


def topic(domain: Domain, text: str) -> str:
    """The topic whose words a text uses most."""
    words = Counter(text.lower().split())
    return max(domain.topics, key=lambda name: sum(words[word] for word in domain.topics[name].words))


@dataclass(frozen=True)
class Outline:
    """What is known of a world before there are people: its number, documents and topic.

    ``spoken_of`` are the subjects that each target treats, and how often it speaks of them, ``decided`` those that it
    has something to say on, ``topics`` its own topic.
    """

    number: int
    label: str
    document_facts: tuple[DocumentFacts, ...]
    documents: tuple[Summary, ...]
    spoken_of: Mapping[str, Counter[str]]
    decided: Mapping[str, frozenset[str]]
    topics: Mapping[str, str]


@dataclass(frozen=True)
class ScenarioMaker:
    """Makes scenarios; the one of an outline depends on the seed and the outline alone."""

    domain: Domain
    params: ScenariosParams
    author: Author
    seed: int

    def scenario(self, outline: Outline) -> list[Scenario | Rejection]:
        """Rejections of attempts that failed, then the scenario unless all of one step did.

        People, events and the plan of the conversations have attempts of their own: what was settled stays.
        """
        world, attempts = f"w{outline.number:03d}", range(self.params.attempts)
        personas, refused = stage.attempted(STAGE, world, attempts, partial(self._personas, world, outline))
        if personas is None:
            return [*refused]
        rng = seeds.generator(self.seed, STAGE, outline.number, 0)
        split = split_of(self.params.split, outline.number)
        own = matter(self.domain, split, outline.label, outline.spoken_of, outline.decided, outline.topics, rng)
        given = self._events_given(outline, own, personas.personas, rng)
        events, again = stage.attempted(STAGE, world, attempts, partial(self._events, world, given))
        if events is None:
            return [*refused, *again]
        plan = partial(self._planned, world, outline, split, own, personas.personas, events.events, rng)
        scenario, unplanned = stage.attempted(STAGE, world, attempts, plan)
        return [*refused, *again, *unplanned, *([scenario] if scenario is not None else [])]

    def _planned(
        self,
        world: str,
        outline: Outline,
        split: SplitName,
        own: Matter,
        personas: tuple[Persona, ...],
        events: tuple[Event, ...],
        drawn: random.Random,
        attempt: int,
        _: tuple[str, ...],
    ) -> Scenario:
        rng = seeds.generator(self.seed, STAGE, outline.number, attempt) if attempt else drawn
        ids = [document.id for document in outline.documents]
        # Departs: the paper has a session for each of 5-10 events in one place and five sessions in another; here five
        # of the events have one: the first, the last and others between, together referring to every document
        anchors = event_graph.covering(events, ids, self.params.sessions, rng)
        return shared(
            Scenario,
            self.domain,
            id=world,
            number=outline.number,
            split=split,
            domain=self.domain.name,
            nouns=self.domain.document_nouns,
            standings={place: (name,) for place, (name, _) in own.standings.items()},
            label=outline.label,
            matter=own.name,
            stage=own.stage.said,
            client=own.client,
            opponent=own.opponent,
            points=own.points,
            documents=tuple(ids),
            summaries=outline.documents,
            personas=personas,
            events=events,
            plans=storyline(
                world,
                self.domain,
                own,
                personas,
                anchors,
                outline.document_facts,
                outline.spoken_of,
                outline.decided,
                rng,
            ),
        )

    def _personas(self, world: str, outline: Outline, attempt: int, refused: tuple[str, ...]) -> PersonasWritten:
        given = PersonasGiven(
            label=outline.label,
            field=self.domain.field,
            count=self.params.personas_per_world.at(even(self.seed, "personas", outline.number)),
            roles=self.domain.roles,
            relations=self.domain.relations,
            documents=outline.documents,
        )
        written = self.author.write(PERSONAS, given, key=world, sample=attempt, refused=refused)
        check_personas(written.personas)
        return written

    def _events_given(
        self, outline: Outline, own: Matter, personas: tuple[Persona, ...], rng: random.Random
    ) -> EventGraphGiven:
        days = (self.params.last_day - self.params.first_day).days
        return EventGraphGiven(
            label=outline.label,
            matter=own.name,
            client=own.client,
            opponent=own.opponent,
            points=own.points,
            count=rng.randint(self.params.events_least, self.params.events_most),
            months=self.params.months_least,
            start=self.params.first_day + timedelta(days=rng.randrange(days + 1)),
            names=dict(own.meetings),
            personas=personas,
            documents=outline.documents,
        )

    def _events(self, world: str, given: EventGraphGiven, attempt: int, refused: tuple[str, ...]) -> EventGraphWritten:
        written = self.author.write(EVENT_GRAPH, given, key=world, sample=attempt, refused=refused)
        unlisted = [event.name for event in written.events if event.name not in given.names]
        if unlisted:
            raise ItemError(f"{unlisted[0]!r} is no name of the list")
        check_events(written.events, given.personas, [document.id for document in given.documents], given.months)
        return written


def check_personas(personas: Sequence[Persona]) -> None:
    """Refuse personas that break a rule of section 3.2.

    Raises:
        ItemError: not 3-5, no full name, a first name shared, a relation to a stranger, none, or one both ways.
    """
    names = [persona.name for persona in personas]
    if not 3 <= len(names) <= 5:
        raise ItemError(f"{len(names)} personas, not 3 to 5")
    odd = [name for name in names if len(name.split()) < 2 or first_name(name).endswith(".")]
    if odd:  # colleagues go by their first names, which a title or an initial is not
        raise ItemError(f"{odd[0]!r} is no first and last name")
    if len({first_name(name).lower() for name in names}) < len(names):
        raise ItemError("two personas share a first name")
    for persona in personas:
        strangers = [relation.to for relation in persona.relationships if relation.to not in names]
        if strangers or not persona.relationships:
            raise ItemError(f"{persona.name} is related to {', '.join(strangers) or 'nobody'}")
    ways = {(relation.kind, persona.name, relation.to) for persona in personas for relation in persona.relationships}
    both = sorted(way for way in ways if (way[0], way[2], way[1]) in ways and not way[0].endswith(" with"))
    if both:
        raise ItemError(f"{both[0][1]} {both[0][0]} {both[0][2]}, and the other way round")


def check_events(events: Sequence[Event], personas: Sequence[Persona], documents: Sequence[str], months: int) -> None:
    """Refuse an event graph that breaks a rule of section 3.2.

    Raises:
        ItemError: not 5-10 events, a cycle, an effect before its cause, an unknown persona, document or event, a
            document in no event, too short a time, or a name used twice.
    """
    names = {persona.name for persona in personas}
    own = {
        f"{len(events)} events, not 5 to 10": not 5 <= len(events) <= 10,
        "an event name is used twice": len({event.name for event in events}) < len(events),
        "an unknown persona takes part": any(set(event.personas) - names for event in events),
        "fewer than two take part in an event": any(len(set(event.personas)) < 2 for event in events),
        "an unknown document is referred to": any(set(event.documents) - set(documents) for event in events),
        "a document is in no event": bool(set(documents) - {d for event in events for d in event.documents}),
    }
    found = [*(fault for fault, present in own.items() if present), *event_graph.faults(events, months)]
    if found:
        raise ItemError("; ".join(found))


def summary(document: Document, own_facts: DocumentFacts) -> Summary:
    """A line on a document: what it bundles."""
    titles = [target.title for target in own_facts.targets]
    more = f" and {len(titles) - 4} more" if len(titles) > 4 else ""
    return Summary(id=document.id, title=document.title, summary=f"Holds {'; '.join(titles[:4])}{more}.")


def outline(
    number: int, documents: Sequence[Document], document_facts: Sequence[DocumentFacts], domain: Domain, seed: int
) -> Outline:
    """What the world of these documents starts from."""
    pairs = list(zip(documents, document_facts, strict=True))
    words = vocabulary(domain.subject)
    texts = {
        target.id: document.text[target.start : target.end]
        for document, own_facts in pairs
        for target in own_facts.targets
    }
    topics = {name: topic(domain, text) for name, text in texts.items()}
    own = {name: points for facts in document_facts for name, points in decided(facts, words).items()}
    return Outline(
        number=number,
        label=label(
            topics,
            own,
            [frozenset(target.id for target in facts.targets) for facts in document_facts],
            seeds.generator(seed, "label", number),
        ),
        document_facts=tuple(document_facts),
        documents=tuple(summary(document, own_facts) for document, own_facts in pairs),
        spoken_of={name: subjects(text, words) for name, text in texts.items()},
        decided=own,
        topics=topics,
    )


def outlines(
    documents: Sequence[Document],
    document_facts: Sequence[DocumentFacts],
    domain: Domain,
    params: ScenariosParams,
    worlds: int | Literal["max"],
    seed: int,
) -> list[Outline]:
    """What each world starts from.

    Raises:
        UserError: there are too few documents.
    """
    if worlds == "max":
        worlds = worlds_possible(params.documents_per_world, seed, len(documents))
        if not worlds:
            raise UserError(f"scale.worlds=max: {len(documents)} documents are not enough for one world (3 to 5).")
        print(f"scale.worlds=max: {len(documents)} documents are enough for {worlds} worlds", flush=True)
    allotment = allotted(
        params.documents_per_world, seed, [(document.id, document.group) for document in documents], worlds
    )
    by_id = {document.id: document for document in documents}
    known = {own_facts.document: own_facts for own_facts in document_facts}
    return [
        outline(number, [by_id[name] for name in names], [known[name] for name in names], domain, seed)
        for number, names in enumerate(allotment)
    ]


def main() -> None:
    """The domain, documents and document facts in, scenarios out."""
    section, documents, facts, out = stage.paths("domain", "documents", "facts", "scenarios")
    domain = params.checked(Domain, "domain", json.loads(section.read_bytes()))
    own = params.section(ScenariosParams, "memorydoc.scenarios")
    worlds = params.section(ScaleParams, "scale").worlds
    ready = outlines(list(read(documents)), list(jsonl.read(facts, DocumentFacts)), domain, own, worlds, params.seed())
    maker = ScenarioMaker(domain, own, author("generator", "memorydoc", STAGE), params.seed())
    made = chain.from_iterable(ordered_map(maker.scenario, ready, label=STAGE, waiting=maker.author.waiting))
    by = written_by("generator", "memorydoc", STAGE, [PERSONAS.name, EVENT_GRAPH.name])
    stage.write_kept(STAGE, out, stage.signed(made, by), len(ready))


if __name__ == "__main__":
    run(main)
