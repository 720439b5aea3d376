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

from engine.errors import UserError
from engine.model.attention import use
from engine.model.encoders import describe
from engine.probes.base import When
from engine.probes.watch import MEASURING, Watch, carried
from engine.protect import sources
from engine.protect.base import guards
from engine.spec.check import require
from engine.spec.experiment import Experiment
from engine.train import finetune, multitask, pretrain, results, reuse  # noqa: F401 - stages register
from engine.train.background import Say, with_progress
from engine.train.checkpoints import Checkpoints, Progress
from engine.train.device import choose, settings
from engine.train.events import Evaluated, Event, Finished, Metrics, Note, Phase, Saved, StageStarted
from engine.train.kept import keeping
from engine.train.kernels import kernels_for, notes_on, remembered
from engine.train.machinery import Machinery
from engine.train.measures import Measures
from engine.train.parallel import ALONE, Ranks
from engine.train.task import Context, Task, plan, prepare

SAVING = "Saving a checkpoint"
"""Told before each checkpoint, so that what was measured so far is committed before the run can resume from there."""
KEEPING = "Keeping these weights"


def train(
    experiment: Experiment, folder: Path, *, resume: bool = False, ranks: Ranks = ALONE
) -> Iterator[Event]:
    """Runs all stages of ``experiment`` in ``folder``, yielding events.

    Args:
        experiment: what to do.
        folder: the run's folder; checkpoints and results go there.
        resume: go on from the last checkpoint in ``folder`` (from the beginning when there is none).
        ranks: the processes that train it, of which this is the first; the others ``follow``, until they are told
            "end" by whoever stops asking for events.

    Raises:
        UserError: the input is bad; nothing was trained.
        NonFinite: a loss or gradient was not finite; the message names update and batch.
    """
    checkpoints = Checkpoints(folder / "checkpoints")
    progress = checkpoints.read() if resume else None
    if progress is None:
        checkpoints.clear()
        results.clear(folder)
        progress = Progress(identity=experiment.identity())
    elif progress.identity != experiment.identity():
        raise UserError(
            "the checkpoint belongs to another experiment.",
            place=str(folder),
            remedy="Start the run again instead.",
        )
    device = choose(experiment.compute, precision=progress.precision, ranks=ranks)
    progress.precision = device.precision
    yield Note("info", f"{device.name}, {device.precision}: {device.why}; {settings(device)}")
    if not ranks.alone:
        yield Note("info", ranks.text)

    encoder = describe(experiment.encoder)
    for text in require(experiment, encoder):
        yield Note("warning", text)
    attention = kernels_for(experiment, device, encoder, progress.attention)
    progress.attention = remembered(attention)
    dropout = any(stage.dropout for stage in experiment.stages)
    for text in notes_on(attention, dropout=dropout) if attention else []:
        yield Note("info", text)

    steps = yield from with_progress(
        lambda say: [plan(stage, experiment, say) for stage in experiment.stages]
    )
    yield from with_progress(lambda say: sources.check(experiment))
    for index in range(progress.stage, len(experiment.stages)):
        context = Context(experiment, index, results.start_of(experiment, index, folder), device, folder)
        task = yield from with_progress(_preparation(context))
        if attention:
            use(task.model, attention.kernels)
            task.info["attention"] = attention.text(dropout=bool(task.stage.dropout))
        for note in task.notes:
            yield note if isinstance(note, Note) else Note("info", note)
        yield StageStarted(
            index, task.stage.kind, task.stage.title, progress.first_step, task.steps, sum(steps), task.info
        )
        mark = (yield from with_progress(reuse.looking(task, context))) if reuse.shared(context) else None
        # A run that is waited for, or that waits, ends its claim whatever happens to it.
        with (yield from reuse.turn(mark, context, wait=not progress.step)):
            if mark is None or progress.step or not (yield from reuse.taken(mark, task, context, progress)):
                tested, watch = yield from _stage(task, context, checkpoints, progress, ranks)
                if mark is not None:
                    reuse.shelve(mark, task, context, progress, tested, watch)
        progress = Progress(
            identity=progress.identity,
            stage=index + 1,
            first_step=progress.first_step + progress.step,
            precision=device.precision,
            attention=remembered(attention),
            results=progress.results,
            watch=carried(progress.watch),
        )
        checkpoints.forget_best()
        checkpoints.save_last(progress, task.model, None)
        del task  # before the next stage is prepared: two models need not fit into memory
    yield Finished(progress.first_step, progress.results)


def _preparation(context: Context) -> Callable[[Say], Task]:
    return lambda say: prepare(context.experiment.stages[context.index], context, say)


