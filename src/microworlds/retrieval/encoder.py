"""The encoder: windows of word pieces in, unit vectors out.

Source: Reimers and Gurevych 2019 (Sentence-BERT).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray

from microworlds.core.errors import UserError
from microworlds.retrieval.bert import BertModel

if TYPE_CHECKING:
    from microworlds.retrieval.sentence_model import SentenceModel

    Model: TypeAlias = BertModel | SentenceModel

Precision = Literal["fp32", "bf16"]
_TYPES = {"fp32": torch.float32, "bf16": torch.bfloat16}


@dataclass(frozen=True)
class Encoder:
    """A loaded model, and the special tokens that stand ``before`` and ``after`` a window."""

    model: Model
    before: tuple[int, ...]
    after: tuple[int, ...]

    @staticmethod
    def load(folder: Path, precision: Precision) -> Encoder:
        """The model in a folder, on the processor, without a look at the network."""
        model: Model | None = BertModel.read(folder, _TYPES[precision])
        if model is None:
            # here and not above: importing it takes seconds, which the models that we compute ourselves need not spend
            from microworlds.retrieval.sentence_model import SentenceModel

            model = SentenceModel.load(folder, precision == "bf16")
        return Encoder.of(model)

    @staticmethod
    def of(model: Model) -> Encoder:
        """The encoder that a model makes."""
        (piece,), (marked,) = (model.pieces(["a"], marked=marks) for marks in (False, True))
        at = next(at for at in range(len(marked)) if marked[at : at + len(piece)] == piece)
        return Encoder(model, tuple(marked[:at]), tuple(marked[at + len(piece) :]))

    def windows(self, texts: Sequence[str], window: int) -> list[list[list[int]]]:
        """The ids of each text in windows of at most ``window`` word pieces, special tokens included.

        A text's windows are of equal length, give or take one: a short rest would be read without its context.

        Raises:
            UserError: the model cannot read so long a window.
        """
        limit = self.model.limit
        room = window - len(self.before) - len(self.after)
        if not 0 < room <= limit - len(self.before) - len(self.after):
            raise UserError(f"embedder.window is {window} word pieces: this model reads at most {limit}. Make it less.")
        pieces = self.model.pieces(texts, marked=False)
        return [[[*self.before, *part, *self.after] for part in _parts(ids, room)] for ids in pieces]

    def encode(self, windows: Sequence[list[int]]) -> NDArray[np.float32]:
        """Unit vectors, ``n_windows x d``. Uses one thread: call it from several at once, each with its own windows."""
        # threads within a product would gain less, and make its sums depend on how many there are
        torch.set_num_threads(1)
        with torch.inference_mode():
            unit: NDArray[np.float32] = torch.nn.functional.normalize(self.model.vectors(windows), dim=1).numpy()
        return unit


def _parts(ids: list[int], room: int) -> list[list[int]]:
    """``ids`` in as few parts of at most ``room`` as will do, of equal length; one empty part if there are none."""
    count = max(1, -(-len(ids) // room))
    return [ids[len(ids) * at // count : len(ids) * (at + 1) // count] for at in range(count)]
