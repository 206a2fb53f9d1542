"""What must hold in every world of a release: people, events, documents, sessions, ledger, questions, verdicts.

Every fault is a sentence that names the item. Nothing here writes; ``verify`` says which file is meant.

Source: MemoryDocDataSet 3.2-3.6; issue 2, section 3.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from microworlds.core.errors import ItemError
from microworlds.core.records import Evidence, Observation, Span
from microworlds.generation.ledger import Fact, faults, pieces
from microworlds.generation.queries import Before, Changed, Derive, Term
from microworlds.generation.splits import split_of
from microworlds.suites.memorydoc import question_categories
from microworlds.suites.memorydoc.categories.base import distractors
from microworlds.suites.memorydoc.faulty_pairs import FAULTS
from microworlds.suites.memorydoc.question_selection import labelled
from microworlds.suites.memorydoc.release import ReleasedDocument, Rules, World
from microworlds.suites.memorydoc.scenarios import check_events, check_personas
from microworlds.suites.memorydoc.view import View
from microworlds.suites.memorydoc.world import CATEGORIES, Judged, QAPair, Session, Target, Verdict

# MemoryDocDataSet 3.2-3.4; 16 utterances there
TOKENS, DOCUMENTS, SESSIONS, UTTERANCES, MONTHS = (20_000, 50_000), (3, 5), 5, (6, 24), 6
PER_CATEGORY, HYBRID_LEAST, GROUNDED_LEAST = 4, 0.30, 0.40
_WORD = 4  # letters that a word of a use has at least, to be looked for
_SCORES = ("persona_consistency", "temporal_coherence", "document_grounding_accuracy")


def world_faults(world: World, item: Judged, texts: Mapping[str, Observation], rules: Rules) -> Iterator[str]:
    """All that is wrong with one world, but for what judges said; ``item`` is it put together again."""
    yield from _identity(world, rules)
    yield from _people_and_events(world)
    for document in world.documents:
        yield from (f"{document.id}: {fault}" for fault in _document(document, texts[document.id]))
    sessions = item.bundle.conversations.sessions
    yield from _anchors(world, item)
    for session in sessions:
        yield from (f"{session.id}: {fault}" for fault in _session(world, session, texts[session.id]))
    yield from _ledger(world, item, texts)
    yield from _questions(world, item, rules)


def _identity(world: World, rules: Rules) -> Iterator[str]:
    if world.id != f"w{world.number:03d}":
        yield f"{world.id}: its number is {world.number}; its id would be w{world.number:03d}"
    expected = split_of(rules.split, world.number)
    if world.split != expected:
        yield f"{world.id}: in {world.split}; the shares in manifest.json put world {world.number} in {expected}"


def _people_and_events(world: World) -> Iterator[str]:
    documents = [document.id for document in world.documents]
    try:
        check_personas(world.personas)
        check_events(world.events, world.personas, documents, MONTHS)
    except ItemError as error:
        yield f"{world.id}: {error}"
    if not DOCUMENTS[0] <= len(documents) <= DOCUMENTS[1]:
        yield f"{world.id}: {len(documents)} documents, not 3 to 5"


def _document(document: ReleasedDocument, observed: Observation) -> Iterator[str]:
    if not TOKENS[0] <= document.tokens <= TOKENS[1]:
        yield f"{document.tokens} tokens, not 20,000 to 50,000"
    if not document.licence:
        yield "no licence"
    if (observed.kind, observed.title, observed.time) != ("document", document.title, None):
        yield "observations.jsonl has another kind, title or time than worlds.jsonl"
    parts = {part.id: (part.start, part.end, part.title) for part in observed.parts}
    if any(part.speaker or part.time for part in observed.parts):
        yield "a part of it in observations.jsonl has a speaker or a time"
    whole = (0, len(observed.text), document.title)
    for target in document.targets:
        if target.document != document.id:
            yield f"its target {target.id} is said to be of {target.document}"
        if (target.start, target.end, target.heading) != parts.get(target.id, whole):
            yield f"its target {target.id} is not the part of that id in observations.jsonl"


def _anchors(world: World, item: Judged) -> Iterator[str]:
    by_time = sorted(world.events, key=lambda event: event.time)
    anchors = [session.event for session in world.sessions]
    if len(anchors) != SESSIONS or anchors[0] != by_time[0].id or anchors[-1] != by_time[-1].id:
        yield f"{world.id}: its sessions are not five on the first event, the last and others between"
    order = [event.id for event in by_time if event.id in anchors]
    if order != anchors:
        yield f"{world.id}: its sessions are not in topological order"
    citing = [
        any(fact.attribute in ("target", "holder", "reader") for fact in session.facts)
        for session in item.bundle.conversations.sessions
    ]
    if sum(citing) < GROUNDED_LEAST * len(citing):
        yield f"{world.id}: fewer than 40% of its sessions cite a document"


def _session(world: World, session: Session, observed: Observation) -> Iterator[str]:
    """A session is that of its event, and its observation is what its lines make."""
    event = next((event for event in world.events if event.id == session.event), None)
    if event is None:
        yield f"of an event {session.event} that its world does not have"
        return
    if session.time != event.time:
        yield f"at {session.time}, but its event {event.id} is at {event.time}"
    if session.personas != event.personas or session.documents != event.documents:
        yield f"has other people or documents than its event {event.id}"
    if not session.title.lower().startswith(event.name.lower()):
        yield f"called {session.title!r}, though its event {event.id} is the {event.name}"
    turns = len(observed.parts)
    if not UTTERANCES[0] <= turns <= UTTERANCES[1]:
        yield f"{turns} utterances, not {UTTERANCES[0]} to {UTTERANCES[1]}"
    strangers = sorted({turn.speaker for turn in session.utterances} - set(session.personas))
    if strangers:
        yield f"{strangers[0] or 'nobody'} speaks, who does not take part"
    expected = session.observation()
    for name in ("kind", "title", "time", "text"):
        if getattr(observed, name) != getattr(expected, name):
            yield f"its {name} in observations.jsonl is not that of its utterances and of worlds.jsonl"
    if observed.parts != expected.parts:
        wrong = next((a.id for a, b in zip(observed.parts, expected.parts, strict=False) if a != b), observed.id)
        yield f"{wrong} has another id, place, speaker or time than its line in the session's text"


def _ledger(world: World, item: Judged, texts: Mapping[str, Observation]) -> Iterator[str]:
    spoken = {session.id: session for session in item.bundle.conversations.sessions}
    targets = {target.id: target for document in world.documents for target in document.targets}
    facts = item.bundle.facts
    by_id = {fact.id: fact for fact in facts}
    if len(by_id) < len(facts):
        yield f"{world.id}: two facts of ledger.jsonl have the same id"
    subjects = {fact.subject for fact in facts} | set(spoken) | set(targets)
    followed = Counter(fact.supersedes for fact in facts if fact.supersedes is not None)
    for fact in facts:
        session = spoken.get(fact.source.observation)
        observed = texts[fact.source.observation]
        said = observed.text[fact.source.start : fact.source.end]
        if session is not None:
            said_by = [p for p in observed.parts if fact.source.start <= p.start and p.end <= fact.source.end]
            said += "".join(f" {part.speaker}" for part in said_by)
            if not said_by or (said_by[0].start, said_by[-1].end) != (fact.source.start, fact.source.end):
                yield f"{fact.id}: its source is no utterances of {session.id}"
            if fact.valid_from != session.time:
                yield f"{fact.id}: holds from {fact.valid_from}, but was said at {session.time}"
        elif not _in_target(fact, targets.get(fact.subject)):
            yield f"{fact.id}: its source does not lie in {fact.subject}, which it speaks of"
        if not _stands(fact, said) and fact.value not in subjects:
            yield f"{fact.id}: {fact.value!r} does not stand in its source"
        yield from _supersession(fact, by_id, followed)


def _stands(fact: Fact, said: str) -> bool:
    """Whether a value stands in its source; of a use, which is told in any words and read back, half its words do."""
    if fact.attribute != "purpose":
        return fact.value in said
    sought = [word for word in fact.value.lower().split() if len(word) >= _WORD]
    return 2 * sum(word in said.lower() for word in sought) >= len(sought)


def _in_target(fact: Fact, target: Target | None) -> bool:
    source = fact.source
    return target is not None and target.document == source.observation and target.start <= source.start < target.end


def _supersession(fact: Fact, by_id: Mapping[str, Fact], followed: Mapping[str, int]) -> Iterator[str]:
    if fact.supersedes is None:
        return
    before = by_id.get(fact.supersedes)
    if before is None:
        yield f"{fact.id}: supersedes {fact.supersedes}, which is not in the ledger"
    elif (before.subject, before.attribute) != (fact.subject, fact.attribute):
        yield f"{fact.id}: supersedes {before.id}, which is of something else"
    elif before.valid_from and fact.valid_from and before.valid_from > fact.valid_from:
        yield f"{fact.id}: supersedes {before.id}, which was said later"
    if followed[fact.supersedes] > 1:
        yield f"{fact.id}: supersedes {fact.supersedes}, and is not the only one"


def _questions(world: World, item: Judged, rules: Rules) -> Iterator[str]:
    pairs = item.questions.pairs
    categories = Counter(pair.category for pair in pairs)
    if any(categories[category] != PER_CATEGORY for category in CATEGORIES):
        yield f"{world.id}: {dict(categories)} questions, not 4 of each category"
    if sum(pair.source == "hybrid" for pair in pairs) < HYBRID_LEAST * len(pairs):
        yield f"{world.id}: fewer than 30% of its questions are Hybrid"
    view = View(item.bundle)
    sources = {fact.source for fact in view.ledger.facts}
    for pair in pairs:
        found = [*_labels(view, pair, rules), *_evidence(view, pair, sources), *_proof(view, pair)]
        yield from (f"{pair.id}: {fault}" for fault in found)


def _labels(view: View, pair: QAPair, rules: Rules) -> Iterator[str]:
    """Labels that follow from the question's structure."""
    about = question_categories.every()[pair.category]
    adversarial = not about.answerable
    if adversarial != (pair.adversarial_type is not None):
        yield "an adversarial question is false_premise or unanswerable, and no other is"
    if adversarial != (pair.query is None):
        yield "has a query, though nothing answers it" if adversarial else "answerable, but without a query"
    if adversarial != (pair.answer_kind == "none"):
        yield f"{pair.category}, but its answer is of kind {pair.answer_kind!r}"
    form = "prose" if adversarial else "derived" if isinstance(pair.query, Derive) else "span"
    if pair.answer_form != form:
        yield f"its answer is said to be {pair.answer_form}, and is {form} by its query"
    if pair.query is not None and form == "span" and about.changes != _changes(pair.query):
        yield f"{pair.category}, but its query asks {'for' if _changes(pair.query) else 'nothing of'} what changed"
    if pair.requires_doc_navigation != (pair.source == "hybrid"):
        yield "requires_doc_navigation does not fit its source"
    unknown = sorted(set(pair.targets) - set(view.targets))
    if unknown:
        yield f"its target {unknown[0]} is none of its world"
    sessions = [session.id for session in view.sessions]
    spans = [piece.span for piece in pair.evidence]
    expected = labelled(spans, sessions, form == "derived", pair.distractors, rules.difficulty)
    if pair.difficulty != expected:
        yield f"labelled {pair.difficulty}; by the points in manifest.json it is {expected}"


