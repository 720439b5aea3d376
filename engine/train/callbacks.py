"""Callbacks: the actions between the updates of a stage.

After each update all callbacks first read its result (``observe``). Then each acts, in the order of the list
(``between_updates``). The consumer may stop at any event, and the run then resumes from exactly there. So anything that
must not be lost or repeated is recorded in ``StageRun.progress`` before the event that reports it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from engine.compute.process_group import SINGLE, ProcessGroup
from engine.disk_space import write_when_room
from engine.errors import UserError
from engine.events import CheckpointSaved, Evaluation, Event, PhaseKind, RunNotice
from engine.formatting.numbers import plural
from engine.probes.base import ProbeOccasion
from engine.probes.scheduler import MEASURING_PHASE
from engine.spec.stages.checkpoint_bound import derived_measures
from engine.stages import outputs
from engine.train.checkpoints import tensor_bytes
from engine.train.stage_run import SAVING_PHASE, StageRun, evaluate
from engine.train.update import UpdateResult

EVALUATING_PHASE = "Evaluating"
KEEPING_PHASE = "Keeping these weights"
MAX_DETAILED_REPORTS = 500
"""Maximum number of updates per stage whose rates, speed and gradient norm are reported, besides the last one."""


class Callback:
    """Base class of actions between the updates of a stage.

    Attributes:
        on_all_ranks: whether every process of a run on several devices takes part, or only the first one.
    """

    on_all_ranks = False

    def observe(self, run: StageRun, result: UpdateResult) -> None:
        """Read the result of the last update, without yielding events."""

    def between_updates(self, run: StageRun) -> Iterator[Event]:
        """Act after ``run.step`` updates: before the first, after each, and again after a resume."""
        return iter(())


class ReportCallback(Callback):
    """Reports the metrics of updates, with a bounded delay."""

    def observe(self, run: StageRun, result: UpdateResult) -> None:
        run.throughput.add(result.texts, result.tokens)
        number, extra = run.step - 1, dict[str, float]()
        detailed = number % max(1, run.task.steps // MAX_DETAILED_REPORTS) == 0 or run.is_over
        if detailed:
            rates = [group["lr"] for group in run.trainer.optimizer.param_groups]
            extra = {"rate/top": max(rates), "rate/bottom": min(rates)}
            extra |= {"progress/epoch": run.task.epochs_at(run.step)} | run.throughput.values()
        run.metrics.add(number, result, extra, with_norm=detailed)

    def between_updates(self, run: StageRun) -> Iterator[Event]:
        yield from run.deliver_metrics(wait=False)


class CheckpointCallback(Callback):
    """Saves a checkpoint whenever ``compute.checkpoint_seconds`` have passed."""

    def __init__(self) -> None:
        self._saved_at = time.monotonic()

    def between_updates(self, run: StageRun) -> Iterator[Event]:
        if time.monotonic() - self._saved_at > run.context.experiment.compute.checkpoint_seconds:
            yield from run.pause_for(SAVING_PHASE, PhaseKind.SAVING)
            event = yield from run.save_when_room()
            yield event
            self._saved_at = time.monotonic()


class EvaluationCallback(Callback):
    """Evaluates the held-out split, saves the best weights, and ends a stage that no longer improves."""

    on_all_ranks = True

    def between_updates(self, run: StageRun) -> Iterator[Event]:
        progress = run.progress
        if progress.evaluated >= run.step or not run.task.is_evaluation_due(run.step):
            return
        bound = run.task.stage.checkpoint_bound
        if bound.needs_probes and run.probes.enabled and run.probes.last_probed_step < run.step:
            # Before the evaluation that depends on them, regardless of the budget, and at the last update too.
            yield from run.pause_for(MEASURING_PHASE, PhaseKind.PROBES)
            yield from run.probes.measure(run.step, run.trainer.model, "point")
        yield from run.pause_for(EVALUATING_PHASE, PhaseKind.EVALUATION)
        evaluation = evaluate(run.trainer, run.run_step)
        value = run.process_group.decide(run.task.selection_value(evaluation))
        excess = run.process_group.decide(_excess(run, evaluation) if run.process_group.is_main else 0.0)
        progress.evaluations_outside = progress.evaluations_outside + 1 if excess > 0 else 0
        # In case of ties keep the earlier step, as spaCy does: it has had less time to forget.
        better = progress.best_value is None or (excess, value) < (progress.best_excess, progress.best_value)
        if better:
            # Saved before progress refers to it, since the run may be stopped while it waits for disk space.
            model, selected = run.trainer.model, replace(progress, best_step=run.step)
            path = yield from write_when_room(
                run.checkpoints.folder,
                tensor_bytes(model),
                lambda: run.checkpoints.save_best(selected, model),
            )
            progress.best_value, progress.best_step, progress.evaluations_since_best = value, run.step, 0
            progress.best_excess = excess
        else:
            progress.evaluations_since_best += 1
        patience = run.task.stage.early_stopping
        is_stale = bool(patience) and progress.evaluations_since_best >= patience
        is_outside = 0 < bound.violation_patience <= progress.evaluations_outside
        progress.stopped_early = is_stale or is_outside
        # Update all state before the first event, since the consumer may stop at any of them.
        progress.evaluated = run.step
        progress.measured.append((run.step, evaluation.split, dict(evaluation.values), better, ""))
        if better:
            yield evaluation.as_best()
            yield CheckpointSaved("best", path, run.run_step)
        else:
            yield evaluation
        if is_outside:
            outside = plural(progress.evaluations_outside, "evaluation")
            yield RunNotice("info", f"Stopped early: {outside} in a row violated {bound.words}.")
        elif is_stale:
            yield RunNotice("info", f"Stopped early: no improvement in {patience} evaluations.")
        if run.is_over and progress.best_excess > 0:
            yield RunNotice(
                "warning", f"No evaluation satisfies {bound.words}, so the nearest one was chosen."
            )
        yield from run.probes.report_examples(run.step)


def _excess(run: StageRun, evaluation: Evaluation) -> float:
    """Return the excess of an evaluation over the stage's bound on checkpoints, 0 within the bound.

    Raises UserError when the bounded value was not measured.
    """
    bound = run.task.stage.checkpoint_bound
    if not bound.bounded_measure:
        return 0.0
    measures = derived_measures(run.probes.latest, run.probes.initial) | dict(evaluation.values)
    if bound.bounded_measure not in measures:
        names = ", ".join(sorted(measures)[:12])
        raise UserError(
            f"{bound.bounded_measure} should choose the checkpoint, but it was not measured.",
            place=f"stages.{run.context.index}.within",
            remedy=f"Measured at evaluations are: {names}.",
        )
    return max(0.0, bound.excess(measures[bound.bounded_measure]))


class ProbeCallback(Callback):
    """Measures forgetting at the moments that the probe scheduler selects within its budget."""

    def observe(self, run: StageRun, result: UpdateResult) -> None:
        for micro_batch, correct in result.answers:
            run.probes.record_examples(run.step - 1, micro_batch, correct)

    def between_updates(self, run: StageRun) -> Iterator[Event]:
        if run.probes.is_due(run.step, is_end=run.is_over, selected_step=run.selected_step):
            yield from run.pause_for(MEASURING_PHASE, PhaseKind.PROBES)
            occasion: ProbeOccasion = "end" if run.is_over else "point" if run.step else "start"
            yield from run.probes.measure(run.step, run.trainer.model, occasion)


class KeepStepCallback(Callback):
    """Saves the weights of the updates that later stages start from."""

    def between_updates(self, run: StageRun) -> Iterator[Event]:
        if run.step not in run.task.stage.kept_steps() or run.progress.kept >= run.step:
            return
        yield from run.pause_for(KEEPING_PHASE, PhaseKind.SAVING)
        folder, number = run.context.folder, run.context.index + 1
        path = yield from write_when_room(
            folder,
            tensor_bytes(run.trainer.model),
            lambda: outputs.save_step(run.task, folder, number, run.step),
        )
        run.progress.kept = run.step
        yield CheckpointSaved("kept", path, run.run_step)


def stage_callbacks(process_group: ProcessGroup = SINGLE) -> list[Callback]:
    """Return the callbacks of a stage in this process, in the order in which they act after each update.

    Metrics precede the measurements of the same step. Evaluation precedes probes, which need the best step at the end
    of the stage.
    """
    callbacks = [
        ReportCallback(),
        CheckpointCallback(),
        EvaluationCallback(),
        ProbeCallback(),
        KeepStepCallback(),
    ]
    return [callback for callback in callbacks if process_group.is_main or callback.on_all_ranks]
