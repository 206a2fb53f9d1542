"""Questions that compare: before or after, which of two, how long between, together, how much more, the same.

Each is taken apart into the two things compared, as the question names them.
"""

from __future__ import annotations

import re
from dataclasses import replace

from microworlds.reading.answering import options, wanted, wording
from microworlds.reading.answering.asked import Asked, Form
from microworlds.reading.answering.options import Pair
from microworlds.reading.answering.wording import AUXILIARY

_ORDER = re.compile(
    r"\s*\b(?P<pair>(?:before or after|after or before|prior to or after|precede or follow|preceded or followed)"
    r"|(?:(?:come|came|happen|fall) )?(?:earlier or later|later or earlier|sooner or later) than"
    r"|(?:come|came|happen|fall) (?:before|first) or (?:later|after) than)\b\s*",
    re.IGNORECASE,
)
_EARLY = "first|earlier|earliest|sooner|soonest|older|oldest|before the other|precedes"
_LATE = "later|latest|last|second|newer|newest|younger|youngest|more recent(?:ly)?|most recent(?:ly)?"
_MORE = "higher|highest|larger|largest|greater|greatest|bigger|biggest|longer|longest|more|most|costlier|dearer|steeper"
_LESS = "lower|lowest|smaller|smallest|shorter|shortest|less|least|fewer|fewest|cheaper|cheapest"
_DEGREE = re.compile(
    rf"\b(?:(?P<early>{_EARLY})|(?P<late>{_LATE})|(?P<more>{_MORE})|(?P<less>{_LESS}))\b", re.IGNORECASE
)
_INTERVAL = wording.words("""
    how (?:many|much) (?P<unit>days?|weeks?|months?|years?|hours?|time)\\b(?!['’]) | how long | how (?:soon|late)
    | what (?:length of time|interval|gap)
""")
_BETWEEN = re.compile(
    r"\b(?:between|separat\w+|from)\b\s+(?P<a>.+?)\s+\b(?:and|from|to|until)\b\s+(?P<b>.+)$", re.IGNORECASE
)
_SPANS = wording.words("""
    between | pass(?:ed)? | elapse[ds]? | separat\\w+ | apart | went by | go by | gone by | from .+ (?:to|until) | lies?
    | lay | later | earlier
""")
_AFTER = wording.words("after | before | following | since | prior to")
_MODAL = wording.words("must | may | shall | should | can | will | is | are | does")
_SUM = wording.words("""
    in total | together | combined | altogether | in sum | sum of | add up to | all told | total of | taken together
    | jointly | in all
""")
_COMPARATIVE = (
    "more|less|fewer|higher|lower|greater|smaller|longer|shorter|cheaper|dearer|above|below|over|under|additional|extra"
)
_DIFFERENCE = wording.words(rf"""
    by how (?:much|many|far) | how (?:much|many)(?: \w+)? (?:{_COMPARATIVE}) | difference between
    | how far (?:{_COMPARATIVE}|apart|off|out|short) | how much (?:above|below|over|under|apart)
    | how much did\b.*\b(?:rise|increase|fall|drop|go up|go down|change|grow|shrink)
    | how (?:far|much) .*\b(?:exceed\w*|outstrip\w*|overrun)
""")
_SAME = wording.words("""
    same | match(?:es|ed)? | equals? | identical | agrees? with | consistent with | correspond\\w* | tally | tallies
    | coincide[sd]? | square with | in line with | differ(?:s|ed)? | different | conflict\\w* | contradict\\w*
    | deviate\\w* | depart from | at odds | line up | accords? with | bear out | borne out | reflect(?:s|ed)?
""")
_DIFFERENT = wording.words("differ\\w* | conflict\\w* | contradict\\w* | deviate\\w* | depart | at odds | not the same")
_THE_SAME = re.compile(
    r"\b(?:(?:by|in|under|before|at) )?(?:the |a )?(?P<word>same|identical|different|equal)\s+(?P<noun>\w+)\b"
    r"(?:\s+(?:who|which|that)\b)?",
    re.IGNORECASE,
)
_THAN = re.compile(
    rf"\b(?P<word>{_MORE}|{_LESS}|later|earlier|sooner|older|newer|younger)\b[^?]{{0,40}}?\bthan\b\s*(?P<b>.+)$"
    r"|\b(?:exceed\w*|outweigh\w*|surpass\w*)\b\s*(?P<c>.+)$",
    re.IGNORECASE,
)
_SHORT_OF = re.compile(
    r"\bhow (?:much|many|far)\s+(?P<a>.+?)\s+(?:stay|come in|be|end up|fall|finish|go|exceed|remain)\b\s*"
    r"(?:under|below|above|over|beyond|short of|within)?\s+(?P<b>(?:the|what|that|our|their|his|her|[A-Z]).+)$",
    re.IGNORECASE,
)
_EVENT = re.compile(r"\b(?P<word>before|after|prior to|ahead of)\b\s+(?P<b>\S+\s.+)$", re.IGNORECASE)


