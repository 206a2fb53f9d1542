"""Other names for roles, purposes and works: they are put in everywhere, and a reader loses nothing by them."""

import re
from pathlib import Path

import pytest
from benchmarks import document_first, reader_inputs, renamed

from microworlds.reading.reader import Reader, Reading
from tests import invented_worlds, worlds

ROOT = Path(__file__).parents[1]
NAMES = renamed.load(ROOT / "tests" / "data" / "renamed_caselaw.yaml")
OLD = sorted({old.removeprefix("the ") for names in NAMES.groups() for old in names}, key=len, reverse=True)
COUNT = 24
# what a reader may lose by other names
MOST = 0.05


@pytest.fixture(scope="module")
def pairs():
    return renamed.pairs(invented_worlds.invented(COUNT), NAMES)


def before(frame):
    """What of a frame stands before the first name that is put into it."""
    return frame.partition(" {")[0]


def test_every_role_purpose_and_work_has_a_name_of_its_own_that_shares_no_word_with_the_old_ones():
    domain = worlds.domain()
    frames = {role: (*own.train, *own.test) for role, own in domain.standings.items()}
    assert {role: tuple(names) for role, names in NAMES.roles.items()} == {
        role: tuple(map(before, own)) for role, own in frames.items()
    }
    assert sorted(NAMES.purposes) == sorted(map(before, (*domain.uses.train, *domain.uses.test)))
    assert sorted(NAMES.works) == sorted(domain.work)
    new = list({old: name for names in NAMES.groups() for old, name in names.items()}.values())
    assert len(set(new)) == len(new)
    for names in NAMES.groups():
        old = set().union(*map(renamed.content, names))
        assert [name for name in names.values() if renamed.content(name) & old] == []
    assert [name for name in new if any(f" {old} " in f" {name} " for old in OLD)] == []


def said(world):
    """All that is said or asked in a world, and what is answered from what was said."""
    yield from (text for one in world.observations if one.kind != "document" for text in (one.title, one.text))
    yield from (question.text for question in world.episode.questions)
    yield from (gold.answer for gold in world.gold.values() if gold.answerable and gold.labels["source"] == "chat_only")


def test_no_old_name_is_left_and_the_new_ones_are_there(pairs):
    assert len(pairs) == COUNT
    # that of an event, and the first papers of a suit
    others = re.compile(r"pre-filing meeting|(?:original|first|another|a) filing", re.IGNORECASE)
    old = re.compile(rf"\b(?:{'|'.join(map(re.escape, OLD))})\b", re.IGNORECASE)
    before, after = (
        [hit[0].lower() for world in own for text in said(world) for hit in old.finditer(others.sub("", text))]
        for own in zip(*pairs, strict=True)
    )
    assert len(set(before)) > len(OLD) / 2
    assert after == []
    texts = "\n".join(text for _, world in pairs for text in said(world)).lower()
    new = {name.removeprefix("the ") for names in NAMES.groups() for name in names.values()}
    assert sum(name in texts for name in new) > len(new) / 2


def test_spans_stand_where_their_words_are_now_and_documents_are_as_they_were(pairs):
    moved = 0
    for before, after in pairs:
        texts = {one.id: one for one in after.observations}
        assert [one for one in after.observations if one.kind == "document"] == [
            one for one in before.observations if one.kind == "document"
        ]
        for one in after.observations:
            lines = one.text.splitlines()
            assert one.kind == "document" or [one.text[part.start : part.end] for part in one.parts] == [
                line.partition(": ")[2] for line in lines
            ]
        for name, gold in after.gold.items():
            for piece, old in zip(gold.evidence, before.gold[name].evidence, strict=True):
                assert texts[piece.span.observation].text[piece.span.start : piece.span.end] == piece.text
                moved += piece.text != old.text
    assert moved > 50


def test_articles_capitals_and_possessives_fit():
    renamer = renamed.Renamer(NAMES)
    assert renamer.text("We need a leading case on costs.") == "We need an auxiliary ruling for costs."
    assert renamer.text("The section on costs. The appendix's due.") == (
        "The chapter devoted to costs. The annex's due."
    )
    assert renamer.text("Travel costs $40. When was the original filing?") == (
        "Transport costs $40. When was the original filing?"
    )
    assert renamer.title("Mediation") == "Conciliation"


class ByHeart:
    """Answers rightly, but only what is asked in words it knows."""

    def __init__(self, pairs, known):
        self.known = known
        self.answers = {q.id: one.gold[q.id].answer for pair in pairs for one in pair for q in one.episode.questions}
        self.ids = {q.text: q.id for pair in pairs for one in pair for q in one.episode.questions}

    def read(self, question, passages, *, asked_at):
        answer = self.answers[self.ids[question]] if any(name in question for name in self.known) else ""
        return Reading(answer or "ABSTAIN", not answer, ())

    def finder(self, utterances, texts):
        return lambda question: 0 if any(name in question for name in self.known) else None


def results(reader, finder, own):
    asked = [one for world in own for one in reader_inputs.evidence(world)]
    return renamed.Results(reader_inputs.read(reader, asked), document_first.found(finder, own))


def test_a_reader_that_knows_the_old_names_loses_and_one_that_knows_neither_does_not(pairs):
    for known, loses in ((OLD, True), (["Ev"], False)):
        one = ByHeart(pairs, known)
        before, after = (results(one, one.finder, own) for own in zip(*pairs, strict=True))
        lost = renamed.lost(before, after)
        reworded = renamed.lost(before, after, renamed.reworded(before, after))
        assert (lost.f1 > MOST) == loses
        assert (lost.document > 0) == loses
        assert reworded.f1 >= lost.f1
        assert reworded.questions < lost.questions == 16 * COUNT


def test_the_reader_loses_little_by_other_names(pairs):
    before, after = (results(Reader(), document_first.by_references, own) for own in zip(*pairs, strict=True))
    lost = renamed.lost(before, after)
    assert lost.f1 <= MOST
    assert lost.document <= MOST
