"""How much the layers' outputs still resemble those of the pre-trained encoder.

Two measures, because each can mislead alone: linear CKA (Kornblith et al. 2019) is moved by a few directions of large
variance, of which encoders have some (Davari et al. 2022); the Procrustes distance (Ding et al. 2021) weighs all
directions more evenly, but is no proportion of anything. Both ignore rotations and scale.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

from engine.data.batches import sorted_batches
from engine.probes.base import Bench, Moment, Probe, Reading, probe
from engine.probes.layers import TOKENS, general_text, layer_states, on_device
from engine.probes.texts import Passages

WORDS = 5
"""So many words are read for each dimension of the outputs, as far as the text goes; more cost more than they tell."""
MATRIX_TOKENS = 1024
"""How many words the comparison of every layer with every other reads; spread evenly over all that are read."""


@dataclass(frozen=True, eq=False)
class Layer:
    """The n outputs of one layer, centred and scaled to a mean square of 1.

    Attributes:
        features: [n, d].
        lengths: squared length of each row, float64 [n].
        own: ‖XᵀX‖²_F.
    """

    features: torch.Tensor
    lengths: torch.Tensor
    own: float

    @classmethod
    def of(cls, outputs: torch.Tensor, *, half: bool = False) -> Layer:
        """Of outputs [n, d] as they are; ``half``: rounded to half precision."""
        centred = outputs.float() - outputs.float().mean(0)
        features = centred / centred.square().mean().sqrt().clamp_min(1e-30)
        if half:
            features = features.half().float()
        return cls(features, features.square().sum(1).cpu().double(), _square(features.T @ features))


def cka(x: Layer, y: Layer, cross: torch.Tensor | None = None, *, debiased: bool = True) -> float:
    """Linear CKA, ‖YᵀX‖²_F / (‖XᵀX‖_F ‖YᵀY‖_F) for centred X and Y (Kornblith et al. 2019, eq. 4).

    With fewer than several times d texts that is too large; ``debiased`` replaces each of the three by the unbiased
    estimator HSIC₁ (Song et al. 2012, eq. 5), which for linear kernels needs no n × n matrix either: with centred rows
    of squared lengths k and l it is n (n - 3) times

        ‖XᵀY‖²_F - n / (n - 2) Σ k l + Σ k Σ l / ((n - 1) (n - 2)).

    1 for equal layers, about 0 (debiased: also a little below) for unrelated ones. ``cross`` is XᵀY, if it is at hand.
    """

    def overlap(square: float, k: torch.Tensor, l: torch.Tensor) -> float:  # noqa: E741 - the paper's letters
        n = len(k)
        if not debiased:
            return square
        return square - n / (n - 2) * float(k @ l) + float(k.sum() * l.sum()) / ((n - 1) * (n - 2))

    between = _square(x.features.T @ y.features if cross is None else cross)
    size = overlap(x.own, x.lengths, x.lengths) * overlap(y.own, y.lengths, y.lengths)
    return min(1.0, overlap(between, x.lengths, y.lengths) / size**0.5) if size > 0 else float("nan")


def procrustes(x: Layer, y: Layer, cross: torch.Tensor | None = None) -> float:
    """Distance after the best rotation, 1 - ‖XᵀY‖_* for centred X and Y of Frobenius norm 1.

    Half of Ding et al. 2021, 2.1: min over rotations R of ‖X R - Y‖²_F is 2 - 2 ‖XᵀY‖_*. From 0, a rotation, towards
    1; unrelated layers stay below that, at about 1 - 0.85 √(d / n): 0.62 with five words for each dimension.
    """
    product = x.features.T @ y.features if cross is None else cross
    size = float(x.lengths.sum() * y.lengths.sum()) ** 0.5
    return max(0.0, 1 - float(torch.linalg.svdvals(product.cpu().double()).sum()) / size)


def gram(layer: Layer, rows: torch.Tensor) -> torch.Tensor:
    """The kernel XXᵀ of some rows of a layer, U-centred and divided by its norm, [m, m].

    The inner product of two is debiased CKA (Székely & Rizzo 2014, eq. 2.4; Nguyen et al. 2021, eq. 3).
    """
    chosen = layer.features[rows].float()
    kernel = chosen @ chosen.T
    kernel.fill_diagonal_(0.0)
    m, sums = len(kernel), kernel.sum(1)
    kernel -= (sums[:, None] + sums[None]) / (m - 2) - sums.sum() / ((m - 1) * (m - 2))
    kernel.fill_diagonal_(0.0)
    return kernel / _square(kernel) ** 0.5


@dataclass(frozen=True, eq=False)
class Likeness:
    """What became of the layers: ``cka`` and ``procrustes`` [L + 1]; ``matrix`` [L + 1, L + 1], rows the original's
    layers, or None."""

    cka: np.ndarray
    procrustes: np.ndarray
    matrix: np.ndarray | None


class Reference:
    """The layers of the original encoder on fixed passages, kept in half precision on the CPU.

    Words only: the outputs at [CLS] and [SEP] are nearly the same in all texts and far from all others, so the few of
    them would make up much of the variance.

    Attributes:
        passages: how many of the passages are read, from the first.
        words: n, the words in them.
    """

    @torch.no_grad()
    def __init__(self, encoder: nn.Module, texts: Passages, pad_id: int, *, bf16: bool = False) -> None:
        self._texts, self._pad_id, self._bf16 = texts, pad_id, bf16
        width = int(encoder.config.hidden_size)  # type: ignore[union-attr, arg-type]
        total = np.cumsum([int((words >= 0).sum()) for words in texts.words])
        self.passages = min(len(texts), int(np.searchsorted(total, WORDS * width)) + 1)
        self._layers = [
            Layer(layer.features.half().cpu(), layer.lengths, layer.own)
            for layer in self._read(encoder, half=True)
        ]
        self.words = len(self._layers[0].lengths)

    @torch.no_grad()
    def compare(self, encoder: nn.Module, *, matrix: bool = False) -> Likeness:
        """The layers of ``encoder`` against these; ``matrix``: each against each."""
        rows = torch.linspace(0, self.words - 1, min(MATRIX_TOKENS, self.words)).round().long().unique()
        alike, apart, across = [], [], []
        kernels = [gram(layer, rows) for layer in self._layers] if matrix else []
        for before, now in zip(self._layers, self._read(encoder), strict=True):
            then = Layer(before.features.to(now.features.device).float(), before.lengths, before.own)
            cross = then.features.T @ now.features
            alike.append(cka(then, now, cross))
            apart.append(procrustes(then, now, cross))
            if matrix:
                kernel = gram(now, rows.to(cross.device)).cpu()
                across.append([float(torch.linalg.vecdot(each, kernel).double().sum()) for each in kernels])
        return Likeness(np.array(alike), np.array(apart), np.array(across).T if matrix else None)

    def _read(self, encoder: nn.Module, *, half: bool = False) -> Iterator[Layer]:
        """One layer after the other; each batch's outputs are dropped as soon as they have been given out."""
        found: list[list[torch.Tensor]] = []
        for indices in sorted_batches(self._texts.lengths[: self.passages], TOKENS):
            batch = self._texts.batch(indices)
            words = np.concatenate([self._texts.words[index] for index in batch.indices]) >= 0
            chosen = torch.from_numpy(np.flatnonzero(words))
            there = on_device(encoder, batch, self._pad_id)
            for index, states in enumerate(layer_states(encoder, there, bf16=self._bf16)):
                if index == len(found):
                    found.append([])
                found[index].append(states.index_select(0, chosen.to(states.device)))
        found.reverse()
        while found:
            yield Layer.of(torch.cat(found.pop()), half=half)


