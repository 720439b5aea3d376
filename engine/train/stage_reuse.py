"""Stage reuse: a stage that several runs have in common is trained once.

The stage fingerprint covers everything that determines the result: the initial weights, specification and seeds, the
content of the data and of the inputs of strategies against forgetting, the precision and the program itself. Device,
padding, accumulation and threads are left out: they change a result by rounding only (and by dropout masks). The
initial weights are identified by content, not by origin.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Generator, Iterator, Sequence

from engine.cache import artefacts, stage_store
from engine.cache.atomic_folders import replace_parts
from engine.cache.locks import POLL_SECONDS, ArtefactLock
from engine.cache.program_hash import program_hash
from engine.data.dataset import load_dataset
from engine.errors import UserError, write_failure
from engine.events import (
    CheckpointSaved,
    Evaluation,
    EvaluationRecord,
    Event,
    PhaseKind,
    PhaseProgress,
    RunNotice,
    StageReused,
    StepMetrics,
)
from engine.json_types import JsonObject
from engine.model.content_hash import encoder_content_hash
from engine.probes import record
from engine.probes.passages import passages_content_key
from engine.probes.scheduler import MEASURING_PHASE, ProbeScheduler
from engine.progress import ReportProgress
from engine.spec.base import collect_inputs
from engine.spec.experiment import RANDOM_STREAMS, Encoder, select_roles, stage_ancestors
from engine.stages import outputs
from engine.stages.base import StageContext, StageTask
from engine.stages.outputs import stage_folder
from engine.train.checkpoints import RunProgress


def is_reusable(context: StageContext) -> bool:
    """Return whether this stage may be taken from another run.

    All stages of a run except the last may, unless reuse is switched off, or a measure of forgetting, which is relative
    to the start of the run, selects the checkpoint.
    """
    experiment = context.experiment
    if experiment.stages[context.index].checkpoint_bound.needs_probes:
        return False
    return experiment.compute.reuse and context.index + 1 < len(experiment.stages)


def stage_fingerprint(task: StageTask, context: StageContext) -> str | None:
    """Return 32 hex digits, equal for stages with equal results.

    None when the content of the initial weights, the data or a teacher is unknown.
    """
    experiment, stage = context.experiment, task.stage
    start, data = encoder_content_hash(context.encoder), task.info.get("data")
    teachers = [encoder_content_hash(Encoder(source=each)) for each in stage.teachers().values()]
    if start is None or data is None or None in teachers:
        return None
    settings = select_roles(stage, roles=("what",))
    for name in ("start", "seed", "keep", *stage.teachers()):
        settings.pop(name, None)
    content = {
        "start": start,
        "weights": context.encoder.weights,
        "stage": settings,
        "seeds": [experiment.stream_seed(stream, stage) for stream in RANDOM_STREAMS],
        "depth": len(stage_ancestors(experiment, context.index)),
        "data": [data, task.info.get("held_out"), *([task.info["head"]] if "head" in task.info else [])],
        "teachers": teachers,
        "strategy_inputs": inputs_fingerprint(context),
        "precision": context.device.precision,
        "program": program_hash(),
    }
    if experiment.trial_of:  # trials are not evaluated on the test split, so other runs cannot reuse them
        content["tested"] = False
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode("utf-8")).hexdigest()[:32]


def fingerprint_work(task: StageTask, context: StageContext) -> Callable[[ReportProgress], str | None]:
    """Return ``stage_fingerprint`` as a function of a progress callback, since reading the weights takes time."""

    def work(report: ReportProgress) -> str | None:
        report("Looking for an equal stage", 0, 0)
        return stage_fingerprint(task, context)

    return work


def stage_lock(fingerprint: str, context: StageContext) -> ArtefactLock:
    """Return the lock for training the stage of ``fingerprint``, a context manager that releases it at the end."""
    return ArtefactLock(f"stage-{fingerprint}", context.folder.name)


def wait_for_lock(lock: ArtefactLock) -> Iterator[Event]:
    """Acquire ``lock`` once no other run holds it. While waiting, report which run does.

    Afterwards the stage is in the store, or the other run has failed and this one trains the stage.
    """
    while not lock.try_acquire():
        yield PhaseProgress(f"Waiting for {lock.holder()}, which trains the same stage")
        time.sleep(POLL_SECONDS)


def reuse_stage(
    fingerprint: str, task: StageTask, context: StageContext, progress: RunProgress
) -> Generator[Event, None, bool]:
    """Reuse the stage of ``fingerprint`` from another run instead of training it. Return false when there is none.

    Its files, evaluations and test predictions are adopted, and it takes up as many steps. The metrics of its updates
    are not repeated. Probe results are replayed if that run used the same probes. Otherwise the start of the stage and
    its selected checkpoint are measured here.
    """
    number, kept_steps, origin = context.index + 1, task.stage.kept_steps(), progress.first_step
    stored = stage_store.find_stage(fingerprint, kept_steps)
    if stored is None:
        return False
    target = outputs.stage_folder(context.folder, number)
    draft = outputs.draft_folder(context.folder, number)
    try:
        stage_store.link_stage(fingerprint, draft, kept_steps)
        predictions = stage_store.load_predictions(fingerprint, stored)
        arrays = stage_store.load_arrays(fingerprint)
    except OSError as error:
        if write_failure(error):
            raise  # the caller waits for space, since training the stage would need more
        return False  # the stage was removed in the meantime
    replace_parts(draft, target)
    run = stored.run.lstrip("0") or stored.run
    yield StageReused(context.index, run, stored.name)
    yield RunNotice(
        "info", f"Stage {number} is reused from run {run} ('{stored.name}'), which trained the same."
    )
    final: dict[str, float] = {}
    for step, split, values, best, key in stored.evaluations:
        final |= values if split == "test" else {}
        yield Evaluation(
            split, origin + step, values, best, predictions.get(key), final=bool(key) or split == "test"
        )
    progress.step, progress.results = stored.step, outputs.add_stage_metrics(progress.results, number, final)
    scheduler = ProbeScheduler(task, context, origin)
    scheduler.restore(progress.watch)
    if scheduler.enabled and stored.probes_key and stored.probes_key == probes_fingerprint(context):
        yield from scheduler.replay(record.ProbeRecord(stored.probe_results, arrays), stored.probe_info)
        yield from record.example_events(
            stored.example_classes, arrays, context.index, origin, origin + progress.step
        )
    elif scheduler.enabled:
        yield PhaseProgress(MEASURING_PHASE, kind=PhaseKind.PROBES)
        yield from scheduler.measure_reused(_result_step(task, stored), stored.step, target)
    progress.watch = scheduler.state()
    yield StepMetrics(origin + progress.step, {"progress/epoch": task.epochs_at(progress.step)})
    yield CheckpointSaved("stage", target, origin + progress.step)
    return True


def _result_step(task: StageTask, stored: stage_store.StoredStage) -> int:
    """Return the update of a stored stage's selected weights."""
    best = [step for step, _, _, best, _ in stored.evaluations if best]
    return best[-1] if best and task.stage.passes_on_best_checkpoint else stored.step


