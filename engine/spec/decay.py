"""Layer-wise learning-rate decay in its named conventions, for encoders of any depth.

Layers are numbered 1 (lowest) to L (top). 0 is the embeddings, L + 1 everything above the encoder (pooler and head).
"""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.spec.base import Choice, field


class LayerDecay(Choice):
    """Learning rates of lower layers."""

    noun: ClassVar[str] = "layer-wise decay"

    def scale(self, depth: int, layers: int) -> float:
        """Return the multiplier of the stage's rate at ``depth`` (0 embeddings, 1..layers, layers + 1 head)."""
        raise AssertionError(f"{type(self).__name__} defines no scale")


def _xi() -> float:
    value: float = field(
        0.95,
        label="Decay ξ",
        help="The rate of a layer is ξ times the rate of the layer above it.",
        source="Sun et al. 2019, 4.1, eq. 2",
        gt=0.0,
        le=1.0,
    )
    return value


def _factor(default: float) -> float:
    value: float = field(
        default,
        label="Factor",
        help="How much slower the lower and how much faster the upper group of layers learns.",
        source="Sun et al. 2019, code",
        ge=1.0,
    )
    return value


class NoDecay(LayerDecay):
    """Every layer learns at the same rate."""

    title: ClassVar[str] = "None"
    kind: Literal["none"] = "none"

    def scale(self, depth: int, layers: int) -> float:
        return 1.0


class OriginalDecay(LayerDecay):
    """Sun et al.'s code: the top layer has the full rate, layer l ξ^(L-l); embeddings, pooler, head are undecayed.

    Their code counts twelve layers whatever the encoder has: of BERT-large's 24 it decays the lowest twelve as if the
    twelfth were the top, and leaves the upper twelve undecayed. Here the count is always the encoder's own.
    """

    title: ClassVar[str] = "Sun et al., embeddings undecayed"
    kind: Literal["original"] = "original"
    xi: float = _xi()

    def scale(self, depth: int, layers: int) -> float:
        return self.xi ** (layers - depth) if 1 <= depth <= layers else 1.0


class PaperDecay(LayerDecay):
    """The paper's equation carried down to the embeddings: ξ^(L-l) with the embeddings as layer 0."""

    title: ClassVar[str] = "Sun et al., embeddings as layer 0"
    kind: Literal["paper"] = "paper"
    xi: float = _xi()

    def scale(self, depth: int, layers: int) -> float:
        return self.xi ** (layers - depth) if depth <= layers else 1.0


class ZhangDecay(LayerDecay):
    """Zhang et al. 2021: the head has the full rate, the top layer ξ, layer l ξ^(L+1-l), the embeddings ξ^(L+1)."""

    title: ClassVar[str] = "Zhang et al., decay from the head"
    kind: Literal["zhang"] = "zhang"
    xi: float = _xi()

    def scale(self, depth: int, layers: int) -> float:
        return self.xi ** (layers + 1 - min(depth, layers + 1))


class ThirdsDecay(LayerDecay):
    """The original's plain script: the lowest third of the layers at 1/2.6, the highest at 2.6 times the rate."""

    title: ClassVar[str] = "Sun et al., thirds (run_classifier)"
    kind: Literal["original_thirds"] = "original_thirds"
    factor: float = _factor(2.6)

    def scale(self, depth: int, layers: int) -> float:
        if not 1 <= depth <= layers:
            return 1.0
        return float(self.factor ** ((depth - 1) * 3 // layers - 1))


class HalvesDecay(LayerDecay):
    """The original's multi-task script: the lower half of the layers at 1/1.5, the top layer at 1.5 times the rate."""

    title: ClassVar[str] = "Sun et al., lower half and top (multi-task)"
    kind: Literal["original_halves"] = "original_halves"
    factor: float = _factor(1.5)

    def scale(self, depth: int, layers: int) -> float:
        if depth == layers:
            return self.factor
        return 1 / self.factor if 1 <= depth <= layers // 2 else 1.0
