"""How each issue is decided: argument, law, precedent, application, holding."""

from microworlds.corpora.law import authorities
from microworlds.corpora.law.authorities import Authority
from microworlds.corpora.law.case_plan import Issue
from microworlds.corpora.law.compiled import START
from microworlds.corpora.law.draft import Draft
from microworlds.corpora.law.matters import OUTCOMES
from microworlds.corpora.law.pen import ended, polished
from microworlds.corpora.law.planner import all_rules

_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()


def decide(draft: Draft, place: int, issue: Issue) -> None:
    """One issue, in about its share of what is left of the opinion's length."""
    draft.enter(issue)
    count = len(draft.facts.issues)
    start = draft.length
    room = max(1_200.0, (draft.budget - start) / (count - place) * (0.93 if place + 1 == count else 1.0))
    ordinal = _ordinal(draft, place, count)
    draft.pen.slots |= {"ord": ordinal, "now": ordinal if ordinal in ("first", "next", "last") else "now"}
    draft.heading(f"{issue.name}.head")
    draft.say("iss.open")
    if draft.rng.random() < 0.3:
        draft.say("iss.answer")
    _argue(draft, long=room > 4_000)
    _lay_down(draft, issue, long=room > 3_000)
    rounds = 0
    while rounds == 0 or (draft.length - start < room - 500 and rounds < 3):
        _apply(draft, issue, rounds, room - (draft.length - start))
        rounds += 1
    _hold(draft, issue)


def _ordinal(draft: Draft, place: int, count: int) -> str:
    if count == 1:
        return "only"
    if place + 1 == count:
        return "last"
    return _ORDINALS[min(place, 11)] if not place or draft.rng.random() < 0.5 else "next"


def _argue(draft: Draft, *, long: bool) -> None:
    """Both sides' arguments, the appellant's first."""
    draft.say("arg.a1")
    draft.some("arg.a2", *((1, 2, 2, 3) if long else (0, 1)))
    draft.end()
    draft.say("arg.e1")
    draft.some("arg.e2", *((0, 1, 1, 2) if long else (0,)))
    draft.end()


def _lay_down(draft: Draft, issue: Issue, *, long: bool) -> None:
    """The standard of review, the statute and the law."""
    rng = draft.rng
    if rng.random() < 0.28 and draft.pen.has(f"{issue.name}.std"):
        draft.say(f"{issue.name}.std")
    if issue.section is not None and rng.random() < (0.2 if issue.section == draft.facts.statute else 0.03):
        draft.say("stat.quote", code=authorities.provision(draft.facts.land, draft.facts.matter, issue.name))
        if rng.random() < 0.7:
            draft.say("stat.gloss")
        draft.end()
    draft.some("law.m", *((1, 2, 2) if long else (1,)))
    draft.end()


def _apply(draft: Draft, issue: Issue, rounds: int, room: float) -> None:
    """The law applied: why one side is right, and what is to be said for the other."""
    rng = draft.rng
    if room > 1_500 and rng.random() < 0.5:
        _precedent(draft, issue)
    draft.say("app.first" if rounds == 0 else "app.m")
    draft.some("app.m", *((2, 3, 3, 4) if room > 1_200 else (0, 1)))
    draft.say("app.true")
    draft.end()
    if room > 1_800:
        draft.some("reb.m", 1, 2)
        if rng.random() < 0.25:
            draft.say("law.m")
        if rng.random() < 0.12:
            draft.say("muse")
        draft.end()


def _precedent(draft: Draft, issue: Issue) -> None:
    """An older case: a member of an earlier volume, or one told with its facts and followed or distinguished."""
    rng, facts, pen = draft.rng, draft.facts, draft.pen
    known = authorities.recent_before(draft.seed, draft.number, facts, issue.name)
    if known and rng.random() < 0.35:
        _recent(draft, rng.choice(known))
        return
    old = rng.choice(authorities.classics(draft.seed, facts.land, facts.route, issue.name))
    story = authorities.story(old, issue.name, all_rules(facts.matter), draft.seed)
    if story is None:
        draft.say("law.m")
        return
    draft.add(START + ended(f"{pen.write('prec.open', case=lambda: draft.citing.of(old))} {story}"))
    winner = pen.write(f"k.role.{old.winner}")
    draft.say("prec.held", winrole=winner, **{"cite.at": lambda: draft.citing.at(old)})
    draft.say("prec.same" if old.winner == issue.winner else "prec.unlike")
    draft.end()


def _recent(draft: Draft, authority: Authority) -> None:
    case = authority.case
    assert case is not None  # a recent authority is a member of a volume
    author = f"{case.bench.member} {case.author.last}" if case.author else "the court"
    slots = {
        "case.about": draft.pen.write("k.about"),
        "case.did": f"{OUTCOMES[case.outcome].did} a ruling of the {case.tribunal.removeprefix('the ')}",
        "case.author": author,
    }
    draft.say("real.cite", case=lambda: draft.citing.of(authority), **slots)


def _hold(draft: Draft, issue: Issue) -> None:
    held = draft.pen.write(f"{issue.name}.h{issue.winner}")
    draft.holdings.append(polished(held))
    draft.say("hold", h=held)
    if draft.rng.random() < 0.6:
        draft.say("hold.then" if issue.winner == draft.facts.appellee else "hold.else")
    draft.end()
