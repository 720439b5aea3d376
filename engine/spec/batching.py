"""Batching policies: which texts share an update.

Batches are a pure function of (seed, epoch), so a resumed run has the same ones.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.spec.base import Choice, field


class Batching(Choice):
    """How the texts of an epoch are divided into batches."""

    noun: ClassVar[str] = "batching policy"


class RandomBatches(Batching):
    """A fresh random order each epoch, as in the paper. With packing no time goes into padding."""

    title: ClassVar[str] = "Random"
    kind: Literal["random"] = "random"


class GroupedBatches(Batching):
    """Texts of similar length share a batch; little padding, but batches are no longer a random sample."""

    title: ClassVar[str] = "Grouped by length"
    kind: Literal["grouped"] = "grouped"
    pool: int = field(50, "Pool", unit="batches", ge=1)
    """Texts are shuffled, cut into pools of this many batches and sorted by length within each pool."""