def derived(base: Asked) -> Asked | None:
    """The question as one whose answer has to be worked out, or None."""
    for build in (_order, _choose, _difference, _sum, _interval, _compared):
        found = build(base)
        if found:
            return found
    return None


def with_form(base: Asked, form: Form, **changes: object) -> Asked:
    """The question with another form, and whatever goes with it."""
    return replace(base, form=form, **changes)  # type: ignore[arg-type]


def plain(text: str) -> str:
    """A question without the words that say how things are to be compared."""
    return wording.without(text, _DIFFERENCE, _SUM, _SAME)


def _bare(text: str) -> str:
    """A text without the auxiliary that opens it."""
    return re.sub(rf"^\s*{AUXILIARY}\s+", "", text.strip(" ,"), flags=re.IGNORECASE)


def _order(base: Asked) -> Asked | None:
    match = _ORDER.search(base.clause)
    if not match:
        return None
    left = re.sub(r"\b(?:come|happen|take place|occur|fall)$", "", _bare(base.clause[: match.start()])).strip(" ,")
    right = base.clause[match.end() :].strip(" ,")
    left = left or base.lead
    return with_form(base, "order", operands=(left, right), word=match["pair"].lower()) if left and right else None


def _choose(base: Asked) -> Asked | None:
    """Which of two is earlier, later, more or less."""
    degree = _DEGREE.search(base.clause)
    if not degree or not re.match(r"(?:\w+ )?(?:which|what|who|whose|when)\b", base.clause, re.IGNORECASE):
        return None
    pair = options.of_two(base, degree.end())
    word = next(name for name in ("early", "late", "more", "less") if degree[name])
    return with_form(base, "choose", operands=pair, word=word) if pair else None


def _difference(base: Asked) -> Asked | None:
    if not _DIFFERENCE.search(base.clause):
        return None
    between = re.search(r"\bdifference between\s+(?P<a>.+?)\s+and\s+(?P<b>.+)$", base.clause, re.IGNORECASE)
    than = re.search(r"\bthan\s+(?P<b>.+)$", base.clause, re.IGNORECASE)
    if between:
        return with_form(base, "difference", operands=(between["a"], between["b"]))
    short = _SHORT_OF.search(base.clause)
    if short:
        return with_form(base, "difference", operands=(_bare(short["a"]), short["b"]))
    if than:
        rest = _DIFFERENCE.sub(" ", base.clause[: than.start()])
        return with_form(base, "difference", operands=(_bare(rest), than["b"]))
    return with_form(base, "difference")


def _sum(base: Asked) -> Asked | None:
    asks = re.match(r"(?:\w+ )?(?:how (?:much|many|long)|what|which)\b", base.clause, re.IGNORECASE)
    if not asks or not _SUM.search(base.clause):
        return None
    rest = _SUM.sub(" ", base.clause)
    pair = re.search(r"\b(?:for|of|by|in|the)\s+(?P<a>[^,]+?)\s+and\s+(?P<b>[^,]+)$", rest, re.IGNORECASE)
    return with_form(base, "sum", operands=(pair["a"].strip(), pair["b"].strip()) if pair else None)


