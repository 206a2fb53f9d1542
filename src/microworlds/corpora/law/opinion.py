"""Whole opinions: that of the court, its headnotes, an order of a few lines, separate opinions."""

from microworlds.corpora.law import authorities, reasoning, telling
from microworlds.corpora.law.caption import author_line, listed
from microworlds.corpora.law.case_plan import Facts, Issue, Separate, Side, other
from microworlds.corpora.law.compiled import START
from microworlds.corpora.law.draft import Draft
from microworlds.corpora.law.invented_names import capitals
from microworlds.corpora.law.pen import ended, polished

_HEADNOTES = 5  # at most
# how a separate opinion is called above it, and what its judge does
_SEPARATE = {
    "dissent": ("DISSENTING OPINION BY", "dissenting"),
    "concurrence": ("CONCURRING OPINION BY", "concurring"),
    "concurring-in-part-and-dissenting-in-part": (
        "CONCURRING AND DISSENTING OPINION BY", "concurring in part and dissenting in part",
    ),
}  # fmt: skip


def write(draft: Draft) -> str:
    """The text of the opinion of the court, without the line that names its author."""
    telling.introduce(draft)
    telling.tell(draft)
    telling.recount(draft)
    for place, issue in enumerate(draft.facts.issues):
        reasoning.decide(draft, place, issue)
    _close(draft)
    return "\n".join(draft.paragraphs)


def _close(draft: Draft) -> None:
    """What the court does with the ruling, and what is left to do below."""
    facts = draft.facts
    if draft.rng.random() < 0.5:
        draft.heading(draft.pen.write("head.close"))
    draft.say("close.part" if "in part" in facts.outcome else "close", **_parts(draft))
    if "remanded" in facts.outcome:
        lost = next(issue for issue in facts.issues if issue.winner == facts.appellant)
        draft.enter(lost)
        vacated = facts.outcome.startswith("vacated")
        draft.say("mandate", fix=draft.noted("remanded_for", "fix.vacated" if vacated else f"{lost.name}.fix"))
    draft.end()
    if "in part" in facts.outcome:
        draft.say("outcome.line")
    elif draft.rng.random() < 0.3:
        draft.say("close.line")
    draft.end()


def _parts(draft: Draft) -> dict[str, str]:
    """What is affirmed and what is reversed, where an appeal succeeds in part."""
    facts = draft.facts
    kept = [draft.subject(issue) for issue in facts.issues if issue.winner == facts.appellee]
    lost = [draft.subject(issue) for issue in facts.issues if issue.winner == facts.appellant]
    return {"np.kept": listed(kept), "np.lost": listed(lost)}


def headnotes(draft: Draft) -> list[str]:
    """One note for each of the first holdings, where the land prints such notes."""
    style, facts = draft.facts.land.style, draft.facts
    if style not in ("headnotes", "heard", "syllabus"):
        return []
    notes: list[str] = []
    for issue, held in list(zip(facts.issues, draft.holdings, strict=True))[:_HEADNOTES]:
        head = polished(START + draft.subject(issue))
        matter = draft.pen.write("catchword")
        lead = {
            "headnotes": f"{len(notes) + 1}. {matter.upper()}—{head}.\nHeld, that ",
            "heard": f"{matter.capitalize()} — {head} — Held that ",
            "syllabus": "Held, that ",
        }
        notes.append(ended(lead[style] + held))
    return notes


def order(draft: Draft) -> str:
    """The text of an order of a few lines."""
    facts, pen, rng = draft.facts, draft.pen, draft.rng
    cases = authorities.classics(draft.seed, facts.land, facts.route, facts.issues[0].name)
    pen.slots |= {
        "case": lambda: draft.citing.of(rng.choice(cases)),
        "judge.sit": f"{facts.bench.member} {capitals(facts.panel[-1].last)}",
    }
    return f"ORDER\nPER CURIAM.\n{polished(pen.sentence('order.body'))}"


def separate_opinion(draft: Draft, separate: Separate) -> tuple[str, str]:
    """The author line and text of a separate opinion, on the issue that its judge sees otherwise."""
    facts, pen = draft.facts, draft.pen
    issue = _disputed(facts, separate)
    draft.enter(issue)
    pen.slots["would.do"] = "reverse" if issue.winner == facts.appellee else "affirm"
    draft.paragraphs = []
    if separate.kind == "concurrence":
        _concur(draft, issue)
    else:
        _dissent(draft, issue, in_part=separate.kind != "dissent")
    paragraphs = draft.paragraphs
    if separate.joined:
        names = listed([capitals(judge.last) for judge in separate.joined])
        alone = len(separate.joined) == 1
        title, verb = (facts.bench.member_after, "joins") if alone else (facts.bench.members_after, "join")
        paragraphs.append(f"{names}, {title}, {verb} in this opinion.")
    return _author(facts, separate), "\n".join(paragraphs)


def _disputed(facts: Facts, separate: Separate) -> Issue:
    """The first issue; for one who dissents from the whole, one on which the result depends."""
    decisive: Side = facts.appellee if facts.outcome == "affirmed" else facts.appellant
    return next((issue for issue in facts.issues if issue.winner == decisive), facts.issues[0])


def _dissent(draft: Draft, issue: Issue, *, in_part: bool) -> None:
    """Why the other side should have prevailed."""
    pen, loser = draft.pen, other(issue.winner)
    draft.say("dis.part" if in_part else "dis.open")
    draft.end()
    draft.say(f"{issue.name}.dis.{loser}")
    draft.end()
    if draft.depth > 1:
        pen.slots["a"] = pen.pieces(f"{issue.name}.arg.{loser}")[0]()
        pen.slots["r"] = pen.write(f"{issue.name}.rule")
        draft.say("dis.m")
        draft.end()
    view = pen.write(f"{issue.name}.h.{loser}")
    draft.say("dis.close", view=lambda: pen.note("dissent_view", view))
    draft.end()


def _concur(draft: Draft, issue: Issue) -> None:
    """Why the result is right, on narrower ground."""
    pen = draft.pen
    pen.slots["why"] = pen.write(f"{issue.name}.why.{issue.winner}")
    pen.slots["r"] = pen.write(f"{issue.name}.rule")
    for rule in ("con.open", "con.m", "con.close"):
        draft.say(rule)
        draft.end()


def _author(facts: Facts, separate: Separate) -> str:
    opening, does = _SEPARATE[separate.kind]
    line = author_line(facts, separate.judge, opening)
    if facts.land.style == "before":
        return line
    return f"{line.rstrip(':').rstrip()}, {does}{':' if line.endswith(':') else '.'}"
