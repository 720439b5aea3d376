"""The result of one update: the sums over its micro-batches, on the device, and the metrics computed from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import torch

from engine.stages.base import MicroBatch, MicroBatchLoss

MetricValues = dict[str, float]
GRADIENT_NORM = "train/gradient_norm"


@dataclass
class UpdateSums:
    """Sums over the micro-batches of an update, on the device, without gradient.

    Attributes:
        loss: ``MicroBatchLoss.total``, summed. None before the first micro-batch.
        logged: its ``logged_sums``, summed by name.
        penalties: penalties of regularisers, summed by metric name (``loss/ewc``).
        correct: its ``correct`` [B], by the number of the micro-batch.
    """

    loss: torch.Tensor | None = None
    logged: dict[str, torch.Tensor] = field(default_factory=dict)
    penalties: dict[str, torch.Tensor] = field(default_factory=dict)
    correct: dict[int, torch.Tensor] = field(default_factory=dict)

    def add(self, number: int, loss: MicroBatchLoss) -> None:
        """Add micro-batch ``number``."""
        total = loss.total.detach().float()
        self.loss = total if self.loss is None else self.loss + total
        for name, value in loss.logged_sums.items():
            _accumulate(self.logged, name, value)
        if loss.correct is not None:
            self.correct[number] = loss.correct.detach()

    def add_penalty(self, name: str, value: torch.Tensor) -> None:
        """Add a micro-batch's share of the penalty ``name``."""
        _accumulate(self.penalties, name, value)

    def without_values(self) -> UpdateSums:
        """Return zero sums with the same names."""
        assert self.loss is not None
        return UpdateSums(
            torch.zeros_like(self.loss),
            {name: torch.zeros_like(value) for name, value in self.logged.items()},
            {name: torch.zeros_like(value) for name, value in self.penalties.items()},
            {number: torch.zeros_like(correct) for number, correct in self.correct.items()},
        )


@dataclass(frozen=True, eq=False)
class UpdateResult:
    """The result of one update.

    Attributes:
        sums: float32 [2 + terms + penalties], on the device: gradient norm before clipping, loss, and then the values
            of ``term_names`` (also sums over the loss terms) and of ``penalty_names``.
        loss_terms: number of terms that the loss sums.
        texts, tokens: numbers of texts and tokens of its batch.
        term_names: names of the logged sums.
        penalty_names: names of the penalties.
        answers: its micro-batches, each with a mask of the texts classified correctly: bool [B] on the device, None
            where texts are not classified.
    """

    sums: torch.Tensor
    loss_terms: int
    texts: int
    tokens: int
    term_names: Sequence[str] = ()
    penalty_names: Sequence[str] = ()
    answers: Sequence[tuple[MicroBatch, torch.Tensor | None]] = ()

    @classmethod
    def from_sums(
        cls, micro_batches: Sequence[MicroBatch], sums: UpdateSums, gradient_norm: torch.Tensor
    ) -> UpdateResult:
        """Join ``sums`` over all ``micro_batches`` of an update, without waiting for the device."""
        assert sums.loss is not None
        device = sums.loss.device
        values = [gradient_norm, sums.loss, *sums.logged.values(), *sums.penalties.values()]
        return cls(
            torch.stack([value.detach().float().to(device) for value in values]),
            loss_terms=sum(each.loss_terms for each in micro_batches),
            texts=sum(each.text_count for each in micro_batches),
            tokens=sum(each.token_count for each in micro_batches),
            term_names=tuple(sums.logged),
            penalty_names=tuple(sums.penalties),
            answers=[(each, sums.correct.get(number)) for number, each in enumerate(micro_batches)],
        )

    def values(self) -> MetricValues:
        """Return the means over the batch under their stored names, waiting for the device."""
        norm, loss, *others = self.sums.tolist()
        terms, penalties = others[: len(self.term_names)], others[len(self.term_names) :]
        values = {"train/loss": loss / self.loss_terms, GRADIENT_NORM: norm}
        for name, value in zip(self.term_names, terms, strict=True):
            values[f"train/{name}"] = value / self.loss_terms
        for name, value in zip(self.penalty_names, penalties, strict=True):
            values[f"train/{name}"] = value
        return values


def _accumulate(sums: dict[str, torch.Tensor], name: str, value: torch.Tensor) -> None:
    value = value.detach()
    sums[name] = sums[name] + value if name in sums else value
