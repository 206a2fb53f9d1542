"""The figures of people's judgements as a page of Markdown, and the command that makes it.

Source: issue 5, section 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from microworlds.browse import human_annotations, library
from microworlds.browse.judgement import Judgements, Pair, judgements
from microworlds.core import jsonl, stage
from microworlds.core.errors import run
from microworlds.evaluation.tables import grid, interval, markdown


def page(own: Judgements) -> str:
    """All of it."""
    return "\n\n".join(_parts(own)) + "\n"


def _parts(own: Judgements) -> Iterator[str]:
    names = sorted({*own.answers, *own.verdicts})
    rows = [[name, str(own.answers.get(name, 0)), str(own.verdicts.get(name, 0))] for name in names]
    yield f"# Human judgement\n\n{grid(['person', 'answers', 'verdicts'], rows)}"
    yield "Intervals are 95%, from how whole worlds differ; [?] where only one world has answers."
    for table in own.tables.values():
        if any(cell.n for row in table.rows.values() for cell in row.values()):
            yield f"## {table.title}\n\n{markdown(table)}"
    if own.with_judges:
        yield f"## People and judges: is the answer right?\n\n{_pairs(own.with_judges)}"
    if own.between:
        yield f"## Between people: is the answer right?\n\n{_pairs(own.between)}"
    if own.together:
        rows = [[one.what, str(one.people), str(one.n), _number(one.alpha)] for one in own.together]
        yield "## All people together\n\n" + grid(["label", "people", "n", "Krippendorff's alpha"], rows)
    if own.shared_f1:
        rows = [[pair, _number(value)] for pair, value in own.shared_f1.items()]
        yield "## Between people: F1 of one's answers against the other's\n\n" + grid(["people", "F1"], rows)
    yield f"## Left out ({len(own.left_out)})\n\n" + ("\n".join(f"- {one}" for one in own.left_out) or "Nothing.")


def _pairs(found: Sequence[Pair]) -> str:
    rows = [
        [
            f"{one.one}, {one.other}",
            str(one.n),
            _number(one.agreement),
            _number(one.kappa) + ("" if one.kappa is None else interval(one.low, one.high)),
            _number(one.ac1),
        ]
        for one in found
    ]
    return grid(["raters", "n", "agreement", "Cohen's kappa", "Gwet's AC1"], rows)


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def main() -> None:
    """Annotations and a release in; a page, and the same as JSON beside it, out."""
    folder, release, out = stage.paths("annotations", "release", "page")
    made = judgements(library.read(release), human_annotations.every(folder))
    jsonl.write_text(out, page(made))
    jsonl.write_text(out.with_suffix(".json"), made.model_dump_json(indent=2) + "\n")


if __name__ == "__main__":
    run(main)
