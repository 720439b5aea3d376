"""Frozen prefix: the lower part of an encoder that keeps its weights for the first updates of a stage.

Pure arithmetic, no torch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.spec.freezing import FreezingPhase


@dataclass(frozen=True)
class FrozenPrefix:
    """The embeddings and the lowest ``depth`` layers, in which nothing learns before update ``frozen_until``.

    Attributes:
        depth: layers, 1 to L. The hidden state of this number is their output.
        frozen_until: the first update after it, from 0, or the end of the stage if they never learn.
        freezes_pooler: with all L layers: the encoder's pooler does not learn either.
    """

    depth: int
    frozen_until: int
    freezes_pooler: bool

    def saving(self, layers: int) -> float:
        """Return the share of an update's arithmetic in the layers that is not done when the prefix need not
        run.

        A layer that learns costs thrice its forward pass, one that does not once (no gradient passes below
        the lowest one that learns).
        """
        return self.depth / (self.depth + 3 * (layers - self.depth))


def find_frozen_prefix(
    phases: Sequence[FreezingPhase], layers: int, total: int, per_epoch: int, top: int
) -> FrozenPrefix | None:
    """Return the prefix that is worth precomputing in a stage of ``total`` updates, or None when there is none.

    The longer it lasts the lower it ends, where layers join one by one: chosen is what saves most, counting
    that every text goes through it once to begin with. It has to last for an epoch.

    Args:
        phases: the freezing timetable.
        layers: L, of the encoder.
        per_epoch: updates of an epoch.
        top: the lowest hidden state that a reader needs. The prefix must not be above it.
    """
    prefixes: list[FrozenPrefix] = []
    depth, bare = min(layers, top), True
    ends = [*(phase.start for phase in phases[1:]), total]
    for phase, end in zip(phases, ends, strict=True):
        if phase.start >= total:
            break
        lowest = min((each for each in phase.trainable if each <= layers), default=layers + 1)
        depth, bare = min(depth, lowest - 1), bare and layers + 1 not in phase.trainable
        until = min(end, total)
        if depth >= 1 and until >= per_epoch:
            prefixes.append(FrozenPrefix(depth, until, bare))
    return max(
        prefixes, key=lambda each: (each.depth * (each.frozen_until - per_epoch), each.depth), default=None
    )
