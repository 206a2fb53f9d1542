"""What stands above an opinion: parties, docket, court, dates, counsel and panel, in each land's own style."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date

from microworlds.corpora.law.case_plan import Facts, Side
from microworlds.corpora.law.invented_names import Person, capitals
from microworlds.corpora.law.jurisdictions import Bench, Lawyer, Style, written
from microworlds.corpora.law.pen import ended

_SHORT_MONTHS = ("Jan.", "Feb.", "March", "April", "May", "June", "July", "Aug.", "Sept.", "Oct.", "Nov.", "Dec.")


def short_date(day: date) -> str:
    """``Aug. 5, 2010``."""
    return f"{_SHORT_MONTHS[day.month - 1]} {day.day}, {day.year}"


def listed(items: Sequence[str], *, comma: bool = True) -> str:
    """``A``, ``A and B``, ``A, B, and C`` (``A, B and C`` without the comma)."""
    if len(items) < 3:
        return " and ".join(items)
    return f"{', '.join(items[:-1])}{',' if comma else ''} and {items[-1]}"


def roles(facts: Facts, side: Side) -> str:
    """What the caption calls a side: ``Appellant``, ``Plaintiff Below, Appellee`` ..."""
    appeals = side == facts.appellant
    style, route = facts.land.style, facts.route
    if facts.order:
        return "Petitioner" if appeals else "Respondent"
    if style == "submitted":
        below = {
            "civil": ("Plaintiff Below", "Defendant Below"),
            "agency": ("Claimant Below", "Respondent Below"),
            "criminal": ("Plaintiff Below", "Defendant Below"),
        }[route]
        return f"{below[side == 'd']}, {'Appellant' if appeals else 'Appellee'}"
    if style in ("before", "briefs") and route == "agency":
        return "Petitioner" if appeals else "Respondent"
    if style == "syllabus":
        if route == "criminal":
            return "Appellant" if appeals else "Respondent"
        return f"{('Plaintiff', 'Defendant')[side == 'd']} and {'Appellant' if appeals else 'Respondent'}"
    return "Appellant" if appeals else "Appellee"


def parties_line(facts: Facts) -> str:
    """The line of the parties, with what each is called where the style does so."""
    p, d = (f"{party.caption}{party.others}" for party in (facts.p, facts.d))
    if facts.land.style in ("paragraphs", "headnotes", "heard") and not facts.order:
        return _stopped(f"{p} v. {d}")
    first: Side = facts.appellant if facts.land.style == "submitted" else "p"
    if first == "d":
        return _stopped(f"{d}, {roles(facts, 'd')}, v. {p}, {roles(facts, 'p')}")
    return _stopped(f"{p}, {roles(facts, 'p')}, v. {d}, {roles(facts, 'd')}")


def _stopped(line: str) -> str:
    """The line with one stop at its end, also where it ends in an abbreviation."""
    return line if line.endswith(".") else line + "."


def name_of(facts: Facts) -> str:
    """The long name of the case, as its record has it: the parties' line without the final stop."""
    line = parties_line(facts)
    return line if line.endswith((" Co.", "Inc.", "al.", "CO.", "INC.")) else line.removesuffix(".")


# --- judges ----------------------------------------------------------------------------------------------------------


def panel_line(facts: Facts) -> str:
    """Who sat, as the style prints it."""
    names = [capitals(judge.last) for judge in facts.panel]
    bench, style = facts.bench, facts.land.style
    if style == "paragraphs":
        return f"Panel: {_after(bench, names)}"
    if style in ("before", "syllabus", "headnotes"):
        return f"{'BEFORE:' if style == 'before' else 'Before'} {_after(bench, names)}"
    if style == "heard":
        return f"Coram: {_after(bench, names)}"
    rest = listed(names[1:], comma=False)
    if not rest:
        return f"Before {names[0]}, {bench.chief}."
    return f"Before {names[0]}, {bench.chief}, and {rest}, {bench.member}s{_en_banc(facts)}."


def _en_banc(facts: Facts) -> str:
    return ", constituting the Court en banc" if len(facts.panel) == facts.bench.seats and facts.bench.seats > 3 else ""


def _after(bench: Bench, names: Sequence[str]) -> str:
    if len(names) == 1:
        return f"{names[0]}, {bench.chief_after}"
    many = bench.members_after if len(names) > 2 else bench.member_after
    return f"{names[0]}, {bench.chief_after}, and {listed(names[1:])}, {many}"


