"""The properties of an encoder that determine the cost of a run."""

from __future__ import annotations

from typing import Protocol


class EncoderSize(Protocol):
    """The properties of an encoder that cost estimates need. ``engine.model.encoders.EncoderInfo`` has them."""

    @property
    def layers(self) -> int: ...
    @property
    def hidden(self) -> int: ...
    @property
    def vocabulary(self) -> int: ...
    @property
    def positions(self) -> int: ...
    @property
    def parameters(self) -> int: ...
    def special_count(self, pair: bool) -> int:
        """Return the number of special tokens around a text, or around and between the two of a pair."""
        ...


def forward_operations(encoder: EncoderSize, length: float) -> float:
    """Return the operations of a forward pass per token of texts of ``length`` tokens.

    They are 2 for every parameter outside the embedding tables, and 4 · length · hidden per layer for attention.
    """
    tables = (encoder.vocabulary + encoder.positions) * encoder.hidden
    return 2.0 * max(encoder.parameters - tables, 0) + 4.0 * length * encoder.hidden * encoder.layers
