"""What several prompts share: people and documents on lines, and what is told of the words of a plan.

Source: MemoryDocDataSet, Appendix B.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

import yaml

from microworlds.authors.base import In, Out, Task
from microworlds.suites.memorydoc.world import Persona, Summary

_FOLDER = Path(__file__).parent
GLOSSES: Mapping[str, Mapping[str, str]] = yaml.safe_load((_FOLDER / "glosses.yaml").read_text(encoding="utf-8"))


def task(
    name: str,
    system: str,
    output: type[Out],
    slots: Callable[[In], Mapping[str, object]],
    prompt: str | None = None,
    *,
    varied: bool = False,
) -> Task[In, Out]:
    """A task whose prompt is the text file of its name (or of ``prompt``) here: ``slots`` and what is given fill it."""
    text = (_FOLDER / f"{prompt or name}.txt").read_text(encoding="utf-8").removesuffix("\n")

    def render(given: In) -> str:
        return text.format(given=given, **slots(given))

    return Task(name, "microworlds.suites.memorydoc", output, system, render, varied=varied)


def summaries(documents: tuple[Summary, ...]) -> str:
    """Documents, a line each."""
    return "\n".join(f"- {document.id}: {document.title}. {document.summary}" for document in documents)


def people(personas: tuple[Persona, ...]) -> str:
    """People, a line each."""
    return "\n".join(
        f"- {persona.name}, {persona.role} ({persona.expertise_domain}); speaks: {persona.communication_style}; "
        + "; ".join(f"{relation.kind} {relation.to}" for relation in persona.relationships)
        for persona in personas
    )
