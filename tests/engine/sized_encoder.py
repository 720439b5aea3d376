"""An encoder of which no more is known than its card, for estimates and checks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SizedEncoder:
    """An ``engine.model.encoder_size.EncoderSize``; by itself BERT-base, uncased."""

    layers: int = 12
    hidden: int = 768
    vocabulary: int = 30522
    positions: int = 512
    parameters: int = 109_482_240
    name: str = "bert-base-uncased"
    next_sentence: bool = True
    masks: bool = True

    def special_count(self, pair: bool) -> int:
        return 3 if pair else 2
