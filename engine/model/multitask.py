"""Several tasks on one encoder: one head each (Liu et al. 2019, MT-DNN; Sun et al. 2019, 4.3)."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import nn

from engine.kernels.tensor_batch import TensorBatch
from engine.model.classification_head import ClassificationHead
from engine.model.classifier import compute_logits
from engine.model.encoder_model import EncoderModel


class MultitaskModel(EncoderModel):
    """An encoder that all tasks share, with a head for each.

    Attributes:
        readers: the head of each task, in the order of tasks.
        frozen: the encoder never learns: it runs without gradient and without dropout.
    """

    def __init__(
        self,
        encoder: nn.Module,
        readers: Sequence[ClassificationHead],
        notes: list[str],
        *,
        frozen: bool = False,
    ) -> None:
        super().__init__()
        self.encoder = encoder
        self.readers = nn.ModuleList(readers)
        self.frozen = frozen
        self.notes = notes

    def head_of(self, task: int) -> ClassificationHead:
        """Return the head of task number ``task``."""
        head = self.readers[task]
        assert isinstance(head, ClassificationHead)
        return head

    def forward(self, batch: TensorBatch, task: int) -> torch.Tensor:
        """Return the logits [B, C] of a batch of B texts, all of task number ``task``, which has C classes."""
        return compute_logits(self.encoder, self.head_of(task), batch, frozen=self.frozen)
