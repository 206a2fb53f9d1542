"""The datasheet of a release: an answer to every question of Gebru et al., figures computed from the release.

Questions are named in a few words each; the answers say "not applicable" and why, rather than nothing.

Source: Gebru et al. 2021 (Datasheets for Datasets): 57 questions in seven sections; MemoryDocDataSet 4.7.
"""

from __future__ import annotations

from microworlds.core import canary
from microworlds.suites.memorydoc.about import About
from microworlds.suites.memorydoc.cards import (
    borne_out,
    judged,
    licences,
    plain,
    seed,
    shares,
    structure,
    trusted,
    warning,
    yielded,
)

Section = dict[str, str]
_NO_PEOPLE = "Not applicable: the people in the conversations are invented, and nobody took part."
_PUBLIC = "Documents may name real people, as their sources do; nobody was asked, and nothing was added about them."


def datasheet(about: About) -> str:
    """The datasheet."""
    parts = "\n\n".join(
        f"## {title}\n\n" + "\n\n".join(f"### {question}\n\n{answer}" for question, answer in section.items())
        for title, section in sections(about).items()
    )
    told = "After Gebru et al. 2021. Every figure was computed from this release."
    return f"# Datasheet\n\n{told}\n\n{warning(about)}\n\n{parts}\n"


def sections(about: About) -> dict[str, Section]:
    """The answers, by section and question."""
    return {
        "Motivation": _motivation(about),
        "Composition": _composition(about),
        "Collection process": _collection(about),
        "Preprocessing, cleaning and labelling": _preprocessing(),
        "Uses": _uses(),
        "Distribution": _distribution(about),
        "Maintenance": _maintenance(about),
    }


def _motivation(about: About) -> Section:
    return {
        "Purpose": "To measure whether a system can follow, over months of conversation, which of several long "
        f"documents is meant, and then read that document. Domain: {about.domain}.",
        "Who created it": f"{', '.join(about.origin.params.creators)}, with microworlds.",
        "Who funded it": "No funding is recorded.",
        "Other comments on the motivation": "Benchmarks of long-term memory have short chats or lone documents; "
        "here neither is enough without the other.",
    }


def _composition(about: About) -> Section:
    figures = about.figures
    counted = [
        shares("category", figures.categories),
        shares("source", figures.sources),
        shares("difficulty", figures.difficulties),
        shares("kind of answer", figures.answer_kinds),
        shares("form of answer", figures.answer_forms),
        shares("adversarial type", figures.adversarial_types),
    ]
    measured = "\n".join(f"- {name}: {plain(value)}" for name, value in about.quality.get("summary", {}).items())
    identified = (
        "Yes, where documents name them, as their sources do."
        if about.real
        else "No: every person and body is invented."
    )
    return {
        "What an instance is": "A micro-world: personas, events, documents, sessions, and questions with gold answers "
        "and evidence.",
        "How many instances there are": structure(about),
        "Whether it is a sample of something larger": "Worlds are drawn from what the generator can make; more of them "
        "can be made. Documents are bundled from consecutive texts of one volume, not a random sample of a corpus.",
        "What an instance consists of": "Texts of documents and sessions with the places of their sections and "
        "utterances; persons, events and facts as records; questions.\n\n" + "\n\n".join(counted),
        "Labels": "Each question has a gold answer, whether it can be answered, evidence with its place, category, "
        "source, difficulty, form, and kind of answer.",
        "Missing information": "None is known. Where a world could not be finished it was left out:\n\n"
        + yielded(about.origin.yields),
        "Relationships between instances": "Worlds share no document, persona or event; ids tell what belongs where.",
        "Recommended splits": "train, val and test by world: "
        + ", ".join(f"{count} {name}" for name, count in figures.worlds.items())
        + ". Develop on train and val, compare on test. No document is in two splits, and a share of the phrasing "
        "families is in the conversations of the test split alone.",
        "Errors, noise and redundancies": f"{trusted(about)}\n\nMeasured on this release:\n\n{measured or 'nothing.'}"
        f"\n\n{borne_out(about)}",
        "Whether it is self-contained": "Yes.",
        "Confidential data": "None."
        if not about.real
        else "None beyond what the sources of the documents have published.",
        "Offensive or disturbing data": "Invented texts tell of accidents, crimes and quarrels in plain words."
        if not about.real
        else "Real texts can tell of violence and abuse. They were not filtered.",
        "Subpopulations of people": "None is labelled. Names are drawn from lists, without any other trait.",
        "Whether individuals can be identified": identified,
        "Sensitive data about people": "None."
        if not about.real
        else "What the sources of the documents state in public.",
        "Other comments on the composition": "Conversations are synthetic: they are less various than people.",
    }


