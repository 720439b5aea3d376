"""The training loop of every stage and every process of a run, as a generator of events.

To stop, the consumer closes the generator. Between two updates a checkpoint is then written, and the run can be resumed
from exactly there. Every random draw of an update (order, masking, dropout) is a pure function of the seeds and the
update's number, so on a CPU a resumed run is bit-identical to one that was never stopped.

With several processes, each runs this loop. The first one measures, saves, and makes the decisions
(``ProcessGroup.decide``). The checkpoints and probes of the others do nothing, and they have only those callbacks that
need all processes.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path

from engine.compute.computation import computation_record
from engine.compute.device import (
    Device,
    attention_notices,
    choose_attention,
    choose_device,
    describe_process_setup,
    kernels_as_json,
)
from engine.compute.process_group import SINGLE, ProcessGroup
from engine.disk_space import write_when_room
from engine.errors import UserError
from engine.events import Event, PhaseKind, PhaseProgress, RunFinished, RunNotice, StageStarted
from engine.json_types import JsonObject
from engine.kernels.attention import set_kernels
from engine.kernels.kernel_selection import KernelDecision
from engine.model.content_hash import encoder_content_hash
from engine.model.encoders import describe_encoder
from engine.probes.passages import check_general_texts
from engine.probes.scheduler import carry_over
from engine.progress import with_progress
from engine.spec.checks.cross_field import require_runnable
from engine.spec.experiment import Experiment
from engine.stages import outputs
from engine.stages.base import StageContext, StageTask, plan_updates, prepare_stage
from engine.train import stage_reuse
from engine.train.callbacks import Callback, stage_callbacks
from engine.train.checkpoints import Checkpoints, RunProgress
from engine.train.stage_run import SAVING_PHASE, StageRun, finish_stage, open_stage


def train(
    experiment: Experiment, folder: Path, *, resume: bool = False, process_group: ProcessGroup = SINGLE
) -> Iterator[Event]:
    """Run all stages of ``experiment`` in ``folder``, yielding events.

    Args:
        experiment: the specification of the run.
        folder: the run's folder, for checkpoints and results.
        resume: resume from the last checkpoint in ``folder`` (from the beginning when there is none).
        process_group: the processes that train it, each of which calls this with the same arguments. All stop when the
            consumer in the first process closes its generator.

    Raises:
        UserError: the input is invalid, and nothing was trained.
        NonFinite: a loss or gradient was not finite. The message names update and batch.
        StoppedByMain: in the other processes, when the first one was stopped.
    """
    try:
        yield from _train_stages(experiment, folder, process_group, resume=resume)
    except GeneratorExit:
        process_group.stop_others()
        raise


def _train_stages(
    experiment: Experiment, folder: Path, process_group: ProcessGroup, *, resume: bool
) -> Iterator[Event]:
    checkpoints = Checkpoints(folder / "checkpoints", read_only=not process_group.is_main)
    progress = _starting_progress(experiment, folder, checkpoints, process_group, resume=resume)
    for damage in checkpoints.damage:
        yield RunNotice(
            "warning",
            f"A checkpoint is damaged, and the run continues from the one before, at update "
            f"{progress.first_step + progress.step:,}. {damage}",
        )
    setup = yield from _choose_setup(experiment, progress, process_group)
    with process_group.main_first():
        total = yield from with_progress(
            lambda report: sum(plan_updates(stage, experiment, report) for stage in experiment.stages),
            PhaseKind.DATA,
        )
        yield from with_progress(lambda report: check_general_texts(experiment))
    for index in range(progress.stage, len(experiment.stages)):
        start = outputs.starting_encoder(experiment, index, folder)
        context = StageContext(experiment, index, start, setup.device, folder)
        with process_group.main_first():
            task = yield from _prepare_task(context, setup)
        stage = task.stage
        yield StageStarted(index, stage.kind, stage.title, progress.first_step, task.steps, total, task.info)
        yield from _train_or_reuse(task, context, checkpoints, progress, process_group)
        progress = RunProgress(
            identity=progress.identity,
            stage=index + 1,
            first_step=progress.first_step + progress.step,
            precision=progress.precision,
            attention=progress.attention,
            results=progress.results,
            watch=carry_over(progress.watch),
        )
        # All measurements are stored before the checkpoint that counts them as done.
        yield PhaseProgress(SAVING_PHASE, progress.first_step, total, PhaseKind.SAVING)
        yield from write_when_room(
            checkpoints.folder, 0, partial(checkpoints.save_last, progress, task.model, None)
        )
        progress = _agree_on_progress(progress, process_group)
        del task  # so that the next stage's model does not need memory in addition
    checkpoints.forget_earlier()
    yield RunFinished(progress.first_step, progress.results)


def run_updates(run: StageRun, callbacks: Sequence[Callback]) -> Iterator[Event]:
    """Make the remaining updates of a stage.

    When the consumer closes this generator, a checkpoint is written.
    """
    try:
        while True:
            for callback in callbacks:
                yield from callback.between_updates(run)
            if run.is_over:
                break
            yield from run.resume_training()
            run.process_group.decide(run.step)  # raises StoppedByMain in the others when the run was stopped
            result = run.trainer.step(run.step)
            run.progress.step += 1
            for callback in callbacks:
                callback.observe(run, result)
    except GeneratorExit:
        run.save_checkpoint()
        raise
    finally:
        run.trainer.close()


def _train_or_reuse(
    task: StageTask,
    context: StageContext,
    checkpoints: Checkpoints,
    progress: RunProgress,
    process_group: ProcessGroup,
) -> Iterator[Event]:
    """Reuse the result of a run that has trained the same stage, or train it and store it for others."""
    fingerprint, is_reused = None, False
    with ExitStack() as locks:
        if process_group.is_main and stage_reuse.is_reusable(context):
            fingerprint = yield from with_progress(
                stage_reuse.fingerprint_work(task, context), PhaseKind.FINGERPRINT
            )
        if fingerprint is not None:
            # Other runs that need the same stage wait for the lock, which is always released.
            lock = locks.enter_context(stage_reuse.stage_lock(fingerprint, context))
            if progress.step:
                lock.try_acquire()  # a resumed run continues, even if another run trains the same stage
            else:
                yield from stage_reuse.wait_for_lock(lock)
                is_reused = yield from stage_reuse.reuse_stage(fingerprint, task, context, progress)
        if process_group.decide(is_reused):
            return
        run = yield from open_stage(task, context, checkpoints, progress, process_group)
        yield from run_updates(run, stage_callbacks(process_group))
        yield from finish_stage(run)
        if fingerprint is not None:
            stage_reuse.store_stage(fingerprint, task, context, progress, run.final_evaluations, run.probes)


@dataclass(frozen=True)
class _Setup:
    """Device and attention kernels of a run.

    ``attention`` is None for families that use transformers' own attention. ``computation`` is the record of both.
    """

    device: Device
    attention: KernelDecision | None
    computation: JsonObject


def _starting_progress(
    experiment: Experiment,
    folder: Path,
    checkpoints: Checkpoints,
    process_group: ProcessGroup,
    *,
    resume: bool,
) -> RunProgress:
    """Return the progress from which the run resumes. If it starts anew, remove the outputs of earlier attempts."""
    progress = checkpoints.read() if resume and process_group.is_main else None
    identities = (experiment.identity(), experiment.identity_by_path())
    if progress is not None and progress.identity not in identities:
        raise UserError(
            "the checkpoint belongs to another experiment.",
            place=str(folder),
            remedy="Start the run again instead.",
        )
    if progress is None and process_group.is_main:
        checkpoints.clear()
        outputs.clear_outputs(folder)
    if process_group.is_main:
        outputs.sweep_leftovers(folder)
    name = process_group.decide(checkpoints.active.name if checkpoints.active else "")
    if not process_group.is_main:
        checkpoints.use(name)
    return _agree_on_progress(progress or RunProgress(identity=experiment.identity()), process_group)


def _agree_on_progress(progress: RunProgress, process_group: ProcessGroup) -> RunProgress:
    """Return the progress of the first process, the only one that measures and saves."""
    return RunProgress(**process_group.decide(asdict(progress)))


def _choose_setup(
    experiment: Experiment, progress: RunProgress, process_group: ProcessGroup
) -> Generator[Event, None, _Setup]:
    """Choose device, precision and kernels, for a resumed run as before, and record them in ``progress``."""
    device = choose_device(experiment.compute, precision=progress.precision, process_group=process_group)
    device = replace(device, precision=process_group.decide(device.precision))
    progress.precision = device.precision
    yield RunNotice(
        "info", f"{device.name}, {device.precision}: {device.reason}; {describe_process_setup(device)}"
    )
    if device.warning:
        yield RunNotice("warning", device.warning)
    if not process_group.is_single:
        yield RunNotice("info", process_group.description)
    encoder = describe_encoder(experiment.encoder)
    for text in require_runnable(experiment, encoder):
        yield RunNotice("warning", text)
    attention = None
    if process_group.is_main:
        attention = choose_attention(experiment.compute, device, encoder, progress.attention)
    progress.attention = process_group.decide(kernels_as_json(attention))
    if not process_group.is_main:
        attention = choose_attention(experiment.compute, device, encoder, progress.attention)
    if attention:
        for text in attention_notices(attention, dropout=any(s.dropout for s in experiment.stages)):
            yield RunNotice("info", text)
    record = computation_record(experiment.compute, device, process_group, progress.attention)
    return _Setup(device, attention, record)


def _prepare_task(context: StageContext, setup: _Setup) -> Generator[Event, None, StageTask]:
    """Read the data of a stage and build its model, with the kernels of the run."""
    spec = context.experiment.stages[context.index]
    task = yield from with_progress(lambda report: prepare_stage(spec, context, report), PhaseKind.DATA)
    if setup.attention:
        set_kernels(task.model, setup.attention.kernels)
        task.info["attention"] = setup.attention.describe(dropout=bool(spec.dropout))
    task.info["computation"] = setup.computation
    if context.index == 0 and (content := encoder_content_hash(context.encoder)) is not None:
        task.info["encoder_content"] = content[:16]
    for notice in task.notes:
        yield notice if isinstance(notice, RunNotice) else RunNotice("info", notice)
    return task
