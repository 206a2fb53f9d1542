"""From a question about a team's cases to its answer, or to the decision that nothing here bears one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from microworlds import kinds
from microworlds.reading.answering import references, referents
from microworlds.reading.answering.context import Context, kept
from microworlds.reading.answering.deriving import Known
from microworlds.reading.attributes import AGREEMENT, OPINION
from microworlds.reading.casework import operands
from microworlds.reading.casework.aspects import aspects, asks_time, dates
from microworlds.reading.casework.resolving import Meant, Resolver
from microworlds.reading.casework.stating import Stated, stated
from microworlds.reading.casework.talk import first_name
from microworlds.reading.documents.facts import sameness

_SURE = 0.9
_NOUN = re.compile(
    r"\b(?:opinions?|rulings?|cases?|decisions?|judge?ments?|precedents?|authorit(?:y|ies)|matters?|appeals?|fallback|"
    r"backup|one|reading|find|pick|find|suggestion|what(?:ever)?\s+[A-Z]\w+)\b"
)
_BROUGHT_BY = re.compile(
    r"\bwho\b[^?]{0,30}\b(?:brought|introduced|suggested|found|proposed|raised|presented|tabled|put\sforward|came\sup\swith|"
    r"mentioned|dug|unearthed|circulated|shared|shown?|showed|flagged|nominated|offered|recommended|gave|turned\sup|pitched|contributed)\b"
    r"|\bwhose\s(?:suggestion|find|idea|contribution|proposal|discovery|pick)\b|\bthanks\sto\swhom\b|\bby\swhom\s(?:was|were)\b[^?]*"
    r"\b(?:brought|introduced|suggested|proposed|raised|presented|tabled)|\bwho(?:m)?\s(?:do|did)\swe\s(?:have\sto\s)?(?:thank|owe|get)"
    r"|\b(?:to|from)\swhom\b[^?]*\b(?:owe|come|came|have|get|got)\b",
    re.IGNORECASE,
)
_READS = re.compile(
    r"\bwho(?:se|m)?\b[^?]{0,50}\b(?:to\sread|reading|reads?|asked\sto|assigned|told\sto|study|homework|go\sthrough|given\sto)\b",
    re.IGNORECASE,
)
_CHECKS = re.compile(
    r"\b(?:right|correct(?:ly)?|accurate(?:ly)?|borne\sout|bear(?:s)?\s(?:that|this|him|her|it|them)\sout|tall(?:y|ies)|square[sd]?|"
    r"what\sthe\s(?:opinion|ruling|case|decision|judge?ment|document|text|report|caption)\ssa(?:ys|id)|match(?:es)?|true|consistent|agrees?\swith|"
    r"mistaken|wrong|misremember\w*)\b",
    re.IGNORECASE,
)
_COUNTS = re.compile(r"\bhow\smany\s(?:of|were|did|ended|cases|rulings|opinions|decisions|judge?ments|came|was|had)\b|\bin\show\smany\b", re.IGNORECASE)
_ORDER = re.compile(r"\bbefore\b[^?]{0,12}\bor\b[^?]{0,12}\bafter\b|\bafter\b[^?]{0,12}\bor\b[^?]{0,12}\bbefore\b|\bearlier or later\b|\bfirst\b[^?]*\bbefore\b[^?]*\bsecond\b|\bsooner or later\b", re.IGNORECASE)
_SAME = re.compile(
    r"\bsame\b|\bidentical\b|\bone\sand\sthe\b|\bone\s(?:judge|court|justice|lower|tribunal|standard|author)\b|\balso\s(?:write|wrote|decide|author|issue|come|hear|the)\w*|"
    r"\bin\scommon\b|\bshare\b|\bcome\sfrom\sthe\scourt\sthat|\bcourt\sthat\salso\b|\bdiffer\w*\b|\balike\b|\bboth\b",
    re.IGNORECASE,
)
_YES_NO = re.compile(r"^(?:[^,:]{0,40}[,:]\s*)?(?:and\s)?(?:did|does|do|was|were|is|are|has|have|had|could|can|would)\b", re.IGNORECASE)
_LATE = re.compile(r"\b(?:youngest|newest|newer|later|latest|(?:most|more)\srecent|last)\b", re.IGNORECASE)
_EARLY = re.compile(r"\b(?:oldest|older|earlier|earliest|first)\b", re.IGNORECASE)
_SEVERAL = re.compile(r"\b(?:of\s(?:the|those|these|them|all)|pair|two|three|four|five|both|several|altogether|in\sall|between\sthem)\b", re.IGNORECASE)
_UNIT = re.compile(r"\b(days?|weeks?|months?|years?)\b", re.IGNORECASE)
_SPAN = re.compile(
    r"\bhow\s(?:many|long|far|much\stime|much\sof\sa\sgap)\b|\bnumber\sof\s(?:days|weeks|months|years)|\b(?:full|whole|complete[d]?)\s(?:days|weeks|months|years)|\bgap\b|\binterval\b",
    re.IGNORECASE,
)
_STEMS = ("affirm", "revers", "vacat", "remand", "dismiss", "den", "grant", "quash", "overrul", "sustain", "set aside",
          "modif", "disbar", "suspend", "discharg", "annul", "refus", "transfer")  # fmt: skip
_ASKED_STEMS = {"uph": "affirm", "overturn": "revers", "threw out": "dismiss", "thrown out": "dismiss", "sent back": "remand"}


@dataclass(frozen=True)
class Refused:
    """Nothing here answers the question: the document meant is not known, or does not say.

    ``passages`` are where it might still be said in words that no recogniser knows; None if anywhere.
    """

    reason: str
    passages: tuple[int, ...] | None = ()


@kept
def desk(context: Context) -> Resolver:
    """What resolves descriptions in these passages."""
    return Resolver(context)


def answer(context: Context, question: str) -> Known | Refused | None:
    """The answer to a question about cases; None if it is none."""
    resolver = desk(context)
    if not resolver.bringing() and not resolver.library.mentions(question):
        return None
    text = " ".join(question.split())
    for form in (_people, _checked, _counted, _compared, _extreme, _interval, _value):
        found = form(resolver, text)
        if found is not None:
            return found
    return None


def one(resolver: Resolver, text: str) -> Meant:
    """The document a question is about, or the only one that is talked of if it says nothing of which."""
    wanted = resolver.describe(text)
    found = resolver.meant(wanted)
    loose = not wanted.mentions and not wanted.role and wanted.occasion is None
    if loose and wanted.act not in ("assigned", "praised", "doubted"):
        found = by_wording(resolver, text) or (found if found.sure else Meant())
    elif not found.sure:
        found = by_wording(resolver, text) or Meant()
    if found.keys or wanted.role or wanted.people or wanted.occasion is not None:
        return found
    keys = dict.fromkeys(key for turn in resolver.bringing() for mention in resolver.library.mentions(turn.text) for key in mention.keys)
    return Meant(tuple(keys), (), 0.3, sure=False) if len(keys) == 1 and _NOUN.search(text) else Meant()


def referred(resolver: Resolver, text: str) -> tuple[Meant, ...]:
    """What each description in a question means: of both things it compares, else of the one it is about."""
    if _ORDER.search(text) or (_SAME.search(text) and _YES_NO.search(text)) or _SPAN.search(text):
        couple = operands.pair(resolver, text)
        if couple is not None:
            return couple
    if _SEVERAL.search(text) and (_LATE.search(text) or _EARLY.search(text) or _COUNTS.search(text)):
        return (operands.several(resolver, text),)
    return (one(resolver, text),)


def held(resolver: Resolver, text: str) -> list[tuple[str, tuple[int, ...]]] | None:
    """The fact asked for, of every document that held the place a question describes, oldest first.

    None if it describes no such place. A document whose passages do not state the fact is left out; where a question
    asks for no fact, the title stands for it.
    """
    wanted = resolver.describe(text)
    if wanted.role is None or wanted.mentions:
        return None
    asked = aspects(text)
    found: list[tuple[str, tuple[int, ...]]] = []
    for meant in resolver.holders(wanted):
        turn = (resolver.turns[meant.turns[0]].passage,) if meant.turns else ()
        facts = facts_of(resolver, meant, asked[0], text) if asked else None
        if facts is not None:
            found.append((facts[1][0].value, (*turn, facts[1][0].passage)))
        elif not asked and meant.key is not None:
            found.append((resolver.library.title(meant.key), turn))
    return found


def by_wording(resolver: Resolver, text: str) -> Meant | None:
    """The document of which somebody said what a question says of it, in much the same words."""
    for referent in referents.find(text):
        links = references.resolve(resolver.context, referent.words)
        if links:
            key = resolver.library.key_of(links[0].document)
            return Meant((key,), links[0].turns, 1.0 + links[0].weight) if key else None
    return None


def facts_of(resolver: Resolver, meant: Meant, attribute: str, question: str) -> tuple[str, list[Stated]] | None:
    """The document among those meant that states the attribute, the last first, with what it states."""
    for key in reversed(meant.keys):
        case = resolver.library.cases.get(key)
        found = stated(case, attribute, question) if case is not None else []
        if found:
            return key, found
    return None


def _known(resolver: Resolver, text: str, key: object, meant: tuple[Meant, ...], passages: tuple[int, ...], kind: str) -> Known:
    turns = [resolver.turns[turn].passage for each in meant for turn in each.turns]
    return Known(text, key, _SURE, tuple(dict.fromkeys([*turns, *passages])), kind)


def _value(resolver: Resolver, text: str) -> Known | Refused | None:
    """One fact of one document."""
    wanted = aspects(text)
    if not wanted or not (_NOUN.search(text) or resolver.library.mentions(text)):
        return None
    meant = one(resolver, text)
    if not meant.keys:
        return _unknown(resolver, text)
    for attribute in wanted[:1]:
        found = facts_of(resolver, meant, attribute, text)
        if found:
            best = found[1][0]
            kind = (OPINION.get(attribute) or AGREEMENT[attribute]).kind
            return _known(resolver, best.value, sameness(kind, best.value), (meant,), (best.passage,), kind)
    return _unstated(resolver, wanted[0], meant)


def _unknown(resolver: Resolver, text: str) -> Refused | None:
    """A refusal if the question's description of a document is understood and fits nothing."""
    wanted = resolver.describe(text)
    understood = wanted.role is not None or wanted.occasion is not None
    return Refused("no document meant") if understood and (_NOUN.search(text) or wanted.role) else None