def _stage(
    task: Task, context: Context, checkpoints: Checkpoints, progress: Progress, ranks: Ranks
) -> Generator[Event, None, tuple[list[Evaluated], Watch]]:
    """One stage from wherever ``progress`` stands to its end; ``progress`` is kept up to date in place.

    Returns the final measurements, and what has watched it.
    """
    stage, compute, origin = task.stage, context.experiment.compute, progress.first_step
    made = Machinery.of(task, context, ranks, progress.step)
    plain, inner, portions = made.plain, made.inner, task.portions
    for text in made.notes:
        yield Note("info", text)
    # Before a checkpoint is read: guards take the weights they find for those the stage began with.
    protection = yield from with_progress(lambda say: guards(task, context, say))
    watch = Watch(task, context, origin)
    watch.restore(progress.watch)
    watch.restore_tensors(checkpoints.watched())
    if progress.step:
        checkpoints.load_last(plain, inner)
    portions.lower(progress.micro_tokens, progress.evaluation_tokens)
    for text in (yield from with_progress(keeping(task, progress.step, plain, made.accelerator.autocast))):
        yield Note("info", text)
    if not ranks.alone:
        yield Phase("Preparing the other devices")
        tokens, evaluation = portions.lowered
        ranks.tell(
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
    measures = Measures(context.device.torch, made.check, progress.untold)
    saved, speed, every = time.monotonic(), _Speed(), max(1, task.steps // 500)
    yield Note("info", f"Batches {feed.text}; {portions.text}.")

    def told(*, whole: bool = True) -> Iterator[Event]:
        for step, values in measures.ready(whole=whole):
            yield Metrics(origin + step + 1, values)
        yield from portions.told()

    def learning() -> Phase:
        return Phase(stage.title, origin + progress.step, origin + task.steps)

    def save() -> Saved:
        progress.untold = measures.untold()
        progress.micro_tokens, progress.evaluation_tokens = portions.lowered
        progress.watch = watch.state()
        path = checkpoints.save_last(progress, plain, inner, watch.tensors())
        return Saved("last", path, origin + progress.step)

    yield learning()
    try:
        while True:
            if task.due(progress.step) and progress.evaluated < progress.step:
                yield from told()
                yield Phase("Evaluating", origin + progress.step, origin + task.steps)
                yield from _evaluate(made, checkpoints, progress, origin)
                yield from watch.examples(progress.step)
                speed = _Speed()
            over = progress.step >= task.steps or progress.stopped_early
            if watch.due(progress.step, over=over, chosen=_choice(task, progress)):
                yield from told()
                yield Phase(MEASURING, origin + progress.step, origin + task.steps)
                when: When = "end" if over else "point" if progress.step else "start"
                yield from watch.measure(progress.step, plain, when)
                yield learning()
                speed = _Speed()
            if progress.step in kept and progress.kept < progress.step:
                yield from told()
                yield Phase(KEEPING, origin + progress.step, origin + task.steps)
                path = results.keep_step(task, context.folder, number, progress.step)
                progress.kept = progress.step
                yield Saved("kept", path, origin + progress.step)
                speed = _Speed()
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
                more |= {"progress/epoch": task.epoch(progress.step)} | speed.values()
            measures.add(step, measured, more, norm=shown)
            yield from told(whole=False)
            if time.monotonic() - saved > compute.checkpoint_seconds:
                yield from told()
                yield Phase(SAVING, origin + progress.step, origin + task.steps)
                yield save()
                saved = time.monotonic()
    except GeneratorExit:
        save()
        raise
    finally:
        feed.close()
    yield Phase(SAVING, origin + progress.step, origin + task.steps)
    yield save()

    chosen = _choice(task, progress)
    if chosen == progress.best_step:
        checkpoints.load_best(plain)
        ranks.tell("weights")
        ranks.spread(plain.state_dict().values())
    yield from watch.examples(progress.step)
    if watch.on:
        yield Phase(MEASURING)
        yield from watch.measure(chosen, plain, "chosen")
    progress.watch = watch.state()
    yield Phase("Testing the chosen model")
    plain.eval()
    ranks.tell("finish", step=origin + chosen)
    tested = list(task.finish(origin + chosen))
    yield from tested
    yield from told()
    final = {key: value for each in tested for key, value in each.values.items()}
    progress.results = results.with_stage(progress.results, number, final)
    yield Saved("stage", results.save_result(task, context.folder, number), origin + progress.step)
    return tested, watch


def _choice(task: Task, progress: Progress) -> int:
    """The update whose weights a stage that ends now hands on: the one that validation likes best.

    Pre-training may hand on its last weights rather than those that the held-out text liked best.
    """
    best = getattr(task.stage, "hand_on", "best") == "best" and progress.best_step >= 0
    return progress.best_step if best else progress.step


def _evaluate(made: Machinery, checkpoints: Checkpoints, progress: Progress, origin: int) -> Iterator[Event]:
    """Measures the held-out split, keeps the best weights, and decides on early stopping."""
    task, model = made.task, made.plain
    evaluated = made.evaluate(origin + progress.step)
    value = task.criterion(evaluated)
    # Ties go to the earlier step, as in spaCy: it has had less chance to forget.
    better = progress.best_value is None or value < progress.best_value
    if better:
        progress.best_value, progress.best_step, progress.evaluations_since_best = value, progress.step, 0
        path = checkpoints.save_best(progress, model)
    else:
        progress.evaluations_since_best += 1
    patience = getattr(task.stage, "patience", 0)
    progress.stopped_early = bool(patience) and progress.evaluations_since_best >= patience
    # All state is settled before the first event: the consumer may stop at any of them.
    progress.evaluated = progress.step
    progress.measured.append((progress.step, evaluated.split, dict(evaluated.values), better, ""))
    if better:
        yield evaluated.as_best()
        yield Saved("best", path, origin + progress.step)
    else:
        yield evaluated
    if progress.stopped_early:
        yield Note("info", f"Stopped early: no improvement in {patience} evaluations.")


class _Speed:
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
