"""docs/data-model.md from the records: ``python -m microworlds.publishing.data_model`` writes it, a test compares it.

Source: DESIGN 2 and 3.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from microworlds.core import jsonl, records
from microworlds.core.records import Record
from microworlds.suites import base as suites

PAGE = Path("docs/data-model.md")
_SHARED = (
    records.Span, records.Part, records.Observation, records.Question, records.Observe, records.Ask, records.Episode,
    records.Evidence, records.Gold, records.Answer, records.Passage, records.Failure, records.Score, records.Judged,
    records.CalibrationItem, records.Rejection,
)  # fmt: skip


def page() -> str:
    """The whole page."""
    titled: dict[str, Sequence[type[Record]]] = {"Shared by all suites, systems and metrics": _SHARED}
    for name in suites.names():
        titled |= suites.records(name)
    parts = [f"## {title}\n\n" + "\n".join(_section(kind) for kind in kinds) for title, kinds in titled.items()]
    return (
        "# Data model\n\nMade from the code by `python -m microworlds.publishing.data_model`; change the records, "
        "not this page. All records are frozen and closed: an unknown field is an error. Spans are in characters of an "
        "observation's text, end exclusive.\n\n" + "\n".join(parts)
    )


def _section(kind: type[Record]) -> str:
    words = " ".join((kind.__doc__ or "").replace("``", "`").split())
    lines = [f"### {kind.__name__}\n\n{words}\n\n| field | type |\n| --- | --- |"]
    lines += [f"| `{name}` | {shown} |" for name, shown in _fields(kind)]
    return "\n".join(lines) + "\n"


def _fields(kind: type[Record]) -> Iterator[tuple[str, str]]:
    for name, field in kind.model_fields.items():
        plain = getattr(field.annotation, "__name__", None) if not str(field.annotation).count("[") else None
        shown = plain or str(field.annotation)
        shown = re.sub(r"(?:\w+\.)+(\w)", r"\1", shown).replace("NoneType", "None")
        yield name, shown.replace("|", "or")


def main() -> None:
    """Write the page."""
    jsonl.write_text(PAGE, page())


if __name__ == "__main__":
    main()