def _unstated(resolver: Resolver, attribute: str, *meant: Meant) -> Refused:
    """A refusal that leaves the documents' own passages to be searched for other words."""
    keys = [key for each in meant for key in each.keys if key in resolver.library.cases]
    passages = tuple(dict.fromkeys(passage for key in keys for passage, _ in resolver.library.cases[key].texts))
    return Refused(f"no {attribute} stated", passages)


def _people(resolver: Resolver, text: str) -> Known | Refused | None:
    """Who brought a document, or is to read it."""
    reads = _READS.search(text)
    if not reads and not _BROUGHT_BY.search(text):
        return None
    if re.search(r"\b(?:suit|action|appeal)\b\s*\?*$", text) or not _NOUN.search(text):
        return None
    meant = one(resolver, text)
    if not meant.keys:
        return _unknown(resolver, text)
    for turn in resolver.turns:
        named = [key for mention in resolver.library.mentions(turn.text) for key in mention.keys]
        if not reads and turn.speaker and set(named) & set(meant.keys):
            return _known(resolver, first_name(turn.speaker), turn.speaker, (meant,), (turn.passage,), "person")
    for name in resolver.talk.people if reads else ():
        given = resolver.meant(resolver.describe(f"the case {name} was asked to read"))
        if given.key in meant.keys:
            return _known(resolver, name, name, (meant, given), (), "person")
    return Refused("nobody")


