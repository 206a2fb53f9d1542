"""How each issue is decided: what each side argues, the law, precedent, application, answer, holding."""

from collections.abc import Callable
from functools import partial

from microworlds.corpora.law import authorities
from microworlds.corpora.law.authorities import Authority, Precedent
from microworlds.corpora.law.case_plan import Issue, Side, other
from microworlds.corpora.law.draft import Draft, sentence
from microworlds.corpora.law.pen import polished

_ORDINALS = ("first", "second", "third", "fourth", "fifth")
Card = tuple[str, list[Callable[[], str]]]  # an argument as it was put, and what may be answered


def decide(draft: Draft, place: int, issue: Issue) -> None:
    """One issue."""
    draft.enter(issue)
    draft.pen.issue = issue.name
    count = len(draft.facts.issues)
    draft.heading(draft.subject(issue))
    where = "only" if count == 1 else "first" if place == 0 else "last" if place + 1 == count else "next"
    draft.say(f"iss.{where}", ord=_ORDINALS[place])
    cards = {side: _argued(draft, issue, side) for side in (draft.facts.appellant, draft.facts.appellee)}
    draft.end()
    _law(draft, issue)
    _precedents(draft, issue)
    _apply(draft, issue)
    _answer(draft, issue, cards[other(issue.winner)])
    _hold(draft, issue)
    draft.pen.issue = ""


def _argued(draft: Draft, issue: Issue, side: Side) -> list[Card]:
    """What a side argues, one to three points, and for each what may be answered."""
    pen, appeals = draft.pen, side == draft.facts.appellant
    rule = f"{issue.name}.arg.{side}"
    most = 1 + (draft.room > 0 and (appeals or side != issue.winner)) + (draft.room > 2)
    who = "apt" if appeals else "ape"
    attribute = "appellant_argument" if appeals else "appellee_argument"
    cards: list[Card] = []
    for place in range(min(pen.left(rule), most)):
        argument, *answers = pen.pieces(rule)
        main = place == 0 and draft.here(who)
        pen.slots["a"] = pen.note(attribute, argument(), first=main)
        cards.append((str(pen.slots["a"]), answers))
        draft.say(f"arg.{who}.{'first' if main else 'more' if place else 'next'}")
    if appeals:
        draft.end()
    return cards


def _law(draft: Draft, issue: Issue) -> None:
    """The standard of review, the rules and where they come from, the statute."""
    pen, rng = draft.pen, draft.rng
    kind = pen.write(f"{issue.name}.std")
    if draft.once(f"std.{kind}") and (draft.room or rng.random() < 0.6):
        draft.say(f"std.{kind}")
    rules = min(pen.left(f"{issue.name}.rule"), 2 + draft.room)
    for place in range(rules):
        main = place == 0 and draft.here("rule")
        pen.slots["r"] = pen.note("rule", pen.write(f"{issue.name}.rule"), first=main)
        if place == 0:
            draft.say("rule.first" if main else "rule.next")
        elif place == 1 and draft.here("quoted"):
            case = draft.citing.next()
            draft.say("rule.quote", case=partial(_named, draft, "quoted_case", case))
        else:
            draft.say("rule.more")
    if issue.section is not None:
        draft.say("stat.quote", code=authorities.provision(draft.facts.land, draft.facts.matter, issue.name))
        draft.may(f"{issue.name}.gloss", 0.8)
    draft.end()


def _named(draft: Draft, attribute: str, case: Authority) -> str:
    draft.pen.note(attribute, case.name)
    return draft.citing.of(case)


def _precedents(draft: Draft, issue: Issue) -> None:
    """Earlier cases told with their facts: one or two that are followed, and in a longer opinion one distinguished."""
    if not draft.room and draft.rng.random() < 0.35:
        return
    known = {side: authorities.precedents(draft.seed, draft.facts, issue, side, draft.rng) for side in ("p", "d")}
    sides = [issue.winner] + [other(issue.winner)] * (draft.room > 0) + [issue.winner] * (draft.room > 2)
    draft.rng.shuffle(sides)
    for side in sides:
        found = next(known[side], None)
        if found is not None:
            _told(draft, found, follows=side == issue.winner)


def _told(draft: Draft, found: Precedent, *, follows: bool) -> None:
    attribute = "followed" if follows else "distinguished"
    pen, case = draft.pen, found.case
    pen.slots |= {"held": found.held, "prec": case.short, "story": found.story}
    plainly = draft.here(attribute)  # here the opinion says in so many words that it follows the case, or does not
    pen.note(attribute, case.name, first=plainly)
    draft.say(f"prec.{attribute}.open", case=partial(draft.citing.of, case))
    draft.say("prec.held")
    draft.add(draft.citing.at(case))
    pen.slots["compared"] = sentence(pen.expand(found.like if follows else found.unlike))
    draft.say(f"prec.{attribute}.{'plain' if plainly else 'rest'}")
    draft.end()


def _apply(draft: Draft, issue: Issue) -> None:
    """The law applied to the facts, step by step."""
    pen, step = draft.pen, 1
    rule = f"{issue.name}.app.{issue.winner}"
    while pen.has(f"{rule}.{step}") and step <= 2 + draft.room:
        if step == 1:
            draft.may("app.open", 0.35)
            if draft.here("conceded"):
                draft.say("granted", conceded=draft.noted("conceded", "stipulated"))
        draft.say(f"{rule}.{step}")
        if step % 2 == 0:
            draft.end()
        step += 1
    draft.end()


def _answer(draft: Draft, issue: Issue, cards: list[Card]) -> None:
    """What is to be said to the arguments of the side that loses."""
    for place, (argument, answers) in enumerate(cards):
        for answer in answers:
            draft.pen.slots["a"] = argument
            draft.say("ans.more" if place else "ans.open")
            draft.add(sentence(answer()))
    draft.end()


def _hold(draft: Draft, issue: Issue) -> None:
    held = draft.pen.write(f"{issue.name}.h.{issue.winner}")
    draft.holdings.append(polished(held))
    draft.pen.note("holding", held)
    why = f"{issue.name}.why.{issue.winner}"
    if draft.here("because"):
        draft.say("hold.because", h=held, why=draft.noted("reason", why))
    else:
        draft.say("hold", h=held)
    draft.say("hold.then" if issue.winner == draft.facts.appellee else "hold.else")
    draft.end()
