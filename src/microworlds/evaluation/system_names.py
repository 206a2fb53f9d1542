"""What systems, labels, levels and rungs are called on a page."""

NAMES = {
    "empty": "Empty",
    "base_llm": "Base LLM",
    "long_context": "Long-Context LLM",
    "full_context": "Full context",
    "rag_conv": "RAG-Conv",
    "rag_doc": "RAG-Doc",
    "rag_both": "RAG-Both",
    "rag_fused": "RAG-Fused",
    "memory_system": "Memory System",
    "blocks": "Blocks",
    "extracted": "Extracted",
    "mem0": "Mem0",
    "navigator": "Navigator",
    "oracle": "Oracle",
    "hybrid": "Hybrid",
    "doc_only": "Doc-only",
    "chat_only": "Chat-only",
    "single_hop": "Single-hop",
    "multi_hop": "Multi-hop",
    "temporal": "Temporal",
    "open_domain": "Open-domain",
    "single_session_user": "Single-session, user",
    "single_session_assistant": "Single-session, assistant",
    "single_session_preference": "Single-session, preference",
    "multi_session": "Multi-session",
    "temporal_reasoning": "Temporal reasoning",
    "knowledge_update": "Know. update",
    "adversarial": "Adversarial",
    "overall": "Overall",
    "chunk": "Chunk",
    "turn": "Turn",
    "session": "Session",
    "section": "Section",
    "document": "Document",
    "entry": "Entry",
    "log": "Log",
    "no_answer": "No answer",
    "not_observed": "Not observed",
    "not_indexed": "Not indexed",
    "cut_off": "Cut off",
    "not_in_list": "Not in list",
    "ranked_low": "Ranked low",
    "not_in_prompt": "Not in prompt",
    "prompt_unknown": "Prompt unknown",
    "abstained": "Abstained wrongly",
    "misread": "Misread",
    "no_evidence": "No evidence",
    "answered": "Answered though nothing answers",
}


def plural(word: str) -> str:
    """Of an English noun that takes -s or -ies.

    >>> plural("turn"), plural("entry")
    ('turns', 'entries')
    """
    return f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"
