"""Separate opinions: dissents, concurrences, and those that are both."""

from __future__ import annotations

from microworlds.corpora.law.caption import author_line, listed
from microworlds.corpora.law.case_plan import Facts, Separate, other
from microworlds.corpora.law.draft import Draft
from microworlds.corpora.law.invented_names import capitals
from microworlds.corpora.law.pen import polished

_OPENING = {
    "dissent": "DISSENTING OPINION BY",
    "concurrence": "CONCURRING OPINION BY",
    "concurring-in-part-and-dissenting-in-part": "CONCURRING AND DISSENTING OPINION BY",
}
_LATER = {
    "dissent": "dissenting",
    "concurrence": "concurring",
    "concurring-in-part-and-dissenting-in-part": "concurring in part and dissenting in part",
}


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
    line = author_line(facts, separate.judge, _OPENING[separate.kind])
    if facts.land.style == "before":
        return line
    return f"{line.rstrip(':').rstrip()}, {_LATER[separate.kind]}{':' if line.endswith(':') else '.'}"
