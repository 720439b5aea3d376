"""A stage in training: its trainer, its progress, and results that are not delivered yet."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator

import psutil
import torch

from engine.compute.process_group import ProcessGroup
from engine.disk_space import write_when_room
from engine.events import CheckpointSaved, Evaluation, Event, PhaseKind, PhaseProgress, RunNotice, StepMetrics
from engine.mitigation.base import build_regularisers
from engine.probes.scheduler import MEASURING_PHASE, ProbeScheduler
from engine.progress import with_progress
from engine.stages import outputs
from engine.stages.base import StageContext, StageTask
from engine.stages.frozen_features import frozen_features_work
from engine.train.checkpoints import Checkpoints, RunProgress, tensor_bytes
from engine.train.metric_buffer import MetricBuffer
from engine.train.trainer import Trainer

SAVING_PHASE = "Saving a checkpoint"
TESTING_PHASE = "Testing the chosen model"


class StageRun:
    """The state of a stage in training, which callbacks read and change.

    Attributes:
        trainer: the trainer, which makes the updates.
        progress: the run's progress, updated in place, and saved in checkpoints.
        checkpoints: the run's checkpoints.
        probes: the probe scheduler.
        metrics: metrics of updates that are being copied from the device.
        throughput: speed of the updates since the last pause.
        final_evaluations: evaluations of the selected model, once the stage is over.
    """

    def __init__(self, trainer: Trainer, progress: RunProgress, checkpoints: Checkpoints) -> None:
        self.trainer, self.progress, self.checkpoints = trainer, progress, checkpoints
        self.probes = ProbeScheduler(
            trainer.task, trainer.context, progress.first_step, is_main=trainer.process_group.is_main
        )
        self.probes.restore(progress.watch)
        self.probes.restore_tensors(checkpoints.load_probe_tensors())
        self.metrics = MetricBuffer(trainer.context.device.torch, trainer.check_finite, progress.untold)
        self.throughput = Throughput()
        self.final_evaluations: list[Evaluation] = []
        self._is_training = False

    @property
    def task(self) -> StageTask:
        """The stage task."""
        return self.trainer.task

    @property
    def context(self) -> StageContext:
        """The run to which the stage belongs."""
        return self.trainer.context

    @property
    def process_group(self) -> ProcessGroup:
        """The processes that train the stage together."""
        return self.trainer.process_group

    @property
    def step(self) -> int:
        """Number of updates of the stage so far."""
        return self.progress.step

    @property
    def run_step(self) -> int:
        """Number of updates so far on the run's step axis."""
        return self.progress.first_step + self.progress.step

    @property
    def is_over(self) -> bool:
        """Whether all updates of the stage have been made."""
        return self.progress.step >= self.task.steps or self.progress.stopped_early

    @property
    def selected_step(self) -> int:
        """The update of the checkpoint that the stage would pass on now: the best by validation, or the last.

        Further pre-training may pass on its last checkpoint rather than the one with the best held-out loss.
        """
        best = self.task.stage.passes_on_best_checkpoint and self.progress.best_step >= 0
        return self.progress.best_step if best else self.progress.step

    def deliver_metrics(self, *, wait: bool) -> Iterator[Event]:
        """Yield the metrics that have arrived from the device and pending notices. ``wait``: wait for all metrics."""
        for step, values in self.metrics.drain(wait=wait):
            yield StepMetrics(self.progress.first_step + step + 1, values)
        yield from self.task.micro_batching.take_notices()

    def pause_for(self, phase: str, kind: PhaseKind) -> Iterator[Event]:
        """Deliver all metrics, then report a phase other than training.

        It is called before the work of that phase, so that earlier metrics are stored first.
        """
        yield from self.deliver_metrics(wait=True)
        self._is_training = False
        yield PhaseProgress(phase, self.run_step, self.progress.first_step + self.task.steps, kind)

    def resume_training(self) -> Iterator[Event]:
        """Report that training continues. Yields nothing when training was not paused."""
        if not self._is_training:
            self._is_training = True
            self.throughput.restart()
            total = self.progress.first_step + self.task.steps
            yield PhaseProgress(self.task.stage.title, self.run_step, total, PhaseKind.UPDATES)

    def save_when_room(self) -> Generator[Event, None, CheckpointSaved]:
        """Save a checkpoint as ``save_checkpoint`` does. While the disk is full, wait."""
        needed = tensor_bytes(self.trainer.model, self.trainer.optimizer)
        return (yield from write_when_room(self.checkpoints.folder, needed, self.save_checkpoint))

    def save_checkpoint(self) -> CheckpointSaved:
        """Save everything that the run needs to resume from here."""
        progress = self.progress
        progress.untold = self.metrics.undelivered()
        progress.micro_tokens, progress.evaluation_tokens = self.task.micro_batching.lowered_limits
        progress.watch = self.probes.state()
        trainer, tensors = self.trainer, self.probes.tensors()
        path = self.checkpoints.save_last(progress, trainer.model, trainer.optimizer, tensors)
        return CheckpointSaved("last", path, self.run_step)


