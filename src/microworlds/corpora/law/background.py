"""The first half of an opinion: what it is about, what happened, who said so, and the course of the case below."""

from microworlds.corpora.law.case_plan import Side, other
from microworlds.corpora.law.compiled import START
from microworlds.corpora.law.draft import Draft
from microworlds.corpora.law.pen import ended, polished

_ALWAYS = 3  # steps of the story that are always told
_LONG = 8_000  # characters; a longer opinion tells of motions, closing arguments and findings


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
    draft.some(letters if rule == "let" else rule, 2, 2, 3, 4)
    draft.end()


def _witness(draft: Draft) -> None:
    _call(draft)
    draft.say("wit.says")
    draft.some("wit.more", 0, 1, 1, 2, 3)
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
