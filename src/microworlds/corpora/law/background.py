"""The first half of an opinion: what it is about, what happened, and who said so."""

from __future__ import annotations

from microworlds.corpora.law.case_plan import Side, other
from microworlds.corpora.law.compiled import START
from microworlds.corpora.law.draft import Draft
from microworlds.corpora.law.pen import ended, polished

_ALWAYS = 3  # steps of the story that are always told


def introduce(draft: Draft) -> None:
    """Who appeals from what, and often the main question and the outcome."""
    draft.say("intro.who")
    if draft.rng.random() < 0.75:
        draft.say("intro.question")
    if draft.rng.random() < 0.6:
        draft.say("intro.outcome")
    draft.end()


def tell(draft: Draft) -> None:
    """The story, then what was said and written about it, until the opinion has some two fifths of its length."""
    pen, rng = draft.pen, draft.rng
    draft.heading("head.facts")
    if rng.random() < 0.5:
        draft.say("bg.open")
    step = 1
    while pen.has(f"story.{step}"):
        if step <= _ALWAYS or rng.random() < 0.75:
            draft.say(f"story.{step}")
        if step == 2 or draft.open > 2:
            draft.end()
        step += 1
    for rule in ("state.price", "state.claimed"):
        if pen.has(rule):
            draft.say(rule)
    draft.end()
    _evidence(draft, until=draft.budget * rng.uniform(0.3, 0.44))


def _evidence(draft: Draft, until: float) -> None:
    """Witnesses, letters and excerpts, in mixed order, until the opinion is so long."""
    rng = draft.rng
    excerpts = 0
    while draft.length < until:
        draw = rng.random()
        if draw < 0.06 and excerpts < 1 + draft.facts.length // 30_000:
            excerpts += 1
            _excerpt(draft)
        elif draw < 0.58 and draft.pen.left("wit.t") > 2:
            _witness(draft)
        else:
            _papers(draft, draft.rng.choice(("let", "let", "let", "doc.m", "doc.m")))


def _papers(draft: Draft, rule: str) -> None:
    """What was written and said before it came to a suit or a charge, or the papers and things in evidence."""
    letters = "let.c" if draft.facts.route == "criminal" else "let"
    for _ in range(draft.rng.choice((2, 2, 3, 4))):
        draft.say(letters if rule == "let" else rule)
    draft.end()


def _witness(draft: Draft) -> None:
    _call(draft)
    draft.say("wit.says")
    for _ in range(draft.rng.choice((0, 1, 1, 2, 3))):
        draft.say("wit.more")
    draft.slots.dismiss()
    if draft.rng.random() < 0.25:
        draft.say("exh.m")
    draft.end()


def _call(draft: Draft) -> None:
    """The coming witness is called by one of the sides."""
    side: Side = draft.rng.choice(("p", "d"))
    slots = draft.pen.slots
    slots |= {
        "mine": slots["pro" if side == "p" else "con"],
        "theirs": slots["con" if side == "p" else "pro"],
        "caller": slots[side],
        "opponent": slots[other(side)],
    }


def _excerpt(draft: Draft) -> None:
    """Questions and answers, a line each."""
    _call(draft)
    draft.say("qa.lead")
    draft.end()
    for _ in range(draft.rng.randint(3, 7)):
        for line in draft.pen.write("qa.pair").split("="):
            draft.line(ended(polished(START + line)))
    draft.slots.dismiss()