def author_line(facts: Facts, judge: Person | None, opening: str = "OPINION BY") -> str:
    """Who wrote: ``HALE, Justice:``, ``OPINION BY Judge HALE.`` ... or per curiam."""
    if judge is None:
        return "PER CURIAM." if facts.land.style != "heard" else "BY THE COURT:"
    bench = facts.bench
    chief = judge is facts.panel[0]
    name = capitals(judge.last)
    style = facts.land.style
    if style == "before":
        return f"{opening}\n{bench.chief if chief else bench.member} {name}."
    if style in ("submitted", "briefs"):
        return f"{name}, {bench.chief if chief else bench.member}:"
    after = bench.chief_after if chief else bench.member_after
    return f"{name} {after}:" if style == "heard" else f"{name}, {after}"


# --- counsel ---------------------------------------------------------------------------------------------------------


def counsel_lines(facts: Facts) -> list[str]:
    """Counsel for each side."""
    lines = []
    for lawyers, side in zip(facts.counsel, (facts.appellant, facts.appellee), strict=True):
        lines.append(_COUNSEL[facts.land.style](facts, lawyers, _for(facts, side)))
    return lines


def _for(facts: Facts, side: Side) -> str:
    party = facts.party(side)
    if facts.route == "criminal" and side == "p":
        return f"for the {facts.land.government}"
    role = roles(facts, side).split(", ")[-1].split(" and ")[-1].lower()
    if facts.land.style == "paragraphs":
        return f"for {party.short}"
    return f"for {role}" if facts.land.style != "heard" else f"for the {role}"


def _in_full(facts: Facts, lawyers: Sequence[Lawyer], whom: str) -> str:
    argued = " (argued)" if facts.argued else ""
    names = [lawyers[0].person.full + argued] + [lawyer.person.full for lawyer in lawyers[1:]]
    esquire = "Esquire" if len(names) == 1 else "Esquires"
    return (
        f"{listed(names, comma=False)}, {esquire}, of {lawyers[0].firm}, {lawyers[0].town}, {facts.land.name}, {whom}."
    )


def _by_town(facts: Facts, lawyers: Sequence[Lawyer], whom: str) -> str:
    return f"{listed([lawyer.person.full for lawyer in lawyers])}, {lawyers[0].town}, {whom}."


def _orally(facts: Facts, lawyers: Sequence[Lawyer], whom: str) -> str:
    orally = " (orally)" if facts.argued else ""
    names = [f"{lawyer.person.full}, Esq.{orally if place == 0 else ''}" for place, lawyer in enumerate(lawyers)]
    return f"{listed(names)}, {lawyers[0].firm}, {lawyers[0].town}, {whom}."


def _on_brief(facts: Facts, lawyers: Sequence[Lawyer], whom: str) -> str:
    rest = listed([lawyer.person.full for lawyer in lawyers[1:]])
    verb = "was" if len(lawyers) == 2 else "were"
    with_whom = f", with whom {rest} {verb} on the brief" if rest else ""
    return f"{lawyers[0].person.full}, {lawyers[0].town}{with_whom}, {whom}."


def _old(facts: Facts, lawyers: Sequence[Lawyer], whom: str) -> str:
    if len(lawyers) == 1:
        return f"{lawyers[0].person.initials}, of {lawyers[0].town}, {whom}."
    counsel = listed([lawyer.person.initials for lawyer in lawyers], comma=False)
    return f"{lawyers[0].firm} ({counsel}, of counsel), of {lawyers[0].town}, {whom}."


def _barrister(facts: Facts, lawyers: Sequence[Lawyer], whom: str) -> str:
    return f"{listed([lawyer.person.full for lawyer in lawyers], comma=False)}, of {lawyers[0].town}, {whom}."


_COUNSEL: Mapping[Style, Callable[[Facts, Sequence[Lawyer], str], str]] = {
    "submitted": _in_full,
    "before": _by_town,
    "paragraphs": _orally,
    "briefs": _on_brief,
    "headnotes": _old,
    "heard": _barrister,
    "syllabus": _by_town,
}


# --- whole captions --------------------------------------------------------------------------------------------------


def caption(facts: Facts, notes: Sequence[str]) -> str:
    """The head matter; ``notes`` are headnotes, catchwords or a syllabus, where the style has them."""
    if facts.order:
        return "\n".join(
            (parties_line(facts), f"{facts.docket}.", f"{facts.bench.name}.", f"{_written(facts, facts.decided)}.")
        )
    return "\n".join(_STYLES[facts.land.style](facts, notes))


