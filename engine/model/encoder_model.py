"""What learns in a stage, as all that works with it knows it: an encoder, and what lies above."""

from __future__ import annotations

from torch import nn


class EncoderModel(nn.Module):
    """Base class of the models that stages train.

    Attributes:
        encoder: the Hugging Face model.
        notes: messages for the user on how the model was built.
    """

    encoder: nn.Module
    notes: list[str]