def open_stage(
    task: StageTask,
    context: StageContext,
    checkpoints: Checkpoints,
    progress: RunProgress,
    process_group: ProcessGroup,
) -> Generator[Event, None, StageRun]:
    """Prepare a stage to continue from ``progress``."""
    trainer = Trainer(task, context, process_group, updates_done=progress.step)
    with process_group.main_first():
        # Before a checkpoint is read, since regularisers take the current weights as the initial ones.
        trainer.regularisers = yield from with_progress(
            lambda report: build_regularisers(task, context, report)
        )
        run = StageRun(trainer, progress, checkpoints)
        if progress.step:
            checkpoints.load_last(trainer.model, trainer.optimizer)
        task.micro_batching.restore_limits(progress.micro_tokens, progress.evaluation_tokens)
        notes = yield from with_progress(
            frozen_features_work(task, progress.step, trainer.model, trainer.autocast)
        )
    for note in notes:
        yield RunNotice("info", note)
    if not process_group.is_single:
        yield PhaseProgress("Preparing the other devices")
        process_group.decide(progress.step)  # raises StoppedByMain in the others when the run was stopped
        trainer.broadcast_weights()
    yield RunNotice("info", trainer.description)
    return run


def finish_stage(run: StageRun) -> Iterator[Event]:
    """Measure, test and save the selected weights of the stage, after its last update."""
    trainer, progress, number = run.trainer, run.progress, run.context.index + 1
    yield from run.pause_for(SAVING_PHASE, PhaseKind.SAVING)
    event = yield from run.save_when_room()
    yield event
    selected = run.process_group.decide(run.selected_step)
    if selected == progress.best_step:
        if run.process_group.is_main:
            run.checkpoints.load_best(progress, trainer.model)
        run.process_group.broadcast(trainer.model.state_dict().values())
    yield from run.probes.report_examples(progress.step)
    if run.probes.enabled:
        yield PhaseProgress(MEASURING_PHASE, kind=PhaseKind.PROBES)
        yield from run.probes.measure(selected, trainer.model, "chosen")
    progress.watch = run.probes.state()
    yield PhaseProgress(TESTING_PHASE, kind=PhaseKind.EVALUATION)
    run.final_evaluations = evaluate_final(trainer, progress.first_step + selected)
    yield from run.final_evaluations
    yield from run.deliver_metrics(wait=True)
    final = {key: value for each in run.final_evaluations for key, value in each.values.items()}
    progress.results = outputs.add_stage_metrics(progress.results, number, final)
    if run.process_group.is_main:
        folder = run.context.folder
        path = yield from write_when_room(
            folder, tensor_bytes(trainer.model), lambda: outputs.save_result(run.task, folder, number)
        )
        yield CheckpointSaved("stage", path, run.run_step)


def evaluate(trainer: Trainer, run_step: int) -> Evaluation:
    """Evaluate the held-out split after ``run_step`` updates of the run. Processes share its texts.

    Raises WeightsDiverged when processes do not have the same weights.
    """
    group, model = trainer.process_group, trainer.model
    group.decide(run_step)
    group.require_equal(model.parameters(), f"after update {run_step}")
    model.eval()
    with trainer.autocast():
        return trainer.task.evaluate(run_step)


def evaluate_final(trainer: Trainer, run_step: int) -> list[Evaluation]:
    """Evaluate the selected model, of update ``run_step`` of the run, on the test split, shared as in ``evaluate``."""
    trainer.process_group.decide(run_step)
    trainer.model.eval()
    with trainer.autocast():
        return list(trainer.task.evaluate_final(run_step))


WINDOW_SECONDS = 1.0
"""Minimum time over which speeds are averaged."""
CONTEXT_GB = 0.5
"""Approximate GPU memory that the driver itself uses per process (kernels, stack)."""


class Throughput:
    """Texts and tokens (without padding) per second since the last report, without pauses."""

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Restart the measurement after a pause."""
        self._start, self._texts, self._tokens = time.perf_counter(), 0, 0

    def add(self, texts: int, tokens: int) -> None:
        """Count an update."""
        self._texts += texts
        self._tokens += tokens

    def values(self) -> dict[str, float]:
        """Return speeds and machine load as metrics, empty within a second of the last report."""
        seconds = time.perf_counter() - self._start
        if seconds < WINDOW_SECONDS:
            return {}
        values = {
            "speed/texts_per_second": self._texts / seconds,
            "speed/tokens_per_second": self._tokens / seconds,
            "system/cpu": psutil.cpu_percent(),
            "system/memory_gb": psutil.Process().memory_info().rss / 2**30,
        }
        if torch.cuda.is_initialized():
            values["system/gpu_memory_gb"] = torch.cuda.memory_reserved() / 2**30 + CONTEXT_GB
        self.restart()
        return values
