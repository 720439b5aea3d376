"""A module of Lightning, which is imported by those tests alone that train one."""

from __future__ import annotations

import torch
from pytorch_lightning import LightningModule, Trainer
from transformers import AutoModelForSequenceClassification

__all__ = ["Module", "Trainer"]


class Module(LightningModule):
    """A classifier as users write them; it fails at update ``fails_at``."""

    def __init__(self, folder: str, rate: float = 5e-3, fails_at: int = -1) -> None:
        super().__init__()
        self.save_hyperparameters()
        self.model = AutoModelForSequenceClassification.from_pretrained(folder, num_labels=2)
        self.fails_at = fails_at

    def training_step(self, batch: dict[str, torch.Tensor], number: int) -> torch.Tensor:
        if self.global_step == self.fails_at:
            raise ValueError("the data ended")
        loss: torch.Tensor = self.model(**batch).loss
        self.log("train_loss", loss)
        return loss

    def validation_step(self, batch: dict[str, torch.Tensor], number: int) -> None:
        found = self.model(**batch)
        self.log("val_loss", found.loss)
        self.log("val_acc", (found.logits.argmax(-1) == batch["labels"]).float().mean())

    def configure_optimizers(self) -> torch.optim.Optimizer:
        return torch.optim.AdamW(self.parameters(), lr=self.hparams["rate"])
