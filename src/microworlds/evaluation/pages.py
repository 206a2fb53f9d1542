"""The results of a suite as files: metrics JSON, a Markdown page, and plots that need no network.

Source: MemoryDocDataSet 5.4, Tables 6 and 7.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from microworlds import jsonl
from microworlds.evaluation.tables import Table, asked, markdown

NAMES = {
    "base_llm": "Base LLM",
    "long_context": "Long-Context LLM",
    "rag_conv": "RAG-Conv",
    "rag_doc": "RAG-Doc",
    "rag_both": "RAG-Both",
    "memory_system": "Memory System",
    "hybrid": "Hybrid",
    "doc_only": "Doc-only",
    "chat_only": "Chat-only",
    "single_hop": "Single-hop",
    "multi_hop": "Multi-hop",
    "temporal": "Temporal",
    "knowledge_update": "Know. update",
    "adversarial": "Adversarial",
    "overall": "Overall",
}
_ORDER = (
    "f1_source", "f1_category", "f1_difficulty", "abstention", "false_abstention", "table6", "table7", "em_source",
    "evidence_recall", "document_accuracy",
)  # fmt: skip
_PLOTTED = ("f1_source", "f1_category", "f1_difficulty")


def write(folder: Path, made: Mapping[str, Table], summary: Mapping[str, Any], splits: Sequence[str]) -> None:
    """Write ``scores.json``, ``tables.json``, ``results.md``, and a CSV and a PNG for each plot."""
    jsonl.write_text(folder / "scores.json", json.dumps(summary, indent=2) + "\n")
    dumped = {name: own.model_dump(mode="json") for name, own in made.items()}
    jsonl.write_text(folder / "tables.json", json.dumps(dumped, indent=2) + "\n")
    jsonl.write_text(folder / "results.md", page(made, splits))
    for name in _PLOTTED:
        jsonl.write_text(folder / "plots" / f"{name}.csv", _csv(made[name]))
        _plot(made[name], folder / "plots" / f"{name}.png")


def page(made: Mapping[str, Table], splits: Sequence[str]) -> str:
    """The results page."""
    sections = [f"## {made[name].title}\n\n{markdown(made[name], NAMES)}\n" for name in _ORDER]
    return (
        f"# Results: {', '.join(splits)}\n\nF1 claims are made on answerable questions. Gold of adversarial questions "
        "is prose about what is wrong with them, so abstaining there does not score F1: the tables of the paper's "
        "shape, over all questions, stand further down. Abstention accuracy is to be read beside false abstention.\n\n"
        + "\n".join(sections)
    )


def _csv(own: Table) -> str:
    lines = [f"system,{own.label},{own.metric},n"]
    for system, row in own.rows.items():
        for column, cell in row.items():
            mean = "" if cell.mean is None else cell.mean
            lines.append(f"{NAMES.get(system, system)},{NAMES.get(column, column)},{mean},{cell.n}")
    return "\n".join(lines) + "\n"


def _plot(own: Table, path: Path) -> None:
    """Grouped bars, a group for each column and a bar for each system."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(9, 4.2), layout="constrained")
    width = 0.84 / len(own.rows)
    for place, (system, row) in enumerate(own.rows.items()):
        heights = [row[column].mean or 0.0 for column in own.columns]
        positions = [group - 0.42 + (place + 0.5) * width for group in range(len(own.columns))]
        axes.bar(positions, heights, width * 0.92, label=NAMES.get(system, system))
    axes.set_xticks(range(len(own.columns)), [f"{NAMES.get(c, c)}\nn={asked(own, c)}" for c in own.columns])
    axes.set_ylim(0, 1)
    axes.set_ylabel(own.metric.upper())
    axes.set_title(own.title, loc="left")
    axes.spines[["top", "right"]].set_visible(False)
    axes.yaxis.grid(visible=True, alpha=0.3)
    axes.set_axisbelow(True)
    axes.legend(ncols=3, frameon=False, fontsize=8)
    path.parent.mkdir(parents=True, exist_ok=True)
    with jsonl.replacing(path) as temporary:
        figure.savefig(temporary, format="png", dpi=110, metadata={"Software": None})
    pyplot.close(figure)
