import random

import pytest

from microworlds.generation.grammar import Grammar, NoPhraseError, Writer, article, plural

GRAMMAR = """
== hello
Hello[, <who:cap>|] <thing:a>.
@formal {2}Good day <who>.
!held Ahoy <who>.
== count
one
two
three
four
"""


def writer(seed=0, **more):
    return Writer(Grammar.parse(GRAMMAR), random.Random(seed), **more)


def test_tags_and_held_out_phrases_are_kept_apart():
    plain = {writer(seed).write("hello", who="ann", thing="owl") for seed in range(40)}
    assert plain == {"Hello an owl.", "Hello, Ann an owl."}
    formal = {writer(seed).write("hello", frozenset({"formal"}), who="ann", thing="owl") for seed in range(40)}
    assert "Good day ann." in formal
    assert "Ahoy ann." not in plain | formal
    assert "Ahoy ann." in {writer(seed, held_out=True).write("hello", who="ann", thing="owl") for seed in range(40)}


def test_a_deck_is_dealt_without_repeats_and_turns_use_every_phrase_equally():
    counts = dict.fromkeys(("one", "two", "three", "four"), 0)
    for turn in range(8):
        dealt = [writer(turn=turn).write("count") for _ in range(1)]
        counts[dealt[0]] += 1
        own = writer(turn=turn)
        assert len({own.write("count") for _ in range(4)}) == 4
    assert set(counts.values()) == {2}


@pytest.mark.parametrize(
    ("text", "message"),
    [("hello", "before the first"), ("== a\nx [y", "never closed"), ("== a\nx ] y", "outside brackets")],
)
def test_a_faulty_grammar_is_refused_with_its_line(text, message):
    with pytest.raises(ValueError, match=message):
        Grammar.parse(text)


def test_undefined_names_are_found():
    assert Grammar.parse("== a\n<b> <c>\n== b\nx").undefined({"c"}) == set()
    assert Grammar.parse("== a\n<b> <c>").undefined() == {"b", "c"}


def test_an_unknown_rule_names_itself():
    with pytest.raises(NoPhraseError, match="nothing"):
        writer().write("nothing")


@pytest.mark.parametrize(("noun", "expected"), [("hour", "an hour"), ("unit", "a unit"), ("opinion", "an opinion")])
def test_articles(noun, expected):
    assert article(noun) == expected


@pytest.mark.parametrize(("noun", "expected"), [("city", "cities"), ("box", "boxes"), ("day", "days")])
def test_plurals(noun, expected):
    assert plural(noun) == expected
