"""No value of a fact is cut: it begins and ends inside no word or figure, and leaves no quotation or parenthesis open."""

import pytest

from microworlds.core import seeds
from microworlds.core.errors import ItemError
from microworlds.core.text import whole
from microworlds.corpora.agreements.plan import plan
from microworlds.corpora.agreements.writing import written
from microworlds.corpora.attributes import OPINION
from microworlds.corpora.case import source_of
from microworlds.corpora.extraction import agreement_facts, opinion_facts
from microworlds.corpora.extraction.document_facts import DocumentFact, settle
from microworlds.corpora.law.jurisdictions import LANDS
from microworlds.corpora.law.planner import volume_plan
from microworlds.corpora.law.reporter import write_case
from microworlds.suites.memorydoc.facts import located
from microworlds.suites.memorydoc.tasks.facts import Stated
from tests.test_opinion_bodies import body

SEED = 29
CUT = [
    ("a fine of $41,250 and costs", "$41"),
    ("a fine of $41,250 and costs", "250"),
    ("a royalty of 11.5% on sales", "11"),
    ("interest at 0.75 percent", "75 percent"),
    ("the Millstone Company", "Mill"),
    ("the Millstone Company", "stone Company"),
    ("in 1972b it was sold", "1972"),
    ("Garnet (the “Seller”) sold", "Garnet (the “Seller”"),
    ("he said “the scale was sealed” and left", "“the scale was sealed"),
    ('he said "the scale was sealed" and left', 'the scale was sealed"'),
]
WHOLE = [
    ("a fine of $41,250, and costs", "$41,250"),
    ("It was sold in 1972.", "1972"),
    ("of 12 May, 1972, the mill", "12 May, 1972"),
    ("Garnet (the “Seller”) sold", "Garnet (the “Seller”)"),
    ("(Garnet) sold", "Garnet"),
    ("farm of 166-acre lots", "166"),
    ("the mill’s scale", "the mill"),
    ("sealed in May.3 So framed", "May"),
]


def at(text, value):
    return text.index(value), text.index(value) + len(value)


@pytest.mark.parametrize(("text", "value"), CUT)
def test_a_value_that_is_cut_is_not_whole(text, value):
    assert not whole(text, *at(text, value))


@pytest.mark.parametrize(("text", "value"), WHOLE)
def test_a_value_beside_other_signs_is_whole(text, value):
    assert whole(text, *at(text, value))


def test_no_fact_has_a_value_that_is_cut_whoever_found_it():
    text = "It was fined $41,250 and no more."
    start, end = at(text, "$41")
    assert settle(text, [DocumentFact("fine", "$41", start, end)], OPINION) == ()
    assert settle(text, [DocumentFact("fine", "$41,250", start, end + 4)], OPINION)
    with pytest.raises(ItemError, match="cut out of a longer word"):
        located(text, Stated(attribute="fine", value="$41", quote="fined $41,250 and"), OPINION)
    assert located(text, Stated(attribute="fine", value="$41,250", quote="fined $41,250 and"), OPINION) == start


@pytest.mark.parametrize(
    ("sentence", "attribute", "value"),
    [
        ("The jury returned a verdict for Tolland in the amount of $41,250.", "verdict", "for Tolland in the amount of $41,250"),
        ("The jury returned a verdict for Tolland in the amount of $1,041,250.75, and judgment followed.", "verdict", "for Tolland in the amount of $1,041,250.75"),
        ("The jury returned a verdict against Tolland for $900, of which she had half.", "verdict", "against Tolland for $900"),
        ("The Board granted Claimant’s request for $41,250.50 in May, and Tolland paid.", "ruling_below", "granted Claimant’s request for $41,250.50"),
    ],
)  # fmt: skip
def test_a_sum_is_read_to_its_end(sentence, attribute, value):
    assert body(sentence)[attribute] == value


def invented_texts():
    """Invented opinions and agreements with what is read of them."""
    for number in range(len(LANDS)):
        for case in volume_plan(SEED, number)[3::26]:
            source = source_of(write_case(SEED, number, case)[0], volume="v", licence="CC0-1.0", attribution="")
            yield source.text, opinion_facts.facts(source.text, source.parts)
    for index in range(4):
        text, _ = written(plan(SEED, 1, index), 20_000, seeds.generator("whole", index))
        yield text, agreement_facts.facts(text)


def test_the_values_read_of_invented_texts_are_whole_and_sums_are_among_their_clauses():
    facts = [(text, fact) for text, found in invented_texts() for fact in found]
    assert len(facts) > 500
    assert [fact for text, fact in facts if not whole(text, fact.start, fact.end)] == []
    assert any(fact.attribute == "verdict" and "," in fact.value for _, fact in facts)
