"""What is looked for, and where: the sentences worth looking into, with the query by which they were ranked."""

from __future__ import annotations

from dataclasses import dataclass, field

from microworlds.reading.answering import lexicon, naming, questions, ranking, scopes, sessions
from microworlds.reading.answering.asked import Asked, State
from microworlds.reading.answering.context import Context
from microworlds.reading.answering.ranking import Query, Scored
from microworlds.reading.answering.scopes import Scope

ONE_OF_A_KIND = ("law", "statute", "docket", "citation", "court", "outcome", "holding", "issue", "standard")
"""Kinds of which a document has one or few, so that it is searched from end to end."""
NOTHING_ELSE = 0.6
"""What a sentence of the document meant covers where the question says nothing but which document and which kind."""
_UNITS = 40
"""Sentences looked at, best first."""
_LINE = 60
"""Characters of a line that may stand by itself: whose opinion it is, who sat."""


def _terms(words: str) -> frozenset[str]:
    return frozenset(lexicon.term(word) for word in words.split())


_USED_UP = _terms("case opinion decision ruling agreement contract court")
_KIND_WORDS: dict[str, frozenset[str]] = {
    "date": _terms("date day year month time deadline happen occur take place"),
    "amount": _terms("amount sum figure number much money"),
    "percent": _terms("percentage rate"),
    "duration": _terms("period length time long day days week weeks month months year years many"),
    "number": _terms("number many"),
    "docket": _terms("docket number case file"),
    "citation": _terms("citation cite report reporter"),
    "court": _terms("court tribunal decide decided hear heard"),
    "outcome": _terms("outcome result disposition dispose appeal end come out court rule become judgment order decide"),
    "holding": _terms("court hold holding conclude say decide rule law"),
    "issue": _terms("court issue question decide"),
    "standard": _terms("standard review apply court"),
    "statute": _terms("statute section provision act code"),
    "law": _terms("law laws govern governing"),
    "title": _terms("case opinion agreement title name document"),
    "place": _terms("place town city location take happen occur"),
    "person": _terms("person name"),
}
"""Words of a question that say which kind of value is wanted; a value of that kind bears them out."""


@dataclass(frozen=True)
class Sought:
    """What is looked for.

    ``text`` says what the value is of, ``about`` is the same without the phrase that means a document, ``clause`` is
    where the role of the value is asked for. ``barred`` are terms the answer must not consist of.
    """

    text: str
    about: str
    clause: str
    kinds: tuple[str, ...]
    noun: str | None
    scope: Scope
    state: State = None
    barred: frozenset[str] = field(default_factory=frozenset)

    @property
    def described(self) -> bool:
        """True if the document is meant by a description, which what was said of it bears out, not the answer."""
        return bool(self.scope.phrases) and not self.scope.named


Places = list[tuple[Query, list[Scored]]]


def sought(context: Context, asked: Asked, text: str, kinds: tuple[str, ...], scope: Scope | None = None) -> Sought:
    """What to look for to answer a question, or one of its parts."""
    scope = scope or scopes.scope(context, text, asked.state)
    whole = questions.timeless(text)
    about = whole
    for start, end in reversed(scope.phrases):
        about = about[:start] + " " + about[end:]
    clause = about if scope.phrases else asked.clause if text == asked.text else whole
    barred = frozenset(lexicon.content(asked.text))
    return Sought(whole, about, clause, kinds, asked.noun, scope, asked.state, barred)


def places(context: Context, goal: Sought) -> Places:
    """Sentences to look into: of conversation, and of the documents in scope or all of them."""
    ignored = _KIND_WORDS.get(goal.kinds[0], frozenset())
    query = ranking.query(context, goal.about if goal.described else goal.text, light=ignored)
    allowed = sessions.allowed(context, goal.text)
    spoken = [
        unit.number for unit in context.units if unit.turn is not None and (allowed is None or unit.turn in allowed)
    ]
    found = [(query, ranking.scored(context, query, spoken)[:_UNITS])]
    if goal.scope.asked:
        found.append(_in_documents(context, goal, ignored))
    elif allowed is None:
        only = naming.only_one(context, goal.text)
        written = [unit.number for unit in context.units if unit.document is not None and only in (None, unit.document)]
        found.append((query, ranking.scored(context, query, written)[:_UNITS]))
    return found


def _in_documents(context: Context, goal: Sought, ignored: frozenset[str]) -> tuple[Query, list[Scored]]:
    """Sentences of the documents in scope: those that say most, captions and short lines, the first ones.

    What names the document weighs little: every sentence is of that document.
    """
    documents = [context.documents[link.document] for link in goal.scope.links]
    names = {one for document in documents for one in document.names}
    query = ranking.query(context, goal.about, ignored={*context.speaker_terms, *ignored, *_USED_UP}, light=names)
    units = [unit for document in documents for unit in document.units]
    scored = ranking.scored(context, query, units)
    sentences = {unit: context.units[unit].sentence for unit in units}
    heads = [unit for unit in units if sentences[unit].in_caption or len(sentences[unit].text) < _LINE]
    rest = units if goal.kinds[0] in ONE_OF_A_KIND else units[:_UNITS]
    looked = dict.fromkeys([*(one.unit.number for one in scored[:_UNITS]), *heads, *rest])
    known = {one.unit.number: one for one in scored}
    given = 0.0 if query.terms else NOTHING_ELSE
    nothing = (0.0,) * len(query.terms)
    return query, [known.get(unit) or Scored(context.units[unit], given, given, nothing, nothing) for unit in looked]