def _changes(query: Term) -> bool:
    """True if what is asked for, or by what it is found, is the state of something that changed."""
    if isinstance(query, Changed | Before):
        return True
    inner = getattr(query, "of", None)
    return inner is not None and _changes(inner)


def _evidence(view: View, pair: QAPair, sources: set[Span]) -> Iterator[str]:
    places = [piece.span for piece in pair.evidence]
    if len(set(places)) < len(places):
        yield "a piece of its evidence is there twice"
    for piece in pair.evidence:
        where = f"{piece.span.observation}[{piece.span.start}:{piece.span.end}]"
        text = view.texts[piece.span.observation]
        if text[piece.span.start : piece.span.end] != piece.text:
            yield f"its evidence is not the text at {where}"
        elif piece.span not in sources:
            yield f"its evidence {where} states no fact of the ledger"
    observed = {span.observation for span in places}
    read, spoken = observed - set(view.session_of), observed & set(view.session_of)
    answerable = question_categories.every()[pair.category].answerable
    if pair.source == "hybrid" and not read and (answerable or not spoken):
        yield "Hybrid, but without a document in its evidence"
    if pair.source == "hybrid" and not spoken:
        yield "Hybrid, but without a conversation in its evidence"
    if (pair.source == "chat_only" and read) or (pair.source == "doc_only" and spoken):
        yield f"{pair.source}, but its evidence lies elsewhere"


