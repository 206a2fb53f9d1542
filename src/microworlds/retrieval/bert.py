"""A BERT with mean pooling, read from its files: the libraries that load any model take seconds to import.

Its forward pass is over windows of any lengths laid end to end, without padding.

It computes what the model's own forward pass computes, faster: windows are not filled up to the longest, a batch is
small enough for the processor's cache, its layers write into the same buffers, and each thread works at a batch of its
own. And as every row of a product is summed in the same order whatever rows lie beside it, a window's vector does not
depend on the batch it came in, nor on the number of threads.

Source: Reimers and Gurevych 2019 (Sentence-BERT); Devlin et al. 2019 (BERT); all-MiniLM-L6-v2 is one of 6 layers and
384 dimensions.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn import functional

# products of fewer rows are summed in another order (measured: float32 below 16, bfloat16 from 33 to 368), so
# a lone question is filled up to these
_LEAST_ROWS = {torch.float32: 32, torch.bfloat16: 512}
# a window takes a multiple of so many rows: a product in bfloat16 is compiled anew for each number of rows it meets,
# which takes longer than the product itself, and attention is faster (measured); float32 gains nothing
_SLOT = {torch.float32: 1, torch.bfloat16: 16}

# what a model's parts are, the last of which may be missing: vectors are made unit vectors all the same
_PARTS = ["Transformer", "Pooling", "Normalize"]
_FILES = ("modules.json", "config.json", "tokenizer.json", "model.safetensors")


@dataclass(frozen=True)
class Affine:
    """``x @ weight + bias``."""

    weight: Tensor
    bias: Tensor

    def into(self, out: Tensor, x: Tensor) -> Tensor:
        """The product, written into ``out``."""
        return torch.addmm(self.bias, x.to(out.dtype), self.weight, out=out)


@dataclass(frozen=True)
class Norm:
    """Layer normalisation."""

    weight: Tensor
    bias: Tensor
    epsilon: float

    def __call__(self, x: Tensor) -> Tensor:
        """``x`` normalised row by row."""
        return functional.layer_norm(x, self.weight.shape, self.weight, self.bias, self.epsilon)


@dataclass(frozen=True)
class Layer:
    """One layer; query, key and value are one product."""

    attend: Affine
    merge: Affine
    merged: Norm
    widen: Affine
    narrow: Affine
    narrowed: Norm


@dataclass(frozen=True)
class Bert:
    """The weights of an encoder; products are in ``dtype``, sums and normalisation in float32."""

    words: Tensor
    positions: Tensor
    embedded: Norm
    layers: tuple[Layer, ...]
    heads: int
    dtype: torch.dtype

    @staticmethod
    def of(config: Mapping[str, Any], weights: Mapping[str, Tensor], dtype: torch.dtype) -> Bert | None:
        """The encoder of a model's configuration and weights by name, None if it is not a BERT as first published."""
        if config["model_type"] != "bert" or config["hidden_act"] != "gelu" or config.get("is_decoder"):
            return None
        if config.get("position_embedding_type", "absolute") != "absolute":
            return None
        # a checkpoint that was made for another task has the encoder as one of its parts
        named = {name.removeprefix("bert."): weight.float() for name, weight in weights.items()}
        epsilon = config["layer_norm_eps"]
        layers = (f"encoder.layer.{number}" for number in range(config["num_hidden_layers"]))
        kinds = named["embeddings.token_type_embeddings.weight"]
        return Bert(
            words=named["embeddings.word_embeddings.weight"],
            # all tokens are of type 0 where there is one text
            positions=named["embeddings.position_embeddings.weight"] + kinds[0],
            embedded=_norm(named, "embeddings.LayerNorm", epsilon),
            layers=tuple(_layer(named, layer, epsilon, dtype) for layer in layers),
            heads=config["num_attention_heads"],
            dtype=dtype,
        )

    def means(self, windows: Sequence[Sequence[int]]) -> Tensor:
        """Mean token vectors (``n_windows x d``, float32) of windows given as ids, special tokens included."""
        step = _SLOT[self.dtype]
        lengths = [len(window) for window in windows]
        slots = [-(-length // step) * step for length in lengths]
        starts = [0, *accumulate(slots)]
        ids, places = torch.zeros(2, max(starts[-1], _LEAST_ROWS[self.dtype]), dtype=torch.long)
        for window, start in zip(windows, starts, strict=False):
            ids[start : start + len(window)] = torch.tensor(window)
            places[start : start + len(window)] = torch.arange(len(window))
        x = functional.embedding(ids, self.words)
        x += functional.embedding(places, self.positions)
        x = self.embedded(x)
        rows, width = x.shape
        packed = torch.empty(rows, 3 * width, dtype=self.dtype)
        seen, out = torch.zeros(2, rows, width, dtype=self.dtype)
        wide = torch.empty(rows, self.layers[0].widen.bias.shape[0], dtype=self.dtype)
        for layer in self.layers:
            layer.attend.into(packed, x)
            for (start, end), length in zip(pairwise(starts), lengths, strict=True):
                self._attend(packed[start:end], seen[start:end], length)
            x = layer.merged(layer.merge.into(out, seen) + x)
            torch.ops.aten.gelu_(layer.widen.into(wide, x))
            x = layer.narrowed(layer.narrow.into(out, wide) + x)
        return torch.stack([x[start : start + length].mean(0) for start, length in zip(starts, lengths, strict=False)])

    def _attend(self, packed: Tensor, seen: Tensor, length: int) -> None:
        """Attention within one window: from its queries, keys and values (``slot x 3d``) into ``seen``."""
        rows = len(packed)
        query, key, value = packed.view(1, rows, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        mask = _mask(rows, length, self.dtype) if length < rows else None
        mixed = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        seen.view(len(seen), self.heads, -1).copy_(mixed[0].transpose(0, 1))


@cache
def _mask(rows: int, length: int, dtype: torch.dtype) -> Tensor:
    """Nothing is to look at the rows of a slot beyond its window."""
    mask = torch.zeros(1, 1, 1, rows, dtype=dtype)
    mask[..., length:] = -torch.inf
    return mask.expand(1, 1, rows, rows)


def bfloat16_is_fast() -> bool:
    """Whether this processor multiplies bfloat16 itself; elsewhere it would be slower than float32."""
    return bool(torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported())


def _layer(named: Mapping[str, Tensor], path: str, epsilon: float, dtype: torch.dtype) -> Layer:
    attention = f"{path}.attention"
    return Layer(
        attend=_affine(named, [f"{attention}.self.{name}" for name in ("query", "key", "value")], dtype),
        merge=_affine(named, [f"{attention}.output.dense"], dtype),
        merged=_norm(named, f"{attention}.output.LayerNorm", epsilon),
        widen=_affine(named, [f"{path}.intermediate.dense"], dtype),
        narrow=_affine(named, [f"{path}.output.dense"], dtype),
        narrowed=_norm(named, f"{path}.output.LayerNorm", epsilon),
    )


def _affine(named: Mapping[str, Tensor], paths: Sequence[str], dtype: torch.dtype) -> Affine:
    """Several products of the same input as one."""
    weight, bias = (torch.cat([named[f"{path}.{kind}"] for path in paths]).to(dtype) for kind in ("weight", "bias"))
    return Affine(weight.t(), bias)


def _norm(named: Mapping[str, Tensor], path: str, epsilon: float) -> Norm:
    return Norm(named[f"{path}.weight"], named[f"{path}.bias"], epsilon)


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
        """Word pieces of the longest window, special tokens included."""
        return len(self.bert.positions)

    def pieces(self, texts: Sequence[str], *, marked: bool) -> list[list[int]]:
        """The ids of each text, whole; ``marked``: with its special tokens."""
        return [read.ids for read in self.tokenizer.encode_batch_fast(list(texts), add_special_tokens=marked)]

    def vectors(self, windows: Sequence[list[int]]) -> torch.Tensor:
        """``n_windows x d``, float32, of any length."""
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
