"""The first half of an opinion: what it is about, what happened, and the course of the case below."""

from functools import partial

from microworlds.corpora.law.case_plan import Issue
from microworlds.corpora.law.draft import Draft
from microworlds.corpora.law.matters import MATTERS


def introduce(draft: Draft) -> None:
    """Who appeals from what, the main question and what becomes of it."""
    draft.say(f"intro.{draft.facts.route}")
    draft.say("intro.question")
    draft.may("intro.outcome", 0.7)
    draft.end()


def tell(draft: Draft) -> None:
    """The story in order of time."""
    pen = draft.pen
    draft.heading(pen.write("head.facts"))
    step, then = 1, MATTERS[draft.facts.matter].then
    while pen.has(f"story.{step}"):
        draft.say(f"story.{step}")
        if draft.depth:
            draft.may(f"detail.{step}", 0.5 + 0.2 * draft.depth)
        draft.end()
        if step == then:
            for issue in draft.facts.issues:
                draft.enter(issue)
                draft.may(f"{issue.name}.story")
            draft.end()
        step += 1


def recount(draft: Draft) -> None:
    """From the first paper to the appeal."""
    facts, pen = draft.facts, draft.pen
    route, mode, won = facts.route, facts.mode, facts.below_winner
    if draft.depth > 1:
        draft.heading(pen.write("head.proc"))
    pen.slots["alleged"] = draft.noted("alleged", "claim")
    draft.say(f"{route}.file")
    draft.may("answer", 0.9)
    draft.end()
    _agreed(draft)
    draft.may(f"{mode}.{route}.open")
    _testimony(draft)
    draft.may(f"{mode}.{route}.motion", 0.75)
    draft.end()
    _decided(draft, f"{mode}.{route}.{won}")
    draft.say("appeal")
    draft.end()


def _agreed(draft: Draft) -> None:
    """What the parties stipulated or one of them conceded."""
    pen = draft.pen
    if draft.depth and pen.has("stipulated") and draft.rng.random() < 0.6:
        draft.say("agreed", stipulated=draft.noted("stipulated", "stipulated"))
        draft.end()


def _testimony(draft: Draft) -> None:
    """What the witnesses of either side said, issue by issue."""
    issues = draft.facts.issues if draft.depth else draft.facts.issues[:1]
    for side in ("p", "d"):
        for issue in issues:
            rule = f"{issue.name}.wit.{side}"
            for _ in range(min(draft.pen.left(rule), 1 + (draft.depth > 1) + (draft.room > 1))):
                draft.say(rule)
                draft.end()
    draft.end()


def _decided(draft: Draft, rule: str) -> None:
    """The findings, the verdict or order, and when it was given."""
    facts, pen = draft.facts, draft.pen
    if facts.mode != "board":
        pen.slots["verdict"] = partial(pen.note, "verdict", pen.write(f"verdict.{facts.route}"))
    draft.say(rule)
    for place, issue in enumerate(facts.issues):
        found = f"{issue.name}.found.{facts.below_winner}"
        if pen.has(found) and (place == 0 or draft.depth):
            draft.enter(issue)
            draft.say(_finding(draft, issue), found=draft.noted("found_below", found))
    if facts.route == "criminal" and facts.sentence:
        draft.say("sentenced")
    draft.end()


def _finding(draft: Draft, issue: Issue) -> str:
    """The frame for what was found on an issue: by the jury only if it is a question of fact."""
    if not draft.facts.jury:
        return "found.first" if draft.once("found") else "found.more"
    return "found.jury" if draft.pen.write(f"{issue.name}.std") == "finding" else "found.court"
