"""Whole opinions: that of the court with its notes and headnotes, an order of a few lines, separate opinions."""

from functools import partial

from microworlds.corpora.law import authorities, background, reasoning
from microworlds.corpora.law.caption import author_line, listed
from microworlds.corpora.law.case_plan import Facts, Separate, other
from microworlds.corpora.law.compiled import START
from microworlds.corpora.law.draft import Draft
from microworlds.corpora.law.invented_names import capitals
from microworlds.corpora.law.pen import ended, polished
from microworlds.corpora.law.planner import issue_names

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
    """The text of the opinion of the court, notes included, without the line that names its author."""
    background.introduce(draft)
    background.tell(draft)
    background.recount(draft)
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


def separate_opinion(draft: Draft, separate: Separate) -> tuple[str, str]:
    """The author line and text of a separate opinion of about a sixth of the case's length."""
    facts = draft.facts
    issue = draft.rng.choice(facts.issues[:3])
    draft.enter(issue)
    draft.pen.slots["would.do"] = "reverse" if facts.outcome == "affirmed" else "affirm"
    room = min(9_000, max(900, facts.length // 7))
    paragraphs: list[str] = []
    length = 0
    if separate.kind != "dissent":
        paragraphs.append(_paragraph(draft, ["con.open", "con.m", "con.m"]))
    if separate.kind != "concurrence":
        paragraphs.append(_paragraph(draft, ["dis.open", "dis.m"]))
    moves = ["con.m", "law.m"] if separate.kind == "concurrence" else ["dis.m", "dis.m", "law.m"]
    loser = other(issue.winner)
    while length < room and draft.pen.left(f"{issue.name}.{loser}") > 1:
        paragraphs.append(_paragraph(draft, [draft.rng.choice(moves) for _ in range(draft.rng.choice((2, 3, 4)))]))
        length = sum(map(len, paragraphs))
    paragraphs.append(_paragraph(draft, ["con.close" if separate.kind == "concurrence" else "dis.close"]))
    if separate.joined:
        names = listed([capitals(judge.last) for judge in separate.joined])
        alone = len(separate.joined) == 1
        title, verb = (facts.bench.member_after, "joins") if alone else (facts.bench.members_after, "join")
        paragraphs.append(f"{names}, {title}, {verb} in this opinion.")
    return _author(facts, separate), "\n".join(paragraphs)


def _paragraph(draft: Draft, rules: list[str]) -> str:
    return " ".join(polished(draft.pen.sentence(rule)) for rule in rules)


def _author(facts: Facts, separate: Separate) -> str:
    opening, does = _SEPARATE[separate.kind]
    line = author_line(facts, separate.judge, opening)
    if facts.land.style == "before":
        return line
    return f"{line.rstrip(':').rstrip()}, {does}{':' if line.endswith(':') else '.'}"