def _checked(resolver: Resolver, text: str) -> Known | Refused | None:
    """Whether what somebody said of a document is what it says."""
    if not _CHECKS.search(text) or not resolver.talk.names(text):
        return None
    wanted = resolver.describe(text)
    for turn in reversed(resolver.turns):
        if not any(resolver.talk.by(turn, name) for name in wanted.people):
            continue
        if wanted.occasion is not None and turn.number not in wanted.occasion:
            continue
        claimed = _claim(resolver, turn.number, text)
        if claimed is not None:
            return claimed
    return None


def _claim(resolver: Resolver, number: int, text: str) -> Known | Refused | None:
    """Yes or no, if a turn states of the document a value of the attribute asked about."""
    turn = resolver.turns[number]
    meant = resolver.meant(resolver.describe(turn.text.split(": ", 1)[-1]), before=number, skipped=number)
    if not meant.keys:
        return None
    for attribute in aspects(text):
        found = facts_of(resolver, meant, attribute, text)
        if found is None:
            continue
        value = found[1][0].value
        said = _says(turn.text.split(": ", 1)[-1], attribute, value)
        if said is not None:
            return _known(resolver, "yes" if said else "no", said, (meant,), (turn.passage, found[1][0].passage), "yes_no")
    return None


def _says(text: str, attribute: str, value: str) -> bool | None:
    """True if a text states the value, False if it states another of its kind, None if it states none."""
    kind = OPINION[attribute].kind if attribute in OPINION else AGREEMENT[attribute].kind
    if kind in ("date", "amount", "duration"):
        spans = [text[start:end] for start, end in kinds.find(kind, text)]
        if not spans:
            return None
        day = kinds.parse_date(value)
        return any(sameness(kind, span) == sameness(kind, value) or (kind == "date" and day is not None and kinds.parse_date(span, day.year) == day) for span in spans)
    if attribute == "outcome":
        named = {stem for stem in _STEMS if re.search(rf"\b{stem}", text.lower())}
        return named == acts(value) if named else None
    last = re.split(r"[\s.]+", value.replace("’", "'").strip(" ."))[-1].lower()
    if re.search(rf"\b{re.escape(last)}\b", text.replace("’", "'").lower()):
        return True
    return False if re.search(r"\b[A-Z]{3,}\b|\b(?:by|was|judge|justice|wrote)\s+[A-Z][a-z]+", text, re.IGNORECASE) else None


