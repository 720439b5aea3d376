"""All that the store knows of one run, read at once: what ``palimpsest show`` prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.analysis import task_results
from engine.analysis.evidence import evidence_notes
from engine.analysis.verdicts.odometer import looks_of_runs
from engine.spec.experiment import Experiment
from engine.store import Store, metrics, runs, summaries
from engine.store.rows import LogLine, RunRow, StageRow
from engine.store.summaries import MetricSummary
from engine.store.test_looks import TestLooks


@dataclass(frozen=True)
class RunDescription:
    """A run with what became of it.

    Attributes:
        stages: those that have begun.
        measures: best and last value of each metric, by its key.
        results: what each stage reached in each task.
        latest: the last value of each metric; NaN where it was not finite.
        looks: how often its test texts have been looked at.
        evidence: what its figures rest on, in sentences.
        notes: what was said while it ran, oldest first.
    """

    row: RunRow
    experiment: Experiment
    stages: Sequence[StageRow]
    measures: Mapping[str, MetricSummary]
    results: Sequence[task_results.TaskResult]
    latest: Mapping[str, float]
    looks: TestLooks
    evidence: Sequence[str]
    notes: Sequence[LogLine]


def read_run_description(store: Store, row: RunRow) -> RunDescription:
    """Return the description of a run of the store."""
    experiment = runs.get_experiment(store, row.id)
    return RunDescription(
        row,
        experiment,
        stages=runs.list_stages(store, row.id),
        measures=summaries.read_summaries(store, [row.id])[row.id],
        results=task_results.task_results_of_runs(store, {row.id: experiment})[row.id],
        latest=metrics.latest_values(store, row.id),
        looks=looks_of_runs(store, [row]),
        evidence=evidence_notes(store, [row.id]),
        notes=runs.list_log_lines(store, row.id),
    )