class Similarity:
    """CKA and Procrustes distance between the layers now and in the original encoder, on the run's general text.

    Value ``similarity/cka``, the mean over layers 1..L; maps ``similarity/cka`` and ``similarity/procrustes`` [L + 1],
    and ``similarity/matrix`` [L + 1, L + 1] at the first moment and of the chosen weights.
    """

    name = "similarity"

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        texts = general_text(bench)
        pad_id = bench.tokenizer.pad_token_id
        self._reference = Reference(bench.original(), texts, pad_id, bf16=bench.bf16)
        bench.info["similarity"] = {
            "text": texts.name,
            "passages": self._reference.passages,
            "words": self._reference.words,
        }

    def measure(self, moment: Moment) -> Reading:
        """Reads all passages once."""
        matrix = moment.first or moment.when == "chosen"
        return reading(self._reference.compare(self._bench.encoder, matrix=matrix))


def reading(likeness: Likeness) -> Reading:
    """What ``likeness`` is in the store's keys."""
    maps = {"similarity/cka": likeness.cka, "similarity/procrustes": likeness.procrustes}
    if likeness.matrix is not None:
        maps["similarity/matrix"] = likeness.matrix
    return Reading({"similarity/cka": float(likeness.cka[1:].mean())}, maps)


@probe("similarity")
def _(bench: Bench) -> Probe | None:
    return Similarity(bench) if bench.spec.similarity else None


def _square(matrix: torch.Tensor) -> float:
    """‖matrix‖²_F, added up in double precision."""
    return float(torch.linalg.vector_norm(matrix, dim=-1).cpu().double().square().sum())
