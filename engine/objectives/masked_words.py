"""Masked language modelling: cross-entropy over the vocabulary at the masked tokens."""

from __future__ import annotations

from typing import ClassVar

from engine.metrics.base import Needs
from engine.objectives.classification import CrossEntropyObjective


class MaskedWordObjective(CrossEntropyObjective):
    """Prediction of masked tokens (Devlin et al. 2019, 3.1).

    ``engine.kernels.linear_cross_entropy`` computes the same loss from hidden states without ever holding all logits.
    Of a vocabulary's probabilities only sums are kept.
    """

    title: ClassVar[str] = "Masked words"
    target: ClassVar[str] = "token"
    provides: ClassVar[Needs] = "totals"


MASKED_WORDS = MaskedWordObjective()
