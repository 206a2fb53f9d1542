"""Answers that are names: the world has them in full, and the full name is as right as the short one."""

import pytest

from microworlds.core.records import Evidence, Span
from microworlds.suites.memorydoc.names_in_full import names_in_full
from microworlds.suites.memorydoc.world import QAPair
from tests.worlds import bundle

CITED = "Danwick v. Ellburn, 131 Tam.2d 527 (1973)"
WORLD = bundle(1)
SECTION = WORLD.document_facts[0].targets[0]


def names(answer: str, kind: str, said: str = "") -> list[str]:
    """The full names of an answer whose evidence is in the first section, which says besides what is ``said``."""
    document = next(one for one in WORLD.documents if one.id == SECTION.document)
    at = SECTION.start + 60  # after its title
    text = document.text[:at] + said + document.text[at + len(said) :]
    documents = tuple(
        one.model_copy(update={"text": text}) if one.id == document.id else one for one in WORLD.documents
    )
    span = Span(observation=document.id, start=SECTION.start, end=SECTION.start + 5)
    pair = QAPair.model_construct(answer=answer, answer_kind=kind, evidence=(Evidence(span=span, text="x"),))
    return names_in_full(pair, WORLD.model_copy(update={"documents": documents}))


@pytest.mark.parametrize("said", [f" He relies on {CITED}. ", f" See {CITED}; ", f" {CITED}, held that. In {CITED}, "])
@pytest.mark.parametrize("answer", ["Danwick v. Ellburn", "Danwick", "Ellburn"])
def test_a_case_has_its_whole_name_and_its_citation(answer, said):
    assert names(answer, "title", said) == ["Danwick v. Ellburn", CITED]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("Danwick", " He relies on Danwick. "),
        ("Danwick", f" {CITED}. Danwick v. Hale, 2 Tam. 7 (1901). "),  # which of the two is not told
        ("Dan", f" See {CITED}. "),
    ],
)
def test_a_case_that_is_not_told_or_not_alone_has_none(answer, said):
    assert names(answer, "title", said) == []


def test_a_person_of_the_team_has_both_names_unless_two_have_the_first():
    person = WORLD.scenario.personas[0]
    first = person.name.split()[0]
    assert names(first, "person") == [person.name]
    assert names(first, "court") == names("Nobody", "person") == []
