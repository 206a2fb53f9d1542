"""Stage questions: 20 a world, 4 of each category, proven by the ledger, worded by the author, checked as text.

Source: MemoryDocDataSet 3.2-3.5, 4.5, Appendix A, stage 4.
"""

import re
from dataclasses import dataclass, field
from itertools import chain

from microworlds.authors.base import Author
from microworlds.authors.roles import author, checker, written_by
from microworlds.core import params, stage
from microworlds.core.errors import FinalItemError, ItemError, run
from microworlds.core.parallel import Waiting, ordered_map, together
from microworlds.core.records import Rejection
from microworlds.core.text import words
from microworlds.generation.wording import Wording, WordingLoop
from microworlds.suites.memorydoc import read_back
from microworlds.suites.memorydoc.categories.base import POINT, says_first
from microworlds.suites.memorydoc.question_selection import STAGE, Chosen, QuestionsParams, difficulty, evidence_spans
from microworlds.suites.memorydoc.records import shared
from microworlds.suites.memorydoc.tasks.question import QUESTION, QuestionGiven
from microworlds.suites.memorydoc.view import View, bare, known_by
from microworlds.suites.memorydoc.world import Proposal, QAPair, Questions, WorldBundle, bundles

# by which a question says its point where the document is called by it
_ON_THAT = re.compile(r"\b(?:on|about) (?:that|this)\b", re.IGNORECASE)
_SUBSTITUTES = 6  # proposals that may take the place of one that could not be worded, before the world is given up


@dataclass(frozen=True)
class QuestionMaker:
    """Makes a world's questions; a ``checker`` answers what was worded."""

    params: QuestionsParams
    author: Author
    seed: int
    checker: Author | None = None

    @property
    def waiting(self) -> Waiting | None:
        """As long as the one who waits most."""
        return together(self.author.waiting, self.checker.waiting if self.checker is not None else None)

    def questions(self, bundle: WorldBundle) -> list[Questions | Rejection]:
        """Rejections of wordings that failed, then the questions, no two of which are alike.

        There are none if the world does not yield enough of some category or source. What cannot be worded is replaced
        by another proposal of its category, a few times.
        """
        view = View(bundle)
        loop: WordingLoop[QAPair] | None = None
        try:
            chosen = Chosen(view, self.params, self.seed)

            def begin(place: int, first: int) -> Wording[QAPair]:
                own = _ProposalWording(self, view, place + 1, chosen.items[place])
                return Wording(STAGE, own.item, first, self.params.attempts, own.write)

            loop = WordingLoop(begin, chosen.replace, lambda pair: pair.question, _SUBSTITUTES, self.waiting)
            pairs = loop.settled(len(chosen.items))
            made: list[Questions | Rejection] = [Questions(world=view.scenario.id, pairs=pairs)]
        except ItemError as error:
            made = [Rejection(stage=STAGE, item=view.scenario.id, reason=str(error))]
        return [*(loop.rejections if loop else ()), *made]


@dataclass
class _ProposalWording:
    """One proposal being worded; ``refused`` are the wordings that would not do."""

    maker: QuestionMaker
    view: View
    number: int
    proposal: Proposal
    refused: list[str] = field(default_factory=list)

    @property
    def item(self) -> str:
        """The id of the question."""
        return f"{self.view.scenario.id}-q{self.number:02d}"

    def write(self, attempt: int, reasons: tuple[str, ...]) -> QAPair:
        """The pair that an attempt makes.

        Raises:
            ItemError: its wording will not do, or it asks for the first of several and has a later one.
        """
        proposal = self.proposal
        given = given_for(self.view, self.number, proposal)
        if says_first(given) and not self.view.later.isdisjoint(proposal.evidence):
            raise FinalItemError("the text states another before the one that is asked for as the first")
        told = [*(f"it was worded {text!r}" for text in self.refused), *reasons]
        written = self.maker.author.write(QUESTION, given, key=self.item, sample=attempt, refused=told)
        self.refused.append(written.question)
        check(written.question, given)
        answer = proposal.answer if proposal.adversarial_type is None else written.explanation or ""
        if not answer.strip():
            raise ItemError("an adversarial question without an explanation")
        if self.maker.checker is not None:
            evidence = evidence_spans(self.view, proposal)
            read_back.question(self.maker.checker, self.view, self.item, written.question, proposal, evidence)
        return pair_of(self.view, self.item, proposal, written.question, answer, self.maker.params)


