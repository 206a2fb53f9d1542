"""The data card of a release, its README. Every figure in it is computed.

Source: MemoryDocDataSet 3.5, 4.7; Pushkarna et al. 2022 (Data Cards).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from microworlds.core import canary
from microworlds.quality import trust
from microworlds.suites.memorydoc.about import About, Yield
from microworlds.suites.memorydoc.statistics import Share, Spread

_FILES = """\
| file | one line is |
| --- | --- |
| `observations.jsonl` | a document or a session: id, text, and the spans of its sections or utterances |
| `<split>.episodes.jsonl` | a tape: the observations of one world by id, in order, then its questions |
| `<split>.gold.jsonl` | answer, evidence spans with their text, and labels of one question |
| `<split>.proofs.jsonl` | one question with the query that proves its answer from the ledger |
| `worlds.jsonl` | personas, events, sessions and documents (with licence and attribution) of one world |
| `ledger.jsonl` | every fact of one world, with the passage that states it |
| `verdicts.jsonl` | what one judge says of one world |
| `documents.csv` | a source document: its world, origin, licence, attribution and length |
| `worlds.csv` | a world: its size, and how far the judges agreed (kappa, AC1) |
| `statistics.json`, `quality.json` | the figures of this card; measurements of the texts and questions |
| `croissant.json` | all this for machines: Croissant 1.1 with the RAI fields |
| `datasheet.md` | why and how it was made, and what it is not |
| `manifest.json` | SHA-256 of every other file |"""
_SIGN = "🔴"  # GitHub strips colours from Markdown, so the sign brings its own


def table(rows: Sequence[Sequence[object]]) -> str:
    """Rows as Markdown; the first is the head."""
    head, *body = [[str(cell).replace("|", "\\|") for cell in row] for row in rows]
    lines = ["| " + " | ".join(head) + " |", "| " + " | ".join("---" for _ in head) + " |"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in body])


def shares(title: str, own: Mapping[str, Share]) -> str:
    """Counts and shares by name."""
    return table([[title, "count", "share"]] + [[name, each.count, f"{each.share:.1%}"] for name, each in own.items()])


def structure(about: About) -> str:
    """How much there is of what."""
    figures = about.figures
    return table(
        [
            ["property", "value"],
            ["micro-worlds", sum(figures.worlds.values())],
            ["train / val / test worlds", " / ".join(str(count) for count in figures.worlds.values())],
            ["train / val / test questions", " / ".join(str(count) for count in figures.pairs.values())],
            ["documents", figures.documents],
            ["documents a world", _spread(figures.documents_per_world)],
            ["tokens a document (cl100k)", _spread(figures.document_tokens)],
            ["sessions", figures.sessions],
            ["utterances a session", _spread(figures.utterances_per_session)],
            ["personas a world", _spread(figures.personas_per_world)],
            ["events a world", _spread(figures.events_per_world)],
        ]
    )


def licences(about: About) -> str:
    """Whose the texts are; for each document see documents.csv."""
    head = ["what", "licence", "attribution", "documents", "tokens (cl100k)"]
    own = ["conversations, questions, gold, labels", "CC0-1.0", "made by microworlds", "", ""]
    rows = [["documents", each.licence, each.attribution, each.documents, f"{each.tokens:,}"] for each in about.works]
    return table([head, *rows, own])


def judged(about: About) -> str:
    """How far the two judges agree; for each world see worlds.csv."""
    own = about.agreement
    if not own:
        return "Not measured."
    cut = [
        [f"share of the other worlds with kappa of at least {mark}", plain(share)]
        for mark, share in own["kappa_shares"].items()
    ]
    return table(
        [
            ["two judges, a label for each question", "value"],
            ["Cohen's kappa of a world, median", plain(own["kappa_median"])],
            ["Cohen's kappa of a world, mean", plain(own["kappa_mean"])],
            ["worlds in which it is undefined (no variance)", own["kappa_undefined"]],
            *cut,
            ["Gwet's AC1 of a world, median", plain(own["ac1_median"])],
            ["raw agreement", plain(own["raw_agreement"])],
        ]
    )


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
    rows = [[own.name, plain(own.value), own.told, own.limit, _kept(own)] for own in known]
    return table([["figure", "value", "computed from", "limit", ""], *rows])


def _kept(figure: trust.Figure) -> str:
    return f"{_SIGN} **outside**" if figure.outside else "within" if figure.limit else ""


def borne_out(about: About) -> str:
    """How many facts of each kind the plans of invented documents bear out, and what is not asked for want of it."""
    own = about.quality.get("facts", {})
    if not own:
        return "Not measured."
    kinds = {name: kind for name, kind in own["kinds"].items() if kind["extracted"]}
    left = [name for name, kind in kinds.items() if not kind["asked"]]
    head = ["kind of fact", "read", "checked", "right", "precision", "recall"]
    rows = [
        [name, kind["extracted"], kind["checked"] or "not checked", kind["right"], plain(kind["precision"]),
         plain(kind["recall"])]
        for name, kind in kinds.items()
    ]  # fmt: skip
    said = (
        f"Facts of documents against the plans that these were written from: {own['note']}. Recall is of what a text "
        f"is sure to state. Not asked, with a precision below {own['precision_least']}: {', '.join(left) or 'none'}."
    )
    return f"{said}\n\n{table([head, *rows])}"


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


def _spread(own: Spread) -> str:
    return f"{own.mean:,.1f} ({own.least:,}-{own.most:,})"


def seed(about: About) -> str:
    """The seed, or what is known of it."""
    if isinstance(about.seed, int):
        return f"Seed: {about.seed}; the same settings give the same bytes."
    return (
        f"The seed is private; its commitment is `{about.seed}` (`microworlds seed check` verifies it once revealed)."
    )


def readme(about: About) -> str:
    """The card that lies beside the data."""
    figures, own = about.figures, about.origin.publication
    creators = ", ".join(about.origin.params.creators)
    published = f" Published {own.published:%Y-%m-%d} by {creators}." if own.published else " Not published."
    return f"""# MemoryDoc micro-worlds, domain {about.domain}, version {own.version}

{warning(about)}

{sum(figures.worlds.values())} micro-worlds with {sum(figures.pairs.values())} questions for systems that must remember
conversations and read long documents. Each world has people, a graph of events, long documents, five conversations
and 20 questions in five categories; most questions are Hybrid: the conversations tell which document is meant, and the
document has the answer.{published} {seed(about)}

{structure(about)}

{shares("category", figures.categories)}

{shares("source", figures.sources)}

{shares("difficulty", figures.difficulties)}

## Files

{_FILES}

Check it with `microworlds verify <this folder>`; load it with `microworlds.load("memorydoc", source="<this folder>")`.

## Licences

{licences(about)}

## Whether it can be trusted

{trusted(about)}

That a question is proven says that its answer follows from the ledger, in one way only, and that every fact of the
ledger stands in the text at its place. It does not say that the text was understood: whether the facts of real texts
are what the texts mean is audited separately.

## How good the questions are

{judged(about)}

{yielded(about.origin.yields)}

## How true the facts are

{borne_out(about)}

## Keep it out of training data

Every line of gold and proofs has this sentence, and so has this card; search for it to find a leak
(`microworlds canary <folder>`), and leave out of training data what has it:

> {canary.SENTENCE}
"""
