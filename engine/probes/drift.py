"""Drift: the distance of the weights from the pre-trained ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil

import numpy as np
import torch
from torch import nn

from engine.model.adapters import merged_state_dict
from engine.model.encoders import load_with_missing
from engine.model.parameters import layer_count, parameter_table
from engine.probes.base import Probe, ProbeEnvironment, ProbeMoment, ProbeResult, register_probe
from engine.spec.experiment import Encoder

KINDS = ("attention", "feedforward", "norms", "biases")
"""The columns of ``drift/kinds``."""
_ATTENTION = ("attention", "attn")
_FEEDFORWARD = ("intermediate", "output", "ffn", "ffn_output", "mlp", "feed_forward", "lin1", "lin2")
_BLOCK_ELEMENTS = 1 << 18
"""Number of elements compared at once on a CPU, which fit into the cache of a core."""


@dataclass(frozen=True)
class OriginalWeight:
    """One tensor of the original encoder, with its depth and kind.

    Attributes:
        depth: 0 embeddings, 1..L layers, L + 1 pooler.
        kind: column of ``KINDS``, None for embedding tables and tensors of no kind.
        value: the original values.
        squared_norm: their squared norm.
    """

    depth: int
    kind: int | None
    value: torch.Tensor
    squared_norm: float


class OriginalWeights:
    """The weights from which the distance is measured, under their Hugging Face names.

    On a CPU transformers memory-maps large files, so this object references the file and holds no copy.

    Args:
        encoder: the original encoder.
        device: the device that compares weights. Other accelerators than CUDA are not used.

    Weights missing from the checkpoint have no pre-trained values and are left out.

    Attributes:
        layers: L.
        weights: by name.
    """

    def __init__(self, encoder: Encoder, device: torch.device | str = "cpu") -> None:
        model, missing = load_with_missing(encoder, None, 0, pooler=True)
        # Other accelerators may have no double precision.
        self._device = torch.device(device if torch.device(device).type == "cuda" else "cpu")
        holder = nn.Module()
        holder.encoder = model
        self.layers = layer_count(model)
        values = {name: tensor.detach().to(self._device) for name, tensor in model.named_parameters()}
        kinds = parameter_kinds(model)
        self.weights = {}
        for row in parameter_table(holder):
            name = row.name.removeprefix("encoder.")
            if name not in missing:
                value = values[name]
                size = sum(float(_products(chunk, chunk)[0]) for chunk in _blocks(value))
                self.weights[name] = OriginalWeight(row.depth, kinds[name], value, size)

    def measure_drift(self, state: Mapping[str, torch.Tensor]) -> WeightDrift:
        """Measure the distance of ``state`` (``merged_state_dict``) from these weights.

        Tensors missing on either side are left out.
        """
        # [depth, kind (the last for none), (‖W⁰‖², ‖W − W⁰‖², ⟨W − W⁰, W⁰⟩)]
        sums = np.zeros((self.layers + 2, len(KINDS) + 1, 3))
        for name, original in self.weights.items():
            current = state.get(name)
            if current is not None and current.shape == original.value.shape:
                pairs = zip(_blocks(current.detach().to(self._device)), _blocks(original.value), strict=True)
                products = torch.stack([_products(x - y, y) for x, y in pairs]).sum(0)
                kind = len(KINDS) if original.kind is None else original.kind
                sums[original.depth, kind] += (original.squared_norm, *products.tolist())
        return WeightDrift(sums)


@dataclass(frozen=True, eq=False)
class WeightDrift:
    """Sums over the tensors of each depth and kind, float64 [L + 2, 5, 3].

    The last column of the second axis is for tensors of no kind. The third axis has ‖W⁰‖², ‖W − W⁰‖² and ⟨W − W⁰, W⁰⟩.
    """

    sums: np.ndarray

    @property
    def layers(self) -> np.ndarray:
        """‖W − W⁰‖ / ‖W⁰‖ over all tensors of a depth together, [L + 2]."""
        return _relative(self.sums.sum(1))

    @property
    def cosine(self) -> np.ndarray:
        """⟨W, W⁰⟩ / (‖W‖ ‖W⁰‖) over all tensors of a depth together, [L + 2].

        It is computed from the difference, so that values close to 1 are exact: (1 + p) / √(1 + 2p + q) with
        p = ⟨W − W⁰, W⁰⟩ / ‖W⁰‖² and q = ‖W − W⁰‖² / ‖W⁰‖².
        """
        size, distance, product = np.moveaxis(self.sums.sum(1), -1, 0)
        size = np.where(size > 0, size, np.nan)
        p, q = product / size, distance / size
        norm_ratio = 1 + 2 * p + q  # ‖W‖² / ‖W⁰‖²: 0 where weights have gone
        return np.asarray((1 + p) / np.sqrt(np.where(norm_ratio > 0, norm_ratio, np.nan)))

    @property
    def kinds(self) -> np.ndarray:
        """The distance of ``layers`` for each of ``KINDS``, [L + 2, 4]. NaN where a depth has no such tensors."""
        return _relative(self.sums[:, : len(KINDS)])

    @property
    def values(self) -> dict[str, float]:
        """Distance over the whole encoder (``all``), its embeddings (depth 0), and each kind at all depths.

        Kinds that the encoder lacks, or that were all zero (biases of an untrained encoder), are left out.
        """
        sums_by_name = {"all": self.sums.sum((0, 1)), "embeddings": self.sums[0].sum(0)}
        sums_by_name |= {kind: self.sums[:, column].sum(0) for column, kind in enumerate(KINDS)}
        relative = {name: float(_relative(sums)) for name, sums in sums_by_name.items()}
        return {name: value for name, value in relative.items() if np.isfinite(value)}


def parameter_kinds(encoder: nn.Module) -> dict[str, int | None]:
    """Return the kind of every parameter: an index into ``KINDS``, or None.

    Normalisations and embedding tables are recognised by the class of their module, biases by their name, and matrices
    by the names that families give attention and feed-forward modules. A matrix with an unknown name has no kind.
    """
    kinds_by_name: dict[str, int | None] = {}
    modules = dict(encoder.named_modules())
    for name, _ in encoder.named_parameters():
        path, _, leaf = name.rpartition(".")
        module, parts = modules[path], path.split(".")
        if "norm" in type(module).__name__.lower():
            kinds_by_name[name] = KINDS.index("norms")
        elif isinstance(module, nn.Embedding):
            kinds_by_name[name] = None
        elif leaf.endswith("bias"):
            kinds_by_name[name] = KINDS.index("biases")
        elif any(part in _ATTENTION for part in parts):
            kinds_by_name[name] = KINDS.index("attention")
        elif any(part in _FEEDFORWARD for part in parts):
            kinds_by_name[name] = KINDS.index("feedforward")
        else:
            kinds_by_name[name] = None
    return kinds_by_name


class DriftProbe:
    """Relative distance of the weights, ‖W − W⁰‖ / ‖W⁰‖, and their cosine, per layer and kind.

    Values ``drift/all`` and of embeddings and each kind. Maps ``drift/layers``, ``drift/cosine`` [L + 2] (embeddings,
    layers from the bottom, pooler) and ``drift/kinds`` [L + 2, 4] (``KINDS``), NaN where there is nothing.
    """

    name = "drift"

    def __init__(self, environment: ProbeEnvironment) -> None:
        self._environment = environment
        self._original = OriginalWeights(environment.context.experiment.encoder, environment.device)

    def measure(self, moment: ProbeMoment) -> ProbeResult:
        """Measure the drift of all weights in one pass."""
        return drift_result(self._original.measure_drift(merged_state_dict(self._environment.encoder)))


def drift_result(drift: WeightDrift) -> ProbeResult:
    """Return ``drift`` under the keys of the store."""
    return ProbeResult(
        {f"drift/{name}": value for name, value in drift.values.items()},
        {"drift/layers": drift.layers, "drift/cosine": drift.cosine, "drift/kinds": drift.kinds},
    )


@register_probe("drift")
def build_drift_probe(environment: ProbeEnvironment) -> Probe | None:
    return DriftProbe(environment) if environment.spec.drift else None


def _relative(sums: np.ndarray) -> np.ndarray:
    size = np.where(sums[..., 0] > 0, sums[..., 0], np.nan)
    return np.asarray(np.sqrt(sums[..., 1] / size))


def _products(x: torch.Tensor, old: torch.Tensor) -> torch.Tensor:
    """Return ‖x‖² and ⟨x, old⟩ of two blocks [rows, columns], float64 [2].

    They are computed row by row in single precision and summed in double. Torch's norm of a large matrix sums in single
    precision and is off by parts in a thousand.
    """
    squared_norm = torch.linalg.vector_norm(x, dim=-1).double().square().sum()
    return torch.stack([squared_norm, torch.bmm(x[:, None], old[..., None]).double().sum()])


def _blocks(tensor: torch.Tensor) -> tuple[torch.Tensor, ...]:
    rows = tensor.reshape(-1, tensor.shape[-1]) if tensor.ndim > 1 else tensor.reshape(-1, 1)
    return rows.float().split(
        ceil((_BLOCK_ELEMENTS if tensor.device.type == "cpu" else 1 << 62) / rows.shape[-1])
    )
