"""Whole opinions of the court: the opinion itself, its notes and headnotes, or an order of a few lines."""

from __future__ import annotations

from functools import partial

from microworlds.corpora.law import authorities, background, course, reasoning
from microworlds.corpora.law.compiled import START
from microworlds.corpora.law.draft import Draft
from microworlds.corpora.law.invented_names import capitals
from microworlds.corpora.law.pen import ended, polished
from microworlds.corpora.law.planner import issue_names

_HEADNOTES = 5  # at most


def write(draft: Draft) -> str:
    """The text of the opinion of the court, notes included, without the line that names its author."""
    background.introduce(draft)
    background.tell(draft)
    course.recount(draft)
    for place, issue in enumerate(draft.facts.issues):
        reasoning.decide(draft, place, issue)
    _close(draft)
    notes = (f"{place}. {note}" for place, note in enumerate(draft.notes, start=1))
    return "\n".join((*draft.paragraphs, *notes))


def _close(draft: Draft) -> None:
    """What the court does with the ruling."""
    if draft.rng.random() < 0.4:
        draft.heading("head.close")
    if draft.rng.random() < 0.55:
        draft.say("close.line")
        draft.end()
    else:
        draft.say("close.a")
    if "remanded" in draft.facts.outcome:
        draft.say("mandate")
    draft.end()


def headnotes(draft: Draft) -> list[str]:
    """One note for each of the first holdings, where the land prints such notes."""
    style, facts = draft.facts.land.style, draft.facts
    if style not in ("headnotes", "heard", "syllabus"):
        return []
    notes: list[str] = []
    for issue, held in list(zip(facts.issues, draft.holdings, strict=True))[:_HEADNOTES]:
        head = polished(START + draft.pen.write(f"{issue.name}.head"))
        lead = {
            "headnotes": f"{len(notes) + 1}. {facts.matter.upper()}—{head}.\nHeld, that ",
            "heard": f"{facts.matter.capitalize()} — {head} — Held that ",
            "syllabus": "Held, that ",
        }
        notes.append(ended(lead[style] + held))
    return notes


def order(draft: Draft) -> str:
    """The text of an order of a few lines."""
    facts, pen, rng = draft.facts, draft.pen, draft.rng
    names = issue_names(facts.matter, pen.tags)[0]
    cases = authorities.classics(draft.seed, facts.land, facts.route, names[0])
    pen.slots |= {
        "q": partial(pen.write, f"{rng.choice(names)}.q"),
        "case": lambda: draft.citing.of(rng.choice(cases)),
        "judge.sit": f"{facts.bench.member} {capitals(facts.panel[-1].last)}",
    }
    return f"ORDER\nPER CURIAM.\n{polished(pen.sentence('order.body'))}"
