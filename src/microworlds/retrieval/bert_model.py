"""A BERT with mean pooling, read from its files: the libraries that load any model take seconds to import.

Source: Reimers and Gurevych 2019 (Sentence-BERT); Devlin et al. 2019 (BERT).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer

from microworlds.retrieval.bert import Bert

# what a model's parts are, the last of which may be missing: vectors are made unit vectors all the same
_PARTS = ["Transformer", "Pooling", "Normalize"]
_FILES = ("modules.json", "config.json", "tokenizer.json", "model.safetensors")


@dataclass(frozen=True)
class BertModel:
    """Its tokenizer and its weights."""

    tokenizer: Tokenizer
    bert: Bert

    @staticmethod
    def read(folder: Path, dtype: torch.dtype) -> BertModel | None:
        """The model in a folder, or None if it is not a BERT as first published and the mean of its token vectors."""
        if not all((folder / name).is_file() for name in _FILES) or not _averages(folder):
            return None
        bert = Bert.of(_json(folder / "config.json"), load_file(folder / "model.safetensors"), dtype)
        if bert is None:
            return None
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        return BertModel(tokenizer, bert)

    @property
    def limit(self) -> int:
        """See ``Model``."""
        return len(self.bert.positions)

    def pieces(self, texts: Sequence[str], *, marked: bool) -> list[list[int]]:
        """See ``Model``."""
        return [read.ids for read in self.tokenizer.encode_batch_fast(list(texts), add_special_tokens=marked)]

    def vectors(self, windows: Sequence[list[int]]) -> torch.Tensor:
        """See ``Model``."""
        return self.bert.means(windows)


def _averages(folder: Path) -> bool:
    """Whether the model's parts are those of an encoder in this folder itself, and the mean of its token vectors."""
    parts = _json(folder / "modules.json")
    if [part["type"].rpartition(".")[2] for part in parts] not in (_PARTS, _PARTS[:2]) or parts[0]["path"]:
        return False
    pooling = _json(folder / parts[1]["path"] / "config.json")
    # once a flag for each way to pool, now a word
    flags = [name for name, value in pooling.items() if name.startswith("pooling_mode_") and value]
    return pooling.get("pooling_mode") == "mean" or flags == ["pooling_mode_mean_tokens"]


def _json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))