def _written(facts: Facts, day: date) -> str:
    return written(day, facts.land) if facts.land.style in ("headnotes", "heard", "paragraphs") else short_date(day)


def _heard(facts: Facts, argued: str, submitted: str) -> str:
    day = facts.argued or facts.submitted
    assert day is not None  # an opinion is either argued or submitted
    return f"{argued if facts.argued else submitted}{_written(facts, day)}."


def _below(facts: Facts, line: str) -> list[str]:
    """The line about the tribunal below, which two captions in five have."""
    return [line] if int(facts.key[-3:]) % 5 < 2 else []


def _submitted(facts: Facts, notes: Sequence[str]) -> list[str]:
    return [
        parties_line(facts), f"{facts.docket}.", f"{facts.bench.name}.", _heard(facts, "Argued: ", "Submitted: "),
        f"Decided: {short_date(facts.decided)}.",
        *_below(facts, f"Court Below: {facts.tribunal}, {facts.docket_below}."), *counsel_lines(facts),
        panel_line(facts),
    ]  # fmt: skip


def _before(facts: Facts, notes: Sequence[str]) -> list[str]:
    return [
        parties_line(facts), f"{facts.docket}.", f"{facts.bench.name}.",
        _heard(facts, "Argued ", "Submitted on Briefs "), f"Decided {short_date(facts.decided)}.",
        *counsel_lines(facts), panel_line(facts),
    ]  # fmt: skip


def _paragraphs(facts: Facts, notes: Sequence[str]) -> list[str]:
    return [
        parties_line(facts), f"{facts.docket}.", f"{facts.bench.name}.",
        _heard(facts, "Argued: ", "Submitted on Briefs: "), f"Decided: {_written(facts, facts.decided)}.",
        *counsel_lines(facts), panel_line(facts),
    ]  # fmt: skip


def _briefs(facts: Facts, notes: Sequence[str]) -> list[str]:
    return [
        parties_line(facts), f"{facts.docket}.", f"{facts.bench.name}.", _heard(facts, "Argued ", "Submitted "),
        f"Decided {short_date(facts.decided)}.",
        *_below(facts, ended(f"Appeal from the {facts.tribunal} ({facts.docket_below}), Hon. {facts.judge.full}")),
        *counsel_lines(facts), panel_line(facts),
    ]  # fmt: skip


def _headnotes(facts: Facts, notes: Sequence[str]) -> list[str]:
    numbered = [f"{place}. {note}" for place, note in enumerate(notes, start=1)]
    judge = f"; {facts.judge.initials}, Judge" if facts.route != "agency" else ""
    return [
        parties_line(facts), f"({facts.bench.name}. {_written(facts, facts.decided)}.)", f"{facts.docket}.", *numbered,
        f"Appeal from the {facts.tribunal}{judge}.", *counsel_lines(facts),
        _heard(facts, "Argued ", "Submitted on briefs "), panel_line(facts),
    ]  # fmt: skip


def _heard_style(facts: Facts, notes: Sequence[str]) -> list[str]:
    return [
        parties_line(facts), f"{facts.bench.name}.", panel_line(facts), f"Appeal {facts.docket}.",
        _heard(facts, "Heard: ", "Submitted in writing: "), f"Judgment delivered: {_written(facts, facts.decided)}.",
        *_below(facts, f"On appeal from the {facts.tribunal} ({facts.docket_below})."), *notes, *counsel_lines(facts),
    ]  # fmt: skip


def _syllabus(facts: Facts, notes: Sequence[str]) -> list[str]:
    return [
        parties_line(facts), f"{facts.docket}.", f"{facts.bench.name}.", f"{short_date(facts.decided)}.",
        _heard(facts, "Argued ", "Submitted on briefs "),
        *_below(facts, f"Appeal from the {facts.tribunal}, {facts.judge.full} presiding."),
        *notes, *counsel_lines(facts), panel_line(facts),
    ]  # fmt: skip


_STYLES: Mapping[Style, Callable[[Facts, Sequence[str]], list[str]]] = {
    "submitted": _submitted,
    "before": _before,
    "paragraphs": _paragraphs,
    "briefs": _briefs,
    "headnotes": _headnotes,
    "heard": _heard_style,
    "syllabus": _syllabus,
}
