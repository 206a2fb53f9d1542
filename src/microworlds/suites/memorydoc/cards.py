"""The data card of a release, its README, its datasheet, and what it is for machines. Every figure is computed.

The texts are in card.txt, datasheet.yaml and croissant.yaml; here is what they are filled in with.

Source: MemoryDocDataSet 3.5, 4.7; Pushkarna et al. 2022 (Data Cards); Gebru et al. 2021 (Datasheets for Datasets): 57
questions in seven sections, named in a few words each.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from microworlds.core import canary
from microworlds.quality import croissant, trust
from microworlds.quality.cohesion import Cohesion, reference
from microworlds.quality.ratings import SCALES, Rating
from microworlds.quality.shortcuts.audit import Audit
from microworlds.quality.shortcuts.inputs import Measured
from microworlds.quality.shortcuts.read import BASE, CEILING
from microworlds.suites.memorydoc.about import About, Share, Yield

_SIGN = "🔴"  # GitHub strips colours from Markdown, so the sign brings its own


def table(rows: Sequence[Sequence[object]]) -> str:
    """Rows as Markdown; the first is the head."""
    head, *body = [[str(cell).replace("|", "\\|") for cell in row] for row in rows]
    lines = ["| " + " | ".join(head) + " |", "| " + " | ".join("---" for _ in head) + " |"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in body])


def shares(title: str, own: Mapping[str, Share]) -> str:
    """Counts and shares by name."""
    return table([[title, "count", "share"]] + [[name, each.count, f"{each.share:.1%}"] for name, each in own.items()])


def licences(about: About) -> str:
    """Whose the texts are; for each document see documents.csv."""
    head = ["what", "licence", "attribution", "documents", "tokens (cl100k)"]
    own = ["conversations, questions, gold, labels", "CC0-1.0", "made by microworlds", "", ""]
    rows = [["documents", each.licence, each.attribution, each.documents, f"{each.tokens:,}"] for each in about.works]
    return table([head, *rows, own])


def wrote(about: About) -> str:
    """Who wrote what of a release, in a sentence."""
    told = [f"{what} were written by {' and by '.join(who)}" for what, who in about.written.items()]
    documents = "some documents are real" if about.real else "documents are invented by rules"
    said = "; ".join([*told, documents])
    return f"{said[:1].upper()}{said[1:]}."


def judged(about: About) -> str:
    """How far the two judges agree; for each world see worlds.csv."""
    own = about.agreement
    if not own:
        return "Not measured."
    shares = {mark: plain(share) for mark, share in own["kappa_shares"].items()}
    return _text("agreement.txt").format(**{name: plain(value) for name, value in own.items()}, shares=shares)


def warning(about: About) -> str:
    """What is outside its limit, as a box that is red on GitHub and has a red sign elsewhere; or that nothing is."""
    if not about.outside:
        return 'Every figure is within the limits that this release should keep ("Whether it can be trusted").'
    why = (
        f"It was released despite this. The reason given: {about.despite}"
        if about.despite
        else ("No reason was given to release it despite this.")
    )
    lines = ["[!CAUTION]", f"{_SIGN} **Do not trust this release: it is outside the limits that it should keep.**", ""]
    lines += [*(f"- {_SIGN} {line}" for line in about.outside), "", why]
    return "\n".join(f"> {line}".rstrip() for line in lines)


def trusted(about: About) -> str:
    """Each figure by which a release is trusted, beside its limit."""
    known = trust.figures(about.quality)
    if known is None:
        return f"{_SIGN} **Not measured.**"
    rows = [[own.name, own.shown, own.told, own.limit, _kept(own)] for own in known]
    return table([["figure", "value", "computed from", "limit", ""], *rows])


def unremembered(about: About) -> str:
    """What systems reach that read nothing, or some of each world with no look at the question."""
    own = about.quality.get("shortcuts")
    if not own:
        return "Not measured."
    found = Audit.model_validate(own)
    rows = [["the best constant of each kind of answer", _measured(found.constant), "", ""]]
    rows += [
        [each.name, _measured(each.f1), _measured(each.gain), _measured(each.closed)] for each in found.systems
    ]  # fmt: skip
    said = (
        f"The distance is from {BASE} (F1 {_measured(found.base)}) to {CEILING} ({_measured(found.ceiling)}), read by "
        f"the offline reader, on {found.column} questions."
    )
    return f"{said}\n\n{table([['system', 'F1', 'above the constant', 'distance closed'], *rows])}"


def _measured(own: Measured | None) -> str:
    return trust.with_interval(own.value, own.low, own.high) if own else "–"


def _kept(figure: trust.Figure) -> str:
    return f"{_SIGN} **outside**" if figure.outside else "within" if figure.limit else ""


def borne_out(about: About) -> str:
    """How many facts of each kind the plans of invented documents bear out, and how many were left out."""
    own = about.quality.get("facts", {})
    if not own:
        return "Not measured."
    kinds = {name: kind for name, kind in own["kinds"].items() if kind["extracted"]}
    wrong = sorted((kind["precision"], name) for name, kind in kinds.items() if kind["left_out"])
    least = ", ".join(f"{name} ({plain(precision)})" for precision, name in wrong) or "none"
    head = ["kind of fact", "read", "checked", "right", "precision", "recall", "left out"]
    rows = [
        [name, kind["extracted"], kind["checked"] or "not checked", kind["right"], plain(kind["precision"]),
         plain(kind["recall"]), kind["left_out"]]
        for name, kind in kinds.items()
    ]  # fmt: skip
    said = (
        f"Facts of documents against the plans that these were written from: {own['note']}. Recall is of what a text "
        "is sure to state, precision of all that was read. Facts that their plans contradict are left out, so no gold. "
        f"Kinds with any, the least precise first: {least}."
    )
    return f"{said}\n\n{table([head, *rows])}"


def cohesion(about: About) -> str:
    """How far turns take up the turn before, beside the same of a published data set."""
    own = about.quality.get("cohesion")
    if not own:
        return "Not measured."
    beside = reference()
    sides = Cohesion.model_validate(own), beside.figures
    rows = [
        ["turns that share a content word or value with the turn before", *(f"{side.taken_up:.1%}" for side in sides)],
        ["with any other turn of the same people", *(f"{side.taken_up_apart:.1%}" for side in sides)],
        ["likeness of neighbouring turns (Dice, of content stems)", *(f"{side.likeness:.3f}" for side in sides)],
        ["of any others", *(f"{side.likeness_apart:.3f}" for side in sides)],
    ]
    return table([["", "here", beside.of], *rows])


def rated(about: About) -> str:
    """What raters said who did not know where a text was from; that there were none is said too."""
    return "\n\n".join(map(_rating, about.origin.ratings)) or "Not rated by readers."


def _rating(own: Rating) -> str:
    who = "; ".join(own.raters)
    agreed = ", ".join(f"{scale} {plain(own.agreement[scale].correlation)}" for scale in SCALES)
    said = (
        f"Rated blind, 1 to 5, on {own.made:%Y-%m-%d} (sheet {own.seal}) by {len(own.raters)}: {who}. Correlation of "
        f"raters: {agreed}. Conversations with their turns shuffled lost {min(own.control):.1f} in coherence or more."
    )
    rows = [[group.name, group.items, *(group.means[scale] for scale in SCALES)] for group in own.groups]
    return f"{said}\n\n{table([['texts', 'items', *SCALES], *rows])}"


def yielded(own: Mapping[str, Yield]) -> str:
    """What each stage kept of what it tried."""
    if not own:
        return "Not recorded."
    head = ["stage", "kept", "rejected", "yield", "most frequent reason"]
    rows = [
        [name, each.kept, each.rejected, plain(each.share), next(iter(each.reasons), "")] for name, each in own.items()
    ]
    return table([head, *rows])


def plain(value: Any) -> str:
    """A number to three places; a dash for none."""
    return "–" if value is None else f"{value:.3f}" if isinstance(value, float) else str(value)


def seed(about: About) -> str:
    """The seed, or what is known of it."""
    if isinstance(about.seed, int):
        return f"Seed: {about.seed}; the same settings give the same bytes."
    return (
        f"The seed is private; its commitment is `{about.seed}` (`microworlds seed check` verifies it once revealed)."
    )


def slots(about: About) -> dict[str, Any]:
    """What the texts of all cards are filled in with, by the names that they use."""
    figures, params, publication = about.figures, about.origin.params, about.origin.publication
    creators, day = ", ".join(params.creators), publication.published
    counts = {
        "category": figures.categories,
        "source": figures.sources,
        "difficulty": figures.difficulties,
        "kind of answer": figures.answer_kinds,
        "form of answer": figures.answer_forms,
        "adversarial type": figures.adversarial_types,
    }
    measured = "\n".join(f"- {name}: {plain(value)}" for name, value in about.quality.get("summary", {}).items())
    structure = _text("structure.txt").format(
        figures=figures,
        worlds=sum(figures.worlds.values()),
        splits=" / ".join(map(str, figures.worlds.values())),
        questions=" / ".join(map(str, figures.pairs.values())),
    )
    return {
        "domain": about.domain,
        "version": publication.version,
        "creators": creators,
        "contact": params.contact or "By an issue where you got the data.",
        "where": f", and at {params.url}" if params.url else "",
        "when": f"{day:%Y-%m-%d}." if day else "Not published yet.",
        "published": f" Published {day:%Y-%m-%d} by {creators}." if day else " Not published.",
        "attributions": "; ".join(own.attribution for own in about.works),
        "worlds": sum(figures.worlds.values()),
        "questions": sum(figures.pairs.values()),
        "splits": ", ".join(f"{count} {name}" for name, count in figures.worlds.items()),
        "shares": {name: shares(name, own) for name, own in counts.items()},
        "measured": measured or "nothing.",
        "warning": warning(about),
        "seed": seed(about),
        "structure": structure,
        "wrote": wrote(about),
        "licences": licences(about),
        "trusted": trusted(about),
        "unremembered": unremembered(about),
        "agreement": judged(about),
        "yields": yielded(about.origin.yields),
        "facts": borne_out(about),
        "cohesion": cohesion(about),
        "rated": rated(about),
        "canary": canary.SENTENCE,
    }


def _text(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def readme(about: About) -> str:
    """The card that lies beside the data."""
    return _text("card.txt").format(**slots(about))


def datasheet(about: About) -> str:
    """An answer to every question of Gebru et al.; the answers say "not applicable" and why, rather than nothing."""
    told = yaml.safe_load(_text("datasheet.yaml"))
    parts = "\n\n".join(
        f"## {title}\n\n" + "\n\n".join(f"### {question}\n\n{answer}" for question, answer in section.items())
        for title, section in croissant.filled(told, slots(about), _documents(about)).items()
    )
    head = "After Gebru et al. 2021. Every figure was computed from this release."
    return f"# Datasheet\n\n{head}\n\n{warning(about)}\n\n{parts}\n"


def describe_for_machines(folder: Path, about: About) -> None:
    """Write croissant.json into a ``folder`` that has all other files but the manifest."""
    told = yaml.safe_load(_text("croissant.yaml"))
    agreed = {name: plain(value) for name, value in about.agreement.items()}
    analysis = told["analysis"].format(**agreed) if agreed else "Not measured."
    origin = about.origin
    own = croissant.Described("memorydoc", origin.params, origin.publication, about.outside, about.licences)
    croissant.write(folder, told, slots(about) | {"analysis": analysis}, own, _documents(about))


def _documents(about: About) -> str:
    """Which of two texts is meant, where it matters whether documents are real."""
    return "real" if about.real else "invented"
