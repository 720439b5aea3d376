"""How much language the encoder still knows: its loss on hidden words of general text, under the original head.

The head, its decoder among it, is that of the run's original encoder and never changes; only the encoder below does
(Mosbach et al. 2020, 4.1). Passages and masks are the same at every moment and in every run that reads the same text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import torch
from torch import nn

from engine.data.masked import Masked
from engine.data.masking import SPECIAL, Masking
from engine.model.adapters import plain_state
from engine.model.packing import to_device
from engine.optim.table import parameter_table
from engine.probes.base import Bench, Moment, Probe, Reading, probe
from engine.probes.layers import general_text
from engine.probes.masked_head import MaskedHead, grouped, masking_for, original_head, states_of
from engine.probes.texts import Passages

RESET_PASSAGES = 24
"""So many of the passages are read once per layer to find out which layers have forgotten."""


class Retention:
    """``retention/loss`` (nats per hidden token) and ``retention/accuracy`` (% of hidden tokens).

    Of the weights a stage hands on also the map ``retention/reset`` [L + 1], the loss on the first passages with the
    top k = 0..L layers put back to the pre-trained ones: the k at which it recovers tells where the forgetting sits
    (Mosbach et al. 2020, Figure 3). Layers only: the embeddings, and what lies beside the layers, stay the trained
    ones, so k = L is the original stack on trained embeddings.

    On request ``retention/pseudo``, nats per token when each token is hidden in turn: the pseudo-log-likelihood per
    token, its sign turned (Salazar et al. 2020, 2); before anything was trained and of weights handed on.
    """

    name = "retention"

    def __init__(self, bench: Bench) -> None:
        encoder = bench.context.experiment.encoder
        self._bench, self._pad_id = bench, bench.tokenizer.pad_token_id
        self._head = original_head(
            encoder, bench.tokenizer, bench.device, text=bench.spec.text, say=bench.say
        )
        self._passages, masking = general_text(bench), masking_for(encoder, bench.tokenizer)
        every = [self._passages.masked(number, masking) for number in range(len(self._passages))]
        self._hidden, self._some = grouped(every), grouped(every[:RESET_PASSAGES])
        self._turns = list(in_turn(self._passages, masking)) if bench.spec.pseudo else []
        bench.info["retention"] = self._head.info | {
            "text": self._passages.name,
            "fingerprint": self._passages.fingerprint,
            "passages": len(self._passages),
            "hidden_tokens": sum(len(one.positions) for one in every),
            "precision": bench.context.device.precision,
            "reset_passages": len(every[:RESET_PASSAGES]),
        }
        bench.notes += self._passages.notes
        if self._head.fitted:
            info = self._head.info
            bench.once += self._head.seconds
            bench.notes.append(
                "The encoder comes without a masked-word head, so one was fitted to it as it was before training, on "
                f"{info['passages']} passages of {info['text']}: {info['held_out_loss']:.2f} nats per hidden token on "
                f"others of them, {info['frequency_loss']:.2f} by word frequencies alone. Compare retention with its "
                "value before training, not between encoders."
            )

    def measure(self, moment: Moment) -> Reading:
        encoder = self._bench.encoder
        loss, accuracy = self.ask(encoder, self._hidden)
        values = {"retention/loss": loss, "retention/accuracy": accuracy}
        maps: dict[str, np.ndarray] = {}
        if self._turns and (moment.first or moment.when == "chosen"):
            values["retention/pseudo"] = self.ask(encoder, self._turns)[0]
        if moment.when == "chosen":
            maps["retention/reset"] = np.array([self.ask(mixed, self._some)[0] for mixed in self._mixed()])
        return Reading(values, maps)

    def ask(self, encoder: nn.Module, batches: Iterable[Masked]) -> tuple[float, float]:
        """Loss in nats per hidden token and % of them that come first, under the original head."""
        with self._bench.autocast():
            return masked_loss(encoder, self._head, batches, self._bench.device, self._pad_id)

    def _mixed(self) -> Iterator[nn.Module]:
        """The present encoder with the top k layers as they were, k = 0..L; one module that is not the trained one."""
        mixed, now = self._bench.original(), plain_state(self._bench.encoder)
        holder = nn.Module()
        holder.encoder = mixed
        rows = parameter_table(holder)
        layers = self._bench.task.layers
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


def masked_loss(
    encoder: nn.Module, head: MaskedHead, batches: Iterable[Masked], device: torch.device, pad_id: int
) -> tuple[float, float]:
    """Loss in nats per hidden token, and % of them that ``head`` puts first, over all of ``batches``."""
    sums, count = [], 0
    with torch.no_grad():
        for batch in batches:
            found = head.loss(states_of(encoder, batch, device, pad_id), to_device(batch.targets, device))
            sums.append(torch.stack([found.total, found.hits.sum().float()]))
            count += len(batch.targets)
    # Asked for once: each question would wait for all that was computed so far.
    loss, right = (torch.stack(sums).cpu().double().sum(0) / count).tolist()
    return loss, 100 * right


def in_turn(passages: Passages, masking: Masking) -> Iterator[Masked]:
    """Each passage as often as it has tokens, with another of them hidden behind [MASK] each time."""
    for index, (ids, words) in enumerate(zip(passages.ids, passages.words, strict=True)):
        copies = []
        for place in np.flatnonzero(words != SPECIAL):
            shown = ids.copy()
            shown[place] = masking.mask
            copies.append(
                Masked(passages.as_batch([index], [shown]), np.array([place]), ids[place : place + 1])
            )
        yield from grouped(copies)


@probe("retention")
def _(bench: Bench) -> Probe | None:
    return Retention(bench) if bench.spec.retention else None
