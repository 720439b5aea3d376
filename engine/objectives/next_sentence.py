"""Next-sentence prediction: whether the second segment follows the first."""

from __future__ import annotations

from typing import ClassVar

from engine.metrics.base import Needs
from engine.objectives.classification import CrossEntropyObjective


class NextSentenceObjective(CrossEntropyObjective):
    """Prediction whether segment B is the true next one (0) or a random one (1), from logits [B, 2].

    Devlin et al. 2019, 3.1.
    """

    title: ClassVar[str] = "Next sentence"
    target: ClassVar[str] = "next_sentence"
    provides: ClassVar[Needs] = "totals"
    prefix: ClassVar[str] = "next_"


NEXT_SENTENCE = NextSentenceObjective()