def given_for(view: View, number: int, proposal: Proposal) -> QuestionGiven:
    """What the author of question ``number`` of a world gets."""
    scenario = view.scenario
    return shared(
        QuestionGiven,
        proposal,
        number=scenario.number * 20 + number,
        subject=scenario.subject,
        forbidden=_forbidden(view, proposal),
        asked_at=view.bundle.asked_at,
        held_out=scenario.split == "test",
        nouns=view.scenario.nouns,
        standings=view.scenario.standings,
        held=tuple(
            place for place in view.scenario.standings if view.chat.states(f"{view.scenario.id}:{place}", "holder")
        ),
        meetings=tuple(view.when(session.id)["at"] for session in view.sessions),
        readers=tuple(dict.fromkeys(fact.value for fact in view.chat.facts if fact.attribute == "reader")),
    )


def _forbidden(view: View, proposal: Proposal) -> tuple[str, ...]:
    """What would give the document or the answer away: names in the targets' titles, the answer itself.

    A word of a title that the documents also write small ("Review", "Township") is no name.
    """
    banned = set()
    if proposal.source == "hybrid":
        for target in proposal.targets:
            names = {word for word in words(view.targets[target].title) if len(word) > 3 and word[0].isupper()}
            banned |= {name for name in names if name.lower() not in view.small_words}
    if not proposal.derived and proposal.adversarial_type is None:
        banned.add(proposal.answer)
    told = [text for thing in proposal.things for text in known_by(thing, view.scenario.standings)]
    spoken = {word for text in (*told, proposal.slots.get(POINT, "")) for word in words(text)}
    return tuple(sorted(banned - spoken))


def check(question: str, given: QuestionGiven) -> None:
    """Refuse a wording that gives something away.

    Raises:
        ItemError: it holds a forbidden word, does not say which of several is meant, or
            is no question of sensible length.
    """
    for text in given.forbidden:
        if re.search(rf"(?<!\w){re.escape(text.lower())}(?!\w)", question.lower()):
            raise ItemError(f"the wording gives {text!r} away")
    named = [text for thing in given.things for text in thing.slots.values()]  # such as a "first meeting"
    rest = re.sub("|".join(map(re.escape, named)), "", question, flags=re.IGNORECASE) if named else question
    if says_first(given) and not re.search(r"\bfirst\b", rest, re.IGNORECASE):
        raise ItemError('it does not say that the first is meant: the word "first"')
    if POINT in given.slots and not _on_the_point(question, given):
        raise ItemError(f"it does not say on which of several points: {given.slots[POINT]!r}")
    if not 4 <= len(words(question)) <= 80:
        raise ItemError(f"a question of {len(words(question))} words")


def _on_the_point(question: str, given: QuestionGiven) -> bool:
    """Whether a question has a word of its point, in any form, beside a name of the document that has it too."""
    point = given.slots[POINT]
    whole = [name.lower() for name in known_by(given.things[0], given.standings) if bare(point) in name.lower()]
    if any(name in question.lower() for name in whole):
        return _ON_THAT.search(question) is not None
    stems, meant = ({word[:5] for word in re.findall(r"[a-z]{4,}", text.lower())} for text in (question, point))
    return not stems.isdisjoint(meant)


def pair_of(view: View, item: str, proposal: Proposal, question: str, answer: str, params: QuestionsParams) -> QAPair:
    """The worded question with its evidence and labels.

    Raises:
        ItemError: the answer is a span, and none of the evidence has it, in its words or as its speaker's name.
    """
    evidence = view.evidence(evidence_spans(view, proposal))
    form = "prose" if proposal.adversarial_type else "derived" if proposal.derived else "span"
    if form == "span" and not any(answer in read.said for piece in evidence for read in view.cited(piece)):
        raise ItemError(f"{answer!r} does not stand in the evidence")
    return shared(
        QAPair,
        proposal,
        id=item,
        world=view.scenario.id,
        difficulty=difficulty(view, proposal, params.difficulty),
        question=question,
        answer=answer,
        answer_form=form,
        requires_doc_navigation=proposal.source == "hybrid",
        evidence=evidence,
    )


def main() -> None:
    """Worlds in, questions out."""
    *sources, out = stage.paths("documents", "facts", "scenarios", "conversations", "questions")
    own = params.section(QuestionsParams, "memorydoc.questions")
    maker = QuestionMaker(own, author("generator", "memorydoc", STAGE), params.seed(), checker("memorydoc", STAGE))
    worlds = list(bundles(*sources))
    made = ordered_map(maker.questions, worlds, label=STAGE, waiting=maker.waiting)
    by = written_by("generator", "memorydoc", STAGE, [QUESTION.name])
    stage.write_kept(STAGE, out, stage.signed(chain.from_iterable(made), by), len(worlds))


if __name__ == "__main__":
    run(main)
