"""The texts of a release: its README card and its datasheet. Every figure in them is computed.

Source: Gebru et al. 2021 (Datasheets for Datasets); MemoryDocDataSet 4.7.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from microworlds.suites.memorydoc.statistics import Share, Statistics


def _table(rows: Sequence[Sequence[object]]) -> str:
    head, *body = [[str(cell) for cell in row] for row in rows]
    lines = ["| " + " | ".join(head) + " |", "| " + " | ".join("---" for _ in head) + " |"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in body])


def _shares(title: str, shares: Mapping[str, Share]) -> str:
    rows = [[title, "count", "share"]] + [[name, own.count, f"{own.share:.1%}"] for name, own in shares.items()]
    return _table(rows)


def _structure(figures: Statistics) -> str:
    return _table(
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


def _spread(own: Any) -> str:
    return f"{own.mean:,.1f} ({own.least:,}-{own.most:,})"


def readme(figures: Statistics, licences: Sequence[str], domain: str) -> str:
    """The card that lies beside the data."""
    return f"""# MemoryDoc micro-worlds, domain {domain}

{sum(figures.worlds.values())} micro-worlds with {sum(figures.pairs.values())} questions for systems that must remember
conversations and read long documents. Each world has people, a graph of events, long documents, five conversations
and 20 questions in five categories; most questions are Hybrid: the conversations tell which document is meant, and the
document has the answer.

{_structure(figures)}

{_shares("category", figures.categories)}

{_shares("source", figures.sources)}

{_shares("difficulty", figures.difficulties)}

## Files

| file | one line is |
| --- | --- |
| `observations.jsonl` | a document or a session: id, text, and the spans of its sections or utterances |
| `<split>.episodes.jsonl` | a tape: the observations of one world by id, in order, then its questions |
| `<split>.gold.jsonl` | answer, evidence spans with their text, and labels of one question |
| `<split>.proofs.jsonl` | one question with the query that proves its answer from the ledger |
| `worlds.jsonl` | personas, events, sessions and documents (with licence and attribution) of one world |
| `ledger.jsonl` | every fact of one world, with the passage that states it |
| `verdicts.jsonl` | what one judge says of one world |
| `statistics.json`, `quality.json` | the figures of this card; measurements of the texts and questions |
| `datasheet.md` | why and how it was made, and what it is not |
| `manifest.json` | SHA-256 of every other file |

Check it with `microworlds verify <this folder>`. Licences of the texts: {", ".join(licences)}.
"""


def datasheet(
    figures: Statistics, quality: Mapping[str, Any], licences: Sequence[str], sources: Sequence[str], domain: str
) -> str:
    """The datasheet."""
    measured = "\n".join(f"- {name}: {_plain(value)}" for name, value in quality.get("summary", {}).items())
    return f"""# Datasheet

After Gebru et al. 2021. Every figure was computed from this release.

## Motivation

To measure whether a system can follow, over months of conversation, which of several long documents is meant, and
then read that document. Made with microworlds, domain {domain}.

## Composition

An instance is a micro-world: personas, events, documents, sessions and questions with gold answers and evidence.

{_structure(figures)}

{_shares("category", figures.categories)}

{_shares("source", figures.sources)}

{_shares("difficulty", figures.difficulties)}

{_shares("kind of answer", figures.answer_kinds)}

{_shares("form of answer", figures.answer_forms)}

{_shares("adversarial type", figures.adversarial_types)}

People in the conversations are invented. Documents come from: {"; ".join(sources)}. Real court opinions name real
people, as the public reports do. No world shares a document with another, so no document is in two splits.

## Collection and labelling

Documents are bundled from consecutive texts of one volume. Facts are taken from them verbatim. What becomes known in
each session is planned as facts first and written as conversation second. Each answerable question is a query over all
facts of its world: it has exactly one answer, and none or several without any one piece of its evidence. Difficulty
follows from structure: pieces of evidence, facts of the same kind elsewhere, distance in sessions, derivation.
Two judges labelled every question; no world was removed for what they said.

## Measured on this release

{measured}

## Uses and limits

For developing (train, val) and comparing (test) memory and retrieval systems. Conversations are synthetic: they are
less various than people. Answers are short; reading for meaning is tested little. What the conversations of the test
split alone use is a share of phrasing families, so that a system cannot learn the author's phrases from train.

## Distribution

Licences of the texts: {", ".join(licences)}. Conversations, questions and labels: CC0-1.0. `manifest.json` has the
SHA-256 of every file; `microworlds verify` checks it, every span and every rule.
"""


def _plain(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)
