"""One optimiser update over all micro-batches of a batch."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from accelerate import Accelerator
from torch import nn

from engine import rng
from engine.errors import out_of_memory
from engine.optim.clipping import clip
from engine.probes.watch import Watch
from engine.protect.base import Guard
from engine.train.feed import Feed
from engine.train.measures import NORM, Measured, Values, lag
from engine.train.parallel import ALONE, Ranks
from engine.train.portions import first_line, release
from engine.train.sums import Sums, together
from engine.train.task import Task


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

    task: Task
    model: nn.Module
    accelerator: Accelerator
    optimizer: torch.optim.Optimizer
    feed: Feed
    seed: int
    depth: int
    protection: list[Guard]
    watch: Watch | None
    ranks: Ranks = ALONE

    def run(self, step: int) -> Measured:
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
        norm = clip(parameters, task.stage.clip_norm, task.stage.clip, self.optimizer)
        counts = [task.tokens(part) for part in parts]
        measured = Measured(
            sums.row(norm),
            sum(task.items(part) for part in parts),
            sum(count[0] for count in counts),
            sum(count[1] for count in counts),
            tuple(sums.shown),
            tuple(sums.penalties),
        )
        if self.ranks.main and not lag(measured.sums.device):
            self.check(step, measured.values())
        self.optimizer.step()
        for guard in self.protection:
            guard.after_step(self.optimizer)
        return measured

    def check(self, step: int, values: Values) -> None:
        """Raises NonFinite when ``values``, which update ``step`` has shown, are not numbers."""
        loss, norm = values["train/loss"], values[NORM]
        if math.isfinite(loss) and math.isfinite(norm):
            return
        self.feed.forget()
        raise NonFinite(
            f"the {'gradient' if math.isfinite(loss) else 'loss'} of update {step + 1} is not finite; the batch is "
            f"{'; '.join(self.task.name(part) for part in self.task.parts(step))}. "
            "A lower learning rate or gradient clipping may help."
        )

    def _gradients(self, step: int) -> tuple[list[Any], Sums]:
        """All micro-batches of an update and what they add up to; the gradients are in place."""
        while True:
            parts, own, problem = list[Any](), None, "in another process"
            try:
                parts = self.feed.parts(step)
                own = self._backward(step, parts)
                if self.ranks.alone:
                    return parts, self._completed(step, parts, own)
            except (RuntimeError, MemoryError) as error:
                if not out_of_memory(error):
                    raise
                own, problem = None, first_line(error)
            if not self.ranks.alone and (sums := self._together(own, parts)) is not None:
                return parts, self._completed(step, parts, sums)
            # Only here, where the error is gone, and with it what the frames it had passed through still held.
            for guard in self.protection:
                guard.undo(step)
            self.optimizer.zero_grad(set_to_none=True)
            self.feed.forget()
            release()
            self.task.portions.halve(
                [self.task.lengths(part) for part in parts or self.task.parts(step)], problem
            )

    def _backward(self, step: int, parts: Sequence[Any]) -> Sums:
        """The gradients of this process's share of the micro-batches, as parts of those of the whole update."""
        task, sums = self.task, Sums()
        items = sum(task.items(part) for part in parts)
        share = math.prod(guard.share for guard in self.protection)
        self.optimizer.zero_grad(set_to_none=True)
        for guard in self.protection:
            guard.before(step, parts)
        for number in self.ranks.share([task.tokens(part)[1] for part in parts]):
            part = parts[number]
            # Dropout is drawn from torch's global state, so that state is made a function of the update's number.
            torch.manual_seed(rng.integer(self.seed, "dropout", self.depth, step, number))
            with self.accelerator.autocast():
                loss = task.loss(part)
                whole = loss.total / items * share if self.protection else loss.total / items
                for guard in self.protection:
                    extra = guard.term(step, part, number, len(parts))
                    if extra is not None:
                        whole = whole + extra
                        sums.penalty(f"loss/{guard.name}", extra)
            self.accelerator.backward(whole)
            sums.add(number, loss)
        return sums

    def _together(self, own: Sums | None, parts: Sequence[Any]) -> Sums | None:
        parameters = [p for p in self.model.parameters() if p.requires_grad]
        texts = [self.task.tokens(part)[0] for part in parts]
        return together(own, self.ranks, parameters, texts, [f"loss/{g.name}" for g in self.protection])

    def _completed(self, step: int, parts: Sequence[Any], sums: Sums) -> Sums:
        """The same where all micro-batches have been gone through, with what guards do to the whole."""
        for guard in self.protection:
            for name, value in guard.after_backward(step).items():
                sums.penalties[f"loss/{name}"] = value
        # Told only now: an update that was begun anew has been learnt from once.
        if self.watch is not None:
            for number, part in enumerate(parts):
                self.watch.learnt(step, part, sums.hits.get(number))
        return sums
