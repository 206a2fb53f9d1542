"""The course of a case before it was appealed: how it was begun, answered, tried and decided."""

from __future__ import annotations

from microworlds.corpora.law.draft import Draft

_LONG = 8_000  # characters; a longer opinion tells of motions, closing arguments and findings


def recount(draft: Draft) -> None:
    """From the first paper to the appeal."""
    if draft.rng.random() < 0.4:
        draft.heading("head.proc")
    draft.say(f"{draft.facts.route}.file")
    {"civil": _civil, "agency": _agency, "criminal": _criminal}[draft.facts.route](draft)
    draft.say(f"{draft.facts.route}.appeal")
    draft.end()


def _some(draft: Draft, rule: str, most: int) -> None:
    """A few sentences of a rule, more in a long opinion."""
    if draft.facts.length > _LONG:
        for _ in range(draft.rng.randint(0, most + draft.facts.length // 25_000)):
            draft.say(rule)


def _civil(draft: Draft) -> None:
    facts, pen = draft.facts, draft.pen
    _some(draft, "plead", 2)
    if facts.claimed and not pen.has("state.claimed"):
        draft.say("civil.claimed")
    draft.say("civil.answer")
    draft.end()
    _some(draft, "civil.pretrial", 1)
    _some(draft, "motion", 2)
    draft.end()
    kind = "jury" if facts.jury else "bench"
    draft.say(f"civil.{kind}")
    if facts.jury:
        _some(draft, "argued", 2)
    won = facts.below_winner
    draft.say(f"civil.{won}win-{'noaward' if won == 'p' and not facts.award else kind}")
    if not facts.jury:
        _some(draft, "found", 3)
    if won == "p" and draft.rng.random() < 0.5:
        draft.say("civil.post")


def _agency(draft: Draft) -> None:
    draft.say("agency.oppose")
    draft.say("agency.hear")
    _some(draft, "motion.b", 3)
    draft.end()
    draft.say(f"agency.{draft.facts.below_winner}win")
    if draft.facts.fine:
        draft.say("state.fine")
    _some(draft, "found", 3)


def _criminal(draft: Draft) -> None:
    facts, pen = draft.facts, draft.pen
    draft.say("criminal.plea")
    if facts.below_winner == "d":
        _some(draft, "motion.c", 2)
        draft.say("criminal.dwin")
        return
    _some(draft, "motion.c", 3)
    draft.end()
    draft.say("criminal.jury" if facts.jury else "criminal.bench")
    draft.say("criminal.defense")
    _some(draft, "argued", 1)
    draft.say("criminal.pwin")
    if facts.sentence:
        draft.say("criminal.sentence")
    if facts.fine:
        draft.say("state.fine" if pen.has("state.fine") else "criminal.fine")
