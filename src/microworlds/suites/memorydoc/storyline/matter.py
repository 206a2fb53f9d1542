"""What a world's people work on, made of what their documents are about.

The points of a matter are subjects that its documents treat ("late notice"); meetings, uses of documents and the
places that documents hold are named after them, so no two worlds have the same.

Source: MemoryDocDataSet 3.2, Appendix A, stage 2 (a matter inferred from the documents).
"""

import random
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import cycle
from pathlib import Path

from microworlds import corpora
from microworlds.core.errors import ItemError
from microworlds.generation.person_names import LAST
from microworlds.suites.memorydoc.domain import Domain, Stage
from microworlds.suites.memorydoc.world import DocumentFacts

_POINTS = 4  # of a matter; three will do where the fourth would be on something else
_SHARED = 3  # texts of a topic that a world may be about
_TEXTS = 2  # targets that treat a point
_OFTEN = 2  # times that a text speaks of a subject that it is about
_ARGUED = ("issue", "holding", "rule", "reason", "found_below")  # what says what a text is about
# targets of the matter's topic, and of all, that decided a point: the first for which there are points, then the next
_DECIDED = ((2, 3), (1, 3), (2, 2), (1, 2), (0, 3), (0, 2))
_SMALL = frozenset(("the", "of", "to", "a", "in", "for", "and"))
_OTHER = re.compile(r"[^a-z0-9’'-]+")


@dataclass(frozen=True)
class Matter:
    """The matter of a world: how far it is, its parties, its points in order of weight, and what things are called.

    ``meetings`` maps a name to its phase, ``about`` to the point that it is about. ``standings`` maps a place that a
    document can hold to its name and the point that it is about, if any.
    """

    name: str
    stage: Stage
    client: str
    opponent: str
    points: tuple[str, ...]
    uses: tuple[str, ...]
    standings: Mapping[str, tuple[str, str]]
    meetings: Mapping[str, str]
    about: Mapping[str, str]


@cache
def vocabulary(subject: str) -> tuple[str, ...]:
    """What a kind of document can be about: noun phrases, in the order of the file beside its attributes."""
    path = Path(corpora.__file__).parent / "attributes" / f"{subject}_subjects.txt"
    lines = path.read_text("utf-8").splitlines()
    return tuple(line.strip() for line in lines if line.strip() and not line.startswith("#"))


def subjects(text: str, words: Sequence[str]) -> Counter[str]:
    """How often a text speaks of each subject, without those that it does not speak of."""
    plain = " " + _OTHER.sub(" ", text.lower())
    there = set(plain.split())
    counts = {word: plain.count(sought) for word in words for sought, whole in [_sought(word)] if whole <= there}
    return Counter({word: count for word, count in counts.items() if count})


@cache
def _sought(word: str) -> tuple[str, frozenset[str]]:
    """How a text speaks of a subject, and the words of it that have no ending there: all but the last."""
    plain = word.removeprefix("the ").lower()
    return f" {plain}", frozenset(plain.split()[:-1])


def bare(words: str) -> str:
    """Words for a use or a point without "the" or "our": they may begin a sentence."""
    return re.sub(r"^(?:the|our) ", "", words)


def is_on(clause: str, words: Sequence[str] | None, point: str) -> bool:
    """Whether a clause is stated on a point: ``words`` are those for its own; without them, whether it names it.

    >>> is_on("the owner knew of the step", ("constructive notice",), "the constructive notice")
    True
    >>> is_on("the notice came too late", None, "reasonable notice")
    True
    """
    if words is not None:
        return point.lower().removeprefix("the ") in (word.lower().removeprefix("the ") for word in words)
    return point.split()[-1].rstrip("s").lower() in clause.lower()


def decided(own_facts: DocumentFacts, words: Sequence[str]) -> dict[str, frozenset[str]]:
    """The subjects, of ``words``, that each target of a document has something to say on.

    If it is known on which points a target states things, it is these; else what its question, rule or outcome names.
    """
    found: dict[str, frozenset[str]] = {}
    for target in own_facts.targets:
        facts = [fact for fact in own_facts.facts if fact.subject == target.id]
        on = [fact for fact in facts if fact.id in own_facts.points]
        telling = on or [fact for fact in facts if fact.attribute in _ARGUED]
        found[target.id] = frozenset(
            word for word in words if any(is_on(fact.value, own_facts.points.get(fact.id), word) for fact in telling)
        )
    return found


