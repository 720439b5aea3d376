"""One optimiser update over all micro-batches of a batch."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from accelerate import Accelerator
from torch import nn

from engine import random_streams
from engine.errors import out_of_memory
from engine.mitigation.base import Regulariser
from engine.optim.clipping import clip_gradients
from engine.probes.scheduler import ProbeScheduler
from engine.stages.base import MicroBatch, StageTask
from engine.train.metric_buffer import GRADIENT_NORM, MetricValues, UpdateResult, max_lag
from engine.train.microbatch import error_summary, release_memory
from engine.train.parallel import ALONE, Ranks
from engine.train.prefetch import Prefetcher
from engine.train.sums import Sums, together


class NonFinite(RuntimeError):
    """The loss or the gradient of an update was not a number; the message names the batch."""


@dataclass(frozen=True)
class Updates:
    """Makes the updates of a stage.

    Attributes:
        feed: gives the micro-batches.
        seed, depth: of the dropout draws: stream seed, and place of the stage on its line.
        watch: learns which texts were right; None in processes that tell nothing.
        ranks: the processes that share each update.
    """

    task: StageTask
    model: nn.Module
    accelerator: Accelerator
    optimizer: torch.optim.Optimizer
    feed: Prefetcher
    seed: int
    depth: int
    protection: list[Regulariser]
    watch: ProbeScheduler | None
    ranks: Ranks = ALONE

    def run(self, step: int) -> UpdateResult:
        """Update ``step``; the loss is the mean over the whole batch.

        When there is no memory for a micro-batch, the update begins anew with smaller ones (``Task.portions``).

        Raises:
            NonFinite: loss or gradient is not a number; the weights are as they were. Where measures come late, they
                say so (``check``) and the weights are lost.
            UserError: not even a single text fits into memory.
        """
        parts, sums = self._gradients(step)
        task = self.task
        parameters = [p for p in self.model.parameters() if p.requires_grad]
        norm = clip_gradients(parameters, task.stage.clip_norm, task.stage.clip, self.optimizer)
        measured = UpdateResult(
            sums.row(norm),
            sum(part.loss_terms for part in parts),
            sum(part.text_count for part in parts),
            sum(part.token_count for part in parts),
            tuple(sums.shown),
            tuple(sums.penalties),
        )
        if self.ranks.main and not max_lag(measured.sums.device):
            self.check(step, measured.values())
        self.optimizer.step()
        for guard in self.protection:
            guard.after_update(self.optimizer)
        return measured

    def check(self, step: int, values: MetricValues) -> None:
        """Raises NonFinite when ``values``, which update ``step`` has shown, are not numbers."""
        loss, norm = values["train/loss"], values[GRADIENT_NORM]
        if math.isfinite(loss) and math.isfinite(norm):
            return
        self.feed.discard()
        raise NonFinite(
            f"the {'gradient' if math.isfinite(loss) else 'loss'} of update {step + 1} is not finite; the batch is "
            f"{'; '.join(self.task.describe_batch(part) for part in self.task.micro_batches(step))}. "
            "A lower learning rate or gradient clipping may help."
        )

    def _gradients(self, step: int) -> tuple[list[MicroBatch], Sums]:
        """All micro-batches of an update and what they add up to; the gradients are in place."""
        while True:
            parts, own, problem = list[MicroBatch](), None, "in another process"
            try:
                parts = self.feed.micro_batches(step)
                own = self._backward(step, parts)
                if self.ranks.alone:
                    return parts, self._completed(step, parts, own)
            except (RuntimeError, MemoryError) as error:
                if not out_of_memory(error):
                    raise
                own, problem = None, error_summary(error)
            if not self.ranks.alone and (sums := self._together(own, parts)) is not None:
                return parts, self._completed(step, parts, sums)
            # Only here, where the error is gone, and with it what the frames it had passed through still held.
            for guard in self.protection:
                guard.undo_update(step)
            self.optimizer.zero_grad(set_to_none=True)
            self.feed.discard()
            release_memory()
            self.task.micro_batching.halve_limit(
                [part.lengths for part in parts or self.task.micro_batches(step)], problem
            )

    def _backward(self, step: int, parts: Sequence[MicroBatch]) -> Sums:
        """The gradients of this process's share of the micro-batches, as parts of those of the whole update."""
        task, sums = self.task, Sums()
        items = sum(part.loss_terms for part in parts)
        share = math.prod(guard.loss_factor for guard in self.protection)
        self.optimizer.zero_grad(set_to_none=True)
        for guard in self.protection:
            guard.before_update(step, parts)
        for number in self.ranks.share([part.token_count for part in parts]):
            part = parts[number]
            # Dropout is drawn from torch's global state, so that state is made a function of the update's number.
            torch.manual_seed(random_streams.derive_seed(self.seed, "dropout", self.depth, step, number))
            with self.accelerator.autocast():
                loss = task.compute_loss(part)
                whole = loss.total / items * share if self.protection else loss.total / items
                for guard in self.protection:
                    extra = guard.loss_term(step, part, number, len(parts))
                    if extra is not None:
                        whole = whole + extra
                        sums.penalty(f"loss/{guard.name}", extra)
            self.accelerator.backward(whole)
            sums.add(number, loss)
        return sums

    def _together(self, own: Sums | None, parts: Sequence[MicroBatch]) -> Sums | None:
        parameters = [p for p in self.model.parameters() if p.requires_grad]
        texts = [part.text_count for part in parts]
        return together(own, self.ranks, parameters, texts, [f"loss/{g.name}" for g in self.protection])

    def _completed(self, step: int, parts: Sequence[MicroBatch], sums: Sums) -> Sums:
        """The same where all micro-batches have been gone through, with what guards do to the whole."""
        for guard in self.protection:
            for name, value in guard.after_backward(step).items():
                sums.penalties[f"loss/{name}"] = value
        # Told only now: an update that was begun anew has been learnt from once.
        if self.watch is not None:
            for number, part in enumerate(parts):
                self.watch.record_examples(step, part, sums.hits.get(number))
        return sums
