"""The training loop: one, for every stage, as a generator of events.

Stopping is not asking for the next event: when the consumer closes the generator between two updates, a checkpoint is
written and the run can be resumed from exactly there. Every random draw of an update (order, masking, dropout) is a
pure function of the seeds and the update's number, so a resumed run is bit-identical on CPU to one never stopped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import psutil
import torch

from engine.cache import stage_reuse
from engine.cache.frozen_features import frozen_features_work
from engine.errors import UserError
from engine.events import (
    CheckpointSaved,
    Evaluation,
    Event,
    PhaseProgress,
    RunFinished,
    RunNotice,
    StageStarted,
    StepMetrics,
)
from engine.kernels.attention import set_kernels
from engine.mitigation import inputs
from engine.mitigation.base import build_regularisers
from engine.model.encoders import describe_encoder
from engine.probes.base import ProbeOccasion
from engine.probes.scheduler import MEASURING_PHASE, ProbeScheduler, carry_over
from engine.progress import ReportProgress, with_progress
from engine.spec.checks.cross_field import require_runnable
from engine.spec.experiment import Experiment
from engine.stages import outputs
from engine.stages.base import StageContext, StageTask, plan_updates, prepare_stage
from engine.train.attention_choice import attention_notices, choose_attention, kernels_as_json
from engine.train.checkpoints import Checkpoints, RunProgress
from engine.train.device import choose_device, describe_process_setup
from engine.train.machinery import Machinery
from engine.train.metric_buffer import MetricBuffer
from engine.train.parallel import ALONE, Ranks

SAVING = "Saving a checkpoint"
"""Told before each checkpoint, so that what was measured so far is committed before the run can resume from there."""
SAVING_STEP = "Keeping these weights"


def train(
    experiment: Experiment, folder: Path, *, resume: bool = False, process_group: Ranks = ALONE
) -> Iterator[Event]:
    """Runs all stages of ``experiment`` in ``folder``, yielding events.

    Args:
        experiment: what to do.
        folder: the run's folder; checkpoints and results go there.
        resume: go on from the last checkpoint in ``folder`` (from the beginning when there is none).
        process_group: the processes that train it, of which this is the first; the others ``follow``, until
            they are told "end" by whoever stops asking for events.

    Raises:
        UserError: the input is bad; nothing was trained.
        NonFinite: a loss or gradient was not finite; the message names update and batch.
    """
    checkpoints = Checkpoints(folder / "checkpoints")
    progress = checkpoints.read() if resume else None
    if progress is None:
        checkpoints.clear()
        outputs.clear_outputs(folder)
        progress = RunProgress(identity=experiment.identity())
    elif progress.identity != experiment.identity():
        raise UserError(
            "the checkpoint belongs to another experiment.",
            place=str(folder),
            remedy="Start the run again instead.",
        )
    device = choose_device(experiment.compute, precision=progress.precision, process_group=process_group)
    progress.precision = device.precision
    yield RunNotice(
        "info", f"{device.name}, {device.precision}: {device.reason}; {describe_process_setup(device)}"
    )
    if device.warning:
        yield RunNotice("warning", device.warning)
    if not process_group.alone:
        yield RunNotice("info", process_group.text)

    encoder = describe_encoder(experiment.encoder)
    for text in require_runnable(experiment, encoder):
        yield RunNotice("warning", text)
    attention = choose_attention(experiment, device, encoder, progress.attention)
    progress.attention = kernels_as_json(attention)
    dropout = any(stage.dropout for stage in experiment.stages)
    for text in attention_notices(attention, dropout=dropout) if attention else []:
        yield RunNotice("info", text)

    steps = yield from with_progress(
        lambda say: [plan_updates(stage, experiment, say) for stage in experiment.stages]
    )
    yield from with_progress(lambda say: inputs.check_texts(experiment))
    for index in range(progress.stage, len(experiment.stages)):
        context = StageContext(
            experiment, index, outputs.starting_encoder(experiment, index, folder), device, folder
        )
        task = yield from with_progress(_preparation_work(context))
        if attention:
            set_kernels(task.model, attention.kernels)
            task.info["attention"] = attention.describe(dropout=bool(task.stage.dropout))
        for note in task.notes:
            yield note if isinstance(note, RunNotice) else RunNotice("info", note)
        yield StageStarted(
            index, task.stage.kind, task.stage.title, progress.first_step, task.steps, sum(steps), task.info
        )
        mark = (
            (yield from with_progress(stage_reuse.fingerprint_work(task, context)))
            if stage_reuse.is_reusable(context)
            else None
        )
        # A run that is waited for, or that waits, ends its claim whatever happens to it.
        with (yield from stage_reuse.acquire_stage_lock(mark, context, wait=not progress.step)):
            if (
                mark is None
                or progress.step
                or not (yield from stage_reuse.take_from_store(mark, task, context, progress))
            ):
                tested, watch = yield from _train_stage(task, context, checkpoints, progress, process_group)
                if mark is not None:
                    stage_reuse.store_stage(mark, task, context, progress, tested, watch)
        progress = RunProgress(
            identity=progress.identity,
            stage=index + 1,
            first_step=progress.first_step + progress.step,
            precision=device.precision,
            attention=kernels_as_json(attention),
            results=progress.results,
            watch=carry_over(progress.watch),
        )
        checkpoints.clear_best()
        checkpoints.save_last(progress, task.model, None)
        del task  # before the next stage is prepared: two models need not fit into memory
    yield RunFinished(progress.first_step, progress.results)


def _preparation_work(context: StageContext) -> Callable[[ReportProgress], StageTask]:
    return lambda say: prepare_stage(context.experiment.stages[context.index], context, say)


def _train_stage(
    task: StageTask,
    context: StageContext,
    checkpoints: Checkpoints,
    progress: RunProgress,
    process_group: Ranks,
) -> Generator[Event, None, tuple[list[Evaluation], ProbeScheduler]]:
    """One stage from wherever ``progress`` stands to its end; ``progress`` is kept up to date in place.

    Returns the final measurements, and what has watched it.
    """
    stage, compute, origin = task.stage, context.experiment.compute, progress.first_step
    made = Machinery.of(task, context, process_group, progress.step)
    plain, inner, portions = made.plain, made.inner, task.micro_batching
    for text in made.notes:
        yield RunNotice("info", text)
    # Before a checkpoint is read: guards take the weights they find for those the stage began with.
    protection = yield from with_progress(lambda say: build_regularisers(task, context, say))
    watch = ProbeScheduler(task, context, origin)
    watch.restore(progress.watch)
    watch.restore_tensors(checkpoints.load_probe_tensors())
    if progress.step:
        checkpoints.load_last(plain, inner)
    portions.restore_limits(progress.micro_tokens, progress.evaluation_tokens)
    for text in (
        yield from with_progress(frozen_features_work(task, progress.step, plain, made.accelerator.autocast))
    ):
        yield RunNotice("info", text)
    if not process_group.alone:
        yield PhaseProgress("Preparing the other devices")
        tokens, evaluation = portions.lowered_limits
        process_group.tell(
            "stage",
            index=context.index,
            step=progress.step,
            precision=context.device.precision,
            attention=progress.attention,
            tokens=tokens,
            evaluation=evaluation,
        )
        made.alike(protection)
    number, kept = context.index + 1, frozenset(stage.kept_steps())
    feed = made.start(protection, watch)
    measures = MetricBuffer(context.device.torch, made.check, progress.untold)
    saved, speed, every = time.monotonic(), _Throughput(), max(1, task.steps // 500)
    yield RunNotice("info", f"Batches {feed.description}; {portions.description}.")

    def told(*, whole: bool = True) -> Iterator[Event]:
        for step, values in measures.drain(wait=whole):
            yield StepMetrics(origin + step + 1, values)
        yield from portions.take_notices()

    def learning() -> PhaseProgress:
        return PhaseProgress(stage.title, origin + progress.step, origin + task.steps)

    def save() -> CheckpointSaved:
        progress.untold = measures.undelivered()
        progress.micro_tokens, progress.evaluation_tokens = portions.lowered_limits
        progress.watch = watch.state()
        path = checkpoints.save_last(progress, plain, inner, watch.tensors())
        return CheckpointSaved("last", path, origin + progress.step)

    yield learning()
    try:
        while True:
            if task.is_evaluation_due(progress.step) and progress.evaluated < progress.step:
                yield from told()
                yield PhaseProgress("Evaluating", origin + progress.step, origin + task.steps)
                yield from _evaluate(made, checkpoints, progress, origin)
                yield from watch.report_examples(progress.step)
                speed = _Throughput()
            over = progress.step >= task.steps or progress.stopped_early
            if watch.is_due(progress.step, is_end=over, selected_step=_selected_step(task, progress)):
                yield from told()
                yield PhaseProgress(MEASURING_PHASE, origin + progress.step, origin + task.steps)
                when: ProbeOccasion = "end" if over else "point" if progress.step else "start"
                yield from watch.measure(progress.step, plain, when)
                yield learning()
                speed = _Throughput()
            if progress.step in kept and progress.kept < progress.step:
                yield from told()
                yield PhaseProgress(SAVING_STEP, origin + progress.step, origin + task.steps)
                path = outputs.save_step(task, context.folder, number, progress.step)
                progress.kept = progress.step
                yield CheckpointSaved("kept", path, origin + progress.step)
                speed = _Throughput()
            if over:
                yield from told()
                break
            step = progress.step
            measured = made.update(step)
            progress.step = step + 1
            speed.add(measured.texts, measured.tokens)
            more, shown = {}, step % every == 0 or progress.step == task.steps
            if shown:
                rates = [group["lr"] for group in inner.param_groups]
                more = {"rate/top": max(rates), "rate/bottom": min(rates)}
                more |= {"progress/epoch": task.epochs_at(progress.step)} | speed.values()
            measures.add(step, measured, more, with_norm=shown)
            yield from told(whole=False)
            if time.monotonic() - saved > compute.checkpoint_seconds:
                yield from told()
                yield PhaseProgress(SAVING, origin + progress.step, origin + task.steps)
                yield save()
                saved = time.monotonic()
    except GeneratorExit:
        save()
        raise
    finally:
        feed.close()
    yield PhaseProgress(SAVING, origin + progress.step, origin + task.steps)
    yield save()

    chosen = _selected_step(task, progress)
    if chosen == progress.best_step:
        checkpoints.load_best(plain)
        process_group.tell("weights")
        process_group.spread(plain.state_dict().values())
    yield from watch.report_examples(progress.step)
    if watch.enabled:
        yield PhaseProgress(MEASURING_PHASE)
        yield from watch.measure(chosen, plain, "chosen")
    progress.watch = watch.state()
    yield PhaseProgress("Testing the chosen model")
    plain.eval()
    process_group.tell("finish", step=origin + chosen)
    tested = list(task.evaluate_final(origin + chosen))
    yield from tested
    yield from told()
    final = {key: value for each in tested for key, value in each.values.items()}
    progress.results = outputs.add_stage_metrics(progress.results, number, final)
    yield CheckpointSaved("stage", outputs.save_result(task, context.folder, number), origin + progress.step)
    return tested, watch


def _selected_step(task: StageTask, progress: RunProgress) -> int:
    """The update whose weights a stage that ends now hands on: the one that validation likes best.

    Pre-training may hand on its last weights rather than those that the held-out text liked best.
    """
    best = task.stage.hands_on_best and progress.best_step >= 0
    return progress.best_step if best else progress.step


def _evaluate(
    made: Machinery, checkpoints: Checkpoints, progress: RunProgress, origin: int
) -> Iterator[Event]:
    """Measures the held-out split, keeps the best weights, and decides on early stopping."""
    task, model = made.task, made.plain
    evaluated = made.evaluate(origin + progress.step)
    value = task.selection_value(evaluated)
    # Ties go to the earlier step, as in spaCy: it has had less chance to forget.
    better = progress.best_value is None or value < progress.best_value
    if better:
        progress.best_value, progress.best_step, progress.evaluations_since_best = value, progress.step, 0
        path = checkpoints.save_best(progress, model)
    else:
        progress.evaluations_since_best += 1
    patience = task.stage.early_stopping
    progress.stopped_early = bool(patience) and progress.evaluations_since_best >= patience
    # All state is settled before the first event: the consumer may stop at any of them.
    progress.evaluated = progress.step
    progress.measured.append((progress.step, evaluated.split, dict(evaluated.values), better, ""))
    if better:
        yield evaluated.as_best()
        yield CheckpointSaved("best", path, origin + progress.step)
    else:
        yield evaluated
    if progress.stopped_early:
        yield RunNotice("info", f"Stopped early: no improvement in {patience} evaluations.")


class _Throughput:
    """Texts and real tokens per second since the last display, and what the machine is doing."""

    def __init__(self) -> None:
        self.started, self.texts, self.tokens = time.perf_counter(), 0, 0

    def add(self, texts: int, tokens: int) -> None:
        self.texts += texts
        self.tokens += tokens

    def values(self) -> dict[str, float]:
        """The measures, at most once a second; empty in between."""
        passed = time.perf_counter() - self.started
        if passed < 1.0:
            return {}
        values = {
            "speed/texts_per_second": self.texts / passed,
            "speed/tokens_per_second": self.tokens / passed,
            "system/cpu": psutil.cpu_percent(),
            "system/memory_gb": psutil.Process().memory_info().rss / 2**30,
        }
        if torch.cuda.is_available():
            free, size = torch.cuda.mem_get_info()
            values |= {"system/gpu_memory_gb": (size - free) / 2**30}
        self.started, self.texts, self.tokens = time.perf_counter(), 0, 0
        return values