def _spelled_out(a: str, b: str) -> Pair:
    """The two things with what "that" stands for put in its place: the start of A and that of B."""
    head = re.match(r"(?P<head>.*?)\s+(?P<of>of|in|under)\s", a)
    return (
        (a, re.sub(rf"^(?:that|those|the one) {head['of']}\b", f"{head['head']} {head['of']}", b)) if head else (a, b)
    )


def _interval(base: Asked) -> Asked | None:
    ask = _INTERVAL.search(base.clause)
    if not ask:
        return None
    rest = base.clause[ask.end() :]
    unit = (ask["unit"] or "time").lower().rstrip("s")
    between = _BETWEEN.search(rest)
    if between and _SPANS.search(rest):
        pair = _spelled_out(between["a"].strip(" ,"), between["b"].strip(" ,"))
        return with_form(base, "interval", operands=pair, unit=unit)
    if unit == "time" and _MODAL.search(rest):
        return None
    operands = _around_after(rest)
    return with_form(base, "interval", operands=operands, unit=unit) if operands else None


def _around_after(rest: str) -> Pair | None:
    """The two events of: how many days after A did B, how many days did B come after A."""
    after = _AFTER.search(rest)
    if not after or len(rest[after.end() :].split()) < 2:
        return None
    before, behind = rest[: after.start()].strip(" ,"), rest[after.end() :].strip(" ,")
    if re.search(r"\b(?:notice|warning)\b", before, re.IGNORECASE):
        return None
    if before:
        return behind, _bare(before)
    split = re.search(rf"^(?P<a>.+?),?\s+{AUXILIARY}\s+(?P<b>.+)$", behind, re.IGNORECASE)
    return (split["a"].strip(), split["b"].strip()) if split else None


def _compared(base: Asked) -> Asked | None:
    """A yes-no question about two things: are they the same, is one more, earlier."""
    if not re.match(rf"{AUXILIARY}\s", base.clause, re.IGNORECASE):
        return None
    rest = _bare(base.clause)
    than = _THAN.search(rest)
    if than:
        pair = rest[: than.start()].strip(), than["b"] or than["c"]
        return with_form(base, "more", operands=pair, word=(than["word"] or "more").lower())
    same = _the_same(base, rest) or _match(base, rest)
    event = _EVENT.search(rest)
    if same or not event:
        return same
    word = "after" if event["word"].lower() == "after" else "earlier"
    return with_form(base, "more", operands=(rest[: event.start()].strip(), event["b"]), word=word)


def _the_same(base: Asked, rest: str) -> Asked | None:
    """Did the same judge write A and B: the noun says what is compared."""
    shared = _THE_SAME.search(rest)
    if not shared:
        return None
    other = rest[: shared.start()] + " " + rest[shared.end() :]
    both = re.search(r"\bboth\b\s+(?P<pair>.+)$", rest, re.IGNORECASE)
    pair = re.split(r"\s+(?:and|as)\s+", both["pair"] if both else other, maxsplit=1)
    if len(pair) != 2 or not pair[0].strip() or not pair[1].strip():
        return None
    noun = shared["noun"].lower()
    word = "different" if shared["word"].lower() == "different" else "same"
    operands = pair[0].strip(" ,"), pair[1].strip(" ,")
    kinds = wanted.by_noun(noun) or ("open",)
    return with_form(base, "same", clause=other, kinds=kinds, noun=noun, operands=operands, word=word)


def _match(base: Asked, rest: str) -> Asked | None:
    """Does A match B, do A and B agree."""
    match = _SAME.search(rest)
    if not match:
        return None
    left = rest[: match.start()].strip(" ,")
    right = re.sub(r"^(?:with|to|from|as|between)\s", "", rest[match.end() :].strip(" ,"))
    if not left or not right:
        pair = re.split(r"\s+and\s+", left or right, maxsplit=1)
        if len(pair) != 2:
            return None
        left, right = pair
    return with_form(base, "same", operands=(left, right), word="different" if _DIFFERENT.search(rest) else "same")
