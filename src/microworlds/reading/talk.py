"""What was said, and the texts that were spoken of: who says which words, which words name which text."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from microworlds.core import value_types
from microworlds.core.records import Passage
from microworlds.reading import changes, signs, titles, words

SYNONYM = 0.55
"""Credit for a word of the same synonym class."""
BEFORE, TOLD = 0.35, 0.4
"""Credit for a match in the turn before or after; for a name where who says something, or is told it, counts."""
UNTOLD = 0.1
"""Credit for a match of what somebody thinks of a text with what they say of it in words that are not understood."""
_HEAD = 600
"""Characters of a text that may say what it is."""
_PAIR = 0.2
"""What two words side by side count, of what each counts, if they stand side by side."""
_WEAK = 0.3
"""Weight of a word that says what is asked of a text, and not which text is meant."""
_ATTRIBUTES = words.listed_terms("attribute")
"""Terms of what may be asked of a text."""
_NOUNS = words.listed_terms("text")
_ANYBODY = words.terms(
    "team someone somebody anyone anybody everyone everybody colleague group person people material before after"
)
"""Terms that say nobody in particular."""


def tells(one: str) -> bool:
    """True for a term that is no word for any text, and not what is asked of one."""
    return one not in _NOUNS and one not in _ATTRIBUTES


@dataclass(frozen=True)
class Asked:
    """A description: its terms, how much each weighs, their synonym classes; who of those named is spoken to."""

    terms: tuple[str, ...]
    weights: tuple[float, ...]
    classes: tuple[frozenset[int], ...]
    told: frozenset[str]

    @property
    def opinion(self) -> bool:
        """True if it says what somebody thinks of a text."""
        return signs.LIKED in self.terms or signs.DOUBTED in self.terms

    def cover(self, vector: Sequence[float]) -> float:
        """The weighted share of the terms that are matched; less if all of them together say little."""
        total = max(1.0, sum(self.weights))
        return sum(weight * value for weight, value in zip(self.weights, vector, strict=True)) / total


def raise_to(values: list[float], others: Iterable[float], factor: float) -> None:
    """Make each value at least ``factor`` of the other one."""
    for place, value in enumerate(others):
        values[place] = max(values[place], value * factor)


class Talk:
    """Utterances in order of time, and headings of texts; ``meant`` has the texts that each utterance speaks of.

    Of the headings the first ``present`` are of texts that are there; the others were only spoken of, by their titles.
    """

    def __init__(self, utterances: tuple[Passage, ...], headings: tuple[Passage, ...]) -> None:
        self.utterances = utterances
        self.present = len(headings)
        self.headings = headings = (*headings, *_cited(utterances, headings))
        self.order = sorted(range(len(utterances)), key=lambda one: (_moment(utterances[one]), one))
        self.place = {number: place for place, number in enumerate(self.order)}
        self.session = [f"{one.source} {one.time.date() if one.time else ''}" for one in utterances]
        self.meant: dict[int, dict[int, float]] = {}
        self.speaking: dict[int, list[int]] = {}
        labels = [titles.own(one.source, one.text) for one in headings]
        self._names = [titles.names_of(one) for one in labels]
        works = [one.source.partition(", ")[0] for one in headings]
        self._named_by = Counter(
            name for name, _ in {(name, own) for own, names in zip(works, self._names, strict=True) for name in names}
        )
        self._few = max(1, len(set(works)) // 3)
        self._numbers = [titles.numbers(one) for one in labels]
        self._stated = [titles.numbers(one.text[:_HEAD]) for one in headings]
        self._contents = [words.analysed(f"{one.source}\n{one.text[:_HEAD]}") for one in headings]
        self._content_of = Counter(one for found in self._contents for one in found.terms)
        self._analysed = [words.analysed(one.text) for one in utterances]

    @cached_property
    def speakers(self) -> frozenset[str]:
        """Terms of the names of all who speak."""
        return frozenset(one for names in self._names_of for one in names)

    @cached_property
    def _names_of(self) -> list[frozenset[str]]:
        """Terms of the name of each utterance's speaker."""
        return [words.terms(re.sub(r"[^\w\s’'-]", " ", one.speaker or "")) for one in self.utterances]

    @cached_property
    def _occasions(self) -> list[frozenset[str]]:
        """Terms of each utterance's session, and of the month it was held in."""
        return [
            words.analysed(one.source).terms
            | words.analysed(one.source).pairs
            | (words.terms(value_types.MONTHS[one.time.month - 1]) if one.time else frozenset())
            for one in self.utterances
        ]

    @cached_property
    def replaces(self) -> list[bool]:
        """Of each utterance whether it says that one thing takes the place of another."""
        return [changes.REPLACES.search(one.text) is not None for one in self.utterances]

    @cached_property
    def _counts(self) -> Counter[str]:
        """In how many utterances, session headings and speakers' names a term occurs."""
        return Counter(one for found in self._analysed for one in found.terms)

    @cached_property
    def _postings(self) -> dict[str | int, list[int]]:
        """Utterances by term and by synonym class."""
        found: dict[str | int, list[int]] = {}
        for number, one in enumerate(self._analysed):
            keys: list[str | int] = [*sorted(one.terms), *sorted(one.pairs), *sorted(one.classes)]
            for key in keys:
                found.setdefault(key, []).append(number)
        return found

    def weight(self, one: str) -> float:
        """How much it says that an utterance has a term: most for what is rare."""
        total = len(self.utterances)
        rarity = math.log((total + 1) / (self._counts[one] + 0.5)) / math.log(2 * total + 2) if total > 12 else 1.0
        base = 0.25 + 0.75 * min(1.0, 1.3 * max(0.0, rarity))
        return base * (_WEAK if one in _ATTRIBUTES else 0.5 if one in words.COMMON else 1.0)

    def tells(self, one: str) -> bool:
        """True for a term that is no speaker's name and no word for any text."""
        return one not in self.speakers and one not in _NOUNS

    def named(self, text: str) -> dict[int, float]:
        """Texts whose citation, number or names a text gives, each with how sure that is."""
        numbers, names = titles.numbers(text), titles.names(text) - self.speakers
        found: dict[int, float] = {}
        cited = [place for place, own in enumerate(self._numbers) if own & numbers]
        cited = cited or [place for place, own in enumerate(self._stated) if own & numbers]
        for number, own in enumerate(self._names):
            if number in cited and len(cited) <= 2:
                found[number] = 3.0
            shared = [one for one in sorted(own & names) if self._named_by[one] <= self._few]
            if shared:
                found[number] = found.get(number, 0.0) + sum(1.0 / self._named_by[one] for one in shared)
        called = [one for start, end in titles.spans(text) if (one := titles.names(text[start:end]))]
        if called:
            found = {
                number: value
                for number, value in found.items()
                if value >= 3.0 or any(2 * len(self._names[number] & one) >= len(one) for one in called)
            }
        best = max(found.values(), default=0.0)
        sure = 1.0 if best >= 1.0 else 0.8
        return {number: sure * value / best for number, value in found.items() if value >= 0.6 * best}

    def naming(self, text: int) -> tuple[int, ...]:
        """Utterances that speak of a text, in order of time."""
        return tuple(self.speaking.get(text, ()))

    def matched(self, asked: Asked, before: int | None) -> Iterator[tuple[int, list[float], list[float]]]:
        """Utterances up to a place in time, with how far each term is matched with what surrounds it, and without."""
        own = self._own(asked)
        nothing = [0.0] * len(asked.terms)
        named = [at for at, one in enumerate(asked.terms) if one in asked.told or one in self.speakers]
        others = {one: at for at, one in enumerate(asked.terms) if at not in named}
        telling = [at for at, one in enumerate(asked.terms) if one not in _ATTRIBUTES]
        signed = [at for at, one in enumerate(asked.terms) if one.startswith("(")]
        for place, number in enumerate(self.order if before is None else self.order[:before]):
            alone = own.get(number, nothing)
            vector = [*alone]
            for one in self._occasions[number] & others.keys():
                vector[others[one]] = 1.0
            for at in named:
                vector[at] = self._known(asked, number, asked.terms[at], alone[at])
            for near in self._beside[place]:
                if near in own:
                    raise_to(vector, own[near], BEFORE)
            if signed:
                told = max((vector[at] for at in telling), default=0.0)
                for at in signed:
                    vector[at] = told * self._sign(number, asked.terms[at], asked.told)
            if any(vector):
                yield number, vector, alone

    def _known(self, asked: Asked, number: int, one: str, value: float) -> float:
        """How far an utterance matches the name of who speaks, or is told something, by whose words they are."""
        if one in asked.told:
            addressed = one in signs.addressed(self.utterances[number].text)
            return 1.0 if addressed else TOLD * (one in self._names_of[number])
        if one in self._names_of[number]:
            return 1.0
        return TOLD * value if asked.opinion else value

    @cached_property
    def _beside(self) -> list[list[int]]:
        """Of each place in time the utterances before and after it in the same session."""
        return [
            [
                one
                for one in self.order[max(0, place - 1) : place] + self.order[place + 1 : place + 2]
                if self.session[one] == self.session[number]
            ]
            for place, number in enumerate(self.order)
        ]

    def _sign(self, number: int, sign: str, takers: frozenset[str]) -> float:
        """How far an utterance bears a sign; what people think of a text they say of one that they know."""
        text = self.utterances[number].text
        if sign == signs.BROUGHT:
            return float(self._brings(number))
        if sign == signs.GIVEN:
            return float(not takers.isdisjoint(signs.addressed(text)))
        if sign in (signs.LIKED, signs.DOUBTED):
            stance = signs.stance(text)
            return 0.0 if self._brings(number) else float(stance == sign) if stance else UNTOLD
        return float(sign == signs.day(self.utterances[number].time))

    def _brings(self, number: int) -> bool:
        """True if an utterance is the first to speak of a text."""
        return any(self.speaking[text][0] == number for text in self.meant.get(number, {}))

    def _own(self, asked: Asked) -> dict[int, list[float]]:
        """Utterances that match any term themselves, with how far."""
        found: dict[int, list[float]] = {}
        for at, (one, classes) in enumerate(zip(asked.terms, asked.classes, strict=True)):
            for key in sorted(classes):
                for number in self._postings.get(key, ()):
                    found.setdefault(number, [0.0] * len(asked.terms))[at] = SYNONYM
            for number in self._postings.get(one, ()):
                found.setdefault(number, [0.0] * len(asked.terms))[at] = 1.0
        return found

    def contents(self, asked: Asked) -> dict[int, list[float]]:
        """Texts whose heading or beginning has rare terms of a description: the lighthouse case."""
        limit = max(1, len(self.headings) // 3)
        found: dict[int, list[float]] = {}
        for number, own in enumerate(self._contents):
            vector = [
                float(one in own.terms and one not in _ATTRIBUTES and self._content_of[one] <= limit)
                for one in asked.terms
            ]
            if any(vector):
                found[number] = vector
        return found


def asked_for(talk: Talk, description: str) -> Asked:
    """The terms of a description with their weights; names weigh more."""
    plain = signs.without(changes.HOLDS.sub(" ", changes.LATEST.sub(" ", changes.FIRST.sub(" ", description))))
    terms = tuple(one for one in words.content(plain) if one not in _ANYBODY) or words.content(description)
    capitals = {words.term(word) for word in re.findall(r"(?<=\s)[A-Z][\w’'-]+", description)}
    weights = [talk.weight(one) * (1.3 if one in capitals else 1.0) for one in terms]
    known = words.classes_in(plain)
    classes = [frozenset() if one in capitals else known.get(one, frozenset()) for one in terms]
    pairs = [
        pair
        for pair in sorted(words.analysed(plain).pairs)
        if all(one in terms and talk.tells(one) for one in pair.split(" "))
    ]
    weights += [_PAIR * sum(talk.weight(one) for one in pair.split(" ")) for pair in pairs]
    found = signs.asked(description)
    days = signs.days(description)
    extra = (*found, *days)
    weights += [signs.WEIGHTS.get(one, signs.DAY) for one in extra]
    nothing = tuple(frozenset[int]() for _ in (*pairs, *extra))
    return Asked((*terms, *pairs, *extra), tuple(weights), (*classes, *nothing), signs.takers(description))


def _cited(utterances: tuple[Passage, ...], headings: tuple[Passage, ...]) -> tuple[Passage, ...]:
    """A heading for each title and citation in what was said that none of the headings has."""
    labels = [titles.own(one.source, one.text) for one in headings]
    known = [(titles.names_of(one), titles.numbers(one)) for one in labels]
    found: list[Passage] = []
    for utterance in utterances:
        for cited in titles.cited(utterance.text):
            names, numbers = titles.names(cited), titles.numbers(cited)
            if (names or numbers) and not any(
                numbers & others or (names and 2 * len(names & own) >= len(names)) for own, others in known
            ):
                known.append((names, numbers))
                found.append(Passage(text="", source=cited))
    return tuple(found)


def _moment(passage: Passage) -> float:
    return passage.time.timestamp() if passage.time else 0.0
