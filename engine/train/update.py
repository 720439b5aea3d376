"""One optimiser update over all micro-batches of a batch."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from accelerate import Accelerator
from torch import nn

from engine import rng
from engine.optim.clipping import clip
from engine.probes.watch import Watch
from engine.protect.base import Guard
from engine.train.parallel import ALONE, Ranks
from engine.train.task import Task


class NonFinite(RuntimeError):
    """The loss or the gradient of an update was not a number; the message names the batch."""


@dataclass(frozen=True)
class Measured:
    """What one update has shown: means over its batch, the gradient's norm before clipping, its texts and tokens.

    ``shown`` are further measures, by the keys under which they are stored.
    """

    loss: float
    error: float
    norm: float
    texts: int
    tokens: int
    shown: dict[str, float]


@dataclass(frozen=True)
class Updates:
    """Makes the updates of a stage.

    Attributes:
        seed, depth: of the dropout draws: stream seed, and place of the stage on its line.
        ranks: the processes that share each update.
    """

    task: Task
    model: nn.Module
    accelerator: Accelerator
    optimizer: torch.optim.Optimizer
    seed: int
    depth: int
    protection: list[Guard]
    watch: Watch
    ranks: Ranks = ALONE

    def run(self, step: int) -> Measured:
        """Update ``step``; the loss is the mean over the whole batch.

        Raises:
            NonFinite: loss or gradient is not a number; the weights are as they were.
        """
        task, watch = self.task, self.watch
        parts = task.parts(step)
        items = sum(task.items(part) for part in parts)
        total, wrong, shown = torch.zeros(()), torch.zeros(()), dict[str, torch.Tensor]()
        penalties: dict[str, torch.Tensor | float] = {}
        share = math.prod(guard.share for guard in self.protection)
        self.optimizer.zero_grad(set_to_none=True)
        for guard in self.protection:
            guard.before(step)
        for number, part in enumerate(parts):
            # Dropout is drawn from torch's global state, so that state is made a function of the update's number.
            torch.manual_seed(rng.integer(self.seed, "dropout", self.depth, step, number))
            with self.accelerator.autocast():
                loss = task.loss(part)
                whole = loss.total / items * share if self.protection else loss.total / items
                for guard in self.protection:
                    extra = guard.term(step, part, number, len(parts))
                    if extra is not None:
                        whole = whole + extra
                        name = f"loss/{guard.name}"
                        penalties[name] = penalties.get(name, 0.0) + extra.detach()
            self.accelerator.backward(whole)
            watch.learnt(step, part, loss.hits)
            total = total.to(loss.total.device) + loss.total.detach().float()
            wrong = wrong.to(loss.total.device) + loss.wrong.detach().float()
            for name, value in loss.shown.items():
                shown[name] = shown[name] + value.detach() if name in shown else value.detach()
        for guard in self.protection:
            penalties |= {f"loss/{name}": value for name, value in guard.after_backward(step).items()}
        parameters = [p for p in self.model.parameters() if p.requires_grad]
        norm = clip(parameters, task.stage.clip_norm, task.stage.clip)
        mean, length = float(total) / items, float(norm)
        if not (math.isfinite(mean) and math.isfinite(length)):
            what = "loss" if not math.isfinite(mean) else "gradient"
            raise NonFinite(
                f"the {what} of update {step + 1} is not finite; the batch is "
                f"{'; '.join(task.name(p) for p in parts)}. "
                "A lower learning rate or gradient clipping may help."
            )
        self.optimizer.step()
        for guard in self.protection:
            guard.after_step(self.optimizer)
        counts = [task.tokens(part) for part in parts]
        return Measured(
            mean,
            100 * float(wrong) / items,
            length,
            sum(c[0] for c in counts),
            sum(c[1] for c in counts),
            {f"train/{name}": float(value) / items for name, value in shown.items()}
            | {f"train/{name}": float(value) for name, value in penalties.items()},
        )
