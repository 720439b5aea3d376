"""Freezing policies: until which update each depth of the model stays as it is.

A new policy is one class here (or in a plug-in): its fields become form, TOML keys and CLI help by themselves.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.spec.base import Choice, field

FOREVER = 2**62
"""An update that never comes."""


class Freezing(Choice):
    """Which parts of the encoder do not learn, and until when."""

    noun: ClassVar[str] = "freezing policy"

    def frozen_until(self, depth: int, layers: int, total: int) -> int:
        """The first update (of ``total``) at which ``depth`` learns; 0 = from the start, ``FOREVER`` = never.

        ``depth`` is 0 for embeddings, 1..layers for the layers, layers + 1 for the pooler. The head always learns.
        """
        raise AssertionError(f"{type(self).__name__} defines no timetable")

    def problem(self, layers: int) -> str:
        """What is wrong with this policy for an encoder of ``layers`` layers; empty when nothing is."""
        return ""


class NoFreezing(Freezing):
    """Everything learns."""

    title: ClassVar[str] = "None"
    kind: Literal["none"] = "none"

    def frozen_until(self, depth: int, layers: int, total: int) -> int:
        return 0


class FreezeAll(Freezing):
    """The whole encoder keeps its weights; only the head learns."""

    title: ClassVar[str] = "Whole encoder"
    kind: Literal["all"] = "all"

    def frozen_until(self, depth: int, layers: int, total: int) -> int:
        return FOREVER


class FreezeEmbeddings(Freezing):
    """Word, position and segment embeddings keep their weights."""

    title: ClassVar[str] = "Embeddings"
    kind: Literal["embeddings"] = "embeddings"

    def frozen_until(self, depth: int, layers: int, total: int) -> int:
        return FOREVER if depth == 0 else 0


class FreezeLowest(Freezing):
    """The embeddings and the lowest layers keep their weights."""

    title: ClassVar[str] = "Lowest layers"
    kind: Literal["lowest"] = "lowest"
    layers: int = field(
        2,
        label="Layers",
        unit="layers",
        help="How many layers, counted from the bottom, are frozen together with the embeddings.",
        source="Lee et al. 2019",
        ge=0,
    )

    def frozen_until(self, depth: int, layers: int, total: int) -> int:
        return FOREVER if depth <= self.layers else 0

    def problem(self, layers: int) -> str:
        return f"asks for {self.layers} layers, the encoder has {layers}" if self.layers > layers else ""
