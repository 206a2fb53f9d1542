"""Curves over numbers: where systems part, and questions that count together."""

import re

from microworlds.core.records import Score
from microworlds.evaluation import markdown as pages
from microworlds.evaluation import plots, scores
from microworlds.evaluation.differences import transitions
from microworlds.evaluation.tables import frame, paired, table
from tests.evaluated_world import SAID, SHOWN, gold

SIZES = ("2", "4", "8")


def sized(right):
    """Systems on 8 worlds, a question of each size in each; ``right`` says of a system and size in which worlds."""
    shown = SHOWN.model_copy(update={"columns": {"size": SIZES}, "metric": "exact_match", "whole": {}})
    own, made = {}, []
    for world in range(8):
        for size in SIZES:
            name = f"w{world}-{size}"
            own[name] = gold(SAID, question=name, world=f"w{world}", size=size, pair=f"w{world}")
            made += [
                Score(
                    system=system, question=name, values={"exact_match": float(world in right[system, size])},
                    context_tokens=0, failure=None,
                )
                for system in dict.fromkeys(system for system, _ in right)
            ]  # fmt: skip
    return frame(made, own), shown


EVERY, SOME = set(range(8)), {0, 1, 2, 3}


def test_a_transition_is_where_one_system_leaves_another_and_stays_away():
    right = {("one", size): EVERY for size in SIZES} | {
        ("other", "2"): EVERY,
        ("other", "4"): set(),
        ("other", "8"): SOME,
    }
    data, shown = sized(right | {("other", "8"): {0}})
    (found,) = transitions(data, shown, "size", ["other", "one"])
    assert (found.one, found.other, found.at, found.mean, found.last) == ("one", "other", 4, 1.0, 0.875)
    assert found.low is not None
    assert 0 < found.low <= found.mean
    # apart at 4 and 8 but not on the same side: it begins where the last side does
    data, shown = sized(right | {("one", "8"): set(), ("other", "8"): EVERY})
    (found,) = transitions(data, shown, "size", ["other", "one"])
    assert (found.one, found.at) == ("other", 8)
    # apart in the middle only: nowhere
    data, shown = sized(right | {("other", "8"): EVERY})
    assert transitions(data, shown, "size", ["other", "one"]) == []


def test_systems_that_others_answer_for_are_not_held_against_one_another():
    right = {(system, size): EVERY for system in ("one_model", "oracle_model", "oracle") for size in SIZES}
    data, shown = sized(right | {("other", size): set() for size in SIZES})
    systems = ["one_model", "other", "oracle_model", "oracle"]
    (found,) = transitions(data, shown, "size", systems)
    assert (found.one, found.other) == ("oracle", "other")


def test_two_questions_of_a_pair_count_once_and_as_the_worse_of_both():
    data, _ = sized({(system, size): EVERY if size != "4" else SOME for system in ("one", "other") for size in SIZES})
    own = paired(data, "exact_match", "pair")
    assert len(own) == 2 * 8
    made = table(own, "pairs", "exact_match", "world", ["w0", "w7"], ["one", "other"])
    assert [made.rows["one"][column].mean for column in made.columns] == [1.0, 0.0, 0.5]


def test_curves_over_two_numbers_are_a_plot_for_each_of_the_second_and_partings_are_told(tmp_path):
    right = {("one", size): EVERY for size in SIZES} | {("other", size): {0} for size in SIZES}
    data, shown = sized(right)
    shown = shown.model_copy(update={"columns": {"size": SIZES, "half": ("1", "2")}, "crossed": ("size", "half")})
    gathered = scores.Gathered({}, shown)
    gathered.frames = [data.with_columns(half=data["size"].replace({"2": "1", "4": "2", "8": "2"}))]
    made = scores.crossed(gathered.frames[0], ["one", "other"], shown)
    assert list(made) == ["1", "2"]
    assert [made["2"].rows["other"][size].n for size in SIZES] == [0, 8, 8]
    plots.crossed(made, "half", tmp_path / "crossed.png")
    rows = (tmp_path / "crossed.csv").read_text().splitlines()
    assert rows[0].startswith("half,system,size,exact_match")
    assert (tmp_path / "crossed.png").stat().st_size > 1000
    lines = pages.partings(transitions(data, shown, "size", ["one", "other"]), "size")
    assert len(lines) == 1
    assert re.match(
        r"One is above Other from 2 Size on: \+0\.875 \[\+0\.\d\d, \+0\.98\] there, \+0\.875 at the", lines[0]
    )