def deciders(decided: Mapping[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    """The targets that decided each subject."""
    return {
        word: frozenset(name for name in decided if word in decided[name]) for own in decided.values() for word in own
    }


def _affords(near: Collection[str], decided: Mapping[str, frozenset[str]]) -> bool:
    """Whether targets of one topic, ``near``, have as many points of their own, each of others, as a matter needs."""
    return len(_unlike(sorted(_own(near, decided, _TEXTS)), deciders(decided), ())) >= _POINTS - 1


def _on_point(near: Collection[str], decided: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """The targets of a topic, ``near``, that decided a point of its own."""
    by = deciders(decided)
    return frozenset(near) & frozenset().union(*(by[word] for word in _own(near, decided, _TEXTS)))


def _own(near: Collection[str], decided: Mapping[str, frozenset[str]], least: int) -> dict[str, int]:
    """The points that so many targets of a topic decided, and more of them than others; with how many."""
    by = {word: (len(own.intersection(near)), len(own)) for word, own in deciders(decided).items()}
    return {word: here for word, (here, every) in by.items() if here >= least and 2 * here > every}


def _unlike(words: Iterable[str], by: Mapping[str, frozenset[str]], chosen: Sequence[str]) -> list[str]:
    """Words, after some that were chosen, of which no two have a word in common or are decided by the same targets."""
    kept = list(chosen)
    for word in words:
        alike = any(set(word.split()) & set(other.split()) - _SMALL for other in kept)
        if not alike and not (word in by and any(by[word] == by.get(other) for other in kept)):
            kept.append(word)
    return kept


def label(
    topics: Mapping[str, str],
    decided: Mapping[str, frozenset[str]],
    documents: Sequence[frozenset[str]],
    rng: random.Random,
) -> str:
    """The domain label of a world: the topic of a text of its ``documents``, drawn, if some others share it.

    If texts of some topics decided enough points that are their own, it is one of these topics, and of these one on
    which most documents have something; what fewer texts are about is drawn more often: not all worlds are alike.

    Source: Appendix A, stage 2 (a domain label is inferred from the documents' content).
    """
    counts = Counter(topics.values())
    shared = [name for name in counts.elements() if counts[name] >= _SHARED]
    near = {name: frozenset(own for own in topics if topics[own] == name) for name in dict.fromkeys(shared)}
    reach = {
        name: sum(not document.isdisjoint(_on_point(own, decided)) for document in documents)
        for name, own in near.items()
        if _affords(own, decided)
    }
    able = [name for name, reached in reach.items() if reached == max(reach.values())]
    if able:
        return rng.choices(able, [1 / counts[name] for name in able])[0]
    return rng.choice(shared or list(counts.elements()))


def matter(
    domain: Domain,
    split: str,
    topic: str,
    spoken_of: Mapping[str, Counter[str]],
    decided: Mapping[str, frozenset[str]],
    topics: Mapping[str, str],
    rng: random.Random,
) -> Matter:
    """A matter of a topic, for documents of which each target speaks of some subjects so often and is of a topic.

    ``decided`` are the subjects that each has something to say on.

    Raises:
        ItemError: too few subjects are treated by enough of the targets.
    """
    own = domain.topics[topic]
    names = rng.sample(LAST, 2)
    client, opponent = (
        f"{name} {rng.choice(kinds)}" for name, kinds in zip(names, (own.clients, own.opponents), strict=True)
    )
    near = [name for name in spoken_of if topics[name] == topic]
    points = _points(near, spoken_of, decided, rng)
    words = {"client": client, "opponent": opponent}
    meetings, about = _meetings(domain, split, points, words, rng)
    name = f"the {names[0]} {rng.choice(own.matters)}"
    return Matter(
        name=name,
        stage=domain.stage(name),
        client=client,
        opponent=opponent,
        points=points,
        uses=domain.uses.of(split),
        standings=_standings(domain, split, points, words, rng),
        meetings=meetings,
        about=about,
    )


def _points(
    near: Sequence[str],
    spoken_of: Mapping[str, Counter[str]],
    decided: Mapping[str, frozenset[str]],
    rng: random.Random,
) -> tuple[str, ...]:
    """Subjects that two targets or more decided or treat, no two with a word in common.

    First what those of the matter's own topic, ``near``, decided and others hardly: there is no lease within an appeal
    against a conviction. Then what they and others decided. Where it is not known what texts decided, what those of its
    topic treat: before all what few others treat, and more often what few treat; where too few are treated at length,
    those that are only mentioned count as well. No two points are decided by the same targets: they would be one.
    """
    every = list(spoken_of)
    everywhere = Counter(word for counts in spoken_of.values() for word in counts)
    by = deciders(decided)
    own_tiers = [_own(near, decided, least) for least in (_TEXTS + 1, _TEXTS)]
    tiers: list[Mapping[str, int]] = [*own_tiers]
    for of_topic, least in _DECIDED:
        some = {word: own for word, own in by.items() if len(own) >= least}
        tiers.append({word: len(own) for word, own in some.items() if len(own.intersection(near)) >= of_topic})
    for least, texts, own in ((_OFTEN, near, 0.5), (_OFTEN, near, 0), (1, near, 0), (_OFTEN, every, 0), (1, every, 0)):
        treated = Counter(word for name in texts for word, count in spoken_of[name].items() if count >= least)
        tiers.append({word: count for word, count in treated.items() if count >= max(_TEXTS, own * everywhere[word])})
    chosen: list[str] = []
    for place, tier in enumerate(tiers):
        order = {word: tier[word] * rng.random() for word in sorted(tier)}
        if place < len(own_tiers) or len(chosen) < _POINTS - 1:
            chosen = _unlike(sorted(order, key=order.__getitem__), by, chosen)[:_POINTS]
    if len(chosen) < _POINTS - 1:
        raise ItemError(f"the documents treat {len(chosen)} common subjects, and a matter needs {_POINTS - 1}")
    return tuple(chosen)


def _standings(
    domain: Domain, split: str, points: Sequence[str], words: Mapping[str, str], rng: random.Random
) -> dict[str, tuple[str, str]]:
    """Each place on a point with its name and the point, which take turns; nobody holds one that is on none."""
    turn = cycle(points)
    named: dict[str, tuple[str, str]] = {}
    for key, frames in domain.standings.items():
        frame = rng.choice(frames.of(split))
        if "{subject}" in frame:
            subject = next(turn)
            named[key] = (frame.format(subject=subject, **words), subject)
    return named


def _meetings(
    domain: Domain, split: str, points: Sequence[str], words: Mapping[str, str], rng: random.Random
) -> tuple[dict[str, str], dict[str, str]]:
    """Names of meetings with their phases, and the point that each is about."""
    phases: dict[str, str] = {}
    about: dict[str, str] = {}
    turn = cycle(points)
    for phase, frames in domain.meetings.items():
        own: Iterable[str] = frames.of(split)
        for frame in rng.sample(list(own), len(list(own))):
            subject = next(turn)
            name = frame.format(subject=subject, **words)
            phases[name], about[name] = phase, subject
    return phases, about
