"""Any model that sentence-transformers can load, computed by it. The one file that imports it.

Source: Reimers and Gurevych 2019 (Sentence-BERT).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from sentence_transformers import SentenceTransformer
from transformers.utils import logging

# these number their positions from padding_idx + 1 = 2, so that two of max_position_embeddings are never used
_FROM_TWO = ("camembert", "mpnet", "roberta", "xlm-roberta")


@dataclass(frozen=True)
class SentenceModel:
    """A model, whatever its architecture and pooling; ``half`` if it multiplies in bfloat16."""

    model: SentenceTransformer
    half: bool

    @staticmethod
    def load(folder: Path, half: bool) -> SentenceModel:
        """The model in a folder, on the processor, without a look at the network."""
        logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        return SentenceModel(SentenceTransformer(str(folder), device="cpu", local_files_only=True).eval(), half)

    @property
    def limit(self) -> int:
        """See ``BertModel``."""
        config = self.model[0].auto_model.config
        positions = getattr(config, "max_position_embeddings", None) or 1 << 20
        return positions - 2 if config.model_type in _FROM_TWO else positions

    def pieces(self, texts: Sequence[str], *, marked: bool) -> list[list[int]]:
        """See ``BertModel``."""
        read = self.model.tokenizer(list(texts), add_special_tokens=marked, truncation=False, verbose=False)
        ids: list[list[int]] = read["input_ids"]
        return ids

    def vectors(self, windows: Sequence[list[int]]) -> torch.Tensor:
        """See ``BertModel``; windows are filled up to the longest."""
        pad = self.model.tokenizer.pad_token_id or 0
        longest = max(map(len, windows))
        ids = torch.tensor([window + [pad] * (longest - len(window)) for window in windows])
        mask = torch.tensor([[1] * len(window) + [0] * (longest - len(window)) for window in windows])
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.half):
            found: torch.Tensor = self.model({"input_ids": ids, "attention_mask": mask})["sentence_embedding"]
        return found.float()
