"""Language retention: the encoder's loss on masked words of general text, under the original head.

The head, with its decoder, is that of the run's original encoder and never changes. Only the encoder below does
(Mosbach et al. 2020, 4.1). Passages and masks are the same at every moment and in every run that reads the same text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

from engine.data.pretraining.instances import MaskedBatch
from engine.errors import UserError
from engine.kernels.packing import to_device
from engine.model.adapters import merged_state_dict
from engine.model.parameters import parameter_table
from engine.probes.base import Probe, ProbeEnvironment, ProbeMoment, ProbeResult, register_probe
from engine.probes.layers import load_probe_passages
from engine.probes.masked_head import (
    OriginalMLMHead,
    batch_by_length,
    load_original_head,
    standard_masking,
    states_at_masks,
)
from engine.spec.stages.checkpoint_bound import RETENTION_FACTOR

RESET_PASSAGES = 24
"""Passages read once per layer to find out which layers have forgotten."""
PASSAGES_MAP = "retention/passages"


class RetentionProbe:
    """``retention/loss`` (nats per masked token) and ``retention/accuracy`` (% of masked tokens).

    For the selected checkpoint of a stage also the map ``retention/reset`` [L + 1], the loss on the first passages with
    the top k = 0..L layers reset to the pre-trained ones. The k at which it recovers shows where the forgetting sits
    (Mosbach et al. 2020, Figure 3). Only layers are reset. The embeddings, and parameters outside the layers, stay the
    trained ones, so k = L is the original stack on trained embeddings.

    Before training and for selected weights also the map ``retention/passages`` [2, P]: the summed loss and the number
    of masked tokens of each passage, from which the factor's interval over passages is made
    (``engine.analysis.forgetting.measured``).
    """

    name = "retention"

    def __init__(self, environment: ProbeEnvironment) -> None:
        encoder = environment.context.experiment.encoder
        self._environment, self._pad_id = environment, environment.tokenizer.pad_token_id
        self._head = load_original_head(
            encoder,
            environment.tokenizer,
            environment.device,
            text=environment.context.experiment.general_text(environment.spec.text),
            report=environment.report,
        )
        self._passages, masking = (
            load_probe_passages(environment),
            standard_masking(encoder, environment.tokenizer),
        )
        every = [self._passages.mask_passage(number, masking) for number in range(len(self._passages))]
        self._masked_batches, self._reset_batches = (
            batch_by_length(every),
            batch_by_length(every[:RESET_PASSAGES]),
        )
        environment.info["retention"] = self._head.info | {
            "text": self._passages.name,
            "fingerprint": self._passages.fingerprint,
            "passages": len(self._passages),
            "hidden_tokens": sum(len(one.positions) for one in every),
            "precision": environment.context.device.precision,
            "reset_passages": len(every[:RESET_PASSAGES]),
        }
        environment.notes += self._passages.notes
        if self._head.is_fitted:
            info = self._head.info
            environment.one_time_seconds += self._head.fit_seconds
            environment.notes.append(
                f"The encoder has no masked-word head, so one was fitted to it before training, on {info['passages']} "
                f"passages of {info['text']}: {info['held_out_loss']:.2f} nats per hidden token on held-out passages, "
                f"{info['frequency_loss']:.2f} by word frequencies alone. Compare retention with its value before "
                "training, not between encoders."
            )
            environment.notes += [self._head.flaw] if self._head.flaw else []
            self._refuse_weak_bound()

    def _refuse_weak_bound(self) -> None:
        """Raise UserError where the factor of a weak head would choose the stage's checkpoint."""
        context = self._environment.context
        bound = context.experiment.stages[context.index].checkpoint_bound
        if self._head.flaw and bound.bounded_measure == RETENTION_FACTOR:
            raise UserError(
                f"{RETENTION_FACTOR} should choose the checkpoint, but is undefined for the encoder. {self._head.flaw}",
                place=f"stages.{context.index}.within",
                remedy="Bound drift/all, set no bound, or choose an encoder with a masked-word head.",
            )

    def measure(self, moment: ProbeMoment) -> ProbeResult:
        encoder = self._environment.encoder
        losses = self.evaluate_passages(encoder, self._masked_batches)
        values = {"retention/loss": losses.loss, "retention/accuracy": losses.accuracy}
        maps: dict[str, np.ndarray] = {}
        if moment.is_first or moment.occasion == "chosen":
            maps[PASSAGES_MAP] = np.stack([losses.losses, losses.counts])
        if moment.occasion == "chosen":
            maps["retention/reset"] = np.array(
                [
                    self.evaluate_passages(mixed, self._reset_batches).loss
                    for mixed in self._partially_reset_encoders()
                ]
            )
        return ProbeResult(values, maps)

    def evaluate_passages(self, encoder: nn.Module, batches: Iterable[MaskedBatch]) -> MaskedLosses:
        """Return the losses of masked passages under the original head."""
        with self._environment.autocast():
            return masked_losses(encoder, self._head, batches, self._environment.device, self._pad_id)

    def _partially_reset_encoders(self) -> Iterator[nn.Module]:
        """Yield the present encoder with the top k layers reset, k = 0..L.

        The same module each time, and never the trained one.
        """
        mixed, now = self._environment.load_original(), merged_state_dict(self._environment.encoder)
        holder = nn.Module()
        holder.encoder = mixed
        rows = parameter_table(holder)
        layers = self._environment.task.layers
        own = mixed.state_dict()
        before = {row.name: own[row.name.removeprefix("encoder.")].clone() for row in rows}
        for name, value in own.items():
            if name in now:
                value.copy_(now[name])
        for k in range(layers + 1):
            for row in rows:
                if row.depth == layers + 1 - k and k:
                    own[row.name.removeprefix("encoder.")].copy_(before[row.name])
            yield mixed


@dataclass(frozen=True, eq=False)
class MaskedLosses:
    """Losses of an encoder on masked passages, by passage.

    Attributes:
        losses: sums over hidden tokens, nats, float64 [P].
        counts: hidden tokens, float64 [P].
        right: of them predicted correctly, float64 [P].
    """

    losses: np.ndarray
    counts: np.ndarray
    right: np.ndarray

    @property
    def loss(self) -> float:
        """Nats per hidden token, over all passages."""
        return float(self.losses.sum() / self.counts.sum())

    @property
    def accuracy(self) -> float:
        """Percentage of hidden tokens predicted correctly, over all passages."""
        return 100 * float(self.right.sum() / self.counts.sum())


def masked_losses(
    encoder: nn.Module,
    head: OriginalMLMHead,
    batches: Iterable[MaskedBatch],
    device: torch.device,
    pad_id: int,
) -> MaskedLosses:
    """Return the losses of ``batches``, whose texts have the numbers of their passages as indices."""
    parts = []
    with torch.no_grad():
        for batch in batches:
            states, targets = (
                states_at_masks(encoder, batch, device, pad_id),
                to_device(batch.targets, device),
            )
            owners = np.repeat(batch.texts.indices, batch.texts.lengths)[batch.positions]
            answers = head.loss(states, targets)
            parts.append((owners, torch.stack([answers.per_word, answers.correct.float()])))
    # Copied once: every copy from the device waits for all that was computed so far.
    owners = np.concatenate([each for each, _ in parts])
    losses, right = torch.cat([each for _, each in parts], 1).double().cpu().numpy()
    return MaskedLosses(
        np.bincount(owners, losses), np.bincount(owners).astype(float), np.bincount(owners, right)
    )


@register_probe("retention")
def build_retention_probe(environment: ProbeEnvironment) -> Probe | None:
    return RetentionProbe(environment) if environment.spec.retention else None