def _said(view: View, piece: Evidence) -> str:
    """A piece of evidence, behind the name of who says it."""
    session = view.session_of.get(piece.span.observation)
    return piece.text if session is None else session.observation().passage(piece.span).said


def _proof(view: View, pair: QAPair) -> Iterator[str]:
    """An answerable question has one answer, which every piece of its evidence is needed for, and no other piece."""
    if pair.query is None:
        return
    yield from faults(view.ledger, pair.query, pair.answer)
    if pair.answer_form == "span" and not any(pair.answer in _said(view, piece) for piece in pair.evidence):
        yield f"its answer {pair.answer!r} does not stand in its evidence"
    if pair.source == "hybrid" and view.chat.answer(pair.query):
        yield "Hybrid, but the conversations alone answer it"
    found = view.ledger.answer(pair.query).get(pair.answer)
    if found is None:
        return
    if set(pieces(view.ledger, found.support)) != {piece.span for piece in pair.evidence}:
        yield "its evidence is not what its answer rests on"
    support = [view.ledger.by_id[fact] for fact in found.support]
    if pair.distractors != (count := distractors(view, support)):
        yield f"{pair.distractors} distractors; the ledger has {count} facts of the same kind elsewhere"
    read = {fact.subject for fact in support if fact.subject in view.targets}
    if read != set(pair.targets):
        yield f"its targets are {sorted(pair.targets)}; its answer rests on {sorted(read)}"


def verdict_faults(verdict: Verdict, pairs: Sequence[QAPair]) -> Iterator[str]:
    """What a judge cannot have said of the questions of its world."""
    ids = {pair.id for pair in pairs}
    for name in ("correctness", "category_accuracy"):
        if set(getattr(verdict, name)) != ids:
            yield f"{name} is not about each of its questions once"
    if set(verdict.flagged) - ids:
        yield f"flags {min(set(verdict.flagged) - ids)}, which is no question of its world"
    strange = [
        name for name in verdict.seeded if not any(name == f"{pair}-{fault}" for pair in ids for fault in FAULTS)
    ]
    if strange:
        yield f"speaks of a faulty pair {strange[0]}, which none of its questions can give"
    for name in _SCORES:
        if not 1 <= getattr(verdict, name) <= 5:
            yield f"{name} is {getattr(verdict, name)}, not 1 to 5"
