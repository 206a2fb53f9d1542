"""Writing the first and the last pages: title, preamble, recitals, signatures, the amendment."""

from collections.abc import Iterator

from microworlds.core.value_types import format_date
from microworlds.corpora.agreements.lexicon import titled
from microworlds.corpora.agreements.plan import Party
from microworlds.corpora.agreements.polish import tidy
from microworlds.corpora.agreements.prose import Prose
from microworlds.generation.grammar import article


def introduced(prose: Prose, party: Party) -> str:
    """A party as the preamble introduces it, with what it is called from there on."""
    rng, style = prose.rng, prose.style
    name = party.name.upper() if rng.random() < 0.4 else party.name
    office = f"{party.street}, {party.town}, {party.region} {party.postcode}"
    what = rng.choice(
        (
            f"{article(party.form)} organised under the laws of {party.state}, with its principal office at {office}",
            f"a {party.state} {party.form} having its principal place of business at {office}",
            f"a {party.form} formed in {party.state} and located at {office}",
            f"{article(party.form)} existing under the laws of the State of {party.state}, whose address is {office}",
        )
    )
    called = f"“{party.short}”"
    if party.role:
        the = "the " if style.the_roles and not style.short_names else ""
        called = f"{called} or {the}“{party.role}”"
    return f"{name}, {what} ({called})"


def preamble(prose: Prose) -> Iterator[str]:
    """The paragraphs before the recitals."""
    plan, facts = prose.plan, prose.plan.facts
    parties = {"p.a": introduced(prose, plan.parties[0]), "p.b": introduced(prose, plan.parties[1])}
    on_top = facts.signed_on is not None and not prose.signed_below
    yield from tidy(prose.write("preamble" if on_top else "preamble.undated", **parties)).split("¶")
    named = tidy(prose.write("preamble.parties"))
    if facts.effective_on is None:
        yield f"{tidy(prose.write('preamble.effective.signature'))} {named}"
    elif prose.effective_within:
        yield named
    else:
        same = on_top and facts.effective_on == facts.signed_on
        yield f"{tidy(prose.write('preamble.effective.same' if same else 'preamble.effective'))} {named}"
    if plan.guarantor:
        yield tidy(prose.write("preamble.guarantor", **{"p.guarantor": introduced(prose, plan.guarantor)}))


def recitals(prose: Prose) -> Iterator[str]:
    """The heading and paragraphs of the recitals."""
    head = prose.write("recital.head")
    yield head
    whereas = head.startswith("W") or prose.rng.random() < 0.4
    lines = prose.in_order("recital", 3, 6)
    for number, line in enumerate(lines):
        text = tidy(line).rstrip(".;").removesuffix("; and")
        if whereas:
            yield f"WHEREAS, {text}{'; and' if number == len(lines) - 2 else ';'}"
        else:
            yield f"{'ABCDEF'[number]}. {text[:1].upper()}{text[1:]}."
    yield tidy(prose.write("recital.therefore"))


def signatures(prose: Prose, *, dated: bool = True) -> Iterator[str]:
    """The witness clause and a block for each party; names only where the plan says it was signed."""
    plan, rng = prose.plan, prose.rng
    yield tidy(prose.write("witness.dated" if dated and prose.signed_below else "witness"))
    parties = [*plan.parties, plan.guarantor] if plan.guarantor else list(plan.parties)
    mark = rng.choice(("/s/ ", "", "(signed) "))
    shows_date = dated and plan.facts.signed_on is not None and rng.random() < 0.4
    for party in parties:
        blank = "_" * rng.randint(18, 30)
        lines = [party.name.upper()]
        lines.append(f"By: {mark}{party.signatory}" if plan.signed and mark else f"By: {blank}")
        lines.append(f"Name: {party.signatory if plan.signed else blank}")
        lines.append(f"Title: {party.office if plan.signed else blank}")
        if shows_date and plan.facts.signed_on:
            lines.append(f"Date: {format_date(plan.facts.signed_on)}")
        yield "\n".join(lines)


def amendment(prose: Prose, reference: str) -> Iterator[str]:
    """The paragraphs of Amendment No. 1; ``reference`` cites the section that states the old value."""
    plan, figures = prose.plan, prose.style.figures
    change = plan.amendment
    assert change is not None
    old = figures.value(plan.facts.stated()[change.attribute])
    slots = {
        "v.base": figures.day(plan.dated),
        "v.amended_on": figures.day(change.made_on),
        "ref": reference,
        "old": old,
        "new": figures.value(change.new),
        "label": prose.write(f"amendment.label.{change.attribute}"),
    }
    yield titled("AMENDMENT No. 1")
    for rule in ("preamble", "recital"):
        yield tidy(prose.write(f"amendment.{rule}", **slots))
    for number, rule in enumerate(("change", "rest"), start=1):
        yield f"{number}. {tidy(prose.write(f'amendment.{rule}', **slots))}"
    yield from (text.replace("this Agreement", "this Amendment") for text in signatures(prose, dated=False))
