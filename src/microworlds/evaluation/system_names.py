"""What systems, metrics, levels, rungs and the values of labels are called on a page."""

import re

NAMES = {
    "empty": "Empty",
    "base_llm": "Base LLM",
    "long_context": "Long-Context LLM",
    "full_context": "Full context",
    "heads": "Heads",
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
    "f1": "F1",
    "exact_match": "Exact Match",
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


def name(key: str) -> str:
    """What a key is called on a page; without a name of its own, its words.

    >>> name("rag_both"), name("multi_hop"), name("Ada's own")
    ('RAG-Both', 'Multi-hop', "Ada's own")
    """
    plain = key.replace("_", "-").capitalize() if re.fullmatch(r"[a-z][a-z0-9_]*", key) else key
    return NAMES.get(key, plain)


def plural(word: str) -> str:
    """Of an English noun that takes -s or -ies.

    >>> plural("turn"), plural("entry")
    ('turns', 'entries')
    """
    return f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"