def acts(outcome: str) -> set[str]:
    """The acts that an outcome names.

    >>> sorted(acts("reversed and this matter is remanded"))
    ['remand', 'revers']
    """
    plain = outcome.lower()
    return {stem for stem in _STEMS if re.search(rf"\b{stem}", plain)}


def _counted(resolver: Resolver, text: str) -> Known | Refused | None:
    """Of how many of several documents something is true."""
    if not _COUNTS.search(text):
        return None
    wanted = {stem for stem in _STEMS if re.search(rf"\b{stem}(?:ed|e|ing|s)?\b", text.lower())}
    wanted |= {stem for word, stem in _ASKED_STEMS.items() if re.search(rf"\b{word}", text.lower())}
    if not wanted:
        return None
    meant = operands.several(resolver, text)
    found = [(key, facts_of(resolver, Meant((key,)), "outcome", "")) for key in meant.keys]
    if not found or any(facts is None for _, facts in found):
        return Refused("not all outcomes stated")
    count = sum(wanted <= acts(facts[1][0].value) for _, facts in found if facts)
    return _known(resolver, str(count), count, (meant,), tuple(facts[1][0].passage for _, facts in found if facts), "number")


def _compared(resolver: Resolver, text: str) -> Known | Refused | None:
    """Order, sameness or size of two documents' facts."""
    order, same = _ORDER.search(text), _SAME.search(text) and _YES_NO.search(text)
    first = re.search(r"\bwhich\b[^?]*\b(?:first|earlier|later|last|older|newer)\b", text, re.IGNORECASE) and not _EARLY_CITED.search(text)
    if not order and not same and not first:
        return None
    couple = operands.pair(resolver, text)
    if couple is None:
        return None if order and _WORK.search(text) else _unknown(resolver, text)
    asked = dates(text)[:1] if order or first else aspects(re.sub(r"\bboth\b", " ", text))[:1]
    if not asked:
        return None
    sides = [facts_of(resolver, meant, asked[0], text) for meant in couple]
    if sides[0] is None or sides[1] is None:
        return Refused(f"{asked[0]} of one is not stated")
    passages = (sides[0][1][0].passage, sides[1][1][0].passage)
    values = (sides[0][1][0].value, sides[1][1][0].value)
    if not order and not first:
        alike = same_fact(asked[0], *values)
        alike = not alike if re.search(r"\bdiffer\w*", text) else alike
        return _known(resolver, "yes" if alike else "no", alike, couple, passages, "yes_no")
    days = [kinds.parse_date(value) for value in values]
    if days[0] is None or days[1] is None or days[0] == days[1]:
        return Refused("days cannot be told apart")
    if first and not order:
        late = re.search(r"\b(?:later|last|newer)\b", text) is not None
        chosen = sides[0 if (days[0] < days[1]) != late else 1]
        title = resolver.library.title(chosen[0])
        return _known(resolver, title, title, couple, passages, "title")
    word = "before" if days[0] < days[1] else "after"
    return _known(resolver, word, word, couple, passages, "order")


