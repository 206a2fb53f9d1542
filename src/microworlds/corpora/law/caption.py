"""What stands above an opinion: parties, docket, court, dates, counsel and panel, in each land's own style."""

from collections.abc import Sequence
from datetime import date

from microworlds.corpora.law.case_plan import Facts, Side, other
from microworlds.corpora.law.invented_names import Person, capitals
from microworlds.corpora.law.jurisdictions import Bench, Lawyer

_SHORT_MONTHS = ("Jan.", "Feb.", "March", "April", "May", "June", "July", "Aug.", "Sept.", "Oct.", "Nov.", "Dec.")
_ORDER = ("{parties}", "{docket}.", "{court}.", "{decided}.")  # an order's caption


def listed(items: Sequence[str], *, comma: bool = True) -> str:
    """``A``, ``A and B``, ``A, B, and C`` (``A, B and C`` without the comma)."""
    if len(items) < 3:
        return " and ".join(items)
    return f"{', '.join(items[:-1])}{',' if comma else ''} and {items[-1]}"


def roles(facts: Facts, side: Side) -> str:
    """What the caption calls a side: ``Appellant``, ``Plaintiff Below, Appellee`` ..."""
    appeals = side == facts.appellant
    style, route = facts.land.style, facts.route
    if facts.order or (style in ("before", "briefs") and route == "agency"):
        return "Petitioner" if appeals else "Respondent"
    if style == "submitted":
        below = ("Claimant", "Respondent") if route == "agency" else ("Plaintiff", "Defendant")
        return f"{below[side == 'd']} Below, {'Appellant' if appeals else 'Appellee'}"
    if style == "syllabus":
        below_too = "" if route == "criminal" else f"{('Plaintiff', 'Defendant')[side == 'd']} and "
        return below_too + ("Appellant" if appeals else "Respondent")
    return "Appellant" if appeals else "Appellee"


def parties_line(facts: Facts) -> str:
    """The line of the parties, with what each is called where the style does so."""
    style, first = facts.land.style, facts.appellant if facts.land.style == "submitted" else "p"
    sides = [(facts.party(side), roles(facts, side)) for side in (first, other(first))]
    if style in ("paragraphs", "headnotes", "heard") and not facts.order:
        line = " v. ".join(f"{party.caption}{party.others}" for party, _ in sides)
    else:
        line = ", v. ".join(f"{party.caption}{party.others}, {role}" for party, role in sides)
    return line if line.endswith(".") else line + "."  # it may end in an abbreviation


def name_of(facts: Facts) -> str:
    """The long name of the case, as its record has it: the parties' line without the final stop."""
    line = parties_line(facts)
    return line if line.endswith((" Co.", "Inc.", "al.", "CO.", "INC.")) else line.removesuffix(".")


# --- judges ----------------------------------------------------------------------------------------------------------


def panel_line(facts: Facts) -> str:
    """Who sat, as the style prints it."""
    names = [capitals(judge.last) for judge in facts.panel]
    bench = facts.bench
    if facts.land.panel:
        return facts.land.panel.format(_after(bench, names))
    rest = listed(names[1:], comma=False)
    if not rest:
        return f"Before {names[0]}, {bench.chief}."
    en_banc = ", constituting the Court en banc" if len(facts.panel) == bench.seats > 3 else ""
    return f"Before {names[0]}, {bench.chief}, and {rest}, {bench.member}s{en_banc}."


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
    sides = (facts.appellant, facts.appellee)
    return [_counsel(facts, lawyers, _for(facts, side)) for lawyers, side in zip(facts.counsel, sides, strict=True)]


def _for(facts: Facts, side: Side) -> str:
    party = facts.party(side)
    if facts.route == "criminal" and side == "p":
        return f"for the {facts.land.government}"
    role = roles(facts, side).split(", ")[-1].split(" and ")[-1].lower()
    if facts.land.style == "paragraphs":
        return f"for {party.short}"
    return f"for {role}" if facts.land.style != "heard" else f"for the {role}"


def _counsel(facts: Facts, lawyers: Sequence[Lawyer], whom: str) -> str:
    """The counsel of one side, in the style of the land."""
    style, first = facts.land.style, lawyers[0]
    names = [lawyer.person.full for lawyer in lawyers]
    if style == "submitted":
        names[0] += " (argued)" if facts.argued else ""
        esquire = "Esquire" if len(names) == 1 else "Esquires"
        return f"{listed(names, comma=False)}, {esquire}, of {first.firm}, {first.town}, {facts.land.name}, {whom}."
    if style == "paragraphs":
        names = [f"{name}, Esq." for name in names]
        names[0] += " (orally)" if facts.argued else ""
        return f"{listed(names)}, {first.firm}, {first.town}, {whom}."
    if style == "briefs":
        verb = "was" if len(names) == 2 else "were"
        with_whom = f", with whom {listed(names[1:])} {verb} on the brief" if names[1:] else ""
        return f"{names[0]}, {first.town}{with_whom}, {whom}."
    if style == "headnotes":
        initials = listed([lawyer.person.initials for lawyer in lawyers], comma=False)
        counsel = initials if len(names) == 1 else f"{first.firm} ({initials}, of counsel)"
        return f"{counsel}, of {first.town}, {whom}."
    if style == "heard":
        return f"{listed(names, comma=False)}, of {first.town}, {whom}."
    return f"{listed(names)}, {first.town}, {whom}."


# --- whole captions --------------------------------------------------------------------------------------------------


def caption(facts: Facts, notes: Sequence[str]) -> str:
    """The head matter; ``notes`` are headnotes, catchwords or a syllabus, where the style has them."""
    land = facts.land
    template = _ORDER if facts.order else land.caption
    told = int(facts.key[-3:]) % 5 < 2  # of the tribunal below
    filled = {
        "parties": parties_line(facts),
        "docket": facts.docket,
        "court": facts.bench.name,
        "decided": _written(facts, facts.decided),
        "heard": _heard(facts),
        "tribunal": facts.tribunal,
        "docket_below": facts.docket_below,
        "judge": facts.judge.full,
        "initials": f"; {facts.judge.initials}, Judge" if facts.route != "agency" else "",
        "counsel": "\n".join(counsel_lines(facts)),
        "panel": panel_line(facts),
        "notes": "\n".join(notes),
    }
    lines = [line.removeprefix("?").format(**filled) for line in template if told or not line.startswith("?")]
    return "\n".join(line.replace("Jr..", "Jr.") for line in lines if line)


def _heard(facts: Facts) -> str:
    """The day of the argument, or of submission, and which it is."""
    if facts.argued:
        return facts.land.heard[0] + _written(facts, facts.argued)
    return facts.land.heard[1] + _written(facts, facts.submitted) if facts.submitted else ""


def _written(facts: Facts, day: date) -> str:
    if facts.land.style in ("headnotes", "heard", "paragraphs"):
        return facts.land.written(day)
    return f"{_SHORT_MONTHS[day.month - 1]} {day.day}, {day.year}"