def probes_fingerprint(context: StageContext) -> str:
    """Return a hash of everything else that determines a stage's probe results, or "" without probes."""
    experiment, spec = context.experiment, context.experiment.probes
    earlier = experiment.stages[: context.index]
    try:
        content = {
            "probes": spec.model_dump(mode="json"),
            "text": passages_content_key(experiment.general_text(spec.text), "probe"),
            "known": [load_dataset(probing_task.data).fingerprint for probing_task in spec.known],
            "encoder": [encoder_content_hash(experiment.encoder), experiment.encoder.weights],
            # Earlier tasks are measured under their own heads, and named after the number of their stage.
            "before": [select_roles(stage, roles=("what",)) for stage in earlier],
            "seeds": [experiment.stream_seed(name, stage) for stage in earlier for name in RANDOM_STREAMS],
        }
    except UserError:
        return ""
    return artefacts.key("probes", content) if spec.on else ""


def store_stage(
    fingerprint: str,
    task: StageTask,
    context: StageContext,
    progress: RunProgress,
    evaluations: Sequence[Evaluation],
    scheduler: ProbeScheduler,
) -> None:
    """Store the stage that has just been trained. ``evaluations`` are its final ones."""
    predictions = [each.predictions for each in evaluations if each.predictions is not None]
    records: list[EvaluationRecord] = list(progress.measured)
    for each in evaluations:
        key = each.predictions.split if each.predictions is not None else ""
        records.append((each.step - progress.first_step, each.split, dict(each.values), False, key))
    stored = stage_store.StoredStage(
        run=context.folder.name,
        name=context.experiment.name,
        step=progress.step,
        kept_steps=[step for step in task.stage.kept_steps() if step <= progress.step],
        evaluations=records,
        probes_key=probes_fingerprint(context) if scheduler.enabled else "",
        probe_results=scheduler.record.state(),
        probe_info=scheduler.info,
        example_classes={task: list(event.classes) for task, event in scheduler.example_events.items()},
    )
    arrays = scheduler.record.arrays() | record.example_arrays(scheduler.example_events, progress.first_step)
    stage_store.put_stage(
        fingerprint, outputs.stage_folder(context.folder, context.index + 1), stored, predictions, arrays
    )


def inputs_fingerprint(context: StageContext) -> JsonObject:
    """Return JSON values that identify the inputs of the stage's options, {} for none.

    Options declare their inputs (``Choice.inputs``). Raises UserError when a text or the data of an earlier task cannot
    be read.
    """
    from engine.model.content_hash import encoder_content_hash
    from engine.probes.passages import passages_content_key

    inputs, content = collect_inputs(context.experiment.stages[context.index]), dict[str, object]()
    if inputs.original_head:
        encoder = context.experiment.encoder
        content["original"] = [encoder_content_hash(encoder), encoder.weights]
    if inputs.texts:
        content["texts"] = [
            passages_content_key(context.experiment.general_text(text), "train") for text in inputs.texts
        ]
    if inputs.earlier_tasks:
        content["earlier"] = [
            _earlier_stage_hash(context, number, step)
            for number, step in stage_ancestors(context.experiment, context.index)
        ]
    return content


def _earlier_stage_hash(context: StageContext, number: int, step: int | None) -> str:
    """Return a hash of an earlier stage: its settings, its data, and the heads it has saved."""
    stage, folder = context.experiment.stages[number - 1], stage_folder(context.folder, number, step)
    heads = {
        file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*.safetensors"))
        if not {"encoder", "steps"} & set(file.relative_to(folder).parts)
    }
    data = [load_dataset(task.data).fingerprint for task in stage.labelled_tasks()]
    return artefacts.key(select_roles(stage, roles=("what",)), data, heads)
