"""A plug-in for tests: a run meets, once, the fault that its name says, after its first checkpoint.

The second process of a run on two devices has no memory for large micro-batches, whatever its name. Training processes
import this (``PALIMPSEST_PLUGINS``).
"""

from __future__ import annotations

import os
import signal

import torch

from engine.events import Evaluation
from engine.launch.stopping import has_checkpoint
from engine.stages.base import MicroBatch, MicroBatchLoss
from engine.stages.finetune import FinetuneTask
from engine.train import callbacks, trainer
from engine.train.update import UpdateResult

LOST_GPU = (
    "CUDA error: unspecified launch failure\nCUDA kernel errors might be asynchronously reported at some other API "
    "call, so the stacktrace below might be incorrect.\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1"
)
NO_MEMORY = "CUDA out of memory. Tried to allocate 20.00 MiB. GPU 0 has a total capacity of 79.11 GiB"

_step, _evaluate, _compute_loss = trainer.Trainer.step, callbacks.evaluate, FinetuneTask.compute_loss


def _meets(trained: trainer.Trainer, fault: str) -> bool:
    context = trained.context
    met = context.folder / "fault met"
    if context.experiment.name != fault or met.exists() or not has_checkpoint(context.folder):
        return False
    met.touch()
    return True


def step(self: trainer.Trainer, number: int) -> UpdateResult:
    """Make an update, or meet a fault."""
    if _meets(self, "lost gpu"):
        raise RuntimeError(LOST_GPU)
    if _meets(self, "killed"):
        os.kill(os.getpid(), signal.SIGKILL)
    return _step(self, number)


def evaluate(trained: trainer.Trainer, run_step: int) -> Evaluation:
    """Evaluate, or find no memory for it in whatever parts."""
    if _meets(trained, "no memory to evaluate"):
        raise torch.OutOfMemoryError(NO_MEMORY)
    return _evaluate(trained, run_step)


def compute_loss(self: FinetuneTask, micro_batch: MicroBatch) -> MicroBatchLoss:
    """Compute the loss of a micro-batch, or find no memory for it in the second process of a run."""
    if os.environ.get("RANK") == "1" and micro_batch.token_count > 40:
        raise torch.OutOfMemoryError(NO_MEMORY)
    return _compute_loss(self, micro_batch)


trainer.Trainer.step = step  # type: ignore[method-assign]
callbacks.evaluate = evaluate
FinetuneTask.compute_loss = compute_loss  # type: ignore[method-assign]