def _collection(about: About) -> Section:
    people = _PUBLIC if about.real else _NO_PEOPLE
    return {
        "How the data were acquired": "What becomes known in each session is planned as facts first and written as "
        "conversation second. Documents come from: " + "; ".join(own.attribution for own in about.works) + ".",
        "By which mechanisms": "Software alone: microworlds, stage by stage, and the language models that its settings "
        f"name, if any (models in params.yaml). {seed(about)}",
        "Sampling strategy": "Lengths, personas, events and kinds of question are drawn at random within the bounds "
        "that the settings give; each world depends on the seed and its own number only.",
        "Who was involved, and their compensation": _NO_PEOPLE,
        "Time frame": "The time of the conversations is invented. The texts of documents have the dates they state.",
        "Ethical review": "None took place: no human subjects.",
        "Whether it was collected from the people themselves": people,
        "Whether they were notified": people,
        "Whether they consented": people,
        "How consent can be revoked": people,
        "Analysis of the impact on data subjects": "None was made. " + people,
        "Other comments on the collection": "None.",
    }


def _preprocessing() -> Section:
    return {
        "What was done": "Texts are bundled into documents of 20,000-50,000 tokens; near-duplicates are left out. "
        "Facts are taken from documents verbatim. Each answerable question is a query over all facts of its world: it "
        "has exactly one answer, and none or several without any one piece of its evidence. That proves that ledger "
        "and text agree, not that a text was understood: facts read from real texts are audited separately. "
        "Difficulty follows from "
        "structure: pieces of evidence, facts of the same kind elsewhere, distance in sessions, derivation. Two judges "
        "labelled every question; no world was removed for what they said.",
        "Whether the raw data were kept": "Raw texts are the documents themselves, whole. Rejected items are recorded "
        "with their reasons in the repository's data/interim.",
        "Whether the software is available": "Yes: microworlds, MIT licence.",
        "Other comments on preprocessing": "None.",
    }


def _uses() -> Section:
    return {
        "What it has been used for": "The baselines whose results the repository of microworlds has.",
        "Where uses are collected": "Nowhere yet.",
        "What else it could be used for": "Retrieval with and without conversation, reading of long documents, finding "
        "of evidence, extraction of facts, updates of knowledge, abstention.",
        "What could affect future uses": "Answers are short; reading for meaning is tested little. Conversations are "
        "synthetic. The language is English, and the invented documents follow the usage of common-law countries.",
        "What it should not be used for": "Training of systems that are then compared on its test split; conclusions "
        "about people, courts or the law.",
        "Other comments on uses": f"Gold is marked, so that leaks can be found: {canary.SENTENCE}",
    }


def _distribution(about: About) -> Section:
    params, published = about.origin.params, about.origin.publication.published
    third = "Texts of third parties are under the licences above." if about.real else "None: all texts are invented."
    return {
        "Whether it is given to third parties": "Yes, to anyone.",
        "How": "As a DVC-tracked folder at a git tag" + (f", and at {params.url}" if params.url else "") + ".",
        "When": f"{published:%Y-%m-%d}." if published else "Not published yet.",
        "Licence and terms of use": licences(about),
        "Restrictions by third parties": third,
        "Export controls": "None is known.",
        "Other comments on the distribution": "`manifest.json` has the SHA-256 of every file; `microworlds verify` "
        "checks it, every span and every rule.",
    }


def _maintenance(about: About) -> Section:
    params = about.origin.params
    return {
        "Who maintains it": f"{', '.join(params.creators)}.",
        "How to contact them": params.contact or "By an issue where you got the data.",
        "Errata": "In CHANGELOG.md of the repository; a correction is a new version.",
        "Updates": "New versions are git tags of the form memorydoc@v1.2.3: MAJOR when released questions or gold "
        "change, MINOR when worlds are added, PATCH when only cards or packaging do.",
        "Limits on how long data about people are kept": "None apply." if not about.real else "None is known.",
        "Older versions": "They stay at their tags, and can be made again from them.",
        "How others can contribute": "With a pull request, or with worlds of their own from the same tool.",
        "Other comments on maintenance": f"How far the judges agree:\n\n{judged(about)}",
    }