_EARLY_CITED = re.compile(r"\b(?:cite|cited|cites|precedent)\b", re.IGNORECASE)
_WORK = re.compile(r"\b(?:chang\w+|mov\w+|reschedul\w+|rearrang\w+|revis\w+|shift\w*|postpon\w+|brought forward|put back|hand\w*|swap\w*|switch\w*|cut|rais\w+|extend\w*|increas\w+)\b", re.IGNORECASE)


def same_fact(attribute: str, left: str, right: str) -> bool:
    """True if two documents state the same of an attribute."""
    if attribute == "outcome":
        return acts(left) == acts(right)
    kind = OPINION[attribute].kind if attribute in OPINION else AGREEMENT[attribute].kind
    if kind == "person":
        return _last(left) == _last(right)
    if kind == "court":
        return _court(left) == _court(right)
    return sameness(kind, left) == sameness(kind, right)


def _last(name: str) -> str:
    return re.sub(r",?\s(?:Jr|Sr|II|III|IV)\.?$", "", name.replace("’", "'")).split()[-1].lower()


def _court(name: str) -> str:
    return re.sub(r"[^a-z ]", "", re.sub(r"(?i)^(?:in )?the ", "", name).lower()).strip()


def _extreme(resolver: Resolver, text: str) -> Known | Refused | None:
    """The earliest or latest of several documents: its day, or its title."""
    late, early = _LATE.search(text), _EARLY.search(text)
    if not (late or early) or not _SEVERAL.search(text) or _EARLY_CITED.search(text):
        return None
    meant = operands.several(resolver, text)
    if len(meant.keys) < 2:
        return None
    asked = dates(text)[0]
    found = [(key, facts_of(resolver, Meant((key,)), asked, text)) for key in meant.keys]
    if any(facts is None for _, facts in found):
        return Refused("not all days are stated")
    days = sorted((day, key, facts[1][0]) for key, facts in found if facts and (day := kinds.parse_date(facts[1][0].value)))
    if not days:
        return None
    _, key, best = days[-1 if late else 0]
    passages = tuple(fact.passage for _, _, fact in days)
    if asks_time(re.sub(r"\b(?:which|what) (?:one|case|ruling|decision)\b", "", text)):
        return _known(resolver, best.value, sameness("date", best.value), (meant,), passages, "date")
    title = resolver.library.title(key)
    return _known(resolver, title, title, (meant,), passages, "title")


def _interval(resolver: Resolver, text: str) -> Known | Refused | None:
    """The time between two events of one document, or between the days of two."""
    unit = _UNIT.search(text)
    if not _SPAN.search(text) or not (unit or re.search(r"\bhow long\b", text, re.IGNORECASE)):
        return None
    if aspects(text)[:1] == ("sentence",) and not unit:
        return None
    wanted = dates(text)
    name = unit[1].lower().rstrip("s") if unit else "day"
    special = [each for each in wanted if each != "decided_on"]
    couple = operands.pair(resolver, text) if not special else None
    if couple is None and not special:
        return _unknown(resolver, text)
    if couple is not None:
        asked = [(meant, "decided_on") for meant in couple]
    else:
        meant = one(resolver, text)
        if not meant.keys:
            return _unknown(resolver, text)
        asked = [(meant, each) for each in wanted[:2]]
    sides = [facts_of(resolver, meant, each, text) for meant, each in asked]
    if len(sides) < 2 or sides[0] is None or sides[1] is None:
        return Refused("one of the days is not stated")
    days = [kinds.parse_date(side[1][0].value) for side in sides if side]
    whole = [day.whole() for day in days if day]
    if len(whole) < 2 or whole[0] is None or whole[1] is None:
        return Refused("one of the days is not whole")
    said = spell(*sorted((whole[0], whole[1])), name)
    return _known(resolver, said, said, tuple(meant for meant, _ in asked), tuple(side[1][0].passage for side in sides if side), "duration")


def spell(first: date, last: date, unit: str) -> str:
    """The completed units between two days.

    >>> spell(date(2010, 3, 31), date(2010, 9, 2), "month"), spell(date(2010, 1, 1), date(2010, 1, 2), "day")
    ('5 months', '1 day')
    """
    days = (last - first).days
    months = (last.year - first.year) * 12 + last.month - first.month - (last.day < first.day)
    count = {"day": days, "week": days // 7, "month": months, "year": months // 12}[unit]
    return f"{count} {unit}{'' if count == 1 else 's'}"


