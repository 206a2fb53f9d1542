"""cl100k_base tokens, without a network: the vocabulary ships inside litellm's package.

Source: MemoryDocDataSet 4.2 (documents are measured with cl100k_base).
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
from collections.abc import Collection
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from microworlds.core import caches, jsonl

if TYPE_CHECKING:
    import tiktoken

# tiktoken's file name is the SHA-1 of the vocabulary's address
_VOCABULARY = "9b5ad71b2ce5302211f9c61530b329a4922fc6a4"
_LINE_END = re.compile(r"\n(?=\S)")
# the bytes of UTF-8 that do not begin a character
_CONTINUING = bytes(range(0x80, 0xC0))


@cache
def encoding() -> tiktoken.Encoding:
    """The cl100k_base encoding.

    tiktoken deletes a vocabulary whose hash it dislikes, so it is pointed at a copy, never at litellm's own file.
    """
    own = caches.folder("tiktoken")
    if not (own / _VOCABULARY).exists():
        package = importlib.util.find_spec("litellm")
        if package is not None and package.origin is not None:
            shipped = Path(package.origin).parent / "litellm_core_utils" / "tokenizers" / _VOCABULARY
            with jsonl.replacing(own / _VOCABULARY) as temporary:
                shutil.copyfile(shipped, temporary)
    os.environ["TIKTOKEN_CACHE_DIR"] = str(own)
    import tiktoken

    return tiktoken.get_encoding("cl100k_base")


def count(text: str) -> int:
    """Number of cl100k_base tokens of ``text``.

    No token reaches over a line's end into a word, so lines are counted one by one, and each only once.
    """
    *lines, last = _LINE_END.split(text)
    return sum(_count(f"{line}\n") for line in lines) + _count(last)


@lru_cache(maxsize=1 << 13)
def _count(text: str) -> int:
    return len(encoding().encode_ordinary(text))


def truncate(text: str, tokens: int) -> str:
    """The longest prefix of at most ``tokens`` tokens that ends between characters."""
    ids = encoding().encode_ordinary(text)
    if len(ids) <= tokens:
        return text
    return encoding().decode(ids[:tokens], errors="ignore")


def windows(text: str, tokens: int, overlap: int) -> list[tuple[int, int]]:
    """Character spans of windows of ``tokens`` tokens, each sharing ``overlap`` with the one before.

    The last window may be shorter; none lies wholly inside another; together they cover the text.
    """
    ids = encoding().encode_ordinary(text)
    spans: list[tuple[int, int]] = []
    for first in range(0, len(ids), tokens - overlap):
        last = first + tokens
        spans.append((first, last))
        if last >= len(ids):
            break
    starts = _starts(ids, {at for span in spans for at in span if at < len(ids)})
    return [(starts[first], starts.get(last, len(text))) for first, last in spans]


def _starts(ids: list[int], wanted: Collection[int]) -> dict[int, int]:
    """Where the wanted ones of a text's tokens start; a token that starts within a character starts with it.

    tiktoken's own ``decode_with_offsets`` goes byte by byte through all of them in Python.
    """
    starts, length, done = {}, 0, 0
    for at in sorted(wanted):
        length += len(encoding().decode_bytes(ids[done:at]).translate(None, _CONTINUING))
        starts[at] = length - (encoding().decode_single_token_bytes(ids[at])[0] in _CONTINUING)
        done = at
    return starts
