"""Stage conversations: the sessions of each world, in topological order, each with all that was said before.

Source: MemoryDocDataSet 3.2, 4.4, Appendix A, stage 3.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

from pydantic import Field

from microworlds.authors.base import Author
from microworlds.authors.roles import author, checker, written_by
from microworlds.core import jsonl, params, stage
from microworlds.core.errors import ItemError, run
from microworlds.core.parallel import Waiting, ordered_map, together
from microworlds.core.records import Record, Rejection
from microworlds.generation import session_plans
from microworlds.generation.session_plans import SessionPlan
from microworlds.suites.memorydoc import read_back, unplanned
from microworlds.suites.memorydoc.records import shared
from microworlds.suites.memorydoc.tasks.session import SESSION, SessionGiven, SessionWritten
from microworlds.suites.memorydoc.world import Conversations, Scenario, Session, Utterance, lines

STAGE = "conversations"


class ConversationsParams(Record):
    """See conf/config.yaml, section memorydoc.conversations."""

    utterances_least: int = Field(ge=1)
    utterances_most: int = Field(ge=1)
    grounding_ratio_threshold: float = Field(ge=0, le=1)
    attempts: int = Field(ge=1)


@dataclass(frozen=True)
class ConversationMaker:
    """Makes a world's conversations from its scenario; a ``checker`` reads back what was written."""

    params: ConversationsParams
    author: Author
    checker: Author | None = None

    @property
    def waiting(self) -> Waiting | None:
        """As long as the one who waits most."""
        return together(self.author.waiting, self.checker.waiting if self.checker is not None else None)

    def conversations(self, scenario: Scenario) -> list[Conversations | Rejection]:
        """Rejections of attempts that failed, then the conversations.

        There are none if a session failed every attempt, or if too few of those planned cite a document: nothing
        more is asked for such a world.
        """
        grounded = sum(cites(plan) for plan in scenario.plans) / len(scenario.plans)
        if grounded < self.params.grounding_ratio_threshold:
            setting = "memorydoc.conversations.grounding_ratio_threshold"
            reason = f"{grounded:.0%} of the sessions cite a document, fewer than {setting} asks for"
            return [Rejection(stage=STAGE, item=scenario.id, reason=reason)]
        rejections: list[Rejection] = []
        sessions: list[Session] = []
        for plan in scenario.plans:
            make = partial(self._session, scenario, plan, self._given(scenario, plan, sessions))
            session, refused = stage.attempted(STAGE, plan.id, range(self.params.attempts), make)
            rejections += refused
            if session is None:
                return [*rejections]
            sessions.append(session)
        return [*rejections, Conversations(world=scenario.id, sessions=tuple(sessions))]

    def _given(self, scenario: Scenario, plan: SessionPlan, sessions: Sequence[Session]) -> SessionGiven:
        return shared(
            SessionGiven,
            scenario,
            plan=plan,
            event=next(event for event in scenario.events if event.id == plan.event),
            personas=tuple(persona for persona in scenario.personas if persona.name in plan.personas),
            absent=tuple(persona.name for persona in scenario.personas if persona.name not in plan.personas),
            documents=tuple(document for document in scenario.summaries if document.id in plan.documents),
            prior=tuple(
                f"{session.title}, {session.time:%A, %B %d, %Y}\n{session.observation().text}" for session in sessions
            ),
            held_out=scenario.split == "test",
            utterances_least=self.params.utterances_least,
            utterances_most=self.params.utterances_most,
        )

    def _session(
        self, scenario: Scenario, plan: SessionPlan, given: SessionGiven, attempt: int, refused: tuple[str, ...]
    ) -> Session:
        written = self.author.write(SESSION, given, key=plan.id, sample=attempt, refused=refused)
        check(written, plan, self.params)
        unplanned.check(written.utterances, plan, scenario.plans, given.prior)
        session = _recorded(scenario, plan, written)
        if self.checker is not None:
            read_back.session(self.checker, scenario, plan, session.utterances)
        return session


def cites(plan: SessionPlan) -> bool:
    """True if some beat of the session speaks of a document."""
    return any("target" in beat.slots or "ref" in beat.slots for beat in plan.beats)


def check(written: SessionWritten, plan: SessionPlan, params: ConversationsParams) -> None:
    """Refuse a session that breaks a rule of section 3.2 or departs from its plan.

    Raises:
        ItemError: too few or many turns, or turns that depart from the plan.
    """
    count = len(written.utterances)
    if not params.utterances_least <= count <= params.utterances_most:
        raise ItemError(f"{count} utterances, not {params.utterances_least} to {params.utterances_most}")
    session_plans.check(written.utterances, plan)


def _recorded(scenario: Scenario, plan: SessionPlan, written: SessionWritten) -> Session:
    utterances = tuple(
        Utterance(id=f"{plan.id}-u{number:02d}", speaker=turn.speaker, text=turn.text, beats=turn.beats)
        for number, turn in enumerate(written.utterances, start=1)
    )
    return shared(
        Session,
        plan,
        world=scenario.id,
        title=f"{plan.name[:1].upper()}{plan.name[1:]}",
        utterances=utterances,
        facts=session_plans.facts(plan, utterances, lines(utterances, plan.time)[1]),
    )


def main() -> None:
    """Scenarios in, conversations out."""
    scenarios, out = stage.paths("scenarios", "conversations")
    own = params.section(ConversationsParams, "memorydoc.conversations")
    maker = ConversationMaker(own, author("generator", "memorydoc", STAGE), checker("memorydoc", STAGE))
    worlds = list(jsonl.read(scenarios, Scenario))
    made = ordered_map(maker.conversations, worlds, label=STAGE, waiting=maker.waiting)
    by = written_by("generator", "memorydoc", STAGE, [SESSION.name])
    stage.write_kept(STAGE, out, stage.signed(chain.from_iterable(made), by), len(worlds))


if __name__ == "__main__":
    run(main)
