"""A small release with answers and scores, whose names and texts try to act in the page that shows them."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from microworlds.core import formats, jsonl
from microworlds.core.records import (
    Answer,
    Ask,
    Episode,
    Evidence,
    Gold,
    Judged,
    Observation,
    Observe,
    Part,
    Question,
    Span,
    transcript,
)
from microworlds.evaluation import scores
from microworlds.evaluation.retrieval_scores import Retrieval
from microworlds.generation.session_plans import Event
from microworlds.suites.memorydoc.release import ReleasedDocument, ReleasedSession, World
from microworlds.suites.memorydoc.world import Persona, Relation, Verdict

EVIL = "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">&amp;\u2028'\"`"
WORLDS = ("w0", "w1", "w2")
SYSTEMS = ("ranker", "oracle")
SECTIONS = 40
_FILLER = "The court heard both sides at length and 😀 was not amused by either of them.\n"


def day(number):
    return datetime(2024, 1 + number, 5, 9, 30, tzinfo=UTC)


def session(world, number):
    said = [
        (f"Ada {EVIL}", f"The contract {world} 🎉 is the blue one."),
        ("Bo", "Then let us read it 😀 again."),
        ("Bo", "It is late."),
    ]
    turns = (
        Part(id=f"{world}-s0{number}-u{at:02d}", start=0, end=0, speaker=who)
        for at, (who, _) in enumerate(said, start=1)
    )
    text, parts = transcript(turns, (words for _, words in said))
    return Observation(
        id=f"{world}-s0{number}",
        kind="session",
        title=f"Meeting {number}",
        text=f"{text}\n",
        time=day(number),
        parts=parts,
    )


def document(world):
    """About 200,000 characters in sections, with an order between two of them that is in none."""
    parts, text = [], ""
    for at in range(SECTIONS):
        start = len(text)
        text += f"Article {at} of {world}\nThe fee of article {at} is {at} crowns 😀.\n" + _FILLER * 64
        parts.append(Part(id=f"{world}-d-s{at:02d}", start=start, end=len(text), title=f"Article {at} of {world}"))
        text += "\n" if at else f"ORDER {EVIL}\n\n"
    return Observation(
        id=f"{world}-d", kind="document", title=f"Contract {world} {EVIL}", text=text, parts=tuple(parts)
    )


def place(own, phrase):
    start = own.text.index(phrase)
    return Span(observation=own.id, start=start, end=start + len(phrase))


def golds(world, first, paper):
    """Evidence in both, over two lines, over two sections, and none."""
    whole = paper.parts[6].end
    wanted = (
        ("hybrid", "multi_hop", "hard", True, "7 crowns", (place(first, f"The contract {world} 🎉 is the blue one."), place(paper, "The fee of article 7 is 7 crowns 😀."))),
        ("doc_only", "single_hop", "easy", True, "5 crowns", (place(paper, f"Article 5 of {world}\nThe fee of article 5 is 5 crowns 😀."),)),
        ("chat_only", "temporal", "medium", True, EVIL, (Span(observation=first.id, start=0, end=first.parts[1].end),)),
        ("doc_only", "multi_hop", "hard", True, "both", (Span(observation=paper.id, start=whole - 30, end=whole + 30),)),
        ("hybrid", "adversarial", "medium", False, "there is no red contract", ()),
    )  # fmt: skip
    texts = {first.id: first.text, paper.id: paper.text}
    for at, (source, category, difficulty, answerable, answer, spans) in enumerate(wanted):
        labels = {"world": world, "source": source, "category": category, "difficulty": difficulty, "__proto__": EVIL}
        evidence = tuple(Evidence(span=span, text=texts[span.observation][span.start : span.end]) for span in spans)
        yield Gold(question=f"{world}-q{at}", answer=answer, answerable=answerable, evidence=evidence, labels=labels)


def told(world, sessions, paper):
    """Four events of which one has two causes; the world of a suite that tells nothing of its people has none."""
    ada, both = (f"Ada {EVIL}",), (f"Ada {EVIL}", "Bo")
    people = [
        Persona(name=name, role="clerk", expertise_domain=EVIL, communication_style="dry", relationships=(Relation(kind="knows", to="Bo"),))
        for name in both
    ]  # fmt: skip
    caused = ((), ("e0",), ("e0",), ("e1", "e2"))
    events = [
        Event(id=f"e{at}", time=day(at), name=f"meeting {at} {EVIL if at == 3 else ''}", description=EVIL, personas=ada, documents=(paper.id,), depends_on=depends)
        for at, depends in enumerate(caused)
    ]  # fmt: skip
    return World(
        id=world, number=int(world[1:]), split="test", label="contracts", matter=f"the matter {EVIL}", client=EVIL,
        personas=tuple(people), events=tuple(events),
        sessions=tuple(ReleasedSession(id=own.id, event=f"e{at}", title=own.title, time=day(at), personas=both, documents=(paper.id,)) for at, own in enumerate(sessions)),
        documents=(ReleasedDocument(id=paper.id, title=paper.title, jurisdiction=EVIL, volume="v", licence="CC0-1.0", attribution=EVIL, tokens=40_000, targets=()),),
    )  # fmt: skip


def answered(system, gold, paper):
    if system == "oracle":
        spans = tuple(own.span for own in gold.evidence)
        return Answer(question=gold.question, text=gold.answer if gold.answerable else "ABSTAIN", abstained=not gold.answerable, retrieved=spans, ranked=False, context=spans)  # fmt: skip
    listed = (
        place(paper, "The fee of article 3 is 3 crowns 😀."),
        place(paper, "The fee of article 7 is 7 crowns 😀."),
    )
    return Answer(
        question=gold.question,
        text="7 crowns",
        abstained=False,
        retrieved=listed,
        context=listed[:1],
        context_tokens=20,
    )


def make(folder):
    """``release/`` and ``run/`` in a folder."""
    release, run = folder / "release", folder / "run"
    observations, gold, episodes, worlds = {}, {}, [], []
    for world in WORLDS:
        sessions, paper = [session(world, number) for number in (0, 1)], document(world)
        own = list(golds(world, sessions[0], paper))
        asked = (Question(id=one.question, text=f"What of {one.question}? {EVIL}", asked_at=day(6)) for one in own)
        tape = (paper, *sessions)
        episodes.append(
            Episode(
                id=world, steps=(*(Observe(observation=one.id) for one in tape), *(Ask(question=one) for one in asked))
            )
        )
        observations |= {one.id: one for one in tape}
        gold |= {one.question: one for one in own}
        if world != "w2":
            worlds.append(told(world, sessions, paper))
    jsonl.write(release / "observations.jsonl", observations.values())
    jsonl.write(release / "test.episodes.jsonl", episodes)
    jsonl.write(release / "test.gold.jsonl", gold.values())
    jsonl.write(release / "worlds.jsonl", worlds)
    jsonl.write(
        release / "verdicts.jsonl", (verdict(world, judge) for world in WORLDS for judge in ("strict", "lenient"))
    )
    (release / "manifest.json").write_text(
        json.dumps({"suite": "memorydoc", "format": formats.VERSIONS["release"], "files": {}})
    )
    papers = {one.question: observations[f"{one.labels['world']}-d"] for one in gold.values()}
    answers = {system: [answered(system, one, papers[one.question]) for one in gold.values()] for system in SYSTEMS}
    for system, given in answers.items():
        jsonl.write(run / "answers" / f"{system}.jsonl", given)
    said = [Judged(question=one.question, label="partial", reason=f"Why: {EVIL}") for one in answers["ranker"]]
    jsonl.write(run / "judged" / "ranker.jsonl", said)
    retrieval, before = Retrieval(observations), scores.before(episodes)
    scored = [one for system in SYSTEMS for one in scores.scores(system, answers[system], gold, before, retrieval)]
    jsonl.write(run / "scores.jsonl", scored)
    return folder


def verdict(world, judge):
    """The strict judge refuses the second pair and flags the third."""
    labels = {f"{world}-q{at}": judge == "lenient" or at != 1 for at in range(5)}
    flagged = (f"{world}-q2",) if judge == "strict" else ()
    return Verdict(world=world, judge=judge, persona_consistency=5, temporal_coherence=4, document_grounding_accuracy=3,
                   correctness=labels, category_accuracy=dict.fromkeys(labels, True), flagged=flagged, notes=EVIL, seeded={})  # fmt: skip
