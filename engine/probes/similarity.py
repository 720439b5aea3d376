"""Similarity of the layers' outputs to those of the pre-trained encoder.

There are two measures, because each can mislead on its own. Linear CKA (Kornblith et al. 2019) is dominated by
directions of large variance, which encoders have (Davari et al. 2022). The Procrustes distance (Ding et al. 2021)
weighs directions more evenly, but is not a proportion. Both ignore rotations and scale.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

from engine.data.batches import evaluation_batches
from engine.data.tokens import TokenBatch
from engine.errors import UserError
from engine.kernels.tensor_batch import TensorBatch, supports_packing, to_tensors
from engine.model.encoder_config import config_of
from engine.model.encoders import describe_encoder
from engine.model.forward import hidden_states
from engine.probes.base import Probe, ProbeEnvironment, ProbeMoment, ProbeResult, register_probe
from engine.probes.passages import Passages, load_passages

BATCH_TOKENS = 2048
"""Tokens encoded at once, padding included."""


def load_probe_passages(environment: ProbeEnvironment) -> Passages:
    """Load the passages that all probes of a run share. They are the same in every run with the same text."""
    spec = environment.spec
    length = min(spec.length, describe_encoder(environment.context.experiment.encoder).positions)
    text = environment.context.experiment.general_text(spec.text)
    return load_passages(text, environment.tokenizer, count=spec.texts, length=length, role="probe")


def layer_states(encoder: nn.Module, batch: TensorBatch, *, bf16: bool = False) -> Iterator[torch.Tensor]:
    """Yield the embedding output and the output of each layer without padding: L + 1 tensors [T, d], float32.

    ``bf16``: whether to compute in bfloat16.
    """
    config = config_of(encoder)
    indices = tuple(range(int(config.num_hidden_layers) + 1))
    with torch.autocast(batch.ids.device.type, torch.bfloat16, enabled=bf16):
        states = hidden_states(encoder, batch, indices)
    for index in indices:
        yield batch.to_flat(states.pop(index)).float()


def to_encoder_device(
    encoder: nn.Module, batch: TokenBatch, pad_id: int, *, packed: bool | None = None
) -> TensorBatch:
    """Return ``batch`` as tensors on the device of ``encoder``, packed where its attention supports that.

    ``packed`` overrides the layout.
    """
    device = next(encoder.parameters()).device
    if packed is None:
        packed = supports_packing(encoder)
    return to_tensors(batch, device, packed, pad_id)


WORDS_PER_DIMENSION = 5
"""Number of words read per dimension of the outputs, if the text is long enough. More would change little."""
MATRIX_WORDS = 1024
"""Number of words on which all pairs of layers are compared, spread evenly over all words read."""


@dataclass(frozen=True, eq=False)
class LayerOutputs:
    """The n outputs of one layer, centred and scaled to a mean square of 1.

    Attributes:
        features: [n, d].
        squared_norms: squared length of each row, float64 [n].
        gram_squared_norm: ‖XᵀX‖²_F.
    """

    features: torch.Tensor
    squared_norms: torch.Tensor
    gram_squared_norm: float

    @classmethod
    def from_outputs(cls, outputs: torch.Tensor, *, half: bool = False) -> LayerOutputs:
        """Centre and scale outputs [n, d]. ``half``: round them to half precision. Raises UserError for NaN."""
        if not outputs.isfinite().all():
            raise UserError(
                "the outputs of a layer hold values that are not numbers (NaN or infinite).",
                place="encoder",
                remedy="The encoder is damaged, or its training has diverged: choose another one.",
            )
        centred = outputs.float() - outputs.float().mean(0)
        features = centred / centred.square().mean().sqrt().clamp_min(1e-30)
        if half:
            features = features.half().float()
        return cls(features, features.square().sum(1).cpu().double(), _squared_norm(features.T @ features))


def cka(
    x: LayerOutputs, y: LayerOutputs, product: torch.Tensor | None = None, *, debiased: bool = True
) -> float:
    """Compute linear CKA, ‖YᵀX‖²_F / (‖XᵀX‖_F ‖YᵀY‖_F) for centred X and Y (Kornblith et al. 2019, eq. 4).

    With few rows relative to d this estimate is too large. ``debiased`` replaces each of the three terms by the
    unbiased estimator HSIC₁ (Song et al. 2012, eq. 5), which for linear kernels needs no n × n matrix either. With
    centred rows of squared lengths k and l it is n (n - 3) times

        ‖XᵀY‖²_F - n / (n - 2) Σ k l + Σ k Σ l / ((n - 1) (n - 2)).

    It is 1 for equal layers, and about 0 (debiased: possibly a little below) for unrelated ones. ``product`` is XᵀY, if
    known.
    """

    def overlap(square: float, k: torch.Tensor, l: torch.Tensor) -> float:  # noqa: E741 - the paper's letters
        n = len(k)
        if not debiased:
            return square
        return square - n / (n - 2) * float(k @ l) + float(k.sum() * l.sum()) / ((n - 1) * (n - 2))

    xy = _squared_norm(x.features.T @ y.features if product is None else product)
    size = overlap(x.gram_squared_norm, x.squared_norms, x.squared_norms) * overlap(
        y.gram_squared_norm, y.squared_norms, y.squared_norms
    )
    return min(1.0, overlap(xy, x.squared_norms, y.squared_norms) / size**0.5) if size > 0 else float("nan")


def procrustes_distance(x: LayerOutputs, y: LayerOutputs, product: torch.Tensor | None = None) -> float:
    """Compute the distance after the best rotation, 1 - ‖XᵀY‖_* for centred X and Y of Frobenius norm 1.

    Half of Ding et al. 2021, 2.1: min over rotations R of ‖X R - Y‖²_F is 2 - 2 ‖XᵀY‖_*. It ranges from 0, a rotation,
    towards 1. Unrelated layers stay below that, at about 1 - 0.85 √(d / n): 0.62 with five words for each dimension.
    NaN where a layer gives the same output for every token.
    """
    xy = x.features.T @ y.features if product is None else product
    size = float(x.squared_norms.sum() * y.squared_norms.sum()) ** 0.5
    if size == 0:
        return float("nan")
    return max(0.0, 1 - float(torch.linalg.svdvals(xy.cpu().double()).sum()) / size)


def centred_kernel(layer: LayerOutputs, rows: torch.Tensor) -> torch.Tensor:
    """Compute the kernel XXᵀ of ``rows`` of a layer, U-centred and divided by its norm, [m, m].

    The inner product of two is debiased CKA (Székely & Rizzo 2014, eq. 2.4, and Nguyen et al. 2021, eq. 3).
    """
    features = layer.features[rows].float()
    kernel = features @ features.T
    kernel.fill_diagonal_(0.0)
    m, sums = len(kernel), kernel.sum(1)
    kernel -= (sums[:, None] + sums[None]) / (m - 2) - sums.sum() / ((m - 1) * (m - 2))
    kernel.fill_diagonal_(0.0)
    return kernel / _squared_norm(kernel) ** 0.5


@dataclass(frozen=True, eq=False)
class LayerSimilarity:
    """Similarity of each layer to that of the original encoder.

    Attributes:
        cka: [L + 1].
        procrustes: ``procrustes_distance``, [L + 1].
        matrix: CKA of every pair of layers, [L + 1, L + 1], rows the original's layers, or None.
    """

    cka: np.ndarray
    procrustes: np.ndarray
    matrix: np.ndarray | None


class SimilarityReference:
    """The layers of the original encoder on fixed passages, stored in half precision on the CPU.

    Only words are used: outputs at [CLS] and [SEP] are nearly the same in all texts and far from all others, so they
    would account for much of the variance.

    Attributes:
        passage_count: number of passages read, from the first.
        word_count: n, the number of words in them.
    """

    @torch.no_grad()
    def __init__(self, encoder: nn.Module, texts: Passages, pad_id: int, *, bf16: bool = False) -> None:
        self._texts, self._pad_id, self._bf16 = texts, pad_id, bf16
        width = int(encoder.config.hidden_size)  # type: ignore[union-attr, arg-type]
        total = np.cumsum([int((words >= 0).sum()) for words in texts.words])
        self.passage_count = min(len(texts), int(np.searchsorted(total, WORDS_PER_DIMENSION * width)) + 1)
        self._layers = [
            LayerOutputs(layer.features.half().cpu(), layer.squared_norms, layer.gram_squared_norm)
            for layer in self._read_layers(encoder, half=True)
        ]
        self.word_count = len(self._layers[0].squared_norms)

    @torch.no_grad()
    def compare(self, encoder: nn.Module, *, matrix: bool = False) -> LayerSimilarity:
        """Compare the layers of ``encoder`` with these. ``matrix``: whether to compare all pairs of layers too."""
        rows = (
            torch.linspace(0, self.word_count - 1, min(MATRIX_WORDS, self.word_count)).round().long().unique()
        )
        ckas, distances, grid = [], [], []
        kernels = [centred_kernel(layer, rows) for layer in self._layers] if matrix else []
        for stored, current in zip(self._layers, self._read_layers(encoder), strict=True):
            original = LayerOutputs(
                stored.features.to(current.features.device).float(),
                stored.squared_norms,
                stored.gram_squared_norm,
            )
            product = original.features.T @ current.features
            ckas.append(cka(original, current, product))
            distances.append(procrustes_distance(original, current, product))
            if matrix:
                kernel = centred_kernel(current, rows.to(product.device)).cpu()
                grid.append([float(torch.linalg.vecdot(other, kernel).double().sum()) for other in kernels])
        return LayerSimilarity(np.array(ckas), np.array(distances), np.array(grid).T if matrix else None)

    def _read_layers(self, encoder: nn.Module, *, half: bool = False) -> Iterator[LayerOutputs]:
        """Yield the layers in order. The outputs of a layer are released once they have been yielded."""
        chunks: list[list[torch.Tensor]] = []
        for indices in evaluation_batches(self._texts.lengths[: self.passage_count], BATCH_TOKENS):
            batch = self._texts.batch(indices)
            words = np.concatenate([self._texts.words[index] for index in batch.indices]) >= 0
            word_index = torch.from_numpy(np.flatnonzero(words))
            tensors = to_encoder_device(encoder, batch, self._pad_id)
            for index, states in enumerate(layer_states(encoder, tensors, bf16=self._bf16)):
                if index == len(chunks):
                    chunks.append([])
                chunks[index].append(states.index_select(0, word_index.to(states.device)))
        chunks.reverse()
        while chunks:
            yield LayerOutputs.from_outputs(torch.cat(chunks.pop()), half=half)


class SimilarityProbe:
    """CKA and Procrustes distance between the present layers and those of the original encoder.

    Value ``similarity/cka``, the mean over layers 1..L. Maps ``similarity/cka`` and ``similarity/procrustes`` [L + 1],
    and ``similarity/matrix`` [L + 1, L + 1] at the first moment and for the selected checkpoint.
    """

    name = "similarity"

    def __init__(self, environment: ProbeEnvironment) -> None:
        self._environment = environment
        texts = load_probe_passages(environment)
        pad_id = environment.tokenizer.pad_token_id
        self._reference = SimilarityReference(
            environment.load_original(), texts, pad_id, bf16=environment.bf16
        )
        environment.info["similarity"] = {
            "text": texts.name,
            "passages": self._reference.passage_count,
            "words": self._reference.word_count,
        }

    def measure(self, moment: ProbeMoment) -> ProbeResult:
        """Compare the layers, reading all passages once."""
        matrix = moment.is_first or moment.occasion == "chosen"
        return similarity_result(self._reference.compare(self._environment.encoder, matrix=matrix))


def similarity_result(similarity: LayerSimilarity) -> ProbeResult:
    """Return ``similarity`` under the keys of the store."""
    maps = {"similarity/cka": similarity.cka, "similarity/procrustes": similarity.procrustes}
    if similarity.matrix is not None:
        maps["similarity/matrix"] = similarity.matrix
    return ProbeResult({"similarity/cka": float(similarity.cka[1:].mean())}, maps)


@register_probe("similarity")
def build_similarity_probe(environment: ProbeEnvironment) -> Probe | None:
    return SimilarityProbe(environment) if environment.spec.similarity else None


def _squared_norm(matrix: torch.Tensor) -> float:
    """Compute ‖matrix‖²_F, summed in double precision."""
    return float(torch.linalg.vector_norm(matrix, dim=-1).cpu().double().square().sum())
