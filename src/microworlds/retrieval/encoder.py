"""The encoder: windows of word pieces in, unit vectors out. The one file that imports sentence_transformers.

Source: Reimers and Gurevych 2019 (Sentence-BERT).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
import torch
from numpy.typing import NDArray
from sentence_transformers import SentenceTransformer
from transformers.utils import logging

from microworlds.core.errors import UserError
from microworlds.retrieval.bert import Bert

Precision = Literal["fp32", "bf16"]
_TYPES = {"fp32": torch.float32, "bf16": torch.bfloat16}
# these number their positions from padding_idx + 1 = 2, so that two of max_position_embeddings are never used
_FROM_TWO = ("camembert", "mpnet", "roberta", "xlm-roberta")


@dataclass(frozen=True)
class Encoder:
    """A loaded model. ``bert`` is set where the model is one whose own forward pass can be done faster."""

    model: SentenceTransformer
    bert: Bert | None
    before: tuple[int, ...]
    after: tuple[int, ...]
    precision: Precision

    @staticmethod
    def load(folder: Path, precision: Precision) -> Encoder:
        """The model in a folder, on the processor, without a look at the network."""
        logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        model = SentenceTransformer(str(folder), device="cpu", local_files_only=True).eval()
        piece = model.tokenizer("a", add_special_tokens=False)["input_ids"]
        marked = model.tokenizer("a")["input_ids"]
        at = next(at for at in range(len(marked)) if marked[at : at + len(piece)] == piece)
        return Encoder(
            model=model,
            bert=Bert.of(model[0].auto_model, _TYPES[precision]) if _averages(model) else None,
            before=tuple(marked[:at]),
            after=tuple(marked[at + len(piece) :]),
            precision=precision,
        )

    def windows(self, texts: Sequence[str], window: int) -> list[list[list[int]]]:
        """The ids of each text in windows of at most ``window`` word pieces, special tokens included.

        A text's windows are of equal length, give or take one: a short rest would be read without its context.

        Raises:
            UserError: the model cannot read so long a window.
        """
        limit = self._limit()
        room = window - len(self.before) - len(self.after)
        if not 0 < room <= limit - len(self.before) - len(self.after):
            raise UserError(f"embedder.window is {window} word pieces: this model reads at most {limit}. Make it less.")
        pieces = self.model.tokenizer(list(texts), add_special_tokens=False, truncation=False, verbose=False)
        return [[[*self.before, *part, *self.after] for part in _parts(ids, room)] for ids in pieces["input_ids"]]

    def encode(self, windows: Sequence[list[int]]) -> NDArray[np.float32]:
        """Unit vectors, ``n_windows x d``. Uses one thread: call it from several at once, each with its own windows."""
        # threads within a product would gain less, and make its sums depend on how many there are
        torch.set_num_threads(1)
        with torch.inference_mode():
            vectors = self.bert.means(windows) if self.bert else self._padded(windows)
            unit: NDArray[np.float32] = torch.nn.functional.normalize(vectors, dim=1).numpy()
        return unit

    def _padded(self, windows: Sequence[list[int]]) -> torch.Tensor:
        """The model's own forward pass, whatever its architecture and pooling."""
        pad = self.model.tokenizer.pad_token_id or 0
        longest = max(map(len, windows))
        ids = torch.tensor([window + [pad] * (longest - len(window)) for window in windows])
        mask = torch.tensor([[1] * len(window) + [0] * (longest - len(window)) for window in windows])
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.precision == "bf16"):
            vectors: torch.Tensor = self.model({"input_ids": ids, "attention_mask": mask})["sentence_embedding"]
        return vectors.float()

    def _limit(self) -> int:
        """Most word pieces of a window, special tokens included."""
        config = self.model[0].auto_model.config
        positions = getattr(config, "max_position_embeddings", None) or 1 << 20
        return positions - 2 if config.model_type in _FROM_TWO else positions


def _averages(model: SentenceTransformer) -> bool:
    """Whether the model is an encoder and the mean of its token vectors, normalised or not, and nothing else."""
    kinds = [type(module).__name__ for module in model]
    return kinds in (["Transformer", "Pooling"], ["Transformer", "Pooling", "Normalize"]) and (
        model[1].pooling_mode == "mean"
    )


def _parts(ids: list[int], room: int) -> list[list[int]]:
    """``ids`` in as few parts of at most ``room`` as will do, of equal length; one empty part if there are none."""
    count = max(1, -(-len(ids) // room))
    return [ids[len(ids) * at // count : len(ids) * (at + 1) // count] for at in range(count)]
