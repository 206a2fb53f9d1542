"""What several prompts share: people and documents on lines.

Source: MemoryDocDataSet, Appendix B.
"""

from __future__ import annotations

from microworlds.suites.memorydoc.world import Persona, Summary

MODULE = "microworlds.suites.memorydoc"


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
