"""Language retention: the encoder's loss on masked words of general text, under the original head.

The head, including its decoder, is that of the run's original encoder and stays constant. Only the encoder changes
(Mosbach et al. 2020, 4.1). Passages and masks are the same at every moment and in every run with the same text.
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
from engine.probes.masked_head import (
    OriginalMLMHead,
    batch_by_length,
    load_original_head,
    standard_masking,
    states_at_masks,
)
from engine.probes.similarity import load_probe_passages
from engine.spec.stages.checkpoint_bound import RETENTION_FACTOR

RESET_PASSAGES = 24
"""Number of passages that are read once per layer, to locate forgetting in the layers."""
PASSAGES_MAP = "retention/passages"


class RetentionProbe:
    """``retention/loss`` (nats per masked token) and ``retention/accuracy`` (% of masked tokens).

    For the selected checkpoint of a stage also the map ``retention/reset`` [L + 1], the loss on the first passages with
    the top k = 0..L layers reset to the pre-trained ones. The k at which it recovers locates the forgetting (Mosbach et
    al. 2020, Figure 3). Only layers are reset. Embeddings and other parameters keep their trained values, so k = L is
    the original stack on trained embeddings.

    Before training and for selected weights also the map ``retention/passages`` [2, P]: the summed loss and the number
    of masked tokens of each passage, from which ``engine.analysis.forgetting.measured`` computes the interval of the
    factor over passages.
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
        masked = [self._passages.mask_passage(number, masking) for number in range(len(self._passages))]
        self._masked_batches, self._reset_batches = (
            batch_by_length(masked),
            batch_by_length(masked[:RESET_PASSAGES]),
        )
        environment.info["retention"] = self._head.info | {
            "text": self._passages.name,
            "fingerprint": self._passages.fingerprint,
            "passages": len(self._passages),
            "hidden_tokens": sum(len(one.positions) for one in masked),
            "precision": environment.context.device.precision,
            "reset_passages": len(masked[:RESET_PASSAGES]),
        }
        environment.notes += self._passages.notes
        if self._head.is_fitted:
            info = self._head.info
            environment.one_time_seconds += self._head.fit_seconds
            environment.notes.append(
                f"The encoder has no masked-word head. One was fitted to it before training, on {info['passages']} "
                f"passages of {info['text']}. It reaches {info['held_out_loss']:.2f} nats per hidden token on held-out "
                f"passages, word frequencies alone {info['frequency_loss']:.2f}. Compare retention with its value "
                "before training, not between encoders."
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
                    self.evaluate_passages(reset_encoder, self._reset_batches).loss
                    for reset_encoder in self._partially_reset_encoders()
                ]
            )
        return ProbeResult(values, maps)

    def evaluate_passages(self, encoder: nn.Module, batches: Iterable[MaskedBatch]) -> MaskedLosses:
        """Return the losses of masked passages under the original head."""
        with self._environment.autocast():
            return masked_losses(encoder, self._head, batches, self._environment.device, self._pad_id)

    def _partially_reset_encoders(self) -> Iterator[nn.Module]:
        """Yield a copy of the current encoder with the top k layers reset, k = 0..L.

        It is the same module each time.
        """
        encoder, current = self._environment.load_original(), merged_state_dict(self._environment.encoder)
        holder = nn.Module()
        holder.encoder = encoder
        rows = parameter_table(holder)
        layers = self._environment.task.layers
        state = encoder.state_dict()
        original = {row.name: state[row.name.removeprefix("encoder.")].clone() for row in rows}
        for name, value in state.items():
            if name in current:
                value.copy_(current[name])
        for k in range(layers + 1):
            for row in rows:
                if row.depth == layers + 1 - k and k:
                    state[row.name.removeprefix("encoder.")].copy_(original[row.name])
            yield encoder


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
    """Return the losses of ``batches``, in which the index of a text is the number of its passage."""
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
    # Copied once, since every copy from the device waits for all earlier work.
    owners = np.concatenate([each for each, _ in parts])
    losses, correct = torch.cat([each for _, each in parts], 1).double().cpu().numpy()
    return MaskedLosses(
        np.bincount(owners, losses), np.bincount(owners).astype(float), np.bincount(owners, correct)
    )


@register_probe("retention")
def build_retention_probe(environment: ProbeEnvironment) -> Probe | None:
    return RetentionProbe(environment) if environment.spec.retention else None
