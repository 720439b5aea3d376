"""What turns a stage's task into updates, made alike in every process that trains it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from accelerate import Accelerator
from accelerate.state import AcceleratorState, PartialState
from torch import nn

from engine.events import Evaluation
from engine.kernels.compilation import compile_layers
from engine.kernels.tensor_batch import supports_packing
from engine.mitigation.base import Regulariser
from engine.optim.groups import ParameterScheduler, build_optimizer
from engine.probes.scheduler import ProbeScheduler
from engine.spec.task_names import stage_ancestors
from engine.stages import outputs  # noqa: F401
from engine.stages.base import StageContext, StageTask
from engine.train.device import Device
from engine.train.metric_buffer import MetricValues, UpdateResult
from engine.train.parallel import Ranks
from engine.train.prefetch import Prefetcher
from engine.train.update import Updates


@dataclass
class Machinery:
    """The model of a stage on its device, with optimiser and course.

    Attributes:
        model: as updates call it; ``plain``: as it is saved.
        optimizer: as updates call it; ``inner``: the optimiser itself.
        notes: on how it is computed.
        updates: once ``start`` was called.
    """

    task: StageTask
    context: StageContext
    ranks: Ranks
    accelerator: Accelerator
    course: ParameterScheduler
    model: nn.Module
    plain: nn.Module
    optimizer: Any
    inner: torch.optim.Optimizer
    notes: list[str]
    updates: Updates | None = None

    @classmethod
    def of(cls, task: StageTask, context: StageContext, ranks: Ranks, step: int) -> Machinery:
        """For ``task`` as it stands after ``step`` updates, all but the weights."""
        stage, accelerator = task.stage, _accelerator(context.device)
        per_epoch = max(1, round(1 / task.epochs_at(1)))
        course = ParameterScheduler(
            task.model, task.parameter_table, stage, task.layers, task.steps, per_epoch
        )
        course.apply_freezing(step)
        optimizer = build_optimizer(task.model, task.parameter_table, stage, task.layers)
        plain = task.model
        # Placed explicitly, and not unwrapped again: to find out about either, Accelerate imports sharded tensors (a
        # second). "For evaluation" it calls a model whose gradients it is not to average by itself: here they are
        # summed, and only when all of an update's micro-batches have been gone through.
        model = accelerator.prepare_model(plain, device_placement=True, evaluation_mode=not ranks.alone)
        prepared = accelerator.prepare_optimizer(optimizer, device_placement=True)
        inner = getattr(prepared, "optimizer", prepared)
        task.model = model
        task.micro_batching.share_across(ranks)
        note = _compile(task, context, plain, task.steps - step)
        return cls(
            task, context, ranks, accelerator, course, model, plain, prepared, inner, [note] if note else []
        )

    def start(self, protection: list[Regulariser], watch: ProbeScheduler | None) -> Prefetcher:
        """Makes ready for updates; returns what gives their micro-batches, which is to be closed in the end."""
        task, context, place = self.task, self.context, self.context.device.torch
        feed = Prefetcher(task, place)
        # Counted along the line of stages it builds upon: a branch draws the same wherever it stands in the list.
        depth = len(stage_ancestors(context.experiment, context.index))
        seed = context.experiment.stream_seed("dropout", task.stage)
        self.updates = Updates(
            task,
            self.model,
            self.accelerator,
            self.optimizer,
            feed,
            seed,
            depth,
            protection,
            watch,
            self.ranks,
        )
        return feed

    def alike(self, protection: list[Regulariser]) -> None:
        """Waits until every process has come here, and gives all of them the first one's weights."""
        self.ranks.wait()
        self.ranks.spread(self.plain.state_dict().values())
        for guard in protection:
            self.ranks.spread(guard.constant_tensors())

    def update(self, step: int) -> UpdateResult:
        """Update ``step``: see ``Updates.run``."""
        assert self.updates is not None
        self.ranks.tell("update", step=step)
        self.course.apply_freezing(step)
        self.course.set_learning_rates(self.inner, step)
        self.model.train()
        self.course.disable_frozen_dropout()
        return self.updates.run(step)

    def check(self, step: int, values: MetricValues) -> None:
        """See ``Updates.check``."""
        assert self.updates is not None
        self.updates.check(step, values)

    def evaluate(self, step: int) -> Evaluation:
        """Measures the held-out split after ``step`` updates of the run, of which every process takes a share.

        Raises Drifted when they have not the same weights.
        """
        self.ranks.tell("evaluate", step=step)
        self.ranks.compare(self.plain.parameters(), f"after update {step}")
        self.plain.eval()
        return self.task.evaluate(step)


def _compile(task: StageTask, context: StageContext, model: nn.Module, updates: int) -> str:
    compute, device = context.experiment.compute, context.device
    encoder = model.encoder
    assert isinstance(encoder, nn.Module)
    packed = compute.padding != "padded" and supports_packing(model)
    half = device.precision == "bf16"
    return compile_layers(
        encoder, compute.compile, device=device.torch, bf16_autocast=half, packed=packed, updates=updates
    )


def _accelerator(device: Device) -> Accelerator:
    # Accelerate keeps one process-wide state; a second run in the same process may differ in precision.
    AcceleratorState._reset_state(reset_partial_state=True)
    PartialState._reset_state()
    return Accelerator(
        cpu=device.name == "cpu", mixed_precision="bf16" if device.precision == "bf16" else "no"
    )
