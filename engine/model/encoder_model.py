"""Interface of the models that stages train: an encoder with the layers above it."""

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
